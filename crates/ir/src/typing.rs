//! Which expressions and places are well typed.
//!
//! [`check`] is the single judge: the builder calls it before it adds a node, the well-formedness
//! checker calls it again on whole programs. One function per family of expressions.

use crate::expr::{Binary, Convert, ExprId, ExprKind, Place, PlaceBase, Projection, Unary};
use crate::program::{Program, VarId};
use crate::types::{TypeId, TypeKind, Types};
use crate::value::{ArrayValue, Value};

/// Why a node was refused, in words that name the types.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TypeError(pub String);

type Checked = Result<(), TypeError>;

fn refuse<T>(message: impl Into<String>) -> Result<T, TypeError> {
    Err(TypeError(message.into()))
}

fn require(condition: bool, message: impl FnOnce() -> String) -> Checked {
    if condition { Ok(()) } else { refuse(message()) }
}

/// A type in words, for messages: `i32`, `[10]i32`, `record Point`.
pub fn type_name(types: &Types, ty: TypeId) -> String {
    let entry = types.get(ty);
    if let Some(name) = &entry.display.name {
        return name.to_string();
    }
    match &entry.kind {
        TypeKind::Bool => "bool".into(),
        TypeKind::Int(width) => format!("i{width}"),
        TypeKind::Float(format) => format.name().into(),
        TypeKind::Array { element, length: Some(n), .. } => format!("[{n}]{}", type_name(types, *element)),
        TypeKind::Array { index, element, length: None } => {
            format!("[{}]{}", type_name(types, *index), type_name(types, *element))
        }
        TypeKind::Record(_) => "record".into(),
        TypeKind::Union(_) => "union".into(),
        TypeKind::Pointer => "ptr".into(),
        TypeKind::MathInt => "int".into(),
        TypeKind::Real => "real".into(),
    }
}

/// Accepts `kind` as an expression of type `ty`, or says why not.
pub fn check(program: &Program, kind: &ExprKind, ty: TypeId) -> Checked {
    let judge = Judge { program };
    match kind {
        ExprKind::Const(value) => judge.value(value, ty),
        ExprKind::Var(var) => judge.same(program.variables[*var].ty, ty, "variable"),
        ExprKind::Unary(op, a) => judge.unary(*op, program.type_of(*a), ty),
        ExprKind::Binary(op, a, b) => judge.binary(*op, program.type_of(*a), program.type_of(*b), ty),
        ExprKind::FusedMultiplyAdd(_, args) => {
            args.iter().try_for_each(|a| judge.same(program.type_of(*a), ty, "operand"))?;
            judge.float(ty)
        }
        ExprKind::Convert(op, a) => judge.convert(*op, program.type_of(*a), ty),
        ExprKind::If(c, a, b) => {
            judge.bool(program.type_of(*c))?;
            judge.same(program.type_of(*a), ty, "first branch")?;
            judge.same(program.type_of(*b), ty, "second branch")
        }
        ExprKind::Load(pointer) => {
            judge.pointer(program.type_of(*pointer))?;
            judge.storable(ty)
        }
        ExprKind::AddressOf(place) => {
            judge.place(place)?;
            judge.addressable(place)?;
            judge.pointer(ty)
        }
        ExprKind::ProcedureAddress(_) => judge.pointer(ty),
        ExprKind::Forall(vars, body) | ExprKind::Exists(vars, body) => {
            judge.bound(vars)?;
            judge.bool(program.type_of(*body))?;
            judge.bool(ty)
        }
        ExprKind::Old(a) => judge.same(program.type_of(*a), ty, "operand"),
        ExprKind::Apply(function, arguments) => judge.application(*function, arguments, ty),
        ExprKind::Contents(pointer) => {
            judge.pointer(program.type_of(*pointer))?;
            judge.contents(ty)
        }
        _ => judge.aggregate(kind, ty),
    }
}

