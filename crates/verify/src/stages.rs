//! Texts made from a program: `cairn export` and `--show`.

use crate::codes;
use crate::request::{Request, Unwinding};
use crate::run::{self, Subject};
use cairn_base::{Budget, Diagnostic};
use cairn_engines::backend::built_in;
use cairn_engines::bmc;
use cairn_ir::{Program, PropertyId, text};
use cairn_passes as passes;
use cairn_passes::horn::{self, Granularity};
use cairn_passes::recipes::{ACYCLIC, FLAT, INLINED, PROMOTED, UNWOUND};
use cairn_term::integers::Integers;
use cairn_term::smtlib::Script;
use cairn_term::{TermId, Terms};

/// What `--show` can print of a program in this version (`annotated` is made from the source, `flow-graph` elsewhere).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Program,
    Inlined,
    Unwound,
    SingleAssignment,
    ConditionalNormalForm,
    Smt,
    Horn,
    Transition,
}

const NAMES: [(&str, Stage); 8] = [
    ("program", Stage::Program),
    ("inlined", Stage::Inlined),
    ("unwound", Stage::Unwound),
    ("single-assignment", Stage::SingleAssignment),
    ("conditional-normal-form", Stage::ConditionalNormalForm),
    ("smt", Stage::Smt),
    ("horn", Stage::Horn),
    ("transition", Stage::Transition),
];

/// Stages of the interface that wait for their front end or engine.
const LATER: [&str; 3] = ["tokens", "ast", "automaton"];

impl Stage {
    pub fn from_name(name: &str) -> Result<Self, String> {
        if let Some((_, stage)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Ok(*stage);
        }
        let known = format!("annotated, flow-graph, {}", NAMES.map(|(name, _)| name).join(", "));
        Err(match LATER.contains(&name) {
            true => format!("--show {name} is not available in this version; there are: {known}"),
            false => format!("there is no stage `{name}` to show; there are: {known}"),
        })
    }
}

pub use cairn_passes::horn::{Arrays, Numbers};

type Made = Result<String, Box<Diagnostic>>;

/// The text of a stage; with several entries one after the other.
pub fn show(program: Program, request: &Request, stage: Stage, budget: &Budget) -> Made {
    match stage {
        // As it was read: checks that are off are part of the program.
        Stage::Program => Ok(text::print(&program)),
        Stage::Smt => smt_of_all(program, request, budget),
        Stage::Horn => horn(program, request, &HornOptions::default(), budget),
        Stage::Transition => transition(program, request, budget),
        Stage::Inlined | Stage::Unwound | Stage::SingleAssignment | Stage::ConditionalNormalForm => {
            let subject = run::prepare(program, &Request { unwind: None, ..request.clone() })?;
            let parts = subject.entries.iter().map(|entry| {
                let options = pass_options(&subject, request, *entry, stage)?;
                pass_stage(&subject.program, &options, stage).map_err(|error| refused(&error.to_string()))
            });
            Ok(parts.collect::<Result<Vec<_>, _>>()?.join("\n"))
        }
    }
}

fn pass_options(
    subject: &Subject,
    request: &Request,
    entry: cairn_ir::ProcId,
    stage: Stage,
) -> Result<passes::Options, Box<Diagnostic>> {
    let unwinding = match request.unwinding {
        Unwinding::Assert => passes::Unwinding::Assert,
        Unwinding::Assume => passes::Unwinding::Assume,
    };
    Ok(passes::Options { bound: bound(subject, request, stage)?, unwinding, ..passes::Options::new(&[entry]) })
}

fn refused(message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::NO_SUCH_STAGE, message))
}

/// The bound of stages that unwind. Recursion needs one also where only calls are inlined.
fn bound(subject: &Subject, request: &Request, stage: Stage) -> Result<u32, Box<Diagnostic>> {
    if let Some(bound) = request.unwind {
        return Ok(bound.max(1));
    }
    let calls = passes::CallGraph::new(&subject.program);
    let procedures = || subject.program.procedures.iter();
    let has_loops = procedures().any(|(_, body)| !passes::Loops::new(body).loops.is_empty());
    let is_recursive = procedures().any(|(id, _)| calls.is_recursive(id));
    if !is_recursive && (!has_loops || stage == Stage::Inlined) {
        return Ok(1);
    }
    let diagnostic = Diagnostic::error(codes::NO_BOUND, "the program has loops or recursion, and no bound was given");
    Err(Box::new(diagnostic.help("say how far to unwind with `--unwind K`")))
}

fn pass_stage(program: &Program, options: &passes::Options, stage: Stage) -> Result<String, passes::Error> {
    Ok(match stage {
        Stage::Inlined => text::print(&passes::derive(program, &INLINED, options)?.program),
        Stage::Unwound => text::print(&passes::derive(program, &UNWOUND, options)?.program),
        Stage::SingleAssignment => passes::single_assignment::of_entry(program, options)?.to_string(),
        _ => {
            let form = passes::guarded::of_entry(program, options)?;
            format!("{form}\n{}", form.formulas()?)
        }
    })
}

