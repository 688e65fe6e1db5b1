/* Texts made by a format (7.21.6.1), character by character. What is not computed exactly is not supported. */
typedef __typeof__(sizeof(0)) size_t;
typedef __builtin_va_list va_list;

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
void __cairn_assume(int);
void __cairn_require(_Bool, const char *);
void __cairn_require_pointer(_Bool, const char *);
void __cairn_unsupported(const char *);
_Bool __CPROVER_same_object(const void *, const void *);
size_t __CPROVER_POINTER_OFFSET(const void *);

/* Where a text goes: as much of it as there is room for. */
struct sink {
  char *to;
  size_t room, count;
};

struct conversion {
  _Bool left, plus, space, alternate, zeros, has_precision;
  int width, precision;
  /* -2: hh, -1: h, 0, 1: l, 2: ll, 3: L, 4: z and t, 5: j. */
  int length;
  char letter;
};

static void put(struct sink *sink, char c)
{
  if (sink->count < sink->room)
    sink->to[sink->count] = c;
  sink->count++;
}

static void repeat(struct sink *sink, char c, int times)
{
  for (int i = 0; i < times; i++)
    put(sink, c);
}

/* A sign or prefix, so many zeros, and the text, in a field. */
static void put_number(struct sink *sink, const struct conversion *how, const char *prefix, int prefix_length, int zeros,
                       const char *digits, int length, _Bool fill_with_zeros)
{
  int all = prefix_length + zeros + length, fill = how->width > all ? how->width - all : 0;
  if (!how->left && !fill_with_zeros)
    repeat(sink, ' ', fill);
  for (int i = 0; i < prefix_length; i++)
    put(sink, prefix[i]);
  if (!how->left && fill_with_zeros)
    repeat(sink, '0', fill);
  repeat(sink, '0', zeros);
  for (int i = 0; i < length; i++)
    put(sink, digits[i]);
  if (how->left)
    repeat(sink, ' ', fill);
}

static void put_integer(struct sink *sink, const struct conversion *how, unsigned long long value, _Bool negative)
{
  char digits[24], prefix[2];
  int length = 0, prefix_length = 0;
  _Bool is_signed = how->letter == 'd' || how->letter == 'i';
  unsigned base = how->letter == 'o' ? 8 : how->letter == 'x' || how->letter == 'X' || how->letter == 'p' ? 16 : 10;
  const char *names = how->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  _Bool nonzero = value != 0;
  /* Numbers of 32 bits, which most are, are divided as such. */
  while (value > 0xffffffffULL) {
    digits[23 - length++] = names[value % base];
    value /= base;
  }
  for (unsigned rest = (unsigned)value; rest != 0; rest /= base)
    digits[23 - length++] = names[rest % base];
  int least = how->has_precision ? how->precision : 1;
  int zeros = least > length ? least - length : 0;
  if (is_signed && (negative || how->plus || how->space))
    prefix[prefix_length++] = negative ? '-' : how->plus ? '+' : ' ';
  if (how->letter == 'p' || (base == 16 && how->alternate && nonzero)) {
    prefix[prefix_length++] = '0';
    prefix[prefix_length++] = how->letter == 'X' ? 'X' : 'x';
  }
  if (base == 8 && how->alternate && zeros == 0 && (nonzero || length == 0))
    zeros = 1;
  put_number(sink, how, prefix, prefix_length, zeros, digits + 24 - length, length, how->zeros && !how->has_precision);
}

/* As many characters of a text as the precision allows; more are not read. */
static void put_text(struct sink *sink, const struct conversion *how, const char *text)
{
  int length = 0;
  while ((!how->has_precision || length < how->precision) && text[length] != 0)
    length++;
  if (sink->room > 0 && __CPROVER_same_object(sink->to, text)) {
    size_t to = __CPROVER_POINTER_OFFSET(sink->to), from = __CPROVER_POINTER_OFFSET(text);
    _Bool apart = to + sink->count + (size_t)length < from || from + (size_t)length < to || length == 0;
    __cairn_require_pointer(apart, "a text must not be printed over itself");
  }
  put_number(sink, how, "", 0, 0, text, length, 0);
}

/* What printing a text reads of it; at most so many characters, unless that is negative. */
void __cairn_read_text(const char *text, int most)
{
  int length = 0;
  while (length != most && text[length] != 0)
    length++;
}

