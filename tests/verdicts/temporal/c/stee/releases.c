// The secondary circuit is released again and again only if the primary one recovers again and again.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

#include "stee.h"

//@ ltl invariant stee: []<>(glob_stee_sndary_status == 1);
int main(void) {  //~ violated temporal
  while (1) {
    havoc_input();
    steering();
  }
}
