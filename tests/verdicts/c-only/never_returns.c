// run: cairn check %s
// exit: 1
// others: proved 6
// What is declared not to return: nothing follows a call of it, and one that has a body and returns breaks the promise.
#include <stdlib.h>
#include <stdnoreturn.h>

noreturn void panic(const char *message);
extern int input(void);

static noreturn void fail(int code) {
  exit(code);
}

static noreturn void halt(int mode) {
  while (mode != 3)
    ;
}                                     //~ violated assertion

int main(void) {
  int n = input();                    //~ note C0061
  if (n == 0)
    panic("no input");                //~ note C0061
  int share = 100 / n;
  if (n == 7)
    fail(1);
  share /= n > 7 ? n - 7 : 1;
  if (n == 11)
    halt(share > 0 ? 3 : 3);
  return share;
}
