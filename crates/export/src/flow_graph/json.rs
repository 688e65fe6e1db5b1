//! Flow graphs as JSON, for other tools. `schema` is `cairn-flow-graph/1`.

use super::{Action, FlowGraph, ProcedureGraph};
use serde_json::{Value, json};

pub fn write(graph: &FlowGraph) -> String {
    let whole = json!({
        "schema": "cairn-flow-graph/1",
        "starts": graph.starts,
        "procedures": graph.procedures.iter().map(procedure).collect::<Vec<_>>(),
    });
    format!("{whole:#}\n")
}

fn procedure(graph: &ProcedureGraph) -> Value {
    let name = |node: usize| graph.nodes[node].name.clone();
    let nodes = graph.nodes.iter().map(|node| {
        let action = match &node.action {
            Action::Identity => json!({ "kind": "identity" }),
            Action::Steps(steps) => json!({ "kind": "steps", "steps": steps }),
            Action::Contract(contract) => json!({
                "kind": "contract",
                "procedure": contract.procedure,
                "arguments": contract.arguments,
                "results": contract.results,
                "requires": contract.requires,
                "ensures": contract.ensures,
                "assigns": contract.assigns,
            }),
        };
        json!({ "name": node.name, "place": node.place, "action": action })
    });
    let edges = graph.edges.iter().map(|edge| {
        let call = edge
            .call
            .as_ref()
            .map(|call| json!({ "procedures": call.procedures, "arguments": call.arguments, "results": call.results }));
        json!({ "from": name(edge.from), "to": name(edge.to), "guard": edge.guard, "call": call })
    });
    json!({
        "name": graph.name,
        "parameters": graph.parameters,
        "results": graph.results,
        "entry": name(graph.entry),
        "return": graph.returns.map(name),
        "nodes": nodes.collect::<Vec<_>>(),
        "edges": edges.collect::<Vec<_>>(),
    })
}
