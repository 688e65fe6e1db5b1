// run: cairn prove %s
// exit: 1
// others: proved 8

struct point { int x, y; };

void step(struct point *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && p->y < 1000)
__CPROVER_assigns(p->y)
__CPROVER_ensures(p->y == __CPROVER_old(p->y) + 1)
__CPROVER_ensures(p->x == __CPROVER_old(p->x))
{
    p->y++;
}

void step_wrongly(struct point *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && p->y < 1000)
__CPROVER_assigns(p->x, p->y)
__CPROVER_ensures(p->x == __CPROVER_old(p->x))   //~ violated postcondition
{
    p->x = p->y;
}
