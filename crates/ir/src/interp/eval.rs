//! Evaluates expressions in a state.
//!
//! The state is only read; what evaluation does besides (asking for base addresses, counting, remembering
//! what was read) goes to [`Effects`]. Values are borrowed from the state where possible.

use super::frame::{Cell, Frame, Slot, no_variable};
use super::inputs::{Feeder, InputKind, InputRequest};
use super::memory::{Addresses, Memory, ObjectKind};
use super::operations::{self, Displacement, as_count, element, equal};
use super::place::walk;
use super::plan::{Node, Shape};
use super::trace::{Location, PlaceStep};
use super::{Interpreter, Outcome, domain, ranges};
use crate::expr::{Binary, Convert, Expr, ExprId, ExprKind, Place, PlaceBase, Projection, Sign, Unary};
use crate::program::{ProcId, VarId};
use crate::types::{TypeId, TypeKind};
use crate::value::{ArrayValue, Bits, ObjectId, Pointer, Value};
use cairn_base::Budget;
use num_bigint::BigInt;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Quantified variables may have so many values together.
const MAX_INSTANCES: u64 = 1 << 20;
/// Quantifiers (and `old`) inside each other.
const MAX_NESTING: u32 = 64;

/// Which variables an expression sees.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub frame: Option<&'a Frame>,
    /// The frame at entry, for `old`.
    pub entry: Option<&'a Frame>,
    pub bound: &'a [(VarId, Value)],
    pub nesting: u32,
    /// Evaluations inside each other on behalf of logic functions.
    pub depth: u32,
}

/// How many steps are made between two looks at the budget.
const STEPS_PER_LOOK: u64 = 4096;

/// What evaluation does besides giving a value.
pub struct Effects<'i> {
    pub feeder: Feeder<'i>,
    pub addresses: Addresses,
    pub steps: u64,
    pub step_limit: u64,
    pub budget: Option<Budget>,
    /// What was read, if that is wanted.
    pub reads: Option<Vec<Location>>,
}

impl Effects<'_> {
    pub fn step(&mut self) -> Result<(), Outcome> {
        let is_stopped = |budget: &Budget| self.steps.is_multiple_of(STEPS_PER_LOOK) && budget.is_stopped();
        if self.steps >= self.step_limit || self.budget.as_ref().is_some_and(is_stopped) {
            return Err(Outcome::OutOfSteps);
        }
        self.steps += 1;
        Ok(())
    }
    fn read(&mut self, location: impl FnOnce() -> Location) {
        if let Some(reads) = &mut self.reads {
            reads.push(location());
        }
    }
    fn read_lifetime(&mut self, pointer: Pointer) {
        if let Some(object) = pointer.object {
            self.read(|| Location::Lifetime { object });
        }
    }
    fn read_memory(&mut self, pointer: Pointer, bytes: u64) {
        if let (Some(object), Ok(offset)) = (pointer.object, u64::try_from(pointer.offset)) {
            self.read(|| Location::Memory { object, offset, bytes });
        }
    }
}

#[derive(Clone, Copy)]
pub struct Evaluator<'a, 'p> {
    pub interpreter: &'a Interpreter<'p>,
    pub memory: &'a Memory,
    pub globals: &'a [Cell],
}

pub type Found<'a> = Result<Cow<'a, Value>, Outcome>;
pub(super) type Values<'a> = SmallVec<[Cow<'a, Value>; 6]>;

fn owned<'a>(value: Value) -> Found<'a> {
    Ok(Cow::Owned(value))
}

