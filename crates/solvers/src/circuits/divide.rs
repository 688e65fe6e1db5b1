//! Division and remainder. Dividing by zero gives all ones, and the dividend as remainder.
//!
//! Two circuits: restoring division, and fresh quotient and remainder constrained by
//! `quotient * divisor + remainder = dividend`. Measured (`measure` beside this module; seconds, CaDiCaL
//! 1.9.5), the constraint wins wherever the formula speaks of the quotient and remainder together:
//!
//! | property                      | restoring | constraint |
//! |-------------------------------|-----------|------------|
//! | q*y + r = x, 8 bits           |      0.24 |       0.00 |
//! | q*10 + r = x, 32 bits         |      0.88 |       0.00 |
//! | r < y, 16 / 32 bits           | 0.50 / 30+ | 0.00 / 0.00 |
//! | q <= x, 32 bits               |      0.06 |       0.19 |
//!
//! The last line is why the constraint also says `quotient <= dividend` and `remainder <= dividend`, which is implied.

use rustc_hash::FxHashMap;

use super::{equal, integer, is_zero, multiply, mux, zero_extend};
use crate::aig::{Aig, Bit};

/// Quotient and remainder, as fresh inputs defined by a constraint.
pub fn divide_unsigned(aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
    let width = dividend.len();
    let known = |word: &[Bit]| word.iter().all(|bit| bit.is_constant());
    let top = divisor.iter().rposition(|&bit| bit != Bit::FALSE);
    let single = divisor.iter().filter(|&&bit| bit != Bit::FALSE).count() == 1;
    match top {
        None => return (vec![Bit::TRUE; width], dividend.to_vec()),
        // Dividing by the constant 2^top: a shift and a mask.
        Some(top) if single && divisor[top] == Bit::TRUE => {
            return (zero_extend(&dividend[top..], width), zero_extend(&dividend[..top], width));
        }
        _ if known(dividend) && known(divisor) => return divide_restoring(aig, dividend, divisor),
        _ => {}
    }
    // Bits that are constant zero above a constant divisor's (or the dividend's) top bit stay so.
    let divisor_is_known = known(divisor);
    let used = dividend.iter().rposition(|&bit| bit != Bit::FALSE).map_or(0, |top| top + 1);
    let top = top.unwrap_or(0);
    let quotient_width = if divisor_is_known { used.saturating_sub(top) } else { width };
    let remainder_width = if divisor_is_known { used.min(top + 1) } else { used };
    let fresh_quotient = aig.inputs(quotient_width);
    let fresh_remainder = aig.inputs(remainder_width);
    let quotient = zero_extend(&fresh_quotient, width);
    let remainder = zero_extend(&fresh_remainder, width);
    let fact = division_fact(aig, dividend, divisor, &quotient, &remainder);
    aig.define(&fresh_quotient, fact);
    aig.define(&fresh_remainder, fact);
    (quotient, remainder)
}

/// Says that quotient and remainder are those of the division; they are the only solution.
fn division_fact(aig: &mut Aig, dividend: &[Bit], divisor: &[Bit], quotient: &[Bit], remainder: &[Bit]) -> Bit {
    let (product, overflows) = multiply::multiply_checked(aig, quotient, divisor);
    let (sum, carry) = integer::add_with_carry(aig, &product, remainder, Bit::FALSE);
    let whole = equal(aig, &sum, dividend);
    let small = integer::less_unsigned(aig, remainder, divisor);
    let quotient_fits = integer::less_equal_unsigned(aig, quotient, dividend);
    let remainder_fits = integer::less_equal_unsigned(aig, remainder, dividend);
    let normal = aig.and_all([whole, !overflows, !carry, small, quotient_fits, remainder_fits]);
    let ones = super::all(aig, quotient);
    let kept = equal(aig, remainder, dividend);
    let by_zero = aig.and(ones, kept);
    let zero = is_zero(aig, divisor);
    // Two implications rather than a choice: conjunctions are asserted part by part.
    let first = aig.implies(zero, by_zero);
    let second = aig.or(zero, normal);
    aig.and(first, second)
}

/// Quotient and remainder, by restoring division: no fresh inputs, so the circuit can be evaluated.
pub fn divide_restoring(aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
    let width = dividend.len();
    let mut quotient = vec![Bit::FALSE; width];
    // Always below the divisor (or, for divisor 0, the dividend's bits seen so far); only its low bits
    // can be set yet, so it grows by one bit per step.
    let mut rest: Vec<Bit> = Vec::with_capacity(width + 1);
    for position in (0..width).rev() {
        rest.insert(0, dividend[position]);
        let used = rest.len();
        // A divisor with a bit above those of the rest is larger.
        let larger = super::any(aig, &divisor[used.min(width)..]);
        let subtrahend = super::zero_extend(&divisor[..used.min(width)], used);
        let (difference, fits) = integer::subtract_with_carry(aig, &rest, &subtrahend);
        let take = aig.and(fits, !larger);
        quotient[position] = take;
        rest = mux(aig, take, &difference, &rest);
    }
    (quotient, rest)
}

