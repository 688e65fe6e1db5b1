//! The operations of programs on sets of machine integers: modulo `2^w`, SMT-LIB meaning.
//!
//! Each computes the signed and the unsigned interval of the mathematical result separately and brings each back
//! into its range where all of it wraps the same number of times; where it does not, that reading is lost, but
//! often the other is not.

use super::integer::{ANY_NUMBER, Congruence, IntSet, half, normal, signed_range, span, unsigned_range};
use cairn_ir::{Binary, Sign};
use num_integer::Integer;

type Range = (i128, i128);

/// A mathematical interval modulo `2^width`, into the numbers from `low` on, and how often it wrapped; none if
/// not all of it wraps alike.
fn wrapped(width: u32, range: Range, low: i128) -> Option<(Range, i128)> {
    let turns = (range.0 - low).div_euclid(span(width));
    let all_alike = (range.1 - low).div_euclid(span(width)) == turns;
    all_alike.then(|| ((range.0 - turns * span(width), range.1 - turns * span(width)), turns))
}

/// The set of results, from what is known of the mathematical result: an interval of it when the arguments are
/// read as signed (with a congruence), and when they are read as unsigned.
fn reduced(width: u32, signed: Option<Range>, unsigned: Option<Range>, congruence: Congruence) -> IntSet {
    let s = signed.and_then(|range| wrapped(width, range, -half(width)));
    let u = unsigned.and_then(|range| wrapped(width, range, 0));
    let (modulus, residue) = congruence;
    let congruence = match s {
        Some((_, turns)) => (modulus, residue - turns * span(width)),
        // The number of turns is not known: only what divides 2^w stays.
        None => (modulus.gcd(&span(width)), residue),
    };
    let signed = s.map_or(signed_range(width), |(range, _)| range);
    let unsigned = u.map_or(unsigned_range(width), |(range, _)| range);
    // Exact results are never empty; a set that looks empty would be a mistake here, so answer safely.
    IntSet::new(width, signed, unsigned, normal(congruence)).unwrap_or(IntSet::any(width))
}

pub fn add(a: &IntSet, b: &IntSet) -> IntSet {
    let sum = |x: Range, y: Range| Some((x.0 + y.0, x.1 + y.1));
    let ((m, r), (n, q)) = (a.congruence(), b.congruence());
    let congruence = (m.gcd(&n), r + q);
    reduced(a.width(), sum(a.signed(), b.signed()), sum(a.unsigned(), b.unsigned()), congruence)
}
pub fn subtract(a: &IntSet, b: &IntSet) -> IntSet {
    let difference = |x: Range, y: Range| Some((x.0 - y.1, x.1 - y.0));
    let ((m, r), (n, q)) = (a.congruence(), b.congruence());
    let congruence = (m.gcd(&n), r - q);
    reduced(a.width(), difference(a.signed(), b.signed()), difference(a.unsigned(), b.unsigned()), congruence)
}
pub fn negate(a: &IntSet) -> IntSet {
    subtract(&IntSet::constant(a.width(), 0), a)
}
pub fn bit_not(a: &IntSet) -> IntSet {
    subtract(&IntSet::constant(a.width(), -1), a)
}

