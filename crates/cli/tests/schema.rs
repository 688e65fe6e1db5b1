//! JSON reports agree with docs/report.schema.json, and what does not agree is told: a small validator of the words of JSON Schema
//! that the file uses.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn schema() -> Value {
    let text = std::fs::read_to_string(root().join("docs/report.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// What is wrong with a value, each with its place.
fn wrong(schema: &Value, whole: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let known = ["$schema", "title", "description", "$defs", "$ref", "const", "enum", "anyOf", "type", "minimum"];
    let shapes = ["required", "properties", "additionalProperties", "items"];
    for word in schema.as_object().expect("a schema").keys() {
        assert!(known.contains(&&**word) || shapes.contains(&&**word), "the validator does not know `{word}`");
    }
    if let Some(name) = schema["$ref"].as_str() {
        return wrong(whole.pointer(&name[1..]).expect("a definition"), whole, value, at, found);
    }
    if schema.get("const").is_some_and(|only| only != value)
        || schema["enum"].as_array().is_some_and(|all| !all.contains(value))
    {
        found.push(format!("{at}: {value} is not allowed"));
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let fits = |way: &Value| {
            let mut found = Vec::new();
            wrong(way, whole, value, at, &mut found);
            found
        };
        let all: Vec<Vec<String>> = ways.iter().map(fits).collect();
        if !all.iter().any(Vec::is_empty) {
            found.extend(all.into_iter().next_back().unwrap_or_default());
        }
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    if !types.is_empty() && !types.iter().any(|one| is_a(value, one)) {
        found.push(format!("{at}: {value} is no {}", types.join(" or ")));
    }
    if schema["minimum"].as_f64().is_some_and(|least| value.as_f64().is_some_and(|number| number < least)) {
        found.push(format!("{at}: {value} is too small"));
    }
    for item in schema
        .get("items")
        .into_iter()
        .flat_map(|items| value.as_array().into_iter().flatten().map(move |v| (items, v)))
    {
        wrong(item.0, whole, item.1, &format!("{at}[]"), found);
    }
    let Some(members) = value.as_object() else { return };
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !members.contains_key(name) {
            found.push(format!("{at}: `{name}` is missing"));
        }
    }
    for (name, member) in members {
        let place = format!("{at}.{name}");
        match (schema["properties"].get(name), &schema["additionalProperties"]) {
            (Some(own), _) => wrong(own, whole, member, &place, found),
            (None, Value::Bool(false)) => found.push(format!("{at}: `{name}` is not in the schema")),
            (None, other) if other.is_object() => wrong(other, whole, member, &place, found),
            (None, _) => {}
        }
    }
}

fn is_a(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the validator does not know the type `{other}`"),
    }
}

fn mistakes(report: &Value) -> Vec<String> {
    let (schema, mut found) = (schema(), Vec::new());
    wrong(&schema, &schema, report, "report", &mut found);
    found
}

fn report(line: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.current_dir(root()).args(line.split_whitespace()).args(["--format", "json", "--progress", "never"]);
    let output = command.output().expect("the command runs");
    serde_json::from_slice(&output.stdout).expect("a report")
}

#[test]
fn reports_agree_with_the_schema() {
    let lines = [
        "check examples/ada/marray.adb",
        "check examples/c/string_copy.c",
        "check examples/llvm/ring.ll",
        "check examples/cairn/array-maximum.cairn",
        "prove examples/ada/marray.adb --goal-timeout 5",
        "temporal xtask/page/lasso.c --property G(F(CALL(work)))",
        "temporal tests/verdicts/temporal/c/nearest.c --property tests/verdicts/temporal/c/nearest.ya",
        "temporal tests/verdicts/temporal/c/behaviours.c --entry start --property tests/verdicts/temporal/c/behaviours.ya",
    ];
    for line in lines {
        assert_eq!(mistakes(&report(line)), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn what_does_not_agree_is_told() {
    let good = report("check examples/c/string_copy.c");
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut report = good.clone();
        change(&mut report);
        mistakes(&report)
    };
    let first = |report: &mut Value, name: &str, value: Value| report["properties"][0][name] = value;
    assert_eq!(broken(&|_| {}), Vec::<String>::new());
    assert_eq!(broken(&|r| r["verdict"] = json!("perhaps")).len(), 1);
    assert_eq!(broken(&|r| first(r, "kind", json!("odd"))).len(), 1);
    assert_eq!(broken(&|r| first(r, "extra", json!(1))).len(), 1);
    assert_eq!(broken(&|r| first(r, "line", json!("seven"))).len(), 1);
    assert_eq!(broken(&|r| drop(r.as_object_mut().unwrap().remove("statistics"))).len(), 1);
}
