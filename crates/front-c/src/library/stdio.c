/* stdio.h: output has no effect on the program, input is arbitrary. Functions that take a variable number of
   arguments are known to the front end. */
typedef __typeof__(sizeof(0)) size_t;

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
size_t __VERIFIER_nondet_size_t(void);
void __cairn_assume(int);
void *__cairn_object(size_t);
void __cairn_check_readable(const void *, size_t);
void __cairn_check_writable(const void *, size_t);
void __cairn_havoc_bytes(void *, size_t);
size_t strlen(const char *);
void *malloc(size_t);
void __cairn_require(_Bool, const char *);

/* Bytes of so many elements; more than there can be where the product is too large. */
static size_t product(size_t size, size_t count)
{
  size_t bytes;
  return __builtin_mul_overflow(size, count, &bytes) ? ~(size_t)0 : bytes;
}

static void not_null(void *file) { __cairn_require(file != 0, "the file must not be null"); }

int putchar(int c) { return __VERIFIER_nondet_bool() ? (unsigned char)c : -1; }
int fputc(int c, void *file)
{
  not_null(file);
  return putchar(c);
}

int putc(int c, void *file)
{
  not_null(file);
  return putchar(c);
}


int puts(const char *text)
{
  strlen(text);
  return __VERIFIER_nondet_int();
}

int fputs(const char *text, void *file)
{
  not_null(file);
  strlen(text);
  return __VERIFIER_nondet_int();
}

void perror(const char *text)
{
  if (text != 0)
    strlen(text);
}

size_t fwrite(const void *from, size_t size, size_t count, void *file)
{
  not_null(file);
  size_t done = __VERIFIER_nondet_size_t();
  __cairn_check_readable(from, product(size, count));
  __cairn_assume(done <= count);
  return size == 0 ? 0 : done;
}

/* What was not read is left as it was; of an element that was read in part, nothing is known. */
size_t fread(void *to, size_t size, size_t count, void *file)
{
  not_null(file);
  size_t done = __VERIFIER_nondet_size_t(), part = __VERIFIER_nondet_size_t();
  __cairn_check_writable(to, product(size, count));
  if (size == 0 || count == 0)
    return 0;
  __cairn_assume(done <= count && part < size && (done < count || part == 0));
  __cairn_havoc_bytes(to, done * size + part);
  return done;
}

int getchar(void)
{
  int c = __VERIFIER_nondet_int();
  __cairn_assume(c >= -1 && c <= 255);
  return c;
}

int fgetc(void *file)
{
  not_null(file);
  return getchar();
}

int getc(void *file)
{
  not_null(file);
  return getchar();
}

int ungetc(int c, void *file)
{
  not_null(file);
  return c != -1 && __VERIFIER_nondet_bool() ? (unsigned char)c : -1;
}


/* A line of any length that fits, and its end. */
char *fgets(char *to, int size, void *file)
{
  not_null(file);
  if (size <= 0)
    return 0;
  __cairn_check_writable(to, (size_t)size);
  if (__VERIFIER_nondet_bool()) {
    /* At the end of the file the buffer is left as it was, after an error nothing is known of it. */
    if (__VERIFIER_nondet_bool())
      __cairn_havoc_bytes(to, (size_t)size);
    return 0;
  }
  size_t n = __VERIFIER_nondet_size_t();
  __cairn_assume(n < (size_t)size && (n > 0 || size == 1));
  __cairn_havoc_bytes(to, n);
  to[n] = 0;
  return to;
}

/* A line of any length at all. */
char *gets(char *to)
{
  if (__VERIFIER_nondet_bool())
    return 0;
  size_t n = __VERIFIER_nondet_size_t();
  __cairn_assume(n < 1UL << 31);
  __cairn_check_writable(to, n + 1);
  __cairn_havoc_bytes(to, n);
  to[n] = 0;
  return to;
}

/* A file is something that is not null and that only these functions use. */
/* As large as a FILE of glibc. */
static long file_object[27];

void *fopen(const char *name, const char *mode)
{
  strlen(name);
  strlen(mode);
  return __VERIFIER_nondet_bool() ? 0 : file_object;
}

void *fdopen(int number, const char *mode)
{
  strlen(mode);
  return __VERIFIER_nondet_bool() ? 0 : file_object;
}

void *tmpfile(void) { return __VERIFIER_nondet_bool() ? 0 : file_object; }
int fclose(void *file)
{
  not_null(file);
  return __VERIFIER_nondet_bool() ? 0 : -1;
}

int fflush(void *file) { return __VERIFIER_nondet_bool() ? 0 : -1; }
int feof(void *file)
{
  not_null(file);
  return __VERIFIER_nondet_int();
}

int ferror(void *file)
{
  not_null(file);
  return __VERIFIER_nondet_int();
}

void clearerr(void *file)
{
  not_null(file);
}

void rewind(void *file)
{
  not_null(file);
}

int fseek(void *file, long offset, int from)
{
  not_null(file);
  return __VERIFIER_nondet_int();
}

void setbuf(void *file, char *buffer)
{
  not_null(file);
}

int fileno(void *file)
{
  not_null(file);
  int number = __VERIFIER_nondet_int();
  __cairn_assume(number >= -1);
  return number;
}

/* Zero where it is done, and any other number where not. */
int remove(const char *name)
{
  strlen(name);
  return __VERIFIER_nondet_int();
}

int rename(const char *from, const char *to)
{
  strlen(from);
  strlen(to);
  return __VERIFIER_nondet_int();
}

long ftell(void *file)
{
  not_null(file);
  long at = __VERIFIER_nondet_long();
  __cairn_assume(at >= -1);
  return at;
}

/* A new text of any length. Where none is made, nothing is promised about the pointer. */
static int new_text(char **to, const char *format)
{
  char *text, *nowhere;
  int length = __VERIFIER_nondet_int();
  strlen(format);
  if (length >= 0) {
    text = malloc((size_t)length + 1);
    if (text != 0) {
      text[length] = 0;
      *to = text;
      return length;
    }
  }
  *to = nowhere;
  return -1;
}

int asprintf(char **to, const char *format, ...) { return new_text(to, format); }
int vasprintf(char **to, const char *format, __builtin_va_list rest) { return new_text(to, format); }
