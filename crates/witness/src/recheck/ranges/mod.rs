//! Conditions that follow from ranges alone, without a solver.
//!
//! Most of what proofs by intervals claim is of this kind: an index that was compared with its bounds, a sum of numbers
//! below a thousand, elements of an array all of which are in a range. A solver takes a millisecond for each of these;
//! this takes microseconds, and a program has tens of thousands.
//!
//! In: a path and a condition. Out: whether the condition is seen to hold on the path. The range of a term is
//! what its operator makes of its arguments' ranges ([`range`]), narrowed by the comparisons of the path that have the
//! term, perhaps extended, on one side. *Why it is sound*: under every assignment that satisfies the path and what is
//! assumed on the way, the value of each term is in the range computed for it; this holds for arguments by induction
//! and is kept by narrowing, as the comparison holds under such an assignment. Nothing is concluded where the work
//! allowed is used up.

mod range;
#[cfg(test)]
mod tests;

use super::state::Path;
use cairn_term::{Op, Sort, TermId, TermSet, Terms};
use range::{Arithmetic, Range, leaves};
use rustc_hash::FxHashMap;

/// Terms looked at for one question.
const MAX_WORK: u32 = 4_000;
/// Terms inside each other that are looked through.
const MAX_DEPTH: u32 = 120;
/// Comparisons that narrow one term.
const MAX_COMPARISONS: usize = 40;
/// Parts of one chain of conjunctions or disjunctions.
const MAX_PARTS: usize = 64;
/// Alternatives of a disjunction of which one is shown with the others assumed false.
const MAX_ALTERNATIVES: usize = 6;

/// Where comparisons are found by what they speak of. It only ever grows: what is no conjunct of the path asked about
/// is left out when it is used.
#[derive(Default)]
pub struct Comparisons {
    of_term: FxHashMap<TermId, Vec<TermId>>,
    known: TermSet,
}

impl Comparisons {
    /// Whether the condition is seen to hold on the path. Conjuncts that nobody has asked about are read
    /// only where it is not seen without.
    pub fn show(&mut self, terms: &Terms, path: &Path, condition: TermId) -> bool {
        if Reasoner::new(terms, path, self).truth(condition, 0) == Some(true) {
            return true;
        }
        let new: Vec<TermId> = path.conjuncts.iter().copied().filter(|c| !self.known.contains(*c)).collect();
        if new.is_empty() {
            return false;
        }
        new.into_iter().for_each(|conjunct| self.read(terms, conjunct));
        Reasoner::new(terms, path, self).truth(condition, 0) == Some(true)
    }
    fn read(&mut self, terms: &Terms, conjunct: TermId) {
        self.known.insert(conjunct);
        let mut spoken_of = Vec::new();
        sides(terms, conjunct, &mut spoken_of);
        for term in spoken_of {
            let known = self.of_term.entry(term).or_default();
            if known.len() < MAX_COMPARISONS {
                known.push(conjunct);
            }
        }
    }
}

/// The terms that a comparison narrows; of one of all elements of an array, the array.
fn sides(terms: &Terms, condition: TermId, into: &mut Vec<TermId>) {
    match terms.op(condition) {
        Op::Not => sides(terms, terms.args(condition)[0], into),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Eq => {
            for side in terms.args(condition) {
                into.push(*side);
                into.extend(extended(terms, *side));
            }
        }
        Op::Forall => {
            if let Some(elements) = Elements::read(terms, condition) {
                into.push(elements.array);
            }
        }
        _ => {}
    }
}

/// What a term is the extension of.
fn extended(terms: &Terms, term: TermId) -> Option<TermId> {
    matches!(terms.op(term), Op::ZeroExtend(_) | Op::SignExtend(_)).then(|| terms.args(term)[0])
}

/// `∀ k. guards(k) → fact(array[k])`.
struct Elements {
    bound: TermId,
    /// Conditions, each with whether it has to hold or not to hold.
    guards: Vec<(TermId, bool)>,
    array: TermId,
    /// What the fact is about: where the guards are met, `array[k]`.
    element: TermId,
    fact: (TermId, bool),
}