impl<'a, 'p> Evaluator<'a, 'p> {
    pub fn eval(self, scope: Scope<'a>, effects: &mut Effects, expr: ExprId) -> Found<'a> {
        let plan = self.interpreter.plan(expr)?;
        if plan.applies {
            return self.lazily(expr, scope, effects);
        }
        let mut values = Values::with_capacity(plan.nodes.len());
        for node in &plan.nodes {
            let value = self.node(node, &mut values, scope, effects)?;
            values.push(value);
        }
        values.pop().ok_or_else(|| Outcome::BadProgram("an empty expression".into()))
    }
    pub(super) fn node(
        self,
        node: &Node,
        values: &mut Values<'a>,
        scope: Scope<'a>,
        effects: &mut Effects,
    ) -> Found<'a> {
        let expr: &'p Expr = self.interpreter.program.expr(node.expr);
        if let Shape::Component { root, path } = &node.shape {
            let arguments: SmallVec<[&Value; 4]> = node.arguments.iter().map(|i| &*values[*i as usize]).collect();
            return self.component(*root, path, &arguments, expr.ty, scope, effects);
        }
        let argument = |i: usize| -> &Value { &values[node.arguments[i] as usize] };
        let bad = || ill_typed(node.expr);
        match &expr.kind {
            ExprKind::Const(value) => Ok(Cow::Borrowed(value)),
            ExprKind::Var(var) => self.variable(*var, expr.ty, scope, effects),
            ExprKind::Unary(op, _) => owned(self.unary(*op, argument(0), effects).ok_or_else(bad)?),
            ExprKind::Binary(op, a, _) => {
                self.binary(*op, argument(0), argument(1), *a, effects)?.map_or_else(|| Err(bad()), owned)
            }
            ExprKind::Convert(op, _) => {
                self.convert(*op, argument(0), expr, effects)?.map_or_else(|| Err(bad()), owned)
            }
            ExprKind::FusedMultiplyAdd(rounding, _) => match (argument(0), argument(1), argument(2)) {
                (Value::Float(f, a), Value::Float(_, b), Value::Float(_, c)) => {
                    owned(Value::Float(*f, super::floats::fused(*f, *rounding, *a, *b, *c)))
                }
                _ => Err(bad()),
            },
            ExprKind::If(..) => {
                let condition = argument(0).as_bool().ok_or_else(bad)?;
                Ok(values[node.arguments[if condition { 1 } else { 2 }] as usize].clone())
            }
            ExprKind::Load(_) => match argument(0) {
                Value::Pointer(pointer) => owned(self.load(*pointer, expr.ty, effects)?),
                _ => Err(bad()),
            },
            ExprKind::AddressOf(place) => {
                let arguments: SmallVec<[&Value; 4]> = node.arguments.iter().map(|i| &*values[*i as usize]).collect();
                owned(Value::Pointer(self.address(place, &arguments, scope)?))
            }
            ExprKind::ProcedureAddress(procedure) => owned(Value::Pointer(self.procedure(*procedure)?)),
            ExprKind::Forall(vars, body) => owned(Value::Bool(self.quantified(vars, *body, true, scope, effects)?)),
            ExprKind::Exists(vars, body) => owned(Value::Bool(self.quantified(vars, *body, false, scope, effects)?)),
            ExprKind::Old(body) => self.old(*body, scope, effects),
            ExprKind::Contents(_) => match argument(0) {
                Value::Pointer(pointer) => owned(self.contents(*pointer, expr.ty, effects)?),
                _ => Err(bad()),
            },
            _ => self.aggregate(node, expr, values),
        }
    }

