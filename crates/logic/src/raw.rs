//! Contents of objects as bytes.
//!
//! An object is kept as a value of its type as long as it is one. Bytes that are none (padding other than
//! zero, the payload of a NaN, part of a pointer over another) turn its contents into *raw* ones: the bytes
//! themselves, as in a union. So do allocations of bytes, which may hold anything. A raw object becomes a
//! value of its type again when a whole value is stored. Only objects are raw, never values of variables.
//!
//! Bytes at symbolic offsets are found by shifting: one choice per bit of the offset, not one per offset.

use crate::machine::Machine;
use crate::symbolic::{ByteSym, OFFSET_BITS, Offset, Sym};
use cairn_ir::{TypeId, TypeKind};
use cairn_term::TermId;
use num_integer::Integer;
use std::rc::Rc;

impl Machine<'_> {
    /// Whether contents of a type are kept as bytes although the type is no union.
    pub fn is_raw(&self, content: &Sym, ty: TypeId) -> bool {
        matches!(content, Sym::Union(_)) && !matches!(self.types.kind(ty), TypeKind::Union(_))
    }
    /// The same contents as bytes.
    pub fn raw(&mut self, content: &Sym, ty: TypeId) -> Sym {
        Sym::Union(Rc::new(self.encode(content, ty)))
    }
    /// [`write_at`](Self::write_at) for the contents of an object, which become raw if bytes would be lost.
    pub fn write_or_raw(&mut self, content: &Sym, to: TypeId, offset: &Offset, ty: TypeId, value: &Sym) -> Option<Sym> {
        let before = self.left_out_count();
        let written = self.write_at(content, to, offset, ty, value);
        if written.is_none() || self.left_out_count() == before || !self.fits_bytewise(content, to) {
            return written;
        }
        self.forget_left_out(before);
        let raw = self.raw(content, to);
        self.write_at(&raw, to, offset, ty, value)
    }
    /// [`write_bytes`](Self::write_bytes) for the contents of an object.
    pub fn write_bytes_or_raw(&mut self, content: &Sym, to: TypeId, from: u64, bytes: &[ByteSym]) -> Sym {
        let before = self.left_out_count();
        let written = self.write_bytes(content, to, from, bytes);
        if self.left_out_count() == before || !self.fits_bytewise(content, to) {
            return written;
        }
        self.forget_left_out(before);
        let raw = self.raw(content, to);
        self.write_bytes(&raw, to, from, bytes)
    }

    /// `count` bytes from an offset on, which must lie within the bytes.
    pub fn bytes_from(&mut self, bytes: &[ByteSym], offset: &Offset, count: u64) -> Vec<ByteSym> {
        let (first, unit, index) = self.steps(offset);
        let mut rest: Vec<ByteSym> = bytes.get(first as usize..).unwrap_or_default().to_vec();
        let zero = ByteSym::Plain(self.terms.bv_u64(8, 0));
        for bit in self.shifts(bytes.len() as u64, unit).into_iter().rev() {
            // After this step only smaller ones are left, so no more bytes than these are needed.
            let step = (unit << bit) as usize;
            let chosen = self.bit_of(index, bit);
            let needed = (count as usize + step).min(rest.len());
            let shifted = |i: usize| rest.get(i + step).unwrap_or(&zero);
            rest = (0..needed).map(|i| self.choose_byte(chosen, shifted(i), &rest[i])).collect();
        }
        rest.resize(count as usize, zero);
        rest
    }
    /// The bytes with some of them replaced from an offset on; these must lie within.
    pub fn bytes_with(&mut self, bytes: &[ByteSym], offset: &Offset, new: &[ByteSym]) -> Vec<ByteSym> {
        let (first, unit, index) = self.steps(offset);
        let mut result = bytes.to_vec();
        let mut position = first;
        while position + new.len() as u64 <= bytes.len() as u64 {
            let number = self.terms.bv_u64(OFFSET_BITS, (position - first) / unit);
            let here = self.terms.eq(index, number);
            for (slot, byte) in result[position as usize..].iter_mut().zip(new) {
                *slot = self.choose_byte(here, byte, slot);
            }
            position += unit;
        }
        result
    }
    /// An offset that is not negative as `first + unit · index`.
    fn steps(&mut self, offset: &Offset) -> (u64, u64, TermId) {
        let unit = offset.parts.iter().fold(0, |g: u64, (_, stride)| g.gcd(stride)).max(1);
        let first = offset.constant.mod_floor(&(unit as i64));
        let rest = Offset { constant: offset.constant - first, parts: offset.parts.clone() };
        (first as u64, unit, self.index_in(&rest, unit))
    }
    /// The bits of an index that matter for so many bytes.
    fn shifts(&self, bytes: u64, unit: u64) -> Vec<u32> {
        (0..OFFSET_BITS - 1).take_while(|bit| unit.checked_shl(*bit).is_some_and(|step| step < bytes)).collect()
    }
    fn bit_of(&mut self, index: TermId, bit: u32) -> TermId {
        let bit = self.terms.extract(index, bit, bit);
        self.terms.bv_is_nonzero(bit)
    }
    /// Places bytes at an offset within `size` bytes, and the conditions under which they are meant.
    pub fn bytes_at_offset(
        &mut self,
        data: &[ByteSym],
        wanted: &[TermId],
        offset: &Offset,
        size: u64,
    ) -> (Vec<ByteSym>, Vec<TermId>) {
        let (first, unit, index) = self.steps(offset);
        let zero = ByteSym::Plain(self.terms.bv_u64(8, 0));
        let no = self.terms.ff();
        let place = |i: u64| i.checked_sub(first).map(|i| i as usize);
        let mut bytes: Vec<ByteSym> =
            (0..size).map(|i| place(i).and_then(|i| data.get(i)).unwrap_or(&zero).clone()).collect();
        let mut meant: Vec<TermId> = (0..size).map(|i| *place(i).and_then(|i| wanted.get(i)).unwrap_or(&no)).collect();
        for bit in self.shifts(size, unit) {
            let step = (unit << bit) as usize;
            let chosen = self.bit_of(index, bit);
            let before = |i: usize| i.checked_sub(step);
            bytes = (0..size as usize)
                .map(|i| self.choose_byte(chosen, before(i).map_or(&zero, |i| &bytes[i]), &bytes[i]))
                .collect();
            meant = (0..size as usize)
                .map(|i| self.terms.ite(chosen, before(i).map_or(no, |i| meant[i]), meant[i]))
                .collect();
        }
        (bytes, meant)
    }
}
