static void work(void) {}
static void rest(void) {}

int main(void) {
    work();
    for (;;)
        rest();
}
