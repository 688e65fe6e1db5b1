/* stdlib.h. malloc, calloc, alloca and free are statements of the program form. */
typedef __typeof__(sizeof(0)) size_t;

void *memcpy(void *, const void *, size_t);
void *malloc(size_t);
void free(void *);
int isspace(int);
size_t strlen(const char *);
int *__errno_location(void);
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
double __VERIFIER_nondet_double(void);
size_t __VERIFIER_nondet_size_t(void);
void __cairn_assume(int);
void *__cairn_object(size_t);
size_t __cairn_object_size(const void *);
void __cairn_require(_Bool, const char *);
void __cairn_unsupported(const char *);
_Bool __cairn_comparisons_are_seen(void);
void __cairn_check_free(const void *);

enum { OUT_OF_RANGE = 34, INVALID = 22 };

/* ---- memory ---- */

void *realloc(void *old, size_t size)
{
  if (old == 0)
    return malloc(size);
  __cairn_check_free(old);
  void *copy = malloc(size);
  if (copy == 0)
    return 0;
  size_t held = __cairn_object_size(old);
  memcpy(copy, old, held < size ? held : size);
  free(old);
  return copy;
}

void *reallocarray(void *old, size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return 0;
  return realloc(old, bytes);
}

/* What is allocated lies at multiples of 16 anyway. */
static void *aligned(size_t alignment, size_t size)
{
  void *made = malloc(size);
  if (made != 0 && alignment > 16)
    __cairn_assume(((size_t)made & (alignment - 1)) == 0);
  return made;
}

static _Bool is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

void *aligned_alloc(size_t alignment, size_t size)
{
  return is_power_of_two(alignment) ? aligned(alignment, size) : 0;
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size)
{
  if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
    return INVALID;
  void *made = aligned(alignment, size);
  if (made == 0)
    return 12;
  *result = made;
  return 0;
}

