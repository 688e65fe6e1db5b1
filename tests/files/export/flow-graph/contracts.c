// A contract stands for a call; the other call is kept, with its argument and result, and the run stays in the return of main.
// run: cairn export %s --to flow-graph --abstract limit
int level;

/*@ requires low <= high;
    ensures low <= \result <= high;
    assigns \nothing; */
int limit(int value, int low, int high) {
  if (value < low) return low;
  return value > high ? high : value;
}

static int doubled(int value) {
  return 2 * value;
}

int main(int argc) {
  while (level < 10) {
    int next = limit(argc, 0, 100);
    level = level + doubled(next);
  }
  return 0;
}
