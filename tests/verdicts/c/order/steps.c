// An operand with a sequence point that could be disturbed between its steps is not supported.
// run: cairn check %s
// exit: 2
// others: proved 0
static int x = 1;
static int change(void) { x = 5; return 1; }

int main(void) {
    int y = (x > 0 ? x : 0) + change(); //~ unsupported unsupported
    return y > 10;
}
