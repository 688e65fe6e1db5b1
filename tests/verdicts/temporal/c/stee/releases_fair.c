// If the primary circuit recovers again and again, the secondary one is released again and again.
// run: cairn temporal %s --property source --fair glob_stee_primary_status==0
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: []<>(glob_stee_sndary_status == 1);
int main(void) {  //~ proved temporal
  while (1) {
    havoc_input();
    steering();
  }
}
