// The user says that the contract is true, and the report says that it was not proved.
// run: cairn temporal %s --property assumed.ltl --abstract set --assume-contracts
// diagnostics: note U0018, note U0019, note U0019
int x;

/*@ ensures x == 1;
    assigns x; */
void set(int n) {
  x = n > 3 ? 2 : 1;
}

int main(int n) {  //~ proved temporal
  set(n);
  return 0;
}
