// run: cairn temporal %s --property without-body.ltl
// exit: 1
// diagnostics: note U0018

// A violation is confirmed on the program as it was written, also where that calls functions without body.
static int depth;
int choose(void);
void step(int k) { depth++; if (k > 0) step(k - 1); depth--; }
int main(void) {   //~ violated temporal
    int k = choose();   //~ note C0061
    if (k < 0 || k > 5) return 0;
    step(k);
    return 0;
}
