//! Arithmetic: special cases by IEEE 754-2019 sections 6 and 7, the rest exact and then rounded.

use super::{Finite, Unpacked, cut, infinity, nan, round, unpack, zero};
use crate::bv::BvValue;
use crate::sort::{FloatFormat, RoundingMode};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::Zero;

pub fn abs(format: FloatFormat, a: &BvValue) -> BvValue {
    if super::is_nan(format, a) || !a.sign_bit() { super::canonical(format, a.clone()) } else { flip_sign(a) }
}

pub fn neg(format: FloatFormat, a: &BvValue) -> BvValue {
    if super::is_nan(format, a) { nan(format) } else { flip_sign(a) }
}

fn flip_sign(a: &BvValue) -> BvValue {
    a.xor(&BvValue::min_signed(a.width()))
}

pub fn add(format: FloatFormat, mode: RoundingMode, a: &BvValue, b: &BvValue) -> BvValue {
    add_unpacked(format, mode, unpack(format, a), unpack(format, b))
}

pub fn sub(format: FloatFormat, mode: RoundingMode, a: &BvValue, b: &BvValue) -> BvValue {
    add(format, mode, a, &neg(format, b))
}

/// An exact zero sum of nonzero or differently signed operands is +0, and -0 toward negative.
fn cancelled(format: FloatFormat, mode: RoundingMode) -> BvValue {
    zero(format, mode == RoundingMode::TowardNegative)
}

/// The operands may have more bits than the format holds (the product in [`fma`]).
fn add_unpacked(format: FloatFormat, mode: RoundingMode, a: Unpacked, b: Unpacked) -> BvValue {
    match (a, b) {
        (Unpacked::NaN, _) | (_, Unpacked::NaN) => nan(format),
        (Unpacked::Infinite { negative: x }, Unpacked::Infinite { negative: y }) if x != y => nan(format),
        (Unpacked::Infinite { negative }, _) | (_, Unpacked::Infinite { negative }) => infinity(format, negative),
        (Unpacked::Zero { negative: x }, Unpacked::Zero { negative: y }) => {
            if x == y {
                zero(format, x)
            } else {
                cancelled(format, mode)
            }
        }
        (Unpacked::Zero { .. }, Unpacked::Finite(x)) | (Unpacked::Finite(x), Unpacked::Zero { .. }) => {
            round(format, mode, x.negative, x.significand, x.exponent, false)
        }
        (Unpacked::Finite(x), Unpacked::Finite(y)) => add_finite(format, mode, x, y),
    }
}

fn add_finite(format: FloatFormat, mode: RoundingMode, x: Finite, y: Finite) -> BvValue {
    let (big, small) = if x.top() >= y.top() { (x, y) } else { (y, x) };
    // When the smaller operand lies wholly below enough extra bits of the larger one, only its
    // sign matters. This keeps formats with huge exponents from needing huge shifts.
    let extra = i64::from(format.significand) + 4;
    if big.exponent - extra > small.top() {
        let significand = big.significand << extra as u64;
        let exponent = big.exponent - extra;
        let significand = if big.negative == small.negative { significand } else { significand - 1u32 };
        return round(format, mode, big.negative, significand, exponent, true);
    }
    let exponent = big.exponent.min(small.exponent);
    let aligned = |f: &Finite| &f.significand << (f.exponent - exponent) as u64;
    let (a, b) = (aligned(&big), aligned(&small));
    if big.negative == small.negative {
        return round(format, mode, big.negative, a + b, exponent, false);
    }
    // The larger top does not make the larger magnitude when the tops are equal.
    match a.cmp(&b) {
        std::cmp::Ordering::Equal => cancelled(format, mode),
        std::cmp::Ordering::Greater => round(format, mode, big.negative, a - b, exponent, false),
        std::cmp::Ordering::Less => round(format, mode, small.negative, b - a, exponent, false),
    }
}

/// The exact product.
fn mul_unpacked(a: Unpacked, b: Unpacked) -> Unpacked {
    let negative = a.is_negative() != b.is_negative();
    match (a, b) {
        (Unpacked::NaN, _) | (_, Unpacked::NaN) => Unpacked::NaN,
        (Unpacked::Infinite { .. }, Unpacked::Zero { .. }) | (Unpacked::Zero { .. }, Unpacked::Infinite { .. }) => {
            Unpacked::NaN
        }
        (Unpacked::Infinite { .. }, _) | (_, Unpacked::Infinite { .. }) => Unpacked::Infinite { negative },
        (Unpacked::Zero { .. }, _) | (_, Unpacked::Zero { .. }) => Unpacked::Zero { negative },
        (Unpacked::Finite(x), Unpacked::Finite(y)) => Unpacked::Finite(Finite {
            negative,
            significand: x.significand * y.significand,
            exponent: x.exponent + y.exponent,
        }),
    }
}

fn round_unpacked(format: FloatFormat, mode: RoundingMode, a: Unpacked) -> BvValue {
    match a {
        Unpacked::NaN => nan(format),
        Unpacked::Infinite { negative } => infinity(format, negative),
        Unpacked::Zero { negative } => zero(format, negative),
        Unpacked::Finite(x) => round(format, mode, x.negative, x.significand, x.exponent, false),
    }
}

pub fn mul(format: FloatFormat, mode: RoundingMode, a: &BvValue, b: &BvValue) -> BvValue {
    round_unpacked(format, mode, mul_unpacked(unpack(format, a), unpack(format, b)))
}

