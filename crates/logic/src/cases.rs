//! Terms that choose among a few constants: `ite(c, 8, ite(d, 16, 40))`.
//!
//! A place that is one of a few known ones is not computed with: what is wanted is done for each of them,
//! with the conditions of the choice. So a field of one of the nodes in an array keeps its type, where a
//! multiplication or a division would leave only bytes.

use crate::machine::Machine;
use crate::symbolic::{OFFSET_BITS, Offset};
use cairn_term::{Op, TermId};
use num_integer::Integer;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Choices among more constants than this are computed with.
const MOST_CASES: usize = 64;
/// And so are choices with more conditions than this.
const MOST_CONDITIONS: usize = 512;

/// The constants of the terms met so far, and choices made of others.
#[derive(Default)]
pub struct Cases {
    constants: FxHashMap<TermId, Option<Rc<[i64]>>>,
    small: FxHashMap<TermId, bool>,
    /// `(choice, stride, constant)`: the choice scaled.
    scaled: FxHashMap<(TermId, u64, i64), TermId>,
}

impl Machine<'_> {
    fn constant_number(&self, term: TermId) -> Option<i64> {
        match self.terms.bv_value(term) {
            Some(value) => value.to_i64(),
            None => self.terms.int_value(term).and_then(|n| n.to_i64()),
        }
    }
    /// The constants that a term chooses among, in order; none if there are other things or many.
    pub fn constants_of(&mut self, term: TermId) -> Option<Rc<[i64]>> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.cases.constants.contains_key(&top) {
                stack.pop();
                continue;
            }
            let set = if self.terms.is_constant(top) {
                self.constant_number(top).map(|value| Rc::from([value]))
            } else if self.terms.op(top) == Op::Ite {
                let (then, otherwise) = (self.terms.args(top)[1], self.terms.args(top)[2]);
                let known = &self.cases.constants;
                match (known.get(&then), known.get(&otherwise)) {
                    (Some(None), _) | (_, Some(None)) => None,
                    (Some(Some(a)), Some(Some(b))) => {
                        let both: BTreeSet<i64> = a.iter().chain(b.iter()).copied().collect();
                        (both.len() <= MOST_CASES).then(|| both.into_iter().collect())
                    }
                    (a, b) => {
                        let missing = [a.is_none().then_some(then), b.is_none().then_some(otherwise)];
                        stack.extend(missing.into_iter().flatten());
                        continue;
                    }
                }
            } else {
                None
            };
            self.cases.constants.insert(top, set);
            stack.pop();
        }
        self.cases.constants[&term].clone()
    }
    /// Whether a term is a choice among constants that is worth following.
    pub fn is_small_choice(&mut self, term: TermId) -> bool {
        if self.constants_of(term).is_none() {
            return false;
        }
        if let Some(&known) = self.cases.small.get(&term) {
            return known;
        }
        let (mut seen, mut stack) = (FxHashSet::default(), vec![term]);
        while let Some(top) = stack.pop() {
            if self.terms.op(top) == Op::Ite && seen.len() <= MOST_CONDITIONS && seen.insert(top) {
                stack.extend(&self.terms.args(top)[1..]);
            }
        }
        self.cases.small.insert(term, seen.len() <= MOST_CONDITIONS);
        seen.len() <= MOST_CONDITIONS
    }
    /// Follows a choice among constants: something for each of them, joined by the conditions.
    pub fn by_cases<T: Clone>(
        &mut self,
        choice: TermId,
        case: &mut dyn FnMut(&mut Self, TermId) -> T,
        join: &mut dyn FnMut(&mut Self, TermId, &T, &T) -> T,
    ) -> T {
        let mut done: FxHashMap<TermId, T> = FxHashMap::default();
        let mut stack = vec![choice];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
            } else if let (Op::Ite, &[condition, then, otherwise]) = (self.terms.op(top), self.terms.args(top)) {
                match (done.get(&then), done.get(&otherwise)) {
                    (Some(a), Some(b)) => {
                        let joined = join(self, condition, a, b);
                        done.insert(top, joined);
                    }
                    (a, b) => {
                        let missing = [a.is_none().then_some(then), b.is_none().then_some(otherwise)];
                        stack.extend(missing.into_iter().flatten());
                    }
                }
            } else {
                let value = case(self, top);
                done.insert(top, value);
            }
        }
        done.remove(&choice).expect("the choice was followed")
    }
    /// A choice with every constant replaced.
    pub fn map_cases(&mut self, choice: TermId, change: &mut dyn FnMut(&mut Self, i64) -> TermId) -> TermId {
        self.by_cases(
            choice,
            &mut |m, case| {
                let value = m.case_value(case);
                change(m, value)
            },
            &mut |m, condition, a, b| m.terms.ite(condition, *a, *b),
        )
    }
    /// The value of one case of a choice.
    pub fn case_value(&self, case: TermId) -> i64 {
        self.constant_number(case).expect("a choice among constants")
    }
    /// The condition under which a choice is one of the constants that are wanted.
    pub fn case_holds(&mut self, choice: TermId, wanted: &mut dyn FnMut(i64) -> bool) -> TermId {
        self.map_cases(choice, &mut |m, value| m.terms.bool_const(wanted(value)))
    }

    /// An offset that is one of a few, as a choice among them.
    pub fn offset_cases(&mut self, offset: &Offset) -> Option<TermId> {
        let mut count = 1;
        for (index, _) in &offset.parts {
            count *= self.constants_of(*index)?.len();
            if count > MOST_CASES || !self.is_small_choice(*index) {
                return None;
            }
        }
        let mut sum = self.terms.bv_i64(OFFSET_BITS, offset.constant);
        for &(index, stride) in &offset.parts {
            sum = self.map_cases(sum, &mut |m, value| m.scaled_choice(index, stride, value));
        }
        Some(sum)
    }
    /// `constant + choice · stride`
    fn scaled_choice(&mut self, choice: TermId, stride: u64, constant: i64) -> TermId {
        if let Some(&known) = self.cases.scaled.get(&(choice, stride, constant)) {
            return known;
        }
        let scaled = self.map_cases(choice, &mut |m, value| {
            let value = constant.wrapping_add(value.wrapping_mul(stride as i64));
            m.terms.bv_i64(OFFSET_BITS, value)
        });
        self.cases.scaled.insert((choice, stride, constant), scaled);
        scaled
    }
    /// The other way round: a choice as an offset.
    pub fn offset_of_cases(&mut self, choice: TermId) -> Offset {
        let values = self.constants_of(choice).expect("a choice among constants");
        let first = values[0];
        let common = values.iter().fold(0u64, |g, k| g.gcd(&k.wrapping_sub(first).unsigned_abs()));
        if common == 0 || common > i64::MAX as u64 {
            return self.offset_from_term(choice);
        }
        let index = self.map_cases(choice, &mut |m, value| {
            let index = value.wrapping_sub(first) / common as i64;
            m.terms.bv_i64(OFFSET_BITS, index)
        });
        Offset { constant: first, parts: smallvec![(index, common)] }
    }
}