/* ---- floats ---- */

typedef union { double number; unsigned long long bits; } double_bits;

enum { WHOLE_DIGITS = 20, MOST_DIGITS = 20 + 130 };

/* The decimal digits of a number below 2 to the 64th whose last bit is worth at least 2 to the minus 128th: all of them. Gives
   how many there are; the first WHOLE_DIGITS are before the point. */
static int decimal_digits(unsigned long long mantissa, int exponent, char *digits)
{
  unsigned long long whole = 0, high = 0, low = 0;
  if (exponent >= 0)
    whole = mantissa << exponent;
  else if (exponent > -64) {
    whole = mantissa >> -exponent;
    high = mantissa << (64 + exponent);
  } else if (exponent == -64)
    high = mantissa;
  else if (exponent > -128) {
    high = mantissa >> (-exponent - 64);
    low = mantissa << (128 + exponent);
  } else
    low = mantissa;
  for (int i = WHOLE_DIGITS - 1; i >= 0; i--) {
    digits[i] = (char)(whole % 10);
    whole /= 10;
  }
  int count = WHOLE_DIGITS;
  while ((high | low) != 0) {
    unsigned __int128 lower = (unsigned __int128)low * 10;
    unsigned __int128 upper = (unsigned __int128)high * 10 + (unsigned long long)(lower >> 64);
    low = (unsigned long long)lower;
    high = (unsigned long long)upper;
    digits[count++] = (char)(unsigned long long)(upper >> 64);
  }
  return count;
}

/* Rounds to so many digits, ties to even; a carry out of the first digit cannot be (there is room for 20 before the point). */
static void round_digits(char *digits, int *count, int kept)
{
  if (kept >= *count)
    return;
  _Bool more = 0;
  for (int i = kept + 1; i < *count; i++)
    more |= digits[i] != 0;
  char next = digits[kept];
  _Bool odd = kept > 0 && digits[kept - 1] % 2 == 1;
  *count = kept;
  if (next > 5 || (next == 5 && (more || odd))) {
    int i = kept - 1;
    while (digits[i] == 9)
      digits[i--] = 0;
    digits[i]++;
  }
}

static int put_exponent(char *text, int length, int exponent, char letter)
{
  text[length++] = letter;
  text[length++] = exponent < 0 ? '-' : '+';
  int size = exponent < 0 ? -exponent : exponent;
  if (size >= 100)
    text[length++] = (char)('0' + size / 100);
  text[length++] = (char)('0' + size / 10 % 10);
  text[length++] = (char)('0' + size % 10);
  return length;
}

static void put_float(struct sink *sink, const struct conversion *how, double value)
{
  char prefix[1], digits[MOST_DIGITS], text[2 * MOST_DIGITS];
  double_bits parts;
  parts.number = value < 0 ? -value : value;
  _Bool is_nan = value != value, is_infinite = !is_nan && value - value != 0;
  _Bool negative = !is_nan && (value < 0 || (value == 0 && 1 / value < 0));
  _Bool capital = how->letter >= 'A' && how->letter <= 'Z';
  char letter = capital ? (char)(how->letter + 32) : how->letter;
  int prefix_length = 0, length = 0;
  if (is_nan) {
    __cairn_unsupported("the text of a NaN");
    return;
  }
  if (negative || how->plus || how->space)
    prefix[prefix_length++] = negative ? '-' : how->plus ? '+' : ' ';
  if (is_infinite) {
    put_number(sink, how, prefix, prefix_length, 0, capital ? "INF" : "inf", 3, 0);
    return;
  }
  int precision = how->has_precision ? how->precision : 6;
  int exponent = (int)(parts.bits >> 52) - 1075;
  unsigned long long mantissa = (parts.bits & 0xfffffffffffffULL) | 1ULL << 52;
  if (value == 0)
    mantissa = 0, exponent = 0;
  while (mantissa != 0 && (mantissa & 1) == 0)
    mantissa >>= 1, exponent++;
  if (letter == 'a' || precision > 100 || exponent < -128 || (value != 0 && parts.number >= 0x1p63)) {
    __cairn_unsupported("the text of this floating-point number");
    return;
  }
  int count = decimal_digits(mantissa, exponent, digits), first = 0;
  while (first < count && digits[first] == 0)
    first++;
  _Bool scientific = letter == 'e', cut = 0;
  if (letter == 'g') {
    precision = precision == 0 ? 1 : precision;
    if (value != 0)
      round_digits(digits, &count, first + precision);
    if (first > 0 && digits[first - 1] != 0)
      first--;
    int size = value == 0 ? 0 : WHOLE_DIGITS - 1 - first;
    scientific = size < -4 || size >= precision;
    cut = !how->alternate;
    precision = scientific ? precision - 1 : precision - 1 - size;
  } else if (scientific) {
    if (value != 0)
      round_digits(digits, &count, first + precision + 1);
    if (first > 0 && digits[first - 1] != 0)
      first--;
  } else
    round_digits(digits, &count, WHOLE_DIGITS + precision);
  int at = scientific ? (value == 0 ? WHOLE_DIGITS - 1 : first) : first < WHOLE_DIGITS - 1 ? first : WHOLE_DIGITS - 1;
  if (!scientific && at > 0 && digits[at - 1] != 0)
    at--;
  int point = scientific ? at + 1 : WHOLE_DIGITS, end = point + precision;
  if (cut) {
    while (end > point && (end > count || digits[end - 1] == 0))
      end--;
  }
  for (int i = at; i < end; i++) {
    if (i == point)
      text[length++] = '.';
    text[length++] = i < count ? (char)('0' + digits[i]) : '0';
  }
  if (end == point && how->alternate)
    text[length++] = '.';
  if (scientific)
    length = put_exponent(text, length, value == 0 ? 0 : WHOLE_DIGITS - 1 - first, capital ? 'E' : 'e');
  put_number(sink, how, prefix, prefix_length, 0, text, length, how->zeros);
}

