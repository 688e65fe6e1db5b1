// run: cairn check %s
// others: proved

int a;

/*@ assigns \nothing;
    ensures \result == a;
*/
int get(void) { return a; }

int main(void) { return get(); }
