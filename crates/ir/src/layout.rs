//! How values lie in memory: sizes, and the way between a [`Value`] and its bytes.
//!
//! | type | bytes |
//! | --- | --- |
//! | Boolean | 1: zero is false, everything else true; true is stored as 1 |
//! | machine integer of `w` bits | ⌈w/8⌉ rounded up to a power of two up to 16, above that to a multiple of 8; the unused high bits are stored as zero and ignored when read |
//! | float | 2, 2, 4, 8; the 80-bit format 16 (12 with 4-byte pointers), padding zero; quad 16 |
//! | pointer | as the target says |
//! | array | its elements one after the other, without gaps |
//! | record, union | their `size`; bytes outside every component are stored as zero |
//!
//! **Pointers.** A pointer to an object is stored as [`Byte::PartOf`] bytes, numbered in memory order. A
//! pointer to no object is stored as the plain bytes of its offset, so that null is all zero and
//! `(void *) 1` reads as 1 (a number that does not fit a 4-byte pointer is stored as parts too: every
//! pointer reads back as itself). Reading a pointer: all parts of one pointer in order give that pointer;
//! plain bytes give a pointer to no object with that number as offset (zero: null); any mixture gives
//! [`Pointer::STRAY`].
//!
//! **Pointer bytes read as numbers.** A `PartOf` byte read as part of a Boolean, integer or float counts
//! as 0. The address of an object is an input of the execution only where
//! [`Convert::PointerToInt`](crate::Convert::PointerToInt) exposes it.
//!
//! **NaNs.** A NaN is stored as the bits it has ([`float_value`]).
//!
//! Deliberately absent: memory objects, liveness, alignment.

use crate::program::Target;
use crate::types::{Field, FloatFormat, RecordType, TypeId, TypeKind, Types};
use crate::value::{ArrayValue, Bits, Byte, Pointer, Value};
use cairn_base::ids::Id;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

/// Why a value has no bytes, or bytes no value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LayoutError {
    #[error("values of this type cannot live in memory")]
    NotStorable,
    #[error("the value is not of the type it is stored as")]
    WrongValue,
    #[error("{0} bytes are too many to handle at once")]
    TooLarge(u64),
    #[error("{found} bytes given for a value of {wanted}")]
    WrongLength { found: u64, wanted: u64 },
}

/// Sizes of all types of a program for its target.
#[derive(Clone, Debug)]
pub struct Layout<'p> {
    types: &'p Types,
    target: Target,
    facts: Vec<Facts>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    /// Bytes in memory, if values can live there.
    size: Option<u64>,
    /// How many scalars a [`Value`] of the type holds, roughly; never less than 1.
    scalars: u64,
    /// How deep the type nests.
    depth: u32,
    /// No type of a form that makes no sense: too deep, an integer without bits or with too many.
    usable: bool,
}

impl<'p> Layout<'p> {
    /// Types nested deeper than this are refused: functions over values may then be recursive.
    pub const MAX_DEPTH: u32 = 200;
    /// Machine integers wider than this are refused.
    pub const MAX_WIDTH: u32 = 1 << 23;
    /// Values of more bytes than this are not encoded or decoded at once.
    pub const MAX_BYTES: u64 = 1 << 26;

