//! The competition's answer to a run.
//!
//! Kinds of check are wider than the competition's properties: comparing pointers into different objects is a
//! `pointer` check and no invalid dereference. A violation that only our kinds know gives `unknown`, never `false`.

use super::Question;
use super::specification::Part;
use crate::assemble;
use crate::codes;
use crate::report::{DiagnosticReport, PropertyReport, PropertyVerdict, Report, RunVerdict};
use crate::run::{Known, Subject};
use cairn_base::{Diagnostic, Severity};
use cairn_ir::{AllocationKind, BlockId, CheckKind, Procedure, Program, StatementKind, Terminator, TypeKind};
use serde::{Deserialize, Serialize};

/// The part of a report that the competition reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompetitionReport {
    pub property: String,
    /// `true`, `false(PART)` or `unknown`.
    pub answer: String,
    /// What the task definition expects.
    pub expected: Option<String>,
}

impl Question {
    /// Adds the answer to the report of a finished run. Without a subject nothing was analysed.
    pub fn tell(&self, report: &mut Report, known: &Known) {
        // The competition asks about the executions there are: of a program that has none, or in which nothing
        // can go wrong, its properties hold.
        if report.verdict == RunVerdict::Inconclusive
            && known.subject.is_some()
            && assemble::nothing_missing(known, &report.properties)
        {
            report.verdict = RunVerdict::Verified;
            report.diagnostics.retain(|d| d.code != codes::NOTHING_TO_CHECK && d.code != codes::NOTHING_REACHABLE);
            if known.vacuous {
                let message = "no execution gets anywhere: the property holds of such a program";
                let note = Diagnostic::new(Severity::Note, codes::NOTHING_REACHABLE, message);
                report.diagnostics.push(DiagnosticReport::new(note, &report.sources));
            }
        }
        report.competition = Some(self.answer(report, known.subject.as_deref()));
        if !self.specification.is_decided() && !report.has_input_errors() {
            // No check speaks of it: that none failed says nothing.
            report.verdict = RunVerdict::Inconclusive;
            let message = format!("this version does not decide {}", self.specification.name());
            let diagnostic = Diagnostic::warning(codes::NOT_DECIDED, message);
            report.diagnostics.retain(|d| d.code != codes::NOTHING_TO_CHECK);
            report.diagnostics.push(DiagnosticReport::new(diagnostic, &report.sources));
        }
    }
    fn answer(&self, report: &Report, subject: Option<&Subject>) -> CompetitionReport {
        let answer = subject.map_or_else(|| "unknown".to_owned(), |subject| self.decide(report, &subject.program));
        CompetitionReport { property: self.specification.name(), answer, expected: self.expected.clone() }
    }
    fn decide(&self, report: &Report, program: &Program) -> String {
        if report.internal_error.is_some() || report.has_input_errors() || !self.specification.is_decided() {
            return "unknown".into();
        }
        let violated = report.properties.iter().filter(|p| p.verdict == PropertyVerdict::Violated);
        let broken = violated.filter_map(|p| self.specification.parts.iter().find(|part| breaks(p, part, program)));
        if let Some(part) = broken.into_iter().next() {
            return part.failure();
        }
        let about_leaks =
            self.specification.parts.iter().any(|part| matches!(part, Part::ValidMemtrack | Part::ValidMemcleanup));
        match report.verdict {
            RunVerdict::Verified if about_leaks && !leak_checks_see_everything(report, program) => "unknown".into(),
            RunVerdict::Verified => "true".into(),
            RunVerdict::Violated | RunVerdict::Inconclusive => "unknown".into(),
        }
    }
}

/// Whether a violated check violates this part of the property.
fn breaks(property: &PropertyReport, part: &Part, program: &Program) -> bool {
    if !part.kinds().iter().any(|kind| kind.name() == property.kind) {
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
        // Memory that a static object still points to when `main` returns is tracked, and so is what a local one
        // points to when `exit` is called.
        Part::ValidMemtrack => !statics_hold_pointers(program) && !can_exit_early(program),
        Part::Termination | Part::NoDataRace => false,
    }
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
fn leak_checks_see_everything(report: &Report, program: &Program) -> bool {
    let allocates = |procedure: &Procedure| {
        let mut statements = procedure.blocks.values().flat_map(|block| &block.statements);
        statements.any(|s| matches!(s.kind, StatementKind::Allocate { kind: AllocationKind::Heap, .. }))
    };
    if !program.procedures.values().any(allocates) {
        return true;
    }
    // An exhausted unwinding is the proof that every loop which goes on ends.
    let exhausted = |p: &PropertyReport| p.proof.as_ref().is_some_and(|proof| proof.by == "unwinding complete");
    report.properties.iter().any(|p| p.kind == "leak" && p.reachable == Some(true))
        && report.properties.iter().all(exhausted)
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
