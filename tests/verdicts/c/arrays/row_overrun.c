// An index past the end of a row is undefined even if the next row is there.
// run: cairn check %s
// exit: 1
// others: proved 1
unsigned __VERIFIER_nondet_uint(void);
static int screen[4][8];

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x > 8 || y > 3)
        return 0;
    screen[y][x] = 1; //~ violated index
    return 0;
}
