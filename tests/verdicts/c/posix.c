// run: cairn check %s
// exit: 1
// others: proved 9
// Files may fail and deliver anything, but not more than was asked for.

int open(const char *, int, ...), close(int);
long read(int, void *, unsigned long);
unsigned sleep(unsigned);
unsigned ntohl(unsigned), htonl(unsigned);
void __CPROVER_assert(_Bool, const char *);
unsigned nondet_uint(void);

int main(void)
{
  char buffer[8];
  unsigned word = nondet_uint();
  int file = open("data", 0);
  buffer[7] = 1;
  if (file < 0)
    return 1;
  long count = read(file, buffer, 7);
  __CPROVER_assert(count <= 7, "no more than asked for");
  __CPROVER_assert(buffer[7] == 1, "nor behind it");
  __CPROVER_assert(count >= 0, "but it may fail"); //~ violated assertion
  __CPROVER_assert(sleep(3) <= 3, "time passes");
  __CPROVER_assert(ntohl(htonl(word)) == word, "there and back");
  return close(file);
}
