//! From a generalised Büchi automaton to a Büchi automaton: a level counts which set of transitions is awaited next, and
//! the states of the highest level accept (Gastin and Oddoux, section 5).

use super::generalised::{Generalised, Step};
use crate::atom::Atoms;
use crate::buchi::{Automaton, Guard, State, StateId, Transition};
use cairn_base::ids::Id;
use std::collections::BTreeMap;

pub fn build(general: &Generalised, atoms: Atoms) -> Automaton {
    let mut automaton = Automaton { atoms, ..Automaton::default() };
    let mut numbers: BTreeMap<(usize, usize), StateId> = BTreeMap::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut number = |place: (usize, usize), automaton: &mut Automaton, open: &mut Vec<(usize, usize)>| {
        *numbers.entry(place).or_insert_with(|| {
            open.push(place);
            automaton.states.push(State { accepting: place.1 == general.sets, ..State::default() })
        })
    };
    // Where the count starts changes nothing about what happens for ever; here it starts as if all sets were just visited.
    for state in &general.initial {
        let id = number((*state, general.sets), &mut automaton, &mut open);
        automaton.initial.push(id);
    }
    while let Some(place) = open.pop() {
        let from = number(place, &mut automaton, &mut open);
        for step in &general.states[place.0] {
            let target = number((step.target, next_level(place.1, step, general.sets)), &mut automaton, &mut open);
            let transition = Transition { guard: Guard::cube(step.now.clone()), target };
            automaton.states[from].transitions.push(transition);
        }
    }
    simplified(automaton)
}

/// The level after a transition: as far as the sets it belongs to follow each other, from the start again behind the
/// highest level.
fn next_level(level: usize, step: &Step, sets: usize) -> usize {
    let mut next = if level == sets { 0 } else { level };
    while next < sets && step.marks.contains(&next) {
        next += 1;
    }
    next
}

/// Prunes and merges until neither helps.
fn simplified(automaton: Automaton) -> Automaton {
    let mut current = automaton.joined().pruned();
    loop {
        let before = current.states.len();
        current = merged(&current).joined().pruned();
        current = without_twins(current).pruned();
        if current.states.len() == before {
            return current;
        }
    }
}

/// A state that is on no cycle is passed at most once, so whether it accepts does not matter: it gives way to a state with
/// the same transitions.
fn without_twins(mut automaton: Automaton) -> Automaton {
    let all: Vec<StateId> = automaton.states.iter().map(|(id, _)| id).collect();
    let sorted = |state: &State| {
        let mut transitions = state.transitions.clone();
        transitions.sort();
        transitions
    };
    for state in all.iter().copied().filter(|state| !automaton.is_on_cycle(*state)) {
        let own = sorted(&automaton.states[state]);
        let twin = all.iter().copied().find(|other| *other != state && sorted(&automaton.states[*other]) == own);
        if let Some(twin) = twin {
            return automaton.redirected(state, twin);
        }
    }
    automaton.initial.sort();
    automaton
}

/// States that cannot be told apart by their transitions and acceptance are one: the coarsest partition that is stable
/// (bisimulation).
fn merged(automaton: &Automaton) -> Automaton {
    let count = automaton.states.len();
    let mut class: Vec<usize> = automaton.states.iter().map(|(_, s)| usize::from(s.accepting)).collect();
    loop {
        let mut signatures: BTreeMap<(usize, Vec<(usize, Guard)>), usize> = BTreeMap::new();
        let mut next = Vec::with_capacity(count);
        for (id, state) in automaton.states.iter() {
            let mut by_class: BTreeMap<usize, Guard> = BTreeMap::new();
            for transition in &state.transitions {
                let guard = by_class.entry(class[transition.target.index()]).or_default();
                *guard = guard.or(&transition.guard);
            }
            let signature = (class[id.index()], by_class.into_iter().collect());
            let fresh = signatures.len();
            next.push(*signatures.entry(signature).or_insert(fresh));
        }
        let stable = signatures.len() == class.iter().collect::<std::collections::BTreeSet<_>>().len();
        class = next;
        if stable {
            break;
        }
    }
    let mut result = Automaton { atoms: automaton.atoms.clone(), ..Automaton::default() };
    let classes = class.iter().max().map_or(0, |most| most + 1);
    for wanted in 0..classes {
        let Some(member) = class.iter().position(|c| *c == wanted) else { continue };
        let state = &automaton.states[StateId::from_index(member)];
        let moved = |t: &Transition| Transition {
            guard: t.guard.clone(),
            target: StateId::from_index(class[t.target.index()]),
        };
        result.states.push(State { transitions: state.transitions.iter().map(moved).collect(), ..state.clone() });
    }
    result.initial = automaton.initial.iter().map(|state| StateId::from_index(class[state.index()])).collect();
    result.initial.sort();
    result.initial.dedup();
    result
}
