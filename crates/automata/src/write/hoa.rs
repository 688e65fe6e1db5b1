//! The Hanoi omega-automata format, version 1 (Babiak and others, CAV 2015), with state-based Büchi acceptance.

use crate::buchi::Automaton;
use cairn_base::ids::Id;
use std::fmt::Write;

pub fn buchi(automaton: &Automaton, title: &str) -> String {
    let mut out = String::from("HOA: v1\n");
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let _ = writeln!(out, "name: {}", quoted(title));
    let _ = writeln!(out, "States: {}", automaton.states.len());
    for state in &automaton.initial {
        let _ = writeln!(out, "Start: {}", state.index());
    }
    let names: Vec<String> = automaton.atoms.iter().map(|(_, atom)| quoted(&atom.text)).collect();
    let _ = writeln!(out, "AP: {}{}", names.len(), names.iter().map(|name| format!(" {name}")).collect::<String>());
    out.push_str(
        "acc-name: Buchi\nAcceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels state-acc\n--BODY--\n",
    );
    for (id, state) in automaton.states.iter() {
        let name = state.name.as_deref().map_or(String::new(), |name| format!(" {}", quoted(name)));
        let mark = if state.accepting { " {0}" } else { "" };
        let _ = writeln!(out, "State: {}{name}{mark}", id.index());
        for transition in &state.transitions {
            let label = transition.guard.text(&|atom| atom.index().to_string());
            let label = label.replace("&&", "&").replace("||", "|").replace("true", "t").replace("false", "f");
            let _ = writeln!(out, "[{label}] {}", transition.target.index());
        }
    }
    out.push_str("--END--\n");
    out
}
