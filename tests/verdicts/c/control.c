// Every way through a function.
// run: cairn check %s
// others: proved 14
#include <assert.h>

static int dispatch(int n) {
    int seen = 0;
    switch (n) {
    case 1:
        seen += 1;
    case 2 ... 4:
        seen += 10;
        break;
    default:
        seen = 100;
    }
    do {
        if (seen > 50)
            goto out;
        seen++;
        continue;
    } while (seen < 12);
    while (1) {
        if (seen++ > 20)
            break;
    }
out:
    return seen;
}

static int jump(int n) {
    static void *targets[] = {&&zero, &&one};
    goto *targets[n];
zero:
    return 0;
one:
    return ({ int twice = n; twice + n; });
}

int main(void) {
    assert(dispatch(1) == 22 && dispatch(3) == 22 && dispatch(9) == 100);
    assert(jump(0) == 0 && jump(1) == 2);
    int n = 0;
    int both = n++ && n++;
    assert(!both && n == 1);
    int chosen = n ?: 5;
    assert(chosen == 1 && (n == 2 || n++ == 1) && n == 2);
    return 0;
}
