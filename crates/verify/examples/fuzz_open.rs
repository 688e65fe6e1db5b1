//! Checks against what gcc and clang make of random C programs about what the standard leaves open:
//! `cargo xtask fuzz open [--count N] [--seed N] [--check SECONDS] [--clang COMPILER] [--keep FOLDER]`.
//!
//! Both compilers run each program with the address and undefined-behaviour sanitizers, clang with the memory sanitizer
//! too, which evaluate operands in different orders. A program in which a sanitizer finds something must not be verified. What a
//! compiler shows must be an execution that Cairn knows: to claim that it does not exist must not be verified. Of closed
//! programs, which compilers do not tell apart, no check may be violated, nor the claim that this is what they show.

use cairn_base::Budget;
use cairn_testkit::options::Options;
use cairn_testkit::programs::c::{PRELUDE, Sample, sample};
use cairn_verify::request::CChoices;
use cairn_verify::{CheckSelection, ExitCode, InputFile, PropertyVerdict, Request};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Programs that are compiled as one.
const BATCH: u64 = 50;

const NATIVE_SECONDS: &str = "10";

const COMPILERS: [(&str, &[&str]); 3] = [
    ("gcc", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]),
    ("clang", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]),
    ("clang", &["-fsanitize=memory"]),
];

/// What a compiled program did.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Native {
    Shows(Vec<i64>),
    /// A sanitizer found something: its first words.
    Fails(String),
    Unknown,
}

fn main() {
    let options = Options::given();
    let (first, count) = (options.number("--seed", 1), options.number("--count", 200));
    let seconds = options.number("--check", 10);
    let clang = options.text("--clang").map_or("clang", String::as_str);
    let work = std::env::temp_dir().join(format!("cairn-fuzz-open-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder for programs");
    let keep = options.text("--keep").map_or_else(|| work.join("disagreements"), PathBuf::from);
    let mut results = BTreeMap::<String, u64>::new();
    let mut wrong = 0;
    let mut begin = first;
    while begin < first + count {
        let end = (begin + BATCH).min(first + count);
        let samples: Vec<(u64, Sample)> = (begin..end).map(|seed| (seed, sample(seed))).collect();
        let natives = run_batch(&samples, clang, &work);
        for ((seed, one), natives) in samples.iter().zip(natives) {
            for (what, program) in judged(one, &natives, seconds, &mut results) {
                wrong += 1;
                println!("seed {seed}: {what}");
                std::fs::create_dir_all(&keep).expect("a folder for disagreements");
                std::fs::write(keep.join(format!("seed{seed}.c")), format!("// {what}\n{program}"))
                    .expect("it is written");
            }
        }
        begin = end;
    }
    println!("{count} programs from seed {first} on, {wrong} disagreements");
    results.iter().for_each(|(what, count)| println!("{count} {what}"));
    let _ = std::fs::remove_dir_all(&work).ok().filter(|()| wrong == 0);
    if wrong > 0 {
        std::process::exit(1);
    }
}

// ---- natively ----

/// What each program does as each compiler compiles it.
fn run_batch(samples: &[(u64, Sample)], clang: &str, work: &Path) -> Vec<Vec<Native>> {
    let source = work.join("batch.c");
    std::fs::write(&source, batch(samples)).expect("the batch is written");
    let mut natives = vec![Vec::new(); samples.len()];
    for (number, (compiler, arguments)) in COMPILERS.iter().enumerate() {
        let binary = work.join(format!("batch{number}"));
        let compiler = if *compiler == "clang" { clang } else { *compiler };
        let compiled =
            Command::new(compiler).args(["-O0", "-w", "-o"]).arg(&binary).args(*arguments).arg(&source).output();
        let output = compiled.unwrap_or_else(|e| panic!("{compiler} does not start: {e}"));
        assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
        for (position, of_program) in natives.iter_mut().enumerate() {
            of_program.push(run_one(&binary, position));
        }
    }
    natives
}

fn batch(samples: &[(u64, Sample)]) -> String {
    let mut text =
        format!("{PRELUDE}int printf(const char *, ...);\nstatic void see(int n) {{ printf(\"%d\\n\", n); }}\n");
    for (position, (_, one)) in samples.iter().enumerate() {
        text.push_str(&one.named(&format!("p{position}_")));
    }
    text.push_str("int main(int count, char **arguments)\n{\n  switch (atoi(arguments[1])) {\n");
    for position in 0..samples.len() {
        let _ = writeln!(text, "  case {position}: p{position}_run(); break;");
    }
    text.push_str("  }\n  return 0;\n}\n");
    text
}

fn run_one(binary: &Path, position: usize) -> Native {
    let mut command = Command::new("timeout");
    command.arg(NATIVE_SECONDS).arg(binary).arg(position.to_string());
    command.env("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1");
    let Ok(output) = command.output() else { return Native::Unknown };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let found = said.lines().find(|line| line.contains("Sanitizer") || line.contains("runtime error"));
    match (output.status.code(), found) {
        (_, Some(line)) => Native::Fails(line.to_string()),
        (Some(0), None) => {
            let numbers =
                String::from_utf8_lossy(&output.stdout).lines().filter_map(|line| line.parse().ok()).collect();
            Native::Shows(numbers)
        }
        _ => Native::Unknown,
    }
}

// ---- checked ----

/// What is wrong about a program, with the program that shows it.
fn judged(
    one: &Sample,
    natives: &[Native],
    seconds: u64,
    results: &mut BTreeMap<String, u64>,
) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let fails = natives.iter().find_map(|native| if let Native::Fails(what) = native { Some(what) } else { None });
    let mut count = |what: &str| *results.entry(what.to_string()).or_default() += 1;
    if let Some(what) = fails {
        let program = plain(one);
        let (exit, _) = checked(&program, seconds);
        count(&format!("fails natively: {exit:?}"));
        if exit == ExitCode::Verified {
            wrong.push((format!("verified, natively: {what}"), program));
        }
        return wrong;
    }
    let mut shown: Vec<&Vec<i64>> = Vec::new();
    for native in natives {
        if let Native::Shows(numbers) = native
            && !shown.contains(&numbers)
        {
            shown.push(numbers);
        }
    }
    for numbers in &shown {
        let program = claiming(one, numbers, false);
        let (exit, _) = checked(&program, seconds);
        count(&format!("claims that what is shown is not: {exit:?}"));
        if exit == ExitCode::Verified {
            wrong.push(("verified that there is no execution which compilers have".into(), program));
        }
    }
    if let (false, [numbers]) = (one.open, shown.as_slice()) {
        let program = claiming(one, numbers, true);
        let (exit, what) = checked(&program, seconds);
        count(&format!("closed, claims what is shown: {exit:?}"));
        if exit == ExitCode::Violated {
            wrong.push((format!("violated, though compilers agree: {what}"), program));
        }
    } else if !one.open && shown.len() > 1 {
        count("closed, but compilers differ");
    }
    wrong
}

