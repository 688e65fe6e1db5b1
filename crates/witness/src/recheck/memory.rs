//! Memory objects: which a pointer may point to, and what reading, writing and ending them does.
//!
//! Objects have numbers. Every object that the walk makes has its own; 0 is no object, and the first ones are the
//! procedures. A number that comes from a loop that was cut may be any: the number of an object the walk
//! knows, or of one that an earlier iteration made. The latter are dead (variables of calls that returned, or whose
//! life began again), unless the loop allocates: then [`State::strangers`] says that they may be alive, and nothing
//! is known of them.
//!
//! An access is led to the component of the object's type that it touches ([`access`](super::access)). Where that
//! fails, reading gives an unknown value and writing leaves all of the object unknown: more than can happen.

use super::access::{Access, How};
use super::objects::Contents;
use super::shape::{Leaves, Scalar, Step, zero_of};
use super::state::State;
use super::walk::Walker;
use super::{Judged, Refusal};
use cairn_ir::{ProcId, TypeId};
use cairn_term::{SortId, TermId};
use std::collections::BTreeSet;

/// Objects that may be alive at one time.
const MAX_OBJECTS: usize = 1024;
/// Choices that are looked through to find what a pointer may point to.
const MAX_CHOICES: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Procedure,
    Variable,
    Heap,
    Stack,
}

/// What never changes about an object.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    pub kind: Kind,
    /// The type of the variable, or of the elements of an allocation.
    pub ty: TypeId,
    /// An allocation: any number of elements, one after the other. Its value has the leaves of the element as
    /// arrays with 64-bit indices.
    pub many: bool,
    /// In bytes, 64 bits; at most 2^62.
    pub size: TermId,
}

/// What the walk of a loop, or of the body of a procedure, changed in memory.
#[derive(Clone, Default, Debug)]
pub struct Touched {
    /// Leaves of objects.
    pub written: BTreeSet<(u64, usize)>,
    pub ended: BTreeSet<u64>,
    /// Objects that the walk does not know may have been written or ended.
    pub strangers: bool,
}

impl Touched {
    pub fn add(&mut self, other: &Touched) {
        self.written.extend(&other.written);
        self.ended.extend(&other.ended);
        self.strangers |= other.strangers;
    }
    pub fn is_within(&self, other: &Touched) -> bool {
        let strangers = other.strangers || !self.strangers;
        strangers && self.written.is_subset(&other.written) && self.ended.is_subset(&other.ended)
    }
}

pub fn procedure_number(procedure: ProcId) -> u64 {
    u64::from(procedure.0) + 1
}

