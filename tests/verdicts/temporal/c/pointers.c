// Fields and pointers in conditions; where a pointer leads nowhere, they are false.
// run: cairn temporal %s --property pointers.ltl
// diagnostics: note U0018

struct node { int value; struct node *next; };
struct node a, b;
struct node *head;

int main(void) {  //~ proved temporal
  b.value = 2;
  a.next = &b;
  head = &a;
  head = 0;
  return 0;
}
