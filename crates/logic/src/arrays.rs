//! Reading and changing array elements.
//!
//! With a length, an index outside reads zero and writes nothing (`TypeKind::Array`). `in_range` says
//! that this cannot happen where the state's guard holds, so that no comparison is needed.

use crate::machine::Machine;
use crate::persistent::PersistentMap;
use crate::symbolic::{ArraySym, Sym, TheoryArray};
use cairn_ir::{TypeId, TypeKind};
use cairn_term::TermId;
use num_traits::ToPrimitive;
use std::rc::Rc;

/// How many saved arrays are remembered.
const SAVED_LIMIT: usize = 16;

impl Machine<'_> {
    pub fn select_element(&mut self, array: &Sym, ty: TypeId, index: TermId, in_range: bool) -> Sym {
        let (_, element, length) = self.shapes().array_parts(ty);
        if let Some(index) = self.constant_key(index) {
            if length.is_some_and(|n| index >= n) {
                return self.zero(element);
            }
            return self.select_constant(array, ty, index);
        }
        let value = match array.array() {
            ArraySym::Explicit(elements) => self.select_explicit(elements, ty, element, index),
            ArraySym::Theory(theory) => {
                let saved = self.saved_array(theory, ty);
                self.select_columns(&saved, ty, index)
            }
        };
        match self.range_condition(ty, index, in_range) {
            None => value,
            Some(condition) => {
                let zero = self.zero(element);
                self.choose(condition, &value, &zero, element)
            }
        }
    }
    pub fn store_element(&mut self, array: &Sym, ty: TypeId, index: TermId, value: &Sym, in_range: bool) -> Sym {
        let (_, element, length) = self.shapes().array_parts(ty);
        if let Some(index) = self.constant_key(index) {
            if length.is_some_and(|n| index >= n) {
                return array.clone();
            }
            return self.store_constant(array, index, value.clone());
        }
        match array.array() {
            // Comparisons with each index that exists already leave everything alone outside.
            ArraySym::Explicit(_) => {
                let changed = self.change_element(array, ty, index, in_range, &mut |_, _| Some(value.clone()));
                changed.unwrap_or_else(|| array.clone())
            }
            ArraySym::Theory(theory) => {
                let saved = self.saved_array(theory, ty);
                let items = self.columns_of_value(value, element);
                let pairs: Vec<(TermId, TermId)> = saved.columns.iter().copied().zip(items).collect();
                let condition = self.range_condition(ty, index, in_range);
                let store = |(column, item): (TermId, TermId)| {
                    let stored = self.terms.store(column, index, item);
                    condition.map_or(stored, |c| self.terms.ite(c, stored, column))
                };
                let columns: Vec<TermId> = pairs.into_iter().map(store).collect();
                Sym::Array(ArraySym::Theory(TheoryArray {
                    columns: Rc::new(columns),
                    known: PersistentMap::new(),
                    unsaved: PersistentMap::new(),
                }))
            }
        }
    }

    /// The array with the element at an index changed. Of small arrays each element is changed where it is the
    /// one that is meant, so that parts of it that do not change are left alone.
    pub fn change_element(
        &mut self,
        array: &Sym,
        ty: TypeId,
        index: TermId,
        in_range: bool,
        change: &mut dyn FnMut(&mut Self, &Sym) -> Option<Sym>,
    ) -> Option<Sym> {
        let (_, element, _) = self.shapes().array_parts(ty);
        match array.array() {
            ArraySym::Explicit(elements) if self.constant_key(index).is_none() => {
                let mut changed = elements.clone();
                for (i, old) in elements.entries() {
                    let constant = self.constant_index(ty, i);
                    let here = self.terms.eq(index, constant);
                    let new = self.under(here, |m| change(m, &old))?;
                    let item = self.choose(here, &new, &old, element);
                    changed.insert(i, item);
                }
                Some(Sym::Array(ArraySym::Explicit(changed)))
            }
            _ => {
                let item = self.select_element(array, ty, index, in_range);
                let item = change(self, &item)?;
                Some(self.store_element(array, ty, index, &item, in_range))
            }
        }
    }
    /// A part, of type `part`, of the element at an index that exists. Of small arrays only that part is chosen.
    pub fn select_part(
        &mut self,
        array: &Sym,
        ty: TypeId,
        index: TermId,
        part: TypeId,
        read: &mut dyn FnMut(&mut Self, &Sym) -> Option<Sym>,
    ) -> Option<Sym> {
        match array.array() {
            ArraySym::Explicit(elements) if self.constant_key(index).is_none() => {
                let mut parts = PersistentMap::new();
                for (i, item) in elements.entries() {
                    let constant = self.constant_index(ty, i);
                    let here = self.terms.eq(index, constant);
                    parts.insert(i, self.under(here, |m| read(m, &item))?);
                }
                Some(self.select_explicit(&parts, ty, part, index))
            }
            _ => {
                let item = self.select_element(array, ty, index, true);
                read(self, &item)
            }
        }
    }

    /// A constant index that fits the keys of persistent maps.
    fn constant_key(&self, index: TermId) -> Option<u64> {
        match self.terms.bv_value(index) {
            Some(value) => value.to_u64(),
            None => self.terms.int_value(index).and_then(|n| n.to_u64()),
        }
    }
    fn select_constant(&mut self, array: &Sym, ty: TypeId, index: u64) -> Sym {
        match array.array() {
            ArraySym::Explicit(elements) => elements.get(index).expect("every element is present").clone(),
            ArraySym::Theory(theory) => match theory.known.get(index) {
                Some(item) => item.clone(),
                None => self.theory_element(theory, ty, index),
            },
        }
    }
    fn store_constant(&mut self, array: &Sym, index: u64, value: Sym) -> Sym {
        let mut changed = array.array().clone();
        match &mut changed {
            ArraySym::Explicit(elements) => elements.insert(index, value),
            ArraySym::Theory(theory) => {
                theory.known.insert(index, value);
                theory.unsaved.insert(index, ());
            }
        }
        Sym::Array(changed)
    }
    /// The condition under which the index exists; none if it always does.
    fn range_condition(&mut self, ty: TypeId, index: TermId, in_range: bool) -> Option<TermId> {
        let (index_type, _, length) = self.shapes().array_parts(ty);
        let length = length?;
        if in_range {
            return None;
        }
        let condition = match *self.types.kind(index_type) {
            TypeKind::Int(width) if width < 64 && length >= 1 << width => return None,
            TypeKind::Int(width) => {
                let length = self.terms.bv_u64(width, length);
                self.terms.bv_ult(index, length)
            }
            _ => {
                let (zero, length) = (self.terms.int_i64(0), self.terms.int_const(length.into()));
                let (low, high) = (self.terms.le(zero, index), self.terms.lt(index, length));
                self.terms.and(low, high)
            }
        };
        (self.terms.as_bool_const(condition) != Some(true)).then_some(condition)
    }
    fn saved_array(&mut self, array: &TheoryArray, ty: TypeId) -> TheoryArray {
        if array.unsaved.is_empty() {
            return array.clone();
        }
        let same = |other: &TheoryArray| {
            Rc::ptr_eq(&other.columns, &array.columns)
                && other.known.same(&array.known)
                && other.unsaved.same(&array.unsaved)
        };
        if let Some((_, saved)) = self.saved.iter().find(|(original, _)| same(original)) {
            return saved.clone();
        }
        let saved = self.save(array, ty);
        if self.saved.len() == SAVED_LIMIT {
            self.saved.remove(0);
        }
        self.saved.push((array.clone(), saved.clone()));
        saved
    }

    /// Reads a small array (of type `ty`, but its elements of another perhaps) at a symbolic index. Outside the
    /// array any element may come out.
    fn select_explicit(&mut self, elements: &PersistentMap<Sym>, ty: TypeId, element: TypeId, index: TermId) -> Sym {
        let (_, _, length) = self.shapes().array_parts(ty);
        let length = length.expect("explicit arrays have a length");
        if length == 0 {
            return self.zero(element);
        }
        if let Some(value) = self.select_by_cases(elements, element, index, length) {
            return value;
        }
        let Some(width) = self.index_width(ty) else {
            return self.select_by_comparison(elements, (ty, element), index, length);
        };
        let needed = (64 - (length - 1).leading_zeros()).min(width);
        self.multiplex(elements, element, index, length, needed, 0)
    }
    fn index_width(&self, ty: TypeId) -> Option<u32> {
        let (index_type, _, _) = self.shapes().array_parts(ty);
        self.types.int_width(index_type)
    }
    /// A tree of multiplexers over the low `bits` bits of the index, for elements from `first` on.
    fn multiplex(
        &mut self,
        elements: &PersistentMap<Sym>,
        element: TypeId,
        index: TermId,
        length: u64,
        bits: u32,
        first: u64,
    ) -> Sym {
        if bits == 0 {
            return elements.get(first).expect("every element is present").clone();
        }
        let half = 1u64 << (bits - 1);
        let low = self.multiplex(elements, element, index, length, bits - 1, first);
        if first + half >= length {
            return low; // the other half does not exist: any value will do
        }
        let high = self.multiplex(elements, element, index, length, bits - 1, first + half);
        let bit = self.terms.extract(index, bits - 1, bits - 1);
        let one = self.terms.bv_u64(1, 1);
        let chosen = self.terms.eq(bit, one);
        self.choose(chosen, &high, &low, element)
    }
    fn select_by_comparison(
        &mut self,
        elements: &PersistentMap<Sym>,
        (ty, element): (TypeId, TypeId),
        index: TermId,
        length: u64,
    ) -> Sym {
        let mut value = elements.get(length - 1).expect("every element is present").clone();
        for i in (0..length - 1).rev() {
            let constant = self.constant_index(ty, i);
            let here = self.terms.eq(index, constant);
            let item = elements.get(i).expect("every element is present").clone();
            value = self.choose(here, &item, &value, element);
        }
        value
    }
    /// An index that is one of a few constants: choose among those elements with its conditions.
    fn select_by_cases(
        &mut self,
        elements: &PersistentMap<Sym>,
        element: TypeId,
        index: TermId,
        length: u64,
    ) -> Option<Sym> {
        if !self.is_small_choice(index) {
            return None;
        }
        let item = |m: &mut Self, case: TermId| {
            let i = m.constant_key(case).unwrap_or(0).min(length - 1);
            elements.get(i).expect("every element is present").clone()
        };
        Some(self.by_cases(index, &mut { item }, &mut |m, condition, a, b| m.choose(condition, a, b, element)))
    }
}
