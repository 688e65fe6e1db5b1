// A function without a body may give a variable its value, or not: reading it is neither fine nor a mistake.
// run: cairn check %s --check uninitialized --no-check overflow
// exit: 2
// others: proved 2
extern void fetch(int *target);
extern int nondet_int(void);

int main(void) {
    int value, own;
    fetch(&value); //~ note C0061
    own = 1;
    return own + value; //~ unsupported unsupported
}
