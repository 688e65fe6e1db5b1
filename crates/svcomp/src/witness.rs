//! Witnesses of the competition, format 2.0: what one file says about one program, as data.
//!
//! In: the text of a file. Out: its one witness, either the invariants of a program that is correct, or the way to a
//! violation in segments. What the format does not have is a mistake, told with its place.

use crate::specification::{self, Specification};
use crate::yaml::{self, Node, Parsed, Place};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub content: Content,
    pub specification: Specification,
    /// 32-bit longs and pointers.
    pub ilp32: bool,
    /// Who wrote it.
    pub producer: Option<String>,
    /// The files that it is about, with the hashes of their texts.
    pub hashes: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    Invariants(Vec<Invariant>),
    Violation(Vec<Segment>),
}

/// A condition of C that holds whenever its place is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    pub is_of_loop: bool,
    pub value: String,
    pub location: Location,
    /// Where it stands in the witness.
    pub place: Place,
}

/// What is avoided until something is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub avoided: Vec<Waypoint>,
    pub followed: Waypoint,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    pub kind: WaypointKind,
    pub location: Location,
    pub place: Place,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// The condition holds before the statement.
    Assumption(String),
    /// What the condition is: `true`, `false`, a number, or `default`.
    Branching(String),
    FunctionEnter,
    /// A condition on `\result`, if there is one.
    FunctionReturn(Option<String>),
    /// The violation happens here.
    Target,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: Option<u32>,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// Reads a witness; a mistake is told with its place.
pub fn parse(name: &str, text: &str) -> Result<Witness, String> {
    witness(text).map_err(|((line, column), message)| format!("{name}:{line}:{column}: {message}"))
}

fn witness(text: &str) -> Parsed<Witness> {
    let root = yaml::parse(text)?;
    let Node::List(entries, place) = &root else {
        return Err((root.place(), "a witness is a list of entries, and this is none".into()));
    };
    let [entry] = entries.as_slice() else {
        return Err((*place, "a file with one witness is expected: this one has several entries, or none".into()));
    };
    let kind = wanted(entry, "entry_type")?;
    let metadata = wanted(entry, "metadata")?;
    version(metadata)?;
    let content = wanted(entry, "content")?;
    let content = match word(kind)? {
        "invariant_set" => Content::Invariants(items(content)?.iter().map(invariant).collect::<Parsed<_>>()?),
        "violation_sequence" => Content::Violation(segments(content)?),
        other => return Err((kind.place(), format!("this version reads no witnesses of type `{other}`"))),
    };
    let task = wanted(metadata, "task")?;
    if let Some(language) = task.get("language")
        && word(language)? != "C"
    {
        return Err((language.place(), "this version reads witnesses about C only".into()));
    }
    Ok(Witness {
        content,
        specification: specified(wanted(task, "specification")?)?,
        ilp32: data_model(task)?,
        producer: metadata.get("producer").and_then(|p| p.get("name")).and_then(|n| word(n).ok()).map(str::to_owned),
        hashes: hashes(task),
    })
}

fn wanted<'n>(node: &'n Node, key: &str) -> Parsed<&'n Node> {
    node.get(key).ok_or_else(|| (node.place(), format!("a witness must have `{key}` here")))
}

fn word(node: &Node) -> Parsed<&str> {
    match node {
        Node::Scalar(text, _) if !text.is_empty() => Ok(text),
        other => Err((other.place(), "a text is expected here".into())),
    }
}

fn items(node: &Node) -> Parsed<&[Node]> {
    match node {
        Node::List(items, _) => Ok(items),
        Node::Scalar(text, _) if text.is_empty() => Ok(&[]),
        other => Err((other.place(), "a list is expected here".into())),
    }
}

fn version(metadata: &Node) -> Parsed<()> {
    let node = wanted(metadata, "format_version")?;
    match word(node)? {
        "2.0" | "2.1" | "2.2" => Ok(()),
        other => Err((node.place(), format!("this version reads witnesses of format 2.0, and this is `{other}`"))),
    }
}

/// With or without `CHECK( init(main()), LTL(…) )` around it.
fn specified(node: &Node) -> Parsed<Specification> {
    let text = word(node)?;
    let wrapped = |line: &str| match line.trim_start().starts_with("CHECK") {
        true => line.to_owned(),
        false => format!("CHECK( init(main()), LTL({line}) )"),
    };
    let lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).map(wrapped).collect();
    let fail =
        |message: String| (node.place(), message.split_once(": ").map_or(&*message, |(_, rest)| rest).to_owned());
    specification::parse("", &lines.join("\n")).map_err(fail)
}

fn data_model(task: &Node) -> Parsed<bool> {
    let Some(node) = task.get("data_model") else { return Ok(false) };
    match word(node)? {
        "ILP32" => Ok(true),
        "LP64" => Ok(false),
        _ => Err((node.place(), "`data_model` is ILP32 or LP64".into())),
    }
}

fn hashes(task: &Node) -> Vec<(String, String)> {
    match task.get("input_file_hashes") {
        Some(Node::Map(entries, _)) => {
            let entry = |(name, node): &(String, Node)| Some((name.clone(), word(node).ok()?.to_ascii_lowercase()));
            entries.iter().filter_map(entry).collect()
        }
        _ => Vec::new(),
    }
}

fn location(node: &Node) -> Parsed<Location> {
    let location = wanted(node, "location")?;
    let number = |node: &Node| match word(node)?.parse::<u32>() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err((node.place(), "a number from 1 is expected here".to_owned())),
    };
    Ok(Location {
        file: word(wanted(location, "file_name")?)?.to_owned(),
        line: number(wanted(location, "line")?)?,
        column: location.get("column").map(number).transpose()?,
    })
}

