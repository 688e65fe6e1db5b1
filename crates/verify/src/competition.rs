//! The competition's answer to a run.
//!
//! Kinds of check are wider than the competition's properties: comparing pointers into different objects is a
//! `pointer` check and no invalid dereference. A violation that only our kinds know gives `unknown`, never `false`.

use crate::codes;
use crate::report::{DiagnosticReport, Report, RunVerdict};
use crate::settled::{Finding, Ruling, Settled};
use cairn_base::{Diagnostic, Severity};
use cairn_ir::{
    AllocationKind, BlockId, CheckKind, Procedure, Program, ProofMethod, Property, PropertyId, StatementKind,
    Terminator, TypeKind,
};
use cairn_svcomp::specification::Part;
use cairn_svcomp::{CompetitionReport, Question};
use std::collections::BTreeMap;

/// Adds the answer to the report of a finished run.
pub fn tell(question: &Question, report: &mut Report, settled: &Settled) {
    let is_sound = report.internal_error.is_none() && !report.has_input_errors();
    let subject = settled.subject().filter(|_| is_sound && question.is_decided());
    let answer = subject.map_or_else(|| "unknown".to_owned(), |subject| answer(question, settled, &subject.program));
    report.competition = Some(CompetitionReport {
        property: question.specification.name(),
        answer,
        expected: question.expected.clone(),
    });
    if settled.verdict() == RunVerdict::Verified {
        explain_empty(report);
    }
    if !question.is_decided() && !report.has_input_errors() {
        // No check speaks of it: that none failed says nothing.
        let message = format!("this version does not decide {}", question.specification.name());
        let diagnostic = Diagnostic::warning(codes::NOT_DECIDED, message);
        report.diagnostics.retain(|d| d.code != codes::NOTHING_TO_CHECK);
        report.diagnostics.push(DiagnosticReport::new(diagnostic, &report.sources));
    }
}

/// The competition asks about the executions there are: of a program that has none, or in which nothing can go wrong,
/// its properties hold, and the warnings about that become a note.
fn explain_empty(report: &mut Report) {
    let is_vacuous = report.diagnostics.iter().any(|d| d.code == codes::NOTHING_REACHABLE);
    report.diagnostics.retain(|d| d.code != codes::NOTHING_TO_CHECK && d.code != codes::NOTHING_REACHABLE);
    if is_vacuous {
        let message = "no execution gets anywhere: the property holds of such a program";
        let note = Diagnostic::new(Severity::Note, codes::NOTHING_REACHABLE, message);
        report.diagnostics.push(DiagnosticReport::new(note, &report.sources));
    }
}

/// Checks of leaks demand that everything is released. Where memory that is not may still be tracked, that one of
/// them fails does not say that the property does.
pub(crate) fn take_back_tracked(question: &Question, program: &Program, rulings: &mut BTreeMap<PropertyId, Ruling>) {
    if !lets_be_tracked(question) || !may_be_tracked(program) {
        return;
    }
    for (id, ruling) in rulings {
        let property = &program.properties[*id];
        if property.kind == CheckKind::Leak && !is_about_tracked(property) && ruling.verdict().is_violated() {
            ruling.finding = Finding::Unknown;
            ruling.reason = Some("memory is not released, but what is still pointed to is tracked".into());
        }
    }
}

/// Whether memory that is still pointed to at the end is as good as released.
pub(crate) fn lets_be_tracked(question: &Question) -> bool {
    let asked = |part: Part| question.specification.parts.contains(&part);
    asked(Part::ValidMemtrack) && !asked(Part::ValidMemcleanup)
}

fn answer(question: &Question, settled: &Settled, program: &Program) -> String {
    let parts = &question.specification.parts;
    let violated = settled.violations().map(|(id, _)| &program.properties[id]);
    let mut broken = violated.filter_map(|p| parts.iter().find(|part| breaks(p, part, program)));
    if let Some(part) = broken.next() {
        return part.failure();
    }
    let about_leaks = parts.iter().any(|part| matches!(part, Part::ValidMemtrack | Part::ValidMemcleanup));
    match settled.verdict() {
        RunVerdict::Verified if about_leaks && !leak_checks_see_everything(settled, program) => "unknown".into(),
        RunVerdict::Verified => "true".into(),
        RunVerdict::Violated | RunVerdict::Inconclusive => "unknown".into(),
    }
}

