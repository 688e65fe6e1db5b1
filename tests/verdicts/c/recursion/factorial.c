// 13! does not fit an int.
// run: cairn check %s
// exit: 1
// others: proved 1
static int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1); //~ violated overflow
}

int main(void) {
    return factorial(12) == factorial(13);
}
