// run: cairn check %s
// exit: 1
// others: proved 1

int main(void) {
    int a[4] = {1, 2, 3, 4};
    //@ assert \forall integer i; 0 <= i < 4 ==> a[i] == i + 1;
    //@ assert \forall integer i; 0 <= i < 4 ==> a[i] < 4;   //~ violated assertion
    return 0;
}
