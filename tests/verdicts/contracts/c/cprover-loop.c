// run: cairn check %s
// exit: 1
// others: proved 6

int main(void) {
    int i = 0;
    while (i < 5)
    __CPROVER_assigns(i)
    __CPROVER_loop_invariant(i >= __CPROVER_loop_entry(i) && i <= 5)
    __CPROVER_loop_invariant(i <= 4)   //~ proved invariant-initial, violated invariant-preserved
    __CPROVER_decreases(5 - i)
    { i++; }
    return 0;
}
