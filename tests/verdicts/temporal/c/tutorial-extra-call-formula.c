// One call more than the formula allows.
// run: cairn temporal %s --property tutorial.ltl
// exit: 1
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

int main(void) {  //~ violated temporal
  if (rr < 5000) rr = opa(rr);
  opb();
  opc();
  goto L6;
  opc();
L6:
  return 1;
}
