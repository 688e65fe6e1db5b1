//! The referee: random Ada programs compiled by GNAT and run, against the interpreter on what the front end
//! makes of them. Both must show the same values and end alike: normally, or with the same exception at the
//! same line.
//!
//! One binary holds a batch of programs, since binding and linking take longer than compiling one.

use cairn_base::SourceMap;
use cairn_front_ada::{AdaOptions, load};
use cairn_ir::interp::{InputRequest, Inputs, Limits, Outcome, ResolvedPlace, Step, StepKind, run};
use cairn_ir::{CheckKind, Layout, Value};
use cairn_testkit::programs::ada::{OBSERVER, OBSERVER_KEEPS, OBSERVER_PRINTS, ada, ada_contracts};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Statements the interpreter executes; programs are far shorter.
const STEPS: u64 = 300_000;

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    Finished,
    /// The exception in lower case (empty: any), and the line it is raised at (none: anywhere).
    Raised(String, Option<u32>),
    /// It cannot be compared: why.
    Open(String),
}

/// What one side made of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    /// Integers, and `f` with the bits of a float.
    pub values: Vec<String>,
    pub ending: Ending,
}

/// A program with its name.
pub struct Source {
    pub name: String,
    pub text: String,
}

#[derive(Default, Debug)]
pub struct Tally {
    pub agreed: usize,
    pub raised: usize,
    /// Programs GNAT does not compile, with its first words.
    pub refused: BTreeMap<String, usize>,
    /// What the front end or the interpreter leaves open, and how often.
    pub open: BTreeMap<String, usize>,
    /// Name and text of programs on which the two disagree, with the difference.
    pub disagreements: Vec<(String, String, String)>,
}

pub fn sources(seeds: std::ops::Range<u64>) -> Vec<Source> {
    let one = |seed: u64| {
        let name = format!("prog_{seed}");
        let text = if seed.is_multiple_of(2) { ada(seed, &name) } else { ada_contracts(seed, &name) };
        Source { text, name }
    };
    seeds.map(one).collect()
}

/// Compares a batch; files go to `folder`, which is emptied first.
pub fn compare(batch: &[Source], folder: &Path, tally: &mut Tally) {
    let natively = run_natively(batch, folder);
    for source in batch {
        let native = match natively.get(&source.name) {
            Some(Ok(native)) => native,
            Some(Err(message)) => {
                *tally.refused.entry(message.clone()).or_default() += 1;
                continue;
            }
            None => continue,
        };
        let ours = interpret(source);
        match difference(native, &ours) {
            Verdict::Same => {
                tally.agreed += 1;
                tally.raised += usize::from(native.ending != Ending::Finished);
            }
            Verdict::Open(why) => *tally.open.entry(why).or_default() += 1,
            Verdict::Differ(how) => tally.disagreements.push((source.name.clone(), source.text.clone(), how)),
        }
    }
}

pub enum Verdict {
    Same,
    Open(String),
    Differ(String),
}

pub fn difference(native: &Observed, ours: &Observed) -> Verdict {
    let common = native.values.iter().zip(&ours.values).take_while(|(a, b)| a == b).count();
    let open = matches!(ours.ending, Ending::Open(_));
    if common < native.values.len().min(ours.values.len()) {
        let (a, b) = (&native.values[common], &ours.values[common]);
        return Verdict::Differ(format!("value {}: GNAT {a}, Cairn {b}", common + 1));
    }
    if let Ending::Open(why) = &ours.ending {
        return Verdict::Open(why.clone());
    }
    let failure = |ending: &Ending| match ending {
        Ending::Raised(name, line) if name == "assertion_error" || name == "constraint_error" => *line,
        _ => None,
    };
    let same_place = failure(&native.ending).is_some() && failure(&native.ending) == failure(&ours.ending);
    if same_place && native.ending != ours.ending && native.values.len() == ours.values.len() {
        // RM 4.6(51) tests the range first.
        return Verdict::Open("GNAT tests the predicate of a parameter before its range".into());
    }
    if native.values.len() != ours.values.len() || !alike(&native.ending, &ours.ending) || open {
        return Verdict::Differ(format!(
            "GNAT ends after {} values: {:?}; Cairn after {}: {:?}",
            native.values.len(),
            native.ending,
            ours.values.len(),
            ours.ending
        ));
    }
    Verdict::Same
}

