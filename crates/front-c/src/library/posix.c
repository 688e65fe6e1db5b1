/* Files, time and the network as POSIX offers them: the system may answer anything that its manual allows. */
typedef __typeof__(sizeof(0)) size_t;

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
void __cairn_assume(int);
void *__cairn_object(size_t);
void __cairn_check_readable(const void *, size_t);
void __cairn_check_writable(const void *, size_t);
void __cairn_havoc_bytes(void *, size_t);
size_t strlen(const char *);
int *__errno_location(void);

/* Any number from -1 on; with -1 comes a reason. */
static int answer(void)
{
  int r = __VERIFIER_nondet_int();
  __cairn_assume(r >= -1);
  if (r == -1)
    *__errno_location() = __VERIFIER_nondet_int();
  return r;
}

static int done_or_not(void)
{
  int r = answer();
  __cairn_assume(r <= 0);
  return r;
}

static long transferred(size_t count)
{
  long r = __VERIFIER_nondet_long();
  __cairn_assume(r >= -1 && (r < 0 || (size_t)r <= count));
  if (r == -1)
    *__errno_location() = __VERIFIER_nondet_int();
  return r;
}

int open(const char *path, int flags, ...)
{
  strlen(path);
  return answer();
}

int openat(int folder, const char *path, int flags, ...)
{
  strlen(path);
  return answer();
}

int creat(const char *path, unsigned mode)
{
  strlen(path);
  return answer();
}

int fcntl(int file, int command, ...) { return file < 0 ? -1 : __VERIFIER_nondet_int(); }
int close(int file) { return done_or_not(); }

int unlink(const char *path)
{
  strlen(path);
  return done_or_not();
}

/* The bytes that came are arbitrary, those behind them are left alone; after an error nothing is known of any. */
static long received(void *to, size_t count)
{
  long n = transferred(count);
  if (n >= 0)
    __cairn_havoc_bytes(to, (size_t)n);
  else if (__VERIFIER_nondet_bool())
    __cairn_havoc_bytes(to, count);
  return n;
}

long read(int file, void *to, size_t count)
{
  __cairn_check_writable(to, count);
  return received(to, count);
}

long write(int file, const void *from, size_t count)
{
  __cairn_check_readable(from, count);
  return transferred(count);
}

long getrandom(void *to, size_t count, unsigned flags)
{
  __cairn_check_writable(to, count);
  return received(to, count);
}

unsigned sleep(unsigned seconds)
{
  unsigned left = (unsigned)__VERIFIER_nondet_int();
  __cairn_assume(left <= seconds);
  return left;
}

int usleep(unsigned microseconds) { return done_or_not(); }

size_t strftime(char *to, size_t size, const char *format, const void *time)
{
  size_t length = (size_t)__VERIFIER_nondet_long();
  strlen(format);
  __cairn_check_writable(to, size);
  __cairn_havoc_bytes(to, size);
  if (size == 0)
    return 0;
  __cairn_assume(length < size);
  if (length != 0)
    to[length] = 0;
  return length;
}

struct in_addr {
  unsigned address;
};

char *inet_ntoa(struct in_addr address)
{
  static char text[16];
  __cairn_havoc_bytes(text, 16);
  text[15] = 0;
  return text;
}

unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
