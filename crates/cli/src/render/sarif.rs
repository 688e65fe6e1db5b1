//! The SARIF 2.1.0 report, which code hosts and editors show beside the source. Violations are errors,
//! undecided properties warnings, diagnostics as they are; what is proved is not a finding.

use cairn_verify::report::{DiagnosticReport, StepReport};
use cairn_verify::{PropertyReport, PropertyVerdict, Report};
use serde_json::{Value, json};

pub fn report(report: &Report) -> String {
    let mut rules: Vec<&str> = report.properties.iter().map(|p| &*p.kind).collect();
    rules.extend(report.diagnostics.iter().map(|d| &*d.code));
    rules.sort_unstable();
    rules.dedup();
    let rules: Vec<Value> = rules.into_iter().map(rule).collect();
    let findings = report.properties.iter().filter(|p| p.verdict != PropertyVerdict::Proved).map(finding);
    let results: Vec<Value> = findings.chain(report.diagnostics.iter().map(diagnostic)).collect();
    let mut invocation = json!({"executionSuccessful": report.internal_error.is_none()});
    if let Some(error) = &report.internal_error {
        invocation["toolExecutionNotifications"] = json!([{"level": "error", "message": {"text": error}}]);
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": report.tool.name, "version": report.tool.version, "rules": rules}},
            "invocations": [invocation],
            "columnKind": "unicodeCodePoints",
            "properties": {"examined": report.statistics.examined},
            "results": results,
        }]
    });
    format!("{log:#}\n")
}

fn rule(id: &str) -> Value {
    let meaning = crate::explain::title(id).unwrap_or("");
    json!({"id": id, "shortDescription": {"text": if meaning.is_empty() { id } else { meaning }}})
}

fn location(file: Option<&String>, line: Option<u32>, column: Option<u32>) -> Option<Value> {
    let mut region = json!({"startLine": line?});
    if let Some(column) = column {
        region["startColumn"] = json!(column);
    }
    let uri = file?.replace('\\', "/").replace(' ', "%20");
    Some(json!({"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}))
}

fn finding(property: &PropertyReport) -> Value {
    let level = if property.verdict == PropertyVerdict::Violated { "error" } else { "warning" };
    let mut text = format!("{}: {}", property.verdict.word(), property.description);
    if let Some(reason) = &property.reason {
        text.push_str(&format!(" ({reason})"));
    }
    let inputs = property.counterexample.iter().flat_map(|found| &found.inputs);
    let inputs: Vec<String> = inputs.filter(|i| i.relevant).map(|i| format!("{} = {}", i.name, i.value)).collect();
    if !inputs.is_empty() {
        text.push_str(&format!("; with {}", inputs.join(", ")));
    }
    let mut result = json!({
        "ruleId": property.kind,
        "level": level,
        "message": {"text": text},
        "locations": location(property.file.as_ref(), property.line, property.column).into_iter().collect::<Vec<_>>(),
        "partialFingerprints": {"cairnProperty/v1": property.id},
    });
    if let Some(found) = &property.counterexample {
        let steps: Vec<Value> = found.trace.iter().filter(|step| step.relevant).filter_map(flow_step).collect();
        if !steps.is_empty() {
            result["codeFlows"] = json!([{"threadFlows": [{"locations": steps}]}]);
        }
    }
    result
}

fn flow_step(step: &StepReport) -> Option<Value> {
    let mut place = location(step.file.as_ref(), step.line, None)?;
    place["message"] = json!({"text": super::step_words(step)});
    Some(json!({"location": place}))
}

fn diagnostic(diagnostic: &DiagnosticReport) -> Value {
    json!({
        "ruleId": diagnostic.code,
        "level": diagnostic.severity,
        "message": {"text": diagnostic.message},
        "locations": location(diagnostic.file.as_ref(), diagnostic.line, diagnostic.column).into_iter().collect::<Vec<_>>(),
    })
}
