//! Reads a `cairn-report/1` JSON report, strictly, and checks what every report must satisfy.
//!
//! In: the text printed by `cairn … --format json`. Out: a [`Report`] with the fields tests look at, or
//! the first thing that is wrong with it. The invariants of the interface page are checked on every
//! run of every test: the verdict follows from the properties, the exit code from the verdict, and a
//! violation is shown only with a replayed counterexample.

use serde_json::Value;

use crate::case::{KINDS, Verdict};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    pub id: String,
    pub kind: String,
    pub file: String,
    pub line: u32,
    pub verdict: Verdict,
    pub reachable: Option<bool>,
    pub bound: Option<u64>,
    pub reason: Option<String>,
    pub engine: Option<String>,
    /// How it was proved.
    pub proved_by: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: String,
    pub severity: String,
    pub message: String,
    pub file: Option<String>,
    pub line: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub verdict: String,
    pub properties: Vec<Property>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a report; the error says which field is wrong.
pub fn read(text: &str) -> Result<Report, String> {
    let json: Value = serde_json::from_str(text).map_err(|e| format!("the report is not JSON: {e}"))?;
    let schema = string(&json, "schema")?;
    if schema != "cairn-report/1" {
        return Err(format!("the report has schema `{schema}`, not `cairn-report/1`"));
    }
    string(json.get("tool").unwrap_or(&Value::Null), "version").map_err(|e| format!("tool: {e}"))?;
    json.get("statistics").and_then(Value::as_object).ok_or("no `statistics`")?;
    let properties = array(&json, "properties")?.iter().map(property).collect::<Result<_, _>>()?;
    let diagnostics = array(&json, "diagnostics")?.iter().map(diagnostic).collect::<Result<_, _>>()?;
    Ok(Report { verdict: string(&json, "verdict")?, properties, diagnostics })
}

impl Report {
    /// What every report must satisfy, whatever the test; `bounded_is_success` when the user asked for
    /// `--unwinding assume`.
    pub fn check_invariants(&self, exit: i32, bounded_is_success: bool) -> Vec<String> {
        let mut wrong = Vec::new();
        let has = |v: Verdict| self.properties.iter().any(|p| p.verdict == v);
        let all_proved = self.properties.iter().all(|p| p.verdict == Verdict::Proved);
        let consistent = match self.verdict.as_str() {
            "violated" => has(Verdict::Violated),
            "verified" => all_proved,
            // All proved and still inconclusive is right when nothing at all is reachable.
            "inconclusive" => !has(Verdict::Violated),
            _ => false,
        };
        if !consistent {
            wrong.push(format!("the run's verdict `{}` does not follow from its properties", self.verdict));
        }
        let failed_input = self.diagnostics.iter().any(|d| d.severity == "error");
        let expected = match self.verdict.as_str() {
            _ if failed_input && exit == 3 => 3,
            "violated" => 1,
            "verified" => 0,
            _ if bounded_is_success
                && has(Verdict::Bounded)
                && !has(Verdict::Unknown)
                && !has(Verdict::Unsupported) =>
            {
                0
            }
            _ => 2,
        };
        if exit != expected {
            wrong.push(format!("exit code {exit} with verdict `{}`, where {expected} is promised", self.verdict));
        }
        wrong
    }
}

fn property(json: &Value) -> Result<Property, String> {
    let id = string(json, "id")?;
    let at = |e: String| format!("property `{id}`: {e}");
    let kind = string(json, "kind").map_err(at)?;
    if !KINDS.contains(&kind.as_str()) {
        return Err(at(format!("`{kind}` is no check kind")));
    }
    let word = string(json, "verdict").map_err(at)?;
    let verdict = Verdict::from_word(&word).ok_or_else(|| at(format!("`{word}` is no verdict")))?;
    let replayed = json.pointer("/counterexample/replayed").and_then(Value::as_bool);
    if verdict == Verdict::Violated && replayed != Some(true) {
        return Err(at("violated, but without a replayed counterexample".into()));
    }
    let reason = json.get("reason").and_then(Value::as_str).map(String::from);
    if verdict == Verdict::Unknown && reason.is_none() {
        return Err(at("unknown, but without a reason".into()));
    }
    if verdict == Verdict::Proved && json.pointer("/proof/by").and_then(Value::as_str).is_none() {
        return Err(at("proved, but it does not say by what".into()));
    }
    Ok(Property {
        kind,
        file: string(json, "file").map_err(at)?,
        line: number(json, "line").ok_or_else(|| at("no `line`".into()))? as u32,
        verdict,
        reachable: json.get("reachable").and_then(Value::as_bool),
        bound: number(json, "bound"),
        reason,
        engine: json.get("engine").and_then(Value::as_str).map(String::from),
        proved_by: json.pointer("/proof/by").and_then(Value::as_str).map(String::from),
        id,
    })
}

fn diagnostic(json: &Value) -> Result<Diagnostic, String> {
    Ok(Diagnostic {
        code: string(json, "code")?,
        severity: string(json, "severity")?,
        message: string(json, "message")?,
        file: json.get("file").and_then(Value::as_str).map(String::from),
        line: number(json, "line").map(|n| n as u32),
    })
}

fn string(json: &Value, key: &str) -> Result<String, String> {
    json.get(key).and_then(Value::as_str).map(String::from).ok_or_else(|| format!("no text field `{key}`"))
}

fn number(json: &Value, key: &str) -> Option<u64> {
    json.get(key).and_then(Value::as_u64)
}

fn array<'a>(json: &'a Value, key: &str) -> Result<&'a Vec<Value>, String> {
    json.get(key).and_then(Value::as_array).ok_or_else(|| format!("no list `{key}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(verdict: &str, properties: &str) -> String {
        format!(
            r#"{{"schema": "cairn-report/1", "tool": {{"name": "cairn", "version": "0"}}, "verdict": "{verdict}",
                "properties": [{properties}], "diagnostics": [], "statistics": {{}}}}"#
        )
    }
    const PROVED: &str = r#"{"id": "a.1", "kind": "index", "file": "a", "line": 3, "verdict": "proved", "proof": {"by": "unwinding complete"}}"#;

    #[test]
    fn fields_are_read() {
        let report = read(&report("verified", PROVED)).unwrap();
        assert_eq!((report.properties[0].line, report.properties[0].verdict), (3, Verdict::Proved));
        assert_eq!(report.check_invariants(0, false), Vec::<String>::new());
    }

    #[test]
    fn a_violation_needs_a_replayed_counterexample() {
        let property = r#"{"id": "a.1", "kind": "index", "file": "a", "line": 3, "verdict": "violated", "counterexample": {"replayed": false}}"#;
        assert!(read(&report("violated", property)).unwrap_err().contains("without a replayed counterexample"));
    }

    #[test]
    fn verdict_and_exit_code_must_follow() {
        let read = |verdict| read(&report(verdict, PROVED)).unwrap();
        assert_eq!(read("violated").check_invariants(1, false).len(), 1);
        assert_eq!(read("verified").check_invariants(2, false).len(), 1);
        assert_eq!(read("inconclusive").check_invariants(2, false).len(), 0);
        assert_eq!(read("inconclusive").check_invariants(0, false).len(), 1);
    }

    #[test]
    fn what_is_no_report_is_refused() {
        assert!(read("").is_err());
        assert!(read("{}").is_err());
        assert!(read(&report("verified", PROVED).replace("report/1", "report/2")).is_err());
        assert!(read(&report("verified", &PROVED.replace("index", "indx"))).is_err());
    }
}
