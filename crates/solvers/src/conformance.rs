//! The tests every solver must pass, whatever it is made of.
//!
//! Each function takes a way to make fresh solvers and panics at the first wrong answer; a solver's own
//! tests call those for the abilities it has. Formulas here are small: the point is the contract
//! of [`abilities`](crate::abilities), not strength.

use cairn_base::{Budget, StopReason};
use cairn_term::{FloatFormat, RoundingMode, TermId, Terms, Value};

use crate::abilities::{Cores, Incremental, Limits, ModelError, Models, Outcome, Solver, UnknownReason};

fn check<S: Solver>(solver: &mut S, terms: &mut Terms, assumptions: &[TermId]) -> Outcome {
    solver.check(terms, assumptions, &Budget::unlimited(), Limits::default())
}

/// Everything, for solvers that can do everything.
pub fn all<S: Incremental + Models + Cores>(make: impl Fn() -> S) {
    answers(&make);
    assumptions(&make);
    scopes(&make);
    models(&make);
    arrays(&make);
    constant_arrays(&make);
    floats(&make);
    cores(&make);
    stops(&make);
}

/// Plain sat and unsat answers over bit-vectors.
pub fn answers<S: Solver>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(16);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let (sum, product) = (terms.bv_add(x, y), terms.bv_mul(x, y));
    let (ten, forty_two, zero) = (terms.bv_u64(16, 10), terms.bv_u64(16, 42), terms.bv_u64(16, 0));
    let facts = [terms.eq(sum, forty_two), terms.bv_ult(x, ten), terms.bv_ult(zero, x)];
    let mut solver = make();
    assert!(!solver.name().is_empty());
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    for fact in facts {
        solver.assert(&mut terms, fact);
    }
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    let odd_product = terms.extract(product, 0, 0);
    let one = terms.bv_u64(1, 1);
    let odd = terms.eq(odd_product, one);
    let odd_x = terms.extract(x, 0, 0);
    let even_x = terms.eq(odd_x, one);
    let even_x = terms.not(even_x);
    solver.assert(&mut terms, odd);
    solver.assert(&mut terms, even_x);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Unsat);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Unsat);
    let (truth, falsehood) = (terms.tt(), terms.ff());
    let mut solver = make();
    solver.assert(&mut terms, truth);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    solver.assert(&mut terms, falsehood);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Unsat);
}

/// Assumptions hold for one call.
pub fn assumptions<S: Solver>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let sort = terms.bool_sort();
    let (a, b) = (terms.symbol("a", sort), terms.symbol("b", sort));
    let (not_a, not_b, either) = (terms.not(a), terms.not(b), terms.or(a, b));
    let mut solver = make();
    solver.assert(&mut terms, either);
    assert_eq!(check(&mut solver, &mut terms, &[not_a]), Outcome::Sat);
    assert_eq!(check(&mut solver, &mut terms, &[not_a, not_b]), Outcome::Unsat);
    assert_eq!(check(&mut solver, &mut terms, &[not_b]), Outcome::Sat);
    let falsehood = terms.ff();
    assert_eq!(check(&mut solver, &mut terms, &[falsehood]), Outcome::Unsat);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
}

/// Scopes nest, and closing one forgets exactly what it held.
pub fn scopes<S: Incremental>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(8);
    let x = terms.symbol("x", sort);
    let (five, six) = (terms.bv_u64(8, 5), terms.bv_u64(8, 6));
    let (is_five, is_six) = (terms.eq(x, five), terms.eq(x, six));
    let mut solver = make();
    solver.push();
    solver.assert(&mut terms, is_five);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    solver.push();
    solver.assert(&mut terms, is_six);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Unsat);
    solver.pop();
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    assert_eq!(check(&mut solver, &mut terms, &[is_six]), Outcome::Unsat);
    solver.pop();
    solver.assert(&mut terms, is_six);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    solver.pop(); // one too many: no effect
    assert_eq!(check(&mut solver, &mut terms, &[is_five]), Outcome::Unsat);
}

