// part-of: another_prototype.c
int scaled(long number) { return number > 0; } //~ warning C0022
int doubled(int number) { return 2 * (number % 1000); }
