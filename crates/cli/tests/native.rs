//! Every violated program of the file tests in Ada and C, repeated natively: GNAT or gcc compiles the counterexample,
//! and the failure comes from the line the report names. What cannot be repeated says why.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Reasons why a counterexample has no native form; anything else that is not confirmed is a failure.
const ADA_REASONS: [&str; 11] = [
    // GNAT 12 refuses a predicate of an array type of a generic formal component in an instance.
    "illegal operand for array conversion",
    "a construct that Cairn does not support",
    "is overloaded, and its parameters do not tell",
    "GNAT's floating-point",
    "a comment for GNAT",
    "has no body to",
    "about the bound of the run",
    "does not notice that a variable has no value",
    "a value that no driver sets",
    "take the place of those of `--target-config`",
    "stops with a bug of its own",
];

const C_REASONS: [&str; 13] = [
    "about the bound of the run",
    "does not show that it never ends",
    // Variables without a value, what functions without body write, what the library delivers.
    "it depends on a value that no compiled program can be given",
    "a variable that no file defines",
    "it depends on an address that the system chooses",
    "which cannot be delivered",
    "and a compiled program starts in `main`",
    "gcc has no sanitizer for",
    "no sanitizer names the place",
    "no sanitizer sees floating-point",
    "gcc compiles no access",
    // CBMC's quantifiers.
    "__CPROVER_",
    // 32-bit libraries are rarely installed.
    "gcc does not build it: collect2: error: ld returned",
];

/// How a test tells of a failure that the compiled program does not show; behind it stand the place and the reason.
const DIFFERS: &str = " not natively: ";

/// Tests of a language that say `violated`, with the arguments of their command.
fn violated_programs(language: &str, run_mark: &str) -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts").join(language)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of tests").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let run = text.lines().find_map(|line| line.strip_prefix(run_mark));
            // Counterexamples of `cairn prove` start inside of the program, and are not replayed.
            let is_check = run.is_some_and(|run| run.starts_with("check "));
            if let (Some(run), true) = (run, is_check && text.contains("violated")) {
                found.push((path, run.split_whitespace().map(|word| word.replace("%s", &name)).collect()));
            }
        }
    }
    found.sort();
    found
}

fn cairn(folder: &Path, arguments: &[String]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cairn")).args(arguments).current_dir(folder).output();
    let output = output.expect("cairn starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), said)
}

/// What is wrong with the native replay of one test, and how many counterexamples it confirmed.
fn replay(path: &Path, arguments: &[String], reasons: &[&str], work: &Path) -> Result<usize, String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let report = work.join("report.json");
    let mut check = arguments.to_vec();
    check.extend(["--format".into(), format!("json={}", report.display())]);
    cairn(folder, &check);
    let replay = ["replay".into(), "--native".into(), report.display().to_string()];
    let (code, said) = cairn(folder, &replay);
    let mut wrong = Vec::new();
    let lines: Vec<&str> = said.lines().collect();
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let known_differences: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(DIFFERS)).map(|(_, place)| place).collect();
    for (at, line) in lines.iter().enumerate() {
        let reason = lines.get(at + 1).copied().unwrap_or_default();
        let known = line.starts_with("? impossible") && reasons.iter().any(|known| reason.contains(known));
        let place_of = |known: &&str| known.split_whitespace().next().is_some_and(|place| reason.ends_with(place));
        if line.starts_with("✗") && known_differences.iter().any(place_of) {
            continue;
        }
        if line.starts_with("✗") || line.starts_with('?') && !known {
            wrong.push(format!("{line}\n{reason}"));
        }
    }
    let confirmed = said.matches("✓ confirmed").count();
    if wrong.is_empty() && matches!(code, Some(1 | 2)) {
        Ok(confirmed)
    } else {
        Err(format!(
            "{}: exit code {code:?}\n{}",
            path.display(),
            if wrong.is_empty() { said } else { wrong.join("\n") }
        ))
    }
}

/// Repeats all, and gives how many counterexamples were confirmed.
fn all_fail_natively(programs: &[(PathBuf, Vec<String>)], reasons: &[&str], work: &str) -> usize {
    let middle = programs.len() / 2;
    // Two at a time: starting processes is most of the work.
    let run = |name: String, part: &[(PathBuf, Vec<String>)]| {
        let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&work).expect("a folder to work in");
        part.iter().map(|(path, arguments)| replay(path, arguments, reasons, &work)).collect::<Vec<_>>()
    };
    let results = std::thread::scope(|scope| {
        let first = scope.spawn(|| run(format!("{work}-1"), &programs[..middle]));
        let second = run(format!("{work}-2"), &programs[middle..]);
        first.join().expect("the first half").into_iter().chain(second).collect::<Vec<_>>()
    });
    let wrong: Vec<String> = results.iter().filter_map(|r| r.clone().err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    results.iter().flatten().sum()
}

#[test]
fn violated_ada_programs_fail_natively_at_the_same_line() {
    let confirmed = all_fail_natively(&violated_programs("ada", "-- run: cairn "), &ADA_REASONS, "native-ada");
    assert!(confirmed >= 50, "only {confirmed} counterexamples were confirmed");
}

#[test]
fn violated_c_programs_fail_natively_at_the_same_line() {
    let confirmed = all_fail_natively(&violated_programs("c", "// run: cairn "), &C_REASONS, "native-c");
    assert!(confirmed >= 24, "only {confirmed} counterexamples were confirmed");
}
