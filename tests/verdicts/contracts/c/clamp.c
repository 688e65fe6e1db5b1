// run: cairn prove %s
// exit: 1
// others: proved 7

/*@ requires low <= high;
    assigns \nothing;
    behavior below: assumes x < low;          ensures \result == low;
    behavior above: assumes x > high;         ensures \result == high;
    behavior between: assumes low <= x <= high; ensures \result == x;
    complete behaviors;
    disjoint behaviors;
*/
int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

/*@ assigns \nothing;
    behavior below: assumes x < low;  ensures \result == low;
    behavior above: assumes x > high; ensures \result == high;
    disjoint behaviors;   //~ violated postcondition
*/
int clamp_any(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
