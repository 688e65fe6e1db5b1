// run: cairn check %s
// exit: 1
// others: proved 2

#define LIMIT 10
#define IN(x) (0 <= (x) && (x) < LIMIT)

int main(void) {
    int i = 9;
    //@ assert IN(i);
    //@ assert IN(i + 1);   //~ proved assertion, violated assertion
    return 0;
}
