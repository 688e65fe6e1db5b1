// The module may wait for ever.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: [](glob_stee_primary_status != 0 -> <>(glob_stee_sndary_status == 0));
int main(void) {  //~ violated temporal
  while (1) {
    havoc_input();
    while (sensor) {
    }
    steering();
  }
}
