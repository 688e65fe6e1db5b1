// Objects declared `const` must not be written through a pointer that forgot it, wherever that happens.
// run: cairn check %s
// exit: 1
// others: proved 5
#include <string.h>
int __VERIFIER_nondet_int(void);
struct settings {
    int level;
    short codes[3];
};
static const struct settings defaults = {1, {2, 3, 4}};
static struct settings current;
static const int limit = 7;

static void change(short *code) {
    *code = 9; //~ violated pointer
}
static void set(int *number) {
    *number = 1;
}

int main(void) {
    int own = limit;
    set(&own);
    set(&current.level);
    change(current.codes);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        change((short *)&defaults.codes[1]);
        break;
    case 1:
        memset((void *)&limit, 0, sizeof limit); //~ violated pointer
        break;
    default:
        *(int *)&limit = 3; //~ violated pointer
    }
    return own;
}
