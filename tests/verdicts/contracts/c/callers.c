// run: cairn prove %s
// exit: 1
// others: proved 5
// Callers see contracts alone: what they promise of a call must follow from them.

/*@ requires x > 0;
    assigns \nothing;
    ensures 0 <= \result < x;
*/
int below(int x) { return x / 2; }

/*@ requires 10 <= x <= 100;
    assigns \nothing;
    ensures 0 <= \result <= 98;
*/
int twice(int x) { return below(below(x) + 1); }

/*@ requires x >= 0;
    assigns \nothing;
*/
int unguarded(int x) { return below(x); }   //~ violated precondition
