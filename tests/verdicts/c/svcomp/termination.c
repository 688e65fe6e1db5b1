// run: cairn check %s --property termination.prp
// exit: 2
// diagnostics: warning U0014
int main(void) { return 0; }
