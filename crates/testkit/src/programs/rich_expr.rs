//! Expressions of any type for rich programs.

use super::rich::Rich;
use cairn_ir::typing::check_value;
use cairn_ir::{
    ArrayValue, Binary, Bits, Byte, Convert, ExprId, ExprKind, FloatClass, FloatFormat, PlaceBase, Pointer, ProcId,
    Rounding, Sign, TypeId, TypeKind, Unary, Value, VarId, VariableKind,
};
use num_bigint::BigInt;
use num_rational::BigRational;

const ROUNDINGS: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::NearestAway,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
    Rounding::TowardZero,
];
const CLASSES: [FloatClass; 7] = [
    FloatClass::Nan,
    FloatClass::Infinite,
    FloatClass::Zero,
    FloatClass::Subnormal,
    FloatClass::Normal,
    FloatClass::Negative,
    FloatClass::Positive,
];
const SIGNS: [Sign; 2] = [Sign::Signed, Sign::Unsigned];

impl Rich {
    fn add(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.program.add_expr(kind, ty, None).expect("generated expressions are well typed")
    }
    /// A type of the same shape, mostly the same type.
    fn alike(&mut self, ty: TypeId) -> TypeId {
        let types = &self.program.types;
        let others: Vec<TypeId> = self.pool.iter().copied().filter(|other| types.same_shape(*other, ty)).collect();
        if others.is_empty() || !self.one_in(4) { ty } else { self.choose(&others) }
    }

    /// An expression of exactly this type.
    pub fn expr(&mut self, ty: TypeId, depth: u32) -> ExprId {
        if depth == 0 || self.one_in(4) {
            return self.leaf(ty);
        }
        if self.constant || self.one_in(4) {
            return self.any(ty, depth);
        }
        match self.program.types.kind(ty).clone() {
            TypeKind::Bool => self.boolean(ty, depth),
            TypeKind::Int(width) => self.integer(ty, width, depth),
            TypeKind::Float(format) => self.float(ty, format, depth),
            TypeKind::Pointer => self.pointer(ty, depth),
            TypeKind::MathInt => self.math(ty, depth),
            TypeKind::Real => self.real(ty, depth),
            TypeKind::Array { .. } | TypeKind::Record(_) | TypeKind::Union(_) => self.aggregate(ty, depth),
        }
    }
    fn leaf(&mut self, ty: TypeId) -> ExprId {
        let types = &self.program.types;
        let fits = |v: &&VarId| types.same_shape(self.program.variables[**v].ty, ty);
        let variables: Vec<VarId> = self.visible.iter().filter(fits).copied().collect();
        if variables.is_empty() || self.constant || self.one_in(3) {
            let value = self.value(ty);
            return self.add(ExprKind::Const(value), ty);
        }
        let variable = self.choose(&variables);
        self.add(ExprKind::Var(variable), ty)
    }
    /// Forms that exist for every type.
    fn any(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let depth = depth - 1;
        if self.constant {
            return self.leaf(ty);
        }
        let same = self.alike(ty);
        match self.random.u32(0..6) {
            0 | 1 => {
                let boolean = self.program.types.bool();
                let (c, a, b) = (self.expr(boolean, depth), self.expr(ty, depth), self.expr(same, depth));
                self.add(ExprKind::If(c, a, b), ty)
            }
            2 => {
                let a = self.expr(same, depth);
                self.add(ExprKind::Convert(Convert::Retype, a), ty)
            }
            3 if self.in_ensures => {
                self.in_ensures = false;
                let a = self.expr(same, depth);
                self.in_ensures = true;
                self.add(ExprKind::Old(a), ty)
            }
            4 if self.storable.contains(&ty) => {
                let pointer = self.program.types.pointer();
                let a = self.expr(pointer, depth);
                self.add(ExprKind::Load(a), ty)
            }
            _ => self.projected(ty, depth),
        }
    }
    /// An element or component of something bigger.
    fn projected(&mut self, ty: TypeId, depth: u32) -> ExprId {
        for container in self.pool.clone() {
            match self.program.types.kind(container).clone() {
                TypeKind::Array { index, element, .. } if self.program.types.same_shape(element, ty) => {
                    let (array, index) = (self.expr(container, depth), self.expr(index, depth));
                    return self.add(ExprKind::Index(array, index), ty);
                }
                TypeKind::Record(r) | TypeKind::Union(r) => {
                    let is_union = matches!(self.program.types.kind(container), TypeKind::Union(_));
                    for (n, field) in r.fields.iter().enumerate() {
                        if self.program.types.same_shape(field.ty, ty) {
                            let base = self.expr(container, depth);
                            let n = n as u32;
                            let kind = if is_union { ExprKind::Member(base, n) } else { ExprKind::Field(base, n) };
                            return self.add(kind, ty);
                        }
                    }
                }
                _ => {}
            }
        }
        self.leaf(ty)
    }
    fn two(&mut self, ty: TypeId, depth: u32) -> (ExprId, ExprId) {
        let other = self.alike(ty);
        (self.expr(ty, depth - 1), self.expr(other, depth - 1))
    }
    pub fn any_number(&mut self, depth: u32) -> ExprId {
        let ty = {
            let types = [self.program.types.int(8), self.program.types.math_int()];
            self.choose(&types)
        };
        self.expr(ty, depth)
    }

