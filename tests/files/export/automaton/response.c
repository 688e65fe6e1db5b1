// run: cairn export %s --to automaton --property response.ltl -o -
// A request is answered some time, and no answer comes unasked: the second half looks into the past.
int pending;

void request(void) { pending = 1; }
void answer(void) { pending = 0; }

int main(void)
{
    for (;;) {
        request();
        answer();
    }
}
