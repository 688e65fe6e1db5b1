// A proof tells what of the automaton no execution uses: here no pump is stopped, and no level comes beyond 99.
// run: cairn temporal %s --property unused.ya
// diagnostics: note U0018
int nondet(void);
static int level = 0;
static int is_broken = 0;
static void start(void) {}
static void stop(void) {}
int main(void) {  //~ proved temporal
  while (nondet()) {
    level = nondet();
    if (level > 3 && level < 80) start();
    if (is_broken) stop();
  }
  return 0;
}
