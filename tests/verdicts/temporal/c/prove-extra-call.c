// A contract that is not proved says nothing against the program, because it was inferred: the whole program is asked, and violates it.
// run: cairn prove %s --property tutorial.ya --no-cache
// exit: 1
// diagnostics: warning T0013
// others: proved 1
int rr = 1;
int opa(int r) { return r < 5000 ? r + 1 : r; }
void opb(void) { rr = 7; }
void opc(void) { rr = 600; }
/*@ requires rr == 1; */
int main(void) {  //~ violated temporal
  rr = opa(rr);
  opb();
  opc();
  return 1;
}
