// Results that are no finite numbers, on request.
// run: cairn check %s --check float --no-check overflow
// exit: 1
// others: proved 3
float first = 1.0f, zero = 0.0f;

int main(void) {
    float product = first;
    for (int i = 0; i < 127; i++)
        product = product * 2.0f;
    float half = first / 2.0f;
    if (half > 1.0f)
        product = product * 2.0f;
    float none = zero / zero; //~ violated float
    return none > product;
}
