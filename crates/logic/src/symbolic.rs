//! Symbolic values: what a cell of the state holds.
//!
//! Scalars are terms. Records are kept by component, small arrays by element, and large ones as array
//! terms with the elements at constant indices remembered beside them, so that constant accesses never
//! reach the array theory. Pointers are an object number and an offset that keeps its shape
//! (`constant + Σ index · stride`), so that a dereference finds its element without division.
//!
//! A value has no type of its own; whoever handles it knows the type, and passes it along.

use crate::persistent::PersistentMap;
use cairn_ir::{TypeId, TypeKind, Types};
use cairn_passes::scalars;
use cairn_term::{SortId, TermId, Terms};
use smallvec::SmallVec;
use std::rc::Rc;

/// Bits of an object number.
pub const OBJECT_BITS: u32 = 32;
/// Bits of an offset.
pub const OFFSET_BITS: u32 = 64;
/// Arrays whose scalars number at most this many are kept by element: a symbolic access then costs as
/// many multiplexers, which the SAT solver handles better than array lemmas.
const EXPLICIT_LEAVES: u64 = 256;

#[derive(Clone)]
pub enum Sym {
    Scalar(TermId),
    Pointer(PointerSym),
    Record(Rc<Vec<Sym>>),
    Array(ArraySym),
    /// The bytes of a union.
    Union(Rc<Vec<ByteSym>>),
}

/// Object 0 is no object.
#[derive(Clone, PartialEq, Eq)]
pub struct PointerSym {
    pub object: TermId,
    pub offset: Offsets,
}

/// Where a pointer points to within its object. Places in different objects have nothing to do with each
/// other, so they are kept apart: a choice between `&root` and `&nodes[i].left` leaves each its shape.
#[derive(Clone, PartialEq, Eq)]
pub enum Offsets {
    /// The same in every object.
    Same(Offset),
    /// By object, in the order of their numbers: all of the pointer's value set, "no object" among them.
    Each(Rc<[(u32, Offset)]>),
}

impl Offsets {
    pub fn constant(constant: i64) -> Self {
        Offsets::Same(Offset::constant(constant))
    }
    /// Changes the offset in every object.
    pub fn map(&self, mut change: impl FnMut(&Offset) -> Offset) -> Self {
        match self {
            Offsets::Same(offset) => Offsets::Same(change(offset)),
            Offsets::Each(list) => Offsets::Each(list.iter().map(|(n, offset)| (*n, change(offset))).collect()),
        }
    }
    pub fn all(&self, mut holds: impl FnMut(&Offset) -> bool) -> bool {
        match self {
            Offsets::Same(offset) => holds(offset),
            Offsets::Each(list) => list.iter().all(|(_, offset)| holds(offset)),
        }
    }
}

/// `constant + Σ index · stride`, in bytes. For pointers to objects the sum and every partial sum lie
/// within `Pointer::MAX_OFFSET` of zero (see `Binary::PointerAdd`), so nothing wraps.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Offset {
    pub constant: i64,
    pub parts: SmallVec<[(TermId, u64); 1]>,
}

impl Offset {
    pub fn constant(constant: i64) -> Self {
        Self { constant, parts: SmallVec::new() }
    }
    pub fn as_constant(&self) -> Option<i64> {
        self.parts.is_empty().then_some(self.constant)
    }
    pub fn plus(&self, other: &Offset) -> Offset {
        let parts = self.parts.iter().chain(&other.parts).copied().collect();
        Offset { constant: self.constant.wrapping_add(other.constant), parts }
    }
}

#[derive(Clone)]
pub enum ArraySym {
    /// Every element is present.
    Explicit(PersistentMap<Sym>),
    Theory(TheoryArray),
}

/// An array as terms: one array term per column of the element type (see [`Shapes::columns`]).
#[derive(Clone)]
pub struct TheoryArray {
    pub columns: Rc<Vec<TermId>>,
    /// Elements at constant indices that are known. They override the columns.
    pub known: PersistentMap<Sym>,
    /// Which of the known elements the columns do not have yet.
    pub unsaved: PersistentMap<()>,
}

/// One byte of memory.
#[derive(Clone)]
pub enum ByteSym {
    Plain(TermId),
    /// A byte of a pointer, so that copying bytes copies the pointer. Where the pointer has no object it
    /// is the plain byte of its number, as in `cairn_ir::layout`.
    Part(Rc<PointerSym>, u8),
    /// One or the other by a condition; kept apart because the two are of different kinds.
    Choice(TermId, Rc<ByteSym>, Rc<ByteSym>),
    /// A byte of a float that may be a NaN, by its place in memory. The terms have one NaN, processors have many: what
    /// its sign and fraction are is not known, but copying all bytes copies the float.
    OfFloat {
        number: TermId,
        part: u8,
    },
    /// Behind the ten bytes of an 80-bit float: holds nothing.
    Unused,
}

