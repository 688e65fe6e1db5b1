//! The HTML report: one page that needs nothing else. Properties, counterexamples to unfold, and the
//! sources with verdicts beside their lines and what they rest on above loops and procedures.

use super::junit::escape;
use super::text::remark;
use super::{facts, step_words};
use crate::paint::sign;
use cairn_base::SourceFile;
use cairn_verify::report::CounterexampleReport;
use cairn_verify::{PropertyReport, PropertyVerdict, Report};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--good:#1a7f37;--bad:#cf222e;--doubt:#9a6700;--faint:#6e7781;--line:#d0d7de;--soft:#f6f8fa}\
@media(prefers-color-scheme:dark){:root{--good:#3fb950;--bad:#f85149;--doubt:#d29922;--faint:#8b949e;--line:#30363d;--soft:#161b22}}\
body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.4rem;margin-bottom:.2rem}h2{font-size:1.1rem;margin-top:2rem}\
table{border-collapse:collapse;width:100%}td,th{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}\
code,pre,.source,.trace{font:13px/1.5 ui-monospace,monospace}\
.proved,.verified{color:var(--good)}.violated{color:var(--bad)}.bounded,.unknown,.unsupported,.inconclusive{color:var(--doubt)}\
.verdict{font-weight:600;white-space:nowrap}.faint{color:var(--faint)}\
details{margin:.6rem 0;padding:.4rem .8rem;border:1px solid var(--line);border-radius:6px}summary{cursor:pointer}\
.source{border:1px solid var(--line);border-radius:6px;overflow-x:auto}.source td{border:0;padding:0 .6rem;white-space:pre}\
.source tr:target,.source tr.marked{background:var(--soft)}.number{color:var(--faint);text-align:right}\
.source .fact td{color:var(--good);background:var(--soft)}\
.quiet{display:none}input:checked~table .quiet{display:table-row}";

pub fn report(report: &Report) -> String {
    let verdict = report.verdict.word();
    let mut out = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    let _ = writeln!(out, "<title>cairn: {verdict}</title><style>{STYLE}</style></head><body>");
    let _ = writeln!(out, "<h1>cairn: <span class=\"{verdict}\">{verdict}</span></h1>");
    let counts: Vec<String> = PropertyVerdict::ALL
        .into_iter()
        .filter(|v| report.count(*v) > 0)
        .map(|v| format!("<span class=\"{0}\">{1} {0}</span>", v.word(), report.count(v)))
        .collect();
    let s = &report.statistics;
    let cost = format!("{:.2} s, {} MiB, cairn {}", s.seconds, s.peak_memory_mib, report.tool.version);
    let _ = writeln!(out, "<p>{} <span class=\"faint\">— {}</span></p>", counts.join(", "), escape(&cost));
    let _ = writeln!(out, "<p class=\"faint\">examined: {}</p>", escape(&s.examined.words()));
    if let Some(error) = &report.internal_error {
        let _ = writeln!(out, "<p class=\"violated\"><b>internal error:</b> {}</p>", escape(error));
    }
    for function in &report.assumed {
        let words = format!("assumed: {} has no body ({})", function.function, function.stub);
        let _ = writeln!(out, "<p>{}</p>", escape(&words));
    }
    for diagnostic in &report.diagnostics {
        let place = match (&diagnostic.file, diagnostic.line) {
            (Some(file), Some(line)) => format!("{file}:{line}: "),
            _ => String::new(),
        };
        let text = format!("{place}{} {}: {}", diagnostic.severity, diagnostic.code, diagnostic.message);
        let _ = writeln!(out, "<p class=\"unknown\">{}</p>", escape(&text));
    }
    properties(&mut out, report);
    counterexamples(&mut out, report);
    sources(&mut out, report);
    out.push_str("</body></html>\n");
    out
}

/// The fragment that leads to a line of a source.
fn anchor(report: &Report, file: &str, line: u32) -> String {
    let number = report.sources.files().position(|(_, f)| f.name == file).unwrap_or(0);
    format!("f{number}l{line}")
}

fn place(report: &Report, file: Option<&String>, line: Option<u32>) -> String {
    let is_shown = |file: &str| report.sources.find(file).is_some_and(|id| has_text(report.sources.file(id)));
    match (file, line) {
        (Some(file), Some(line)) if !is_shown(file) => format!("{}:{line}", escape(file)),
        (Some(file), Some(line)) => {
            format!("<a href=\"#{}\">{}:{line}</a>", anchor(report, file, line), escape(file))
        }
        _ => "–".into(),
    }
}

/// Sources that are not to be had stand in the map as empty lines.
fn has_text(file: &SourceFile) -> bool {
    !file.text.trim().is_empty()
}

fn properties(out: &mut String, report: &Report) {
    out.push_str("<h2>Properties</h2>\n<table><tr><th>verdict<th>place<th>procedure<th>kind<th>what must hold</tr>\n");
    for property in &report.properties {
        let _ = writeln!(
            out,
            "<tr id=\"{}\"><td class=\"verdict {1}\">{2} {1}<td>{3}<td>{4}<td>{5}<td>{6} <span class=\"faint\">{7}</span></tr>",
            escape(&property.id),
            property.verdict.word(),
            sign(property.verdict),
            place(report, property.file.as_ref(), property.line),
            escape(property.function.as_deref().unwrap_or("")),
            escape(&property.kind),
            escape(&property.description),
            escape(&remark(property)),
        );
    }
    out.push_str("</table>\n");
}

fn counterexamples(out: &mut String, report: &Report) {
    let found: Vec<(&PropertyReport, &CounterexampleReport)> =
        report.properties.iter().filter_map(|p| Some((p, p.counterexample.as_ref()?))).collect();
    if found.is_empty() {
        return;
    }
    out.push_str("<h2>Counterexamples</h2>\n");
    for (property, counterexample) in found {
        let open = if counterexample.trace.len() < 60 { " open" } else { "" };
        let _ = writeln!(
            out,
            "<details{open}><summary><span class=\"verdict violated\">✗ {}</span> {} <span class=\"faint\">{}</span></summary>",
            escape(&property.kind),
            escape(&property.description),
            place(report, property.file.as_ref(), property.line),
        );
        inputs_and_steps(out, report, counterexample);
        out.push_str("</details>\n");
    }
}

fn inputs_and_steps(out: &mut String, report: &Report, counterexample: &CounterexampleReport) {
    let quiet = |relevant: bool| if relevant { "" } else { " class=\"quiet\"" };
    let inputs = counterexample.inputs.iter().filter(|input| !input.relevant).count();
    let steps = counterexample.trace.iter().filter(|step| !step.relevant).count();
    out.push_str("<div>");
    if inputs + steps > 0 {
        // A sibling before the tables, so that the style sheet alone can show and hide.
        let _ = write!(out, "<input type=\"checkbox\"> show also {inputs} inputs and {steps} steps ");
        out.push_str("that the failure does not depend on");
    }
    out.push_str("<table><tr><th>input<th>type<th>value</tr>\n");
    for input in &counterexample.inputs {
        let (name, kind, value) = (escape(&input.name), escape(&input.type_name), escape(&input.value));
        let class = quiet(input.relevant);
        let cells = format!("<td><code>{name}</code><td class=\"faint\">{kind}<td><code>{value}</code>");
        let _ = writeln!(out, "<tr{class}>{cells}</tr>");
    }
    out.push_str("</table>\n<table class=\"trace\">\n");
    for step in &counterexample.trace {
        let class = quiet(step.relevant);
        let _ = writeln!(
            out,
            "<tr{class}><td>{}<td class=\"faint\">{}<td>{}</tr>",
            place(report, step.file.as_ref(), step.line),
            escape(step.function.as_deref().unwrap_or("")),
            escape(&step_words(step)),
        );
    }
    out.push_str("</table></div>\n");
}

/// The files that properties, steps, invariants or diagnostics are about: headers of the system seldom are.
fn mentioned(report: &Report) -> BTreeSet<&str> {
    let mut files: BTreeSet<&str> = report.diagnostics.iter().filter_map(|d| d.file.as_deref()).collect();
    for property in &report.properties {
        files.extend(property.file.as_deref());
        let steps = property.counterexample.iter().flat_map(|found| &found.trace);
        files.extend(steps.filter_map(|step| step.file.as_deref()));
    }
    files.extend(facts::by_place(report).into_keys().map(|(file, _)| file));
    files
}

fn sources(out: &mut String, report: &Report) {
    let (mentioned, facts) = (mentioned(report), facts::by_place(report));
    let files = report.sources.files().map(|(_, file)| file);
    let mut files: Vec<&SourceFile> = files.filter(|file| mentioned.contains(&*file.name) && has_text(file)).collect();
    // Those with properties first: the source before the module that was made of it.
    files.sort_by_key(|file| report.properties.iter().all(|p| p.file.as_ref() != Some(&file.name)));
    for file in files {
        let _ = writeln!(out, "<h2>{}</h2>\n<table class=\"source\">", escape(&file.name));
        let mut by_line: HashMap<u32, Vec<&PropertyReport>> = HashMap::new();
        for property in report.properties.iter().filter(|p| p.file.as_ref() == Some(&file.name)) {
            by_line.entry(property.line.unwrap_or(0)).or_default().push(property);
        }
        for line in 1..=file.line_count() {
            for fact in facts.get(&(&*file.name, line)).into_iter().flatten() {
                let text = file.line_text(line);
                let indent = &text[..text.len() - text.trim_start().len()];
                let (when, value) = (fact.when.words(), escape(fact.value));
                let _ = writeln!(out, "<tr class=\"fact\"><td><td><td>{indent}{when}: {value}</tr>");
            }
            source_line(out, report, &file.name, line, file.line_text(line), by_line.get(&line));
        }
        out.push_str("</table>\n");
    }
}

/// A line of a source, with the verdicts of what stands there.
fn source_line(
    out: &mut String,
    report: &Report,
    file: &str,
    line: u32,
    text: &str,
    properties: Option<&Vec<&PropertyReport>>,
) {
    let sign_of = |p: &&PropertyReport| {
        let title = escape(&format!("{}: {}", p.kind, p.description));
        format!("<span class=\"{}\" title=\"{title}\">{}</span>", p.verdict.word(), sign(p.verdict))
    };
    let signs: String = properties.into_iter().flatten().map(sign_of).collect();
    let marked = if signs.is_empty() { "" } else { " class=\"marked\"" };
    let anchor = anchor(report, file, line);
    let text = escape(text);
    let _ = writeln!(out, "<tr id=\"{anchor}\"{marked}><td class=\"number\">{line}<td>{signs}<td>{text}</tr>");
}
