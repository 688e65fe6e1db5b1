//! A report in the words of the protocol: diagnostics by file, and what is known of a line.

use crate::paint::sign;
use crate::render::facts;
use crate::render::sarif::uri;
use crate::render::step_words;
use crate::render::text::{failure_label, remark};
use cairn_verify::{PropertyReport, PropertyVerdict, Report};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// Editors show related places one below the other: more than these nobody reads.
const MOST_PLACES: usize = 60;

/// Texts of files, for columns: the protocol counts the units of UTF-16.
#[derive(Default)]
struct Lines(HashMap<PathBuf, Vec<String>>);

impl Lines {
    fn range(&mut self, file: &Path, line: Option<u32>, column: Option<u32>) -> Value {
        let line = line.unwrap_or(1).max(1);
        let lines = self.0.entry(file.to_path_buf()).or_insert_with(|| {
            let bytes = std::fs::read(file).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
        });
        let text = lines.get(line as usize - 1).map_or("", |text| text.trim_end());
        let before = column.map_or(text.len() - text.trim_start().len(), |column| {
            text.char_indices().nth(column.max(1) as usize - 1).map_or(text.len(), |(at, _)| at)
        });
        let units = |text: &str| text.encode_utf16().count();
        let (from, to) = (units(&text[..before]), units(text));
        json!({"start": {"line": line - 1, "character": from}, "end": {"line": line - 1, "character": to.max(from)}})
    }
}

/// What is not proved, and what the run has to say, by file. Names count from the folder.
pub fn diagnostics(report: &Report, folder: &Path) -> BTreeMap<PathBuf, Vec<Value>> {
    let (mut lines, mut all) = (Lines::default(), BTreeMap::new());
    for property in report.properties.iter().filter(|p| p.verdict != PropertyVerdict::Proved) {
        let Some(file) = property.file.as_ref().map(|file| folder.join(file)) else { continue };
        let range = lines.range(&file, property.line, property.column);
        let related = related(property, folder, &mut lines);
        let own: &mut Vec<Value> = all.entry(file).or_default();
        own.push(json!({
            "range": range,
            "severity": if property.verdict.is_violated() { 1 } else { 2 },
            "source": "cairn",
            "code": property.kind,
            "message": message(property),
            "relatedInformation": related,
        }));
    }
    for told in &report.diagnostics {
        let Some(file) = told.file.as_ref().map(|file| folder.join(file)) else { continue };
        let severity = match &*told.severity {
            "error" => 1,
            "warning" => 2,
            _ => 3,
        };
        let range = lines.range(&file, told.line, told.column);
        let one = json!({"range": range, "severity": severity, "source": "cairn", "code": told.code, "message": told.message});
        all.entry(file).or_default().push(one);
    }
    all
}

fn message(property: &PropertyReport) -> String {
    let mut text = format!("{}: {}", property.verdict.word(), property.description);
    if property.counterexample.as_ref().is_some_and(|found| !found.involved.is_empty()) {
        text.push_str(&format!("\n{}", failure_label(property)));
    }
    let inputs = property.counterexample.iter().flat_map(|found| &found.inputs).filter(|input| input.relevant);
    let inputs: Vec<String> = inputs.map(|input| format!("{} = {}", input.name, input.value)).collect();
    if !inputs.is_empty() {
        text.push_str(&format!("\ninputs: {}", inputs.join(", ")));
    }
    let more = remark(property);
    if !more.is_empty() {
        text.push_str(&format!("\n{more}"));
    }
    text
}

/// The way to the failure; of a long one its end.
fn related(property: &PropertyReport, folder: &Path, lines: &mut Lines) -> Vec<Value> {
    let Some(found) = &property.counterexample else { return Vec::new() };
    let steps = found.trace.iter().filter(|step| step.relevant && step.line.is_some());
    let steps: Vec<_> = steps.filter_map(|step| Some((step, step.file.as_ref()?))).collect();
    let shown = &steps[steps.len().saturating_sub(MOST_PLACES)..];
    let one = |(step, file): &(&cairn_verify::report::StepReport, &String)| {
        let file = folder.join(file);
        let range = lines.range(&file, step.line, None);
        json!({"location": {"uri": uri(&file.to_string_lossy()), "range": range}, "message": step_words(step)})
    };
    shown.iter().map(one).collect()
}

/// The invariants and verdicts of a line, in Markdown.
pub fn about_line(report: &Report, folder: &Path, file: &Path, line: u32) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for ((own, at), facts) in facts::by_place(report) {
        if at == line && folder.join(own) == file {
            words.extend(facts.iter().map(|fact| format!("{}: `{}`", fact.when.words(), fact.value)));
        }
    }
    let here =
        |p: &&PropertyReport| p.line == Some(line) && p.file.as_ref().is_some_and(|own| folder.join(own) == file);
    for property in report.properties.iter().filter(here) {
        let more =
            Some(remark(property)).filter(|more| !more.is_empty()).map_or(String::new(), |more| format!(" — {more}"));
        let verdict = property.verdict;
        words.push(format!("{} {} {}: {}{more}", sign(verdict), verdict.word(), property.kind, property.description));
    }
    words
}
