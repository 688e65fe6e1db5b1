//! The LLVM front end against clang on random functions: `cargo xtask fuzz llvm [--count N] [--seed N] [--check SECONDS]
//! [--keep FOLDER]`.
//!
//! Each function takes two bytes and gives one. It has a twin that also tells which executions are undefined
//! (`cairn_testkit::programs::llvm`). Compiled by clang, the twin is asked about all inputs, and the function itself, at
//! several levels of optimisation, about those on which it is defined: the twin must be right. Then the interpreter
//! runs the function on some inputs: it must give the twin's result, or find a violation where the twin says so.
//! With `--check`, the function is checked for never giving some result: what is verified must hold for all inputs,
//! and what is violated must fail for one.

use cairn_base::Budget;
use cairn_ir::interp::{self, GivenInputs, InputKind, InputRequest, Inputs, Limits, Outcome};
use cairn_ir::{Bits, CheckKind, Program, Value};
use cairn_testkit::options::Options;
use cairn_testkit::programs::Zeros;
use cairn_testkit::programs::llvm::{Choices, FINE, Pair, UNDEFINED, pair};
use cairn_verify::{ExitCode, InputFile, Request, input};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const RUNS: usize = 60;
/// Asks the twin about all inputs, and the functions about those that are fine.
const DRIVER: &str = r#"
#include <stdio.h>
unsigned char f0(unsigned char, unsigned char), f1(unsigned char, unsigned char);
unsigned short twin(unsigned char, unsigned char);
int main(void) {
  for (int n = 0; n < 65536; n++) {
    unsigned char a = n >> 8, b = n;
    unsigned short t = twin(a, b);
    if (t >> 8 == 0) {
      if (f0(a, b) != (t & 255)) { fprintf(stderr, "f0(%d, %d) = %d, not %d", a, b, f0(a, b), t & 255); return 1; }
      if (f1(a, b) != (t & 255)) { fprintf(stderr, "f1(%d, %d) = %d, not %d", a, b, f1(a, b), t & 255); return 1; }
    }
    fwrite(&t, 2, 1, stdout);
  }
  return 0;
}
"#;
/// `same` fails if the function gives another result than the third argument; `never` fails if it gives @RESULT@.
const QUESTIONS: &str = "
declare void @__VERIFIER_error()
define void @same(i8 %a, i8 %b, i8 %k) {
  %r = call i8 @f(i8 %a, i8 %b)
  %other = icmp ne i8 %r, %k
  br i1 %other, label %wrong, label %right
wrong:
  call void @__VERIFIER_error()
  unreachable
right:
  ret void
}
define void @never(i8 %a, i8 %b) {
  %r = call i8 @f(i8 %a, i8 %b)
  %bad = icmp eq i8 %r, @RESULT@
  br i1 %bad, label %wrong, label %right
wrong:
  call void @__VERIFIER_error()
  unreachable
right:
  ret void
}
";

fn main() {
    let options = Options::given();
    let (first, count, seconds) =
        (options.number("--seed", 1), options.number("--count", 100), options.number("--check", 0));
    let work = std::env::temp_dir().join(format!("cairn-fuzz-llvm-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder for functions");
    let keep = options.text("--keep").map_or_else(|| work.join("disagreements"), PathBuf::from);
    let mut results = BTreeMap::<String, u64>::new();
    let mut disagreements = 0;
    std::fs::write(work.join("driver.c"), DRIVER).expect("the driver is written");
    succeed(Command::new("clang-22").args(["-c", "-o"]).arg(work.join("driver.o")).arg(work.join("driver.c")))
        .expect("the driver compiles");
    for seed in first..first + count {
        let mut random = Rng::with_seed(seed);
        let new_flags = random.bool();
        let (floats, composites, memory) = (random.u8(..4) == 0, random.u8(..3) == 0, random.bool());
        let choices = Choices { new_flags, floats, composites, memory, careful: random.u8(..5) < 2 };
        let pair = pair(&mut random, choices);
        let found = compared(&pair, choices, &work, seconds, &mut random);
        for result in found {
            if let Some(difference) = result.strip_prefix("differs: ") {
                disagreements += 1;
                println!("seed {seed}: {difference}");
                std::fs::create_dir_all(&keep).expect("a folder for disagreements");
                std::fs::write(keep.join(format!("seed{seed}.ll")), &pair.function).expect("it is written");
                std::fs::write(keep.join(format!("seed{seed}.twin.ll")), &pair.twin).expect("it is written");
            }
            let what = result.split('(').next().unwrap_or("").trim().to_string();
            *results.entry(what).or_default() += 1;
        }
    }
    println!("{count} functions from seed {first} on, {disagreements} disagreements");
    results.iter().for_each(|(what, count)| println!("{count} {what}"));
    if disagreements > 0 {
        println!("the functions are in {}", keep.display());
        std::process::exit(1);
    }
    let _ = std::fs::remove_dir_all(&work);
}

fn succeed(command: &mut Command) -> Result<(), String> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("differs: refused by a compiler ({})", String::from_utf8_lossy(&output.stderr))),
        Err(error) => Err(format!("differs: a compiler does not start ({error})")),
    }
}

fn compared(pair: &Pair, choices: Choices, work: &Path, seconds: u64, random: &mut Rng) -> Vec<String> {
    let table = match natively(pair, choices, work) {
        Ok(table) => table,
        Err(why) => return vec![why],
    };
    let result = asked(&table, random);
    let module = format!("{}{}", pair.function, QUESTIONS.replace("@RESULT@", &result.to_string()));
    let mut found = interpreted(&module, &table, random);
    if seconds > 0 {
        found.push(checked(module, &table, result, seconds));
    }
    found
}