    // ---- by type ----

    fn boolean(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let pointer = self.program.types.pointer();
        let kind = match self.random.u32(0..9) {
            0 => {
                let a = self.expr(ty, depth - 1);
                ExprKind::Unary(Unary::Not, a)
            }
            1 | 2 => {
                let (a, b) = self.two(ty, depth);
                let op = self.choose(&[Binary::And, Binary::Or, Binary::Xor, Binary::Implies]);
                ExprKind::Binary(op, a, b)
            }
            3 => {
                let operand = self.choose(&self.pool.clone());
                let (a, b) = self.two(operand, depth);
                ExprKind::Binary(self.choose(&[Binary::Equal, Binary::NotEqual]), a, b)
            }
            4 => return self.integer_test(ty, depth),
            5 => return self.float_test(ty, depth),
            6 => {
                let operand = {
                    let types = [self.program.types.math_int(), self.program.types.real()];
                    self.choose(&types)
                };
                let (a, b) = self.two(operand, depth);
                ExprKind::Binary(self.choose(&[Binary::MathLess, Binary::MathLessEqual]), a, b)
            }
            7 => {
                let (a, b) = self.two(pointer, depth);
                match self.random.u32(0..4) {
                    0 => ExprKind::Unary(self.choose(&[Unary::PointerIsLive, Unary::PointerIsHeap]), a),
                    1 => {
                        let size = self.program.types.unsigned(64);
                        ExprKind::Binary(Binary::PointerValid, a, self.expr(size, depth - 1))
                    }
                    _ => {
                        let operators = [Binary::SameObject, Binary::PointerLess, Binary::PointerLessEqual];
                        ExprKind::Binary(self.choose(&operators), a, b)
                    }
                }
            }
            _ => return self.quantifier(ty, depth),
        };
        self.add(kind, ty)
    }
    fn integer_test(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let sign = self.choose(&SIGNS);
        let operand = self.program.types.int(8);
        let (a, b) = self.two(operand, depth);
        let operators = [
            Binary::Less(sign),
            Binary::LessEqual(sign),
            Binary::AddOverflows(sign),
            Binary::SubtractOverflows(sign),
            Binary::MultiplyOverflows(sign),
            Binary::DivideOverflows,
        ];
        let kind = match self.one_in(6) {
            true => ExprKind::Unary(Unary::NegateOverflows, a),
            false => ExprKind::Binary(self.choose(&operators), a, b),
        };
        self.add(kind, ty)
    }
    fn float_test(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let operand = self.program.types.float(FloatFormat::Single);
        let (a, b) = self.two(operand, depth);
        let kind = match self.one_in(3) {
            true => ExprKind::Unary(Unary::FloatIs(self.choose(&CLASSES)), a),
            false => {
                let operators = [Binary::FloatEqual, Binary::FloatLess, Binary::FloatLessEqual];
                ExprKind::Binary(self.choose(&operators), a, b)
            }
        };
        self.add(kind, ty)
    }
    fn quantifier(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let count = self.random.usize(1..3);
        let scope = self.visible.len();
        let mut variables = Vec::new();
        for n in 0..count {
            let bound = {
                let types = [self.program.types.int(8), self.program.types.math_int(), ty];
                self.choose(&types)
            };
            let name = self.choose(&["k", "j", "x y"]);
            let name = if n == 0 { name.to_string() } else { format!("{name}{n}") };
            let variable = self.program.add_variable(name, bound, VariableKind::Bound, self.procedure);
            self.visible.push(variable);
            variables.push(variable);
        }
        let body = self.expr(ty, depth - 1);
        self.visible.truncate(scope);
        let kind =
            if self.random.bool() { ExprKind::Forall(variables, body) } else { ExprKind::Exists(variables, body) };
        self.add(kind, ty)
    }
    fn integer(&mut self, ty: TypeId, width: u32, depth: u32) -> ExprId {
        let sign = self.choose(&SIGNS);
        let rounding = self.choose(&ROUNDINGS);
        match self.random.u32(0..10) {
            0..=4 => {
                let (a, b) = self.two(ty, depth);
                let operators = [
                    Binary::Add,
                    Binary::Subtract,
                    Binary::Multiply,
                    Binary::Divide(sign),
                    Binary::Remainder(sign),
                    Binary::Modulo,
                    Binary::ShiftLeft,
                    Binary::ShiftRight(sign),
                    Binary::BitAnd,
                    Binary::BitOr,
                    Binary::BitXor,
                ];
                let op = self.choose(&operators);
                self.add(ExprKind::Binary(op, a, b), ty)
            }
            5 => {
                let other = self.alike(ty);
                let a = self.expr(other, depth - 1);
                let op = self.choose(&[Unary::Negate, Unary::BitNot]);
                self.add(ExprKind::Unary(op, a), ty)
            }
            6 => {
                let (from, op) = match self.random.u32(0..5) {
                    0 => (self.program.types.int(1), self.choose(&[Convert::ZeroExtend, Convert::SignExtend])),
                    1 => (self.program.types.int(200), Convert::Truncate),
                    2 => (self.program.types.bool(), Convert::BoolToInt),
                    3 => (self.program.types.float(FloatFormat::Half), Convert::FloatToInt(sign, rounding)),
                    _ => (self.program.types.math_int(), Convert::MathToInt),
                };
                let a = self.expr(from, depth - 1);
                self.add(ExprKind::Convert(op, a), ty)
            }
            7 if width == 64 => {
                let pointer = self.program.types.pointer();
                let (a, b) = self.two(pointer, depth);
                let kind = match self.random.u32(0..4) {
                    0 => ExprKind::Unary(Unary::PointerOffset, a),
                    1 => ExprKind::Unary(Unary::PointerObjectSize, a),
                    2 => ExprKind::Convert(Convert::PointerToInt, a),
                    _ => ExprKind::Binary(Binary::PointerDifference, a, b),
                };
                self.add(kind, ty)
            }
            8 if width == 64 => {
                let double = self.program.types.float(FloatFormat::Double);
                let a = self.expr(double, depth - 1);
                self.add(ExprKind::Convert(Convert::FloatToBits, a), ty)
            }
            _ => self.any(ty, depth),
        }
    }
    fn float(&mut self, ty: TypeId, format: FloatFormat, depth: u32) -> ExprId {
        let rounding = self.choose(&ROUNDINGS);
        let sign = self.choose(&SIGNS);
        let (a, b) = self.two(ty, depth);
        let kind = match self.random.u32(0..6) {
            0 | 1 => {
                let operators = [
                    Binary::FloatAdd(rounding),
                    Binary::FloatSubtract(rounding),
                    Binary::FloatMultiply(rounding),
                    Binary::FloatDivide(rounding),
                    Binary::FloatRemainder,
                    Binary::FloatModulo,
                    Binary::FloatMin,
                    Binary::FloatMax,
                ];
                ExprKind::Binary(self.choose(&operators), a, b)
            }
            2 => {
                let operators =
                    [Unary::FloatNegate, Unary::FloatAbs, Unary::FloatSqrt(rounding), Unary::FloatRound(rounding)];
                ExprKind::Unary(self.choose(&operators), a)
            }
            3 => ExprKind::FusedMultiplyAdd(rounding, [a, b, self.expr(ty, depth - 1)]),
            4 => {
                let (from, op) = match self.random.u32(0..4) {
                    0 => (self.program.types.int(8), Convert::IntToFloat(sign, rounding)),
                    1 => (self.program.types.float(FloatFormat::Single), Convert::FloatToFloat(rounding)),
                    2 => (self.program.types.real(), Convert::RealToFloat(rounding)),
                    _ => (self.program.types.int(format.width()), Convert::BitsToFloat),
                };
                let a = self.expr(from, depth - 1);
                ExprKind::Convert(op, a)
            }
            _ => return self.any(ty, depth),
        };
        self.add(kind, ty)
    }
    fn pointer(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let offset = self.program.types.int(64);
        let kind = match self.random.u32(0..5) {
            0 => {
                let (a, b) = (self.expr(ty, depth - 1), self.expr(offset, depth - 1));
                ExprKind::Binary(Binary::PointerAdd { stride: self.random.u64(0..9) }, a, b)
            }
            1 => {
                let a = self.expr(offset, depth - 1);
                ExprKind::Convert(Convert::IntToPointer, a)
            }
            2 => match self.place() {
                Some((place, _)) if self.has_address(&place.base) => ExprKind::AddressOf(place),
                _ => return self.leaf(ty),
            },
            3 if !self.program.procedures.is_empty() => ExprKind::ProcedureAddress(ProcId(0)),
            _ => return self.any(ty, depth),
        };
        self.add(kind, ty)
    }
    fn has_address(&self, base: &PlaceBase) -> bool {
        match base {
            PlaceBase::Var(variable) => self.program.variables[*variable].addressable,
            PlaceBase::Deref(..) => true,
        }
    }
    fn math(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let (a, b) = self.two(ty, depth);
        let kind = match self.random.u32(0..5) {
            0 | 1 => {
                let operators = [
                    Binary::MathAdd,
                    Binary::MathSubtract,
                    Binary::MathMultiply,
                    Binary::MathDivide,
                    Binary::MathModulo,
                ];
                ExprKind::Binary(self.choose(&operators), a, b)
            }
            2 => ExprKind::Unary(self.choose(&[Unary::MathNegate, Unary::MathAbs]), a),
            3 => {
                let (from, op) = match self.random.bool() {
                    true => (self.program.types.int(8), Convert::IntToMath(self.choose(&SIGNS))),
                    false => (self.program.types.real(), Convert::RealToMath),
                };
                let a = self.expr(from, depth - 1);
                ExprKind::Convert(op, a)
            }
            _ => return self.any(ty, depth),
        };
        self.add(kind, ty)
    }
    fn real(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let (a, b) = self.two(ty, depth);
        let kind = match self.random.u32(0..5) {
            0 | 1 => {
                let operators = [Binary::MathAdd, Binary::MathSubtract, Binary::MathMultiply, Binary::MathDivide];
                ExprKind::Binary(self.choose(&operators), a, b)
            }
            2 => ExprKind::Unary(self.choose(&[Unary::MathNegate, Unary::MathAbs]), a),
            3 => {
                let (from, op) = match self.random.bool() {
                    true => (self.program.types.math_int(), Convert::MathToReal),
                    false => (self.program.types.float(FloatFormat::Double), Convert::FloatToReal),
                };
                let a = self.expr(from, depth - 1);
                ExprKind::Convert(op, a)
            }
            _ => return self.any(ty, depth),
        };
        self.add(kind, ty)
    }
    fn aggregate(&mut self, ty: TypeId, depth: u32) -> ExprId {
        let whole = self.random.bool();
        let base = self.alike(ty);
        match self.program.types.kind(ty).clone() {
            TypeKind::Array { element, length, .. } if whole => {
                let kind = match length {
                    Some(n) if self.random.bool() => {
                        ExprKind::ArrayOf((0..n).map(|_| self.expr(element, depth - 1)).collect())
                    }
                    _ => ExprKind::ArrayFill(self.expr(element, depth - 1)),
                };
                self.add(kind, ty)
            }
            TypeKind::Array { index, element, .. } => {
                let base = self.expr(base, depth - 1);
                let kind = ExprKind::Update(base, self.expr(index, depth - 1), self.expr(element, depth - 1));
                self.add(kind, ty)
            }
            TypeKind::Record(r) if whole => {
                let items = r.fields.iter().map(|f| self.expr(f.ty, depth - 1)).collect();
                self.add(ExprKind::RecordOf(items), ty)
            }
            TypeKind::Record(r) if !r.fields.is_empty() => {
                let n = self.random.usize(0..r.fields.len());
                let kind =
                    ExprKind::WithField(self.expr(base, depth - 1), n as u32, self.expr(r.fields[n].ty, depth - 1));
                self.add(kind, ty)
            }
            TypeKind::Union(r) if !r.fields.is_empty() && !whole => {
                let n = self.random.usize(0..r.fields.len());
                let kind =
                    ExprKind::WithMember(self.expr(base, depth - 1), n as u32, self.expr(r.fields[n].ty, depth - 1));
                self.add(kind, ty)
            }
            _ => self.any(ty, depth),
        }
    }

