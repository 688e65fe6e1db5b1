//! The C front end against gcc on the random programs of csmith: `cargo xtask fuzz c [--count N] [--seed N] [--check SECONDS]
//! [--keep FOLDER]`.
//!
//! Each program computes a checksum of its variables. gcc compiles and runs it; then it is changed to assert that
//! checksum, and runs in the interpreter, which must finish. With `--check`, the changed program is also checked for so
//! many seconds: it must not be found violated. Programs on which the two disagree are kept.
//!
//! Volatile variables are left out: gcc reads what was written, we read anything.

use cairn_base::{Budget, SourceMap};
use cairn_front_c::load::{CInput, COptions, load};
use cairn_ir::interp::{self, Limits, Outcome};
use cairn_testkit::programs::Zeros;
use cairn_verify::request::{CChoices, UnitFinder};
use cairn_verify::{ExitCode, InputFile, Request};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What csmith is told: programs of a few dozen statements, all of whose meaning C defines.
const SIZES: [&str; 12] = [
    "--no-argc",
    "--no-volatiles",
    "--no-volatile-pointers",
    "--max-funcs",
    "5",
    "--max-block-depth",
    "3",
    "--max-block-size",
    "3",
    "--max-array-len-per-dim",
    "6",
    "--bitfields",
];

const HEADERS: &str = "/usr/include/csmith";
const END: &str = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);";
const MOST_STEPS: u64 = 200_000_000;
/// A compiled program that runs longer is taken to run forever.
const NATIVE_SECONDS: &str = "5";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1));
    let number = |name: &str, default: u64| {
        option(name).map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name} takes a number, not {v}")))
    };
    let (first, count, seconds) = (number("--seed", 1), number("--count", 100), number("--check", 0));
    let work = std::env::temp_dir().join(format!("cairn-fuzz-c-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder for programs");
    let keep = option("--keep").map_or_else(|| work.join("disagreements"), PathBuf::from);
    let (mut runs, mut checks) = (BTreeMap::<String, u64>::new(), BTreeMap::<String, u64>::new());
    let mut disagreements = 0;
    for seed in first..first + count {
        let program = match asserting(seed, &work) {
            Ok(program) => program,
            Err(why) => {
                *runs.entry(why).or_default() += 1;
                continue;
            }
        };
        let file = work.join("asserting.c");
        std::fs::write(&file, &program).expect("the program is written");
        let file = file.to_string_lossy();
        let run = interpreted(&file, &program);
        let check = if seconds > 0 { checked(&file, &program, seconds) } else { String::new() };
        for (what, result) in [("runs", &run), ("is checked", &check)] {
            if result.starts_with("differs") {
                disagreements += 1;
                println!("seed {seed} {what}: {result}");
                std::fs::create_dir_all(&keep).expect("a folder for disagreements");
                std::fs::write(keep.join(format!("seed{seed}.c")), &program).expect("the program is written");
            }
        }
        *runs.entry(run).or_default() += 1;
        if seconds > 0 {
            *checks.entry(check).or_default() += 1;
        }
    }
    println!("{count} programs from seed {first} on, {disagreements} disagreements");
    runs.iter().for_each(|(what, count)| println!("run {count}: {what}"));
    checks.iter().for_each(|(what, count)| println!("checked {count}: {what}"));
    if disagreements > 0 {
        println!("the programs are in {}", keep.display());
        std::process::exit(1);
    }
    let _ = std::fs::remove_dir_all(&work);
}

/// The program of a seed, changed to assert the checksum that its compiled form prints.
fn asserting(seed: u64, work: &Path) -> Result<String, String> {
    let output = Command::new("csmith").args(["--seed", &seed.to_string()]).args(SIZES).output();
    let text = output.map_err(|e| format!("csmith does not start: {e}"))?.stdout;
    let text = String::from_utf8_lossy(&text).into_owned();
    let (source, binary) = (work.join("program.c"), work.join("program"));
    std::fs::write(&source, &text).map_err(|e| format!("cannot be written: {e}"))?;
    let gcc = Command::new("gcc").args(["-O1", "-w", "-I", HEADERS, "-o"]).arg(&binary).arg(&source).output();
    if !gcc.map_err(|e| format!("gcc does not start: {e}"))?.status.success() {
        return Err("not compiled by gcc".into());
    }
    let run = Command::new("timeout").arg(NATIVE_SECONDS).arg(&binary).output();
    let run = run.map_err(|e| format!("does not start: {e}"))?;
    let printed = String::from_utf8_lossy(&run.stdout).into_owned();
    let Some(checksum) = printed.trim().strip_prefix("checksum = ") else {
        return Err("runs too long natively".into());
    };
    let assertion = format!("if ((crc32_context ^ 0xFFFFFFFFUL) != 0x{checksum}UL) __VERIFIER_error();");
    if !text.contains(END) {
        return Err("has no checksum".into());
    }
    Ok(text.replace(END, &assertion).replacen("#include", "void __VERIFIER_error(void);\n#include", 1))
}

fn interpreted(name: &str, text: &str) -> String {
    let mut options = COptions::default();
    options.preprocessor.folders.push(HEADERS.into());
    let mut sources = SourceMap::new();
    let input = CInput { name: name.into(), text: text.into() };
    let (program, diagnostics) = load(&mut sources, &[input], &options, &Budget::unlimited(), &mut |_| None);
    let Some(program) = program else {
        let first = diagnostics.iter().find(|d| d.is_error());
        return format!("differs: refused ({})", first.map_or("", |d| &d.message));
    };
    let Some(entry) = program.entries.first() else { return "differs: has no entry".into() };
    let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
    let mut inputs = Zeros::new(&program);
    match interp::run(&program, *entry, &mut inputs, &limits).outcome {
        Outcome::Finished | Outcome::Stopped => "the same checksum".into(),
        Outcome::OutOfSteps => "too many steps".into(),
        Outcome::Violated(property) => {
            let property = &program.properties[property];
            format!("differs: {} ({})", property.description, property.kind)
        }
        other => format!("differs: {other:?}"),
    }
}

fn checked(name: &str, text: &str, seconds: u64) -> String {
    let read = |name: &str| Some((name.to_string(), std::fs::read_to_string(name).ok()?));
    let request = Request {
        inputs: vec![InputFile { name: name.into(), text: text.into() }],
        c: CChoices { folders: vec![HEADERS.into()], ..CChoices::default() },
        headers: UnitFinder::new(read),
        ..Request::default()
    };
    let budget = Budget::new(Some(Duration::from_secs(seconds)), Some(2 << 30));
    let report = cairn_verify::check(&request, &budget, &mut |_| {});
    match report.exit_code() {
        ExitCode::Verified => "verified".into(),
        ExitCode::Inconclusive => "inconclusive".into(),
        other => {
            let violated = report.properties.iter().find(|p| p.verdict == cairn_verify::PropertyVerdict::Violated);
            let message = report.diagnostics.first().map_or("", |d| &d.message);
            format!("differs: {other:?} ({})", violated.map_or(message, |p| &p.description))
        }
    }
}