    pub fn new(types: &'p Types, target: Target) -> Self {
        let mut layout = Self { types, target, facts: Vec::with_capacity(types.len()) };
        // Components are interned before the types made of them.
        for (_, ty) in types.iter() {
            let facts = layout.facts_of(&ty.kind);
            layout.facts.push(facts);
        }
        layout
    }
    pub fn types(&self) -> &'p Types {
        self.types
    }
    pub fn target(&self) -> Target {
        self.target
    }
    /// The kind of a type, unless there is no such type or it cannot be handled (see the limits above).
    pub fn kind(&self, ty: TypeId) -> Option<&'p TypeKind> {
        self.facts(ty).usable.then(|| self.types.kind(ty))
    }
    /// Bytes of a value in memory; none if values of the type cannot live there.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        self.facts(ty).size
    }
    /// How many scalars a value of the type holds, roughly: what it costs to make one.
    pub fn scalars(&self, ty: TypeId) -> u64 {
        self.facts(ty).scalars
    }

    fn facts(&self, ty: TypeId) -> Facts {
        self.facts.get(ty.index()).copied().unwrap_or_default()
    }
    fn facts_of(&self, kind: &TypeKind) -> Facts {
        let scalar = |size: Option<u64>| Facts { size, scalars: 1, depth: 1, usable: true };
        match kind {
            TypeKind::Bool => scalar(Some(1)),
            TypeKind::Int(width) if (1..=Self::MAX_WIDTH).contains(width) => scalar(Some(int_bytes(*width))),
            TypeKind::Int(_) => Facts::default(),
            TypeKind::Float(format) => scalar(Some(float_bytes(*format, self.target))),
            TypeKind::Pointer => scalar(Some(u64::from(self.target.pointer_bytes))),
            TypeKind::MathInt | TypeKind::Real => scalar(None),
            TypeKind::Array { index, element, length } => {
                let inner = self.facts(*element);
                let dense = length.filter(|n| *n <= ArrayValue::DENSE_LIMIT);
                Facts {
                    size: length.and_then(|n| inner.size?.checked_mul(n)),
                    scalars: inner.scalars.saturating_mul(dense.unwrap_or(1)).saturating_add(1),
                    depth: inner.depth + 1,
                    usable: inner.usable && self.facts(*index).usable && inner.depth < Self::MAX_DEPTH,
                }
            }
            TypeKind::Record(record) => self.record_facts(record, record.fields.len() as u64),
            TypeKind::Union(union) => self.record_facts(union, union.size),
        }
    }
    fn record_facts(&self, record: &RecordType, own_cost: u64) -> Facts {
        let fits = |f: &crate::types::Field| {
            self.size(f.ty).and_then(|size| size.checked_add(f.offset)).is_some_and(|end| end <= record.size)
        };
        let parts = || record.fields.iter().map(|f| self.facts(f.ty));
        let depth = parts().map(|f| f.depth).max().unwrap_or(0) + 1;
        Facts {
            size: record.fields.iter().all(fits).then_some(record.size),
            scalars: parts().fold(own_cost.saturating_add(1), |sum, f| sum.saturating_add(f.scalars)),
            depth,
            usable: parts().all(|f| f.usable) && depth <= Self::MAX_DEPTH,
        }
    }

    /// The value with which variables begin: all zero, pointers null.
    pub fn zero(&self, ty: TypeId) -> Option<Value> {
        Some(match self.kind(ty)? {
            TypeKind::Bool => Value::Bool(false),
            TypeKind::Int(width) => Value::Int(Bits::from_u64(*width, 0)),
            TypeKind::Float(format) => Value::Float(*format, 0),
            TypeKind::Array { element, length, .. } => Value::Array(ArrayValue::filled(*length, self.zero(*element)?)),
            TypeKind::Record(record) => {
                Value::Record(record.fields.iter().map(|f| self.zero(f.ty)).collect::<Option<_>>()?)
            }
            TypeKind::Union(union) => Value::Union(vec![Byte::Plain(0); usize::try_from(union.size).ok()?]),
            TypeKind::Pointer => Value::Pointer(Pointer::NULL),
            TypeKind::MathInt => Value::MathInt(BigInt::zero()),
            TypeKind::Real => Value::Real(BigRational::zero()),
        })
    }

    // ---- values to bytes ----

    pub fn encode(&self, value: &Value, ty: TypeId) -> Result<Vec<Byte>, LayoutError> {
        let size = self.handled_size(ty)?;
        let mut bytes = vec![Byte::Plain(0); size];
        self.encode_at(value, ty, &mut bytes)?;
        Ok(bytes)
    }
    fn handled_size(&self, ty: TypeId) -> Result<usize, LayoutError> {
        let size = self.size(ty).ok_or(LayoutError::NotStorable)?;
        match usize::try_from(size) {
            Ok(small) if size <= Self::MAX_BYTES => Ok(small),
            _ => Err(LayoutError::TooLarge(size)),
        }
    }
    /// Fills `bytes`, which are as many as the type has and zero.
    fn encode_at(&self, value: &Value, ty: TypeId, bytes: &mut [Byte]) -> Result<(), LayoutError> {
        let kind = self.kind(ty).ok_or(LayoutError::NotStorable)?;
        match (value, kind) {
            (Value::Bool(b), TypeKind::Bool) => bytes[0] = Byte::Plain(u8::from(*b)),
            (Value::Int(bits), TypeKind::Int(width)) if bits.width() == *width => match bits.small() {
                Some(small) => self.put_number(&small.to_le_bytes(), bytes),
                None => self.put_number(&bits.unsigned().to_bytes_le(), bytes),
            },
            (Value::Float(format, encoding), TypeKind::Float(wanted)) if format == wanted => {
                self.put_number(&float_to_memory(*format, *encoding).to_le_bytes(), bytes);
            }
            (Value::Pointer(pointer), TypeKind::Pointer) => self.put_pointer(*pointer, bytes),
            (Value::Array(array), TypeKind::Array { element, .. }) => self.encode_array(array, *element, bytes)?,
            (Value::Record(items), TypeKind::Record(record)) if items.len() == record.fields.len() => {
                for (item, field) in items.iter().zip(&record.fields) {
                    let size = self.handled_size(field.ty)?;
                    let start = field.offset as usize; // inside the record: checked with its size
                    self.encode_at(item, field.ty, &mut bytes[start..start + size])?;
                }
            }
            (Value::Union(content), TypeKind::Union(_)) if content.len() == bytes.len() => {
                bytes.copy_from_slice(content);
            }
            _ => return Err(LayoutError::WrongValue),
        }
        Ok(())
    }
    fn encode_array(&self, array: &ArrayValue, element: TypeId, bytes: &mut [Byte]) -> Result<(), LayoutError> {
        let size = self.handled_size(element)?;
        match array {
            ArrayValue::Dense(items) if items.len() * size == bytes.len() => {
                for (i, item) in items.iter().enumerate() {
                    self.encode_at(item, element, &mut bytes[i * size..(i + 1) * size])?;
                }
                Ok(())
            }
            ArrayValue::Dense(_) => Err(LayoutError::WrongValue),
            ArrayValue::Sparse { default, entries } => {
                let pattern = self.encode(default, element)?;
                if size > 0 {
                    bytes.chunks_mut(size).for_each(|chunk| chunk.copy_from_slice(&pattern));
                }
                for (index, item) in entries {
                    let at = usize::try_from(index).ok().and_then(|i| i.checked_mul(size));
                    let slot = at.and_then(|at| bytes.get_mut(at..at + size)).ok_or(LayoutError::WrongValue)?;
                    slot.fill(Byte::Plain(0));
                    self.encode_at(item, element, slot)?;
                }
                Ok(())
            }
        }
    }
    /// A number, given with its lowest byte first, in the byte order of the target.
    fn put_number(&self, little: &[u8], bytes: &mut [Byte]) {
        let count = bytes.len();
        for (i, byte) in little.iter().take(count).enumerate() {
            let at = if self.target.big_endian { count - 1 - i } else { i };
            bytes[at] = Byte::Plain(*byte);
        }
    }
    fn put_pointer(&self, pointer: Pointer, bytes: &mut [Byte]) {
        let fits = bytes.len() >= 8 || (pointer.offset >= 0 && pointer.offset >> (8 * bytes.len()) == 0);
        if pointer.object.is_none() && fits {
            return self.put_number(&pointer.offset.to_le_bytes(), bytes);
        }
        for (part, byte) in bytes.iter_mut().enumerate() {
            *byte = Byte::PartOf { pointer, part: part as u8 };
        }
    }

    // ---- bytes to values ----

    pub fn decode(&self, bytes: &[Byte], ty: TypeId) -> Result<Value, LayoutError> {
        let wanted = self.handled_size(ty)?;
        if bytes.len() != wanted {
            return Err(LayoutError::WrongLength { found: bytes.len() as u64, wanted: wanted as u64 });
        }
        Ok(match self.kind(ty).ok_or(LayoutError::NotStorable)? {
            TypeKind::Bool => Value::Bool(plain(bytes[0]) != 0),
            TypeKind::Int(width) => Value::Int(self.number(bytes, *width)),
            TypeKind::Float(format) => Value::Float(*format, float_from_memory(*format, self.encoding(bytes))),
            TypeKind::Pointer => Value::Pointer(self.pointer(bytes)),
            TypeKind::Array { element, length, .. } => Value::Array(self.decode_array(bytes, *element, *length)?),
            TypeKind::Record(record) => {
                let field = |f: &crate::types::Field| {
                    let size = self.handled_size(f.ty)?;
                    self.decode(&bytes[f.offset as usize..f.offset as usize + size], f.ty)
                };
                Value::Record(record.fields.iter().map(field).collect::<Result<_, _>>()?)
            }
            TypeKind::Union(_) => Value::Union(bytes.to_vec()),
            TypeKind::MathInt | TypeKind::Real => return Err(LayoutError::NotStorable),
        })
    }
    fn decode_array(&self, bytes: &[Byte], element: TypeId, length: Option<u64>) -> Result<ArrayValue, LayoutError> {
        let size = self.handled_size(element)?;
        let length = length.ok_or(LayoutError::NotStorable)?;
        let zero = self.zero(element).ok_or(LayoutError::NotStorable)?;
        let mut array = ArrayValue::filled(Some(length), zero);
        if size > 0 {
            for (i, chunk) in bytes.chunks(size).enumerate() {
                array.set(&BigInt::from(i), self.decode(chunk, element)?);
            }
        }
        Ok(array)
    }
    fn number(&self, bytes: &[Byte], width: u32) -> Bits {
        if bytes.len() <= 8 {
            return Bits::from_u64(width, self.encoding(bytes) as u64);
        }
        let mut little: Vec<u8> = bytes.iter().map(|b| plain(*b)).collect();
        if self.target.big_endian {
            little.reverse();
        }
        Bits::new(width, BigUint::from_bytes_le(&little))
    }
    /// At most 16 bytes as a number.
    fn encoding(&self, bytes: &[Byte]) -> u128 {
        let highest_first = |sum: u128, byte: &Byte| (sum << 8) | u128::from(plain(*byte));
        match self.target.big_endian {
            true => bytes.iter().fold(0, highest_first),
            false => bytes.iter().rev().fold(0, highest_first),
        }
    }
    fn pointer(&self, bytes: &[Byte]) -> Pointer {
        if bytes.iter().all(|b| matches!(b, Byte::Plain(_))) {
            return Pointer { object: None, offset: self.encoding(bytes) as u64 as i64 };
        }
        let Some(Byte::PartOf { pointer: first, .. }) = bytes.first().copied() else { return Pointer::STRAY };
        let whole = bytes.iter().enumerate().all(|(i, b)| match b {
            Byte::PartOf { pointer, part } => *pointer == first && usize::from(*part) == i,
            Byte::Plain(_) => false,
        });
        if whole { first } else { Pointer::STRAY }
    }
}

