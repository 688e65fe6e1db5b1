// Output changes nothing; the arguments are evaluated all the same.
// run: cairn check %s
// others: proved 5
#include <assert.h>
#include <stdio.h>
int main(void) {
    int count = 0;
    printf("%d %s\n", ++count, "started");
    fprintf(stderr, "%d\n", ++count);
    puts("done");
    assert(count == 2);
    return 0;
}
