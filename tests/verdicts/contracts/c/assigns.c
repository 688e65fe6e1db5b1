// run: cairn check %s
// exit: 1
// others: proved 0

int a, b;

/*@ assigns a;
*/
void both(void) {
    a = 1;
    b = 2;   //~ violated assigns
}

int main(void) { both(); return 0; }
