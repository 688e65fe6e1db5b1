// run: cairn check %s
// exit: 1
// others: proved 0

/*@ requires n >= 0;
*/
int half(int n) { return n / 2; }

int main(void) { return half(-1); }   //~ violated precondition
