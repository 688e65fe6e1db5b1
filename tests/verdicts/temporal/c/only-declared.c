// run: cairn temporal %s --property only-declared.ya
// diagnostics: note U0018

// A function that is only declared raises no events.
int outside(void);
int main(void) {   //~ proved temporal
    return outside();   //~ note C0061
}
