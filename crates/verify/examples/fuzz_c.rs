//! The C front end against gcc on the random programs of csmith, and the LLVM front end on what clang makes of them:
//! `cargo xtask fuzz c [--count N] [--seed N] [--check SECONDS] [--clang COMPILER,…] [--keep FOLDER]`.
//!
//! Each program computes a checksum of its variables. gcc compiles and runs it; then it is changed to assert that
//! checksum, and runs in the interpreter, which must finish. With `--check`, the changed program is also checked for so
//! many seconds: it must not be found violated, and it must not be verified when it asserts another checksum. With
//! `--clang`, all this is done with the modules that these compilers make at several levels of optimisation, instead
//! of with the C program. Programs on which the two disagree are kept.
//!
//! Volatile variables are left out: gcc reads what was written, we read anything.

use cairn_base::Budget;
use cairn_ir::interp::{self, Limits, Outcome};
use cairn_testkit::options::Options;
use cairn_testkit::programs::Zeros;
use cairn_verify::request::{CChoices, UnitFinder};
use cairn_verify::{ExitCode, InputFile, Request, input};
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

/// What of a program is read: the C text, or a module that a compiler makes of it.
#[derive(Clone, PartialEq, Eq)]
enum Form {
    C,
    Module { compiler: String, level: &'static str, promoted: bool },
}

impl Form {
    /// The C text, or all modules of the compilers named. Only LLVM 14's `opt` is asked to promote variables.
    fn all(compilers: Option<&String>) -> Vec<Form> {
        let Some(compilers) = compilers else { return vec![Form::C] };
        let levels = [("-O0", false), ("-O0", true), ("-O1", false), ("-O2", false)];
        let forms = compilers.split(',').flat_map(|compiler| {
            levels.map(|(level, promoted)| Form::Module { compiler: compiler.into(), level, promoted })
        });
        forms
            .filter(|form| !matches!(form, Form::Module { compiler, promoted: true, .. } if compiler != "clang-14"))
            .collect()
    }
    fn name(&self) -> String {
        match self {
            Form::C => "C".into(),
            Form::Module { compiler, level, promoted } => {
                format!("{compiler} {level}{}", if *promoted { " promoted" } else { "" })
            }
        }
    }
    /// The input that the program of a file is in this form.
    fn input(&self, source: &Path) -> Result<InputFile, String> {
        let module = source.with_extension("ll");
        let Form::Module { compiler, level, promoted } = self else { return read(source) };
        let plain = ["-Xclang", "-disable-O0-optnone", "-w", "-S", "-emit-llvm", "-I", HEADERS, "-o"];
        succeed(Command::new(compiler).arg(level).args(plain).arg(&module).arg(source))?;
        if *promoted {
            succeed(Command::new("opt-14").args(["-passes=mem2reg", "-S", "-o"]).arg(&module).arg(&module))?;
        }
        read(&module)
    }
}

fn read(file: &Path) -> Result<InputFile, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("cannot be read: {e}"))?;
    Ok(InputFile { name: file.to_string_lossy().into_owned(), text })
}
fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("differs: refused by {}", command.get_program().to_string_lossy())),
    }
}

