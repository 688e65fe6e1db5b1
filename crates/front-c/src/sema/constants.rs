//! Evaluation before the program runs: integer constant expressions, float constants, address constants.
//!
//! Works on the typed tree, so conversions are already explicit. Signed overflow wraps, as in gcc, and is noted for a
//! warning; division by zero is no constant.

use super::Analyzer;
use super::floats;
use super::tree::{
    BinaryOperator, Builtin, CastKind, Comparison, Expr, ExprKind, FloatValue, FunctionId, InitValue, LabelId, Lvalue,
    LvalueKind, Program, Storage, StringId, UnaryOperator, VariableId, VariableRole,
};
use crate::codes;
use crate::syntax::ast;
use crate::types::{Float, TypeId, TypeKind};
use cairn_base::Span;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    /// Also a pointer without an object.
    Integer(BigInt),
    Float(FloatValue),
    /// So many bytes after the start of something.
    Address(Base, BigInt),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Variable(VariableId),
    String(StringId),
    Function(FunctionId),
    Label(LabelId),
}

/// One evaluation.
pub(super) struct Evaluator<'p> {
    program: &'p Program,
    /// gcc's leniency in initialisers: constant objects with known contents may be read.
    reads_objects: bool,
    /// Where a signed operation overflowed.
    pub(super) overflow: Option<Span>,
    /// Whether something unsupported was met.
    pub(super) unsupported: bool,
    /// Values of [`ExprKind::Shared`], the innermost last.
    shared: Vec<Constant>,
}

