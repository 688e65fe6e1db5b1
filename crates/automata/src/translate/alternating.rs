//! The transitions of a formula read as a state of an alternating automaton: what must hold now, and which formulas
//! must hold from the next position on.

use crate::buchi::Cube;
use crate::formula::Normal;
use std::collections::BTreeSet;

/// A set of formulas that must all hold.
pub type Conjunction = BTreeSet<Normal>;

/// One way to satisfy a formula: a condition on this letter and what remains.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    pub now: Cube,
    pub rest: Conjunction,
}

impl Move {
    fn any() -> Self {
        Self { now: Cube::top(), rest: Conjunction::new() }
    }
    /// Whether this move allows whatever the other allows.
    pub fn covers(&self, other: &Move) -> bool {
        other.now.implies(&self.now) && self.rest.is_subset(&other.rest)
    }
}

/// Every way to satisfy the formula (Δ of the paper), without those that another one covers.
pub fn moves(formula: &Normal) -> Vec<Move> {
    let found = match formula {
        Normal::True => vec![Move::any()],
        Normal::False => Vec::new(),
        Normal::Literal(atom, positive) => {
            vec![Move { now: Cube::literal(*atom, *positive), rest: Conjunction::new() }]
        }
        Normal::And(a, b) => product(&moves(a), &moves(b)),
        Normal::Or(a, b) => union(moves(a), moves(b)),
        Normal::Next(a) => conjunctions(a).into_iter().map(|rest| Move { now: Cube::top(), rest }).collect(),
        // a U b = b or (a and X (a U b)).
        Normal::Until(a, b) => union(moves(b), product(&moves(a), &[again(formula)])),
        // a R b = b and (a or X (a R b)).
        Normal::Release(a, b) => product(&moves(b), &union(moves(a), vec![again(formula)])),
    };
    least(found)
}

fn again(formula: &Normal) -> Move {
    Move { now: Cube::top(), rest: Conjunction::from([formula.clone()]) }
}

fn union(mut a: Vec<Move>, b: Vec<Move>) -> Vec<Move> {
    a.extend(b);
    a
}

/// Every pair of moves made at once, where their conditions agree.
pub fn product(a: &[Move], b: &[Move]) -> Vec<Move> {
    let both = |x: &Move, y: &Move| {
        let now = x.now.and(&y.now)?;
        Some(Move { now, rest: x.rest.union(&y.rest).cloned().collect() })
    };
    a.iter().flat_map(|x| b.iter().filter_map(move |y| both(x, y))).collect()
}

/// The moves without doubles and without those that another one covers.
fn least(mut found: Vec<Move>) -> Vec<Move> {
    found.sort();
    found.dedup();
    let covered = |i: usize| (0..found.len()).any(|j| i != j && found[j].covers(&found[i]));
    (0..found.len()).filter(|i| !covered(*i)).map(|i| found[i].clone()).collect()
}

/// The formula as a disjunction of sets of formulas that have no `and`, `or` on top.
pub fn conjunctions(formula: &Normal) -> Vec<Conjunction> {
    match formula {
        Normal::True => vec![Conjunction::new()],
        Normal::False => Vec::new(),
        Normal::Or(a, b) => {
            let mut all = conjunctions(a);
            all.extend(conjunctions(b));
            all
        }
        Normal::And(a, b) => {
            let right = conjunctions(b);
            let pair = |x: &Conjunction, y: &Conjunction| x.union(y).cloned().collect();
            conjunctions(a).iter().flat_map(|x| right.iter().map(move |y| pair(x, y))).collect()
        }
        _ => vec![Conjunction::from([formula.clone()])],
    }
}
