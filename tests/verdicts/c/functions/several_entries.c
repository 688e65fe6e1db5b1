// Two entry points, each from arbitrary arguments: the guard is missing in one.
// run: cairn check %s --entry set --entry reset
// exit: 1
// others: proved 1
static int outputs[8];

void set(unsigned channel) {
    outputs[channel] = 1; //~ violated index
}

void reset(unsigned channel) {
    if (channel < 8)
        outputs[channel] = 0;
}
