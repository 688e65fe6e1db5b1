//! The built-in solver on its own: the conformance suite, limits, depth, many reads. In these builds every
//! model is evaluated against what was asserted.

use cairn_term::{BvValue, Op, Sort};

use super::*;
use crate::conformance;

fn check(solver: &mut Builtin, terms: &mut Terms, assumptions: &[TermId]) -> Outcome {
    solver.check(terms, assumptions, &Budget::unlimited(), Limits::default())
}

#[test]
fn conforms() {
    conformance::all(Builtin::new);
}

#[test]
fn conflict_limits_count() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(40);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let product = terms.bv_mul(x, y);
    let prime = terms.bv_u64(40, 1_099_511_627_689);
    let (one, half) = (terms.bv_u64(40, 1), terms.bv_u64(40, (1 << 20) - 1));
    let facts = [
        terms.eq(product, prime),
        terms.bv_ult(one, x),
        terms.bv_ult(one, y),
        terms.bv_ult(x, half),
        terms.bv_ult(y, half),
    ];
    let mut solver = Builtin::new();
    for fact in facts {
        solver.assert(&mut terms, fact);
    }
    let limits = Limits { conflicts: Some(5) };
    let outcome = solver.check(&mut terms, &[], &Budget::unlimited(), limits);
    assert_eq!(outcome, Outcome::Unknown(UnknownReason::Conflicts), "{:?}", solver.statistics());
    // Easy: nothing is greater than one and no greater.
    let small = terms.bv_ult(y, one);
    assert_eq!(check(&mut solver, &mut terms, &[small]), Outcome::Unsat);
}

#[test]
fn unsupported_terms_are_said() {
    let mut terms = Terms::new();
    let sort = terms.int_sort();
    let n = terms.symbol("n", sort);
    let zero = terms.int_i64(0);
    let fact = terms.raw(Op::Lt, &[n, zero]);
    let mut solver = Builtin::new();
    solver.push();
    solver.assert(&mut terms, fact);
    assert!(matches!(check(&mut solver, &mut terms, &[]), Outcome::Unknown(UnknownReason::Unsupported(_))));
    solver.pop();
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
}

#[test]
fn huge_products_are_refused_before_they_are_built() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(100_000);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let product = terms.raw(Op::BvMul, &[x, y]);
    let fact = terms.raw(Op::BvUlt, &[product, x]);
    let mut solver = Builtin::new();
    assert!(matches!(check(&mut solver, &mut terms, &[fact]), Outcome::Unknown(UnknownReason::Unsupported(_))));
    let sum = terms.raw(Op::BvAdd, &[x, y]);
    let fact = terms.raw(Op::BvUlt, &[sum, x]);
    assert_eq!(check(&mut solver, &mut terms, &[fact]), Outcome::Sat);
}

#[test]
fn a_million_levels() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(4);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let mut deep = x;
    for _ in 0..500_000 {
        deep = terms.raw(Op::BvAnd, &[deep, y]);
        deep = terms.raw(Op::BvNot, &[deep]);
    }
    let same = terms.raw(Op::Eq, &[deep, x]);
    let mut solver = Builtin::new();
    solver.assert(&mut terms, same);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
}

#[test]
fn ten_thousand_reads_of_one_array() {
    let mut terms = Terms::new();
    let (index, byte) = (terms.bv_sort(32), terms.bv_sort(8));
    let sort = terms.array_sort(index, byte);
    let a = terms.symbol("a", sort);
    let start = terms.symbol("start", index);
    let mut solver = Builtin::new();
    let mut previous = None;
    for n in 0..10_000 {
        let offset = terms.bv_u64(32, n);
        let place = terms.bv_add(start, offset);
        let read = terms.select(a, place);
        if let Some(previous) = previous.replace(read) {
            let ordered = terms.bv_ule(previous, read);
            solver.assert(&mut terms, ordered);
        }
    }
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    let (low, high) = (terms.bv_u64(32, 5_000), terms.bv_u64(32, 5_003));
    let (first, last) = (terms.symbol("i", index), terms.symbol("j", index));
    let (low, high) = (terms.bv_add(start, low), terms.bv_add(start, high));
    let places = [terms.eq(first, low), terms.eq(last, high)];
    let (x, y) = (terms.select(a, first), terms.select(a, last));
    let broken = terms.bv_ult(y, x);
    assert_eq!(check(&mut solver, &mut terms, &[places[0], places[1], broken]), Outcome::Unsat);
}

