// run: cairn check %s
// others: proved 4

int g;

/*@ requires g < 10; */
void twice(void) {
    g++;
    g++;
    //@ assert g == \at(g, Pre) + 2;
}

int main(void) { twice(); return 0; }
