//! Float constants: reading, arithmetic before run time, conversions. Rounding is to nearest, ties to even.
//!
//! All formats hold their bits in a `u128`, as in memory.

use super::builtin::Builtin;
use super::tree::{BinaryOperator, Comparison, FloatValue};
use crate::types::Float;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float as Software, FloatConvert, Round};

/// Runs a generic function with the software format of a type.
macro_rules! with_format {
    ($float:expr, $run:ident ( $($argument:expr),* )) => {
        match $float {
            Float::Float16 => $run::<Half>($($argument),*),
            Float::BFloat16 => $run::<BFloat>($($argument),*),
            Float::Float | Float::Float32 => $run::<Single>($($argument),*),
            Float::Double | Float::Float64 | Float::Float32x => $run::<Double>($($argument),*),
            Float::LongDouble | Float::Float64x => $run::<X87DoubleExtended>($($argument),*),
            Float::Float128 => $run::<Quad>($($argument),*),
        }
    };
}

fn value<F: Software>(number: F) -> FloatValue {
    FloatValue { bits: number.to_bits() }
}

/// A decimal or hexadecimal number, without suffix.
pub fn parse(float: Float, digits: &str) -> Option<FloatValue> {
    fn run<F: Software>(digits: &str) -> Option<FloatValue> {
        F::from_str_r(digits, Round::NearestTiesToEven).ok().map(|parsed| value(parsed.value))
    }
    let digits: String = digits.chars().filter(|&c| c != '\'').collect();
    with_format!(float, run(&digits))
}

pub(super) fn infinity(float: Float) -> FloatValue {
    fn run<F: Software>() -> FloatValue {
        value(F::INFINITY)
    }
    with_format!(float, run())
}

pub(super) fn nan(float: Float) -> FloatValue {
    fn run<F: Software>() -> FloatValue {
        value(F::NAN)
    }
    with_format!(float, run())
}

pub(super) fn is_zero(float: Float, number: FloatValue) -> bool {
    fn run<F: Software>(number: FloatValue) -> bool {
        F::from_bits(number.bits).is_zero()
    }
    with_format!(float, run(number))
}

pub(super) fn negate(float: Float, number: FloatValue) -> FloatValue {
    fn run<F: Software>(number: FloatValue) -> FloatValue {
        value(-F::from_bits(number.bits))
    }
    with_format!(float, run(number))
}

pub(super) fn arithmetic(float: Float, operator: BinaryOperator, a: FloatValue, b: FloatValue) -> Option<FloatValue> {
    fn run<F: Software>(operator: BinaryOperator, a: FloatValue, b: FloatValue) -> Option<FloatValue> {
        let (a, b) = (F::from_bits(a.bits), F::from_bits(b.bits));
        let round = Round::NearestTiesToEven;
        let result = match operator {
            BinaryOperator::Add => a.add_r(b, round),
            BinaryOperator::Subtract => a.sub_r(b, round),
            BinaryOperator::Multiply => a.mul_r(b, round),
            BinaryOperator::Divide => a.div_r(b, round),
            _ => return None,
        };
        Some(value(result.value))
    }
    with_format!(float, run(operator, a, b))
}

pub(super) fn compare(float: Float, comparison: Comparison, a: FloatValue, b: FloatValue) -> bool {
    fn run<F: Software>(comparison: Comparison, a: FloatValue, b: FloatValue) -> bool {
        let (a, b) = (F::from_bits(a.bits), F::from_bits(b.bits));
        match comparison {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::LessEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterEqual => a >= b,
        }
    }
    with_format!(float, run(comparison, a, b))
}

