//! What is known of a register of the automaton at a place: alternatives, each an interval of numbers, or of distances to
//! what the register was when the function was entered.

use cairn_automata::condition::{Arithmetic, Relation};
use cairn_automata::monitor::{Guard, Value};
use num_bigint::BigInt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Interval {
    pub low: Option<i64>,
    pub high: Option<i64>,
}

impl Interval {
    fn of(value: i64) -> Self {
        Self { low: Some(value), high: Some(value) }
    }
    pub fn hull(self, other: Self) -> Self {
        let both = |a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64| Some(pick(a?, b?));
        Self { low: both(self.low, other.low, i64::min), high: both(self.high, other.high, i64::max) }
    }
    /// What grew is not bounded any more.
    fn widened(self, next: Self) -> Self {
        Self { low: self.low.filter(|_| self.low == next.low), high: self.high.filter(|_| self.high == next.high) }
    }
    fn plus(self, other: Self) -> Self {
        let both = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Self { low: both(self.low, other.low), high: both(self.high, other.high) }
    }
    fn is_all(self) -> bool {
        self.low.is_none() && self.high.is_none()
    }
    fn and(self, other: Self) -> Self {
        let tighter = |a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64| match (a, b) {
            (Some(a), Some(b)) => Some(pick(a, b)),
            (one, None) | (None, one) => one,
        };
        Self { low: tighter(self.low, other.low, i64::max), high: tighter(self.high, other.high, i64::min) }
    }
}

/// The value is in `value`, or as far as `old` from what it was, or that of one of the leaves. None of them: anything.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Known {
    pub old: Option<Interval>,
    pub value: Option<Interval>,
    /// A leaf that was read when the function was entered.
    pub leaves: Vec<usize>,
    /// What it must have been when the function was entered, or else no state would be active here.
    pub entered: Option<Interval>,
}

const MOST_LEAVES: usize = 3;

impl Known {
    pub fn unchanged() -> Self {
        Self { old: Some(Interval::of(0)), ..Self::default() }
    }
    pub fn is_unchanged(&self) -> bool {
        *self == Self::unchanged()
    }
    pub fn is_anything(&self) -> bool {
        *self == Self::default()
    }
    pub fn join(&self, other: &Self) -> Self {
        if self.is_anything() || other.is_anything() {
            return Self::default();
        }
        let hull = |a: Option<Interval>, b: Option<Interval>| match (a, b) {
            (Some(a), Some(b)) => Some(a.hull(b)),
            (one, None) | (None, one) => one,
        };
        let mut leaves = self.leaves.clone();
        leaves.extend(other.leaves.iter().filter(|leaf| !self.leaves.contains(leaf)));
        leaves.sort_unstable();
        let entered = self.entered.zip(other.entered).map(|(a, b)| a.hull(b)).filter(|both| !both.is_all());
        Self { old: hull(self.old, other.old), value: hull(self.value, other.value), leaves, entered }.checked()
    }
    pub fn widened(&self, next: &Self) -> Self {
        let one = |a: Option<Interval>, b: Option<Interval>| match (a, b) {
            (Some(a), Some(b)) => Some(a.widened(b)),
            (_, b) => b,
        };
        let entered = next.entered.filter(|_| self.entered == next.entered);
        let (old, value) = (one(self.old, next.old), one(self.value, next.value));
        Self { old, value, leaves: next.leaves.clone(), entered }.checked()
    }
    fn checked(self) -> Self {
        let is_all = |one: Option<Interval>| one.is_some_and(Interval::is_all);
        match is_all(self.old) || is_all(self.value) || self.leaves.len() > MOST_LEAVES {
            true => Self::default(),
            false => self,
        }
    }
    /// What is known behind a call that leaves `callee` known, where this was known before it.
    pub fn behind(&self, callee: &Self) -> Self {
        if callee.is_anything() || !callee.leaves.is_empty() {
            return Self::default();
        }
        let Some(distance) = callee.old else { return Self { entered: self.entered, ..callee.clone() } };
        if self.is_anything() || !self.leaves.is_empty() && distance != Interval::of(0) {
            return Self::default();
        }
        let mut own = self.clone();
        callee.entered.into_iter().for_each(|limit| own.limit(limit));
        let moved = |one: Option<Interval>| one.map(|interval| interval.plus(distance));
        let of_caller = Self { old: moved(own.old), value: moved(own.value), ..own };
        match callee.value {
            None => of_caller.checked(),
            Some(_) => of_caller.join(&Self { old: None, entered: of_caller.entered, ..callee.clone() }),
        }
    }
    /// It lies in an interval.
    fn limit(&mut self, limit: Interval) {
        if let Some(value) = &mut self.value {
            *value = value.and(limit);
        } else if let (Some(distance), true) = (self.old, self.leaves.is_empty())
            && let (Some(low), Some(high)) = (distance.low, distance.high)
            && low == high
        {
            let shifted = Interval {
                low: limit.low.and_then(|n| n.checked_sub(low)),
                high: limit.high.and_then(|n| n.checked_sub(low)),
            };
            self.entered = Some(self.entered.map_or(shifted, |known| known.and(shifted))).filter(|i| !i.is_all());
        }
    }
    /// The numbers themselves, where the function was entered with these.
    pub fn resolved(&self, entered: Option<Interval>) -> Option<Interval> {
        if self.is_anything() || !self.leaves.is_empty() {
            return None;
        }
        let from_old = match (self.old, entered) {
            (None, _) => None,
            (Some(_), None) if self.entered.is_none() => return None,
            (Some(distance), entered) => {
                let all = Interval { low: None, high: None };
                let entered = entered.unwrap_or(all).and(self.entered.unwrap_or(all));
                Some(entered.plus(distance))
            }
        };
        let found = match (self.value, from_old) {
            (Some(a), Some(b)) => Some(a.hull(b)),
            (one, None) | (None, one) => one,
        };
        found.filter(|interval| !interval.is_all())
    }
    /// A number in an interval; none: anything.
    pub fn within(interval: Option<Interval>) -> Self {
        Self { value: interval.filter(|one| !one.is_all()), ..Self::default() }
    }
}

