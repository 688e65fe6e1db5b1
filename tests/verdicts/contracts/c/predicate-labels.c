// run: cairn check %s
// exit: 1
// others: proved 2

int g;
/*@ predicate Grew{A, B} = \at(g, A) < \at(g, B); */

/*@ requires g < 100;
    ensures Grew{Pre, Post};   //~ proved postcondition
    ensures Grew{Post, Pre};   //~ violated postcondition
*/
void grow(void) { g += 2; }

int main(void) { grow(); return 0; }
