// run: cairn temporal %s --property wraps.ltl --no-check overflow
// diagnostics: note U0018

// With the check of overflow runs end where the counter does not fit any more; without it, it wraps around.
static int i = 2147483640;
int main(void) {   //~ proved temporal
    while (i > 0) { i++; }
    return 0;
}
