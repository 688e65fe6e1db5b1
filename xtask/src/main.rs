//! `cargo xtask COMMAND`: everything one does routinely in this repository, and exactly what CI runs.
//!
//! One module per command. Commands print what they do, end with a line that says how it went, and
//! exit with a code that says the same. Deliberately absent: dependencies beyond the test runner, so
//! that this compiles in seconds on a fresh clone.

mod adahorn;
mod bench;
mod counts;
mod exports;
mod fuzz;
mod page;
mod setup;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use workspace::Workspace;

const HELP: &str = "\
cargo xtask COMMAND

  setup            install what the tests need: solvers, compilers (safe to repeat)
  test [FILTER]    everything CI checks; with FILTER only the file tests whose name contains it
  bless [FILTER]   rewrite the expected output of file tests
  tidy             conventions that no compiler checks: file sizes, headers, links, dependency arrows
  via [COMPILER]   the C programs of the tests through LLVM, by the clangs that setup installs or by another
  page             HTML reports of small programs, used in a browser
  counts           instructions of modules, counted by the reader and by LLVM
  adahorn          the programs after AdaHorn's evaluation, into a table in docs
  bench [NAME]     measurements: scaling, counter, c [PART] (whole runs on C programs, beside cbmc)
  fuzz WHAT [...]  fuzzing: solver, bmc, recheck, mutants, ada, c, open, reader, modules, ir, rules, floats; most take --count N
  help             this page
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = arguments.split_first().map_or(("help", &[][..]), |(c, r)| (c.as_str(), r));
    let outcome = match command {
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        "setup" | "adahorn" | "counts" | "test" | "bless" | "tidy" | "via" | "page" | "bench" | "fuzz" => {
            Workspace::locate().and_then(|workspace| dispatch(&workspace, command, rest))
        }
        other => Err(format!("`{other}` is no command; `cargo xtask help` lists them")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(workspace: &Workspace, command: &str, rest: &[String]) -> Result<(), String> {
    match command {
        "setup" => setup::run(workspace),
        "test" => test::run(workspace, rest),
        "bless" => test::bless(workspace, rest),
        "tidy" => tidy::run(workspace),
        "via" => test::via(workspace, rest),
        "page" => test::page(workspace),
        "counts" => counts::run(workspace),
        "adahorn" => adahorn::run(workspace, rest),
        "bench" => bench::run(workspace, rest),
        _ => fuzz::run(workspace, rest),
    }
}
