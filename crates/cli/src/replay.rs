//! `cairn replay`: a JSON report in, its counterexamples run again.

use crate::arguments::{LimitArguments, ReplayArguments, When};
use crate::paint::{BAD, GOOD, Paint};
use crate::render::{Detail, count, text, trace};
use crate::{files, native, output, session};
use cairn_base::Budget;
use cairn_verify::replay::{self, Replayed};
use cairn_verify::request::{FlowContracts, fingerprint};
use cairn_verify::{ExitCode, InputFile, Report, Request};
use std::fmt::Write;
use std::path::{Path, PathBuf};

pub fn run(arguments: &ReplayArguments, color: When) -> Result<ExitCode, String> {
    let old = read_report(arguments)?;
    if !can_replay(&old) {
        return Err("this report is one of `cairn prove` or `cairn temporal`, whose counterexamples `cairn replay` does not run again in this version; they were replayed before they were told, and -v of that command shows every step".into());
    }
    let names: Vec<PathBuf> = old.request.inputs.iter().map(|input| PathBuf::from(&input.file)).collect();
    let inputs = files::read_all(&names).map_err(|error| format!("{error} (the report was made from it)"))?;
    warn_about_changes(&old, &inputs);
    let budget = session::budget(&LimitArguments { timeout: None, memory: None })?;
    let target_config = old.request.target_config.as_deref().map(|file| files::read_text(Path::new(file)));
    let request = Request {
        units: files::finder(&names, &old.request.c.folders),
        headers: files::reader(),
        target_config: target_config.transpose()?,
        assertion_overflow_eliminated: old.request.assertion_overflow_eliminated,
        shipped_headers: files::shipped_headers(&names),
        flow: FlowContracts::Checked,
        ..replay::request(&old.request, inputs)
    };
    if arguments.native {
        return run_native(&old, &request, &budget, arguments, color);
    }
    let (replayed, reading) = replay::replay(&old, &request, &budget);
    if let Some(code) = unreadable(&reading, color) {
        return Ok(code);
    }
    let detail = match (arguments.quiet, arguments.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    };
    output::to_stdout(&render(&replayed, &reading, detail, session::paint_stdout(color)));
    Ok(match replayed.iter().any(|r| r.difference.is_some()) {
        true => ExitCode::Inconclusive,
        false if replayed.is_empty() => ExitCode::Verified,
        false => ExitCode::Violated,
    })
}

/// Counterexamples of `cairn prove` start inside of the program, and those of `cairn temporal` are about a program with a property
/// woven in.
pub fn can_replay(report: &Report) -> bool {
    report.goals.is_empty() && report.properties.iter().all(|property| property.kind != "temporal")
}

fn run_native(
    old: &Report,
    request: &Request,
    budget: &Budget,
    arguments: &ReplayArguments,
    color: When,
) -> Result<ExitCode, String> {
    let (natives, reading) = cairn_native::plans(old, request, budget);
    if let Some(code) = unreadable(&reading, color) {
        return Ok(code);
    }
    let (text, code) = native::run(&natives, arguments, session::paint_stdout(color))?;
    output::to_stdout(&text);
    Ok(code)
}

/// Says why the inputs could not be read, if so.
fn unreadable(reading: &Report, color: When) -> Option<ExitCode> {
    output::to_stderr(&text::diagnostics(reading, session::paint_stderr(color)));
    if reading.has_input_errors() {
        return Some(ExitCode::WrongInput);
    }
    let error = reading.internal_error.as_ref()?;
    output::to_stderr(&format!("internal error: {error}\n"));
    Some(ExitCode::InternalError)
}

fn read_report(arguments: &ReplayArguments) -> Result<Report, String> {
    let name = arguments.report.display();
    let bytes = std::fs::read_to_string(&arguments.report).map_err(|error| format!("cannot read `{name}`: {error}"))?;
    let report: Report = serde_json::from_str(&bytes)
        .map_err(|error| format!("`{name}` is not a report written with --format json: {error}"))?;
    if report.schema != cairn_verify::report::SCHEMA {
        return Err(format!("`{name}` has the schema `{}`; this version reads cairn-report/1", report.schema));
    }
    Ok(report)
}

fn warn_about_changes(old: &Report, inputs: &[InputFile]) {
    for (before, now) in old.request.inputs.iter().zip(inputs) {
        if before.fingerprint != fingerprint(now.text.as_bytes()) {
            output::to_stderr(&format!("warning: `{}` has changed since the report was made\n", now.name));
        }
    }
}

fn render(replayed: &[Replayed], reading: &Report, detail: Detail, paint: Paint) -> String {
    let mut out = String::new();
    if replayed.is_empty() {
        return "the report holds no counterexample\n".into();
    }
    for one in replayed {
        if detail == Detail::Quiet {
            continue;
        }
        let property = &one.property;
        match &one.difference {
            Some(difference) => {
                let _ = writeln!(out, "{} {}: {difference}", paint.paint(BAD, "✗ differs "), property.id);
            }
            None => {
                let description = &property.description;
                let _ = writeln!(out, "{} {}: {description}", paint.paint(GOOD, "✓ replayed"), property.id);
                if let Some(found) = &property.counterexample {
                    out.push_str(&trace::counterexample(found, &reading.sources, detail, paint));
                }
            }
        }
        out.push('\n');
    }
    let good = replayed.iter().filter(|r| r.difference.is_none()).count();
    let all = count(replayed.len(), "counterexample", "counterexamples");
    let _ = writeln!(out, "{good} of {all} replayed: each failed at the check the report names");
    out
}
