//! C types as types of the program form.
//!
//! | C | program form |
//! | --- | --- |
//! | `_Bool` | Boolean |
//! | integers, enumerations | machine integers of their width |
//! | floats | the IEEE format; `long double` the 80-bit one |
//! | pointers, `va_list` | pointers |
//! | arrays of known length | arrays |
//! | structures | records with the offsets of the ABI; bit-fields that share bytes are one unit |
//! | unions | unions; large ones arrays of bytes, whose members are reached in memory |
//!
//! Flexible array members, arrays of no elements and variable-length arrays have no part in the types here:
//! they are reached by pointer arithmetic from what surrounds them.

use super::{Lower, Lowerer, Refusal};
use crate::types::{ArrayLength, Field, Float, Integer, RecordId, RecordKind, TypeId, TypeKind};
use cairn_ir as ir;
use cairn_ir::{Display, Style};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Where a member of a record lies in the record of the program form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A component (or union member) of its own.
    Component(u32),
    /// Bits of a unit.
    Bits { component: u32, bits: BitSlice },
    /// Not part of the type: so many bytes behind the start.
    Behind(u64),
    /// Bytes of a large union from so many bytes behind its start.
    Raw(u64),
}

/// Unions of more bytes are arrays of bytes: engines keep every byte of the others by itself.
const LARGE_UNION: u64 = 1 << 14;

/// Some bits of a unit of storage, counted from the least significant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitSlice {
    pub shift: u32,
    pub width: u32,
    /// Bits of the unit.
    pub unit: u32,
    /// The unit is an array of bytes: no integer has its size.
    pub in_bytes: bool,
}

#[derive(Clone, Debug)]
pub struct RecordShape {
    pub ty: ir::TypeId,
    pub slots: Rc<[Slot]>,
}

#[derive(Default)]
pub struct TypeMap {
    types: FxHashMap<TypeId, ir::TypeId>,
    records: FxHashMap<RecordId, RecordShape>,
}

pub fn is_signed(integer: Integer) -> bool {
    use Integer::*;
    matches!(integer, Char | SignedChar | Short | Int | Long | LongLong | Int128)
}

pub fn float_format(float: Float) -> ir::FloatFormat {
    match float {
        Float::Float16 => ir::FloatFormat::Half,
        Float::BFloat16 => ir::FloatFormat::BFloat,
        Float::Float | Float::Float32 => ir::FloatFormat::Single,
        Float::Double | Float::Float64 | Float::Float32x => ir::FloatFormat::Double,
        Float::LongDouble | Float::Float64x => ir::FloatFormat::X87,
        Float::Float128 => ir::FloatFormat::Quad,
    }
}