    fn unary(self, op: Unary, a: &Value, effects: &mut Effects) -> Option<Value> {
        let Value::Pointer(pointer) = a else { return operations::unary(op, a) };
        let info = self.memory.pointed(*pointer);
        if op != Unary::PointerOffset {
            effects.read_lifetime(*pointer);
        }
        match op {
            Unary::PointerObjectSize => Some(Value::Int(Bits::from_u64(64, info.map_or(0, |info| info.size)))),
            Unary::PointerIsLive => Some(Value::Bool(self.memory.is_live(*pointer))),
            Unary::PointerIsHeap => Some(Value::Bool(info.is_some_and(|info| info.kind == ObjectKind::Heap))),
            _ => operations::unary(op, a),
        }
    }
    fn binary(
        self,
        op: Binary,
        a: &Value,
        b: &Value,
        left: ExprId,
        effects: &mut Effects,
    ) -> Result<Option<Value>, Outcome> {
        let same = || equal(&self.interpreter.layout, self.interpreter.program.type_of(left), a, b);
        match (op, a, b) {
            (Binary::Equal, ..) => Ok(Some(Value::Bool(same()))),
            (Binary::NotEqual, ..) => Ok(Some(Value::Bool(!same()))),
            (Binary::PointerValid, Value::Pointer(pointer), count) => {
                effects.read_lifetime(*pointer);
                Ok(as_count(count).map(|bytes| Value::Bool(self.memory.is_valid(*pointer, bytes))))
            }
            _ => operations::binary(op, a, b),
        }
    }
    fn convert(self, op: Convert, a: &Value, expr: &Expr, effects: &mut Effects) -> Result<Option<Value>, Outcome> {
        match (op, a) {
            (Convert::PointerToInt, Value::Pointer(pointer)) => {
                let base = match pointer.object {
                    None => 0,
                    Some(object) => self.base_address(object, expr, effects)?,
                };
                Ok(Some(Value::Int(Bits::from_u64(64, base.wrapping_add(pointer.offset as u64)))))
            }
            (Convert::IntToPointer, Value::Int(bits)) => Ok(bits.small().map(|address| {
                let nothing = Pointer { object: None, offset: address as i64 };
                Value::Pointer(effects.addresses.find(address, self.memory).unwrap_or(nothing))
            })),
            _ => match self.interpreter.layout.kind(expr.ty) {
                Some(to) => Ok(operations::convert(op, a, to)),
                None => Ok(None),
            },
        }
    }
    /// Exposes an object if nobody has.
    fn base_address(self, object: ObjectId, expr: &Expr, effects: &mut Effects) -> Result<u64, Outcome> {
        if let Some(base) = effects.addresses.base(object) {
            return Ok(base);
        }
        let kind = InputKind::BaseAddress(object);
        let request = InputRequest { ty: expr.ty, count: None, kind, role: None, span: expr.span };
        let value = effects.feeder.ask(&self.interpreter.layout, request)?;
        let base = as_count(&value).ok_or_else(|| Outcome::BadInput("an address has 64 bits".into()))?;
        let pointer_bytes = self.interpreter.program.target.pointer_bytes;
        if effects.addresses.expose(object, base, self.memory, pointer_bytes) {
            Ok(base)
        } else {
            Err(Outcome::AssumptionFailed)
        }
    }

