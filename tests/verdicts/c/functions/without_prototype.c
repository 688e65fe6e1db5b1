// Pointers to functions that do not say what parameters there are, and an assertion that is only declared.
// run: cairn check %s
// exit: 1
// others: proved 6
int assert();
int written;

void store(int *to) {
    *to = 123;
}
void keep(int first, long second) {
    written = first + (int)second;
}
void call_with_address(void (*action)()) {
    action(&written);
}
void call_with_numbers(void (*action)(), int first) {
    action(first, 2L);
}
int main(void) {
    call_with_address(store);
    assert(written == 123);
    call_with_numbers(keep, 5);
    int result = assert(written == 7);
    assert(result == 0); //~ violated assertion
    return 0;
}
