// A request in the third round is forgotten: a cycle shows it.
// run: cairn temporal %s --property responds.ltl
// exit: 1
// diagnostics: note U0018

int __VERIFIER_nondet_int(void);
int request, granted, n;

static void serve(void) {
  granted = 1;
  request = 0;
}

int main(void) {  //~ violated temporal bound=8
  while (1) {
    request = __VERIFIER_nondet_int() != 0;
    if (request && n != 2) serve();
    granted = 0;
    n++;
    if (n > 3) n = 0;
  }
}
