// A contract that is not proved stands for no body.
// run: cairn export %s --to flow-graph --abstract set
// exit: 3
int x;

/*@ ensures x == 1;
    assigns x; */
void set(void) {
  x = 2;
}

int main(void) {
  set();
  return 0;
}
