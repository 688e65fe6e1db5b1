/* string.h and strings.h. memcpy, memmove and memset are statements of the program form. */
typedef __typeof__(sizeof(0)) size_t;

void *memcpy(void *, const void *, size_t);
void *malloc(size_t);
int tolower(int);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
size_t __VERIFIER_nondet_size_t(void);
void __cairn_assume(int);
void *__cairn_object(size_t);
void __cairn_check_readable(const void *, size_t);
void __cairn_check_writable(const void *, size_t);
void __cairn_havoc_bytes(void *, size_t);
void __cairn_require(_Bool, const char *);
void __cairn_require_pointer(_Bool, const char *);
int __VERIFIER_nondet_int(void);
_Bool __CPROVER_same_object(const void *, const void *);
size_t __CPROVER_POINTER_OFFSET(const void *);

/* Only the sign of a comparison is promised. */
static int any_of_sign(int order)
{
  if (order == 0)
    return 0;
  int r = __VERIFIER_nondet_int();
  __cairn_assume(order < 0 ? r < 0 : r > 0);
  return r;
}

/* Objects that are copied between must not overlap (C17 7.24.1 and each function). */
static void apart(const void *to, size_t written, const void *from, size_t read)
{
  if (__CPROVER_same_object(to, from)) {
    size_t a = __CPROVER_POINTER_OFFSET(to), b = __CPROVER_POINTER_OFFSET(from);
    __cairn_require_pointer(a + written <= b || b + read <= a, "the objects of this copy must not overlap");
  }
}

int memcmp(const void *a, const void *b, size_t n)
{
  const unsigned char *x = a, *y = b;
  __cairn_check_readable(a, n);
  __cairn_check_readable(b, n);
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return any_of_sign(x[i] < y[i] ? -1 : 1);
  return 0;
}

int bcmp(const void *a, const void *b, size_t n)
{
  int r = memcmp(a, b, n);
  return r != 0 && __VERIFIER_nondet_bool() ? -(r / 2) - (r > 0) + (r < 0) : r;
}

void *memchr(const void *s, int c, size_t n)
{
  const unsigned char *x = s;
  for (size_t i = 0; i < n; i++)
    if (x[i] == (unsigned char)c)
      return (void *)(x + i);
  return 0;
}

void *memrchr(const void *s, int c, size_t n)
{
  const unsigned char *x = s;
  while (n > 0) {
    n--;
    if (x[n] == (unsigned char)c)
      return (void *)(x + n);
  }
  return 0;
}

void *rawmemchr(const void *s, int c)
{
  const unsigned char *x = s;
  while (*x != (unsigned char)c)
    x++;
  return (void *)x;
}

void *mempcpy(void *to, const void *from, size_t n)
{
  memcpy(to, from, n);
  return (char *)to + n;
}

void *memccpy(void *to, const void *from, int c, size_t n)
{
  unsigned char *x = to;
  const unsigned char *y = from;
  size_t i = 0;
  while (i < n) {
    unsigned char copied = y[i];
    x[i++] = copied;
    if (copied == (unsigned char)c) {
      apart(to, i, from, i);
      return x + i;
    }
  }
  apart(to, i, from, i);
  return 0;
}

size_t strlen(const char *s)
{
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

size_t strnlen(const char *s, size_t limit)
{
  size_t n = 0;
  while (n < limit && s[n] != 0)
    n++;
  return n;
}

char *strcpy(char *to, const char *from)
{
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    i++;
  apart(to, i + 1, from, i + 1);
  return to;
}

char *stpcpy(char *to, const char *from)
{
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    i++;
  apart(to, i + 1, from, i + 1);
  return to + i;
}

char *strncpy(char *to, const char *from, size_t n)
{
  size_t i = 0;
  for (; i < n && from[i] != 0; i++)
    to[i] = from[i];
  apart(to, n, from, i < n ? i + 1 : n);
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

char *stpncpy(char *to, const char *from, size_t n)
{
  size_t i = 0;
  for (; i < n && from[i] != 0; i++)
    to[i] = from[i];
  apart(to, n, from, i < n ? i + 1 : n);
  char *end = to + i;
  for (; i < n; i++)
    to[i] = 0;
  return end;
}

size_t strlcpy(char *to, const char *from, size_t n)
{
  size_t i = 0;
  for (; from[i] != 0; i++)
    if (i + 1 < n)
      to[i] = from[i];
  apart(to, i < n ? i + 1 : n, from, i + 1);
  if (n > 0)
    to[i < n ? i : n - 1] = 0;
  return i;
}

char *strcat(char *to, const char *from)
{
  size_t n = 0, i = 0;
  while (to[n] != 0)
    n++;
  while ((to[n + i] = from[i]) != 0)
    i++;
  apart(to, n + i + 1, from, i + 1);
  return to;
}

char *strncat(char *to, const char *from, size_t limit)
{
  size_t n = 0, i = 0;
  while (to[n] != 0)
    n++;
  for (; i < limit && from[i] != 0; i++)
    to[n + i] = from[i];
  apart(to, n + i + 1, from, i < limit ? i + 1 : limit);
  to[n + i] = 0;
  return to;
}

int strcmp(const char *a, const char *b)
{
  size_t i = 0;
  while (a[i] == b[i] && a[i] != 0)
    i++;
  return any_of_sign((int)(unsigned char)a[i] - (int)(unsigned char)b[i]);
}

int strcoll(const char *a, const char *b)
{
  return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return any_of_sign((int)(unsigned char)a[i] - (int)(unsigned char)b[i]);
    if (a[i] == 0)
      return 0;
  }
  return 0;
}

int strcasecmp(const char *a, const char *b)
{
  size_t i = 0;
  while (a[i] != 0 && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i]))
    i++;
  return any_of_sign(tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]));
}