impl<'p> Evaluator<'p> {
    pub(super) fn new(program: &'p Program, reads_objects: bool) -> Self {
        Self { program, reads_objects, overflow: None, unsupported: false, shared: Vec::new() }
    }
    pub(super) fn expr(&mut self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Integer(value) => Some(Constant::Integer(value.clone())),
            ExprKind::Float(value) => Some(Constant::Float(*value)),
            ExprKind::Load(lvalue) if self.reads_objects => self.load(lvalue, expr.ty),
            ExprKind::AddressOf(lvalue) | ExprKind::Decay(lvalue) => self.address(lvalue),
            ExprKind::FunctionAddress(id) => Some(Constant::Address(Base::Function(*id), BigInt::ZERO)),
            ExprKind::LabelAddress(id) => Some(Constant::Address(Base::Label(*id), BigInt::ZERO)),
            ExprKind::Cast(cast, inner) => {
                let value = self.expr(inner)?;
                self.cast(cast.kind, value, inner.ty, expr.ty)
            }
            ExprKind::Unary(operator, inner) => {
                let value = self.expr(inner)?;
                self.unary(*operator, value, expr)
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.expr(left)?, self.expr(right)?);
                self.binary(*operator, a, b, expr)
            }
            ExprKind::Compare(comparison, left, right) => {
                let (a, b) = (self.expr(left)?, self.expr(right)?);
                self.compare(*comparison, a, b, left.ty)
            }
            ExprKind::PointerAdd { .. } | ExprKind::PointerDifference(..) => self.pointer(expr),
            ExprKind::Not(inner) => Some(truth(!self.truth(inner)?)),
            ExprKind::And(left, right) => Some(truth(self.truth(left)? && self.truth(right)?)),
            ExprKind::Or(left, right) => Some(truth(self.truth(left)? || self.truth(right)?)),
            ExprKind::Conditional(condition, then, otherwise) => {
                if self.truth(condition)? {
                    self.expr(then)
                } else {
                    self.expr(otherwise)
                }
            }
            ExprKind::Elvis { condition, converted, otherwise } => {
                let value = self.expr(condition)?;
                if !self.is_true(&value, condition.ty) {
                    return self.expr(otherwise);
                }
                self.shared.push(value);
                let result = self.expr(converted);
                self.shared.pop();
                result
            }
            ExprKind::Shared => self.shared.last().cloned(),
            ExprKind::Builtin(builtin, arguments) => self.builtin(*builtin, arguments, expr),
            ExprKind::Unsupported(_) => {
                self.unsupported = true;
                None
            }
            _ => None,
        }
    }
    fn float_of(&self, ty: TypeId) -> Option<Float> {
        match self.program.types.kind(ty) {
            TypeKind::Float(float) => Some(*float),
            _ => None,
        }
    }
    fn is_true(&self, value: &Constant, ty: TypeId) -> bool {
        match value {
            Constant::Integer(value) => !value.is_zero(),
            Constant::Float(value) => self.float_of(ty).is_some_and(|float| !floats::is_zero(float, *value)),
            // The address of an object is not null.
            Constant::Address(..) => true,
        }
    }
    fn truth(&mut self, expr: &Expr) -> Option<bool> {
        let value = self.expr(expr)?;
        Some(self.is_true(&value, expr.ty))
    }
    fn cast(&self, kind: CastKind, value: Constant, from: TypeId, to: TypeId) -> Option<Constant> {
        let types = &self.program.types;
        Some(match (kind, value) {
            (CastKind::Same | CastKind::Pointer | CastKind::FunctionPointer | CastKind::NullToPointer, value) => value,
            (CastKind::Integer, Constant::Integer(value)) => Constant::Integer(types.wrap(&value, to)),
            (CastKind::IntegerToPointer, Constant::Integer(value)) => {
                let size = self.program.types.target.pointer_bytes() as u32 * 8;
                Constant::Integer(crate::types::arithmetic::wrap_bits(&value, size, false))
            }
            (CastKind::PointerToInteger, Constant::Integer(value)) => Constant::Integer(types.wrap(&value, to)),
            // An address keeps its identity as long as the integer is wide enough.
            (CastKind::PointerToInteger | CastKind::Integer, value @ Constant::Address(..)) => {
                let wide = types.integer_width(to)? >= types.target.pointer_bytes() as u32 * 8;
                return wide.then_some(value);
            }
            (CastKind::IntegerToPointer, value @ Constant::Address(..)) => value,
            (CastKind::IntegerToBool | CastKind::FloatToBool | CastKind::PointerToBool, value) => {
                truth(self.is_true(&value, from))
            }
            (CastKind::IntegerToFloat, Constant::Integer(value)) => {
                Constant::Float(floats::from_integer(self.float_of(to)?, &value)?)
            }
            (CastKind::FloatToInteger, Constant::Float(value)) => {
                let integer = floats::to_integer(self.float_of(from)?, value)?;
                return types.fits(&integer, to).then_some(Constant::Integer(integer));
            }
            (CastKind::Float, Constant::Float(value)) => {
                Constant::Float(floats::convert(self.float_of(from)?, self.float_of(to)?, value))
            }
            _ => return None,
        })
    }
    fn wrap(&mut self, value: BigInt, expr: &Expr) -> Constant {
        let types = &self.program.types;
        if types.is_signed(expr.ty) && !types.fits(&value, expr.ty) {
            self.overflow.get_or_insert(expr.span);
        }
        Constant::Integer(types.wrap(&value, expr.ty))
    }
    fn unary(&mut self, operator: UnaryOperator, value: Constant, expr: &Expr) -> Option<Constant> {
        match (operator, value) {
            (UnaryOperator::Negate, Constant::Integer(value)) => Some(self.wrap(-value, expr)),
            (UnaryOperator::BitNot, Constant::Integer(value)) => {
                Some(Constant::Integer(self.program.types.wrap(&!value, expr.ty)))
            }
            (UnaryOperator::Negate, Constant::Float(value)) => {
                Some(Constant::Float(floats::negate(self.float_of(expr.ty)?, value)))
            }
            _ => None,
        }
    }
    fn binary(&mut self, operator: BinaryOperator, a: Constant, b: Constant, expr: &Expr) -> Option<Constant> {
        match (a, b) {
            (Constant::Integer(a), Constant::Integer(b)) => self.integers(operator, a, b, expr),
            (Constant::Float(a), Constant::Float(b)) => {
                floats::arithmetic(self.float_of(expr.ty)?, operator, a, b).map(Constant::Float)
            }
            // Addresses that became integers may still be moved.
            (Constant::Address(base, offset), Constant::Integer(n)) => match operator {
                BinaryOperator::Add => Some(Constant::Address(base, offset + n)),
                BinaryOperator::Subtract => Some(Constant::Address(base, offset - n)),
                _ => None,
            },
            (Constant::Integer(n), Constant::Address(base, offset)) if operator == BinaryOperator::Add => {
                Some(Constant::Address(base, offset + n))
            }
            (Constant::Address(a, x), Constant::Address(b, y)) if operator == BinaryOperator::Subtract && a == b => {
                Some(self.wrap(x - y, expr))
            }
            _ => None,
        }
    }
    fn integers(&mut self, operator: BinaryOperator, a: BigInt, b: BigInt, expr: &Expr) -> Option<Constant> {
        use BinaryOperator::*;
        let width = self.program.types.integer_width(expr.ty)?;
        Some(match operator {
            Add => self.wrap(a + b, expr),
            Subtract => self.wrap(a - b, expr),
            Multiply => self.wrap(a * b, expr),
            Divide if !b.is_zero() => self.wrap(a / b, expr),
            Remainder if !b.is_zero() => self.wrap(a % b, expr),
            ShiftLeft | ShiftRight => {
                let count = b.to_u32().filter(|&count| count < width)?;
                if operator == ShiftRight {
                    self.wrap(a >> count, expr)
                } else {
                    if a.is_negative() && self.program.types.is_signed(expr.ty) {
                        self.overflow.get_or_insert(expr.span);
                    }
                    self.wrap(a << count, expr)
                }
            }
            BitAnd => Constant::Integer(a & b),
            BitXor => Constant::Integer(a ^ b),
            BitOr => Constant::Integer(a | b),
            _ => return None,
        })
    }
    fn compare(&self, comparison: Comparison, a: Constant, b: Constant, ty: TypeId) -> Option<Constant> {
        let ordering = match (a, b) {
            (Constant::Integer(a), Constant::Integer(b)) => a.cmp(&b),
            (Constant::Float(a), Constant::Float(b)) => {
                return Some(truth(floats::compare(self.float_of(ty)?, comparison, a, b)));
            }
            (Constant::Address(a, x), Constant::Address(b, y)) if a == b => x.cmp(&y),
            // An object's address is no number we know, but it is not null.
            (Constant::Address(..), Constant::Integer(n)) | (Constant::Integer(n), Constant::Address(..))
                if n.is_zero() =>
            {
                return match comparison {
                    Comparison::Equal => Some(truth(false)),
                    Comparison::NotEqual => Some(truth(true)),
                    _ => None,
                };
            }
            _ => return None,
        };
        Some(truth(match comparison {
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterEqual => ordering.is_ge(),
        }))
    }
    fn element_size(&self, pointer: TypeId) -> Option<BigInt> {
        let pointee = self.program.types.pointee(pointer)?;
        self.program.types.size_of_qualified(pointee).map(BigInt::from)
    }
    fn pointer(&mut self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::PointerAdd { pointer, index, negative } => {
                let (base, index) = (self.expr(pointer)?, self.expr(index)?);
                let Constant::Integer(index) = index else { return None };
                let bytes = index * self.element_size(pointer.ty)?;
                Some(moved(base, if *negative { -bytes } else { bytes }))
            }
            ExprKind::PointerDifference(left, right) => {
                let size = self.element_size(left.ty).filter(|size| !size.is_zero())?;
                match (self.expr(left)?, self.expr(right)?) {
                    (Constant::Address(a, x), Constant::Address(b, y)) if a == b => {
                        Some(Constant::Integer((x - y) / size))
                    }
                    (Constant::Integer(x), Constant::Integer(y)) => Some(Constant::Integer((x - y) / size)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
    /// The address of an object, if it exists all the time.
    pub(super) fn address(&mut self, lvalue: &Lvalue) -> Option<Constant> {
        match &lvalue.kind {
            LvalueKind::Variable(id) => {
                let fixed = self.program.variables[*id].storage == Storage::Static;
                fixed.then_some(Constant::Address(Base::Variable(*id), BigInt::ZERO))
            }
            LvalueKind::String(id) => Some(Constant::Address(Base::String(*id), BigInt::ZERO)),
            LvalueKind::Deref(pointer) => self.expr(pointer),
            LvalueKind::Index(array, index) => {
                let base = self.address(array)?;
                let Constant::Integer(index) = self.expr(index)? else { return None };
                let (element, _) = self.program.types.array_parts(array.ty.ty)?;
                Some(moved(base, index * self.program.types.size_of_qualified(element)?))
            }
            LvalueKind::Member(base, field) => {
                let address = self.address(base)?;
                let field = self.program.types.members(base.ty.ty)?.fields.get(*field)?;
                Some(moved(address, field.byte_offset().into()))
            }
            LvalueKind::CompoundLiteral(..) | LvalueKind::Temporary(..) | LvalueKind::Unsupported(_) => None,
        }
    }
    /// The contents of a constant object or string, where the initialiser tells.
    fn load(&mut self, lvalue: &Lvalue, ty: TypeId) -> Option<Constant> {
        if let LvalueKind::Variable(id) = lvalue.kind {
            let variable = &self.program.variables[id];
            // Where a compound literal outside of functions stands, it has just got its value.
            let constant = variable.ty.qualifiers.constant || variable.role == VariableRole::CompoundLiteral;
            if !constant || variable.ty.qualifiers.volatile || variable.storage != Storage::Static {
                return None;
            }
            let [item] = &variable.initializer.as_ref()?.items[..] else { return None };
            return match &item.value {
                InitValue::Expr(value) if item.path.is_empty() && value.ty == ty => self.expr(value),
                _ => None,
            };
        }
        let LvalueKind::Index(array, index) = &lvalue.kind else { return None };
        let LvalueKind::String(id) = array.kind else { return None };
        let Constant::Integer(index) = self.expr(index)? else { return None };
        let unit = *self.program.strings[id].units.get(index.to_usize()?)?;
        Some(Constant::Integer(self.program.types.wrap(&unit.into(), ty)))
    }
    /// One of five answers, by the class of the number behind them.
    fn classify(&mut self, arguments: &[Expr]) -> Option<Constant> {
        let number = arguments.get(5)?;
        let Constant::Float(value) = self.expr(number)? else { return None };
        let index = floats::classify(self.float_of(number.ty)?, value).number();
        self.expr(arguments.get(index)?)
    }
    fn builtin(&mut self, builtin: Builtin, arguments: &[Expr], expr: &Expr) -> Option<Constant> {
        if builtin == Builtin::ClassifyFloat {
            return self.classify(arguments);
        }
        let argument = arguments.first()?;
        let value = match self.expr(argument)? {
            Constant::Integer(value) => value,
            Constant::Float(value) => {
                let class = floats::classify(self.float_of(argument.ty)?, value);
                return class.answer(builtin).map(|answer| Constant::Integer(answer.into()));
            }
            Constant::Address(..) => return None,
        };
        let width = self.program.types.integer_width(argument.ty)?;
        let unsigned = crate::types::arithmetic::wrap_bits(&value, width, false).to_biguint()?;
        let result: BigInt = match builtin {
            Builtin::PopulationCount => unsigned.count_ones().into(),
            Builtin::Parity => (unsigned.count_ones() % 2).into(),
            Builtin::CountLeadingZeros if !unsigned.is_zero() => (u64::from(width) - unsigned.bits()).into(),
            Builtin::CountTrailingZeros => unsigned.trailing_zeros()?.into(),
            Builtin::FindFirstSet => unsigned.trailing_zeros().map_or(0, |n| n + 1).into(),
            Builtin::ByteSwap => {
                let mut bytes = unsigned.to_bytes_le();
                bytes.resize(width as usize / 8, 0);
                num_bigint::BigUint::from_bytes_be(&bytes).into()
            }
            _ => return None,
        };
        Some(Constant::Integer(self.program.types.wrap(&result, expr.ty)))
    }
}

fn truth(value: bool) -> Constant {
    Constant::Integer(BigInt::from(u8::from(value)))
}

fn moved(base: Constant, bytes: BigInt) -> Constant {
    match base {
        Constant::Address(base, offset) => Constant::Address(base, offset + bytes),
        Constant::Integer(number) => Constant::Integer(number + bytes),
        other => other,
    }
}

impl Analyzer<'_> {
    /// The value of an integer constant expression; says nothing if it is none.
    pub(super) fn evaluate_integer(&self, expr: &Expr) -> Option<BigInt> {
        match Evaluator::new(&self.program, false).expr(expr)? {
            Constant::Integer(value) => Some(value),
            _ => None,
        }
    }
    /// Demands an integer constant expression.
    pub(super) fn constant_integer(&mut self, expression: &ast::Expression) -> Option<BigInt> {
        let value = self.value(expression);
        if self.program.types.is_error(value.ty) {
            return None;
        }
        // gcc folds more than the standard: reading a constant object is not among it.
        let mut evaluator = Evaluator::new(&self.program, false);
        let result = evaluator.expr(&value);
        let overflow = evaluator.overflow;
        match result {
            Some(Constant::Integer(number)) if self.program.types.is_integer(value.ty) => {
                self.warn_overflow(overflow);
                Some(number)
            }
            _ => {
                self.error(codes::NOT_CONSTANT, expression.span, "an integer constant is needed here");
                None
            }
        }
    }
    pub(super) fn warn_overflow(&mut self, place: Option<Span>) {
        if let Some(span) = place {
            self.warn(codes::CONSTANT_OVERFLOW, span, "the constant overflows its type; it wraps around");
        }
    }
    /// A constant that is a size or count.
    pub(super) fn constant_size(&mut self, expression: &ast::Expression) -> Option<u64> {
        let value = self.constant_integer(expression)?;
        if value.to_u64().is_none() {
            self.error(codes::NOT_CONSTANT, expression.span, format!("{value} is no size"));
        }
        value.to_u64()
    }
}