fn main() {
    let options = Options::given();
    let (first, count, seconds) =
        (options.number("--seed", 1), options.number("--count", 100), options.number("--check", 0));
    let forms = Form::all(options.text("--clang"));
    let work = std::env::temp_dir().join(format!("cairn-fuzz-c-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder for programs");
    let keep = options.text("--keep").map_or_else(|| work.join("disagreements"), PathBuf::from);
    let mut results = BTreeMap::<String, u64>::new();
    let mut disagreements = 0;
    for seed in first..first + count {
        let (text, checksum) = match program(seed, &work) {
            Ok(program) => program,
            Err(why) => {
                *results.entry(why).or_default() += 1;
                continue;
            }
        };
        for form in &forms {
            for (what, result) in compared(form, &text, checksum, &work, seconds) {
                if result.starts_with("differs") {
                    disagreements += 1;
                    println!("seed {seed}, {}, {what}: {result}", form.name());
                    std::fs::create_dir_all(&keep).expect("a folder for disagreements");
                    std::fs::write(keep.join(format!("seed{seed}.c")), asserting(&text, checksum))
                        .expect("it is written");
                }
                *results.entry(format!("{}, {what}: {result}", form.name())).or_default() += 1;
            }
        }
    }
    println!("{count} programs from seed {first} on, {disagreements} disagreements");
    results.iter().for_each(|(what, count)| println!("{count} {what}"));
    if disagreements > 0 {
        println!("the programs are in {}", keep.display());
        std::process::exit(1);
    }
    let _ = std::fs::remove_dir_all(&work);
}

/// What came of a program in a form: of its run, of its check, and of its check with another checksum.
fn compared(form: &Form, text: &str, checksum: u32, work: &Path, seconds: u64) -> Vec<(&'static str, String)> {
    let file = work.join("asserting.c");
    let with = |checksum: u32| {
        std::fs::write(&file, asserting(text, checksum)).expect("the program is written");
        form.input(&file)
    };
    let right = match with(checksum) {
        Ok(input) => input,
        Err(why) => return vec![("compiled", why)],
    };
    let mut results = vec![("run", interpreted(right.clone()))];
    if seconds > 0 {
        results.push(("checked", checked(right, seconds, ExitCode::Violated)));
        let wrong = with(checksum ^ 1);
        results.push((
            "checked otherwise",
            wrong.map_or_else(|why| why, |wrong| checked(wrong, seconds, ExitCode::Verified)),
        ));
    }
    results
}

/// The program of a seed, and the checksum that its compiled form prints.
fn program(seed: u64, work: &Path) -> Result<(String, u32), String> {
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
    let checksum = printed.trim().strip_prefix("checksum = ").and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match checksum {
        Some(_) if !text.contains(END) => Err("has no checksum".into()),
        Some(checksum) => Ok((text, checksum)),
        None => Err("runs too long natively".into()),
    }
}

/// The program, changed to assert a checksum.
fn asserting(text: &str, checksum: u32) -> String {
    let assertion = format!("if ((crc32_context ^ 0xFFFFFFFFUL) != 0x{checksum:X}UL) __VERIFIER_error();");
    text.replace(END, &assertion).replacen("#include", "void __VERIFIER_error(void);\n#include", 1)
}

fn request(input: InputFile) -> Request {
    let read = |name: &str| Some((name.to_string(), std::fs::read_to_string(name).ok()?));
    Request {
        inputs: vec![input],
        c: CChoices { folders: vec![HEADERS.into()], ..CChoices::default() },
        headers: UnitFinder::new(read),
        ..Request::default()
    }
}

fn interpreted(input: InputFile) -> String {
    let loaded = input::load(&request(input), &Budget::unlimited());
    let Some(program) = loaded.program else {
        let first = loaded.diagnostics.iter().find(|d| d.is_error());
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

/// The program is checked, and must not end in this way.
fn checked(input: InputFile, seconds: u64, wrong: ExitCode) -> String {
    let budget = Budget::new(Some(Duration::from_secs(seconds)), Some(2 << 30));
    let report = cairn_verify::check(&request(input), &budget, &mut |_| {});
    let exit = report.exit_code();
    if exit != wrong && [ExitCode::Verified, ExitCode::Violated, ExitCode::Inconclusive].contains(&exit) {
        return format!("{exit:?}").to_lowercase();
    }
    let violated = report.properties.iter().find(|p| p.verdict == cairn_verify::PropertyVerdict::Violated);
    let message = report.diagnostics.first().map_or("", |d| &d.message);
    format!("differs: {exit:?} ({})", violated.map_or(message, |p| &p.description))
}
