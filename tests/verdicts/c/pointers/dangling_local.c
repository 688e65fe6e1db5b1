// The address of a local that is gone.
// run: cairn check %s
// exit: 1
// others: proved 0
static const int *level;

static void measure(void) {
    int value = 42;
    level = &value;
}

int main(void) {
    measure();
    return *level; //~ violated pointer
}
