//! Types of the program form, interned in [`Types`].
//!
//! A type is a *shape* (what values there are) and a *display* (how the source language writes them).
//! Signedness is not part of a type: it belongs to operations. Two types with the same shape and
//! different displays are different ids, yet values move freely between them ([`Types::same_shape`]).

use cairn_base::{Table, define_id};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::sync::Arc;

define_id!(
    /// A type of the program.
    TypeId,
    "type"
);

/// The IEEE formats that programs use. (Terms know floats of any format; the interpreter, on which
/// every counterexample is replayed, knows these.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatFormat {
    Half,
    BFloat,
    Single,
    Double,
    /// The 80-bit format of the x87, with its explicit leading bit in memory.
    X87,
    Quad,
}

impl FloatFormat {
    pub const ALL: [FloatFormat; 6] = [
        FloatFormat::Half,
        FloatFormat::BFloat,
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::X87,
        FloatFormat::Quad,
    ];
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 5,
            FloatFormat::BFloat | FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::X87 | FloatFormat::Quad => 15,
        }
    }
    /// Counts the hidden bit, as SMT-LIB does.
    pub fn significand_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 11,
            FloatFormat::BFloat => 8,
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::X87 => 64,
            FloatFormat::Quad => 113,
        }
    }
    /// Width of the interchange encoding (sign, exponent, fraction without the hidden bit). For
    /// [`FloatFormat::X87`] that is 79: the explicit leading bit exists in memory only.
    pub fn width(self) -> u32 {
        self.exponent_bits() + self.significand_bits()
    }
    pub fn name(self) -> &'static str {
        match self {
            FloatFormat::Half => "f16",
            FloatFormat::BFloat => "bf16",
            FloatFormat::Single => "f32",
            FloatFormat::Double => "f64",
            FloatFormat::X87 => "f80",
            FloatFormat::Quad => "f128",
        }
    }
}

/// One component of a record or member of a union. Offsets are in bytes and chosen by the front end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    pub name: Arc<str>,
    pub ty: TypeId,
    pub offset: u64,
}

impl Field {
    /// How the names of components begin that a front end made of padding.
    pub const PADDING: &'static str = "padding@";

    /// Whether the source does not show it: bytes between its components, kept as data.
    pub fn is_padding(&self) -> bool {
        self.name.starts_with(Self::PADDING)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordType {
    /// In any order.
    pub fields: Vec<Field>,
    /// Size in bytes with padding. Bytes outside every field are padding: a store of the whole record
    /// makes them zero.
    pub size: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    Bool,
    /// A machine integer of this many bits (at least 1).
    Int(u32),
    Float(FloatFormat),
    /// A total map from the index type (`Int` or `MathInt`). With a length `n`, only indices
    /// `0 .. n-1` (unsigned) exist: reading another gives the zero value of the element type, writing
    /// another changes nothing, and equality compares only those that exist.
    Array {
        index: TypeId,
        element: TypeId,
        length: Option<u64>,
    },
    Record(Arc<RecordType>),
    /// Overlapping members; a value is `size` bytes, reading a member reinterprets them.
    Union(Arc<RecordType>),
    /// An object and an offset in bytes.
    Pointer,
    /// Mathematical integers, for specifications and the `math` integer model.
    MathInt,
    Real,
}

/// How values of an otherwise equal type are written for people.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Integers signed, arrays from index 0.
    #[default]
    Plain,
    Unsigned,
    Hexadecimal,
    /// Integers as character literals of the source language.
    Character,
    /// Integers as names.
    Enumeration(Arc<[(BigInt, Arc<str>)]>),
    /// Signed integers as multiples of a number: fixed point.
    Fixed(BigRational),
    /// Arrays whose first index is written as this number.
    FirstIndex(BigInt),
    /// Arrays of characters as string literals.
    Text,
}

/// Name and style: what a type looks like in its source language.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Display {
    pub name: Option<Arc<str>>,
    pub style: Style,
}

