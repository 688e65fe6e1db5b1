//! C types: interned shapes, records and enumerations, and what the target says about them.
//!
//! A type is a [`TypeId`] into [`Types`]; equal ids are the same type. Qualifiers are not part of it: what can
//! be qualified is a [`Qualified`]. Typedef names are gone; a record or enumeration without a tag remembers the
//! first typedef name given to it, for messages.
//!
//! - [`target`]: sizes and alignments of the two data models; [`layout`]: where members of records stand;
//! - [`arithmetic`]: ranks, integer promotions, usual arithmetic conversions;
//! - [`relations`]: compatible and composite types; [`show`]: types as C writes them.
//!
//! Deliberately absent: expressions. The length of a variable-length array is the name of a hidden variable
//! that holds it.

pub mod arithmetic;
pub mod layout;
pub mod relations;
pub mod show;
pub mod target;
#[cfg(test)]
mod tests;

pub use target::{DataModel, Target};

use cairn_base::{Span, Table, define_id};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::sync::Arc;

define_id!(
    /// A type, without qualifiers.
    TypeId,
    "type"
);
define_id!(
    /// A structure or union.
    RecordId,
    "record"
);
define_id!(
    /// An enumeration.
    EnumId,
    "enum"
);
define_id!(
    /// The hidden variable that holds the length of a variable-length array. The typed tree says which.
    LengthId,
    "length"
);

/// `_Atomic` is a qualifier here: it changes no value, and at most the size of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Qualifiers {
    pub constant: bool,
    pub volatile: bool,
    pub restrict: bool,
    pub atomic: bool,
}

impl Qualifiers {
    pub const NONE: Qualifiers = Qualifiers { constant: false, volatile: false, restrict: false, atomic: false };

    pub fn union(self, other: Qualifiers) -> Qualifiers {
        Qualifiers {
            constant: self.constant || other.constant,
            volatile: self.volatile || other.volatile,
            restrict: self.restrict || other.restrict,
            atomic: self.atomic || other.atomic,
        }
    }
    /// Whether `self` has every qualifier of `other` that matters to assignment between pointers.
    pub fn includes(self, other: Qualifiers) -> bool {
        (self.constant || !other.constant) && (self.volatile || !other.volatile)
    }
}

/// A type with its qualifiers. An array is never qualified itself: its elements are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Qualified {
    pub ty: TypeId,
    pub qualifiers: Qualifiers,
}

