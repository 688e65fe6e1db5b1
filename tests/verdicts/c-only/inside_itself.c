// run: cairn check %s
// exit: 3
// A structure whose members define its own tag again would contain itself.
struct outer {
  union {
    struct outer { int x; } inner;      //~ error C0021
  } part;
} whole;

int main(void) {
  return 1 / sizeof whole;
}
