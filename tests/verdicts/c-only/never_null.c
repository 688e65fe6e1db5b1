// run: cairn check %s
// exit: 1
// others: proved 13
// Arguments and results that attributes promise not to be null.
#include <stdlib.h>

__attribute__((nonnull)) static int all(const int *a, int n, const int *b) { return a == b ? n : 0; }
__attribute__((nonnull(1, 3))) static int some(int *a, int *b, int *c) { return a != b && b != c; }
__attribute__((returns_nonnull)) static int *found(int *where) {
  return where;                       //~ violated pointer
}
extern int outside(const char *name) __attribute__((nonnull));

int main(void) {
  int x = 1, *nothing = 0, *some_memory = malloc(sizeof *some_memory);
  int r = all(&x, 0, &x) + some(&x, nothing, &x);
  found(&x);
  int choice = outside("name");       //~ note C0061
  switch (choice) {
  case 2:
    r += all(&x, 1, some_memory);     //~ violated pointer
    break;
  case 3:
    r += some(&x, &x, nothing);       //~ violated pointer
    break;
  case 4:
    r += outside((char *)nothing) > 0; //~ violated pointer
    break;
  case 5:
    r += found(nothing) != 0;
    break;
  }
  free(some_memory);
  return r == 100;
}
