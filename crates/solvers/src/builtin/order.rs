//! What comparisons with a maximum or a minimum say about each other.
//!
//! Programs carry maxima along: `m2 = (ite (< m1 v) v m1)`. That whatever was not above `m1` is not above
//! `m2` takes a bit-level proof per comparison, which SAT solvers find only slowly. Here it is a clause:
//! with `m` the maximum of `x` and `y`, `m < t` is `x < t ∧ y < t`, and `t < m` is `t < x ∨ t < y`; for a
//! minimum the other way round. Clauses are added only among comparisons that occur in the formula, so
//! their number is linear in it.
//!
//! And nothing of what a maximum was made of is above it, however it is chosen: the element at an
//! arbitrary place of an array, say, of which it is the maximum.
//!
//! In: the comparisons and choices the blaster has met. Out: clauses, all of them valid by themselves.

use cairn_term::{Op, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use super::propositional::Propositional;
use crate::aig::Bit;

/// How many maxima and minima of one term are connected with its comparisons.
const MOST_USES: usize = 16;

/// How many words are looked at below a maximum, and below a choice that is compared with it.
const MOST_WORDS: usize = 4096;
/// And how many are looked at in all: programs may compare with a long maximum at every step.
const MOST_WORK: usize = 1 << 22;

/// A choice that gives the larger or the smaller of two terms, in the order of a comparison.
#[derive(Clone, Copy)]
struct Extreme {
    order: Op,
    parts: [TermId; 2],
    is_maximum: bool,
}

/// `left < right` in an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Comparison {
    order: Op,
    left: TermId,
    right: TermId,
}

#[derive(Default)]
pub(super) struct Order {
    extremes: FxHashMap<TermId, Extreme>,
    /// The maxima and minima a term is a part of.
    uses: FxHashMap<TermId, Vec<TermId>>,
    comparisons: FxHashMap<Comparison, TermId>,
    /// Pairs of comparisons that are connected already.
    connected: FxHashSet<(Comparison, Comparison)>,
    /// Comparisons connected with both parts of their left (or right) side.
    complete: FxHashSet<(Comparison, bool)>,
    /// Words looked at so far to see what a maximum was made of.
    work: usize,
    /// How much of the blaster's lists has been looked at.
    seen_choices: usize,
    seen_comparisons: usize,
}

