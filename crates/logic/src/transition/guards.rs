//! Guards made short: what a step's own conditions decide is not said again.
//!
//! A segment collects what is assumed and checked on all its ways; the guard of one step needs what is about its own way only.
//! So the literals of a guard are put into its other conjuncts, and into the values that the step assigns.

use super::System;
use cairn_term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

/// Conditions found in other conditions may decide more of them, so often.
const MOST_ROUNDS: usize = 6;

pub(super) fn shorten(system: &mut System) {
    let System { terms, steps, variables, .. } = system;
    for step in steps.iter_mut() {
        let conjuncts = shortened(terms, step.guard);
        step.guard = terms.and_all(&conjuncts);
        let known = literals(terms, &conjuncts);
        for (_, value) in &mut step.updates {
            *value = terms.substitute(*value, &known);
        }
        step.updates.retain(|(variable, value)| variables[*variable].symbol != *value);
    }
    steps.retain(|step| terms.as_bool_const(step.guard) != Some(false));
}

fn shortened(terms: &mut Terms, guard: TermId) -> Vec<TermId> {
    let mut conjuncts = flattened(terms, guard);
    for _ in 0..MOST_ROUNDS {
        let known = literals(terms, &conjuncts);
        let mut next = Vec::new();
        for conjunct in &conjuncts {
            let simpler = match is_literal(terms, *conjunct) {
                true => *conjunct,
                false => terms.substitute(*conjunct, &known),
            };
            for part in flattened(terms, simpler) {
                if !next.contains(&part) {
                    next.push(part);
                }
            }
        }
        if next == conjuncts {
            break;
        }
        conjuncts = next;
    }
    conjuncts
}

/// The conjuncts of a condition: `(not (or a b))` has two.
fn flattened(terms: &mut Terms, condition: TermId) -> Vec<TermId> {
    let (mut open, mut found) = (vec![condition], Vec::new());
    while let Some(next) = open.pop() {
        let negated = match terms.op(next) {
            Op::Not => Some(terms.args(next)[0]),
            _ => None,
        };
        match (terms.op(next), negated) {
            (Op::And, _) => open.extend(terms.args(next).iter().rev()),
            (Op::True, _) => {}
            (_, Some(inner)) if terms.op(inner) == Op::Or => {
                let parts: Vec<TermId> = terms.args(inner).to_vec();
                open.extend(parts.into_iter().rev().map(|part| terms.not(part)));
            }
            (_, Some(inner)) if terms.op(inner) == Op::Implies => {
                let [a, b] = [terms.args(inner)[0], terms.args(inner)[1]];
                let not_b = terms.not(b);
                open.extend([not_b, a]);
            }
            _ => found.push(next),
        }
    }
    found
}

fn is_literal(terms: &Terms, condition: TermId) -> bool {
    let atom = if terms.op(condition) == Op::Not { terms.args(condition)[0] } else { condition };
    !matches!(terms.op(atom), Op::And | Op::Or | Op::Implies | Op::Ite | Op::Not)
}

/// The atoms that literals decide.
fn literals(terms: &Terms, conjuncts: &[TermId]) -> FxHashMap<TermId, TermId> {
    let literals = conjuncts.iter().filter(|conjunct| is_literal(terms, **conjunct));
    let decided = literals.map(|literal| match terms.op(*literal) {
        Op::Not => (terms.args(*literal)[0], terms.ff()),
        _ => (*literal, terms.tt()),
    });
    decided.filter(|(atom, _)| !terms.is_constant(*atom)).collect()
}
