// run: cairn check %s
// exit: 1
// others: proved 2

/*@ requires n < 100;
    ensures \result == n + 1;   //~ proved postcondition
    ensures \result > n + 1;    //~ violated postcondition
*/
int increment(int n) { return n + 1; }

int main(void) { return increment(3); }
