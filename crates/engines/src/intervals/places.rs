//! Places: components of abstract values, and loads and stores through pointers.
//!
//! A store through a pointer with one possible target, at one offset, replaces what is there; otherwise what may
//! be hit is joined with the new value. An access that does not fall on a component of the wanted type reads
//! anything, and makes the whole object anything: bytes are not tracked.

use super::arithmetic;
use super::integer::{IntSet, normal, signed_range};
use super::model::{Activation, CellKind, Model};
use super::pointer::{Cell, PointerSet};
use super::state::{Object, State};
use super::value::{self, Abs, Truth};
use cairn_ir::{Field, Place, PlaceBase, Projection, RecordType, TypeId, TypeKind};
use std::rc::Rc;

/// A step into an abstract value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// One of these elements (all of them, in a summary).
    Element(u64, u64),
    Field(usize),
}

/// Where a place is in a value or object.
struct Found {
    steps: Vec<Step>,
    /// There may be no such component: an index lies outside.
    inside: Truth,
}

fn index_range(index: &Abs) -> (i128, i128) {
    match index {
        Abs::Int(set) => set.unsigned(),
        Abs::Math(set) => (set.low.unwrap_or(i128::MIN), set.high.unwrap_or(i128::MAX)),
        _ => (i128::MIN, i128::MAX),
    }
}
fn clipped((low, high): (i128, i128), length: Option<u64>) -> (Step, Truth) {
    let last = length.map_or(i128::from(u64::MAX), |n| i128::from(n) - 1);
    let element = |at: i128| at.clamp(0, last.max(0)) as u64;
    let step = Step::Element(element(low), element(high));
    let inside = match length {
        None => Truth::True,
        Some(_) if low >= 0 && high <= last => Truth::True,
        Some(_) if high < 0 || low > last => Truth::False,
        Some(_) => Truth::Either,
    };
    (step, inside)
}

fn read(at: &Abs, steps: &[Step]) -> Abs {
    let Some((step, rest)) = steps.split_first() else { return at.clone() };
    match (at, step) {
        (Abs::Record(items), Step::Field(n)) => items.get(*n).map_or(Abs::Unknown, |item| read(item, rest)),
        (Abs::Elements(items), Step::Element(low, high)) => {
            let wanted = items.iter().skip(*low as usize).take((high - low).saturating_add(1) as usize);
            wanted.map(|item| read(item, rest)).reduce(|a, b| a.join(&b)).unwrap_or(Abs::Unknown)
        }
        (Abs::Summary(item), Step::Element(..)) => read(item, rest),
        _ => Abs::Unknown,
    }
}
/// The value with a component changed: replaced if it is certain which one, else joined.
fn write(at: &Abs, steps: &[Step], new: &Abs, certain: bool) -> Abs {
    let Some((step, rest)) = steps.split_first() else {
        return if certain { new.clone() } else { at.join(new) };
    };
    match (at, step) {
        (Abs::Record(items), Step::Field(n)) if *n < items.len() => {
            let mut items = items.to_vec();
            items[*n] = write(&items[*n], rest, new, certain);
            Abs::Record(Rc::new(items))
        }
        (Abs::Elements(items), Step::Element(low, high)) => {
            let mut items = items.to_vec();
            let certain = certain && low == high;
            for item in items.iter_mut().skip(*low as usize).take((high - low).saturating_add(1) as usize) {
                *item = write(item, rest, new, certain);
            }
            Abs::Elements(Rc::new(items))
        }
        (Abs::Summary(item), Step::Element(..)) => Abs::Summary(Rc::new(write(item, rest, new, false))),
        _ => Abs::Unknown,
    }
}

