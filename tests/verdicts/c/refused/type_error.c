// A program that is no C is refused with a place.
// run: cairn check %s
// exit: 3
struct point {
    int x;
};

int main(void) {
    struct point p = {1};
    return p.y; //~ error C0026
}