impl Display {
    pub fn plain() -> Self {
        Self::default()
    }
    pub fn named(name: impl Into<Arc<str>>, style: Style) -> Self {
        Self { name: Some(name.into()), style }
    }
    pub fn styled(style: Style) -> Self {
        Self { name: None, style }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub display: Display,
}

/// All types of a program, each once.
#[derive(Clone, Debug, Default)]
pub struct Types {
    table: Table<TypeId, Type>,
    /// For each type the first type with the same shape: two types are of the same shape exactly if
    /// these agree.
    shapes: Vec<TypeId>,
    /// For each type whether its values can live in memory.
    storable: Vec<bool>,
    interned: FxHashMap<Type, TypeId>,
    shape_of_kind: FxHashMap<TypeKind, TypeId>,
}

impl Types {
    pub fn intern(&mut self, kind: TypeKind, display: Display) -> TypeId {
        let entry = Type { kind, display };
        if let Some(&id) = self.interned.get(&entry) {
            return id;
        }
        let shape_key = self.shape_key(&entry.kind);
        let id = self.table.push(entry.clone());
        let shape = *self.shape_of_kind.entry(shape_key).or_insert(id);
        self.shapes.push(shape);
        self.storable.push(self.kind_is_storable(&self.table[id].kind));
        self.interned.insert(entry, id);
        id
    }
    fn kind_is_storable(&self, kind: &TypeKind) -> bool {
        match kind {
            TypeKind::MathInt | TypeKind::Real => false,
            TypeKind::Array { element, length, .. } => length.is_some() && self.is_storable(*element),
            TypeKind::Record(r) | TypeKind::Union(r) => r.fields.iter().all(|f| self.is_storable(f.ty)),
            _ => true,
        }
    }
    /// Whether values of the type can live in memory: everything but mathematical numbers and arrays
    /// without a length. (Known for each type: records that share components have exponentially many
    /// paths.)
    pub fn is_storable(&self, id: TypeId) -> bool {
        self.storable[id.0 as usize]
    }
    /// The kind with every component replaced by its shape and field names dropped.
    fn shape_key(&self, kind: &TypeKind) -> TypeKind {
        let record = |r: &RecordType| {
            let fields = r.fields.iter().map(|f| Field { name: "".into(), ty: self.shape(f.ty), offset: f.offset });
            Arc::new(RecordType { fields: fields.collect(), size: r.size })
        };
        match kind {
            TypeKind::Array { index, element, length } => {
                TypeKind::Array { index: self.shape(*index), element: self.shape(*element), length: *length }
            }
            TypeKind::Record(r) => TypeKind::Record(record(r)),
            TypeKind::Union(r) => TypeKind::Union(record(r)),
            other => other.clone(),
        }
    }
    pub fn plain(&mut self, kind: TypeKind) -> TypeId {
        self.intern(kind, Display::plain())
    }
    pub fn bool(&mut self) -> TypeId {
        self.plain(TypeKind::Bool)
    }
    pub fn int(&mut self, width: u32) -> TypeId {
        self.plain(TypeKind::Int(width))
    }
    pub fn unsigned(&mut self, width: u32) -> TypeId {
        self.intern(TypeKind::Int(width), Display::styled(Style::Unsigned))
    }
    pub fn float(&mut self, format: FloatFormat) -> TypeId {
        self.plain(TypeKind::Float(format))
    }
    pub fn pointer(&mut self) -> TypeId {
        self.plain(TypeKind::Pointer)
    }
    pub fn math_int(&mut self) -> TypeId {
        self.plain(TypeKind::MathInt)
    }
    pub fn real(&mut self) -> TypeId {
        self.plain(TypeKind::Real)
    }
    /// An array with 64-bit indices.
    pub fn array(&mut self, element: TypeId, length: u64) -> TypeId {
        let index = self.unsigned(64);
        self.plain(TypeKind::Array { index, element, length: Some(length) })
    }
    pub fn get(&self, id: TypeId) -> &Type {
        &self.table[id]
    }
    pub fn kind(&self, id: TypeId) -> &TypeKind {
        &self.table[id].kind
    }
    pub fn shape(&self, id: TypeId) -> TypeId {
        self.shapes[id.0 as usize]
    }
    pub fn same_shape(&self, a: TypeId, b: TypeId) -> bool {
        a == b || self.shape(a) == self.shape(b)
    }
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.table.iter()
    }
    pub fn len(&self) -> usize {
        self.table.len()
    }
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
    /// Width of a machine integer type.
    pub fn int_width(&self, id: TypeId) -> Option<u32> {
        match self.kind(id) {
            TypeKind::Int(width) => Some(*width),
            _ => None,
        }
    }
    pub fn is_bool(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Bool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shape_ignores_names_and_styles_at_every_depth() {
        let mut types = Types::default();
        let (a, b) = (types.int(8), types.unsigned(8));
        assert_ne!(a, b);
        assert!(types.same_shape(a, b));
        let (x, y) = (types.array(a, 3), types.array(b, 3));
        assert_ne!(x, y);
        assert!(types.same_shape(x, y));
        let z = types.array(b, 4);
        assert!(!types.same_shape(x, z));
        assert_eq!(types.array(a, 3), x);
    }
}
