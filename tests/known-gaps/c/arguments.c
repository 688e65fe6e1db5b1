// The arguments of the program, however many.
// run: cairn check %s --unwind 4
// today: exit 1, violated 1, bounded 2
// others: proved

int main(int argc, char **argv) {
    return argc > 1 && argv[1][0] == 'x';
}
