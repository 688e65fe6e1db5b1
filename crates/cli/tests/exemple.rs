//! The example of llvm2smt, section 4.1: what solvers answer to the exported formula is true of the compiled program.
//!
//! Needs clang, a C compiler, Z3 and cvc5, which `cargo xtask setup` installs; without them it fails.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program with checks that end it, run on two numbers.
const HARNESS: &str = "\
#include <stdio.h>
#include <stdlib.h>
#define CAIRN_H
#define assume(x) do { if (!(x)) { puts(\"not considered\"); exit(0); } } while (0)
#define check(x) do { if (!(x)) { printf(\"line %d\\n\", __LINE__); exit(0); } } while (0)
#include \"exemple.c\"
int main(int argc, char **argv) {
    (void)argc;
    exemple(atoi(argv[1]), atoi(argv[2]));
    puts(\"holds\");
    return 0;
}
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
fn source() -> PathBuf {
    root().join("examples/llvm/exemple.c")
}
/// Where `cargo xtask setup` puts the solvers, or else the path.
fn solver(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_BIN_EXE_cairn")).ancestors().nth(2).expect("a target folder");
    let installed = target.join("solvers").join("bin").join(name);
    if installed.exists() { installed } else { name.into() }
}
fn run(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Output {
    let name = program.as_ref().to_owned();
    Command::new(program).args(arguments).output().unwrap_or_else(|e| panic!("{name:?} does not run: {e}"))
}
fn text(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some(), "{said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The number that `(get-value (x))` gives, as `7`, `(- 7)`, `#x00000007` or `#b…`.
fn number(answer: &str, name: &str) -> i64 {
    let rest = answer.split(&format!("({name} ")).nth(1).unwrap_or_else(|| panic!("no {name} in {answer}"));
    let value: String = rest.chars().take_while(|c| *c != '\n').filter(|c| !" ()".contains(*c)).collect();
    let bits = |digits: &str, base: u32| i64::from(u32::from_str_radix(digits, base).expect("32 bits") as i32);
    match (value.strip_prefix("#x"), value.strip_prefix("#b")) {
        (Some(digits), _) => bits(digits, 16),
        (_, Some(digits)) => bits(digits, 2),
        _ => value.parse().unwrap_or_else(|_| panic!("`{value}` is no number")),
    }
}

#[test]
fn models_of_the_formula_make_the_compiled_program_fail_at_its_second_check() {
    let folder = std::env::temp_dir().join(format!("cairn-exemple-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    std::fs::write(path("harness.c"), HARNESS).expect("the harness");
    let include = |folder: &str| format!("-I{}", root().join(folder).display());
    let (examples, headers) = (include("examples/llvm"), include("crates/verify/src/headers"));
    let built = run("cc", &["-o", &path("harness"), &path("harness.c"), &examples, &headers]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));

    let program = std::fs::read_to_string(source()).expect("the example");
    let second = program.lines().position(|line| line.contains("check(z <= 30)")).expect("the second check") + 1;
    for integers in ["math", "bits"] {
        let formula = path(&format!("{integers}.smt2"));
        let source = source().to_string_lossy().into_owned();
        let line = ["export", &source, "--via", "llvm", "--to", "smt2", "--encoding", "blocks", "--integers", integers];
        let exported = text(&run(env!("CARGO_BIN_EXE_cairn"), &line));
        assert!(exported.contains("(check-sat)"), "{exported}");
        std::fs::write(
            &formula,
            format!("(set-option :produce-models true)\n{exported}(get-value (x))\n(get-value (y))\n"),
        )
        .expect("the formula");
        for name in ["z3", "cvc5"] {
            let answer = text(&run(solver(name), &[&formula]));
            assert!(answer.starts_with("sat\n"), "{name} on {integers}: {answer}");
            let (x, y) = (number(&answer, "x"), number(&answer, "y"));
            let said = text(&run(path("harness"), &[&x.to_string(), &y.to_string()]));
            assert_eq!(said, format!("line {second}\n"), "{name} on {integers}: x = {x}, y = {y}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder can go");
}

#[test]
fn the_trace_tells_the_variables_and_the_branch_in_terms_of_c() {
    let source = source().to_string_lossy().into_owned();
    let report = text(&run(env!("CARGO_BIN_EXE_cairn"), &["check", &source, "--via", "llvm", "--color", "never"]));
    let steps: Vec<&str> = report.lines().filter(|line| line.contains('│')).collect();
    let step = |start: &str, end: &str| steps.iter().any(|line| line.contains(start) && line.ends_with(end));
    assert!(report.contains("exemple(x = "), "{report}");
    assert!(steps.iter().any(|line| line.contains("z = x + y;") && line.contains("  z = ")), "{report}");
    assert!(step("if (z > 30) {", "false"), "{report}");
    assert!(steps.iter().any(|line| line.contains("z += 5;") && line.contains("z = 3")), "{report}");
    assert!(steps.iter().any(|line| line.contains("check(z <= 30)") && line.contains("✗ fails")), "{report}");
    assert!(!report.contains("as LLVM"), "{report}");
}
