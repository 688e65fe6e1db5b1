// run: cairn check %s
// exit: 3

int main(void) {
    int x = 3;
    //@ ghost x = 4;   //~ error C0040
    return x;
}
