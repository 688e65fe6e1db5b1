// run: cairn check %s
// exit: 3

int main(void) {
    int x = 0;
    //@ assert y == 0;   //~ error C0040
    return x;
}
