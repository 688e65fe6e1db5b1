//! Which terms a value has at places: its shape, the same at all of them.
//!
//! Shapes are found by executing segments until none grows any more. A pointer is a choice among the objects it was seen to
//! point to, at a constant offset or at multiples of a stride; so dereferences stay choices among few objects, and a
//! pointer that always points to the same place needs no state variable at all.

use crate::machine::Machine;
use crate::persistent::PersistentMap;
use crate::symbolic::{ArraySym, ByteSym, OBJECT_BITS, OFFSET_BITS, Offset, Offsets, PointerSym, Sym, TheoryArray};
use cairn_ir::{TypeId, TypeKind};
use cairn_passes::horn::Step;
use cairn_term::{SortId, TermId};
use num_integer::Integer;
use smallvec::smallvec;
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Scalar,
    Pointer {
        /// None: any.
        objects: Option<BTreeSet<u32>>,
        offset: OffsetShape,
    },
    Record(Vec<Shape>),
    /// A small array, by element.
    Elements(Vec<Shape>),
    /// An array as array terms.
    Columns,
    Bytes(usize),
}

/// `remainder + n · stride`; with a stride of 0 it is constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OffsetShape {
    pub remainder: i64,
    pub stride: u64,
}

impl OffsetShape {
    fn of(offset: &Offset) -> Self {
        let stride = offset.parts.iter().fold(0u64, |stride, (_, step)| stride.gcd(step));
        Self { remainder: offset.constant, stride }.reduced()
    }
    fn join(self, other: Self) -> Self {
        let apart = self.remainder.wrapping_sub(other.remainder).unsigned_abs();
        Self { remainder: self.remainder, stride: self.stride.gcd(&other.stride).gcd(&apart) }.reduced()
    }
    fn reduced(mut self) -> Self {
        // A stride that is no number of bytes of an object is not worth keeping.
        if self.stride > i64::MAX as u64 {
            self.stride = 1;
        }
        if self.stride > 0 {
            self.remainder = self.remainder.mod_floor(&(self.stride as i64));
        }
        self
    }
}

impl Shape {
    /// A shape for both; none if there is none.
    pub fn join(&self, other: &Shape) -> Option<Shape> {
        Some(match (self, other) {
            (Shape::Scalar, Shape::Scalar) => Shape::Scalar,
            (Shape::Pointer { objects: a, offset: x }, Shape::Pointer { objects: b, offset: y }) => {
                let objects = a.as_ref().zip(b.as_ref()).map(|(a, b)| a.union(b).copied().collect());
                Shape::Pointer { objects, offset: x.join(*y) }
            }
            (Shape::Record(a), Shape::Record(b)) => Shape::Record(join_all(a, b)?),
            (Shape::Elements(a), Shape::Elements(b)) if a.len() == b.len() => Shape::Elements(join_all(a, b)?),
            (Shape::Elements(_) | Shape::Columns, Shape::Elements(_) | Shape::Columns) => Shape::Columns,
            (Shape::Bytes(n), _) | (_, Shape::Bytes(n)) => Shape::Bytes(*n),
            _ => return None,
        })
    }
}

fn join_all(a: &[Shape], b: &[Shape]) -> Option<Vec<Shape>> {
    a.iter().zip(b).map(|(a, b)| a.join(b)).collect()
}

