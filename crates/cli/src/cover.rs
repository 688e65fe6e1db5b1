//! `cairn cover`: which statements, outcomes of branches and deciding conditions executions reach, the rest proved dead, and the
//! executions as tests that a compiler builds.

use crate::arguments::{CoverArguments, When};
use crate::check::request;
use crate::paint::{BAD, DOUBT, GOOD, NAME, Paint};
use crate::progress::ProgressLine;
use crate::render::{count, text};
use crate::session::NotRead;
use crate::{output, session, suite};
use cairn_base::{Diagnostic, Severity, SourceMap};
use cairn_verify::cover::{self, Covered, Goal, Reached, What};
use cairn_verify::report::DiagnosticReport;
use cairn_verify::request::{FlowContracts, Request};
use cairn_verify::{ExitCode, Report, codes};
use std::fmt::Write;

pub fn run(arguments: &CoverArguments, color: When) -> Result<ExitCode, String> {
    let subject = &arguments.subject;
    if !subject.check.is_empty() || !subject.no_check.is_empty() || subject.property.is_some() {
        return Err(
            "what is reached does not depend on checks: --check, --no-check and --property do not go with cover".into(),
        );
    }
    let (solver, clauses) = cairn_verify::solvers::choose(&arguments.solver)?;
    let budget = session::budget(&arguments.limits)?;
    let own = subject.clone();
    let read = match session::within(&budget, move || request(&own)) {
        Ok(read) => read,
        Err(NotRead::Refused(why)) => return Err(why),
        Err(NotRead::Stopped(reason)) => return Err(format!("the inputs were not read: {}", reason.words())),
    };
    let request = Request { solver, clauses, flow: FlowContracts::Named, ..read };
    request.solver.start(&budget)?;
    let mut line = ProgressLine::new(arguments.progress, arguments.quiet);
    let (covered, mut report) = cover::cover(&request, &budget, &mut |snapshot| line.show(snapshot));
    line.finish();
    if let (Some(error), Some(place)) = (&mut report.internal_error, session::panic_place()) {
        error.push_str(&format!(" (at {place})"));
    }
    if let Some(covered) = &covered {
        left_out(&mut report, covered);
    }
    output::to_stderr(&text::diagnostics(&report, session::paint_stderr(color)));
    if let Some(error) = &report.internal_error {
        output::to_stderr(&format!("internal error: {error}\n"));
        return Ok(ExitCode::InternalError);
    }
    let Some(covered) = covered.filter(|_| !report.has_input_errors()) else {
        return Ok(if report.has_input_errors() { ExitCode::WrongInput } else { ExitCode::Inconclusive });
    };
    output::to_stdout(&shown(&covered, &report, arguments.verbose, session::paint_stdout(color)));
    if let Some(folder) = &arguments.tests {
        let tests = cairn_native::cover_tests(&covered, &request, &report.sources);
        output::to_stderr(&suite::write(&covered, &tests, &request, folder)?);
    }
    let is_open = covered.goals.iter().any(|(_, reached)| matches!(reached, Reached::Open(_)));
    Ok(if is_open || covered.goals.is_empty() { ExitCode::Inconclusive } else { ExitCode::Verified })
}

fn left_out(report: &mut Report, covered: &Covered) {
    let message = "this decision has too many conditions, or more than two ways out: MC/DC is not asked of it";
    for span in &covered.left_out {
        let note = Diagnostic::new(Severity::Note, codes::COVER_LEFT_OUT, message).at(*span, "");
        report.diagnostics.push(DiagnosticReport::new(note, &report.sources));
    }
}

const KINDS: [(What, &str); 3] = [
    (What::Statement, "lines"),
    (What::Branch, "branch outcomes"),
    (What::Condition, "conditions that decide (MC/DC)"),
];

/// A table per function, and what no execution reaches, or may reach, line by line.
fn shown(covered: &Covered, report: &Report, all: bool, paint: Paint) -> String {
    let mut out = String::new();
    let mut function = None;
    for (goal, reached) in &covered.goals {
        let (style, word) = match reached {
            Reached::By(_) if !all => continue,
            Reached::By(_) => (GOOD, "reached"),
            Reached::Dead => (BAD, "dead"),
            Reached::Open(_) => (DOUBT, "open"),
        };
        if function != Some(&goal.function) {
            let _ = writeln!(out, "{}", paint.paint(NAME, &goal.function));
            function = Some(&goal.function);
        }
        let remark = match reached {
            Reached::By(test) => format!("by test {}", test + 1),
            Reached::Dead => "no execution gets there".into(),
            Reached::Open(why) => why.clone(),
        };
        let verdict = paint.paint(style, format!("{word:8}"));
        let _ = writeln!(out, "  {verdict} {}  {}", words(goal, &report.sources), paint.faint(remark));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    for name in &covered.never_called {
        let _ = writeln!(out, "{name} is not called from any entry: nothing in it was examined");
    }
    for (kind, name) in KINDS {
        let own = || covered.goals.iter().filter(|(goal, _)| goal.what == kind).map(|(_, reached)| reached);
        if own().next().is_some() {
            let reached = own().filter(|r| matches!(r, Reached::By(_))).count();
            let dead = own().filter(|r| matches!(r, Reached::Dead)).count();
            let open = own().count() - reached - dead;
            let _ = writeln!(out, "{name}: {reached} of {} reached, {dead} dead, {open} open", own().count());
        }
    }
    let tests = count(covered.suite.len(), "test reaches", "tests reach");
    let _ = writeln!(out, "{tests} all that is reached   {:.2} s", report.statistics.seconds);
    out
}

fn words(goal: &Goal, sources: &SourceMap) -> String {
    let place = sources.location(goal.span);
    let text = sources.text(goal.span).lines().next().unwrap_or_default().trim();
    let text = crate::render::cut(text, 48);
    let at = format!("{}:{}:{}", place.file, place.line, place.column);
    match (&goal.what, &goal.outcome) {
        (What::Statement, _) => format!("{at}  `{text}`"),
        (What::Branch, outcome) => format!("{at}  `{text}` is {}", outcome.as_deref().unwrap_or_default()),
        (What::Condition, outcome) => {
            format!("{at}  `{text}` is {} and decides", outcome.as_deref().unwrap_or_default())
        }
    }
}
