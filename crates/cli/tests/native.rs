//! Every violated Ada program of the file tests, repeated natively: GNAT compiles the counterexample, and the
//! exception comes from the line the report names. What cannot be repeated says why.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Reasons why a counterexample has no native form; anything else that is not confirmed is a failure.
const REASONS: [&str; 8] = [
    "GNAT's floating-point",
    "a comment for GNAT",
    "has no body to",
    "about the bound of the run",
    "does not notice that a variable has no value",
    "a value that no driver sets",
    "take the place of those of `--target-config`",
    "stops with a bug of its own",
];

/// Ada tests that say `violated`, with the arguments of their command.
fn violated_programs() -> Vec<(PathBuf, Vec<String>)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts/ada")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of tests").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let run = text.lines().find_map(|line| line.strip_prefix("-- run: cairn "));
            if let (Some(run), true) = (run, text.contains("violated")) {
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
fn replay(path: &Path, arguments: &[String], work: &Path) -> Result<usize, String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let report = work.join("report.json");
    let mut check = arguments.to_vec();
    check.extend(["--format".into(), format!("json={}", report.display())]);
    cairn(folder, &check);
    let replay = ["replay".into(), "--native".into(), report.display().to_string()];
    let (code, said) = cairn(folder, &replay);
    let mut wrong = Vec::new();
    let lines: Vec<&str> = said.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let reason = lines.get(at + 1).copied().unwrap_or_default();
        let known = line.starts_with("? impossible") && REASONS.iter().any(|known| reason.contains(known));
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

#[test]
fn violated_programs_fail_natively_at_the_same_line() {
    let programs = violated_programs();
    let middle = programs.len() / 2;
    // Two at a time: starting processes is most of the work.
    let run = |name: &str, part: &[(PathBuf, Vec<String>)]| {
        let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&work).expect("a folder to work in");
        part.iter().map(|(path, arguments)| replay(path, arguments, &work)).collect::<Vec<_>>()
    };
    let results = std::thread::scope(|scope| {
        let first = scope.spawn(|| run("native-1", &programs[..middle]));
        let second = run("native-2", &programs[middle..]);
        first.join().expect("the first half").into_iter().chain(second).collect::<Vec<_>>()
    });
    let wrong: Vec<String> = results.iter().filter_map(|r| r.clone().err()).collect();
    let confirmed: usize = results.iter().flatten().sum();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(confirmed >= 50, "only {confirmed} counterexamples were confirmed");
}
