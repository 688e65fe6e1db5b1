// run: cairn check %s --engine ic3
// others: proved 0
// A session with a lock and a number of retries: that the lock and the state belong together needs an invariant about their bits.
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int state = 0, locked = 0, retries = 0;
int main(void) {
  while (1) {
    int in = __VERIFIER_nondet_int();
    if (state == 0 && in == 1) {
      state = 3;
      locked = 1;
    } else if (state == 3 && in == 2) {
      state = 7;
      retries = 0;
    } else if (state == 7 && in == 3) {
      if (retries < 3) {
        retries++; //~ proved overflow
      } else {
        state = 0;
        locked = 0;
      }
    } else if (state == 7 && in == 4) {
      state = 11;
      locked = 2;
    } else if (state == 11) {
      if (locked != 2) reach_error(); //~ proved reachable
      state = 0;
      locked = 0;
    }
    if (state == 5) reach_error(); //~ proved reachable
    if (state == 0 && locked) reach_error(); //~ proved reachable
  }
}
