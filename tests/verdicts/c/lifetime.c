// An object ends with its block.
// run: cairn check %s
// exit: 1

static int *inner(int deep) {
    int *found = 0;
    for (int i = 0; i < 2; i++) { //~ proved overflow
        int here = i;
        if (found == 0)
            found = &here;
        here += deep; //~ proved overflow
    }
    return found;
}

int main(void) {
    int kept = 1;
    int *p = &kept;
    *p = 2; //~ proved pointer
    p = inner(3);
    return *p; //~ violated pointer
}
