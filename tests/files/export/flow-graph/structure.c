// Members as the source writes them; a choice of several, and a loop that is never left.
// run: cairn export %s --to flow-graph
struct valve {
  int state, turns[2];
} valve;

void turn(struct valve *v, int which) {
  v->turns[which] = v->turns[which] + 1;
  switch (v->state) {
    case 0: v->state = 1; break;
    case 1: v->state = 2; break;
    default: v->state = 0;
  }
}

int main(void) {
  for (;;) turn(&valve, valve.state & 1);
}
