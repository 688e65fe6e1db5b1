// An index past an inner dimension stays inside the whole array, and is wrong all the same.
// run: cairn check %s
// exit: 1
int __VERIFIER_nondet_int(void);

int main(void) {
    int board[3][4] = {{1}};
    int column = __VERIFIER_nondet_int();
    if (column < 0 || column > 4)
        return 0;
    int *edge = &board[0][column];
    (void)edge;
    return board[1][column]; //~ violated index
}
