// The same example against the formula of figure 3.8 of the tutorial.
// run: cairn temporal %s --property tutorial.ltl
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
