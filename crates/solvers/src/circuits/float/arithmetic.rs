//! Addition, multiplication and fused multiplication with addition.

use super::round::{Exact, Range, Rounding, normalised, round};
use super::{Float, flip_sign};
use crate::aig::{Aig, Bit};
use crate::circuits::{constant, gate, integer, is_zero, multiply, mux, shift, sign_extend, zero_extend};

/// A non-zero number to be added. Both operands of an addition have significands of one width.
struct Addend {
    sign: Bit,
    exponent: Vec<Bit>,
    significand: Vec<Bit>,
}

impl Float {
    pub fn add(&self, aig: &mut Aig, rounding: Rounding, other: &Float) -> Float {
        let addend = |float: &Float| Addend {
            sign: float.sign,
            exponent: float.exponent.clone(),
            significand: float.significand.clone(),
        };
        let (exact, cancels) = add_exactly(aig, addend(self), addend(other));
        let sum = round(aig, rounding, self.format, exact, Range::ExactBelowNormal);
        let opposite = aig.xor(self.sign, other.sign);
        let invalid = aig.and_all([self.infinite, other.infinite, opposite]);
        let nan = aig.or_all([self.nan, other.nan, invalid]);
        let zeros = aig.and(self.zero, other.zero);
        let zero_sign = sum_of_zeros_sign(aig, rounding, self.sign, other.sign);
        sum.with_cases(
            aig,
            &[
                (nan, Float::not_a_number(self.format)),
                (self.infinite, self.clone()),
                (other.infinite, other.clone()),
                (zeros, Float::zero(self.format, zero_sign)),
                (self.zero, other.clone()),
                (other.zero, self.clone()),
                (cancels, Float::zero(self.format, rounding.toward_negative)),
            ],
        )
    }
    pub fn subtract(&self, aig: &mut Aig, rounding: Rounding, other: &Float) -> Float {
        self.add(aig, rounding, &other.negated())
    }

    pub fn multiply(&self, aig: &mut Aig, rounding: Rounding, other: &Float) -> Float {
        let product = self.product(aig, other);
        let sign = product.sign;
        let exact = Exact { sign, exponent: product.exponent, significand: product.significand, sticky: Bit::FALSE };
        let rounded = round(aig, rounding, self.format, exact, Range::Any);
        let (nan, infinite, zero) = self.product_cases(aig, other);
        rounded.with_cases(
            aig,
            &[
                (nan, Float::not_a_number(self.format)),
                (infinite, Float::infinity(self.format, sign)),
                (zero, Float::zero(self.format, sign)),
            ],
        )
    }
    /// The exact product of two ordinary numbers, in twice as many bits.
    fn product(&self, aig: &mut Aig, other: &Float) -> Addend {
        let width = self.significand.len();
        let extend = |word: &[Bit]| zero_extend(word, 2 * width);
        let product = multiply::multiply(aig, &extend(&self.significand), &extend(&other.significand));
        // In [1, 4): when below 2, one shift makes the top bit set.
        let top = product[2 * width - 1];
        let mut shifted = product.clone();
        shifted.rotate_right(1); // the top bit, which comes to the bottom, is clear when this is used
        let exponent_width = self.exponent.len() + 2;
        let extend = |word: &[Bit]| sign_extend(word, exponent_width);
        let (exponent, _) = integer::add_with_carry(aig, &extend(&self.exponent), &extend(&other.exponent), top);
        Addend { sign: aig.xor(self.sign, other.sign), exponent, significand: mux(aig, top, &product, &shifted) }
    }
    /// When the product is NaN, infinite, zero (the first of these that holds).
    fn product_cases(&self, aig: &mut Aig, other: &Float) -> (Bit, Bit, Bit) {
        let (first, second) = (aig.and(self.infinite, other.zero), aig.and(self.zero, other.infinite));
        let nan = aig.or_all([self.nan, other.nan, first, second]);
        (nan, aig.or(self.infinite, other.infinite), aig.or(self.zero, other.zero))
    }

