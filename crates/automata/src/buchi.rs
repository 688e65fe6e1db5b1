//! Büchi automata over atoms: a word is accepted when some run over it passes accepting states for ever.
//!
//! A guard is a disjunction of cubes, and a cube a conjunction of atoms and negated atoms; both are kept free of what
//! says nothing (contradictory cubes, cubes that another one implies).

use crate::atom::{AtomId, Atoms};
use cairn_base::define_id;
use cairn_base::ids::{Id, Table};
use std::collections::{BTreeMap, BTreeSet};

define_id!(
    /// One state of an automaton.
    StateId,
    "s"
);

#[derive(Clone, Default, Debug)]
pub struct Automaton {
    pub atoms: Atoms,
    pub states: Table<StateId, State>,
    pub initial: Vec<StateId>,
}

#[derive(Clone, Default, Debug)]
pub struct State {
    /// The name that a file gave it; otherwise states are numbered.
    pub name: Option<String>,
    pub accepting: bool,
    pub transitions: Vec<Transition>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transition {
    pub guard: Guard,
    pub target: StateId,
}

/// A conjunction of literals; empty: true.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube(BTreeMap<AtomId, bool>);

impl Cube {
    pub fn top() -> Self {
        Self::default()
    }
    pub fn literal(atom: AtomId, positive: bool) -> Self {
        Self(BTreeMap::from([(atom, positive)]))
    }
    pub fn literals(&self) -> impl Iterator<Item = (AtomId, bool)> + '_ {
        self.0.iter().map(|(atom, positive)| (*atom, *positive))
    }
    pub fn is_top(&self) -> bool {
        self.0.is_empty()
    }
    /// Both at once, unless they contradict each other.
    pub fn and(&self, other: &Cube) -> Option<Cube> {
        let mut all = self.0.clone();
        for (atom, positive) in &other.0 {
            if *all.entry(*atom).or_insert(*positive) != *positive {
                return None;
            }
        }
        Some(Cube(all))
    }
    /// Whether every letter of this cube is one of the other.
    pub fn implies(&self, other: &Cube) -> bool {
        other.0.iter().all(|(atom, positive)| self.0.get(atom) == Some(positive))
    }
    pub fn holds(&self, letter: &BTreeSet<AtomId>) -> bool {
        self.0.iter().all(|(atom, positive)| letter.contains(atom) == *positive)
    }
    /// The cube without the atoms for which this holds.
    pub fn without(&self, hidden: impl Fn(AtomId) -> bool) -> Cube {
        Cube(self.0.iter().filter(|(atom, _)| !hidden(**atom)).map(|(a, p)| (*a, *p)).collect())
    }
    /// `a b' | a b` is `a`: the merged cube, where two differ in the sign of one atom only.
    fn merged(&self, other: &Cube) -> Option<Cube> {
        if self.0.len() != other.0.len() || !self.0.keys().eq(other.0.keys()) {
            return None;
        }
        let mut differing = self.0.iter().filter(|(atom, positive)| other.0[*atom] != **positive);
        let (atom, _) = differing.next()?;
        if differing.next().is_some() {
            return None;
        }
        Some(self.without(|a| a == *atom))
    }
}

/// A disjunction of cubes; empty: false.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Guard(Vec<Cube>);

impl Guard {
    pub fn bottom() -> Self {
        Self::default()
    }
    pub fn top() -> Self {
        Self(vec![Cube::top()])
    }
    pub fn cube(cube: Cube) -> Self {
        Self(vec![cube])
    }
    pub fn cubes(&self) -> &[Cube] {
        &self.0
    }
    pub fn is_bottom(&self) -> bool {
        self.0.is_empty()
    }
    pub fn is_top(&self) -> bool {
        self.0.iter().any(Cube::is_top)
    }
    pub fn holds(&self, letter: &BTreeSet<AtomId>) -> bool {
        self.0.iter().any(|cube| cube.holds(letter))
    }
    pub fn or(&self, other: &Guard) -> Guard {
        let mut cubes = self.0.clone();
        cubes.extend(other.0.iter().cloned());
        Guard::of(cubes)
    }
    pub fn and(&self, other: &Guard) -> Guard {
        let pairs = self.0.iter().flat_map(|a| other.0.iter().filter_map(move |b| a.and(b)));
        Guard::of(pairs.collect())
    }
    pub fn not(&self) -> Guard {
        self.0.iter().fold(Guard::top(), |sum, cube| {
            let flipped = cube.literals().map(|(atom, positive)| Cube::literal(atom, !positive)).collect();
            sum.and(&Guard(flipped))
        })
    }
    /// The disjunction of these, without cubes that others imply; neighbours merged.
    pub fn of(mut cubes: Vec<Cube>) -> Guard {
        loop {
            cubes.sort();
            cubes.dedup();
            let implied = |i: usize| (0..cubes.len()).any(|j| i != j && cubes[i].implies(&cubes[j]));
            let kept: Vec<Cube> = (0..cubes.len()).filter(|i| !implied(*i)).map(|i| cubes[i].clone()).collect();
            cubes = kept;
            let pairs = (0..cubes.len()).flat_map(|i| (i + 1..cubes.len()).map(move |j| (i, j)));
            let found = pairs.into_iter().find_map(|(i, j)| Some((i, j, cubes[i].merged(&cubes[j])?)));
            match found {
                None => return Guard(cubes),
                Some((i, j, cube)) => {
                    cubes.remove(j);
                    cubes[i] = cube;
                }
            }
        }
    }
    /// The guard as text, atoms by their words.
    pub fn text(&self, name: &impl Fn(AtomId) -> String) -> String {
        let cube = |cube: &Cube| -> String {
            let literals: Vec<String> =
                cube.literals().map(|(a, p)| if p { name(a) } else { format!("!{}", name(a)) }).collect();
            if literals.is_empty() { "true".into() } else { literals.join(" && ") }
        };
        match self.0.as_slice() {
            [] => "false".into(),
            [one] => cube(one),
            several => {
                let words = |one: &Cube| if one.0.len() > 1 { format!("({})", cube(one)) } else { cube(one) };
                several.iter().map(words).collect::<Vec<_>>().join(" || ")
            }
        }
    }
}

