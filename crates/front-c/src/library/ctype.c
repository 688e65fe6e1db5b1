/* ctype.h in the "C" locale. */

int isdigit(int c) { return c >= '0' && c <= '9'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }

int isxdigit(int c)
{
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

/* The tables behind the macros of the GNU C library. */
static unsigned short classes[384];
static int lower[384], upper[384];
static const unsigned short *class_table;
static const int *lower_table, *upper_table;

const unsigned short **__ctype_b_loc(void)
{
  if (class_table == 0) {
    for (int c = 0; c < 128; c++)
      classes[128 + c] =
          (unsigned short)((isupper(c) ? 1 << 8 : 0) | (islower(c) ? 1 << 9 : 0) | (isalpha(c) ? 1 << 10 : 0) |
                           (isdigit(c) ? 1 << 11 : 0) | (isxdigit(c) ? 1 << 12 : 0) | (isspace(c) ? 1 << 13 : 0) |
                           (isprint(c) ? 1 << 14 : 0) | (isgraph(c) ? 1 << 15 : 0) | (isblank(c) ? 1 : 0) |
                           (iscntrl(c) ? 1 << 1 : 0) | (ispunct(c) ? 1 << 2 : 0) | (isalnum(c) ? 1 << 3 : 0));
    class_table = classes + 128;
  }
  return &class_table;
}

const int **__ctype_tolower_loc(void)
{
  if (lower_table == 0) {
    for (int c = 0; c < 384; c++)
      lower[c] = tolower(c - 128);
    lower_table = lower + 128;
  }
  return &lower_table;
}

const int **__ctype_toupper_loc(void)
{
  if (upper_table == 0) {
    for (int c = 0; c < 384; c++)
      upper[c] = toupper(c - 128);
    upper_table = upper + 128;
  }
  return &upper_table;
}
