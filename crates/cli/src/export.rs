//! `cairn export` and `--show`: texts made from a program.

use crate::arguments::{ExportArguments, When};
use crate::render::text;
use crate::{check, output, refuse, session};
use cairn_base::Budget;
use cairn_verify::stages::{self, Stage};
use cairn_verify::{ExitCode, Report, Request};
use std::path::Path;

pub fn run(arguments: &ExportArguments, color: When) -> Result<ExitCode, String> {
    refuse::hidden(&arguments.subject.hidden)?;
    refuse::export(arguments)?;
    let request = Request { unwind: arguments.unwind, ..check::request(&arguments.subject)? };
    let budget = session::budget(&arguments.limits)?;
    let stage = if arguments.to == "program" { "program" } else { "smt" };
    show(&request, stage, arguments.output.as_deref(), &budget, color)
}

/// Prints a stage.
pub fn show(
    request: &Request,
    stage: &str,
    file: Option<&Path>,
    budget: &Budget,
    color: When,
) -> Result<ExitCode, String> {
    let stage = Stage::from_name(stage)?;
    let (text, report) = cairn_verify::run::with_program(request, budget, move |program, request, budget| {
        stages::show(program, request, stage, budget)
    });
    finish(text, &report, file, color)
}

fn finish(text: Option<String>, report: &Report, file: Option<&Path>, color: When) -> Result<ExitCode, String> {
    output::to_stderr(&text::diagnostics(report, session::paint_stderr(color)));
    match (text, report.exit_code()) {
        (Some(text), ExitCode::Inconclusive | ExitCode::Verified) => {
            output::to_place(file, &text)?;
            Ok(ExitCode::Verified)
        }
        (_, ExitCode::WrongInput) => Ok(ExitCode::WrongInput),
        (None, ExitCode::Inconclusive | ExitCode::Verified | ExitCode::Violated) => {
            let reason = report.stopped.unwrap_or("nothing came of it");
            output::to_stderr(&format!("cairn: {reason}\n"));
            Ok(ExitCode::Inconclusive)
        }
        _ => {
            let error = report.internal_error.as_deref().unwrap_or("unknown");
            let place = session::panic_place().map_or(String::new(), |place| format!(" (at {place})"));
            output::to_stderr(&format!("internal error: {error}{place}\n"));
            Ok(ExitCode::InternalError)
        }
    }
}