/// The bits of the same number in another format, rounded if need be.
pub(super) fn convert(from: Float, to: Float, number: FloatValue) -> FloatValue {
    fn into<F, G>(number: FloatValue) -> FloatValue
    where
        F: Software + FloatConvert<G>,
        G: Software,
    {
        let mut loses = false;
        value::<G>(F::from_bits(number.bits).convert_r(Round::NearestTiesToEven, &mut loses).value)
    }
    fn run<F>(to: Float, number: FloatValue) -> FloatValue
    where
        F: Software
            + FloatConvert<Half>
            + FloatConvert<BFloat>
            + FloatConvert<Single>
            + FloatConvert<Double>
            + FloatConvert<X87DoubleExtended>
            + FloatConvert<Quad>,
    {
        match to {
            Float::Float16 => into::<F, Half>(number),
            Float::BFloat16 => into::<F, BFloat>(number),
            Float::Float | Float::Float32 => into::<F, Single>(number),
            Float::Double | Float::Float64 | Float::Float32x => into::<F, Double>(number),
            Float::LongDouble | Float::Float64x => into::<F, X87DoubleExtended>(number),
            Float::Float128 => into::<F, Quad>(number),
        }
    }
    with_format!(from, run(to, number))
}

/// What the classifying builtins ask about a number.
pub(super) struct Class {
    nan: bool,
    infinite: bool,
    normal: bool,
    zero: bool,
    negative: bool,
}

impl Class {
    /// Its place in the order of `fpclassify`: NaN, infinite, normal, subnormal, zero.
    pub(super) fn number(&self) -> usize {
        match self {
            Class { nan: true, .. } => 0,
            Class { infinite: true, .. } => 1,
            Class { normal: true, .. } => 2,
            Class { zero: true, .. } => 4,
            _ => 3,
        }
    }
    /// The answer of a classifying builtin.
    pub(super) fn answer(&self, builtin: Builtin) -> Option<i32> {
        let sign = if self.negative { -1 } else { 1 };
        Some(match builtin {
            Builtin::IsNan => i32::from(self.nan),
            Builtin::IsInfinite => i32::from(self.infinite),
            Builtin::InfinitySign => i32::from(self.infinite) * sign,
            Builtin::IsFinite => i32::from(!self.infinite && !self.nan),
            Builtin::IsNormal => i32::from(self.normal),
            Builtin::SignBit => i32::from(self.negative),
            _ => return None,
        })
    }
}

pub(super) fn classify(float: Float, number: FloatValue) -> Class {
    fn run<F: Software>(number: FloatValue) -> Class {
        let number = F::from_bits(number.bits);
        Class {
            nan: number.is_nan(),
            infinite: number.is_infinite(),
            normal: number.is_normal(),
            zero: number.is_zero(),
            negative: number.is_negative(),
        }
    }
    with_format!(float, run(number))
}

/// Rounds an integer; `None` beyond 128 bits.
pub(super) fn from_integer(float: Float, number: &BigInt) -> Option<FloatValue> {
    fn run<F: Software>(number: &BigInt) -> Option<FloatValue> {
        let round = Round::NearestTiesToEven;
        match number.to_i128() {
            Some(number) => Some(value(F::from_i128_r(number, round).value)),
            None => number.to_u128().map(|number| value(F::from_u128_r(number, round).value)),
        }
    }
    with_format!(float, run(number))
}

/// Toward zero; `None` for NaN, infinities and what 127 bits do not hold.
pub(super) fn to_integer(float: Float, number: FloatValue) -> Option<BigInt> {
    fn run<F: Software>(number: FloatValue) -> Option<BigInt> {
        let number = F::from_bits(number.bits);
        if !number.is_finite() {
            return None;
        }
        let mut exact = false;
        let result = number.to_i128_r(128, Round::TowardZero, &mut exact);
        (!result.status.contains(rustc_apfloat::Status::INVALID_OP)).then(|| BigInt::from(result.value))
    }
    with_format!(float, run(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_the_hardware_has_them() {
        let bits = |float, text| parse(float, text).map(|v| v.bits);
        assert_eq!(bits(Float::Double, "0.1"), Some(u128::from(0.1f64.to_bits())));
        assert_eq!(bits(Float::Float, "16777217.0"), Some(u128::from(16777216f32.to_bits())));
        assert_eq!(bits(Float::Double, "0x1.8p1"), Some(u128::from(3.0f64.to_bits())));
        assert_eq!(bits(Float::LongDouble, "1."), Some(0x3fff_8000_0000_0000_0000));
        let three = parse(Float::Double, "3.99").and_then(|v| to_integer(Float::Double, negate(Float::Double, v)));
        assert_eq!(three, Some(BigInt::from(-3)));
    }
}
