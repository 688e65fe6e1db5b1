// run: cairn check %s
// today: exit 2, unsupported 1
// others: proved
// Each call writes its own variable only, through a pointer that is moved: their order does not matter.
static int sum(const char *text) {
  int count = 0, *where = &count;
  for (; *text; text++) {
    int *moved = where;
    *moved += 1;
  }
  return count;
}

static int a(void) { return sum("a"); }
static int b(void) { return sum("b"); }

int main(void) {
  return a() + b() + a() + b() + a() + b();
}
