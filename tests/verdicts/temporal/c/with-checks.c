// Executions that fail a run-time check are no runs; with the option, the checks are decided as well.
// run: cairn temporal %s --property with-checks.ltl --with-checks
// exit: 1
// diagnostics: note U0018

int t[4], x;

int main(int argc) {  //~ proved temporal
  x = 1;
  t[argc] = 1;  //~ violated index
  x = argc;
  return 0;
}
