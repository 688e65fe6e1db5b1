//! How far offsets can be from zero.
//!
//! Adding to a pointer takes it to no object where the sum leaves the range of offsets
//! (`Pointer::MAX_OFFSET`). Of most indices it is plain that they are too small for that: numbers of 32 bits
//! made longer, say. The others are computed with in twice the width.

use crate::machine::{Facts, Machine};
use crate::symbolic::Offset;
use cairn_ir::Pointer;
use cairn_term::{Op, TermId};
use smallvec::smallvec;

impl Machine<'_> {
    /// Whether `offset + index * stride` is within the limit, computed without wrap-around.
    pub fn near(&mut self, offset: TermId, index: TermId, stride: u64) -> TermId {
        let wide = 128;
        let start = self.terms.resize_signed(offset, wide);
        let index = self.terms.resize_signed(index, wide);
        let factor = self.terms.bv_u64(wide, stride);
        let step = self.terms.bv_mul(index, factor);
        let sum = self.terms.bv_add(start, step);
        let limit = i128::from(Pointer::MAX_OFFSET);
        let low = self.terms.bv(cairn_term::BvValue::from_bigint(wide, &(-limit).into()));
        let high = self.terms.bv(cairn_term::BvValue::from_bigint(wide, &limit.into()));
        let (above, below) = (self.terms.bv_sle(low, sum), self.terms.bv_sle(sum, high));
        self.terms.and(above, below)
    }
    /// How far from zero a 64-bit term can be, signed, where that can be told from its shape.
    fn magnitude(&self, term: TermId) -> Option<u128> {
        let bounded = |t: TermId| self.terms.bounds(t).map(|b| u128::from(b.high)).filter(|high| *high < 1 << 63);
        match (self.terms.op(term), self.terms.args(term)) {
            (Op::BvConst(_), _) => self.terms.bv_value(term)?.to_i64().map(|value| u128::from(value.unsigned_abs())),
            (Op::SignExtend(_), &[inner]) => Some(1 << (self.terms.width(inner) - 1)),
            (Op::BvAdd, &[a, b]) => match (self.shallow_magnitude(a), self.shallow_magnitude(b)) {
                (Some(a), Some(b)) => Some(a + b).filter(|sum| *sum < 1 << 63),
                _ => bounded(term),
            },
            _ => bounded(term),
        }
    }
    fn shallow_magnitude(&self, term: TermId) -> Option<u128> {
        (self.terms.op(term) != Op::BvAdd).then(|| self.magnitude(term))?
    }
    /// Whether an offset is sure to stay within `limit` of zero.
    pub fn is_near(&self, offset: &Offset, limit: u128) -> bool {
        let parts = offset.parts.iter().map(|(index, stride)| Some(self.magnitude(*index)? * u128::from(*stride)));
        let Some(parts) = parts.collect::<Option<Vec<u128>>>() else { return false };
        let constant = u128::from(offset.constant.unsigned_abs());
        parts.into_iter().fold(constant, u128::saturating_add) <= limit
    }
    /// The largest an unsigned term can be as far as is known where memory is accessed: of `x < 3` or `x <= 2`, and of
    /// numbers made longer. What is known holds in all executions that get there, and only theirs count.
    fn at_most_known(&self, term: TermId) -> Option<u64> {
        self.at_most_by(&self.facts, term)
    }
    fn at_most_by(&self, facts: &Facts, term: TermId) -> Option<u64> {
        let constant = |t: TermId| self.terms.as_u64(t);
        let limit = |fact: TermId| match (self.terms.op(fact), self.terms.args(fact)) {
            (Op::BvUlt, &[x, c]) if x == term => constant(c)?.checked_sub(1),
            (Op::BvUle, &[x, c]) if x == term => constant(c),
            (Op::Not, &[inner]) => match (self.terms.op(inner), self.terms.args(inner)) {
                (Op::BvUle, &[c, x]) if x == term => constant(c)?.checked_sub(1),
                (Op::BvUlt, &[c, x]) if x == term => constant(c),
                _ => None,
            },
            _ => None,
        };
        let known = facts.recent().filter_map(limit).min();
        match (self.terms.op(term), self.terms.args(term)) {
            (Op::ZeroExtend(_), &[inner]) => known.into_iter().chain(self.at_most_by(facts, inner)).min(),
            // What is below half of its range is not negative.
            (Op::SignExtend(_), &[inner]) => {
                let half = 1u64.checked_shl(self.terms.width(inner) - 1);
                let inner = self.at_most_by(facts, inner).filter(|most| half.is_some_and(|half| *most < half));
                known.into_iter().chain(inner).min()
            }
            _ => known,
        }
    }
    /// The largest an unsigned 64-bit term can be as far as is known here, for sums of such terms too.
    pub fn largest_known(&self, term: TermId, facts: &Facts) -> u64 {
        let high = self.terms.bounds(term).map_or(u64::MAX, |bounds| bounds.high);
        let known = self.at_most_by(facts, term).map_or(high, |most| most.min(high));
        match (self.terms.op(term), self.terms.args(term)) {
            (Op::BvAdd, &[a, b]) if self.terms.op(a) != Op::BvAdd || self.terms.op(b) != Op::BvAdd => {
                let sum = u128::from(self.largest_known(a, facts)) + u128::from(self.largest_known(b, facts));
                u64::try_from(sum).map_or(known, |sum| sum.min(known))
            }
            _ => known,
        }
    }
    /// The least and the largest an offset can be, where that can be told from its shape and from what is known.
    pub fn range(&self, offset: &Offset) -> Option<(i64, i64)> {
        let (mut low, mut high) = (i128::from(offset.constant), i128::from(offset.constant));
        for (index, stride) in &offset.parts {
            let bounds = self.terms.bounds(*index)?;
            let known = self.at_most_known(*index).map_or(bounds.high, |most| most.min(bounds.high));
            // Larger ones may stand for negative numbers.
            let most = i64::try_from(known).ok()?;
            low += i128::from(bounds.low) * i128::from(*stride);
            high += i128::from(most) * i128::from(*stride);
        }
        Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
    }
    /// An offset of one part.
    pub fn part(index: TermId, stride: u64) -> Offset {
        Offset { constant: 0, parts: smallvec![(index, stride)] }
    }
}
