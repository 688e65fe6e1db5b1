// Contracts stand for bodies: they are proved, and nobody sees more than one step inside.
// run: cairn temporal %s --property hidden.ltl --abstract all
// diagnostics: note U0018, note U0019
extern int __VERIFIER_nondet_int(void);
int status, alarm;

/*@ ensures 0 <= status <= 10;
    assigns status; */
void read_status(void) {
  int value = __VERIFIER_nondet_int();
  status = value < 0 ? 0 : value > 10 ? 10 : value;
}

/*@ requires 0 <= status <= 10;
    ensures alarm == (status != 0 ? 1 : 0);
    assigns alarm; */
void decide(void) {
  alarm = status != 0;
}

int main(void) {  //~ proved temporal
  while (1) {
    read_status();
    decide();
  }
}
