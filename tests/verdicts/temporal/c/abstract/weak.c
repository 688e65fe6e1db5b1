// The contract is true and says too little: the body is put back, and the property holds.
// run: cairn temporal %s --property weak.ltl --abstract set
// diagnostics: note U0018, note U0019
int x;

/*@ ensures x >= 0;
    assigns x; */
void set(void) {
  x = 1;
}

int main(void) {  //~ proved temporal
  set();
  return 0;
}
