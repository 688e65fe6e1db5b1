//! Names as SMT-LIB writes them: quoting, and the names nobody may declare.

use std::borrow::Cow;

/// Words of the language and of its commands.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "exists",
    "forall",
    "lambda",
    "let",
    "match",
    "par",
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

/// Names of theory functions and sorts that do not follow one of the patterns below.
const THEORY: &[&str] = &[
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "ite",
    "distinct",
    "select",
    "store",
    "const",
    "concat",
    "extract",
    "repeat",
    "zero_extend",
    "sign_extend",
    "rotate_left",
    "rotate_right",
    "ext_rotate_left",
    "ext_rotate_right",
    "fp",
    "NaN",
    "to_fp",
    "to_fp_unsigned",
    "to_fp_signed",
    "to_fp_real",
    "to_fp_bv",
    "roundNearestTiesToEven",
    "roundNearestTiesToAway",
    "roundTowardPositive",
    "roundTowardNegative",
    "roundTowardZero",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "div",
    "mod",
    "abs",
    "rem",
    "to_real",
    "to_int",
    "is_int",
    "divisible",
    "implies",
    "iff",
    "if",
    "bv2nat",
    "bv2int",
    "nat2bv",
    "int2bv",
    "ubv_to_int",
    "sbv_to_int",
    "int_to_bv",
    "bit0",
    "bit1",
    "Bool",
    "Int",
    "Real",
    "BitVec",
    "Array",
    "FloatingPoint",
    "Float16",
    "Float32",
    "Float64",
    "Float128",
    "RoundingMode",
    "String",
    "RegLan",
    "Seq",
    "Set",
    "default",
    "union",
    "intersection",
    "subset",
    "complement",
    "map",
    "as-array",
    "exp",
    "sin",
    "cos",
    "tan",
    "sqrt",
    "pi",
    "char",
    "int",
    "iand",
    "tuple",
    "nil",
    "cons",
    "insert",
    "head",
    "tail",
];

/// Names that belong to a theory or the language, so that declaring them is an error in some solver.
fn is_taken(name: &str) -> bool {
    let patterned = ["bv", "fp.", "str.", "re.", "seq.", "set.", "bag.", "rel.", "int.", "real.", "ff.", "tuple."];
    let is_operator = !name.is_empty() && name.bytes().all(|byte| b"=<>+-*/^".contains(&byte));
    is_operator
        || RESERVED.contains(&name)
        || THEORY.contains(&name)
        || patterned.iter().any(|prefix| name.starts_with(prefix))
        || name.starts_with(['@', '.'])
}

/// The name made fit for declaring: bars and control characters replaced, theory names prefixed.
/// Different names may become the same; the printer keeps them apart.
pub(super) fn declarable(name: &str) -> Cow<'_, str> {
    let unfit = |c: char| c == '|' || c == '\\' || c.is_control();
    let clean: Cow<str> = if name.contains(unfit) { name.replace(unfit, "%").into() } else { name.into() };
    if clean.is_empty() || is_taken(&clean) { format!("v!{clean}").into() } else { clean }
}

/// The name as it must be written: in bars unless it is a simple symbol.
pub(super) fn quoted(name: &str) -> Cow<'_, str> {
    let simple = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    let is_simple = !name.is_empty() && !name.as_bytes()[0].is_ascii_digit() && name.bytes().all(simple);
    if is_simple && !RESERVED.contains(&name) { name.into() } else { format!("|{name}|").into() }
}