#[test]
fn constant_arrays_over_few_indices() {
    let mut terms = Terms::new();
    let (bit, byte) = (terms.bool_sort(), terms.bv_sort(8));
    let sort = terms.array_sort(bit, byte);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let (five, zero) = (terms.bv_u64(8, 5), terms.bv_u64(8, 0));
    let (yes, no) = (terms.tt(), terms.ff());
    let (zeros, fives) = (terms.const_array(sort, zero), terms.const_array(sort, five));
    // x = {no: 5, yes: 0}, and overwriting `yes` makes it all fives.
    let half = terms.raw(Op::Store, &[zeros, no, five]);
    let full = terms.raw(Op::Store, &[x, yes, five]);
    let facts = [terms.raw(Op::Eq, &[x, half]), terms.raw(Op::Eq, &[full, fives]), terms.raw(Op::Eq, &[y, x])];
    let mut solver = Builtin::new();
    for fact in facts {
        solver.assert(&mut terms, fact);
    }
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    let there = terms.raw(Op::Select, &[y, yes]);
    let wrong = terms.raw(Op::Eq, &[there, five]);
    assert_eq!(check(&mut solver, &mut terms, &[wrong]), Outcome::Unsat);
    let same = terms.raw(Op::Eq, &[zeros, fives]);
    assert_eq!(check(&mut Builtin::new(), &mut terms, &[same]), Outcome::Unsat);
}

/// Every operator on constants given through equalities has the value the evaluator says.
#[test]
fn operators_agree_with_evaluation() {
    let mut random = fastrand::Rng::with_seed(17);
    let operators = [
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvSmod,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvUlt,
        Op::BvUle,
        Op::BvSlt,
        Op::BvSle,
        Op::Concat,
        Op::BvUaddO,
        Op::BvSaddO,
        Op::BvUsubO,
        Op::BvSsubO,
        Op::BvUmulO,
        Op::BvSmulO,
        Op::BvSdivO,
    ];
    for width in [1, 3, 8, 70] {
        let mut terms = Terms::new();
        let sort = terms.sort(Sort::BitVec(width));
        let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
        let results: Vec<TermId> = operators.iter().map(|&op| terms.raw(op, &[x, y])).collect();
        let mut solver = Builtin::new();
        for _ in 0..5 {
            let mut assumptions = Vec::new();
            for symbol in [x, y] {
                let number = if random.bool() { random.u64(..4) } else { random.u64(..) };
                let number = BvValue::from_u64(width, if random.bool() { number } else { number.wrapping_neg() });
                let number = terms.bv(number);
                assumptions.push(terms.raw(Op::Eq, &[symbol, number]));
            }
            assert_eq!(check(&mut solver, &mut terms, &assumptions), Outcome::Sat);
            for &result in &results {
                let value = solver.value(&mut terms, result).expect("a value");
                let value = terms.value_term(&value);
                let wrong = terms.raw(Op::Eq, &[result, value]);
                let wrong = terms.not(wrong);
                let query = [&assumptions[..], &[wrong]].concat();
                assert_eq!(check(&mut solver, &mut terms, &query), Outcome::Unsat);
                assert_eq!(check(&mut solver, &mut terms, &assumptions), Outcome::Sat);
            }
        }
    }
}

