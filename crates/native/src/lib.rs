//! Native replay: a counterexample as a program that a compiler of the source language builds, and that
//! must fail where the report says. Neither our front end nor our interpreter has a part in that.
//!
//! In: a report and the request it answered. Out: per counterexample a [`Plan`] (files, commands, and what
//! the run must say), or why there can be none. One file per language: [`ada`], [`c`]. Deliberately
//! absent: writing the files and running the commands, which the caller does.

mod ada;
mod c;

use cairn_base::{Budget, SourceMap};
use cairn_ir::interp::{Limits, UsedInput};
use cairn_ir::{CheckKind, Counterexample, Language, ProcId, Program, PropertyId};
use cairn_verify::codec;
use cairn_verify::cover::Covered;
use cairn_verify::report::{CounterexampleReport, PropertyReport, Report};
use cairn_verify::request::Request;
use cairn_verify::run::{self, Subject};

/// A counterexample and its native form.
#[derive(Clone, Debug)]
pub struct Native {
    pub property: PropertyReport,
    /// The reason says exactly why it cannot be repeated natively.
    pub plan: Result<Plan, String>,
}

/// What to do, all of it in one folder.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Names and texts of the files to write.
    pub files: Vec<(String, String)>,
    /// The command that builds the program.
    pub build: Vec<String>,
    /// Options that end in the name of a folder or file where the caller is, not in that one folder: they follow
    /// the command, the names made absolute.
    pub elsewhere: Vec<(&'static str, String)>,
    /// The command that runs it.
    pub run: Vec<String>,
    /// What provides the building command, for a user who lacks it.
    pub install: &'static str,
    language: Language,
    expected: Expected,
}

/// Where the program must fail.
#[derive(Clone, Debug)]
struct Expected {
    kind: CheckKind,
    /// Name of the file without folders, first and last line of what is checked.
    file: String,
    lines: (u32, u32),
    /// The exception that the check says must not be raised, in lower case.
    exception: Option<String>,
    /// The failure is handed on: the check stands where it leaves the entry, not where it arises.
    handed_on: bool,
    /// It is the predicate of a subtype, which may name an exception of its own.
    is_predicate: bool,
    /// Why a run that does not fail there shows nothing.
    doubt: Option<String>,
}

/// What a native run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It fails as the report says; in the words of the run.
    Confirmed(String),
    Differs(String),
    /// There is no native program to run: why.
    Impossible(String),
}

impl Plan {
    /// Judges what the run wrote to both of its outputs.
    pub fn judge(&self, said: &str) -> Judgement {
        match self.language {
            Language::C => c::judge(&self.expected, said),
            _ => ada::judge(&self.expected, said),
        }
    }
    /// Why there is no program to run, from what the failed build wrote.
    pub fn not_built(&self, said: &str) -> String {
        match self.language {
            Language::C => c::not_built(said),
            _ => ada::not_built(said),
        }
    }
}

/// An execution as a test: no check has to fail.
#[derive(Clone, Debug)]
pub struct CoverTest {
    pub files: Vec<(String, String)>,
    /// The main program (Ada).
    pub main: String,
    pub arguments: Vec<String>,
    /// Why it may go another way than the execution.
    pub doubt: Option<String>,
}

/// The tests of a suite, each with the reason where there is none.
pub fn cover_tests(covered: &Covered, request: &Request, sources: &SourceMap) -> Vec<Result<CoverTest, String>> {
    let one = |execution: &cairn_verify::cover::Execution| {
        let repeated = Repeated {
            program: &covered.program,
            property: PropertyId(0),
            entry: execution.entry,
            inputs: execution.inputs.clone(),
            sources,
        };
        match covered.program.language {
            Language::Ada => ada::test(&repeated, request),
            Language::C => c::test(&repeated),
            _ => Err("tests are written in C and Ada".into()),
        }
    };
    covered.suite.iter().map(one).collect()
}

/// How the user's files of C are compiled and tests linked, so that gcov counts what is executed.
pub fn counting(request: &Request) -> (Vec<String>, Vec<String>) {
    let (compile, link) = cairn_front_c::native::counting();
    let mut compile: Vec<String> = compile.map(str::to_owned).to_vec();
    compile.extend(request.c.macros.iter().map(|text| format!("-D{text}")));
    compile.extend(request.c.ilp32.then(|| "-m32".to_owned()));
    compile.extend(request.c.arguments.iter().cloned());
    let mut link: Vec<String> = link.map(str::to_owned).to_vec();
    link.extend(request.c.ilp32.then(|| "-m32".to_owned()));
    (compile, link)
}

/// An execution that the interpreter repeated, with what a driver must set up.
struct Repeated<'s> {
    program: &'s Program,
    property: PropertyId,
    entry: ProcId,
    inputs: Vec<UsedInput>,
    sources: &'s SourceMap,
}

/// A plan for every counterexample of a report. The second part is the report of reading the inputs, whose
/// diagnostics say why there is none if they hold an error.
pub fn plans(old: &Report, request: &Request, budget: &Budget) -> (Vec<Native>, Report) {
    let wanted: Vec<PropertyReport> = old.properties.iter().filter(|p| p.counterexample.is_some()).cloned().collect();
    let (answers, report) = run::with_program(request, budget, move |program, request, budget| {
        let subject = run::prepare(program, request)?;
        let sources = cairn_verify::input::load(request, budget).sources;
        let one = |property: PropertyReport| {
            let found = property.counterexample.clone().unwrap_or_default();
            let plan = repeat(&property, &found, &subject, &sources).and_then(|repeated| plan(&repeated, request));
            Native { property, plan }
        };
        Ok(wanted.into_iter().map(one).collect::<Vec<_>>())
    });
    (answers.unwrap_or_default(), report)
}

fn plan(repeated: &Repeated, request: &Request) -> Result<Plan, String> {
    match repeated.program.language {
        Language::Ada => ada::plan(repeated, request),
        Language::Cairn => Err("there is no compiler for Cairn's own program text".into()),
        Language::C => c::plan(repeated, request),
        Language::Llvm => Err("native replay of LLVM is not available in this version".into()),
    }
}

fn repeat<'s>(
    property: &PropertyReport,
    found: &CounterexampleReport,
    subject: &'s Subject,
    sources: &'s SourceMap,
) -> Result<Repeated<'s>, String> {
    let program = &subject.program;
    let id = program.properties.iter().find(|(_, p)| *p.name == *property.id).map(|(id, _)| id);
    let id = id.ok_or_else(|| format!("the program has no property `{}` any more", property.id))?;
    // It repeats a state, which a compiled program does not show: it goes on, as it would if it were only slow.
    if program.properties[id].kind == CheckKind::Termination {
        return Err("a compiled program does not show that it never ends".into());
    }
    let entry = program.find_procedure(&found.replay.entry);
    let entry = entry.ok_or_else(|| format!("the program has no procedure `{}` any more", found.replay.entry))?;
    let inputs = found.replay.inputs.iter().map(codec::json_to_value).collect::<Result<Vec<_>, _>>();
    let inputs = inputs.map_err(|error| format!("the report is damaged: {error}"))?;
    let limits = Limits { loop_bounds: subject.loop_bounds.clone(), steps: 100_000_000, ..Limits::default() };
    let replay = cairn_witness::replay(program, &Counterexample { entry, inputs }, id, &limits);
    let replay = replay.map_err(|mismatch| format!("the interpreter cannot repeat it: {mismatch}"))?;
    Ok(Repeated { program, property: id, entry, inputs: replay.execution.inputs, sources })
}
