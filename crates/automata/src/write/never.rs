//! Never claims of Promela, in the form that `spin -f` and `ltl2ba` write: the automaton describes the words it accepts.

use crate::buchi::{Automaton, StateId};
use cairn_base::ids::Id;
use std::fmt::Write;

pub fn buchi(automaton: &Automaton, title: &str) -> String {
    let mut out = format!("never {{ /* {} */\n", title.replace("*/", "* /"));
    let several = automaton.initial.len() != 1;
    if several {
        out.push_str("T0_init:\n\tif\n");
        for state in &automaton.initial {
            for transition in &automaton.states[*state].transitions {
                option(&mut out, automaton, transition);
            }
        }
        out.push_str(if automaton.initial.is_empty() { "\t:: false -> goto T0_init\n\tfi;\n" } else { "\tfi;\n" });
    }
    let mut order: Vec<StateId> = automaton.states.iter().map(|(id, _)| id).collect();
    // Promela starts a claim at its first label.
    order.sort_by_key(|id| !automaton.initial.contains(id));
    for id in order {
        let _ = writeln!(out, "{}:", label(automaton, id));
        if automaton.states[id].transitions.is_empty() {
            out.push_str("\tfalse;\n");
            continue;
        }
        out.push_str("\tif\n");
        for transition in &automaton.states[id].transitions {
            option(&mut out, automaton, transition);
        }
        out.push_str("\tfi;\n");
    }
    out.push_str("}\n");
    out
}

fn option(out: &mut String, automaton: &Automaton, transition: &crate::buchi::Transition) {
    let guard = transition.guard.text(&|atom| {
        let text = &automaton.atoms.get(atom).text;
        if text.chars().all(|c| c.is_alphanumeric() || c == '_') { text.clone() } else { format!("({text})") }
    });
    let _ = writeln!(out, "\t:: ({guard}) -> goto {}", label(automaton, transition.target));
}

/// `accept_S1`, `T0_init`: the names that carry meaning in Promela.
fn label(automaton: &Automaton, state: StateId) -> String {
    let start = automaton.initial.len() == 1 && automaton.initial.contains(&state);
    let name = if start { "init".to_string() } else { format!("S{}", state.index()) };
    match (automaton.states[state].accepting, start) {
        (true, _) => format!("accept_{name}"),
        (false, true) => "T0_init".into(),
        (false, false) => format!("T0_{name}"),
    }
}
