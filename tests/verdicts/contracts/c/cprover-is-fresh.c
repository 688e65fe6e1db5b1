// run: cairn check %s --entry get
// others: proved 4

int get(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)))
__CPROVER_requires(__CPROVER_is_fresh(q, sizeof(*q)))
__CPROVER_ensures(__CPROVER_return_value == *q)
__CPROVER_assigns(*p)
{
    *p = 1;
    return *q;
}
