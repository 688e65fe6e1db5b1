//! Invariants written into the source, and witnesses: compilers take them, programs run with them, and nothing else of
//! the text has changed.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts").join(name)
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("invariants-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder to work in");
    folder
}

fn run(folder: &Path, command: &str, arguments: &[&str]) -> Output {
    Command::new(command).args(arguments).current_dir(folder).output().expect("the command starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Writes the invariants of a program into a copy of it; gives the copy's text and what was said.
fn annotate(file: &Path, folder: &Path) -> (String, String) {
    let input = file.display().to_string();
    let place = folder.display().to_string();
    let arguments = ["export", &input, "--to", "annotated", "--invariants", "-o", &place];
    let output = run(folder, env!("CARGO_BIN_EXE_cairn"), &arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{input}: {said}");
    let name = file.file_name().expect("a name");
    (std::fs::read_to_string(folder.join(name)).expect("the annotated text"), said)
}

/// The lines that an annotated text has more than the plain one; everything else is the same, byte by byte.
fn added<'t>(plain: &str, annotated: &'t str) -> Vec<&'t str> {
    let mut old = plain.split_inclusive('\n').peekable();
    let is_new = |line: &&str| old.next_if(|known| known == line).is_none();
    let new = annotated.split_inclusive('\n').filter(is_new).map(str::trim).collect();
    assert_eq!(old.next(), None, "a line is missing from\n{annotated}");
    new
}

#[test]
fn ada_programs_run_with_their_invariants() {
    for (name, parameters, invariants) in [
        ("ada/unbounded/sum_kept.adb", "(N, R)", vec!["pragma Loop_Invariant (X + Y = N);"]),
        ("ada/adahorn/loops/even_counter.adb", "(N)", vec!["pragma Loop_Invariant (X >= 0);"]),
    ] {
        let file = program(name);
        let folder = folder(&file.file_stem().expect("a name").to_string_lossy());
        let plain = std::fs::read_to_string(&file).expect("a test");
        let (annotated, said) = annotate(&file, &folder);
        let added = added(&plain, &annotated);
        assert!(added.iter().all(|line| line.starts_with("pragma Loop_Invariant (")), "{annotated}");
        for invariant in invariants {
            assert!(added.contains(&invariant), "{invariant} is missing in\n{annotated}\n{said}");
        }
        let unit = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let driver = format!(
            "with {unit};\nprocedure Driver is\n   R : Integer := 0;\nbegin\n   for N in 0 .. 50 loop\n      \
             {unit} {parameters};\n      R := R + 1;\n   end loop;\nend Driver;\n"
        );
        std::fs::write(folder.join("driver.adb"), driver).expect("a driver");
        let built = run(&folder, "gnatmake", &["-q", "-gnata", "driver.adb"]);
        assert!(built.status.success(), "{annotated}\n{}", text(&built.stderr));
        let ran = run(&folder, "./driver", &[]);
        assert!(ran.status.success(), "{annotated}\n{}", text(&ran.stderr));
        let checked = run(&folder, env!("CARGO_BIN_EXE_cairn"), &["check", &format!("{unit}.adb"), "-q"]);
        assert_eq!(checked.status.code(), Some(0), "{annotated}\n{}", text(&checked.stdout));
    }
}

#[test]
fn c_programs_are_taken_with_their_invariants() {
    let file = program("c/unbounded/counters.c");
    let folder = folder("counters");
    let plain = std::fs::read_to_string(&file).expect("a test");
    let (annotated, said) = annotate(&file, &folder);
    let added = added(&plain, &annotated).join("\n");
    for invariant in ["/*@ loop invariant up + down == n;", "loop invariant i <= n;"] {
        assert!(added.contains(invariant), "{invariant} is missing in\n{annotated}\n{said}");
    }
    let compiled = run(&folder, "gcc", &["-fsyntax-only", "-Wall", "-Werror", "counters.c"]);
    assert!(compiled.status.success(), "{annotated}\n{}", text(&compiled.stderr));
    let checked = run(&folder, env!("CARGO_BIN_EXE_cairn"), &["check", "counters.c", "-q"]);
    assert_eq!(checked.status.code(), Some(0), "{annotated}\n{}", text(&checked.stdout));
    // A loop that is annotated already is left alone.
    let again =
        run(&folder, env!("CARGO_BIN_EXE_cairn"), &["export", "counters.c", "--to", "annotated", "--invariants"]);
    assert_eq!(text(&again.stdout), annotated);
    assert!(text(&again.stderr).contains("it has an annotation of its own"), "{}", text(&again.stderr));
}

/// The values of the keys of a witness, in order.
fn values<'t>(witness: &'t str, key: &str) -> Vec<&'t str> {
    let value = |line: &'t str| line.trim_start().trim_start_matches("- ").strip_prefix(key)?.strip_prefix(": ");
    witness.lines().filter_map(value).map(|value| value.trim_matches('"')).collect()
}

