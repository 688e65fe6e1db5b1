// run: cairn check %s
// exit: 1
// others: proved 3

/*@ behavior negative:
      assumes n < 0;
      ensures \result == -1;
    behavior other:
      assumes n >= 0;
      ensures \result == 1;   //~ violated postcondition
    complete behaviors;
    disjoint behaviors;
*/
int sign(int n) { return n < 0 ? -1 : n > 0; }

int nondet_int(void);
int main(void) { return sign(nondet_int()); }
