// run: cairn check %s
// exit: 1
// others: proved 3

int nondet_int(void);

int main(void) {
    int x = nondet_int() % 100;
    /*@ requires x < 100;
        ensures x == \old(x) + 2;   //~ proved postcondition
        ensures x == \old(x) + 3;   //~ violated postcondition
    */
    {
        x++;
        x++;
    }
    return 0;
}