impl Order {
    /// Connects what the blaster met since the last time.
    pub(super) fn register(&mut self, terms: &Terms, base: &mut Propositional) {
        let mut touched = Vec::new();
        while let Some(&choice) = base.blaster.choices.get(self.seen_choices) {
            self.seen_choices += 1;
            self.add_choice(terms, choice);
        }
        while let Some(&term) = base.blaster.comparisons.get(self.seen_comparisons) {
            self.seen_comparisons += 1;
            let [left, right] = *terms.args(term) else { continue };
            let comparison = Comparison { order: terms.op(term), left, right };
            self.comparisons.insert(comparison, term);
            touched.push(comparison);
        }
        for comparison in touched {
            self.connect(base, comparison);
            self.connect_users(base, comparison);
            if self.is_never(terms, comparison) {
                let bit = self.bit(base, comparison).unwrap_or(Bit::FALSE);
                base.assert_bit(!bit);
            }
        }
    }
    /// Whether the right side is some word of those that the left side is the maximum of, or the other way
    /// round with a minimum.
    fn is_never(&mut self, terms: &Terms, comparison: Comparison) -> bool {
        let Comparison { order, left, right } = comparison;
        [(left, right, true), (right, left, false)].into_iter().any(|(extreme, word, is_maximum)| {
            let is_extreme = self.parts(extreme, order, is_maximum).is_some();
            // Of a word that is no choice, the clauses above say enough.
            is_extreme && terms.op(word) == Op::Ite && self.work < MOST_WORK && {
                let parts = self.all_parts(extreme, order, is_maximum);
                self.is_among(terms, word, &parts)
            }
        })
    }
    fn parts(&self, term: TermId, order: Op, is_maximum: bool) -> Option<[TermId; 2]> {
        let extreme = self.extremes.get(&term)?;
        (extreme.order == order && extreme.is_maximum == is_maximum).then_some(extreme.parts)
    }
    /// Words of which a term is the maximum (or minimum), itself among them.
    fn all_parts(&mut self, term: TermId, order: Op, is_maximum: bool) -> FxHashSet<TermId> {
        let (mut found, mut stack) = (FxHashSet::default(), vec![term]);
        while let Some(next) = stack.pop() {
            if found.len() < MOST_WORDS && found.insert(next) {
                stack.extend(self.parts(next, order, is_maximum).into_iter().flatten());
            }
        }
        self.work += found.len();
        found
    }
    /// Whether a term is one of some words, whatever its conditions are.
    fn is_among(&mut self, terms: &Terms, term: TermId, words: &FxHashSet<TermId>) -> bool {
        let (mut seen, mut stack) = (FxHashSet::default(), vec![term]);
        while let Some(next) = stack.pop() {
            if words.contains(&next) || !seen.insert(next) {
                continue;
            }
            if terms.op(next) != Op::Ite || seen.len() > MOST_WORDS {
                return false;
            }
            stack.extend_from_slice(&terms.args(next)[1..]);
        }
        self.work += seen.len();
        true
    }
    fn add_choice(&mut self, terms: &Terms, choice: TermId) {
        let [condition, x, y] = *terms.args(choice) else { return };
        let order = terms.op(condition);
        if !matches!(order, Op::BvUlt | Op::BvSlt) {
            return;
        }
        let [a, b] = *terms.args(condition) else { return };
        // (ite (< y x) x y) is the maximum, (ite (< x y) x y) the minimum.
        let is_maximum = (a, b) == (y, x);
        if !is_maximum && (a, b) != (x, y) {
            return;
        }
        self.extremes.insert(choice, Extreme { order, parts: [x, y], is_maximum });
        for part in [x, y] {
            let uses = self.uses.entry(part).or_default();
            if uses.len() < MOST_USES {
                uses.push(choice);
            }
        }
    }
    /// Comparisons of the maxima and minima that a side of this comparison is part of.
    fn connect_users(&mut self, base: &mut Propositional, comparison: Comparison) {
        for is_left in [true, false] {
            let part = if is_left { comparison.left } else { comparison.right };
            for user in self.uses.get(&part).cloned().unwrap_or_default() {
                let of_user = replace(comparison, is_left, user);
                if self.comparisons.contains_key(&of_user) {
                    self.connect(base, of_user);
                }
            }
        }
    }
    /// Connects a comparison of a maximum or minimum with those of its parts.
    fn connect(&mut self, base: &mut Propositional, comparison: Comparison) {
        for is_left in [true, false] {
            let side = if is_left { comparison.left } else { comparison.right };
            let Some(extreme) = self.extremes.get(&side).copied().filter(|e| e.order == comparison.order) else {
                continue;
            };
            let whole = self.bit(base, comparison).unwrap_or(Bit::FALSE);
            // max < t and t < min need both parts; t < max and min < t need one.
            let needs_both = is_left == extreme.is_maximum;
            let parts = extreme.parts.map(|part| replace(comparison, is_left, part));
            let bits = parts.map(|part| self.bit(base, part));
            for (part, bit) in parts.into_iter().zip(bits) {
                let Some(bit) = bit else { continue };
                if self.connected.insert((comparison, part)) {
                    let aig = &mut base.blaster.aig;
                    let clause = if needs_both { aig.implies(whole, bit) } else { aig.implies(bit, whole) };
                    base.assert_bit(clause);
                }
            }
            let [Some(x), Some(y)] = bits else { continue };
            if self.complete.insert((comparison, is_left)) {
                let aig = &mut base.blaster.aig;
                let clause = if needs_both {
                    let both = aig.and(x, y);
                    aig.implies(both, whole)
                } else {
                    let either = aig.or(x, y);
                    aig.implies(whole, either)
                };
                base.assert_bit(clause);
            }
        }
    }
    /// The bit of a comparison that occurs in the formula, or is plain.
    fn bit(&self, base: &Propositional, comparison: Comparison) -> Option<Bit> {
        if comparison.left == comparison.right {
            return Some(Bit::FALSE);
        }
        self.comparisons.get(&comparison).map(|term| base.blaster.bit(*term))
    }
}

fn replace(comparison: Comparison, is_left: bool, by: TermId) -> Comparison {
    if is_left { Comparison { left: by, ..comparison } } else { Comparison { right: by, ..comparison } }
}