/* ---- the format ---- */

static const char *read_number(const char *format, int *number)
{
  *number = 0;
  while (*format >= '0' && *format <= '9') {
    *number = *number < 100000000 ? *number * 10 + (*format - '0') : *number;
    format++;
  }
  return format;
}

static const char *read_length(const char *format, int *length)
{
  *length = 0;
  if (*format == 'h') {
    *length = format[1] == 'h' ? -2 : -1;
    return format + (format[1] == 'h' ? 2 : 1);
  }
  if (*format == 'l') {
    *length = format[1] == 'l' ? 2 : 1;
    return format + (format[1] == 'l' ? 2 : 1);
  }
  if (*format == 'L' || *format == 'z' || *format == 't' || *format == 'j' || *format == 'q') {
    *length = *format == 'L' ? 3 : *format == 'z' || *format == 't' ? 4 : *format == 'q' ? 2 : 5;
    return format + 1;
  }
  return format;
}

static long long signed_argument(int length, va_list *rest)
{
  switch (length) {
  case -2: return (signed char)__builtin_va_arg(*rest, int);
  case -1: return (short)__builtin_va_arg(*rest, int);
  case 0: return __builtin_va_arg(*rest, int);
  case 1: return __builtin_va_arg(*rest, long);
  case 4: return (long)__builtin_va_arg(*rest, size_t);
  default: return __builtin_va_arg(*rest, long long);
  }
}

static unsigned long long unsigned_argument(int length, va_list *rest)
{
  switch (length) {
  case -2: return (unsigned char)__builtin_va_arg(*rest, int);
  case -1: return (unsigned short)__builtin_va_arg(*rest, int);
  case 0: return __builtin_va_arg(*rest, unsigned);
  case 1: return __builtin_va_arg(*rest, unsigned long);
  case 4: return __builtin_va_arg(*rest, size_t);
  default: return __builtin_va_arg(*rest, unsigned long long);
  }
}

static void put_argument(struct sink *sink, struct conversion *how, va_list *rest)
{
  switch (how->letter) {
  case 'd': case 'i': {
    long long value = signed_argument(how->length, rest);
    put_integer(sink, how, value < 0 ? 0ULL - (unsigned long long)value : (unsigned long long)value, value < 0);
    return;
  }
  case 'u': case 'o': case 'x': case 'X':
    put_integer(sink, how, unsigned_argument(how->length, rest), 0);
    return;
  case 'c': {
    char c = (char)__builtin_va_arg(*rest, int);
    __cairn_require(how->length == 0, "the conversion of a wide character is not for these arguments");
    put_number(sink, how, "", 0, 0, &c, 1, 0);
    return;
  }
  case 's':
    if (how->length != 0)
      __cairn_unsupported("the text of wide characters");
    else
      put_text(sink, how, __builtin_va_arg(*rest, const char *));
    return;
  case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
    if (how->length == 3)
      __cairn_unsupported("the text of a `long double`");
    else
      put_float(sink, how, __builtin_va_arg(*rest, double));
    return;
  case 'p':
    __builtin_va_arg(*rest, void *);
    __cairn_unsupported("the text of an address");
    return;
  case 'n': {
    int *count = __builtin_va_arg(*rest, int *);
    if (how->length != 0)
      __cairn_unsupported("a count of another type than `int`");
    else
      *count = (int)sink->count;
    return;
  }
  case '%':
    put(sink, '%');
    return;
  default:
    __cairn_require(0, "the format must be one that C defines");
  }
}

