//! Sets of machine integers of up to 64 bits: a signed interval, an unsigned interval and a congruence, kept
//! consistent with each other.
//!
//! A set is never empty: operations that can find it empty give none. The congruence speaks of the *signed*
//! number. Granger, "Static analysis of arithmetical congruences" (1989); Simon and King, "Taming the wrapping
//! of integer arithmetic" (2007), for the idea of keeping both readings of the bits.
//!
//! Deliberately absent: the operations of programs (see [`super::arithmetic`]), and wider integers.

use num_integer::Integer;

/// Wider integers are not tracked.
pub const MAX_WIDTH: u32 = 64;

/// What is known of a number `s`, and of `u`, the same bits without sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntSet {
    width: u32,
    /// `signed.0 <= s <= signed.1`, `unsigned.0 <= u <= unsigned.1`.
    signed: (i64, i64),
    unsigned: (u64, u64),
    /// `s ≡ residue (mod modulus)`, the residue below the modulus. Modulus 0: `s` is the residue.
    modulus: i128,
    residue: i128,
}

/// A congruence: modulus (0 for one number, 1 for no knowledge) and residue.
pub type Congruence = (i128, i128);

pub const ANY_NUMBER: Congruence = (1, 0);

pub fn span(width: u32) -> i128 {
    1 << width
}
pub fn half(width: u32) -> i128 {
    1 << (width - 1)
}
/// The range of signed numbers.
pub fn signed_range(width: u32) -> (i128, i128) {
    (-half(width), half(width) - 1)
}
pub fn unsigned_range(width: u32) -> (i128, i128) {
    (0, span(width) - 1)
}

/// The least number not below `at` that satisfies a congruence with modulus above 1.
fn up(at: i128, (modulus, residue): Congruence) -> i128 {
    at + (residue - at).rem_euclid(modulus)
}
fn down(at: i128, (modulus, residue): Congruence) -> i128 {
    at - (at - residue).rem_euclid(modulus)
}

pub fn normal((modulus, residue): Congruence) -> Congruence {
    if modulus == 0 { (0, residue) } else { (modulus, residue.rem_euclid(modulus)) }
}
/// The smallest congruence with the numbers of both.
pub fn join_congruences((m, r): Congruence, (n, q): Congruence) -> Congruence {
    normal((m.gcd(&n).gcd(&(r - q)), r))
}
/// What both say; none if no number satisfies both. Not always all of it, so that moduli stay small.
fn meet_congruences(a: Congruence, b: Congruence) -> Option<Congruence> {
    let ((m, r), (n, q)) = (a, b);
    let common = m.gcd(&n);
    let agree = if common == 0 { r == q } else { (r - q) % common == 0 };
    if !agree {
        return None;
    }
    let first = m == 0 || (n != 0 && m >= n);
    Some(if first { a } else { b })
}
fn implies((m, r): Congruence, (n, q): Congruence) -> bool {
    if n == 0 { m == 0 && r == q } else { m % n == 0 && (r - q) % n == 0 }
}

/// The parts of a set while they are made consistent.
struct Parts {
    width: u32,
    signed: (i128, i128),
    unsigned: (i128, i128),
    congruence: Congruence,
}

fn meet_ranges(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    (a.0.max(b.0), a.1.min(b.1))
}

