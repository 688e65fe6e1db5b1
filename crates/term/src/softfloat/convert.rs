//! Conversions between formats, to and from integers and rationals.

use super::arith::round_quotient;
use super::{Unpacked, cut, infinity, nan, round, unpack, zero};
use crate::bv::BvValue;
use crate::sort::{FloatFormat, RoundingMode};
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The same number in another format.
pub fn to_format(from: FloatFormat, to: FloatFormat, mode: RoundingMode, a: &BvValue) -> BvValue {
    match unpack(from, a) {
        Unpacked::NaN => nan(to),
        Unpacked::Infinite { negative } => infinity(to, negative),
        Unpacked::Zero { negative } => zero(to, negative),
        Unpacked::Finite(x) => round(to, mode, x.negative, x.significand, x.exponent, false),
    }
}

fn from_integer(format: FloatFormat, mode: RoundingMode, value: &BigInt) -> BvValue {
    round(format, mode, value.sign() == Sign::Minus, value.magnitude().clone(), 0, false)
}

/// A two's complement integer.
pub fn from_signed(format: FloatFormat, mode: RoundingMode, a: &BvValue) -> BvValue {
    from_integer(format, mode, &a.to_bigint())
}

pub fn from_unsigned(format: FloatFormat, mode: RoundingMode, a: &BvValue) -> BvValue {
    from_integer(format, mode, &BigInt::from(a.to_biguint()))
}

/// Zero becomes +0.
pub fn from_rational(format: FloatFormat, mode: RoundingMode, value: &BigRational) -> BvValue {
    let negative = value.numer().sign() == Sign::Minus;
    if value.is_zero() {
        return zero(format, false);
    }
    let (numerator, denominator) = (value.numer().magnitude().clone(), value.denom().magnitude().clone());
    round_quotient(format, mode, negative, numerator, denominator, 0)
}

/// `None` for NaN and infinities.
pub fn to_rational(format: FloatFormat, a: &BvValue) -> Option<BigRational> {
    match unpack(format, a) {
        Unpacked::NaN | Unpacked::Infinite { .. } => None,
        Unpacked::Zero { .. } => Some(BigRational::zero()),
        Unpacked::Finite(x) => {
            let sign = if x.negative { Sign::Minus } else { Sign::Plus };
            let numerator = BigInt::from_biguint(sign, x.significand);
            let power = BigInt::from(BigUint::one() << x.exponent.unsigned_abs());
            Some(if x.exponent < 0 {
                BigRational::new(numerator, power)
            } else {
                BigRational::from_integer(numerator * power)
            })
        }
    }
}

/// Rounded to an integer; `None` for NaN, infinities, and magnitudes of more than `limit` bits.
fn to_integer(format: FloatFormat, mode: RoundingMode, a: &BvValue, limit: u32) -> Option<BigInt> {
    match unpack(format, a) {
        Unpacked::NaN | Unpacked::Infinite { .. } => None,
        Unpacked::Zero { .. } => Some(BigInt::zero()),
        // Checked before shifting: exponents can be enormous.
        Unpacked::Finite(x) if x.top() > i64::from(limit) => None,
        Unpacked::Finite(x) => {
            let magnitude = if x.exponent >= 0 {
                x.significand << x.exponent as u64
            } else {
                cut(&x.significand, x.exponent.unsigned_abs()).rounded(mode, x.negative)
            };
            Some(BigInt::from_biguint(if x.negative { Sign::Minus } else { Sign::Plus }, magnitude))
        }
    }
}

/// Rounded to an unsigned integer; `None` for NaN, infinities and what does not fit.
pub fn to_unsigned(format: FloatFormat, mode: RoundingMode, a: &BvValue, width: u32) -> Option<BvValue> {
    let value = to_integer(format, mode, a, width)?;
    let fits = value.sign() != Sign::Minus && value.bits() <= u64::from(width);
    fits.then(|| BvValue::from_bigint(width, &value))
}

/// Rounded to a two's complement integer; `None` for NaN, infinities and what does not fit.
pub fn to_signed(format: FloatFormat, mode: RoundingMode, a: &BvValue, width: u32) -> Option<BvValue> {
    let value = to_integer(format, mode, a, width)?;
    let bits = BvValue::from_bigint(width, &value);
    (bits.to_bigint() == value).then_some(bits)
}
