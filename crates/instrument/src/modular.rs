//! `cairn prove --property`: the automaton followed function by function.
//!
//! What the automaton means for each function is inferred ([`crate::analysis`]) and written into the source as its contract; the
//! source with it is proved like any other, piece by piece and from the cache. If every contract of it is proved, every
//! execution follows the automaton: it does step by step where events happen, and contracts say what calls do. A contract that is
//! not proved says nothing against the program, because it was inferred; then the whole program is asked.

use crate::acsl::{Facts, Form};
use crate::analysis;
use crate::events::Letters;
use crate::model::Options;
use crate::{TOO_LARGE, model, one, operations, written};
use cairn_automata::codes;
use cairn_base::{Budget, Diagnostic};
use cairn_ir::ProcId;
use cairn_temporal::points::PointKind;
use cairn_verify::report::{GoalReport, ProofReport, Report, RunVerdict};
use cairn_verify::request::{FlowContracts, InputFile, Request};
use cairn_verify::run::{Snapshot, prove};
use cairn_verify::temporal::{self, Followed, TemporalRequest, followed};
use cairn_verify::{CheckKind, PropertyReport, PropertyVerdict};
use std::collections::BTreeSet;

/// Writes the source with the automaton, of a file with this name, where the preprocessor finds it.
pub type Place<'a> = &'a dyn Fn(&str, &str) -> Result<String, String>;

/// The source with the automaton, and what it is about.
struct Woven {
    text: String,
    /// Functions with what the automaton says of them.
    inferred: Vec<(String, Vec<String>)>,
    /// Functions that raise events.
    observed: Vec<String>,
    /// What is asked, and whether contracts decide it: they say nothing of runs without an end.
    description: String,
    is_safety: bool,
    /// Where runs start: name, file and place.
    entry: (String, Option<(String, u32, u32)>),
}

/// Proves the program and that it follows the automaton.
pub fn prove(
    request: &Request,
    temporal: &TemporalRequest,
    options: prove::Options,
    place: Place,
    budget: &Budget,
    tick: &mut dyn FnMut(&Snapshot),
) -> Result<Report, String> {
    let (made, report) = woven(request, temporal, budget);
    let Some(made) = made else { return Ok(report) };
    let notes = report.diagnostics;
    let mut report = prove::prove(request, options.clone(), budget, tick);
    let modular = prove::prove(&with_text(request, &made.text, place)?, options, budget, tick);
    let open = open(&modular, &made);
    let mut property = match (&open, made.is_safety) {
        (None, true) => proved(&made),
        _ => {
            // There runs start where the program does.
            let request = Request { every: false, flow: FlowContracts::default(), ..request.clone() };
            let whole = temporal::check(&request, temporal, budget, tick);
            report.internal_error = report.internal_error.or(whole.internal_error);
            report.diagnostics.extend(whole.diagnostics.into_iter().filter(|d| d.severity == "error"));
            match whole.properties.into_iter().find(|property| property.kind == "temporal") {
                Some(property) => property,
                None => property(&made, PropertyVerdict::Unknown),
            }
        }
    };
    if let (Some(open), PropertyVerdict::Unknown | PropertyVerdict::Bounded) = (&open, property.verdict) {
        let rest = property.reason.take().map(|reason| format!("; of the whole program: {reason}")).unwrap_or_default();
        property.reason = Some(format!("function by function: {open}{rest}"));
    }
    // Its place is one of another reading of the source.
    property.span = None;
    report.diagnostics.extend(notes);
    tell_inferred(&mut report.goals, &made.inferred);
    // Where nothing else is asked, the property is all there is.
    let is_all = report.properties.is_empty() && report.diagnostics.iter().all(|d| !d.is_error());
    report.diagnostics.retain(|d| d.code != cairn_verify::codes::NOTHING_TO_CHECK);
    let own = if is_all { RunVerdict::Verified } else { report.verdict };
    report.verdict = together(own, property.verdict);
    report.properties.push(property);
    Ok(report)
}

fn together(own: RunVerdict, property: PropertyVerdict) -> RunVerdict {
    match (own, property) {
        (RunVerdict::Violated, _) | (_, PropertyVerdict::Violated) => RunVerdict::Violated,
        (RunVerdict::Verified, PropertyVerdict::Proved) => RunVerdict::Verified,
        _ => RunVerdict::Inconclusive,
    }
}

/// The request about the source with the automaton. The preprocessor reads it from a file, and what it includes from beside the
/// original.
pub(crate) fn with_text(request: &Request, text: &str, place: Place) -> Result<Request, String> {
    let mut own = request.clone();
    let Some(input) = own.inputs.first_mut() else { return Ok(own) };
    let name = place(&input.name, text)?;
    let folder = input.name.rsplit_once('/').map_or(".", |(folder, _)| folder);
    own.c.folders.push(folder.to_string());
    let flags = own.c.of_file.iter().filter(|(file, _)| *file == input.name);
    let flags: Vec<_> = flags.map(|(_, flags)| (name.clone(), flags.clone())).collect();
    own.c.of_file.extend(flags);
    *input = InputFile { name, text: text.into() };
    Ok(own)
}

