// A configuration given on the command line.
// run: cairn check %s -D SIZE=4 -D STRICT
// exit: 1
// others: proved 0
#ifndef STRICT
#error "STRICT is not defined"
#endif
static int cells[SIZE];

int main(void) {
    cells[3] = 1;
    cells[SIZE] = 1; //~ violated index
    return 0;
}
