//! A counterexample as a C file that is compiled together with the user's own: definitions of the functions that
//! deliver arbitrary values, of the allocation that fails or fills memory, and of the places where a run must fail.
//!
//! In: the values in the order of the calls. Out: the text of the file, and options for the compiler. A function says
//! which line called it through the sanitizers' stack trace, so that no source is changed. Deliberately absent:
//! variables without a value, which no compiled program lets anybody choose.

mod harness;
mod values;

pub use harness::harness;

use cairn_ir::{CheckKind, Value};

/// What the harness delivers.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Results of functions, each in the order of its calls.
    pub results: Vec<(String, Vec<Value>)>,
    /// Where allocations cannot fail, those that `calloc` clears are not among them.
    pub allocations: Vec<Allocation>,
    pub allocations_succeed: bool,
    /// Number of arguments of `main`, with the name of the program.
    pub arguments: u64,
    /// Whether it is a failure to reach an error location; otherwise such a function is one like any other.
    pub error_locations: bool,
    /// What is executed is counted (gcov).
    pub counts: bool,
}

/// One call of `malloc` or its like.
#[derive(Clone, Debug, Default)]
pub struct Allocation {
    pub fails: bool,
    pub contents: Option<Value>,
}

/// Options of gcc for the kind of check that must fail. Without sanitizers for the other kinds: what is not checked
/// must not stop the run.
pub fn options(kind: CheckKind) -> Vec<&'static str> {
    let mut options = vec!["-g", "-O0", "-w", "-std=gnu17", "-no-pie", "-fno-omit-frame-pointer", "-fno-builtin"];
    options.extend(match kind {
        CheckKind::Pointer | CheckKind::Index | CheckKind::Free => &[
            "-fsanitize=address,bounds-strict,vla-bound,null,return,pointer-compare,pointer-subtract",
            "-fno-sanitize-recover=all",
        ][..],
        CheckKind::Overflow | CheckKind::Shift | CheckKind::DivisionByZero | CheckKind::Conversion => &[
            "-fsanitize=leak,signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow",
            "-fno-sanitize-recover=all",
        ],
        // Only for its stack traces.
        _ => &["-fsanitize=leak"],
    });
    // A function that nothing defines is not called in this execution, or the run fails there.
    options.extend(["-Wl,--unresolved-symbols=ignore-all", "-Wl,--wrap=malloc", "-Wl,--wrap=calloc"]);
    options.extend(["-Wl,--wrap=free", "-finstrument-functions"]);
    options
}

/// Options of gcc that compile the user's files with counters, and those that link a test.
pub fn counting() -> ([&'static str; 5], [&'static str; 5]) {
    let link = [
        "--coverage",
        "-Wl,--unresolved-symbols=ignore-all",
        "-Wl,--wrap=malloc",
        "-Wl,--wrap=calloc",
        "-Wl,--wrap=free",
    ];
    (["--coverage", "-g", "-O0", "-w", "-std=gnu17"], link)
}

/// Whether memory can be filled with a value.
pub fn can_fill(value: &Value) -> bool {
    values::bytes(value).is_some()
}
