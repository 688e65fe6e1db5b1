// run: cairn export %s --to automaton --property tutorial.ya
// The automaton of Stouls and Prevosto, "Aoraï Plugin Tutorial", section 3.1.2, with the last state that the printed text lacks.
int rr = 1;

int opa(int r) { return r + 1; }

void opb(void)
{
    if (rr < 4998)
        rr += 2;
}

int main(void)
{
    if (rr < 5000)
        rr = opa(rr);
    opb();
    return 1;
}
