//! The writers, on a graph with texts that need care.

use super::{Action, Call, Contract, Edge, FlowGraph, Node, ProcedureGraph, dot, json, svg, text};

fn graph() -> FlowGraph {
    let node = |name: &str, action: Action| Node { name: name.into(), action, place: Some("a.c:1".into()) };
    let contract = Contract {
        procedure: "read".into(),
        results: vec!["s".into()],
        ensures: vec!["ensures s == \"<&>\\n\"".into()],
        assigns: Some(Vec::new()),
        ..Contract::default()
    };
    let call = Call { procedures: vec!["f".into(), "g".into()], arguments: vec!["1".into()], results: Vec::new() };
    let edge =
        |from, to, guard: Option<&str>, call: Option<Call>| Edge { from, to, guard: guard.map(str::to_string), call };
    let procedure = ProcedureGraph {
        name: "main".into(),
        nodes: vec![
            node("main1", Action::Contract(contract)),
            node("main2", Action::Steps(vec!["x := 1".into(), "y := x".into()])),
            node("main3", Action::Identity),
        ],
        edges: vec![edge(0, 1, None, None), edge(1, 0, Some("x < 1"), Some(call)), edge(1, 2, Some("x >= 1"), None)],
        returns: Some(2),
        ..ProcedureGraph::default()
    };
    FlowGraph { procedures: vec![procedure], starts: vec!["main".into()] }
}

#[test]
fn text_tells_guards_and_calls() {
    let text = text::write(&graph());
    assert!(text.contains("-> main1  [x < 1] f or g(1)"), "{text}");
    assert!(text.contains("contract of s := read()") && text.contains("assigns nothing"), "{text}");
}

#[test]
fn json_is_read_back() {
    let value: serde_json::Value = serde_json::from_str(&json::write(&graph())).unwrap();
    assert_eq!(value["schema"], "cairn-flow-graph/1");
    let procedure = &value["procedures"][0];
    assert_eq!(procedure["return"], "main3");
    assert_eq!(procedure["nodes"][0]["action"]["ensures"][0], "ensures s == \"<&>\\n\"");
    assert_eq!(procedure["edges"][1]["call"]["procedures"][1], "g");
}

#[test]
fn pictures_escape_what_their_languages_want() {
    let dot = dot::write(&graph());
    assert!(dot.contains("ensures s == \\\"<&>\\\\n\\\""), "{dot}");
    assert_eq!(dot.matches(" -> ").count(), 3);
    let svg = svg::write(&graph());
    assert!(svg.contains("&lt;&amp;&gt;") && !svg.contains("<&"), "{svg}");
    assert_eq!(svg.matches("<rect").count(), 3);
}