/// Components for the bytes of a record that no component has, for front ends of languages in which these bytes can
/// be seen: integers, and for large gaps an array of them.
pub fn padding(types: &mut Types, target: Target, fields: &[Field], size: u64) -> Vec<Field> {
    const LARGE: u64 = 64;
    let ends = fields.iter().map(|f| (f.offset, f.offset.saturating_add(size_of(types, target, f.ty))));
    let mut taken: Vec<(u64, u64)> = ends.filter(|(from, end)| from < end).chain([(size, size)]).collect();
    taken.sort_unstable();
    let (mut padding, mut offset) = (Vec::new(), 0);
    for (from, end) in taken {
        while offset < from {
            let gap = from - offset;
            let (ty, bytes) = match gap {
                LARGE.. => {
                    let word = types.unsigned(64);
                    (types.array(word, gap / 8), gap / 8 * 8)
                }
                _ => {
                    let bytes = 1 << gap.ilog2().min(3);
                    (types.unsigned(8 * bytes as u32), bytes)
                }
            };
            padding.push(Field { name: format!("{}{offset}", Field::PADDING).into(), ty, offset });
            offset += bytes;
        }
        offset = offset.max(end);
    }
    padding
}

/// Bytes of a value of one type; 0 for what cannot live in memory. Who asks about many types makes a
/// [`Layout`].
pub fn size_of(types: &Types, target: Target, ty: TypeId) -> u64 {
    match types.kind(ty) {
        TypeKind::Bool => 1,
        TypeKind::Int(width) => int_bytes(*width),
        TypeKind::Float(format) => float_bytes(*format, target),
        TypeKind::Pointer => u64::from(target.pointer_bytes),
        TypeKind::Array { element, length, .. } => size_of(types, target, *element).saturating_mul(length.unwrap_or(0)),
        TypeKind::Record(record) | TypeKind::Union(record) => record.size,
        TypeKind::MathInt | TypeKind::Real => 0,
    }
}

