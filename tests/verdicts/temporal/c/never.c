// What must not happen, as a never claim.
// run: cairn temporal %s --property never.pml --never
// exit: 1
// diagnostics: note U0018

int __VERIFIER_nondet_int(void);
static void lock(void) {}
static void unlock(void) {}

int main(void) {  //~ violated temporal
  lock();
  if (__VERIFIER_nondet_int()) unlock();
  lock();
  return 0;
}
