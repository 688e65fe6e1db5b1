//! Sets of floats: an interval in the order of their encodings, and whether NaN is among them.
//!
//! Floats are numbered in their order, -0 before +0 and infinities at the ends. Rounding is monotone, so the
//! bounds of a result are the operation itself, with its own rounding, on bounds of the arguments: nothing has
//! to be rounded outward. Only the sign of a zero result is not monotone; zero bounds include both zeros.

use cairn_ir::{Binary, FloatClass, FloatFormat, Rounding, Unary};
use cairn_term::bv::BvValue;
use cairn_term::softfloat;
use cairn_term::{FloatFormat as TermFormat, RoundingMode};
use num_bigint::BigUint;

/// The place of a float in the order of all floats of its format: -1 is -0, 0 is +0.
pub type Key = i128;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatSet {
    pub format: FloatFormat,
    pub nan: bool,
    /// Smallest and largest; none if there are none but NaN. Not both empty.
    pub range: Option<(Key, Key)>,
}

const MINUS_ZERO: Key = -1;
const PLUS_ZERO: Key = 0;

pub fn term_format(format: FloatFormat) -> TermFormat {
    TermFormat { exponent: format.exponent_bits(), significand: format.significand_bits() }
}
pub fn mode(rounding: Rounding) -> RoundingMode {
    match rounding {
        Rounding::NearestEven => RoundingMode::NearestEven,
        Rounding::NearestAway => RoundingMode::NearestAway,
        Rounding::TowardPositive => RoundingMode::TowardPositive,
        Rounding::TowardNegative => RoundingMode::TowardNegative,
        Rounding::TowardZero => RoundingMode::TowardZero,
    }
}

fn sign_bit(format: FloatFormat) -> u128 {
    1 << (format.width() - 1)
}
pub fn infinity(format: FloatFormat) -> Key {
    (((1u128 << format.exponent_bits()) - 1) << (format.significand_bits() - 1)) as Key
}
fn is_nan(format: FloatFormat, encoding: u128) -> bool {
    (encoding & !sign_bit(format)) as Key > infinity(format)
}
/// The key of what is not NaN.
pub fn key(format: FloatFormat, encoding: u128) -> Option<Key> {
    let magnitude = (encoding & !sign_bit(format)) as Key;
    let negative = encoding & sign_bit(format) != 0;
    (!is_nan(format, encoding)).then_some(if negative { -magnitude - 1 } else { magnitude })
}
pub fn encoding(format: FloatFormat, key: Key) -> u128 {
    if key < 0 { ((-key - 1) as u128) | sign_bit(format) } else { key as u128 }
}
pub fn bits(format: FloatFormat, key: Key) -> BvValue {
    BvValue::from_biguint(format.width(), BigUint::from(encoding(format, key)))
}
pub fn key_of_bits(format: FloatFormat, bits: &BvValue) -> Option<Key> {
    key(format, u128::try_from(bits.to_biguint()).ok()?)
}

fn negated(key: Key) -> Key {
    -key - 1
}
/// Both zeros where one is a bound.
fn with_zeros((low, high): (Key, Key)) -> (Key, Key) {
    (if low == PLUS_ZERO { MINUS_ZERO } else { low }, if high == MINUS_ZERO { PLUS_ZERO } else { high })
}