fn alike(native: &Ending, ours: &Ending) -> bool {
    match (native, ours) {
        (Ending::Raised(a, at), Ending::Raised(b, line)) => {
            (a == b || b.is_empty()) && (at == line || line.is_none() || at.is_none())
        }
        _ => native == ours,
    }
}

// ---- GNAT ----

fn command(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let command = Command::new(program).args(arguments).current_dir(folder).output();
    command.unwrap_or_else(|e| panic!("{program} does not start: {e}"))
}

/// What GNAT makes of each program; the error is the reason it does not compile.
pub fn run_natively(batch: &[Source], folder: &Path) -> BTreeMap<String, Result<Observed, String>> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a folder for the programs");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a program is written");
    write("observer.ads", OBSERVER);
    write("observer.adb", OBSERVER_PRINTS);
    let mut results = BTreeMap::new();
    let mut compiled = Vec::new();
    for source in batch {
        let file = format!("{}.adb", source.name);
        write(&file, &source.text);
        let output = command(folder, "gcc", &["-c", "-gnata", "-gnato", "-gnatws", "-gnat2022", &file]);
        if output.status.success() {
            compiled.push(source.name.clone());
        } else {
            let text = String::from_utf8_lossy(&output.stderr);
            let first = text.lines().find(|l| l.contains(": error:")).or(text.lines().next()).unwrap_or_default();
            let message = first.splitn(4, ':').last().unwrap_or_default().trim().to_string();
            results.insert(source.name.clone(), Err(message));
        }
    }
    if compiled.is_empty() {
        return results;
    }
    write("driver.adb", &driver(&compiled));
    let options = ["-q", "-gnata", "-gnato", "-gnatws", "-gnat2022", "driver.adb"];
    let made = command(folder, "gnatmake", &options);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let ran = command(folder, "./driver", &[]);
    let output = String::from_utf8_lossy(&ran.stdout).into_owned();
    for part in output.split("== ").skip(1) {
        let (name, rest) = part.split_once('\n').unwrap_or((part, ""));
        results.insert(name.to_string(), Ok(observed(name, rest)));
    }
    results
}

/// Runs every program and says how it ends.
fn driver(names: &[String]) -> String {
    let mut text = String::from("with Ada.Text_IO; with Ada.Exceptions;\n");
    for name in names {
        let _ = writeln!(text, "with {name};");
    }
    text.push_str("procedure Driver is\nbegin\n");
    for name in names {
        let _ = writeln!(
            text,
            "   Ada.Text_IO.Put_Line (\"== {name}\");\n   begin\n      {name};\n      Ada.Text_IO.Put_Line (\"finished\");\n   exception\n      when E : others => Ada.Text_IO.Put_Line (\"raised \" & Ada.Exceptions.Exception_Name (E) & \" \" & Ada.Exceptions.Exception_Message (E));\n   end;"
        );
    }
    text.push_str("end Driver;\n");
    text
}

fn observed(name: &str, text: &str) -> Observed {
    let mut values = Vec::new();
    let mut ending = Ending::Open("GNAT's program stopped".into());
    for line in text.lines() {
        if line == "finished" {
            ending = Ending::Finished;
        } else if let Some(rest) = line.strip_prefix("raised ") {
            let exception = rest.split(' ').next().unwrap_or_default();
            let exception = exception.rsplit('.').next().unwrap_or_default().to_lowercase();
            let file = format!("{name}.adb:");
            let digits = rest.split(&file).nth(1).unwrap_or_default();
            let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
            // It names the place of the condition, where we name the call or the end of the body.
            let elsewhere = ["failed precondition", "invariant", "default_initial_condition", "subprogram_variant"];
            let message = rest.to_lowercase();
            let line = if elsewhere.iter().any(|text| message.contains(text)) { None } else { digits.parse().ok() };
            ending = Ending::Raised(exception, line);
        } else {
            values.push(line.replace(' ', ""));
        }
    }
    Observed { values, ending }
}

