//! The generalised Büchi automaton of a formula: its states are sets of formulas, and each `Until` formula has its own
//! set of transitions that must be taken for ever again (Gastin and Oddoux, section 4).

use super::TooLarge;
use super::alternating::{Conjunction, Move, conjunctions, moves, product};
use crate::atom::AtomId;
use crate::buchi::Cube;
use crate::formula::Normal;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Formulas that people write stay far below this.
pub const MOST_TRANSITIONS: usize = 200_000;

pub struct Generalised {
    pub states: Vec<Vec<Step>>,
    pub initial: Vec<usize>,
    /// How many sets of transitions must be visited for ever.
    pub sets: usize,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    pub now: Cube,
    pub target: usize,
    /// The sets this transition belongs to.
    pub marks: BTreeSet<usize>,
}

/// `hidden` says which atoms are guessed: they are taken out of the conditions of transitions at the end.
pub fn build(formula: &Normal, hidden: impl Fn(AtomId) -> bool) -> Result<Generalised, TooLarge> {
    let mut builder = Builder::default();
    builder.find_untils(formula);
    let mut initial = Vec::new();
    for conjunction in conjunctions(formula) {
        initial.push(builder.state(conjunction));
    }
    let mut states = Vec::new();
    let mut total = 0;
    while states.len() < builder.order.len() {
        let conjunction = builder.order[states.len()].clone();
        let steps = builder.steps(&conjunction)?;
        total += steps.len();
        if total > MOST_TRANSITIONS {
            return Err(TooLarge);
        }
        states.push(steps);
    }
    for steps in &mut states {
        for step in steps.iter_mut() {
            step.now = step.now.without(&hidden);
        }
    }
    let found = Generalised { states, initial, sets: builder.untils.len() };
    Ok(quotient(found))
}

#[derive(Default)]
struct Builder {
    numbers: FxHashMap<Conjunction, usize>,
    order: Vec<Conjunction>,
    untils: Vec<Normal>,
    known_moves: FxHashMap<Normal, Vec<Move>>,
}

impl Builder {
    fn find_untils(&mut self, formula: &Normal) {
        match formula {
            Normal::True | Normal::False | Normal::Literal(..) => {}
            Normal::Next(a) => self.find_untils(a),
            Normal::And(a, b) | Normal::Or(a, b) | Normal::Release(a, b) | Normal::Until(a, b) => {
                self.find_untils(a);
                self.find_untils(b);
                if matches!(formula, Normal::Until(..)) && !self.untils.contains(formula) {
                    self.untils.push(formula.clone());
                }
            }
        }
    }
    fn state(&mut self, conjunction: Conjunction) -> usize {
        if let Some(number) = self.numbers.get(&conjunction) {
            return *number;
        }
        let number = self.order.len();
        self.numbers.insert(conjunction.clone(), number);
        self.order.push(conjunction);
        number
    }
    fn moves(&mut self, formula: &Normal) -> Vec<Move> {
        self.known_moves.entry(formula.clone()).or_insert_with(|| moves(formula)).clone()
    }
    fn steps(&mut self, from: &Conjunction) -> Result<Vec<Step>, TooLarge> {
        let mut all = vec![Move { now: Cube::top(), rest: Conjunction::new() }];
        for formula in from {
            all = product(&all, &self.moves(formula));
            if all.len() > MOST_TRANSITIONS {
                return Err(TooLarge);
            }
        }
        all.sort();
        all.dedup();
        let marks: Vec<BTreeSet<usize>> = all.iter().map(|one| self.marks(one)).collect();
        // A move is not needed where another one allows more, leads to fewer obligations and visits at least as many sets.
        let better = |j: usize, i: usize| {
            all[j].covers(&all[i])
                && marks[j].is_superset(&marks[i])
                && !(all[i].covers(&all[j]) && marks[i] == marks[j] && i < j)
        };
        let kept: Vec<usize> = if all.len() > 2_000 {
            (0..all.len()).collect()
        } else {
            (0..all.len()).filter(|i| !(0..all.len()).any(|j| *i != j && better(j, *i))).collect()
        };
        let step = |i: usize, builder: &mut Builder| Step {
            now: all[i].now.clone(),
            target: builder.state(all[i].rest.clone()),
            marks: marks[i].clone(),
        };
        Ok(kept.into_iter().map(|i| step(i, self)).collect())
    }
    /// The `Until` formulas that the move does not put off: absent from what remains, or satisfiable by a move of
    /// their own that this one contains.
    fn marks(&mut self, one: &Move) -> BTreeSet<usize> {
        let untils = self.untils.clone();
        let done = |(_, formula): &(usize, &Normal)| {
            let leaves = |own: &Move| !own.rest.contains(formula) && own.covers(one);
            !one.rest.contains(*formula) || self.moves(formula).iter().any(leaves)
        };
        untils.iter().enumerate().filter(done).map(|(number, _)| number).collect()
    }
}

/// States with the same transitions are one; repeated until nothing changes.
fn quotient(mut general: Generalised) -> Generalised {
    loop {
        for steps in &mut general.states {
            steps.sort();
            steps.dedup();
        }
        let mut first: FxHashMap<&Vec<Step>, usize> = FxHashMap::default();
        let mut numbers = Vec::new();
        let mut kept = Vec::new();
        for (number, steps) in general.states.iter().enumerate() {
            let new = *first.entry(steps).or_insert_with(|| {
                kept.push(number);
                kept.len() - 1
            });
            numbers.push(new);
        }
        let unchanged = kept.len() == general.states.len();
        let renamed = |step: &Step| Step { target: numbers[step.target], ..step.clone() };
        let states = kept.iter().map(|k| general.states[*k].iter().map(renamed).collect()).collect();
        let initial = general.initial.iter().map(|state| numbers[*state]).collect();
        general = Generalised { states, initial, sets: general.sets };
        if unchanged {
            return general;
        }
    }
}
