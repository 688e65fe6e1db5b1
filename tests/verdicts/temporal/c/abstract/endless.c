// The body does not end, so that nothing comes after it; its contract is true of every execution that ends.
// run: cairn temporal %s --property endless.ltl --abstract wait
// exit: 1
// diagnostics: note U0018, note U0019
extern int __VERIFIER_nondet_int(void);
int done;

/*@ assigns \nothing; */
void wait(void) {
  while (__VERIFIER_nondet_int()) {
  }
}

int main(void) {  //~ violated temporal
  wait();
  done = 1;
  return 0;
}