/// `a * b + c`, rounded once.
pub fn fma(format: FloatFormat, mode: RoundingMode, a: &BvValue, b: &BvValue, c: &BvValue) -> BvValue {
    add_unpacked(format, mode, mul_unpacked(unpack(format, a), unpack(format, b)), unpack(format, c))
}

pub fn div(format: FloatFormat, mode: RoundingMode, a: &BvValue, b: &BvValue) -> BvValue {
    let (a, b) = (unpack(format, a), unpack(format, b));
    let negative = a.is_negative() != b.is_negative();
    match (a, b) {
        (Unpacked::NaN, _) | (_, Unpacked::NaN) => nan(format),
        (Unpacked::Infinite { .. }, Unpacked::Infinite { .. }) | (Unpacked::Zero { .. }, Unpacked::Zero { .. }) => {
            nan(format)
        }
        (Unpacked::Infinite { .. }, _) | (_, Unpacked::Zero { .. }) => infinity(format, negative),
        (Unpacked::Zero { .. }, _) | (_, Unpacked::Infinite { .. }) => zero(format, negative),
        (Unpacked::Finite(x), Unpacked::Finite(y)) => {
            let exponent = x.exponent - y.exponent;
            round_quotient(format, mode, negative, x.significand, y.significand, exponent)
        }
    }
}

/// `numerator / denominator * 2^exponent`, both positive, rounded.
pub(super) fn round_quotient(
    format: FloatFormat,
    mode: RoundingMode,
    negative: bool,
    numerator: BigUint,
    denominator: BigUint,
    exponent: i64,
) -> BvValue {
    // Enough bits for the quotient to have two more than the format, even when the top parts are unlucky.
    let wanted = u64::from(format.significand) + 3;
    let shift = (denominator.bits() + wanted).saturating_sub(numerator.bits());
    let (quotient, remainder) = (numerator << shift).div_rem(&denominator);
    round(format, mode, negative, quotient, exponent - shift as i64, !remainder.is_zero())
}

pub fn sqrt(format: FloatFormat, mode: RoundingMode, a: &BvValue) -> BvValue {
    match unpack(format, a) {
        Unpacked::NaN => nan(format),
        Unpacked::Zero { negative } => zero(format, negative),
        Unpacked::Infinite { negative: false } => infinity(format, false),
        Unpacked::Infinite { negative: true } => nan(format),
        Unpacked::Finite(x) if x.negative => nan(format),
        Unpacked::Finite(x) => {
            // An even exponent halves exactly, and twice the wanted bits give the wanted bits.
            let wanted = 2 * (i64::from(format.significand) + 3);
            let mut shift = (wanted - x.significand.bits() as i64).max(0);
            if (x.exponent - shift).is_odd() {
                shift += 1;
            }
            let radicand = x.significand << shift as u64;
            let root = radicand.sqrt();
            let sticky = &root * &root != radicand;
            round(format, mode, false, root, (x.exponent - shift) / 2, sticky)
        }
    }
}

/// IEEE remainder `a - b * n`, where `n` is the integer nearest to `a / b`, the even one on a tie.
pub fn rem(format: FloatFormat, a: &BvValue, b: &BvValue) -> BvValue {
    match (unpack(format, a), unpack(format, b)) {
        (Unpacked::NaN | Unpacked::Infinite { .. }, _) | (_, Unpacked::NaN | Unpacked::Zero { .. }) => nan(format),
        (Unpacked::Zero { .. }, _) | (_, Unpacked::Infinite { .. }) => a.clone(),
        (Unpacked::Finite(x), Unpacked::Finite(y)) => {
            // |a| < |b| / 2: the quotient rounds to zero. Also bounds the shift below.
            if x.top() < y.top() - 1 {
                return a.clone();
            }
            rem_finite(format, x, y)
        }
    }
}

fn rem_finite(format: FloatFormat, x: Finite, y: Finite) -> BvValue {
    // In units of 2^exponent: x = p, y = q.
    let exponent = x.exponent.min(y.exponent);
    let q = y.significand << (y.exponent - exponent) as u64;
    let shift = BigUint::from((x.exponent - exponent) as u64);
    // p modulo 2q tells the remainder and whether the quotient is odd, without computing p.
    let twice = &q << 1u32;
    let p = x.significand * BigUint::from(2u32).modpow(&shift, &twice) % &twice;
    let is_odd = p >= q;
    let remainder = if is_odd { p - &q } else { p };
    let double = &remainder << 1u32;
    let rounds_up = double > q || (double == q && is_odd);
    let (magnitude, negative) = if rounds_up { (q - remainder, !x.negative) } else { (remainder, x.negative) };
    // A zero remainder has the sign of the dividend; rounding up never gives zero. The result is exact.
    round(format, RoundingMode::NearestEven, negative, magnitude, exponent, false)
}

pub fn round_to_integral(format: FloatFormat, mode: RoundingMode, a: &BvValue) -> BvValue {
    match unpack(format, a) {
        Unpacked::NaN => nan(format),
        Unpacked::Finite(x) if x.exponent < 0 => {
            let integer = cut(&x.significand, x.exponent.unsigned_abs()).rounded(mode, x.negative);
            round(format, mode, x.negative, integer, 0, false)
        }
        _ => a.clone(),
    }
}
