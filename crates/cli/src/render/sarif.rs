//! The SARIF 2.1.0 report, which code hosts and editors show beside the source. Violations are errors,
//! undecided properties warnings, diagnostics as they are; what is proved is not a finding.
//!
//! Rules carry what `cairn explain` says, and weaknesses of the CWE where one fits. A finding is recognised again by what it says and
//! where in its function it stands, not by its line.

use super::text::failure_label;
use super::weakness;
use cairn_verify::report::{DiagnosticReport, StepKind, StepReport};
use cairn_verify::request::fingerprint;
use cairn_verify::{PropertyReport, PropertyVerdict, Report};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};

pub fn report(report: &Report) -> String {
    let mut ids: Vec<&str> = report.properties.iter().map(|p| &*p.kind).collect();
    ids.extend(report.diagnostics.iter().map(|d| &*d.code));
    ids.sort_unstable();
    ids.dedup();
    let rules: Vec<Value> = ids.iter().map(|id| rule(id)).collect();
    let index = |id: &str| ids.binary_search(&id).unwrap_or(0);
    let prints = fingerprints(report);
    let findings = report.properties.iter().zip(&prints).filter(|(p, _)| p.verdict != PropertyVerdict::Proved);
    let findings = findings.map(|(property, print)| finding(report, property, print, index(&property.kind)));
    let told = report.diagnostics.iter().map(|one| diagnostic(one, index(&one.code)));
    let results: Vec<Value> = findings.chain(told).collect();
    let mut driver =
        json!({"name": report.tool.name, "version": report.tool.version, "semanticVersion": report.tool.version});
    driver["rules"] = json!(rules);
    let mut run =
        json!({"tool": {"driver": driver}, "invocations": [invocation(report)], "columnKind": "unicodeCodePoints"});
    let known: BTreeSet<u32> = ids.iter().filter_map(|id| weakness::of(id)).map(|known| known.number).collect();
    if !known.is_empty() {
        run["tool"]["driver"]["supportedTaxonomies"] = json!([{"name": "CWE", "index": 0}]);
        run["taxonomies"] = json!([taxonomy(&known)]);
    }
    run["properties"] = json!({"examined": report.statistics.examined, "verdict": report.verdict.word()});
    run["results"] = json!(results);
    let log = json!({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]});
    format!("{log:#}\n")
}

/// Whether the run did what was asked, whatever came out; what kept it from that is a notification.
fn invocation(report: &Report) -> Value {
    let mut notifications = Vec::new();
    if let Some(error) = &report.internal_error {
        notifications.push(json!({"level": "error", "message": {"text": format!("internal error: {error}")}}));
    }
    if report.has_input_errors() {
        notifications.push(json!({"level": "error", "message": {"text": "the inputs have errors"}}));
    }
    let successful = notifications.is_empty();
    if let Some(reason) = report.stopped {
        notifications.push(json!({"level": "warning", "message": {"text": reason}}));
    }
    let mut invocation = json!({"executionSuccessful": successful, "exitCode": report.exit_code() as u8});
    if !notifications.is_empty() {
        invocation["toolExecutionNotifications"] = json!(notifications);
    }
    invocation
}

fn rule(id: &str) -> Value {
    let meaning = crate::explain::title(id).filter(|text| !text.is_empty()).unwrap_or(id);
    let mut rule = json!({"id": id, "shortDescription": {"text": meaning}});
    if let Some(help) = crate::explain::help(id) {
        rule["fullDescription"] = json!({"text": help.advice});
        let text = format!("{}\n\n{}", help.advice, help.example).trim_end().to_string();
        let markdown = match help.example {
            "" => help.advice.to_string(),
            example => format!("{}\n\n```\n{example}\n```", help.advice),
        };
        rule["help"] = json!({"text": text, "markdown": markdown});
    }
    if let Some(known) = weakness::of(id) {
        rule["helpUri"] = json!(known.address());
        rule["relationships"] = json!([{
            "target": {"id": known.number.to_string(), "toolComponent": {"name": "CWE", "index": 0}},
            "kinds": ["relevant"],
        }]);
        rule["properties"] = json!({"tags": ["correctness", "security", format!("external/cwe/cwe-{}", known.number)]});
    }
    rule
}

fn taxonomy(known: &BTreeSet<u32>) -> Value {
    let taxa = known.iter().filter_map(|number| weakness::by_number(*number)).map(|one| {
        json!({"id": one.number.to_string(), "name": one.name, "helpUri": one.address(), "shortDescription": {"text": one.name}})
    });
    json!({
        "name": "CWE",
        "organization": "MITRE",
        "shortDescription": {"text": "The MITRE Common Weakness Enumeration"},
        "informationUri": "https://cwe.mitre.org/",
        "taxa": taxa.collect::<Vec<_>>(),
    })
}