/* ---- numbers ---- */

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
long imaxabs(long n) { return n < 0 ? -n : n; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

div_t div(int a, int b) { div_t r = {a / b, a % b}; return r; }
ldiv_t ldiv(long a, long b) { ldiv_t r = {a / b, a % b}; return r; }
lldiv_t lldiv(long long a, long long b) { lldiv_t r = {a / b, a % b}; return r; }

static int digit_value(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

/* The digits of a number in a text: its magnitude, no larger than the limit. */
static unsigned long long magnitude(const char *text, char **end, int base, unsigned long long positive_limit,
                                    unsigned long long negative_limit, _Bool *negative, _Bool *exceeds)
{
  const char *at = text;
  unsigned long long value = 0;
  *negative = 0;
  *exceeds = 0;
  if (base < 0 || base == 1 || base > 36) {
    *__errno_location() = INVALID;
    if (end != 0)
      *end = (char *)text;
    return 0;
  }
  while (isspace((unsigned char)*at))
    at++;
  if (*at == '-' || *at == '+')
    *negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_value(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  unsigned long long limit = *negative ? negative_limit : positive_limit;
  _Bool any = 0;
  for (; digit_value(*at) < base; at++) {
    unsigned long long digit = (unsigned long long)digit_value(*at);
    any = 1;
    if (value > (limit - digit) / (unsigned)base || digit > limit)
      *exceeds = 1;
    else
      value = value * (unsigned)base + digit;
  }
  if (end != 0)
    *end = (char *)(any ? at : text);
  if (*exceeds) {
    *__errno_location() = OUT_OF_RANGE;
    return limit;
  }
  return value;
}

long long strtoll(const char *text, char **end, int base)
{
  _Bool negative, exceeds;
  unsigned long long max = ~0ULL >> 1;
  unsigned long long value = magnitude(text, end, base, max, max + 1, &negative, &exceeds);
  return (long long)(negative ? 0 - value : value);
}

long strtol(const char *text, char **end, int base)
{
  _Bool negative, exceeds;
  unsigned long long max = ~0UL >> 1;
  unsigned long long value = magnitude(text, end, base, max, max + 1, &negative, &exceeds);
  return (long)(negative ? 0 - value : value);
}

unsigned long long strtoull(const char *text, char **end, int base)
{
  _Bool negative, exceeds;
  unsigned long long value = magnitude(text, end, base, ~0ULL, ~0ULL, &negative, &exceeds);
  return negative && !exceeds ? 0 - value : value;
}

unsigned long strtoul(const char *text, char **end, int base)
{
  _Bool negative, exceeds;
  unsigned long long value = magnitude(text, end, base, ~0UL, ~0UL, &negative, &exceeds);
  return (unsigned long)(negative && !exceeds ? 0 - value : value);
}

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }

int atoi(const char *text)
{
  long value = strtol(text, 0, 10);
  __cairn_require(value >= -2147483647 - 1 && value <= 2147483647, "the number must fit an `int`");
  return (int)value;
}

long atol(const char *text) { return strtol(text, 0, 10); }
long long atoll(const char *text) { return strtoll(text, 0, 10); }

/* ---- floating-point numbers, exactly rounded ---- */

double ldexp(double, int);

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

/* Whether a word stands here, in letters of any size. */
static _Bool begins(const char *text, const char *word)
{
  while (*word != 0 && small(*text) == *word) {
    text++;
    word++;
  }
  return *word == 0;
}

/* mantissa * 10 to the power, where that is at least -19 and at most 19, rounded once: what is cut off leaves a mark in the last
   bit, far below those that a double keeps. */
static double scaled(unsigned long long mantissa, int power)
{
  unsigned long long ten = 1;
  for (int i = 0; i < (power < 0 ? -power : power); i++)
    ten *= 10;
  if (power >= 0)
    return (double)((unsigned __int128)mantissa * ten);
  if (mantissa < 1ULL << 53 && power >= -22)
    return (double)mantissa / (double)ten;
  int shift = 64;
  unsigned __int128 number = (unsigned __int128)mantissa << 64;
  while ((number >> 127) == 0) {
    number <<= 1;
    shift++;
  }
  unsigned __int128 quotient = number / ten;
  return ldexp((double)(quotient | (number % ten != 0)), -shift);
}

static double decimal(const char *at, const char **end)
{
  unsigned long long mantissa = 0;
  int digits = 0, power = 0;
  _Bool any = 0, point = 0;
  for (;; at++) {
    if (*at == '.' && !point)
      point = 1;
    else if (*at >= '0' && *at <= '9') {
      any = 1;
      if (digits < 19) {
        mantissa = mantissa * 10 + (unsigned)(*at - '0');
        digits += mantissa != 0;
        power -= point;
      } else {
        if (*at != '0')
          __cairn_unsupported("a number with more than 19 digits");
        power += !point;
      }
    } else
      break;
  }
  if (!any) {
    *end = 0;
    return 0;
  }
  *end = at;
  if (*at == 'e' || *at == 'E') {
    _Bool negative = at[1] == '-';
    const char *digit = at + 1 + (at[1] == '-' || at[1] == '+');
    int exponent = 0;
    for (at = digit; *at >= '0' && *at <= '9'; at++)
      exponent = exponent < 100000 ? exponent * 10 + (*at - '0') : exponent;
    if (at > digit) {
      *end = at;
      power += negative ? -exponent : exponent;
    }
  }
  while (mantissa != 0 && mantissa % 10 == 0 && power < 0) {
    mantissa /= 10;
    power++;
  }
  if (mantissa == 0)
    return 0;
  if (power < -19 || power > 19) {
    __cairn_unsupported("a number with so large an exponent");
    return 0;
  }
  return scaled(mantissa, power);
}

double strtod(const char *text, char **end)
{
  const char *at = text, *behind = 0;
  double value = 0;
  while (isspace((unsigned char)*at))
    at++;
  _Bool negative = *at == '-';
  at += *at == '-' || *at == '+';
  if (begins(at, "inf")) {
    behind = at + (begins(at, "infinity") ? 8 : 3);
    value = __builtin_inf();
  } else if (begins(at, "nan")) {
    behind = at + 3;
    value = __builtin_nan("");
    if (*behind == '(')
      __cairn_unsupported("a NaN with a tag");
  } else if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
    __cairn_unsupported("a hexadecimal floating-point number");
  else
    value = decimal(at, &behind);
  if (end != 0)
    *end = (char *)(behind != 0 ? behind : text);
  return negative && behind != 0 ? -value : value;
}

/* Rounding twice gives the number itself only where the first rounding was exact or far from the middle of two floats. */
float strtof(const char *text, char **end)
{
  double value = strtod(text, end);
  float rounded = (float)value;
  union { double number; unsigned long long bits; } parts;
  parts.number = value;
  if ((parts.bits & 0x1fffffffULL) == 0x10000000ULL)
    __cairn_unsupported("a number between two floats");
  return rounded;
}

long double strtold(const char *text, char **end)
{
  double value = strtod(text, end);
  if (value != (double)(long long)value)
    __cairn_unsupported("a `long double` from a text");
  return value;
}

double atof(const char *text) { return strtod(text, 0); }

/* ---- searching and sorting ---- */

typedef int comparison(const void *, const void *);

/* Where comparisons have effects that the program can see, there may be any number of them, of any elements. */
static void further_comparisons(const void *key, const char *base, size_t count, size_t size, comparison *compare)
{
  if (!__cairn_comparisons_are_seen() || count == 0)
    return;
  while (__VERIFIER_nondet_bool()) {
    size_t i = __VERIFIER_nondet_size_t(), j = __VERIFIER_nondet_size_t();
    __cairn_assume(i < count && j < count);
    compare(key != 0 ? key : base + i * size, base + j * size);
  }
}

/* What stands before in the array must not come after the key, and so on (7.22.5.1): shown for any two elements. */
static void must_be_ordered(const void *key, const char *base, size_t count, size_t size, comparison *compare)
{
  size_t i = __VERIFIER_nondet_size_t(), j = __VERIFIER_nondet_size_t();
  __cairn_assume(i < j && j < count);
  int first = compare(key, base + i * size), second = compare(key, base + j * size);
  __cairn_require(first > 0 || (first == 0 && second <= 0) || second < 0, "the elements of `bsearch` must be in order");
}

/* Which of equal elements is found is not specified. */
void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison *compare)
{
  size_t low = 0, high = count;
  if (count > 1 && !__cairn_comparisons_are_seen() && __VERIFIER_nondet_bool()) {
    must_be_ordered(key, base, count, size, compare);
    __cairn_assume(0);
  }
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0) {
      while (middle + 1 < high && __VERIFIER_nondet_bool() && compare(key, at + size) == 0) {
        middle++;
        at += size;
      }
      while (middle > low && __VERIFIER_nondet_bool() && compare(key, at - size) == 0) {
        middle--;
        at -= size;
      }
      further_comparisons(key, base, count, size, compare);
      return (void *)at;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  further_comparisons(key, base, count, size, compare);
  return 0;
}

static int sign(int n) { return n < 0 ? -1 : n > 0; }

/* Comparisons must define an order (7.22.5): shown for any three elements. */
static void must_be_an_order(const char *base, size_t count, size_t size, comparison *compare)
{
  size_t i = __VERIFIER_nondet_size_t(), j = __VERIFIER_nondet_size_t(), k = __VERIFIER_nondet_size_t();
  __cairn_assume(i < count && j < count && k < count && i != j && j != k);
  const char *x = base + i * size, *y = base + j * size, *z = base + k * size;
  int first = sign(compare(x, y));
  __cairn_require(sign(compare(y, x)) == -first, "comparing two elements the other way round must give the opposite");
  if (i != k && first <= 0 && compare(y, z) <= 0)
    __cairn_require(compare(x, z) <= 0, "the comparison must be transitive");
}

/* The order of equal elements is not specified, nor which elements are compared, nor how often. */
void qsort(void *base, size_t count, size_t size, comparison *compare)
{
  char *bytes = base;
  char kept[size > 0 ? size : 1];
  if (count > 1 && !__cairn_comparisons_are_seen() && __VERIFIER_nondet_bool()) {
    must_be_an_order(bytes, count, size, compare);
    __cairn_assume(0);
  }
  further_comparisons(0, bytes, count, size, compare);
  for (size_t i = 1; i < count; i++) {
    for (size_t j = i; j > 0; j--) {
      char *high = bytes + j * size, *low = high - size;
      int order = compare(low, high);
      if (order < 0 || (order == 0 && !__VERIFIER_nondet_bool()))
        break;
      memcpy(kept, low, size);
      memcpy(low, high, size);
      memcpy(high, kept, size);
    }
  }
  further_comparisons(0, bytes, count, size, compare);
}

/* ---- what the program cannot know ---- */

int rand(void)
{
  int n = __VERIFIER_nondet_int();
  __cairn_assume(n >= 0);
  return n;
}

void srand(unsigned seed) {}
void srandom(unsigned seed) {}

int rand_r(unsigned *seed)
{
  *seed = (unsigned)__VERIFIER_nondet_int();
  return rand();
}

long random(void)
{
  long n = __VERIFIER_nondet_long();
  __cairn_assume(n >= 0 && n <= 2147483647);
  return n;
}

double drand48(void)
{
  double r = __VERIFIER_nondet_double();
  __cairn_assume(r >= 0 && r < 1);
  return r;
}

char *getenv(const char *name)
{
  strlen(name);
  if (__VERIFIER_nondet_bool())
    return 0;
  size_t n = __VERIFIER_nondet_size_t();
  __cairn_assume(n < 1UL << 20);
  char *text = __cairn_object(n + 1);
  text[n] = 0;
  return text;
}

int system(const char *command)
{
  if (command != 0)
    strlen(command);
  return __VERIFIER_nondet_int();
}
