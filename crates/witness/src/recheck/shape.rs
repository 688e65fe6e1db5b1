//! Values as terms. A value of a type is a list of *leaves*: one term per scalar in it.
//!
//! | type | leaves |
//! | --- | --- |
//! | Boolean, machine integer, float, mathematical number | one term of the matching sort |
//! | pointer | the number of its object (64 bits, 0 for none) and its offset (64 bits) |
//! | record | those of its components, one after the other |
//! | array | those of its element, each an array of that sort |
//! | union | none: what is in it is not known |
//!
//! What an array holds at indices that do not exist (see [`TypeKind::Array`]) is never looked at: every read asks
//! whether the index exists, and equality compares only existing ones.

use super::Refusal;
use cairn_ir::{Projection, TypeId, TypeKind, Types};
use cairn_term::{SortId, TermId, Terms};
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

pub type Leaves = SmallVec<[TermId; 2]>;

/// Values with more leaves are not followed.
const MAX_LEAVES: usize = 1 << 12;
/// Arrays of up to so many elements are compared element by element.
const COMPARED: u64 = 256;
/// Types nested deeper are not followed (functions here recurse over types).
const MAX_DEPTH: u32 = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    Bool,
    Int(u32),
    Float(cairn_term::FloatFormat),
    MathInt,
    Real,
    /// The number of a pointer's object.
    Object,
    /// The offset of a pointer.
    Offset,
}

#[derive(Clone, Debug)]
pub struct Leaf {
    pub scalar: Scalar,
    /// The sort of the leaf: that of the scalar below the arrays around it.
    pub sort: SortId,
}

/// The leaves of all types met so far.
#[derive(Default)]
pub struct Shapes {
    known: FxHashMap<TypeId, Rc<[Leaf]>>,
}

pub fn float_format(format: cairn_ir::FloatFormat) -> cairn_term::FloatFormat {
    cairn_term::FloatFormat { exponent: format.exponent_bits(), significand: format.significand_bits() }
}

fn scalar_sort(terms: &mut Terms, scalar: Scalar) -> SortId {
    match scalar {
        Scalar::Bool => terms.bool_sort(),
        Scalar::Int(width) => terms.bv_sort(width),
        Scalar::Float(format) => terms.float_sort(format),
        Scalar::MathInt => terms.int_sort(),
        Scalar::Real => terms.real_sort(),
        Scalar::Object | Scalar::Offset => terms.bv_sort(64),
    }
}

impl Shapes {
    pub fn leaves(&mut self, types: &Types, terms: &mut Terms, ty: TypeId) -> Result<Rc<[Leaf]>, Refusal> {
        self.leaves_within(types, terms, ty, 0)
    }
    fn leaves_within(
        &mut self,
        types: &Types,
        terms: &mut Terms,
        ty: TypeId,
        depth: u32,
    ) -> Result<Rc<[Leaf]>, Refusal> {
        if let Some(known) = self.known.get(&ty) {
            return Ok(known.clone());
        }
        let too_large = || Refusal::CannotFollow("a value of too many parts".into());
        if depth > MAX_DEPTH {
            return Err(too_large());
        }
        let mut leaves = Vec::new();
        match types.kind(ty) {
            TypeKind::Bool => leaves.push(Scalar::Bool),
            TypeKind::Int(width) if (1..=cairn_ir::Layout::MAX_WIDTH).contains(width) => {
                leaves.push(Scalar::Int(*width));
            }
            TypeKind::Int(_) => return Err(Refusal::CannotFollow("an integer of no width".into())),
            TypeKind::Float(format) => leaves.push(Scalar::Float(float_format(*format))),
            TypeKind::MathInt => leaves.push(Scalar::MathInt),
            TypeKind::Real => leaves.push(Scalar::Real),
            TypeKind::Pointer => leaves.extend([Scalar::Object, Scalar::Offset]),
            TypeKind::Union(_) => {}
            TypeKind::Record(record) => {
                let mut all = Vec::new();
                for field in &record.fields {
                    all.extend(self.leaves_within(types, terms, field.ty, depth + 1)?.iter().cloned());
                    if all.len() > MAX_LEAVES {
                        return Err(too_large());
                    }
                }
                return Ok(self.remember(ty, all));
            }
            TypeKind::Array { index, element, .. } => {
                let inner = self.leaves_within(types, terms, *element, depth + 1)?;
                let index = self.leaves_within(types, terms, *index, depth + 1)?[0].sort;
                let lift = |leaf: &Leaf| Leaf { scalar: leaf.scalar, sort: terms.array_sort(index, leaf.sort) };
                let all = inner.iter().map(lift).collect();
                return Ok(self.remember(ty, all));
            }
        }
        let plain = leaves.into_iter().map(|scalar| Leaf { scalar, sort: scalar_sort(terms, scalar) }).collect();
        Ok(self.remember(ty, plain))
    }
    fn remember(&mut self, ty: TypeId, leaves: Vec<Leaf>) -> Rc<[Leaf]> {
        let leaves: Rc<[Leaf]> = leaves.into();
        self.known.insert(ty, leaves.clone());
        leaves
    }
}

