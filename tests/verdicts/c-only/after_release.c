// run: cairn check %s --malloc-succeeds
// exit: 1
// others: proved 8
// The value of a pointer says nothing any more once the object it points into is released: it has no place in an order
// and no distance from another one (C17, 6.2.4).
#include <stdlib.h>

static long distance(char *from, char *to) {
  return to - from;                 //~ violated pointer
}

int main(void) {
  char *p = malloc(8), *end = p + 8;
  int forwards = p < end;
  long length = distance(p, end);
  char *q = realloc(p, 16);
  end = q + length;
  forwards &= q <= end;
  free(q);
  if (forwards)
    length = distance(q, end);
  return 0;
}