/// A result to ask for: any, or one that no input gives, if there is one.
fn asked(table: &[u16], random: &mut Rng) -> u8 {
    let given: BTreeSet<u16> = table.iter().copied().collect();
    let never: Vec<u8> = (0..=u8::MAX).filter(|result| !given.contains(&u16::from(*result))).collect();
    match random.choice(&never) {
        Some(result) if random.bool() => *result,
        _ => random.u8(..),
    }
}

/// What the twin says of each input: all compiled functions agree with it.
fn natively(pair: &Pair, choices: Choices, work: &Path) -> Result<Vec<u16>, String> {
    let object = |name: &str, text: String, compiler: &[&str]| {
        let (module, object) = (work.join(format!("{name}.ll")), work.join(format!("{name}.o")));
        std::fs::write(&module, text).expect("the function is written");
        succeed(Command::new(compiler[0]).args(&compiler[1..]).args(["-w", "-c", "-o"]).arg(&object).arg(&module))
    };
    let old: &[&str] = &["clang-14", "-mllvm", "-opaque-pointers", "-O2"];
    let first: &[&str] = if choices.new_flags { &["clang-22", "-O1"] } else { old };
    object("twin", pair.twin.clone(), &["clang-22", "-O0"])?;
    object("f0", pair.function.replace("@f(", "@f0("), first)?;
    object("f1", pair.function.replace("@f(", "@f1("), &["clang-22", "-O2"])?;
    let objects = ["driver", "twin", "f0", "f1"].map(|name| work.join(format!("{name}.o")));
    let program = work.join("program");
    succeed(Command::new("clang-22").args(objects).args(["-lm", "-o"]).arg(&program))?;
    let run = Command::new("timeout").arg("10").arg(&program).output();
    let run = run.map_err(|error| format!("differs: does not start ({error})"))?;
    if !run.status.success() || run.stdout.len() != 2 << 16 {
        return Err(format!("differs: compiled, from its twin ({})", String::from_utf8_lossy(&run.stderr)));
    }
    Ok(run.stdout.chunks(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]])).collect())
}

/// The arguments, and zero for whatever else is asked for.
struct Arguments<'p> {
    given: GivenInputs,
    others: Zeros<'p>,
}
impl Inputs for Arguments<'_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        match request.kind {
            InputKind::Parameter(_) => self.given.next(request),
            _ => self.others.next(request),
        }
    }
}

fn request(module: String, entry: &str) -> Request {
    let inputs = vec![InputFile { name: "function.ll".into(), text: module }];
    Request { inputs, entries: vec![entry.into()], ..Request::default() }
}

fn interpreted(module: &str, table: &[u16], random: &mut Rng) -> Vec<String> {
    let loaded = input::load(&request(module.into(), "same"), &Budget::unlimited());
    let Some(program) = loaded.program else {
        let first = loaded.diagnostics.iter().find(|d| d.is_error());
        return vec![format!("differs: refused ({})", first.map_or("", |d| &d.message))];
    };
    let mut found = Vec::new();
    for _ in 0..RUNS {
        let input = random.usize(..table.len());
        let result = run(&program, input, table[input]);
        if result.starts_with("differs") {
            return vec![result];
        }
        found.push(result);
    }
    found
}
fn run(program: &Program, input: usize, expected: u16) -> String {
    let bytes = [(input >> 8) as u8, input as u8, expected as u8];
    let given = GivenInputs::new(bytes.iter().map(|b| Value::Int(Bits::from_u64(8, u64::from(*b)))).collect());
    let mut inputs = Arguments { given, others: Zeros::new(program) };
    let outcome = interp::run(program, program.entries[0], &mut inputs, &Limits::default()).outcome;
    let violated = match outcome {
        Outcome::Violated(property) => Some(&program.properties[property]),
        Outcome::Finished => None,
        other => return format!("differs: run ends otherwise ({other:?})"),
    };
    let here = || format!("{}, {}", bytes[0], bytes[1]);
    match (expected >> 8, violated) {
        (_, Some(property)) if property.kind == CheckKind::Unsupported => "runs: unsupported".into(),
        (FINE, None) => "runs: the same result".into(),
        (UNDEFINED, Some(_)) => "runs: undefined".into(),
        (UNDEFINED, None) => format!("differs: not found to be undefined ({})", here()),
        (FINE, Some(property)) => format!("differs: {} ({}; {})", property.kind, here(), property.description),
        _ => "runs: nothing to be told".into(),
    }
}

fn checked(module: String, table: &[u16], result: u8, seconds: u64) -> String {
    let budget = Budget::new(Some(Duration::from_secs(seconds)), Some(2 << 30));
    let report = cairn_verify::check(&request(module, "never"), &budget, &mut |_| {});
    let fails = |said: &&u16| **said >> 8 == UNDEFINED || **said == u16::from(result);
    let counterexample = table.iter().position(|said| fails(&said));
    let open = table.iter().any(|said| said >> 8 > UNDEFINED);
    match (report.exit_code(), counterexample) {
        (ExitCode::Verified, Some(input)) => format!("differs: verified, but fails ({}, {})", input >> 8, input & 255),
        (ExitCode::Violated, None) if !open => {
            let violated = report.properties.iter().find(|p| p.verdict == cairn_verify::PropertyVerdict::Violated);
            format!("differs: violated, but cannot fail ({})", violated.map_or("", |p| &p.description))
        }
        (exit @ (ExitCode::WrongInput | ExitCode::InternalError), _) => format!("differs: checked ({exit:?})"),
        (exit, _) => format!("checked: {}", format!("{exit:?}").to_lowercase()),
    }
}
