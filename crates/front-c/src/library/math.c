/* Parts of math.h that look at the bits of numbers, exact. */
typedef union { double number; unsigned long long bits; } double_bits;
typedef union { float number; unsigned bits; } float_bits;

static double power_of_two(int n)
{
  double_bits r;
  r.bits = (unsigned long long)(1023 + n) << 52;
  return r.number;
}

/* At most one multiplication rounds: those before the last stay far from subnormal numbers. */
double ldexp(double x, int n)
{
  if (n > 1000) {
    x *= 0x1p1000;
    n -= 1000;
    if (n > 1000) {
      x *= 0x1p1000;
      n = n > 2000 ? 1000 : n - 1000;
    }
  } else if (n < -900) {
    x *= 0x1p-900;
    n += 900;
    if (n < -900) {
      x *= 0x1p-60;
      n = n + 60 < -1000 ? -1000 : n + 60;
    }
  }
  return x * power_of_two(n);
}

double frexp(double x, int *exponent)
{
  double_bits v;
  *exponent = 0;
  if (x == 0 || x - x != 0)
    return x;
  v.number = x;
  int e = (int)(v.bits >> 52 & 0x7ff);
  if (e == 0) {
    v.number = x * 0x1p64;
    e = (int)(v.bits >> 52 & 0x7ff) - 64;
  }
  *exponent = e - 1022;
  v.bits = (v.bits & ~(0x7ffULL << 52)) | 1022ULL << 52;
  return v.number;
}

/* A float and its power of two are exact in double; the conversion rounds once. */
float ldexpf(float x, int n) { return (float)ldexp(x, n); }
float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }
double scalbn(double x, int n) { return ldexp(x, n); }
float scalbnf(float x, int n) { return ldexpf(x, n); }

double nextafter(double x, double y)
{
  double_bits v;
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  v.number = x;
  if (x == 0) {
    v.bits = 1;
    return y < 0 ? -v.number : v.number;
  }
  v.bits = (x < y) == (x > 0) ? v.bits + 1 : v.bits - 1;
  return v.number;
}

float nextafterf(float x, float y)
{
  float_bits v;
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  v.number = x;
  if (x == 0) {
    v.bits = 1;
    return y < 0 ? -v.number : v.number;
  }
  v.bits = (x < y) == (x > 0) ? v.bits + 1 : v.bits - 1;
  return v.number;
}

int ilogb(double x)
{
  int e;
  if (x == 0)
    return -2147483647 - 1;
  if (x != x)
    return -2147483647 - 1;
  if (x - x != 0)
    return 2147483647;
  frexp(x, &e);
  return e - 1;
}

double logb(double x)
{
  if (x == 0)
    return -__builtin_inf();
  if (x - x != 0)
    return x * x;
  return ilogb(x);
}

/* The predicates of older C libraries: only zero or not is promised. */
int __isnan(double x) { return __builtin_isnan(x); }
int __isnanf(float x) { return __builtin_isnan(x); }
int __isnanl(long double x) { return __builtin_isnan(x); }
int __isinf(double x) { return __builtin_isinf(x); }
int __isinff(float x) { return __builtin_isinf(x); }
int __isinfl(long double x) { return __builtin_isinf(x); }
int isnan(double x) { return __builtin_isnan(x); }
int isnanf(float x) { return __builtin_isnan(x); }
int isinf(double x) { return __isinf(x); }
int isinff(float x) { return __isinff(x); }
int finite(double x) { return __builtin_isfinite(x); }
int finitef(float x) { return __builtin_isfinite(x); }
int __finite(double x) { return __builtin_isfinite(x); }
int __finitef(float x) { return __builtin_isfinite(x); }
int __finitel(long double x) { return __builtin_isfinite(x); }
int __signbit(double x) { return __builtin_signbit(x); }
int __signbitf(float x) { return __builtin_signbit(x); }
int __signbitl(long double x) { return __builtin_signbit(x); }
int __fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

/* As another C library calls it, and as programs call it that forgot the header. */
int __signbitd(double x) { return __signbit(x); }
int signbit(double x) { return __signbit(x); }
