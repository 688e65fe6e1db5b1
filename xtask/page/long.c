int main(void) {
    unsigned sum = 0;
    for (int i = 0; i < 20000; i++) {
        sum += i;
        sum ^= 3;
        sum |= 1;
    }
    return 1 / (sum == 5);
}
