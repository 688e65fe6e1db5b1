// The inner loop forgets to look whether it has reached the front.
// run: cairn check %s
// exit: 1
// others: proved 11
int __VERIFIER_nondet_int(void);
#define N 3

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < N; i++) {
        int key = a[i], j = i - 1;
        while (a[j] > key) { //~ violated index
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = key;
    }
    return 0;
}
