//! Floats: arithmetic by `rustc_apfloat`, the rest by [`exact`]. NaN results are always the one NaN.

use super::exact::{self, Number, Quotient};
use crate::expr::{Binary, FloatClass, Rounding, Sign, Unary};
use crate::layout::canonical_nan;
use crate::types::FloatFormat;
use crate::value::{Bits, Value};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::TowardPositive => Round::TowardPositive,
        Rounding::TowardNegative => Round::TowardNegative,
        Rounding::TowardZero => Round::TowardZero,
    }
}

/// `rustc_apfloat` writes the 80-bit format with its explicit leading bit, [`Value`] without.
fn bits_to_library(format: FloatFormat, encoding: u128) -> u128 {
    if format != FloatFormat::X87 {
        return encoding;
    }
    let (upper, fraction) = (encoding >> 63, encoding & ((1 << 63) - 1));
    (upper << 64) | (u128::from(upper & 0x7fff != 0) << 63) | fraction
}
fn bits_from_library(format: FloatFormat, bits: u128) -> u128 {
    let encoding = if format == FloatFormat::X87 { (bits >> 64) << 63 | (bits & ((1 << 63) - 1)) } else { bits };
    crate::layout::canonical_float(format, encoding)
}

fn float<F: Float>(format: FloatFormat, encoding: u128) -> F {
    F::from_bits(bits_to_library(format, encoding))
}

/// Calls a generic function with the library's type for a format.
macro_rules! by_format {
    ($format:expr, $function:ident ( $($argument:expr),* )) => {
        match $format {
            FloatFormat::Half => $function::<Half>($($argument),*),
            FloatFormat::BFloat => $function::<BFloat>($($argument),*),
            FloatFormat::Single => $function::<Single>($($argument),*),
            FloatFormat::Double => $function::<Double>($($argument),*),
            FloatFormat::X87 => $function::<X87DoubleExtended>($($argument),*),
            FloatFormat::Quad => $function::<Quad>($($argument),*),
        }
    };
}

/// None for operations that are not on floats.
pub fn unary(op: Unary, format: FloatFormat, a: u128) -> Option<Value> {
    let sign_bit = 1u128 << (format.width() - 1);
    // Only the 80-bit format has one NaN.
    let value = |encoding: u128| Value::Float(format, crate::layout::float_value(format, encoding));
    Some(match op {
        Unary::FloatNegate => value(a ^ sign_bit),
        Unary::FloatAbs => value(a & !sign_bit),
        Unary::FloatSqrt(rounding) => Value::Float(format, exact::square_root(format, a, rounding)),
        Unary::FloatRound(rounding) => Value::Float(format, exact::round_to_integral(format, a, rounding)),
        Unary::FloatIs(class) => Value::Bool(is(class, format, a)),
        _ => return None,
    })
}

fn is_nan(format: FloatFormat, a: u128) -> bool {
    exact::decode(format, a) == Number::Nan
}

fn is(class: FloatClass, format: FloatFormat, a: u128) -> bool {
    let number = exact::decode(format, a);
    let finite = match &number {
        Number::Finite { magnitude, .. } => Some(magnitude),
        _ => None,
    };
    let normal_from = u64::from(format.significand_bits());
    match class {
        FloatClass::Nan => number == Number::Nan,
        FloatClass::Infinite => matches!(number, Number::Infinite { .. }),
        FloatClass::Zero => finite.is_some_and(Zero::is_zero),
        FloatClass::Subnormal => finite.is_some_and(|m| !m.is_zero() && m.bits() < normal_from),
        FloatClass::Normal => finite.is_some_and(|m| m.bits() == normal_from),
        FloatClass::Negative => number != Number::Nan && exact::is_negative(format, a),
        FloatClass::Positive => number != Number::Nan && !exact::is_negative(format, a),
    }
}

/// None for operations that are not on two floats of one format.
pub fn binary(op: Binary, format: FloatFormat, a: u128, b: u128) -> Option<Value> {
    use Binary::*;
    let number = |encoding: u128| Some(Value::Float(format, encoding));
    match op {
        FloatAdd(rounding) | FloatSubtract(rounding) | FloatMultiply(rounding) | FloatDivide(rounding) => {
            number(by_format!(format, arithmetic(op, rounding, format, a, b)))
        }
        FloatRemainder => number(exact::remainder(format, a, b, Quotient::NearestEven)),
        FloatModulo => number(exact::remainder(format, a, b, Quotient::Truncated)),
        FloatMin => number(smaller(format, a, b, false)),
        FloatMax => number(smaller(format, a, b, true)),
        FloatEqual | FloatLess | FloatLessEqual => Some(Value::Bool(by_format!(format, compare(op, format, a, b)))),
        _ => None,
    }
}