impl Lowerer<'_> {
    /// The integer type that an integer or enumeration type computes in.
    pub fn integer_of(&self, ty: TypeId) -> Option<Integer> {
        match self.c.types.kind(ty) {
            TypeKind::Integer(integer) => Some(*integer),
            TypeKind::Enum(id) => {
                Some(self.c.types.enums[*id].members.as_ref().map_or(Integer::UnsignedInt, |m| m.underlying))
            }
            _ => None,
        }
    }
    pub fn is_signed(&self, ty: TypeId) -> bool {
        self.integer_of(ty).is_some_and(is_signed)
    }
    pub fn sign(&self, ty: TypeId) -> ir::Sign {
        if self.is_signed(ty) { ir::Sign::Signed } else { ir::Sign::Unsigned }
    }
    pub fn width(&self, ty: TypeId) -> Lower<u32> {
        match self.integer_of(ty) {
            Some(integer) => Ok(8 * self.c.types.target.integer_bytes(integer) as u32),
            None => Err(Refusal::new("arithmetic on this type")),
        }
    }
    /// Bytes of an object of the type; none if only the execution knows, or there are no such objects.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        let types = &self.c.types;
        match types.kind(ty) {
            TypeKind::Bool => Some(1),
            TypeKind::Integer(_) | TypeKind::Enum(_) => {
                self.integer_of(ty).map(|integer| types.target.integer_bytes(integer))
            }
            TypeKind::Float(float) => Some(types.target.float_bytes(*float)),
            TypeKind::Pointer(_) => Some(types.target.pointer_bytes()),
            TypeKind::VaList => Some(if types.target.pointer_bytes() == 8 { 24 } else { 4 }),
            TypeKind::Array(element, ArrayLength::Known(n)) => self.size(element.ty)?.checked_mul(*n),
            TypeKind::Record(record) => types.records[*record].members.as_ref().map(|m| m.size),
            TypeKind::Complex(float) => Some(2 * types.target.float_bytes(*float)),
            TypeKind::Vector(element, n) => self.size(*element)?.checked_mul(*n),
            TypeKind::Error | TypeKind::Void | TypeKind::Array(..) | TypeKind::Function(_) => None,
        }
    }

    /// The type of the program form, if values of the type can be held by a variable.
    pub fn ty(&mut self, ty: TypeId) -> Lower<ir::TypeId> {
        if let Some(&known) = self.types.types.get(&ty) {
            return Ok(known);
        }
        let made = self.new_type(ty)?;
        self.types.types.insert(ty, made);
        Ok(made)
    }
    fn new_type(&mut self, ty: TypeId) -> Lower<ir::TypeId> {
        let name = self.type_name(ty);
        let named = |style: Style| Display::named(&*name, style);
        Ok(match self.c.types.kind(ty).clone() {
            TypeKind::Bool => self.p.types.intern(ir::TypeKind::Bool, named(Style::Plain)),
            TypeKind::Integer(integer) => {
                let style = match integer {
                    Integer::Char => Style::Character,
                    signed if is_signed(signed) => Style::Plain,
                    _ => Style::Unsigned,
                };
                let kind = ir::TypeKind::Int(self.width(ty)?);
                self.p.types.intern(kind, named(style))
            }
            TypeKind::Enum(id) => {
                let constants = self.c.types.enums[id].members.as_ref().map_or(&[][..], |m| &m.constants);
                let literals: Vec<(BigInt, Arc<str>)> =
                    constants.iter().map(|(name, value)| (value.clone(), name.clone())).collect();
                let kind = ir::TypeKind::Int(self.width(ty)?);
                self.p.types.intern(kind, named(Style::Enumeration(literals.into())))
            }
            TypeKind::Float(float) => {
                self.p.types.intern(ir::TypeKind::Float(float_format(float)), named(Style::Plain))
            }
            TypeKind::Pointer(_) | TypeKind::VaList => self.p.types.intern(ir::TypeKind::Pointer, named(Style::Plain)),
            TypeKind::Array(element, ArrayLength::Known(length)) => {
                let is_text = matches!(self.c.types.kind(element.ty), TypeKind::Integer(Integer::Char));
                let element = self.ty(element.ty)?;
                let index = self.p.types.unsigned(64);
                let style = if is_text { Style::Text } else { Style::Plain };
                let kind = ir::TypeKind::Array { index, element, length: Some(length) };
                self.p.types.intern(kind, named(style))
            }
            TypeKind::Record(record) => self.record(record)?.ty,
            other => return Err(Refusal::new(refused_type(&other))),
        })
    }

    /// The record of the program form for a complete structure or union.
    pub fn record(&mut self, record: RecordId) -> Lower<RecordShape> {
        if let Some(shape) = self.types.records.get(&record) {
            return Ok(shape.clone());
        }
        let shape = match self.c.types.records[record].kind {
            RecordKind::Struct => self.structure(record)?,
            RecordKind::Union => self.union(record)?,
        };
        self.types.records.insert(record, shape.clone());
        Ok(shape)
    }
    /// Whether a field has no part in the type.
    fn is_behind(&self, ty: TypeId) -> bool {
        match self.c.types.kind(ty) {
            TypeKind::Array(_, ArrayLength::Known(0)) => true,
            TypeKind::Array(_, ArrayLength::Known(_)) => false,
            TypeKind::Array(..) => true,
            _ => false,
        }
    }
    fn structure(&mut self, record: RecordId) -> Lower<RecordShape> {
        let members = self.c.types.records[record].members.as_ref().ok_or_else(incomplete)?;
        let units = units(members, |ty| self.is_behind(ty));
        let mut fields: Vec<ir::Field> = Vec::new();
        let mut slots = Vec::new();
        let mut made: Vec<Option<u32>> = vec![None; units.len()];
        for (number, field) in members.fields.iter().enumerate() {
            let Some(width) = field.bits else {
                if self.is_behind(field.ty.ty) {
                    slots.push(Slot::Behind(field.byte_offset()));
                    continue;
                }
                slots.push(Slot::Component(fields.len() as u32));
                let ty = self.ty(field.ty.ty)?;
                fields.push(ir::Field { name: field_name(field, number), ty, offset: field.byte_offset() });
                continue;
            };
            let found = units.iter().position(|u| field.bit_offset >= 8 * u.first && field.bit_offset < 8 * u.end);
            let Some(at) = found.filter(|_| width > 0) else {
                slots.push(Slot::Behind(field.byte_offset()));
                continue;
            };
            let unit = &units[at];
            let component = match made[at] {
                Some(component) => component,
                None => {
                    let component = fields.len() as u32;
                    let ty = self.unit_type(unit.bits, unit.in_bytes);
                    fields.push(ir::Field { name: unit.name.clone(), ty, offset: unit.first });
                    made[at] = Some(component);
                    component
                }
            };
            let shift = (field.bit_offset - 8 * unit.first) as u32;
            let bits = BitSlice { shift, width, unit: unit.bits, in_bytes: unit.in_bytes };
            slots.push(Slot::Bits { component, bits });
        }
        let size = members.size;
        let elements_inside = members.flexible && members.fields.last().is_some_and(|f| f.byte_offset() < size);
        let padding = self.padding_of(&fields, size, elements_inside);
        fields.extend(padding);
        let kind = ir::TypeKind::Record(Arc::new(ir::RecordType { fields, size }));
        let ty = self.p.types.intern(kind, Display::named(self.c.types.show_record(record), Style::Plain));
        Ok(RecordShape { ty, slots: slots.into() })
    }
    /// Whether a union is so large that its members are only seen as parts of its bytes, in memory.
    pub fn is_large_union(&self, record: RecordId) -> bool {
        let record = &self.c.types.records[record];
        let is_large = record.members.as_ref().is_some_and(|members| members.size > LARGE_UNION);
        is_large && record.kind == RecordKind::Union && !record.fields().iter().any(|field| field.bits.is_some())
    }
    fn large_union(&mut self, record: RecordId) -> Lower<RecordShape> {
        let members = self.c.types.records[record].members.as_ref().ok_or_else(incomplete)?;
        let slot = |field: &Field| match self.is_behind(field.ty.ty) {
            true => Slot::Behind(field.byte_offset()),
            false => Slot::Raw(field.byte_offset()),
        };
        let (slots, size) = (members.fields.iter().map(slot).collect::<Vec<_>>(), members.size);
        let byte = self.p.types.unsigned(8);
        let fields = vec![ir::Field { name: "bytes".into(), ty: self.p.types.array(byte, size), offset: 0 }];
        let kind = ir::TypeKind::Record(Arc::new(ir::RecordType { fields, size }));
        let ty = self.p.types.intern(kind, Display::named(self.c.types.show_record(record), Style::Plain));
        Ok(RecordShape { ty, slots: slots.into() })
    }
    fn union(&mut self, record: RecordId) -> Lower<RecordShape> {
        if self.is_large_union(record) {
            return self.large_union(record);
        }
        let members = self.c.types.records[record].members.as_ref().ok_or_else(incomplete)?;
        let mut fields: Vec<ir::Field> = Vec::new();
        let mut slots = Vec::new();
        for (number, field) in members.fields.iter().enumerate() {
            let component = fields.len() as u32;
            let name = field_name(field, number);
            match field.bits {
                _ if self.is_behind(field.ty.ty) => slots.push(Slot::Behind(field.byte_offset())),
                Some(0) => slots.push(Slot::Behind(field.byte_offset())),
                Some(width) => {
                    let (unit, in_bytes) = unit_bits(u64::from(width).div_ceil(8), members.size);
                    let ty = self.unit_type(unit, in_bytes);
                    fields.push(ir::Field { name, ty, offset: 0 });
                    let bits = BitSlice { shift: field.bit_offset as u32, width, unit, in_bytes };
                    slots.push(Slot::Bits { component, bits });
                }
                None => {
                    let ty = self.ty(field.ty.ty)?;
                    fields.push(ir::Field { name, ty, offset: field.byte_offset() });
                    slots.push(Slot::Component(component));
                }
            }
        }
        let kind = ir::TypeKind::Union(Arc::new(ir::RecordType { fields, size: members.size }));
        let ty = self.p.types.intern(kind, Display::named(self.c.types.show_record(record), Style::Plain));
        Ok(RecordShape { ty, slots: slots.into() })
    }
    fn unit_type(&mut self, bits: u32, in_bytes: bool) -> ir::TypeId {
        if in_bytes {
            let byte = self.p.types.unsigned(8);
            return self.p.types.array(byte, u64::from(bits / 8));
        }
        self.p.types.intern(ir::TypeKind::Int(bits), Display::styled(Style::Hexadecimal))
    }

    // ---- names ----

    /// The type as C writes it.
    pub fn type_name(&self, ty: TypeId) -> String {
        self.c.types.show(ty)
    }
}

