// A call through a pointer needs what the function requires that it leads to, and nothing of the others.
// run: cairn check %s
// exit: 1
// others: proved 4
extern int __VERIFIER_nondet_int(void);
int total;

/*@ requires 0 <= n <= 10;
    ensures total == \old(total) + n;
    assigns total; */
void add(int n) { total += n; }

/*@ requires n > 0;
    assigns total; */
void subtract(int n) { total -= n; }

int main(void) {
  void (*step)(int) = __VERIFIER_nondet_int() ? add : subtract;
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 12) step(n); //~ violated precondition, proved precondition
  return 0;
}
