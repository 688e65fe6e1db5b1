// run: cairn check %s --entry square
// others: proved 1

/*@ requires 0 <= n <= 10;
    ensures 0 <= \result <= 100;   //~ proved postcondition
*/
int square(int n) { return n * n; }