/// What is not proved of the source with the automaton. Of run-time checks it is not asked: an execution that fails one is no run.
fn open(modular: &Report, made: &Woven) -> Option<String> {
    if let Some(error) = &modular.internal_error {
        return Some(error.clone());
    }
    if let Some(error) =
        modular.diagnostics.iter().find(|d| d.is_error() || d.code == cairn_verify::codes::NOTHING_REACHABLE)
    {
        return Some(error.message.clone());
    }
    // Where functions are missing, something else was asked.
    for function in &made.observed {
        let update = format!("{function}_pre_func");
        if !modular.goals.iter().any(|goal| goal.procedure == update) {
            return Some(format!("`{function}` was not proved by itself"));
        }
    }
    let promises = [
        CheckKind::Precondition,
        CheckKind::Postcondition,
        CheckKind::InvariantInitial,
        CheckKind::InvariantPreserved,
        CheckKind::Assigns,
        CheckKind::Variant,
        CheckKind::Unsupported,
    ];
    let is_promise = |p: &&PropertyReport| promises.iter().any(|kind| kind.name() == p.kind);
    let open = modular.properties.iter().filter(is_promise).find(|p| p.verdict != PropertyVerdict::Proved)?;
    let function = open.function.as_deref().unwrap_or("the program");
    Some(format!("in `{function}` this is not proved of the inferred contracts: {}", open.description))
}

fn property(made: &Woven, verdict: PropertyVerdict) -> PropertyReport {
    let (entry, place) = &made.entry;
    PropertyReport {
        id: format!("{entry}.temporal.1"),
        kind: CheckKind::Temporal.name().into(),
        file: place.as_ref().map(|(file, ..)| file.clone()),
        line: place.as_ref().map(|(_, line, _)| *line),
        column: place.as_ref().map(|(.., column)| *column),
        function: Some(entry.clone()),
        description: made.description.clone(),
        verdict,
        reachable: None,
        bound: None,
        reason: None,
        engine: None,
        proof: None,
        counterexample: None,
        span: None,
    }
}

fn proved(made: &Woven) -> PropertyReport {
    let proof = ProofReport {
        by: "contract".into(),
        checked: "not re-checked".into(),
        not_checked_because: Some("it follows from the contracts of all functions".into()),
        invariants: Vec::new(),
        procedures: Vec::new(),
        unused: None,
    };
    let own = property(made, PropertyVerdict::Proved);
    PropertyReport { reachable: Some(true), engine: Some("deductive".into()), proof: Some(proof), ..own }
}

fn tell_inferred(goals: &mut [GoalReport], inferred: &[(String, Vec<String>)]) {
    for goal in goals {
        if let Some((_, lines)) = inferred.iter().find(|(name, _)| *name == goal.procedure) {
            goal.inferred.extend(lines.iter().cloned());
        }
    }
}

fn woven(request: &Request, temporal: &TemporalRequest, budget: &Budget) -> (Option<Woven>, Report) {
    let text = request.inputs.first().map(|input| input.text.clone()).unwrap_or_default();
    let several = request.inputs.len() > 1;
    let temporal = TemporalRequest { counted: true, ..temporal.clone() };
    let options = Options { assumes_nothing: true, ..Options::default() };
    followed(request, &temporal, budget, move |mut followed| {
        followed.monitor = model::without_dead(std::mem::take(&mut followed.monitor));
        let Some(outline) = &followed.outline else { return Err(crate::not_one_file(several)) };
        let (woven, notes) = written(&followed, outline, &text, &options, &Facts::new(), Form::Ghost)?;
        let inferred = inferred(&followed)?;
        let made = Woven {
            text: woven,
            inferred,
            entry: entry(&followed),
            observed: observed(&followed),
            is_safety: !followed.is_formula && !followed.accepting,
            description: followed.description,
        };
        Ok((made, notes))
    })
}

fn inferred(followed: &Followed) -> Result<Vec<(String, Vec<String>)>, Vec<Diagnostic>> {
    let letters = Letters::new(followed);
    match analysis::analyse(followed, &letters) {
        Some(analysis) => Ok(operations::lines(followed, &analysis)),
        None => one(Diagnostic::error(codes::TOO_LARGE, TOO_LARGE)),
    }
}

fn observed(followed: &Followed) -> Vec<String> {
    let reached = crate::flow::reached(&followed.program, &followed.starts);
    let raising = followed.points.iter().filter_map(|point| match point.kind {
        PointKind::Event(_, function) => Some(function),
        _ => None,
    });
    let all: BTreeSet<ProcId> = raising.filter(|function| reached.contains(function)).collect();
    all.into_iter().map(|function| followed.program.procedures[function].name.to_string()).collect()
}

fn entry(followed: &Followed) -> (String, Option<(String, u32, u32)>) {
    let Some(first) = followed.entries.first() else { return ("program".into(), None) };
    let procedure = &followed.program.procedures[*first];
    let place = procedure.span.map(|span| followed.sources.location(span));
    (procedure.name.to_string(), place.map(|at| (at.file, at.line, at.column)))
}
