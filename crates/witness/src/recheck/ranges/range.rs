//! Ranges of machine integers of at most 64 bits, read both ways, and what operators make of them.
//!
//! Every function gives a range that has in it whatever the operator of SMT-LIB makes of values in the ranges given.

/// The values that are in both ranges: `unsigned` as numbers without a sign, `signed` in two's complement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub width: u32,
    pub unsigned: (i128, i128),
    pub signed: (i128, i128),
}

fn span(width: u32) -> i128 {
    1 << width
}
fn half(width: u32) -> i128 {
    1 << (width - 1)
}
fn within(inner: (i128, i128), outer: (i128, i128)) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}
fn both(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    (a.0.max(b.0), a.1.min(b.1))
}
/// The smallest number of the form `2^n - 1` that is at least `x`.
fn ones_above(x: i128) -> i128 {
    if x <= 0 { 0 } else { (1 << (128 - x.leading_zeros())) - 1 }
}

impl Range {
    pub fn any(width: u32) -> Self {
        Self { width, unsigned: (0, span(width) - 1), signed: (-half(width), half(width) - 1) }
    }
    pub fn constant(width: u32, value: u64) -> Self {
        Self::from_unsigned(width, (value.into(), value.into()))
    }
    /// What is in a range of unsigned numbers; any, if that does not fit.
    pub fn from_unsigned(width: u32, range: (i128, i128)) -> Self {
        let any = Self::any(width);
        if !within(range, any.unsigned) {
            return any;
        }
        any.and_unsigned(range)
    }
    /// What is in a range of signed numbers; any, if that does not fit.
    pub fn from_signed(width: u32, range: (i128, i128)) -> Self {
        let any = Self::any(width);
        if !within(range, any.signed) {
            return any;
        }
        any.and_signed(range)
    }
    /// No value is in it.
    pub fn is_empty(&self) -> bool {
        self.unsigned.0 > self.unsigned.1 || self.signed.0 > self.signed.1
    }
    pub fn and_unsigned(self, range: (i128, i128)) -> Self {
        Self { unsigned: both(self.unsigned, range), ..self }.told_both_ways()
    }
    pub fn and_signed(self, range: (i128, i128)) -> Self {
        Self { signed: both(self.signed, range), ..self }.told_both_ways()
    }
    pub fn and(self, other: Self) -> Self {
        let (unsigned, signed) = (both(self.unsigned, other.unsigned), both(self.signed, other.signed));
        Self { width: self.width, unsigned, signed }.told_both_ways()
    }
    /// Where all values have the same sign, each reading says what the other does.
    fn told_both_ways(mut self) -> Self {
        if self.is_empty() {
            return self;
        }
        let (half, span) = (half(self.width), span(self.width));
        if self.unsigned.1 < half || self.signed.0 >= 0 {
            let same = both(self.unsigned, self.signed);
            (self.unsigned, self.signed) = (same, same);
        } else if self.unsigned.0 >= half || self.signed.1 < 0 {
            let same = both((self.unsigned.0 - span, self.unsigned.1 - span), self.signed);
            (self.unsigned, self.signed) = ((same.0 + span, same.1 + span), same);
        }
        self
    }
    pub fn join(self, other: Self) -> Self {
        let hull = |a: (i128, i128), b: (i128, i128)| (a.0.min(b.0), a.1.max(b.1));
        let (unsigned, signed) = (hull(self.unsigned, other.unsigned), hull(self.signed, other.signed));
        Self { width: self.width, unsigned, signed }
    }
    pub fn single(&self) -> Option<i128> {
        (self.unsigned.0 == self.unsigned.1).then_some(self.unsigned.0)
    }

    // ---- operators ----

