//! The HTML report: one page that needs nothing else, neither the network nor a server. The report stands in it as data, and the
//! script beside it (`page/page.js`) lays it out: properties with filters, sources with verdicts and invariants at their lines, and
//! a walk through each counterexample.
//!
//! Where scripts are off, a table of the properties remains.

use super::junit::escape;
use super::text::{failure_label, remark};
use super::{facts, fold};
use crate::paint::sign;
use cairn_verify::report::{CounterexampleReport, EventReport, StepReport};
use cairn_verify::{PropertyReport, Report};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");
const BODY: &str = include_str!("page/page.html");
/// Nothing is loaded from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

pub fn report(report: &Report) -> String {
    let verdict = report.verdict.word();
    let mut out = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    let _ = write!(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    let _ = write!(out, "<title>cairn: {verdict}</title><style>\n{STYLE}</style></head>\n<body>\n");
    head(&mut out, report);
    without_script(&mut out, report);
    out.push_str(BODY);
    // A script element ends at `</`, and a comment in it may begin at `<!`, whatever stands around them.
    let data = data(report).to_string().replace('<', "\\u003c");
    let _ = writeln!(out, "<script type=\"application/json\" id=\"report\">{data}</script>");
    let _ = writeln!(out, "<script>\n{SCRIPT}</script>\n</body></html>");
    out
}

fn head(out: &mut String, report: &Report) {
    let verdict = report.verdict.word();
    let s = &report.statistics;
    let cost = format!("{:.2} s, {} MiB, cairn {}", s.seconds, s.peak_memory_mib, report.tool.version);
    let _ = writeln!(out, "<header class=\"top\"><h1>cairn: <span class=\"{verdict}\">{verdict}</span></h1>");
    let _ = writeln!(out, "<span class=\"cost\">{}; {}</span>", escape(&cost), escape(&s.examined.words()));
    out.push_str("<span><button type=\"button\" id=\"keys\">keys</button> ");
    out.push_str("<button type=\"button\" id=\"theme\">light / dark</button></span></header>\n");
    let mut notes = String::new();
    if let Some(error) = &report.internal_error {
        let _ = writeln!(notes, "<p class=\"violated\"><b>internal error:</b> {}</p>", escape(error));
    }
    for function in &report.assumed {
        let words = format!("assumed: {} has no body ({})", function.function, function.stub);
        let _ = writeln!(notes, "<p>{}</p>", escape(&words));
    }
    for diagnostic in &report.diagnostics {
        let place = match (&diagnostic.file, diagnostic.line) {
            (Some(file), Some(line)) => format!("{file}:{line}: "),
            _ => String::new(),
        };
        let text = format!("{place}{} {}: {}", diagnostic.severity, diagnostic.code, diagnostic.message);
        let _ = writeln!(notes, "<p class=\"unknown\">{}</p>", escape(&text));
    }
    if !notes.is_empty() {
        let _ = writeln!(out, "<div class=\"notes\">\n{notes}</div>");
    }
}

fn without_script(out: &mut String, report: &Report) {
    out.push_str("<noscript><table><tr><th>verdict<th>place<th>kind<th>what must hold</tr>\n");
    for property in &report.properties {
        let verdict = property.verdict.word();
        let place = match (&property.file, property.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => "–".into(),
        };
        let _ = writeln!(
            out,
            "<tr><td class=\"{verdict}\">{} {verdict}<td>{}<td>{}<td>{} {}</tr>",
            sign(property.verdict),
            escape(&place),
            escape(&property.kind),
            escape(&property.description),
            escape(&remark(property)),
        );
    }
    out.push_str("</table></noscript>\n");
}

/// The report as the script reads it. Files are named by their number.
pub fn data(report: &Report) -> Value {
    let files = Files::of(report);
    let facts: Vec<Value> = facts::by_place(report)
        .into_iter()
        .flat_map(|((file, line), facts)| facts.into_iter().map(move |fact| (file, line, fact)))
        .map(|(file, line, fact)| {
            json!({"file": files.number(Some(file)), "line": line, "when": fact.when.words(), "value": fact.value})
        })
        .collect();
    let texts: Vec<Value> = files.names.iter().map(|name| json!({"name": name, "text": text(report, name)})).collect();
    let properties: Vec<Value> = report.properties.iter().map(|one| property(report, &files, one)).collect();
    json!({"files": texts, "facts": facts, "properties": properties})
}

/// The text of a source; sources that are not to be had stand in the map as empty lines.
fn text<'r>(report: &'r Report, name: &str) -> Option<&'r str> {
    let file = report.sources.file(report.sources.find(name)?);
    Some(&*file.text).filter(|text| !text.trim().is_empty())
}

