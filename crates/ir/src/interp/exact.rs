//! Floats as exact numbers, and back with one rounding.
//!
//! A finite float is `±magnitude · 2^exponent`. Everything that `rustc_apfloat` does not offer (square
//! roots, reals, integers of any width) or answers with an assertion (remainders) is computed here
//! exactly and rounded once by [`round`].

use crate::expr::Rounding;
use crate::layout::canonical_nan;
use crate::types::FloatFormat;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// What a float is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    Nan,
    Infinite {
        negative: bool,
    },
    /// `±magnitude · 2^exponent`; zero has a sign too.
    Finite {
        negative: bool,
        magnitude: BigUint,
        exponent: i64,
    },
}

fn fraction_bits(format: FloatFormat) -> u32 {
    format.significand_bits() - 1
}
fn bias(format: FloatFormat) -> i64 {
    (1 << (format.exponent_bits() - 1)) - 1
}
/// The exponent of the last bit of subnormal numbers.
fn smallest_exponent(format: FloatFormat) -> i64 {
    1 - bias(format) - i64::from(fraction_bits(format))
}
fn exponent_mask(format: FloatFormat) -> u128 {
    (1 << format.exponent_bits()) - 1
}

pub fn is_negative(format: FloatFormat, encoding: u128) -> bool {
    (encoding >> (format.width() - 1)) & 1 == 1
}
fn with_sign(format: FloatFormat, negative: bool, encoding: u128) -> u128 {
    encoding | (u128::from(negative) << (format.width() - 1))
}
pub fn infinity(format: FloatFormat, negative: bool) -> u128 {
    with_sign(format, negative, exponent_mask(format) << fraction_bits(format))
}
fn largest(format: FloatFormat, negative: bool) -> u128 {
    with_sign(format, negative, (exponent_mask(format) << fraction_bits(format)) - 1)
}

pub fn decode(format: FloatFormat, encoding: u128) -> Number {
    let bits = fraction_bits(format);
    let (stored, fraction) = ((encoding >> bits) & exponent_mask(format), encoding & ((1 << bits) - 1));
    let negative = is_negative(format, encoding);
    if stored == exponent_mask(format) {
        return if fraction == 0 { Number::Infinite { negative } } else { Number::Nan };
    }
    let (magnitude, steps) = if stored == 0 { (fraction, 0) } else { (fraction | (1 << bits), stored as i64 - 1) };
    Number::Finite { negative, magnitude: magnitude.into(), exponent: smallest_exponent(format) + steps }
}

/// Whether a magnitude is increased that lies between two neighbours. `half` compares what was cut off with
/// half a unit (`Equal` also stands for nothing cut off: then the answer is not used).
fn rounds_up(rounding: Rounding, negative: bool, odd: bool, half: std::cmp::Ordering) -> bool {
    use std::cmp::Ordering::*;
    match rounding {
        Rounding::NearestEven => half == Greater || (half == Equal && odd),
        Rounding::NearestAway => half != Less,
        Rounding::TowardPositive => !negative,
        Rounding::TowardNegative => negative,
        Rounding::TowardZero => false,
    }
}

/// `numerator / denominator` to an integer.
fn divide_rounded(numerator: &BigUint, denominator: &BigUint, negative: bool, rounding: Rounding) -> BigUint {
    let (quotient, rest) = numerator.div_rem(denominator);
    let half = (&rest << 1u32).cmp(denominator);
    let up = !rest.is_zero() && rounds_up(rounding, negative, quotient.is_odd(), half);
    if up { quotient + 1u32 } else { quotient }
}

/// The float nearest to `± numerator / denominator · 2^exponent` in a direction; the denominator is not zero.
pub fn round(
    format: FloatFormat,
    negative: bool,
    (numerator, denominator, exponent): (&BigUint, &BigUint, i64),
    rounding: Rounding,
) -> u128 {
    if numerator.is_zero() {
        return with_sign(format, negative, 0);
    }
    // Choose the unit so that the quotient has all bits of the significand, or one more; then, if that
    // was one too many, the next unit.
    let precision = i64::from(format.significand_bits());
    let quotient_bits = numerator.bits() as i64 - denominator.bits() as i64; // this or one more
    let mut unit = (exponent + quotient_bits - precision).max(smallest_exponent(format));
    let mut magnitude = scaled(numerator, denominator, exponent - unit, negative, rounding);
    if magnitude.bits() as i64 > precision {
        unit += 1;
        magnitude = scaled(numerator, denominator, exponent - unit, negative, rounding);
        if magnitude.bits() as i64 > precision {
            magnitude >>= 1u32; // rounded up to a power of two: the bit lost is zero
            unit += 1;
        }
    }
    assemble(format, negative, &magnitude, unit, rounding)
}
/// `numerator / denominator · 2^shift`, to an integer.
fn scaled(numerator: &BigUint, denominator: &BigUint, shift: i64, negative: bool, rounding: Rounding) -> BigUint {
    let places = shift.unsigned_abs();
    match shift >= 0 {
        true => divide_rounded(&(numerator << places), denominator, negative, rounding),
        false => divide_rounded(numerator, &(denominator << places), negative, rounding),
    }
}
/// A magnitude of at most the format's precision, with an exponent not below the smallest.
fn assemble(format: FloatFormat, negative: bool, magnitude: &BigUint, exponent: i64, rounding: Rounding) -> u128 {
    let bits = fraction_bits(format);
    let magnitude = u128::try_from(magnitude).unwrap_or(0); // at most 113 bits
    if magnitude >> bits == 0 {
        return with_sign(format, negative, magnitude); // subnormal: the exponent is the smallest
    }
    let stored = exponent - smallest_exponent(format) + 1;
    if stored >= exponent_mask(format) as i64 {
        // Overflow: to infinity, except in the directions that point back to zero.
        return match rounding {
            Rounding::TowardZero => largest(format, negative),
            Rounding::TowardPositive if negative => largest(format, true),
            Rounding::TowardNegative if !negative => largest(format, false),
            _ => infinity(format, negative),
        };
    }
    with_sign(format, negative, ((stored as u128) << bits) | (magnitude & ((1 << bits) - 1)))
}

