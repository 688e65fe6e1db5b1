//! `cargo xtask fuzz WHAT [--count N] [--seed N] …`: starts a fuzzer. Each lives with what it exercises, as
//! an example or as a test too long for every day; a small fixed batch of each is an ordinary test.

use crate::workspace::{Workspace, show};

/// How a fuzzer is started.
enum Start {
    /// An example that takes the options itself.
    Example(&'static str),
    /// Ignored tests: the target (`--lib` or a test), and the part of their names. Count and first seed go
    /// into the environment where the test reads them.
    Tests(&'static [&'static str], &'static str),
}

struct Fuzzer {
    name: &'static str,
    package: &'static str,
    start: Start,
    compares: &'static str,
}

const FUZZERS: [Fuzzer; 5] = [
    Fuzzer {
        name: "solver",
        package: "cairn-solvers",
        start: Start::Example("fuzz_solver"),
        compares: "random formulas: the built-in solver with Z3 and Bitwuzla, models evaluated",
    },
    Fuzzer {
        name: "bmc",
        package: "cairn-engines",
        start: Start::Tests(&["--test", "exhaustive"], "many_programs"),
        compares: "random programs: verdicts with exhaustive interpretation",
    },
    Fuzzer {
        name: "ir",
        package: "cairn-ir",
        start: Start::Tests(&["--lib"], "for_long"),
        compares: "random programs, well formed or not, in the interpreter: it never panics",
    },
    Fuzzer {
        name: "rules",
        package: "cairn-term",
        start: Start::Tests(&["--lib"], "rules_agree_with_evaluation_at_length"),
        compares: "simplification of random terms with their evaluation",
    },
    Fuzzer {
        name: "floats",
        package: "cairn-term",
        start: Start::Tests(&["--lib"], "softfloat"),
        compares: "a million values per operation and format with rustc_apfloat",
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
    match &fuzzer.start {
        Start::Example(example) => {
            let mut arguments =
                vec!["run", "--quiet", "--release", "--package", fuzzer.package, "--example", example, "--"];
            arguments.extend(options.iter().map(String::as_str));
            show(workspace.cargo(&arguments)?)
        }
        Start::Tests(target, part) => {
            let mut arguments = vec!["test", "--quiet", "--release", "--package", fuzzer.package];
            arguments.extend(*target);
            arguments.extend([part, "--", "--ignored", "--nocapture"]);
            let mut command = workspace.cargo(&arguments)?;
            for pair in options.chunks(2) {
                match pair {
                    [option, value] if option == "--count" => command.env("CAIRN_COUNT", value),
                    [option, value] if option == "--seed" => command.env("CAIRN_FIRST", value),
                    _ => return Err("options: --count N, --seed N".into()),
                };
            }
            show(command)
        }
    }
}
