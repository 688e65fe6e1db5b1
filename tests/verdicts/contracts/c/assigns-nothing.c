// run: cairn check %s
// others: proved 1

int a;

/*@ assigns \nothing;
    ensures \result == a;
*/
int get(void) { return a; }

int main(void) { return get(); }
