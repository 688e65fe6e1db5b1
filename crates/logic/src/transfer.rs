//! Copying and filling memory.
//!
//! Bytes are copied as if through a buffer; bytes outside live objects read as zero and are not written.
//! Whole objects, parts of objects with a type of their own (an element, a component), and constant places cost what they
//! touch. At symbolic offsets a few elements are copied one by one; otherwise the object's bytes are shifted, which needs
//! objects of moderate size. Of those only accesses are followed that lie within their object, as checks before them ensure.

use crate::machine::{Machine, State};
use crate::symbolic::{ByteSym, OFFSET_BITS, Offset, PointerSym, Sym};
use cairn_ir::{TypeId, TypeKind};
use cairn_term::TermId;

/// Copies and fills of more bytes than this are not followed.
const LARGEST_COPY: u64 = 1 << 16;
/// Constant numbers of elements up to this are copied one by one at symbolic offsets.
const FEW_ELEMENTS: u64 = 32;

/// What is written: bytes at most, and the number that is meant.
struct Written<'a> {
    data: &'a [ByteSym],
    bytes: TermId,
}

impl Machine<'_> {
    pub fn copy_memory(&mut self, state: &mut State, target: &PointerSym, source: &PointerSym, bytes: TermId) {
        if self.copy_whole(state, target, source, bytes)
            || self.copy_part(state, target, source, bytes)
            || self.copy_elements(state, target, source, bytes)
        {
            return;
        }
        let Some(count) = self.copy_limit(state, target, bytes) else { return };
        let data = self.bytes_at(state, source, count, bytes);
        self.put_bytes(state, target, &Written { data: &data, bytes });
    }
    pub fn fill_memory(&mut self, state: &mut State, target: &PointerSym, value: TermId, bytes: TermId) {
        if self.fill_whole(state, target, value, bytes) || self.fill_part(state, target, value, bytes) {
            return;
        }
        let Some(count) = self.copy_limit(state, target, bytes) else { return };
        let data = vec![ByteSym::Plain(value); count as usize];
        self.put_bytes(state, target, &Written { data: &data, bytes });
    }

    // ---- whole objects ----

    /// The one object whose bytes are all meant, if that is known.
    fn whole_object(&mut self, state: &State, pointer: &PointerSym, bytes: TermId) -> Option<u32> {
        let targets = self.targets(state, pointer);
        let &[(number, here)] = targets.as_slice() else { return None };
        let live = self.is_live(state, number);
        let certain = self.terms.and(here, live);
        let offset = self.offset_within(pointer, number);
        let info = &self.objects[number as usize];
        let whole = offset.as_constant() == Some(0) && info.size == bytes && !info.procedure;
        (whole && self.terms.as_bool_const(certain) == Some(true)).then_some(number)
    }
    fn copy_whole(&mut self, state: &mut State, target: &PointerSym, source: &PointerSym, bytes: TermId) -> bool {
        let (to, from) = (self.whole_object(state, target, bytes), self.whole_object(state, source, bytes));
        let (Some(to), Some(from)) = (to, from) else { return false };
        let (to_type, from_type) = (self.objects[to as usize].ty, self.objects[from as usize].ty);
        if !self.types.same_shape(to_type, from_type) {
            return false;
        }
        let content = state.contents.get(from.into()).expect("objects have contents").clone();
        state.contents.insert(to.into(), content);
        true
    }
    /// An object filled with zeros is the zero of its type; one of bytes is a filled array.
    fn fill_whole(&mut self, state: &mut State, target: &PointerSym, value: TermId, bytes: TermId) -> bool {
        let Some(number) = self.whole_object(state, target, bytes) else { return false };
        let ty = self.objects[number as usize].ty;
        let raw = state.contents.get(number.into()).is_some_and(|content| self.is_raw(content, ty));
        let content = match *self.types.kind(ty) {
            TypeKind::Array { element, .. } if self.is_byte(element) && !raw => {
                self.filled_array(Sym::Scalar(value), ty)
            }
            _ if self.terms.as_u64(value) == Some(0) && !raw => self.zero(ty),
            _ => return false,
        };
        state.contents.insert(number.into(), content);
        true
    }
    pub fn is_byte(&self, ty: TypeId) -> bool {
        matches!(self.types.kind(ty), TypeKind::Int(8))
    }

    // ---- parts of objects ----

    /// Copies what has the same type on both sides by that type.
    fn copy_part(&mut self, state: &mut State, target: &PointerSym, source: &PointerSym, bytes: TermId) -> bool {
        let Some(to) = self.part_type(state, target, bytes) else { return false };
        let Some(from) = self.part_type(state, source, bytes) else { return false };
        if !self.types.same_shape(to, from) {
            return false;
        }
        self.only_valid_moving(state, target, bytes);
        self.only_valid_moving(state, source, bytes);
        let value = self.load(state, source, from);
        self.store(state, target, to, &value);
        true
    }
    fn fill_part(&mut self, state: &mut State, target: &PointerSym, value: TermId, bytes: TermId) -> bool {
        let Some(ty) = self.part_type(state, target, bytes) else { return false };
        self.only_valid_moving(state, target, bytes);
        let content = if self.terms.as_u64(value) == Some(0) { self.zero(ty) } else { self.filled(ty, value) };
        self.store(state, target, ty, &content);
        true
    }
    /// A value all of whose bytes are the same.
    fn filled(&mut self, ty: TypeId, value: TermId) -> Sym {
        match *self.types.kind(ty) {
            TypeKind::Array { element, .. } => {
                let element = self.filled(element, value);
                self.filled_array(element, ty)
            }
            _ => {
                let bytes = vec![ByteSym::Plain(value); self.size_of(ty) as usize];
                self.decode(&bytes, ty)
            }
        }
    }
    fn only_valid_moving(&mut self, state: &State, pointer: &PointerSym, bytes: TermId) {
        if !Self::has_constant_places(pointer) {
            self.only_valid(state, pointer, bytes);
        }
    }
    /// The type of the part that the bytes from a pointer on are, in all objects it may point to. Where the offset is symbolic,
    /// that is the type at some of the places: accesses by it are right at the others too.
    fn part_type(&mut self, state: &State, pointer: &PointerSym, bytes: TermId) -> Option<TypeId> {
        let count = self.terms.as_u64(bytes).filter(|count| (1..=LARGEST_COPY).contains(count))?;
        let mut common: Option<TypeId> = None;
        for (number, _) in self.targets(state, pointer) {
            let ty = self.objects[number as usize].ty;
            let raw = self.is_raw(state.contents.get(number.into())?, ty);
            if raw || self.objects[number as usize].procedure {
                return None;
            }
            let offset = self.offset_within(pointer, number);
            let part = self.type_at(ty, &offset, count)?;
            if common.is_some_and(|other| !self.types.same_shape(other, part)) {
                return None;
            }
            common = Some(part);
        }
        common
    }
    /// The type of so many bytes at an offset of a value, if they are one part of it.
    pub fn type_at(&mut self, ty: TypeId, offset: &Offset, count: u64) -> Option<TypeId> {
        let size = self.size_of(ty);
        if offset.as_constant() == Some(0) && size == count {
            return Some(ty);
        }
        let start = u64::try_from(offset.constant).ok()?;
        let types = std::rc::Rc::clone(&self.types);
        match types.kind(ty) {
            TypeKind::Array { element, length, .. } => {
                let each = self.size_of(*element);
                if each == 0 || count > each || length.is_some() && start + count > size {
                    return None;
                }
                let inner = offset.parts.iter().filter(|(_, stride)| stride % each != 0).copied().collect();
                self.type_at(*element, &Offset { constant: (start % each) as i64, parts: inner }, count)
            }
            TypeKind::Record(record) => {
                let end = |field: &cairn_ir::Field| field.offset + self.size_of(field.ty);
                let field = record.fields.iter().find(|f| f.offset <= start && start + count <= end(f))?;
                let inner = Offset { constant: (start - field.offset) as i64, parts: offset.parts.clone() };
                self.type_at(field.ty, &inner, count)
            }
            _ => None,
        }
    }

    // ---- few elements at symbolic offsets ----

    /// Copies a small constant number of whole elements, at least one of the places being symbolic.
    fn copy_elements(&mut self, state: &mut State, target: &PointerSym, source: &PointerSym, bytes: TermId) -> bool {
        let constant = |pointer: &PointerSym| pointer.offset.all(|offset| offset.as_constant().is_some());
        if constant(target) && constant(source) {
            return false;
        }
        let Some(count) = self.terms.as_u64(bytes).filter(|n| *n > 0) else { return false };
        let Some((element, size)) = self.common_element(state, target, source, count) else { return false };
        self.only_valid(state, target, bytes);
        self.only_valid(state, source, bytes);
        let element_of = |pointer: &PointerSym, i: u64| Self::moved(pointer, (i * size) as i64);
        let values: Vec<Sym> = (0..count / size)
            .map(|i| {
                let from = element_of(source, i);
                self.load(state, &from, element)
            })
            .collect();
        for (i, value) in values.iter().enumerate() {
            let to = element_of(target, i as u64);
            self.store(state, &to, element, value);
        }
        true
    }
    /// The type of the elements that both sides consist of, if a few of them make up the bytes.
    fn common_element(
        &mut self,
        state: &State,
        target: &PointerSym,
        source: &PointerSym,
        count: u64,
    ) -> Option<(TypeId, u64)> {
        let mut common: Option<(TypeId, u64)> = None;
        for pointer in [target, source] {
            for (number, _) in self.targets(state, pointer) {
                let ty = self.objects[number as usize].ty;
                let content = state.contents.get(number.into())?.clone();
                let TypeKind::Array { element, .. } = *self.types.kind(ty) else { return None };
                let size = self.size_of(element).max(1);
                let offset = self.offset_within(pointer, number);
                let aligned = offset.constant % size as i64 == 0 && offset.parts.iter().all(|(_, s)| s % size == 0);
                let same = common.is_none_or(|(other, _)| self.types.same_shape(other, element));
                if !aligned
                    || !same
                    || self.is_raw(&content, ty)
                    || !count.is_multiple_of(size)
                    || count / size > FEW_ELEMENTS
                {
                    return None;
                }
                common = Some((element, size));
            }
        }
        common
    }
    /// Leaves out accesses of some bytes that do not lie in a live object.
    pub fn only_valid(&mut self, state: &State, pointer: &PointerSym, bytes: TermId) {
        let valid = self.valid(state, pointer, bytes);
        let zero = self.terms.bv_u64(64, 0);
        let some = self.terms.distinct(bytes, zero);
        let invalid = self.terms.not(valid);
        let lost = self.terms.and(some, invalid);
        self.leave_out(lost, "copying or filling memory outside an object at a symbolic place");
    }

    // ---- bytes ----

    /// How many bytes can be written at most: the number itself if it is constant, else what its bounds or
    /// the size of the largest object the target can be in allow.
    fn copy_limit(&mut self, state: &State, target: &PointerSym, bytes: TermId) -> Option<u64> {
        let at_most = |m: &Self, term: TermId| m.terms.bounds(term).map_or(u64::MAX, |b| b.high);
        let targets = self.targets(state, target);
        let sizes = targets.iter().map(|(number, _)| at_most(self, self.objects[*number as usize].size));
        let largest = sizes.max().unwrap_or(0);
        let limit = self.terms.as_u64(bytes).unwrap_or_else(|| largest.min(at_most(self, bytes)));
        if limit > LARGEST_COPY {
            self.give_up("copying or filling very many bytes, or a number of bytes without a small limit");
            return None;
        }
        Some(limit)
    }
    /// The constant offset of an access that can be followed byte by byte wherever it lies.
    fn constant_place(offset: &Offset) -> Option<u64> {
        u64::try_from(offset.as_constant()?).ok()
    }
    fn has_constant_places(pointer: &PointerSym) -> bool {
        pointer.offset.all(|offset| Self::constant_place(offset).is_some())
    }
    /// The bytes from a pointer on.
    fn bytes_at(&mut self, state: &State, pointer: &PointerSym, count: u64, bytes: TermId) -> Vec<ByteSym> {
        let zero = ByteSym::Plain(self.terms.bv_u64(8, 0));
        let mut result = vec![zero; count as usize];
        if !Self::has_constant_places(pointer) {
            self.only_valid(state, pointer, bytes);
        }
        for (number, here) in self.targets(state, pointer) {
            if self.objects[number as usize].procedure {
                continue;
            }
            let (ty, size) = (self.objects[number as usize].ty, self.objects[number as usize].size);
            let content = state.contents.get(number.into()).expect("objects have contents").clone();
            let live = self.is_live(state, number);
            let here = self.terms.and(here, live);
            let offset = self.offset_within(pointer, number);
            let Some(from) = Self::constant_place(&offset) else {
                if !self.fits_bytewise(&content, ty) {
                    self.give_up("copying memory from a symbolic offset of a large object");
                    return result;
                }
                let all = self.encode(&content, ty);
                let data = self.bytes_from(&all, &offset, count);
                result = result.iter().zip(&data).map(|(old, new)| self.choose_byte(here, new, old)).collect();
                continue;
            };
            let mut data = Vec::new();
            self.encode_range(&content, ty, from, count, &mut data);
            for (i, (slot, byte)) in result.iter_mut().zip(&data).enumerate() {
                let position = self.terms.bv_u64(OFFSET_BITS, from + i as u64);
                let inside = self.terms.bv_ult(position, size);
                let condition = self.terms.and(here, inside);
                *slot = self.choose_byte(condition, byte, slot);
            }
        }
        result
    }
    /// Writes the first `bytes` of some bytes, where they lie in live objects.
    fn put_bytes(&mut self, state: &mut State, pointer: &PointerSym, written: &Written<'_>) {
        if !Self::has_constant_places(pointer) {
            self.only_valid(state, pointer, written.bytes);
        }
        let meant: Vec<TermId> = (0..written.data.len() as u64)
            .map(|i| {
                let position = self.terms.bv_u64(OFFSET_BITS, i);
                self.terms.bv_ult(position, written.bytes)
            })
            .collect();
        for (number, here) in self.targets(state, pointer) {
            if self.objects[number as usize].procedure {
                continue;
            }
            let (ty, size) = (self.objects[number as usize].ty, self.objects[number as usize].size);
            let content = state.contents.get(number.into()).expect("objects have contents").clone();
            let live = self.is_live(state, number);
            let here = self.terms.and(here, live);
            let offset = self.offset_within(pointer, number);
            let (from, data, conditions) = match Self::constant_place(&offset) {
                Some(from) => {
                    let inside: Vec<TermId> = (0..meant.len() as u64)
                        .map(|i| {
                            let position = self.terms.bv_u64(OFFSET_BITS, from + i);
                            let inside = self.terms.bv_ult(position, size);
                            self.terms.and(meant[i as usize], inside)
                        })
                        .collect();
                    (from, written.data.to_vec(), inside)
                }
                None if self.fits_bytewise(&content, ty) => {
                    let size = self.size_of(ty);
                    let (data, meant) = self.bytes_at_offset(written.data, &meant, &offset, size);
                    (0, data, meant)
                }
                None => {
                    self.give_up("copying memory to a symbolic offset of a large object");
                    return;
                }
            };
            let mut old = Vec::new();
            self.encode_range(&content, ty, from, data.len() as u64, &mut old);
            let mut new = Vec::with_capacity(data.len());
            for ((byte, old), meant) in data.iter().zip(&old).zip(conditions) {
                let condition = self.terms.and(here, meant);
                new.push(self.choose_byte(condition, byte, old));
            }
            let content = self.under(here, |m| m.write_bytes_or_raw(&content, ty, from, &new));
            state.contents.insert(number.into(), content);
        }
    }
}