fn plain(byte: Byte) -> u8 {
    match byte {
        Byte::Plain(byte) => byte,
        Byte::PartOf { .. } => 0,
    }
}

fn int_bytes(width: u32) -> u64 {
    let bytes = u64::from(width).div_ceil(8);
    if bytes <= 16 { bytes.next_power_of_two() } else { bytes.next_multiple_of(8) }
}

fn float_bytes(format: FloatFormat, target: Target) -> u64 {
    match format {
        FloatFormat::Half | FloatFormat::BFloat => 2,
        FloatFormat::Single => 4,
        FloatFormat::Double => 8,
        FloatFormat::X87 if target.pointer_bytes >= 8 => 16,
        FloatFormat::X87 => 12,
        FloatFormat::Quad => 16,
    }
}

/// The one NaN of a format.
pub fn canonical_nan(format: FloatFormat) -> u128 {
    let fraction = format.significand_bits() - 1;
    let exponent = (1u128 << format.exponent_bits()) - 1;
    (exponent << fraction) | (1 << (fraction - 1))
}

/// Every NaN becomes the one NaN; bits above the format's width are dropped.
pub fn canonical_float(format: FloatFormat, encoding: u128) -> u128 {
    let width = format.width();
    let encoding = if width < 128 { encoding & ((1 << width) - 1) } else { encoding };
    let fraction = format.significand_bits() - 1;
    let exponent_mask = (1u128 << format.exponent_bits()) - 1;
    let is_nan = (encoding >> fraction) & exponent_mask == exponent_mask && encoding & ((1 << fraction) - 1) != 0;
    if is_nan { canonical_nan(format) } else { encoding }
}

