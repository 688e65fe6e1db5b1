//! Pointers as values: choosing, moving and comparing them.
//!
//! What a pointer's offset is depends on its object ([`Offsets`]). Of an object it does not point to, any
//! offset will do: everything that uses one asks for the object too.

use crate::machine::Machine;
use crate::symbolic::{OFFSET_BITS, Offset, Offsets, PointerSym};
use cairn_ir::{Binary, Pointer};
use cairn_term::TermId;
use num_integer::Integer;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;

/// Offsets are kept for at most this many objects each.
const MOST_OBJECTS: usize = 64;
/// A choice of offsets with more strides than this is made one with their common divisor.
const MOST_STRIDES: usize = 3;

impl Machine<'_> {
    // ---- offsets ----

    /// The offset of a pointer where it points to this object (0: to none).
    pub fn offset_within(&mut self, pointer: &PointerSym, number: u32) -> Offset {
        match &pointer.offset {
            Offsets::Same(offset) => offset.clone(),
            Offsets::Each(list) => match list.binary_search_by_key(&number, |(n, _)| *n) {
                Ok(i) => list[i].1.clone(),
                Err(_) => {
                    let whole = self.whole_offset(pointer);
                    self.offset_from_term(whole)
                }
            },
        }
    }
    /// The offset of a pointer as one term, whatever its object.
    pub fn whole_offset(&mut self, pointer: &PointerSym) -> TermId {
        let list = match &pointer.offset {
            Offsets::Same(offset) => return self.offset_term(offset),
            Offsets::Each(list) => list.clone(),
        };
        // Objects with one offset are asked about together.
        let mut groups: Vec<(TermId, TermId)> = Vec::new();
        for (number, offset) in list.iter() {
            let (offset, object) = (self.offset_term(offset), self.object_term(*number));
            let here = self.terms.eq(pointer.object, object);
            match groups.iter_mut().find(|(term, _)| *term == offset) {
                Some((_, condition)) => *condition = self.terms.or(*condition, here),
                None => groups.push((offset, here)),
            }
        }
        let (last, others) = groups.split_last().expect("pointers have objects");
        others.iter().rev().fold(last.0, |whole, (offset, here)| self.terms.ite(*here, *offset, whole))
    }
    /// An offset as one term.
    pub fn offset_term(&mut self, offset: &Offset) -> TermId {
        self.scaled_index(offset, offset.constant, 1)
    }
    pub fn offset_from_term(&mut self, term: TermId) -> Offset {
        match self.terms.bv_value(term).and_then(|v| v.to_i64()) {
            Some(constant) => Offset::constant(constant),
            None => Offset { constant: 0, parts: smallvec![(term, 1)] },
        }
    }
    /// `(Σ index·stride) / unit + add`, for a unit that divides every stride.
    fn scaled_index(&mut self, offset: &Offset, add: i64, unit: u64) -> TermId {
        let mut sum = self.terms.bv_i64(OFFSET_BITS, add);
        for (index, stride) in &offset.parts {
            let factor = self.terms.bv_u64(OFFSET_BITS, stride / unit);
            let scaled = self.terms.bv_mul(*index, factor);
            sum = self.terms.bv_add(sum, scaled);
        }
        sum
    }

    // ---- choice ----

    pub fn choose_pointer(&mut self, condition: TermId, a: &PointerSym, b: &PointerSym) -> PointerSym {
        match self.terms.as_bool_const(condition) {
            Some(true) => return a.clone(),
            Some(false) => return b.clone(),
            None => {}
        }
        let object = self.terms.ite(condition, a.object, b.object);
        let offset = if a.offset == b.offset { a.offset.clone() } else { self.choose_offsets(condition, a, b) };
        PointerSym { object, offset }
    }
    fn choose_offsets(&mut self, condition: TermId, a: &PointerSym, b: &PointerSym) -> Offsets {
        let lists = self.offsets_by_object(a).zip(self.offsets_by_object(b));
        let Some((mut list, other)) = lists.filter(|(x, y)| x.len() + y.len() <= MOST_OBJECTS) else {
            let [x, y] = [a, b].map(|pointer| match &pointer.offset {
                Offsets::Same(offset) => offset.clone(),
                Offsets::Each(_) => {
                    let whole = self.whole_offset(pointer);
                    self.offset_from_term(whole)
                }
            });
            return Offsets::Same(self.choose_offset(condition, &x, &y));
        };
        for (number, y) in other {
            let offset = match list.get(&number) {
                Some(x) => self.choose_offset(condition, &x.clone(), &y),
                None => y,
            };
            list.insert(number, offset);
        }
        let mut offsets = list.values();
        let first = offsets.next().cloned().unwrap_or_default();
        if offsets.all(|offset| *offset == first) {
            return Offsets::Same(first);
        }
        Offsets::Each(list.into_iter().collect())
    }
    /// The offset in each object a pointer can point to; none if these are not known.
    fn offsets_by_object(&mut self, pointer: &PointerSym) -> Option<BTreeMap<u32, Offset>> {
        match &pointer.offset {
            Offsets::Each(list) => Some(list.iter().cloned().collect()),
            Offsets::Same(offset) => {
                let objects = self.objects_of(pointer.object).filter(|set| set.len() <= MOST_OBJECTS)?;
                Some(objects.iter().map(|n| (*n, offset.clone())).collect())
            }
        }
    }
    /// Keeps strides: `ite(c, k + i·24, k + 8 + j·24)` becomes `k + ite(c, i, j)·24 + ite(c, 0, 1)·8`.
    fn choose_offset(&mut self, condition: TermId, a: &Offset, b: &Offset) -> Offset {
        if a == b {
            return a.clone();
        }
        let mut strides: Vec<u64> = a.parts.iter().chain(&b.parts).map(|(_, stride)| *stride).collect();
        strides.sort_unstable_by(|a, b| b.cmp(a));
        strides.dedup();
        if strides.is_empty() || strides.len() > MOST_STRIDES || strides[0] > i64::MAX as u64 {
            return self.choose_multiple(condition, a, b);
        }
        // What of the difference of the constants no stride has taken up.
        let mut rest = b.constant.wrapping_sub(a.constant);
        let mut parts: SmallVec<[(TermId, u64); 1]> = SmallVec::new();
        for stride in strides {
            let (steps, left) = rest.div_mod_floor(&(stride as i64));
            rest = left;
            let (x, y) = (self.part_with(a, stride, 0), self.part_with(b, stride, steps));
            parts.push((self.terms.ite(condition, x, y), stride));
        }
        if rest != 0 {
            let (zero, one) = (self.terms.bv_u64(OFFSET_BITS, 0), self.terms.bv_u64(OFFSET_BITS, 1));
            parts.push((self.terms.ite(condition, zero, one), rest as u64));
        }
        Offset { constant: a.constant, parts }
    }
    /// The index of an offset's parts of one stride, and some more.
    fn part_with(&mut self, offset: &Offset, stride: u64, add: i64) -> TermId {
        let mut sum = self.terms.bv_i64(OFFSET_BITS, add);
        for (index, _) in offset.parts.iter().filter(|(_, s)| *s == stride) {
            sum = self.terms.bv_add(sum, *index);
        }
        sum
    }
    /// `ite(c, k1 + Σ i·s, k2 + Σ j·t)` as `k1 + ite(c, …, …)·g` where `g` divides every stride and `k2 - k1`.
    fn choose_multiple(&mut self, condition: TermId, a: &Offset, b: &Offset) -> Offset {
        let difference = b.constant.wrapping_sub(a.constant);
        let strides = a.parts.iter().chain(&b.parts).map(|(_, stride)| *stride);
        let common = strides.fold(difference.unsigned_abs(), |g, stride| g.gcd(&stride));
        let common = if common > i64::MAX as u64 { 1 } else { common };
        let x = self.scaled_index(a, 0, common);
        // Exact: the divisor divides the difference.
        let y = self.scaled_index(b, difference / common as i64, common);
        let index = self.terms.ite(condition, x, y);
        Offset { constant: a.constant, parts: smallvec![(index, common)] }
    }

    // ---- arithmetic ----

    /// The pointer, which has lost its object where a condition holds.
    pub fn without_object(&mut self, pointer: &PointerSym, lost: TermId) -> PointerSym {
        if self.terms.as_bool_const(lost) == Some(false) {
            return pointer.clone();
        }
        let offset = match &pointer.offset {
            Offsets::Same(_) => pointer.offset.clone(),
            Offsets::Each(list) => {
                let whole = self.whole_offset(pointer);
                let mut list: BTreeMap<u32, Offset> = list.iter().cloned().collect();
                list.insert(0, self.offset_from_term(whole));
                Offsets::Each(list.into_iter().collect())
            }
        };
        let nothing = self.object_term(0);
        PointerSym { object: self.terms.ite(lost, nothing, pointer.object), offset }
    }
    /// `p + index * stride`. Beyond `Pointer::MAX_OFFSET` the object is lost, so offsets of pointers to
    /// objects never wrap.
    pub fn pointer_add(&mut self, pointer: &PointerSym, index: TermId, stride: u64) -> PointerSym {
        if stride == 0 {
            return pointer.clone(); // elements without size
        }
        let constant = self.terms.bv_value(index).and_then(|v| v.to_i64());
        let offset = pointer.offset.map(|offset| {
            let mut offset = offset.clone();
            match constant.map(|i| i.wrapping_mul(stride as i64)) {
                Some(add) => offset.constant = offset.constant.wrapping_add(add),
                None => match offset.parts.iter().position(|(_, s)| *s == stride) {
                    Some(i) => offset.parts[i].0 = self.terms.bv_add(offset.parts[i].0, index),
                    None => offset.parts.push((index, stride)),
                },
            }
            offset
        });
        let moved = PointerSym { object: pointer.object, offset };
        // Small indices leave nothing to decide.
        let limit = Pointer::MAX_OFFSET as u128 / 2;
        if pointer.offset.all(|offset| self.is_near(offset, limit)) && self.is_near(&Self::part(index, stride), limit) {
            return moved;
        }
        let from = self.whole_offset(pointer);
        let near = self.near(from, index, stride);
        let far = self.terms.not(near);
        self.without_object(&moved, far)
    }
    /// The pointer some bytes further on, in the same object.
    pub fn moved(pointer: &PointerSym, bytes: i64) -> PointerSym {
        let offset = pointer.offset.map(|offset| offset.plus(&Offset::constant(bytes)));
        PointerSym { object: pointer.object, offset }
    }

    // ---- comparison ----

    pub fn pointer_compare(&mut self, op: Binary, a: &PointerSym, b: &PointerSym) -> TermId {
        if op == Binary::SameObject {
            return self.terms.eq(a.object, b.object);
        }
        let (x, y) = (self.whole_offset(a), self.whole_offset(b));
        match op {
            Binary::PointerDifference => self.terms.bv_sub(x, y),
            Binary::PointerLess => self.terms.bv_slt(x, y),
            _ => self.terms.bv_sle(x, y),
        }
    }
    /// Whether one points behind an object and the other to the start of another one, which may follow it in memory.
    /// To the program form these are different; languages leave it open.
    pub fn may_be_neighbours(&mut self, a: &PointerSym, b: &PointerSym) -> TermId {
        let same_object = self.terms.eq(a.object, b.object);
        if self.terms.as_bool_const(same_object) == Some(true) {
            return self.terms.ff();
        }
        let (x, y) = (self.ends_before(a, b), self.ends_before(b, a));
        let either = self.terms.or(x, y);
        let different = self.terms.not(same_object);
        self.terms.and(different, either)
    }
    /// Whether one is a number that is not null, and the other points to an object whose address that may be.
    pub fn is_number_and_object(&mut self, a: &PointerSym, b: &PointerSym) -> TermId {
        let [x, y] = [(a, b), (b, a)].map(|(number, pointer)| {
            let is_number = self.is_number(number);
            let nothing = self.object_term(0);
            let points = self.terms.distinct(pointer.object, nothing);
            self.terms.and(is_number, points)
        });
        self.terms.or(x, y)
    }
    fn is_number(&mut self, pointer: &PointerSym) -> TermId {
        let offset = self.offset_within(pointer, 0);
        if offset.as_constant() == Some(0) {
            return self.terms.ff();
        }
        let offset = self.offset_term(&offset);
        let (zero, nothing) = (self.terms.bv_u64(OFFSET_BITS, 0), self.object_term(0));
        let (no_object, some) = (self.terms.eq(pointer.object, nothing), self.terms.distinct(offset, zero));
        self.terms.and(no_object, some)
    }
    fn ends_before(&mut self, a: &PointerSym, b: &PointerSym) -> TermId {
        let at_end = self.points_to(a, |machine, number, offset| {
            let (size, zero) = (machine.objects[number as usize].size, machine.terms.bv_u64(OFFSET_BITS, 0));
            let (at_end, some) = (machine.terms.eq(offset, size), machine.terms.distinct(size, zero));
            machine.terms.and(at_end, some)
        });
        if self.terms.as_bool_const(at_end) == Some(false) {
            return at_end;
        }
        let at_start = self.points_to(b, |machine, _, offset| {
            let zero = machine.terms.bv_u64(OFFSET_BITS, 0);
            machine.terms.eq(offset, zero)
        });
        self.terms.and(at_end, at_start)
    }
    /// Whether the pointer points to an object of data, at an offset for which something holds.
    fn points_to(&mut self, pointer: &PointerSym, mut holds: impl FnMut(&mut Self, u32, TermId) -> TermId) -> TermId {
        let numbers: Vec<u32> = match self.objects_of(pointer.object) {
            Some(set) => set.to_vec(),
            None => (1..self.objects.len() as u32).collect(),
        };
        let mut result = self.terms.ff();
        for number in numbers {
            if number == 0 || self.objects[number as usize].procedure {
                continue;
            }
            let offset = self.offset_within(pointer, number);
            let offset = self.offset_term(&offset);
            let there = holds(self, number, offset);
            if self.terms.as_bool_const(there) == Some(false) {
                continue;
            }
            let constant = self.object_term(number);
            let here = self.terms.eq(pointer.object, constant);
            let here = self.terms.and(here, there);
            result = self.terms.or(result, here);
        }
        result
    }
    pub fn equal_pointers(&mut self, a: &PointerSym, b: &PointerSym) -> TermId {
        let same_object = self.terms.eq(a.object, b.object);
        if self.terms.as_bool_const(same_object) == Some(false) {
            return same_object;
        }
        let lists = match (&a.offset, &b.offset) {
            (Offsets::Same(_), Offsets::Same(_)) => None,
            _ => self.offsets_by_object(a).zip(self.offsets_by_object(b)),
        };
        let Some((x, y)) = lists else {
            let (x, y) = (self.whole_offset(a), self.whole_offset(b));
            let same_offset = self.terms.eq(x, y);
            return self.terms.and(same_object, same_offset);
        };
        // Objects that only one of them can point to need not be looked at.
        let mut equal = same_object;
        for (number, x) in &x {
            let Some(y) = y.get(number) else { continue };
            let (x, y) = (self.offset_term(x), self.offset_term(y));
            let same_offset = self.terms.eq(x, y);
            let object = self.object_term(*number);
            let here = self.terms.eq(a.object, object);
            let holds = self.terms.implies(here, same_offset);
            equal = self.terms.and(equal, holds);
        }
        equal
    }
}
