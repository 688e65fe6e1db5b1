// A fault may stay for ever, so the secondary circuit need not be released.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: [](glob_stee_primary_status == 0 -> <>(glob_stee_sndary_status == 1));
int main(void) {  //~ violated temporal
  while (1) {
    havoc_input();
    steering();
  }
}
