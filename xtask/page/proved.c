#include <cairn.h>

int main(void) {
    int n;
    assume(n >= 0 && n < 1000);
    int i = 0;
    while (i < n)
        i++;
    check(i == n);
    return 0;
}
