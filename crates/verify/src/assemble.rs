//! From what is known to the report: a verdict for each property, and the verdict of the run.
//!
//! The rules of the interface, in one place:
//! - a property that nobody decided is `bounded` if an engine had looked that far, else `unknown`, with the reason the
//!   run ended for;
//! - what an unsupported construct can be reached before is `unsupported`; while it is not known whether it can
//!   be reached, what comes after it is not `proved`;
//! - `violated` if any property is, else `verified` if there are any, all are proved and something is reachable at all,
//!   else `inconclusive`; an internal error never verifies.

use crate::codes;
use crate::examined;
use crate::report::{
    DiagnosticReport, InvariantReport, ProofReport, PropertyReport, PropertyVerdict, Report, RunVerdict, SummaryReport,
};
use crate::run::{Known, Settled, Subject};
use cairn_base::{Diagnostic, SourceMap, Span};
use cairn_ir::{CheckKind, ExprId, LoopPlace, Program, Proof, PropertyId, TypeId, VarId, Verdict};
use cairn_passes::after::Places;
use std::collections::BTreeMap;

pub fn report(known: &Known) -> Report {
    let mut report = Report::empty();
    report.sources = known.sources.clone();
    report.stopped = known.stopped.map(|reason| reason.words());
    report.internal_error = known.internal_error.clone();
    let mut diagnostics = known.diagnostics.clone();
    if let Some(subject) = &known.subject {
        let mut properties = property_reports(known, subject);
        mark_unsupported(subject, &mut properties);
        mark_masked(subject, &mut properties);
        report.properties = properties.into_values().collect();
        diagnostics.extend(warnings(known, subject, &report.properties));
        diagnostics.extend(examined::not_reached(subject));
    }
    report.verdict = run_verdict(known, &report.properties);
    report.diagnostics = diagnostics.into_iter().map(|d| DiagnosticReport::new(d, &known.sources)).collect();
    report
}

fn run_verdict(known: &Known, properties: &[PropertyReport]) -> RunVerdict {
    let any = |verdict| properties.iter().any(|p| p.verdict == verdict);
    if any(PropertyVerdict::Violated) {
        return RunVerdict::Violated;
    }
    // What holds of nothing at all is not verified.
    if nothing_missing(known, properties) && !known.vacuous && !properties.is_empty() {
        return RunVerdict::Verified;
    }
    RunVerdict::Inconclusive
}

/// Whether the run came to its end and no property is left that is not proved.
pub fn nothing_missing(known: &Known, properties: &[PropertyReport]) -> bool {
    let all_proved = properties.iter().all(|p| p.verdict == PropertyVerdict::Proved);
    known.finished && known.stopped.is_none() && known.internal_error.is_none() && all_proved
}

fn warnings(known: &Known, subject: &Subject, properties: &[PropertyReport]) -> Option<Diagnostic> {
    if known.finished && known.vacuous {
        let message = "no execution gets anywhere: the assumptions contradict each other";
        return Some(
            Diagnostic::warning(codes::NOTHING_REACHABLE, message)
                .note("everything holds of no execution at all, so nothing is verified")
                .help("look at the `assume` statements, the preconditions of the entry and the initial values"),
        );
    }
    if !properties.is_empty() {
        return None;
    }
    let warning = Diagnostic::warning(codes::NOTHING_TO_CHECK, "nothing was checked, so nothing is verified");
    Some(match subject.options.entries.is_empty() {
        true => warning.note("the inputs hold nothing that could be executed by itself"),
        false => warning
            .note("no check of a kind that is on is in what the entries reach")
            .help("state what must hold with assertions, or turn kinds of check on with `--check`"),
    })
}

