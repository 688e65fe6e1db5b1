//! IEEE floats of any format, as circuits.
//!
//! After M. Brain, F. Schanda and Y. Sun, "Building Better Bit-Blasting for Floating-Point Problems"
//! (TACAS 2019): operations work on *unpacked* floats, whose significand always begins with a one
//! (subnormal numbers are normalised and have exponents below the format's smallest), and pass
//! through one rounder ([`round`]) that rounds in place. Chains of operations never pack and unpack.
//!
//! Meaning where IEEE leaves a choice: there is one NaN; the minimum of -0 and +0 is -0 and the
//! maximum +0; converting NaN, an infinity or a number out of range to an integer gives 0.

use cairn_term::FloatFormat;

use super::{bits_of, constant, constant_signed, equal, integer, is_zero, mux, shift, zero_extend};
use crate::aig::{Aig, Bit};

mod arithmetic;
mod compare;
mod convert;
mod division;
mod remainder;
mod round;
#[cfg(test)]
mod tests;

pub use round::Rounding;

/// An unpacked float. At most one of `nan`, `infinite` and `zero` is set; exponent and significand
/// mean something only when none is, and the sign only when it is not NaN.
#[derive(Clone, Debug)]
pub struct Float {
    pub format: FloatFormat,
    pub nan: Bit,
    pub infinite: Bit,
    pub zero: Bit,
    pub sign: Bit,
    /// Two's complement, [`exponent_width`] bits, unbiased.
    pub exponent: Vec<Bit>,
    /// `format.significand` bits, the top one set.
    pub significand: Vec<Bit>,
}

/// Bits of an unpacked exponent: enough for the largest exponent and that of the smallest subnormal.
pub fn exponent_width(format: FloatFormat) -> usize {
    let smallest = format.min_exponent() - i64::from(format.significand) + 1;
    bits_of((-smallest) as u64) + 1
}

impl Float {
    /// Reads an IEEE encoding.
    pub fn unpack(aig: &mut Aig, format: FloatFormat, bits: &[Bit]) -> Self {
        let (fraction, field) =
            (&bits[..format.fraction() as usize], &bits[format.fraction() as usize..bits.len() - 1]);
        let field_zero = is_zero(aig, field);
        let field_ones = super::all(aig, field);
        let fraction_zero = is_zero(aig, fraction);
        let width = exponent_width(format);

        // Normal: 1.fraction and field - bias.
        let mut normal = fraction.to_vec();
        normal.push(Bit::TRUE);
        let biased = zero_extend(field, width + 1);
        let normal_exponent = integer::subtract(aig, &biased, &constant_signed(width + 1, format.bias()));
        // Subnormal: 0.fraction, shifted until it begins with a one.
        let mut subnormal = fraction.to_vec();
        subnormal.push(Bit::FALSE);
        let (subnormal, shifted) = shift::normalise(aig, &subnormal);
        let lowest = constant_signed(width, format.min_exponent());
        let subnormal_exponent = integer::subtract(aig, &lowest, &zero_extend(&shifted, width));

        Self {
            format,
            nan: aig.and(field_ones, !fraction_zero),
            infinite: aig.and(field_ones, fraction_zero),
            zero: aig.and(field_zero, fraction_zero),
            sign: bits[bits.len() - 1],
            exponent: mux(aig, field_zero, &subnormal_exponent, &normal_exponent[..width]),
            significand: mux(aig, field_zero, &subnormal, &normal),
        }
    }

    /// The IEEE encoding, NaN as the canonical quiet one.
    pub fn pack(&self, aig: &mut Aig) -> Vec<Bit> {
        let format = self.format;
        let (fraction_width, field_width) = (format.fraction() as usize, format.exponent as usize);
        let width = self.exponent.len();
        // How far below the smallest normal exponent: at most fraction_width, for the smallest subnormal.
        let lowest = constant_signed(width, format.min_exponent());
        let (below, not_below) = integer::subtract_with_carry(aig, &flip_sign(&lowest), &flip_sign(&self.exponent));
        let exact = equal(aig, &self.exponent, &lowest);
        let subnormal = aig.and(not_below, !exact);
        let amount_width = bits_of(u64::from(format.fraction()) + 1).min(width);
        let shifted = shift::shift_right(aig, &self.significand, &below[..amount_width]);
        let fraction = mux(aig, subnormal, &shifted[..fraction_width], &self.significand[..fraction_width]);
        let biased = integer::add(aig, &self.exponent, &constant_signed(width, format.bias()));
        let field = super::gate(aig, !subnormal, &zero_extend(&biased, field_width));

        let not_special = aig.and_all([!self.nan, !self.infinite, !self.zero]);
        let ones = aig.or(self.nan, self.infinite);
        let mut bits = super::gate(aig, not_special, &fraction);
        if let Some(top) = bits.last_mut() {
            *top = aig.or(*top, self.nan);
        }
        for bit in field {
            let bit = aig.and(not_special, bit);
            bits.push(aig.or(bit, ones));
        }
        bits.push(aig.and(self.sign, !self.nan));
        bits
    }

    /// `if condition then yes else no`.
    pub fn mux(aig: &mut Aig, condition: Bit, yes: &Float, no: &Float) -> Float {
        Self {
            format: yes.format,
            nan: aig.mux(condition, yes.nan, no.nan),
            infinite: aig.mux(condition, yes.infinite, no.infinite),
            zero: aig.mux(condition, yes.zero, no.zero),
            sign: aig.mux(condition, yes.sign, no.sign),
            exponent: mux(aig, condition, &yes.exponent, &no.exponent),
            significand: mux(aig, condition, &yes.significand, &no.significand),
        }
    }
    pub fn not_a_number(format: FloatFormat) -> Float {
        Self { nan: Bit::TRUE, zero: Bit::FALSE, ..Self::zero(format, Bit::FALSE) }
    }
    pub fn infinity(format: FloatFormat, sign: Bit) -> Float {
        Self { infinite: Bit::TRUE, zero: Bit::FALSE, ..Self::zero(format, sign) }
    }
    pub fn zero(format: FloatFormat, sign: Bit) -> Float {
        let mut significand = constant(format.fraction() as usize, 0);
        significand.push(Bit::TRUE);
        let exponent = constant(exponent_width(format), 0);
        Self { format, nan: Bit::FALSE, infinite: Bit::FALSE, zero: Bit::TRUE, sign, exponent, significand }
    }
    pub fn negated(&self) -> Float {
        Self { sign: !self.sign, ..self.clone() }
    }
    pub fn absolute(&self) -> Float {
        Self { sign: Bit::FALSE, ..self.clone() }
    }
    /// Neither NaN nor infinite nor zero.
    fn is_ordinary(&self, aig: &mut Aig) -> Bit {
        aig.and_all([!self.nan, !self.infinite, !self.zero])
    }
    /// Replaces the result where an operand decides it: cases are tried in order.
    fn with_cases(self, aig: &mut Aig, cases: &[(Bit, Float)]) -> Float {
        cases.iter().rev().fold(self, |rest, (condition, value)| Float::mux(aig, *condition, value, &rest))
    }
}

/// Maps signed order to unsigned order.
fn flip_sign(word: &[Bit]) -> Vec<Bit> {
    let mut flipped = word.to_vec();
    if let Some(sign) = flipped.last_mut() {
        *sign = !*sign;
    }
    flipped
}
