// run: cairn check %s --no-check all --check termination
// exit: 1
// A controller's loop: its state is read from inputs, and what it writes goes to memory that decides nothing.
extern int __VERIFIER_nondet_int(void);
static int history[4];
static unsigned ticks;
static void put(int *where, int value) { *where = value; }
int main(void) { //~ violated termination
  int mode = 0;
  while (1) {
    int sensor = __VERIFIER_nondet_int();
    ticks++;
    put(&history[ticks % 4], sensor);
    if (mode == 0 && sensor > 100) {
      mode = 1;
    } else if (mode == 1 && sensor < 50) {
      mode = 0;
    }
  }
}
