//! Random formulas: the image says under the image of an assignment what the formula says, bounds hold, and the
//! reduction back to bits agrees too.

use super::Integers;
use super::reduce::Reduction;
use crate::eval::{Assignment, evaluate};
use crate::op::TermId;
use crate::random::{Family, Pool};
use crate::terms::Terms;
use crate::value::Value;

fn holds(terms: &Terms, term: TermId, model: &Assignment) -> bool {
    evaluate(terms, term, model).expect("a value") == Value::Bool(true)
}

fn agree(family: Family, seeds: std::ops::Range<u64>) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let mut pool = Pool::new(family, seed);
        for _ in 0..40 {
            pool.grow();
        }
        let model = pool.assignment();
        let formulas: Vec<TermId> = pool.pairs.iter().map(|p| p.raw).filter(|t| pool.terms.is_bool(*t)).collect();
        let terms = &mut pool.terms;
        let (mut integers, mut reduction) = (Integers::new(), Reduction::new());
        for formula in formulas {
            let Ok(image) = integers.translate(terms, formula) else { continue };
            let bounds = integers.bounds();
            let abroad = integers.forth(terms, &model);
            let expected = holds(terms, formula, &model);
            assert_eq!(holds(terms, image, &abroad), expected, "seed {seed}: {formula:?}");
            for bound in bounds {
                assert!(holds(terms, bound, &abroad), "seed {seed}: a bound fails");
            }
            compared += 1;
            let Ok(back) = reduction.reduce(terms, integers.ranges(), image) else { continue };
            let home = reduction.forth(terms, &abroad);
            assert_eq!(holds(terms, back, &home), expected, "seed {seed}, reduced: {formula:?}");
        }
    }
    compared
}

#[test]
fn bit_vector_formulas_mean_the_same_over_integers() {
    assert!(agree(Family::BitVectors, 0..120) > 400);
}

#[test]
fn array_formulas_mean_the_same_over_integers() {
    assert!(agree(Family::Arrays, 0..60) > 100);
}

#[test]
fn float_formulas_mean_the_same_over_integers() {
    assert!(agree(Family::Floats, 0..20) > 20);
}