    /// The cell of a variable, and the activation it belongs to.
    fn cell(self, var: VarId, scope: Scope<'a>) -> Result<(&'a Cell, u32), Outcome> {
        let found = match self.interpreter.slots.of(var) {
            Slot::Global(i) => self.globals.get(i as usize).map(|cell| (cell, 0)),
            Slot::Frame(procedure, i) => scope
                .frame
                .filter(|frame| frame.procedure == procedure)
                .and_then(|frame| Some((frame.cells.get(i as usize)?, frame.activation))),
            Slot::Bound | Slot::Lost => None,
        };
        found.ok_or_else(|| no_variable(var))
    }
    fn bound(self, var: VarId, scope: Scope<'a>) -> Option<&'a Value> {
        scope.bound.iter().rev().find(|(bound, _)| *bound == var).map(|(_, value)| value)
    }
    fn variable(self, var: VarId, ty: TypeId, scope: Scope<'a>, effects: &mut Effects) -> Found<'a> {
        if let Some(value) = self.bound(var, scope) {
            return Ok(Cow::Borrowed(value));
        }
        match self.cell(var, scope)? {
            (Cell::Plain(value), activation) => {
                effects.read(|| Location::Variable { variable: var, activation, path: Vec::new() });
                Ok(Cow::Borrowed(value))
            }
            (Cell::Object(object), _) => owned(self.load(Pointer { object: Some(*object), offset: 0 }, ty, effects)?),
        }
    }
    pub(super) fn load(self, pointer: Pointer, ty: TypeId, effects: &mut Effects) -> Result<Value, Outcome> {
        let size = self.interpreter.layout.size(ty).unwrap_or(0);
        if self.memory.is_valid(pointer, size) {
            effects.read_memory(pointer, size);
        } else {
            effects.read_lifetime(pointer);
        }
        self.memory.load(&self.interpreter.layout, pointer, ty)
    }
    pub(super) fn zero(self, ty: TypeId) -> Result<Value, Outcome> {
        self.memory.affords(self.interpreter.layout.scalars(ty))?;
        self.interpreter.layout.zero(ty).ok_or_else(super::memory::not_storable)
    }
    /// The object that stands for a procedure: they come first, in order.
    pub fn procedure(self, procedure: ProcId) -> Result<Pointer, Outcome> {
        match self.interpreter.program.procedures.get(procedure) {
            Some(_) => Ok(Pointer { object: Some(ObjectId(procedure.0)), offset: 0 }),
            None => Err(Outcome::BadProgram(format!("there is no procedure {procedure:?}"))),
        }
    }

    /// A component of a variable or of what is loaded, without touching the rest.
    fn component(
        self,
        root: ExprId,
        path: &[Projection],
        arguments: &[&Value],
        ty: TypeId,
        scope: Scope<'a>,
        effects: &mut Effects,
    ) -> Found<'a> {
        let program = self.interpreter.program;
        let root_type = program.type_of(root);
        let pointer = match (&program.expr(root).kind, arguments.first()) {
            (ExprKind::Load(_), Some(Value::Pointer(pointer))) => {
                return self.loaded_component((*pointer, root_type), path, &arguments[1..], ty, effects);
            }
            (ExprKind::Var(var), _) => match self.bound(*var, scope) {
                Some(value) => return self.part_of(value, root_type, path, arguments, ty),
                None => match self.cell(*var, scope)? {
                    (Cell::Plain(value), activation) => {
                        effects.read(|| {
                            let path = place_steps(path, arguments).unwrap_or_default();
                            Location::Variable { variable: *var, activation, path }
                        });
                        return self.part_of(value, root_type, path, arguments, ty);
                    }
                    (Cell::Object(object), _) => Pointer { object: Some(*object), offset: 0 },
                },
            },
            _ => return Err(ill_typed(root)),
        };
        self.loaded_component((pointer, root_type), path, arguments, ty, effects)
    }
    /// Elements that do not exist are zero, and so are their components.
    fn part_of(self, value: &'a Value, of: TypeId, path: &[Projection], arguments: &[&Value], ty: TypeId) -> Found<'a> {
        let (mut value, mut at) = (value, of);
        let mut indices = arguments.iter();
        for step in path {
            let next = match (step, value, self.interpreter.layout.kind(at)) {
                (Projection::Index(_), Value::Array(array), Some(TypeKind::Array { element: inner, length, .. })) => {
                    let index = indices.next().ok_or_else(|| bad_path(of))?;
                    match element(array, *length, index) {
                        Some(item) => (item, *inner),
                        None => return owned(self.zero(ty)?),
                    }
                }
                (Projection::Field(n), Value::Record(items), Some(TypeKind::Record(record))) => {
                    let pair = items.get(*n as usize).zip(record.fields.get(*n as usize));
                    pair.map(|(item, field)| (item, field.ty)).ok_or_else(|| bad_path(of))?
                }
                _ => return Err(bad_path(of)),
            };
            (value, at) = next;
        }
        Ok(Cow::Borrowed(value))
    }
    /// As if all of the root were loaded: it must lie in a live object as a whole.
    fn loaded_component(
        self,
        (pointer, of): (Pointer, TypeId),
        path: &[Projection],
        indices: &[&Value],
        ty: TypeId,
        effects: &mut Effects,
    ) -> Found<'a> {
        let layout = &self.interpreter.layout;
        let size = layout.size(of).ok_or_else(super::memory::not_storable)?;
        if !self.memory.is_valid(pointer, size) {
            effects.read_lifetime(pointer);
            return owned(self.zero(ty)?);
        }
        let mut sum = Displacement::new(pointer.offset);
        if !walk(layout, of, path, indices, &mut sum)?.exists {
            return owned(self.zero(ty)?);
        }
        owned(self.load(sum.pointer(pointer), ty, effects)?)
    }
    /// The address of a place; indices are unsigned and not compared with the length.
    fn address(self, place: &Place, arguments: &[&Value], scope: Scope<'a>) -> Result<Pointer, Outcome> {
        let variables = &self.interpreter.program.variables;
        let (base, of, indices) = match (&place.base, arguments.first()) {
            (PlaceBase::Deref(_, ty), Some(Value::Pointer(pointer))) => (*pointer, *ty, &arguments[1..]),
            (PlaceBase::Var(var), _) => match self.cell(*var, scope)? {
                (Cell::Object(object), _) => {
                    (Pointer { object: Some(*object), offset: 0 }, variables[*var].ty, arguments)
                }
                _ => return Err(Outcome::BadProgram(format!("the address of `{}`", variables[*var].name))),
            },
            _ => return Err(Outcome::BadProgram("the address of what is no place".into())),
        };
        let mut sum = Displacement::new(base.offset);
        walk(&self.interpreter.layout, of, &place.path, indices, &mut sum)?;
        Ok(sum.pointer(base))
    }

    fn aggregate(self, node: &Node, expr: &'p Expr, values: &mut Values<'a>) -> Found<'a> {
        let layout = &self.interpreter.layout;
        let bad = || ill_typed(node.expr);
        let base = match &expr.kind {
            ExprKind::Update(..) | ExprKind::WithField(..) | ExprKind::WithMember(..) => {
                Some(take(values, node.arguments[0], node.owns_first))
            }
            _ => None,
        };
        let argument = |i: usize| -> &Value { &values[node.arguments[i] as usize] };
        let type_of = |e: ExprId| self.interpreter.program.type_of(e);
        let all =
            || -> Vec<Value> { node.arguments.iter().map(|i| values[*i as usize].clone().into_owned()).collect() };
        match (&expr.kind, base) {
            (ExprKind::Update(..), Some(Value::Array(mut array))) => {
                let Some(TypeKind::Array { length, .. }) = layout.kind(expr.ty) else { return Err(bad()) };
                if let Some(index) = operations::existing_index(argument(1), *length) {
                    array.set(&index, argument(2).clone());
                }
                owned(Value::Array(array))
            }
            (ExprKind::WithField(_, n, _), Some(Value::Record(mut items))) => {
                *items.get_mut(*n as usize).ok_or_else(bad)? = argument(1).clone();
                owned(Value::Record(items))
            }
            (ExprKind::WithMember(_, n, _), Some(mut union)) => {
                operations::set_member(layout, &mut union, expr.ty, *n, argument(1)).ok_or_else(bad)?;
                owned(union)
            }
            (ExprKind::Index(array, _), _) => {
                let Some(TypeKind::Array { length, .. }) = layout.kind(type_of(*array)) else { return Err(bad()) };
                let Value::Array(items) = argument(0) else { return Err(bad()) };
                match element(items, *length, argument(1)) {
                    Some(item) => owned(item.clone()),
                    None => owned(self.zero(expr.ty)?),
                }
            }
            (ExprKind::Field(_, n), _) => match argument(0) {
                Value::Record(items) => owned(items.get(*n as usize).cloned().ok_or_else(bad)?),
                _ => Err(bad()),
            },
            (ExprKind::Member(union, n), _) => {
                owned(operations::member(layout, argument(0), type_of(*union), *n).ok_or_else(bad)?)
            }
            (ExprKind::ArrayOf(_), _) => owned(Value::Array(self.array_of(all(), expr.ty)?)),
            (ExprKind::ArrayFill(_), _) => {
                self.memory.affords(layout.scalars(expr.ty))?;
                let Some(TypeKind::Array { length, .. }) = layout.kind(expr.ty) else { return Err(bad()) };
                owned(Value::Array(ArrayValue::filled(*length, argument(0).clone())))
            }
            (ExprKind::RecordOf(_), _) => owned(Value::Record(all())),
            _ => Err(bad()),
        }
    }
    fn array_of(self, items: Vec<Value>, ty: TypeId) -> Result<ArrayValue, Outcome> {
        if items.len() as u64 <= ArrayValue::DENSE_LIMIT {
            return Ok(ArrayValue::Dense(items));
        }
        let Some(TypeKind::Array { element, length, .. }) = self.interpreter.layout.kind(ty) else {
            return Err(bad_path(ty));
        };
        let mut array = ArrayValue::filled(*length, self.zero(*element)?);
        for (i, item) in items.into_iter().enumerate() {
            array.set(&i.into(), item);
        }
        Ok(array)
    }

