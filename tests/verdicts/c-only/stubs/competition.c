// run: cairn check %s --property unreach.prp
// exit: 0
// others: proved 1
// In the competition a function without body gives any result and does nothing else.
extern void reach_error(void);
extern int poll_device(int *);
int ready;

int main(void) {
  int local = 1;
  ready = 0;
  poll_device(&local);   //~ note C0061
  if (ready != 0 || local != 1)
    reach_error();
  return 0;
}