pub fn from_integer(format: FloatFormat, value: &BigInt, rounding: Rounding) -> u128 {
    round(format, value.sign() == Sign::Minus, (value.magnitude(), &BigUint::one(), 0), rounding)
}
pub fn from_real(format: FloatFormat, value: &BigRational, rounding: Rounding) -> u128 {
    let negative = value.numer().sign() == Sign::Minus; // the denominator is positive
    round(format, negative, (value.numer().magnitude(), value.denom().magnitude(), 0), rounding)
}
/// NaN and infinities give 0.
pub fn to_real(format: FloatFormat, encoding: u128) -> BigRational {
    let Number::Finite { negative, magnitude, exponent } = decode(format, encoding) else {
        return BigRational::zero();
    };
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    let (places, magnitude) = (exponent.unsigned_abs(), BigInt::from_biguint(sign, magnitude));
    match exponent >= 0 {
        true => BigRational::from_integer(magnitude << places),
        false => BigRational::new(magnitude, BigInt::one() << places),
    }
}
/// The integer a float rounds to; none for NaN and infinities.
pub fn to_integer(format: FloatFormat, encoding: u128, rounding: Rounding) -> Option<BigInt> {
    let Number::Finite { negative, magnitude, exponent } = decode(format, encoding) else { return None };
    let magnitude = scaled(&magnitude, &BigUint::one(), exponent, negative, rounding);
    Some(BigInt::from_biguint(if negative { Sign::Minus } else { Sign::Plus }, magnitude))
}
/// Zero results keep the sign of the argument (IEEE 754, 6.3).
pub fn round_to_integral(format: FloatFormat, encoding: u128, rounding: Rounding) -> u128 {
    match decode(format, encoding) {
        Number::Nan => canonical_nan(format),
        Number::Infinite { .. } => encoding,
        Number::Finite { negative, magnitude, exponent } => {
            let whole = scaled(&magnitude, &BigUint::one(), exponent, negative, rounding);
            round(format, negative, (&whole, &BigUint::one(), 0), rounding)
        }
    }
}
pub fn square_root(format: FloatFormat, encoding: u128, rounding: Rounding) -> u128 {
    match decode(format, encoding) {
        Number::Finite { magnitude, .. } if magnitude.is_zero() => encoding, // sqrt(-0) is -0
        Number::Infinite { negative: false } => encoding,
        Number::Finite { negative: false, magnitude, exponent } => {
            // Make the exponent even and the root long enough: then append a bit that says whether the root
            // goes on. It lies beyond the rounding position and the position after it.
            let extra = 2 * (u64::from(format.significand_bits()) + 4) + (exponent.rem_euclid(2) as u64);
            let scaled = magnitude << extra;
            let root = scaled.sqrt();
            let goes_on = u32::from(&root * &root != scaled);
            let root = (root << 1u32) + goes_on;
            round(format, false, (&root, &BigUint::one(), (exponent - extra as i64) / 2 - 1), rounding)
        }
        _ => canonical_nan(format),
    }
}

/// The two remainders: which multiple of the divisor is taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quotient {
    /// IEEE `remainder`.
    NearestEven,
    /// C's `fmod`.
    Truncated,
}

/// `x - n·y`: always a float itself, so nothing is rounded. A zero result has the sign of `x`.
pub fn remainder(format: FloatFormat, x: u128, y: u128, quotient: Quotient) -> u128 {
    let (Number::Finite { negative, magnitude: a, exponent: e }, y) = (decode(format, x), decode(format, y)) else {
        return canonical_nan(format);
    };
    let (b, f) = match y {
        Number::Infinite { .. } => return x,
        Number::Finite { magnitude, exponent, .. } if !magnitude.is_zero() => (magnitude, exponent),
        _ => return canonical_nan(format),
    };
    let unit = e.min(f);
    let (a, b) = (a << (e - unit) as u64, b << (f - unit) as u64);
    let (n, rest) = a.div_rem(&b);
    let twice = &rest << 1u32;
    let beyond = quotient == Quotient::NearestEven && (twice > b || (twice == b && n.is_odd()));
    let (negative, rest) = if beyond { (!negative, b - rest) } else { (negative, rest) };
    round(format, negative, (&rest, &BigUint::one(), unit), Rounding::NearestEven)
}
