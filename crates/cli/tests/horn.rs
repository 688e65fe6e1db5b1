//! What solvers of Horn clauses say about exported programs agrees with our verdicts.
//!
//! The programs are tests below `tests/verdicts`, whose verdicts other tests confirm: `sat` means that nothing is
//! violated, `unsat` that something is. Z3, which `cargo xtask setup` installs, is asked within a fixed effort; of other
//! solvers (Golem, Eldarica) whichever is installed, without counting on an answer.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Folders of programs with verdicts that do not depend on a bound.
const FOLDERS: [&str; 14] = [
    "ada/adahorn_array",
    "ada/adahorn_increment",
    "ada/annotations",
    "ada/arrays",
    "ada/checks",
    "ada/contracts",
    "summaries",
    "ada/types",
    "c/arithmetic",
    "c/bitfields",
    "c/functions",
    "c/nondet",
    "c/recursion",
    "cairn",
];
/// Options with which a run asks something else than what clauses say.
const OTHER_QUESTIONS: [&str; 7] =
    ["--unwind", "--integers", "--engine", "--timeout", "--property", "--format", "--solver"];
/// Z3's own measure of effort, so that its answers do not depend on time.
const EFFORT: &str = "rlimit=150000";
const LEAST_ANSWERED: usize = 50;

struct Case {
    path: PathBuf,
    arguments: Vec<String>,
    violated: bool,
}

/// The program of a test, if its run asks what clauses say and decides everything.
fn case(path: PathBuf) -> Option<Case> {
    let text = std::fs::read_to_string(&path).ok()?;
    let field = |name: &str| text.lines().take(12).find_map(|line| line.split_once(name)).map(|(_, rest)| rest.trim());
    let name = path.file_name()?.to_str()?.to_string();
    let arguments: Vec<String> = field("run: cairn check ")?.split(' ').map(|word| word.replace("%s", &name)).collect();
    if arguments.iter().any(|word| OTHER_QUESTIONS.contains(&word.as_str())) || !arguments.contains(&name) {
        return None;
    }
    let violated = match field("exit: ").unwrap_or("0") {
        "0" => false,
        "1" => true,
        _ => return None,
    };
    Some(Case { path, arguments, violated })
}

fn cases() -> Vec<Case> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts");
    let files = |folder: &&str| std::fs::read_dir(tests.join(folder)).expect("a folder of tests").flatten();
    let mut paths: Vec<PathBuf> = FOLDERS.iter().flat_map(files).map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().filter_map(case).collect()
}

/// The clauses of a program; none if it has none (memory, quantifiers).
fn clauses(case: &Case) -> Option<String> {
    let folder = case.path.parent().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    let output = command.current_dir(folder).args(["export", "--to", "horn"]).args(&case.arguments).output();
    let output = output.expect("cairn runs");
    output.status.success().then(|| String::from_utf8(output.stdout).expect("text"))
}

fn z3() -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let installed = target.join("solvers/bin/z3");
    let mut command = Command::new(if installed.exists() { installed } else { PathBuf::from("z3") });
    command.args(["-in", EFFORT, "fp.spacer.global=true"]);
    command
}

/// Solvers that are not there by rule: their command with a file, if it is installed. They stop after some seconds.
fn others() -> Vec<(&'static str, Vec<&'static str>)> {
    let known = [("golem", vec!["timeout", "5", "golem", "--logic", "QF_LIA"]), ("eld", vec!["timeout", "10", "eld"])];
    let on_path = |name: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
    };
    known.into_iter().filter(|(name, _)| on_path(name)).collect()
}

/// The first word that a solver answers; `unknown` for whatever is no answer.
fn ask(mut command: Command, text: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let child = child.as_mut().expect("a solver, which `cargo xtask setup` installs");
    let mut input = child.stdin.take().expect("its input");
    // A solver that has given up does not listen any more.
    let _ = input.write_all(text.as_bytes());
    drop(input);
    let mut said = String::new();
    let _ = std::io::Read::read_to_string(&mut child.stdout.take().expect("its output"), &mut said);
    let _ = child.wait();
    let answer = said.lines().map(str::trim).find(|line| ["sat", "unsat"].contains(line));
    answer.unwrap_or("unknown").into()
}

#[test]
fn solvers_of_clauses_agree_with_verdicts() {
    let (mut answered, mut open, mut refused) = (0, 0, 0);
    let mut wrong = Vec::new();
    let others = others();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("horn-{}.smt2", std::process::id()));
    for case in cases() {
        let Some(text) = clauses(&case) else {
            refused += 1;
            continue;
        };
        let expected = if case.violated { "unsat" } else { "sat" };
        let mut judge = |solver: &str, answer: &str| match answer {
            "sat" | "unsat" if answer != expected => {
                wrong.push(format!("{}: {solver} says {answer}, not {expected}", case.path.display()));
            }
            _ => {}
        };
        let answer = ask(z3(), &text);
        judge("z3", &answer);
        answered += usize::from(answer != "unknown");
        open += usize::from(answer == "unknown");
        for (name, words) in others.iter().filter(|_| !text.contains("BitVec") && !text.contains("FloatingPoint")) {
            std::fs::write(&file, &text).expect("a file for the solver");
            let mut command = Command::new(words[0]);
            command.args(&words[1..]).arg(&file);
            judge(name, &ask(command, ""));
        }
    }
    let _ = std::fs::remove_file(&file);
    println!("{answered} answered, {open} open, {refused} without clauses");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(answered >= LEAST_ANSWERED, "only {answered} answered");
}