fn incomplete() -> Refusal {
    Refusal::new("an object of incomplete type")
}

fn refused_type(kind: &TypeKind) -> &'static str {
    match kind {
        TypeKind::Complex(_) => "complex arithmetic",
        TypeKind::Vector(..) => "vector arithmetic",
        TypeKind::Array(..) => "an array whose length is not known here",
        TypeKind::Function(_) => "a function as a value",
        _ => "an object of incomplete type",
    }
}

fn field_name(field: &crate::types::Field, number: usize) -> Arc<str> {
    field.name.clone().unwrap_or_else(|| format!("member {number}").into())
}

/// Bytes that bit-fields share.
struct Unit {
    first: u64,
    end: u64,
    bits: u32,
    in_bytes: bool,
    name: Arc<str>,
}

/// Groups the bit-fields of a structure: those that have a byte in common belong together.
fn units(members: &crate::types::Members, is_behind: impl Fn(TypeId) -> bool) -> Vec<Unit> {
    let mut runs: Vec<(u64, u64, Vec<&str>)> = Vec::new();
    for field in &members.fields {
        let Some(width) = field.bits.filter(|w| *w > 0) else { continue };
        let first = field.bit_offset / 8;
        let end = (field.bit_offset + u64::from(width)).div_ceil(8);
        let name = field.name.as_deref();
        match runs.last_mut() {
            Some(run) if first < run.1 => {
                run.1 = run.1.max(end);
                run.2.extend(name);
            }
            _ => runs.push((first, end, name.into_iter().collect())),
        }
    }
    let starts: Vec<u64> = members
        .fields
        .iter()
        .filter(|f| !f.is_bit_field() && !is_behind(f.ty.ty))
        .map(|f| f.byte_offset())
        .chain(runs.iter().map(|run| run.0))
        .collect();
    let unit = |(first, end, names): &(u64, u64, Vec<&str>)| {
        let next = starts.iter().copied().filter(|s| s >= end).min().unwrap_or(members.size).min(members.size);
        let (bits, in_bytes) = unit_bits(end - first, next - first);
        Unit { first: *first, end: *end, bits, in_bytes, name: names.join("+").into() }
    };
    runs.iter().map(unit).collect()
}

/// Bits of a unit that must hold so many bytes and may take up so many: an integer where one fits.
fn unit_bits(needed: u64, room: u64) -> (u32, bool) {
    let rounded = needed.next_power_of_two();
    if rounded <= room && rounded <= 16 { (8 * rounded as u32, false) } else { (8 * needed as u32, true) }
}