static const char *read_conversion(const char *format, struct conversion *how, va_list *rest)
{
  struct conversion none = {0};
  *how = none;
  for (;; format++) {
    if (*format == '-')
      how->left = 1;
    else if (*format == '+')
      how->plus = 1;
    else if (*format == ' ')
      how->space = 1;
    else if (*format == '#')
      how->alternate = 1;
    else if (*format == '0')
      how->zeros = 1;
    else
      break;
  }
  if (*format == '*') {
    how->width = __builtin_va_arg(*rest, int);
    __cairn_require(how->width > -2147483647 - 1, "the width must have an absolute value");
    if (how->width < 0) {
      how->left = 1;
      how->width = -how->width;
    }
    format++;
  } else
    format = read_number(format, &how->width);
  if (*format == '.') {
    how->has_precision = 1;
    format++;
    if (*format == '*') {
      how->precision = __builtin_va_arg(*rest, int);
      how->has_precision = how->precision >= 0;
      format++;
    } else
      format = read_number(format, &how->precision);
  }
  format = read_length(format, &how->length);
  how->letter = *format;
  __cairn_require(*format != 0, "the format must not end inside a conversion");
  return format + 1;
}

static int print(struct sink *sink, const char *format, va_list *rest)
{
  while (*format != 0) {
    if (*format != '%')
      put(sink, *format++);
    else {
      struct conversion how;
      format = read_conversion(format + 1, &how, rest);
      put_argument(sink, &how, rest);
    }
  }
  if (sink->to != 0 && sink->room != ~(size_t)0)
    sink->to[sink->count < sink->room ? sink->count : sink->room] = 0;
  return (int)sink->count;
}

int vsnprintf(char *to, size_t size, const char *format, va_list list)
{
  struct sink sink = {size > 0 ? to : 0, size > 0 ? size - 1 : 0, 0};
  va_list rest;
  __builtin_va_copy(rest, list);
  if (size > 0)
    __cairn_require_pointer(to != 0, "the buffer must not be null");
  return print(&sink, format, &rest);
}

int vsprintf(char *to, const char *format, va_list list)
{
  struct sink sink = {to, ~(size_t)0, 0};
  va_list rest;
  __builtin_va_copy(rest, list);
  int length = print(&sink, format, &rest);
  to[sink.count] = 0;
  return length;
}

/* To a file: the number of characters, or that it could not be written. */
int vprintf(const char *format, va_list list)
{
  struct sink sink = {0, 0, 0};
  va_list rest;
  __builtin_va_copy(rest, list);
  int length = print(&sink, format, &rest);
  if (__VERIFIER_nondet_bool())
    return length;
  int error = __VERIFIER_nondet_int();
  __cairn_assume(error < 0);
  return error;
}

int vfprintf(void *file, const char *format, va_list list)
{
  __cairn_require(file != 0, "the file must not be null");
  return vprintf(format, list);
}

int snprintf(char *to, size_t size, const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  int length = vsnprintf(to, size, format, list);
  __builtin_va_end(list);
  return length;
}

int sprintf(char *to, const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  int length = vsprintf(to, format, list);
  __builtin_va_end(list);
  return length;
}

int printf(const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  int length = vprintf(format, list);
  __builtin_va_end(list);
  return length;
}

int fprintf(void *file, const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  int length = vprintf(format, list);
  __builtin_va_end(list);
  return length;
}

int dprintf(int file, const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  int length = vprintf(format, list);
  __builtin_va_end(list);
  return length;
}

void syslog(int priority, const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  vprintf(format, list);
  __builtin_va_end(list);
}
