//! IEEE 754 arithmetic on values of any binary format, exact by construction.
//!
//! Numbers are unpacked into sign, big-integer significand and exponent; every operation computes
//! its result exactly (or exactly up to a sticky remainder) and hands it to the one [`round`].
//! Slow beside hardware, but short enough to be believed; it serves constant folding, evaluation
//! and as a reference for the bit-blasted circuits. All encodings in and out are IEEE interchange
//! bits; results that are NaN are always the canonical quiet NaN.
//!
//! Deliberately absent: exception flags, signalling NaNs, decimal formats.

mod arith;
mod compare;
mod convert;
#[cfg(test)]
mod tests;

pub use arith::{abs, add, div, fma, mul, neg, rem, round_to_integral, sqrt, sub};
pub use compare::{eq, is_negative, is_normal, is_positive, is_subnormal, leq, lt, max, min};
pub use convert::{from_rational, from_signed, from_unsigned, to_format, to_rational, to_signed, to_unsigned};

use crate::bv::BvValue;
use crate::sort::{FloatFormat, RoundingMode};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// What an encoding stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unpacked {
    NaN,
    Infinite { negative: bool },
    Zero { negative: bool },
    Finite(Finite),
}

/// `(-1)^negative * significand * 2^exponent`, not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finite {
    pub negative: bool,
    pub significand: BigUint,
    pub exponent: i64,
}

impl Finite {
    /// The magnitude lies in `[2^top, 2^(top+1))`.
    fn top(&self) -> i64 {
        self.exponent + self.significand.bits() as i64 - 1
    }
}

impl Unpacked {
    fn is_negative(&self) -> bool {
        match self {
            Unpacked::NaN => false,
            Unpacked::Infinite { negative } | Unpacked::Zero { negative } => *negative,
            Unpacked::Finite(finite) => finite.negative,
        }
    }
}

// ---- encodings ----------------------------------------------------------------------------------

/// The canonical quiet NaN: sign 0, exponent ones, top fraction bit 1, rest 0.
pub fn nan(format: FloatFormat) -> BvValue {
    let top_ones = BvValue::ones(format.exponent + 1).zero_extend(format.fraction());
    top_ones.shl_by(format.fraction() - 1)
}

pub fn infinity(format: FloatFormat, negative: bool) -> BvValue {
    encode(format, negative, (1 << format.exponent) - 1, BigUint::zero())
}

pub fn zero(format: FloatFormat, negative: bool) -> BvValue {
    encode(format, negative, 0, BigUint::zero())
}

/// The finite number of largest magnitude.
pub fn largest(format: FloatFormat, negative: bool) -> BvValue {
    let fraction = (BigUint::one() << format.fraction()) - 1u32;
    encode(format, negative, (1 << format.exponent) - 2, fraction)
}

fn encode(format: FloatFormat, negative: bool, exponent: u64, fraction: BigUint) -> BvValue {
    let sign = BigUint::from(u64::from(negative)) << (format.width() - 1);
    let exponent = BigUint::from(exponent) << format.fraction();
    BvValue::from_biguint(format.width(), sign + exponent + fraction)
}

fn exponent_field(format: FloatFormat, bits: &BvValue) -> BvValue {
    bits.extract(format.width() - 2, format.fraction())
}

fn fraction_field(format: FloatFormat, bits: &BvValue) -> BvValue {
    bits.extract(format.fraction() - 1, 0)
}

pub fn is_nan(format: FloatFormat, bits: &BvValue) -> bool {
    exponent_field(format, bits).is_ones() && !fraction_field(format, bits).is_zero()
}

pub fn is_infinite(format: FloatFormat, bits: &BvValue) -> bool {
    exponent_field(format, bits).is_ones() && fraction_field(format, bits).is_zero()
}

pub fn is_zero(format: FloatFormat, bits: &BvValue) -> bool {
    bits.extract(format.width() - 2, 0).is_zero()
}

/// The encoding with every NaN replaced by the canonical one.
pub fn canonical(format: FloatFormat, bits: BvValue) -> BvValue {
    if is_nan(format, &bits) { nan(format) } else { bits }
}

