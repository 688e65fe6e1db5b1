// run: cairn prove %s
// exit: 1
// others: proved 4

// A function without body does not keep violations elsewhere from being found, nor what it promises from being used.
/*@ requires \valid(p); ensures *p == 5; */
void set(int *p);

int count;
/*@ assigns count; ensures count == \old(count) + 1; */
void increment(void) { count++; }   //~ violated overflow

/*@ ensures \result == 6; */        //~ violated postcondition
int wrong(void) { int x = 3; set(&x); return x; }

/*@ ensures \result == 5; */
int right(void) { int x = 3; set(&x); return x; } //~ note C0061