fn invariant(item: &Node) -> Parsed<Invariant> {
    let own = wanted(item, "invariant")?;
    let kind = wanted(own, "type")?;
    let is_of_loop = match word(kind)? {
        "loop_invariant" => true,
        "location_invariant" => false,
        other => return Err((kind.place(), format!("this version reads no invariants of type `{other}`"))),
    };
    let value = wanted(own, "value")?;
    format_of(own, &["c_expression", "C"])?;
    Ok(Invariant { is_of_loop, value: word(value)?.to_owned(), location: location(own)?, place: value.place() })
}

/// The language of a condition must be one of those that are read.
fn format_of(node: &Node, known: &[&str]) -> Parsed<()> {
    let Some(format) = node.get("format") else { return Ok(()) };
    match word(format)? {
        own if known.contains(&own) => Ok(()),
        other => Err((format.place(), format!("this version reads no conditions in `{other}` here"))),
    }
}

fn segments(content: &Node) -> Parsed<Vec<Segment>> {
    let found = items(content)?.iter().map(segment).collect::<Parsed<Vec<_>>>()?;
    let is_target = |segment: &Segment| segment.followed.kind == WaypointKind::Target;
    match found.split_last() {
        Some((last, others)) if is_target(last) && !others.iter().any(is_target) => Ok(found),
        _ => Err((content.place(), "exactly the last segment must end with a `target`".into())),
    }
}

fn segment(item: &Node) -> Parsed<Segment> {
    let own = wanted(item, "segment")?;
    let (mut avoided, mut followed) = (Vec::new(), None);
    for item in items(own)? {
        let (waypoint, follows) = waypoint(wanted(item, "waypoint")?)?;
        if followed.is_some() {
            return Err((waypoint.place, "the waypoint that is followed comes last in its segment".into()));
        }
        match follows {
            true => followed = Some(waypoint),
            false => avoided.push(waypoint),
        }
    }
    let followed =
        followed.ok_or_else(|| (own.place(), "a segment needs a waypoint with the action `follow`".into()))?;
    Ok(Segment { avoided, followed })
}

fn waypoint(own: &Node) -> Parsed<(Waypoint, bool)> {
    let (kind, action) = (wanted(own, "type")?, wanted(own, "action")?);
    let follows = match word(action)? {
        "follow" => true,
        "avoid" => false,
        "cycle" => {
            return Err((
                action.place(),
                "executions without an end (`cycle`) are not followed in this version".into(),
            ));
        }
        other => return Err((action.place(), format!("a waypoint has the action follow or avoid, not `{other}`"))),
    };
    let constraint = |known: &[&str]| {
        let node = wanted(own, "constraint")?;
        format_of(node, known)?;
        Ok(word(wanted(node, "value")?)?.to_owned())
    };
    let found = match word(kind)? {
        "assumption" => WaypointKind::Assumption(constraint(&["c_expression", "C"])?),
        "branching" => WaypointKind::Branching(constraint(&[])?),
        "function_enter" => WaypointKind::FunctionEnter,
        "function_return" => WaypointKind::FunctionReturn(match own.get("constraint") {
            Some(_) => Some(constraint(&["ext_c_expression", "acsl_expression", "c_expression"])?),
            None => None,
        }),
        "target" if follows => WaypointKind::Target,
        "target" => return Err((action.place(), "a target is followed, not avoided".into())),
        other => return Err((kind.place(), format!("there is no waypoint of type `{other}`"))),
    };
    Ok((Waypoint { kind: found, location: location(own)?, place: kind.place() }, follows))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "  metadata:\n    format_version: \"2.0\"\n    producer:\n      name: me\n    task:\n      input_file_hashes:\n        \"./a b.c\": ABC\n      specification: G ! call(reach_error())\n      data_model: ILP32\n      language: C\n";

    fn violation(waypoints: &str) -> Result<Witness, String> {
        parse("w.yml", &format!("- entry_type: violation_sequence\n{HEAD}  content:\n{waypoints}"))
    }

    const TARGET: &str = "  - segment:\n    - waypoint:\n        type: target\n        action: follow\n        location: {file_name: a.c, line: 7}\n";

    #[test]
    fn a_violation_is_read() {
        let found = violation(TARGET).unwrap();
        assert!(found.ilp32 && found.hashes == [("./a b.c".to_owned(), "abc".to_owned())]);
        let Content::Violation(segments) = found.content else { panic!("a violation") };
        assert_eq!(segments[0].followed.location.to_string(), "a.c:7");
    }

    #[test]
    fn invariants_are_read() {
        let text = format!(
            "- entry_type: invariant_set\n{HEAD}  content:\n    - invariant:\n        type: loop_invariant\n        location:\n          file_name: a.c\n          line: 3\n          column: 5\n        value: \"x == '\\\"' &&\n          y\"\n        format: c_expression\n"
        );
        let Content::Invariants(found) = parse("w.yml", &text).unwrap().content else { panic!("invariants") };
        assert_eq!((&*found[0].value, found[0].location.column), ("x == '\"' && y", Some(5)));
    }

    #[test]
    fn mistakes_have_places() {
        let error = |from: &str, to: &str| violation(&TARGET.replace(from, to)).unwrap_err();
        assert!(
            error("follow", "cycle").starts_with("w.yml:16:17: executions without an end"),
            "{}",
            error("follow", "cycle")
        );
        assert!(error("target", "goal").contains("no waypoint of type `goal`"));
        assert!(error("line: 7", "line: 0").contains("a number from 1"));
        assert!(error("target", "function_enter").contains("the last segment"));
        assert!(parse("w.yml", "a: b\n").unwrap_err().contains("list of entries"));
    }
}
