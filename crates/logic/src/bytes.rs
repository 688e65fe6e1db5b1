//! Values as bytes, for unions and for accesses whose type is not that of the object.
//!
//! Follows the encoding of `cairn_ir::layout`: integers in the target's byte order, floats in their
//! interchange encoding, pointers as bytes that remember the pointer.

use crate::machine::Machine;
use crate::notes::Notes;
use crate::symbolic::{ArraySym, ByteSym, OFFSET_BITS, Offsets, PointerSym, Sym};
use cairn_ir::{FloatFormat, TypeId, TypeKind};
use cairn_passes::scalars::term_format;
use cairn_term::TermId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Bytes of an 80-bit float that mean something.
const X87_BYTES: usize = 10;

impl Machine<'_> {
    /// A byte read as part of a number. Bytes of pointers to objects have no number: a program that reads
    /// them and makes a pointer of them again would lose it, so such executions are not followed.
    pub fn plain_byte(&mut self, byte: &ByteSym) -> TermId {
        match byte {
            ByteSym::Plain(term) => *term,
            ByteSym::OfFloat { number, part } => {
                let (byte, unknown) = self.byte_of_float(*number, *part);
                self.leave_out(unknown, "the bits of a NaN that an operation gave");
                byte
            }
            ByteSym::Unused => {
                let always = self.terms.tt();
                self.leave_out(always, "bytes of a long double that hold nothing");
                self.terms.bv_u64(8, 0)
            }
            ByteSym::Part(pointer, part) => {
                let is_number = self.stored_as_number(pointer);
                let lost = self.terms.not(is_number);
                self.leave_out(lost, "bytes of a pointer read as a number");
                self.number_byte(pointer, *part)
            }
            ByteSym::Choice(condition, a, b) => {
                let (condition, a, b) = (*condition, Rc::clone(a), Rc::clone(b));
                let otherwise = self.terms.not(condition);
                let x = self.under(condition, |m| m.plain_byte(&a));
                let y = self.under(otherwise, |m| m.plain_byte(&b));
                self.terms.ite(condition, x, y)
            }
        }
    }
    /// A byte of a float's encoding in memory, and the condition under which it is not known.
    pub fn byte_of_float(&mut self, number: TermId, part: u8) -> (TermId, TermId) {
        let (bits, unknown) = self.float_bits(number);
        let bits = if self.is_x87(number) { self.encode_x87(bits) } else { bits };
        let (part, bytes) = (u32::from(part), self.terms.width(bits) / 8);
        let place = if self.program.target.big_endian { bytes - 1 - part } else { part };
        (self.terms.extract(bits, 8 * place + 7, 8 * place), unknown)
    }
    /// Whether a pointer is stored as its number: it has no object, and the number fits.
    pub fn stored_as_number(&mut self, pointer: &PointerSym) -> TermId {
        let nothing = self.object_term(0);
        let no_object = self.terms.eq(pointer.object, nothing);
        let bits = 8 * self.program.target.pointer_bytes;
        if bits >= OFFSET_BITS {
            return no_object;
        }
        let offset = self.offset_within(pointer, 0);
        let offset = self.offset_term(&offset);
        let high = self.terms.extract(offset, OFFSET_BITS - 1, bits);
        let zero = self.terms.bv_u64(OFFSET_BITS - bits, 0);
        let fits = self.terms.eq(high, zero);
        self.terms.and(no_object, fits)
    }
    /// The byte of a pointer's number at a place in memory.
    pub fn number_byte(&mut self, pointer: &PointerSym, part: u8) -> TermId {
        let offset = self.offset_within(pointer, 0);
        let offset = self.offset_term(&offset);
        let bytes = self.program.target.pointer_bytes;
        let part = u32::from(part);
        let place = if self.program.target.big_endian { bytes - 1 - part } else { part };
        self.terms.extract(offset, 8 * place + 7, 8 * place)
    }

    /// All bytes of a value.
    pub fn encode(&mut self, sym: &Sym, ty: TypeId) -> Vec<ByteSym> {
        let mut bytes = Vec::new();
        let size = self.size_of(ty);
        self.encode_range(sym, ty, 0, size, &mut bytes);
        bytes
    }
    /// Appends the bytes `from .. from + count` of a value; outside it and in padding, zeros.
    pub fn encode_range(&mut self, sym: &Sym, ty: TypeId, from: u64, count: u64, bytes: &mut Vec<ByteSym>) {
        let start = bytes.len();
        let zero = ByteSym::Plain(self.terms.bv_u64(8, 0));
        bytes.resize(start + count as usize, zero);
        let types = Rc::clone(&self.types);
        let mut place = |at: u64, part: &[ByteSym]| {
            for (i, byte) in part.iter().enumerate() {
                let position = at + i as u64;
                if position >= from && position < from + count {
                    bytes[start + (position - from) as usize] = byte.clone();
                }
            }
        };
        match types.kind(ty) {
            _ if self.is_raw(sym, ty) => place(0, sym.union()),
            TypeKind::Record(record) => {
                let items = Rc::clone(sym.record());
                for (field, item) in record.fields.iter().zip(items.iter()) {
                    let size = self.size_of(field.ty);
                    if let Some((first, n)) = overlap(field.offset, size, from, count) {
                        let mut part = Vec::new();
                        self.encode_range(item, field.ty, first - field.offset, n, &mut part);
                        place(first, &part);
                    }
                }
            }
            TypeKind::Array { element, length, .. } => {
                let size = self.size_of(*element).max(1);
                let last = length.unwrap_or(u64::MAX).min((from + count).div_ceil(size));
                for i in from / size..last {
                    let index = self.constant_index(ty, i);
                    let item = self.select_element(sym, ty, index, true);
                    if let Some((first, n)) = overlap(i * size, size, from, count) {
                        let mut part = Vec::new();
                        self.encode_range(&item, *element, first - i * size, n, &mut part);
                        place(first, &part);
                    }
                }
            }
            TypeKind::Union(_) => place(0, sym.union()),
            TypeKind::Pointer => {
                let pointer = Rc::new(sym.pointer().clone());
                let parts = (0..self.program.target.pointer_bytes as u8).map(|i| ByteSym::Part(Rc::clone(&pointer), i));
                place(0, &parts.collect::<Vec<_>>());
            }
            _ => {
                let part = self.encode_scalar(sym.scalar(), ty);
                place(0, &part);
            }
        }
    }
    fn encode_scalar(&mut self, term: TermId, ty: TypeId) -> Vec<ByteSym> {
        let bits = match *self.types.kind(ty) {
            TypeKind::Bool => self.terms.bool_to_bv(term, 8),
            TypeKind::Float(_) => return self.encode_float(term, self.size_of(ty)),
            _ => term,
        };
        let size = self.size_of(ty) as u32;
        let bits = self.terms.resize_unsigned(bits, size * 8);
        let byte = |i: u32| ByteSym::Plain(self.terms.extract(bits, 8 * i + 7, 8 * i));
        let mut bytes: Vec<ByteSym> = (0..size).map(byte).collect();
        if self.program.target.big_endian {
            bytes.reverse();
        }
        bytes
    }
    fn encode_float(&mut self, number: TermId, size: u64) -> Vec<ByteSym> {
        let nan = self.terms.fp_is_nan(number);
        let plain = self.terms.as_bool_const(nan) == Some(false) || self.source_bits(number).is_some();
        let meant = if self.is_x87(number) { X87_BYTES } else { size as usize };
        let mut byte = |part: u8| match plain {
            true => ByteSym::Plain(self.byte_of_float(number, part).0),
            false => ByteSym::OfFloat { number, part },
        };
        let mut bytes: Vec<ByteSym> = (0..meant as u8).map(&mut byte).collect();
        let unused = std::iter::repeat_n(ByteSym::Unused, size as usize - meant);
        let place = if self.program.target.big_endian { 0 } else { meant };
        bytes.splice(place..place, unused);
        bytes
    }
    /// Sign and exponent, the explicit leading bit (0 exactly for zero and subnormals), the fraction.
    fn encode_x87(&mut self, bits: TermId) -> TermId {
        let (top, fraction) = (self.terms.extract(bits, 78, 63), self.terms.extract(bits, 62, 0));
        let exponent = self.terms.extract(bits, 77, 63);
        let normal = self.terms.bv_is_nonzero(exponent);
        let leading = self.terms.bool_to_bv(normal, 1);
        let upper = self.terms.concat(top, leading);
        self.terms.concat(upper, fraction)
    }

    /// The value of a type that some bytes represent.
    pub fn decode(&mut self, bytes: &[ByteSym], ty: TypeId) -> Sym {
        let types = Rc::clone(&self.types);
        match types.kind(ty) {
            TypeKind::Record(record) => {
                let item = |f: &cairn_ir::Field| {
                    let end = f.offset + self.size_of(f.ty);
                    self.decode(&bytes[f.offset as usize..end as usize], f.ty)
                };
                Sym::Record(Rc::new(record.fields.iter().map(item).collect()))
            }
            TypeKind::Union(_) => Sym::Union(Rc::new(bytes.to_vec())),
            TypeKind::Array { element, length, .. } => {
                let size = self.size_of(*element) as usize;
                let mut array = self.zero(ty);
                for i in 0..length.unwrap_or(0) {
                    let item = self.decode(&bytes[i as usize * size..(i as usize + 1) * size], *element);
                    let index = self.constant_index(ty, i);
                    array = self.store_element(&array, ty, index, &item, true);
                }
                array
            }
            _ => self.decode_scalar(bytes, ty),
        }
    }
    fn decode_scalar(&mut self, bytes: &[ByteSym], ty: TypeId) -> Sym {
        if !bytes.iter().any(|byte| matches!(byte, ByteSym::Choice(..))) {
            return self.decode_chosen(bytes, ty);
        }
        let decoded = self.decode_choices(bytes, ty, &mut FxHashMap::default());
        self.add_notes(&decoded.notes);
        decoded.value.clone()
    }
    /// Choices are taken apart from the outside. They share what they choose from, so without a memory of what was decoded
    /// already this would take a time exponential in their depth.
    fn decode_choices(&mut self, bytes: &[ByteSym], ty: TypeId, known: &mut DecodedBytes) -> Rc<Decoded> {
        let key: Vec<ByteId> = bytes.iter().map(ByteId::of).collect();
        if let Some(decoded) = known.get(&key) {
            return Rc::clone(decoded);
        }
        let decoded = match bytes.iter().find_map(first_choice) {
            None => {
                let (value, notes) = self.noting(|m| m.decode_chosen(bytes, ty));
                Decoded { value, notes }
            }
            Some(condition) => {
                let x = self.decode_choices(&resolve_all(bytes, condition, true), ty, known);
                let y = self.decode_choices(&resolve_all(bytes, condition, false), ty, known);
                let (value, own) = self.noting(|m| m.choose(condition, &x.value, &y.value, ty));
                let chosen = self.choose_notes(condition, &x.notes, &y.notes);
                Decoded { value, notes: self.join_notes(chosen, &own) }
            }
        };
        let decoded = Rc::new(decoded);
        known.insert(key, Rc::clone(&decoded));
        decoded
    }
    fn decode_chosen(&mut self, bytes: &[ByteSym], ty: TypeId) -> Sym {
        if matches!(self.types.kind(ty), TypeKind::Pointer) {
            return Sym::Pointer(self.decode_pointer(bytes));
        }
        let meant = match *self.types.kind(ty) {
            TypeKind::Float(FloatFormat::X87) if self.program.target.big_endian => &bytes[bytes.len() - X87_BYTES..],
            TypeKind::Float(FloatFormat::X87) => &bytes[..X87_BYTES],
            _ => bytes,
        };
        if let Some(whole) = self.whole_float(meant, ty) {
            return Sym::Scalar(whole);
        }
        let bits = self.number(meant);
        let term = match *self.types.kind(ty) {
            TypeKind::Bool => self.terms.bv_is_nonzero(bits),
            TypeKind::Int(width) => self.terms.resize_unsigned(bits, width),
            TypeKind::Float(FloatFormat::X87) => {
                let encoding = self.x87_encoding(bits);
                self.terms.fp_from_bits(term_format(FloatFormat::X87), encoding)
            }
            TypeKind::Float(format) => {
                let encoding = self.terms.resize_unsigned(bits, format.width());
                self.terms.fp_from_bits(term_format(format), encoding)
            }
            _ => unreachable!("mathematical numbers are not stored"),
        };
        Sym::Scalar(term)
    }
    /// Without the leading digit, which memory has too. One that does not fit the exponent makes a NaN, as on the processor, except
    /// that beside exponent 0 it counts as exponent 1.
    fn x87_encoding(&mut self, bits: TermId) -> TermId {
        let terms = &mut self.terms;
        let (sign, exponent) = (terms.extract(bits, 79, 79), terms.extract(bits, 78, 64));
        let (leading, fraction) = (terms.extract(bits, 63, 63), terms.extract(bits, 62, 0));
        let (large, leads) = (terms.bv_is_nonzero(exponent), terms.bv_is_nonzero(leading));
        let smallest = terms.resize_unsigned(leading, 15);
        let meant = terms.ite(large, exponent, smallest);
        let top = terms.concat(sign, meant);
        let encoding = terms.concat(top, fraction);
        let (top, fraction) = (terms.bv_u64(16, 0x7fff), terms.bv_u64(63, 1 << 62));
        let nan = terms.concat(top, fraction);
        let small = terms.not(large);
        let fits = terms.or(small, leads);
        terms.ite(fits, encoding, nan)
    }
    /// The float whose bytes these are, all of them and in their order.
    fn whole_float(&self, bytes: &[ByteSym], ty: TypeId) -> Option<TermId> {
        let TypeKind::Float(format) = *self.types.kind(ty) else { return None };
        let ByteSym::OfFloat { number: first, .. } = bytes[0] else { return None };
        let in_order = |(i, byte): (usize, &ByteSym)| matches!(byte, ByteSym::OfFloat { number, part } if *number == first && usize::from(*part) == i);
        let whole = self.terms.float_format(first) == term_format(format) && bytes.iter().enumerate().all(in_order);
        whole.then_some(first)
    }
    /// Plain bytes as one number.
    fn number(&mut self, bytes: &[ByteSym]) -> TermId {
        let mut plain: Vec<TermId> = bytes.iter().map(|b| self.plain_byte(b)).collect();
        if self.program.target.big_endian {
            plain.reverse();
        }
        let mut whole = plain[0];
        for byte in &plain[1..] {
            whole = self.terms.concat(*byte, whole);
        }
        whole
    }
    fn decode_pointer(&mut self, bytes: &[ByteSym]) -> PointerSym {
        if let ByteSym::Part(pointer, 0) = &bytes[0] {
            let whole = bytes.iter().enumerate().all(
                |(i, b)| matches!(b, ByteSym::Part(p, n) if usize::from(*n) == i && (Rc::ptr_eq(p, pointer) || p == pointer)),
            );
            if whole {
                return (**pointer).clone();
            }
        }
        // A mixture is a number if every byte in it is a plain one, else it points nowhere.
        let mut plain = self.terms.tt();
        for byte in bytes {
            if let ByteSym::Part(pointer, _) = byte {
                let number = self.stored_as_number(pointer);
                plain = self.terms.and(plain, number);
            }
        }
        let number = self.under(plain, |m| m.number(bytes));
        let number = self.terms.resize_unsigned(number, 64);
        if self.exposes {
            // It may be the address of an object, and point to it.
            let some = self.terms.bv_is_nonzero(number);
            let guessed = self.terms.and(plain, some);
            self.leave_out(guessed, "a pointer made of the bytes of a number");
        }
        let offset = Offsets::Same(self.offset_from_term(number));
        let number = PointerSym { object: self.object_term(0), offset };
        let stray = self.stray();
        self.choose_pointer(plain, &number, &stray)
    }

    /// The value with the bytes from `from` on replaced.
    pub fn write_bytes(&mut self, sym: &Sym, ty: TypeId, from: u64, bytes: &[ByteSym]) -> Sym {
        let types = Rc::clone(&self.types);
        let count = bytes.len() as u64;
        match types.kind(ty) {
            _ if self.is_raw(sym, ty) => {
                let mut all = sym.union().to_vec();
                let rest = all.iter_mut().skip(from as usize);
                rest.zip(bytes).for_each(|(slot, byte)| *slot = byte.clone());
                Sym::Union(Rc::new(all))
            }
            TypeKind::Record(record) => {
                let mut items = sym.record().to_vec();
                for (field, item) in record.fields.iter().zip(items.iter_mut()) {
                    let size = self.size_of(field.ty);
                    if let Some((first, n)) = overlap(field.offset, size, from, count) {
                        let part = &bytes[(first - from) as usize..(first - from + n) as usize];
                        *item = self.write_bytes(item, field.ty, first - field.offset, part);
                    }
                }
                self.padding_stays_zero(&record.fields, from, bytes);
                Sym::Record(Rc::new(items))
            }
            TypeKind::Array { element, length, .. } => {
                let size = self.size_of(*element).max(1);
                let last = length.unwrap_or(u64::MAX).min((from + count).div_ceil(size));
                let mut array = sym.clone();
                for i in from / size..last {
                    let Some((first, n)) = overlap(i * size, size, from, count) else { continue };
                    let part = &bytes[(first - from) as usize..(first - from + n) as usize];
                    let index = self.constant_index(ty, i);
                    let item = self.select_element(&array, ty, index, true);
                    let item = self.write_bytes(&item, *element, first - i * size, part);
                    array = self.store_element(&array, ty, index, &item, true);
                }
                array
            }
            _ => {
                let mut all = self.encode(sym, ty);
                for (i, byte) in bytes.iter().enumerate() {
                    if let Some(slot) = all.get_mut(from as usize + i) {
                        *slot = byte.clone();
                    }
                }
                let value = self.decode(&all, ty);
                self.keeps_bytes(&value, ty, &all);
                value
            }
        }
    }
    /// Contents are kept as values of their type, so bytes that are no encoding of one (the payload of a
    /// NaN, unused bits of an integer, half of a pointer) would be lost. Executions that store such bytes
    /// are not followed, unless the object's contents can be kept as bytes ([`write_or_raw`](Self::write_or_raw)).
    fn keeps_bytes(&mut self, value: &Sym, ty: TypeId, bytes: &[ByteSym]) {
        let encoded = self.encode(value, ty);
        let mut same = self.terms.tt();
        for (a, b) in encoded.iter().zip(bytes) {
            let equal = self.equal_bytes(a, b);
            same = self.terms.and(same, equal);
        }
        let lost = self.terms.not(same);
        self.leave_out(lost, "bytes stored that are no value of the object's type");
    }
    /// Padding has no place in a value: it reads as zero.
    fn padding_stays_zero(&mut self, fields: &[cairn_ir::Field], from: u64, bytes: &[ByteSym]) {
        let zero = ByteSym::Plain(self.terms.bv_u64(8, 0));
        for (i, byte) in bytes.iter().enumerate() {
            let position = from + i as u64;
            let in_field = |f: &cairn_ir::Field| f.offset <= position && position < f.offset + self.size_of(f.ty);
            if !fields.iter().any(in_field) {
                let same = self.equal_bytes(byte, &zero);
                let lost = self.terms.not(same);
                self.leave_out(lost, "bytes stored into the padding of a record");
            }
        }
    }
    /// Whether an array is kept as array terms, for which byte-wise access to everything is dear.
    pub fn is_theory(sym: &Sym) -> bool {
        matches!(sym, Sym::Array(ArraySym::Theory(_)))
    }
}