impl Qualified {
    pub fn plain(ty: TypeId) -> Self {
        Self { ty, qualifiers: Qualifiers::NONE }
    }
    pub fn new(ty: TypeId, qualifiers: Qualifiers) -> Self {
        Self { ty, qualifiers }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Integer {
    /// Signed on both targets, yet a type of its own.
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Float {
    /// `_Float16`.
    Float16,
    /// `__bf16`.
    BFloat16,
    Float,
    Double,
    /// The x87's 80-bit format, in 16 (LP64) or 12 (ILP32) bytes.
    LongDouble,
    /// `_Float128`, `__float128`: IEEE quadruple.
    Float128,
    /// Types of their own with the formats of `float`, `double`, `double` and `long double`.
    Float32,
    Float64,
    Float32x,
    Float64x,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArrayLength {
    Known(u64),
    /// Incomplete; as the last member of a structure: a flexible array member.
    Unknown,
    /// A variable-length array: the hidden variable holds how many elements.
    Variable(LengthId),
    /// `[*]` in a prototype.
    Star,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub result: TypeId,
    /// Types of the parameters, adjusted (arrays and functions are pointers) and without top-level
    /// qualifiers. Empty without a prototype.
    pub parameters: Vec<TypeId>,
    pub variadic: bool,
    /// Declared with parameter types; without, arguments get the default promotions.
    pub prototype: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// Stands for a type that was already complained about; fits everywhere, says nothing further.
    Error,
    Void,
    Bool,
    Integer(Integer),
    Float(Float),
    /// Known for sizes only: every operation on it is unsupported.
    Complex(Float),
    Pointer(Qualified),
    Array(Qualified, ArrayLength),
    Function(Arc<FunctionType>),
    Record(RecordId),
    Enum(EnumId),
    /// GNU vectors: element and number. Known for sizes only: every operation on it is unsupported.
    Vector(TypeId, u64),
    /// `__builtin_va_list`: an opaque value, copied as a whole. (The x86-64 ABI has an array of one structure;
    /// no correct program can tell.)
    VaList,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

impl RecordKind {
    pub fn word(self) -> &'static str {
        match self {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        }
    }
}

/// One member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// None: an anonymous structure or union, or an unnamed bit-field (which only moves its neighbours).
    pub name: Option<Arc<str>>,
    pub ty: Qualified,
    /// The width, if it is a bit-field.
    pub bits: Option<u32>,
    /// Alignment asked for by `aligned` or `_Alignas` on the member itself.
    pub aligned: Option<u64>,
    /// Alignment of its type, where a typedef with `aligned` changes it.
    pub typedef_alignment: Option<u64>,
    /// `packed` on the member itself.
    pub packed: bool,
    /// Where it begins, in bits from the start of the record. A whole number of bytes unless it is a bit-field;
    /// bits of a byte count from the least significant. Computed when the record is completed.
    pub bit_offset: u64,
    pub span: Span,
}

impl Field {
    /// For what is not a bit-field.
    pub fn byte_offset(&self) -> u64 {
        self.bit_offset / 8
    }
    pub fn is_bit_field(&self) -> bool {
        self.bits.is_some()
    }
}

/// Layout attributes of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecordAttributes {
    pub packed: bool,
    /// `aligned(n)`: at least this.
    pub aligned: Option<u64>,
    /// `#pragma pack(n)`: at most this for each member.
    pub pack: Option<u64>,
    /// `transparent_union`.
    pub transparent: bool,
}

/// What is known of a record once its members are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Members {
    pub fields: Vec<Field>,
    pub attributes: RecordAttributes,
    /// Bytes, with padding at the end; without the elements of a flexible array member.
    pub size: u64,
    pub alignment: u64,
    /// The last field is a flexible array member (`[]`, or GNU `[0]` is not one: it has a known length).
    pub flexible: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<Arc<str>>,
    /// The first typedef name of a record without a tag.
    pub alias: Option<Arc<str>>,
    pub span: Span,
    /// None: incomplete.
    pub members: Option<Members>,
}

impl Record {
    pub fn fields(&self) -> &[Field] {
        self.members.as_ref().map_or(&[], |m| &m.fields)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration {
    pub tag: Option<Arc<str>>,
    pub alias: Option<Arc<str>>,
    pub span: Span,
    /// None: incomplete (only declared).
    pub members: Option<EnumMembers>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumMembers {
    pub constants: Vec<(Arc<str>, BigInt)>,
    /// The integer type with the same values.
    pub underlying: Integer,
}

/// All types of a program; every translation unit adds to the same table.
#[derive(Clone, Debug)]
pub struct Types {
    pub target: Target,
    table: Table<TypeId, TypeKind>,
    interned: FxHashMap<TypeKind, TypeId>,
    pub records: Table<RecordId, Record>,
    pub enums: Table<EnumId, Enumeration>,
}

impl Types {
    pub fn new(model: DataModel) -> Self {
        Self {
            target: Target::new(model),
            table: Table::new(),
            interned: FxHashMap::default(),
            records: Table::new(),
            enums: Table::new(),
        }
    }
    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        if let Some(&id) = self.interned.get(&kind) {
            return id;
        }
        let id = self.table.push(kind.clone());
        self.interned.insert(kind, id);
        id
    }
    pub fn kind(&self, id: TypeId) -> &TypeKind {
        &self.table[id]
    }
    pub fn len(&self) -> usize {
        self.table.len()
    }
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        self.table.ids()
    }

    pub fn void(&mut self) -> TypeId {
        self.intern(TypeKind::Void)
    }
    pub fn bool(&mut self) -> TypeId {
        self.intern(TypeKind::Bool)
    }
    pub fn int(&mut self) -> TypeId {
        self.integer(Integer::Int)
    }
    pub fn integer(&mut self, integer: Integer) -> TypeId {
        self.intern(TypeKind::Integer(integer))
    }
    pub fn float(&mut self, float: Float) -> TypeId {
        self.intern(TypeKind::Float(float))
    }
    pub fn error(&mut self) -> TypeId {
        self.intern(TypeKind::Error)
    }
    pub fn pointer(&mut self, pointee: Qualified) -> TypeId {
        self.intern(TypeKind::Pointer(pointee))
    }
    pub fn pointer_to(&mut self, pointee: TypeId) -> TypeId {
        self.pointer(Qualified::plain(pointee))
    }
    pub fn array(&mut self, element: Qualified, length: ArrayLength) -> TypeId {
        self.intern(TypeKind::Array(element, length))
    }
    pub fn function(&mut self, function: FunctionType) -> TypeId {
        self.intern(TypeKind::Function(Arc::new(function)))
    }
    pub fn size_type(&mut self) -> TypeId {
        let integer = self.target.size_integer();
        self.integer(integer)
    }
    pub fn difference_type(&mut self) -> TypeId {
        let integer = self.target.difference_integer();
        self.integer(integer)
    }

    pub fn is_error(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Error)
    }
    pub fn is_void(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Void)
    }
    pub fn is_bool(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Bool)
    }
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Pointer(_))
    }
    pub fn is_array(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Array(..))
    }
    pub fn is_function(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Function(_))
    }
    pub fn is_record(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Record(_))
    }
    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Float(_))
    }
    /// `_Bool`, the integers and the enumerations.
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Bool | TypeKind::Integer(_) | TypeKind::Enum(_))
    }
    /// Integers and real floats.
    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_integer(id) || self.is_float(id)
    }
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.is_pointer(id)
    }
    pub fn pointee(&self, id: TypeId) -> Option<Qualified> {
        match self.kind(id) {
            TypeKind::Pointer(pointee) => Some(*pointee),
            _ => None,
        }
    }
    /// Element and length of an array.
    pub fn array_parts(&self, id: TypeId) -> Option<(Qualified, ArrayLength)> {
        match self.kind(id) {
            TypeKind::Array(element, length) => Some((*element, *length)),
            _ => None,
        }
    }
    pub fn function_type(&self, id: TypeId) -> Option<&Arc<FunctionType>> {
        match self.kind(id) {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }
    pub fn record_of(&self, id: TypeId) -> Option<RecordId> {
        match self.kind(id) {
            TypeKind::Record(record) => Some(*record),
            _ => None,
        }
    }
    /// The type at the bottom of nested arrays.
    pub fn innermost_element(&self, mut ty: Qualified) -> Qualified {
        while let TypeKind::Array(element, _) = self.kind(ty.ty) {
            ty = *element;
        }
        ty
    }
    /// Whether the type, or an array in it, has a length known only at run time.
    pub fn is_variably_modified(&self, id: TypeId) -> bool {
        match self.kind(id) {
            TypeKind::Array(_, ArrayLength::Variable(_) | ArrayLength::Star) => true,
            TypeKind::Array(element, _) => self.is_variably_modified(element.ty),
            TypeKind::Pointer(pointee) => self.is_variably_modified(pointee.ty),
            _ => false,
        }
    }
    /// A variable-length array: its own size is known only at run time.
    pub fn is_variable_length(&self, id: TypeId) -> bool {
        match self.kind(id) {
            TypeKind::Array(_, ArrayLength::Variable(_) | ArrayLength::Star) => true,
            TypeKind::Array(element, _) => self.is_variable_length(element.ty),
            _ => false,
        }
    }
    /// Whether objects of the type can exist: its size is known, if only at run time.
    pub fn is_complete(&self, id: TypeId) -> bool {
        match self.kind(id) {
            TypeKind::Void | TypeKind::Function(_) => false,
            TypeKind::Array(_, ArrayLength::Unknown) => false,
            TypeKind::Array(element, _) => self.is_complete(element.ty),
            TypeKind::Record(record) => self.records[*record].members.is_some(),
            TypeKind::Enum(id) => self.enums[*id].members.is_some(),
            _ => true,
        }
    }
    /// Adds qualifiers; those of an array go to its elements.
    pub fn qualify(&mut self, ty: Qualified, qualifiers: Qualifiers) -> Qualified {
        if qualifiers == Qualifiers::NONE {
            return ty;
        }
        match *self.kind(ty.ty) {
            TypeKind::Array(element, length) => {
                let element = self.qualify(element, qualifiers);
                Qualified::new(self.array(element, length), ty.qualifiers)
            }
            _ => Qualified::new(ty.ty, ty.qualifiers.union(qualifiers)),
        }
    }
    /// The members of a complete record type.
    pub fn members(&self, id: TypeId) -> Option<&Members> {
        self.records[self.record_of(id)?].members.as_ref()
    }
    /// The way to a member by name: through anonymous structures and unions, so maybe several steps.
    pub fn find_member(&self, record: RecordId, name: &str) -> Option<Vec<usize>> {
        let fields = self.records[record].fields();
        if let Some(index) = fields.iter().position(|f| f.name.as_deref() == Some(name)) {
            return Some(vec![index]);
        }
        fields.iter().enumerate().find_map(|(index, field)| {
            if field.name.is_some() {
                return None;
            }
            let mut path = self.find_member(self.record_of(field.ty.ty)?, name)?;
            path.insert(0, index);
            Some(path)
        })
    }
}
