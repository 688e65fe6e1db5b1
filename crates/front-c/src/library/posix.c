/* Parts of unistd.h. */
typedef __typeof__(sizeof(0)) size_t;

long __VERIFIER_nondet_long(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void __cairn_check_readable(const void *, size_t);
void __cairn_check_writable(const void *, size_t);
void __cairn_havoc_bytes(void *, size_t);

long read(int file, void *to, size_t size)
{
  long done = __VERIFIER_nondet_long();
  __cairn_check_writable(to, size);
  __cairn_havoc_bytes(to, size);
  __VERIFIER_assume(done >= -1 && (done < 0 || (size_t)done <= size));
  return done;
}

long write(int file, const void *from, size_t size)
{
  long done = __VERIFIER_nondet_long();
  __cairn_check_readable(from, size);
  __VERIFIER_assume(done >= -1 && (done < 0 || (size_t)done <= size));
  return done;
}

int close(int file) { return __VERIFIER_nondet_int(); }
int usleep(unsigned microseconds) { return __VERIFIER_nondet_int(); }

unsigned sleep(unsigned seconds)
{
  unsigned left = __VERIFIER_nondet_uint();
  __VERIFIER_assume(left <= seconds);
  return left;
}
