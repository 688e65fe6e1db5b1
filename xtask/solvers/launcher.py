"""Gives the Python packages of cvc5 and Bitwuzla the command line that their own binaries have.

The packages hold the solver and its SMT-LIB parser but no program to start. This file is that program:

    launcher.py cvc5|bitwuzla [--version] [FILE]

Without FILE it speaks SMT-LIB on standard input and output, one answer per command, as soon as the
command is complete. An error is answered by (error "...") and ends the program with status 1.

Options other than these are not understood, on purpose: tests set options by set-option.
"""

import os
import sys

# Both parsers read their input in blocks and wait until a block is full, which in a dialogue is
# never. So a second process copies standard input into a pipe and fills the block up with blanks
# whenever the input pauses at the end of a line. (A second process and not a thread, because the
# parsers hold the interpreter's lock while they wait.)
# Sizes measured: no answer was late with these, some were with a quarter of them.
BLOCK = {"bitwuzla": 1 << 12, "cvc5": 1 << 16}


def padded_input(block):
    """A path from which the parser can read standard input without waiting for a full block."""
    read_end, write_end = os.pipe()
    if os.fork() == 0:
        os.close(read_end)
        os.close(1)
        try:
            while chunk := os.read(0, 1 << 16):
                data = chunk + b" " * block if chunk.endswith(b"\n") else chunk
                while data:
                    data = data[os.write(write_end, data) :]
        except OSError:
            pass  # the parser is gone: so are we
        os._exit(0)
    os.close(write_end)
    return f"/dev/fd/{read_end}"


def run_bitwuzla(path):
    import bitwuzla

    parser = bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options())
    parser.parse(path, False, True)


def run_cvc5(path):
    import cvc5

    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("incremental", "true")
    symbols = cvc5.SymbolManager(manager)
    parser = cvc5.InputParser(solver, symbols)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, path)
    while not (command := parser.nextCommand()).isNull():
        answer = command.invoke(solver, symbols)
        sys.stdout.write(answer)
        sys.stdout.flush()
        if answer.startswith("(error"):
            sys.exit(1)
        if command.getCommandName() == "exit":
            return


def version(name):
    from importlib import metadata

    return f"{name} {metadata.version(name)} (Python package)"


def main(name, arguments):
    if "--version" in arguments:
        print(version(name))
        return 0
    path = arguments[0] if arguments else padded_input(BLOCK[name])
    try:
        {"cvc5": run_cvc5, "bitwuzla": run_bitwuzla}[name](path)
    except Exception as error:  # whatever the binding throws is an answer to the command
        text = str(error).replace('"', '""')
        print(f'(error "{text}")', flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