fn plain(one: &Sample) -> String {
    format!(
        "{PRELUDE}static int seen;\nstatic void see(int n) {{ if (n) seen = 1; }}\n{}int main(void) {{ run(); return 0; }}\n",
        one.named("")
    )
}

/// The program with a claim about what it shows: these numbers, or anything else.
fn claiming(one: &Sample, numbers: &[i64], these: bool) -> String {
    let items: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let (n, list) = (numbers.len(), items.join(", "));
    let claim = if these { "!differs" } else { "differs" };
    format!(
        "{PRELUDE}void __CPROVER_assert(_Bool, const char *);\n\
         static int differs, count;\nstatic const int shown[] = {{{list}, 0}};\n\
         static void see(int n) {{ if (count >= {n} || n != shown[count]) differs = 1; else count++; }}\n\
         {}int main(void) {{\n  run();\n  if (count != {n}) differs = 1;\n  __CPROVER_assert({claim}, \"shown\");\n  return 0;\n}}\n",
        one.named("")
    )
}

fn checked(program: &str, seconds: u64) -> (ExitCode, String) {
    let request = Request {
        inputs: vec![InputFile { name: "program.i".into(), text: program.to_string() }],
        checks: CheckSelection::from_names(&["uninitialized".into()], &[]).expect("a kind of check"),
        c: CChoices { malloc_succeeds: true, ..CChoices::default() },
        ..Request::default()
    };
    let budget = Budget::new(Some(Duration::from_secs(seconds)), Some(2 << 30));
    let report = cairn_verify::check(&request, &budget, &mut |_| {});
    let violated = report.properties.iter().find(|p| p.verdict == PropertyVerdict::Violated);
    let error = report.diagnostics.iter().find(|d| report.has_input_errors() && !d.message.is_empty());
    let what = violated.map(|p| p.description.clone()).or(error.map(|d| d.message.clone())).unwrap_or_default();
    (report.exit_code(), what)
}
