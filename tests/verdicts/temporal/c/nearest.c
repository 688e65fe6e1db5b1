// A violation tells which guard blocked, with its values, and what would have been accepted: another weight.
// run: cairn temporal %s --property nearest.ya
// diagnostics: note U0018
// exit: 1
static int limit = 80;
static int open_door(void) { return 12; }
static void pass(int weight) { limit -= weight; }
static void close_door(void) {}
int main(void) {  //~ violated temporal
  open_door();
  pass(50);
  close_door();
  open_door();
  pass(50);
  close_door();
  return 0;
}
