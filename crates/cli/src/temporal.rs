//! `cairn temporal`: arguments to request, report to formats.

use crate::arguments::{SubjectArguments, TemporalArguments, UnwindingArgument, When};
use crate::check::{self, Format};
use crate::progress::ProgressLine;
use crate::session::NotRead;
use crate::{files, output, refuse, session};
use cairn_base::StopReason;
use cairn_verify::temporal::{PropertyText, StepChoice, TemporalRequest};
use cairn_verify::{ExitCode, InputFile, Request, Unwinding};
use std::path::Path;

pub fn run(arguments: &TemporalArguments, color: When) -> Result<ExitCode, String> {
    let wanted = check::formats(&arguments.output)?;
    if wanted.iter().any(|one| one.format == Format::Witness) {
        return Err("--format witness: the competition has no witnesses of temporal properties".into());
    }
    wanted.iter().try_for_each(|one| output::try_place(one.file.as_deref()))?;
    let engine = refuse::engine(&arguments.engine.engine)?;
    let (solver, clauses) = cairn_verify::solvers::choose(&arguments.engine.solver)?;
    let budget = session::budget(&arguments.limits)?;
    let temporal = question(arguments)?;
    // In this command the property is no question of SV-COMP.
    let subject = SubjectArguments { property: None, ..arguments.subject.clone() };
    let read = match session::within(&budget, move || check::request(&subject)) {
        Ok(read) => read,
        Err(NotRead::Refused(why)) => return Err(why),
        Err(NotRead::Stopped(reason)) => return stopped(arguments, reason, color),
    };
    let request = Request {
        engine,
        unwind: arguments.engine.unwind,
        unwinding: match arguments.engine.unwinding {
            UnwindingArgument::Assert => Unwinding::Assert,
            UnwindingArgument::Assume => Unwinding::Assume,
        },
        solver,
        clauses,
        ..read
    };
    if arguments.show.is_some() {
        return crate::export::operations(&request, &temporal, arguments.output.output.as_deref(), &budget, color);
    }
    request.solver.start(&budget)?;
    let mut line = ProgressLine::new(arguments.output.progress, arguments.output.quiet);
    let tick = &mut |snapshot: &cairn_verify::Snapshot| line.show(snapshot);
    let mut report = cairn_verify::temporal::check(&request, &temporal, &budget, tick);
    line.finish();
    if let (Some(error), Some(place)) = (&mut report.internal_error, session::panic_place()) {
        error.push_str(&format!(" (at {place})"));
    }
    check::write_all(&report, None, &wanted, check::detail(&arguments.output), color)
}

/// The answer of a run that ended before it knew anything.
pub fn stopped(arguments: &TemporalArguments, reason: StopReason, color: When) -> Result<ExitCode, String> {
    let wanted = check::formats(&arguments.output)?;
    let report = cairn_verify::run::nothing_known(reason);
    check::write_all(&report, None, &wanted, check::detail(&arguments.output), color)
}

fn question(arguments: &TemporalArguments) -> Result<TemporalRequest, String> {
    let Some(property) = &arguments.subject.property else {
        return Err(
            "a --property is needed: a file (.ya, .ltl, .pml, .hoa, .prp), the text of a formula, or `source`".into()
        );
    };
    Ok(TemporalRequest {
        property: property_text(property)?,
        steps: arguments.steps.as_deref().map(|steps| match steps {
            "events" => StepChoice::Events,
            _ => StepChoice::Statements,
        }),
        acceptance: arguments.acceptance,
        never: arguments.never,
        finite: arguments.finite,
        fair: arguments.fair.clone(),
        with_checks: arguments.with_checks,
        abstraction: arguments.abstraction.abstraction(arguments.atomic.clone())?,
        counted: false,
    })
}

/// A file if there is one, or if the name can be no formula; else the text is the formula.
pub fn property_text(property: &Path) -> Result<PropertyText, String> {
    if property.as_os_str() == "source" {
        return Ok(PropertyText::Source);
    }
    let extension = property.extension().map(|e| e.to_string_lossy().into_owned());
    let names_file = extension.is_some_and(|e| ["ya", "ltl", "pml", "hoa", "prp"].contains(&&*e));
    if names_file || property.is_file() {
        let (name, text) = files::read_text(property)?;
        return Ok(PropertyText::Given(InputFile { name, text }));
    }
    let text = property.to_string_lossy().into_owned();
    Ok(PropertyText::Given(InputFile { name: "the formula".into(), text }))
}
