//! The closed list of diagnostics about program text (`P0001`…) and ill-formed programs (`P0101`…):
//! every code, its title, and what `cairn explain` says about it.

cairn_base::diagnostic_codes! {
    CHARACTER "P0001" "illegal character"
        "The text holds a character that starts no token.";
    UNCLOSED "P0002" "text not closed"
        "A string, character or quoted name does not end on its line, or holds an unknown escape. Escapes are \\n \\t \\r \\0 \\\\ \\\" \\' \\` and \\u{hex}.";
    SYNTAX "P0003" "syntax error"
        "Something else was expected here. The reader skips to the next line and goes on, so later messages may be consequences of this one.";
    TOO_DEEP "P0004" "nesting too deep"
        "Brackets nest deeper than the reader accepts. Split the expression with a local variable.";
    NUMBER "P0005" "malformed number"
        "A number is not well formed, or has more digits than the reader accepts.";
    NO_VARIABLE "P0006" "variable not declared"
        "No variable of this name is visible here. `::name` names a global even where a local has the same name.";
    NO_TYPE "P0007" "type not declared"
        "No type of this name is declared before its use.";
    NO_PROCEDURE "P0008" "procedure not declared"
        "The program has no procedure of this name.";
    NO_BLOCK "P0009" "block not declared"
        "The procedure has no block with this label.";
    NO_COMPONENT "P0010" "no such component"
        "The record or union has no component of this name, or the enumeration no such literal.";
    TWICE "P0011" "declared twice"
        "The name is already declared in the same scope: types, globals, procedures, the variables of a procedure, its blocks, the components of a record, or the names of properties.";
    UNTYPED "P0012" "type not known"
        "Numbers, null, loads and aggregates take their type from what stands around them. Here nothing gives one: write it behind a colon, as in `5:i32` or `*p:i32`.";
    ILL_TYPED "P0013" "ill-typed expression"
        "The operands do not have the types the operation wants. Nothing is converted implicitly: see `zext`, `sext`, `trunc`, `retype` and the other conversions.";
    MISFIT "P0014" "value does not fit"
        "The number is not a value of the type it is given to.";
    NOT_A_PLACE "P0015" "not a place"
        "Only a variable or a dereferenced pointer, with components and elements of it, can be assigned or have its address taken.";
    COUNT "P0016" "wrong number"
        "Too many or too few arguments, results, elements or components.";
    NO_FUNCTION "P0017" "no such function"
        "Expressions use a closed list of functions (see docs/text-form.md). A procedure is called by a statement: `x := call f(a)`.";
    NO_KIND "P0018" "no such check kind"
        "The kind of a check is one of a closed list.";
    BLOCK "P0019" "malformed block"
        "A block is a label, its loop contract, statements, and one terminator at the end: goto, branch, switch, return or stop.";
    PROPERTY "P0020" "malformed property"
        "A check names its property by kind and description, or refers to a property that is already declared.";
    LARGE "P0021" "constant too large"
        "The constants of the program have more elements than the reader accepts. Use `[all x]` without `const`.";
    BAD_TYPE "P0022" "malformed type"
        "The type does not exist: an integer without bits, an enumeration over something else than integers, a component of a type that cannot live in memory, …";
    MANY "P0023" "too many errors"
        "The reader stopped after many errors.";
    RESERVED "P0024" "reserved word"
        "The word is part of the language. Quoted in backticks it is a name.";

    BAD_NAME "P0101" "ill-formed program: names"
        "Names are unique: procedures, globals, the variables and the labels of a procedure, components of a record, properties.";
    BAD_ID "P0102" "ill-formed program: reference"
        "Something refers to a type, variable, procedure, block, property or expression that does not exist or does not belong there.";
    BAD_SHAPE "P0103" "ill-formed program: type"
        "A type is not well formed: array lengths are at most 2^width of the index, components lie inside their record and do not overlap, the style fits the values.";
    BAD_EXPRESSION "P0104" "ill-formed program: expression"
        "An expression is ill typed, or uses what is not allowed at its place.";
    BAD_STATEMENT "P0105" "ill-formed program: statement"
        "A statement or terminator is ill typed, or uses what is not allowed at its place.";
    BAD_CONTRACT "P0106" "ill-formed program: contract"
        "A contract clause is ill typed, or uses what is not allowed at its place: `old` stands in postconditions only.";
    BAD_ENTRY "P0107" "ill-formed program: entry"
        "Entries are procedures with a body, each named once.";
    BAD_GLOBAL "P0108" "ill-formed program: variable"
        "A variable is not well formed: initial values are constant expressions, and only globals have them.";
    BAD_PROPERTY "P0109" "ill-formed program: property"
        "A property does not fit the checks that belong to it.";
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn codes_are_unique_and_ordered() {
        assert!(CODES.windows(2).all(|w| w[0].code < w[1].code));
    }
}
