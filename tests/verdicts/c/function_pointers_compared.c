// Functions live as long as the program: comparing pointers to them leaves nothing open.
// run: cairn check %s
// others: proved 4

int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);

static int called;
static void a(void) { called = 1; }
static void b(void) { called = 2; }

static void (*f)(void) = a;
static void (*other)(void) = b;

int main(void) {
  if (__VERIFIER_nondet_int()) f = b;
  f();
  if (f == a && called != 1) __VERIFIER_assert(0);
  if (f == other && called != 2) __VERIFIER_assert(0);
  if (f != a && f != b) __VERIFIER_assert(0);
  return 0;
}