// ---- the interpreter ----

pub fn interpret(source: &Source) -> Observed {
    let mut sources = SourceMap::new();
    let file = format!("{}.adb", source.name);
    let input = sources.add(file, source.text.clone());
    let mut find = |name: &str| {
        let text = match name {
            "observer.ads" => OBSERVER,
            "observer.adb" => OBSERVER_KEEPS,
            _ => return None,
        };
        Some((name.to_string(), text.to_string()))
    };
    let (program, diagnostics) = load(&mut sources, &[input], &AdaOptions::default(), &mut find);
    let open = |why: String| Observed { values: Vec::new(), ending: Ending::Open(why) };
    let Some(program) = program else {
        let first = diagnostics.iter().find(|d| d.is_error());
        return open(first.map_or("no program".into(), |d| format!("error {}: {}", d.code, d.message)));
    };
    let Some(&entry) = program.entries.first() else { return open("no entry".into()) };
    let limits = Limits { steps: STEPS, trace_steps: STEPS as usize, ..Limits::default() };
    let execution = run(&program, entry, &mut Zeros(Layout::new(&program.types, program.target)), &limits);
    let mut values = Vec::new();
    let mut raised_at = None;
    for step in &execution.trace.steps {
        if let StepKind::Assign { place: ResolvedPlace::Variable { variable, .. }, value, .. } = &step.kind {
            match (&*program.variables[*variable].name, value) {
                ("Observer.Value", Value::Int(bits)) => values.push(bits.signed().to_string()),
                ("Observer.Real", Value::Float(_, bits)) => values.push(format!("f{}", *bits as i64)),
                (name, value) if name.starts_with("exception") && is_raise(step, value) => raised_at = step.span,
                _ => {}
            }
        }
    }
    // Elaboration gives the two variables their first values.
    let elaborated = usize::from(values.first().is_some_and(|v| v == "0"));
    values.drain(..elaborated);
    let elaborated = usize::from(values.first().is_some_and(|v| v == "f0"));
    values.drain(..elaborated);
    let line = |span| sources.location(span).line;
    let ending = match execution.outcome {
        Outcome::Finished => Ending::Finished,
        Outcome::Violated(property) => {
            let property = &program.properties[property];
            let at = property.span.map(line);
            match property.kind {
                CheckKind::Unsupported => Ending::Open(property.description.to_string()),
                CheckKind::Float => Ending::Open("float overflow".into()),
                CheckKind::Precondition => Ending::Raised("assertion_error".into(), None),
                CheckKind::Reachable if property.description.starts_with("no exception") => {
                    Ending::Raised(String::new(), raised_at.map(line))
                }
                CheckKind::Reachable if property.description.starts_with("the ") => {
                    Ending::Raised("program_error".into(), at)
                }
                CheckKind::Reachable => {
                    let name = property.description.split(' ').nth(1).unwrap_or_default();
                    Ending::Raised(name.to_lowercase(), at)
                }
                CheckKind::Assertion
                | CheckKind::Postcondition
                | CheckKind::Variant
                | CheckKind::InvariantPreserved
                | CheckKind::InvariantInitial => Ending::Raised("assertion_error".into(), at),
                _ => Ending::Raised("constraint_error".into(), at),
            }
        }
        other => Ending::Open(format!("{other:?}")),
    };
    Observed { values, ending }
}

/// What variables hold before they get a value, which programs do not show.
struct Zeros<'p>(Layout<'p>);

impl Inputs for Zeros<'_> {
    fn next(&mut self, request: &InputRequest) -> Option<Value> {
        self.0.zero(request.ty)
    }
}

/// Whether a step that sets the code of an exception raises it, and does not hand on what it read.
fn is_raise(step: &Step, value: &Value) -> bool {
    matches!(value, Value::Int(bits) if !bits.is_zero()) && step.effects.iter().all(|e| e.reads.is_empty())
}
