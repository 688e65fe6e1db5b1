//! `cairn temporal`: does every execution do what a property over time says?
//!
//! [`question`] reads the property and gives its words a meaning in the program. [`decide`] weaves it into the program, in at
//! most two forms, which are decided like every other program: by all engines, with evidence that is judged. [`referee`]
//! follows the automaton once more, over the replayed execution of the program that the user wrote, before a violation is
//! told. [`events`] puts it into words. [`followed`] gives an automaton to who writes it into sources. [`abstraction`] tries it with contracts in place of bodies first.

mod abstraction;
mod decide;
mod events;
mod followed;
pub(crate) mod model;
mod nearest;
mod question;
mod referee;
mod unused;
mod words;

pub use abstraction::Abstraction;
pub(crate) use abstraction::unproved_contract;
pub use followed::{Followed, followed};

use crate::assemble;
use crate::report::{AcceptedReport, EventReport, Report, UnusedReport};
use crate::request::{InputFile, Request};
use crate::run::{self, Known, Shared, Snapshot, lock};
use crate::settled::Settled;
use cairn_base::{Budget, Diagnostic};
use std::sync::Arc;
use std::time::Instant;

/// What is asked about behaviour over time.
#[derive(Clone, Debug, Default)]
pub struct TemporalRequest {
    /// The text of the property, with the name of its file, whose extension tells the language.
    pub property: PropertyText,
    pub steps: Option<StepChoice>,
    /// Accepting states count.
    pub acceptance: bool,
    /// The automaton says what must not happen.
    pub never: bool,
    /// Runs that end are finite words.
    pub finite: bool,
    /// Only runs in which each of these holds again and again.
    pub fair: Vec<String>,
    /// Run-time checks are decided, too.
    pub with_checks: bool,
    /// Bodies that are hidden behind their contracts.
    pub abstraction: Abstraction,
    /// Repetitions keep counters instead of being written out.
    pub counted: bool,
}

#[derive(Clone, Debug, Default)]
pub enum PropertyText {
    /// A file, or a formula that was written on the command line.
    Given(InputFile),
    /// The `//@ ltl` comments of the inputs.
    #[default]
    Source,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepChoice {
    Events,
    Statements,
}

/// The events of a violation, told of the replayed execution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    pub events: Vec<EventReport>,
    pub cycle_start: Option<usize>,
    pub accepted: Vec<AcceptedReport>,
    /// Names of what only the automaton has.
    pub own: Vec<String>,
    /// Of a proof: what of the automaton no execution uses.
    pub unused: Option<UnusedReport>,
}

