//! Static evaluation (RM 4.9): operators on static operands give static values, exactly.
//!
//! A result that does not fit the base type is left unfolded, so that its run-time check stays and fails,
//! unless it is part of a larger static expression whose value fits.

use super::Analyzer;
use super::tree::{Expr, ExprKind};
use super::types::*;
use super::value::Value;
use crate::syntax::ast::{BinaryOperator, UnaryOperator};
use cairn_base::Span;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Pow, Signed, ToPrimitive, Zero};

/// How deep a static operand that does not fit its type is evaluated again: enough for what people write.
const EXACT_DEPTH: u32 = 16;

impl Analyzer<'_> {
    pub(super) fn static_expr(&self, value: Value, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Static, ty, span, value: Some(value) }
    }

    pub(super) fn fold_unary(&mut self, op: UnaryOperator, operand: Expr, ty: TypeId, span: Span) -> Expr {
        let value = self.exact_value(&operand, EXACT_DEPTH).and_then(|v| self.unary_value(op, &v, ty));
        let value = value.filter(|v| self.fits_base(v, ty));
        Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span, value }
    }

    /// The value of a static operand, also where it does not fit its base type: only the outermost static
    /// expression has to (RM 4.9(35)), so `-2 ** 31` is an Integer.
    fn exact_value(&self, e: &Expr, depth: u32) -> Option<Value> {
        if e.value.is_some() || depth == 0 {
            return e.value.clone();
        }
        match &e.kind {
            ExprKind::Unary(op, operand) => {
                let value = self.exact_value(operand, depth - 1)?;
                self.unary_value(*op, &value, e.ty)
            }
            ExprKind::Binary(op, l, r) => {
                let (a, b) = (self.exact_value(l, depth - 1)?, self.exact_value(r, depth - 1)?);
                self.binary_value(*op, &a, &b, e.ty)
            }
            _ => None,
        }
    }

    fn unary_value(&self, op: UnaryOperator, value: &Value, ty: TypeId) -> Option<Value> {
        let wrap = |v: BigInt| match self.a.kind(ty) {
            TypeKind::Modular { modulus } => v.mod_floor(modulus),
            _ => v,
        };
        match (op, value) {
            (UnaryOperator::Plus, v) => Some(v.clone()),
            (UnaryOperator::Minus, Value::Int(v)) => Some(Value::Int(wrap(-v))),
            // A float has a zero with a sign, which an exact number has not: left to execution, as GNAT does it.
            (UnaryOperator::Minus, Value::Real(v)) if v.is_zero() && self.a.is_float(ty) => None,
            (UnaryOperator::Minus, Value::Real(v)) => Some(Value::Real(-v)),
            (UnaryOperator::Abs, Value::Int(v)) => Some(Value::Int(v.abs())),
            (UnaryOperator::Abs, Value::Real(v)) => Some(Value::Real(v.abs())),
            (UnaryOperator::Not, Value::Int(v)) => match self.a.kind(ty) {
                TypeKind::Modular { modulus } => Some(Value::Int(modulus - BigInt::from(1) - v)),
                _ if self.a.is_boolean(ty) => Some(Value::boolean(v.is_zero())),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a static value can be represented in the base type.
    pub(super) fn fits_base(&self, value: &Value, ty: TypeId) -> bool {
        match (value, self.a.kind(ty)) {
            (_, TypeKind::Pseudo) => true,
            (Value::Int(v), _) => self.a.base_bounds(ty).is_none_or(|(low, high)| low <= *v && *v <= high),
            (Value::Real(v), TypeKind::Float { size, .. }) => v.abs() <= size.largest(),
            (Value::Real(_), _) => true,
        }
    }

    pub(super) fn fold_binary(&mut self, op: BinaryOperator, l: Expr, r: Expr, ty: TypeId, span: Span) -> Expr {
        let value = match (self.exact_value(&l, EXACT_DEPTH), self.exact_value(&r, EXACT_DEPTH)) {
            (Some(a), Some(b)) => self.binary_value(op, &a, &b, ty),
            _ => short_circuit(op, &l, &r),
        };
        let value = value.filter(|v| self.fits_base(v, ty));
        Expr { kind: ExprKind::Binary(op, Box::new(l), Box::new(r)), ty, span, value }
    }

    fn binary_value(&self, op: BinaryOperator, a: &Value, b: &Value, ty: TypeId) -> Option<Value> {
        use BinaryOperator::*;
        match op {
            Equal => return Some(Value::boolean(a.as_rational() == b.as_rational())),
            NotEqual => return Some(Value::boolean(a.as_rational() != b.as_rational())),
            Less => return Some(Value::boolean(a.as_rational() < b.as_rational())),
            LessEqual => return Some(Value::boolean(a.as_rational() <= b.as_rational())),
            Greater => return Some(Value::boolean(a.as_rational() > b.as_rational())),
            GreaterEqual => return Some(Value::boolean(a.as_rational() >= b.as_rational())),
            _ => {}
        }
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => {
                let value = self.integer_value(op, a, b, ty)?;
                match self.a.kind(ty) {
                    TypeKind::Modular { modulus } => Some(Value::Int(value.mod_floor(modulus))),
                    _ => Some(Value::Int(value)),
                }
            }
            _ => real_value(op, a, b).map(Value::Real),
        }
    }

    fn integer_value(&self, op: BinaryOperator, a: &BigInt, b: &BigInt, ty: TypeId) -> Option<BigInt> {
        use BinaryOperator::*;
        let logical = |v: bool| Some(BigInt::from(u8::from(v)));
        if self.a.is_boolean(ty) {
            let (a, b) = (!a.is_zero(), !b.is_zero());
            return match op {
                And | AndThen => logical(a && b),
                Or | OrElse => logical(a || b),
                Xor => logical(a != b),
                Implies => logical(!a || b),
                Equivalent => logical(a == b),
                _ => None,
            };
        }
        match op {
            And => Some(a & b),
            Or => Some(a | b),
            Xor => Some(a ^ b),
            Add => Some(a + b),
            Subtract => Some(a - b),
            Multiply => Some(a * b),
            Divide if !b.is_zero() => Some(a / b),
            Mod if !b.is_zero() => Some(a.mod_floor(b)),
            Rem if !b.is_zero() => Some(a % b),
            Power => {
                let exponent = b.to_u32().filter(|&e| u64::from(e) * a.bits().max(1) <= 200_000)?;
                Some(Pow::pow(a, exponent))
            }
            _ => None,
        }
    }

    /// The value a static integer expression has, as in type declarations.
    pub(super) fn static_integer(&mut self, e: &crate::syntax::ast::Expression) -> super::Resolved<BigInt> {
        match self.static_value(e)? {
            Value::Int(value) => Ok(value),
            Value::Real(_) => self.error(crate::codes::TYPE_MISMATCH, e.span, "an integer is expected here"),
        }
    }

    pub(super) fn static_real(&mut self, e: &crate::syntax::ast::Expression) -> super::Resolved<BigRational> {
        self.static_value(e).map(|v| v.as_rational())
    }

    pub(super) fn static_value(&mut self, e: &crate::syntax::ast::Expression) -> super::Resolved<Value> {
        let resolved = self.resolve_any(e)?;
        // No type is expected, so the value need not fit the type that the operands happen to have (RM 4.9(35)).
        match self.exact_value(&resolved, EXACT_DEPTH) {
            Some(value) => Ok(value),
            None => self.error(crate::codes::NOT_STATIC, e.span, "the value of this must be known at compile time"),
        }
    }
}

/// `False and then X` and `True or else X` are static whatever X is (RM 4.9(32)).
fn short_circuit(op: BinaryOperator, l: &Expr, _r: &Expr) -> Option<Value> {
    let left = l.value.as_ref()?.is_true();
    match op {
        BinaryOperator::AndThen if !left => Some(Value::boolean(false)),
        BinaryOperator::OrElse if left => Some(Value::boolean(true)),
        _ => None,
    }
}

fn real_value(op: BinaryOperator, a: &Value, b: &Value) -> Option<BigRational> {
    use BinaryOperator::*;
    let left = a.as_rational();
    if op == Power {
        let exponent = b.as_int()?.to_i32().filter(|e| e.abs() <= 10_000)?;
        if exponent < 0 && left.is_zero() {
            return None;
        }
        return Some(Pow::pow(left, exponent));
    }
    let right = b.as_rational();
    match op {
        Add => Some(left + right),
        Subtract => Some(left - right),
        Multiply => Some(left * right),
        Divide if !right.is_zero() => Some(left / right),
        _ => None,
    }
}
