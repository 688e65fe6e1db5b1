// Which of the many NaNs an operation gives is not determined: on x86 its sign is set.
// run: cairn check %s
// today: exit 2, unsupported 1
// exit: 1
// others: proved
#include <assert.h>

union word {
    float number;
    int bits;
};

int main(void) {
    float zero = 0.0f;
    union word word;
    word.number = zero / zero;
    assert(word.bits > 0); //~ violated assertion
    return 0;
}
