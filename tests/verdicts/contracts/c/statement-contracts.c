// run: cairn prove %s
// exit: 1
// others: proved 6

/*@ requires -1000 <= x <= 1000;
    assigns \nothing;
    ensures \result >= 0;
*/
int distance(int x) {
    int y = x;
    /*@ requires -1000 <= y <= 1000;
        ensures y == \old(y) || y == -\old(y);
        ensures y >= 0;
    */
    if (y < 0) y = -y;
    return y;
}

/*@ requires -1000 <= x <= 1000;
    assigns \nothing;
*/
int distance_wrongly(int x) {
    int y = x;
    /*@ ensures y >= 0; */   //~ violated postcondition
    if (y < -1) y = -y;
    return y;
}