pub fn unpack(format: FloatFormat, bits: &BvValue) -> Unpacked {
    assert_eq!(bits.width(), format.width(), "float encoding of the wrong width");
    let negative = bits.sign_bit();
    let exponent = exponent_field(format, bits);
    let fraction = fraction_field(format, bits);
    if exponent.is_ones() {
        return if fraction.is_zero() { Unpacked::Infinite { negative } } else { Unpacked::NaN };
    }
    if exponent.is_zero() && fraction.is_zero() {
        return Unpacked::Zero { negative };
    }
    let stored = exponent.to_u64().expect("exponent fields are at most 30 bits wide") as i64;
    let mut significand = fraction.to_biguint();
    if stored != 0 {
        significand.set_bit(u64::from(format.fraction()), true);
    }
    // Subnormals (stored 0) have the exponent of stored 1.
    let exponent = stored.max(1) - format.bias() - i64::from(format.fraction());
    Unpacked::Finite(Finite { negative, significand, exponent })
}

// ---- rounding -----------------------------------------------------------------------------------

/// A magnitude cut at some binary place: the integer part in units of that place, and what was cut.
struct Cut {
    integer: BigUint,
    /// The highest bit cut off.
    half: bool,
    /// Any lower bit cut off.
    below: bool,
}

/// Cuts off the lowest `places` bits.
fn cut(significand: &BigUint, places: u64) -> Cut {
    if places == 0 {
        return Cut { integer: significand.clone(), half: false, below: false };
    }
    if places > significand.bits() {
        return Cut { integer: BigUint::zero(), half: false, below: !significand.is_zero() };
    }
    let lowest = significand.trailing_zeros().unwrap_or(u64::MAX);
    Cut { integer: significand >> places, half: significand.bit(places - 1), below: lowest < places - 1 }
}

impl Cut {
    /// The neighbouring integer the mode asks for.
    fn rounded(self, mode: RoundingMode, negative: bool) -> BigUint {
        let inexact = self.half || self.below;
        let up = match mode {
            RoundingMode::NearestEven => self.half && (self.below || self.integer.bit(0)),
            RoundingMode::NearestAway => self.half,
            RoundingMode::TowardPositive => inexact && !negative,
            RoundingMode::TowardNegative => inexact && negative,
            RoundingMode::TowardZero => false,
        };
        if up { self.integer + 1u32 } else { self.integer }
    }
}

/// The encoding of `(-1)^negative * significand * 2^exponent` rounded to the format. With `sticky`
/// the true magnitude lies strictly between `significand` and `significand + 1` (times 2^exponent);
/// the significand must then have at least two bits more than the format. A zero keeps the sign.
pub fn round(
    format: FloatFormat,
    mode: RoundingMode,
    negative: bool,
    significand: BigUint,
    exponent: i64,
    sticky: bool,
) -> BvValue {
    let (significand, exponent) = if sticky {
        assert!(significand.bits() >= u64::from(format.significand) + 2, "too few bits for a sticky remainder");
        // Any fraction will do: it lies below the rounding place and its half bit.
        ((significand << 1u32) + 1u32, exponent - 1)
    } else {
        (significand, exponent)
    };
    if significand.is_zero() {
        return zero(format, negative);
    }
    let top = exponent + significand.bits() as i64 - 1;
    // The weight of the last place of the result.
    let place = top.max(format.min_exponent()) - i64::from(format.fraction());
    let rounded = if place <= exponent {
        significand << (exponent - place) as u64
    } else {
        cut(&significand, (place - exponent) as u64).rounded(mode, negative)
    };
    pack(format, mode, negative, rounded, place)
}

/// Encodes a significand of at most `p` bits (or exactly 2^p, after a carry) in units of 2^place.
fn pack(format: FloatFormat, mode: RoundingMode, negative: bool, significand: BigUint, place: i64) -> BvValue {
    let precision = u64::from(format.significand);
    let (significand, place) =
        if significand.bits() > precision { (significand >> 1u32, place + 1) } else { (significand, place) };
    if significand.bits() < precision {
        return encode(format, negative, 0, significand); // subnormal or zero
    }
    let stored = place + i64::from(format.fraction()) + format.bias();
    if stored >= (1i64 << format.exponent) - 1 {
        return overflow(format, mode, negative);
    }
    let hidden = BigUint::one() << format.fraction();
    encode(format, negative, stored as u64, significand - hidden)
}

fn overflow(format: FloatFormat, mode: RoundingMode, negative: bool) -> BvValue {
    let to_infinity = match mode {
        RoundingMode::NearestEven | RoundingMode::NearestAway => true,
        RoundingMode::TowardPositive => !negative,
        RoundingMode::TowardNegative => negative,
        RoundingMode::TowardZero => false,
    };
    if to_infinity { infinity(format, negative) } else { largest(format, negative) }
}
