// run: cairn check %s
// exit: 1

int main(void) {
    int table[4] = {1, 2, 3, 4};
    int position = 4;
    return table[position]; //~ violated index
}
