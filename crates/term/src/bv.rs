//! Bit-vector values and SMT-LIB's operations on them.
//!
//! A [`BvValue`] of at most 64 bits lives in one word; wider ones in a big integer. The
//! representation is unique (bits above the width are zero, the width decides the variant), so
//! derived equality and hashing are those of the value. Operations are total; operands of
//! different width are a bug of the caller and asserted.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;

/// A bit-vector of a fixed width of at least 1.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BvValue {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Bits {
    /// Width at most 64.
    Small(u64),
    /// Width above 64.
    Big(Box<BigUint>),
}

impl std::fmt::Debug for BvValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.to_biguint(), self.width)
    }
}

/// By width, then by unsigned value: an order for tables, not an arithmetic comparison.
impl Ord for BvValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.cmp_unsigned(other))
    }
}

impl PartialOrd for BvValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1u64 << width) - 1 }
}

/// 2^width.
fn modulus(width: u32) -> BigUint {
    BigUint::one() << width
}

fn truncate(bits: BigUint, width: u32) -> BigUint {
    if bits.bits() <= u64::from(width) { bits } else { bits & (modulus(width) - 1u32) }
}

impl BvValue {
    // ---- making -------------------------------------------------------------------------------

    /// The residue of `value` modulo 2^width.
    pub fn from_u64(width: u32, value: u64) -> Self {
        assert!(width >= 1, "bit-vector of width 0");
        let bits =
            if width <= 64 { Bits::Small(value & mask(width)) } else { Bits::Big(Box::new(BigUint::from(value))) };
        Self { width, bits }
    }
    /// Two's complement, sign-extended to `width`.
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 { Self::from_u64(width, value as u64) } else { Self::from_bigint(width, &BigInt::from(value)) }
    }
    /// The residue of `value` modulo 2^width.
    pub fn from_biguint(width: u32, value: BigUint) -> Self {
        if width <= 64 {
            let low = value.iter_u64_digits().next().unwrap_or(0);
            return Self::from_u64(width, low);
        }
        Self { width, bits: Bits::Big(Box::new(truncate(value, width))) }
    }
    /// The residue of `value` modulo 2^width (two's complement for negative values).
    pub fn from_bigint(width: u32, value: &BigInt) -> Self {
        match value.sign() {
            Sign::Minus => Self::from_biguint(width, value.magnitude().clone()).neg(),
            _ => Self::from_biguint(width, value.magnitude().clone()),
        }
    }
    pub fn zero(width: u32) -> Self {
        Self::from_u64(width, 0)
    }
    pub fn one(width: u32) -> Self {
        Self::from_u64(width, 1)
    }
    pub fn ones(width: u32) -> Self {
        Self::zero(width).not()
    }
    /// 100…0: the smallest signed value.
    pub fn min_signed(width: u32) -> Self {
        Self::power_of_two(width, width - 1)
    }
    /// 011…1: the largest signed value.
    pub fn max_signed(width: u32) -> Self {
        Self::min_signed(width).not()
    }
    /// 2^exponent; zero when that does not fit.
    pub fn power_of_two(width: u32, exponent: u32) -> Self {
        Self::one(width).shl_by(exponent)
    }
    pub fn from_bool(bit: bool) -> Self {
        Self::from_u64(1, u64::from(bit))
    }

    // ---- looking ------------------------------------------------------------------------------

    pub fn width(&self) -> u32 {
        self.width
    }
    /// The unsigned value if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Small(bits) => Some(*bits),
            Bits::Big(bits) => bits.to_u64(),
        }
    }
    /// The signed (two's complement) value if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match &self.bits {
            Bits::Small(bits) => {
                let unused = 64 - self.width;
                Some(((bits << unused) as i64) >> unused)
            }
            Bits::Big(_) => self.to_bigint().to_i64(),
        }
    }
    /// The unsigned value.
    pub fn to_biguint(&self) -> BigUint {
        match &self.bits {
            Bits::Small(bits) => BigUint::from(*bits),
            Bits::Big(bits) => (**bits).clone(),
        }
    }
    /// The signed (two's complement) value.
    pub fn to_bigint(&self) -> BigInt {
        let value = BigInt::from(self.to_biguint());
        if self.sign_bit() { value - BigInt::from(modulus(self.width)) } else { value }
    }
    /// Bit `index`, counted from the least significant one; false beyond the width.
    pub fn bit(&self, index: u32) -> bool {
        match &self.bits {
            Bits::Small(bits) => index < 64 && bits >> index & 1 == 1,
            Bits::Big(bits) => bits.bit(u64::from(index)),
        }
    }
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width - 1)
    }
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == 0,
            Bits::Big(bits) => bits.is_zero(),
        }
    }
    pub fn is_one(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == 1,
            Bits::Big(bits) => bits.is_one(),
        }
    }
    pub fn is_ones(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == mask(self.width),
            Bits::Big(bits) => bits.count_ones() == u64::from(self.width),
        }
    }
    pub fn is_min_signed(&self) -> bool {
        self.sign_bit() && self.trailing_zeros() == self.width - 1
    }
    pub fn is_max_signed(&self) -> bool {
        self.not().is_min_signed()
    }
    /// Number of zero bits below the lowest set bit; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.bits {
            Bits::Small(bits) => bits.trailing_zeros().min(self.width),
            Bits::Big(bits) => bits.trailing_zeros().map_or(self.width, |n| n as u32),
        }
    }
    /// Number of zero bits above the highest set bit; the width for zero.
    pub fn leading_zeros(&self) -> u32 {
        match &self.bits {
            Bits::Small(bits) => bits.leading_zeros() - (64 - self.width),
            Bits::Big(bits) => self.width - bits.bits() as u32,
        }
    }
    /// `Some(k)` when the unsigned value is 2^k.
    pub fn log2_exact(&self) -> Option<u32> {
        let low = self.trailing_zeros();
        (low < self.width && low + self.leading_zeros() == self.width - 1).then_some(low)
    }

    // ---- bitwise ------------------------------------------------------------------------------

    fn binary(
        &self,
        other: &Self,
        small: impl Fn(u64, u64) -> u64,
        big: impl Fn(&BigUint, &BigUint) -> BigUint,
    ) -> Self {
        assert_eq!(self.width, other.width, "bit-vector widths differ");
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Self::from_u64(self.width, small(*a, *b)),
            (Bits::Big(a), Bits::Big(b)) => Self::from_biguint(self.width, big(a, b)),
            _ => unreachable!("the width decides the representation"),
        }
    }
    pub fn not(&self) -> Self {
        match &self.bits {
            Bits::Small(bits) => Self::from_u64(self.width, !bits),
            Bits::Big(bits) => Self::from_biguint(self.width, (modulus(self.width) - 1u32) - &**bits),
        }
    }
    pub fn and(&self, other: &Self) -> Self {
        self.binary(other, |a, b| a & b, |a, b| a & b)
    }
    pub fn or(&self, other: &Self) -> Self {
        self.binary(other, |a, b| a | b, |a, b| a | b)
    }
    pub fn xor(&self, other: &Self) -> Self {
        self.binary(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    // ---- arithmetic ---------------------------------------------------------------------------

    pub fn neg(&self) -> Self {
        match &self.bits {
            Bits::Small(bits) => Self::from_u64(self.width, bits.wrapping_neg()),
            Bits::Big(bits) => Self::from_biguint(self.width, modulus(self.width) - &**bits),
        }
    }
    pub fn add(&self, other: &Self) -> Self {
        self.binary(other, u64::wrapping_add, |a, b| a + b)
    }
    pub fn sub(&self, other: &Self) -> Self {
        self.binary(other, u64::wrapping_sub, |a, b| modulus(self.width) + a - b)
    }
    pub fn mul(&self, other: &Self) -> Self {
        self.binary(other, u64::wrapping_mul, |a, b| a * b)
    }
    /// All ones when the divisor is zero.
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return Self::ones(self.width);
        }
        self.binary(other, |a, b| a / b, |a, b| a / b)
    }
    /// The dividend when the divisor is zero.
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        self.binary(other, |a, b| a % b, |a, b| a % b)
    }
    fn magnitude(&self) -> Self {
        if self.sign_bit() { self.neg() } else { self.clone() }
    }
    /// Truncating signed division (by zero: 1 for negative dividends, else -1).
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign_bit() != other.sign_bit() { quotient.neg() } else { quotient }
    }
    /// The remainder with the sign of the dividend (the dividend when the divisor is zero).
    pub fn srem(&self, other: &Self) -> Self {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.sign_bit() { remainder.neg() } else { remainder }
    }
    /// The remainder with the sign of the divisor (the dividend when the divisor is zero).
    pub fn smod(&self, other: &Self) -> Self {
        let remainder = self.srem(other);
        if remainder.is_zero() || other.is_zero() || self.sign_bit() == other.sign_bit() {
            remainder
        } else {
            remainder.add(other)
        }
    }

    // ---- shifts -------------------------------------------------------------------------------

    /// Shift distance as a number, the width standing for everything at or beyond it.
    fn distance(&self, by: &Self) -> u32 {
        assert_eq!(self.width, by.width, "bit-vector widths differ");
        by.to_u64().map_or(self.width, |n| n.min(u64::from(self.width)) as u32)
    }
    pub fn shl_by(&self, by: u32) -> Self {
        if by >= self.width {
            return Self::zero(self.width);
        }
        match &self.bits {
            Bits::Small(bits) => Self::from_u64(self.width, bits << by),
            Bits::Big(bits) => Self::from_biguint(self.width, &**bits << by),
        }
    }
    pub fn lshr_by(&self, by: u32) -> Self {
        if by >= self.width {
            return Self::zero(self.width);
        }
        match &self.bits {
            Bits::Small(bits) => Self::from_u64(self.width, bits >> by),
            Bits::Big(bits) => Self::from_biguint(self.width, &**bits >> by),
        }
    }
    pub fn ashr_by(&self, by: u32) -> Self {
        if self.sign_bit() { self.not().lshr_by(by).not() } else { self.lshr_by(by) }
    }
    pub fn shl(&self, by: &Self) -> Self {
        self.shl_by(self.distance(by))
    }
    pub fn lshr(&self, by: &Self) -> Self {
        self.lshr_by(self.distance(by))
    }
    pub fn ashr(&self, by: &Self) -> Self {
        self.ashr_by(self.distance(by))
    }
    pub fn rotate_left(&self, by: u32) -> Self {
        let by = by % self.width;
        if by == 0 { self.clone() } else { self.shl_by(by).or(&self.lshr_by(self.width - by)) }
    }
    pub fn rotate_right(&self, by: u32) -> Self {
        self.rotate_left(self.width - by % self.width)
    }

    // ---- widths -------------------------------------------------------------------------------

    /// `self` above `low`.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        match (&self.bits, &low.bits) {
            (Bits::Small(a), Bits::Small(b)) if width <= 64 => Self::from_u64(width, a << low.width | b),
            _ => Self::from_biguint(width, self.to_biguint() << low.width | low.to_biguint()),
        }
    }
    /// Bits `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Self {
        assert!(low <= high && high < self.width, "extract [{high}:{low}] of {} bits", self.width);
        let width = high - low + 1;
        match &self.bits {
            Bits::Small(bits) => Self::from_u64(width, bits >> low),
            Bits::Big(bits) => Self::from_biguint(width, &**bits >> low),
        }
    }
    pub fn zero_extend(&self, by: u32) -> Self {
        match self.to_u64() {
            Some(bits) => Self::from_u64(self.width + by, bits),
            None => Self::from_biguint(self.width + by, self.to_biguint()),
        }
    }
    pub fn sign_extend(&self, by: u32) -> Self {
        let wide = self.zero_extend(by);
        if self.sign_bit() { wide.or(&Self::ones(wide.width).shl_by(self.width)) } else { wide }
    }

    // ---- comparison ---------------------------------------------------------------------------

    pub fn cmp_unsigned(&self, other: &Self) -> Ordering {
        assert_eq!(self.width, other.width, "bit-vector widths differ");
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => a.cmp(b),
            (Bits::Big(a), Bits::Big(b)) => a.cmp(b),
            _ => unreachable!("the width decides the representation"),
        }
    }
    pub fn cmp_signed(&self, other: &Self) -> Ordering {
        // A set sign bit makes a value smaller; with equal signs the unsigned order is the signed one.
        other.sign_bit().cmp(&self.sign_bit()).then_with(|| self.cmp_unsigned(other))
    }
    pub fn ult(&self, other: &Self) -> bool {
        self.cmp_unsigned(other).is_lt()
    }
    pub fn ule(&self, other: &Self) -> bool {
        self.cmp_unsigned(other).is_le()
    }
    pub fn slt(&self, other: &Self) -> bool {
        self.cmp_signed(other).is_lt()
    }
    pub fn sle(&self, other: &Self) -> bool {
        self.cmp_signed(other).is_le()
    }

    // ---- overflow predicates ------------------------------------------------------------------

    /// Does negation overflow?
    pub fn nego(&self) -> bool {
        self.is_min_signed()
    }
    pub fn uaddo(&self, other: &Self) -> bool {
        self.add(other).ult(self)
    }
    pub fn saddo(&self, other: &Self) -> bool {
        self.sign_bit() == other.sign_bit() && self.add(other).sign_bit() != self.sign_bit()
    }
    pub fn usubo(&self, other: &Self) -> bool {
        self.ult(other)
    }
    pub fn ssubo(&self, other: &Self) -> bool {
        self.sign_bit() != other.sign_bit() && self.sub(other).sign_bit() != self.sign_bit()
    }
    pub fn umulo(&self, other: &Self) -> bool {
        (self.to_biguint() * other.to_biguint()).bits() > u64::from(self.width)
    }
    pub fn smulo(&self, other: &Self) -> bool {
        let product = self.to_bigint() * other.to_bigint();
        Self::from_bigint(self.width, &product).to_bigint() != product
    }
    pub fn sdivo(&self, other: &Self) -> bool {
        self.is_min_signed() && other.is_ones()
    }
}

#[cfg(test)]
mod tests;
