// run: cairn export %s --to acsl --property deterministic.ya --history 2 --smoke-tests --acceptance
// One variable of an enumeration, variables of the automaton, lemmas, annotations of the source that grow, returns of all kinds.
int level;

/*@ requires 0 <= amount <= 100;
    assigns level;
    behavior down: assumes amount < level; ensures level == amount;
    behavior up: assumes amount >= level; ensures level == amount;
    complete behaviors;
    disjoint behaviors;
*/
int set(int amount) {
  if (level == amount) return amount;
  level = amount;
  return level;
}

//@ assigns \nothing; ensures \result == level;
int get(void) { return level; }

int main(void) {
  int sum = 0;
  /*@ loop invariant 0 <= i <= 3;
      loop assigns i, sum, level; */
  for (int i = 0; i < 3; i++) {
    set(i);
    sum += get();
  }
  if (sum > 3)
    return 1;
  else
    return 0;
}
