// run: cairn check %s
// exit: 1
// others: proved

int a, b;

/*@ assigns a;   //~ violated assigns
*/
void both(void) { a = 1; b = 2; }

int main(void) { both(); return 0; }
