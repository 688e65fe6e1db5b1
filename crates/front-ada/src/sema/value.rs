//! Static values, exact: big integers (also positions of enumeration literals) and rationals.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::types::FloatSize;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// Integers, modular values, positions of enumeration literals (False is 0).
    Int(BigInt),
    /// Real values; fixed-point values too, as numbers and not as multiples.
    Real(BigRational),
}

impl Value {
    pub fn int(value: impl Into<BigInt>) -> Self {
        Value::Int(value.into())
    }
    pub fn boolean(value: bool) -> Self {
        Value::Int(BigInt::from(u8::from(value)))
    }
    pub fn as_int(&self) -> Option<&BigInt> {
        match self {
            Value::Int(value) => Some(value),
            Value::Real(_) => None,
        }
    }
    pub fn as_rational(&self) -> BigRational {
        match self {
            Value::Int(value) => BigRational::from_integer(value.clone()),
            Value::Real(value) => value.clone(),
        }
    }
    pub fn is_true(&self) -> bool {
        matches!(self, Value::Int(v) if !v.is_zero())
    }
}

/// Parses a numeric literal of Ada (RM 2.4); `None` if its digits do not fit its base.
pub fn parse_number(text: &str) -> Option<Value> {
    let text: String = text.chars().filter(|&c| c != '_').collect();
    let (base, mantissa, exponent) = match text.split_once('#') {
        Some((base, rest)) => {
            let (mantissa, exponent) = rest.split_once('#')?;
            (base.parse::<u32>().ok().filter(|b| (2..=16).contains(b))?, mantissa, exponent.get(1..).unwrap_or(""))
        }
        None => match text.find(['e', 'E']) {
            Some(at) => (10, &text[..at], &text[at + 1..]),
            None => (10, &*text, ""),
        },
    };
    let exponent: i32 = match exponent.trim_start_matches('+') {
        "" => 0,
        digits => digits.parse().ok().filter(|e: &i32| e.abs() <= 100_000)?,
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let number = BigInt::parse_bytes(digits.as_bytes(), base)?;
    let shift = exponent - fraction.len() as i32;
    let power = BigInt::from(base).pow(shift.unsigned_abs());
    if !mantissa.contains('.') && exponent >= 0 {
        return Some(Value::Int(number * power));
    }
    let value = if shift >= 0 { BigRational::from_integer(number * power) } else { BigRational::new(number, power) };
    Some(Value::Real(value))
}

/// Rounds to the nearest integer, ties away from zero (RM 4.6(33), 4.9(38)).
pub fn round_away(value: &BigRational) -> BigInt {
    let doubled = value.abs() * BigRational::from_integer(2.into()) + BigRational::one();
    let magnitude = doubled.numer().div_floor(&(doubled.denom() * BigInt::from(2)));
    if value.is_negative() { -magnitude } else { magnitude }
}

impl FloatSize {
    /// Significand bits with the hidden one, and exponent bits.
    pub fn format(self) -> (u32, u32) {
        match self {
            FloatSize::Single => (24, 8),
            FloatSize::Double => (53, 11),
            FloatSize::Extended => (64, 15),
        }
    }
    /// The largest finite value.
    pub fn largest(self) -> BigRational {
        let (significand, exponent) = self.format();
        let top = (1i64 << (exponent - 1)) - i64::from(significand);
        let ones = (BigInt::one() << significand) - BigInt::one();
        BigRational::from_integer(ones << top.max(0) as u64)
    }
}

/// Rounds to the nearest machine number, ties to even. Gives the interchange encoding (sign, exponent,
/// fraction without the hidden bit) and the value; `None` if it overflows.
pub fn to_float(value: &BigRational, size: FloatSize) -> Option<(u128, BigRational)> {
    let (significand, exponent_bits) = size.format();
    let bias = (1i64 << (exponent_bits - 1)) - 1;
    if value.is_zero() {
        return Some((0, value.clone()));
    }
    let sign = u128::from(value.is_negative());
    let magnitude = value.abs();
    // 2^exponent <= magnitude < 2^(exponent+1)
    let mut exponent = magnitude.numer().bits() as i64 - magnitude.denom().bits() as i64;
    if magnitude < power_of_two(exponent) {
        exponent -= 1;
    }
    let exponent = exponent.max(1 - bias);
    let unit = exponent - i64::from(significand) + 1;
    let mut units = round_even(&(magnitude / power_of_two(unit)));
    let mut exponent = exponent;
    if units.bits() > u64::from(significand) {
        units >>= 1u32;
        exponent += 1;
    }
    if exponent > bias {
        return None;
    }
    let unit = exponent - i64::from(significand) + 1;
    let rounded = BigRational::from_integer(BigInt::from(units.clone())) * power_of_two(unit);
    let normal = units.bits() == u64::from(significand);
    let hidden = BigUint::one() << (significand - 1);
    let fraction = if normal { &units - &hidden } else { units };
    let biased = if normal { (exponent + bias) as u128 } else { 0 };
    let bits = (((sign << exponent_bits) | biased) << (significand - 1)) | fraction.to_u128()?;
    Some((bits, if sign == 1 { -rounded } else { rounded }))
}

fn round_even(value: &BigRational) -> BigUint {
    let two = BigInt::from(2);
    let (quotient, remainder) = value.numer().div_rem(value.denom());
    let doubled = remainder * &two;
    let up = doubled > *value.denom() || (doubled == *value.denom() && quotient.is_odd());
    let rounded = if up { quotient + 1 } else { quotient };
    rounded.to_biguint().unwrap_or_default()
}

pub fn power_of_two(exponent: i64) -> BigRational {
    let power = BigInt::one() << exponent.unsigned_abs();
    if exponent >= 0 { BigRational::from_integer(power) } else { BigRational::new(BigInt::one(), power) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        let rational = |a: i64, b: i64| Some(Value::Real(BigRational::new(a.into(), b.into())));
        assert_eq!(parse_number("16#FF#E1"), Some(Value::int(4080)));
        assert_eq!(parse_number("1_000"), Some(Value::int(1000)));
        assert_eq!(parse_number("1E3"), Some(Value::int(1000)));
        assert_eq!(parse_number("0.125"), rational(1, 8));
        assert_eq!(parse_number("2#1.1#E-1"), rational(3, 4));
        assert_eq!(parse_number("2#2#"), None);
    }

    #[test]
    fn floats_round_as_the_machine_does() {
        for text in ["0.1", "3.14159", "1.0E-40", "123456789.0", "1.0E30", "2.5", "1.0E-46", "0.333333343267441"] {
            let Some(Value::Real(value)) = parse_number(text) else { panic!("{text}") };
            let wanted = text.parse::<f32>().unwrap().to_bits();
            assert_eq!(to_float(&value, FloatSize::Single).map(|f| f.0), Some(u128::from(wanted)), "{text}");
            let wanted = text.parse::<f64>().unwrap().to_bits();
            assert_eq!(to_float(&value, FloatSize::Double).map(|f| f.0), Some(u128::from(wanted)), "{text}");
        }
        let large = FloatSize::Double.largest();
        assert_eq!(to_float(&large, FloatSize::Double).map(|f| f.0), Some(u128::from(f64::MAX.to_bits())));
        assert!(to_float(&(large * BigRational::from_integer(2.into())), FloatSize::Double).is_none());
    }

    #[test]
    fn ties_go_away_from_zero() {
        let half = |n: i64| round_away(&BigRational::new(n.into(), 2.into()));
        assert_eq!(
            (half(1), half(-1), half(3), half(-3), half(4)),
            (1.into(), (-1).into(), 2.into(), (-2).into(), 2.into())
        );
    }
}
