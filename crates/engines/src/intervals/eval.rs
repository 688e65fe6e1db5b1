//! Evaluates expressions in abstract states: every operation of the program form on sets of values.

use super::arithmetic;
use super::float::{self, FloatSet};
use super::integer::{IntSet, MAX_WIDTH, half};
use super::math::MathSet;
use super::model::{Activation, CellKind, Model};
use super::places::signed_scaled;
use super::pointer::{GONE, PointerSet};
use super::state::State;
use super::value::{self, Abs, Truth};
use cairn_ir::{Binary, Convert, Expr, ExprId, ExprKind, FloatFormat, Place, PlaceBase, Sign, TypeId, TypeKind, Unary};
use cairn_term::{BvValue, softfloat};
use smallvec::SmallVec;
use std::rc::Rc;

type Arguments<'v> = SmallVec<[&'v Abs; 4]>;

fn truth(value: Option<bool>) -> Option<Abs> {
    Some(Abs::Bool(Truth::known(value)))
}

impl Model<'_> {
    pub fn eval(&self, state: &State, activation: Activation, expr: ExprId) -> Abs {
        let Some(plan) = self.plan(expr) else { return Abs::Unknown };
        let mut values: Vec<Abs> = Vec::with_capacity(plan.nodes.len());
        for (node, places) in &plan.nodes {
            let expr = self.program.expr(*node);
            let value = {
                let arguments: Arguments = places.iter().map(|place| &values[*place as usize]).collect();
                self.node(state, activation, expr, &arguments)
            };
            let value = value.map_or_else(|| self.any(expr.ty), |value| self.of_type(value, expr.ty));
            values.push(value);
        }
        values.pop().unwrap_or(Abs::Unknown)
    }
    pub fn truth(&self, state: &State, activation: Activation, expr: ExprId) -> Truth {
        self.eval(state, activation, expr).truth()
    }
    /// None: anything of the expression's type.
    fn node(&self, state: &State, activation: Activation, expr: &Expr, arguments: &Arguments) -> Option<Abs> {
        let type_of = |e: &ExprId| self.program.type_of(*e);
        let argument = |i: usize| arguments.get(i).copied();
        match &expr.kind {
            ExprKind::Const(value) => Some(value::constant(&self.shapes, value, expr.ty)),
            ExprKind::Var(variable) => Some(state.get(self.cell(activation, *variable)?)),
            ExprKind::Unary(op, _) => self.unary(state, *op, argument(0)?),
            ExprKind::Binary(op, _, _) => self.binary(state, *op, argument(0)?, argument(1)?),
            ExprKind::Convert(op, _) => self.convert(*op, argument(0)?, expr.ty),
            ExprKind::If(..) => match argument(0)?.truth() {
                Truth::True => argument(1).cloned(),
                Truth::False => argument(2).cloned(),
                Truth::Either => Some(argument(1)?.join(argument(2)?)),
            },
            ExprKind::Index(array, _) => Some(self.element(argument(0)?, type_of(array), argument(1)?)),
            ExprKind::Update(..) => Some(self.update(argument(0)?, expr.ty, argument(1)?, argument(2)?)),
            ExprKind::Field(_, n) => Some(self.field(argument(0)?, *n, expr.ty)),
            ExprKind::WithField(_, n, _) => Some(self.with_field(argument(0)?, *n, argument(1)?)),
            ExprKind::ArrayOf(_) => Some(self.array_of(expr.ty, arguments)),
            ExprKind::ArrayFill(_) => {
                let item = argument(0)?.clone();
                match self.shapes.layout.kind(expr.ty)? {
                    TypeKind::Array { length: Some(n), .. } if self.shapes.by_element(expr.ty) => {
                        Some(Abs::Elements(Rc::new(vec![item; *n as usize])))
                    }
                    _ => Some(Abs::Summary(Rc::new(item))),
                }
            }
            ExprKind::RecordOf(_) => self.record_of(expr.ty, arguments),
            ExprKind::AddressOf(place) => Some(Abs::Pointer(self.address(activation, place, arguments))),
            ExprKind::ProcedureAddress(procedure) => {
                let offset = IntSet::constant(64, 0);
                Some(Abs::Pointer(PointerSet::to(Self::procedure_cell(*procedure), offset)))
            }
            ExprKind::Load(_) => Some(self.load(state, &argument(0)?.pointers(), expr.ty)),
            ExprKind::FusedMultiplyAdd(..)
            | ExprKind::Member(..)
            | ExprKind::WithMember(..)
            | ExprKind::Forall(..)
            | ExprKind::Exists(..)
            | ExprKind::Apply(..)
            | ExprKind::Contents(_)
            | ExprKind::Old(_) => None,
        }
    }
    fn array_of(&self, ty: TypeId, arguments: &Arguments) -> Abs {
        if self.shapes.by_element(ty) {
            return Abs::Elements(Rc::new(arguments.iter().map(|item| (*item).clone()).collect()));
        }
        let all = arguments.iter().map(|item| (*item).clone()).reduce(|a, b| a.join(&b));
        all.map_or(Abs::Unknown, |item| Abs::Summary(Rc::new(item)))
    }
    /// Of the same form as any other value of the type.
    fn record_of(&self, ty: TypeId, arguments: &Arguments) -> Option<Abs> {
        match self.any(ty) {
            Abs::Record(items) if items.len() == arguments.len() => {
                Some(Abs::Record(Rc::new(arguments.iter().map(|item| (*item).clone()).collect())))
            }
            _ => None,
        }
    }
    fn address(&self, activation: Activation, place: &Place, arguments: &Arguments) -> PointerSet {
        let indices: Vec<Abs> = arguments.iter().map(|a| (*a).clone()).collect();
        match &place.base {
            PlaceBase::Deref(_, ty) => match indices.split_first() {
                Some((pointer, rest)) => self.displaced(&pointer.pointers(), *ty, &place.path, rest).0,
                None => PointerSet::any(),
            },
            PlaceBase::Var(variable) => match self.cell(activation, *variable) {
                Some(cell) => {
                    let base = PointerSet::to(cell, IntSet::constant(64, 0));
                    self.displaced(&base, self.program.variables[*variable].ty, &place.path, &indices).0
                }
                None => PointerSet::any(),
            },
        }
    }

    // ---- operations ----

    fn unary(&self, state: &State, op: Unary, a: &Abs) -> Option<Abs> {
        match (op, a) {
            (Unary::Not, _) => Some(Abs::Bool(a.truth().not())),
            (Unary::Negate, Abs::Int(x)) => Some(Abs::Int(arithmetic::negate(x))),
            (Unary::BitNot, Abs::Int(x)) => Some(Abs::Int(arithmetic::bit_not(x))),
            (Unary::NegateOverflows, Abs::Int(x)) => {
                truth(arithmetic::equal(x, &IntSet::constant(x.width(), -half(x.width()))))
            }
            (Unary::FloatIs(class), Abs::Float(x)) => truth(x.is(class)),
            (_, Abs::Float(x)) => x.unary(op).map(Abs::Float),
            (Unary::MathNegate, Abs::Math(x)) => Some(Abs::Math(x.negate())),
            (Unary::MathAbs, Abs::Math(x)) => Some(Abs::Math(x.abs())),
            (_, Abs::Pointer(pointer)) => self.pointer_query(state, op, pointer),
            _ => None,
        }
    }
    fn pointer_query(&self, state: &State, op: Unary, pointer: &PointerSet) -> Option<Abs> {
        if pointer.is_any() {
            return None;
        }
        if op == Unary::PointerOffset {
            return Some(Abs::Int(pointer.offsets()));
        }
        let nothing = pointer.without_object().map(|_| match op {
            Unary::PointerObjectSize => Abs::Int(IntSet::constant(64, 0)),
            _ => Abs::Bool(Truth::False),
        });
        let of = |cell: u64| {
            let object = state.objects.get(cell);
            match op {
                Unary::PointerObjectSize => Abs::Int(match (self.kind(cell), object) {
                    (CellKind::Procedure(_), _) => IntSet::constant(64, 0),
                    (_, Some(object)) => object.size,
                    _ => IntSet::any(64),
                }),
                Unary::PointerIsLive => match self.kind(cell) {
                    CellKind::Procedure(_) => Abs::Bool(Truth::True),
                    CellKind::Gone => Abs::Bool(Truth::False),
                    _ => Abs::Bool(object.map_or(Truth::Either, |object| object.live)),
                },
                _ if cell == GONE => Abs::Bool(Truth::Either),
                _ => Abs::Bool(Truth::known(Some(matches!(
                    self.kind(cell),
                    CellKind::Allocation { kind: cairn_ir::AllocationKind::Heap, .. }
                )))),
            }
        };
        let all = pointer.targets().iter().map(|(cell, _)| of(*cell)).chain(nothing);
        all.reduce(|a, b| a.join(&b))
    }
    fn binary(&self, state: &State, op: Binary, a: &Abs, b: &Abs) -> Option<Abs> {
        match (op, a, b) {
            (Binary::And, ..) => Some(Abs::Bool(a.truth().and(b.truth()))),
            (Binary::Or, ..) => Some(Abs::Bool(a.truth().or(b.truth()))),
            (Binary::Implies, ..) => Some(Abs::Bool(a.truth().not().or(b.truth()))),
            (Binary::Xor, ..) => Some(Abs::Bool(a.truth().xor(b.truth()))),
            (Binary::Equal, ..) => Some(Abs::Bool(same(a, b))),
            (Binary::NotEqual, ..) => Some(Abs::Bool(same(a, b).not())),
            (_, Abs::Int(x), Abs::Int(y)) if x.width() == y.width() => integers(op, x, y),
            (_, Abs::Float(x), Abs::Float(y)) if x.format == y.format => match op {
                Binary::FloatEqual | Binary::FloatLess | Binary::FloatLessEqual => truth(FloatSet::compare(op, x, y)),
                _ => FloatSet::binary(op, x, y).map(Abs::Float),
            },
            (Binary::MathLess, Abs::Math(x), Abs::Math(y)) => truth(MathSet::less(x, y)),
            (Binary::MathLessEqual, Abs::Math(x), Abs::Math(y)) => truth(MathSet::less_equal(x, y)),
            (_, Abs::Math(x), Abs::Math(y)) => MathSet::binary(op, x, y).map(Abs::Math),
            (Binary::PointerAdd { stride }, Abs::Pointer(p), Abs::Int(index)) => {
                let distance = signed_scaled(index, stride).unwrap_or(IntSet::any(64));
                Some(Abs::Pointer(p.add(&distance)))
            }
            (Binary::PointerValid, Abs::Pointer(p), Abs::Int(bytes)) => {
                Some(Abs::Bool(self.pointer_valid(state, p, bytes)))
            }
            (_, Abs::Pointer(p), Abs::Pointer(q)) => pointers(op, p, q),
            _ => None,
        }
    }
    fn pointer_valid(&self, state: &State, pointer: &PointerSet, bytes: &IntSet) -> Truth {
        if pointer.is_any() {
            return Truth::Either;
        }
        let nothing = pointer.without_object().map(|_| Truth::False);
        let of = |(cell, offset): &(u64, IntSet)| self.valid(state.objects.get(*cell), *cell, offset, bytes.unsigned());
        pointer.targets().iter().map(of).chain(nothing).reduce(Truth::join).unwrap_or(Truth::Either)
    }
    fn convert(&self, op: Convert, a: &Abs, ty: TypeId) -> Option<Abs> {
        let to = self.shapes.layout.kind(ty)?;
        let width = match to {
            TypeKind::Int(width) if *width <= MAX_WIDTH => Some(*width),
            _ => None,
        };
        match (op, a, to) {
            (Convert::Retype, ..) => Some(a.clone()),
            (Convert::ZeroExtend, Abs::Int(x), _) => Some(Abs::Int(arithmetic::zero_extend(x, width?))),
            (Convert::SignExtend, Abs::Int(x), _) => Some(Abs::Int(arithmetic::sign_extend(x, width?))),
            (Convert::Truncate, Abs::Int(x), _) => Some(Abs::Int(arithmetic::truncate(x, width?))),
            (Convert::BoolToInt, _, _) => {
                let width = width?;
                Some(Abs::Int(match a.truth() {
                    Truth::True => IntSet::constant(width, 1),
                    Truth::False => IntSet::constant(width, 0),
                    Truth::Either => IntSet::from_unsigned(width, (0, 1))?,
                }))
            }
            (Convert::IntToMath(sign), Abs::Int(x), _) => {
                Some(Abs::Math(MathSet::range(if sign == Sign::Signed { x.signed() } else { x.unsigned() })))
            }
            (Convert::MathToInt, Abs::Math(x), _) => Some(Abs::Int(match x.bounded() {
                Some(range) => arithmetic::from_math(width?, range),
                None => IntSet::any(width?),
            })),
            (Convert::IntToFloat(sign, rounding), Abs::Int(x), TypeKind::Float(format)) => {
                Some(Abs::Float(int_to_float(x, sign, *format, rounding)?))
            }
            (Convert::FloatToInt(sign, rounding), Abs::Float(x), _) => {
                Some(Abs::Int(float_to_int(x, sign, rounding, width?)))
            }
            (Convert::FloatToFloat(rounding), Abs::Float(x), TypeKind::Float(format)) => {
                Some(Abs::Float(x.convert(*format, rounding)))
            }
            (Convert::PointerToInt, Abs::Pointer(p), _) if p.targets().is_empty() && !p.is_any() => {
                p.without_object().map(|offset| Abs::Int(*offset))
            }
            _ => None,
        }
    }
}