impl Elements {
    fn read(terms: &Terms, condition: TermId) -> Option<Self> {
        let (body, bound) = terms.args(condition).split_last()?;
        let [bound] = bound else { return None };
        // One of these holds, or one of those does not: the others are the guards of any.
        let (parts, holds) = match (terms.op(*body), terms.args(*body)) {
            (Op::Or, _) => (parts(terms, *body, Op::Or), true),
            (Op::Not, [inner]) if terms.op(*inner) == Op::And => (parts(terms, *inner, Op::And), false),
            _ => (vec![*body], true),
        };
        (0..parts.len()).find_map(|n| {
            let fact = parts[n];
            let (element, access, within) = element_of(terms, fact, *bound)?;
            let others = parts.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, other)| (*other, !holds));
            let guards = others.chain(within.map(|within| (within, true))).collect();
            Some(Self { bound: *bound, guards, array: terms.args(access)[0], element, fact: (fact, holds) })
        })
    }
}

/// What a chain of one operator is made of.
fn parts(terms: &Terms, condition: TermId, op: Op) -> Vec<TermId> {
    let (mut parts, mut open) = (Vec::new(), vec![condition]);
    while let Some(next) = open.pop() {
        match terms.op(next) == op && parts.len() + open.len() < MAX_PARTS {
            true => open.extend(terms.args(next).iter().rev()),
            false => parts.push(next),
        }
    }
    parts
}

/// The element at a bound variable that a comparison is about: as it stands there, the access itself, and under which
/// condition it is that (`if k < length then array[k] else 0`).
fn element_of(terms: &Terms, fact: TermId, bound: TermId) -> Option<(TermId, TermId, Option<TermId>)> {
    let mut spoken_of = Vec::new();
    sides(terms, fact, &mut spoken_of);
    spoken_of.into_iter().find_map(|side| {
        let (access, within) = match (terms.op(side), terms.args(side)) {
            (Op::Ite, [within, access, _]) => (*access, Some(*within)),
            _ => (side, None),
        };
        let args = terms.args(access);
        let found = terms.op(access) == Op::Select && args[1] == bound && !mentions(terms, args[0], bound);
        found.then_some((side, access, within))
    })
}

/// Whether a term has another in it, or might.
fn mentions(terms: &Terms, root: TermId, other: TermId) -> bool {
    let mut seen = 0;
    for term in terms.post_order(&[root]) {
        seen += 1;
        if term == other || seen > 64 {
            return true;
        }
    }
    false
}

/// Answers one question.
struct Reasoner<'a> {
    terms: &'a Terms,
    path: &'a Path,
    comparisons: &'a Comparisons,
    /// Conditions that hold beside the path.
    assumed: Vec<TermId>,
    /// Conditions that are false beside it.
    denied: Vec<TermId>,
    known: FxHashMap<TermId, Range>,
    work: u32,
}

impl<'a> Reasoner<'a> {
    fn new(terms: &'a Terms, path: &'a Path, comparisons: &'a Comparisons) -> Self {
        let (assumed, denied) = (Vec::new(), Vec::new());
        Self { terms, path, comparisons, assumed, denied, known: FxHashMap::default(), work: MAX_WORK }
    }
    /// Runs with more assumed.
    fn with<T>(&mut self, assumed: &[TermId], denied: &[TermId], run: impl FnOnce(&mut Self) -> T) -> T {
        let (held, false_ones) = (self.assumed.len(), self.denied.len());
        let known = std::mem::take(&mut self.known);
        self.assumed.extend(assumed);
        self.denied.extend(denied);
        let result = run(self);
        self.assumed.truncate(held);
        self.denied.truncate(false_ones);
        self.known = known;
        result
    }
    fn spend(&mut self, depth: u32) -> bool {
        self.work = self.work.saturating_sub(1);
        self.work > 0 && depth < MAX_DEPTH
    }

    // ---- conditions ----

