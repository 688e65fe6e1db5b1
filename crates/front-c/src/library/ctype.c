/* ctype.h in the "C" locale. Of an answer only zero or not is promised, and only characters may be asked about. */
int __VERIFIER_nondet_int(void);
void __cairn_assume(int);
void __cairn_require(_Bool, const char *);

static void must_be_character(int c)
{
  __cairn_require(c >= -1 && c <= 255, "the argument must be a value of `unsigned char` or EOF");
}

static int answer(int c, _Bool holds)
{
  must_be_character(c);
  if (!holds)
    return 0;
  int r = __VERIFIER_nondet_int();
  __cairn_assume(r != 0);
  return r;
}

static _Bool digit(int c) { return c >= '0' && c <= '9'; }
static _Bool upper_case(int c) { return c >= 'A' && c <= 'Z'; }
static _Bool lower_case(int c) { return c >= 'a' && c <= 'z'; }
static _Bool hexadecimal(int c) { return digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }
static _Bool letter(int c) { return upper_case(c) || lower_case(c); }
static _Bool blank(int c) { return c == ' ' || c == '\t'; }
static _Bool space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static _Bool control(int c) { return (c >= 0 && c < 32) || c == 127; }
static _Bool printing(int c) { return c >= 32 && c < 127; }
static _Bool graphic(int c) { return c > 32 && c < 127; }

int isdigit(int c) { return answer(c, digit(c)); }
int isupper(int c) { return answer(c, upper_case(c)); }
int islower(int c) { return answer(c, lower_case(c)); }
int isalpha(int c) { return answer(c, letter(c)); }
int isalnum(int c) { return answer(c, letter(c) || digit(c)); }
int isblank(int c) { return answer(c, blank(c)); }
int isspace(int c) { return answer(c, space(c)); }
int iscntrl(int c) { return answer(c, control(c)); }
int isprint(int c) { return answer(c, printing(c)); }
int isgraph(int c) { return answer(c, graphic(c)); }
int ispunct(int c) { return answer(c, graphic(c) && !letter(c) && !digit(c)); }
int isascii(int c)
{
  int r = __VERIFIER_nondet_int();
  __cairn_assume((r != 0) == (c >= 0 && c < 128));
  return r;
}
int toascii(int c) { return c & 127; }

int isxdigit(int c) { return answer(c, hexadecimal(c)); }

int tolower(int c)
{
  must_be_character(c);
  return upper_case(c) ? c + 32 : c;
}

int toupper(int c)
{
  must_be_character(c);
  return lower_case(c) ? c - 32 : c;
}


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
          (unsigned short)((upper_case(c) ? 1 << 8 : 0) | (lower_case(c) ? 1 << 9 : 0) | (letter(c) ? 1 << 10 : 0) |
                           (digit(c) ? 1 << 11 : 0) | (hexadecimal(c) ? 1 << 12 : 0) | (space(c) ? 1 << 13 : 0) |
                           (printing(c) ? 1 << 14 : 0) | (graphic(c) ? 1 << 15 : 0) | (blank(c) ? 1 : 0) |
                           (control(c) ? 1 << 1 : 0) | (graphic(c) && !letter(c) && !digit(c) ? 1 << 2 : 0) | (letter(c) || digit(c) ? 1 << 3 : 0));
    class_table = classes + 128;
  }
  return &class_table;
}

const int **__ctype_tolower_loc(void)
{
  if (lower_table == 0) {
    for (int c = 0; c < 384; c++)
      lower[c] = upper_case(c - 128) ? c - 96 : c - 128;
    lower_table = lower + 128;
  }
  return &lower_table;
}

const int **__ctype_toupper_loc(void)
{
  if (upper_table == 0) {
    for (int c = 0; c < 384; c++)
      upper[c] = lower_case(c - 128) ? c - 160 : c - 128;
    upper_table = upper + 128;
  }
  return &upper_table;
}
