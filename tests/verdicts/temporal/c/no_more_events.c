// A run that makes no more events, though it goes on: what X asks for never happens.
// run: cairn temporal %s --property source
// exit: 1
// diagnostics: note U0018

//@ ltl invariant opens_again: G (RETURN(close) -> X CALL(open));
volatile int input;

static void open(void) {}
static void close(void) {}

int main(void) {  //~ violated temporal
  while (1) {
    if (input) {
      open();
      close();
    }
  }
}