/// Models satisfy what was asserted, and values of terms agree with them.
pub fn models<S: Models>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(32);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let (seven, hundred) = (terms.bv_u64(32, 7), terms.bv_u64(32, 100));
    let (quotient, remainder) = (terms.bv_udiv(x, seven), terms.bv_urem(x, seven));
    let three = terms.bv_u64(32, 3);
    let facts = [terms.eq(quotient, y), terms.eq(remainder, three), terms.bv_ult(hundred, y)];
    let mut solver = make();
    assert_eq!(solver.model(&mut terms), Err(ModelError::NoModel));
    for fact in facts {
        solver.assert(&mut terms, fact);
    }
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    let model = solver.model(&mut terms).expect("a model");
    for fact in facts {
        assert_eq!(cairn_term::evaluate(&terms, fact, &model), Ok(Value::Bool(true)));
        assert_eq!(solver.value(&mut terms, fact), Ok(Value::Bool(true)));
    }
    let value = solver.value(&mut terms, remainder).expect("a value");
    assert_eq!(value.as_bv().and_then(|v| v.to_u64()), Some(3));
    let falsehood = terms.ff();
    assert_eq!(check(&mut solver, &mut terms, &[falsehood]), Outcome::Unsat);
    assert_eq!(solver.model(&mut terms), Err(ModelError::NoModel));
}

/// Reads, writes, choice, equality, arrays of arrays.
pub fn arrays<S: Models>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let byte = terms.bv_sort(8);
    let sort = terms.array_sort(byte, byte);
    let (a, b) = (terms.symbol("a", sort), terms.symbol("b", sort));
    let (i, j) = (terms.symbol("i", byte), terms.symbol("j", byte));
    let (one, two) = (terms.bv_u64(8, 1), terms.bv_u64(8, 2));
    let written = terms.store(a, i, one);
    let read = terms.select(written, j);
    let is_two = terms.eq(read, two);
    let same_index = terms.eq(i, j);
    let mut solver = make();
    solver.assert(&mut terms, is_two);
    assert_eq!(check(&mut solver, &mut terms, &[same_index]), Outcome::Unsat);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    assert_eq!(solver.value(&mut terms, is_two), Ok(Value::Bool(true)));

    // Extensionality: a = b, and they differ somewhere.
    let equal = terms.eq(a, b);
    let (from_a, from_b) = (terms.select(a, i), terms.select(b, i));
    let differ = terms.eq(from_a, from_b);
    let differ = terms.not(differ);
    assert_eq!(check(&mut solver, &mut terms, &[equal, differ]), Outcome::Unsat);
    let unequal = terms.not(equal);
    assert_eq!(check(&mut solver, &mut terms, &[unequal]), Outcome::Sat);
    assert_eq!(solver.value(&mut terms, unequal), Ok(Value::Bool(true)));
    // store(a, i, 1) = store(b, i, 1), a[j] != b[j]: then j = i.
    let written_b = terms.store(b, i, one);
    let equal = terms.eq(written, written_b);
    let (from_a, from_b) = (terms.select(a, j), terms.select(b, j));
    let differ = terms.eq(from_a, from_b);
    let differ = terms.not(differ);
    let other_index = terms.not(same_index);
    let mut solver = make();
    solver.assert(&mut terms, equal);
    solver.assert(&mut terms, differ);
    assert_eq!(check(&mut solver, &mut terms, &[other_index]), Outcome::Unsat);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);

    // Arrays of arrays.
    let nested = terms.array_sort(byte, sort);
    let n = terms.symbol("n", nested);
    let (row_i, row_j) = (terms.select(n, i), terms.select(n, j));
    let (x, y) = (terms.select(row_i, one), terms.select(row_j, one));
    let differ = terms.eq(x, y);
    let differ = terms.not(differ);
    let mut solver = make();
    solver.assert(&mut terms, differ);
    assert_eq!(check(&mut solver, &mut terms, &[same_index]), Outcome::Unsat);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    assert_eq!(solver.value(&mut terms, differ), Ok(Value::Bool(true)));
}