fn arithmetic<F: Float>(op: Binary, rounding: Rounding, format: FloatFormat, a: u128, b: u128) -> u128 {
    let (x, y, round) = (float::<F>(format, a), float::<F>(format, b), direction(rounding));
    let result = match op {
        Binary::FloatAdd(_) => x.add_r(y, round),
        Binary::FloatSubtract(_) => x.sub_r(y, round),
        Binary::FloatMultiply(_) => x.mul_r(y, round),
        _ => x.div_r(y, round),
    };
    bits_from_library(format, result.value.to_bits())
}

fn compare<F: Float>(op: Binary, format: FloatFormat, a: u128, b: u128) -> bool {
    let (x, y) = (float::<F>(format, a), float::<F>(format, b));
    match op {
        Binary::FloatEqual => x == y,
        Binary::FloatLess => x < y,
        _ => x <= y,
    }
}

/// The smaller (or, mirrored, the larger). A NaN loses; -0 is smaller than +0.
fn smaller(format: FloatFormat, a: u128, b: u128, mirrored: bool) -> u128 {
    if is_nan(format, a) {
        return b;
    }
    if is_nan(format, b) {
        return a;
    }
    let less = by_format!(format, compare(Binary::FloatLess, format, a, b));
    let equal = by_format!(format, compare(Binary::FloatEqual, format, a, b));
    let a_first = less || (equal && exact::is_negative(format, a));
    if a_first != mirrored { a } else { b }
}

pub fn fused(format: FloatFormat, rounding: Rounding, a: u128, b: u128, c: u128) -> u128 {
    fn run<F: Float>(format: FloatFormat, rounding: Rounding, [a, b, c]: [u128; 3]) -> u128 {
        let (x, y, z) = (float::<F>(format, a), float::<F>(format, b), float::<F>(format, c));
        bits_from_library(format, x.mul_add_r(y, z, direction(rounding)).value.to_bits())
    }
    by_format!(format, run(format, rounding, [a, b, c]))
}

/// To another format.
pub fn convert(from: FloatFormat, to: FloatFormat, rounding: Rounding, a: u128) -> u128 {
    fn into<G: Float, F: FloatConvert<G>>(value: F, rounding: Rounding) -> u128 {
        value.convert_r(direction(rounding), &mut false).value.to_bits()
    }
    fn run<F>(from: FloatFormat, to: FloatFormat, rounding: Rounding, a: u128) -> u128
    where
        F: FloatConvert<Half> + FloatConvert<BFloat> + FloatConvert<Single>,
        F: FloatConvert<Double> + FloatConvert<X87DoubleExtended> + FloatConvert<Quad>,
    {
        let value = float::<F>(from, a);
        let bits = match to {
            FloatFormat::Half => into::<Half, F>(value, rounding),
            FloatFormat::BFloat => into::<BFloat, F>(value, rounding),
            FloatFormat::Single => into::<Single, F>(value, rounding),
            FloatFormat::Double => into::<Double, F>(value, rounding),
            FloatFormat::X87 => into::<X87DoubleExtended, F>(value, rounding),
            FloatFormat::Quad => into::<Quad, F>(value, rounding),
        };
        bits_from_library(to, bits)
    }
    if from == to {
        return a;
    }
    if is_nan(from, a) {
        return canonical_nan(to);
    }
    by_format!(from, run(from, to, rounding, a))
}

pub fn from_bits(format: FloatFormat, sign: Sign, rounding: Rounding, a: &Bits) -> u128 {
    let value = match sign {
        Sign::Signed => a.signed(),
        Sign::Unsigned => BigInt::from(a.unsigned()),
    };
    exact::from_integer(format, &value, rounding)
}

/// What does not fit, and NaN, give 0.
pub fn to_bits(format: FloatFormat, a: u128, sign: Sign, rounding: Rounding, width: u32) -> Bits {
    let zero = Bits::from_u64(width, 0);
    let Some(value) = exact::to_integer(format, a, rounding) else { return zero };
    let fits = match sign {
        Sign::Unsigned => !value.is_negative() && value.bits() <= u64::from(width),
        Sign::Signed => {
            let half = BigInt::one() << width.saturating_sub(1);
            value >= -&half && value < half
        }
    };
    if fits { Bits::from_signed(width, &value) } else { zero }
}

#[cfg(test)]
mod tests;
