// Nobody shows that `start` is called with more than 0, so no contract may take it to be so.
// run: cairn prove %s --entry start --property prove-entry.ya --no-cache
// exit: 1
int start(int amount) {  //~ violated temporal
  return 0;
}
