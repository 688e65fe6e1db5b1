/* What `sscanf` reads from a text (7.21.6.2): exact. */
typedef __typeof__(sizeof(0)) size_t;
typedef __builtin_va_list va_list;

double strtod(const char *, char **);
float strtof(const char *, char **);
_Bool __VERIFIER_nondet_bool(void);
void __cairn_require(_Bool, const char *);
void __cairn_unsupported(const char *);

struct directive {
  _Bool suppressed;
  int width;
  /* -2: hh, -1: h, 0, 1: l, 2: ll, 3: L, 4: z and t, 5: j. */
  int length;
  char letter;
  /* The characters between the brackets. */
  const char *set, *set_end;
};

enum { ENDED, DIFFERENT, MATCHED };

static _Bool space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static const char *skip(const char *text)
{
  while (space(*text))
    text++;
  return text;
}

static int value_of(char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

static const char *read_directive(const char *format, struct directive *how)
{
  struct directive none = {0};
  *how = none;
  if (*format == '*') {
    how->suppressed = 1;
    format++;
  }
  while (*format >= '0' && *format <= '9') {
    how->width = how->width < 100000000 ? how->width * 10 + (*format - '0') : how->width;
    format++;
  }
  if (*format == 'h' || *format == 'l') {
    _Bool twice = format[1] == format[0];
    how->length = *format == 'h' ? (twice ? -2 : -1) : twice ? 2 : 1;
    format += twice ? 2 : 1;
  } else if (*format == 'L' || *format == 'z' || *format == 't' || *format == 'j' || *format == 'q') {
    how->length = *format == 'L' ? 3 : *format == 'z' || *format == 't' ? 4 : *format == 'q' ? 2 : 5;
    format++;
  }
  how->letter = *format;
  __cairn_require(*format != 0, "the format must not end inside a conversion");
  if (*format == '[') {
    how->set = format + 1;
    format += format[1] == '^' ? 3 : 2;
    while (*format != ']' && *format != 0)
      format++;
    how->set_end = format;
    __cairn_require(*format != 0, "the format must not end inside a conversion");
  }
  return format + 1;
}

static _Bool in_set(const struct directive *how, char c)
{
  const char *at = how->set;
  _Bool inverted = *at == '^', found = 0;
  for (at += inverted; at < how->set_end; at++) {
    if (at + 2 < how->set_end && at[1] == '-') {
      found |= (unsigned char)c >= (unsigned char)at[0] && (unsigned char)c <= (unsigned char)at[2];
      at += 2;
    } else
      found |= *at == c;
  }
  return found != inverted;
}

static void store_integer(const struct directive *how, unsigned long long value, va_list *rest)
{
  if (how->length == -2)
    *__builtin_va_arg(*rest, signed char *) = (signed char)value;
  else if (how->length == -1)
    *__builtin_va_arg(*rest, short *) = (short)value;
  else if (how->length == 0)
    *__builtin_va_arg(*rest, int *) = (int)value;
  else if (how->length == 1 || how->length == 4)
    *__builtin_va_arg(*rest, long *) = (long)value;
  else
    *__builtin_va_arg(*rest, long long *) = (long long)value;
}

static _Bool fits(const struct directive *how, unsigned long long magnitude, _Bool negative, _Bool is_signed)
{
  int bits = how->length == -2 ? 8 : how->length == -1 ? 16 : how->length == 0 ? 32 : 64;
  if (how->length == 1 || how->length == 4)
    bits = 8 * (int)sizeof(long);
  unsigned long long most = is_signed ? (1ULL << (bits - 1)) - !negative : ~0ULL >> (64 - bits);
  return magnitude <= most;
}

static int scan_integer(const char **text, const struct directive *how, va_list *rest)
{
  const char *at = skip(*text);
  int left = how->width > 0 ? how->width : 2147483647, digits = 0;
  int base = how->letter == 'i' ? 0 : how->letter == 'o' ? 8 : how->letter == 'd' || how->letter == 'u' ? 10 : 16;
  unsigned long long value = 0;
  _Bool negative = 0, exceeds = 0, is_signed = how->letter == 'd' || how->letter == 'i';
  *text = at;
  if (*at == 0)
    return ENDED;
  if (left > 0 && (*at == '-' || *at == '+')) {
    negative = *at++ == '-';
    left--;
  }
  if (left > 0 && *at == '0' && (base == 0 || base == 16)) {
    digits = 1;
    at++;
    left--;
    if (left > 0 && (*at == 'x' || *at == 'X')) {
      /* `0x` without a digit is a prefix of a number and no number. */
      digits = 0;
      base = 16;
      at++;
      left--;
    } else if (base == 0)
      base = 8;
  }
  if (base == 0)
    base = 10;
  for (; left > 0 && value_of(*at) < base; at++, left--) {
    exceeds |= value > (~0ULL - (unsigned)value_of(*at)) / (unsigned)base;
    value = value * (unsigned)base + (unsigned)value_of(*at);
    digits = 1;
  }
  *text = at;
  if (digits == 0)
    return DIFFERENT;
  if (!how->suppressed) {
    __cairn_require(!exceeds && fits(how, value, negative, is_signed), "the number must fit the type it is read into");
    store_integer(how, negative ? 0 - value : value, rest);
  }
  return MATCHED;
}

static int scan_float(const char **text, const struct directive *how, va_list *rest)
{
  char *end, number[64];
  int length = 0, left = how->width > 0 && how->width < 63 ? how->width : 63;
  const char *at = skip(*text);
  *text = at;
  if (*at == 0)
    return ENDED;
  while (length < left && at[length] != 0 && !space(at[length])) {
    number[length] = at[length];
    length++;
  }
  number[length] = 0;
  double value = strtod(number, &end);
  if (length == 63 && (how->width == 0 || how->width > 63))
    __cairn_unsupported("a number with so many characters");
  if (end == number)
    return DIFFERENT;
  /* A prefix of a number that is none, such as `1e+`, is consumed as a whole. */
  if (*end == 'e' || *end == 'E' || *end == 'x' || *end == 'X' || *end == 'p' || *end == 'P')
    __cairn_unsupported("an incomplete number");
  *text = at + (end - number);
  if (how->suppressed)
    return MATCHED;
  if (how->length == 0)
    *__builtin_va_arg(*rest, float *) = strtof(number, &end);
  else if (how->length == 1)
    *__builtin_va_arg(*rest, double *) = value;
  else
    __cairn_unsupported("reading a `long double`");
  return MATCHED;
}

static int scan_text(const char **text, const struct directive *how, va_list *rest)
{
  const char *at = how->letter == 's' ? skip(*text) : *text;
  int most = how->width > 0 ? how->width : how->letter == 'c' ? 1 : 2147483647, length = 0;
  char *to = 0;
  *text = at;
  if (*at == 0)
    return ENDED;
  while (length < most && at[length] != 0 && (how->letter != 's' || !space(at[length])) &&
         (how->letter != '[' || in_set(how, at[length])))
    length++;
  if (length == 0)
    return DIFFERENT;
  /* C17 wants exactly so many characters; the GNU library takes fewer. */
  if (how->letter == 'c' && length < most) {
    __cairn_unsupported("reading fewer characters than the width of `%c`");
    return ENDED;
  }
  if (how->length != 0)
    __cairn_unsupported("reading wide characters");
  if (!how->suppressed) {
    to = __builtin_va_arg(*rest, char *);
    for (int i = 0; i < length; i++)
      to[i] = at[i];
    if (how->letter != 'c')
      to[length] = 0;
  }
  *text = at + length;
  return MATCHED;
}

static int scan_one(const char **text, const struct directive *how, va_list *rest)
{
  switch (how->letter) {
  case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
    return scan_integer(text, how, rest);
  case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
    return scan_float(text, how, rest);
  case 's': case 'c': case '[':
    return scan_text(text, how, rest);
  case 'p':
    __cairn_unsupported("reading an address");
    return DIFFERENT;
  default:
    __cairn_require(0, "the format must be one that C defines");
    return DIFFERENT;
  }
}

/* The text has ended. Whether a conversion that assigns nothing counts as one is read either way. */
static int nothing_more(int count, _Bool any) { return count == 0 && (!any || __VERIFIER_nondet_bool()) ? -1 : count; }

int vsscanf(const char *text, const char *format, va_list list)
{
  const char *start = text;
  int count = 0;
  _Bool any = 0;
  va_list rest;
  __builtin_va_copy(rest, list);
  while (*format != 0) {
    if (space(*format)) {
      text = skip(text);
      format = skip(format);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        text = skip(text);
        format++;
      }
      if (*text == 0)
        return nothing_more(count, any);
      if (*text != *format)
        return count;
      text++;
      format++;
      continue;
    }
    struct directive how;
    format = read_directive(format + 1, &how);
    if (how.letter == 'n') {
      if (!how.suppressed)
        store_integer(&how, (unsigned long long)(text - start), &rest);
      continue;
    }
    int result = scan_one(&text, &how, &rest);
    if (result == ENDED)
      return nothing_more(count, any);
    if (result == DIFFERENT)
      return count;
    any = 1;
    count += !how.suppressed;
  }
  return count;
}

int sscanf(const char *text, const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  int count = vsscanf(text, format, list);
  __builtin_va_end(list);
  return count;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  int count = vsscanf(text, format, list);
  __builtin_va_end(list);
  return count;
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
  va_list list;
  __builtin_va_start(list, format);
  int count = vsscanf(text, format, list);
  __builtin_va_end(list);
  return count;
}
