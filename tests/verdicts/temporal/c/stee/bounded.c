// Three rounds, and every fault is answered before the end.
// run: cairn temporal %s --property source
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: [](glob_stee_primary_status != 0 -> <>(glob_stee_sndary_status == 0));
int main(void) {  //~ proved temporal
  for (int round = 0; round < 3; round++) {
    havoc_input();
    steering();
  }
  return 0;
}
