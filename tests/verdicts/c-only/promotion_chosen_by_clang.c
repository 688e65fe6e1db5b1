// run: cairn check %s --via llvm --bit-field-promotion gcc
// exit: 3
// diagnostics: error U0017
// clang has chosen how a wide bit-field is promoted before the module is read: to ask for gcc's way is refused.
struct s { unsigned long wide : 33; };
int main(void) {
  struct s x = {0};
  return x.wide - 1 > 0;
}
