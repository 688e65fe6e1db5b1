//! Mutants of proved programs: what is proved of them must hold in every execution that is tried.

use cairn_base::Budget;
use cairn_ir::interp::{Interpreter, Limits, Outcome};
use cairn_ir::{Program, text};
use cairn_testkit::programs::{Guesses, mutate};
use cairn_verify::request::{EngineChoice, UnitFinder};
use cairn_verify::run::{Engines, check, check_with, with_program};
use cairn_verify::{InputFile, PropertyReport, PropertyVerdict, Report, Request};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much is spent on a mutant. Verdicts may depend on the time, what a verdict must satisfy does not.
pub struct Effort {
    /// None: what a run uses by itself.
    pub engine: Option<Engines>,
    pub check: Duration,
    pub executions: u32,
    /// Of all executions of a mutant together.
    pub steps: u64,
}

/// Of one execution.
const STEPS: u64 = 20_000;

/// What came out where nothing disagreed.
#[derive(Default, Debug)]
pub struct Tally {
    pub mutants: u32,
    /// Changes that make no program.
    pub refused: u32,
    pub proved: u32,
    /// Of the proved ones, those by something else than complete unwinding.
    pub beyond_unwinding: u32,
    /// Mutants with such proofs, in which bounded model checking looked for a violation.
    pub searched: u32,
    pub violated: u32,
    pub open: u32,
    pub executions: u64,
}

/// A program in its text form, with the file it comes from.
pub struct Original {
    pub name: String,
    pub text: String,
}

/// The programs of the file tests in which nothing is violated.
pub fn originals() -> Vec<Original> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    files.iter().filter_map(|file| original(file, &root)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| ["cairn", "adb", "c"].iter().any(|known| e == *known)) {
            files.push(path);
        }
    }
}

/// None for tests that fail, are part of others, or need options of their own.
fn original(file: &Path, root: &Path) -> Option<Original> {
    let source = std::fs::read_to_string(file).ok()?;
    let is_plain = source.lines().any(|line| line.ends_with("run: cairn check %s"));
    let fails = source.lines().any(|line| line.contains(" exit: "));
    if !is_plain || fails {
        return None;
    }
    let folder = file.parent()?.to_owned();
    let units = move |name: &str| std::fs::read_to_string(folder.join(name)).ok().map(|text| (name.to_owned(), text));
    let name = file.strip_prefix(root).ok()?.display().to_string();
    let request = Request {
        inputs: vec![InputFile { name: file.display().to_string(), text: source }],
        units: UnitFinder::new(units),
        ..Request::default()
    };
    Some(Original { name, text: text::print(&load(&request)?) })
}

/// Those of the originals of which something is proved beyond complete unwinding, in the time given for each.
#[allow(dead_code)]
pub fn with_long_loops(originals: Vec<Original>, time: Duration) -> Vec<Original> {
    let has_long_loops = |original: &Original| {
        let report = check(&of_text(&original.text), &Budget::new(Some(time), None), &mut |_| {});
        !beyond_unwinding(&report).is_empty()
    };
    originals.into_iter().filter(has_long_loops).collect()
}

fn load(request: &Request) -> Option<Program> {
    with_program(request, &Budget::unlimited(), |program, _, _| Ok(program)).0
}

fn of_text(text: &str) -> Request {
    let file = InputFile { name: "mutant.cairn".into(), text: text.into() };
    Request { inputs: vec![file], ..Request::default() }
}

/// Makes mutants of programs chosen at random until there are enough. The first disagreement ends it.
pub fn attack(originals: &[Original], mutants: u32, seed: u64, effort: &Effort) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut rng = Rng::with_seed(seed);
    while tally.mutants < mutants && tally.refused < 20 * mutants {
        let original = &originals[rng.usize(..originals.len())];
        let mut changed = original.text.clone();
        for _ in 0..=rng.u32(..2) {
            changed = mutate(&changed, &mut rng).unwrap_or(changed);
        }
        if let Err(difference) = compare(&changed, &mut rng, effort, &mut tally) {
            return Err(format!("a mutant of {}: {difference}\n{changed}", original.name));
        }
    }
    Ok(tally)
}

/// Checks a program, and then looks for an execution in which something fails that was proved.
fn compare(program_text: &str, rng: &mut Rng, effort: &Effort, tally: &mut Tally) -> Result<(), String> {
    let request = of_text(program_text);
    let Some(mut program) = load(&request) else {
        tally.refused += 1;
        return Ok(());
    };
    tally.mutants += 1;
    let budget = Budget::new(Some(effort.check), None);
    let report = match effort.engine {
        Some(engine) => check_with(&request, &budget, &mut |_| {}, engine),
        None => check(&request, &budget, &mut |_| {}),
    };
    if let Some(error) = &report.internal_error {
        return Err(format!("internal error: {error}"));
    }
    let proved = count(&report, tally);
    if proved.is_empty() {
        return Ok(());
    }
    // Contracts are checks where they stand; executions that fail one end there.
    let mut entries = program.entries.clone();
    cairn_passes::contracts::execute(&mut program, &mut entries);
    let interpreter = Interpreter::new(&program);
    let limits = Limits { steps: STEPS, call_depth: 200, memory_bytes: 1 << 26, ..Limits::default() };
    let mut guesses = Guesses::new(&program, rng.fork());
    let mut steps = 0;
    for _ in 0..effort.executions {
        if steps > effort.steps {
            break;
        }
        let entry = entries[rng.usize(..entries.len())];
        let execution = interpreter.run(entry, &mut guesses, &limits);
        tally.executions += 1;
        steps += execution.steps;
        if let Outcome::Violated(property) = execution.outcome {
            let name = &*program.properties[property].name;
            if proved.contains(name) {
                let inputs: Vec<_> = execution.inputs.iter().map(|input| &input.value).collect();
                return Err(format!("{name} is proved, but fails with {inputs:?}"));
            }
        }
    }
    search(&request, &beyond_unwinding(&report), effort, tally)
}

/// Executions that luck does not find: bounded model checking looks for them, and the interpreter replays them.
fn search(request: &Request, proved: &BTreeSet<&str>, effort: &Effort, tally: &mut Tally) -> Result<(), String> {
    if proved.is_empty() {
        return Ok(());
    }
    tally.searched += 1;
    let request = Request { engine: EngineChoice::Bmc, ..request.clone() };
    let report = check(&request, &Budget::new(Some(effort.check), None), &mut |_| {});
    let is_wrong = |p: &&PropertyReport| p.verdict == PropertyVerdict::Violated && proved.contains(&*p.id);
    match report.properties.iter().find(is_wrong) {
        Some(wrong) => Err(format!("{} is proved, but has the counterexample {:?}", wrong.id, wrong.counterexample)),
        None => Ok(()),
    }
}

/// The names of what was proved by something else than complete unwinding.
fn beyond_unwinding(report: &Report) -> BTreeSet<&str> {
    let is_beyond = |p: &&PropertyReport| p.proof.as_ref().is_some_and(|proof| proof.by != "unwinding complete");
    report.properties.iter().filter(is_beyond).map(|p| &*p.id).collect()
}

/// The names of what was proved.
fn count<'r>(report: &'r Report, tally: &mut Tally) -> BTreeSet<&'r str> {
    let mut proved = BTreeSet::new();
    tally.beyond_unwinding += beyond_unwinding(report).len() as u32;
    for property in &report.properties {
        match property.verdict {
            PropertyVerdict::Proved => {
                tally.proved += 1;
                proved.insert(&*property.id);
            }
            PropertyVerdict::Violated => tally.violated += 1,
            _ => tally.open += 1,
        }
    }
    proved
}
