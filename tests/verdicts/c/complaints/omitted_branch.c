// What a branch did not do: the report names it, and the input that decided.
// run: cairn check %s
// exit: 1
// others: proved 2
#include <assert.h>
extern int read_switch(void);
struct motor {
    int speed, limit;
};
static void set(struct motor *m, int speed) {
    if (read_switch() == 1 && speed < m->limit) //~ note C0061
        m->speed = speed;
}
int main(void) {
    struct motor m = {0, 100};
    set(&m, 40);
    assert(m.speed == 40); //~ violated assertion
    return 0;
}
