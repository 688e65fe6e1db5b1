// A device that may not be there.
// run: cairn check %s
// exit: 1
// others: proved 3
#include <stddef.h>
int __VERIFIER_nondet_int(void);

struct device {
    int id, status;
};
static struct device devices[3] = {{10, 0}, {20, 0}, {30, 0}};

static struct device *find(int id) {
    for (int i = 0; i < 3; i++)
        if (devices[i].id == id)
            return &devices[i];
    return NULL;
}

int main(void) {
    struct device *device = find(__VERIFIER_nondet_int());
    if (device != NULL)
        device->status = 1;
    return find(__VERIFIER_nondet_int())->status; //~ violated pointer
}
