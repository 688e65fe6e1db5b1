//! Witnesses of the competition, format 2.0: a run as data that other tools validate.
//!
//! A verified program of C has an `invariant_set`: the invariants of its loops as expressions of C. A violated one has a
//! `violation_sequence`: what the functions without body returned, in order, and where it fails. The numbers of lines
//! and columns begin with one.

use crate::annotate::pointed;

use crate::wishes::{self, Helps};
use crate::words::Dialect;
use crate::{Found, Violation, scopes};
use cairn_base::{Budget, Diagnostic, SourceMap, Span};
use cairn_svcomp::Specification;
use cairn_svcomp::digest::sha256;
use cairn_verify::input::InputLanguage;
use cairn_verify::report::{DiagnosticReport, PropertyVerdict, Report, RunVerdict};
use cairn_verify::request::Request;
use std::fmt::Write;

/// What a witness says beyond the run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circumstances {
    /// Seconds since the beginning of 1970.
    pub created: u64,
}

/// A witness, and notes about what is not in it.
#[derive(Debug)]
pub struct Witness {
    pub text: String,
    pub notes: Vec<DiagnosticReport>,
}

/// The witness of a run, or why there is none.
pub fn witness(
    request: &Request,
    report: &Report,
    found: &Found,
    circumstances: &Circumstances,
    budget: &Budget,
) -> Result<Witness, String> {
    let is_c = |name: &str| InputLanguage::of_name(name) == Some(InputLanguage::C);
    if request.c.via_llvm || !request.inputs.iter().all(|input| is_c(&input.name)) {
        return Err("witnesses are about sources of C".into());
    }
    if let Some(answer) = report.competition.as_ref().map(|c| &*c.answer).filter(|answer| *answer == "unknown") {
        return Err(format!("the answer is {answer}: there is nothing to witness"));
    }
    let mut notes = Vec::new();
    let (entry, content) = match report.verdict {
        RunVerdict::Verified => {
            let helps = wishes::fulfil(found, Dialect::C, request, budget);
            ("invariant_set", invariants(report, found, &helps, &mut notes))
        }
        RunVerdict::Violated => {
            let violation = found.violation.as_ref().ok_or("no input shows the place of the violation")?;
            ("violation_sequence", waypoints(&report.sources, violation))
        }
        RunVerdict::Inconclusive => return Err("the run is inconclusive: there is nothing to witness".into()),
    };
    let specification = specification(request, report)?;
    let notes = notes.into_iter().map(|note| pointed(note, &report.sources));
    let metadata = metadata(request, &specification, &content, circumstances);
    let content = if content.is_empty() { "  content: []\n".into() } else { format!("  content:\n{content}") };
    Ok(Witness { text: format!("- entry_type: {entry}\n{metadata}{content}"), notes: notes.collect() })
}

/// What was asked: the property of the competition, or the one that the violation is about.
fn specification(request: &Request, report: &Report) -> Result<String, String> {
    if let Some(question) = &request.competition {
        return Ok(question.specification.text());
    }
    let violated = report.properties.iter().find(|p| p.verdict == PropertyVerdict::Violated);
    let kind = violated.map_or("reachable", |p| &p.kind);
    Specification::about(kind)
        .map(|specification| specification.text())
        .ok_or_else(|| format!("no property of the competition is about `{kind}` checks"))
}

fn metadata(request: &Request, specification: &str, content: &str, circumstances: &Circumstances) -> String {
    let mut text = String::new();
    let created = time_text(circumstances.created);
    let seed: String = request.inputs.iter().map(|input| &*input.text).chain([&*created, content]).collect();
    let _ = writeln!(text, "  metadata:\n    format_version: \"2.0\"\n    uuid: {}", uuid(&seed));
    let _ = writeln!(text, "    creation_time: {}", quoted(&created));
    let _ = writeln!(text, "    producer:\n      name: Cairn\n      version: {}", quoted(env!("CARGO_PKG_VERSION")));
    let _ = writeln!(text, "    task:\n      input_files:");
    for input in &request.inputs {
        let _ = writeln!(text, "        - {}", quoted(&input.name));
    }
    let _ = writeln!(text, "      input_file_hashes:");
    for input in &request.inputs {
        let _ = writeln!(text, "        {}: {}", quoted(&input.name), sha256(input.text.as_bytes()));
    }
    let model = if request.c.ilp32 { "ILP32" } else { "LP64" };
    let _ = writeln!(text, "      specification: {}", quoted(specification));
    let _ = writeln!(text, "      data_model: {model}\n      language: C");
    text
}

