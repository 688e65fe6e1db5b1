// A loop writes a variable that its `loop assigns` does not name.
// run: cairn prove %s
// today: exit 0, proved 8
// exit: 1
// others: proved

/*@ requires 0 <= n <= 100;
    assigns \nothing;
    ensures \result == n;
*/
int count(int n) {
    int total = 0;
    /*@ loop invariant 0 <= i <= n && total == i;
        loop assigns i;
        loop variant n - i;
    */
    for (int i = 0; i < n; i++)
        total++; //~ violated assigns
    return total;
}
