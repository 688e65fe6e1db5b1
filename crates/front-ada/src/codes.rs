//! The closed list of Ada diagnostics: every code, its title, and what `cairn explain` says about it.

cairn_base::diagnostic_codes! {
    ILLEGAL_CHARACTER "A0001" "illegal character"
        "The source holds a character that starts no Ada token.";
    BAD_LITERAL "A0002" "malformed literal"
        "A number, character or string literal is not closed or not well formed, for example `16#G#` or a string that runs over the end of its line.";
    SYNTAX "A0003" "syntax error"
        "The source does not follow Ada's grammar here. The parser names what it expected, skips to a safe place and goes on, so later messages may be consequences of this one.";
    END_NAME "A0004" "wrong name after end"
        "The name after `end` is not the name of the construct it closes.";
    TOO_DEEP "A0005" "nesting too deep"
        "Expressions or constructs are nested deeper than the front end accepts. Split the construct.";
    STRAY_ANNOTATION "A0006" "annotation in an odd place"
        "A `--#` or `--%` comment stands where no annotation may stand, or does not begin like one. It is read as a plain comment: nothing is checked or assumed because of it.";
    ANNOTATION "A0007" "malformed annotation"
        "A `--#` or `--%` annotation does not follow its grammar.";
    MISSING_IS "A0008" "missing `is`"
        "A body opens with `;` or nothing where Ada wants `is`. It is read as if `is` stood there.";
    OTHER_LANGUAGE "A0009" "not an Ada unit"
        "The file holds no compilation unit.";
    UNDEFINED "A0010" "name not declared"
        "No declaration of this name is visible here. Check the spelling, the `with` and `use` clauses, and that the declaration stands before its use.";
    NO_UNIT "A0011" "unit not found"
        "A unit named in a `with` clause is neither among the inputs, nor in an `-I` folder under GNAT's file naming (`parent-child.ads`), nor part of the library shipped with Cairn.";
    TYPE_MISMATCH "A0012" "wrong type"
        "The expression does not have the type its place wants. Ada converts nothing implicitly but literals and named numbers.";
    AMBIGUOUS "A0013" "ambiguous expression"
        "Several declarations fit. Qualify the expression: `Type'(…)`.";
    NO_MATCH "A0014" "no matching subprogram"
        "No visible subprogram of this name takes these arguments and gives the wanted type.";
    DUPLICATE "A0015" "declared twice"
        "The name is already declared in the same declarative part.";
    NOT_STATIC "A0016" "not static"
        "Ada wants an expression here whose value is known at compile time.";
    STATIC_ERROR "A0017" "error in a static expression"
        "Evaluating the static expression fails, for example by a division by zero.";
    NOT_A_TYPE "A0018" "not a type"
        "Ada wants the name of a type or subtype here.";
    NOT_A_VARIABLE "A0019" "not a variable"
        "The target of an assignment, or the actual of an `out` or `in out` parameter, is not a variable.";
    BAD_AGGREGATE "A0020" "malformed aggregate"
        "The aggregate leaves out a component, gives one twice, or does not fit the type.";
    BAD_CASE "A0021" "malformed case"
        "The choices of a `case` overlap, or leave out a value of the selector's subtype.";
    NO_BODY "A0022" "body missing"
        "A subprogram that is called has no body among the inputs. A call may give any result and any `out` values that their subtypes and the postcondition allow, and may change the variables `Global` lists (without `Global`: all package variables). What is violated because of such a call may not happen with the real body; what is proved holds with every body that keeps the contract.";
    BAD_INSTANCE "A0023" "malformed instantiation"
        "The actuals of a generic instantiation do not fit its formals.";
    BAD_ATTRIBUTE "A0024" "attribute not applicable"
        "The attribute does not exist, or not for this prefix.";
    UNSUPPORTED "A0025" "construct not supported"
        "Cairn does not translate this construct (access, tagged and task types among others). Where it can be reached, the verdict is `unsupported`; it never makes anything `proved`.";
    BAD_TARGET_CONFIG "A0026" "malformed target configuration"
        "The file given by `--target-config` is neither a package Standard with integer and floating type declarations nor a table of GNAT's (`-gnatet=FILE`) for a machine whose bytes and addresses are those of 64-bit Linux.";
    ELABORATION "A0027" "circular units"
        "Units depend on each other in a circle, so there is no order to elaborate them in.";
    BAD_EXIT "A0028" "no such loop"
        "`exit` stands outside of any loop, or names a loop or label that does not exist here.";
    BAD_RETURN "A0029" "wrong return"
        "A function returns without a value, or a procedure with one.";
    BAD_DECLARATION "A0030" "malformed declaration"
        "The declaration does not follow Ada's rules, for example a type without a completion.";
    UNKNOWN_PRAGMA "A0031" "pragma ignored"
        "The pragma is not one Cairn knows; it is ignored.";
    UNKNOWN_ASPECT "A0032" "aspect ignored"
        "The aspect or pragma is not one Cairn knows: what it states is not checked. One note per file names them all.";
    NOT_CHECKED "A0033" "stated and not checked"
        "The file states what `check` does not check: data flow (`Global`, `Depends`, `Initializes`), termination (`Always_Terminates`), exceptions (`Exceptional_Cases`) and the like. What is proved does not say that these hold. One note per file names them all.";
    NO_ENTRY "A0040" "entry point not found"
        "`--entry` takes the name of a subprogram with a body, as `Package.Subprogram` or the end of that, in any case of letters.";
    NO_INSTANCE "A0041" "generic unit without instance"
        "A generic unit is examined in its instances. The inputs hold none of this one, so nothing in it was checked. Give a file that instantiates it.";
    HANDLED "A0042" "checks that handlers take"
        "Where a failed check raises an exception that a handler takes, the check is a branch of the program and no property: the report does not say whether it holds. What the handler does then, and what comes after, is examined.";
    UNIT_TWICE "A0043" "unit given twice"
        "Two files hold the same unit, and a program has only one of each. Leave one of them out.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(CODES.windows(2).all(|w| w[0].code < w[1].code));
    }
}
