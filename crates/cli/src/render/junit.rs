//! The JUnit report: a test suite per file, a test case per property. Violated properties are failures,
//! undecided ones errors; CI systems show both as not passed.

use super::Detail;
use super::text::failure_label;
use crate::paint::Paint;
use cairn_verify::{PropertyReport, PropertyVerdict, Report, RunVerdict};
use std::fmt::Write;

const PLAIN: Paint = Paint { on: false, wide: 0 };

pub fn report(report: &Report) -> String {
    let mut files: Vec<&str> = report.properties.iter().map(file).collect();
    files.sort_unstable();
    files.dedup();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let seconds = report.statistics.seconds;
    let _ = writeln!(out, "<testsuites name=\"cairn\" time=\"{seconds:.3}\">");
    for name in files {
        suite(&mut out, name, report);
    }
    if let Some(problem) = problem(report) {
        out.push_str("  <testsuite name=\"cairn\" tests=\"1\" failures=\"0\" errors=\"1\">\n");
        out.push_str("    <testcase name=\"run\" classname=\"cairn\">\n");
        let _ = writeln!(out, "      <error message=\"{}\"/>", escape(&problem));
        out.push_str("    </testcase>\n  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// What is wrong with the run as a whole.
fn problem(report: &Report) -> Option<String> {
    let diagnostic = report.diagnostics.iter().find(|d| d.is_error());
    let internal = report.internal_error.as_ref().map(|error| format!("internal error: {error}"));
    // A run without a single test case passes in the eyes of CI systems.
    let nothing = report.properties.is_empty() && report.verdict == RunVerdict::Inconclusive;
    let nothing = nothing.then(|| report.diagnostics.iter().find(|d| d.severity == "warning")).flatten();
    internal.or_else(|| diagnostic.or(nothing).map(|d| format!("{}: {}", d.code, d.message)))
}

fn file(property: &PropertyReport) -> &str {
    property.file.as_deref().unwrap_or("(no file)")
}

fn suite(out: &mut String, name: &str, report: &Report) {
    let properties: Vec<&PropertyReport> = report.properties.iter().filter(|p| file(p) == name).collect();
    let failures = properties.iter().filter(|p| p.verdict == PropertyVerdict::Violated).count();
    let proved = properties.iter().filter(|p| p.verdict == PropertyVerdict::Proved).count();
    let errors = properties.len() - failures - proved;
    let (name, tests) = (escape(name), properties.len());
    let _ =
        writeln!(out, "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">");
    for property in properties {
        case(out, report, property);
    }
    out.push_str("  </testsuite>\n");
}

fn case(out: &mut String, report: &Report, property: &PropertyReport) {
    let class = escape(property.function.as_deref().unwrap_or("(program)"));
    let name = escape(&format!("{}: {}", property.id, property.description));
    let place = match (&property.file, property.line) {
        (Some(file), Some(line)) => format!(" file=\"{}\" line=\"{line}\"", escape(file)),
        _ => String::new(),
    };
    let _ = write!(out, "    <testcase classname=\"{class}\" name=\"{name}\"{place}");
    let element = match property.verdict {
        PropertyVerdict::Proved => {
            out.push_str("/>\n");
            return;
        }
        PropertyVerdict::Violated => "failure",
        PropertyVerdict::Bounded | PropertyVerdict::Unknown | PropertyVerdict::Unsupported => "error",
    };
    let verdict = property.verdict.word();
    let _ = write!(out, ">\n      <{element} type=\"{verdict}\" message=\"{}\">", escape(&message(property)));
    if let Some(found) = &property.counterexample {
        let place = match (&property.file, property.line) {
            (Some(file), Some(line)) => format!("{file}:{line}: "),
            _ => String::new(),
        };
        let mut text = format!("{place}{}\n", property.description);
        text.push_str(&super::events::counterexample(found, Detail::Normal, PLAIN));
        text.push_str(&super::trace::counterexample(found, &report.sources, Detail::Normal, PLAIN));
        out.push_str(&lines(&text));
    }
    let _ = writeln!(out, "</{element}>\n    </testcase>");
}

/// What fails, with the values that matter; of what is not decided, why.
fn message(property: &PropertyReport) -> String {
    let mut text = property.description.clone();
    if property.counterexample.as_ref().is_some_and(|found| !found.involved.is_empty()) {
        let _ = write!(text, "; {}", failure_label(property));
    }
    if let Some(reason) = &property.reason {
        let _ = write!(text, " ({reason})");
    }
    text
}

/// Text between elements, where lines may stay lines.
fn lines(text: &str) -> String {
    text.lines().map(|line| escape(line) + "\n").collect()
}

/// Text in XML: markup escaped, characters that XML 1.0 forbids replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(' '),
            c if (c as u32) < 0x20 || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
