// Elements of a global array in `assigns`.
// run: cairn prove %s
// today: exit 2, unsupported 3
// others: proved

int cells[4];

/*@ assigns cells[0];
    ensures cells[0] == 1;
*/
void mark(void) { cells[0] = 1; }