/// What a finding is recognised by when lines above it come and go: file, function, kind, words, and which of those that agree in
/// all this it is.
pub fn fingerprints(report: &Report) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let one = |p: &PropertyReport| {
        let (file, function) = (p.file.as_deref().unwrap_or(""), p.function.as_deref().unwrap_or(""));
        let text = [file, function, &p.kind, &p.description].join("\n");
        let count = seen.entry(text.clone()).or_default();
        *count += 1;
        fingerprint(format!("{text}\n{count}").as_bytes())
    };
    report.properties.iter().map(one).collect()
}

/// A file's name as a URI: relative names stay relative.
pub fn uri(file: &str) -> String {
    let mut out = String::new();
    let file = file.replace('\\', "/");
    if file.starts_with('/') {
        out.push_str("file://");
    } else if file.split('/').next().is_some_and(|first| first.contains(':')) {
        out.push_str("./");
    }
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'+' | b'@' | b',' | b':' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

fn location(file: Option<&String>, line: Option<u32>, column: Option<u32>, end: Option<(u32, u32)>) -> Option<Value> {
    let mut region = json!({"startLine": line.filter(|line| *line > 0)?});
    if let Some(column) = column {
        region["startColumn"] = json!(column);
    }
    if let (Some((end_line, end_column)), Some(line), Some(column)) = (end, line, column)
        && (end_line, end_column) > (line, column)
    {
        region["endLine"] = json!(end_line);
        region["endColumn"] = json!(end_column);
    }
    Some(json!({"physicalLocation": {"artifactLocation": {"uri": uri(file?)}, "region": region}}))
}

fn finding(report: &Report, property: &PropertyReport, print: &str, rule: usize) -> Value {
    let level = if property.verdict == PropertyVerdict::Violated { "error" } else { "warning" };
    let mut text = format!("{}: {}", property.verdict.word(), property.description);
    if let Some(reason) = &property.reason {
        text.push_str(&format!(" ({reason})"));
    }
    if property.counterexample.as_ref().is_some_and(|found| !found.involved.is_empty()) {
        text.push_str(&format!("; {}", failure_label(property)));
    }
    let inputs = property.counterexample.iter().flat_map(|found| &found.inputs);
    let inputs: Vec<String> = inputs.filter(|i| i.relevant).map(|i| format!("{} = {}", i.name, i.value)).collect();
    if !inputs.is_empty() {
        text.push_str(&format!("; inputs: {}", inputs.join(", ")));
    }
    let end = property.span.map(|span| report.sources.end(span)).map(|end| (end.line, end.column));
    let mut place = location(property.file.as_ref(), property.line, property.column, end);
    if let (Some(place), Some(function)) = (&mut place, &property.function) {
        place["logicalLocations"] = json!([{"fullyQualifiedName": function, "kind": "function"}]);
    }
    let mut result = json!({
        "ruleId": property.kind,
        "ruleIndex": rule,
        "level": level,
        "message": {"text": text},
        "locations": place.into_iter().collect::<Vec<_>>(),
        "partialFingerprints": {"cairnProperty/v2": print},
        "properties": {"id": property.id, "verdict": property.verdict.word()},
    });
    if let Some(found) = &property.counterexample {
        let steps = code_flow(&found.trace);
        if !steps.is_empty() {
            result["codeFlows"] = json!([{"threadFlows": [{"locations": steps}]}]);
        }
    }
    result
}

/// The steps that the failure depends on, nested by call, in their order.
fn code_flow(trace: &[StepReport]) -> Vec<Value> {
    let mut depth = 0usize;
    let mut flow = Vec::new();
    for step in trace {
        if step.step == StepKind::Leave {
            depth = depth.saturating_sub(1);
        }
        if step.relevant
            && let Some(mut place) = location(step.file.as_ref(), step.line, None, None)
        {
            place["message"] = json!({"text": super::step_words(step)});
            let mut one = json!({"location": place, "nestingLevel": depth, "executionOrder": flow.len() + 1});
            if let (StepKind::Assign, Some(name), Some(value)) = (step.step, &step.name, &step.value) {
                one["state"] = json!({name: {"text": value}});
            }
            flow.push(one);
        }
        if step.step == StepKind::Enter {
            depth += 1;
        }
    }
    if let Some(last) = flow.last_mut() {
        last["importance"] = json!("essential");
    }
    flow
}

fn diagnostic(diagnostic: &DiagnosticReport, rule: usize) -> Value {
    json!({
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": diagnostic.message},
        "locations": location(diagnostic.file.as_ref(), diagnostic.line, diagnostic.column, None).into_iter().collect::<Vec<_>>(),
    })
}
