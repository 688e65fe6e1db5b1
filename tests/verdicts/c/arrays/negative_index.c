// A median filter that looks one sample back, at the first one too.
// run: cairn check %s
// exit: 1
// others: proved 5
static int samples[4];

static int smooth(int i) {
    return samples[i - 1] / 2 + samples[i] / 2; //~ violated index
}

int main(void) {
    for (int i = 3; i >= 0; i--)
        samples[i] = smooth(i);
    return 0;
}
