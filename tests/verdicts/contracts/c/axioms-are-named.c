// run: cairn check %s
// exit: 2
// others: proved 0

/*@ axiomatic Length {
      logic integer length(char *s) reads s[0 ..];
      axiom positive: \forall char *s; length(s) >= 0;
    }
*/
int main(void) {
    char *s = "abc";
    //@ assert length(s) >= 0;   //~ unknown assertion
    return 0;
}
