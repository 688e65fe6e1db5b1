//! Random formulas: the image says under the image of an assignment what the formula says, bounds hold, and the
//! reduction back to bits agrees too.

use super::reduce::Reduction;
use super::{Exact, Integers};
use crate::eval::{Assignment, evaluate};
use crate::op::{Op, TermId};
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
        // Every second symbol of every second formula is an integer without sign.
        for symbol in terms.symbols().filter(|symbol| seed % 2 == 1 && symbol.0 % 2 == 1) {
            integers.without_sign(symbol);
        }
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
fn what_is_known_to_be_exact_needs_no_correction() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(8);
    let [x, y, sum, index] = ["x", "y", "sum", "index"].map(|name| terms.symbol(name, sort));
    let mut integers = Integers::new();
    let symbol = |term| terms.as_symbol(term).expect("a symbol");
    integers.stands_for(symbol(sum), Exact::Result { op: Op::BvAdd, operands: [x, y], is_signed: true });
    integers.stands_for(symbol(index), Exact::Below { of: [sum], limit: 10 });
    let less = terms.bv_slt(sum, x);
    let image = integers.translate(&mut terms, less).expect("an image");
    assert!(terms.post_order(&[image]).all(|term| terms.op(term) != Op::Ite), "no correction");
    let small = integers.value(&mut terms, index, false).expect("an image");
    assert_eq!(terms.op(small), Op::Add);
    assert_eq!(integers.bounds().len(), 2, "of x and y only");
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
