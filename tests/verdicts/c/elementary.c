// run: cairn check %s
// exit: 1
// others: proved 57
// Elementary functions lie between bounds; nothing finer is promised.

double exp(double), exp2(double), log(double), log2(double), log10(double), pow(double, double);
float logf(float);
void __CPROVER_assert(_Bool, const char *);

int main(void)
{
  double e = exp(1.0);
  __CPROVER_assert(e > 2.71 && e < 2.89, "e");
  __CPROVER_assert(e > 2.718 && e < 2.719, "more digits"); //~ violated assertion
  __CPROVER_assert(exp2(10.0) > 1023.9 && exp2(10.0) < 1024.1, "a power of two");
  __CPROVER_assert(log(2.718281828) > 0.94 && log(2.718281828) < 1.01, "the inverse");
  __CPROVER_assert(log2(0.125) > -3.01 && log2(0.125) < -2.9, "below one");
  __CPROVER_assert(log10(1000) > 2.9 && log10(1000) < 3.1, "three");
  __CPROVER_assert(logf(1e30f) > 68 && logf(1e30f) < 70, "float");
  __CPROVER_assert(pow(3, 2) > 8.99 && pow(3, 2) < 9.01, "a square");
  return 0;
}