/// What an encoding is as a value: a NaN keeps its bits, which copies, changes of the sign and memory then keep too. Only
/// the 80-bit format has one NaN. (Operations on NaNs give the one NaN: which they give is not known.)
pub fn float_value(format: FloatFormat, encoding: u128) -> u128 {
    if format == FloatFormat::X87 || canonical_float(format, encoding) != canonical_nan(format) {
        return canonical_float(format, encoding);
    }
    if format.width() < 128 { encoding & ((1 << format.width()) - 1) } else { encoding }
}

/// The 80-bit format gets its explicit leading bit in memory, the others stay as they are.
fn float_to_memory(format: FloatFormat, encoding: u128) -> u128 {
    if format != FloatFormat::X87 {
        return encoding;
    }
    let (sign_and_exponent, fraction) = (encoding >> 63, encoding & ((1 << 63) - 1));
    let leading = u128::from(sign_and_exponent & 0x7fff != 0);
    (sign_and_exponent << 64) | (leading << 63) | fraction
}

/// An 80-bit pattern whose leading bit does not fit its exponent is a NaN, as on the processor, except
/// that with exponent 0 the leading bit counts as exponent 1 (a pseudo-denormal).
fn float_from_memory(format: FloatFormat, memory: u128) -> u128 {
    if format != FloatFormat::X87 {
        return float_value(format, memory);
    }
    let (sign, exponent) = ((memory >> 79) & 1, (memory >> 64) & 0x7fff);
    let (leading, fraction) = ((memory >> 63) & 1, memory & ((1 << 63) - 1));
    let exponent = match (exponent, leading) {
        (0, 1) => 1,
        (0, _) | (_, 1) => exponent,
        _ => return canonical_nan(format),
    };
    canonical_float(format, (sign << 78) | (exponent << 63) | fraction)
}

#[cfg(test)]
mod tests;
