//! Comparisons, classification, minimum and maximum.

use super::{Unpacked, canonical, exponent_field, is_nan, is_zero, unpack};
use crate::bv::BvValue;
use crate::sort::FloatFormat;
use std::cmp::Ordering;

/// The numeric order; `None` when one is NaN. Zeros are equal.
fn compare(format: FloatFormat, a: &BvValue, b: &BvValue) -> Option<Ordering> {
    if is_nan(format, a) || is_nan(format, b) {
        return None;
    }
    if is_zero(format, a) && is_zero(format, b) {
        return Some(Ordering::Equal);
    }
    // Encodings of one sign are ordered like their magnitudes.
    Some(match (a.sign_bit(), b.sign_bit()) {
        (false, false) => a.cmp_unsigned(b),
        (true, true) => b.cmp_unsigned(a),
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
    })
}

pub fn lt(format: FloatFormat, a: &BvValue, b: &BvValue) -> bool {
    compare(format, a, b) == Some(Ordering::Less)
}

pub fn leq(format: FloatFormat, a: &BvValue, b: &BvValue) -> bool {
    compare(format, a, b).is_some_and(Ordering::is_le)
}

pub fn eq(format: FloatFormat, a: &BvValue, b: &BvValue) -> bool {
    compare(format, a, b) == Some(Ordering::Equal)
}

/// The smaller; the other one if one is NaN; -0 of zeros with different signs.
pub fn min(format: FloatFormat, a: &BvValue, b: &BvValue) -> BvValue {
    match compare(format, a, b) {
        None => other_than_nan(format, a, b),
        Some(Ordering::Less) => a.clone(),
        Some(Ordering::Greater) => b.clone(),
        Some(Ordering::Equal) => {
            if a.sign_bit() {
                a.clone()
            } else {
                b.clone()
            }
        }
    }
}

/// The larger; the other one if one is NaN; +0 of zeros with different signs.
pub fn max(format: FloatFormat, a: &BvValue, b: &BvValue) -> BvValue {
    match compare(format, a, b) {
        None => other_than_nan(format, a, b),
        Some(Ordering::Less) => b.clone(),
        Some(Ordering::Greater) => a.clone(),
        Some(Ordering::Equal) => {
            if a.sign_bit() {
                b.clone()
            } else {
                a.clone()
            }
        }
    }
}

fn other_than_nan(format: FloatFormat, a: &BvValue, b: &BvValue) -> BvValue {
    canonical(format, if is_nan(format, a) { b.clone() } else { a.clone() })
}

pub fn is_normal(format: FloatFormat, a: &BvValue) -> bool {
    let exponent = exponent_field(format, a);
    !exponent.is_zero() && !exponent.is_ones()
}

pub fn is_subnormal(format: FloatFormat, a: &BvValue) -> bool {
    exponent_field(format, a).is_zero() && !is_zero(format, a)
}

/// Has a sign and it is minus; NaN has none.
pub fn is_negative(format: FloatFormat, a: &BvValue) -> bool {
    a.sign_bit() && unpack(format, a) != Unpacked::NaN
}

/// Has a sign and it is plus; NaN has none.
pub fn is_positive(format: FloatFormat, a: &BvValue) -> bool {
    !a.sign_bit() && unpack(format, a) != Unpacked::NaN
}
