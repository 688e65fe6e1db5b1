//! Flow graphs as text.

use super::FlowGraph;
use std::fmt::Write;

pub fn write(graph: &FlowGraph) -> String {
    let mut out = format!("runs start in {}\n", graph.starts.join(", "));
    for procedure in &graph.procedures {
        let results = match procedure.results.as_slice() {
            [] => String::new(),
            all => format!(" -> {}", all.join(", ")),
        };
        let _ = writeln!(out, "\n{}({}){results}", procedure.name, procedure.parameters.join(", "));
        let width = procedure.nodes.iter().map(|node| node.name.chars().count()).max().unwrap_or(0);
        for (number, node) in procedure.nodes.iter().enumerate() {
            let lines = procedure.lines(number);
            let place = node.place.as_ref().map(|place| format!("  -- {place}")).unwrap_or_default();
            let _ = writeln!(out, "  {:width$}  {}{place}", node.name, lines[0]);
            for line in &lines[1..] {
                let _ = writeln!(out, "  {:width$}  {line}", "");
            }
            for edge in procedure.edges.iter().filter(|edge| edge.from == number) {
                let label = edge.label().map(|label| format!("  {label}")).unwrap_or_default();
                let _ = writeln!(out, "  {:width$}    -> {}{label}", "", procedure.nodes[edge.to].name);
            }
        }
    }
    out
}