impl Parts {
    fn is_empty(&self) -> bool {
        self.signed.0 > self.signed.1 || self.unsigned.0 > self.unsigned.1
    }
    /// What the signed interval says of the unsigned one, and the other way round.
    fn exchange(&mut self) {
        let (span, half) = (span(self.width), half(self.width));
        let (s, u) = (self.signed, self.unsigned);
        if s.0 >= 0 {
            self.unsigned = meet_ranges(u, s);
        } else if s.1 < 0 {
            self.unsigned = meet_ranges(u, (s.0 + span, s.1 + span));
        } else if u.0 > s.1 {
            self.unsigned.0 = u.0.max(s.0 + span);
        } else if u.1 < s.0 + span {
            self.unsigned.1 = u.1.min(s.1);
        }
        let u = self.unsigned;
        if u.1 < half {
            self.signed = meet_ranges(s, u);
        } else if u.0 >= half {
            self.signed = meet_ranges(s, (u.0 - span, u.1 - span));
        } else if s.0 > u.1 - span {
            self.signed.0 = s.0.max(u.0);
        } else if s.1 < u.0 {
            self.signed.1 = s.1.min(u.1 - span);
        }
    }
    /// Moves bounds to numbers of the congruence.
    fn tighten(&mut self) {
        let (modulus, residue) = self.congruence;
        if modulus == 0 {
            self.signed = meet_ranges(self.signed, (residue, residue));
        } else if modulus > 1 {
            self.signed = (up(self.signed.0, self.congruence), down(self.signed.1, self.congruence));
            if span(self.width) % modulus == 0 {
                self.unsigned = (up(self.unsigned.0, self.congruence), down(self.unsigned.1, self.congruence));
            }
        }
    }
    fn finish(mut self) -> Option<IntSet> {
        self.signed = meet_ranges(self.signed, signed_range(self.width));
        self.unsigned = meet_ranges(self.unsigned, unsigned_range(self.width));
        // Twice: bounds moved by one part are news for the other.
        for _ in 0..3 {
            if self.is_empty() {
                return None;
            }
            self.exchange();
            if self.is_empty() {
                return None;
            }
            self.tighten();
        }
        if self.is_empty() {
            return None;
        }
        if self.signed.0 == self.signed.1 {
            self.congruence = (0, self.signed.0);
        }
        Some(IntSet {
            width: self.width,
            signed: (self.signed.0 as i64, self.signed.1 as i64),
            unsigned: (self.unsigned.0 as u64, self.unsigned.1 as u64),
            modulus: self.congruence.0,
            residue: self.congruence.1,
        })
    }
}

impl IntSet {
    /// All numbers of a width between 1 and 64.
    pub fn any(width: u32) -> Self {
        let (s, u) = (signed_range(width), unsigned_range(width));
        let unsigned = (u.0 as u64, u.1 as u64);
        Self { width, signed: (s.0 as i64, s.1 as i64), unsigned, modulus: 1, residue: 0 }
    }
    /// Those that satisfy all three; none if there are none.
    pub fn new(width: u32, signed: (i128, i128), unsigned: (i128, i128), congruence: Congruence) -> Option<Self> {
        Parts { width, signed, unsigned, congruence: normal(congruence) }.finish()
    }
    pub fn from_signed(width: u32, range: (i128, i128)) -> Option<Self> {
        Self::new(width, range, unsigned_range(width), ANY_NUMBER)
    }
    pub fn from_unsigned(width: u32, range: (i128, i128)) -> Option<Self> {
        Self::new(width, signed_range(width), range, ANY_NUMBER)
    }
    /// One number, modulo `2^width`.
    pub fn constant(width: u32, value: i128) -> Self {
        let s = (value + half(width)).rem_euclid(span(width)) - half(width);
        let u = s.rem_euclid(span(width)) as u64;
        Self { width, signed: (s as i64, s as i64), unsigned: (u, u), modulus: 0, residue: s }
    }
    pub fn width(&self) -> u32 {
        self.width
    }
    pub fn signed(&self) -> (i128, i128) {
        (self.signed.0.into(), self.signed.1.into())
    }
    pub fn unsigned(&self) -> (i128, i128) {
        (self.unsigned.0.into(), self.unsigned.1.into())
    }
    pub fn congruence(&self) -> Congruence {
        (self.modulus, self.residue)
    }
    /// The congruence as far as it also holds of the unsigned number.
    pub fn unsigned_congruence(&self) -> Congruence {
        match self.single() {
            Some(s) => (0, s.rem_euclid(span(self.width))),
            None if self.signed.0 >= 0 => self.congruence(),
            None => normal((self.modulus.gcd(&span(self.width)), self.residue)),
        }
    }
    /// The only number, read as signed.
    pub fn single(&self) -> Option<i128> {
        (self.signed.0 == self.signed.1).then_some(self.signed.0.into())
    }
    pub fn contains(&self, signed: i128) -> bool {
        let constant = Self::constant(self.width, signed);
        constant.is_within(self)
    }

