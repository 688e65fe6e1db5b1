//! Sorts, float formats and rounding modes: the types of terms.
//!
//! Sorts are interned in [`Terms`](crate::Terms) and named by [`SortId`]; two sorts are equal exactly
//! when their ids are. Deliberately absent: uninterpreted sorts and datatypes (records become several
//! terms before they reach this crate).

use cairn_base::define_id;

define_id!(
    /// An interned [`Sort`].
    SortId,
    "sort"
);

/// The widest bit-vector: wider ones only arise from nonsense, and every size fits in 32 bits.
pub const MAX_WIDTH: u32 = 1 << 24;

/// The sort of a term, as in SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    Bool,
    /// Bit-vectors of a width from 1 to [`MAX_WIDTH`].
    BitVec(u32),
    Float(FloatFormat),
    RoundingMode,
    Array {
        index: SortId,
        element: SortId,
    },
    Int,
    Real,
}

/// An IEEE 754 binary format. Both numbers as in SMT-LIB's `(_ FloatingPoint eb sb)`:
/// `significand` counts the hidden bit, so single precision is `8, 24`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FloatFormat {
    pub exponent: u32,
    pub significand: u32,
}

impl FloatFormat {
    pub const HALF: FloatFormat = FloatFormat { exponent: 5, significand: 11 };
    pub const BFLOAT: FloatFormat = FloatFormat { exponent: 8, significand: 8 };
    pub const SINGLE: FloatFormat = FloatFormat { exponent: 8, significand: 24 };
    pub const DOUBLE: FloatFormat = FloatFormat { exponent: 11, significand: 53 };
    /// The value set of the x87 80-bit format, in 79 bits: the explicit integer bit is not stored.
    pub const X87: FloatFormat = FloatFormat { exponent: 15, significand: 64 };
    pub const QUAD: FloatFormat = FloatFormat { exponent: 15, significand: 113 };

    /// The widest exponent field supported: exponents are computed in 64 bits.
    pub const MAX_EXPONENT_BITS: u32 = 30;

    /// A format SMT-LIB allows (both at least 2) and this crate can compute in.
    pub fn is_valid(self) -> bool {
        (2..=Self::MAX_EXPONENT_BITS).contains(&self.exponent) && (2..=1 << 20).contains(&self.significand)
    }
    /// Bits of the interchange encoding: sign, exponent, fraction.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }
    /// Bits of the stored fraction (without the hidden bit).
    pub fn fraction(self) -> u32 {
        self.significand - 1
    }
    /// The exponent bias, which is also the largest exponent of a finite number.
    pub fn bias(self) -> i64 {
        (1i64 << (self.exponent - 1)) - 1
    }
    /// The exponent of the smallest normal number.
    pub fn min_exponent(self) -> i64 {
        1 - self.bias()
    }
}

/// IEEE 754 rounding-direction attributes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundingMode {
    NearestEven,
    NearestAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

impl RoundingMode {
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
        RoundingMode::TowardZero,
    ];
    /// The short SMT-LIB name.
    pub fn name(self) -> &'static str {
        match self {
            RoundingMode::NearestEven => "RNE",
            RoundingMode::NearestAway => "RNA",
            RoundingMode::TowardPositive => "RTP",
            RoundingMode::TowardNegative => "RTN",
            RoundingMode::TowardZero => "RTZ",
        }
    }
}
