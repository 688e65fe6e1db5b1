//! Operators of the past as atoms: what they say is kept in bits of history, one per operator.
//!
//! A bit `h` holds what was true one step before, so `Y a` is `h` where `h` is false at first and `X h <-> a` always; `O a`,
//! `H a` and `a S b` are their usual unfoldings over such a bit. The equations determine every bit, so a formula with past holds
//! of a word exactly if its translation holds of the word with the one right choice of bits; the automaton may
//! therefore guess them and forget them. Future operators may stand inside past ones.

use crate::atom::{AtomId, Atoms};
use crate::formula::{Binary, Formula, Unary};
use cairn_base::ids::Id;

/// A formula without past, and the atoms that stand for its history.
pub struct WithoutPast {
    pub formula: Formula,
    first: usize,
}

impl WithoutPast {
    pub fn is_history(&self, atom: AtomId) -> bool {
        atom.index() >= self.first
    }
}

pub fn as_atoms(formula: &Formula, atoms: &Atoms) -> WithoutPast {
    let first = atoms.len();
    let mut history = History { next: first, equations: Vec::new() };
    let plain = history.replace(formula);
    let formula = history.equations.into_iter().fold(plain, Formula::and);
    WithoutPast { formula, first }
}

struct History {
    next: usize,
    equations: Vec<Formula>,
}

impl History {
    fn replace(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Constant(_) | Formula::Atom(_) => formula.clone(),
            Formula::Unary(op, a) => {
                let a = self.replace(a);
                match op {
                    Unary::Yesterday => self.bit(false, |_| a),
                    // O a = a or Y O a; H a = a and, unless this is the first state, Y H a.
                    Unary::Once => self.unfolded(false, |h| Formula::or(a, h)),
                    Unary::Historically => self.unfolded(true, |h| Formula::and(a, h)),
                    _ => Formula::unary(*op, a),
                }
            }
            Formula::Binary(Binary::Since, a, b) => {
                let (a, b) = (self.replace(a), self.replace(b));
                // a S b = b or (a and Y (a S b)).
                self.unfolded(false, |h| Formula::or(b, Formula::and(a, h)))
            }
            Formula::Binary(op, a, b) => Formula::binary(*op, self.replace(a), self.replace(b)),
        }
    }
    /// A bit that is `first` in the first state and afterwards what `before` said one step earlier.
    fn bit(&mut self, first: bool, before: impl FnOnce(Formula) -> Formula) -> Formula {
        let bit = Formula::Atom(AtomId::from_index(self.next));
        self.next += 1;
        let start = if first { bit.clone() } else { Formula::negated(bit.clone()) };
        let step = Formula::binary(Binary::Equivalent, Formula::unary(Unary::Next, bit.clone()), before(bit.clone()));
        self.equations.push(Formula::and(start, Formula::unary(Unary::Globally, step)));
        bit
    }
    /// What `now` says, given a bit that holds what it said one step earlier.
    fn unfolded(&mut self, first: bool, now: impl FnOnce(Formula) -> Formula) -> Formula {
        let place = AtomId::from_index(self.next);
        let value = now(Formula::Atom(place));
        self.bit(first, |_| value.clone());
        value
    }
}
