// run: cairn check %s --property termination.prp
// others: proved
int main(void) { return 0; }