/// The block-variable encoding (Henry, "Analyse de programmes par SMT-solving") of each entry: over bit-vectors or
/// mathematical integers, in SMT-LIB 2.6 or 1.2.
pub fn blocks(program: Program, request: &Request, bits: bool, version1: bool) -> Made {
    use cairn_export::blocks::{Integers, Syntax, encode};
    let subject = run::prepare(program, &Request { unwind: None, ..request.clone() })?;
    let integers = if bits { Integers::BitVectors } else { Integers::Mathematical };
    let syntax = if version1 { Syntax::Version1 } else { Syntax::Version2 };
    let mut texts = Vec::new();
    for entry in &subject.entries {
        let options = pass_options(&subject, request, *entry, Stage::Unwound)?;
        let derived = passes::derive(&subject.program, &ACYCLIC, &options).map_err(|e| refused(&e.to_string()))?;
        texts.push(encode(&derived.program, *entry, integers, syntax).map_err(|error| refused(&error.to_string()))?);
    }
    Ok(texts.join("\n"))
}

/// The transition form of each entry.
fn transition(program: Program, request: &Request, budget: &Budget) -> Made {
    let subject = run::prepare(program, &Request { unwind: None, ..request.clone() })?;
    let text = |entry: &cairn_ir::ProcId| {
        let system = cairn_logic::transition::of_entry(&subject.program, *entry, budget)?;
        cairn_logic::transition::text::print(&system)
    };
    let texts: Result<Vec<String>, _> = subject.entries.iter().map(text).collect();
    texts.map(|texts| texts.join("\n")).map_err(|error| refused(&error.to_string()))
}

/// A text in the language of a model checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelFormat {
    Aiger(cairn_export::aiger::Format),
    Btor2,
    Smv,
    Tla,
}

/// A model, and beside it the configuration that TLC wants.
#[derive(Clone, Debug, Default)]
pub struct ModelText {
    pub text: Vec<u8>,
    pub configuration: Option<String>,
}

pub use cairn_export::aiger::Format as AigerFormat;
/// The values of an input, for checkers that enumerate them: its name, the least, the greatest.
pub use cairn_export::tla::Range;

/// The transition form of the only entry for a model checker: `name` is that of the module.
pub fn model(
    program: Program,
    request: &Request,
    (format, name, ranges): (ModelFormat, &str, &[Range]),
    budget: &Budget,
) -> Result<ModelText, Box<Diagnostic>> {
    let subject = run::prepare(program, &Request { unwind: None, ..request.clone() })?;
    let [entry] = subject.entries[..] else {
        return Err(refused("a model is made of one entry: name it with `--entry`"));
    };
    let system = cairn_logic::transition::of_entry(&subject.program, entry, budget);
    let mut system = system.map_err(|reason| refused(&reason.to_string()))?;
    // What no step violates is a property of the model too.
    for property in &subject.properties {
        if system.properties.iter().all(|(known, _)| known != property) {
            system.properties.push((*property, subject.program.properties[*property].name.to_string()));
        }
    }
    written(&system, format, (name, ranges), None, budget)
}

/// The system in the language of a model checker, with a temporal formula where one is given.
pub(crate) fn written(
    system: &cairn_logic::transition::System,
    format: ModelFormat,
    (name, ranges): (&str, &[Range]),
    formula: Option<&[cairn_export::model::Piece]>,
    budget: &Budget,
) -> Result<ModelText, Box<Diagnostic>> {
    use cairn_export::{aiger, btor2, smv, tla};
    let only_text = |text: String| ModelText { text: text.into_bytes(), configuration: None };
    let made = match format {
        ModelFormat::Aiger(format) => aiger::has_outputs(system).and_then(|()| {
            let text = aiger::write(system, format, budget)?;
            Ok(ModelText { text, configuration: None })
        }),
        ModelFormat::Btor2 => btor2::write(system).map(only_text),
        ModelFormat::Smv => smv::write(system, formula).map(only_text),
        ModelFormat::Tla => tla::write(system, name, ranges, formula)
            .map(|module| ModelText { text: module.text.into_bytes(), configuration: Some(module.configuration) }),
    };
    made.map_err(|error| refused(&error.to_string()))
}

/// How Horn clauses are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HornOptions {
    pub numbers: Numbers,
    pub arrays: Arrays,
}

