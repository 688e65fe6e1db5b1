// Lemmas are shown for integers nearer to zero than two to the power of 70, so larger numbers are refused in them, also as products.
// run: cairn prove %s
// exit: 2
/*@ lemma large: \forall integer x; x <= 1152921504606846976 * 1152921504606846976; */

/*@ ensures \result == 1; */
int one(void) { return 1; } //~ proved postcondition
