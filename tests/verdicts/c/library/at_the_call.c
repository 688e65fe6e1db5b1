// What fails inside the library is the caller's mistake, told at each call by itself.
// run: cairn check %s
// exit: 1
// others: proved 44
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static void set_name(char *to) {
  strcpy(to, "temperature"); //~ violated pointer
}

static void set_unit(char *to) {
  strcpy(to, "celsius"); //~ violated pointer
}

static void fits(char *to) {
  strcpy(to, "abc");
}

int main(void) {
  char name[8], unit[4], text[2] = {'o', 'k'};
  switch (__VERIFIER_nondet_int()) {
    case 1: set_name(name); break;
    case 2: set_unit(unit); break;
    case 3: fits(unit); break;
    case 4: printf("%s\n", text); break; //~ violated pointer
    default: return atoi("12");
  }
  return 0;
}
