static int table[6];

static void fill(int count) {
    for (int i = 0; i < count; i++)
        table[i] = i;
}

extern int number(void);

int main(void) {
    int count = number();
    if (count == 8)
        fill(count);
    return 0;
}
