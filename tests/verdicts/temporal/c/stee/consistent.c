// After each round the statuses agree.
// run: cairn temporal %s --property source
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: [](RETURN(steering) -> (glob_stee_primary_status != 0 <-> glob_stee_sndary_status == 0));
int main(void) {  //~ proved temporal
  while (1) {
    havoc_input();
    steering();
  }
}
