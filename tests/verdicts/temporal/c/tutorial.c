// The running example of Stouls and Prevosto, "Aoraï Plugin Tutorial" (figure 2.2), and its automaton (section 3.1.2), to which the
// missing state S6 is added.
// run: cairn temporal %s --property tutorial.ya
// diagnostics: note U0018

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

int main(void) {  //~ proved temporal
  if (rr < 5000) rr = opa(rr);
  opb();
  goto L6;
  opc();
L6:
  return 1;
}
