/* The example of llvm2smt (J. Henry, 2010), section 4.1. Check what clang makes of it with
 *     cairn check examples/llvm/exemple.c --via llvm
 * and look at the formula with one Boolean per basic block with
 *     cairn export examples/llvm/exemple.c --via llvm --to smt2 --encoding blocks
 * The second check fails: x = 9 and y = 21 give z = 35. */
#include "cairn.h"

int exemple(int x, int y) {
    int z;

    assume(x > 0 && x < 10 && y > 0 && y < 50);
    z = x + y;

    check(z < 60);

    if (z > 30) {
        z -= 30;
    } else {
        z += 5;
    }
    check(z <= 30);
    return z;
}
