//! The closed list of C diagnostics: every code, its title, and what `cairn explain` says about it.
//!
//! Codes are stable; a new message of an old kind keeps the old code. C0001–C0019 belong to reading,
//! C0020–C0059 to types and names, C0060 and up to translation.

/// One entry of the list.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    pub code: &'static str,
    pub title: &'static str,
    pub explanation: &'static str,
}

macro_rules! codes {
    ($($name:ident $code:literal $title:literal $explanation:literal;)*) => {
        $(pub const $name: &str = $code;)*
        /// Every code of this front end.
        pub const CODES: &[Code] = &[$(Code { code: $code, title: $title, explanation: $explanation }),*];
    };
}

codes! {
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
}
