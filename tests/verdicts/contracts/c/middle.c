// run: cairn prove %s
// exit: 1
// others: proved 4
// The middle of two numbers: the sum may not fit.

/*@ requires 0 <= low <= high;
    assigns \nothing;
    ensures low <= \result <= high;
*/
int middle(int low, int high) { return low + (high - low) / 2; }

/*@ requires 0 <= low <= high;
    assigns \nothing;
    ensures low <= \result <= high;
*/
int middle_wrongly(int low, int high) { return (low + high) / 2; }   //~ violated overflow
