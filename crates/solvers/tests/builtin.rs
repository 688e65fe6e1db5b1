//! The built-in solver on random formulas. Satisfiable answers are evaluated (by the solver itself, in
//! debug builds, and here); unsatisfiable ones are compared between two ways of putting the question,
//! which take different roads through simplification, scopes and assumptions.

mod common;

use cairn_base::Budget;
use cairn_solvers::abilities::{Incremental, Limits, Models, Outcome, Solver};
use cairn_solvers::builtin::Builtin;
use cairn_term::{Evaluator, Terms};
use common::formulas::{Theme, formula};
use fastrand::Rng;
use rustc_hash::FxHashMap;

fn check(solver: &mut Builtin, terms: &mut Terms, assumptions: &[cairn_term::TermId]) -> Outcome {
    let outcome = solver.check(terms, assumptions, &Budget::unlimited(), Limits::default());
    assert!(!matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
    outcome
}

#[test]
fn random_formulas() {
    let count = std::env::var("FORMULAS").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let mut rng = Rng::with_seed(31);
    let (mut sat, mut unsat) = (0, 0);
    for number in 0..count {
        let mut terms = Terms::new();
        let theme = Theme::ALL[number % Theme::ALL.len()];
        let facts = formula(&mut terms, &mut rng, theme);
        let mut raw = Builtin::new();
        for &fact in &facts {
            raw.assert(&mut terms, fact);
        }
        let outcome = check(&mut raw, &mut terms, &[]);
        if outcome == Outcome::Sat {
            sat += 1;
            let model = raw.model(&mut terms).expect("a model");
            let mut evaluator = Evaluator::new(&terms, &model);
            for &fact in &facts {
                assert_eq!(
                    evaluator.holds(fact),
                    Ok(true),
                    "formula {number} ({theme:?}): {fact:?} is false in the model"
                );
            }
        } else {
            unsat += 1;
        }
        // Simplified, in a scope that was used for something else before, and half of it assumed.
        let simple: Vec<_> = facts.iter().map(|&fact| terms.substitute(fact, &FxHashMap::default())).collect();
        let mut other = Builtin::new();
        other.push();
        let falsehood = terms.not(simple[0]);
        other.assert(&mut terms, falsehood);
        check(&mut other, &mut terms, &simple[1..]);
        other.pop();
        other.push();
        other.assert(&mut terms, simple[0]);
        assert_eq!(check(&mut other, &mut terms, &simple[1..]), outcome, "formula {number} ({theme:?})");
    }
    println!("{sat} satisfiable, {unsat} unsatisfiable");
    assert!(sat > 0 && unsat > 0);
}
