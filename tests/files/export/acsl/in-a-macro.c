// run: cairn export %s --to acsl --property tutorial.ya
// exit: 3
// A `return` inside of a macro has no place of its own to write to.
#define LEAVE return 1
int opa(int r) { return r + 1; }
void opb(void) {}
int main(void) {
  opa(1);
  opb();
  LEAVE;
}
