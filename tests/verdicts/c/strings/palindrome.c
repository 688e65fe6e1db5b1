// A text equal to its reverse.
// run: cairn check %s
// others: proved 22
#include <assert.h>
#include <string.h>
static void reverse(char *text) {
    for (char *left = text, *right = text + strlen(text); left < right && left < --right; left++) {
        char swap = *left;
        *left = *right;
        *right = swap;
    }
}

int main(void) {
    char text[] = "stack", even[] = "abba", empty[] = "";
    reverse(text);
    reverse(even);
    reverse(empty);
    assert(strcmp(text, "kcats") == 0 && strcmp(even, "abba") == 0 && empty[0] == '\0');
    return 0;
}
