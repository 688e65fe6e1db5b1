//! Expressions as terms, in a state.

use super::memory::procedure_number;
use super::operators;
use super::shape::{Leaves, Step, no_such_part};
use super::state::State;
use super::walk::Walker;
use super::{Judged, Refusal};
use cairn_ir::{
    ArrayValue, Binary, Convert, ExprId, ExprKind, Place, PlaceBase, Pointer, Projection, TypeId, TypeKind, Unary,
    Value, VarId, VariableKind,
};
use cairn_term::{BvValue, TermId};
use num_bigint::{BigInt, BigUint};
use rustc_hash::FxHashMap;

/// Quantifiers inside each other.
const MAX_QUANTIFIERS: u32 = 8;
/// Array constants with more elements are not followed.
const MAX_ELEMENTS: usize = 1 << 14;

/// What an expression is evaluated in.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    pub state: &'s State,
    /// Variables that have a value of their own here: bound by quantifiers around it, or parameters of a summary.
    pub bound: &'s [(VarId, Leaves)],
    /// The state in which the activation began, for `old`.
    pub entry: Option<&'s State>,
}

impl<'s> Scope<'s> {
    pub fn of(state: &'s State) -> Self {
        Self { state, bound: &[], entry: None }
    }
}

/// A place in memory or in a variable, found.
pub struct Found {
    pub ty: TypeId,
    /// The way to it, as far as it is known: up to the first union.
    pub steps: Vec<Step>,
    /// It lies in a union.
    pub opaque: bool,
    /// Every index is within its array.
    pub exists: TermId,
}

type Memo = FxHashMap<ExprId, Leaves>;