    fn quantified(
        self,
        vars: &[VarId],
        body: ExprId,
        for_all: bool,
        scope: Scope<'a>,
        effects: &mut Effects,
    ) -> Result<bool, Outcome> {
        let (program, layout) = (self.interpreter.program, &self.interpreter.layout);
        let too_many = || Outcome::Unsupported("a quantifier over too many values".into());
        if scope.nesting >= MAX_NESTING {
            return Err(Outcome::Unsupported("quantifiers nested too deep".into()));
        }
        let mut ranges = Vec::new();
        let mut total = 1u64;
        for var in vars {
            let ty = program.variables.get(*var).ok_or_else(|| no_variable(*var))?.ty;
            let whole = domain::count(layout, ty).filter(|count| *count <= MAX_INSTANCES);
            let (first, count) = match whole {
                Some(count) => (None, count),
                None => self.guarded_range(*var, ty, (vars, body, for_all), scope, effects)?.ok_or_else(too_many)?,
            };
            total = total.checked_mul(count).filter(|total| *total <= MAX_INSTANCES).ok_or_else(too_many)?;
            ranges.push((*var, ty, count, first));
        }
        for instance in 0..total {
            effects.step()?;
            let mut bound = scope.bound.to_vec();
            let mut rest = instance;
            for (var, ty, count, first) in &ranges {
                let value = match (first, layout.kind(*ty)) {
                    (Some(first), Some(TypeKind::Int(width))) => {
                        let number: BigInt = first + rest % count;
                        Some(Value::Int(Bits::from_signed(*width, &number)))
                    }
                    _ => domain::nth(layout, *ty, rest % count),
                };
                bound.push((*var, value.ok_or_else(too_many)?));
                rest /= count;
            }
            let inner = Scope { bound: &bound, nesting: scope.nesting + 1, ..scope };
            let holds = self.eval(inner, effects, body)?.as_bool().ok_or_else(|| ill_typed(body))?;
            if holds != for_all {
                return Ok(holds);
            }
        }
        Ok(for_all)
    }
    /// The numbers of a machine integer for which the body of a quantifier says anything: the first, and how many.
    fn guarded_range(
        self,
        var: VarId,
        ty: TypeId,
        (vars, body, for_all): (&[VarId], ExprId, bool),
        scope: Scope<'a>,
        effects: &mut Effects,
    ) -> Result<Option<(Option<BigInt>, u64)>, Outcome> {
        let Some(TypeKind::Int(width)) = self.interpreter.layout.kind(ty) else { return Ok(None) };
        let limits = ranges::limits(self.interpreter.program, var, vars, body, for_all);
        let mut numbers = Vec::new();
        for limit in &limits {
            let inner = Scope { nesting: scope.nesting + 1, ..scope };
            let value = self.eval(inner, effects, limit.other)?;
            if let Value::Int(bits) = &*value {
                let number = match limit.sign {
                    Sign::Signed => bits.signed(),
                    Sign::Unsigned => BigInt::from(bits.unsigned()),
                };
                numbers.push((number, limit));
            }
        }
        let found = ranges::between(*width, &numbers);
        Ok(found.and_then(|(first, count)| Some((Some(first), u64::try_from(count).ok()?))))
    }
    fn old(self, body: ExprId, scope: Scope<'a>, effects: &mut Effects) -> Found<'a> {
        if scope.nesting >= MAX_NESTING {
            return Err(Outcome::Unsupported("`old` nested too deep".into()));
        }
        match scope.entry {
            Some(entry) => {
                let scope = Scope { frame: Some(entry), nesting: scope.nesting + 1, ..scope };
                self.eval(scope, effects, body)
            }
            None => Err(Outcome::Unsupported("`old` outside a postcondition".into())),
        }
    }
}

fn take<'a>(values: &mut Values<'a>, position: u32, owns: bool) -> Value {
    let slot = &mut values[position as usize];
    if owns {
        return std::mem::replace(slot, Cow::Owned(Value::Bool(false))).into_owned();
    }
    slot.clone().into_owned()
}

/// A path with the numbers of its indices.
pub fn place_steps(path: &[Projection], indices: &[&Value]) -> Option<Vec<PlaceStep>> {
    let mut indices = indices.iter();
    path.iter()
        .map(|step| match step {
            Projection::Index(_) => indices.next().and_then(|i| operations::index_number(i)).map(PlaceStep::Index),
            Projection::Field(n) => Some(PlaceStep::Field(*n)),
            Projection::Member(n) => Some(PlaceStep::Member(*n)),
        })
        .collect()
}

pub fn ill_typed(expr: ExprId) -> Outcome {
    Outcome::BadProgram(format!("expression {expr:?} is ill-typed"))
}
fn bad_path(ty: TypeId) -> Outcome {
    Outcome::BadProgram(format!("a path that {ty:?} does not have"))
}