fn property_reports(known: &Known, subject: &Subject) -> BTreeMap<PropertyId, PropertyReport> {
    let mut reports = BTreeMap::new();
    for &id in &subject.properties {
        let settled = known.settled.get(&id);
        // An engine that ended by itself speaks only of the loops that needed the bound.
        let kind = subject.program.properties[id].kind;
        if settled.is_none() && known.finished && matches!(kind, CheckKind::Unwinding | CheckKind::Recursion) {
            continue;
        }
        let mut report = describe(&subject.program, id, &known.sources);
        match settled {
            Some(settled) => fill(&mut report, settled, &subject.program, &known.sources),
            None if known.cleared.contains_key(&id) => {
                report.verdict = PropertyVerdict::Bounded;
                report.bound = known.cleared.get(&id).copied();
            }
            None => {
                report.reason = Some(undecided_reason(known));
                report.bound = (known.progress.bound > 0).then_some(known.progress.bound);
            }
        }
        let undecided = matches!(report.verdict, PropertyVerdict::Bounded | PropertyVerdict::Unknown);
        if let Some(refusal) = known.unconfirmed.get(&id).filter(|_| undecided) {
            let remark = format!("a proof was found, but not confirmed: {refusal}");
            report.reason = Some(report.reason.map_or_else(|| remark.clone(), |reason| format!("{reason}; {remark}")));
        }
        reports.insert(id, report);
    }
    reports
}

fn undecided_reason(known: &Known) -> String {
    match (known.stopped, &known.internal_error) {
        (Some(reason), _) => reason.words().into(),
        (None, Some(_)) => "the run ended with an internal error".into(),
        (None, None) => "the engine did not decide it".into(),
    }
}

/// Everything but the verdict.
fn describe(program: &Program, id: PropertyId, sources: &SourceMap) -> PropertyReport {
    let property = &program.properties[id];
    let procedure = property.procedure.map(|p| &program.procedures[p]);
    let span: Option<Span> = property.span.or_else(|| procedure.and_then(|p| p.span));
    let location = span.map(|span| sources.location(span));
    PropertyReport {
        id: property.name.to_string(),
        kind: property.kind.name().into(),
        file: location.as_ref().map(|l| l.file.clone()),
        line: location.as_ref().map(|l| l.line),
        column: location.as_ref().map(|l| l.column),
        function: procedure.map(|p| p.name.to_string()),
        description: property.description.to_string(),
        verdict: PropertyVerdict::Unknown,
        reachable: None,
        bound: None,
        reason: None,
        engine: None,
        proof: None,
        counterexample: None,
        span,
    }
}

fn fill(report: &mut PropertyReport, settled: &Settled, program: &Program, sources: &SourceMap) {
    let decision = &settled.decision;
    report.engine = Some(decision.engine.into());
    report.reachable = decision.reachable;
    report.bound = decision.bound;
    match &decision.verdict {
        Verdict::Proved(proof) => {
            report.verdict = PropertyVerdict::Proved;
            report.proof = Some(proof_report(proof, program, sources));
        }
        Verdict::Violated(_) => match &settled.evidence {
            Some(evidence) => {
                report.verdict = PropertyVerdict::Violated;
                report.reachable = Some(true);
                report.counterexample = Some(evidence.report(sources));
            }
            None => report.reason = settled.not_replayed.clone().or(Some("its counterexample was not replayed".into())),
        },
        Verdict::Bounded => report.verdict = PropertyVerdict::Bounded,
        Verdict::Unknown(reason) => report.reason = Some(reason.clone()),
        Verdict::Unsupported(what, span) => {
            report.verdict = PropertyVerdict::Unsupported;
            let place =
                span.map(|span| sources.location(span)).map(|at| match report.file.as_ref() == Some(&at.file) {
                    true => format!("line {}: ", at.line),
                    false => format!("{}:{}: ", at.file, at.line),
                });
            report.reason = Some(format!("{}{what}", place.unwrap_or_default()));
        }
    }
}

