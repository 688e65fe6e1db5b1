// run: cairn check %s
// today: exit 2, unsupported 2
// others: proved
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    int n = 0;
    if (setjmp(back) == 0) {
        n = 1;
        longjmp(back, 1);
    }
    assert(n <= 1);
    return 0;
}