impl<'p> Model<'p> {
    pub fn any(&self, ty: TypeId) -> Abs {
        value::any(&self.shapes, ty)
    }
    pub fn zero(&self, ty: TypeId) -> Abs {
        value::zero(&self.shapes, ty)
    }
    pub fn input(&self, ty: TypeId) -> Abs {
        value::input(&self.shapes, ty)
    }
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        self.shapes.layout.size(ty)
    }
    /// A value of a type, if it is not tracked: any.
    pub fn of_type(&self, value: Abs, ty: TypeId) -> Abs {
        if value == Abs::Unknown { self.any(ty) } else { value }
    }

    // ---- components of values ----

    /// An element of an array; zero where there is none.
    pub fn element(&self, array: &Abs, ty: TypeId, index: &Abs) -> Abs {
        let Some(TypeKind::Array { element, length, .. }) = self.shapes.layout.kind(ty) else { return Abs::Unknown };
        let (step, inside) = clipped(index_range(index), *length);
        if inside == Truth::False || *length == Some(0) {
            return self.zero(*element);
        }
        let item = self.of_type(read(array, &[step]), *element);
        if inside == Truth::True { item } else { item.join(&self.zero(*element)) }
    }
    pub fn field(&self, record: &Abs, n: u32, ty: TypeId) -> Abs {
        self.of_type(read(record, &[Step::Field(n as usize)]), ty)
    }
    pub fn update(&self, array: &Abs, ty: TypeId, index: &Abs, new: &Abs) -> Abs {
        let Some(TypeKind::Array { length, .. }) = self.shapes.layout.kind(ty) else { return Abs::Unknown };
        let (step, inside) = clipped(index_range(index), *length);
        if inside == Truth::False || *length == Some(0) {
            return array.clone();
        }
        write(array, &[step], new, inside == Truth::True)
    }
    pub fn with_field(&self, record: &Abs, n: u32, new: &Abs) -> Abs {
        write(record, &[Step::Field(n as usize)], new, true)
    }

    /// Follows a path in a value; none where it enters a union.
    fn follow(&self, of: TypeId, path: &[Projection], indices: &[Abs]) -> Option<Found> {
        let (mut ty, mut found) = (of, Found { steps: Vec::new(), inside: Truth::True });
        let mut indices = indices.iter();
        for projection in path {
            match (projection, self.shapes.layout.kind(ty)?) {
                (Projection::Index(_), TypeKind::Array { element, length, .. }) => {
                    let (step, inside) = clipped(index_range(indices.next()?), *length);
                    found.inside = if *length == Some(0) { Truth::False } else { found.inside.and(inside) };
                    found.steps.push(step);
                    ty = *element;
                }
                (Projection::Field(n), TypeKind::Record(record)) => {
                    found.steps.push(Step::Field(*n as usize));
                    ty = record.fields.get(*n as usize)?.ty;
                }
                _ => return None,
            }
        }
        Some(found)
    }
    /// The type at the end of a path.
    pub fn path_type(&self, of: TypeId, path: &[Projection]) -> Option<TypeId> {
        let mut ty = of;
        for projection in path {
            ty = match (projection, self.shapes.layout.kind(ty)?) {
                (Projection::Index(_), TypeKind::Array { element, .. }) => *element,
                (Projection::Field(n), TypeKind::Record(r)) | (Projection::Member(n), TypeKind::Union(r)) => {
                    r.fields.get(*n as usize)?.ty
                }
                _ => return None,
            };
        }
        Some(ty)
    }
    /// The pointer to a component of what a pointer points to, and whether all indices exist.
    pub fn displaced(
        &self,
        base: &PointerSet,
        of: TypeId,
        path: &[Projection],
        indices: &[Abs],
    ) -> (PointerSet, Truth) {
        let (mut ty, mut pointer, mut inside) = (of, base.clone(), Truth::True);
        let mut indices = indices.iter();
        for projection in path {
            let (distance, next) = match (projection, self.shapes.layout.kind(ty)) {
                (Projection::Index(_), Some(TypeKind::Array { element, length, .. })) => {
                    let (Some(index), Some(size)) = (indices.next(), self.size(*element)) else {
                        return (PointerSet::any(), Truth::Either);
                    };
                    inside = inside.and(clipped(index_range(index), *length).1);
                    (scaled(index, size), *element)
                }
                (Projection::Field(n), Some(TypeKind::Record(r)))
                | (Projection::Member(n), Some(TypeKind::Union(r))) => match r.fields.get(*n as usize) {
                    Some(field) => (Some(IntSet::constant(64, field.offset.into())), field.ty),
                    None => return (PointerSet::any(), Truth::Either),
                },
                _ => return (PointerSet::any(), Truth::Either),
            };
            pointer = match distance {
                Some(distance) => pointer.add(&distance),
                None => pointer.add(&IntSet::any(64)),
            };
            ty = next;
        }
        (pointer, inside)
    }

    // ---- memory ----

    /// Whether so many bytes from an offset on lie in an object that lives.
    pub fn valid(&self, object: Option<&Object>, cell: Cell, offset: &IntSet, bytes: (i128, i128)) -> Truth {
        let data = !matches!(self.kind(cell), CellKind::Procedure(_) | CellKind::Gone);
        let Some(object) = object.filter(|o| data && o.live != Truth::False) else { return Truth::False };
        let (o, size) = (offset.signed(), object.size.unsigned());
        if o.1 < 0 || o.0 + bytes.0 > size.1 {
            return Truth::False;
        }
        let always = o.0 >= 0 && o.1 + bytes.1 <= size.0 && object.live == Truth::True;
        if always { Truth::True } else { Truth::Either }
    }
    /// The component of an object at an offset; none if there is none of that type.
    fn locate(&self, cell: Cell, offset: &IntSet, wanted: TypeId) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let (mut ty, mut offset) = match self.kind(cell) {
            CellKind::Variable { ty, .. } => (ty, *offset),
            CellKind::Allocation { element, .. } => {
                let size = self.size(element)?;
                steps.push(Step::Element(0, u64::MAX));
                (element, inner_offset(offset, size)?)
            }
            _ => return None,
        };
        loop {
            if offset.single() == Some(0) && self.program.types.same_shape(ty, wanted) {
                return Some(steps);
            }
            match self.shapes.layout.kind(ty)? {
                TypeKind::Array { element, length, .. } => {
                    let size = self.size(*element)?;
                    let inner = inner_offset(&offset, size)?;
                    let (low, high) = offset.signed();
                    let range = (low.div_euclid(size.into()), high.div_euclid(size.into()));
                    steps.push(clipped(range, *length).0);
                    (ty, offset) = (*element, inner);
                }
                TypeKind::Record(record) => {
                    let (n, start) = self.field_around(record, offset.signed(), self.size(wanted)?)?;
                    steps.push(Step::Field(n));
                    offset = arithmetic::subtract(&offset, &IntSet::constant(64, start));
                    ty = record.fields[n].ty;
                }
                _ => return None,
            }
        }
    }
    /// The only component of a record that accesses of so many bytes at some offsets touch, and where it starts.
    fn field_around(&self, record: &RecordType, (low, high): (i128, i128), bytes: u64) -> Option<(usize, i128)> {
        let end = high + i128::from(bytes);
        let range = |f: &Field| (i128::from(f.offset), i128::from(f.offset) + i128::from(self.size(f.ty).unwrap_or(0)));
        let mut touched = record.fields.iter().enumerate().filter(|(_, f)| range(f).0 < end && low < range(f).1);
        let (n, field) = touched.next()?;
        let (start, stop) = range(field);
        (touched.next().is_none() && start <= low && end <= stop).then_some((n, start))
    }
    /// What a load gives.
    pub fn load(&self, state: &State, pointer: &PointerSet, ty: TypeId) -> Abs {
        let Some(size) = self.size(ty).filter(|_| !pointer.is_any()) else { return self.any(ty) };
        let mut found: Option<Abs> = pointer.without_object().map(|_| self.zero(ty));
        let mut add = |value: Abs| {
            let joined = found.as_ref().map_or(value.clone(), |old| old.join(&value));
            found = Some(joined);
        };
        for (cell, offset) in pointer.targets() {
            let valid = self.valid(state.objects.get(*cell), *cell, offset, (size.into(), size.into()));
            if valid != Truth::True {
                add(self.zero(ty));
            }
            if valid != Truth::False {
                let steps = self.locate(*cell, offset, ty);
                add(steps.map_or(Abs::Unknown, |steps| read(&state.get(*cell), &steps)));
            }
        }
        self.of_type(found.unwrap_or(Abs::Unknown), ty)
    }
    fn whole(&self, cell: Cell) -> Abs {
        match self.kind(cell) {
            CellKind::Variable { ty, .. } => self.any(ty),
            CellKind::Allocation { element, .. } => Abs::Summary(Rc::new(self.any(element))),
            _ => Abs::Unknown,
        }
    }
    pub fn store(&self, state: &mut State, pointer: &PointerSet, ty: TypeId, value: &Abs) {
        state.memory_changed();
        let Some(size) = self.size(ty).filter(|_| !pointer.is_any()) else { return self.havoc_memory(state) };
        let only = pointer.targets().len() == 1 && pointer.without_object().is_none();
        for (cell, offset) in pointer.targets() {
            let object = state.objects.get(*cell).copied();
            let valid = self.valid(object.as_ref(), *cell, offset, (size.into(), size.into()));
            if valid == Truth::False {
                continue;
            }
            let certain = only && valid == Truth::True && object.is_some_and(|o| !o.many);
            let new = match self.locate(*cell, offset, ty) {
                Some(steps) => write(&state.get(*cell), &steps, value, certain),
                None => self.whole(*cell),
            };
            state.set(*cell, new);
        }
    }
    /// Anything may have been written anywhere.
    pub fn havoc_memory(&self, state: &mut State) {
        state.memory_changed();
        for (cell, _) in state.objects.entries() {
            if self.is_memory(cell) {
                state.set(cell, self.whole(cell));
            }
        }
    }
    /// Anything may have been written into the objects a pointer leads to.
    pub fn havoc_targets(&self, state: &mut State, pointer: &PointerSet) {
        if pointer.is_any() {
            return self.havoc_memory(state);
        }
        state.memory_changed();
        for (cell, _) in pointer.targets() {
            if self.is_memory(*cell) && state.objects.get(*cell).is_some() {
                state.set(*cell, self.whole(*cell));
            }
        }
    }
    /// The objects a pointer leads to may end (or do, if there is only one).
    pub fn end_targets(&self, state: &mut State, pointer: &PointerSet) {
        state.memory_changed();
        let all: Vec<Cell> = match pointer.is_any() {
            true => state.objects.entries().iter().map(|(cell, _)| *cell).collect(),
            false => pointer.targets().iter().map(|(cell, _)| *cell).collect(),
        };
        let only = !pointer.is_any() && all.len() == 1 && pointer.without_object().is_none();
        for cell in all.into_iter().filter(|cell| self.is_memory(*cell)) {
            self.end(state, cell, only);
        }
    }
    /// An object ends, or may end.
    pub fn end(&self, state: &mut State, cell: Cell, certain: bool) {
        let Some(object) = state.objects.get(cell).copied() else { return };
        let certain = certain && !object.many;
        let live = if certain { Truth::False } else { object.live.join(Truth::False) };
        state.objects.insert(cell, Object { live, ..object });
        let zero = match self.kind(cell) {
            CellKind::Variable { ty, .. } => self.zero(ty),
            CellKind::Allocation { element, .. } => Abs::Summary(Rc::new(self.zero(element))),
            _ => Abs::Unknown,
        };
        let contents = if certain { zero } else { state.get(cell).join(&zero) };
        state.set(cell, contents);
    }

    // ---- assignment ----

    pub fn assign(&self, state: &mut State, activation: Activation, place: &Place, indices: &[Abs], value: Abs) {
        match &place.base {
            PlaceBase::Deref(_, ty) => {
                let Some((pointer, rest)) = indices.split_first() else { return };
                let (pointer, inside) = self.displaced(&pointer.pointers(), *ty, &place.path, rest);
                self.store_if(state, &pointer, inside, self.path_type(*ty, &place.path), &value);
            }
            PlaceBase::Var(variable) => {
                let Some(cell) = self.cell(activation, *variable) else { return };
                let of = self.program.variables[*variable].ty;
                let object = state.objects.get(cell).copied();
                let live = object.map_or(Truth::True, |object| object.live);
                if self.is_memory(cell) {
                    state.memory_changed();
                }
                let new = match self.follow(of, &place.path, indices) {
                    Some(found) if found.inside.and(live) == Truth::False => return,
                    Some(found) => {
                        let certain = found.inside.and(live) == Truth::True;
                        write(&state.get(cell), &found.steps, &value, certain)
                    }
                    None => self.any(of),
                };
                state.set(cell, self.of_type(new, of));
            }
        }
    }
    fn store_if(&self, state: &mut State, pointer: &PointerSet, inside: Truth, ty: Option<TypeId>, value: &Abs) {
        let Some(ty) = ty else { return self.havoc_memory(state) };
        match inside {
            Truth::False => {}
            Truth::True => self.store(state, pointer, ty, value),
            Truth::Either => {
                let before = state.clone();
                self.store(state, pointer, ty, value);
                *state = before.join(state);
            }
        }
    }
}