    /// By the same exact function of both readings, where its values fit.
    fn exact(self, other: Self, ends: impl Fn((i128, i128), (i128, i128)) -> (i128, i128)) -> Self {
        let unsigned = Self::from_unsigned(self.width, ends(self.unsigned, other.unsigned));
        unsigned.and(Self::from_signed(self.width, ends(self.signed, other.signed)))
    }
    pub fn add(self, other: Self) -> Self {
        self.exact(other, |a, b| (a.0 + b.0, a.1 + b.1))
    }
    pub fn sub(self, other: Self) -> Self {
        self.exact(other, |a, b| (a.0 - b.1, a.1 - b.0))
    }
    pub fn mul(self, other: Self) -> Self {
        let any = Self::any(self.width);
        let unsigned = products(self.unsigned, other.unsigned);
        let signed = products(self.signed, other.signed);
        let unsigned = unsigned.map_or(any, |range| Self::from_unsigned(self.width, range));
        unsigned.and(signed.map_or(any, |range| Self::from_signed(self.width, range)))
    }
    pub fn neg(self) -> Self {
        Self::constant(self.width, 0).sub(self)
    }
    pub fn not(self) -> Self {
        let all = span(self.width) - 1;
        let (u, s) = (self.unsigned, self.signed);
        Self::from_unsigned(self.width, (all - u.1, all - u.0)).and(Self::from_signed(self.width, (-1 - s.1, -1 - s.0)))
    }
    pub fn bit_and(self, other: Self) -> Self {
        Self::from_unsigned(self.width, (0, self.unsigned.1.min(other.unsigned.1)))
    }
    pub fn bit_or(self, other: Self) -> Self {
        let low = self.unsigned.0.max(other.unsigned.0);
        Self::from_unsigned(self.width, (low, ones_above(self.unsigned.1 | other.unsigned.1)))
    }
    pub fn bit_xor(self, other: Self) -> Self {
        Self::from_unsigned(self.width, (0, ones_above(self.unsigned.1 | other.unsigned.1)))
    }
    /// Of a divisor that is not zero.
    pub fn udiv(self, other: Self) -> Self {
        if other.unsigned.0 <= 0 {
            return Self::any(self.width);
        }
        Self::from_unsigned(self.width, (self.unsigned.0 / other.unsigned.1, self.unsigned.1 / other.unsigned.0))
    }
    /// The remainder of a division by zero is the dividend.
    pub fn urem(self, other: Self) -> Self {
        let most = if other.unsigned.0 > 0 { self.unsigned.1.min(other.unsigned.1 - 1) } else { self.unsigned.1 };
        Self::from_unsigned(self.width, (0, most))
    }
    /// Of a divisor that is not zero; the least number divided by -1 does not fit, so then nothing is said.
    pub fn sdiv(self, other: Self) -> Self {
        let (a, b) = (self.signed, other.signed);
        if b.0 <= 0 && b.1 >= 0 {
            return Self::any(self.width);
        }
        let ends = [a.0 / b.0, a.0 / b.1, a.1 / b.0, a.1 / b.1, if within((0, 0), a) { 0 } else { a.0 / b.0 }];
        let (low, high) = (ends.iter().min().copied(), ends.iter().max().copied());
        match low.zip(high) {
            Some(range) => Self::from_signed(self.width, range),
            None => Self::any(self.width),
        }
    }
    /// The sign of the remainder is that of the dividend, which it is where the divisor is zero.
    pub fn srem(self, other: Self) -> Self {
        let (a, b) = (self.signed, other.signed);
        let largest = if b.0 <= 0 && b.1 >= 0 { i128::MAX } else { b.0.abs().max(b.1.abs()) - 1 };
        let low = if a.0 < 0 { a.0.max(-largest) } else { 0 };
        let high = if a.1 > 0 { a.1.min(largest) } else { 0 };
        Self::from_signed(self.width, (low, high))
    }
    pub fn shl(self, by: Self) -> Self {
        let Some(by) = by.single().filter(|by| *by < i128::from(self.width)) else { return Self::any(self.width) };
        let factor: i128 = 1 << by;
        let any = Self::any(self.width);
        let unsigned = products(self.unsigned, (factor, factor));
        let signed = products(self.signed, (factor, factor));
        let unsigned = unsigned.map_or(any, |range| Self::from_unsigned(self.width, range));
        unsigned.and(signed.map_or(any, |range| Self::from_signed(self.width, range)))
    }
    pub fn lshr(self, by: Self) -> Self {
        let (least, most) = (by.unsigned.0.min(64), by.unsigned.1.min(127));
        Self::from_unsigned(self.width, (self.unsigned.0 >> most, self.unsigned.1 >> least))
    }
    pub fn ashr(self, by: Self) -> Self {
        let (least, most) = (by.unsigned.0.min(64), by.unsigned.1.min(127));
        let (a, b) = self.signed;
        let low = if a < 0 { a >> least } else { a >> most };
        let high = if b < 0 { b >> most } else { b >> least };
        Self::from_signed(self.width, (low, high))
    }
    pub fn zero_extended(self, width: u32) -> Self {
        Self::from_unsigned(width, self.unsigned)
    }
    pub fn sign_extended(self, width: u32) -> Self {
        let low_half = Self::from_signed(width, self.signed);
        if self.signed.0 >= 0 { low_half.and_unsigned(self.unsigned) } else { low_half }
    }
    /// The low bits of values that fit into them, read one way or the other; of others nothing is said.
    pub fn truncated(self, width: u32) -> Self {
        let narrow = Self::any(width);
        let unsigned = if within(self.unsigned, narrow.unsigned) { narrow.and_unsigned(self.unsigned) } else { narrow };
        let signed = if within(self.signed, narrow.signed) { narrow.and_signed(self.signed) } else { narrow };
        unsigned.and(signed)
    }
    /// A value above another, as one number.
    pub fn above(self, low: Self) -> Self {
        let width = self.width + low.width;
        let (a, b) = (self.unsigned, low.unsigned);
        Self::from_unsigned(width, ((a.0 << low.width) + b.0, (a.1 << low.width) + b.1))
    }
}

/// The ends of all products; none if they are too large for us.
fn products(a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    let ends = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
    Some((*ends.iter().min()?, *ends.iter().max()?))
}

/// Whether a sum, difference or product of two ranges can leave the range of numbers of their width.
pub fn leaves(op: Arithmetic, signed: bool, a: Range, b: Range) -> Option<bool> {
    let any = Range::any(a.width);
    let (x, y, fits) = if signed { (a.signed, b.signed, any.signed) } else { (a.unsigned, b.unsigned, any.unsigned) };
    let result = match op {
        Arithmetic::Add => (x.0 + y.0, x.1 + y.1),
        Arithmetic::Sub => (x.0 - y.1, x.1 - y.0),
        Arithmetic::Mul => products(x, y)?,
    };
    if within(result, fits) {
        return Some(false);
    }
    (result.0 > fits.1 || result.1 < fits.0).then_some(true)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
}