impl Walker<'_> {
    pub fn value(&mut self, state: &State, expr: ExprId) -> Judged<Leaves> {
        self.evaluate(Scope::of(state), expr)
    }
    pub fn scalar(&mut self, state: &State, expr: ExprId) -> Judged<TermId> {
        let value = self.value(state, expr)?;
        value.first().copied().ok_or_else(no_such_part)
    }

    /// A condition of an invariant or a summary.
    pub fn condition(&mut self, scope: Scope, expr: ExprId) -> Judged<TermId> {
        self.of_invariant = true;
        let value = self.evaluate(scope, expr);
        self.of_invariant = false;
        value?.first().copied().ok_or_else(no_such_part)
    }

    /// The value of an expression. Subexpressions first, each once: expressions can be deep and shared.
    pub fn evaluate(&mut self, scope: Scope, root: ExprId) -> Judged<Leaves> {
        let mut memo = Memo::default();
        let mut open = vec![root];
        while let Some(&next) = open.last() {
            if memo.contains_key(&next) {
                open.pop();
                continue;
            }
            let before = open.len();
            if next.0 as usize >= self.program.expr_count() {
                return Err(Refusal::CannotFollow(format!("there is no expression {next:?}")));
            }
            let kind = &self.program.expr(next).kind;
            if !matches!(kind, ExprKind::Forall(..) | ExprKind::Exists(..) | ExprKind::Old(_)) {
                kind.for_each_child(|child| {
                    if !memo.contains_key(&child) {
                        open.push(child);
                    }
                });
            }
            if open.len() == before {
                let value = self.node(scope, next, &memo)?;
                memo.insert(next, value);
                open.pop();
            }
        }
        memo.remove(&root).ok_or_else(no_such_part)
    }

    fn node(&mut self, scope: Scope, id: ExprId, memo: &Memo) -> Judged<Leaves> {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Const(value) => self.constant(value, expr.ty),
            ExprKind::Var(variable) => self.read_variable(scope, *variable),
            ExprKind::Unary(op, a) => self.unary(scope.state, *op, &memo[a]).map(one),
            ExprKind::Binary(op, a, b) => self.binary(scope.state, *op, program.type_of(*a), &memo[a], &memo[b]),
            ExprKind::FusedMultiplyAdd(rounding, [a, b, c]) => {
                let arguments = [memo[a][0], memo[b][0], memo[c][0]];
                Ok(one(operators::fused(&mut self.values.terms, *rounding, arguments)))
            }
            ExprKind::Convert(op, a) => self.convert(*op, &memo[a], expr.ty),
            ExprKind::If(c, a, b) => Ok(self.values.choose(memo[c][0], &memo[a], &memo[b])),
            ExprKind::Index(array, index) => self.values.element(&memo[array], program.type_of(*array), memo[index][0]),
            ExprKind::Update(array, index, value) => {
                self.values.with_element(&memo[array], expr.ty, memo[index][0], &memo[value])
            }
            ExprKind::Field(record, n) => self.values.part(&memo[record], program.type_of(*record), &[Step::Field(*n)]),
            ExprKind::WithField(record, n, value) => {
                self.values.with_part(&memo[record], expr.ty, &[Step::Field(*n)], &memo[value])
            }
            // What a union holds is not known.
            ExprKind::Member(..) => self.unknown_value(expr.ty),
            ExprKind::WithMember(..) => Ok(Leaves::new()),
            ExprKind::ArrayOf(items) => {
                let items: Vec<Leaves> = items.iter().map(|item| memo[item].clone()).collect();
                let default = self.zero_element(expr.ty)?;
                self.array(expr.ty, &default, items.into_iter().enumerate().map(|(i, item)| (BigInt::from(i), item)))
            }
            ExprKind::ArrayFill(item) => self.array(expr.ty, &memo[item], std::iter::empty()),
            ExprKind::RecordOf(items) => Ok(items.iter().flat_map(|item| memo[item].iter().copied()).collect()),
            ExprKind::AddressOf(place) => self.address(scope, place, &|expr| memo[&expr].clone()).map(|p| p.0),
            ExprKind::ProcedureAddress(procedure) => {
                let (object, offset) = (self.number(procedure_number(*procedure)), self.number(0));
                Ok(Leaves::from_slice(&[object, offset]))
            }
            ExprKind::Load(pointer) => self.load(scope.state, &memo[pointer], expr.ty),
            ExprKind::Forall(variables, body) => self.quantifier(scope, variables, *body, true),
            ExprKind::Exists(variables, body) => self.quantifier(scope, variables, *body, false),
            ExprKind::Old(body) => match scope.entry {
                Some(state) => self.evaluate(Scope { state, bound: scope.bound, entry: None }, *body),
                None => Err(Refusal::CannotFollow("`old` where it has no meaning".into())),
            },
            ExprKind::Apply(function, arguments) => {
                let values = arguments.iter().map(|argument| memo[argument].clone()).collect();
                self.apply(scope, *function, values, expr.ty)
            }
            ExprKind::Contents(pointer) => self.contents(scope.state, &memo[pointer], expr.ty),
        }
    }

    fn read_variable(&mut self, scope: Scope, variable: VarId) -> Judged<Leaves> {
        if let Some((_, value)) = scope.bound.iter().rev().find(|(bound, _)| *bound == variable) {
            return Ok(value.clone());
        }
        let entry = self.program.variables.get(variable).ok_or_else(no_such_part)?;
        let value = scope.state.variable(variable)?.clone();
        if entry.addressable && entry.kind != VariableKind::Bound {
            return self.load_variable(scope.state, value[0], entry.ty);
        }
        Ok(value)
    }

    // ---- constants ----

    fn constant(&mut self, value: &Value, ty: TypeId) -> Judged<Leaves> {
        let terms = &mut self.values.terms;
        Ok(match (value, self.program.types.kind(ty)) {
            (Value::Bool(truth), _) => one(terms.bool_const(*truth)),
            (Value::Int(bits), _) => one(terms.bv_big(bits.width(), &bits.unsigned())),
            (Value::Float(format, encoding), _) => {
                let format = super::shape::float_format(*format);
                let bits = BvValue::from_biguint(format.width(), BigUint::from(*encoding));
                let bits = terms.bv(bits);
                // Every NaN is the one NaN.
                one(terms.fp_from_bits(format, bits))
            }
            (Value::MathInt(number), _) => one(terms.int_const(number.clone())),
            (Value::Real(number), _) => one(terms.real_const(number.clone())),
            (Value::Pointer(Pointer { object: None, offset }), _) => {
                Leaves::from_slice(&[terms.bv_u64(64, 0), terms.bv_i64(64, *offset)])
            }
            (Value::Pointer(_), _) => return Err(Refusal::CannotFollow("a constant pointer to an object".into())),
            (Value::Union(_), _) => Leaves::new(),
            (Value::Record(items), TypeKind::Record(record)) => {
                let mut all = Leaves::new();
                for (item, field) in items.iter().zip(&record.fields) {
                    all.extend(self.constant(item, field.ty)?);
                }
                all
            }
            (Value::Array(ArrayValue::Dense(items)), TypeKind::Array { element, .. }) => {
                let items = items.iter().map(|item| self.constant(item, *element)).collect::<Judged<Vec<_>>>()?;
                let default = self.zero_element(ty)?;
                self.array(ty, &default, items.into_iter().enumerate().map(|(i, item)| (BigInt::from(i), item)))?
            }
            (Value::Array(ArrayValue::Sparse { default, entries }), TypeKind::Array { element, .. }) => {
                let default = self.constant(default, *element)?;
                let items = entries.iter().map(|(i, item)| Ok((i.clone(), self.constant(item, *element)?)));
                let items = items.collect::<Judged<Vec<_>>>()?;
                self.array(ty, &default, items.into_iter())?
            }
            _ => return Err(no_such_part()),
        })
    }
    fn zero_element(&mut self, array: TypeId) -> Judged<Leaves> {
        let (element, _) = self.values.array(array)?;
        self.values.zero(element)
    }
    /// An array that is `default` but at the given indices.
    fn array(&mut self, ty: TypeId, default: &Leaves, items: impl Iterator<Item = (BigInt, Leaves)>) -> Judged<Leaves> {
        let TypeKind::Array { index, .. } = self.program.types.kind(ty) else { return Err(no_such_part()) };
        let sorts = self.values.leaves(ty)?;
        let pairs = sorts.iter().zip(default);
        let mut result: Leaves = pairs.map(|(leaf, item)| self.values.terms.const_array(leaf.sort, *item)).collect();
        for (n, (number, item)) in items.enumerate() {
            if n >= MAX_ELEMENTS {
                return Err(Refusal::CannotFollow("an array constant of too many elements".into()));
            }
            let at = match self.program.types.int_width(*index) {
                Some(width) if number.bits() > u64::from(width) => continue,
                Some(width) => self.values.terms.bv(BvValue::from_bigint(width, &number)),
                None => self.values.terms.int_const(number),
            };
            for (leaf, (new, default)) in result.iter_mut().zip(item.iter().zip(default)) {
                if new != default {
                    *leaf = self.values.terms.store(*leaf, at, *new);
                }
            }
        }
        Ok(result)
    }

    // ---- operators ----

    fn unary(&mut self, state: &State, op: Unary, a: &Leaves) -> Judged<TermId> {
        match op {
            Unary::PointerOffset => Ok(a[1]),
            Unary::PointerObjectSize => self.object_size(a[0]),
            Unary::PointerIsLive => self.is_live(state, a[0]),
            Unary::PointerIsHeap => self.is_heap(a[0]),
            _ => operators::unary(&mut self.values.terms, op, a[0]).ok_or_else(no_such_part),
        }
    }
    fn binary(&mut self, state: &State, op: Binary, ty: TypeId, a: &Leaves, b: &Leaves) -> Judged<Leaves> {
        let terms = &mut self.values.terms;
        Ok(match op {
            Binary::Equal | Binary::NotEqual => {
                let same = match self.values.equal(ty, a, b)? {
                    Some(same) if !self.of_invariant && *self.program.types.kind(ty) == TypeKind::Pointer => {
                        self.or_neighbours(same, a, b)?
                    }
                    Some(same) => same,
                    None => self.unknown_bool()?,
                };
                one(if op == Binary::Equal { same } else { self.values.terms.not(same) })
            }
            Binary::PointerAdd { stride } => {
                let mut sum = Displacement::default();
                sum.signed.push((b[0], stride));
                self.displaced(a, &sum)?
            }
            Binary::PointerDifference => one(terms.bv_sub(a[1], b[1])),
            Binary::SameObject => one(terms.eq(a[0], b[0])),
            Binary::PointerLess => one(terms.bv_slt(a[1], b[1])),
            Binary::PointerLessEqual => one(terms.bv_sle(a[1], b[1])),
            Binary::PointerValid => one(self.is_valid(state, a, b[0])?),
            _ => match operators::binary(terms, op, a[0], b[0]) {
                Some(term) => one(term),
                // C's remainder of floats has no operator among terms.
                None => {
                    let sort = terms.sort_of(a[0]);
                    one(self.unknown(sort)?)
                }
            },
        })
    }
    /// Equality of pointers, anything where one points to the start of an object and the other further into another
    /// one (to its end, perhaps, where the first may begin), and where one is a number that may be an address.
    fn or_neighbours(&mut self, same: TermId, a: &Leaves, b: &Leaves) -> Judged<TermId> {
        let zero = self.number(0);
        let terms = &mut self.values.terms;
        let [none_a, none_b] = [a[0], b[0]].map(|object| terms.eq(object, zero));
        let [start_a, start_b] = [a[1], b[1]].map(|offset| terms.eq(offset, zero));
        let (alike, one_start) = (terms.eq(a[0], b[0]), terms.distinct(start_a, start_b));
        let (either_none, one_none) = (terms.or(none_a, none_b), terms.distinct(none_a, none_b));
        let decided = terms.or(either_none, alike);
        let neighbours = terms.not(decided);
        let neighbours = terms.and(neighbours, one_start);
        // Of the one without an object: null is decided.
        let null = terms.ite(none_a, start_a, start_b);
        let number = terms.not(null);
        let guessed = terms.and(one_none, number);
        let open = terms.or(neighbours, guessed);
        if terms.as_bool_const(open) == Some(false) {
            return Ok(same);
        }
        let unknown = self.unknown_bool()?;
        Ok(self.values.terms.ite(open, unknown, same))
    }
    fn convert(&mut self, op: Convert, a: &Leaves, to: TypeId) -> Judged<Leaves> {
        match op {
            Convert::Retype => Ok(a.clone()),
            // Addresses are not followed: any number, and any pointer.
            Convert::PointerToInt => {
                let (zero, sort) = (self.number(0), self.values.terms.bv_sort(64));
                let none = self.values.terms.eq(a[0], zero);
                if self.values.terms.as_bool_const(none) == Some(true) {
                    return Ok(one(a[1]));
                }
                let unknown = self.unknown(sort)?;
                Ok(one(self.values.terms.ite(none, a[1], unknown)))
            }
            Convert::IntToPointer => self.unknown_value(to),
            _ => {
                let to = self.program.types.kind(to);
                operators::convert(&mut self.values.terms, op, a[0], to).map(one).ok_or_else(no_such_part)
            }
        }
    }

    // ---- quantifiers ----

    /// A quantified formula. [`Court`](super::court) makes it one that solvers without quantifiers decide.
    fn quantifier(&mut self, scope: Scope, variables: &[VarId], body: ExprId, for_all: bool) -> Judged<Leaves> {
        if self.quantifiers >= MAX_QUANTIFIERS {
            return Err(Refusal::CannotFollow("quantifiers nested too deep".into()));
        }
        let (mut bound, mut symbols) = (scope.bound.to_vec(), Vec::new());
        for variable in variables {
            let entry = self.program.variables.get(*variable).ok_or_else(no_such_part)?;
            let value = self.values.any(entry.ty, "bound")?;
            symbols.extend(value.iter().copied());
            bound.push((*variable, value));
        }
        self.quantifiers += 1;
        let body = self.evaluate(Scope { bound: &bound, ..scope }, body);
        self.quantifiers -= 1;
        let body = body?[0];
        let terms = &mut self.values.terms;
        Ok(one(if for_all { terms.forall(&symbols, body) } else { terms.exists(&symbols, body) }))
    }

    // ---- places ----

    /// Follows the path of a place, its expressions evaluated by `value`.
    pub fn follow(&mut self, place: &Place, of: TypeId, value: &dyn Fn(ExprId) -> Leaves) -> Judged<Found> {
        let always = self.values.terms.tt();
        let mut found = Found { ty: of, steps: Vec::new(), opaque: false, exists: always };
        for projection in &place.path {
            let step = match (projection, self.program.types.kind(found.ty)) {
                (Projection::Index(index), TypeKind::Array { element, length, .. }) => {
                    let index = value(*index)[0];
                    let exists = self.values.exists(index, *length);
                    found.exists = self.values.terms.and(found.exists, exists);
                    found.ty = *element;
                    Step::Index(index)
                }
                (Projection::Field(n), TypeKind::Record(r)) => {
                    found.ty = r.fields.get(*n as usize).ok_or_else(no_such_part)?.ty;
                    Step::Field(*n)
                }
                (Projection::Member(n), TypeKind::Union(r)) => {
                    found.ty = r.fields.get(*n as usize).ok_or_else(no_such_part)?.ty;
                    found.opaque = true;
                    continue;
                }
                _ => return Err(no_such_part()),
            };
            if !found.opaque {
                found.steps.push(step);
            }
        }
        Ok(found)
    }
    /// The pointer to a place, and the place.
    pub fn address(
        &mut self,
        scope: Scope,
        place: &Place,
        value: &dyn Fn(ExprId) -> Leaves,
    ) -> Judged<(Leaves, Found)> {
        let (base, of) = match &place.base {
            PlaceBase::Var(variable) => {
                let entry = self.program.variables.get(*variable).ok_or_else(no_such_part)?;
                if !entry.addressable {
                    return Err(Refusal::CannotFollow(format!("the address of `{}`", entry.name)));
                }
                let (object, zero) = (scope.state.variable(*variable)?[0], self.number(0));
                (Leaves::from_slice(&[object, zero]), entry.ty)
            }
            PlaceBase::Deref(pointer, ty) => (value(*pointer), *ty),
        };
        let mut sum = Displacement::default();
        let mut at = of;
        for projection in &place.path {
            at = match (projection, self.program.types.kind(at)) {
                (Projection::Index(index), TypeKind::Array { element, .. }) => {
                    let size = self.layout.size(*element).ok_or_else(no_such_part)?;
                    sum.unsigned.push((value(*index)[0], size));
                    *element
                }
                (Projection::Field(n), TypeKind::Record(r)) | (Projection::Member(n), TypeKind::Union(r)) => {
                    let field = r.fields.get(*n as usize).ok_or_else(no_such_part)?;
                    sum.constant += u128::from(field.offset);
                    field.ty
                }
                _ => return Err(no_such_part()),
            };
        }
        let pointer = if place.path.is_empty() { base } else { self.displaced(&base, &sum)? };
        Ok((pointer, self.follow(place, of, value)?))
    }
    /// A pointer moved: it keeps its object only near it (see [`Binary::PointerAdd`]), which is computed in so many
    /// bits that nothing wraps.
    fn displaced(&mut self, from: &Leaves, by: &Displacement) -> Judged<Leaves> {
        let terms = &mut self.values.terms;
        let indices = || by.signed.iter().chain(&by.unsigned);
        if indices().any(|(index, _)| !matches!(terms.sort_data_of(*index), cairn_term::Sort::BitVec(_))) {
            return Err(Refusal::CannotFollow("the address of an element at a mathematical index".into()));
        }
        let widest = indices().map(|(index, _)| terms.width(*index)).max().unwrap_or(0).max(64);
        // Each product has at most 64 more bits; 16 bits hold the carries of all sums.
        let width = widest + 64 + 16;
        let mut sum = terms.resize_signed(from[1], width);
        let constant = terms.bv_big(width, &BigUint::from(by.constant));
        sum = terms.bv_add(sum, constant);
        let signed = by.signed.iter().map(|factor| (factor, true));
        for ((index, size), signed) in signed.chain(by.unsigned.iter().map(|factor| (factor, false))) {
            let index = if signed { terms.resize_signed(*index, width) } else { terms.resize_unsigned(*index, width) };
            let size = terms.bv_u64(width, *size);
            let distance = terms.bv_mul(index, size);
            sum = terms.bv_add(sum, distance);
        }
        let (low, high) = (BigInt::from(-Pointer::MAX_OFFSET), BigInt::from(Pointer::MAX_OFFSET));
        let low = terms.bv(BvValue::from_bigint(width, &low));
        let high = terms.bv(BvValue::from_bigint(width, &high));
        let (above, below) = (terms.bv_sle(low, sum), terms.bv_sle(sum, high));
        let near = terms.and(above, below);
        let none = terms.bv_u64(64, 0);
        let object = terms.ite(near, from[0], none);
        Ok(Leaves::from_slice(&[object, terms.extract(sum, 63, 0)]))
    }
}

/// A distance in bytes: a constant, and numbers times sizes.
#[derive(Default)]
struct Displacement {
    constant: u128,
    signed: Vec<(TermId, u64)>,
    unsigned: Vec<(TermId, u64)>,
}

pub fn one(term: TermId) -> Leaves {
    Leaves::from_slice(&[term])
}