impl Automaton {
    pub fn state_name(&self, state: StateId) -> String {
        self.states[state].name.clone().unwrap_or_else(|| format!("s{}", state.index()))
    }
    /// The same automaton with at most one transition between two states.
    pub fn joined(mut self) -> Automaton {
        for index in 0..self.states.len() {
            let state = &mut self.states[StateId::from_index(index)];
            let mut by_target: BTreeMap<StateId, Guard> = BTreeMap::new();
            let mut order = Vec::new();
            for transition in state.transitions.drain(..) {
                match by_target.get_mut(&transition.target) {
                    Some(guard) => *guard = guard.or(&transition.guard),
                    None => {
                        order.push(transition.target);
                        by_target.insert(transition.target, transition.guard);
                    }
                }
            }
            let guarded = |target: StateId| Transition { guard: by_target[&target].clone(), target };
            state.transitions = order.into_iter().map(guarded).filter(|t| !t.guard.is_bottom()).collect();
        }
        self
    }
    /// States that can be reached and from which a word can still be accepted, in breadth-first order.
    pub fn pruned(&self) -> Automaton {
        let useful = self.useful_states();
        let mut order: Vec<StateId> = Vec::new();
        let mut numbers: BTreeMap<StateId, StateId> = BTreeMap::new();
        let mut open: std::collections::VecDeque<StateId> = self.initial.iter().copied().collect();
        while let Some(state) = open.pop_front() {
            if !useful.contains(&state) || numbers.contains_key(&state) {
                continue;
            }
            numbers.insert(state, StateId::from_index(order.len()));
            order.push(state);
            open.extend(self.states[state].transitions.iter().map(|t| t.target));
        }
        let mut result = Automaton { atoms: self.atoms.clone(), ..Automaton::default() };
        for old in order {
            let state = &self.states[old];
            let kept = state
                .transitions
                .iter()
                .filter_map(|t| Some(Transition { guard: t.guard.clone(), target: *numbers.get(&t.target)? }));
            result.states.push(State { transitions: kept.collect(), ..state.clone() });
        }
        result.initial = self.initial.iter().filter_map(|state| numbers.get(state).copied()).collect();
        result.initial.sort();
        result.initial.dedup();
        result
    }
    /// States from which a cycle through an accepting state can be reached.
    fn useful_states(&self) -> BTreeSet<StateId> {
        let all: Vec<StateId> = self.states.iter().map(|(id, _)| id).collect();
        let on_cycle = |state: &StateId| self.states[*state].accepting && self.is_on_cycle(*state);
        let goals: BTreeSet<StateId> = all.iter().copied().filter(on_cycle).collect();
        let leads = |state: &StateId| self.reachable(&[*state]).iter().any(|reached| goals.contains(reached));
        all.iter().copied().filter(leads).collect()
    }
    pub fn is_on_cycle(&self, state: StateId) -> bool {
        self.reachable(&self.targets(state)).contains(&state)
    }
    /// The automaton with every way into one state leading into another one instead.
    pub fn redirected(mut self, from: StateId, to: StateId) -> Automaton {
        let other = |state: StateId| if state == from { to } else { state };
        for index in 0..self.states.len() {
            for transition in &mut self.states[StateId::from_index(index)].transitions {
                transition.target = other(transition.target);
            }
        }
        self.initial = self.initial.iter().map(|state| other(*state)).collect();
        self
    }
    fn targets(&self, state: StateId) -> Vec<StateId> {
        self.states[state].transitions.iter().map(|t| t.target).collect()
    }
    fn reachable(&self, start: &[StateId]) -> BTreeSet<StateId> {
        let mut seen: BTreeSet<StateId> = start.iter().copied().collect();
        let mut open = start.to_vec();
        while let Some(state) = open.pop() {
            for target in self.targets(state) {
                if seen.insert(target) {
                    open.push(target);
                }
            }
        }
        seen
    }
}