fn integers(op: Binary, x: &IntSet, y: &IntSet) -> Option<Abs> {
    match op {
        Binary::Less(sign) => truth(arithmetic::less(sign, x, y)),
        Binary::LessEqual(sign) => truth(arithmetic::less_equal(sign, x, y)),
        Binary::AddOverflows(_)
        | Binary::SubtractOverflows(_)
        | Binary::MultiplyOverflows(_)
        | Binary::DivideOverflows => truth(arithmetic::overflows(op, x, y)),
        _ => arithmetic::binary(op, x, y).map(Abs::Int),
    }
}

fn pointers(op: Binary, p: &PointerSet, q: &PointerSet) -> Option<Abs> {
    let offsets = (p.offsets(), q.offsets());
    match op {
        Binary::PointerDifference => Some(Abs::Int(arithmetic::subtract(&offsets.0, &offsets.1))),
        Binary::SameObject => truth(PointerSet::same_object(p, q)),
        Binary::PointerLess => truth(arithmetic::less(Sign::Signed, &offsets.0, &offsets.1)),
        Binary::PointerLessEqual => truth(arithmetic::less_equal(Sign::Signed, &offsets.0, &offsets.1)),
        _ => None,
    }
}

/// Whether two values are the same.
fn same(a: &Abs, b: &Abs) -> Truth {
    match (a, b) {
        (Abs::Bool(x), Abs::Bool(y)) => x.xor(*y).not(),
        (Abs::Int(x), Abs::Int(y)) if x.width() == y.width() => Truth::known(arithmetic::equal(x, y)),
        (Abs::Float(x), Abs::Float(y)) if x.format == y.format => Truth::known(FloatSet::same(x, y)),
        (Abs::Math(x), Abs::Math(y)) => Truth::known(MathSet::equal(x, y)),
        (Abs::Pointer(p), Abs::Pointer(q)) => Truth::known(PointerSet::equal(p, q)),
        (Abs::Record(x), Abs::Record(y)) | (Abs::Elements(x), Abs::Elements(y)) if x.len() == y.len() => {
            x.iter().zip(y.iter()).fold(Truth::True, |all, (x, y)| all.and(same(x, y)))
        }
        _ => Truth::Either,
    }
}