    pub fn join(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        let signed = (a.signed.0.min(b.signed.0), a.signed.1.max(b.signed.1));
        let unsigned = (a.unsigned.0.min(b.unsigned.0), a.unsigned.1.max(b.unsigned.1));
        let (modulus, residue) = join_congruences(a.congruence(), b.congruence());
        let joined = Self { width: a.width, signed, unsigned, modulus, residue };
        Self::new(a.width, joined.signed(), joined.unsigned(), (modulus, residue)).unwrap_or(joined)
    }
    pub fn meet(&self, other: &Self) -> Option<Self> {
        let congruence = meet_congruences(self.congruence(), other.congruence())?;
        let signed = meet_ranges(self.signed(), other.signed());
        Self::new(self.width, signed, meet_ranges(self.unsigned(), other.unsigned()), congruence)
    }
    pub fn is_within(&self, other: &Self) -> bool {
        let inside = |a: (i128, i128), b: (i128, i128)| b.0 <= a.0 && a.1 <= b.1;
        inside(self.signed(), other.signed())
            && inside(self.unsigned(), other.unsigned())
            && implies(self.congruence(), other.congruence())
    }
    /// The set grown from `self` to one that holds `other`: bounds that moved go on to the next threshold
    /// (`down` and `up` give it).
    pub fn widen(&self, other: &Self, down: &dyn Fn(i128) -> i128, up: &dyn Fn(i128) -> i128) -> Self {
        let joined = self.join(other);
        let grow = |old: (i128, i128), new: (i128, i128), range: (i128, i128)| {
            let low = if new.0 < old.0 { down(new.0).max(range.0) } else { new.0 };
            let high = if new.1 > old.1 { up(new.1).min(range.1) } else { new.1 };
            (low.min(new.0), high.max(new.1))
        };
        let signed = grow(self.signed(), joined.signed(), signed_range(self.width));
        let unsigned = grow(self.unsigned(), joined.unsigned(), unsigned_range(self.width));
        Self::new(self.width, signed, unsigned, joined.congruence()).unwrap_or(joined)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(set: &IntSet) -> Vec<i128> {
        let (low, high) = signed_range(set.width);
        let (modulus, residue) = set.congruence();
        let fits = |s: &i128| {
            let u = s.rem_euclid(span(set.width));
            let congruent = if modulus == 0 { *s == residue } else { (s - residue) % modulus == 0 };
            let between = |x: i128, r: (i128, i128)| r.0 <= x && x <= r.1;
            congruent && between(*s, set.signed()) && between(u, set.unsigned())
        };
        (low..=high).filter(fits).collect()
    }

    #[test]
    fn joins_and_meets_lose_nothing() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut some = || {
            let mut pair = || {
                let (a, b) = (random.i64(-8..8), random.i64(-8..8));
                (i128::from(a.min(b)), i128::from(a.max(b)))
            };
            let (s, u) = (pair(), pair());
            let modulus = i128::from(random.i64(1..5));
            let signed = if random.bool() { s } else { signed_range(4) };
            let unsigned = if random.bool() { (u.0 + 8, u.1 + 8) } else { unsigned_range(4) };
            IntSet::new(4, signed, unsigned, (modulus, i128::from(random.i64(0..5))))
        };
        for _ in 0..5_000 {
            let (Some(a), Some(b)) = (some(), some()) else { continue };
            let (x, y) = (numbers(&a), numbers(&b));
            assert!(!x.is_empty() || !a.signed().0.eq(&a.signed().1), "a single number is in its set: {a:?}");
            let joined = numbers(&a.join(&b));
            assert!(x.iter().chain(&y).all(|n| joined.contains(n)), "{a:?} {b:?}");
            let met = a.meet(&b).map(|set| numbers(&set)).unwrap_or_default();
            assert!(x.iter().filter(|n| y.contains(n)).all(|n| met.contains(n)), "{a:?} {b:?}");
            assert!(!a.is_within(&b) || x.iter().all(|n| y.contains(n)), "{a:?} {b:?}");
            assert!(a.is_within(&a.join(&b)) && a.is_within(&a));
        }
    }
}
