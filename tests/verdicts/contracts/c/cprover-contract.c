// run: cairn check %s
// exit: 1
// others: proved 4

int f(int *p, int n)
__CPROVER_requires(__CPROVER_r_ok(p, sizeof(*p)) && n > 0 && n < 100)
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(n) + 1)   //~ proved postcondition
__CPROVER_ensures(__CPROVER_return_value == n)   //~ violated postcondition
__CPROVER_assigns()
{
    n++;
    return n;
}

int main(void) { int x = 0; return f(&x, 3); }
