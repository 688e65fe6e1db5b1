//! Which states of a Büchi automaton accept one letter repeated for ever: what decides runs that end, since they stay in
//! their last state, and loops without steps.
//!
//! A state accepts `a a a …` if with `a` alone it reaches an accepting state that lies on a cycle. Guards are closed over
//! paths, so the answer is a condition on the letter.

use cairn_automata::buchi::{Automaton, Guard, StateId};
use cairn_base::ids::Id;

/// Automata with more states are not closed.
const MOST_STATES: usize = 60;
/// Nor those whose conditions grow larger.
const MOST_CUBES: usize = 400;

/// For each state the condition under which it accepts its letter repeated. `known`: atoms whose value in that letter is
/// fixed. None if it would be too large.
pub fn accepting_for_ever(automaton: &Automaton, known: impl Fn(usize) -> Option<bool>) -> Option<Vec<Guard>> {
    let count = automaton.states.len();
    if count > MOST_STATES {
        return None;
    }
    let mut reach = vec![vec![Guard::bottom(); count]; count];
    for (id, state) in automaton.states.iter() {
        for transition in &state.transitions {
            let guard = fixed(&transition.guard, &known);
            let place = &mut reach[id.index()][transition.target.index()];
            *place = place.or(&guard);
        }
    }
    // Warshall: paths of at least one step.
    for middle in 0..count {
        for from in 0..count {
            if reach[from][middle].is_bottom() {
                continue;
            }
            for to in 0..count {
                let way = reach[from][middle].and(&reach[middle][to]);
                if !way.is_bottom() {
                    reach[from][to] = reach[from][to].or(&way);
                    if reach[from][to].cubes().len() > MOST_CUBES {
                        return None;
                    }
                }
            }
        }
    }
    let accepts = |from: usize| {
        let mut sum = Guard::bottom();
        for (goal, cycle) in reach.iter().enumerate().map(|(goal, row)| (goal, &row[goal])) {
            if automaton.states[StateId::from_index(goal)].accepting {
                let way = if goal == from { cycle.clone() } else { reach[from][goal].and(cycle) };
                sum = sum.or(&way);
            }
        }
        sum
    };
    Some((0..count).map(accepts).collect())
}

/// The states from which every word is accepted: accepting ones with a way to another one for every letter.
pub fn universal(automaton: &Automaton) -> Vec<bool> {
    let mut universal: Vec<bool> = automaton.states.values().map(|state| state.accepting).collect();
    loop {
        let before = universal.clone();
        for (id, state) in automaton.states.iter() {
            let ways = state.transitions.iter().filter(|t| before[t.target.index()]);
            let all = ways.fold(Guard::bottom(), |sum, t| sum.or(&t.guard));
            universal[id.index()] &= all.is_top();
        }
        if universal == before {
            return universal;
        }
    }
}

/// The guard where some atoms are fixed.
fn fixed(guard: &Guard, known: &impl Fn(usize) -> Option<bool>) -> Guard {
    let possible = guard.cubes().iter().filter(|cube| {
        cube.literals().all(|(atom, positive)| known(atom.index()).is_none_or(|value| value == positive))
    });
    Guard::of(possible.map(|cube| cube.without(|atom| known(atom.index()).is_some())).collect())
}