/// The zero of a sort; of an array, zero everywhere.
pub fn zero_of(terms: &mut Terms, sort: SortId) -> TermId {
    use cairn_term::Sort;
    match *terms.sort_data(sort) {
        Sort::Bool => terms.ff(),
        Sort::BitVec(width) => terms.bv_u64(width, 0),
        Sort::Float(format) => terms.float_const(format, cairn_term::BvValue::zero(format.width())),
        Sort::Array { element, .. } => {
            let zero = zero_of(terms, element);
            terms.const_array(sort, zero)
        }
        Sort::Real => terms.real_const(num_rational::BigRational::zero()),
        Sort::Int => terms.int_const(BigInt::zero()),
        Sort::RoundingMode => terms.rm_const(cairn_term::RoundingMode::NearestEven),
    }
}

/// Where the leaves of a component begin and end among those of its record.
pub struct Range {
    pub start: usize,
    pub end: usize,
    pub ty: TypeId,
}

/// A program's types with the terms of their values.
pub struct Values<'p> {
    pub types: &'p Types,
    pub terms: Terms,
    shapes: Shapes,
}

impl<'p> Values<'p> {
    pub fn new(types: &'p Types) -> Self {
        Self { types, terms: Terms::new(), shapes: Shapes::default() }
    }
    pub fn leaves(&mut self, ty: TypeId) -> Result<Rc<[Leaf]>, Refusal> {
        self.shapes.leaves(self.types, &mut self.terms, ty)
    }
    pub fn zero(&mut self, ty: TypeId) -> Result<Leaves, Refusal> {
        let leaves = self.leaves(ty)?;
        Ok(leaves.iter().map(|leaf| zero_of(&mut self.terms, leaf.sort)).collect())
    }
    /// Any value at all, pointers to any object too.
    pub fn any(&mut self, ty: TypeId, name: &str) -> Result<Leaves, Refusal> {
        let leaves = self.leaves(ty)?;
        Ok(leaves.iter().map(|leaf| self.terms.fresh_symbol(name, leaf.sort)).collect())
    }
    /// Any input: pointers in it point to no object.
    pub fn input(&mut self, ty: TypeId, name: &str) -> Result<Leaves, Refusal> {
        let leaves = self.leaves(ty)?;
        let one = |leaf: &Leaf| match leaf.scalar {
            Scalar::Object => zero_of(&mut self.terms, leaf.sort),
            _ => self.terms.fresh_symbol(name, leaf.sort),
        };
        Ok(leaves.iter().map(one).collect())
    }

