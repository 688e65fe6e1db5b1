// run: cairn check %s
// others: proved 11

struct point { int x, y; };

/*@ ensures \result.x == a && \result.y == b; */
struct point make(int a, int b) { struct point p = {a, b}; return p; }

/*@ requires \valid(p) && p->x < 100;
    assigns p->x;
    ensures p->x == \old(p->x) + 1 && p->y == \old(p->y);
*/
void right(struct point *p) { p->x++; }

int main(void) {
    struct point p = make(1, 2);
    right(&p);
    //@ assert p.x == 2 && p.y == 2;
    return 0;
}
