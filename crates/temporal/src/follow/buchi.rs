//! Büchi automata as monitors: every atom becomes a leaf.

use crate::leaves::Leaves;
use cairn_automata::buchi::{Automaton, Guard as BuchiGuard};
use cairn_automata::monitor::{Guard, Monitor, State, Transition};
use cairn_base::ids::Id;

/// The monitor of the automaton, and the leaf of each atom; nothing if an atom means nothing, which is told.
pub fn monitor(automaton: &Automaton, leaves: &mut Leaves) -> Option<(Monitor, Vec<usize>)> {
    let of_atoms: Option<Vec<usize>> = automaton.atoms.iter().map(|(_, atom)| leaves.atom(atom)).collect();
    let of_atoms = of_atoms?;
    let mut monitor = Monitor::default();
    for (id, state) in automaton.states.iter() {
        let transition = |t: &cairn_automata::buchi::Transition| Transition {
            guard: guard(&t.guard, &of_atoms),
            actions: Vec::new(),
            target: t.target.index(),
        };
        monitor.states.push(State {
            name: automaton.state_name(id),
            accepting: state.accepting,
            is_named: true,
            transitions: state.transitions.iter().map(transition).collect(),
        });
    }
    monitor.initial = automaton.initial.iter().map(|state| state.index()).collect();
    Some((monitor, of_atoms))
}

pub fn guard(of: &BuchiGuard, leaves: &[usize]) -> Guard {
    let cubes = of.cubes().iter().map(|cube| {
        let literal = |(atom, positive): (cairn_automata::atom::AtomId, bool)| {
            let leaf = Guard::Leaf(leaves[atom.index()]);
            if positive { leaf } else { leaf.negated() }
        };
        Guard::and(cube.literals().map(literal).collect())
    });
    Guard::or(cubes.collect())
}
