// The contract of `limit` does not say that it leaves at most 10, which the automaton needs; its body does.
// run: cairn prove %s --property prove-weak.ya --no-cache
static int level = 0;
/*@ assigns level; */
static void limit(void) {
  if (level > 10) level = 10;
}
static void use(int amount) { level = amount; }
int main(void) {  //~ proved temporal
  limit();
  use(level);
  return 0;
}
