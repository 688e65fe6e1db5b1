//! Automata in YA as monitors.

use super::sequences::{Actions, Builder};
use crate::leaves::Leaves;
use cairn_automata::monitor::{Guard, Monitor, State, Value};
use cairn_automata::ya::{self, Element, File};
use cairn_base::source::Span;
use std::collections::BTreeMap;

/// The monitor of the automaton, its repetitions `counted` or written out. What is wrong with it stands in the leaves.
pub fn monitor(file: &File, leaves: &mut Leaves, counted: bool) -> Monitor {
    let mut builder = Builder::new(leaves);
    builder.counted = counted;
    for variable in &file.variables {
        builder.guards.declare(variable);
    }
    for state in &file.states {
        builder.owner.clone_from(&state.name.name);
        let node = builder.node();
        builder.names[node].clone_from(&state.name.name);
    }
    for (node, state) in file.states.iter().enumerate() {
        builder.owner.clone_from(&state.name.name);
        transitions(file, &mut builder, node, state);
    }
    let named = file.states.len();
    let accepting: Vec<bool> = file.states.iter().map(|state| file.accepts(&state.name.name)).collect();
    if let Some((states, initial)) = counted.then(|| late(file, &builder, &accepting)).flatten() {
        let mut monitor = std::mem::take(&mut builder.guards.monitor);
        (monitor.states, monitor.initial) = (states, initial);
        monitor.deterministic = file.deterministic && !file.has_sequences();
        return monitor.pruned();
    }
    let states = builder.states(named, &accepting);
    let mut initial = Vec::new();
    for name in &file.initial {
        let Some(node) = file.states.iter().position(|state| state.name.name == name.name) else { continue };
        for reached in builder.closure(node) {
            match reached.guard {
                Guard::Constant(true) => initial.push(reached.node),
                Guard::Constant(false) => {}
                guard if decided(&guard) == Some(true) => initial.push(reached.node),
                guard if decided(&guard) == Some(false) => {}
                _ => builder.guards.leaves.error(
                    Some(name.span),
                    "a repetition at the beginning has a bound that is not constant",
                    Some("let the automaton begin in a state from which one event leads to the repetition"),
                ),
            }
        }
    }
    initial.sort_unstable();
    initial.dedup();
    let mut monitor = std::mem::take(&mut builder.guards.monitor);
    monitor.states = states;
    monitor.initial = initial;
    monitor.deterministic = file.deterministic && !file.has_sequences();
    monitor
}

/// The states that decide late, and the initial ones; nothing where a state would accept because of what it reaches later.
fn late(file: &File, builder: &Builder, accepting: &[bool]) -> Option<(Vec<State>, Vec<usize>)> {
    let place = |name: &ya::Named| file.states.iter().position(|state| state.name.name == name.name);
    let initial: Vec<usize> = file.initial.iter().filter_map(place).collect();
    let (states, accepts_later): (Vec<State>, Vec<bool>) =
        builder.late_states(file.states.len(), accepting).into_iter().unzip();
    let (mut seen, mut open) = (vec![false; states.len()], initial.clone());
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut seen[state], true) {
            open.extend(states[state].transitions.iter().map(|transition| transition.target));
        }
    }
    let is_unclear = seen.iter().zip(accepts_later).any(|(seen, later)| *seen && later);
    (!is_unclear).then_some((states, initial))
}

/// Whether a guard over constants holds.
fn decided(guard: &Guard) -> Option<bool> {
    match guard {
        Guard::Constant(value) => Some(*value),
        Guard::Relation(op, Value::Integer(a), Value::Integer(b)) => Some(op.holds(a, b)),
        Guard::And(all) => all.iter().map(decided).try_fold(true, |sum, one| Some(sum && one?)),
        _ => None,
    }
}

fn transitions(file: &File, builder: &mut Builder, node: usize, state: &ya::State) {
    // What the alternatives before `other` consume first.
    let mut firsts = Vec::new();
    for transition in &state.transitions {
        let target = file.states.iter().position(|s| s.name.name == transition.target.name).unwrap_or(0);
        let actions = actions(builder, &transition.actions, transition.target.span);
        match &transition.guard {
            ya::Guard::Always => {
                firsts.push(Guard::Constant(true));
                builder.edge(node, target, Guard::Constant(true), actions, true);
            }
            ya::Guard::Other(_) => {
                let guard = Guard::or(firsts.clone()).negated();
                builder.edge(node, target, guard, actions, true);
            }
            ya::Guard::Sequence(element) => match &**element {
                Element::Condition(condition) => {
                    let guard = builder.guards.guard(condition, &[], true);
                    firsts.push(guard.clone());
                    builder.edge(node, target, guard, actions, true);
                }
                element => {
                    let start = builder.node();
                    builder.edge(node, start, Guard::Constant(true), Vec::new(), false);
                    let end = builder.element(element, start, &[]);
                    builder.edge(end, target, Guard::Constant(true), actions, false);
                    firsts.extend(first_guards(builder, start));
                }
            },
        }
    }
}

fn first_guards(builder: &Builder, start: usize) -> Vec<Guard> {
    let mut found = Vec::new();
    for reached in builder.closure(start) {
        let assigned = |register: usize| reached.assigned.get(&register).cloned();
        let edges = builder.nodes[reached.node].iter().filter(|edge| edge.consumes);
        found.extend(edges.map(|edge| Guard::and(vec![reached.guard.clone(), edge.guard.before(&assigned)])));
    }
    found
}

/// Actions run from left to right; the monitor wants all values as they were before.
fn actions(builder: &mut Builder, actions: &[ya::Action], span: Span) -> Actions {
    let mut assigned: BTreeMap<usize, Value> = BTreeMap::new();
    for action in actions {
        let value = builder.guards.value(&action.value, &[], action.variable.span);
        let value = value.before(&|register| assigned.get(&register).cloned());
        match builder.guards.variable(&action.variable.name) {
            Some(register) => {
                assigned.insert(register, value);
            }
            None => builder.guards.leaves.error(Some(span), "the variable is not declared", None),
        }
    }
    assigned.into_iter().collect()
}
