//! Reports for the places where code is reviewed: annotations of a GitHub workflow, a summary in Markdown for it, and the code quality
//! file of GitLab. What is proved is told by numbers only.

use super::text::{failure_label, remark};
use super::{Detail, count, cut, events, sarif, trace};
use crate::paint::{Paint, sign};
use cairn_verify::report::DiagnosticReport;
use cairn_verify::{PropertyReport, PropertyVerdict, Report, RunVerdict};
use serde_json::{Value, json};
use std::fmt::Write;

const PLAIN: Paint = Paint { on: false, wide: 0 };
/// Beyond this many, a summary names only how many more there are.
const MOST: usize = 50;

/// What must be told about a property in a line.
fn message(property: &PropertyReport) -> String {
    let mut text = property.description.clone();
    if property.counterexample.as_ref().is_some_and(|found| !found.involved.is_empty()) {
        let _ = write!(text, "; {}", failure_label(property));
    }
    let more = remark(property);
    if !more.is_empty() {
        let _ = write!(text, " ({more})");
    }
    text
}

/// Not proved; the violated ones first.
fn open(report: &Report) -> Vec<(usize, &PropertyReport)> {
    let all = report.properties.iter().enumerate();
    let mut open: Vec<_> = all.filter(|(_, p)| p.verdict != PropertyVerdict::Proved).collect();
    open.sort_by_key(|(_, p)| !p.verdict.is_violated());
    open
}

/// Workflow commands: each line is shown beside the line of the source it is about.
pub fn github(report: &Report) -> String {
    let mut out = String::new();
    for (_, property) in open(report) {
        let level = if property.verdict.is_violated() { "error" } else { "warning" };
        let mut place = places(property.file.as_deref(), property.line, property.column);
        if let (Some(span), Some(line)) = (property.span, property.line) {
            let end = report.sources.end(span);
            if end.line == line {
                place.push(format!("endColumn={}", end.column));
            }
        }
        let title = format!("{}: {}", property.verdict.word(), property.kind);
        annotation(&mut out, level, place, &title, &message(property));
    }
    for one in &report.diagnostics {
        let level = match &*one.severity {
            "error" => "error",
            "warning" => "warning",
            _ => "notice",
        };
        annotation(&mut out, level, places(one.file.as_deref(), one.line, one.column), &one.code, &one.message);
    }
    if let Some(error) = &report.internal_error {
        annotation(&mut out, "error", Vec::new(), "internal error", error);
    }
    let level =
        if report.verdict == RunVerdict::Verified && report.internal_error.is_none() { "notice" } else { "error" };
    annotation(&mut out, level, Vec::new(), "cairn", &numbers(report));
    out
}

fn places(file: Option<&str>, line: Option<u32>, column: Option<u32>) -> Vec<String> {
    let file = file.map(|file| format!("file={}", value(file)));
    let line = line.map(|line| format!("line={line}"));
    file.into_iter().chain(line).chain(column.map(|column| format!("col={column}"))).collect()
}

