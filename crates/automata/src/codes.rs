//! The closed list of diagnostics about temporal properties: every code, its title, and what `cairn explain` says about it.

cairn_base::diagnostic_codes! {
    FORMULA "T0001" "not a temporal formula"
        "The text is not a formula of linear temporal logic. Operators are `!`, `&&`, `||`, `->`, `<->`, `G`, `F`, `X`, `U`, `R`, `W`, \
         and for the past `O`, `H`, `S`, `Y`; infix operators stand between blanks or parentheses. What stands between operators is a \
         condition of the source language.";
    AMBIGUOUS_NOT "T0002" "a negation that can be read in two ways"
        "In `!x == 1` a C programmer reads `(!x) == 1`, a logician `!(x == 1)`. Write the parentheses.";
    YA "T0003" "not an automaton in YA"
        "The file does not follow the grammar of YA: directives (`%init: S;`), then variables (`$x : int;`), then states \
         (`S : { CALL(f) } -> T | other -> S;`).";
    NO_SUCH_STATE "T0004" "state not defined"
        "A directive or a transition names a state that the file does not define. A state that nothing leaves still needs a definition; \
         one that stays for ever is written `S : -> S;`.";
    NO_INITIAL "T0005" "no initial state"
        "An automaton starts somewhere: YA names initial states with `%init: S;`, a never claim with a label that ends in `_init`.";
    VARIABLE "T0006" "a variable of the automaton is not used properly"
        "Variables of a YA automaton are declared before the states, have a value on every way to a use, and are assigned at most once on \
         a transition.";
    OTHER_NOT_LAST "T0007" "`other` is not the last alternative"
        "`other` stands for the events that no other alternative of the state consumes, so it is written last, and once.";
    NEVER_CLAIM "T0008" "not a never claim"
        "The file does not follow the part of Promela that describes automata: `never { label: if :: guard -> goto label fi; … }`.";
    HOA "T0009" "not an automaton in HOA"
        "The file does not follow the Hanoi omega-automata format, or uses a part of it that is not supported: alternating automata, \
         acceptance other than Büchi.";
    TOO_LARGE "T0010" "the automaton is too large"
        "The automaton of this formula would have more states than can be handled. Split the formula: each part of a conjunction can be \
         checked by itself.";
    OBSERVABLES "T0011" "an event that is not observed"
        "`%observables` restricts the events of the automaton to the functions it lists; a guard names another one.";
    MEANING "T0013" "a property says something that the program does not have"
        "A name in a guard or an atom is no variable, function, parameter or component of the program, or is used as what it is not: a \
         parameter of another function, the result of a procedure, a number as a pointer.";
    STEPS "T0014" "a property cannot be decided in these steps"
        "The operators X and Y count steps. Where a step is a statement, formulas with them are not decided; `--steps events` makes the \
         run the sequence of calls and returns.";
    PROPERTY "T0012" "a property cannot be read"
        "`--property` takes a file (`.ltl`, `.ya`, `.pml`, `.hoa`), or the text of a temporal formula.";
}
