//! Division and square root, digit by digit.

use super::Float;
use super::round::{Exact, Range, Rounding, round};
use crate::aig::{Aig, Bit};
use crate::circuits::{any, constant, integer, mux, sign_extend, zero_extend};

impl Float {
    pub fn divide(&self, aig: &mut Aig, rounding: Rounding, divisor: &Float) -> Float {
        let sign = aig.xor(self.sign, divisor.sign);
        let (quotient, sticky) = divide_significands(aig, &self.significand, &divisor.significand);
        // In (1/2, 2): when below 1, one shift makes the top bit set.
        let top = quotient[quotient.len() - 1];
        let mut shifted = quotient.clone();
        shifted.rotate_right(1);
        let width = self.exponent.len() + 2;
        let extend = |word: &[Bit]| sign_extend(word, width);
        let not_divisor = crate::circuits::complement(&extend(&divisor.exponent));
        // dividend - divisor - (0 if top else 1), as dividend + !divisor + top
        let (exponent, _) = integer::add_with_carry(aig, &extend(&self.exponent), &not_divisor, top);
        let significand = mux(aig, top, &quotient, &shifted);
        let exact = Exact { sign, exponent, significand, sticky };
        let rounded = round(aig, rounding, self.format, exact, Range::Any);

        let zeros = aig.and(self.zero, divisor.zero);
        let infinities = aig.and(self.infinite, divisor.infinite);
        let nan = aig.or_all([self.nan, divisor.nan, zeros, infinities]);
        let infinite = aig.or(self.infinite, divisor.zero);
        let zero = aig.or(self.zero, divisor.infinite);
        rounded.with_cases(
            aig,
            &[
                (nan, Float::not_a_number(self.format)),
                (infinite, Float::infinity(self.format, sign)),
                (zero, Float::zero(self.format, sign)),
            ],
        )
    }

    pub fn square_root(&self, aig: &mut Aig, rounding: Rounding) -> Float {
        // An odd exponent is made even by doubling the significand, so that half of it is whole.
        let odd = self.exponent[0];
        let width = self.significand.len();
        let single = zero_extend(&self.significand, width + 1);
        let mut double = vec![Bit::FALSE];
        double.extend_from_slice(&self.significand);
        let radicand = mux(aig, odd, &double, &single);
        let mut scaled = constant(width + 1, 0);
        scaled.extend(radicand);
        let (significand, sticky) = integer_square_root(aig, &scaled);
        let exponent = self.exponent[1..].to_vec();
        let exact = Exact { sign: Bit::FALSE, exponent, significand, sticky };
        // Halving the exponent leads away from the subnormal numbers, unless the format has few exponents.
        let smallest = self.format.min_exponent() - i64::from(self.format.fraction());
        let leaves = smallest.div_euclid(2) >= self.format.min_exponent();
        let range = if leaves { Range::ExactBelowNormal } else { Range::Any };
        let rounded = round(aig, rounding, self.format, exact, range);
        let negative = aig.and(self.sign, !self.zero);
        let nan = aig.or(self.nan, negative);
        let special = aig.or(self.zero, self.infinite);
        rounded.with_cases(aig, &[(nan, Float::not_a_number(self.format)), (special, self.clone())])
    }
}

/// The quotient with one bit before the binary point and `width + 1` after it, and whether it is inexact.
fn divide_significands(aig: &mut Aig, dividend: &[Bit], divisor: &[Bit]) -> (Vec<Bit>, Bit) {
    let width = dividend.len();
    let divisor = zero_extend(divisor, width + 1);
    let mut rest = zero_extend(dividend, width + 1);
    let mut quotient = vec![Bit::FALSE; width + 2];
    for digit in quotient.iter_mut().rev() {
        let (difference, fits) = integer::subtract_with_carry(aig, &rest, &divisor);
        *digit = fits;
        rest = mux(aig, fits, &difference, &rest);
        // The rest is below the divisor, so its top bit is clear and doubling loses nothing.
        rest.rotate_right(1);
        rest[0] = Bit::FALSE;
    }
    (quotient, any(aig, &rest))
}

/// The root of a word of even length, rounded down, and whether that lost anything.
fn integer_square_root(aig: &mut Aig, radicand: &[Bit]) -> (Vec<Bit>, Bit) {
    let digits = radicand.len() / 2;
    let mut root: Vec<Bit> = Vec::with_capacity(digits); // the digits found so far, least significant first
    let mut rest: Vec<Bit> = Vec::new();
    for pair in (0..digits).rev() {
        // Bring down two bits, and try whether 4 * root + 1 fits.
        let mut next = vec![radicand[2 * pair], radicand[2 * pair + 1]];
        next.extend(rest);
        let mut trial = vec![Bit::TRUE, Bit::FALSE];
        trial.extend_from_slice(&root);
        let width = next.len().max(trial.len());
        let (next, trial) = (zero_extend(&next, width), zero_extend(&trial, width));
        let (difference, fits) = integer::subtract_with_carry(aig, &next, &trial);
        rest = mux(aig, fits, &difference, &next);
        root.insert(0, fits);
        rest.truncate(root.len() + 1); // at most twice the root
    }
    (root, any(aig, &rest))
}