/// The Horn clauses of all entries and properties (Beyene, Herrera, Nigam, "Verification of Ada Programs with
/// AdaHorn"): procedures by their summaries; where these would need pointers, with all calls inlined but recursive
/// ones.
pub fn horn(program: Program, request: &Request, options: &HornOptions, budget: &Budget) -> Made {
    let subject = run::prepare(program, &Request { unwind: None, ..request.clone() })?;
    let pass_options = passes::Options::new(&subject.entries);
    let derived = |recipe| passes::derive(&subject.program, recipe, &pass_options);
    let promoted = derived(&PROMOTED).map_err(|error| refused(&error.to_string()))?;
    let encoding = horn::Options {
        properties: Some(subject.properties.clone()),
        numbers: options.numbers,
        arrays: options.arrays,
        granularity: Granularity::Figures,
        ..horn::Options::new(subject.entries.clone())
    };
    let system = horn::encode(&promoted.program, &encoding, budget);
    let system = system.or_else(|reason| {
        let flat = derived(&FLAT).map_err(|_| reason.clone())?;
        horn::encode(&flat.program, &encoding, budget).map_err(|_| reason)
    });
    let system =
        system.or_else(|reason| horn_with_memory(&subject, options, budget).map_err(|other| other.unwrap_or(reason)));
    let system = system.map_err(|error| refused(&error.to_string()))?;
    cairn_export::horn::script(&subject.program, &subject.properties, &system)
        .map_err(|error| refused(&error.to_string()))
}

/// Clauses of a program that uses memory, from its transition form, of one entry. Says why there are none, if the reason is
/// not that there are several entries.
fn horn_with_memory(
    subject: &Subject,
    options: &HornOptions,
    budget: &Budget,
) -> Result<horn::System, Option<horn::Refused>> {
    let [entry] = subject.entries[..] else { return Err(None) };
    let form = cairn_logic::transition::of_entry(&subject.program, entry, budget);
    let form = form.map_err(|refused| Some(horn::Refused(refused.0)))?;
    let system = horn::with_numbers(cairn_export::transition_horn::of_transition(&form, entry), options.numbers)?;
    Ok(horn::with_arrays(system, options.arrays)?)
}

/// One SMT-LIB file.
#[derive(Clone, Debug)]
pub struct SmtFile {
    /// Name of the property it is about.
    pub property: String,
    pub text: String,
}

/// An SMT-LIB file for each property: satisfiable exactly if an execution within the bound violates it.
pub fn smt_of_each(program: Program, request: &Request, budget: &Budget) -> Result<Vec<SmtFile>, Box<Diagnostic>> {
    let subject = run::prepare(program, request)?;
    let (mut terms, formulas) = formulas(&subject, budget)?;
    let mut files = Vec::new();
    for formula in formulas {
        let mut script = Script::new();
        script.comments = comments(&subject, &[formula.property], request);
        state(&mut script, &mut terms, formula.violated, request)?;
        let text = script.print(&terms).map_err(|error| refused(&error.to_string()))?;
        files.push(SmtFile { property: subject.program.properties[formula.property].name.to_string(), text });
    }
    Ok(files)
}

/// One SMT-LIB file for all properties: satisfiable exactly if an execution within the bound violates any.
pub fn smt_of_all(program: Program, request: &Request, budget: &Budget) -> Made {
    let subject = run::prepare(program, request)?;
    let (mut terms, formulas) = formulas(&subject, budget)?;
    let properties: Vec<PropertyId> = formulas.iter().map(|formula| formula.property).collect();
    let mut any = terms.ff();
    for formula in &formulas {
        any = terms.or(any, formula.violated);
    }
    let mut script = Script::new();
    script.comments = comments(&subject, &properties, request);
    state(&mut script, &mut terms, any, request)?;
    script.print(&terms).map_err(|error| refused(&error.to_string()))
}

/// Asserts a formula; over mathematical integers, with their bounds, if that is asked for.
fn state(script: &mut Script, terms: &mut Terms, formula: TermId, request: &Request) -> Result<(), Box<Diagnostic>> {
    if !request.mathematical {
        script.assert(formula);
        return Ok(());
    }
    let mut integers = Integers::new();
    let image = integers.translate(terms, formula);
    let image = image.map_err(|what| refused(&format!("{what} has no translation to mathematical integers")))?;
    for bound in integers.bounds() {
        script.assert(bound);
    }
    script.assert(image);
    Ok(())
}

fn formulas(subject: &Subject, budget: &Budget) -> Result<(cairn_term::Terms, Vec<bmc::Formula>), Box<Diagnostic>> {
    let mut solver = built_in();
    bmc::formulas(&subject.problem(), &subject.unrolling, budget, &mut *solver)
        .map_err(|stop| refused(&format!("{} while the formula was built", stop.words())))
}

fn comments(subject: &Subject, properties: &[PropertyId], request: &Request) -> Vec<String> {
    let bound = request.unwind.map_or("a bound chosen by cairn".into(), |k| format!("{k} iterations"));
    let mut lines = vec![format!("sat: an execution within {bound} violates")];
    for id in properties {
        let property = &subject.program.properties[*id];
        lines.push(format!("  {}: {}", property.name, property.description.replace('\n', " ")));
    }
    lines
}
