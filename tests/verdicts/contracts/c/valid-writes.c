// run: cairn check %s
// exit: 1
// others: proved 1

// What a literal holds may be read, and not written.
int main(void) {
    const char *s = "abc";
    //@ assert \valid_read(s + (0 .. 3));
    //@ assert \valid((char *) s);   //~ violated assertion
    return 0;
}