    /// Whether a condition holds, or does not, under all assignments in question.
    fn truth(&mut self, condition: TermId, depth: u32) -> Option<bool> {
        if !self.spend(depth) {
            return None;
        }
        if self.path.conjuncts.contains(&condition) || self.assumed.contains(&condition) {
            return Some(true);
        }
        if self.denied.contains(&condition) {
            return Some(false);
        }
        let (op, args) = (self.terms.op(condition), self.terms.args(condition));
        match (op, args) {
            (Op::True, _) => Some(true),
            (Op::False, _) => Some(false),
            (Op::Not, [a]) if self.terms.op(*a) == Op::And => {
                let parts = parts(self.terms, *a, Op::And);
                self.any(parts, false, depth)
            }
            (Op::Not, [a]) => self.truth(*a, depth + 1).map(|known| !known),
            (Op::And, _) => {
                let parts = parts(self.terms, condition, Op::And);
                self.any(parts, false, depth).map(|some| !some)
            }
            (Op::Or, _) => {
                let parts = parts(self.terms, condition, Op::Or);
                self.any(parts, true, depth)
            }
            (Op::Ite, [c, a, b]) => match self.truth(*c, depth + 1) {
                Some(true) => self.truth(*a, depth + 1),
                Some(false) => self.truth(*b, depth + 1),
                None => {
                    let (c, a, b) = (*c, *a, *b);
                    let first = self.with(&[c], &[], |inner| inner.truth(a, depth + 1))?;
                    let second = self.with(&[], &[c], |inner| inner.truth(b, depth + 1))?;
                    (first == second).then_some(first)
                }
            },
            (Op::Forall, [.., body]) => self.truth(*body, depth + 1).filter(|holds| *holds),
            (Op::Eq, [a, b]) => self.equal(*a, *b, depth),
            (_, [a, b]) => self.compared(op, *a, *b, depth),
            _ => None,
        }
    }
    /// Whether one of some conditions holds, or does not hold: shown of one with the opposite taken for granted of the
    /// others.
    fn any(&mut self, parts: Vec<TermId>, holds: bool, depth: u32) -> Option<bool> {
        let mut open = Vec::new();
        for part in parts {
            match self.truth(part, depth + 1) {
                Some(truth) if truth == holds => return Some(true),
                Some(_) => {}
                None => open.push(part),
            }
        }
        if open.is_empty() {
            return Some(false);
        }
        if open.len() > MAX_ALTERNATIVES {
            return None;
        }
        for n in 0..open.len() {
            let part = open[n];
            let others: Vec<TermId> = open.iter().copied().filter(|other| *other != part).collect();
            let (assumed, denied) = if holds { (&[][..], &others[..]) } else { (&others[..], &[][..]) };
            if self.with(assumed, denied, |inner| inner.truth(part, depth + 1)) == Some(holds) {
                return Some(true);
            }
        }
        None
    }
    fn equal(&mut self, a: TermId, b: TermId, depth: u32) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        if self.terms.is_bool(a) {
            let (a, b) = (self.truth(a, depth + 1)?, self.truth(b, depth + 1)?);
            return Some(a == b);
        }
        let (a, b) = (self.range(a, depth + 1)?, self.range(b, depth + 1)?);
        if a.and(b).is_empty() {
            return Some(false);
        }
        (a.single().is_some() && a.single() == b.single()).then_some(true)
    }
    fn compared(&mut self, op: Op, a: TermId, b: TermId, depth: u32) -> Option<bool> {
        let known = matches!(
            op,
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::BvUaddO | Op::BvSaddO | Op::BvUsubO | Op::BvSsubO
        );
        if !known && !matches!(op, Op::BvUmulO | Op::BvSmulO) {
            return None;
        }
        if let Some(known) = self.in_words(op, a, b) {
            return Some(known);
        }
        let (x, y) = (self.range(a, depth + 1)?, self.range(b, depth + 1)?);
        by_ranges(op, x, y).or_else(|| self.by_cases(op, a, b, depth))
    }
    /// Whether the path says it, or the opposite, in these words.
    fn in_words(&self, op: Op, a: TermId, b: TermId) -> Option<bool> {
        let strict = match op {
            Op::BvUlt | Op::BvSlt => true,
            Op::BvUle | Op::BvSle => false,
            _ => return None,
        };
        if a == b {
            return Some(!strict);
        }
        let comparisons = self.comparisons;
        let said = comparisons.of_term.get(&a)?.iter().filter(|c| self.path.conjuncts.contains(c));
        for condition in said {
            let (condition, holds) = match (self.terms.op(*condition), self.terms.args(*condition)) {
                (Op::Not, [inner]) => (*inner, false),
                _ => (*condition, true),
            };
            if self.terms.op(condition) == op && self.terms.args(condition) == [a, b] {
                return Some(holds);
            }
            // What is less is not more: `a < b` denies `b < a` and `b <= a`.
            let less = matches!(self.terms.op(condition), Op::BvUlt | Op::BvSlt);
            let same_sign =
                matches!(self.terms.op(condition), Op::BvSlt | Op::BvSle) == matches!(op, Op::BvSlt | Op::BvSle);
            if less && holds && same_sign && self.terms.args(condition) == [b, a] {
                return Some(false);
            }
        }
        None
    }
    /// A comparison with a choice holds if it does with each alternative.
    fn by_cases(&mut self, op: Op, a: TermId, b: TermId, depth: u32) -> Option<bool> {
        let (choice, other, first) = match (self.terms.op(a), self.terms.op(b)) {
            (_, Op::Ite) => (b, a, false),
            (Op::Ite, _) => (a, b, true),
            _ => return None,
        };
        let [c, x, y] = *self.terms.args(choice) else { return None };
        let sides = |alternative| if first { (alternative, other) } else { (other, alternative) };
        let (left, right) = sides(x);
        let one = self.with(&[c], &[], |inner| inner.compared(op, left, right, depth + 1))?;
        let (left, right) = sides(y);
        let two = self.with(&[], &[c], |inner| inner.compared(op, left, right, depth + 1))?;
        (one == two).then_some(one)
    }

    // ---- values ----

    /// The range of a machine integer; none for other terms.
    fn range(&mut self, term: TermId, depth: u32) -> Option<Range> {
        let Sort::BitVec(width @ 1..=64) = self.terms.sort_data_of(term) else { return None };
        if let Some(known) = self.known.get(&term) {
            return Some(*known);
        }
        let mut range = Range::any(width);
        if let Some(bounds) = self.terms.bounds(term) {
            range = range.and_unsigned((bounds.low.into(), bounds.high.into()));
        }
        if !self.spend(depth) {
            return Some(range);
        }
        if range.single().is_none() {
            if let Some(made) = self.made(term, width, depth) {
                range = range.and(made);
            }
            // Known before it is narrowed, so that what is compared with the term itself can be looked at.
            self.known.insert(term, range);
            range = self.narrowed(term, range, depth);
        }
        self.known.insert(term, range);
        Some(range)
    }
    /// What the operator makes of the arguments.
    fn made(&mut self, term: TermId, width: u32, depth: u32) -> Option<Range> {
        let (op, args) = (self.terms.op(term), self.terms.args(term));
        match (op, args) {
            (Op::Ite, [c, a, b]) => self.chosen(*c, *a, *b, depth),
            (Op::Select, [array, index]) => self.element(*array, *index, width, depth + 1),
            (Op::Concat, [a, b]) => Some(self.range(*a, depth + 1)?.above(self.range(*b, depth + 1)?)),
            (_, [a]) => {
                let a = self.range(*a, depth + 1)?;
                Some(match op {
                    Op::BvNot => a.not(),
                    Op::BvNeg => a.neg(),
                    Op::ZeroExtend(_) => a.zero_extended(width),
                    Op::SignExtend(_) => a.sign_extended(width),
                    Op::Extract { low: 0, .. } => a.truncated(width),
                    _ => return None,
                })
            }
            (_, [a, b]) => {
                let (a, b) = (self.range(*a, depth + 1)?, self.range(*b, depth + 1)?);
                Some(match op {
                    Op::BvAdd => a.add(b),
                    Op::BvSub => a.sub(b),
                    Op::BvMul => a.mul(b),
                    Op::BvAnd => a.bit_and(b),
                    Op::BvOr => a.bit_or(b),
                    Op::BvXor => a.bit_xor(b),
                    Op::BvUdiv => a.udiv(b),
                    Op::BvUrem => a.urem(b),
                    Op::BvSdiv => a.sdiv(b),
                    Op::BvSrem => a.srem(b),
                    Op::BvShl => a.shl(b),
                    Op::BvLshr => a.lshr(b),
                    Op::BvAshr => a.ashr(b),
                    _ => return None,
                })
            }
            _ => None,
        }
    }
    /// Each alternative of a choice is looked at with what the choice says.
    fn chosen(&mut self, c: TermId, a: TermId, b: TermId, depth: u32) -> Option<Range> {
        match self.truth(c, depth + 1) {
            Some(true) => self.range(a, depth + 1),
            Some(false) => self.range(b, depth + 1),
            None => {
                let first = self.with(&[c], &[], |inner| inner.range(a, depth + 1))?;
                let second = self.with(&[], &[c], |inner| inner.range(b, depth + 1))?;
                Some(first.join(second))
            }
        }
    }
    /// An element of an array: what was written there, or what all elements are known to be.
    fn element(&mut self, array: TermId, index: TermId, width: u32, depth: u32) -> Option<Range> {
        if !self.spend(depth) {
            return None;
        }
        match (self.terms.op(array), self.terms.args(array)) {
            (Op::Store, [rest, at, value]) => {
                let (rest, at, value) = (*rest, *at, *value);
                match self.equal(at, index, depth + 1) {
                    Some(true) => self.range(value, depth + 1),
                    Some(false) => self.element(rest, index, width, depth + 1),
                    None => {
                        let written = self.range(value, depth + 1)?;
                        Some(written.join(self.element(rest, index, width, depth + 1)?))
                    }
                }
            }
            (Op::ConstArray(_), [value]) => self.range(*value, depth + 1),
            (Op::Ite, [c, a, b]) => {
                let (c, a, b) = (*c, *a, *b);
                let first = self.with(&[c], &[], |inner| inner.element(a, index, width, depth + 1))?;
                let second = self.with(&[], &[c], |inner| inner.element(b, index, width, depth + 1))?;
                Some(first.join(second))
            }
            _ => self.listed(array, index, width, depth),
        }
    }
    /// What the path says of all elements of an array.
    fn listed(&mut self, array: TermId, index: TermId, width: u32, depth: u32) -> Option<Range> {
        let comparisons = self.comparisons;
        let mut range = Range::any(width);
        for condition in comparisons.of_term.get(&array)?.iter().filter(|c| self.path.conjuncts.contains(c)) {
            let Some(elements) = Elements::read(self.terms, *condition).filter(|e| e.array == array) else { continue };
            if !elements.guards.iter().all(|guard| self.is_met(*guard, elements.bound, index, depth)) {
                continue;
            }
            let (fact, holds) = elements.fact;
            if let Some(narrower) = self.by_comparison(fact, holds, elements.element, range, depth) {
                range = narrower;
            }
        }
        Some(range)
    }
    /// Whether a condition on a bound variable is what it has to be for an index.
    fn is_met(&mut self, (guard, holds): (TermId, bool), bound: TermId, index: TermId, depth: u32) -> bool {
        let (op, args) = (self.terms.op(guard), self.terms.args(guard));
        match (op, args, holds) {
            (Op::Not, [inner], _) => self.is_met((*inner, !holds), bound, index, depth),
            (Op::And, [a, b], true) | (Op::Or, [a, b], false) => {
                let (a, b) = (*a, *b);
                self.is_met((a, holds), bound, index, depth) && self.is_met((b, holds), bound, index, depth)
            }
            (_, [a, b], _) => {
                let put = |side: TermId| if side == bound { index } else { side };
                let plain = |side: TermId| side == bound || self.terms.is_constant(side);
                plain(*a) && plain(*b) && self.compared(op, put(*a), put(*b), depth + 1) == Some(holds)
            }
            _ => false,
        }
    }

    // ---- narrowing ----

    fn narrowed(&mut self, term: TermId, mut range: Range, depth: u32) -> Range {
        let comparisons = self.comparisons;
        let none = Vec::new();
        for condition in comparisons.of_term.get(&term).unwrap_or(&none) {
            if self.path.conjuncts.contains(condition) {
                range = self.by_comparison(*condition, true, term, range, depth).unwrap_or(range);
            }
        }
        for (conditions, hold) in [(self.assumed.clone(), true), (self.denied.clone(), false)] {
            for condition in conditions {
                range = self.by_condition(condition, hold, term, range, depth);
            }
        }
        range
    }
    /// By a condition that may have the comparison in it.
    fn by_condition(&mut self, condition: TermId, holds: bool, term: TermId, range: Range, depth: u32) -> Range {
        match (self.terms.op(condition), holds) {
            (Op::Not, _) => self.by_condition(self.terms.args(condition)[0], !holds, term, range, depth),
            (Op::And, true) | (Op::Or, false) => {
                let parts = parts(self.terms, condition, self.terms.op(condition));
                parts.into_iter().fold(range, |range, part| self.by_condition(part, holds, term, range, depth))
            }
            _ => self.by_comparison(condition, holds, term, range, depth).unwrap_or(range),
        }
    }
    /// What is left of a range by one comparison; none if it does not speak of the term.
    fn by_comparison(
        &mut self,
        condition: TermId,
        holds: bool,
        term: TermId,
        range: Range,
        depth: u32,
    ) -> Option<Range> {
        let (op, args) = (self.terms.op(condition), self.terms.args(condition));
        if let (Op::Not, [inner]) = (op, args) {
            return self.by_comparison(*inner, !holds, term, range, depth);
        }
        let [a, b] = args else { return None };
        let (a, b) = (*a, *b);
        for (side, other, first) in [(a, b, true), (b, a, false)] {
            let extension = (side != term).then(|| self.terms.op(side));
            if side != term && extended(self.terms, side) != Some(term) {
                continue;
            }
            let other = self.range(other, depth + 1)?;
            let whole = match extension {
                None => range,
                Some(Op::ZeroExtend(_)) => range.zero_extended(other.width),
                Some(_) => range.sign_extended(other.width),
            };
            let narrowed = by_relation(op, holds, first, whole, other)?;
            if narrowed.is_empty() {
                // No assignment is in question: any range is right, and this one says least.
                return Some(range);
            }
            let narrowed = if extension.is_none() { narrowed } else { narrowed.truncated(range.width) };
            return Some(range.and(narrowed)).filter(|range| !range.is_empty());
        }
        None
    }
}

