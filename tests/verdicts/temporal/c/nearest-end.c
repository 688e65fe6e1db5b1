// A run that should not have ended: the nearest one closes the door. Its door was left open before.
// run: cairn temporal %s --property nearest-end.ya --acceptance
// diagnostics: note U0018
// exit: 1
static int open_door(void) { return 12; }
static void close_door(void) {}
int main(void) {  //~ violated temporal
  open_door();
  close_door();
  open_door();
  return 0;
}
