//! From formulas to Büchi automata.
//!
//! The road is that of Gastin and Oddoux ("Fast LTL to Büchi Automata Translation", CAV 2001): negation normal form, an
//! alternating automaton with one state per temporal subformula ([`alternating`]), a generalised Büchi automaton whose
//! states are sets of those ([`generalised`]), a Büchi automaton ([`counted`]); each is simplified as it is built. Operators
//! of the past become atoms of the history first ([`past`]), which the finished automaton guesses and forgets.

mod alternating;
mod counted;
mod generalised;
mod past;
#[cfg(test)]
mod tests;

use crate::atom::Atoms;
use crate::buchi::Automaton;
use crate::formula::{Binary, Formula, Normal, Unary};

/// The automaton would have more states or transitions than anybody wants to wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the automaton of this formula has more than {} transitions", generalised::MOST_TRANSITIONS)
    }
}

impl std::error::Error for TooLarge {}

/// An automaton that accepts exactly the words that satisfy the formula.
pub fn automaton_of(formula: &Formula, atoms: &Atoms) -> Result<Automaton, TooLarge> {
    let now = past::as_atoms(formula, atoms);
    let normal = normal(&now.formula, true);
    let general = generalised::build(&normal, |atom| now.is_history(atom))?;
    let automaton = counted::build(&general, atoms.clone());
    Ok(automaton)
}

/// Negation normal form of the formula, or of its negation, for formulas without past.
fn normal(formula: &Formula, positive: bool) -> Normal {
    match formula {
        Formula::Constant(value) => {
            if *value == positive {
                Normal::True
            } else {
                Normal::False
            }
        }
        Formula::Atom(atom) => Normal::Literal(*atom, positive),
        Formula::Unary(op, a) => normal_unary(*op, a, positive),
        Formula::Binary(op, a, b) => normal_binary(*op, a, b, positive),
    }
}

fn normal_unary(op: Unary, a: &Formula, positive: bool) -> Normal {
    match (op, positive) {
        (Unary::Not, _) => normal(a, !positive),
        (Unary::Next, _) => Normal::next(normal(a, positive)),
        (Unary::Finally, true) | (Unary::Globally, false) => Normal::finally(normal(a, positive)),
        (Unary::Globally, true) | (Unary::Finally, false) => Normal::globally(normal(a, positive)),
        // Past operators were replaced by atoms before; without a past they speak of nothing.
        (Unary::Yesterday | Unary::Once, _) => {
            if positive {
                Normal::False
            } else {
                Normal::True
            }
        }
        (Unary::Historically, _) => {
            if positive {
                Normal::True
            } else {
                Normal::False
            }
        }
    }
}

fn normal_binary(op: Binary, a: &Formula, b: &Formula, positive: bool) -> Normal {
    let both = |f: fn(Normal, Normal) -> Normal, x: bool, y: bool| f(normal(a, x), normal(b, y));
    match (op, positive) {
        (Binary::And, true) | (Binary::Or, false) => both(Normal::and, positive, positive),
        (Binary::Or, true) | (Binary::And, false) => both(Normal::or, positive, positive),
        (Binary::Implies, true) => both(Normal::or, false, true),
        (Binary::Implies, false) => both(Normal::and, true, false),
        (Binary::Equivalent, _) => {
            // (a and b) or (not a and not b); negated: (a and not b) or (not a and b).
            Normal::or(both(Normal::and, true, positive), both(Normal::and, false, !positive))
        }
        (Binary::Until, true) | (Binary::Release, false) => both(Normal::until, positive, positive),
        (Binary::Release, true) | (Binary::Until, false) => both(Normal::release, positive, positive),
        // a W b = b R (a or b); its negation = (not b) U (not a and not b).
        (Binary::WeakUntil, true) => Normal::release(normal(b, true), both(Normal::or, true, true)),
        (Binary::WeakUntil, false) => Normal::until(normal(b, false), both(Normal::and, false, false)),
        (Binary::Since, _) => normal(b, positive),
    }
}