/// Whether a relation holds between all values of two ranges, or between none.
fn by_ranges(op: Op, a: Range, b: Range) -> Option<bool> {
    let less = |x: (i128, i128), y: (i128, i128), strict: bool| {
        let gap = i128::from(strict);
        if x.1 + gap <= y.0 {
            return Some(true);
        }
        (x.0 + gap > y.1).then_some(false)
    };
    match op {
        Op::BvUlt | Op::BvUle => less(a.unsigned, b.unsigned, op == Op::BvUlt),
        Op::BvSlt | Op::BvSle => less(a.signed, b.signed, op == Op::BvSlt),
        Op::BvUaddO => leaves(Arithmetic::Add, false, a, b),
        Op::BvSaddO => leaves(Arithmetic::Add, true, a, b),
        Op::BvUsubO => leaves(Arithmetic::Sub, false, a, b),
        Op::BvSsubO => leaves(Arithmetic::Sub, true, a, b),
        Op::BvUmulO => leaves(Arithmetic::Mul, false, a, b),
        Op::BvSmulO => leaves(Arithmetic::Mul, true, a, b),
        _ => None,
    }
}

/// The values in a range for which a relation to a value of another range can hold (or not).
fn by_relation(op: Op, holds: bool, first: bool, range: Range, other: Range) -> Option<Range> {
    let (signed, strict) = match op {
        Op::BvUlt => (false, true),
        Op::BvUle => (false, false),
        Op::BvSlt => (true, true),
        Op::BvSle => (true, false),
        Op::Eq if holds => return Some(range.and(other)),
        Op::Eq => return Some(without(range, other.single()?)),
        _ => return None,
    };
    // `not (a < b)` is `b <= a`.
    let (is_less, strict) = if holds { (first, strict) } else { (!first, !strict) };
    let gap = i128::from(strict);
    let ends = if signed { other.signed } else { other.unsigned };
    let (low, high) = if is_less { (i128::MIN, ends.1 - gap) } else { (ends.0 + gap, i128::MAX) };
    Some(if signed { range.and_signed((low, high)) } else { range.and_unsigned((low, high)) })
}

/// A range without a number at one of its ends.
fn without(range: Range, number: i128) -> Range {
    let (low, high) = range.unsigned;
    let unsigned = match (number == low, number == high) {
        (true, _) => (low + 1, high),
        (_, true) => (low, high - 1),
        _ => return range,
    };
    range.and_unsigned(unsigned)
}