/// A string of YAML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn location(sources: &SourceMap, span: Span, function: &str, indent: &str) -> String {
    let place = sources.location(span);
    format!(
        "{indent}location:\n{indent}  file_name: {}\n{indent}  line: {}\n{indent}  column: {}\n{indent}  function: {}\n",
        quoted(&place.file),
        place.line,
        place.column,
        quoted(function)
    )
}

fn invariants(report: &Report, found: &Found, helps: &Helps, notes: &mut Vec<Diagnostic>) -> String {
    let mut text = String::new();
    notes.extend(found.notes.iter().cloned());
    for of_loop in &found.loops {
        let (facts, refused) = of_loop.facts(Dialect::C, helps);
        notes.extend(refused);
        for fact in facts {
            let is_visible = |variable: &cairn_ir::VarId| {
                let Some(program) = found.subject.as_ref().map(|subject| &subject.program) else { return false };
                scopes::is_visible(program, of_loop.procedure, *variable, of_loop.span, &report.sources)
            };
            if !fact.variables.iter().all(is_visible) {
                let message = format!("the invariant `{}` is left out: its names mean something else", fact.text);
                notes.push(super::note(Some(of_loop.span), &message));
                continue;
            }
            text.push_str("    - invariant:\n        type: loop_invariant\n");
            text.push_str(&location(&report.sources, of_loop.span, &of_loop.function, "        "));
            let _ = writeln!(text, "        value: {}\n        format: c_expression", quoted(&fact.text));
        }
    }
    text
}

fn waypoints(sources: &SourceMap, violation: &Violation) -> String {
    let mut text = String::new();
    // `\result` is no word of C.
    let mut segment = |kind: &str, constraint: Option<&str>, span: Span, function: &str| {
        let _ =
            writeln!(text, "    - segment:\n        - waypoint:\n            type: {kind}\n            action: follow");
        if let Some(value) = constraint {
            let _ = writeln!(text, "            constraint:\n              value: {}", quoted(value));
            let _ = writeln!(text, "              format: ext_c_expression");
        }
        text.push_str(&location(sources, span, function, "            "));
    };
    for (value, span, function) in &violation.returned {
        // A returned value is observed at the closing bracket of the call.
        let end = Span { start: span.end.saturating_sub(1), ..*span };
        segment("function_return", Some(&format!("\\result == {value}")), end, function);
    }
    segment("target", None, violation.target, &violation.function);
    text
}

/// `2026-11-16T15:04:05Z`.
fn time_text(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days are counted from the first of March of the year 0, so that leap days end a year (H. Hinnant's algorithm).
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// A random-looking identifier (version 4) that the contents determine.
fn uuid(seed: &str) -> String {
    let hash = sha256(seed.as_bytes());
    let variant = ["8", "9", "a", "b"][hash.as_bytes()[16] as usize % 4];
    format!("{}-{}-4{}-{variant}{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_the_format_wants_them() {
        assert_eq!(time_text(0), "1970-01-01T00:00:00Z");
        assert_eq!(time_text(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(time_text(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(time_text(4_102_444_800), "2100-01-01T00:00:00Z");
    }

    #[test]
    fn identifiers_have_the_form_of_version_four() {
        let id = uuid("x");
        assert_eq!(id.len(), 36);
        assert_eq!(id.as_bytes()[14], b'4');
        assert!(b"89ab".contains(&id.as_bytes()[19]));
    }

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("a \"b\" \\ c\n"), r#""a \"b\" \\ c\n""#);
    }
}