/// Decides the property.
pub fn check(
    request: &Request,
    temporal: &TemporalRequest,
    budget: &Budget,
    tick: &mut dyn FnMut(&Snapshot),
) -> Report {
    let started = Instant::now();
    let shared = Shared::default();
    let told: Arc<std::sync::Mutex<Told>> = Arc::default();
    let mut request = request.clone();
    request.endless_loops = true;
    request.kept_globals = words(&temporal.property, &request.inputs);
    let stopped = run::on_worker(budget, &shared, tick, {
        let (request, temporal, budget) = (request.clone(), temporal.clone(), budget.clone());
        let (shared, told) = (Arc::clone(&shared), Arc::clone(&told));
        move || {
            if let Some(found) = work(&request, &temporal, &budget, &shared) {
                *told.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = found;
            }
        }
    });
    let mut known = lock(&shared);
    known.stopped = known.stopped.or(stopped);
    let settled = Settled::take(&mut known, None);
    let mut report = assemble::report(&known, &settled);
    report.request = request.echo();
    report.statistics = run::statistics(&known, started);
    if let Some(subject) = &known.subject {
        report.statistics.examined = crate::examined::Examined::of(subject, report.properties.len());
    }
    let told = std::mem::take(&mut *told.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    let temporal = report.properties.iter_mut().filter(|property| property.kind == "temporal");
    for proof in temporal.filter_map(|property| property.proof.as_mut()) {
        proof.unused.clone_from(&told.unused);
    }
    let temporal = report.properties.iter_mut().filter(|property| property.kind == "temporal");
    for found in temporal.filter_map(|property| property.counterexample.as_mut()) {
        found.events.clone_from(&told.events);
        found.cycle_start = told.cycle_start;
        found.accepted.clone_from(&told.accepted);
        found.inputs.retain(|input| !told.own.contains(&input.name));
        found.trace.retain(|step| step.name.as_ref().is_none_or(|name| !told.own.contains(name)));
    }
    report
}

/// The names that the property uses: globals that only it uses are kept.
fn words(property: &PropertyText, inputs: &[InputFile]) -> Vec<String> {
    let texts: Vec<&str> = match property {
        PropertyText::Given(file) => vec![&file.text],
        PropertyText::Source => inputs.iter().map(|input| &*input.text).collect(),
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = texts.iter().flat_map(|text| text.split(|c: char| !is_word(c)));
    let mut found: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_string).collect();
    found.sort();
    found.dedup();
    found
}

/// The transition form with a formula about it, for `cairn export --to smv|tla --property`.
pub fn export(
    request: &Request,
    temporal: &TemporalRequest,
    format: crate::stages::ModelFormat,
    (name, ranges): (&str, &[crate::stages::Range]),
    budget: &Budget,
) -> (Option<crate::stages::ModelText>, Report) {
    let (mut request, temporal, own) = (request.clone(), temporal.clone(), budget.clone());
    let (name, ranges) = (name.to_string(), ranges.to_vec());
    request.endless_loops = true;
    request.kept_globals = words(&temporal.property, &request.inputs);
    run::making(budget, move |shared| {
        let program = run::load(&request, &own, shared)?;
        let mut sources = lock(shared).sources.clone();
        let made =
            model::system(program, &request, &temporal, format, &mut sources, &own).and_then(|(system, formula)| {
                crate::stages::written(&system, format, (&name, &ranges), Some(&formula), &own)
                    .map_err(|error| vec![*error])
            });
        let mut known = lock(shared);
        known.sources = sources;
        match made {
            Ok(text) => Some(text),
            Err(errors) => {
                known.diagnostics.extend(errors);
                None
            }
        }
    })
}

fn work(request: &Request, temporal: &TemporalRequest, budget: &Budget, shared: &Shared) -> Option<Told> {
    let program = run::load(request, budget, shared)?;
    let mut sources = lock(shared).sources.clone();
    let question = question::Question::read(program.clone(), request, temporal, &mut sources);
    lock(shared).sources = sources.clone();
    let read = question.and_then(|question| {
        let chosen = temporal.abstraction.chosen(&program, &question.entries)?;
        Ok((question, chosen))
    });
    let (question, chosen) = match read {
        Ok(read) => read,
        Err(errors) => {
            lock(shared).diagnostics.extend(errors);
            return None;
        }
    };
    let note = match temporal.with_checks {
        true => "executions that fail a run-time check are not runs: the temporal verdict speaks of the others",
        false => {
            "run-time checks were not decided: executions that fail one are not runs, and the verdict speaks of the others"
        }
    };
    lock(shared).diagnostics.push(
        Diagnostic {
            severity: cairn_base::diagnostic::Severity::Note,
            ..Diagnostic::warning(crate::codes::NOT_RUNS, note)
        }
        .help("`cairn check` decides them, and so does `--with-checks`"),
    );
    let attempt = abstraction::Attempt { program: &program, question: &question, request, temporal, budget, shared };
    if attempt.prove(&chosen, &mut sources) {
        return None;
    }
    decide::decide(&question, request, budget, shared)
}

/// Takes over what a run on a derived program came to know.
fn take_over(shared: &Shared, own: &Shared) {
    let found: Known = std::mem::take(&mut *lock(own));
    let mut known = lock(shared);
    let mut diagnostics = std::mem::take(&mut known.diagnostics);
    diagnostics.extend(found.diagnostics.iter().cloned());
    let sources = std::mem::take(&mut known.sources);
    *known = Known { sources, diagnostics, ..found };
}
