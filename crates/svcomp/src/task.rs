//! Task definitions, format 2.0: which files make the program, and what is asked about it.

use crate::yaml::{self, Node, Parsed, Place};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// Names of files, from the folder of the task definition.
    pub input_files: Vec<String>,
    pub properties: Vec<TaskProperty>,
    /// 32-bit longs and pointers; `None`: it does not say.
    pub ilp32: Option<bool>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskProperty {
    pub file: String,
    pub expected: Option<bool>,
    /// Which part of the property fails, where it is expected to.
    pub subproperty: Option<String>,
}

impl TaskProperty {
    /// What the competition expects, in the words of its answers.
    pub fn expected_answer(&self) -> Option<String> {
        Some(match (self.expected?, &self.subproperty) {
            (true, _) => "true".into(),
            (false, Some(part)) => format!("false({part})"),
            (false, None) => "false".into(),
        })
    }
}

/// Reads a task definition; a mistake is told with its place.
pub fn parse(name: &str, text: &str) -> Result<Task, String> {
    let read = || -> Parsed<Task> {
        let root = yaml::parse(text)?;
        version(&root)?;
        let (place, missing) = (root.place(), |what: &str| format!("a task definition must have `{what}`"));
        let files = root.get("input_files").ok_or_else(|| (place, missing("input_files")))?;
        let input_files = one_or_more(files)?;
        if input_files.is_empty() {
            return Err((files.place(), "`input_files` names no file".into()));
        }
        let properties = root.get("properties").ok_or_else(|| (place, missing("properties")))?;
        Ok(Task { input_files, properties: properties_of(properties)?, ilp32: options(root.get("options"))? })
    };
    read().map_err(|((line, column), message)| format!("{name}:{line}:{column}: {message}"))
}

fn version(root: &Node) -> Parsed<()> {
    let Node::Map(..) = root else { return Err((root.place(), "this is no task definition".into())) };
    match root.get("format_version") {
        Some(Node::Scalar(version, _)) if version.starts_with("2.") => Ok(()),
        Some(other) => Err((other.place(), "this version reads task definitions of format 2.0".into())),
        None => Err((root.place(), "a task definition must have `format_version`".into())),
    }
}

fn text(node: &Node) -> Parsed<String> {
    match node {
        Node::Scalar(text, _) if !text.is_empty() => Ok(text.clone()),
        other => Err((other.place(), "a text is expected here".into())),
    }
}

fn one_or_more(node: &Node) -> Parsed<Vec<String>> {
    match node {
        Node::List(items, _) => items.iter().map(text).collect(),
        other => Ok(vec![text(other)?]),
    }
}

fn properties_of(node: &Node) -> Parsed<Vec<TaskProperty>> {
    let Node::List(items, _) = node else { return Err((node.place(), "a list of properties is expected here".into())) };
    let mut found = Vec::new();
    for item in items {
        let file = item.get("property_file").ok_or_else(|| (item.place(), "`property_file` is missing".to_owned()))?;
        let expected = match item.get("expected_verdict") {
            None => None,
            Some(node) => Some(truth(node)?),
        };
        let subproperty = item.get("subproperty").map(text).transpose()?;
        found.push(TaskProperty { file: text(file)?, expected, subproperty });
    }
    Ok(found)
}

fn truth(node: &Node) -> Parsed<bool> {
    match text(node)?.as_str() {
        "true" | "True" => Ok(true),
        "false" | "False" => Ok(false),
        _ => Err((node.place(), "`expected_verdict` is true or false".into())),
    }
}

fn options(node: Option<&Node>) -> Parsed<Option<bool>> {
    let Some(node) = node else { return Ok(None) };
    if let Some(language) = node.get("language")
        && text(language)? != "C"
    {
        return Err((language.place(), "this version checks tasks in C only".into()));
    }
    let Some(model) = node.get("data_model") else { return Ok(None) };
    let wrong = |place: Place| (place, "`data_model` is ILP32 or LP64".to_owned());
    match text(model)?.as_str() {
        "ILP32" => Ok(Some(true)),
        "LP64" => Ok(Some(false)),
        _ => Err(wrong(model.place())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: true\n  - property_file: valid-memsafety.prp\n    expected_verdict: false\n    subproperty: valid-deref\noptions:\n  language: C\n  data_model: ILP32\n";

    #[test]
    fn a_task_is_read() {
        let task = parse("t.yml", TASK).unwrap();
        assert_eq!((task.input_files, task.ilp32), (vec!["a.c".to_owned()], Some(true)));
        let answers: Vec<_> = task.properties.iter().filter_map(TaskProperty::expected_answer).collect();
        assert_eq!(answers, ["true", "false(valid-deref)"]);
    }

    #[test]
    fn mistakes_have_places() {
        let error = |from: &str, to: &str| parse("t.yml", &TASK.replace(from, to)).unwrap_err();
        assert!(error("'2.0'", "'1.0'").starts_with("t.yml:1:17: "));
        assert!(error("ILP32", "ILP64").starts_with("t.yml:11:15: `data_model`"));
        assert!(error(": C", ": Java").starts_with("t.yml:10:13: this version checks tasks in C"));
        assert!(error("input_files", "files").contains("must have `input_files`"));
        assert!(error(": true", ": maybe").starts_with("t.yml:5:23: "));
    }
}
