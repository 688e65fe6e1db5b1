// run: cairn check %s
// exit: 1
// others: proved

int level;
//@ global invariant bounded: 0 <= level <= 3;   //~ violated postcondition, proved postcondition

void raise_level(void) { level++; }

int main(void) {
    raise_level();
    raise_level();
    raise_level();
    raise_level();
    return 0;
}
