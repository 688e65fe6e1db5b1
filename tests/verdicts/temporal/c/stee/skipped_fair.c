// It runs again and again, and answers a fault that stays.
// run: cairn temporal %s --property source --fair CALL(steering)
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: (<>[](glob_stee_primary_status != 0)) -> <>(glob_stee_sndary_status == 0);
int main(void) {  //~ proved temporal
  while (1) {
    havoc_input();
    if (sensor) steering();
  }
}
