//! Division and remainder. Dividing by zero gives all ones, and the dividend as remainder.

use super::{integer, is_zero, mux};
use crate::aig::{Aig, Bit};

/// Quotient and remainder, by restoring division.
pub fn divide_unsigned(aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
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

/// Rounds toward zero.
pub fn divide_signed(aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> Vec<Bit> {
    let top = dividend.len() - 1;
    let (a, b) = (integer::absolute(aig, dividend), integer::absolute(aig, divisor));
    let quotient = divide_unsigned(aig, &a, &b).0;
    let negative = aig.xor(dividend[top], divisor[top]);
    integer::negate_if(aig, negative, &quotient)
}

/// Has the sign of the dividend.
pub fn remainder_signed(aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> Vec<Bit> {
    let top = dividend.len() - 1;
    let (a, b) = (integer::absolute(aig, dividend), integer::absolute(aig, divisor));
    let rest = divide_unsigned(aig, &a, &b).1;
    integer::negate_if(aig, dividend[top], &rest)
}

/// Has the sign of the divisor.
pub fn modulo_signed(aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> Vec<Bit> {
    let top = dividend.len() - 1;
    let rest = remainder_signed(aig, dividend, divisor);
    let zero = is_zero(aig, &rest);
    let differ = aig.xor(dividend[top], divisor[top]);
    let adjust = aig.and(differ, !zero);
    let addend = super::gate(aig, adjust, divisor);
    integer::add(aig, &rest, &addend)
}
