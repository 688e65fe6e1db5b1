// run: cairn check %s --property termination.prp
// others: proved 1
int main(void) { return 0; }
