// A definition whose recursion does not end says nothing: nothing follows from it.
// run: cairn prove %s
// exit: 2
// others: proved 0

/*@ logic integer Up(integer n) = Up(n) + 1; */

/*@ assigns \nothing;
    ensures Up(x) > 0;   //~ unknown postcondition
*/
void wrong(int x) {}

/*@ assigns \nothing;
    ensures Up(x) == Up(x) + 1;   //~ unknown postcondition
*/
void contradicts(int x) {}
