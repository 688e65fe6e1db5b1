// The counterexample in the words of the program: names, values, the path that was taken.
// run: cairn check %s
// exit: 1
// others: proved 2
#include <assert.h>
int __VERIFIER_nondet_int(void);
enum gear { PARK, DRIVE, REVERSE };
struct car {
    enum gear gear;
    int speed;
};

static void shift(struct car *car, enum gear gear) {
    if (car->speed == 0 || gear != PARK)
        car->gear = gear;
}

int main(void) {
    struct car car = {PARK, 0};
    shift(&car, DRIVE);
    int speed = __VERIFIER_nondet_int();
    if (speed == 30)
        car.speed = speed;
    shift(&car, REVERSE);
    assert(car.gear != REVERSE || car.speed == 0); //~ violated assertion
    return 0;
}