impl FloatSet {
    pub fn any(format: FloatFormat) -> Self {
        Self { format, nan: true, range: Some((negated(infinity(format)), infinity(format))) }
    }
    pub fn constant(format: FloatFormat, encoding: u128) -> Self {
        match key(format, encoding) {
            Some(key) => Self { format, nan: false, range: Some((key, key)) },
            None => Self { format, nan: true, range: None },
        }
    }
    pub fn new(format: FloatFormat, nan: bool, range: Option<(Key, Key)>) -> Option<Self> {
        let range = range.filter(|(low, high)| low <= high);
        (nan || range.is_some()).then_some(Self { format, nan, range })
    }
    pub fn join(&self, other: &Self) -> Self {
        let range = match (self.range, other.range) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        Self { format: self.format, nan: self.nan || other.nan, range }
    }
    pub fn meet(&self, other: &Self) -> Option<Self> {
        let range = self.range.zip(other.range).map(|(a, b)| (a.0.max(b.0), a.1.min(b.1)));
        Self::new(self.format, self.nan && other.nan, range)
    }
    pub fn is_within(&self, other: &Self) -> bool {
        let inside = match (self.range, other.range) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(a), Some(b)) => b.0 <= a.0 && a.1 <= b.1,
        };
        inside && (other.nan || !self.nan)
    }
    pub fn widen(&self, other: &Self, down: &dyn Fn(Key) -> Key, up: &dyn Fn(Key) -> Key) -> Self {
        let mut joined = self.join(other);
        if let (Some(old), Some(new)) = (self.range, joined.range) {
            let limit = infinity(self.format);
            let low = if new.0 < old.0 { down(new.0).max(negated(limit)).min(new.0) } else { new.0 };
            let high = if new.1 > old.1 { up(new.1).min(limit).max(new.1) } else { new.1 };
            joined.range = Some((low, high));
        }
        joined
    }
    pub fn single(&self) -> Option<Key> {
        self.range.filter(|(low, high)| low == high && !self.nan).map(|(low, _)| low)
    }
    fn has(&self, key: Key) -> bool {
        self.range.is_some_and(|(low, high)| low <= key && key <= high)
    }
    fn has_infinity(&self) -> bool {
        self.has(infinity(self.format)) || self.has(negated(infinity(self.format)))
    }
    fn has_zero(&self) -> bool {
        self.has(PLUS_ZERO) || self.has(MINUS_ZERO)
    }

    pub fn negate(&self) -> Self {
        Self { range: self.range.map(|(low, high)| (negated(high), negated(low))), ..*self }
    }
    pub fn abs(&self) -> Self {
        let magnitude = |key: Key| if key < 0 { negated(key) } else { key };
        let range = self.range.map(|(low, high)| {
            let (a, b) = (magnitude(low), magnitude(high));
            if low < 0 && high >= 0 { (0, a.max(b)) } else { (a.min(b), a.max(b)) }
        });
        Self { range, ..*self }
    }
    /// A monotone operation on what is not NaN.
    fn monotone(&self, nan: bool, f: impl Fn(&BvValue) -> BvValue) -> Self {
        let at = |key: Key| key_of_bits(self.format, &f(&bits(self.format, key)));
        let range = self.range.map(|(low, high)| match (at(low), at(high)) {
            (Some(low), Some(high)) if low <= high => with_zeros((low, high)),
            _ => (negated(infinity(self.format)), infinity(self.format)),
        });
        Self { format: self.format, nan, range }
    }
    pub fn unary(&self, op: Unary) -> Option<Self> {
        let format = term_format(self.format);
        Some(match op {
            Unary::FloatNegate => self.negate(),
            Unary::FloatAbs => self.abs(),
            Unary::FloatRound(rounding) => {
                self.monotone(self.nan, |x| softfloat::round_to_integral(format, mode(rounding), x))
            }
            Unary::FloatSqrt(rounding) => {
                let negative = self.range.is_some_and(|(low, _)| low < MINUS_ZERO);
                let range = self.range.map(|(low, high)| (low.max(MINUS_ZERO), high));
                let Some(roots) = Self::new(self.format, false, range) else {
                    return Some(Self { nan: true, range: None, ..*self });
                };
                roots.monotone(self.nan || negative, |x| softfloat::sqrt(format, mode(rounding), x))
            }
            _ => return None,
        })
    }
    /// Whether all, none or some are of a class.
    pub fn is(&self, class: FloatClass) -> Option<bool> {
        let Some((low, high)) = self.range else { return Some(class == FloatClass::Nan) };
        let limit = infinity(self.format);
        // Number of the first normal key.
        let normal = 1i128 << (self.format.significand_bits() - 1);
        let within = |a: Key, b: Key| {
            if low >= a && high <= b {
                Some(true)
            } else if high < a || low > b {
                Some(false)
            } else {
                None
            }
        };
        let either = |a: Option<bool>, b: Option<bool>| match (a, b) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        };
        let mirrored = |a: Key, b: Key| either(within(a, b), within(negated(b), negated(a)));
        let found = match class {
            FloatClass::Nan => Some(false),
            FloatClass::Infinite => mirrored(limit, limit),
            FloatClass::Zero => within(MINUS_ZERO, PLUS_ZERO),
            FloatClass::Subnormal => mirrored(1, normal - 1),
            FloatClass::Normal => mirrored(normal, limit - 1),
            FloatClass::Negative => within(negated(limit), MINUS_ZERO),
            FloatClass::Positive => within(PLUS_ZERO, limit),
        };
        // NaN is only of the class NaN.
        match (self.nan, found) {
            (false, found) => found,
            (true, Some(false)) if class != FloatClass::Nan => Some(false),
            _ => None,
        }
    }

    fn arithmetic(op: Binary, format: FloatFormat, x: Key, y: Key) -> Option<Key> {
        let (a, b, f) = (bits(format, x), bits(format, y), term_format(format));
        let result = match op {
            Binary::FloatAdd(r) => softfloat::add(f, mode(r), &a, &b),
            Binary::FloatSubtract(r) => softfloat::sub(f, mode(r), &a, &b),
            Binary::FloatMultiply(r) => softfloat::mul(f, mode(r), &a, &b),
            Binary::FloatDivide(r) => softfloat::div(f, mode(r), &a, &b),
            _ => return None,
        };
        key_of_bits(format, &result)
    }
    pub fn binary(op: Binary, a: &Self, b: &Self) -> Option<Self> {
        let format = a.format;
        let any = Self::any(format);
        match op {
            Binary::FloatAdd(_) | Binary::FloatSubtract(_) | Binary::FloatMultiply(_) | Binary::FloatDivide(_) => {}
            Binary::FloatMin | Binary::FloatMax => return Some(Self::extreme(op, a, b)),
            Binary::FloatRemainder | Binary::FloatModulo => return Some(any),
            _ => return None,
        }
        let (Some(x), Some(y)) = (a.range, b.range) else { return Some(Self { format, nan: true, range: None }) };
        let invalid = match op {
            Binary::FloatAdd(_) | Binary::FloatSubtract(_) => a.has_infinity() && b.has_infinity(),
            Binary::FloatMultiply(_) => (a.has_zero() && b.has_infinity()) || (a.has_infinity() && b.has_zero()),
            _ => (a.has_zero() && b.has_zero()) || (a.has_infinity() && b.has_infinity()),
        };
        let nan = a.nan || b.nan || invalid;
        // A divisor of both signs gives two separate pieces that reach the infinities; one that has zero, too.
        if matches!(op, Binary::FloatDivide(_)) && b.has_zero() {
            return Some(Self { nan, ..any });
        }
        let all = [(x.0, y.0), (x.1, y.1), (x.0, y.1), (x.1, y.0)];
        let corners = match op {
            Binary::FloatAdd(_) => &all[..2],
            Binary::FloatSubtract(_) => &all[2..],
            _ => &all[..],
        };
        let mut found: Option<(Key, Key)> = None;
        for (p, q) in corners {
            let Some(key) = Self::arithmetic(op, format, *p, *q) else { return Some(Self { nan, ..any }) };
            found = Some(found.map_or((key, key), |(low, high)| (low.min(key), high.max(key))));
        }
        let single = x.0 == x.1 && y.0 == y.1;
        let range = found.map(|range| if single { range } else { with_zeros(range) });
        // A zero result has the sign of its arguments: when signs differ inside, both zeros are between the bounds.
        Some(Self { format, nan, range })
    }
    /// NaN loses; otherwise the smaller (larger) key.
    fn extreme(op: Binary, a: &Self, b: &Self) -> Self {
        let both = a.range.zip(b.range).map(|(x, y)| match op {
            Binary::FloatMin => (x.0.min(y.0), x.1.min(y.1)),
            _ => (x.0.max(y.0), x.1.max(y.1)),
        });
        let mut result = Self { format: a.format, nan: a.nan && b.nan, range: both };
        for (this, other) in [(a, b), (b, a)] {
            if this.nan && other.range.is_some() {
                result = result.join(&Self { nan: result.nan, ..*other });
            }
        }
        result
    }

    /// IEEE comparisons of all pairs.
    pub fn compare(op: Binary, a: &Self, b: &Self) -> Option<bool> {
        let (Some(x), Some(y)) = (a.range, b.range) else { return Some(false) };
        let number = |key: Key| if key == MINUS_ZERO { PLUS_ZERO } else { key };
        let (x, y) = ((number(x.0), number(x.1)), (number(y.0), number(y.1)));
        let found = match op {
            Binary::FloatLess if x.1 < y.0 => Some(true),
            Binary::FloatLess if x.0 >= y.1 => Some(false),
            Binary::FloatLessEqual if x.1 <= y.0 => Some(true),
            Binary::FloatLessEqual if x.0 > y.1 => Some(false),
            Binary::FloatEqual if x.0 == x.1 && x == y => Some(true),
            Binary::FloatEqual if x.1 < y.0 || y.1 < x.0 => Some(false),
            _ => None,
        };
        // With NaN every comparison is false.
        if found == Some(true) && (a.nan || b.nan) { None } else { found }
    }
    /// Whether they are the same value, NaN included.
    pub fn same(a: &Self, b: &Self) -> Option<bool> {
        let nans = |s: &Self| s.nan && s.range.is_none();
        if (a.single().is_some() && a.single() == b.single()) || (nans(a) && nans(b)) {
            return Some(true);
        }
        a.meet(b).is_none().then_some(false)
    }

    /// What is left of both if `a < b` (or `a <= b`) holds: no NaN, and bounds that fit.
    pub fn ordered(strict: bool, a: &Self, b: &Self) -> Option<(Self, Self)> {
        let (x, y) = (a.range?, b.range?);
        let (high, low) = if strict {
            let below = if y.1 == PLUS_ZERO { MINUS_ZERO - 1 } else { y.1 - 1 };
            let above = if x.0 == MINUS_ZERO { PLUS_ZERO + 1 } else { x.0 + 1 };
            (below, above)
        } else {
            let (low, high) = with_zeros((x.0, y.1));
            (high, low)
        };
        let left = Self::new(a.format, false, Some((x.0, x.1.min(high))))?;
        let right = Self::new(b.format, false, Some((y.0.max(low), y.1)))?;
        Some((left, right))
    }
    /// What is left of `a` if IEEE equality with `b` holds.
    pub fn equal_to(a: &Self, b: &Self) -> Option<Self> {
        a.meet(&Self { nan: false, range: b.range.map(with_zeros), ..*b })
    }

    pub fn convert(&self, to: FloatFormat, rounding: Rounding) -> Self {
        let (from, target) = (term_format(self.format), term_format(to));
        let at =
            |key: Key| key_of_bits(to, &softfloat::to_format(from, target, mode(rounding), &bits(self.format, key)));
        let limit = infinity(to);
        let range = self.range.map(|(low, high)| (at(low).unwrap_or(negated(limit)), at(high).unwrap_or(limit)));
        Self { format: to, nan: self.nan, range }
    }
    /// The set without infinities.
    pub fn finite_or_nan(&self) -> Option<Self> {
        let largest = infinity(self.format) - 1;
        Self::new(self.format, self.nan, self.range.map(|(low, high)| (low.max(negated(largest)), high.min(largest))))
    }
    /// The set without its NaN, if anything is left.
    pub fn numbers(&self) -> Option<Self> {
        Self::new(self.format, false, self.range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: FloatFormat = FloatFormat::Half;

    fn random_key(random: &mut fastrand::Rng) -> Key {
        let limit = infinity(FORMAT) as i64;
        let number = match random.u32(0..4) {
            0 => [-limit - 1, limit, -1, 0, 1, -2, limit - 1, -limit][random.usize(0..8)],
            1 => random.i64(-40..40),
            _ => random.i64(-limit - 1..=limit),
        };
        number.into()
    }
    fn random_set(random: &mut fastrand::Rng) -> FloatSet {
        let (a, b) = (random_key(random), random_key(random));
        let near = if random.bool() { a } else { b };
        FloatSet { format: FORMAT, nan: random.u32(0..5) == 0, range: Some((a.min(near), a.max(near))) }
    }
    /// Bounds and what lies between; NaN as none.
    fn members(random: &mut fastrand::Rng, set: &FloatSet) -> Vec<Option<Key>> {
        let (low, high) = set.range.expect("numbers");
        let between = (0..4).map(|_| random.i64(low as i64..=high as i64).into()).chain([low, high, -1, 0]);
        let mut all: Vec<Option<Key>> = between.filter(|key| set.has(*key)).map(Some).collect();
        all.extend(set.nan.then_some(None));
        all
    }
    fn encoded(key: Option<Key>) -> BvValue {
        key.map_or_else(|| softfloat::nan(term_format(FORMAT)), |key| bits(FORMAT, key))
    }
    fn holds(set: &FloatSet, value: &BvValue) -> bool {
        key_of_bits(set.format, value).map_or(set.nan, |key| set.has(key))
    }

    #[test]
    fn every_result_is_in_the_set() {
        let mut random = fastrand::Rng::with_seed(17);
        let f = term_format(FORMAT);
        let directions = [
            Rounding::NearestEven,
            Rounding::NearestAway,
            Rounding::TowardPositive,
            Rounding::TowardNegative,
            Rounding::TowardZero,
        ];
        for _ in 0..4_000 {
            let (a, b) = (random_set(&mut random), random_set(&mut random));
            let r = directions[random.usize(0..5)];
            let operations = [
                Binary::FloatAdd(r),
                Binary::FloatSubtract(r),
                Binary::FloatMultiply(r),
                Binary::FloatDivide(r),
                Binary::FloatMin,
                Binary::FloatMax,
            ];
            let (xs, ys) = (members(&mut random, &a), members(&mut random, &b));
            for (p, q) in xs.iter().flat_map(|x| ys.iter().map(move |y| (encoded(*x), encoded(*y)))) {
                for op in operations {
                    let value = match op {
                        Binary::FloatAdd(r) => softfloat::add(f, mode(r), &p, &q),
                        Binary::FloatSubtract(r) => softfloat::sub(f, mode(r), &p, &q),
                        Binary::FloatMultiply(r) => softfloat::mul(f, mode(r), &p, &q),
                        Binary::FloatDivide(r) => softfloat::div(f, mode(r), &p, &q),
                        Binary::FloatMin => softfloat::min(f, &p, &q),
                        _ => softfloat::max(f, &p, &q),
                    };
                    let set = FloatSet::binary(op, &a, &b).expect("an operation");
                    assert!(holds(&set, &value), "{op:?} {a:?} {b:?}: {p:?} {q:?} give {value:?}");
                }
                let comparisons = [
                    (Binary::FloatLess, softfloat::lt(f, &p, &q)),
                    (Binary::FloatLessEqual, softfloat::leq(f, &p, &q)),
                    (Binary::FloatEqual, softfloat::eq(f, &p, &q)),
                ];
                for (op, truth) in comparisons {
                    assert!(FloatSet::compare(op, &a, &b).is_none_or(|found| found == truth), "{op:?} {a:?} {b:?}");
                    let left = match op {
                        Binary::FloatEqual => FloatSet::equal_to(&a, &b).zip(FloatSet::equal_to(&b, &a)),
                        _ => FloatSet::ordered(op == Binary::FloatLess, &a, &b),
                    };
                    let kept = left.is_some_and(|(x, y)| holds(&x, &p) && holds(&y, &q));
                    assert!(!truth || kept, "{op:?} {a:?} {b:?}: {p:?} {q:?}");
                }
                assert!(FloatSet::same(&a, &b).is_none_or(|same| same == (p == q)), "{a:?} {b:?}: {p:?} {q:?}");
            }
            for p in xs.iter().map(|x| encoded(*x)) {
                let results = [
                    (Unary::FloatSqrt(r), softfloat::sqrt(f, mode(r), &p)),
                    (Unary::FloatRound(r), softfloat::round_to_integral(f, mode(r), &p)),
                    (Unary::FloatNegate, softfloat::neg(f, &p)),
                    (Unary::FloatAbs, softfloat::abs(f, &p)),
                ];
                for (op, value) in results {
                    let set = a.unary(op).expect("an operation");
                    assert!(holds(&set, &value), "{op:?} {a:?}: {p:?} gives {value:?}");
                }
                let classes = [
                    (FloatClass::Nan, softfloat::is_nan(f, &p)),
                    (FloatClass::Infinite, softfloat::is_infinite(f, &p)),
                    (FloatClass::Zero, softfloat::is_zero(f, &p)),
                    (FloatClass::Subnormal, softfloat::is_subnormal(f, &p)),
                    (FloatClass::Normal, softfloat::is_normal(f, &p)),
                    (FloatClass::Negative, softfloat::is_negative(f, &p)),
                    (FloatClass::Positive, softfloat::is_positive(f, &p)),
                ];
                for (class, truth) in classes {
                    assert!(a.is(class).is_none_or(|found| found == truth), "{class:?} {a:?}: {p:?}");
                }
                for to in [FloatFormat::Single, FloatFormat::BFloat] {
                    let value = softfloat::to_format(f, term_format(to), mode(r), &p);
                    assert!(holds(&a.convert(to, r), &value), "{to:?} {a:?}: {p:?} gives {value:?}");
                }
            }
        }
    }
}
