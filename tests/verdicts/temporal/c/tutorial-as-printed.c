// The automaton as the tutorial prints it names a state that it does not define.
// run: cairn temporal %s --property printed.ya --format text
// exit: 3

int rr = 1;

int opa(int r) {
  return r + 1;
}

void opb(void) {
  if (rr < 4998) {
    rr += 2;
  }
}

void opc(void) {
  rr = 600;
}

int main(void) {
  if (rr < 5000) rr = opa(rr);
  opb();
  goto L6;
  opc();
L6:
  return 1;
}
