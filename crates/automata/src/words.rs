//! What a formula and an automaton say about one infinite word that repeats itself: the referee of the translation.
//!
//! A word is a stem followed by a period that is repeated for ever; a letter says which atoms hold. Both evaluations
//! follow the definitions and share nothing with [`crate::translate`].

use crate::atom::AtomId;
use crate::buchi::{Automaton, StateId};
use crate::formula::{Binary, Formula, Unary};
use cairn_base::ids::Id;
use std::collections::BTreeSet;

/// The atoms that hold.
pub type Letter = BTreeSet<AtomId>;

/// `stem period period period …`; the period is not empty.
#[derive(Clone, Debug)]
pub struct Lasso {
    pub stem: Vec<Letter>,
    pub period: Vec<Letter>,
}

/// Whether the word satisfies the formula in its first position.
///
/// Formulas with past may say something else about a position of the period each time it is passed, but only as
/// often as past operators are nested (Laroussinie, Markey and Schnoebelen, "Temporal Logic with Forgettable Past", 2002);
/// so the period is written out that often before it is taken to repeat.
pub fn satisfies(word: &Lasso, formula: &Formula) -> bool {
    let mut letters = word.stem.clone();
    for _ in 0..=formula.past_depth() {
        letters.extend(word.period.iter().cloned());
    }
    let back = letters.len();
    letters.extend(word.period.iter().cloned());
    let unrolled = Unrolled { letters, back };
    unrolled.values(formula)[0]
}

struct Unrolled {
    letters: Vec<Letter>,
    /// The position that follows the last one.
    back: usize,
}

impl Unrolled {
    fn next(&self, at: usize) -> usize {
        if at + 1 == self.letters.len() { self.back } else { at + 1 }
    }
    /// The truth of the formula in every position.
    fn values(&self, formula: &Formula) -> Vec<bool> {
        let n = self.letters.len();
        match formula {
            Formula::Constant(value) => vec![*value; n],
            Formula::Atom(atom) => self.letters.iter().map(|letter| letter.contains(atom)).collect(),
            Formula::Unary(op, a) => self.unary(*op, &self.values(a)),
            Formula::Binary(op, a, b) => self.binary(*op, &self.values(a), &self.values(b)),
        }
    }
    fn unary(&self, op: Unary, a: &[bool]) -> Vec<bool> {
        let n = a.len();
        let always = vec![true; n];
        match op {
            Unary::Not => a.iter().map(|x| !x).collect(),
            Unary::Next => (0..n).map(|i| a[self.next(i)]).collect(),
            Unary::Finally => self.fixpoint(false, |i, next| a[i] || next),
            Unary::Globally => self.fixpoint(true, |i, next| a[i] && next),
            Unary::Yesterday => (0..n).map(|i| i > 0 && a[i - 1]).collect(),
            Unary::Once => self.since(&always, a),
            Unary::Historically => (0..n).map(|i| a[..=i].iter().all(|x| *x)).collect(),
        }
    }
    fn binary(&self, op: Binary, a: &[bool], b: &[bool]) -> Vec<bool> {
        let each = |f: fn(bool, bool) -> bool| a.iter().zip(b).map(|(x, y)| f(*x, *y)).collect();
        match op {
            Binary::And => each(|x, y| x && y),
            Binary::Or => each(|x, y| x || y),
            Binary::Implies => each(|x, y| !x || y),
            Binary::Equivalent => each(|x, y| x == y),
            Binary::Until => self.fixpoint(false, |i, next| b[i] || (a[i] && next)),
            Binary::WeakUntil => self.fixpoint(true, |i, next| b[i] || (a[i] && next)),
            Binary::Release => self.fixpoint(true, |i, next| b[i] && (a[i] || next)),
            Binary::Since => self.since(a, b),
        }
    }
    /// The least (from `false`) or greatest (from `true`) solution of `x[i] = step(i, x[next(i)])`.
    fn fixpoint(&self, start: bool, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut values = vec![start; self.letters.len()];
        loop {
            let mut changed = false;
            for i in (0..values.len()).rev() {
                let value = step(i, values[self.next(i)]);
                changed |= value != values[i];
                values[i] = value;
            }
            if !changed {
                return values;
            }
        }
    }
    fn since(&self, a: &[bool], b: &[bool]) -> Vec<bool> {
        let mut before = false;
        let mut values = Vec::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            before = *y || (*x && before);
            values.push(before);
        }
        values
    }
}

/// Whether the automaton has a run over the word that passes accepting states for ever.
pub fn accepts(automaton: &Automaton, word: &Lasso) -> bool {
    let letters: Vec<&Letter> = word.stem.iter().chain(&word.period).collect();
    let count = automaton.states.len();
    let node = |state: StateId, at: usize| at * count + state.index();
    let next = |at: usize| if at + 1 == letters.len() { word.stem.len() } else { at + 1 };
    let successors = |node: usize| -> Vec<usize> {
        let (at, state) = (node / count, StateId::from_index(node % count));
        let enabled = automaton.states[state].transitions.iter().filter(|t| t.guard.holds(letters[at]));
        enabled.map(|t| node_of(t.target, next(at), count)).collect()
    };
    let initial: Vec<usize> = automaton.initial.iter().map(|state| node(*state, 0)).collect();
    let reached = closure(&initial, &successors);
    reached.iter().any(|node| {
        let accepting = automaton.states[StateId::from_index(node % count)].accepting;
        accepting && closure(&successors(*node), &successors).contains(node)
    })
}

fn node_of(state: StateId, at: usize, count: usize) -> usize {
    at * count + state.index()
}

fn closure(start: &[usize], successors: &impl Fn(usize) -> Vec<usize>) -> BTreeSet<usize> {
    let mut seen: BTreeSet<usize> = start.iter().copied().collect();
    let mut open: Vec<usize> = start.to_vec();
    while let Some(node) = open.pop() {
        for next in successors(node) {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}