fn proof_report(proof: &Proof, program: &Program, sources: &SourceMap) -> ProofReport {
    let program = proof.program.as_deref().unwrap_or(program);
    let all = proof.loops.iter().flat_map(|l| l.invariants.iter().map(move |invariant| (&l.place, *invariant)));
    let invariants = all.map(|(place, invariant)| {
        let location = head_span(program, place).map(|span| sources.location(span));
        InvariantReport {
            file: location.as_ref().map(|l| l.file.clone()),
            line: location.as_ref().map(|l| l.line),
            value: cairn_ir::display::condition_text(program, invariant),
        }
    });
    let summaries = proof.procedures.iter().map(|summary| {
        let procedure = &program.procedures[summary.procedure];
        let location = procedure.span.map(|span| sources.location(span));
        let text = |condition: &ExprId| cairn_ir::display::condition_text(program, *condition);
        let pointer = |(parameter, _): &(VarId, TypeId)| {
            format!("{} points to a variable of its own", program.variables[*parameter].name)
        };
        let pointees = summary.pointees.iter().map(pointer);
        SummaryReport {
            procedure: procedure.name.to_string(),
            file: location.as_ref().map(|l| l.file.clone()),
            line: location.as_ref().map(|l| l.line),
            requires: pointees.chain(summary.requires.iter().map(text)).collect(),
            ensures: summary.ensures.iter().map(text).collect(),
        }
    });
    let (invariants, procedures) = (invariants.collect(), summaries.collect());
    ProofReport { by: proof.by.to_string(), invariants, procedures }
}

/// Where the source writes a loop: at its condition, or at the first that its head does, or follows it.
fn head_span(program: &Program, place: &LoopPlace) -> Option<Span> {
    let blocks = &program.procedures[place.procedure].blocks;
    let mut block = place.head;
    for _ in 0..4 {
        let here = &blocks[block];
        let first = here.statements.iter().find_map(|statement| statement.origin.span);
        if let Some(span) = here.terminator_origin.span.or(first) {
            return Some(span);
        }
        block = *here.terminator.successors().first()?;
    }
    None
}

/// An unsupported construct that is reached is not a fault of the program, but nothing after it was analysed.
fn mark_unsupported(subject: &Subject, reports: &mut BTreeMap<PropertyId, PropertyReport>) {
    let program = &subject.program;
    let constructs: Vec<PropertyId> =
        reports.keys().copied().filter(|id| program.properties[*id].kind == CheckKind::Unsupported).collect();
    if constructs.is_empty() {
        return;
    }
    let places = Places::of(program);
    for construct in constructs {
        let Some(report) = reports.get_mut(&construct) else { continue };
        let (place, why) = (place_words(report), report.description.clone());
        let reached = report.verdict == PropertyVerdict::Violated;
        match report.verdict {
            PropertyVerdict::Proved => continue,
            PropertyVerdict::Violated => {
                report.verdict = PropertyVerdict::Unsupported;
                report.reason = Some("an execution reaches it".into());
            }
            _ => {}
        }
        for dependent in places.properties_after(program, construct) {
            let Some(report) = reports.get_mut(&dependent).filter(|_| dependent != construct) else { continue };
            if reached && matches!(report.verdict, PropertyVerdict::Proved | PropertyVerdict::Bounded) {
                report.verdict = PropertyVerdict::Unsupported;
                report.reason = Some(format!("an execution reaches {place} before: {why}"));
                report.proof = None;
            } else if report.verdict == PropertyVerdict::Proved {
                report.verdict = PropertyVerdict::Unknown;
                report.reason = Some(format!("it is not known whether an execution reaches {place} before: {why}"));
                report.proof = None;
            }
        }
    }
}

fn place_words(report: &PropertyReport) -> String {
    match (&report.file, report.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        _ => "something".into(),
    }
}

/// A proved property that comes after a violated one is proved for the executions that get past that.
fn mark_masked(subject: &Subject, reports: &mut BTreeMap<PropertyId, PropertyReport>) {
    let violated: Vec<PropertyId> =
        reports.iter().filter(|(_, r)| r.verdict == PropertyVerdict::Violated).map(|(id, _)| *id).collect();
    if violated.is_empty() {
        return;
    }
    let places = Places::of(&subject.program);
    for earlier in violated.into_iter().filter(|id| places.has_check(*id)) {
        let Some(words) = reports.get(&earlier).map(|r| r.id.clone()) else { continue };
        for later in places.properties_after(&subject.program, earlier) {
            let Some(report) = reports.get_mut(&later) else { continue };
            if report.verdict == PropertyVerdict::Proved && report.reason.is_none() {
                report.reason = Some(format!("for executions that do not fail at {words} before"));
            }
        }
    }
}