fn witness(folder: &Path, source: &str) -> (Option<i32>, String, String) {
    std::fs::write(folder.join("program.c"), source).expect("a program");
    let arguments = ["check", "program.c", "--no-check", "overflow", "--format", "witness", "--data-model", "ilp32"];
    let output = run(folder, env!("CARGO_BIN_EXE_cairn"), &arguments);
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const COUNTER: &str = "\
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0;
    while (i < n) { sum += 2; i++; }
    if (sum != 2 * n)
        reach_error();
    return 0;
}
";

#[test]
fn a_verified_program_has_a_witness_with_invariants() {
    let folder = folder("witness");
    let (code, witness, said) = witness(&folder, COUNTER);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(values(&witness, "entry_type"), ["invariant_set"]);
    assert_eq!(values(&witness, "format_version"), ["2.0"]);
    assert_eq!(values(&witness, "data_model"), ["ILP32"]);
    assert_eq!(values(&witness, "specification"), ["CHECK( init(main()), LTL(G ! call(reach_error())) )"]);
    let sum = run(&folder, "sha256sum", &["program.c"]);
    let sum = text(&sum.stdout).chars().take(64).collect::<String>();
    assert_eq!(values(&witness, "\"program.c\""), [&sum]);
    let invariants = values(&witness, "value");
    assert!(!invariants.is_empty(), "{witness}\n{said}");
    for (line, column) in values(&witness, "line").iter().zip(values(&witness, "column")) {
        assert_eq!((*line, column), ("5", "5"));
    }
    assert!(values(&witness, "function").iter().all(|name| *name == "main"));
    assert!(values(&witness, "format").iter().all(|format| *format == "c_expression"));
    // The invariants are expressions of C, and hold when the program runs.
    let checks: String = invariants.iter().map(|value| format!("if (!({value})) return 1; ")).collect();
    let source = COUNTER.replace("{ sum += 2", &format!("{{ {checks} sum += 2"));
    let stubs =
        "void reach_error(void) { __builtin_abort(); }\nunsigned __VERIFIER_nondet_uint(void) { return 1000; }\n";
    std::fs::write(folder.join("checked.c"), source + stubs).expect("a program");
    let built = run(&folder, "gcc", &["-Werror", "checked.c", "-o", "checked"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    assert!(run(&folder, "./checked", &[]).status.success(), "{invariants:?}");
}

#[test]
fn a_violated_program_has_a_witness_with_waypoints() {
    let source = COUNTER.replace("sum != 2 * n", "n == 3 && sum == 6");
    let (code, witness, said) = witness(&folder("violated"), &source);
    assert_eq!(code, Some(1), "{said}");
    assert_eq!(values(&witness, "entry_type"), ["violation_sequence"]);
    assert_eq!(values(&witness, "type"), ["function_return", "target"]);
    assert_eq!(values(&witness, "action"), ["follow", "follow"]);
    assert_eq!(values(&witness, "value"), [r"\\result == 3"]);
    assert_eq!(values(&witness, "format"), ["ext_c_expression"]);
    // The closing bracket of the call, and the statement that fails.
    assert_eq!(values(&witness, "line"), ["4", "7"]);
    assert_eq!(values(&witness, "column"), ["41", "9"]);
}

#[test]
fn other_languages_and_undecided_runs_have_no_witness() {
    let folder = folder("none");
    let file = program("ada/unbounded/sum_kept.adb").display().to_string();
    let output = run(&folder, env!("CARGO_BIN_EXE_cairn"), &["check", &file, "--format", "witness"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains("no witness: witnesses are about sources of C"), "{}", text(&output.stderr));
    std::fs::write(folder.join("counter.c"), COUNTER).expect("a program");
    let bounded = ["check", "counter.c", "--unwind", "2", "--unwinding", "assume", "--format", "witness"];
    let output = run(&folder, env!("CARGO_BIN_EXE_cairn"), &bounded);
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains("no witness: the run is inconclusive"), "{}", text(&output.stderr));
}
