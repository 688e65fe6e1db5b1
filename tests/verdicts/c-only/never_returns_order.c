// run: cairn check %s
// exit: 1
// others: proved 2
// Which operand is evaluated first decides whether the other one is evaluated at all.
extern int stop(void) __attribute__((noreturn));
extern int input(void);

static int share(int n) {
  return 100 / n;               //~ violated division-by-zero
}

int main(void) {
  int n = input();              //~ note C0061
  return stop() + share(n);     //~ note C0061, note C0063
}