/// A read above many stores to unknown places: its definition along the stores decides it at once.
#[test]
fn reads_above_many_stores() {
    let mut terms = Terms::new();
    let byte = terms.bv_sort(8);
    let sort = terms.array_sort(byte, byte);
    let (zero, ten) = (terms.bv_u64(8, 0), terms.bv_u64(8, 10));
    let mut array = terms.const_array(sort, zero);
    let mut solver = Builtin::new();
    for n in 0..12 {
        let (place, element) = (terms.symbol(&format!("i{n}"), byte), terms.symbol(&format!("v{n}"), byte));
        let small = terms.bv_ult(element, ten);
        solver.assert(&mut terms, small);
        array = terms.store(array, place, element);
    }
    let j = terms.symbol("j", byte);
    let read = terms.select(array, j);
    let (large, four) = (terms.bv_ule(ten, read), terms.bv_u64(8, 4));
    let is_four = terms.eq(read, four);
    assert_eq!(check(&mut solver, &mut terms, &[is_four]), Outcome::Sat);
    assert_eq!(check(&mut solver, &mut terms, &[large]), Outcome::Unsat);
    assert!(solver.statistics().array_lemmas < 12);
}

/// Each element is at most the running maximum: by clauses about maxima, not by search.
#[test]
fn running_maxima_need_no_search() {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(32);
    let elements: Vec<TermId> = (0..24).map(|i| terms.symbol(&format!("v{i}"), sort)).collect();
    let mut maximum = elements[0];
    let mut solver = Builtin::new();
    for (i, &element) in elements.iter().enumerate().skip(1) {
        let larger = terms.bv_slt(maximum, element);
        maximum = terms.ite(larger, element, maximum);
        for &earlier in &elements[..=i] {
            let above = terms.bv_slt(maximum, earlier);
            let limits = Limits { conflicts: Some(20) };
            let outcome = solver.check(&mut terms, &[above], &Budget::unlimited(), limits);
            assert_eq!(outcome, Outcome::Unsat);
        }
    }
}

/// Random comparisons of maxima and minima, decided as by trying every value.
#[test]
fn comparisons_of_extremes_agree_with_enumeration() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..60 {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(3);
        let symbols: Vec<TermId> = ["x", "y", "z"].iter().map(|name| terms.symbol(name, sort)).collect();
        let mut pool = symbols.clone();
        pool.push(terms.bv_u64(3, random.u64(0..8)));
        let pick = |random: &mut fastrand::Rng, pool: &[TermId]| pool[random.usize(0..pool.len())];
        let mut facts = Vec::new();
        for _ in 0..10 {
            let (a, b) = (pick(&mut random, &pool), pick(&mut random, &pool));
            let less = if random.u8(0..4) == 0 { terms.bv_ult(a, b) } else { terms.bv_slt(a, b) };
            let (x, y) = if random.bool() { (a, b) } else { (b, a) };
            pool.push(terms.ite(less, x, y));
            let (c, d) = (pick(&mut random, &pool), pick(&mut random, &pool));
            let fact = if random.u8(0..4) == 0 { terms.bv_ult(c, d) } else { terms.bv_slt(c, d) };
            facts.push(if random.bool() { fact } else { terms.not(fact) });
        }
        let mut solver = Builtin::new();
        for count in 1..=facts.len() {
            let chosen: Vec<TermId> = (0..count).map(|_| pick(&mut random, &facts)).collect();
            let all = terms.and_all(&chosen);
            let satisfiable = (0..512u64).any(|number| {
                let mut assignment = Assignment::new();
                for (i, symbol) in symbols.iter().enumerate() {
                    let id = terms.as_symbol(*symbol).expect("a symbol");
                    assignment.set(id, Value::BitVec(BvValue::from_u64(3, number >> (3 * i) & 7)));
                }
                cairn_term::evaluate(&terms, all, &assignment) == Ok(Value::Bool(true))
            });
            let expected = if satisfiable { Outcome::Sat } else { Outcome::Unsat };
            assert_eq!(check(&mut solver, &mut terms, &chosen), expected);
        }
    }
}