    pub fn field(&mut self, record: TypeId, n: u32) -> Result<Range, Refusal> {
        let TypeKind::Record(shape) = self.types.kind(record) else { return Err(no_such_part()) };
        let field = shape.fields.get(n as usize).ok_or_else(no_such_part)?;
        let mut start = 0;
        for before in &shape.fields[..n as usize] {
            start += self.leaves(before.ty)?.len();
        }
        Ok(Range { start, end: start + self.leaves(field.ty)?.len(), ty: field.ty })
    }
    /// The leaves that an assignment along a path may change. Those of an element are where those of its array are.
    pub fn range(&mut self, ty: TypeId, path: &[Projection]) -> Result<Range, Refusal> {
        let mut range = Range { start: 0, end: self.leaves(ty)?.len(), ty };
        for step in path {
            match step {
                Projection::Index(_) => range.ty = self.array(range.ty)?.0,
                Projection::Field(n) => {
                    let inner = self.field(range.ty, *n)?;
                    let start = range.start + inner.start;
                    range = Range { start, end: start + (inner.end - inner.start), ty: inner.ty };
                }
                // A union has no leaves.
                Projection::Member(_) => return Ok(Range { end: range.start, ..range }),
            }
        }
        Ok(range)
    }
    /// The length (if it has one) and element type of an array.
    pub fn array(&self, ty: TypeId) -> Result<(TypeId, Option<u64>), Refusal> {
        match self.types.kind(ty) {
            TypeKind::Array { element, length, .. } => Ok((*element, *length)),
            _ => Err(no_such_part()),
        }
    }
    /// Whether an index exists in an array of a length. Machine integers are unsigned.
    pub fn exists(&mut self, index: TermId, length: Option<u64>) -> TermId {
        let Some(length) = length else { return self.terms.tt() };
        match self.terms.sort_data_of(index) {
            cairn_term::Sort::BitVec(width) => {
                if width < 64 && length >> width != 0 {
                    return self.terms.tt();
                }
                let limit = self.terms.bv_u64(width, length);
                self.terms.bv_ult(index, limit)
            }
            _ => {
                let (zero, limit) = (self.terms.int_i64(0), self.terms.int_const(BigInt::from(length)));
                let (above, below) = (self.terms.le(zero, index), self.terms.lt(index, limit));
                self.terms.and(above, below)
            }
        }
    }
    /// An element; the zero value where there is none.
    pub fn element(&mut self, array: &Leaves, ty: TypeId, index: TermId) -> Result<Leaves, Refusal> {
        let (element, length) = self.array(ty)?;
        let exists = self.exists(index, length);
        let zero = self.zero(element)?;
        let read = self.read(array, index);
        Ok(self.choose(exists, &read, &zero))
    }
    /// What is at an index, whether it exists or not.
    fn read(&mut self, array: &Leaves, index: TermId) -> Leaves {
        array.iter().map(|leaf| self.terms.select(*leaf, index)).collect()
    }
    /// With one element changed, if it exists.
    pub fn with_element(&mut self, array: &Leaves, ty: TypeId, index: TermId, new: &Leaves) -> Result<Leaves, Refusal> {
        let (_, length) = self.array(ty)?;
        let exists = self.exists(index, length);
        let pairs = array.iter().zip(new);
        let changed: Leaves = pairs.map(|(leaf, new)| self.terms.store(*leaf, index, *new)).collect();
        Ok(self.choose(exists, &changed, array))
    }
    pub fn choose(&mut self, condition: TermId, then: &Leaves, otherwise: &Leaves) -> Leaves {
        then.iter().zip(otherwise).map(|(a, b)| self.terms.ite(condition, *a, *b)).collect()
    }

