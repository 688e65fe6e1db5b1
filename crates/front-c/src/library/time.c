/* time.h: the time is what the program cannot know. */
long __VERIFIER_nondet_long(void);

long time(long *result)
{
  long now = __VERIFIER_nondet_long();
  if (result != 0)
    *result = now;
  return now;
}

long clock(void) { return __VERIFIER_nondet_long(); }
double difftime(long end, long begin) { return (double)end - (double)begin; }
