//! Intervals of mathematical integers. Bounds of more than 100 bits are treated as missing.

use cairn_ir::Binary;
use num_bigint::BigInt;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MathSet {
    pub low: Option<i128>,
    pub high: Option<i128>,
}

const LIMIT: i128 = 1 << 100;

fn lower(value: Option<i128>) -> Option<i128> {
    // A bound that is too small says nothing; one that is too large may be weakened.
    value.filter(|v| *v >= -LIMIT).map(|v| v.min(LIMIT))
}
fn upper(value: Option<i128>) -> Option<i128> {
    value.filter(|v| *v <= LIMIT).map(|v| v.max(-LIMIT))
}

impl MathSet {
    pub const ANY: MathSet = MathSet { low: None, high: None };

    pub fn new(low: Option<i128>, high: Option<i128>) -> Option<Self> {
        let empty = low.zip(high).is_some_and(|(low, high)| low > high);
        (!empty).then_some(Self { low: lower(low), high: upper(high) })
    }
    pub fn constant(value: &BigInt) -> Self {
        match i128::try_from(value) {
            Ok(small) if (-LIMIT..=LIMIT).contains(&small) => Self { low: Some(small), high: Some(small) },
            _ if value.sign() == num_bigint::Sign::Minus => Self { low: None, high: Some(-LIMIT) },
            _ => Self { low: Some(LIMIT), high: None },
        }
    }
    pub fn range((low, high): (i128, i128)) -> Self {
        Self { low: lower(Some(low)), high: upper(Some(high)) }
    }
    pub fn bounded(&self) -> Option<(i128, i128)> {
        self.low.zip(self.high)
    }
    pub fn single(&self) -> Option<i128> {
        self.bounded().filter(|(low, high)| low == high).map(|(low, _)| low)
    }
    pub fn join(&self, other: &Self) -> Self {
        let low = self.low.zip(other.low).map(|(a, b)| a.min(b));
        Self { low, high: self.high.zip(other.high).map(|(a, b)| a.max(b)) }
    }
    pub fn meet(&self, other: &Self) -> Option<Self> {
        let low = [self.low, other.low].into_iter().flatten().max();
        Self::new(low, [self.high, other.high].into_iter().flatten().min())
    }
    pub fn is_within(&self, other: &Self) -> bool {
        let low = other.low.is_none_or(|b| self.low.is_some_and(|a| b <= a));
        low && other.high.is_none_or(|b| self.high.is_some_and(|a| a <= b))
    }
    pub fn widen(&self, other: &Self, down: &dyn Fn(i128) -> Option<i128>, up: &dyn Fn(i128) -> Option<i128>) -> Self {
        let joined = self.join(other);
        let low = if joined.low == self.low { joined.low } else { joined.low.and_then(down) };
        Self { low, high: if joined.high == self.high { joined.high } else { joined.high.and_then(up) } }
    }
    pub fn negate(&self) -> Self {
        Self { low: self.high.map(|v| -v), high: self.low.map(|v| -v) }
    }
    pub fn abs(&self) -> Self {
        let zero = self.low.is_none_or(|low| low <= 0) && self.high.is_none_or(|high| high >= 0);
        let ends = [self.low.map(i128::abs), self.high.map(i128::abs)];
        let low = if zero { Some(0) } else { ends.iter().flatten().min().copied() };
        let high = match ends {
            [Some(a), Some(b)] => Some(a.max(b)),
            _ => None,
        };
        Self { low, high }
    }
    pub fn binary(op: Binary, a: &Self, b: &Self) -> Option<Self> {
        let sum = |x: Option<i128>, y: Option<i128>| x.zip(y).map(|(x, y)| x + y);
        Some(match op {
            Binary::MathAdd => Self { low: lower(sum(a.low, b.low)), high: upper(sum(a.high, b.high)) },
            Binary::MathSubtract => return Self::binary(Binary::MathAdd, a, &b.negate()),
            Binary::MathMultiply => Self::multiply(a, b),
            Binary::MathDivide => Self::divide(a, b),
            Binary::MathModulo => Self::modulo(a, b),
            _ => return None,
        })
    }
    fn multiply(a: &Self, b: &Self) -> Self {
        if let (Some(x), Some(y)) = (a.bounded(), b.bounded()) {
            let product = |x: i128, y: i128| x.checked_mul(y);
            let all = [product(x.0, y.0), product(x.0, y.1), product(x.1, y.0), product(x.1, y.1)];
            if let [Some(p), Some(q), Some(r), Some(s)] = all {
                return Self { low: lower(Some(p.min(q).min(r.min(s)))), high: upper(Some(p.max(q).max(r.max(s)))) };
            }
        }
        let not_negative = |s: &Self| s.low.is_some_and(|low| low >= 0);
        if not_negative(a) && not_negative(b) {
            let low = a.low.zip(b.low).and_then(|(x, y)| x.checked_mul(y));
            return Self { low: low.map_or(Some(0), |low| Some(low.min(LIMIT))), high: None };
        }
        Self::ANY
    }
    /// By a positive number: rounded down.
    fn divide(a: &Self, b: &Self) -> Self {
        let Some((low, high)) = b.bounded().filter(|(low, _)| *low > 0) else { return Self::ANY };
        let by = |x: i128, bounds: [i128; 2]| bounds.map(|y| x.div_euclid(y));
        let least = a.low.map(|x| by(x, [low, high]).into_iter().min().unwrap_or(x));
        Self { low: least, high: a.high.map(|x| by(x, [low, high]).into_iter().max().unwrap_or(x)) }
    }
    fn modulo(a: &Self, b: &Self) -> Self {
        match (b.bounded(), a.bounded()) {
            (Some((low, _)), Some((x, y))) if low > 0 && x >= 0 && y < low => *a,
            (Some((low, high)), _) if low > 0 || high < 0 => {
                Self { low: Some(0), high: Some(low.abs().max(high.abs()) - 1) }
            }
            _ => Self::ANY,
        }
    }
    pub fn less(a: &Self, b: &Self) -> Option<bool> {
        if a.high.zip(b.low).is_some_and(|(x, y)| x < y) {
            return Some(true);
        }
        a.low.zip(b.high).is_some_and(|(x, y)| x >= y).then_some(false)
    }
    pub fn less_equal(a: &Self, b: &Self) -> Option<bool> {
        Self::less(b, a).map(|less| !less)
    }
    pub fn equal(a: &Self, b: &Self) -> Option<bool> {
        if a.single().is_some() && a.single() == b.single() {
            return Some(true);
        }
        a.meet(b).is_none().then_some(false)
    }
    /// What is left of both if `a < b` (or `a <= b`) holds.
    pub fn ordered(strict: bool, a: &Self, b: &Self) -> Option<(Self, Self)> {
        let gap = i128::from(strict);
        let left = a.meet(&Self { low: None, high: b.high.map(|v| v - gap) })?;
        Some((left, b.meet(&Self { low: a.low.map(|v| v + gap), high: None })?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_integer::Integer;

    #[test]
    fn every_result_is_in_the_set() {
        let mut random = fastrand::Rng::with_seed(23);
        let mut some = || {
            let (a, b) = (i128::from(random.i64(-9..9)), i128::from(random.i64(-9..9)));
            let bound = |value: i128, given: bool| given.then_some(value);
            MathSet { low: bound(a.min(b), random.u32(0..4) > 0), high: bound(a.max(b), random.u32(0..4) > 0) }
        };
        let has = |set: &MathSet, x: i128| set.low.is_none_or(|low| low <= x) && set.high.is_none_or(|high| x <= high);
        for _ in 0..4_000 {
            let (a, b) = (some(), some());
            let pairs = (-12..13).flat_map(|x| (-12..13).map(move |y| (x, y)));
            for (x, y) in pairs.filter(|(x, y)| has(&a, *x) && has(&b, *y)) {
                let divided = if y == 0 { 0 } else { (x - x.mod_floor(&y.abs())) / y };
                let rest = if y == 0 { x } else { x.mod_floor(&y.abs()) };
                let results = [
                    (Binary::MathAdd, x + y),
                    (Binary::MathSubtract, x - y),
                    (Binary::MathMultiply, x * y),
                    (Binary::MathDivide, divided),
                    (Binary::MathModulo, rest),
                ];
                for (op, value) in results {
                    let set = MathSet::binary(op, &a, &b).expect("an operation");
                    assert!(has(&set, value), "{op:?} {a:?} {b:?}: {x} {y} give {value}");
                }
                assert!(has(&a.negate(), -x) && has(&a.abs(), x.abs()), "{a:?} {x}");
                assert!(MathSet::less(&a, &b).is_none_or(|less| less == (x < y)));
                assert!(MathSet::equal(&a, &b).is_none_or(|equal| equal == (x == y)));
                let kept = MathSet::ordered(true, &a, &b).is_some_and(|(p, q)| has(&p, x) && has(&q, y));
                assert!(x >= y || kept, "{a:?} {b:?}: {x} {y}");
            }
        }
    }
}
