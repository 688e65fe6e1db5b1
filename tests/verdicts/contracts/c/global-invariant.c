// run: cairn check %s
// others: proved 7

int level;
//@ global invariant bounded: 0 <= level <= 3;

void raise_level(void) { level++; }

int main(void) {
    raise_level();
    raise_level();
    raise_level();
    return 0;
}