    /// A component along a path.
    pub fn part(&mut self, value: &Leaves, ty: TypeId, path: &[Step]) -> Result<Leaves, Refusal> {
        let (mut value, mut at) = (value.clone(), ty);
        for step in path {
            match step {
                Step::Index(index) => {
                    value = self.element(&value, at, *index)?;
                    at = self.array(at)?.0;
                }
                Step::Field(n) => {
                    let range = self.field(at, *n)?;
                    value = value[range.start..range.end].into();
                    at = range.ty;
                }
            }
        }
        Ok(value)
    }
    /// With the component along a path changed; unchanged if an index on the way does not exist.
    pub fn with_part(&mut self, value: &Leaves, ty: TypeId, path: &[Step], new: &Leaves) -> Result<Leaves, Refusal> {
        let Some((step, rest)) = path.split_first() else { return Ok(new.clone()) };
        match step {
            Step::Index(index) => {
                let (element, _) = self.array(ty)?;
                let old = self.read(value, *index);
                let changed = self.with_part(&old, element, rest, new)?;
                self.with_element(value, ty, *index, &changed)
            }
            Step::Field(n) => {
                let range = self.field(ty, *n)?;
                let old = value[range.start..range.end].into();
                let changed = self.with_part(&old, range.ty, rest, new)?;
                let mut result = value.clone();
                result[range.start..range.end].copy_from_slice(&changed);
                Ok(result)
            }
        }
    }

    /// Whether two values are the same; none if that cannot be said in terms.
    pub fn equal(&mut self, ty: TypeId, a: &Leaves, b: &Leaves) -> Result<Option<TermId>, Refusal> {
        let types = self.types;
        match types.kind(ty) {
            TypeKind::Union(_) => Ok(None),
            TypeKind::Record(record) => {
                let mut all = self.terms.tt();
                for (n, _) in record.fields.iter().enumerate() {
                    let range = self.field(ty, n as u32)?;
                    let (x, y) = (a[range.start..range.end].into(), b[range.start..range.end].into());
                    let Some(same) = self.equal(range.ty, &x, &y)? else { return Ok(None) };
                    all = self.terms.and(all, same);
                }
                Ok(Some(all))
            }
            TypeKind::Array { index, element, length } => self.equal_arrays(*index, *element, *length, a, b),
            _ => Ok(Some(self.equal_leaves(a, b))),
        }
    }
    fn equal_leaves(&mut self, a: &Leaves, b: &Leaves) -> TermId {
        let mut all = self.terms.tt();
        for (x, y) in a.iter().zip(b) {
            let same = self.terms.eq(*x, *y);
            all = self.terms.and(all, same);
        }
        all
    }
    fn equal_arrays(
        &mut self,
        index: TypeId,
        element: TypeId,
        length: Option<u64>,
        a: &Leaves,
        b: &Leaves,
    ) -> Result<Option<TermId>, Refusal> {
        let width = self.types.int_width(index);
        let whole = match (length, width) {
            (Some(n), Some(width)) => width < 64 && n >> width != 0,
            (Some(_), None) => false,
            (None, _) => true,
        };
        // Arrays are the same terms exactly if they agree everywhere: also where nothing exists, unless
        // everything does.
        if whole && self.is_plain(element) {
            return Ok(Some(self.equal_leaves(a, b)));
        }
        let Some(n) = length.filter(|n| *n <= COMPARED) else { return Ok(None) };
        let mut all = self.terms.tt();
        for i in 0..n {
            let at = match width {
                Some(width) if width < 64 && i >> width != 0 => break,
                Some(width) => self.terms.bv_u64(width, i),
                None => self.terms.int_const(BigInt::from(i)),
            };
            let (x, y) = (self.read(a, at), self.read(b, at));
            let Some(same) = self.equal(element, &x, &y)? else { return Ok(None) };
            all = self.terms.and(all, same);
        }
        Ok(Some(all))
    }
    /// Whether every value is one term per scalar, with nothing in it that does not count.
    fn is_plain(&self, ty: TypeId) -> bool {
        !matches!(self.types.kind(ty), TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Union(_))
    }
}

/// One step of a path into a value, indices as terms.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Index(TermId),
    Field(u32),
}

pub fn no_such_part() -> Refusal {
    Refusal::CannotFollow("a component that its type does not have".into())
}