/// The files that properties, steps, invariants or diagnostics are about: headers of the system seldom are.
struct Files<'r> {
    names: Vec<&'r str>,
    numbers: HashMap<&'r str, usize>,
}

impl<'r> Files<'r> {
    fn of(report: &'r Report) -> Self {
        let mut rest: BTreeSet<&str> = report.diagnostics.iter().filter_map(|d| d.file.as_deref()).collect();
        // Those with properties first: the source before the module that was made of it.
        let mut names: Vec<&str> = Vec::new();
        for property in &report.properties {
            names.extend(property.file.as_deref().filter(|file| !names.contains(file)));
            let found = property.counterexample.iter();
            rest.extend(found.clone().flat_map(|found| &found.trace).filter_map(|step| step.file.as_deref()));
            rest.extend(found.flat_map(|found| &found.events).filter_map(|event| event.file.as_deref()));
        }
        rest.extend(facts::by_place(report).into_keys().map(|(file, _)| file));
        names.extend(rest.into_iter().filter(|file| !names.contains(file)).collect::<Vec<_>>());
        let numbers = names.iter().enumerate().map(|(number, name)| (*name, number)).collect();
        Files { names, numbers }
    }
    fn number(&self, file: Option<&str>) -> Option<usize> {
        file.and_then(|file| self.numbers.get(file).copied())
    }
}

fn property(report: &Report, files: &Files<'_>, property: &PropertyReport) -> Value {
    let end = property.span.map(|span| report.sources.end(span));
    json!({
        "id": property.id,
        "kind": property.kind,
        "file": files.number(property.file.as_deref()),
        "line": property.line,
        "column": property.column,
        "end": end.map(|end| [end.line, end.column]),
        "function": property.function,
        "description": property.description,
        "verdict": property.verdict.word(),
        "remark": remark(property),
        "label": property.counterexample.as_ref().map(|_| failure_label(property)),
        "proof": property.proof.as_ref().map(|proof| json!({"by": proof.by, "checked": proof.checked})),
        "counterexample": property.counterexample.as_ref().map(|found| counterexample(files, found)),
    })
}

fn counterexample(files: &Files<'_>, found: &CounterexampleReport) -> Value {
    let inputs = found.inputs.iter().map(
        |input| json!({"name": input.name, "type": input.type_name, "value": input.value, "relevant": input.relevant}),
    );
    let step = |step: &StepReport| {
        let file = files.number(step.file.as_deref());
        json!([step.step, file, step.line, step.function, step.name, step.value, step.relevant, step.note])
    };
    let event = |event: &EventReport| {
        let file = files.number(event.file.as_deref());
        let atoms = json!(event.atoms);
        json!({"event": event.event, "states": event.states, "atoms": atoms, "blocked": event.blocked, "file": file, "line": event.line})
    };
    json!({
        "inputs": inputs.collect::<Vec<_>>(),
        "steps": found.trace.iter().map(step).collect::<Vec<_>>(),
        "folds": {"relevant": folds(&found.trace, |step| step.relevant), "all": folds(&found.trace, |_| true)},
        "events": found.events.iter().map(event).collect::<Vec<_>>(),
        "cycle": found.cycle_start,
    })
}

/// Iterations that the walk passes over, as `[first step, step after the last one, words]`.
fn folds(trace: &[StepReport], is_shown: impl Fn(&StepReport) -> bool) -> Vec<Value> {
    let shown: Vec<(usize, &StepReport)> = trace.iter().enumerate().filter(|(_, step)| is_shown(step)).collect();
    let steps: Vec<&StepReport> = shown.iter().map(|(_, step)| *step).collect();
    let at = |position: usize| shown.get(position).map_or(trace.len(), |(number, _)| *number);
    let folds = fold::iterations(&steps).into_iter();
    folds.map(|fold| json!([at(fold.steps.start), at(fold.steps.end), fold.words()])).collect()
}
