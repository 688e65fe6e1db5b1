// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 0
// Pointers to a variable whose life is over have no order either.
static int *begin, *end;

static void set(void) {
  int values[3];
  begin = values;
  end = values + 3;
}

int main(void) {
  set();
  return begin < end;               //~ violated pointer
}
