//! Measurements behind the choice of circuits; run with
//! `cargo test --release -p cairn-solvers measure -- --ignored --nocapture`.

use std::time::Instant;

use cairn_base::Budget;

use super::{constant, divide, equal, integer, multiply, zero_extend};
use crate::aig::cnf::CnfConverter;
use crate::aig::{Aig, Bit};
use crate::sat::{Cadical, SatSolver};

type Binary = fn(&mut Aig, &[Bit], &[Bit]) -> Vec<Bit>;
type Division = fn(&mut Aig, &[Bit], &[Bit]) -> (Vec<Bit>, Vec<Bit>);

fn solve(name: &str, aig: &Aig, facts: &[Bit]) {
    let (mut sat, mut cnf) = (Cadical::new(), CnfConverter::new());
    let started = Instant::now();
    for &fact in facts {
        cnf.assert(aig, &mut sat, fact, None);
    }
    cnf.finish(aig, &mut sat, &Budget::unlimited()).expect("no limit");
    let outcome = sat.solve(&[], &Budget::new(Some(std::time::Duration::from_secs(30)), None), None);
    let statistics = sat.statistics();
    println!(
        "{name:40} {outcome:?} {:.2} s, {} ands, {} variables, {} clauses, {} conflicts",
        started.elapsed().as_secs_f64(),
        aig.and_count(),
        statistics.variables,
        statistics.clauses,
        statistics.conflicts
    );
}

fn multipliers(name: &str, product: Binary) {
    for width in [7, 8] {
        let mut aig = Aig::new();
        let (x, y) = (aig.inputs(width), aig.inputs(width));
        let (p, q) = (product(&mut aig, &x, &y), product(&mut aig, &y, &x));
        let same = equal(&mut aig, &p, &q);
        solve(&format!("{name} commutes {width}"), &aig, &[!same]);
    }
    let mut aig = Aig::new();
    let (x, y, z) = (aig.inputs(6), aig.inputs(6), aig.inputs(6));
    let sum = integer::add(&mut aig, &y, &z);
    let (p, q, r) = (product(&mut aig, &x, &sum), product(&mut aig, &x, &y), product(&mut aig, &x, &z));
    let qr = integer::add(&mut aig, &q, &r);
    let same = equal(&mut aig, &p, &qr);
    solve(&format!("{name} distributes"), &aig, &[!same]);
    for number in [0x3FFF_C000_u64 + 1234567, 65521 * 65519, 40009 * 50021, 30011 * 30013] {
        let mut aig = Aig::new();
        let (x, y) = (aig.inputs(16), aig.inputs(16));
        let p = product(&mut aig, &zero_extend(&x, 32), &zero_extend(&y, 32));
        let same = equal(&mut aig, &p, &constant(32, number));
        let one = constant(16, 1);
        let (big_x, big_y) = (integer::less_unsigned(&mut aig, &one, &x), integer::less_unsigned(&mut aig, &one, &y));
        solve(&format!("{name} factors {number}"), &aig, &[same, big_x, big_y]);
    }
    // (x + 1)^2 = x^2 + 2x + 1
    let mut aig = Aig::new();
    let x = aig.inputs(10);
    let next = integer::add(&mut aig, &x, &constant(10, 1));
    let left = product(&mut aig, &next, &next);
    let right = product(&mut aig, &x, &x);
    let right = integer::add(&mut aig, &right, &next);
    let right = integer::add(&mut aig, &right, &x);
    let same = equal(&mut aig, &left, &right);
    solve(&format!("{name} binomial"), &aig, &[!same]);
}

fn dividers(name: &str, division: Division) {
    let run = |what: &str, width: usize, by: Option<u64>, goal: &dyn Fn(&mut Aig, [&[Bit]; 4]) -> Bit| {
        let mut aig = Aig::new();
        let x = aig.inputs(width);
        let y = by.map_or_else(|| aig.inputs(width), |value| constant(width, value));
        let (q, r) = division(&mut aig, &x, &y);
        let nonzero = super::any(&mut aig, &y);
        let goal = goal(&mut aig, [&x, &y, &q, &r]);
        solve(&format!("{name} {what} {width} {by:?}"), &aig, &[nonzero, !goal]);
    };
    let whole = |aig: &mut Aig, [x, y, q, r]: [&[Bit]; 4]| {
        let product = multiply::multiply(aig, q, y);
        let sum = integer::add(aig, &product, r);
        equal(aig, &sum, x)
    };
    run("q*y+r=x", 8, None, &whole);
    run("q*y+r=x", 32, Some(10), &whole);
    run("r<y", 16, None, &|aig, [_, y, _, r]| integer::less_unsigned(aig, r, y));
    run("r<y", 32, None, &|aig, [_, y, _, r]| integer::less_unsigned(aig, r, y));
    run("r<y", 32, Some(1000), &|aig, [_, y, _, r]| integer::less_unsigned(aig, r, y));
    run("q<=x", 16, None, &|aig, [x, _, q, _]| integer::less_equal_unsigned(aig, q, x));
    run("q<=x", 32, None, &|aig, [x, _, q, _]| integer::less_equal_unsigned(aig, q, x));
    run("q!=123457 (sat)", 32, None, &|aig, [_, _, q, _]| !equal(aig, q, &constant(32, 123_457)));
    run("r!=12345 (sat)", 32, Some(77_777), &|aig, [_, _, _, r]| !equal(aig, r, &constant(32, 12_345)));
    run("x/y=x => y=1", 16, None, &|aig, [x, y, q, _]| {
        let same = equal(aig, q, x);
        let one = equal(aig, y, &constant(16, 1));
        let zero = super::is_zero(aig, x);
        aig.or_all([!same, one, zero])
    });
}

#[test]
#[ignore = "a measurement, not a test"]
fn measure_multipliers() {
    multipliers("rows", multiply::multiply_rows);
    multipliers("tree", multiply::multiply_tree);
    multipliers("chosen", multiply::multiply);
}

#[test]
#[ignore = "a measurement, not a test"]
fn measure_dividers() {
    dividers("restoring", divide::divide_restoring);
    dividers("constraint", divide::divide_unsigned);
}
