//! Loads, stores and questions about memory.
//!
//! A dereference is a choice among the few objects the pointer can point to (its value set, read off
//! the term of its object). Within an object the offset selects elements and components by type; where
//! the type of the access is not that of the object, bytes are reinterpreted.

use crate::machine::{Machine, State};
use crate::symbolic::{OFFSET_BITS, Offset, PointerSym, Sym};
use cairn_ir::{TypeId, TypeKind};
use cairn_term::TermId;
use num_integer::Integer;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// Objects larger than this are not accessed at symbolic offsets with a foreign type.
const LARGEST_BYTEWISE: u64 = 4096;
/// An access at a symbolic offset is made of at most this many elements.
const MOST_ELEMENTS: u64 = 16;
/// Positions that an access in a large object may be at are looked at up to this many.
const MOST_POSITIONS: i64 = 4096;
/// Of these, positions of parts of the type of the access are followed up to this many.
const MOST_FITTING: usize = 64;

impl Machine<'_> {
    /// The objects (but not "none") a pointer may point to in a state, each with the condition.
    pub fn targets(&mut self, state: &State, pointer: &PointerSym) -> Vec<(u32, TermId)> {
        let numbers: Vec<u32> = match self.objects_of(pointer.object) {
            Some(set) => set.to_vec(),
            None => state.live.entries().into_iter().map(|(n, _)| n as u32).collect(),
        };
        let mut targets = Vec::new();
        for number in numbers {
            // Objects that none of these executions has made cannot be pointed to by them.
            if number == 0 || state.live.get(number.into()).is_none() {
                continue;
            }
            let constant = self.object_term(number);
            let here = self.terms.eq(pointer.object, constant);
            if self.terms.as_bool_const(here) != Some(false) {
                targets.push((number, here));
            }
        }
        targets
    }
    pub fn is_live(&mut self, state: &State, number: u32) -> TermId {
        state.live.get(number.into()).copied().unwrap_or(self.terms.ff())
    }
    /// Whether `bytes` bytes from the pointer on lie in a live object.
    pub fn valid(&mut self, state: &State, pointer: &PointerSym, bytes: TermId) -> TermId {
        let mut result = self.terms.ff();
        for (number, here) in self.targets(state, pointer) {
            if self.objects[number as usize].procedure {
                continue;
            }
            let live = self.is_live(state, number);
            let size = self.objects[number as usize].size;
            let offset = self.offset_within(pointer, number);
            let inside = self.inside(&offset, bytes, size);
            let here = self.terms.and(here, live);
            let here = self.terms.and(here, inside);
            result = self.terms.or(result, here);
        }
        result
    }
    /// `0 <= offset` and `offset + bytes <= size`.
    fn inside(&mut self, offset: &Offset, bytes: TermId, size: TermId) -> TermId {
        let fits = self.terms.bv_ule(bytes, size);
        let room = self.terms.bv_sub(size, bytes);
        if let (Some((few, rest)), true) = (self.few_places(offset), self.terms.as_bool_const(fits) == Some(true)) {
            return self.map_cases(few, &mut |m, value| {
                let offset = Offset { constant: value, parts: rest.clone() };
                m.at_most(&offset, room)
            });
        }
        let at_most = self.at_most(offset, room);
        self.terms.and(fits, at_most)
    }
    /// An offset that has several parts, or none that is computed with, as a choice among a few constants and
    /// at most one other part.
    fn few_places(&mut self, offset: &Offset) -> Option<(TermId, Parts)> {
        let (mut few, mut rest) = (Offset::constant(offset.constant), Parts::new());
        for &(index, stride) in &offset.parts {
            let part = if self.is_small_choice(index) { &mut few.parts } else { &mut rest };
            part.push((index, stride));
        }
        if few.parts.is_empty() || rest.len() > 1 {
            return None;
        }
        Some((self.offset_cases(&few)?, rest))
    }
    /// `0 <= offset <= room`
    fn at_most(&mut self, offset: &Offset, room: TermId) -> TermId {
        match (offset.parts.as_slice(), self.terms.bv_value(room).and_then(|v| v.to_i64())) {
            // 0 <= k + i·s <= r  <=>  ceil(-k/s) <= i <= floor((r-k)/s): no multiplication needed.
            ([(index, stride)], Some(room)) if *stride > 1 && room >= 0 => {
                let stride = *stride as i64;
                let low = -Integer::div_floor(&offset.constant, &stride);
                let high = Integer::div_floor(&(room - offset.constant), &stride);
                self.between(*index, low, high)
            }
            // As an unsigned number a negative offset is larger than every size.
            _ => {
                let offset = self.offset_term(offset);
                self.terms.bv_ule(offset, room)
            }
        }
    }
    /// `low <= index <= high`, signed.
    fn between(&mut self, index: TermId, low: i64, high: i64) -> TermId {
        if low > high {
            return self.terms.ff();
        }
        let shift = self.terms.bv_i64(OFFSET_BITS, low);
        let from_low = self.terms.bv_sub(index, shift);
        let span = self.terms.bv_u64(OFFSET_BITS, high.wrapping_sub(low) as u64);
        self.terms.bv_ule(from_low, span)
    }
    /// Whether an access is known to be valid: then it needs no condition of its own.
    fn known_valid(&mut self, state: &State, pointer: &PointerSym, ty: TypeId) -> (TermId, bool) {
        let size = self.size_of(ty);
        let bytes = self.terms.bv_u64(64, size);
        let valid = self.valid(state, pointer, bytes);
        let known = self.terms.as_bool_const(valid) == Some(true) || state.facts.contains(valid);
        (valid, known)
    }

    pub fn load(&mut self, state: &State, pointer: &PointerSym, ty: TypeId) -> Sym {
        let before = std::mem::replace(&mut self.facts, state.facts.clone());
        let value = self.load_knowing(state, pointer, ty);
        self.facts = before;
        value
    }
    fn load_knowing(&mut self, state: &State, pointer: &PointerSym, ty: TypeId) -> Sym {
        let (valid, known) = self.known_valid(state, pointer, ty);
        if self.terms.as_bool_const(valid) == Some(false) {
            return self.zero(ty);
        }
        let mut value: Option<Sym> = None;
        for (number, here) in self.targets(state, pointer) {
            let info = &self.objects[number as usize];
            if info.procedure {
                continue;
            }
            let content_type = info.ty;
            let content = state.contents.get(number.into()).expect("objects have contents").clone();
            let condition = self.terms.and(here, valid);
            let offset = self.offset_within(pointer, number);
            let read = self.under(condition, |m| m.read_at(&content, content_type, &offset, ty));
            let Some(read) = read else { continue };
            // The last one needs no condition: if the access is valid it is one of them.
            value = Some(match value {
                None => read,
                Some(other) => self.choose(here, &read, &other, ty),
            });
        }
        let Some(value) = value else { return self.zero(ty) };
        if known {
            return value;
        }
        let zero = self.zero(ty);
        self.choose(valid, &value, &zero, ty)
    }

    pub fn store(&mut self, state: &mut State, pointer: &PointerSym, ty: TypeId, value: &Sym) {
        let before = std::mem::replace(&mut self.facts, state.facts.clone());
        self.store_knowing(state, pointer, ty, value);
        self.facts = before;
    }
    fn store_knowing(&mut self, state: &mut State, pointer: &PointerSym, ty: TypeId, value: &Sym) {
        let (valid, known) = self.known_valid(state, pointer, ty);
        if self.terms.as_bool_const(valid) == Some(false) {
            return;
        }
        let targets = self.targets(state, pointer);
        let single = known && targets.len() == 1;
        for (number, here) in targets {
            if self.objects[number as usize].procedure {
                continue;
            }
            let content_type = self.objects[number as usize].ty;
            let content = state.contents.get(number.into()).expect("objects have contents").clone();
            let condition = if known { here } else { self.terms.and(here, valid) };
            let offset = self.offset_within(pointer, number);
            let write = |m: &mut Self| m.write_or_raw(&content, content_type, &offset, ty, value);
            let Some(written) = self.under(condition, write) else { continue };
            let new = if single { written } else { self.choose(condition, &written, &content, content_type) };
            state.contents.insert(number.into(), new);
        }
    }

    /// Splits an offset into an array into the element's index (64 bits) and the offset within it. The second
    /// is constant, or of a known range (then the unit is 0), or a multiple of the returned unit.
    pub fn split(&mut self, offset: &Offset, size: u64) -> (TermId, Offset, u64) {
        let size = size.max(1);
        let (mut whole, mut rest) = (Offset::default(), Offset::constant(offset.constant));
        for &(index, stride) in &offset.parts {
            let part = if stride % size == 0 { &mut whole } else { &mut rest };
            part.parts.push((index, stride));
        }
        if rest.parts.is_empty() {
            let signed = size as i64;
            whole.constant = Integer::div_floor(&rest.constant, &signed) * signed;
            let index = self.index_in(&whole, size);
            return (index, Offset::constant(rest.constant.mod_floor(&signed)), size);
        }
        // One of a few places: which element that is, and where in it, is known of each.
        if let Some(choice) = self.offset_cases(&rest) {
            let signed = size as i64;
            let steps =
                self.map_cases(choice, &mut |m, v| m.terms.bv_i64(OFFSET_BITS, Integer::div_floor(&v, &signed)));
            let within = self.map_cases(choice, &mut |m, v| m.terms.bv_i64(OFFSET_BITS, v.mod_floor(&signed)));
            let index = self.index_in(&whole, size);
            let rest = self.offset_of_cases(within);
            return (self.terms.bv_add(index, steps), rest, 0);
        }
        // Within one element for sure.
        let element = self.range(&rest).map(|(low, high)| (Integer::div_floor(&low, &(size as i64)), high));
        if let Some((steps, _)) = element.filter(|(steps, high)| Integer::div_floor(high, &(size as i64)) == *steps) {
            whole.constant = steps * size as i64;
            rest.constant -= whole.constant;
            return (self.index_in(&whole, size), rest, 0);
        }
        // Elements are found by division. The unit divides everything, so that positions are whole.
        let strides = offset.parts.iter().map(|(_, stride)| *stride);
        let unit = strides.fold(size.gcd(&offset.constant.unsigned_abs()), |g, stride| g.gcd(&stride));
        let position = self.index_in(offset, unit);
        let per_element = self.terms.bv_u64(OFFSET_BITS, size / unit);
        let index = self.terms.bv_udiv(position, per_element);
        let within = self.terms.bv_urem(position, per_element);
        (index, Offset { constant: 0, parts: smallvec![(within, unit)] }, unit)
    }
    /// The offset in multiples of a unit that divides it.
    pub fn index_in(&mut self, offset: &Offset, unit: u64) -> TermId {
        let mut sum = self.terms.bv_i64(OFFSET_BITS, offset.constant / unit as i64);
        for (index, stride) in &offset.parts {
            let factor = self.terms.bv_u64(OFFSET_BITS, stride / unit);
            let scaled = self.terms.bv_mul(*index, factor);
            sum = self.terms.bv_add(sum, scaled);
        }
        sum
    }
    /// The index and inner offset of the element of an array that an access lies in, if it lies in one.
    fn element_access(&mut self, ty: TypeId, offset: &Offset, wanted: u64) -> Option<(TermId, Offset)> {
        let (index_type, element, _) = self.shapes().array_parts(ty);
        let size = self.size_of(element);
        if wanted > size || size == 0 {
            return None;
        }
        let (index, rest, unit) = self.split(offset, size);
        let contained = match rest.as_constant() {
            Some(constant) => constant as u64 + wanted <= size,
            None if unit == 0 => self.is_within(&rest, size - wanted),
            // A multiple of the unit below the size is at most size - unit.
            None => wanted <= unit,
        };
        let width = self.types.int_width(index_type)?;
        // A valid access has an index below the length, which fits the index type.
        let index = self.terms.resize_unsigned(index, width);
        contained.then_some((index, rest))
    }

    /// Whether an offset is sure to be in `0 ..= last`.
    fn is_within(&mut self, offset: &Offset, last: u64) -> bool {
        let inside = |v: i64| u64::try_from(v).is_ok_and(|v| v <= last);
        match self.offset_cases(offset) {
            Some(choice) => self.constants_of(choice).unwrap_or_default().iter().all(|v| inside(*v)),
            None => self.range(offset).is_some_and(|(low, high)| inside(low) && inside(high)),
        }
    }
    /// The indices of the elements that an access at a symbolic offset consists of, if it is a few whole ones.
    fn elements_access(&mut self, ty: TypeId, offset: &Offset, wanted: u64) -> Option<Vec<TermId>> {
        let (index_type, element, _) = self.shapes().array_parts(ty);
        let size = self.size_of(element);
        let few = size > 0 && wanted > size && wanted.is_multiple_of(size) && wanted / size <= MOST_ELEMENTS;
        if !few || offset.as_constant().is_some() {
            return None;
        }
        let (first, rest, _) = self.split(offset, size);
        let width = self.types.int_width(index_type)?;
        if rest.as_constant() != Some(0) {
            return None;
        }
        let index = |i: u64| {
            let step = self.terms.bv_u64(OFFSET_BITS, i);
            let index = self.terms.bv_add(first, step);
            self.terms.resize_unsigned(index, width)
        };
        Some((0..wanted / size).map(index).collect())
    }

    /// The places an access can be at, if they are few. In large arrays each would be looked for among all that
    /// was ever written: there an element is found by its index first.
    fn places(&mut self, content: &Sym, ty: TypeId, offset: &Offset, wanted: u64) -> Option<Places> {
        if offset.as_constant().is_some() || Self::is_theory(content) {
            return None;
        }
        let choice = self.offset_cases(offset)?;
        let size = self.size_of(ty);
        let values = self.constants_of(choice)?;
        // The access is valid, so places outside are not meant.
        let inside = |v: &i64| u64::try_from(*v).is_ok_and(|v| v.checked_add(wanted).is_some_and(|end| end <= size));
        Some(Places { choice, inside: values.iter().copied().filter(inside).collect() })
    }
    fn read_places(&mut self, content: &Sym, from: TypeId, places: &Places, ty: TypeId) -> Option<Sym> {
        let mut values: FxHashMap<i64, Sym> = FxHashMap::default();
        for &place in &places.inside {
            let here = self.case_holds(places.choice, &mut |v| v == place);
            let value = self.under(here, |m| m.read_at(content, from, &Offset::constant(place), ty))?;
            values.insert(place, value);
        }
        let value = self.by_cases(
            places.choice,
            &mut |m, case| values.get(&m.case_value(case)).cloned(),
            &mut |m, condition, a, b| match (a, b) {
                (Some(a), Some(b)) => Some(m.choose(condition, a, b, ty)),
                (a, b) => a.clone().or_else(|| b.clone()),
            },
        );
        Some(value.unwrap_or_else(|| self.zero(ty)))
    }
    fn write_places(&mut self, content: &Sym, to: TypeId, places: &Places, ty: TypeId, value: &Sym) -> Option<Sym> {
        let mut result = content.clone();
        for &place in &places.inside {
            let here = self.case_holds(places.choice, &mut |v| v == place);
            let written = self.under(here, |m| m.write_at(&result, to, &Offset::constant(place), ty, value))?;
            result = self.choose(here, &written, &result, to);
        }
        Some(result)
    }

    /// The value of type `ty` at an offset of a valid access; none if that is not supported.
    pub fn read_at(&mut self, content: &Sym, from: TypeId, offset: &Offset, ty: TypeId) -> Option<Sym> {
        let wanted = self.size_of(ty);
        if let Some(places) = self.places(content, from, offset, wanted) {
            return self.read_places(content, from, &places, ty);
        }
        if self.is_raw(content, from) {
            return self.read_bytes(content, from, offset, ty);
        }
        if offset.as_constant() == Some(0) && self.types.same_shape(from, ty) {
            return Some(content.clone());
        }
        let types = Rc::clone(&self.types);
        match types.kind(from) {
            TypeKind::Array { element, .. } => {
                if let Some((index, rest)) = self.element_access(from, offset, wanted) {
                    let read = &mut |m: &mut Self, item: &Sym| m.read_at(item, *element, &rest, ty);
                    return self.select_part(content, from, index, ty, read);
                }
                if let Some(indices) = self.elements_access(from, offset, wanted) {
                    let mut bytes = Vec::new();
                    for index in indices {
                        let item = self.select_element(content, from, index, true);
                        bytes.extend(self.encode(&item, *element));
                    }
                    return Some(self.decode(&bytes, ty));
                }
            }
            TypeKind::Record(record) => {
                let items = Rc::clone(content.record());
                let mut value = None;
                for (field, item) in record.fields.iter().zip(items.iter()) {
                    match self.field_access(field.offset, field.ty, offset, wanted) {
                        FieldAccess::Here(inner) => return self.read_at(item, field.ty, &inner, ty),
                        FieldAccess::If(condition, inner) => {
                            let read = self.under(condition, |m| m.read_at(item, field.ty, &inner, ty))?;
                            value = Some(match value {
                                None => read,
                                Some(other) => self.choose(condition, &read, &other, ty),
                            });
                        }
                        FieldAccess::Not => {}
                    }
                }
                if offset.as_constant().is_none() && value.is_some() && self.fields_cover(from, offset, wanted) {
                    return value;
                }
            }
            _ => {}
        }
        self.read_bytes(content, from, offset, ty)
    }
    fn read_bytes(&mut self, content: &Sym, from: TypeId, offset: &Offset, ty: TypeId) -> Option<Sym> {
        let wanted = self.size_of(ty);
        if let Some(constant) = offset.as_constant() {
            let mut bytes = Vec::new();
            self.encode_range(content, from, u64::try_from(constant).unwrap_or(0), wanted, &mut bytes);
            return Some(self.decode(&bytes, ty));
        }
        if !self.fits_bytewise(content, from) {
            let positions = self.positions(from, offset, ty)?;
            let mut value = self.zero(ty);
            for (position, here) in positions {
                let read = self.under(here, |m| m.read_at(content, from, &Offset::constant(position), ty))?;
                value = self.choose(here, &read, &value, ty);
            }
            return Some(value);
        }
        let bytes = self.encode(content, from);
        let bytes = self.bytes_from(&bytes, offset, wanted);
        Some(self.decode(&bytes, ty))
    }
    /// Whether the contents of an object can be handled as bytes, all at once.
    pub fn fits_bytewise(&self, content: &Sym, ty: TypeId) -> bool {
        let unbounded = matches!(self.types.kind(ty), TypeKind::Array { length: None, .. });
        !unbounded && !Self::is_theory(content) && self.size_of(ty) <= LARGEST_BYTEWISE
    }

    /// The object's contents after a valid store; none if that is not supported.
    pub fn write_at(&mut self, content: &Sym, to: TypeId, offset: &Offset, ty: TypeId, value: &Sym) -> Option<Sym> {
        if offset.as_constant() == Some(0) && self.types.same_shape(to, ty) {
            return Some(value.clone());
        }
        let wanted = self.size_of(ty);
        if let Some(places) = self.places(content, to, offset, wanted) {
            return self.write_places(content, to, &places, ty, value);
        }
        if self.is_raw(content, to) {
            return self.write_value_bytes(content, to, offset, ty, value);
        }
        let types = Rc::clone(&self.types);
        match types.kind(to) {
            TypeKind::Array { element, .. } => {
                if let Some((index, rest)) = self.element_access(to, offset, wanted) {
                    let write = &mut |m: &mut Self, item: &Sym| m.write_at(item, *element, &rest, ty, value);
                    return self.change_element(content, to, index, true, write);
                }
                if let Some(indices) = self.elements_access(to, offset, wanted) {
                    let bytes = self.encode(value, ty);
                    let size = bytes.len() / indices.len();
                    let mut array = content.clone();
                    for (index, part) in indices.into_iter().zip(bytes.chunks(size)) {
                        let item = self.zero(*element);
                        let item = self.write_bytes(&item, *element, 0, part);
                        array = self.store_element(&array, to, index, &item, true);
                    }
                    return Some(array);
                }
            }
            TypeKind::Record(record) => {
                let mut items = content.record().to_vec();
                if offset.as_constant().is_some() || self.fields_cover(to, offset, wanted) {
                    for (field, item) in record.fields.iter().zip(items.iter_mut()) {
                        match self.field_access(field.offset, field.ty, offset, wanted) {
                            FieldAccess::Here(inner) => {
                                *item = self.write_at(item, field.ty, &inner, ty, value)?;
                                return Some(Sym::Record(Rc::new(items)));
                            }
                            FieldAccess::If(condition, inner) => {
                                let written =
                                    self.under(condition, |m| m.write_at(item, field.ty, &inner, ty, value))?;
                                *item = self.choose(condition, &written, item, field.ty);
                            }
                            FieldAccess::Not => {}
                        }
                    }
                    if offset.as_constant().is_none() {
                        return Some(Sym::Record(Rc::new(items)));
                    }
                }
            }
            _ => {}
        }
        self.write_value_bytes(content, to, offset, ty, value)
    }
    fn write_value_bytes(
        &mut self,
        content: &Sym,
        to: TypeId,
        offset: &Offset,
        ty: TypeId,
        value: &Sym,
    ) -> Option<Sym> {
        let bytes = self.encode(value, ty);
        if let Some(constant) = offset.as_constant() {
            return Some(self.write_bytes(content, to, u64::try_from(constant).unwrap_or(0), &bytes));
        }
        if !self.fits_bytewise(content, to) {
            let positions = self.positions(to, offset, ty)?;
            let mut result = content.clone();
            for (position, here) in positions {
                let constant = Offset::constant(position);
                let written = self.under(here, |m| m.write_at(&result, to, &constant, ty, value))?;
                result = self.choose(here, &written, &result, to);
            }
            return Some(result);
        }
        let all = self.encode(content, to);
        let all = self.bytes_with(&all, offset, &bytes);
        Some(self.write_bytes(content, to, 0, &all))
    }

    /// The positions in a large object where a value of a type stands as a part of its own, each with the condition that the
    /// offset is there. Executions in which the offset is elsewhere are left out. Gives up if there are many or none.
    fn positions(&mut self, object: TypeId, offset: &Offset, ty: TypeId) -> Option<Vec<(i64, TermId)>> {
        const LOST: &str = "access at a symbolic offset with a type that is not the object's";
        let found = self.fitting_positions(object, offset, ty);
        if found.as_ref().is_none_or(Vec::is_empty) {
            self.give_up(LOST);
            return None;
        }
        let here = self.offset_term(offset);
        let mut lost = self.terms.tt();
        let mut positions = Vec::new();
        for position in found.into_iter().flatten() {
            let number = self.terms.bv_i64(OFFSET_BITS, position);
            let at = self.terms.eq(here, number);
            let elsewhere = self.terms.not(at);
            lost = self.terms.and(lost, elsewhere);
            positions.push((position, at));
        }
        self.leave_out(lost, LOST);
        Some(positions)
    }
    fn fitting_positions(&mut self, object: TypeId, offset: &Offset, ty: TypeId) -> Option<Vec<i64>> {
        let unbounded = matches!(self.types.kind(object), TypeKind::Array { length: None, .. });
        let wanted = self.size_of(ty);
        let last = i64::try_from(self.size_of(object).checked_sub(wanted)?).ok().filter(|_| !unbounded)?;
        let unit = i64::try_from(offset.parts.iter().fold(0, |g: u64, (_, stride)| g.gcd(stride))).ok()?.max(1);
        let (low, high) = self.range(offset).unwrap_or((0, last));
        let (low, high) = (low.max(0), high.min(last));
        let mut position = low + (offset.constant - low).mod_floor(&unit);
        if high.saturating_sub(position) / unit >= MOST_POSITIONS {
            return None;
        }
        let mut fitting = Vec::new();
        while position <= high {
            let part = self.type_at(object, &Offset::constant(position), wanted);
            if part.is_some_and(|part| self.types.same_shape(part, ty)) {
                fitting.push(position);
            }
            position += unit;
        }
        (fitting.len() <= MOST_FITTING).then_some(fitting)
    }

    fn field_access(&mut self, start: u64, ty: TypeId, offset: &Offset, wanted: u64) -> FieldAccess {
        let size = self.size_of(ty);
        if wanted > size {
            return FieldAccess::Not;
        }
        let inner = Offset { constant: offset.constant - start as i64, parts: offset.parts.clone() };
        match inner.as_constant() {
            Some(constant) if constant >= 0 && constant as u64 + wanted <= size => FieldAccess::Here(inner),
            Some(_) => FieldAccess::Not,
            None if self.is_within(&inner, size - wanted) => FieldAccess::Here(inner),
            None if self.range(&inner).is_some_and(|(low, high)| high < 0 || low > (size - wanted) as i64) => {
                FieldAccess::Not
            }
            None => {
                let (bytes, size) = (self.terms.bv_u64(64, wanted), self.terms.bv_u64(64, size));
                FieldAccess::If(self.inside(&inner, bytes, size), inner)
            }
        }
    }
    /// Whether every valid access of this size at a symbolic offset lies within one field. True when the
    /// positions the strides allow never straddle fields or padding.
    fn fields_cover(&mut self, ty: TypeId, offset: &Offset, wanted: u64) -> bool {
        let types = Rc::clone(&self.types);
        let TypeKind::Record(record) = types.kind(ty) else { return false };
        let unit = offset.parts.iter().fold(0, |g: u64, (_, stride)| g.gcd(stride)).max(1);
        let (low, high) = self.range(offset).unwrap_or((0, i64::MAX));
        let low = low.max(0);
        let first = low + (offset.constant - low).mod_floor(&(unit as i64));
        let mut position = first as u64;
        while position + wanted <= record.size && position <= high.max(0) as u64 {
            let end = |f: &cairn_ir::Field| f.offset + self.size_of(f.ty);
            let covering = record.fields.iter().find(|f| f.offset <= position && position + wanted <= end(f));
            let Some(field) = covering else { return false };
            // All other positions in this field are covered as well.
            let room = end(field) - position - wanted;
            position += (room / unit + 1) * unit;
        }
        true
    }
}

/// The few places of an access.
struct Places {
    choice: TermId,
    /// Those within the object.
    inside: Vec<i64>,
}

type Parts = SmallVec<[(TermId, u64); 1]>;

enum FieldAccess {
    Here(Offset),
    If(TermId, Offset),
    Not,
}
