//! Value sets: which objects a pointer can point to, and at which offsets, read off its term.
//!
//! A pointer's object is a choice among constants, so its set is the leaves. Pointers in arrays kept as
//! array terms are found through the array: a read gives one of the values ever written into it, or what
//! it was filled with. Sets are computed once per term, with an explicit stack, and shared.

use crate::machine::Machine;
use crate::symbolic::{OBJECT_BITS, OFFSET_BITS, Offset};
use cairn_term::{Op, TermId};
use num_integer::Integer;
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Questions deeper than this are answered by "any".
const DEEPEST: u32 = 100;
/// More possible objects or offsets than this are treated as "any".
const LARGEST_SET: usize = 4096;

type Set<T> = Option<Rc<[T]>>;

/// What pointers in memory can be: none stands for any.
#[derive(Clone)]
struct PointerSet {
    objects: Set<u32>,
    offsets: Set<i64>,
}

/// The sets of terms met so far.
#[derive(Default)]
pub struct ValueSets {
    objects: FxHashMap<TermId, Set<u32>>,
    /// Of pointers as one word, and of arrays of them.
    stored: FxHashMap<TermId, PointerSet>,
    /// How deep the current question is: pointers found in memory lead to others.
    depth: u32,
}

fn union<T: Ord + Copy>(a: &Set<T>, b: &Set<T>) -> Set<T> {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    if a == b {
        return Some(Rc::clone(a));
    }
    let both: BTreeSet<T> = a.iter().chain(b.iter()).copied().collect();
    (both.len() <= LARGEST_SET).then(|| both.into_iter().collect())
}

impl Machine<'_> {
    /// The objects an object term can stand for; none if it cannot be told from the term.
    pub fn objects_of(&mut self, term: TermId) -> Option<Rc<[u32]>> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.value_sets.objects.contains_key(&top) {
                stack.pop();
                continue;
            }
            let set = if let Some(number) = self.terms.as_u64(top) {
                Some(Rc::from([number as u32]))
            } else if self.terms.op(top) == Op::Ite {
                let (then, otherwise) = (self.terms.args(top)[1], self.terms.args(top)[2]);
                let sets = &self.value_sets.objects;
                match (sets.get(&then), sets.get(&otherwise)) {
                    (Some(a), Some(b)) => union(a, b),
                    (a, b) => {
                        let missing = [a.is_none().then_some(then), b.is_none().then_some(otherwise)];
                        stack.extend(missing.into_iter().flatten());
                        continue;
                    }
                }
            } else if let Some(whole) = self.whole_pointer(top) {
                self.stored_set(whole).objects
            } else {
                None
            };
            self.value_sets.objects.insert(top, set);
            stack.pop();
        }
        self.value_sets.objects[&term].clone()
    }
    /// The pointer, as one word, of which a term is the object.
    fn whole_pointer(&self, term: TermId) -> Option<TermId> {
        match (self.terms.op(term), self.terms.args(term)) {
            (Op::Extract { high, low }, &[whole])
                if low == OFFSET_BITS
                    && high == OBJECT_BITS + OFFSET_BITS - 1
                    && self.terms.width(whole) == high + 1 =>
            {
                Some(whole)
            }
            _ => None,
        }
    }
    /// What a pointer as one word can be.
    fn stored_set(&mut self, term: TermId) -> PointerSet {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.value_sets.stored.contains_key(&top) {
                stack.pop();
                continue;
            }
            let parts: &[TermId] = match (self.terms.op(top), self.terms.args(top)) {
                (Op::Ite, [_, a, b]) => &[*a, *b],
                (Op::Select, [array, _]) => &[*array],
                (Op::Store, [array, _, value]) => &[*array, *value],
                (Op::ConstArray(_), [value]) => &[*value],
                _ => &[],
            };
            let missing: Vec<TermId> =
                parts.iter().copied().filter(|part| !self.value_sets.stored.contains_key(part)).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let sets = &self.value_sets.stored;
            let joined = parts.iter().map(|part| sets[part].clone()).reduce(|a, b| PointerSet {
                objects: union(&a.objects, &b.objects),
                offsets: union(&a.offsets, &b.offsets),
            });
            let set = joined.unwrap_or_else(|| self.word_set(top));
            self.value_sets.stored.insert(top, set);
            stack.pop();
        }
        self.value_sets.stored[&term].clone()
    }
    /// The set of a word that is no choice and no read.
    fn word_set(&mut self, word: TermId) -> PointerSet {
        let any = PointerSet { objects: None, offsets: None };
        if let Some(value) = self.terms.bv_value(word) {
            if value.width() != OBJECT_BITS + OFFSET_BITS {
                return any;
            }
            let object = value.extract(OBJECT_BITS + OFFSET_BITS - 1, OFFSET_BITS).to_u64();
            let offset = value.extract(OFFSET_BITS - 1, 0).to_i64();
            let objects = object.map(|object| Rc::from([object as u32]));
            return PointerSet { objects, offsets: offset.map(|offset| Rc::from([offset])) };
        }
        match (self.terms.op(word), self.terms.args(word)) {
            (Op::Concat, &[object, offset]) if self.terms.width(object) == OBJECT_BITS => {
                let offsets = self.terms.bv_value(offset).and_then(|v| v.to_i64()).map(|offset| Rc::from([offset]));
                if self.value_sets.depth == DEEPEST {
                    return PointerSet { objects: None, offsets };
                }
                self.value_sets.depth += 1;
                let objects = self.objects_of(object);
                self.value_sets.depth -= 1;
                PointerSet { objects, offsets }
            }
            _ => any,
        }
    }
    /// The offset of a pointer as one word. Where all it can be is known it keeps its shape, as one that
    /// was never in memory: `k`, or `k + i · g` where `g` is a power of two.
    pub fn stored_offset(&mut self, whole: TermId) -> Offset {
        let term = self.terms.extract(whole, OFFSET_BITS - 1, 0);
        let offset = self.offset_from_term(term);
        if offset.as_constant().is_some() {
            return offset;
        }
        let Some(offsets) = self.stored_set(whole).offsets else { return offset };
        let first = offsets[0];
        let common = offsets.iter().fold(0u64, |g, k| g.gcd(&k.wrapping_sub(first).unsigned_abs()));
        if common == 0 {
            return Offset::constant(first);
        }
        let bits = common.trailing_zeros();
        let (start, shift) = (self.terms.bv_i64(OFFSET_BITS, first), self.terms.bv_u64(OFFSET_BITS, bits.into()));
        let distance = self.terms.bv_sub(term, start);
        let index = self.terms.bv_ashr(distance, shift);
        Offset { constant: first, parts: smallvec![(index, 1 << bits)] }
    }
}
