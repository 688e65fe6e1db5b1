// A pointer that hardware may change could point anywhere.
// run: cairn check %s
// exit: 2
static int value;
static int *volatile where = &value;

int main(void) {
    int *seen = where; //~ unsupported unsupported
    return *seen;      //~ unsupported pointer
}
