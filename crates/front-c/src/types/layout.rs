//! Sizes, alignments, and where members of structures and unions stand: the System V ABI as gcc and clang have it.
//!
//! Bit-fields follow the rule that a field does not cross a boundary of its declared type unless it is packed;
//! `packed`, `aligned` and `#pragma pack` change alignments in the order the compilers apply them: packed first, then
//! what `aligned` asks for, then the limit of the pragma.

use super::{ArrayLength, Field, Members, Qualified, RecordAttributes, RecordKind, TypeId, TypeKind, Types};

fn align_up(value: u64, alignment: u64) -> Option<u64> {
    let alignment = alignment.max(1);
    value.checked_add(alignment - 1).map(|v| v / alignment * alignment)
}

impl Types {
    /// Bytes of an object of the type; `None` if that is not known before run time, or never. GNU C gives `void` and
    /// functions the size 1.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        Some(match self.kind(ty) {
            TypeKind::Error | TypeKind::Void | TypeKind::Function(_) | TypeKind::Bool => 1,
            TypeKind::Integer(integer) => self.target.integer_bytes(*integer),
            TypeKind::Float(float) => self.target.float_bytes(*float),
            TypeKind::Complex(float) => self.target.float_bytes(*float) * 2,
            TypeKind::Pointer(_) => self.target.pointer_bytes(),
            TypeKind::Array(element, ArrayLength::Known(length)) => {
                self.size_of_qualified(*element)?.checked_mul(*length)?
            }
            TypeKind::Array(..) => return None,
            TypeKind::Record(record) => self.records[*record].members.as_ref()?.size,
            TypeKind::Enum(id) => self.target.integer_bytes(self.enums[*id].members.as_ref()?.underlying),
            TypeKind::Vector(element, length) => {
                self.size_of(*element)?.checked_mul(*length)?.checked_next_power_of_two()?
            }
            TypeKind::VaList => match self.target.pointer_bytes() {
                8 => 24,
                bytes => bytes,
            },
        })
    }
    pub fn align_of(&self, ty: TypeId) -> u64 {
        match self.kind(ty) {
            TypeKind::Error | TypeKind::Void | TypeKind::Function(_) | TypeKind::Bool => 1,
            TypeKind::Integer(integer) => self.target.integer_alignment(*integer),
            TypeKind::Float(float) | TypeKind::Complex(float) => self.target.float_alignment(*float),
            TypeKind::Pointer(_) | TypeKind::VaList => self.target.pointer_bytes(),
            TypeKind::Array(element, _) => self.align_of_qualified(*element),
            TypeKind::Record(record) => self.records[*record].members.as_ref().map_or(1, |m| m.alignment),
            TypeKind::Enum(id) => {
                self.enums[*id].members.as_ref().map_or(4, |m| self.target.integer_alignment(m.underlying))
            }
            TypeKind::Vector(..) => self.size_of(ty).unwrap_or(1),
        }
    }
    /// Atomic objects of up to 16 bytes have a power of two as size and alignment.
    pub fn size_of_qualified(&self, ty: Qualified) -> Option<u64> {
        let size = self.size_of(ty.ty)?;
        Some(if ty.qualifiers.atomic && (1..=16).contains(&size) { size.next_power_of_two() } else { size })
    }
    pub fn align_of_qualified(&self, ty: Qualified) -> u64 {
        let alignment = self.align_of(ty.ty);
        match self.size_of(ty.ty) {
            Some(size) if ty.qualifiers.atomic && (1..=16).contains(&size) => alignment.max(size.next_power_of_two()),
            _ => alignment,
        }
    }
    /// Places the members of a record. `None` if it would be larger than the address space.
    pub fn lay_out(&self, kind: RecordKind, mut fields: Vec<Field>, attributes: RecordAttributes) -> Option<Members> {
        let mut cursor = Cursor { is_union: kind == RecordKind::Union, bits: 0, alignment: 1, attributes };
        for field in &mut fields {
            field.bit_offset = match field.bits {
                Some(width) => cursor.place_bit_field(self, field, u64::from(width))?,
                None => cursor.place(self, field)?,
            };
        }
        let alignment = cursor.alignment.max(attributes.aligned.unwrap_or(1));
        let size = align_up(cursor.bits.div_ceil(8), alignment)?;
        if size > u64::MAX / 16 {
            return None;
        }
        let flexible = kind == RecordKind::Struct
            && fields.last().is_some_and(|f| matches!(self.kind(f.ty.ty), TypeKind::Array(_, ArrayLength::Unknown)));
        Some(Members { fields, attributes, size, alignment, flexible })
    }
}

/// How far a record is filled.
struct Cursor {
    is_union: bool,
    /// The first free bit; for a union, the end of the largest member.
    bits: u64,
    alignment: u64,
    attributes: RecordAttributes,
}

impl Cursor {
    fn place(&mut self, types: &Types, field: &Field) -> Option<u64> {
        let packed = self.attributes.packed || field.packed;
        let natural = field.typedef_alignment.unwrap_or_else(|| types.align_of_qualified(field.ty));
        let mut alignment = if packed { 1 } else { natural };
        alignment = alignment.max(field.aligned.unwrap_or(1));
        if let Some(limit) = self.attributes.pack {
            alignment = alignment.min(limit);
        }
        // A flexible array member has no size of its own.
        let size = types.size_of_qualified(field.ty).unwrap_or(0);
        self.alignment = self.alignment.max(alignment);
        if self.is_union {
            self.bits = self.bits.max(size.checked_mul(8)?);
            return Some(0);
        }
        let offset = align_up(self.bits.div_ceil(8), alignment)?;
        self.bits = offset.checked_add(size)?.checked_mul(8)?;
        offset.checked_mul(8)
    }
    fn place_bit_field(&mut self, types: &Types, field: &Field, width: u64) -> Option<u64> {
        let packed = self.attributes.packed || field.packed;
        let unit = types.size_of(field.ty.ty)?.checked_mul(8)?;
        let natural = field.typedef_alignment.unwrap_or_else(|| types.align_of(field.ty.ty)).checked_mul(8)?;
        let asked = field.aligned.map(|a| a.saturating_mul(8));
        let limit = self.attributes.pack.map(|p| p.saturating_mul(8));
        // Zero width ends the unit: neither `packed` nor the pragma changes what it aligns to.
        let mut alignment = if packed && width != 0 { 1 } else { natural };
        alignment = alignment.max(asked.unwrap_or(1));
        if let (Some(limit), true) = (limit, width != 0) {
            let unpacked = natural.max(asked.unwrap_or(1)).min(limit);
            alignment = if packed { unpacked } else { alignment.min(limit) };
        }
        let mut offset = if self.is_union { 0 } else { self.bits };
        let crosses = limit.is_none() && (offset & (alignment - 1)).checked_add(width)? > unit;
        if width == 0 || crosses {
            offset = align_up(offset, alignment)?;
        } else if let Some(asked) = asked.filter(|&asked| limit.is_none_or(|limit| asked <= limit)) {
            offset = align_up(offset, asked)?;
        }
        // Unnamed bit-fields do not align the record.
        if field.name.is_some() {
            self.alignment = self.alignment.max(alignment.div_ceil(8));
        }
        let end = offset.checked_add(width)?;
        self.bits = if self.is_union { self.bits.max(end.div_ceil(8) * 8) } else { end };
        Some(offset)
    }
}