/// The offset inside an element, if it is the same in all elements.
fn inner_offset(offset: &IntSet, size: u64) -> Option<IntSet> {
    let size = i128::from(size);
    if size == 0 {
        return None;
    }
    let (modulus, residue) = offset.congruence();
    (modulus % size == 0).then(|| IntSet::constant(64, residue.rem_euclid(size)))
}

/// `index * size` bytes; none if that is not known to fit.
pub fn scaled(index: &Abs, size: u64) -> Option<IntSet> {
    let (low, high) = index_range(index);
    let size = i128::from(size);
    let product = (low.checked_mul(size)?, high.checked_mul(size)?);
    let congruence = match index {
        Abs::Int(set) => set.unsigned_congruence(),
        _ => (1, 0),
    };
    let scaled = normal((congruence.0.checked_mul(size)?, congruence.1.checked_mul(size)?));
    let fits = product.0 >= signed_range(64).0 && product.1 <= signed_range(64).1;
    if !fits {
        return None;
    }
    IntSet::new(64, product, super::integer::unsigned_range(64), scaled)
}
/// `index * stride` bytes for a signed index; none if that is not known to fit.
pub fn signed_scaled(index: &IntSet, stride: u64) -> Option<IntSet> {
    let (low, high) = index.signed();
    let stride_number = i128::from(stride);
    let fits =
        low.checked_mul(stride_number)? >= signed_range(64).0 && high.checked_mul(stride_number)? <= signed_range(64).1;
    (fits && stride <= i64::MAX as u64).then(|| arithmetic::multiply(index, &IntSet::constant(64, stride_number)))
}
