// run: cairn check %s --no-check all --check termination
// exit: 2
// Whether recursions end is not decided.
int f(int n) { return n <= 0 ? 0 : f(n - 1); }
int main(void) { //~ unknown termination
  return f(5);
}