impl ByteSym {
    pub fn may_be_of_pointer(&self) -> bool {
        match self {
            ByteSym::Part(..) => true,
            ByteSym::Choice(_, a, b) => a.may_be_of_pointer() || b.may_be_of_pointer(),
            ByteSym::Plain(_) | ByteSym::OfFloat { .. } | ByteSym::Unused => false,
        }
    }
    /// Whether both are the same byte of the same number.
    pub fn is_number_like(&self, other: &ByteSym) -> bool {
        match (self, other) {
            (ByteSym::Plain(a), ByteSym::Plain(b)) => a == b,
            (ByteSym::OfFloat { number: a, part: i }, ByteSym::OfFloat { number: b, part: j }) => (a, i) == (b, j),
            _ => false,
        }
    }
}

impl Sym {
    /// The term of a scalar. Callers know the type; a mistake is a bug and caught as such.
    pub fn scalar(&self) -> TermId {
        match self {
            Sym::Scalar(term) => *term,
            _ => panic!("a scalar was expected"),
        }
    }
    pub fn pointer(&self) -> &PointerSym {
        match self {
            Sym::Pointer(pointer) => pointer,
            _ => panic!("a pointer was expected"),
        }
    }
    pub fn record(&self) -> &Rc<Vec<Sym>> {
        match self {
            Sym::Record(items) => items,
            _ => panic!("a record was expected"),
        }
    }
    pub fn array(&self) -> &ArraySym {
        match self {
            Sym::Array(array) => array,
            _ => panic!("an array was expected"),
        }
    }
    pub fn union(&self) -> &Rc<Vec<ByteSym>> {
        match self {
            Sym::Union(bytes) => bytes,
            _ => panic!("a union was expected"),
        }
    }
}

/// How terms represent types.
pub struct Shapes {
    pub types: Rc<Types>,
}

impl Shapes {
    /// The sort of a scalar type; none for the others.
    pub fn scalar_sort(&self, terms: &mut Terms, ty: TypeId) -> Option<SortId> {
        scalars::sort(terms, self.types.kind(ty))
    }
    /// The sorts of the terms that together represent a value of the type when it is an element of an
    /// array term: records by component, an inner array as array terms, a pointer as object and offset
    /// side by side, a union by byte (8 bits plain).
    pub fn columns(&self, terms: &mut Terms, ty: TypeId) -> Vec<SortId> {
        if let Some(sort) = self.scalar_sort(terms, ty) {
            return vec![sort];
        }
        match self.types.kind(ty) {
            TypeKind::Pointer => vec![terms.bv_sort(OBJECT_BITS + OFFSET_BITS)],
            TypeKind::Record(record) => record.fields.iter().flat_map(|f| self.columns(terms, f.ty)).collect(),
            TypeKind::Union(union) => vec![terms.bv_sort(8); union.size as usize],
            TypeKind::Array { index, element, .. } => {
                let index = self.scalar_sort(terms, *index).expect("indices are integers");
                let columns = self.columns(terms, *element);
                columns.into_iter().map(|column| terms.array_sort(index, column)).collect()
            }
            _ => unreachable!("scalars are done"),
        }
    }
    /// How many scalars a value has, saturating; arrays without a length have too many.
    pub fn leaves(&self, ty: TypeId) -> u64 {
        match self.types.kind(ty) {
            TypeKind::Array { length: None, .. } => u64::MAX,
            // Elements without components count too: there may be very many.
            TypeKind::Array { element, length: Some(n), .. } => {
                self.leaves(*element).max(1).saturating_mul((*n).max(1))
            }
            TypeKind::Record(record) => record.fields.iter().fold(0, |n, f| self.leaves(f.ty).saturating_add(n)),
            TypeKind::Union(union) => union.size,
            _ => 1,
        }
    }
    /// Whether a value of this array type is kept by element.
    pub fn is_explicit(&self, ty: TypeId) -> bool {
        matches!(self.types.kind(ty), TypeKind::Array { length: Some(_), .. }) && self.leaves(ty) <= EXPLICIT_LEAVES
    }
    pub fn array_parts(&self, ty: TypeId) -> (TypeId, TypeId, Option<u64>) {
        match self.types.kind(ty) {
            TypeKind::Array { index, element, length } => (*index, *element, *length),
            _ => panic!("an array type was expected"),
        }
    }
    /// Whether a value of the type contains pointers.
    pub fn has_pointers(&self, ty: TypeId) -> bool {
        match self.types.kind(ty) {
            TypeKind::Pointer => true,
            TypeKind::Array { element, .. } => self.has_pointers(*element),
            TypeKind::Record(r) | TypeKind::Union(r) => r.fields.iter().any(|f| self.has_pointers(f.ty)),
            _ => false,
        }
    }
}