fn annotation(out: &mut String, level: &str, mut place: Vec<String>, title: &str, text: &str) {
    place.push(format!("title={}", value(title)));
    let _ = writeln!(out, "::{level} {}::{}", place.join(","), data(text));
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn value(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// `violated: 7 properties, 6 proved, 1 violated`
fn numbers(report: &Report) -> String {
    let word = if report.internal_error.is_some() { "no verdict" } else { report.verdict.word() };
    let mut text = format!("{word}: {}", count(report.properties.len(), "property", "properties"));
    for verdict in PropertyVerdict::ALL.into_iter().filter(|verdict| report.count(*verdict) > 0) {
        let _ = write!(text, ", {} {}", report.count(verdict), verdict.word());
    }
    text
}

/// A page in Markdown, as a job's summary or a comment shows it.
pub fn markdown(report: &Report) -> String {
    let mut out = format!("## cairn: {}\n\n{}\n\n", report.verdict.word(), cell(&numbers(report)));
    if let Some(error) = &report.internal_error {
        let _ = writeln!(out, "**internal error:** {}\n", cell(error));
    }
    for one in &report.diagnostics {
        let place = place(one.file.as_deref(), one.line);
        let _ = writeln!(out, "- {} {}{place}: {}", one.severity, one.code, cell(&one.message));
    }
    let open = open(report);
    if !open.is_empty() {
        out.push_str("\n| verdict | place | kind | what must hold |\n|---|---|---|---|\n");
    }
    for (_, p) in open.iter().take(MOST) {
        let place = place(p.file.as_deref(), p.line);
        let (sign, verdict) = (sign(p.verdict), p.verdict.word());
        let _ = writeln!(out, "| {sign} {verdict} |{place} | {} | {} |", p.kind, cell(&message(p)));
    }
    if open.len() > MOST {
        let _ = writeln!(out, "\n… and {} more\n", open.len() - MOST);
    }
    for (_, property) in open.iter().take(MOST) {
        details(&mut out, report, property);
    }
    let s = &report.statistics;
    let _ = writeln!(out, "\n{:.2} s, {} MiB; {}", s.seconds, s.peak_memory_mib, s.examined.words());
    out
}

/// The execution of a violation, to unfold.
fn details(out: &mut String, report: &Report, property: &PropertyReport) {
    let Some(found) = &property.counterexample else { return };
    let mut text = events::counterexample(found, Detail::Normal, PLAIN);
    text.push_str(&trace::counterexample(found, &report.sources, Detail::Normal, PLAIN));
    let place = place(property.file.as_deref(), property.line);
    let title = format!("{}{place}: {}", property.kind, property.description);
    // A fence is longer than any that the text holds.
    let fence = "`".repeat(text.split(|c| c != '`').map(str::len).max().unwrap_or(0).max(2) + 1);
    let _ = writeln!(
        out,
        "\n<details><summary>{}</summary>\n\n{fence}text\n{}\n{fence}\n\n</details>",
        super::junit::escape(&title),
        text.trim_end()
    );
}

fn place(file: Option<&str>, line: Option<u32>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!(" {}:{line}", cell(file)),
        _ => String::new(),
    }
}

/// Text in a cell of a table: nothing in it is markup.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in cut(&text.replace(['\n', '\r'], " "), 400).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '#' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// The code quality report of GitLab.
pub fn gitlab(report: &Report) -> String {
    let prints = sarif::fingerprints(report);
    let property = |(number, p): (usize, &PropertyReport)| {
        let severity = if p.verdict.is_violated() { "critical" } else { "minor" };
        let text = format!("{}: {}", p.verdict.word(), message(p));
        quality(&text, &p.kind, &prints[number], severity, p.file.as_deref(), p.line)
    };
    let diagnostic = |d: &DiagnosticReport| {
        let severity = if d.is_error() { "blocker" } else { "info" };
        let place = format!("{}:{}", d.file.as_deref().unwrap_or(""), d.message);
        let print = cairn_verify::request::fingerprint(format!("{}\n{place}", d.code).as_bytes());
        quality(&d.message, &d.code, &print, severity, d.file.as_deref(), d.line)
    };
    let mut all: Vec<Value> = open(report).into_iter().map(property).collect();
    all.extend(report.diagnostics.iter().map(diagnostic));
    if let Some(error) = &report.internal_error {
        all.push(quality(
            &format!("internal error: {error}"),
            "internal-error",
            "internal-error",
            "blocker",
            None,
            None,
        ));
    }
    format!("{:#}\n", Value::Array(all))
}

fn quality(text: &str, name: &str, print: &str, severity: &str, file: Option<&str>, line: Option<u32>) -> Value {
    let path = file.unwrap_or(".").trim_start_matches("./");
    json!({
        "description": text,
        "check_name": name,
        "fingerprint": print,
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line.unwrap_or(1)}},
    })
}
