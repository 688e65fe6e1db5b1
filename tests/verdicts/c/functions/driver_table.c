// Drivers behind a table of functions; every entry is called with what belongs to it.
// run: cairn check %s
// others: proved 15
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

struct driver {
    const char *name;
    int (*open)(int unit);
    int (*read)(int unit);
};
static int opened[3];

static int uart_open(int unit) { return opened[unit] = 1; }
static int uart_read(int unit) { return opened[unit] ? 'u' : -1; }
static int spi_open(int unit) { return opened[unit] = 2; }
static int spi_read(int unit) { return opened[unit] == 2 ? 's' : -1; }

static const struct driver drivers[] = {
    {"uart", uart_open, uart_read},
    {"spi", spi_open, spi_read},
};

int main(void) {
    unsigned which = __VERIFIER_nondet_uint() % 2, unit = __VERIFIER_nondet_uint() % 3;
    const struct driver *driver = &drivers[which];
    assert(driver->read((int)unit) == -1);
    assert(driver->open((int)unit) > 0);
    assert(driver->read((int)unit) == driver->name[0]);
    return 0;
}
