/* The middle of two indices, as it stood in many libraries for years. Try:

       cairn check examples/c/binary_search.c

   The sum of two large indices overflows; `low + (high - low) / 2` does not. */

int __VERIFIER_nondet_int(void);

/* One step of a search: halves the part of the table that is left. */
static int middle(int low, int high) {
    return (low + high) / 2;
}

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (low < 0 || high < low)
        return 0;
    int found = middle(low, high);
    return found >= low && found <= high;
}
