// run: cairn check %s
// exit: 1
// others: proved 2

/*@ behavior negative:
      assumes n < 0;
      ensures \result == -1;
    behavior positive:
      assumes n > 0;
      ensures \result == 1;
    complete behaviors;   //~ violated postcondition
    disjoint behaviors;   //~ proved postcondition
*/
int sign(int n) { return n < 0 ? -1 : n > 0; }

int nondet_int(void);
int main(void) { return sign(nondet_int()); }