/// Equality with constant arrays, which some solvers give up on.
pub fn constant_arrays<S: Solver>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let byte = terms.bv_sort(8);
    let sort = terms.array_sort(byte, byte);
    let (a, i) = (terms.symbol("a", sort), terms.symbol("i", byte));
    let (one, two) = (terms.bv_u64(8, 1), terms.bv_u64(8, 2));
    // Everywhere one, but somewhere two.
    let ones = terms.const_array(sort, one);
    let is_ones = terms.eq(a, ones);
    let (read, mut solver) = (terms.select(a, i), make());
    let is_two = terms.eq(read, two);
    solver.assert(&mut terms, is_ones);
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
    assert_eq!(check(&mut solver, &mut terms, &[is_two]), Outcome::Unsat);
}

/// Floats: rounding matters, and NaN is not itself.
pub fn floats<S: Models>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let sort = terms.float_sort(FloatFormat::SINGLE);
    let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
    let (up, down) = (terms.rm_const(RoundingMode::TowardPositive), terms.rm_const(RoundingMode::TowardNegative));
    let (high, low) = (terms.fp_add(up, x, y), terms.fp_add(down, x, y));
    let wrong = terms.fp_lt(high, low);
    let inexact = terms.fp_lt(low, high);
    let mut solver = make();
    assert_eq!(check(&mut solver, &mut terms, &[inexact]), Outcome::Sat);
    assert_eq!(solver.value(&mut terms, inexact), Ok(Value::Bool(true)));
    assert_eq!(check(&mut solver, &mut terms, &[wrong]), Outcome::Unsat);
    let same = terms.fp_eq(x, x);
    let not_same = terms.not(same);
    let number = terms.fp_is_nan(x);
    let number = terms.not(number);
    assert_eq!(check(&mut solver, &mut terms, &[not_same]), Outcome::Sat);
    assert_eq!(check(&mut solver, &mut terms, &[not_same, number]), Outcome::Unsat);
}

/// Cores are unsatisfiable subsets of the assumptions.
pub fn cores<S: Cores>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(8);
    let (x, y, z) = (terms.symbol("x", sort), terms.symbol("y", sort), terms.symbol("z", sort));
    let (x_y, y_z, z_x) = (terms.bv_ult(x, y), terms.bv_ult(y, z), terms.bv_ult(z, x));
    let irrelevant = terms.eq(x, z);
    let irrelevant = terms.not(irrelevant);
    let mut solver = make();
    solver.assert(&mut terms, x_y);
    assert_eq!(check(&mut solver, &mut terms, &[y_z, irrelevant]), Outcome::Sat);
    assert_eq!(solver.unsat_core(), vec![]);
    assert_eq!(check(&mut solver, &mut terms, &[irrelevant, y_z, z_x]), Outcome::Unsat);
    let core = solver.unsat_core();
    assert!(core.contains(&y_z) && core.contains(&z_x));
    assert_eq!(check(&mut solver, &mut terms, &core), Outcome::Unsat);
    let not_x_y = terms.not(x_y);
    solver.assert(&mut terms, not_x_y);
    assert_eq!(check(&mut solver, &mut terms, &[y_z]), Outcome::Unsat);
}

/// A budget that is used up stops a check, and the solver goes on with another.
pub fn stops<S: Solver>(make: impl Fn() -> S) {
    let mut terms = Terms::new();
    let sort = terms.bv_sort(8);
    let x = terms.symbol("x", sort);
    let five = terms.bv_u64(8, 5);
    let fact = terms.eq(x, five);
    let mut solver = make();
    solver.assert(&mut terms, fact);
    let cancelled = Budget::unlimited();
    cancelled.cancel();
    let stopped = solver.check(&mut terms, &[], &cancelled, Limits::default());
    assert_eq!(stopped, Outcome::Unknown(UnknownReason::Stopped(StopReason::Cancelled)));
    assert_eq!(check(&mut solver, &mut terms, &[]), Outcome::Sat);
}