impl Walker<'_> {
    pub fn number(&mut self, number: u64) -> TermId {
        self.values.terms.bv_u64(64, number)
    }
    /// A new object, alive.
    pub fn create(&mut self, state: &mut State, object: Object, value: Leaves) -> Judged<u64> {
        if state.objects.count() >= MAX_OBJECTS {
            return Err(Refusal::CannotFollow("too many objects in memory".into()));
        }
        let number = self.objects.len() as u64;
        self.objects.push(object);
        let live = self.values.terms.tt();
        state.objects.insert(number, Contents { value, live });
        Ok(number)
    }
    /// The sorts of the leaves of an object's value.
    pub fn object_sorts(&mut self, object: &Object) -> Judged<Vec<SortId>> {
        let leaves = self.values.leaves(object.ty)?;
        let index = self.values.terms.bv_sort(64);
        let sort = |sort| if object.many { self.values.terms.array_sort(index, sort) } else { sort };
        Ok(leaves.iter().map(|leaf| leaf.sort).map(sort).collect())
    }
    pub fn zero_object(&mut self, object: &Object) -> Judged<Leaves> {
        let sorts = self.object_sorts(object)?;
        Ok(sorts.into_iter().map(|sort| zero_of(&mut self.values.terms, sort)).collect())
    }
    pub fn any_object(&mut self, object: &Object) -> Judged<Leaves> {
        let sorts = self.object_sorts(object)?;
        Ok(sorts.into_iter().map(|sort| self.values.terms.fresh_symbol("memory", sort)).collect())
    }

    /// The contents of a new allocation as an input: pointers in it point to no object.
    pub fn input_object(&mut self, object: &Object) -> Judged<Leaves> {
        let leaves = self.values.leaves(object.ty)?;
        let sorts = self.object_sorts(object)?;
        let make = |(sort, leaf): (SortId, &super::shape::Leaf)| match leaf.scalar {
            Scalar::Object => zero_of(&mut self.values.terms, sort),
            _ => self.values.terms.fresh_symbol("input", sort),
        };
        Ok(sorts.into_iter().zip(leaves.iter()).map(make).collect())
    }

    /// The objects that may be alive and have this number, each with the condition.
    pub fn candidates(&mut self, state: &State, number: TermId) -> Vec<(u64, TermId)> {
        let ids: Vec<u64> = match self.possible(number) {
            Some(ids) => ids.into_iter().filter(|id| state.objects.contains(*id)).collect(),
            None => state.objects.ids(),
        };
        self.guarded(number, ids)
    }
    /// Each number with the condition that it is this one, if it can be.
    fn guarded(&mut self, number: TermId, ids: Vec<u64>) -> Vec<(u64, TermId)> {
        let mut found = Vec::new();
        for id in ids {
            let own = self.number(id);
            let same = self.values.terms.eq(number, own);
            if self.values.terms.as_bool_const(same) != Some(false) {
                found.push((id, same));
            }
        }
        found
    }
    /// The values of a number that is a choice between constants; none if it may be any.
    fn possible(&self, number: TermId) -> Option<BTreeSet<u64>> {
        let (mut found, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![number]);
        while let Some(term) = open.pop() {
            if let Some((_, a, b)) = self.values.terms.as_ite(term) {
                if seen.insert(term) {
                    open.extend([a, b]);
                }
            } else {
                found.insert(self.values.terms.as_u64(term)?);
            }
            if seen.len() > MAX_CHOICES {
                return None;
            }
        }
        Some(found)
    }
    /// Whether so many bytes from an offset on lie in an object. Negative offsets are large as unsigned numbers.
    fn inside(&mut self, size: TermId, offset: TermId, bytes: TermId) -> TermId {
        let terms = &mut self.values.terms;
        let (fits, last) = (terms.bv_ule(bytes, size), terms.bv_sub(size, bytes));
        let before = terms.bv_ule(offset, last);
        terms.and(fits, before)
    }
    /// Whether an object that the walk does not know may have this number and be alive.
    fn may_be_stranger(&self, state: &State, number: TermId) -> bool {
        state.strangers && !self.values.terms.is_constant(number)
    }
    /// The objects with this number that are about to change: as `candidates`, and noted if others may be among them.
    pub fn changing(&mut self, state: &State, number: TermId) -> Vec<(u64, TermId)> {
        self.touched.strangers |= state.strangers && self.possible(number).is_none();
        self.candidates(state, number)
    }

    // ---- queries ----

    pub fn is_live(&mut self, state: &State, number: TermId) -> Judged<TermId> {
        let mut live = if self.may_be_stranger(state, number) { self.unknown_bool()? } else { self.values.terms.ff() };
        for (id, same) in self.candidates(state, number) {
            live = self.values.terms.ite(same, state.objects[&id].live, live);
        }
        let none = self.is_none(number);
        let not_none = self.values.terms.not(none);
        Ok(self.values.terms.and(not_none, live))
    }
    fn is_none(&mut self, number: TermId) -> TermId {
        let zero = self.number(0);
        self.values.terms.eq(number, zero)
    }
    pub fn is_valid(&mut self, state: &State, pointer: &Leaves, bytes: TermId) -> Judged<TermId> {
        let (number, offset) = (pointer[0], pointer[1]);
        let mut valid = if self.may_be_stranger(state, number) { self.unknown_bool()? } else { self.values.terms.ff() };
        for (id, same) in self.candidates(state, number) {
            let object = self.objects[id as usize];
            let here = if object.kind == Kind::Procedure {
                self.values.terms.ff()
            } else {
                let inside = self.inside(object.size, offset, bytes);
                self.values.terms.and(inside, state.objects[&id].live)
            };
            valid = self.values.terms.ite(same, here, valid);
        }
        let none = self.is_none(number);
        let not_none = self.values.terms.not(none);
        Ok(self.values.terms.and(not_none, valid))
    }
    /// Size and kind stay known after an object's life.
    pub fn object_size(&mut self, number: TermId) -> Judged<TermId> {
        let zero = self.number(0);
        self.about_object(number, zero, |object, _| object.size)
    }
    pub fn is_heap(&mut self, number: TermId) -> Judged<TermId> {
        let no = self.values.terms.ff();
        self.about_object(number, no, |object, walker| walker.values.terms.bool_const(object.kind == Kind::Heap))
    }
    fn about_object(
        &mut self,
        number: TermId,
        of_none: TermId,
        fact: impl Fn(Object, &mut Self) -> TermId,
    ) -> Judged<TermId> {
        let possible = self.possible(number);
        let mut result = match possible {
            Some(_) => of_none,
            None => {
                let sort = self.values.terms.sort_of(of_none);
                self.unknown(sort)?
            }
        };
        let all = 1..self.objects.len() as u64;
        let ids = match possible {
            Some(ids) => ids.into_iter().filter(|id| all.contains(id)).collect(),
            None => all.collect(),
        };
        for (id, same) in self.guarded(number, ids) {
            let here = fact(self.objects[id as usize], self);
            result = self.values.terms.ite(same, here, result);
        }
        let none = self.is_none(number);
        Ok(self.values.terms.ite(none, of_none, result))
    }

    // ---- reading and writing ----

    /// The value of a type at a pointer: zero unless all its bytes lie in a live object.
    pub fn load(&mut self, state: &State, pointer: &Leaves, ty: TypeId) -> Judged<Leaves> {
        let (number, offset) = (pointer[0], pointer[1]);
        let size = self.layout.size(ty).ok_or_else(not_storable)?;
        let bytes = self.number(size);
        let mut result = self.values.zero(ty)?;
        if self.may_be_stranger(state, number) {
            let (unknown, none) = (self.unknown_value(ty)?, self.is_none(number));
            result = self.values.choose(none, &result, &unknown);
        }
        for (id, same) in self.candidates(state, number) {
            let object = self.objects[id as usize];
            if object.kind == Kind::Procedure {
                continue;
            }
            let contents = state.objects[&id].clone();
            let inside = self.inside(object.size, offset, bytes);
            let valid = self.values.terms.and(inside, contents.live);
            let here = self.values.terms.and(same, valid);
            if self.values.terms.as_bool_const(here) != Some(false) {
                let value = self.load_from(&object, &contents.value, offset, ty)?;
                result = self.values.choose(here, &value, &result);
            }
        }
        Ok(result)
    }
    fn load_from(&mut self, object: &Object, contents: &Leaves, offset: TermId, ty: TypeId) -> Judged<Leaves> {
        let accesses = self.accesses(object, offset, ty)?;
        let covered = self.covered(&accesses);
        let mut result = match self.values.terms.as_bool_const(covered) {
            Some(true) => None,
            _ => Some(self.unknown_at(offset, ty)?),
        };
        for access in accesses {
            let value = self.read_access(contents, object, &access, ty)?;
            result = Some(match result {
                Some(other) => self.values.choose(access.guard, &value, &other),
                None => value,
            });
        }
        result.ok_or_else(not_storable)
    }
    /// Whether one of the accesses is the one.
    fn covered(&mut self, accesses: &[Access]) -> TermId {
        let guards: Vec<TermId> = accesses.iter().map(|access| access.guard).collect();
        self.values.terms.or_all(&guards)
    }
    fn read_access(&mut self, contents: &Leaves, object: &Object, access: &Access, ty: TypeId) -> Judged<Leaves> {
        let element = match access.first {
            Some(index) => contents.iter().map(|leaf| self.values.terms.select(*leaf, index)).collect(),
            None => contents.clone(),
        };
        let part = self.values.part(&element, object.ty, &access.steps)?;
        match access.how {
            How::Exact => Ok(part),
            How::Opaque => self.unknown_value(ty),
            How::Bytes(start) => self.read_bytes(part[0], start, ty),
        }
    }

    /// Writes a value where all its bytes lie in a live object, under a condition.
    pub fn store(
        &mut self,
        state: &mut State,
        condition: TermId,
        pointer: &Leaves,
        ty: TypeId,
        value: &Leaves,
    ) -> Judged<()> {
        let (number, offset) = (pointer[0], pointer[1]);
        let size = self.layout.size(ty).ok_or_else(not_storable)?;
        let bytes = self.number(size);
        for (id, same) in self.changing(state, number) {
            let object = self.objects[id as usize];
            if object.kind == Kind::Procedure {
                continue;
            }
            let inside = self.inside(object.size, offset, bytes);
            let here = self.values.terms.and_all(&[condition, same, inside]);
            if self.values.terms.as_bool_const(here) != Some(false) {
                let old = state.objects[&id].value.clone();
                let new = self.store_into(&object, &old, offset, ty, value)?;
                self.write_object(state, id, here, &new);
            }
        }
        Ok(())
    }
    /// Gives an object a new value under a condition. (What is written to a dead object is never read.)
    pub fn write_object(&mut self, state: &mut State, id: u64, condition: TermId, new: &Leaves) {
        if let Some(contents) = state.objects.get_mut(id) {
            let old = std::mem::take(&mut contents.value);
            contents.value = self.values.choose(condition, new, &old);
            // The same term is the same value.
            let pairs = old.iter().zip(&contents.value).enumerate();
            self.touched.written.extend(pairs.filter(|(_, (old, new))| old != new).map(|(leaf, _)| (id, leaf)));
        }
    }
    fn store_into(
        &mut self,
        object: &Object,
        old: &Leaves,
        offset: TermId,
        ty: TypeId,
        value: &Leaves,
    ) -> Judged<Leaves> {
        let accesses = self.accesses(object, offset, ty)?;
        let covered = self.covered(&accesses);
        let mut result = match self.values.terms.as_bool_const(covered) {
            Some(true) => old.clone(),
            _ => self.any_object(object)?,
        };
        for access in accesses {
            let new = self.write_access(old, object, &access, ty, value)?;
            result = self.values.choose(access.guard, &new, &result);
        }
        Ok(result)
    }
    fn write_access(
        &mut self,
        old: &Leaves,
        object: &Object,
        access: &Access,
        ty: TypeId,
        value: &Leaves,
    ) -> Judged<Leaves> {
        // What a union holds is not known, so nothing of it changes.
        if access.how == How::Opaque {
            return Ok(old.clone());
        }
        let element: Leaves = match access.first {
            Some(index) => old.iter().map(|leaf| self.values.terms.select(*leaf, index)).collect(),
            None => old.clone(),
        };
        let new = match access.how {
            How::Bytes(start) => {
                let part = self.values.part(&element, object.ty, &access.steps)?;
                Leaves::from_slice(&[self.write_bytes(part[0], start, ty, value)?])
            }
            _ => value.clone(),
        };
        let changed = self.values.with_part(&element, object.ty, &access.steps, &new)?;
        Ok(match access.first {
            Some(index) => {
                let pairs = old.iter().zip(&changed);
                pairs.map(|(leaf, new)| self.values.terms.store(*leaf, index, *new)).collect()
            }
            None => changed,
        })
    }
    /// Writes to a component of the object with this number, which is of the type of a variable.
    pub fn store_in_variable(
        &mut self,
        state: &mut State,
        number: TermId,
        ty: TypeId,
        steps: &[Step],
        value: &Leaves,
    ) -> Judged<()> {
        for (id, same) in self.changing(state, number) {
            let object = self.objects[id as usize];
            if object.many || !self.program.types.same_shape(object.ty, ty) {
                continue;
            }
            let old = state.objects[&id].value.clone();
            let new = self.values.with_part(&old, ty, steps, value)?;
            self.write_object(state, id, same, &new);
        }
        Ok(())
    }
    /// The value of the variable whose object has this number.
    pub fn load_variable(&mut self, state: &State, number: TermId, ty: TypeId) -> Judged<Leaves> {
        let zero = self.number(0);
        self.load(state, &Leaves::from_slice(&[number, zero]), ty)
    }
    /// After this, nothing is known of what the object holds under the condition.
    pub fn forget_objects(&mut self, state: &mut State, number: TermId) -> Judged<()> {
        for (id, same) in self.changing(state, number) {
            let object = self.objects[id as usize];
            if object.kind != Kind::Procedure {
                let any = self.any_object(&object)?;
                self.write_object(state, id, same, &any);
            }
        }
        Ok(())
    }
    /// Ends the object with this number, if it is alive.
    pub fn end(&mut self, state: &mut State, number: TermId) {
        for (id, same) in self.changing(state, number) {
            let other = self.values.terms.not(same);
            let Some(contents) = state.objects.get_mut(id) else { continue };
            contents.live = self.values.terms.and(other, contents.live);
            self.touched.ended.insert(id);
            if self.values.terms.as_bool_const(contents.live) == Some(false) {
                state.objects.remove(id);
            }
        }
    }

    // ---- what is not known ----

    /// A value of which nothing is known: whatever it is, some value of the symbol is that. Each use gives a new
    /// one. Below a quantifier it would have to be a function of the bound variables, which a symbol is not.
    pub fn unknown(&mut self, sort: SortId) -> Judged<TermId> {
        if self.quantifiers > 0 {
            return Err(Refusal::CannotFollow("a quantified condition over what is not known exactly".into()));
        }
        Ok(self.values.terms.fresh_symbol("unknown", sort))
    }
    /// What is at an offset of an object, of which nothing is known but that it depends on the offset alone: so it
    /// may stand below a quantifier.
    fn unknown_at(&mut self, offset: TermId, ty: TypeId) -> Judged<Leaves> {
        if self.quantifiers == 0 {
            return self.unknown_value(ty);
        }
        let (leaves, index) = (self.values.leaves(ty)?, self.values.terms.sort_of(offset));
        let terms = &mut self.values.terms;
        let at = leaves.iter().map(|leaf| {
            let sort = terms.array_sort(index, leaf.sort);
            let contents = terms.fresh_symbol("unknown", sort);
            terms.select(contents, offset)
        });
        Ok(at.collect())
    }
    pub fn unknown_bool(&mut self) -> Judged<TermId> {
        let sort = self.values.terms.bool_sort();
        self.unknown(sort)
    }
    pub fn unknown_value(&mut self, ty: TypeId) -> Judged<Leaves> {
        let leaves = self.values.leaves(ty)?;
        leaves.iter().map(|leaf| self.unknown(leaf.sort)).collect()
    }
}

pub fn not_storable() -> Refusal {
    Refusal::CannotFollow("a value in memory of a type that cannot live there".into())
}
