// run: cairn check %s
// exit: 2
// others: proved 0

/*@ axiomatic Length {
      logic integer length(char *s) reads s[0 ..];
      axiom positive: \forall char *s; length(s) >= 0;
    }
*/
//~^^^ note C0071
int main(void) {
    char *s = "abc";
    //@ assert length(s) >= 0;   //~ unsupported unsupported
    return 0;
}