    /// `self * factor + addend`, rounded once.
    pub fn fused_multiply_add(&self, aig: &mut Aig, rounding: Rounding, factor: &Float, addend: &Float) -> Float {
        let product = self.product(aig, factor);
        let sign = product.sign;
        // The addend in the product's width; a zero becomes a zero word, smaller than any product.
        let width = addend.significand.len();
        let mut significand = constant(width, 0);
        significand.extend_from_slice(&addend.significand);
        let exponent = sign_extend(&addend.exponent, product.exponent.len());
        let other = Addend {
            sign: addend.sign,
            exponent: mux(aig, addend.zero, &product.exponent, &exponent),
            significand: gate(aig, !addend.zero, &significand),
        };
        let (exact, cancels) = add_exactly(aig, product, other);
        let sum = round(aig, rounding, self.format, exact, Range::Any);

        let (product_nan, product_infinite, product_zero) = self.product_cases(aig, factor);
        let opposite = aig.xor(sign, addend.sign);
        let invalid = aig.and_all([product_infinite, addend.infinite, opposite]);
        let nan = aig.or_all([product_nan, addend.nan, invalid]);
        let zeros = aig.and(product_zero, addend.zero);
        let zero_sign = sum_of_zeros_sign(aig, rounding, sign, addend.sign);
        sum.with_cases(
            aig,
            &[
                (nan, Float::not_a_number(self.format)),
                (product_infinite, Float::infinity(self.format, sign)),
                (addend.infinite, addend.clone()),
                (zeros, Float::zero(self.format, zero_sign)),
                (product_zero, addend.clone()),
                (cancels, Float::zero(self.format, rounding.toward_negative)),
            ],
        )
    }
}

/// Zeros of one sign keep it; otherwise the sum is -0 only when rounding toward negative.
fn sum_of_zeros_sign(aig: &mut Aig, rounding: Rounding, a: Bit, b: Bit) -> Bit {
    aig.majority(a, b, rounding.toward_negative)
}

/// The sum, and whether it is zero (then the sum means nothing). Its significand has four bits more than
/// the operands': one for the carry, two guard bits, and one that is set if anything below was.
fn add_exactly(aig: &mut Aig, a: Addend, b: Addend) -> (Exact, Bit) {
    let (key_a, key_b) = (magnitude_key(&a), magnitude_key(&b));
    let swap = integer::less_unsigned(aig, &key_a, &key_b);
    let large_exponent = mux(aig, swap, &b.exponent, &a.exponent);
    let small_exponent = mux(aig, swap, &a.exponent, &b.exponent);
    let large = mux(aig, swap, &b.significand, &a.significand);
    let small = mux(aig, swap, &a.significand, &b.significand);
    let sign = aig.mux(swap, b.sign, a.sign);
    let subtracts = aig.xor(a.sign, b.sign);

    // Not negative, so the difference modulo a power of two is the difference.
    let distance = integer::subtract(aig, &large_exponent, &small_exponent);
    let mut guarded = constant(2, 0);
    guarded.extend_from_slice(&small);
    let (aligned, sticky) = shift::shift_right_sticky(aig, &guarded, &distance);
    let small: Vec<Bit> = std::iter::once(sticky).chain(aligned).map(|bit| aig.xor(subtracts, bit)).collect();
    let mut padded = constant(3, 0);
    padded.extend_from_slice(&large);
    let (mut sum, carry) = integer::add_with_carry(aig, &padded, &small, subtracts);
    sum.push(aig.and(carry, !subtracts));

    let cancels = is_zero(aig, &sum);
    let width = large_exponent.len() + 1;
    let exponent = integer::increment_if(aig, &sign_extend(&large_exponent, width), Bit::TRUE).0;
    let (exponent, significand) = normalised(aig, &exponent, &sum);
    (Exact { sign, exponent, significand, sticky: Bit::FALSE }, cancels)
}

/// A word whose unsigned order is the order of magnitudes.
fn magnitude_key(addend: &Addend) -> Vec<Bit> {
    let mut key = addend.significand.clone();
    key.extend(flip_sign(&addend.exponent));
    key
}
