// The evaluation gives the wrong answer to a fault.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

#define ON_FAULT 1
#include "stee.h"

//@ ltl invariant stee: [](glob_stee_primary_status != 0 -> <>(glob_stee_sndary_status == 0));
int main(void) {  //~ violated temporal
  while (1) {
    havoc_input();
    steering();
  }
}
