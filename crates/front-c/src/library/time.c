/* time.h: the time is what the program cannot know, but before the year 30000. */
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
_Bool __VERIFIER_nondet_bool(void);
void __cairn_assume(int);
void __cairn_check_writable(const void *, __typeof__(sizeof(0)));
void __cairn_havoc_bytes(void *, __typeof__(sizeof(0)));

long time(long *result)
{
  long now = __VERIFIER_nondet_long();
  __cairn_assume(now >= -1 && (long long)now < 1LL << 40);
  if (result != 0)
    *result = now;
  return now;
}

struct timespec {
  long tv_sec, tv_nsec;
};

/* Of the bases only TIME_UTC is known everywhere. */
int timespec_get(struct timespec *result, int base)
{
  __cairn_check_writable(result, sizeof *result);
  if (base <= 0 || (base != 1 && __VERIFIER_nondet_bool()))
    return 0;
  result->tv_sec = time(0);
  result->tv_nsec = __VERIFIER_nondet_long();
  __cairn_assume(result->tv_nsec >= 0 && result->tv_nsec < 1000000000);
  return base;
}

long clock(void) { return __VERIFIER_nondet_long(); }
double difftime(long end, long begin) { return (double)end - (double)begin; }

/* A date is any date; the texts made of one are any texts. */
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

static int within(int low, int high)
{
  int n = __VERIFIER_nondet_int();
  __cairn_assume(n >= low && n <= high);
  return n;
}

static void any_date(struct tm *date)
{
  date->tm_sec = within(0, 60);
  date->tm_min = within(0, 59);
  date->tm_hour = within(0, 23);
  date->tm_mday = within(1, 31);
  date->tm_mon = within(0, 11);
  date->tm_year = __VERIFIER_nondet_int();
  date->tm_wday = within(0, 6);
  date->tm_yday = within(0, 365);
  date->tm_isdst = within(-1, 1);
  date->tm_gmtoff = within(-86400, 86400);
  date->tm_zone = "zone";
}

static struct tm shared_date;

/* A year that fits no int has no date. */
struct tm *gmtime_r(const long *time, struct tm *result)
{
  long long seconds = *time;
  if (seconds > 67767976233532799LL || seconds < -67768040609740800LL)
    return 0;
  any_date(result);
  return result;
}

struct tm *localtime_r(const long *time, struct tm *result) { return gmtime_r(time, result); }
struct tm *gmtime(const long *time) { return gmtime_r(time, &shared_date); }
struct tm *localtime(const long *time) { return gmtime_r(time, &shared_date); }

long mktime(struct tm *date)
{
  any_date(date);
  return __VERIFIER_nondet_long();
}

long timegm(struct tm *date) { return mktime(date); }

static char *any_text(char *text)
{
  __cairn_havoc_bytes(text, 25);
  text[25] = 0;
  return __VERIFIER_nondet_bool() ? text : 0;
}

static char shared_text[26];

char *asctime_r(const struct tm *date, char *text)
{
  int month = date->tm_mon;
  (void)month;
  __cairn_check_writable(text, 26);
  return any_text(text);
}

char *asctime(const struct tm *date) { return asctime_r(date, shared_text); }

char *ctime(const long *time)
{
  long seconds = *time;
  (void)seconds;
  return any_text(shared_text);
}
