// The answer is written one round later.
// run: cairn temporal %s --property source
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: [](glob_stee_primary_status != 0 -> <>(glob_stee_sndary_status == 0));
int main(void) {  //~ proved temporal
  int last = 0;
  while (1) {
    havoc_input();
    glob_stee_sndary_status = evaluate_stee_status(last);
    last = glob_stee_primary_status;
  }
}
