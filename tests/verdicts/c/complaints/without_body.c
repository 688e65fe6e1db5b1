// A function whose body is elsewhere may change what it is given, and return anything.
// run: cairn check %s
// exit: 1
// others: proved 1
#include <assert.h>
struct config {
    int rate, mode;
};
int load(struct config *config);
int peek(const struct config *config);

int main(void) {
    struct config config = {100, 1};
    int seen = peek(&config); //~ note C0061
    assert(config.rate == 100);
    int result = load(&config); //~ note C0061
    assert(result == 0); //~ violated assertion
    assert(config.rate == 100); //~ violated assertion
    return seen;
}