/// The common part of two byte ranges: its start and length.
fn overlap(a: u64, a_size: u64, b: u64, b_size: u64) -> Option<(u64, u64)> {
    let first = a.max(b);
    let end = (a + a_size).min(b + b_size);
    (first < end).then(|| (first, end - first))
}

/// What some bytes mean, and what was noted while they were decoded.
struct Decoded {
    value: Sym,
    notes: Notes,
}

type DecodedBytes = FxHashMap<Vec<ByteId>, Rc<Decoded>>;

/// Which byte it is: equal for the same one, at the same place in memory of ours.
#[derive(PartialEq, Eq, Hash)]
pub enum ByteId {
    Plain(TermId),
    Part(*const PointerSym, u8),
    Choice(TermId, *const ByteSym, *const ByteSym),
    OfFloat(TermId, u8),
    Unused,
}

impl ByteId {
    pub fn of(byte: &ByteSym) -> Self {
        match byte {
            ByteSym::Plain(term) => ByteId::Plain(*term),
            ByteSym::Part(pointer, part) => ByteId::Part(Rc::as_ptr(pointer), *part),
            ByteSym::Choice(condition, a, b) => ByteId::Choice(*condition, Rc::as_ptr(a), Rc::as_ptr(b)),
            ByteSym::OfFloat { number, part } => ByteId::OfFloat(*number, *part),
            ByteSym::Unused => ByteId::Unused,
        }
    }
}

fn first_choice(byte: &ByteSym) -> Option<TermId> {
    match byte {
        ByteSym::Choice(condition, ..) => Some(*condition),
        _ => None,
    }
}

/// The bytes where a condition is known.
fn resolve_all(bytes: &[ByteSym], condition: TermId, value: bool) -> Vec<ByteSym> {
    bytes.iter().map(|b| resolve(b, condition, value)).collect()
}

fn resolve(byte: &ByteSym, condition: TermId, value: bool) -> ByteSym {
    match byte {
        ByteSym::Choice(c, a, b) if *c == condition => resolve(if value { a } else { b }, condition, value),
        other => other.clone(),
    }
}
