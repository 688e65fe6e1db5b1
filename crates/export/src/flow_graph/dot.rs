//! Flow graphs as pictures for Graphviz: a cluster for each procedure, contracts shaded, calls dashed.

use super::{Action, FlowGraph, ProcedureGraph};
use std::fmt::Write;

/// Longer labels are cut.
const MOST_COLUMNS: usize = 76;

pub fn write(graph: &FlowGraph) -> String {
    let mut out = String::from("digraph flow_graph {\n");
    out.push_str("  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=10];\n");
    for (number, procedure) in graph.procedures.iter().enumerate() {
        cluster(&mut out, number, procedure);
    }
    for (number, procedure) in graph.procedures.iter().enumerate() {
        for edge in &procedure.edges {
            let (from, to) = (id(number, edge.from), id(number, edge.to));
            let label = edge.label().map(|label| format!("label=\"{}\"", escaped(&label)));
            let style = edge.call.as_ref().map(|_| "style=dashed".to_string());
            let attributes: Vec<String> = label.into_iter().chain(style).collect();
            let attributes =
                if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
            let _ = writeln!(out, "  {from} -> {to}{attributes};");
        }
    }
    out.push_str("}\n");
    out
}

fn cluster(out: &mut String, number: usize, procedure: &ProcedureGraph) {
    let title = format!("{}({})", procedure.name, procedure.parameters.join(", "));
    let _ = writeln!(out, "  subgraph cluster_{number} {{");
    let _ = writeln!(out, "    label=\"{}\"; fontname=\"monospace\"; color=gray;", escaped(&title));
    for (node_number, node) in procedure.nodes.iter().enumerate() {
        let mut lines = vec![node.name.clone()];
        lines.extend(procedure.lines(node_number));
        let label: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
        let fill = match node.action {
            Action::Contract(_) => ", style=\"rounded,filled\", fillcolor=\"#dce9f7\"",
            _ => "",
        };
        let ring = if procedure.entry == node_number || procedure.returns == Some(node_number) {
            ", peripheries=2"
        } else {
            ""
        };
        let _ = writeln!(out, "    {} [label=\"{}\"{fill}{ring}];", id(number, node_number), label.join("\\n"));
    }
    out.push_str("  }\n");
}

fn id(procedure: usize, node: usize) -> String {
    format!("p{procedure}n{node}")
}

fn escaped(text: &str) -> String {
    let short: String = match text.chars().count() > MOST_COLUMNS {
        true => text.chars().take(MOST_COLUMNS - 1).chain(['…']).collect(),
        false => text.into(),
    };
    short.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ")
}
