//! Values as bytes: of arrays of bytes that hold other things, and what copying and filling memory does.
//!
//! Copying and filling go component by component where the place is known and the bytes are whole components;
//! otherwise all of the object may be anything afterwards.

use super::Judged;
use super::memory::{Kind, Object, not_storable};
use super::shape::Leaves;
use super::state::State;
use super::walk::Walker;
use cairn_ir::{FloatFormat, TypeId, TypeKind};
use cairn_term::TermId;

/// Larger values are not put together from bytes.
const MAX_BYTES: u64 = 256;
/// So many components are copied or filled one by one.
const MAX_PIECES: usize = 256;

/// A component of an object: its distance from where the copy begins, and its type.
type Piece = (u64, TypeId);

impl Walker<'_> {
    /// The indices of the bytes of a value in an array of bytes, the least significant first.
    fn byte_indices(&mut self, bytes: TermId, start: TermId, size: u64) -> Vec<TermId> {
        let terms = &mut self.values.terms;
        let width = match terms.sort_data_of(bytes) {
            cairn_term::Sort::Array { index, .. } => match *terms.sort_data(index) {
                cairn_term::Sort::BitVec(width) => width,
                _ => 64,
            },
            _ => 64,
        };
        let mut indices = Vec::new();
        for i in 0..size {
            let by = terms.bv_u64(terms.width(start), i);
            let at = terms.bv_add(start, by);
            indices.push(terms.resize_unsigned(at, width));
        }
        indices
    }
    /// A value made of the bytes of an array.
    pub fn read_bytes(&mut self, bytes: TermId, start: TermId, ty: TypeId) -> Judged<Leaves> {
        let size = self.layout.size(ty).ok_or_else(not_storable)?;
        if size > MAX_BYTES {
            return self.unknown_value(ty);
        }
        let indices = self.byte_indices(bytes, start, size);
        let content: Vec<TermId> = indices.into_iter().map(|i| self.values.terms.select(bytes, i)).collect();
        self.decode(&content, ty)
    }
    /// The array with the bytes of a value written to it.
    pub fn write_bytes(&mut self, bytes: TermId, start: TermId, ty: TypeId, value: &Leaves) -> Judged<TermId> {
        let size = self.layout.size(ty).ok_or_else(not_storable)?;
        if size > MAX_BYTES {
            let sort = self.values.terms.sort_of(bytes);
            return self.unknown(sort);
        }
        let zero = self.values.terms.bv_u64(8, 0);
        let mut content = vec![zero; size as usize];
        self.encode(value, ty, &mut content)?;
        let indices = self.byte_indices(bytes, start, size);
        let pairs = indices.into_iter().zip(content);
        Ok(pairs.fold(bytes, |bytes, (index, byte)| self.values.terms.store(bytes, index, byte)))
    }

    /// The bytes of a number, as one bit-vector.
    fn joined(&mut self, content: &[TermId]) -> TermId {
        let big = self.program.target.big_endian;
        let highest_first: Vec<TermId> = if big { content.to_vec() } else { content.iter().rev().copied().collect() };
        let mut bytes = highest_first.into_iter();
        let first = bytes.next().unwrap_or_else(|| self.values.terms.bv_u64(8, 0));
        bytes.fold(first, |high, low| self.values.terms.concat(high, low))
    }
    fn decode(&mut self, content: &[TermId], ty: TypeId) -> Judged<Leaves> {
        let program = self.program;
        Ok(match program.types.kind(ty) {
            TypeKind::Bool => {
                let bits = self.joined(content);
                Leaves::from_slice(&[self.values.terms.bv_is_nonzero(bits)])
            }
            TypeKind::Int(width) => {
                let bits = self.joined(content);
                Leaves::from_slice(&[self.values.terms.resize_unsigned(bits, *width)])
            }
            TypeKind::Float(format) if *format != FloatFormat::X87 => {
                let bits = self.joined(content);
                let format = super::shape::float_format(*format);
                Leaves::from_slice(&[self.values.terms.fp_from_bits(format, bits)])
            }
            TypeKind::Record(record) => {
                let mut all = Leaves::new();
                for field in &record.fields {
                    let (start, size) = (field.offset as usize, self.layout.size(field.ty).ok_or_else(not_storable)?);
                    let part = content.get(start..start + size as usize).ok_or_else(not_storable)?;
                    all.extend(self.decode(part, field.ty)?);
                }
                all
            }
            // Pointers keep more than their bytes; arrays inside bytes are rare.
            _ => self.unknown_value(ty)?,
        })
    }
    /// Fills `content`, which is zero.
    fn encode(&mut self, value: &Leaves, ty: TypeId, content: &mut [TermId]) -> Judged<()> {
        let program = self.program;
        match program.types.kind(ty) {
            TypeKind::Bool => {
                let bits = self.values.terms.bool_to_bv(value[0], 8);
                self.put(bits, content);
            }
            TypeKind::Int(_) => self.put(value[0], content),
            TypeKind::Float(format) if *format != FloatFormat::X87 => {
                let bits = self.bits_of_float(value[0])?;
                self.put(bits, content);
            }
            TypeKind::Record(record) => {
                for (n, field) in record.fields.iter().enumerate() {
                    let range = self.values.field(ty, n as u32)?;
                    let (start, size) = (field.offset as usize, self.layout.size(field.ty).ok_or_else(not_storable)?);
                    let part = content.get_mut(start..start + size as usize).ok_or_else(not_storable)?;
                    self.encode(&value[range.start..range.end].into(), field.ty, part)?;
                }
            }
            _ => {
                let sort = self.values.terms.bv_sort(8);
                for byte in content {
                    *byte = self.unknown(sort)?;
                }
            }
        }
        Ok(())
    }
    /// The encoding of a number. The terms have one NaN, processors have many: any of them.
    fn bits_of_float(&mut self, number: TermId) -> Judged<TermId> {
        let format = self.values.terms.float_format(number);
        let sort = self.values.terms.bv_sort(format.width());
        let some = self.unknown(sort)?;
        let terms = &mut self.values.terms;
        let (bits, number_of_some) = (terms.fp_to_ieee_bits(number), terms.fp_from_bits(format, some));
        // For a number that is a NaN `bits` is one too.
        let is_nan = terms.fp_is_nan(number_of_some);
        let some_nan = terms.ite(is_nan, some, bits);
        let nan = terms.fp_is_nan(number);
        Ok(terms.ite(nan, some_nan, bits))
    }
    fn put(&mut self, bits: TermId, content: &mut [TermId]) {
        let count = content.len();
        let bits = self.values.terms.resize_unsigned(bits, 8 * count as u32);
        for i in 0..count {
            let low = 8 * i as u32;
            let at = if self.program.target.big_endian { count - 1 - i } else { i };
            content[at] = self.values.terms.extract(bits, low + 7, low);
        }
    }

    // ---- whole stretches of memory ----

    /// Copies bytes as if through a buffer.
    pub fn copy_memory(&mut self, state: &mut State, target: &Leaves, source: &Leaves, bytes: TermId) -> Judged<()> {
        let Some(pieces) = self.pieces(target, source, bytes) else { return self.forget_objects(state, target[0]) };
        // Bytes outside objects read as zero, one by one; pieces do so only as a whole.
        let whole = self.is_valid(state, source, bytes)?;
        let mut read = Vec::new();
        for (distance, ty) in &pieces {
            let from = self.moved(source, *distance);
            let (value, unknown) = (self.load(state, &from, *ty)?, self.unknown_value(*ty)?);
            read.push(self.values.choose(whole, &value, &unknown));
        }
        let always = self.values.terms.tt();
        for ((distance, ty), value) in pieces.iter().zip(read) {
            let to = self.moved(target, *distance);
            self.store(state, always, &to, *ty, &value)?;
        }
        Ok(())
    }
    pub fn fill_memory(&mut self, state: &mut State, target: &Leaves, byte: TermId, bytes: TermId) -> Judged<()> {
        let Some(pieces) = self.pieces(target, target, bytes) else { return self.forget_objects(state, target[0]) };
        let always = self.values.terms.tt();
        for (distance, ty) in pieces {
            let size = self.layout.size(ty).ok_or_else(not_storable)?;
            let null = self.values.terms.as_u64(byte) == Some(0);
            let value = if null { self.values.zero(ty)? } else { self.decode(&vec![byte; size as usize], ty)? };
            let to = self.moved(target, distance);
            self.store(state, always, &to, ty, &value)?;
        }
        Ok(())
    }
    fn moved(&mut self, pointer: &Leaves, by: u64) -> Leaves {
        let by = self.number(by);
        Leaves::from_slice(&[pointer[0], self.values.terms.bv_add(pointer[1], by)])
    }
    /// The components that so many bytes of the target are; where the target is bytes only, those of the source.
    fn pieces(&mut self, target: &Leaves, source: &Leaves, bytes: TermId) -> Option<Vec<Piece>> {
        let bytes = self.values.terms.as_u64(bytes)?;
        let (object, offset) = self.known_object(target)?;
        let size = self.values.terms.as_u64(object.size)?;
        // Beyond the end of the object nothing is written.
        if offset.checked_add(bytes).is_none_or(|end| end > size) {
            return None;
        }
        let own = self.components(&object, offset, bytes);
        if !(object.many && self.is_byte(object.ty)) {
            return own;
        }
        let Some((object, offset)) = self.known_object(source) else { return own };
        let pieces = self.components(&object, offset, bytes)?;
        // A component says what its bytes mean, not what they are: a Boolean may be any byte but zero, a NaN have
        // any fraction, padding anything. Only of integers that fill their bytes are the bytes known.
        let full = |ty: TypeId| {
            let (width, size) = (self.program.types.int_width(ty)?, self.layout.size(ty)?);
            (u64::from(width) == 8 * size).then_some(size)
        };
        let known: Option<Vec<u64>> = pieces.iter().map(|(_, ty)| full(*ty)).collect();
        (known?.into_iter().sum::<u64>() == bytes).then_some(pieces)
    }
    /// The object of a pointer and the offset in it, if both are plain.
    fn known_object(&self, pointer: &Leaves) -> Option<(Object, u64)> {
        let (number, offset) = (self.values.terms.as_u64(pointer[0])?, self.values.terms.as_u64(pointer[1])?);
        let object = self.objects.get(usize::try_from(number).ok()?)?;
        (number != 0 && object.kind != Kind::Procedure && offset >> 62 == 0).then_some((*object, offset))
    }
    /// The scalars and unions that lie in a stretch of an object; none if one lies in it only in part.
    fn components(&self, object: &Object, offset: u64, bytes: u64) -> Option<Vec<Piece>> {
        let mut stretch = Stretch { start: offset, end: offset.checked_add(bytes)?, found: Vec::new() };
        if object.many {
            self.elements(object.ty, 0, u64::MAX, &mut stretch)?;
        } else {
            self.scalars(object.ty, 0, &mut stretch)?;
        }
        Some(stretch.found)
    }
    fn elements(&self, element: TypeId, start: u64, length: u64, stretch: &mut Stretch) -> Option<()> {
        let each = self.layout.size(element).filter(|size| *size > 0)?;
        let mut i = stretch.start.saturating_sub(start) / each;
        while i < length && start + i * each < stretch.end {
            self.scalars(element, start + i * each, stretch)?;
            i += 1;
        }
        Some(())
    }
    /// Adds those of a value that lies at `start`.
    fn scalars(&self, ty: TypeId, start: u64, stretch: &mut Stretch) -> Option<()> {
        let end = start + self.layout.size(ty)?;
        if end <= stretch.start || start >= stretch.end {
            return Some(());
        }
        match self.program.types.kind(ty) {
            TypeKind::Record(record) => {
                record.fields.iter().try_for_each(|field| self.scalars(field.ty, start + field.offset, stretch))
            }
            TypeKind::Array { element, length, .. } => self.elements(*element, start, length.unwrap_or(0), stretch),
            _ => {
                stretch.found.push((start.checked_sub(stretch.start)?, ty));
                (end <= stretch.end && stretch.found.len() <= MAX_PIECES).then_some(())
            }
        }
    }
}

/// A part of an object, from one offset to another.
struct Stretch {
    start: u64,
    end: u64,
    found: Vec<Piece>,
}
