// With an amount of 0 `start` is called in a behaviour that calls nothing, and calls `work`.
// run: cairn temporal %s --entry start --property behaviours-wrong.ya
// exit: 1
// diagnostics: note U0018
static void work(void) {}
/*@ behavior idle: assumes amount >= 0; */
int start(int amount) {  //~ violated temporal
  if (amount <= 0) work();
  return 0;
}
