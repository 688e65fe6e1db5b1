// `<=` where `<` was meant.
// run: cairn check %s
// exit: 1
// others: proved 1
#define CHANNELS 8
static int offsets[CHANNELS];

int main(void) {
    for (int i = 0; i <= CHANNELS; i++)
        offsets[i] = i; //~ violated index
    return 0;
}
