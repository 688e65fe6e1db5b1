//! Expressions to symbolic values, one function per family.

use crate::machine::{Frame, Machine, State};
use crate::symbolic::{ByteSym, Offset, PointerSym, Sym};
use cairn_ir::{Binary, Convert, ExprId, ExprKind, Place, PlaceBase, Projection, TypeId, TypeKind, Unary, VarId};
use cairn_passes::scalars;
use cairn_term::TermId;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A part of a value.
pub struct Component {
    pub ty: TypeId,
    pub offset: Offset,
    pub exists: TermId,
}

impl Machine<'_> {
    pub fn eval(&mut self, state: &State, frame: Frame, expr: ExprId) -> Sym {
        let program = self.program;
        let node = program.expr(expr);
        match &node.kind {
            ExprKind::Const(value) => self.constant(value, node.ty),
            ExprKind::Var(var) => self.read_variable(state, frame, *var),
            ExprKind::Unary(op, a) => {
                let a = self.eval(state, frame, *a);
                self.unary(state, *op, &a)
            }
            ExprKind::Binary(op, a, b) => {
                let ty = program.type_of(*a);
                let (a, b) = (self.eval(state, frame, *a), self.eval(state, frame, *b));
                self.binary(state, *op, &a, &b, ty)
            }
            ExprKind::FusedMultiplyAdd(rounding, args) => {
                let [a, b, c] = args.map(|e| self.eval(state, frame, e).scalar());
                let mode = scalars::rounding(&mut self.terms, *rounding);
                let result = self.terms.fp_fma(mode, a, b, c);
                Sym::Scalar(self.any_nan(result))
            }
            ExprKind::Convert(op, a) => {
                let a = self.eval(state, frame, *a);
                match op {
                    Convert::PointerToInt => Sym::Scalar(self.pointer_to_int(state, a.pointer())),
                    Convert::IntToPointer => Sym::Pointer(self.int_to_pointer(state, a.scalar())),
                    _ => self.convert(*op, &a, node.ty),
                }
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.eval(state, frame, *condition).scalar();
                match self.terms.as_bool_const(condition).filter(|_| !self.exposes) {
                    Some(true) => return self.eval(state, frame, *then),
                    Some(false) => return self.eval(state, frame, *otherwise),
                    None => {}
                }
                let (a, b) = (self.eval(state, frame, *then), self.eval(state, frame, *otherwise));
                self.choose(condition, &a, &b, node.ty)
            }
            ExprKind::AddressOf(place) => Sym::Pointer(self.address(state, frame, place)),
            ExprKind::ProcedureAddress(procedure) => Sym::Pointer(self.procedure_pointer(*procedure)),
            ExprKind::Load(pointer) => {
                let pointer = self.eval(state, frame, *pointer);
                self.load(state, pointer.pointer(), node.ty)
            }
            ExprKind::Forall(vars, body) => Sym::Scalar(self.quantified(state, frame, vars, *body, true)),
            ExprKind::Exists(vars, body) => Sym::Scalar(self.quantified(state, frame, vars, *body, false)),
            ExprKind::Old(a) => {
                self.give_up("`old` outside a postcondition");
                self.eval(state, frame, *a)
            }
            ExprKind::Apply(function, arguments) => self.apply(state, frame, *function, arguments, node.ty),
            ExprKind::Contents(pointer) => {
                let pointer = self.eval(state, frame, *pointer);
                self.contents(state, pointer.pointer(), node.ty)
            }
            aggregate => self.aggregate(state, frame, aggregate, node.ty),
        }
    }

    /// The value of an index. Where they are collected, the numbers it is made of are noted.
    pub fn index_value(&mut self, state: &State, frame: Frame, index: ExprId) -> TermId {
        if let Some(mut noted) = self.noted_indices.take() {
            self.note_index(state, frame, index, &mut noted);
            self.noted_indices = Some(noted);
        }
        self.eval(state, frame, index).scalar()
    }
    /// Notes an index without what languages add to those of the source (the number of the first element, taken
    /// from a descriptor), then with it, and last the variables it is made of.
    fn note_index(&mut self, state: &State, frame: Frame, index: ExprId, noted: &mut BTreeSet<(u8, TermId)>) {
        let program = self.program;
        let kind = |expr: ExprId| &program.expr(expr).kind;
        let mut whole = index;
        while let ExprKind::Convert(_, inner) = kind(whole) {
            whole = *inner;
        }
        let mut stripped = whole;
        loop {
            stripped = match kind(stripped) {
                ExprKind::Convert(_, inner) => *inner,
                ExprKind::Binary(Binary::Subtract | Binary::Add, inner, other)
                    if matches!(kind(*other), ExprKind::Field(..) | ExprKind::Const(_)) =>
                {
                    noted.insert((if stripped == whole { 1 } else { 0 }, self.eval(state, frame, stripped).scalar()));
                    *inner
                }
                _ => break,
            };
        }
        noted.insert((0, self.eval(state, frame, stripped).scalar()));
        let mut open = vec![stripped];
        while let Some(expr) = open.pop() {
            match kind(expr) {
                ExprKind::Convert(_, inner) => open.push(*inner),
                ExprKind::Binary(_, a, b) => open.extend([*a, *b]),
                ExprKind::Var(var) if matches!(self.types.kind(program.variables[*var].ty), TypeKind::Int(_)) => {
                    noted.insert((2, self.eval(state, frame, expr).scalar()));
                }
                _ => {}
            }
        }
    }
    pub fn read_variable(&mut self, state: &State, frame: Frame, var: VarId) -> Sym {
        let variable = &self.program.variables[var];
        let cell = state.variables.get(self.cell(frame, var));
        let Some(cell) = cell.cloned() else {
            return self.zero(variable.ty);
        };
        if variable.addressable { self.load(state, cell.sym.pointer(), variable.ty) } else { cell.sym }
    }

    fn aggregate(&mut self, state: &State, frame: Frame, kind: &ExprKind, ty: TypeId) -> Sym {
        let program = self.program;
        match kind {
            ExprKind::Index(array, index) => {
                let array_type = program.type_of(*array);
                let array = self.eval(state, frame, *array);
                let index = self.index_value(state, frame, *index);
                let known = self.index_known(state, array_type, index);
                self.select_element(&array, array_type, index, known)
            }
            ExprKind::Update(array, index, value) => {
                let array = self.eval(state, frame, *array);
                let index = self.eval(state, frame, *index).scalar();
                let value = self.eval(state, frame, *value);
                let known = self.index_known(state, ty, index);
                self.store_element(&array, ty, index, &value, known)
            }
            ExprKind::Field(record, n) => self.eval(state, frame, *record).record()[*n as usize].clone(),
            ExprKind::WithField(record, n, value) => {
                let record = self.eval(state, frame, *record);
                let value = self.eval(state, frame, *value);
                let mut items = record.record().to_vec();
                items[*n as usize] = value;
                Sym::Record(Rc::new(items))
            }
            ExprKind::Member(union, _) => {
                let union = self.eval(state, frame, *union);
                self.read_member(&union, ty)
            }
            ExprKind::WithMember(union, n, value) => {
                let member = self.field_types(ty)[*n as usize];
                let union = self.eval(state, frame, *union);
                let value = self.eval(state, frame, *value);
                self.write_member(&union, member, &value)
            }
            ExprKind::ArrayOf(items) => {
                let mut array = self.zero(ty);
                for (i, item) in items.iter().enumerate() {
                    let item = self.eval(state, frame, *item);
                    let index = self.constant_index(ty, i as u64);
                    array = self.store_element(&array, ty, index, &item, true);
                }
                array
            }
            ExprKind::ArrayFill(item) => {
                let item = self.eval(state, frame, *item);
                self.filled_array(item, ty)
            }
            ExprKind::RecordOf(items) => {
                Sym::Record(Rc::new(items.iter().map(|e| self.eval(state, frame, *e)).collect()))
            }
            other => unreachable!("not an aggregate: {other:?}"),
        }
    }
    /// Whether a fact says that the index exists.
    pub fn index_known(&mut self, state: &State, array: TypeId, index: TermId) -> bool {
        let (_, _, length) = self.shapes().array_parts(array);
        let (Some(length), false) = (length, self.terms.bv_value(index).is_some()) else { return false };
        if self.terms.int_value(index).is_some() || !self.is_bit_vector(index) {
            return false;
        }
        let width = self.terms.width(index);
        let length = self.terms.bv_u64(width, length);
        let inside = self.terms.bv_ult(index, length);
        self.terms.as_bool_const(inside) == Some(true) || state.facts.contains(inside)
    }
    fn is_bit_vector(&self, term: TermId) -> bool {
        matches!(self.terms.sort_data_of(term), cairn_term::Sort::BitVec(_))
    }
    pub fn read_member(&mut self, union: &Sym, member: TypeId) -> Sym {
        let size = self.size_of(member) as usize;
        let bytes: Vec<ByteSym> = union.union()[..size].to_vec();
        self.decode(&bytes, member)
    }
    /// Members start at the front; the bytes behind a smaller one keep their values.
    pub fn write_member(&mut self, union: &Sym, member: TypeId, value: &Sym) -> Sym {
        let mut bytes = union.union().to_vec();
        for (slot, byte) in bytes.iter_mut().zip(self.encode(value, member)) {
            *slot = byte;
        }
        Sym::Union(Rc::new(bytes))
    }

    // ---- operators ----

    fn unary(&mut self, state: &State, op: Unary, a: &Sym) -> Sym {
        if let Sym::Pointer(pointer) = a {
            return Sym::Scalar(self.pointer_query(state, op, pointer));
        }
        let term = scalars::unary(&mut self.terms, op, a.scalar()).expect("pointers are done");
        let keeps_bits = matches!(op, Unary::FloatNegate | Unary::FloatAbs);
        Sym::Scalar(if keeps_bits { term } else { self.any_nan(term) })
    }
    fn pointer_query(&mut self, state: &State, op: Unary, pointer: &PointerSym) -> TermId {
        match op {
            Unary::PointerOffset => self.whole_offset(pointer),
            Unary::PointerObjectSize => {
                let mut size = self.terms.bv_u64(64, 0);
                for (number, here) in self.targets(state, pointer) {
                    let object_size = self.objects[number as usize].size;
                    size = self.terms.ite(here, object_size, size);
                }
                size
            }
            _ => {
                let mut result = self.terms.ff();
                for (number, here) in self.targets(state, pointer) {
                    let holds = match op {
                        Unary::PointerIsHeap => self.terms.bool_const(self.objects[number as usize].heap),
                        _ => self.is_live(state, number),
                    };
                    let holds = self.terms.and(here, holds);
                    result = self.terms.or(result, holds);
                }
                if op == Unary::PointerIsLive {
                    let procedure = self.is_procedure(pointer);
                    result = self.terms.or(result, procedure);
                }
                result
            }
        }
    }
    /// Procedures live all the time, though no statement has made them.
    fn is_procedure(&mut self, pointer: &PointerSym) -> TermId {
        let numbers: Vec<u32> = match self.objects_of(pointer.object) {
            Some(set) => set.to_vec(),
            None => (0..self.objects.len() as u32).collect(),
        };
        let mut result = self.terms.ff();
        for number in numbers {
            if !self.objects[number as usize].procedure {
                continue;
            }
            let constant = self.object_term(number);
            let here = self.terms.eq(pointer.object, constant);
            result = self.terms.or(result, here);
        }
        result
    }

    fn binary(&mut self, state: &State, op: Binary, a: &Sym, b: &Sym, ty: TypeId) -> Sym {
        if let (Binary::Equal | Binary::NotEqual, Sym::Pointer(a), Sym::Pointer(b)) = (op, a, b) {
            let neighbours = self.may_be_neighbours(a, b);
            self.leave_out(neighbours, "the end of an object compared with the start of another");
            let guessed = self.is_number_and_object(a, b);
            self.leave_out(guessed, "a pointer that is only a number compared with one to an object");
        }
        match op {
            Binary::Equal => Sym::Scalar(self.equal(a, b, ty)),
            Binary::NotEqual => {
                let equal = self.equal(a, b, ty);
                Sym::Scalar(self.terms.not(equal))
            }
            Binary::PointerAdd { stride } => Sym::Pointer(self.pointer_add(a.pointer(), b.scalar(), stride)),
            Binary::PointerValid => Sym::Scalar(self.valid(state, a.pointer(), b.scalar())),
            Binary::PointerDifference | Binary::SameObject | Binary::PointerLess | Binary::PointerLessEqual => {
                Sym::Scalar(self.pointer_compare(op, a.pointer(), b.pointer()))
            }
            _ => {
                let term = scalars::binary(&mut self.terms, op, a.scalar(), b.scalar());
                Sym::Scalar(self.any_nan(term.expect("pointers are done")))
            }
        }
    }

    // ---- pointers ----

    /// The address of a place. Projections into it are constant offsets or strides.
    pub fn address(&mut self, state: &State, frame: Frame, place: &Place) -> PointerSym {
        let program = self.program;
        let (mut pointer, mut ty) = match place.base {
            PlaceBase::Var(var) => {
                let cell = state.variables.get(self.cell(frame, var)).cloned();
                let pointer = match cell {
                    Some(cell) => cell.sym.pointer().clone(),
                    None => self.stray(),
                };
                (pointer, program.variables[var].ty)
            }
            PlaceBase::Deref(pointer, ty) => (self.eval(state, frame, pointer).pointer().clone(), ty),
        };
        for projection in &place.path {
            let types = Rc::clone(&self.types);
            (pointer, ty) = match (projection, types.kind(ty)) {
                (Projection::Index(index), TypeKind::Array { element, length, .. }) => {
                    let index = self.memory_index(state, frame, *index);
                    let known = self.index_known(state, ty, index);
                    let wide = self.terms.width(index) >= 64;
                    let index = self.position(index, length.filter(|_| known));
                    let stride = self.size_of(*element);
                    if wide && !known {
                        // Indices are unsigned: one with the top bit set is far away, not negative.
                        let zero = self.terms.bv_u64(64, 0);
                        let negative = self.terms.bv_slt(index, zero);
                        pointer = self.without_object(&pointer, negative);
                    }
                    (self.pointer_add(&pointer, index, stride), *element)
                }
                (Projection::Field(n) | Projection::Member(n), TypeKind::Record(r) | TypeKind::Union(r)) => {
                    let field = &r.fields[*n as usize];
                    let one = self.terms.bv_u64(64, 1);
                    (self.pointer_add(&pointer, one, field.offset), field.ty)
                }
                _ => unreachable!("places are well typed"),
            };
        }
        pointer
    }

    /// The value of an index into memory, where only machine integers are indices.
    fn memory_index(&mut self, state: &State, frame: Frame, index: ExprId) -> TermId {
        let value = self.index_value(state, frame, index);
        if self.is_bit_vector(value) {
            return value;
        }
        self.give_up("a mathematical integer as an index into memory");
        self.terms.bv_u64(64, 0)
    }
    /// An index as a number of 64 bits. Where it is known to be below a length, that can be seen from the term.
    fn position(&mut self, index: TermId, length: Option<u64>) -> TermId {
        let width = self.terms.width(index);
        match length {
            Some(length) if length > 0 && self.terms.bv_value(index).is_none() => {
                let bits = (64 - (length - 1).leading_zeros()).max(1);
                let index = if bits < width { self.terms.extract(index, bits - 1, 0) } else { index };
                self.terms.resize_unsigned(index, 64)
            }
            _ => self.terms.resize_unsigned(index, 64),
        }
    }
    /// Where a path leads within a value: its distance in bytes, and whether every index on it exists.
    pub fn component(&mut self, state: &State, frame: Frame, ty: TypeId, path: &[Projection]) -> Component {
        let mut found = Component { ty, offset: Offset::default(), exists: self.terms.tt() };
        for projection in path {
            let types = Rc::clone(&self.types);
            match (projection, types.kind(found.ty)) {
                (Projection::Index(index), TypeKind::Array { element, length, .. }) => {
                    let index = self.memory_index(state, frame, *index);
                    let last = self.terms.bv_u64(64, length.unwrap_or(0));
                    let wide = self.terms.width(index) > 64;
                    let exact = if wide { index } else { self.terms.resize_unsigned(index, 64) };
                    let limit = self.terms.resize_unsigned(last, self.terms.width(exact));
                    let inside = self.terms.bv_ult(exact, limit);
                    let known = state.facts.contains(inside) || self.index_known(state, found.ty, index);
                    if !known {
                        found.exists = self.terms.and(found.exists, inside);
                    }
                    let stride = self.size_of(*element);
                    let position = self.position(index, length.filter(|_| known));
                    match self.terms.bv_value(position).and_then(|v| v.to_i64()) {
                        Some(i) => {
                            let step = i.wrapping_mul(stride as i64);
                            found.offset.constant = found.offset.constant.wrapping_add(step);
                        }
                        None if stride > 0 => found.offset.parts.push((position, stride)),
                        None => {}
                    }
                    found.ty = *element;
                }
                (Projection::Field(n) | Projection::Member(n), TypeKind::Record(r) | TypeKind::Union(r)) => {
                    let field = &r.fields[*n as usize];
                    found.offset.constant = found.offset.constant.wrapping_add(field.offset as i64);
                    found.ty = field.ty;
                }
                _ => unreachable!("places are well typed"),
            }
        }
        found
    }

    /// The value with the part at the end of the path replaced.
    pub fn update(
        &mut self,
        state: &State,
        frame: Frame,
        old: &Sym,
        ty: TypeId,
        path: &[Projection],
        value: Sym,
    ) -> Sym {
        let Some((first, rest)) = path.split_first() else { return value };
        match first {
            Projection::Index(index) => {
                let index = self.memory_index(state, frame, *index);
                let known = self.index_known(state, ty, index);
                let (_, element, _) = self.shapes().array_parts(ty);
                if rest.is_empty() {
                    return self.store_element(old, ty, index, &value, known);
                }
                if self.exposes {
                    // The indices that follow are evaluated once, as the interpreter does.
                    let item = self.select_element(old, ty, index, known);
                    let new = self.update(state, frame, &item, element, rest, value);
                    return self.store_element(old, ty, index, &new, known);
                }
                let change =
                    &mut |m: &mut Self, item: &Sym| Some(m.update(state, frame, item, element, rest, value.clone()));
                self.change_element(old, ty, index, known, change).unwrap_or_else(|| old.clone())
            }
            Projection::Field(n) => {
                let field = self.field_types(ty)[*n as usize];
                let mut items = old.record().to_vec();
                items[*n as usize] = self.update(state, frame, &items[*n as usize], field, rest, value);
                Sym::Record(Rc::new(items))
            }
            // From here on bytes are written, and only those of the component, as in memory.
            Projection::Member(_) => {
                let component = self.component(state, frame, ty, path);
                let write = |m: &mut Self| m.write_at(old, ty, &component.offset, component.ty, &value);
                match self.under(component.exists, write) {
                    Some(new) => self.choose(component.exists, &new, old, ty),
                    None => old.clone(),
                }
            }
        }
    }

    // ---- conversions ----

    fn convert(&mut self, op: Convert, a: &Sym, to: TypeId) -> Sym {
        if op == Convert::Retype {
            return a.clone();
        }
        let types = Rc::clone(&self.types);
        let term = scalars::convert(&mut self.terms, op, a.scalar(), types.kind(to)).expect("pointers are done");
        let keeps_bits = op == Convert::BitsToFloat && self.source_bits(term).is_some();
        Sym::Scalar(if keeps_bits { term } else { self.any_nan(term) })
    }

    // ---- quantifiers ----

    /// Quantifiers over few values are expanded; others are left to engines with quantifiers.
    fn quantified(&mut self, state: &State, frame: Frame, vars: &[VarId], body: ExprId, all: bool) -> TermId {
        const LARGEST_EXPANSION: u64 = 1 << 12;
        let program = self.program;
        let width = |var: &VarId| match self.types.kind(program.variables[*var].ty) {
            TypeKind::Bool => Some(1),
            TypeKind::Int(width) if *width <= 12 => Some(*width),
            _ => None,
        };
        let widths: Option<Vec<u32>> = vars.iter().map(width).collect();
        let total = widths.as_ref().map(|w| w.iter().sum::<u32>());
        let Some((widths, total)) = widths.zip(total.filter(|t| *t < 60 && 1u64 << t <= LARGEST_EXPANSION)) else {
            return self.kept_quantifier(state, frame, vars, body, all);
        };
        let mut result = self.terms.bool_const(all);
        for number in 0..1u64 << total {
            let mut scope = state.clone();
            let mut bits = number;
            for (var, width) in vars.iter().zip(&widths) {
                let ty = program.variables[*var].ty;
                let value = bits & ((1 << width) - 1);
                bits >>= width;
                let term = match self.types.kind(ty) {
                    TypeKind::Bool => self.terms.bool_const(value == 1),
                    _ => self.terms.bv_u64(*width, value),
                };
                let cell = super::machine::Cell { sym: Sym::Scalar(term), ty };
                scope.variables.insert(self.bound_cell(*var), cell);
            }
            let instance = self.eval(&scope, frame, body).scalar();
            result = if all { self.terms.and(result, instance) } else { self.terms.or(result, instance) };
        }
        result
    }
    /// A quantifier over many values stays one.
    fn kept_quantifier(&mut self, state: &State, frame: Frame, vars: &[VarId], body: ExprId, all: bool) -> TermId {
        let mut scope = state.clone();
        let mut bound = Vec::new();
        for var in vars {
            let Some((symbol, cell)) = self.bound_value(*var, body) else {
                self.give_up("a quantifier over many values");
                return self.terms.tt();
            };
            bound.push(symbol);
            scope.variables.insert(self.bound_cell(*var), cell);
        }
        let lost = self.left_out_count();
        let noted = self.noted_indices.take();
        let instance = self.eval(&scope, frame, body).scalar();
        self.noted_indices = noted;
        if self.left_out_count() > lost {
            self.give_up("a quantifier over memory that cannot be followed");
        }
        if all { self.terms.forall(&bound, instance) } else { self.terms.exists(&bound, instance) }
    }
}
