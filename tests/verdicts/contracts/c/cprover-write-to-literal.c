// run: cairn check %s
// exit: 1
// others: proved 0

void f(char *s)
__CPROVER_requires(__CPROVER_w_ok(s, 1))
{
}

int main(void) { f((char *) "abc"); return 0; }   //~ violated precondition
