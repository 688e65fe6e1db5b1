//! What compilers make of random C programs about what the standard leaves open, and whether checks agree: for the fuzzer
//! and for the batch of the tests.
//!
//! In: programs, compilers. Out: sentences about what is wrong, each with the program that shows it. Deliberately absent: the
//! programs themselves (`cairn_testkit::programs::c`).

use cairn_base::Budget;
use cairn_testkit::programs::c::{PRELUDE, Sample};
use cairn_verify::request::CChoices;
use cairn_verify::{CheckSelection, ExitCode, InputFile, PropertyVerdict, Request};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const NATIVE_SECONDS: &str = "10";

const ADDRESSES: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
const VALUES: &[&str] = &["-fsanitize=memory"];

/// A compiler with its sanitizers.
pub struct Compiler {
    name: String,
    arguments: &'static [&'static str],
}

/// gcc, and the first of some clangs that has its two sets of sanitizers, as far as they are installed.
pub fn compilers(clangs: &[&str], work: &Path) -> Vec<Compiler> {
    let source = work.join("empty.c");
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("a program is written");
    let works = |name: &str, arguments: &'static [&'static str]| {
        let compiler = Compiler { name: name.to_string(), arguments };
        compiler.compile(&source, &work.join("empty")).is_ok().then_some(compiler)
    };
    let mut found: Vec<Compiler> = works("gcc", ADDRESSES).into_iter().collect();
    let pairs = clangs.iter().filter_map(|clang| Some([works(clang, ADDRESSES)?, works(clang, VALUES)?]));
    found.extend(pairs.take(1).flatten());
    found
}

impl Compiler {
    fn compile(&self, source: &Path, binary: &Path) -> Result<(), String> {
        let mut command = Command::new(&self.name);
        command.args(["-O0", "-w", "-o"]).arg(binary).args(self.arguments).arg(source);
        let output = command.output().map_err(|e| format!("{} does not start: {e}", self.name))?;
        let said = || format!("{}: {}", self.name, String::from_utf8_lossy(&output.stderr));
        if output.status.success() { Ok(()) } else { Err(said()) }
    }
    /// Whether it finds reads of what has no value.
    pub fn knows_values(&self) -> bool {
        self.arguments == VALUES
    }
}

/// What a compiled program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Native {
    Shows(Vec<i64>),
    /// A sanitizer found something: its first words.
    Fails(String),
    Unknown,
}

// ---- natively ----

/// What each program does as each compiler compiles it.
pub fn run_batch(samples: &[(u64, Sample)], compilers: &[Compiler], work: &Path) -> Vec<Vec<Native>> {
    let source = work.join("batch.c");
    std::fs::write(&source, batch(samples)).expect("the batch is written");
    let mut natives = vec![Vec::new(); samples.len()];
    for (number, compiler) in compilers.iter().enumerate() {
        let binary = work.join(format!("batch{number}"));
        compiler.compile(&source, &binary).unwrap_or_else(|error| panic!("{error}"));
        for (position, of_program) in natives.iter_mut().enumerate() {
            of_program.push(run_one(&binary, position));
        }
    }
    natives
}

fn batch(samples: &[(u64, Sample)]) -> String {
    let mut text = format!(
        "{PRELUDE}int printf(const char *, ...);\nstatic void see(int n) {{ printf(n ? \"%d\\n\" : \"0\\n\", n); }}\n"
    );
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

/// What is wrong about a program, with the program that shows it. `values`: reads of what has no value were looked for;
/// without that, what a program shows may depend on them.
pub fn judged(
    one: &Sample,
    natives: &[Native],
    values: bool,
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
    if let (false, true, [numbers]) = (one.open, values, shown.as_slice()) {
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
