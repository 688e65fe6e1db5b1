// run: cairn prove %s
// others: proved 8

/*@ requires 0 <= n <= 1000 && 0 <= start <= 1000;
    assigns \nothing;
    ensures \result == start + n;
*/
int move(int start, int n) {
    int at = start;
    /*@ loop invariant 0 <= n <= \at(n, LoopEntry);
        loop invariant at == \at(at, LoopEntry) + (\at(n, LoopEntry) - n);
        loop assigns at, n;
        loop variant n;
    */
    while (n > 0) {
        at++;
        n--;
    }
    return at;
}
