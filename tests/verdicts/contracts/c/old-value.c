// run: cairn check %s
// exit: 1
// others: proved 2

int counter;

/*@ requires counter < 10;
    ensures counter == \old(counter) + 1;   //~ proved postcondition
    ensures counter == \old(counter);       //~ violated postcondition
*/
void tick(void) { counter++; }

int main(void) { tick(); return 0; }
