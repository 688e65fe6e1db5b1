// run: cairn temporal %s --property tutorial.ya --show operations
// The specification of each function, as the tutorial of Aoraï shows it in section 2.1.2.
int opa(int r) { return r + 1; }
void opb(void) {}
void opc(void) {}
int main(void) {
  opa(1);
  opb();
  goto L6;
  opc();
L6:
  return 1;
}
