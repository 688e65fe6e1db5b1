// A behaviour of a contract in a guard: what it assumes holds at the call. `idle` calls nothing, the other one `work` once.
// run: cairn temporal %s --entry start --property behaviours.ya --acceptance
// diagnostics: note U0018
int x;
static void work(void) { x++; }
/*@ behavior idle:
      assumes amount > 0;
      ensures \result == 0;
    behavior busy:
      assumes amount <= 0 && x < 10; */
int start(int amount) {  //~ proved temporal
  if (amount <= 0) work();
  //@ assigns x;
  x = 0;  //~^ proved unsupported unreachable, note C0071
  return 0;
}
