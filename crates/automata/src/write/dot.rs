//! Pictures of automata for Graphviz: accepting states have two circles, initial ones an arrow from nowhere.

use crate::buchi::Automaton;
use crate::ya::{File, Guard};
use cairn_base::ids::Id;
use std::fmt::Write;

pub fn buchi(automaton: &Automaton, title: &str) -> String {
    let mut out = begin(title);
    for state in &automaton.initial {
        arrow_from_nowhere(&mut out, state.index());
    }
    for (id, state) in automaton.states.iter() {
        node(&mut out, id.index(), &automaton.state_name(id), state.accepting);
        for transition in &state.transitions {
            let label = transition.guard.text(&|atom| {
                let text = &automaton.atoms.get(atom).text;
                if text.contains([' ', '=', '<', '>']) { format!("({text})") } else { text.clone() }
            });
            edge(&mut out, id.index(), transition.target.index(), &label);
        }
    }
    out.push_str("}\n");
    out
}

pub fn ya(file: &File, title: &str) -> String {
    let mut out = begin(title);
    let number = |name: &str| file.states.iter().position(|state| state.name.name == name).unwrap_or(0);
    for initial in &file.initial {
        arrow_from_nowhere(&mut out, number(&initial.name));
    }
    for (index, state) in file.states.iter().enumerate() {
        node(&mut out, index, &state.name.name, file.accepts(&state.name.name));
        for transition in &state.transitions {
            let mut label = match &transition.guard {
                Guard::Always => "true".into(),
                Guard::Other(_) => "other".into(),
                Guard::Sequence(element) => super::ya::element(element),
            };
            for action in &transition.actions {
                let _ = write!(label, "\n${} := {}", action.variable.name, action.value.text());
            }
            edge(&mut out, index, number(&transition.target.name), &label);
        }
    }
    out.push_str("}\n");
    out
}

fn begin(title: &str) -> String {
    let mut out = String::from("digraph automaton {\n  rankdir = LR;\n");
    let _ = writeln!(out, "  label = \"{}\"; labelloc = t;", escaped(title));
    out.push_str(
        "  node [shape = circle, fontname = \"sans-serif\"];\n  edge [fontname = \"monospace\", fontsize = 10];\n",
    );
    out
}

fn arrow_from_nowhere(out: &mut String, state: usize) {
    let _ = writeln!(out, "  start{state} [shape = point, label = \"\"];\n  start{state} -> {state};");
}

fn node(out: &mut String, number: usize, name: &str, accepting: bool) {
    let shape = if accepting { "doublecircle" } else { "circle" };
    let _ = writeln!(out, "  {number} [label = \"{}\", shape = {shape}];", escaped(name));
}

fn edge(out: &mut String, from: usize, to: usize, label: &str) {
    let _ = writeln!(out, "  {from} -> {to} [label = \"{}\"];", escaped(label));
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
