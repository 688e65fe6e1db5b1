//! Making and merging symbolic values: zero values, fresh inputs, constants, `if-then-else`, equality,
//! and the passage between element-wise values and columns of array terms.

use crate::bytes::ByteId;
use crate::machine::Machine;
use crate::persistent::PersistentMap;
use crate::symbolic::{ArraySym, ByteSym, OBJECT_BITS, OFFSET_BITS, Offset, Offsets, PointerSym, Sym, TheoryArray};
use cairn_ir::{ArrayValue, Byte, TypeId, TypeKind, Value};
use cairn_passes::scalars;
use cairn_term::{BvValue, TermId};
use num_bigint::BigInt;
use smallvec::smallvec;
use std::rc::Rc;

impl Machine<'_> {
    // ---- constants ----

    pub fn constant(&mut self, value: &Value, ty: TypeId) -> Sym {
        match value {
            Value::Pointer(pointer) => {
                // Constants point to no object.
                Sym::Pointer(PointerSym { object: self.object_term(0), offset: Offsets::constant(pointer.offset) })
            }
            Value::Record(items) => {
                let fields = self.field_types(ty);
                Sym::Record(Rc::new(items.iter().zip(fields).map(|(v, f)| self.constant(v, f)).collect()))
            }
            Value::Union(bytes) => Sym::Union(Rc::new(bytes.iter().map(|b| self.constant_byte(*b)).collect())),
            Value::Array(array) => self.constant_array(array, ty),
            scalar => Sym::Scalar(scalars::constant(&mut self.terms, scalar).expect("the others are done")),
        }
    }
    fn constant_byte(&mut self, byte: Byte) -> ByteSym {
        match byte {
            Byte::Plain(b) => ByteSym::Plain(self.terms.bv_u64(8, b.into())),
            Byte::PartOf { pointer, part } => {
                let pointer = PointerSym { object: self.object_term(0), offset: Offsets::constant(pointer.offset) };
                ByteSym::Part(Rc::new(pointer), part)
            }
        }
    }
    fn constant_array(&mut self, array: &ArrayValue, ty: TypeId) -> Sym {
        let (_, element, _) = self.shapes().array_parts(ty);
        let (default, entries): (Option<&Value>, Vec<(BigInt, &Value)>) = match array {
            ArrayValue::Dense(items) => (None, items.iter().enumerate().map(|(i, v)| (BigInt::from(i), v)).collect()),
            ArrayValue::Sparse { default, entries } => {
                (Some(default), entries.iter().map(|(i, v)| (i.clone(), v)).collect())
            }
        };
        let mut sym = match default {
            Some(default) => {
                let default = self.constant(default, element);
                self.filled_array(default, ty)
            }
            None => self.zero(ty),
        };
        for (index, value) in entries {
            let value = self.constant(value, element);
            sym = self.store_constant_index(&sym, ty, &index, value);
        }
        sym
    }
    fn store_constant_index(&mut self, array: &Sym, ty: TypeId, index: &BigInt, value: Sym) -> Sym {
        let (index_type, _, _) = self.shapes().array_parts(ty);
        let index = match self.types.kind(index_type) {
            TypeKind::Int(width) => self.terms.bv(BvValue::from_bigint(*width, index)),
            _ => self.terms.int_const(index.clone()),
        };
        self.store_element(array, ty, index, &value, true)
    }
    pub fn field_types(&self, ty: TypeId) -> Vec<TypeId> {
        match self.types.kind(ty) {
            TypeKind::Record(r) | TypeKind::Union(r) => r.fields.iter().map(|f| f.ty).collect(),
            _ => panic!("a record type was expected"),
        }
    }

    /// The zero value of a type.
    pub fn zero(&mut self, ty: TypeId) -> Sym {
        match self.types.kind(ty).clone() {
            TypeKind::Pointer => Sym::Pointer(self.null()),
            TypeKind::Record(record) => Sym::Record(Rc::new(record.fields.iter().map(|f| self.zero(f.ty)).collect())),
            TypeKind::Union(union) => {
                let zero = ByteSym::Plain(self.terms.bv_u64(8, 0));
                Sym::Union(Rc::new(vec![zero; union.size as usize]))
            }
            TypeKind::Array { element, .. } => {
                let zero = self.zero(element);
                self.filled_array(zero, ty)
            }
            scalar => Sym::Scalar(scalars::zero(&mut self.terms, &scalar).expect("the others are done")),
        }
    }
    pub fn null(&mut self) -> PointerSym {
        PointerSym { object: self.object_term(0), offset: Offsets::constant(0) }
    }
    pub fn stray(&mut self) -> PointerSym {
        PointerSym { object: self.object_term(0), offset: Offsets::constant(cairn_ir::Pointer::STRAY.offset) }
    }
    pub fn object_term(&mut self, number: u32) -> TermId {
        self.terms.bv_u64(OBJECT_BITS, number.into())
    }

    /// An array all of whose elements are the same.
    pub fn filled_array(&mut self, item: Sym, ty: TypeId) -> Sym {
        let (_, element, length) = self.shapes().array_parts(ty);
        if self.shapes().is_explicit(ty) {
            let mut elements = PersistentMap::new();
            for i in 0..length.expect("explicit arrays have a length") {
                elements.insert(i, item.clone());
            }
            return Sym::Array(ArraySym::Explicit(elements));
        }
        let items = self.columns_of_value(&item, element);
        let sorts = self.shapes().columns(&mut self.terms, ty);
        let columns = sorts.iter().zip(items).map(|(sort, item)| self.terms.const_array(*sort, item)).collect();
        Sym::Array(ArraySym::Theory(TheoryArray {
            columns: Rc::new(columns),
            known: PersistentMap::new(),
            unsaved: PersistentMap::new(),
        }))
    }

    // ---- inputs ----

    /// A fresh arbitrary value. Symbols are named after `name`, the same in every run of the executor.
    pub fn fresh(&mut self, name: &str, ty: TypeId) -> Sym {
        let shapes = self.shapes();
        if let Some(sort) = shapes.scalar_sort(&mut self.terms, ty) {
            return Sym::Scalar(self.terms.symbol(name, sort));
        }
        match shapes.types.kind(ty) {
            TypeKind::Pointer => {
                // Arbitrary pointers point to no object: null or stray.
                let sort = self.terms.bool_sort();
                let stray = self.terms.symbol(name, sort);
                let number = self.terms.bool_to_bv(stray, OFFSET_BITS);
                let offset = Offset { constant: 0, parts: smallvec![(number, 1)] };
                Sym::Pointer(PointerSym { object: self.object_term(0), offset: Offsets::Same(offset) })
            }
            TypeKind::Record(record) => {
                let items = record.fields.iter().map(|f| self.fresh(&format!("{name}.{}", f.name), f.ty));
                Sym::Record(Rc::new(items.collect()))
            }
            TypeKind::Union(union) => {
                let sort = self.terms.bv_sort(8);
                let bytes = (0..union.size).map(|i| ByteSym::Plain(self.terms.symbol(&format!("{name}@{i}"), sort)));
                Sym::Union(Rc::new(bytes.collect()))
            }
            TypeKind::Array { element, length, .. } if shapes.is_explicit(ty) => {
                let mut elements = PersistentMap::new();
                for i in 0..length.expect("explicit arrays have a length") {
                    elements.insert(i, self.fresh(&format!("{name}[{i}]"), *element));
                }
                Sym::Array(ArraySym::Explicit(elements))
            }
            _ => {
                if shapes.has_pointers(ty) {
                    self.give_up("a large array of arbitrary pointers");
                    return self.zero(ty);
                }
                let sorts = shapes.columns(&mut self.terms, ty);
                let symbol = |(i, sort)| self.terms.symbol(&format!("{name}#{i}"), sort);
                let columns: Vec<TermId> = sorts.into_iter().enumerate().map(symbol).collect();
                Sym::Array(ArraySym::Theory(TheoryArray {
                    columns: Rc::new(columns),
                    known: PersistentMap::new(),
                    unsaved: PersistentMap::new(),
                }))
            }
        }
    }

    // ---- columns ----

    /// The terms that represent a value inside an array term, in the order of `Shapes::columns`.
    pub fn columns_of_value(&mut self, sym: &Sym, ty: TypeId) -> Vec<TermId> {
        match sym {
            Sym::Scalar(term) => vec![*term],
            Sym::Pointer(pointer) => {
                let offset = self.whole_offset(pointer);
                vec![self.terms.concat(pointer.object, offset)]
            }
            Sym::Record(items) => {
                let fields = self.field_types(ty);
                items.iter().zip(fields).flat_map(|(item, f)| self.columns_of_value(item, f)).collect()
            }
            Sym::Union(bytes) => {
                if bytes.iter().any(ByteSym::may_be_of_pointer) {
                    self.give_up("a large array of unions that hold pointers");
                }
                bytes.iter().map(|b| self.plain_byte(b)).collect()
            }
            Sym::Array(array) => {
                let array = self.theory_of_array(array, ty);
                self.save(&array, ty).columns.to_vec()
            }
        }
    }
    /// The inverse of [`columns_of_value`](Self::columns_of_value), taking terms from the front.
    pub fn value_of_columns(&mut self, columns: &mut std::slice::Iter<'_, TermId>, ty: TypeId) -> Sym {
        let shapes = self.shapes();
        let mut next = || *columns.next().expect("as many columns as the type has");
        match shapes.types.kind(ty) {
            TypeKind::Pointer => {
                let both = next();
                let object = self.terms.extract(both, OBJECT_BITS + OFFSET_BITS - 1, OFFSET_BITS);
                let offset = self.stored_offset(both);
                Sym::Pointer(PointerSym { object, offset: Offsets::Same(offset) })
            }
            TypeKind::Record(record) => {
                Sym::Record(Rc::new(record.fields.iter().map(|f| self.value_of_columns(columns, f.ty)).collect()))
            }
            TypeKind::Union(union) => Sym::Union(Rc::new((0..union.size).map(|_| ByteSym::Plain(next())).collect())),
            TypeKind::Array { element, length, .. } => {
                let count = self.column_count(*element);
                let columns: Vec<TermId> = (0..count).map(|_| next()).collect();
                let array = TheoryArray {
                    columns: Rc::new(columns),
                    known: PersistentMap::new(),
                    unsaved: PersistentMap::new(),
                };
                if !self.shapes().is_explicit(ty) {
                    return Sym::Array(ArraySym::Theory(array));
                }
                let mut elements = PersistentMap::new();
                for i in 0..length.expect("explicit arrays have a length") {
                    let item = self.theory_element(&array, ty, i);
                    elements.insert(i, item);
                }
                Sym::Array(ArraySym::Explicit(elements))
            }
            _ => Sym::Scalar(next()),
        }
    }
    fn column_count(&mut self, ty: TypeId) -> usize {
        self.shapes().columns(&mut self.terms, ty).len()
    }
    /// The element at a constant index, from the columns alone.
    pub fn theory_element(&mut self, array: &TheoryArray, ty: TypeId, index: u64) -> Sym {
        let index = self.constant_index(ty, index);
        self.select_columns(array, ty, index)
    }
    pub fn select_columns(&mut self, array: &TheoryArray, ty: TypeId, index: TermId) -> Sym {
        let (_, element, _) = self.shapes().array_parts(ty);
        let items: Vec<TermId> = array.columns.iter().map(|column| self.terms.select(*column, index)).collect();
        self.value_of_columns(&mut items.iter(), element)
    }
    pub fn constant_index(&mut self, ty: TypeId, index: u64) -> TermId {
        let (index_type, _, _) = self.shapes().array_parts(ty);
        match *self.types.kind(index_type) {
            TypeKind::Int(width) => self.terms.bv_u64(width, index),
            _ => self.terms.int_const(index.into()),
        }
    }
    /// The same array with all known elements stored into the columns.
    pub fn save(&mut self, array: &TheoryArray, ty: TypeId) -> TheoryArray {
        if array.unsaved.is_empty() {
            return array.clone();
        }
        let (_, element, _) = self.shapes().array_parts(ty);
        let mut columns = array.columns.to_vec();
        for (index, ()) in array.unsaved.entries() {
            let item = array.known.get(index).expect("unsaved elements are known").clone();
            let items = self.columns_of_value(&item, element);
            let index = self.constant_index(ty, index);
            for (column, item) in columns.iter_mut().zip(items) {
                *column = self.terms.store(*column, index, item);
            }
        }
        TheoryArray { columns: Rc::new(columns), known: array.known.clone(), unsaved: PersistentMap::new() }
    }
    pub fn theory_of_array(&mut self, array: &ArraySym, ty: TypeId) -> TheoryArray {
        match array {
            ArraySym::Theory(array) => array.clone(),
            ArraySym::Explicit(elements) => {
                let (_, element, _) = self.shapes().array_parts(ty);
                let sorts = self.shapes().columns(&mut self.terms, ty);
                let zero = self.zero(element);
                let zeros = self.columns_of_value(&zero, element);
                let columns = sorts.iter().zip(zeros).map(|(s, z)| self.terms.const_array(*s, z)).collect();
                let mut unsaved = PersistentMap::new();
                elements.entries().iter().for_each(|(i, _)| unsaved.insert(*i, ()));
                TheoryArray { columns: Rc::new(columns), known: elements.clone(), unsaved }
            }
        }
    }

    // ---- choice ----

    /// `if condition then a else b`.
    pub fn choose(&mut self, condition: TermId, a: &Sym, b: &Sym, ty: TypeId) -> Sym {
        match self.terms.as_bool_const(condition) {
            Some(true) => return a.clone(),
            Some(false) => return b.clone(),
            None => {}
        }
        match (a, b) {
            (Sym::Scalar(x), Sym::Scalar(y)) => Sym::Scalar(self.terms.ite(condition, *x, *y)),
            (Sym::Pointer(x), Sym::Pointer(y)) => Sym::Pointer(self.choose_pointer(condition, x, y)),
            (Sym::Record(x), Sym::Record(y)) => {
                if Rc::ptr_eq(x, y) {
                    return a.clone();
                }
                let fields = self.field_types(ty);
                let pairs = x.iter().zip(y.iter()).zip(fields);
                Sym::Record(Rc::new(pairs.map(|((x, y), f)| self.choose(condition, x, y, f)).collect()))
            }
            (Sym::Union(x), Sym::Union(y)) => {
                if Rc::ptr_eq(x, y) {
                    return a.clone();
                }
                let pairs = x.iter().zip(y.iter());
                Sym::Union(Rc::new(pairs.map(|(x, y)| self.choose_byte(condition, x, y)).collect()))
            }
            (Sym::Array(x), Sym::Array(y)) => Sym::Array(self.choose_array(condition, x, y, ty)),
            // The contents of an object, as bytes on one side (see `raw`).
            (Sym::Union(_), _) | (_, Sym::Union(_)) => {
                let (x, y) = (self.encode(a, ty), self.encode(b, ty));
                let pairs = x.iter().zip(y.iter());
                Sym::Union(Rc::new(pairs.map(|(x, y)| self.choose_byte(condition, x, y)).collect()))
            }
            _ => panic!("values of one type have one form"),
        }
    }
    pub fn choose_byte(&mut self, condition: TermId, a: &ByteSym, b: &ByteSym) -> ByteSym {
        match (a, b) {
            _ if ByteId::of(a) == ByteId::of(b) => a.clone(),
            (ByteSym::Plain(x), ByteSym::Plain(y)) => ByteSym::Plain(self.terms.ite(condition, *x, *y)),
            (ByteSym::Part(x, i), ByteSym::Part(y, j)) if i == j => {
                ByteSym::Part(Rc::new(self.choose_pointer(condition, x, y)), *i)
            }
            (ByteSym::OfFloat { number: x, part: i }, ByteSym::OfFloat { number: y, part: j })
                if i == j && self.terms.sort_of(*x) == self.terms.sort_of(*y) =>
            {
                ByteSym::OfFloat { number: self.terms.ite(condition, *x, *y), part: *i }
            }
            (ByteSym::Unused, ByteSym::Unused) => ByteSym::Unused,
            _ => match self.terms.as_bool_const(condition) {
                Some(true) => a.clone(),
                Some(false) => b.clone(),
                None => ByteSym::Choice(condition, Rc::new(a.clone()), Rc::new(b.clone())),
            },
        }
    }
    fn choose_array(&mut self, condition: TermId, a: &ArraySym, b: &ArraySym, ty: TypeId) -> ArraySym {
        let (_, element, _) = self.shapes().array_parts(ty);
        match (a, b) {
            (ArraySym::Explicit(x), ArraySym::Explicit(y)) => {
                ArraySym::Explicit(x.merge(y, &mut |_, x, y| match (x, y) {
                    (Some(x), Some(y)) => Some(self.choose(condition, x, y, element)),
                    (x, y) => x.or(y).cloned(),
                }))
            }
            (ArraySym::Theory(x), ArraySym::Theory(y)) if x.columns == y.columns => {
                self.choose_known(condition, x, y, ty)
            }
            _ => {
                let (x, y) = (self.theory_of_array(a, ty), self.theory_of_array(b, ty));
                let (x, y) = (self.save(&x, ty), self.save(&y, ty));
                let columns = x.columns.iter().zip(y.columns.iter());
                let columns = columns.map(|(x, y)| self.terms.ite(condition, *x, *y)).collect();
                let known = x.known.merge(&y.known, &mut |_, x, y| match (x, y) {
                    (Some(x), Some(y)) => Some(self.choose(condition, x, y, element)),
                    _ => None,
                });
                ArraySym::Theory(TheoryArray { columns: Rc::new(columns), known, unsaved: PersistentMap::new() })
            }
        }
    }
    /// Two arrays over the same columns: only known elements differ.
    fn choose_known(&mut self, condition: TermId, a: &TheoryArray, b: &TheoryArray, ty: TypeId) -> ArraySym {
        let (_, element, _) = self.shapes().array_parts(ty);
        let known = a.known.merge(&b.known, &mut |index, x, y| {
            let x = x.cloned().unwrap_or_else(|| self.theory_element(a, ty, index));
            let y = y.cloned().unwrap_or_else(|| self.theory_element(b, ty, index));
            Some(self.choose(condition, &x, &y, element))
        });
        let unsaved = a.unsaved.merge(&b.unsaved, &mut |_, _, _| Some(()));
        ArraySym::Theory(TheoryArray { columns: Rc::clone(&a.columns), known, unsaved })
    }

    // ---- equality ----

    pub fn equal(&mut self, a: &Sym, b: &Sym, ty: TypeId) -> TermId {
        match (a, b) {
            (Sym::Scalar(x), Sym::Scalar(y)) => self.terms.eq(*x, *y),
            (Sym::Pointer(x), Sym::Pointer(y)) => self.equal_pointers(x, y),
            (Sym::Record(x), Sym::Record(y)) => {
                let fields = self.field_types(ty);
                let pairs = x.iter().zip(y.iter()).zip(fields);
                let parts: Vec<TermId> = pairs.map(|((x, y), f)| self.equal(x, y, f)).collect();
                self.terms.and_all(&parts)
            }
            (Sym::Union(x), Sym::Union(y)) => {
                let pairs = x.iter().zip(y.iter());
                let parts: Vec<TermId> = pairs.map(|(x, y)| self.equal_bytes(x, y)).collect();
                self.terms.and_all(&parts)
            }
            (Sym::Array(_), Sym::Array(_)) => self.equal_arrays(a, b, ty),
            _ => panic!("values of one type have one form"),
        }
    }
    /// Whether two bytes are the same for certain: those of NaNs are only where they are of one NaN.
    pub fn equal_bytes(&mut self, a: &ByteSym, b: &ByteSym) -> TermId {
        match (a, b) {
            (ByteSym::Plain(x), ByteSym::Plain(y)) => self.terms.eq(*x, *y),
            (ByteSym::Unused, _) | (_, ByteSym::Unused) => self.terms.tt(),
            (ByteSym::Part(x, i), ByteSym::Part(y, j)) => {
                let (x_number, y_number) = (self.stored_as_number(x), self.stored_as_number(y));
                let (p, q) = (self.number_byte(x, *i), self.number_byte(y, *j));
                let same_number = self.terms.eq(p, q);
                let same_part = if i == j { self.equal_pointers(x, y) } else { self.terms.ff() };
                let same_kind = self.terms.eq(x_number, y_number);
                let same = self.terms.ite(x_number, same_number, same_part);
                self.terms.and(same_kind, same)
            }
            (ByteSym::Part(pointer, part), ByteSym::Plain(term))
            | (ByteSym::Plain(term), ByteSym::Part(pointer, part)) => {
                let is_number = self.stored_as_number(pointer);
                let number = self.number_byte(pointer, *part);
                let same = self.terms.eq(number, *term);
                self.terms.and(is_number, same)
            }
            (ByteSym::OfFloat { number: x, part: i }, ByteSym::OfFloat { number: y, part: j }) if x == y && i == j => {
                self.terms.tt()
            }
            (ByteSym::OfFloat { number, part }, other) | (other, ByteSym::OfFloat { number, part }) => {
                let (byte, unknown) = self.byte_of_float(*number, *part);
                let same = self.equal_bytes(&ByteSym::Plain(byte), other);
                let known = self.terms.not(unknown);
                self.terms.and(known, same)
            }
            (ByteSym::Choice(c, x, y), other) | (other, ByteSym::Choice(c, x, y)) => {
                let (c, x, y) = (*c, Rc::clone(x), Rc::clone(y));
                let (then, otherwise) = (self.equal_bytes(&x, other), self.equal_bytes(&y, other));
                self.terms.ite(c, then, otherwise)
            }
        }
    }
    fn equal_arrays(&mut self, a: &Sym, b: &Sym, ty: TypeId) -> TermId {
        let (index_type, element, length) = self.shapes().array_parts(ty);
        let exact = match (self.types.kind(index_type), length) {
            (_, None) => true,
            (TypeKind::Int(width), Some(n)) => *width < 64 && n == 1 << width,
            _ => false,
        };
        if exact {
            let (x, y) = (self.columns_of_value(a, ty), self.columns_of_value(b, ty));
            let parts: Vec<TermId> = x.iter().zip(&y).map(|(x, y)| self.terms.eq(*x, *y)).collect();
            return self.terms.and_all(&parts);
        }
        // With a length only the elements that exist count.
        let length = length.expect("the other case is exact");
        let mut result = self.terms.tt();
        for i in 0..length {
            if self.budget_exhausted() {
                break;
            }
            let index = self.constant_index(ty, i);
            let x = self.select_element(a, ty, index, true);
            let y = self.select_element(b, ty, index, true);
            let equal = self.equal(&x, &y, element);
            result = self.terms.and(result, equal);
        }
        result
    }
}
