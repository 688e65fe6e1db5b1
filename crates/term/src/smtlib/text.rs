//! Sorts and values as SMT-LIB writes them.

use crate::bv::BvValue;
use crate::op::TermId;
use crate::softfloat::{self, Unpacked};
use crate::sort::{FloatFormat, Sort, SortId};
use crate::terms::Terms;
use crate::value::Value;
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use std::fmt::Write as _;

pub fn sort_text(terms: &Terms, sort: SortId) -> String {
    match *terms.sort_data(sort) {
        Sort::Bool => "Bool".to_owned(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Float(format) => format!("(_ FloatingPoint {} {})", format.exponent, format.significand),
        Sort::RoundingMode => "RoundingMode".to_owned(),
        Sort::Array { index, element } => format!("(Array {} {})", sort_text(terms, index), sort_text(terms, element)),
        Sort::Int => "Int".to_owned(),
        Sort::Real => "Real".to_owned(),
    }
}

pub(super) fn constant_text(terms: &Terms, term: TermId) -> Option<String> {
    Some(value_text(terms, &terms.constant_value(term)?))
}

/// A value as SMT-LIB writes it (arrays as stores over a constant array).
pub fn value_text(terms: &Terms, value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::BitVec(value) => bits_text(value),
        Value::Float(format, bits) => float_text(*format, bits),
        Value::RoundingMode(mode) => mode.name().to_owned(),
        Value::Int(value) => int_text(value),
        Value::Real(value) => real_text(value),
        Value::Array(array) => {
            let sort = sort_text(terms, array.sort);
            let base = format!("((as const {sort}) {})", value_text(terms, &array.default));
            let mut text = "(store ".repeat(array.entries.len()) + &base;
            for (index, element) in &array.entries {
                let _ = write!(text, " {} {})", value_text(terms, index), value_text(terms, element));
            }
            text
        }
    }
}

/// Hexadecimal where the width allows.
pub(super) fn bits_text(value: &BvValue) -> String {
    let width = value.width() as usize;
    match value.to_u64() {
        Some(bits) if width.is_multiple_of(4) => format!("#x{bits:0>digits$x}", digits = width / 4),
        Some(bits) => format!("#b{bits:0>width$b}"),
        None if width.is_multiple_of(4) => {
            format!("#x{:0>digits$}", value.to_biguint().to_str_radix(16), digits = width / 4)
        }
        None => format!("#b{:0>width$}", value.to_biguint().to_str_radix(2)),
    }
}

pub(super) fn float_text(format: FloatFormat, bits: &BvValue) -> String {
    let FloatFormat { exponent: eb, significand: sb } = format;
    let sign = if bits.sign_bit() { '-' } else { '+' };
    match softfloat::unpack(format, bits) {
        Unpacked::NaN => format!("(_ NaN {eb} {sb})"),
        Unpacked::Infinite { .. } => format!("(_ {sign}oo {eb} {sb})"),
        Unpacked::Zero { .. } => format!("(_ {sign}zero {eb} {sb})"),
        Unpacked::Finite(_) => {
            let top = format.width() - 1;
            let parts = [bits.extract(top, top), bits.extract(top - 1, sb - 1), bits.extract(sb - 2, 0)];
            let [sign, exponent, fraction] = parts.map(|part| bits_text(&part));
            format!("(fp {sign} {exponent} {fraction})")
        }
    }
}

fn int_text(value: &BigInt) -> String {
    if value.sign() == Sign::Minus { format!("(- {})", value.magnitude()) } else { value.to_string() }
}

fn real_text(value: &BigRational) -> String {
    let magnitude = match (value.numer().magnitude(), value.denom().magnitude()) {
        (numerator, _) if value.is_integer() => format!("{numerator}.0"),
        (numerator, denominator) => format!("(/ {numerator}.0 {denominator}.0)"),
    };
    if value.numer().sign() == Sign::Minus { format!("(- {magnitude})") } else { magnitude }
}