/// The interval of `f` at the four corners; none if one does not fit.
fn corners(x: Range, y: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Range> {
    let all = [f(x.0, y.0)?, f(x.0, y.1)?, f(x.1, y.0)?, f(x.1, y.1)?];
    Some((*all.iter().min()?, *all.iter().max()?))
}
fn multiply_congruences((m, r): Congruence, (n, q): Congruence) -> Option<Congruence> {
    let modulus = m.checked_mul(n)?.gcd(&m.checked_mul(q)?).gcd(&n.checked_mul(r)?);
    Some(normal((modulus, r.checked_mul(q)?)))
}
pub fn multiply(a: &IntSet, b: &IntSet) -> IntSet {
    let product = |x, y| corners(x, y, i128::checked_mul);
    let congruence = multiply_congruences(a.congruence(), b.congruence()).unwrap_or(ANY_NUMBER);
    reduced(a.width(), product(a.signed(), b.signed()), product(a.unsigned(), b.unsigned()), congruence)
}

/// The part of an interval in another, if any.
fn part(a: Range, b: Range) -> Option<Range> {
    let both = (a.0.max(b.0), a.1.min(b.1));
    (both.0 <= both.1).then_some(both)
}
fn join_all(width: u32, parts: impl IntoIterator<Item = Option<IntSet>>) -> IntSet {
    let joined = parts.into_iter().flatten().reduce(|a, b| a.join(&b));
    joined.unwrap_or(IntSet::any(width))
}
fn contains_zero(b: &IntSet) -> bool {
    b.contains(0)
}

pub fn divide(sign: Sign, a: &IntSet, b: &IntSet) -> IntSet {
    let width = a.width();
    match sign {
        Sign::Unsigned => {
            let by_zero = contains_zero(b).then(|| IntSet::constant(width, -1));
            let divisor = part(b.unsigned(), (1, span(width)));
            let quotient = divisor.and_then(|d| {
                let x = a.unsigned();
                IntSet::from_unsigned(width, (x.0 / d.1, x.1 / d.0))
            });
            join_all(width, [by_zero, quotient])
        }
        Sign::Signed => {
            let by = |d: Option<Range>| {
                let quotient = corners(a.signed(), d?, |x, y| x.checked_div(y));
                Some(reduced(width, quotient, None, ANY_NUMBER))
            };
            let x = a.signed();
            let zero = contains_zero(b);
            let minus = (zero && x.1 >= 0).then(|| IntSet::constant(width, -1));
            let plus = (zero && x.0 < 0).then(|| IntSet::constant(width, 1));
            let (negative, positive) = (part(b.signed(), (-span(width), -1)), part(b.signed(), (1, span(width))));
            join_all(width, [minus, plus, by(negative), by(positive)])
        }
    }
}

/// With a known divisor the remainder is congruent to the dividend.
fn remainder_congruence(dividend: Congruence, b: &IntSet) -> Congruence {
    match b.single() {
        Some(divisor) => normal((dividend.0.gcd(&divisor), dividend.1)),
        None => ANY_NUMBER,
    }
}
/// The dividend itself is what is left where the divisor is zero.
fn with_zero_divisor(a: &IntSet, b: &IntSet, rest: Option<IntSet>) -> IntSet {
    join_all(a.width(), [contains_zero(b).then_some(*a), rest])
}

pub fn remainder(sign: Sign, a: &IntSet, b: &IntSet) -> IntSet {
    let width = a.width();
    match sign {
        Sign::Unsigned => {
            let rest = part(b.unsigned(), (1, span(width))).and_then(|d| {
                let x = a.unsigned();
                if x.1 < d.0 {
                    return Some(*a);
                }
                // Read as signed, remainders may be negative again: only power-of-two moduli hold there.
                let small = x.1.min(d.1 - 1) < half(width);
                let unsigned_divisor = IntSet::new(width, signed_range(width), d, b.congruence());
                let congruence = match unsigned_divisor.and_then(|d| d.single()) {
                    Some(divisor) if small => {
                        let (m, r) = a.unsigned_congruence();
                        normal((m.gcd(&divisor.rem_euclid(span(width))), r))
                    }
                    _ => ANY_NUMBER,
                };
                IntSet::new(width, signed_range(width), (0, x.1.min(d.1 - 1)), congruence)
            });
            with_zero_divisor(a, b, rest)
        }
        Sign::Signed => {
            let x = a.signed();
            let d = b.signed();
            let largest = d.0.abs().max(d.1.abs()) - 1;
            let smallest = if d.0 > 0 {
                d.0
            } else if d.1 < 0 {
                -d.1
            } else {
                1
            };
            let rest = (largest >= 0).then(|| {
                if x.0 > -smallest && x.1 < smallest {
                    return *a;
                }
                let low = if x.0 < 0 { x.0.max(-largest) } else { 0 };
                let high = if x.1 > 0 { x.1.min(largest) } else { 0 };
                let congruence = remainder_congruence(a.congruence(), b);
                IntSet::new(width, (low, high), unsigned_range(width), congruence).unwrap_or(IntSet::any(width))
            });
            with_zero_divisor(a, b, rest)
        }
    }
}
pub fn modulo(a: &IntSet, b: &IntSet) -> IntSet {
    let (width, x, d) = (a.width(), a.signed(), b.signed());
    let congruence = remainder_congruence(a.congruence(), b);
    let within = |range| IntSet::new(width, range, unsigned_range(width), congruence);
    let positive =
        part(d, (1, span(width))).and_then(|d| if x.0 >= 0 && x.1 < d.0 { Some(*a) } else { within((0, d.1 - 1)) });
    let negative =
        part(d, (-span(width), -1)).and_then(|d| if x.1 <= 0 && x.0 > d.1 { Some(*a) } else { within((d.0 + 1, 0)) });
    let rest = [positive, negative].into_iter().flatten().reduce(|a, b| a.join(&b));
    with_zero_divisor(a, b, rest)
}

pub fn shift_left(a: &IntSet, by: &IntSet) -> IntSet {
    let width = a.width();
    let (low, high) = by.unsigned();
    let gone = (high >= i128::from(width)).then(|| IntSet::constant(width, 0));
    if low >= i128::from(width) {
        return IntSet::constant(width, 0);
    }
    let factor = IntSet::constant(width, 1i128 << low);
    let high = high.min(i128::from(width) - 1);
    let shifted = if low == high {
        multiply(a, &factor)
    } else {
        let x = a.signed();
        let ends = corners(x, (1i128 << low, 1i128 << high), i128::checked_mul);
        let modulus = (a.unsigned_congruence().0.gcd(&a.unsigned_congruence().1)).gcd(&span(width));
        let known = modulus.max(1).checked_mul(1i128 << low).unwrap_or(1);
        reduced(width, ends, None, (known, 0))
    };
    join_all(width, [gone, Some(shifted)])
}
pub fn shift_right(sign: Sign, a: &IntSet, by: &IntSet) -> IntSet {
    let width = a.width();
    let limit = i128::from(width);
    let (low, high) = (by.unsigned().0.min(limit), by.unsigned().1.min(limit));
    let moved = |x: Range| corners(x, (low, high), |x, n| Some(x >> n));
    let found = match sign {
        Sign::Unsigned => moved(a.unsigned()).and_then(|range| IntSet::from_unsigned(width, range)),
        Sign::Signed => moved(a.signed()).and_then(|range| IntSet::from_signed(width, range)),
    };
    found.unwrap_or(IntSet::any(width))
}

/// The numbers below the next power of two.
fn bits_of(high: i128) -> i128 {
    (1i128 << (128 - high.leading_zeros())) - 1
}
/// How many low bits are known, as a modulus.
fn known_low_bits(a: &IntSet, width: u32) -> i128 {
    a.congruence().0.gcd(&span(width))
}

pub fn bitwise(op: Binary, a: &IntSet, b: &IntSet) -> IntSet {
    let width = a.width();
    let (x, y) = (a.unsigned(), b.unsigned());
    let compute = |p: i128, q: i128| match op {
        Binary::BitAnd => p & q,
        Binary::BitOr => p | q,
        _ => p ^ q,
    };
    if let (Some(p), Some(q)) = (a.single(), b.single()) {
        return IntSet::constant(width, compute(p, q));
    }
    let unsigned = match op {
        Binary::BitAnd => (0, x.1.min(y.1)),
        Binary::BitOr => (x.0.max(y.0), bits_of(x.1.max(y.1))),
        _ => (0, bits_of(x.1.max(y.1))),
    };
    // Both fit so many bits with sign, and so does the result.
    let reach = |s: Range| bits_of(s.1.max(-(s.0 + 1)).max(0));
    let reach = reach(a.signed()).max(reach(b.signed()));
    let low_bits = known_low_bits(a, width).gcd(&known_low_bits(b, width));
    let mut congruence = (low_bits, compute(a.congruence().1, b.congruence().1));
    if op == Binary::BitAnd {
        let zeros = |set: &IntSet| set.single().map_or(1, |s| if s == 0 { 1 } else { s & -s });
        let zeros = zeros(a).max(zeros(b)).gcd(&span(width));
        congruence = if zeros > low_bits { (zeros, 0) } else { congruence };
    }
    IntSet::new(width, (-reach - 1, reach), unsigned, normal(congruence)).unwrap_or(IntSet::any(width))
}

/// Whether a condition holds of all pairs, of none, or of some.
pub fn less(sign: Sign, a: &IntSet, b: &IntSet) -> Option<bool> {
    let (x, y) = both(sign, a, b);
    if x.1 < y.0 {
        Some(true)
    } else if x.0 >= y.1 {
        Some(false)
    } else {
        None
    }
}
pub fn less_equal(sign: Sign, a: &IntSet, b: &IntSet) -> Option<bool> {
    less(sign, b, a).map(|less| !less)
}
pub fn equal(a: &IntSet, b: &IntSet) -> Option<bool> {
    if a.single().is_some() && a.single() == b.single() {
        return Some(true);
    }
    a.meet(b).is_none().then_some(false)
}
fn both(sign: Sign, a: &IntSet, b: &IntSet) -> (Range, Range) {
    (reading(sign, a), reading(sign, b))
}
/// The numbers of a set, read with a sign.
pub fn reading(sign: Sign, set: &IntSet) -> Range {
    match sign {
        Sign::Signed => set.signed(),
        Sign::Unsigned => set.unsigned(),
    }
}
/// Those of all sets of a width.
pub fn range_of(sign: Sign, width: u32) -> Range {
    match sign {
        Sign::Signed => signed_range(width),
        Sign::Unsigned => unsigned_range(width),
    }
}
/// Whether a mathematical result lies outside the range of its type.
pub fn overflows(op: Binary, a: &IntSet, b: &IntSet) -> Option<bool> {
    let width = a.width();
    let (sign, exact) = match op {
        Binary::AddOverflows(sign) => {
            let (x, y) = both(sign, a, b);
            (sign, Some((x.0 + y.0, x.1 + y.1)))
        }
        Binary::SubtractOverflows(sign) => {
            let (x, y) = both(sign, a, b);
            (sign, Some((x.0 - y.1, x.1 - y.0)))
        }
        Binary::MultiplyOverflows(sign) => {
            let (x, y) = both(sign, a, b);
            (sign, corners(x, y, i128::checked_mul))
        }
        Binary::DivideOverflows => {
            let smallest = equal(a, &IntSet::constant(width, -half(width)));
            return match (smallest, equal(b, &IntSet::constant(width, -1))) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        _ => return None,
    };
    let (found, range) = (exact?, range_of(sign, width));
    if range.0 <= found.0 && found.1 <= range.1 {
        Some(false)
    } else if found.1 < range.0 || found.0 > range.1 {
        Some(true)
    } else {
        None
    }
}

pub fn binary(op: Binary, a: &IntSet, b: &IntSet) -> Option<IntSet> {
    Some(match op {
        Binary::Add => add(a, b),
        Binary::Subtract => subtract(a, b),
        Binary::Multiply => multiply(a, b),
        Binary::Divide(sign) => divide(sign, a, b),
        Binary::Remainder(sign) => remainder(sign, a, b),
        Binary::Modulo => modulo(a, b),
        Binary::ShiftLeft => shift_left(a, b),
        Binary::ShiftRight(sign) => shift_right(sign, a, b),
        Binary::BitAnd | Binary::BitOr | Binary::BitXor => bitwise(op, a, b),
        _ => return None,
    })
}

// ---- other widths ----

pub fn zero_extend(a: &IntSet, to: u32) -> IntSet {
    IntSet::new(to, signed_range(to), a.unsigned(), a.unsigned_congruence()).unwrap_or(IntSet::any(to))
}
pub fn sign_extend(a: &IntSet, to: u32) -> IntSet {
    IntSet::new(to, a.signed(), unsigned_range(to), a.congruence()).unwrap_or(IntSet::any(to))
}
pub fn truncate(a: &IntSet, to: u32) -> IntSet {
    reduced(to, Some(a.signed()), Some(a.unsigned()), a.congruence())
}
/// A mathematical interval modulo `2^to`.
pub fn from_math(to: u32, range: Range) -> IntSet {
    reduced(to, Some(range), Some(range), ANY_NUMBER)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;

    fn random_set(random: &mut fastrand::Rng) -> Option<IntSet> {
        let mut pair = |low: i64| {
            let (a, b) = (random.i64(0..16) + low, random.i64(0..16) + low);
            (i128::from(a.min(b)), i128::from(a.max(b)))
        };
        let (s, u) = (pair(-8), pair(0));
        let signed = if random.bool() { s } else { signed_range(WIDTH) };
        let unsigned = if random.bool() { u } else { unsigned_range(WIDTH) };
        IntSet::new(WIDTH, signed, unsigned, (i128::from(random.i64(1..5)), i128::from(random.i64(0..5))))
    }
    fn members(set: &IntSet) -> Vec<i128> {
        let (low, high) = signed_range(WIDTH);
        (low..=high).filter(|n| set.contains(*n)).collect()
    }
    fn wrap(value: i128) -> i128 {
        (value + 8).rem_euclid(16) - 8
    }
    /// The definitions of SMT-LIB, on signed numbers of four bits.
    fn concrete(op: Binary, p: i128, q: i128) -> i128 {
        let (x, y) = (p.rem_euclid(16), q.rem_euclid(16));
        wrap(match op {
            Binary::Add => p + q,
            Binary::Subtract => p - q,
            Binary::Multiply => p * q,
            Binary::Divide(Sign::Unsigned) => x.checked_div(y).unwrap_or(-1),
            Binary::Divide(Sign::Signed) if q == 0 => {
                if p < 0 {
                    1
                } else {
                    -1
                }
            }
            Binary::Divide(Sign::Signed) => p / q,
            Binary::Remainder(Sign::Unsigned) => x.checked_rem(y).unwrap_or(x),
            Binary::Remainder(Sign::Signed) => p.checked_rem(q).unwrap_or(p),
            Binary::Modulo => {
                if q == 0 {
                    p
                } else {
                    p.mod_floor(&q)
                }
            }
            Binary::ShiftLeft => {
                if y < 4 {
                    x << y
                } else {
                    0
                }
            }
            Binary::ShiftRight(Sign::Unsigned) => {
                if y < 4 {
                    x >> y
                } else {
                    0
                }
            }
            Binary::ShiftRight(Sign::Signed) => p >> y.min(4),
            Binary::BitAnd => x & y,
            Binary::BitOr => x | y,
            _ => x ^ y,
        })
    }
    fn flag(op: Binary, p: i128, q: i128) -> bool {
        let (x, y) = (p.rem_euclid(16), q.rem_euclid(16));
        let outside = |sign: Sign, value: i128| {
            let (low, high) = range_of(sign, WIDTH);
            value < low || value > high
        };
        let pick = |sign: Sign| if sign == Sign::Signed { (p, q) } else { (x, y) };
        match op {
            Binary::Less(sign) => pick(sign).0 < pick(sign).1,
            Binary::LessEqual(sign) => pick(sign).0 <= pick(sign).1,
            Binary::AddOverflows(sign) => outside(sign, pick(sign).0 + pick(sign).1),
            Binary::SubtractOverflows(sign) => outside(sign, pick(sign).0 - pick(sign).1),
            Binary::MultiplyOverflows(sign) => outside(sign, pick(sign).0 * pick(sign).1),
            _ => q == -1 && p == -8,
        }
    }

    #[test]
    fn every_result_is_in_the_set() {
        use Binary::*;
        let mut operations = vec![Add, Subtract, Multiply, Modulo, ShiftLeft, BitAnd, BitOr, BitXor];
        let mut conditions = vec![DivideOverflows];
        for sign in [Sign::Signed, Sign::Unsigned] {
            operations.extend([Divide(sign), Remainder(sign), ShiftRight(sign)]);
            conditions.extend([Less(sign), LessEqual(sign)]);
            conditions.extend([AddOverflows(sign), SubtractOverflows(sign), MultiplyOverflows(sign)]);
        }
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..6_000 {
            let (Some(a), Some(b)) = (random_set(&mut random), random_set(&mut random)) else { continue };
            let pairs: Vec<(i128, i128)> =
                members(&a).into_iter().flat_map(|p| members(&b).into_iter().map(move |q| (p, q))).collect();
            for op in &operations {
                let set = binary(*op, &a, &b).expect("an operation");
                for (p, q) in &pairs {
                    assert!(set.contains(concrete(*op, *p, *q)), "{op:?} {p} {q}: {a:?} {b:?} give {set:?}");
                }
            }
            for op in &conditions {
                let found = match op {
                    Less(sign) => less(*sign, &a, &b),
                    LessEqual(sign) => less_equal(*sign, &a, &b),
                    _ => overflows(*op, &a, &b),
                };
                for (p, q) in &pairs {
                    assert!(found.is_none_or(|f| f == flag(*op, *p, *q)), "{op:?} {p} {q}: {a:?} {b:?}");
                }
            }
            for (p, to) in members(&a).into_iter().flat_map(|p| [(p, 2), (p, 7)]) {
                let x = p.rem_euclid(16);
                if to == 2 {
                    assert!(truncate(&a, 2).contains(p), "{p} {a:?}");
                } else {
                    assert!(sign_extend(&a, to).contains(p) && zero_extend(&a, to).contains(x), "{p} {a:?}");
                }
            }
        }
    }
}