int strncasecmp(const char *a, const char *b, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    int x = tolower((unsigned char)a[i]), y = tolower((unsigned char)b[i]);
    if (x != y)
      return any_of_sign(x - y);
    if (a[i] == 0)
      return 0;
  }
  return 0;
}

char *strchr(const char *s, int c)
{
  for (size_t i = 0;; i++) {
    if (s[i] == (char)c)
      return (char *)s + i;
    if (s[i] == 0)
      return 0;
  }
}

char *index(const char *s, int c)
{
  return strchr(s, c);
}

char *strchrnul(const char *s, int c)
{
  size_t i = 0;
  while (s[i] != 0 && s[i] != (char)c)
    i++;
  return (char *)s + i;
}

char *strrchr(const char *s, int c)
{
  char *found = 0;
  for (size_t i = 0;; i++) {
    if (s[i] == (char)c)
      found = (char *)s + i;
    if (s[i] == 0)
      return found;
  }
}

char *rindex(const char *s, int c)
{
  return strrchr(s, c);
}

char *strstr(const char *text, const char *wanted)
{
  for (size_t i = 0;; i++) {
    size_t k = 0;
    while (wanted[k] != 0 && text[i + k] == wanted[k])
      k++;
    if (wanted[k] == 0)
      return (char *)text + i;
    if (text[i] == 0)
      return 0;
  }
}

size_t strspn(const char *s, const char *accepted)
{
  size_t n = 0;
  while (s[n] != 0 && strchr(accepted, s[n]) != 0)
    n++;
  return n;
}

size_t strcspn(const char *s, const char *refused)
{
  size_t n = 0;
  while (s[n] != 0 && strchr(refused, s[n]) == 0)
    n++;
  return n;
}

char *strpbrk(const char *s, const char *wanted)
{
  size_t n = strcspn(s, wanted);
  return s[n] != 0 ? (char *)s + n : 0;
}

char *strtok_r(char *s, const char *separators, char **rest)
{
  if (s == 0)
    s = *rest;
  if (s == 0)
    return 0;
  s += strspn(s, separators);
  if (*s == 0) {
    *rest = 0;
    return 0;
  }
  char *end = s + strcspn(s, separators);
  if (*end == 0) {
    *rest = 0;
  } else {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}

char *strtok(char *s, const char *separators)
{
  static char *rest;
  static _Bool begun;
  __cairn_require(s != 0 || begun, "the first call of `strtok` must name a text");
  begun = 1;
  return strtok_r(s, separators, &rest);
}

char *strsep(char **text, const char *separators)
{
  char *s = *text;
  if (s == 0)
    return 0;
  char *end = s + strcspn(s, separators);
  if (*end == 0) {
    *text = 0;
  } else {
    *end = 0;
    *text = end + 1;
  }
  return s;
}

char *strdup(const char *s)
{
  size_t n = strlen(s) + 1;
  char *copy = malloc(n);
  if (copy != 0)
    memcpy(copy, s, n);
  return copy;
}

char *strndup(const char *s, size_t limit)
{
  size_t n = strnlen(s, limit);
  char *copy = malloc(n + 1);
  if (copy != 0) {
    memcpy(copy, s, n);
    copy[n] = 0;
  }
  return copy;
}

/* Some text that ends. */
char *strerror(int number)
{
  size_t n = __VERIFIER_nondet_size_t();
  __cairn_assume(n < 1024);
  char *text = __cairn_object(n + 1);
  text[n] = 0;
  return text;
}

size_t strxfrm(char *to, const char *from, size_t n)
{
  size_t length = strlen(from);
  if (length < n)
    strcpy(to, from);
  else if (n > 0) {
    __cairn_check_writable(to, n);
    __cairn_havoc_bytes(to, n);
  }
  return length;
}

void bcopy(const void *from, void *to, size_t n)
{
  __builtin_memmove(to, from, n);
}

void bzero(void *to, size_t n)
{
  __builtin_memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n)
{
  __builtin_memset(to, 0, n);
}

int ffs(int n) { return __builtin_ffs(n); }
int ffsl(long n) { return __builtin_ffsl(n); }
int ffsll(long long n) { return __builtin_ffsll(n); }