type Pair = (Vec<Bit>, Vec<Bit>);

/// Divides words, each pair once: quotient and remainder of the same operands share one circuit.
#[derive(Default)]
pub struct Divider {
    restoring: bool,
    /// By dividend and divisor: quotient and remainder.
    known: FxHashMap<Pair, Pair>,
}

impl Divider {
    /// Divides by constraint.
    pub fn new() -> Self {
        Self::default()
    }
    /// Divides without fresh inputs.
    pub fn restoring() -> Self {
        Self { restoring: true, known: FxHashMap::default() }
    }
    /// Quotient and remainder.
    pub fn unsigned(&mut self, aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
        let key = (dividend.to_vec(), divisor.to_vec());
        if let Some(result) = self.known.get(&key) {
            return result.clone();
        }
        let divide = if self.restoring { divide_restoring } else { divide_unsigned };
        let result = divide(aig, dividend, divisor);
        self.known.insert(key, result.clone());
        result
    }
    /// Rounds toward zero.
    pub fn signed_quotient(&mut self, aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> Vec<Bit> {
        let top = dividend.len() - 1;
        let (a, b) = (integer::absolute(aig, dividend), integer::absolute(aig, divisor));
        let quotient = self.unsigned(aig, &a, &b).0;
        let negative = aig.xor(dividend[top], divisor[top]);
        integer::negate_if(aig, negative, &quotient)
    }
    /// Has the sign of the dividend.
    pub fn signed_remainder(&mut self, aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> Vec<Bit> {
        let top = dividend.len() - 1;
        let (a, b) = (integer::absolute(aig, dividend), integer::absolute(aig, divisor));
        let rest = self.unsigned(aig, &a, &b).1;
        integer::negate_if(aig, dividend[top], &rest)
    }
    /// Has the sign of the divisor.
    pub fn signed_modulo(&mut self, aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> Vec<Bit> {
        let top = dividend.len() - 1;
        let rest = self.signed_remainder(aig, dividend, divisor);
        let zero = is_zero(aig, &rest);
        let differ = aig.xor(dividend[top], divisor[top]);
        let adjust = aig.and(differ, !zero);
        let addend = super::gate(aig, adjust, divisor);
        integer::add(aig, &rest, &addend)
    }
}

#[cfg(test)]
mod tests {
    use cairn_base::Budget;

    use super::super::constant;
    use super::*;
    use crate::aig::cnf::CnfConverter;
    use crate::sat::{Cadical, SatOutcome, SatSolver};

    /// For every dividend and divisor the constraint has a solution, and no other than restoring division's.
    #[test]
    fn the_constraint_defines_division() {
        let check = |width: usize, divisor: Option<u64>| {
            let mut aig = Aig::new();
            let n = aig.inputs(width);
            let d = divisor.map_or_else(|| aig.inputs(width), |value| constant(width, value));
            let (q, r) = divide_unsigned(&mut aig, &n, &d);
            let (expected_q, expected_r) = divide_restoring(&mut aig, &n, &d);
            let (same_q, same_r) = (equal(&mut aig, &q, &expected_q), equal(&mut aig, &r, &expected_r));
            let same = aig.and(same_q, same_r);
            let (mut sat, mut cnf) = (Cadical::new(), CnfConverter::new());
            let goal = cnf.literal(&aig, &mut sat, !same);
            let budget = Budget::unlimited();
            cnf.finish(&aig, &mut sat, &budget).expect("no limit");
            assert_eq!(sat.solve(&[goal], &budget, None), SatOutcome::Unsatisfiable, "{width} bits by {divisor:?}");
            let free: Vec<Bit> = n.iter().chain(&d).copied().filter(|bit| !bit.is_constant()).collect();
            let inputs: Vec<_> = free.iter().map(|&bit| cnf.literal(&aig, &mut sat, bit)).collect();
            cnf.finish(&aig, &mut sat, &budget).expect("no limit");
            for pattern in 0..1usize << inputs.len() {
                let chosen: Vec<_> =
                    inputs.iter().enumerate().map(|(i, &l)| l.negated_if(pattern >> i & 1 == 0)).collect();
                assert_eq!(sat.solve(&chosen, &budget, None), SatOutcome::Satisfiable);
            }
        };
        for width in 1..=4 {
            check(width, None);
        }
        for divisor in 0..32 {
            check(5, Some(divisor));
        }
    }
}
