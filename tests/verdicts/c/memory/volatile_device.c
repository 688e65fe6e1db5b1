// What a device owns may change between two reads: members, bit-fields, elements, and what pointers to volatile point to.
// run: cairn check %s
// exit: 1
// others: proved 6
#include <assert.h>
struct device {
    unsigned ready : 1;
    unsigned count : 3;
    unsigned char data[4];
};
static volatile struct device device;
static volatile unsigned char *port = &device.data[2];

static unsigned char step(volatile unsigned char *at) {
    return (*at)++;
}

int main(void) {
    assert(device.count <= 7);
    unsigned ready = device.ready;
    if (ready)
        assert(device.ready); //~ violated assertion
    device.data[1] = 5;
    assert(device.data[1] == 5); //~ violated assertion
    assert(*port == *port);      //~ violated assertion
    device.data[3] = 1;
    unsigned char was = step(&device.data[3]);
    assert(was == 1); //~ violated assertion
    return 0;
}
