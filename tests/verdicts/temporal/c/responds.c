// Every request is granted: liveness of a loop without an end, proved by liveness to safety.
// run: cairn temporal %s --property responds.ltl
// diagnostics: note U0018

int __VERIFIER_nondet_int(void);
int request, granted, n;

static void serve(void) {
  granted = 1;
  request = 0;
}

int main(void) {  //~ proved temporal
  while (1) {
    request = __VERIFIER_nondet_int() != 0;
    if (request) serve();
    granted = 0;
    n++;
    if (n > 3) n = 0;
  }
}