fn int_to_float(x: &IntSet, sign: Sign, format: FloatFormat, rounding: cairn_ir::Rounding) -> Option<FloatSet> {
    let (low, high) = if sign == Sign::Signed { x.signed() } else { x.unsigned() };
    let at = |value: i128| {
        let bits = BvValue::from_bigint(72, &value.into());
        let encoded = softfloat::from_signed(float::term_format(format), float::mode(rounding), &bits);
        float::key_of_bits(format, &encoded)
    };
    FloatSet::new(format, false, Some((at(low)?, at(high)?)))
}

/// What does not fit, and NaN, give 0.
fn float_to_int(x: &FloatSet, sign: Sign, rounding: cairn_ir::Rounding, width: u32) -> IntSet {
    let zero = IntSet::constant(width, 0);
    let Some((low, high)) = x.range else { return zero };
    let whole = arithmetic::range_of(sign, width);
    let at = |key: float::Key| {
        let bits = float::bits(x.format, key);
        let number = softfloat::to_signed(float::term_format(x.format), float::mode(rounding), &bits, 80)?;
        i128::try_from(number.to_bigint()).ok()
    };
    let (low, high) = (at(low), at(high));
    let fits = |value: Option<i128>| value.is_some_and(|v| whole.0 <= v && v <= whole.1);
    let all = !x.nan && fits(low) && fits(high);
    let range = (low.unwrap_or(whole.0).max(whole.0), high.unwrap_or(whole.1).min(whole.1));
    let found = match sign {
        Sign::Signed => IntSet::from_signed(width, range),
        Sign::Unsigned => IntSet::from_unsigned(width, range),
    };
    match found {
        Some(set) if all => set,
        Some(set) => set.join(&zero),
        None => zero,
    }
}
