//! From what is settled to the report: verdicts and evidence in words, and warnings about the run as a whole.

use crate::codes;
use crate::examined;
use crate::report::{
    AssumedReport, CounterexampleReport, DiagnosticReport, InvariantReport, ProofReport, PropertyReport, Report,
    SummaryReport,
};
use crate::run::Checked;
use crate::run::{Known, Subject};
use crate::settled::{Ruling, Settled, property_place};
use cairn_base::{Diagnostic, SourceMap, Span};
use cairn_ir::{ExprId, LoopPlace, Program, Proof, PropertyId, TypeId, VarId};

pub fn report(known: &Known, settled: &Settled) -> Report {
    let mut report = Report::empty();
    report.sources = known.sources.clone();
    report.stopped = known.stopped.map(|reason| reason.words());
    report.internal_error = known.internal_error.clone();
    report.verdict = settled.verdict();
    let mut diagnostics = known.diagnostics.clone();
    if let Some(subject) = settled.subject() {
        let one = |(id, ruling)| property_report(settled, &subject.program, id, ruling, &known.sources);
        report.properties = settled.rulings().map(one).collect();
        report.assumed = assumed(&subject.program, &known.sources);
        diagnostics.extend(warnings(known, subject, &report.properties));
        diagnostics.extend(examined::not_reached(subject));
    }
    report.diagnostics = diagnostics.into_iter().map(|d| DiagnosticReport::new(d, &known.sources)).collect();
    report
}

/// Functions without body.
fn assumed(program: &Program, sources: &SourceMap) -> Vec<AssumedReport> {
    let one = |function: &cairn_ir::AssumedFunction| {
        let location = function.span.map(|span| sources.location(span));
        AssumedReport {
            function: function.name.to_string(),
            stub: function.stub.into(),
            file: location.as_ref().map(|l| l.file.clone()),
            line: location.as_ref().map(|l| l.line),
        }
    };
    program.assumed.iter().map(one).collect()
}

fn warnings(known: &Known, subject: &Subject, properties: &[PropertyReport]) -> Option<Diagnostic> {
    if known.finished && known.vacuous {
        let message = "no execution gets anywhere: the assumptions contradict each other";
        return Some(
            Diagnostic::warning(codes::NOTHING_REACHABLE, message)
                .note("everything holds of no execution at all, so nothing is verified")
                .help("look at the `assume` statements, the preconditions of the entry, the initial values, and the sizes of allocations that are taken to succeed"),
        );
    }
    if !properties.is_empty() {
        return None;
    }
    let warning = Diagnostic::warning(codes::NOTHING_TO_CHECK, "nothing was checked, so nothing is verified");
    Some(match subject.entries.is_empty() {
        true => warning.note("the inputs hold nothing that could be executed by itself"),
        false => warning
            .note("no check of a kind that is on is in what the entries reach")
            .help("state what must hold with assertions, or turn kinds of check on with `--check`"),
    })
}

fn property_report(
    settled: &Settled,
    program: &Program,
    id: PropertyId,
    ruling: &Ruling,
    sources: &SourceMap,
) -> PropertyReport {
    let property = &program.properties[id];
    let procedure = property.procedure.map(|p| &program.procedures[p]);
    let span: Option<Span> = property.span.or_else(|| procedure.and_then(|p| p.span));
    let location = property_place(program, id, sources);
    PropertyReport {
        id: property.name.to_string(),
        kind: property.kind.name().into(),
        file: location.as_ref().map(|l| l.file.clone()),
        line: location.as_ref().map(|l| l.line),
        column: location.as_ref().map(|l| l.column),
        function: procedure.map(|p| p.name.to_string()),
        description: property.description.to_string(),
        verdict: ruling.verdict(),
        reachable: ruling.reachable,
        bound: ruling.bound,
        reason: ruling.reason.clone(),
        engine: ruling.engine.map(Into::into),
        proof: ruling.proof().map(|proof| proof_report(settled, proof, ruling.checked.as_ref(), program, sources)),
        counterexample: match &ruling.modular {
            Some(evidence) => Some(CounterexampleReport { modular: true, ..evidence.report(sources) }),
            None => ruling.evidence().map(|evidence| evidence.report(sources)),
        },
        span,
    }
}

fn proof_report(
    settled: &Settled,
    proof: &Proof,
    checked: Option<&Checked>,
    program: &Program,
    sources: &SourceMap,
) -> ProofReport {
    let program = proof.program.as_deref().unwrap_or(program);
    let all = settled.loops(proof).flat_map(|l| l.invariants.iter().map(move |invariant| (&l.place, *invariant)));
    let invariants = all.map(|(place, invariant)| {
        let location = head_span(program, place).map(|span| sources.location(span));
        InvariantReport {
            file: location.as_ref().map(|l| l.file.clone()),
            line: location.as_ref().map(|l| l.line),
            value: cairn_ir::display::condition_text(program, invariant),
        }
    });
    let summaries = settled.procedures(proof).map(|summary| {
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
    let (checked, because) = match checked {
        Some(Checked::Judge) => ("judge", None),
        Some(Checked::Refutations) => ("lrat", None),
        Some(Checked::Not(why)) => ("not re-checked", Some((*why).to_string())),
        None => ("not re-checked", None),
    };
    let (by, checked) = (proof.by.to_string(), checked.to_string());
    ProofReport { by, checked, not_checked_because: because, invariants, procedures, unused: None }
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
