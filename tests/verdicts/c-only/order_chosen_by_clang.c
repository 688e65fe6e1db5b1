// run: cairn check %s --via llvm --evaluation-order left
// exit: 3
// diagnostics: error U0017
// clang has chosen an order before the module is read: to ask for one is refused.
static int count;
static int next(void) { return ++count; }
int main(void) {
  return next() - next();
}
