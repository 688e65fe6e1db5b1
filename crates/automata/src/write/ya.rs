//! Automata in YA. What is written is read back as the same automaton.

use crate::buchi::{Automaton, StateId};
use crate::condition::{Condition, Operand};
use crate::ya::{Basic, Element, File, Guard, Named, Repetition};
use num_bigint::BigInt;
use std::fmt::Write;

pub fn file(file: &File) -> String {
    let mut out = String::new();
    directive(&mut out, "init", &file.initial);
    directive(&mut out, "accept", &file.accepting);
    if file.deterministic {
        out.push_str("%deterministic;\n");
    }
    if let Some(observables) = &file.observables {
        directive(&mut out, "observables", observables);
    }
    out.push('\n');
    for variable in &file.variables {
        let _ = writeln!(out, "${} : {};", variable.name, variable.kind);
    }
    for state in &file.states {
        for (index, transition) in state.transitions.iter().enumerate() {
            let begin = if index == 0 { format!("{} :", state.name.name) } else { "  |".into() };
            let guard = match &transition.guard {
                Guard::Always => String::new(),
                Guard::Other(_) => " other".into(),
                Guard::Sequence(one) => format!(" {{ {} }}", element(one)),
            };
            let _ = write!(out, "{begin}{guard}");
            for action in &transition.actions {
                let _ = write!(out, " ${} := {};", action.variable.name, action.value.text());
            }
            let end = if index + 1 == state.transitions.len() { ";" } else { "" };
            let _ = writeln!(out, " -> {}{end}", transition.target.name);
        }
    }
    out
}

/// A Büchi automaton as YA; the words of its atoms are conditions there too.
pub fn buchi(automaton: &Automaton) -> String {
    let mut out = String::new();
    let names = |states: &[StateId]| states.iter().map(|id| automaton.state_name(*id)).collect::<Vec<_>>().join(", ");
    let _ = writeln!(out, "%init: {};", names(&automaton.initial));
    let accepting: Vec<StateId> = automaton.states.iter().filter(|(_, s)| s.accepting).map(|(id, _)| id).collect();
    if !accepting.is_empty() {
        let _ = writeln!(out, "%accept: {};", names(&accepting));
    }
    out.push('\n');
    for (id, state) in automaton.states.iter() {
        // YA has no state without transitions: one that consumes no event has a guard that never holds.
        if state.transitions.is_empty() {
            let _ = writeln!(out, "{0} : {{ false }} -> {0};", automaton.state_name(id));
        }
        for (index, transition) in state.transitions.iter().enumerate() {
            let begin = if index == 0 { format!("{} :", automaton.state_name(id)) } else { "  |".into() };
            let guard = transition.guard.text(&|atom| {
                let text = &automaton.atoms.get(atom).text;
                if text.contains(' ') { format!("({text})") } else { text.clone() }
            });
            let guard = if transition.guard.is_top() { String::new() } else { format!(" {{ {guard} }}") };
            let end = if index + 1 == state.transitions.len() { ";" } else { "" };
            let _ = writeln!(out, "{begin}{guard} -> {}{end}", automaton.state_name(transition.target));
        }
    }
    out
}

fn directive(out: &mut String, name: &str, names: &[Named]) {
    if !names.is_empty() {
        let names: Vec<&str> = names.iter().map(|named| named.name.as_str()).collect();
        let _ = writeln!(out, "%{name}: {};", names.join(", "));
    }
}

/// An element of a sequence, as it is written between braces.
pub fn element(element: &Element) -> String {
    match element {
        Element::Condition(condition) => condition.text(),
        Element::Repeated { body, repetition } => format!("{}{}", basic(body), times(repetition)),
    }
}

fn basic(body: &Basic) -> String {
    match body {
        Basic::Group(all) => format!("[{}]", sequence(all)),
        Basic::Call { function, before, inside, after } => {
            let before = match &**before {
                Condition::Behaviour { name, .. } => format!("::{name}"),
                other => bracketed(other),
            };
            format!("{}{before}({}){}", function.name, sequence(inside), bracketed(after))
        }
    }
}

fn bracketed(condition: &Condition) -> String {
    match condition {
        Condition::Constant(true) => String::new(),
        other => format!("{{{{ {} }}}}", other.text()),
    }
}

fn sequence(all: &[Element]) -> String {
    all.iter().map(element).collect::<Vec<_>>().join("; ")
}

fn times(repetition: &Repetition) -> String {
    let is = |operand: &Operand, value: u32| *operand == Operand::Integer(BigInt::from(value));
    match (&repetition.least, &repetition.most) {
        (least, Some(most)) if is(least, 1) && is(most, 1) => String::new(),
        (least, Some(most)) if is(least, 0) && is(most, 1) => "?".into(),
        (least, None) if is(least, 0) => "*".into(),
        (least, None) if is(least, 1) => "+".into(),
        (least, None) => format!("{{{},}}", least.text()),
        (least, Some(most)) if least == most => format!("{{{}}}", least.text()),
        (least, Some(most)) => format!("{{{},{}}}", least.text(), most.text()),
    }
}
