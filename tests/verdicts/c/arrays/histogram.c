// A plain char may be negative: as an index it misses the table.
// run: cairn check %s
// exit: 1
// others: proved 1
char __VERIFIER_nondet_char(void);
static unsigned good[256], bad[256];

int main(void) {
    char c = __VERIFIER_nondet_char();
    good[(unsigned char)c]++;
    bad[c]++; //~ violated index
    return 0;
}
