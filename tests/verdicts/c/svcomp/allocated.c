// part-of: allocated.yml
// Nothing looks at what `calloc` returned: in the competition it is never null.
#include <stdlib.h>
void reach_error(void) { abort(); }

int main(void) {
    int *numbers = calloc(4, sizeof(int));
    numbers[2] = 3;
    if (numbers[2] != 3)
        reach_error(); //~ proved reachable
    free(numbers);
    return 0;
}
