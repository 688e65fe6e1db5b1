// Splitting a command line in place.
// run: cairn check %s
// others: proved 29
#include <assert.h>
#include <string.h>

static int split(char *line, char *words[], int most) {
    int count = 0;
    while (*line != '\0' && count < most) {
        while (*line == ' ')
            *line++ = '\0';
        if (*line == '\0')
            break;
        words[count++] = line;
        while (*line != '\0' && *line != ' ')
            line++;
    }
    return count;
}

int main(void) {
    char line[] = " set  led 1", *words[4];
    assert(split(line, words, 4) == 3);
    assert(strcmp(words[0], "set") == 0 && strcmp(words[1], "led") == 0 && strcmp(words[2], "1") == 0);
    return 0;
}