/// The type of a place, if it is well formed.
pub fn place_type(program: &Program, place: &Place) -> Result<TypeId, TypeError> {
    Judge { program }.place(place)
}

/// Accepts a constant of a type.
pub fn check_value(program: &Program, value: &Value, ty: TypeId) -> Checked {
    Judge { program }.value(value, ty)
}

/// Whether values of the type can live in memory: everything but mathematical numbers and arrays
/// without a length.
pub fn is_storable(types: &Types, ty: TypeId) -> bool {
    types.is_storable(ty)
}

struct Judge<'a> {
    program: &'a Program,
}

impl Judge<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }
    fn name(&self, ty: TypeId) -> String {
        type_name(self.types(), ty)
    }
    fn same(&self, found: TypeId, wanted: TypeId, what: &str) -> Checked {
        require(self.types().same_shape(found, wanted), || {
            format!("{what} has type {}, expected {}", self.name(found), self.name(wanted))
        })
    }
    fn is(&self, ty: TypeId, holds: bool, what: &str) -> Checked {
        require(holds, || format!("expected {what}, found {}", self.name(ty)))
    }
    fn bool(&self, ty: TypeId) -> Checked {
        self.is(ty, self.types().is_bool(ty), "a Boolean")
    }
    fn int(&self, ty: TypeId) -> Checked {
        self.is(ty, self.types().int_width(ty).is_some(), "a machine integer")
    }
    fn int_of(&self, ty: TypeId, width: u32) -> Checked {
        self.is(ty, self.types().int_width(ty) == Some(width), &format!("a machine integer of {width} bits"))
    }
    fn float(&self, ty: TypeId) -> Checked {
        self.is(ty, matches!(self.types().kind(ty), TypeKind::Float(_)), "a float")
    }
    fn pointer(&self, ty: TypeId) -> Checked {
        self.is(ty, matches!(self.types().kind(ty), TypeKind::Pointer), "a pointer")
    }
    fn math(&self, ty: TypeId) -> Checked {
        self.is(ty, matches!(self.types().kind(ty), TypeKind::MathInt | TypeKind::Real), "a mathematical number")
    }
    fn storable(&self, ty: TypeId) -> Checked {
        self.is(ty, is_storable(self.types(), ty), "a type that can live in memory")
    }

    fn unary(&self, op: Unary, a: TypeId, ty: TypeId) -> Checked {
        match op {
            Unary::Not => self.bool(a).and_then(|()| self.bool(ty)),
            Unary::Negate | Unary::BitNot => self.int(a).and_then(|()| self.same(a, ty, "operand")),
            Unary::NegateOverflows => self.int(a).and_then(|()| self.bool(ty)),
            Unary::FloatNegate | Unary::FloatAbs | Unary::FloatSqrt(_) | Unary::FloatRound(_) => {
                self.float(a).and_then(|()| self.same(a, ty, "operand"))
            }
            Unary::FloatIs(_) => self.float(a).and_then(|()| self.bool(ty)),
            Unary::MathNegate | Unary::MathAbs => self.math(a).and_then(|()| self.same(a, ty, "operand")),
            Unary::PointerOffset | Unary::PointerObjectSize => self.pointer(a).and_then(|()| self.int_of(ty, 64)),
            Unary::PointerIsLive | Unary::PointerIsHeap => self.pointer(a).and_then(|()| self.bool(ty)),
        }
    }

    fn binary(&self, op: Binary, a: TypeId, b: TypeId, ty: TypeId) -> Checked {
        use Binary::*;
        match op {
            And | Or | Implies | Xor => self.bool(a).and_then(|()| self.bool(b)).and_then(|()| self.bool(ty)),
            Equal | NotEqual => self.same(b, a, "right operand").and_then(|()| self.bool(ty)),
            Add | Subtract | Multiply | Divide(_) | Remainder(_) | Modulo | ShiftLeft | ShiftRight(_) | BitAnd
            | BitOr | BitXor => {
                self.int(a)?;
                self.same(b, a, "right operand")?;
                self.same(a, ty, "operands")
            }
            Less(_) | LessEqual(_) | AddOverflows(_) | SubtractOverflows(_) | MultiplyOverflows(_)
            | DivideOverflows => {
                self.int(a)?;
                self.same(b, a, "right operand")?;
                self.bool(ty)
            }
            FloatAdd(_) | FloatSubtract(_) | FloatMultiply(_) | FloatDivide(_) | FloatRemainder | FloatModulo
            | FloatMin | FloatMax => {
                self.float(a)?;
                self.same(b, a, "right operand")?;
                self.same(a, ty, "operands")
            }
            FloatEqual | FloatLess | FloatLessEqual => {
                self.float(a)?;
                self.same(b, a, "right operand")?;
                self.bool(ty)
            }
            MathAdd | MathSubtract | MathMultiply | MathDivide => {
                self.math(a)?;
                self.same(b, a, "right operand")?;
                self.same(a, ty, "operands")
            }
            MathModulo => {
                self.is(a, matches!(self.types().kind(a), TypeKind::MathInt), "a mathematical integer")?;
                self.same(b, a, "right operand")?;
                self.same(a, ty, "operands")
            }
            MathLess | MathLessEqual => {
                self.math(a)?;
                self.same(b, a, "right operand")?;
                self.bool(ty)
            }
            _ => self.binary_pointer(op, a, b, ty),
        }
    }

    fn binary_pointer(&self, op: Binary, a: TypeId, b: TypeId, ty: TypeId) -> Checked {
        self.pointer(a)?;
        match op {
            Binary::PointerAdd { .. } => self.int_of(b, 64).and_then(|()| self.pointer(ty)),
            Binary::PointerValid => self.int_of(b, 64).and_then(|()| self.bool(ty)),
            Binary::PointerDifference => self.pointer(b).and_then(|()| self.int_of(ty, 64)),
            _ => self.pointer(b).and_then(|()| self.bool(ty)),
        }
    }

    fn convert(&self, op: Convert, from: TypeId, to: TypeId) -> Checked {
        use TypeKind as K;
        let fits = match (op, self.types().kind(from), self.types().kind(to)) {
            (Convert::Retype, _, _) => self.types().same_shape(from, to),
            (Convert::ZeroExtend | Convert::SignExtend, K::Int(a), K::Int(b)) => a <= b,
            (Convert::Truncate, K::Int(a), K::Int(b)) => a >= b,
            (Convert::BoolToInt, K::Bool, K::Int(_)) => true,
            (Convert::IntToFloat(..), K::Int(_), K::Float(_)) => true,
            (Convert::FloatToInt(..), K::Float(_), K::Int(_)) => true,
            (Convert::FloatToFloat(_), K::Float(_), K::Float(_)) => true,
            (Convert::FloatToBits, K::Float(f), K::Int(w)) | (Convert::BitsToFloat, K::Int(w), K::Float(f)) => {
                f.width() == *w
            }
            (Convert::IntToMath(_), K::Int(_), K::MathInt) => true,
            (Convert::MathToInt, K::MathInt, K::Int(_)) => true,
            (Convert::MathToReal, K::MathInt, K::Real) => true,
            (Convert::RealToMath, K::Real, K::MathInt) => true,
            (Convert::FloatToReal, K::Float(_), K::Real) => true,
            (Convert::RealToFloat(_), K::Real, K::Float(_)) => true,
            (Convert::PointerToInt, K::Pointer, K::Int(w)) | (Convert::IntToPointer, K::Int(w), K::Pointer) => *w == 64,
            _ => false,
        };
        require(fits, || format!("{op:?} does not convert {} to {}", self.name(from), self.name(to)))
    }

    fn aggregate(&self, kind: &ExprKind, ty: TypeId) -> Checked {
        let program = self.program;
        match kind {
            ExprKind::Index(array, index) => {
                let element = self.indexed(program.type_of(*array), *index)?;
                self.same(element, ty, "element")
            }
            ExprKind::Update(array, index, value) => {
                let element = self.indexed(program.type_of(*array), *index)?;
                self.same(program.type_of(*value), element, "new element")?;
                self.same(program.type_of(*array), ty, "array")
            }
            ExprKind::Field(record, n) => self.same(self.field(program.type_of(*record), *n)?, ty, "component"),
            ExprKind::WithField(record, n, value) => {
                let field = self.field(program.type_of(*record), *n)?;
                self.same(program.type_of(*value), field, "new component")?;
                self.same(program.type_of(*record), ty, "record")
            }
            ExprKind::Member(union, n) => self.same(self.member(program.type_of(*union), *n)?, ty, "member"),
            ExprKind::WithMember(union, n, value) => {
                let member = self.member(program.type_of(*union), *n)?;
                self.same(program.type_of(*value), member, "new member")?;
                self.same(program.type_of(*union), ty, "union")
            }
            ExprKind::ArrayOf(items) => self.array_of(items, ty),
            ExprKind::ArrayFill(item) => match self.types().kind(ty) {
                TypeKind::Array { element, .. } => self.same(program.type_of(*item), *element, "element"),
                _ => refuse(format!("expected an array type, found {}", self.name(ty))),
            },
            ExprKind::RecordOf(items) => match self.types().kind(ty) {
                TypeKind::Record(record) => {
                    require(record.fields.len() == items.len(), || {
                        format!("{} components given, {} expected", items.len(), record.fields.len())
                    })?;
                    let pairs = items.iter().zip(&record.fields);
                    pairs.into_iter().try_for_each(|(e, f)| self.same(program.type_of(*e), f.ty, "component"))
                }
                _ => refuse(format!("expected a record type, found {}", self.name(ty))),
            },
            other => refuse(format!("not an aggregate: {other:?}")),
        }
    }

    fn array_of(&self, items: &[ExprId], ty: TypeId) -> Checked {
        match self.types().kind(ty) {
            TypeKind::Array { element, length: Some(n), .. } => {
                require(*n == items.len() as u64, || format!("{} elements given, {n} expected", items.len()))?;
                items.iter().try_for_each(|e| self.same(self.program.type_of(*e), *element, "element"))
            }
            _ => refuse(format!("expected an array type with a length, found {}", self.name(ty))),
        }
    }

    /// Element type of an array indexed by an expression.
    fn indexed(&self, array: TypeId, by: ExprId) -> Result<TypeId, TypeError> {
        match self.types().kind(array) {
            TypeKind::Array { index, element, .. } => {
                self.same(self.program.type_of(by), *index, "index")?;
                Ok(*element)
            }
            _ => refuse(format!("expected an array, found {}", self.name(array))),
        }
    }
    fn field(&self, record: TypeId, n: u32) -> Result<TypeId, TypeError> {
        match self.types().kind(record) {
            TypeKind::Record(r) if (n as usize) < r.fields.len() => Ok(r.fields[n as usize].ty),
            TypeKind::Record(r) => refuse(format!("component {n} of a record with {}", r.fields.len())),
            _ => refuse(format!("expected a record, found {}", self.name(record))),
        }
    }
    fn member(&self, union: TypeId, n: u32) -> Result<TypeId, TypeError> {
        match self.types().kind(union) {
            TypeKind::Union(r) if (n as usize) < r.fields.len() => Ok(r.fields[n as usize].ty),
            TypeKind::Union(r) => refuse(format!("member {n} of a union with {}", r.fields.len())),
            _ => refuse(format!("expected a union, found {}", self.name(union))),
        }
    }

    fn place(&self, place: &Place) -> Result<TypeId, TypeError> {
        let mut ty = match &place.base {
            PlaceBase::Var(var) => self.program.variables[*var].ty,
            PlaceBase::Deref(pointer, ty) => {
                self.pointer(self.program.type_of(*pointer))?;
                self.storable(*ty)?;
                *ty
            }
        };
        for projection in &place.path {
            ty = match projection {
                Projection::Index(index) => self.indexed(ty, *index)?,
                Projection::Field(n) => self.field(ty, *n)?,
                Projection::Member(n) => self.member(ty, *n)?,
            };
        }
        Ok(ty)
    }
    fn addressable(&self, place: &Place) -> Checked {
        match place.base {
            PlaceBase::Var(var) => {
                let variable = &self.program.variables[var];
                require(variable.addressable, || format!("the address of `{}` cannot be taken", variable.name))
            }
            PlaceBase::Deref(..) => Ok(()),
        }
    }
    fn bound(&self, vars: &[VarId]) -> Checked {
        vars.iter().try_for_each(|v| {
            let variable = &self.program.variables[*v];
            require(variable.kind == crate::program::VariableKind::Bound, || {
                format!("`{}` is not a bound variable", variable.name)
            })
        })
    }

    fn application(&self, function: crate::program::ProcId, arguments: &[crate::expr::ExprId], ty: TypeId) -> Checked {
        let program = self.program;
        let Some(procedure) = program.procedures.get(function) else { return refuse("no such logic function") };
        let [result] = procedure.results.as_slice() else { return refuse("a logic function has one result") };
        require(procedure.role.is_logic(), || format!("`{}` is no logic function", procedure.name))?;
        require(arguments.len() == procedure.parameters.len(), || "wrong number of arguments".into())?;
        for (argument, parameter) in arguments.iter().zip(&procedure.parameters) {
            self.same(program.type_of(*argument), program.variables[*parameter].ty, "argument")?;
        }
        self.same(program.variables[*result].ty, ty, "result")
    }
    fn contents(&self, ty: TypeId) -> Checked {
        let TypeKind::Array { index, element, length: None } = self.types().kind(ty) else {
            return refuse("contents are an array without a length");
        };
        self.int_of(*index, 64)?;
        self.storable(*element)
    }

    fn value(&self, value: &Value, ty: TypeId) -> Checked {
        let fits = match (value, self.types().kind(ty)) {
            (Value::Bool(_), TypeKind::Bool) => true,
            (Value::Int(bits), TypeKind::Int(width)) => bits.width() == *width,
            (Value::Float(format, bits), TypeKind::Float(wanted)) => {
                format == wanted && bits.checked_shr(format.width()).unwrap_or(0) == 0
            }
            (Value::MathInt(_), TypeKind::MathInt) | (Value::Real(_), TypeKind::Real) => true,
            // The only pointer constants are those to no object: objects exist in executions only.
            (Value::Pointer(pointer), TypeKind::Pointer) => pointer.object.is_none(),
            (Value::Record(items), TypeKind::Record(record)) => {
                return require(items.len() == record.fields.len(), || "wrong number of components".into())
                    .and_then(|()| items.iter().zip(&record.fields).try_for_each(|(v, f)| self.value(v, f.ty)));
            }
            (Value::Union(bytes), TypeKind::Union(union)) => bytes.len() as u64 == union.size,
            (Value::Array(array), TypeKind::Array { element, length, .. }) => {
                return self.array_value(array, *element, *length);
            }
            _ => false,
        };
        require(fits, || format!("constant is not of type {}", self.name(ty)))
    }
    fn array_value(&self, array: &ArrayValue, element: TypeId, length: Option<u64>) -> Checked {
        match (array, length) {
            (ArrayValue::Dense(items), Some(n)) if items.len() as u64 == n && n <= ArrayValue::DENSE_LIMIT => {
                items.iter().try_for_each(|v| self.value(v, element))
            }
            (ArrayValue::Sparse { default, entries }, length) if length.is_none_or(|n| n > ArrayValue::DENSE_LIMIT) => {
                self.value(default, element)?;
                entries.values().try_for_each(|v| self.value(v, element))
            }
            _ => refuse("array constant of the wrong length"),
        }
    }
}
