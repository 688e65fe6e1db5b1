// run: cairn check %s
// exit: 3

/*@ requires n > ; */   //~ error C0040
int f(int n) { return n; }
int main(void) { return f(1); }
