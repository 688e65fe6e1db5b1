//! The closed list of C diagnostics: every code, its title, and what `cairn explain` says about it.
//!
//! C0001–C0019 belong to reading, C0020–C0059 to types and names, C0060 and up to translation.

cairn_base::diagnostic_codes! {
    ILLEGAL_CHARACTER "C0001" "illegal character"
        "The source holds a character that starts no C token.";
    BAD_LITERAL "C0002" "malformed literal"
        "A number, character or string literal is not closed or not well formed, for example `0x`, `09`, an unknown suffix, or a string that runs over the end of its line.";
    SYNTAX "C0003" "syntax error"
        "The source does not follow the grammar of GNU C here. The parser names what it expected, skips to a safe place and goes on, so later messages may be consequences of this one.";
    TOO_DEEP "C0004" "nesting too deep"
        "Expressions, declarators or statements are nested deeper than the front end accepts. Split the construct.";
    STRAY_ANNOTATION "C0005" "annotation in an odd place"
        "A `/*@` or `//@` comment stands where no annotation may stand, for example inside an expression. It is read as a plain comment: nothing is checked or assumed because of it.";
    UNCLOSED "C0006" "not closed"
        "A comment, brace or parenthesis is open at the end of the file.";
    BAD_SPECIFIERS "C0007" "specifiers do not go together"
        "The words in front of a declaration contradict each other, for example `short double` or two storage classes.";
    NOT_A_TYPE "C0008" "not a type"
        "A name stands where a type is wanted, but no `typedef` of this name is visible. A header may be missing.";
    NO_PREPROCESSOR "C0009" "no C preprocessor"
        "C files are preprocessed by the C compiler of the machine (`cc`, or the one named by `--cc`), and it could not be started. Install a compiler, name one with `--cc`, or preprocess the file yourself (`cc -E -CC -dD file.c -o file.i`) and check the `.i` file.";
    PREPROCESSOR_FAILED "C0010" "the preprocessor failed"
        "The C compiler of the machine refused to preprocess the file. What it said is shown; often a header is not found (add `-I folder`) or a macro is missing (add `-D NAME`).";
    NOT_PREPROCESSED "C0011" "text is not preprocessed"
        "A `.i` file holds a preprocessor directive such as `#include`. Give the `.c` file, or preprocess it with `cc -E -CC -dD`.";
    TOO_LARGE "C0012" "text is too large"
        "A preprocessed file of four gigabytes or more cannot be read.";
    UNDECLARED "C0020" "name not declared"
        "No declaration of this name is visible here. Check the spelling, and whether a header is missing.";
    REDEFINED "C0021" "declared twice"
        "The name, tag, member or function is already declared in the same scope, or already defined.";
    CONFLICT "C0022" "conflicting declarations"
        "Two declarations of one name do not go together: their types are not compatible, or one is `static` and the other is not.";
    INCOMPLETE "C0023" "incomplete type"
        "The size or the members of the type are needed here, but it is only declared (`struct s;`), or it is an array without a length.";
    TYPE_MISMATCH "C0024" "wrong type"
        "The operands do not have types this operation is defined for, or a value cannot be converted to the type its place wants.";
    NOT_ASSIGNABLE "C0025" "not an object"
        "Assignment, `++`, `--` and `&` want an object; constants, arrays and values of expressions cannot be assigned, bit-fields have no address.";
    NO_MEMBER "C0026" "no such member"
        "The structure or union has no member of this name.";
    NOT_CONSTANT "C0027" "not constant"
        "C wants an expression here whose value is known before the program runs.";
    BAD_CALL "C0028" "wrong call"
        "What is called is not a function, or gets too few or too many arguments.";
    BAD_INITIALIZER "C0029" "wrong initialiser"
        "The initialiser does not fit the object: too many elements, a designator of a part that does not exist, or a form the type does not take.";
    BAD_DECLARATION "C0030" "impossible declaration"
        "What is declared cannot exist, for example an array of functions, a bit-field of a floating type, or an array larger than memory.";
    BAD_STATEMENT "C0031" "misplaced statement"
        "A `break`, `continue`, `case`, `return` or label stands where it has no meaning, or a case or label stands twice.";
    STATIC_ASSERTION "C0032" "static assertion fails"
        "The condition of `_Static_assert` is zero.";
    BAD_ATTRIBUTE "C0033" "wrong attribute"
        "The arguments of an attribute make no sense, for example an alignment that is no power of two.";
    IMPLICIT "C0034" "implicit declaration"
        "A function is called without a declaration. As in C89, it is taken to return `int` and to accept any arguments; functions of the C library have their own types.";
    UNSEQUENCED "C0035" "side effects without an order"
        "The same variable is changed twice, or changed and read, and C does not say in which order: the behaviour is undefined. The analysis goes on with one order.";
    UNSUPPORTED "C0036" "not supported"
        "The construct is part of the language but not supported.";
    DOUBTFUL_CONVERSION "C0037" "doubtful conversion"
        "A pointer becomes an integer or a pointer of another type without a cast. Compilers accept it with a warning.";
    LINK "C0038" "files do not go together"
        "Two files declare one external name with types that are not compatible.";
    CONSTANT_OVERFLOW "C0039" "constant overflows"
        "A constant expression of a signed type overflows. It wraps around, as compilers do.";
    NO_ENTRY "C0060" "no entry"
        "Executions start in `main`, or in the functions named by `--entry`; none of that name has a body in the files given.";
    NO_BODY "C0061" "function without a body"
        "A function is called that no file defines and the C library of Cairn does not have. It gives an arbitrary result, and everything that its arguments without `const` lead to has arbitrary contents afterwards. Proofs hold whatever it writes into variables that other files can see; a violation that needs such a write is not reported, and the property is `unknown`. Give the file that defines it, or say with `--stub NAME=any|arguments|pure|unreachable` what it may do.";
    OPEN_ORDER "C0063" "order of evaluation left open"
        "C leaves open which operand, argument, item of an initialiser or side of an assignment is evaluated first, and here that can be seen: one evaluation changes what another reads or writes. By default every order is explored; `--evaluation-order left` or `right` takes one. What a compiler does may change with its version and options.";
    LEFT_OUT "C0064" "code left out by the preprocessor"
        "`#if` and its like leave out parts of the file that hold code, and nothing in them was examined. Define the macros they ask about with `-D`, or check the file once for each choice.";
    WRONG_STUB "C0070" "`--stub` that says nothing"
        "`--stub NAME=…` says what a function without body may do. The name is that of no such function.";
    UNCHECKED_ANNOTATION "C0071" "annotations that are not checked"
        "The file has contracts or other annotations, in ACSL comments or in the words of CBMC, that `check` does not check. Nothing they say is verified, and nothing is assumed because of them.";
    WRONG_REGION "C0072" "wrong region"
        "Regions of memory at fixed addresses must have a size, fit into the address space, and not overlap.";
    RECORD_EQUALITY "C0074" "structures are compared"
        "C does not compare structures with `==`; CBMC does, and its harnesses use it. Their members are compared one by one; what lies between members does not count.";
}
