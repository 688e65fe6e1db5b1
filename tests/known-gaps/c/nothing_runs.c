// Assumptions that contradict each other: no execution gets to an end, so nothing is shown.
// run: cairn temporal %s --property nothing_runs.ltl
// today: exit 0, proved 1
// exit: 2
// diagnostics: note U0018
void __VERIFIER_assume(int condition);
int g;
int main(void) {   //~ proved temporal
    __VERIFIER_assume(0);
    g = 1;
    return 0;
}
