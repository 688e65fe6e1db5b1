/* time.h: the time is what the program cannot know. */
typedef __typeof__(sizeof(0)) size_t;

long __VERIFIER_nondet_long(void);
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);

long time(long *result)
{
  long now = __VERIFIER_nondet_long();
  if (result != 0)
    *result = now;
  return now;
}

long clock(void) { return __VERIFIER_nondet_long(); }
double difftime(long end, long begin) { return (double)end - (double)begin; }
unsigned sleep(unsigned seconds) { return __VERIFIER_nondet_uint(); }
int usleep(unsigned microseconds) { return __VERIFIER_nondet_int(); }
