//! Conversions between floats, and between floats and integers.

use cairn_term::FloatFormat;

use super::round::{Exact, Range, Rounding, normalised, round, round_at};
use super::{Float, exponent_width};
use crate::aig::{Aig, Bit};
use crate::circuits::{
    any, bits_of, constant, constant_signed, gate, integer, is_zero, shift, sign_extend, zero_extend,
};

impl Float {
    pub fn to_format(&self, aig: &mut Aig, rounding: Rounding, format: FloatFormat) -> Float {
        let wider = format.significand >= self.format.significand && format.exponent >= self.format.exponent;
        if wider {
            let mut significand = constant((format.significand - self.format.significand) as usize, 0);
            significand.extend_from_slice(&self.significand);
            let exponent = sign_extend(&self.exponent, exponent_width(format));
            return Float { format, exponent, significand, ..self.clone() };
        }
        let exact = Exact {
            sign: self.sign,
            exponent: self.exponent.clone(),
            significand: self.significand.clone(),
            sticky: Bit::FALSE,
        };
        let rounded = round(aig, rounding, format, exact, Range::Any);
        rounded.with_cases(
            aig,
            &[
                (self.nan, Float::not_a_number(format)),
                (self.infinite, Float::infinity(format, self.sign)),
                (self.zero, Float::zero(format, self.sign)),
            ],
        )
    }

    pub fn from_unsigned(aig: &mut Aig, rounding: Rounding, format: FloatFormat, word: &[Bit]) -> Float {
        Self::from_magnitude(aig, rounding, format, Bit::FALSE, word)
    }
    pub fn from_signed(aig: &mut Aig, rounding: Rounding, format: FloatFormat, word: &[Bit]) -> Float {
        let magnitude = integer::absolute(aig, word);
        Self::from_magnitude(aig, rounding, format, word[word.len() - 1], &magnitude)
    }
    fn from_magnitude(aig: &mut Aig, rounding: Rounding, format: FloatFormat, sign: Bit, word: &[Bit]) -> Float {
        let zero = is_zero(aig, word);
        let top = word.len() as u64 - 1;
        let (exponent, significand) = normalised(aig, &constant(bits_of(top) + 1, top), word);
        let exact = Exact { sign, exponent, significand, sticky: Bit::FALSE };
        // Integers other than zero are at least one, which is normal in every format.
        let rounded = round(aig, rounding, format, exact, Range::ExactBelowNormal);
        rounded.with_cases(aig, &[(zero, Float::zero(format, Bit::FALSE))])
    }

    pub fn round_to_integral(&self, aig: &mut Aig, rounding: Rounding) -> Float {
        let (significand, exponent, vanishes) = self.integral_parts(aig, rounding);
        let exact = Exact { sign: self.sign, exponent, significand, sticky: Bit::FALSE };
        // Nothing is left to round, but in a format with few exponents the integer may be too large.
        let whole = round(aig, rounding, self.format, exact, Range::ExactBelowNormal);
        let special = aig.or_all([self.nan, self.infinite, self.zero]);
        whole.with_cases(aig, &[(special, self.clone()), (vanishes, Float::zero(self.format, self.sign))])
    }
    /// Significand and exponent of the number rounded to an integer, and whether that is zero. Only for
    /// ordinary numbers.
    fn integral_parts(&self, aig: &mut Aig, rounding: Rounding) -> (Vec<Bit>, Vec<Bit>, Bit) {
        let width = self.significand.len();
        let wide = (self.exponent.len()).max(bits_of(width as u64) + 1) + 1;
        let exponent = sign_extend(&self.exponent, wide);
        let parts = (&self.significand[..], Bit::FALSE, Bit::FALSE);
        let (rounded, exponent, vanishes) = round_at(aig, rounding, self.sign, parts, &exponent, width as i64 - 1);
        let exponent = integer::increment_if(aig, &exponent, rounded.carry).0;
        let mut significand = rounded.kept;
        significand[width - 1] = aig.or(significand[width - 1], rounded.carry);
        (significand, exponent, vanishes)
    }

    pub fn to_unsigned(&self, aig: &mut Aig, rounding: Rounding, width: usize) -> Vec<Bit> {
        let (magnitude, fits) = self.integral_magnitude(aig, rounding, width);
        let not_zero = any(aig, &magnitude);
        let negative = aig.and(self.sign, not_zero);
        let good = aig.and_all([fits, !magnitude[width], !negative]);
        gate(aig, good, &magnitude[..width])
    }
    pub fn to_signed(&self, aig: &mut Aig, rounding: Rounding, width: usize) -> Vec<Bit> {
        let (magnitude, fits) = self.integral_magnitude(aig, rounding, width);
        // At most 2^(width-1) - 1, or one more when negative.
        let lower = any(aig, &magnitude[..width - 1]);
        let smallest = aig.and_all([magnitude[width - 1], self.sign, !lower]);
        let in_range = aig.or(!magnitude[width - 1], smallest);
        let good = aig.and_all([fits, !magnitude[width], in_range]);
        let value = integer::negate_if(aig, self.sign, &magnitude[..width]);
        gate(aig, good, &value)
    }
    /// The number without its sign, rounded to an integer of `width + 1` bits, and whether it fits there.
    /// Zero does; NaN and the infinities do not.
    fn integral_magnitude(&self, aig: &mut Aig, rounding: Rounding, width: usize) -> (Vec<Bit>, Bit) {
        let (significand, exponent, vanishes) = self.integral_parts(aig, rounding);
        let zero = aig.or(vanishes, self.zero);
        // Here the exponent is not negative. The binary point stands after the top bit of the significand.
        let point = significand.len() - 1;
        let bits = exponent.len().max(bits_of(width as u64) + 1);
        let exponent = sign_extend(&exponent, bits);
        let beyond = integer::less_signed(aig, &constant_signed(bits, width as i64), &exponent);
        let word = zero_extend(&significand, point + width + 1);
        let amount = &exponent[..bits_of(width as u64)];
        let shifted = shift::shift_left(aig, &word, amount);
        let magnitude = gate(aig, !zero, &shifted[point..]);
        let small = aig.or(zero, !beyond);
        (magnitude, aig.and_all([small, !self.nan, !self.infinite]))
    }
}
