// run: cairn check %s
// exit: 2
// others: proved 1

// A clause changes nothing: a function that counts its calls is no condition, and counts nothing here.

int calls;
static _Bool counted(int x) { return calls++ < x; } //~ note U0016

int next(int x)
__CPROVER_requires(x < 100)
__CPROVER_ensures(counted(x))   //~ unsupported unsupported
//~^ note C0071
{
    return x;
}

int main(void) {
    __CPROVER_assert(calls == 0, "nothing is counted");   //~ proved assertion
    return next(1);
}