/// The value of an assignment.
pub fn assigned(value: &Value, known: &[Known]) -> Known {
    let number = |n: &BigInt| i64::try_from(n).ok();
    let interval = |value: &Value| match value {
        Value::Integer(n) => number(n).map(Interval::of),
        _ => None,
    };
    match value {
        Value::Integer(_) => Known { value: interval(value), ..Known::default() },
        Value::Leaf(leaf) => Known { leaves: vec![*leaf], ..Known::default() },
        Value::Register(register) => known[*register].clone(),
        Value::Binary(Arithmetic::Add, a, b) => {
            let (Some(more), base) = (interval(b), assigned(a, known)) else { return Known::default() };
            if base.is_anything() || !base.leaves.is_empty() {
                return Known::default();
            }
            let moved = |one: Option<Interval>| one.map(|interval| interval.plus(more));
            Known { old: moved(base.old), value: moved(base.value), leaves: Vec::new(), entered: base.entered }
                .checked()
        }
        _ => Known::default(),
    }
}

/// What is known where a guard holds.
pub fn refine(guard: &Guard, known: &mut [Known]) {
    match guard {
        Guard::And(all) => all.iter().for_each(|one| refine(one, known)),
        Guard::Relation(op, Value::Register(register), Value::Integer(bound)) => {
            let Ok(bound) = i64::try_from(bound) else { return };
            let own = &mut known[*register];
            let (low, high) = match op {
                Relation::Less => (None, bound.checked_sub(1)),
                Relation::LessEqual => (None, Some(bound)),
                Relation::Greater => (bound.checked_add(1), None),
                Relation::GreaterEqual => (Some(bound), None),
                Relation::Equal => (Some(bound), Some(bound)),
                Relation::NotEqual => (None, None),
            };
            own.limit(Interval { low, high });
        }
        _ => {}
    }
}

/// Whether a relation between a register and a number is decided.
pub fn decided(op: Relation, a: &Value, b: &Value, known: &[Known]) -> Option<bool> {
    let interval = |value: &Value| match value {
        Value::Integer(n) => i64::try_from(n).ok().map(Interval::of),
        Value::Register(register) => {
            let own = &known[*register];
            own.value.filter(|_| own.old.is_none() && own.leaves.is_empty())
        }
        _ => None,
    };
    let (a, b) = (interval(a)?, interval(b)?);
    let below = |a: Interval, b: Interval| matches!((a.high, b.low), (Some(x), Some(y)) if x < y);
    let at_most = |a: Interval, b: Interval| matches!((a.high, b.low), (Some(x), Some(y)) if x <= y);
    match op {
        Relation::Less if below(a, b) => Some(true),
        Relation::Less if at_most(b, a) => Some(false),
        Relation::LessEqual if at_most(a, b) => Some(true),
        Relation::LessEqual if below(b, a) => Some(false),
        Relation::Greater => decided_intervals(below(b, a), at_most(a, b)),
        Relation::GreaterEqual => decided_intervals(at_most(b, a), below(a, b)),
        Relation::Equal if below(a, b) || below(b, a) => Some(false),
        Relation::NotEqual if below(a, b) || below(b, a) => Some(true),
        _ => None,
    }
}

fn decided_intervals(yes: bool, no: bool) -> Option<bool> {
    (yes || no).then_some(yes)
}
