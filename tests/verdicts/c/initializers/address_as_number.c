// Addresses that are numbers in initial values.
// run: cairn check %s
// exit: 1
// others: proved 8
#include <assert.h>
#include <stdint.h>
static char buffer[10];
static uintptr_t head = (uintptr_t)&buffer;
static struct { int tag; uintptr_t place; } entry = {4, (uintptr_t)(buffer + 2)};
static char *fixed = (char *)4096;

int main(void) {
    *(char *)head = 'a';
    *(char *)entry.place = 'c';
    assert(buffer[0] == 'a' && buffer[2] == 'c');
    assert(entry.tag == 4);
    assert((uintptr_t)fixed == 4096);
    *(char *)(entry.place + 8) = 'k'; //~ violated pointer
    return 0;
}
