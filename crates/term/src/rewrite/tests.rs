//! The simplifying constructors against evaluation, on random terms and random values.

use crate::eval::Evaluator;
use crate::random::{Family, Pool};
use crate::terms::Terms;
use crate::{Op, TermId};

fn agrees(family: Family, seeds: std::ops::Range<u64>, applications: usize) {
    for seed in seeds {
        let mut pool = Pool::new(family, seed);
        for _ in 0..applications {
            pool.grow();
        }
        for _ in 0..6 {
            let assignment = pool.assignment();
            let mut evaluator = Evaluator::new(&pool.terms, &assignment);
            for pair in &pool.pairs {
                let (simple, raw) = (evaluator.value(pair.simple).unwrap(), evaluator.value(pair.raw).unwrap());
                // Pairs are in the order of building, so the first that differs is built by a wrong rule.
                assert!(
                    simple.same(&raw, &pool.terms),
                    "seed {seed}: {} is {simple:?} but\n{} is {raw:?}",
                    show(&pool.terms, pair.simple, 5),
                    show(&pool.terms, pair.raw, 3),
                );
            }
        }
    }
}

fn show(terms: &Terms, term: TermId, depth: usize) -> String {
    match terms.op(term) {
        Op::Symbol(symbol) => terms.symbol_name(symbol).to_owned(),
        op if op.is_constant() => format!("{:?}", terms.constant_value(term).unwrap()),
        _ if depth == 0 => format!("{term:?}"),
        op => {
            let args: Vec<String> = terms.args(term).iter().map(|&arg| show(terms, arg, depth - 1)).collect();
            format!("({op:?} {})", args.join(" "))
        }
    }
}

#[test]
fn bit_vector_rules_agree_with_evaluation() {
    agrees(Family::BitVectors, 0..120, 400);
}

#[test]
fn array_rules_agree_with_evaluation() {
    agrees(Family::Arrays, 1000..1060, 400);
}

#[test]
fn float_rules_agree_with_evaluation() {
    agrees(Family::Floats, 2000..2040, 300);
}

#[test]
fn number_rules_agree_with_evaluation() {
    agrees(Family::Numbers, 3000..3040, 300);
}

/// Far more of the same, for after a change of rules: `cargo test --release -- --ignored`.
#[test]
#[ignore = "long"]
fn rules_agree_with_evaluation_at_length() {
    agrees(Family::BitVectors, 10_000..16_000, 500);
    agrees(Family::Arrays, 20_000..24_000, 500);
    agrees(Family::Floats, 30_000..31_000, 400);
    agrees(Family::Numbers, 40_000..41_000, 400);
}