/// Whether a violated check violates this part of the property.
fn breaks(property: &Property, part: &Part, program: &Program) -> bool {
    if !part.kinds().contains(&property.kind) {
        return false;
    }
    let says = |words: &str| property.description.contains(words);
    match part {
        // LLVM's `unreachable` is of the same kind.
        Part::UnreachCall(name) => says(&format!("`{name}` must not be")),
        // Shifting a negative number to the left is undefined, but its result may be representable.
        Part::NoOverflow => !says("<<"),
        Part::ValidFree => true,
        Part::ValidDeref => {
            let no_access = ["into the same object", "must not overlap", "must not be negative", "compared"];
            !no_access.iter().any(|words| says(words))
        }
        Part::ValidMemcleanup => true,
        Part::ValidMemtrack => is_about_tracked(property) || !may_be_tracked(program),
        Part::Termination | Part::NoDataRace => false,
    }
}

/// C has checks that find out what is pointed to; of modules they only count.
fn is_about_tracked(property: &Property) -> bool {
    property.description.contains("still pointed to")
}

/// Memory that a static object still points to when `main` returns is tracked, and so is what a local one points to when
/// `exit` is called.
fn may_be_tracked(program: &Program) -> bool {
    statics_hold_pointers(program) || can_exit_early(program)
}

fn statics_hold_pointers(program: &Program) -> bool {
    program.variables.values().filter(|v| v.procedure.is_none()).any(|v| {
        let mut work = vec![v.ty];
        while let Some(ty) = work.pop() {
            match program.types.kind(ty) {
                TypeKind::Bool | TypeKind::Float(_) | TypeKind::Int(_) => {}
                TypeKind::Array { element, .. } => work.push(*element),
                _ => return true,
            }
        }
        false
    })
}

fn has_leak_check(program: &Program, procedure: &Procedure, block: BlockId) -> bool {
    procedure.blocks[block].statements.iter().any(|statement| match statement.kind {
        StatementKind::Check { property, .. } => program.properties[property].kind == CheckKind::Leak,
        _ => false,
    })
}

fn can_exit_early(program: &Program) -> bool {
    let checks = program
        .procedures
        .values()
        .flat_map(|procedure| procedure.blocks.ids().filter(move |block| has_leak_check(program, procedure, *block)));
    checks.count() > 1
}

/// Leaks are looked for where the program ends normally: memory that is lost in an execution that is aborted, or that
/// never ends, is not seen there. So either nothing is allocated, or every execution must end normally.
fn leak_checks_see_everything(settled: &Settled, program: &Program) -> bool {
    let allocates = |procedure: &Procedure| {
        let mut statements = procedure.blocks.values().flat_map(|block| &block.statements);
        statements.any(|s| matches!(s.kind, StatementKind::Allocate { kind: AllocationKind::Heap, .. }))
    };
    if !program.procedures.values().any(allocates) {
        return true;
    }
    // An exhausted unwinding is the proof that every loop which goes on ends.
    let exhausted = |ruling: &Ruling| ruling.proof().is_some_and(|proof| proof.by == ProofMethod::UnwindingComplete);
    let is_leak = |id: PropertyId| program.properties[id].kind == CheckKind::Leak;
    settled.rulings().any(|(id, ruling)| is_leak(id) && ruling.reachable == Some(true))
        && settled.rulings().all(|(_, ruling)| exhausted(ruling))
        && program.procedures.values().all(|procedure| ends_normally(program, procedure))
}

/// Every block that a path leads to leads to an end, and every end of the program looks for leaks.
fn ends_normally(program: &Program, procedure: &Procedure) -> bool {
    let mut reached: Vec<BlockId> = procedure.blocks.ids().take(1).collect();
    let mut next = 0;
    while let Some(&block) = reached.get(next) {
        next += 1;
        for target in procedure.blocks[block].terminator.successors() {
            if !reached.contains(&target) {
                reached.push(target);
            }
        }
    }
    let mut good: Vec<BlockId> = Vec::new();
    for &id in &reached {
        match procedure.blocks[id].terminator {
            Terminator::Stop if !has_leak_check(program, procedure, id) => return false,
            Terminator::Stop | Terminator::Return => good.push(id),
            _ => {}
        }
    }
    let mut next = 0;
    while let Some(&target) = good.get(next) {
        next += 1;
        for &id in &reached {
            if !good.contains(&id) && procedure.blocks[id].terminator.successors().contains(&target) {
                good.push(id);
            }
        }
    }
    good.len() == reached.len()
}
