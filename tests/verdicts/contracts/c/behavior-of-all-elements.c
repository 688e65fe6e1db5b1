// run: cairn prove %s
// exit: 1
// others: proved 16

// What a behaviour assumes of all elements is asked where the function is entered.

/*@ requires \valid(cells + (0 .. 3));
    assigns cells[0];
    behavior clear:
      assumes \forall integer i; 0 <= i < 4 ==> cells[i] == 0;
      ensures cells[0] == 1;
    behavior used:
      assumes \exists integer i; 0 <= i < 4 && cells[i] != 0;
      ensures cells[0] == \old(cells[0]);
    complete behaviors;
    disjoint behaviors;
*/
void mark(int *cells) {
    if (cells[0] == 0 && cells[1] == 0 && cells[2] == 0 && cells[3] == 0) cells[0] = 1;
}

/*@ requires \valid(cells + (0 .. 3));
    assigns cells[0];
    behavior clear:
      assumes \forall integer i; 0 <= i < 4 ==> cells[i] == 0;
      ensures cells[0] == 1;
    behavior used:
      assumes \exists integer i; 0 <= i < 4 && cells[i] != 0;
      ensures cells[0] == \old(cells[0]);   //~ violated postcondition
*/
void mark_wrongly(int *cells) {
    if (cells[0] == 0 && cells[1] == 0 && cells[2] == 0) cells[0] = 1;
}
