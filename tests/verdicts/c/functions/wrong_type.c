// A function called through a pointer of another type.
// run: cairn check %s
// exit: 1
// others: proved 2
static int twice(int x) { return x / 2; }

int main(void) {
    int (*wrong)(int, int) = (int (*)(int, int))twice;
    int (*right)(int) = (int (*)(int))wrong;
    return right(4) + wrong(4, 5); //~ violated pointer
}
