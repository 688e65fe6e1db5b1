//! For which values a quantified condition speaks of an element that a question is about.
//!
//! The condition reads an array at an index that is the bound variable, or its negation, plus something; the
//! question reads or writes a related array at some index. Solving for the variable gives a value to try. (For the
//! array properties of Bradley, Manna, Sipma, "What's Decidable About Arrays?", 2006, these values are enough.)

use cairn_term::{BvValue, Op, Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Values for one quantifier.
const MAX_VALUES: usize = 48;

/// Sums within sums that are looked into: one that is in both parts of another is looked into twice.
const MAX_STEPS: u32 = 64;

/// Elements of arrays that are read or written, by index: what the arrays are made from.
#[derive(Default)]
pub struct Accesses {
    found: BTreeMap<TermId, BTreeSet<TermId>>,
}

impl Accesses {
    /// Those in some conditions, but for indices among the terms that speak of bound variables.
    pub fn of(terms: &Terms, conditions: &[TermId], open: &FxHashSet<TermId>) -> Self {
        let mut origins = Origins::default();
        let mut found: BTreeMap<TermId, BTreeSet<TermId>> = BTreeMap::new();
        for term in terms.post_order(conditions) {
            if let Op::Select | Op::Store = terms.op(term) {
                let (array, index) = (terms.args(term)[0], terms.args(term)[1]);
                if !open.contains(&index) {
                    found.entry(index).or_default().extend(origins.of(terms, array));
                }
            }
        }
        Self { found }
    }
    /// The values of a bound variable for which a condition reads one of these elements.
    pub fn solutions(&self, terms: &mut Terms, variable: TermId, condition: TermId) -> Vec<TermId> {
        let Sort::BitVec(width) = terms.sort_data_of(variable) else { return Vec::new() };
        let mut origins = Origins::default();
        let mut reads: Vec<(Sum, BTreeSet<TermId>, u32)> = Vec::new();
        for term in terms.post_order(&[condition]) {
            if terms.op(term) == Op::Select {
                let (array, index) = (terms.args(term)[0], terms.args(term)[1]);
                let Sort::BitVec(own) = terms.sort_data_of(index) else { continue };
                let found = of_width(terms, index, width).map(|index| (index, width));
                let (index, own) = found.unwrap_or((index, own));
                if own <= width {
                    reads.push((Sum::of(terms, index, own), origins.of(terms, array), own));
                }
            }
        }
        let mut values = BTreeSet::new();
        for (read, arrays, own) in reads {
            // An index may be made of the lower bits of a wider number.
            let low = if own == width { variable } else { terms.extract(variable, own - 1, 0) };
            let Some(sign) = read.sign_of(low) else { continue };
            for (index, others) in &self.found {
                if others.is_disjoint(&arrays) || !matches!(terms.sort_data_of(*index), Sort::BitVec(_)) {
                    continue;
                }
                let index = match of_width(terms, *index, own) {
                    Some(index) => index,
                    None => terms.resize_unsigned(*index, own),
                };
                if values.len() < MAX_VALUES {
                    // index = sign * variable + rest, so variable = sign * (index - rest).
                    let mut difference = Sum::of(terms, index, own);
                    difference.add(&read, &BvValue::ones(own));
                    difference.parts.remove(&low);
                    let value = difference.times(&sign).term(terms, own);
                    values.insert(terms.resize_signed(value, width));
                }
            }
        }
        values.into_iter().collect()
    }
}

/// A number of the width that an index is, or is made from by leaving out or adding upper bits: arrays of few elements
/// have narrower indices than the numbers that are counted with.
fn of_width(terms: &Terms, index: TermId, width: u32) -> Option<TermId> {
    let mut term = index;
    loop {
        if terms.sort_data_of(term) == Sort::BitVec(width) {
            return Some(term);
        }
        term = match terms.op(term) {
            Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Extract { low: 0, .. } => terms.args(term)[0],
            _ => return None,
        };
    }
}

/// The symbols and constant arrays that each array is made from.
#[derive(Default)]
struct Origins {
    known: FxHashMap<TermId, BTreeSet<TermId>>,
}

impl Origins {
    fn of(&mut self, terms: &Terms, array: TermId) -> BTreeSet<TermId> {
        for term in terms.post_order(&[array]) {
            if self.known.contains_key(&term) {
                continue;
            }
            let args = terms.args(term);
            let from: &[TermId] = match terms.op(term) {
                Op::Store => &args[..1],
                Op::Ite => &args[1..],
                // An array in an array: the elements of all of them.
                Op::Select => &args[..1],
                _ => &[],
            };
            let mut origins: BTreeSet<TermId> = from.iter().flat_map(|arg| self.known[arg].iter().copied()).collect();
            if from.is_empty() {
                origins.insert(term);
            }
            self.known.insert(term, origins);
        }
        self.known[&array].clone()
    }
}

/// A sum of terms with factors, and a constant, modulo 2^w.
#[derive(Clone)]
struct Sum {
    parts: BTreeMap<TermId, BvValue>,
    constant: BvValue,
}

impl Sum {
    fn of(terms: &Terms, term: TermId, width: u32) -> Self {
        let mut sum = Self { parts: BTreeMap::new(), constant: BvValue::zero(width) };
        let mut open = vec![(term, BvValue::one(width))];
        let mut steps = 0;
        while let Some((term, factor)) = open.pop() {
            let args = terms.args(term);
            steps += 1;
            match terms.op(term) {
                _ if steps > MAX_STEPS => sum.add_part(term, &factor),
                Op::BvAdd => open.extend(args.iter().map(|arg| (*arg, factor.clone()))),
                Op::BvSub => open.extend([(args[0], factor.clone()), (args[1], factor.neg())]),
                Op::BvNeg => open.push((args[0], factor.neg())),
                _ => match terms.bv_value(term) {
                    Some(value) => sum.constant = sum.constant.add(&value.mul(&factor)),
                    None => sum.add_part(term, &factor),
                },
            }
        }
        sum
    }
    fn add_part(&mut self, term: TermId, factor: &BvValue) {
        let before = self.parts.remove(&term);
        let factor = before.map_or_else(|| factor.clone(), |before| before.add(factor));
        if !factor.is_zero() {
            self.parts.insert(term, factor);
        }
    }
    fn add(&mut self, other: &Self, factor: &BvValue) {
        self.constant = self.constant.add(&other.constant.mul(factor));
        for (term, own) in &other.parts {
            self.add_part(*term, &own.mul(factor));
        }
    }
    fn times(&self, factor: &BvValue) -> Self {
        let mut sum = Self { parts: BTreeMap::new(), constant: BvValue::zero(factor.width()) };
        sum.add(self, factor);
        sum
    }
    /// The factor of a variable, if it is 1 or -1.
    fn sign_of(&self, variable: TermId) -> Option<BvValue> {
        self.parts.get(&variable).filter(|factor| factor.is_one() || factor.is_ones()).cloned()
    }
    fn term(&self, terms: &mut Terms, width: u32) -> TermId {
        let mut total = terms.bv(self.constant.clone());
        for (part, factor) in &self.parts {
            total = if factor.is_ones() && width > 1 {
                terms.bv_sub(total, *part)
            } else {
                let factor = terms.bv(factor.clone());
                let product = terms.bv_mul(factor, *part);
                terms.bv_add(total, product)
            };
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_solved_for() {
        let mut terms = Terms::new();
        let numbers = terms.bv_sort(32);
        let arrays = terms.array_sort(numbers, numbers);
        let (a, b) = (terms.symbol("a", arrays), terms.symbol("b", arrays));
        let [first, last, i, j] = ["first", "last", "i", "j"].map(|name| terms.symbol(name, numbers));
        // Read: a[i - first]. The condition reads a[last - j] and b[j - first].
        let index = terms.bv_sub(i, first);
        let read = terms.select(a, index);
        let zero = terms.bv_u64(32, 0);
        let asked = terms.eq(read, zero);
        let from_above = terms.bv_sub(last, j);
        let shifted = terms.bv_sub(j, first);
        let (x, y) = (terms.select(a, from_above), terms.select(b, shifted));
        let condition = terms.eq(x, y);
        let open = FxHashSet::from_iter([j, from_above, shifted, x, y, condition]);
        let accesses = Accesses::of(&terms, &[asked, condition], &open);
        let values = accesses.solutions(&mut terms, j, condition);
        assert_eq!(values.len(), 1);
        // j = last - (i - first).
        let mut expected = Sum::of(&terms, values[0], 32);
        for (term, sign) in [(last, false), (i, true), (first, false)] {
            let factor = if sign { BvValue::one(32) } else { BvValue::ones(32) };
            expected.add_part(term, &factor);
        }
        assert!(expected.parts.is_empty() && expected.constant.is_zero());
        // What reads b is for other elements.
        let other = terms.select(b, index);
        let accesses = Accesses::of(&terms, &[other], &FxHashSet::default());
        assert_eq!(accesses.solutions(&mut terms, j, condition), [i]);
    }
}
