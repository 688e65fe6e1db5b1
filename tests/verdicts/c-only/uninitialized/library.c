// Functions of the library need values where they read, and give them where they write.
// run: cairn check %s --check uninitialized
// exit: 1
// others: proved 45
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int nondet_int(void);
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    char part[4], text[8], line[8];
    int numbers[3];
    memset(part, 0, 3);
    strcpy(text, "abc");
    for (int i = 0; i < 3; i++)
        numbers[i] = 3 - i;
    qsort(numbers, 3, sizeof *numbers, order);
    if (fgets(line, sizeof line, stdin) && line[0] == 'x')
        return 1;
    if (nondet_int())
        return part[3]; //~ violated uninitialized
    return strlen(text) + part[2] + numbers[0];
}
