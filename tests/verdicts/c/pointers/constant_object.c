// An object declared `const` must not be written.
// run: cairn check %s
// exit: 1
// others: proved 1

int main(void) {
    const int limit = 3;
    int *p = (int *)&limit;
    *p = 4; //~ violated pointer
    return limit;
}
