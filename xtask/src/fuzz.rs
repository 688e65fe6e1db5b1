//! `cargo xtask fuzz WHAT [--count N] [--seed N] …`: starts a fuzzer. Each lives with what it exercises, as
//! an example or as a test that can run longer; a small fixed batch of each is an ordinary test.

use crate::workspace::{Workspace, show};

/// How a fuzzer is started.
enum Start {
    /// An example that takes the options itself.
    Example(&'static str),
    /// Tests, found by what follows `cargo test`. They take at most a count, through the environment.
    Tests(&'static [&'static str]),
}

struct Fuzzer {
    name: &'static str,
    package: &'static str,
    start: Start,
    compares: &'static str,
}

const FUZZERS: [Fuzzer; 13] = [
    Fuzzer {
        name: "solver",
        package: "cairn-solvers",
        start: Start::Example("fuzz_solver"),
        compares: "random formulas: the built-in solver with Z3 and Bitwuzla, models evaluated",
    },
    Fuzzer {
        name: "bmc",
        package: "cairn-engines",
        start: Start::Example("fuzz_bmc"),
        compares: "random programs: verdicts with exhaustive interpretation",
    },
    Fuzzer {
        name: "recheck",
        package: "cairn-witness",
        start: Start::Tests(&["--test", "random", "--", "--nocapture"]),
        compares: "random programs with random invariants: accepted proofs with exhaustive interpretation",
    },
    Fuzzer {
        name: "mutants",
        package: "cairn-verify",
        start: Start::Example("fuzz_mutants"),
        compares: "changed programs of the file tests: what is proved of them with executions",
    },
    Fuzzer {
        name: "ada",
        package: "cairn-front-ada",
        start: Start::Example("fuzz_ada"),
        compares: "random Ada programs: the interpreter with what GNAT compiles",
    },
    Fuzzer {
        name: "c",
        package: "cairn-verify",
        start: Start::Example("fuzz_c"),
        compares: "random C programs (csmith), or modules of them: the interpreter and checks with what gcc compiles",
    },
    Fuzzer {
        name: "open",
        package: "cairn-verify",
        start: Start::Example("fuzz_open"),
        compares: "random C programs about what the standard leaves open: checks with what gcc and clang run",
    },
    Fuzzer {
        name: "llvm",
        package: "cairn-verify",
        start: Start::Example("fuzz_llvm"),
        compares: "random LLVM functions: the interpreter and checks with what clang compiles",
    },
    Fuzzer {
        name: "reader",
        package: "cairn-testkit",
        start: Start::Tests(&["--test", "fuzz_reader"]),
        compares: "broken program texts: the reader never panics",
    },
    Fuzzer {
        name: "modules",
        package: "cairn-verify",
        start: Start::Tests(&["--test", "damaged_modules", "--", "--nocapture"]),
        compares: "damaged LLVM modules: reading and lowering never panic",
    },
    Fuzzer {
        name: "ir",
        package: "cairn-ir",
        start: Start::Tests(&["--lib", "for_long", "--", "--ignored", "--nocapture"]),
        compares: "random programs, well formed or not: the interpreter never panics",
    },
    Fuzzer {
        name: "rules",
        package: "cairn-term",
        start: Start::Tests(&["--lib", "at_length", "--", "--ignored", "--nocapture"]),
        compares: "simplified terms with the evaluation of what they were",
    },
    Fuzzer {
        name: "floats",
        package: "cairn-term",
        start: Start::Tests(&["--lib", "softfloat", "--", "--ignored", "--nocapture"]),
        compares: "float operations with rustc_apfloat, a million values each",
    },
];

pub fn run(workspace: &Workspace, rest: &[String]) -> Result<(), String> {
    let names: Vec<&str> = FUZZERS.iter().map(|f| f.name).collect();
    let Some((what, options)) = rest.split_first() else {
        for fuzzer in &FUZZERS {
            println!("  {:<8} {}", fuzzer.name, fuzzer.compares);
        }
        return Err(format!("say what to fuzz: {}", names.join(", ")));
    };
    let Some(fuzzer) = FUZZERS.iter().find(|f| f.name == what) else {
        return Err(format!("there is no fuzzer `{what}`; there are: {}", names.join(", ")));
    };
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let mut arguments = match fuzzer.start {
        Start::Example(_) => vec!["run"],
        Start::Tests(_) => vec!["test"],
    };
    arguments.extend(["--quiet", "--release", "--package", fuzzer.package]);
    match (&fuzzer.start, options.as_slice()) {
        (Start::Example(example), options) => {
            arguments.extend(["--example", example, "--"]);
            arguments.extend(options);
            show(workspace.cargo(&arguments)?)
        }
        (Start::Tests(target), options) => {
            arguments.extend(*target);
            let mut command = workspace.cargo(&arguments)?;
            match options {
                [] => {}
                ["--count", count] if ["reader", "recheck", "modules"].contains(&fuzzer.name) => {
                    command.env("CAIRN_CASES", count);
                }
                _ => return Err(format!("`fuzz {}` does not take these options", fuzzer.name)),
            }
            show(command)
        }
    }
}
