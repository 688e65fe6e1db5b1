// run: cairn prove %s
// exit: 2
// others: proved 11

int total, count;

/*@ requires 0 <= x <= 1000 && 0 <= total <= 1000000;
    assigns total;
    ensures total == \old(total) + x;
*/
void add(int x) { total += x; }

/*@ requires 0 <= x <= 1000 && 0 <= total <= 1000000 && 0 <= count <= 1000;
    assigns total, count;
    ensures total == \old(total) + x && count == \old(count) + 1;
*/
void add_and_count(int x) {
    add(x);
    count++;
}

/*@ requires 0 <= x <= 1000 && 0 <= total <= 1000000 && 0 <= count <= 1000;
    assigns count;
*/
void forgets_total(int x) {
    add(x);   //~ unknown assigns
    count++;
}
