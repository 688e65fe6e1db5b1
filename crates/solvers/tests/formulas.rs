//! Random formulas are well sorted, and simplification keeps their value.
//!
//! This compares the simplifying constructors with evaluation of the terms as they were written; it
//! needs no solver, so it runs many formulas.

mod common;

use std::sync::Arc;

use cairn_term::{ArrayValue, Assignment, BvValue, RoundingMode, Sort, SortId, TermId, Terms, Value, evaluate};
use common::formulas::{Theme, formula};
use fastrand::Rng;
use rustc_hash::FxHashMap;

/// A random value, for the sorts of random formulas.
fn value(terms: &mut Terms, rng: &mut Rng, sort: SortId) -> Value {
    match *terms.sort_data(sort) {
        Sort::Bool => Value::Bool(rng.bool()),
        Sort::BitVec(width) => Value::BitVec(BvValue::from_u64(width, rng.u64(..))),
        Sort::Float(format) => {
            // The constructor makes every NaN the canonical one.
            let constant = terms.float_const(format, BvValue::from_u64(format.width(), rng.u64(..)));
            terms.constant_value(constant).expect("a constant")
        }
        Sort::RoundingMode => Value::RoundingMode(RoundingMode::ALL[rng.usize(..5)]),
        Sort::Array { index, element } => {
            let mut array = ArrayValue::constant(sort, value(terms, rng, element));
            for _ in 0..rng.u8(..4) {
                array.store(value(terms, rng, index), value(terms, rng, element));
            }
            Value::Array(Arc::new(array))
        }
        Sort::Int | Sort::Real => Value::default_of(terms, sort),
    }
}

fn assignment(terms: &mut Terms, rng: &mut Rng) -> Assignment {
    let mut assignment = Assignment::new();
    for symbol in terms.symbols() {
        let sort = terms.symbol_sort(symbol);
        assignment.set(symbol, value(terms, rng, sort));
    }
    assignment
}

fn simplified(terms: &mut Terms, term: TermId) -> TermId {
    terms.substitute(term, &FxHashMap::default())
}

#[test]
fn simplification_keeps_values() {
    let mut rng = Rng::with_seed(2);
    for number in 0..2_000 {
        let mut terms = Terms::new();
        let theme = Theme::ALL[number % Theme::ALL.len()];
        for term in formula(&mut terms, &mut rng, theme) {
            let simple = simplified(&mut terms, term);
            for _ in 0..4 {
                let values = assignment(&mut terms, &mut rng);
                let (before, after) = (evaluate(&terms, term, &values), evaluate(&terms, simple, &values));
                assert_eq!(before, after, "formula {number} ({theme:?})");
            }
        }
    }
}
