// The body may end the program.
// run: cairn temporal %s --property exits.ltl --abstract stop
// exit: 1
// diagnostics: note U0018, note U0019
#include <stdlib.h>
int done;

/*@ assigns \nothing; */
void stop(int n) {
  if (n) exit(0);
}

int main(int n) {  //~ violated temporal
  stop(n);
  done = 1;
  return 0;
}
