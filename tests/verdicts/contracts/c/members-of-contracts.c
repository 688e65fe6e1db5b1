// run: cairn prove %s
// exit: 1
// others: proved 6

struct account { unsigned balance; unsigned limit; };

/*@ predicate Sound(struct account *a) = a->balance <= a->limit; */

/*@ requires \valid(a) && Sound(a) && amount <= a->limit - a->balance;
    assigns a->balance;
    ensures Sound(a) && a->balance == \old(a->balance) + amount;
*/
void deposit(struct account *a, unsigned amount) { a->balance += amount; }

/*@ requires \valid(a) && Sound(a);
    assigns a->balance;
    ensures Sound(a);   //~ violated postcondition
*/
void withdraw(struct account *a, unsigned amount) { a->balance -= amount; }