    // ---- values ----

    fn value(&mut self, ty: TypeId) -> Value {
        let value = self.random_value(ty);
        debug_assert_eq!(check_value(&self.program, &value, ty), Ok(()));
        value
    }
    fn random_value(&mut self, ty: TypeId) -> Value {
        match self.program.types.kind(ty).clone() {
            TypeKind::Bool => Value::Bool(self.random.bool()),
            TypeKind::Int(width) => Value::Int(Bits::from_signed(width, &self.number())),
            TypeKind::MathInt => Value::MathInt(self.number()),
            TypeKind::Real => {
                let denominator = self.choose(&[1, 2, 3, 10, 7]);
                Value::Real(BigRational::new(self.number(), denominator.into()))
            }
            TypeKind::Float(format) => {
                let width = format.width();
                // Small formats anywhere, large ones near 1: reading extreme exponents is slow.
                let bits = match format {
                    FloatFormat::X87 | FloatFormat::Quad => {
                        let one = ((1u128 << (format.exponent_bits() - 1)) - 1) << (format.significand_bits() - 1);
                        one + u128::from(self.random.u16(..))
                    }
                    _ => self.random.u128(..) & ((1 << width) - 1),
                };
                Value::Float(format, cairn_ir::layout::canonical_float(format, bits))
            }
            TypeKind::Pointer => {
                Value::Pointer(self.choose(&[Pointer::NULL, Pointer::STRAY, Pointer { object: None, offset: -5 }]))
            }
            TypeKind::Array { element, length, .. } => {
                let default = self.random_value(element);
                let mut array = ArrayValue::filled(length, default);
                for _ in 0..self.random.u32(0..3) {
                    let value = self.random_value(element);
                    array.set(&BigInt::from(self.random.u32(0..2)), value);
                }
                Value::Array(array)
            }
            TypeKind::Record(r) => Value::Record(r.fields.iter().map(|f| self.random_value(f.ty)).collect()),
            TypeKind::Union(r) => Value::Union((0..r.size).map(|_| Byte::Plain(self.random.u8(..))).collect()),
        }
    }
    fn number(&mut self) -> BigInt {
        match self.random.u32(0..4) {
            0 => BigInt::from(self.random.i128(..)),
            1 => BigInt::from(self.random.i8(..)),
            _ => BigInt::from(self.random.i32(-2..3)),
        }
    }
}
