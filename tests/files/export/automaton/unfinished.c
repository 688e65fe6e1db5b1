// run: cairn export %s --to automaton --property unfinished.ya
// exit: 3
// As printed in the tutorial, the automaton has no definition of its last state.
int main(void) { return 0; }
