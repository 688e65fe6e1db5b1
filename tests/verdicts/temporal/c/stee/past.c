// The secondary circuit is released only after the primary one was flawless.
// run: cairn temporal %s --property source
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: [](glob_stee_sndary_status == 1 -> O (glob_stee_primary_status == 0));
int main(void) {  //~ proved temporal
  while (1) {
    havoc_input();
    steering();
  }
}
