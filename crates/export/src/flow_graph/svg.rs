//! Flow graphs as pictures that need no other program: a column for each procedure, nodes one below the other in the order in
//! which they are come to, edges to the next node straight and all others as arcs beside.

use super::{Action, FlowGraph, Node, ProcedureGraph};
use std::fmt::Write;

const CHARACTER: usize = 7;
const LINE: usize = 15;
const GAP: usize = 34;
const MARGIN: usize = 20;
const TITLE: usize = 28;
/// How far apart arcs are.
const ARC: usize = 16;
/// Longer labels are cut.
const MOST_COLUMNS: usize = 72;

struct Boxed {
    top: usize,
    height: usize,
}

pub fn write(graph: &FlowGraph) -> String {
    let (mut body, mut left, mut bottom) = (String::new(), MARGIN, 0);
    for procedure in &graph.procedures {
        let (width, height) = column(&mut body, procedure, left);
        left += width + MARGIN;
        bottom = bottom.max(height);
    }
    let (width, height) = (left.max(2 * MARGIN), bottom + MARGIN);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"11\">\n\
         <style>.n{{fill:#fff;stroke:#555}}.c{{fill:#dce9f7;stroke:#345}}.e{{fill:none;stroke:#555}}.k{{stroke-dasharray:5 3}}\
         .t{{font-weight:bold}}text{{fill:#111}}@media(prefers-color-scheme:dark){{.n{{fill:#222}}.c{{fill:#234}}text{{fill:#eee}}\
         .e{{stroke:#aaa}}}}</style>\n\
         <defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0 0L8 4L0 8z\" fill=\"#555\"/></marker></defs>\n{body}</svg>\n"
    )
}

/// Draws a procedure; how wide and how high it is.
fn column(out: &mut String, procedure: &ProcedureGraph, left: usize) -> (usize, usize) {
    let title = format!("{}({})", procedure.name, procedure.parameters.join(", "));
    let of_node = |(number, node): (usize, &Node)| {
        std::iter::once(node.name.clone()).chain(procedure.lines(number)).map(|line| cut(&line)).collect()
    };
    let lines: Vec<Vec<String>> = procedure.nodes.iter().enumerate().map(of_node).collect();
    let widest = lines.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
    let labels = procedure.edges.iter().filter_map(|edge| edge.label()).map(|label| cut(&label).chars().count());
    let label_width = labels.max().unwrap_or(0) * CHARACTER;
    let width = widest.max(title.chars().count()) * CHARACTER + 16;
    text(out, left, MARGIN + 10, "t", &cut(&title));
    let mut boxes = Vec::new();
    let mut top = MARGIN + TITLE;
    for (node, lines) in procedure.nodes.iter().zip(&lines) {
        let height = lines.len() * LINE + 8;
        let class = if matches!(node.action, Action::Contract(_)) { "c" } else { "n" };
        let _ = writeln!(
            out,
            "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>"
        );
        for (number, line) in lines.iter().enumerate() {
            text(out, left + 8, top + (number + 1) * LINE, if number == 0 { "t" } else { "" }, line);
        }
        boxes.push(Boxed { top, height });
        top += height + GAP;
    }
    let right = left + width;
    let mut arcs = 0;
    for edge in &procedure.edges {
        let (from, to) = (&boxes[edge.from], &boxes[edge.to]);
        let class = if edge.call.is_some() { "e k" } else { "e" };
        let label = edge.label().map(|label| cut(&label)).unwrap_or_default();
        if edge.to == edge.from + 1 {
            let (x, y) = (left + width / 2, from.top + from.height);
            let _ = writeln!(out, "<path class=\"{class}\" marker-end=\"url(#a)\" d=\"M{x} {y}V{}\"/>", to.top);
            text(out, x + 6, y + GAP / 2 + 4, "", &label);
        } else {
            arcs += 1;
            let (start, end) = (from.top + from.height / 2 + 4, to.top + to.height / 2 - 4);
            let x = right + arcs * ARC;
            let _ = writeln!(
                out,
                "<path class=\"{class}\" marker-end=\"url(#a)\" d=\"M{right} {start}H{x}V{end}H{right}\"/>"
            );
            text(out, x + 4, start.midpoint(end), "", &label);
        }
    }
    (width + arcs * ARC + label_width + 12, top)
}

fn text(out: &mut String, x: usize, y: usize, class: &str, text: &str) {
    if !text.is_empty() {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let _ = writeln!(out, "<text{class} x=\"{x}\" y=\"{y}\">{}</text>", escaped(text));
    }
}

fn cut(text: &str) -> String {
    match text.chars().count() > MOST_COLUMNS {
        true => text.chars().take(MOST_COLUMNS - 1).chain(['…']).collect(),
        false => text.into(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
