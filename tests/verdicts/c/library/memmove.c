// memmove works when the parts overlap.
// run: cairn check %s
// others: proved 27
#include <assert.h>
#include <string.h>
int main(void) {
    char text[] = "abcdef";
    memmove(text + 2, text, 4);
    assert(memcmp(text, "ababcd", 6) == 0);
    memmove(text, text + 1, 5);
    assert(strcmp(text, "babcdd") == 0);
    assert(strrchr(text, 'b') == text + 2 && strspn(text, "ab") == 3);
    return 0;
}