impl Machine<'_> {
    pub(super) fn shape_of(&mut self, sym: &Sym) -> Shape {
        match sym {
            Sym::Scalar(_) => Shape::Scalar,
            Sym::Pointer(pointer) => {
                let objects = self.objects_of(pointer.object).map(|set| set.iter().copied().collect());
                let mut shape: Option<OffsetShape> = None;
                pointer.offset.all(|offset| {
                    let own = OffsetShape::of(offset);
                    shape = Some(shape.map_or(own, |known| known.join(own)));
                    true
                });
                Shape::Pointer { objects, offset: shape.unwrap_or(OffsetShape { remainder: 0, stride: 1 }) }
            }
            Sym::Record(items) => Shape::Record(items.iter().map(|item| self.shape_of(item)).collect()),
            Sym::Array(ArraySym::Explicit(items)) => {
                Shape::Elements(items.entries().iter().map(|(_, item)| self.shape_of(item)).collect())
            }
            Sym::Array(ArraySym::Theory(_)) => Shape::Columns,
            Sym::Union(bytes) => Shape::Bytes(bytes.len()),
        }
    }

    /// The names and sorts of the terms of a shape.
    pub(super) fn shape_terms(&mut self, shape: &Shape, ty: TypeId, name: &str, found: &mut Vec<(String, SortId)>) {
        match shape {
            Shape::Scalar => {
                let sort = self.shapes().scalar_sort(&mut self.terms, ty).expect("a scalar");
                found.push((name.to_string(), sort));
            }
            Shape::Pointer { objects, offset } => {
                if objects.as_ref().is_none_or(|set| set.len() > 1) {
                    found.push((format!("{name}.object"), self.terms.bv_sort(OBJECT_BITS)));
                }
                if offset.stride > 0 {
                    found.push((format!("{name}.offset"), self.terms.bv_sort(OFFSET_BITS)));
                }
            }
            Shape::Record(items) => {
                let types = Rc::clone(&self.types);
                let TypeKind::Record(record) = types.kind(ty) else { unreachable!("a record") };
                for (item, field) in items.iter().zip(&record.fields) {
                    self.shape_terms(item, field.ty, &format!("{name}.{}", field.name), found);
                }
            }
            Shape::Elements(items) => {
                let (_, element, _) = self.shapes().array_parts(ty);
                for (i, item) in items.iter().enumerate() {
                    self.shape_terms(item, element, &format!("{name}.{i}"), found);
                }
            }
            Shape::Columns => {
                let sorts = self.shapes().columns(&mut self.terms, ty);
                let one = sorts.len() == 1;
                let named = |(i, sort)| (if one { name.to_string() } else { format!("{name}.column{i}") }, sort);
                found.extend(sorts.into_iter().enumerate().map(named));
            }
            Shape::Bytes(count) => {
                let sort = self.terms.bv_sort(8);
                found.extend((0..*count).map(|i| (format!("{name}.byte{i}"), sort)));
            }
        }
    }

    /// The ways from a value to the parts that the terms of its shape are, in the order of the terms; none for parts that no
    /// expression says.
    pub(super) fn shape_paths(
        &mut self,
        shape: &Shape,
        ty: TypeId,
        path: &mut Vec<Step>,
        found: &mut Vec<Option<Vec<Step>>>,
    ) {
        match shape {
            Shape::Scalar => found.push(Some(path.clone())),
            Shape::Record(items) => {
                let fields = self.field_types(ty);
                for ((n, item), field) in items.iter().enumerate().zip(fields) {
                    path.push(Step::Field(n as u32));
                    self.shape_paths(item, field, path, found);
                    path.pop();
                }
            }
            Shape::Elements(items) => {
                let (_, element, _) = self.shapes().array_parts(ty);
                for (n, item) in items.iter().enumerate() {
                    path.push(Step::Element(n as u64));
                    self.shape_paths(item, element, path, found);
                    path.pop();
                }
            }
            Shape::Pointer { .. } | Shape::Columns | Shape::Bytes(_) => {
                let mut terms = Vec::new();
                self.shape_terms(shape, ty, "", &mut terms);
                found.extend(terms.iter().map(|_| None));
            }
        }
    }

    /// A value of a shape, from its terms.
    pub(super) fn value_of_shape(
        &mut self,
        shape: &Shape,
        ty: TypeId,
        terms: &mut std::slice::Iter<'_, TermId>,
    ) -> Sym {
        let mut next = || *terms.next().expect("as many terms as the shape has");
        match shape {
            Shape::Scalar => Sym::Scalar(next()),
            Shape::Pointer { objects, offset } => {
                let object = match objects {
                    None => next(),
                    Some(set) => {
                        let chosen = (set.len() > 1).then(&mut next);
                        self.one_object_of(set, chosen)
                    }
                };
                let mut place = Offset::constant(offset.remainder);
                if offset.stride > 0 {
                    place.parts = smallvec![(next(), offset.stride)];
                }
                Sym::Pointer(PointerSym { object, offset: Offsets::Same(place) })
            }
            Shape::Record(items) => {
                let fields = self.field_types(ty);
                let items = items.iter().zip(fields).map(|(item, f)| self.value_of_shape(item, f, terms));
                Sym::Record(Rc::new(items.collect()))
            }
            Shape::Elements(items) => {
                let (_, element, _) = self.shapes().array_parts(ty);
                let mut elements = PersistentMap::new();
                for (i, item) in items.iter().enumerate() {
                    elements.insert(i as u64, self.value_of_shape(item, element, terms));
                }
                Sym::Array(ArraySym::Explicit(elements))
            }
            Shape::Columns => {
                let count = self.shapes().columns(&mut self.terms, ty).len();
                let columns: Vec<TermId> = (0..count).map(|_| next()).collect();
                let (known, unsaved) = (PersistentMap::new(), PersistentMap::new());
                Sym::Array(ArraySym::Theory(TheoryArray { columns: Rc::new(columns), known, unsaved }))
            }
            Shape::Bytes(count) => Sym::Union(Rc::new((0..*count).map(|_| ByteSym::Plain(next())).collect())),
        }
    }
    /// The object that a number stands for, as a choice among those it can be.
    fn one_object_of(&mut self, set: &BTreeSet<u32>, chosen: Option<TermId>) -> TermId {
        let mut numbers = set.iter().rev();
        let mut object = self.object_term(numbers.next().copied().unwrap_or(0));
        for (number, chosen) in numbers.zip(chosen.into_iter().cycle()) {
            let this = self.object_term(*number);
            let here = self.terms.eq(chosen, this);
            object = self.terms.ite(here, this, object);
        }
        object
    }

    /// The terms of a value in a shape that its own is part of. Bytes that have no number leave executions out.
    pub(super) fn terms_of_shape(&mut self, sym: &Sym, shape: &Shape, ty: TypeId, found: &mut Vec<TermId>) {
        match (shape, sym) {
            (Shape::Scalar, Sym::Scalar(term)) => found.push(*term),
            (Shape::Pointer { objects, offset }, Sym::Pointer(pointer)) => {
                if objects.as_ref().is_none_or(|set| set.len() > 1) {
                    found.push(pointer.object);
                }
                if offset.stride > 0 {
                    found.push(self.steps_of(pointer, *offset));
                }
            }
            (Shape::Record(shapes), Sym::Record(items)) => {
                let fields = self.field_types(ty);
                for ((shape, item), field) in shapes.iter().zip(items.iter()).zip(fields) {
                    self.terms_of_shape(item, shape, field, found);
                }
            }
            (Shape::Elements(shapes), Sym::Array(ArraySym::Explicit(items))) => {
                let (_, element, _) = self.shapes().array_parts(ty);
                for (shape, (_, item)) in shapes.iter().zip(items.entries()) {
                    self.terms_of_shape(&item, shape, element, found);
                }
            }
            (Shape::Bytes(_), _) => {
                let bytes = if let Sym::Union(bytes) = sym { bytes.to_vec() } else { self.encode(sym, ty) };
                for byte in &bytes {
                    let byte = self.plain_byte(byte);
                    found.push(byte);
                }
            }
            _ => {
                let columns = self.columns_of_value(sym, ty);
                found.extend(columns);
            }
        }
    }
    /// How many strides a pointer points from the remainder.
    fn steps_of(&mut self, pointer: &PointerSym, shape: OffsetShape) -> TermId {
        let steps = |machine: &mut Self, offset: &Offset| {
            let distance = Offset { constant: offset.constant - shape.remainder, parts: offset.parts.clone() };
            machine.index_in(&distance, shape.stride)
        };
        match &pointer.offset {
            Offsets::Same(offset) => steps(self, offset),
            Offsets::Each(list) => {
                let mut result: Option<TermId> = None;
                for (number, offset) in list.iter() {
                    let own = steps(self, offset);
                    let this = self.object_term(*number);
                    let here = self.terms.eq(pointer.object, this);
                    result = Some(result.map_or(own, |other| self.terms.ite(here, own, other)));
                }
                result.unwrap_or_else(|| self.terms.bv_u64(OFFSET_BITS, 0))
            }
        }
    }
}
