// A formula that counts statements with X.
// run: cairn temporal %s --property next_statement.ltl
// today: exit 3

int x;

int main(void) {  //~ proved temporal
  x = 1;
  x = 2;
  return 0;
}
