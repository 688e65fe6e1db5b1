// Storage::ThreadLocal: overflow.
// run: cairn check %s
// exit: 1
// others: proved 0
static _Thread_local int n = 2147483647;
int main(void) {
  return ++n; //~ violated overflow
}
