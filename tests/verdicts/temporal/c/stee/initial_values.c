// Any of 0 and 1 at first: a fault that goes away before anybody has read it is never answered.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: [](glob_stee_primary_status != 0 -> <>(glob_stee_sndary_status == 0));
int main(void) {  //~ violated temporal
  glob_stee_primary_status = sensor & 1;
  glob_stee_sndary_status = sensor & 1;
  while (1) {
    havoc_input();
    steering();
  }
}
