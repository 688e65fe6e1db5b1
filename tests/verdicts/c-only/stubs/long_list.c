// run: cairn check %s
// exit: 2
// others: proved 0
// A chain of pointers is followed a few steps: nothing is proved about what lies behind.
#include <assert.h>

struct node { struct node *next; int value; };
extern void visit(struct node *); //~ unknown unsupported, proved unsupported

int main(void) {
  struct node e = {0, 5}, d = {&e, 4}, c = {&d, 3}, b = {&c, 2}, a = {&b, 1};
  visit(&a);              //~ note C0061
  assert(e.value == 5);   //~ unknown assertion
  return 0;
}
