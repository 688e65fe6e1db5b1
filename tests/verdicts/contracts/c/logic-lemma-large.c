// Lemmas are shown for integers nearer to zero than two to the power of 70, so a lemma with larger
// numbers, also as products, is not used, and a note says so (C0071).
// run: cairn prove %s
// exit: 0
/*@ lemma large: \forall integer x; x <= 1152921504606846976 * 1152921504606846976; */ //~ note C0071

/*@ ensures \result == 1; */ //~ proved postcondition
int one(void) { return 1; }
