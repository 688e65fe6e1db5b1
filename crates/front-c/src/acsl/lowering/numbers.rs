//! Arithmetic on mathematical integers and reals, and comparisons.

use super::super::syntax::Relation;
use super::super::tree::{Conversion, LogicType, Operator, Term, TermKind};
use super::{Scope, Value, refuse};
use crate::lower::{Lower, Lowerer};
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, Convert, ExprId, Rounding, Sign, Unary};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

/// Bitwise operations are done in this many bits, which hold every integer of C.
const BITS: u32 = 136;

impl Lowerer<'_> {
    pub(super) fn math(&mut self, value: impl Into<BigInt>) -> Lower<ExprId> {
        let ty = self.p.types.math_int();
        Ok(self.p.constant(ir::Value::MathInt(value.into()), ty)?)
    }
    pub(super) fn real(&mut self, value: &BigRational) -> Lower<ExprId> {
        let ty = self.p.types.real();
        Ok(self.p.constant(ir::Value::Real(value.clone()), ty)?)
    }
    /// The mathematical integer that a term is worth.
    pub(super) fn integer_term(&mut self, term: &Term, scope: &Scope) -> Lower<ExprId> {
        match self.logic_term(term, scope)? {
            Value::Integer(e) => Ok(e),
            Value::C(e) => self.as_math(e, term, term.span),
            Value::Boolean(e) => {
                let (one, zero) = (self.math(1)?, self.math(0)?);
                Ok(self.p.if_else(e, one, zero)?)
            }
            Value::Real(_) => refuse("a real number as an integer", term.span),
        }
    }
    fn as_math(&mut self, e: ExprId, term: &Term, span: Span) -> Lower<ExprId> {
        let ty = self.p.type_of(e);
        if self.p.types.is_bool(ty) {
            let (one, zero) = (self.math(1)?, self.math(0)?);
            return Ok(self.p.if_else(e, one, zero)?);
        }
        if self.p.types.int_width(ty).is_none() {
            return refuse("this value as an integer", span);
        }
        let signed = match (&term.ty, &term.kind) {
            (LogicType::C(c), _) => self.is_signed(*c),
            // A C expression that stands for an integer.
            (_, TermKind::C(inner)) => self.is_signed(inner.ty),
            _ => true,
        };
        let sign = if signed { Sign::Signed } else { Sign::Unsigned };
        if let Some(bits) = self.constant_int(e) {
            let number = if signed { bits.signed() } else { bits.unsigned().into() };
            return self.math(number);
        }
        let math = self.p.types.math_int();
        Ok(self.p.convert(Convert::IntToMath(sign), e, math)?)
    }
    fn real_term(&mut self, term: &Term, scope: &Scope) -> Lower<ExprId> {
        let real = self.p.types.real();
        match self.logic_term(term, scope)? {
            Value::Real(e) => Ok(e),
            Value::Integer(e) => Ok(self.p.convert(Convert::MathToReal, e, real)?),
            Value::C(e) if matches!(self.p.types.kind(self.p.type_of(e)), ir::TypeKind::Float(_)) => {
                Ok(self.p.convert(Convert::FloatToReal, e, real)?)
            }
            _ => {
                let number = self.integer_term(term, scope)?;
                Ok(self.p.convert(Convert::MathToReal, number, real)?)
            }
        }
    }
    /// An integer that a machine integer of [`BITS`] bits holds, whatever the state.
    fn machine(&mut self, term: &Term, scope: &Scope) -> Lower<ExprId> {
        let ty = self.p.types.int(BITS);
        match &term.kind {
            TermKind::Integer(n) if n.bits() < u64::from(BITS) - 1 => Ok(self.p.int_const(ty, n.clone())?),
            TermKind::Convert(Conversion::ToInteger, inner) => {
                let Value::C(e) = self.logic_term(inner, scope)? else { return refuse("bits of this term", term.span) };
                let LogicType::C(c) = inner.ty else { return refuse("bits of this term", term.span) };
                let signed = self.is_signed(c);
                self.extend(e, signed, BITS)
            }
            TermKind::Operation(Operator::BitAnd | Operator::BitOr | Operator::BitXor, ..) | TermKind::BitNot(_) => {
                self.bitwise(term, scope)
            }
            // Results of the next size fit as well.
            TermKind::Operation(op @ (Operator::Add | Operator::Subtract), a, b) => {
                let (a, b) = (self.machine(a, scope)?, self.machine(b, scope)?);
                let op = if *op == Operator::Add { Binary::Add } else { Binary::Subtract };
                Ok(self.p.binary(op, a, b)?)
            }
            _ => refuse("a bitwise operation on an unbounded integer", term.span),
        }
    }
    fn bitwise(&mut self, term: &Term, scope: &Scope) -> Lower<ExprId> {
        match &term.kind {
            TermKind::BitNot(a) => {
                let a = self.machine(a, scope)?;
                Ok(self.p.unary(Unary::BitNot, a)?)
            }
            TermKind::Operation(operator, a, b) => {
                let (a, b) = (self.machine(a, scope)?, self.machine(b, scope)?);
                let operator = match operator {
                    Operator::BitAnd => Binary::BitAnd,
                    Operator::BitOr => Binary::BitOr,
                    _ => Binary::BitXor,
                };
                Ok(self.p.binary(operator, a, b)?)
            }
            _ => refuse("a bitwise operation", term.span),
        }
    }
    pub(super) fn bits_as_integer(&mut self, term: &Term, scope: &Scope) -> Lower<Value> {
        let bits = self.bitwise(term, scope)?;
        let math = self.p.types.math_int();
        Ok(Value::Integer(self.p.convert(Convert::IntToMath(Sign::Signed), bits, math)?))
    }
    pub(super) fn logic_operation(
        &mut self,
        term: &Term,
        operator: Operator,
        (a, b): (&Term, &Term),
        scope: &Scope,
    ) -> Lower<Value> {
        if term.ty == LogicType::Real {
            return self.real_operation(operator, (a, b), scope, term.span);
        }
        match operator {
            Operator::BitAnd | Operator::BitOr | Operator::BitXor => return self.bits_as_integer(term, scope),
            Operator::ShiftLeft | Operator::ShiftRight => return self.shift(operator, a, b, scope, term.span),
            _ => {}
        }
        let (a, b) = (self.integer_term(a, scope)?, self.integer_term(b, scope)?);
        let value = match operator {
            Operator::Add => self.p.binary(Binary::MathAdd, a, b)?,
            Operator::Subtract => self.p.binary(Binary::MathSubtract, a, b)?,
            Operator::Multiply => self.p.binary(Binary::MathMultiply, a, b)?,
            Operator::Divide => self.truncated(Binary::MathDivide, a, b)?,
            Operator::Remainder => self.truncated(Binary::MathModulo, a, b)?,
            Operator::Min | Operator::Max => self.extreme(operator, a, b)?,
            _ => return refuse("this operation", term.span),
        };
        Ok(Value::Integer(value))
    }
    /// C's division goes towards zero; that of the program form leaves a remainder that is not negative.
    fn truncated(&mut self, operator: Binary, a: ExprId, b: ExprId) -> Lower<ExprId> {
        let zero = self.math(0)?;
        let forward = self.p.binary(operator, a, b)?;
        let opposite = self.p.unary(Unary::MathNegate, a)?;
        let backward = self.p.binary(operator, opposite, b)?;
        let backward = self.p.unary(Unary::MathNegate, backward)?;
        let is_positive = self.p.binary(Binary::MathLessEqual, zero, a)?;
        Ok(self.p.if_else(is_positive, forward, backward)?)
    }
    fn extreme(&mut self, operator: Operator, a: ExprId, b: ExprId) -> Lower<ExprId> {
        let less = self.p.binary(Binary::MathLessEqual, a, b)?;
        let (first, second) = if operator == Operator::Min { (a, b) } else { (b, a) };
        Ok(self.p.if_else(less, first, second)?)
    }
    /// By a constant: a product, or a quotient rounded down.
    fn shift(&mut self, operator: Operator, a: &Term, b: &Term, scope: &Scope, span: Span) -> Lower<Value> {
        let count = match &b.kind {
            TermKind::Integer(n) if !n.is_negative() => n.to_u32().filter(|n| *n <= 128),
            _ => None,
        };
        let Some(count) = count else { return refuse("a shift by a number that is not constant", span) };
        let a = self.integer_term(a, scope)?;
        let factor = self.math(BigInt::from(1) << count)?;
        let operator = if operator == Operator::ShiftLeft { Binary::MathMultiply } else { Binary::MathDivide };
        Ok(Value::Integer(self.p.binary(operator, a, factor)?))
    }
    fn real_operation(
        &mut self,
        operator: Operator,
        (a, b): (&Term, &Term),
        scope: &Scope,
        span: Span,
    ) -> Lower<Value> {
        let (a, b) = (self.real_term(a, scope)?, self.real_term(b, scope)?);
        let value = match operator {
            Operator::Add => self.p.binary(Binary::MathAdd, a, b)?,
            Operator::Subtract => self.p.binary(Binary::MathSubtract, a, b)?,
            Operator::Multiply => self.p.binary(Binary::MathMultiply, a, b)?,
            Operator::Divide => self.p.binary(Binary::MathDivide, a, b)?,
            Operator::Min | Operator::Max => self.extreme(operator, a, b)?,
            _ => return refuse("this operation on real numbers", span),
        };
        Ok(Value::Real(value))
    }
    pub(super) fn logic_negation(&mut self, term: &Term, a: &Term, scope: &Scope) -> Lower<Value> {
        if term.ty == LogicType::Real {
            let a = self.real_term(a, scope)?;
            return Ok(Value::Real(self.p.unary(Unary::MathNegate, a)?));
        }
        let a = self.integer_term(a, scope)?;
        Ok(Value::Integer(self.p.unary(Unary::MathNegate, a)?))
    }
    pub(super) fn logic_absolute(&mut self, term: &Term, a: &Term, scope: &Scope) -> Lower<Value> {
        if term.ty == LogicType::Real {
            let a = self.real_term(a, scope)?;
            return Ok(Value::Real(self.p.unary(Unary::MathAbs, a)?));
        }
        let a = self.integer_term(a, scope)?;
        Ok(Value::Integer(self.p.unary(Unary::MathAbs, a)?))
    }

    // ---- conversions ----

    pub(super) fn conversion(&mut self, kind: Conversion, term: &Term, inner: &Term, scope: &Scope) -> Lower<Value> {
        match kind {
            Conversion::ToInteger => Ok(Value::Integer(self.integer_term(inner, scope)?)),
            Conversion::ToReal => Ok(Value::Real(self.real_term(inner, scope)?)),
            Conversion::ToBoolean => Ok(Value::Boolean(self.truth(inner, scope)?)),
            Conversion::ToC => {
                let LogicType::C(to) = term.ty else { return refuse("this conversion", term.span) };
                self.conversion_to_c(to, inner, scope, term.span)
            }
        }
    }
    /// Whether a value is not zero.
    fn truth(&mut self, inner: &Term, scope: &Scope) -> Lower<ExprId> {
        match self.logic_term(inner, scope)? {
            Value::Boolean(e) => Ok(e),
            Value::C(e) => self.is_nonzero(e),
            Value::Integer(e) => {
                let zero = self.math(0)?;
                Ok(self.p.binary(Binary::NotEqual, e, zero)?)
            }
            Value::Real(e) => {
                let zero = self.real(&BigRational::from(BigInt::from(0)))?;
                Ok(self.p.binary(Binary::NotEqual, e, zero)?)
            }
        }
    }
    fn conversion_to_c(&mut self, to: TypeId, inner: &Term, scope: &Scope, span: Span) -> Lower<Value> {
        let ty = self.ty(to)?;
        if self.c.types.is_bool(to) {
            let truth = self.truth(inner, scope)?;
            return Ok(Value::C(self.p.convert(Convert::Retype, truth, ty)?));
        }
        if self.c.types.is_pointer(to) {
            return match self.logic_term(inner, scope)? {
                Value::C(e) => Ok(Value::C(e)),
                _ => refuse("this as a pointer", span),
            };
        }
        if matches!(self.c.types.kind(to), TypeKind::Float(_)) {
            let nearest = Rounding::NearestEven;
            return match self.logic_term(inner, scope)? {
                Value::C(e) if matches!(self.p.types.kind(self.p.type_of(e)), ir::TypeKind::Float(_)) => {
                    Ok(Value::C(self.p.convert(Convert::FloatToFloat(nearest), e, ty)?))
                }
                _ => {
                    let real = self.real_term(inner, scope)?;
                    Ok(Value::C(self.p.convert(Convert::RealToFloat(nearest), real, ty)?))
                }
            };
        }
        if self.c.types.is_record(to) {
            return self.logic_term(inner, scope);
        }
        let width = self.width(to)?;
        // From a machine integer, without the way over numbers of any size.
        if let (LogicType::C(from), Value::C(e)) = (&inner.ty, self.logic_term(inner, scope)?) {
            if self.integer_of(*from).is_none() && !self.c.types.is_bool(*from) {
                return refuse("this as an integer", span);
            }
            let signed = self.is_signed(*from);
            let value = self.extend(e, signed, width)?;
            return Ok(Value::C(self.p.convert(Convert::Retype, value, ty)?));
        }
        let number = self.integer_term(inner, scope)?;
        Ok(Value::C(self.p.convert(Convert::MathToInt, number, ty)?))
    }

    // ---- comparisons ----

    pub(super) fn comparison(&mut self, relation: Relation, a: &Term, b: &Term, scope: &Scope) -> Lower<ExprId> {
        let relation_of = |relation| match relation {
            Relation::Greater => (Relation::Less, true),
            Relation::GreaterEqual => (Relation::LessEqual, true),
            other => (other, false),
        };
        let (relation, is_swapped) = relation_of(relation);
        let (a, b) = if is_swapped { (b, a) } else { (a, b) };
        if a.ty == LogicType::Integer && b.ty == LogicType::Integer {
            let (a, b) = (self.integer_term(a, scope)?, self.integer_term(b, scope)?);
            return self.compare_numbers(relation, a, b);
        }
        if a.ty == LogicType::Real && b.ty == LogicType::Real {
            let (a, b) = (self.real_term(a, scope)?, self.real_term(b, scope)?);
            return self.compare_numbers(relation, a, b);
        }
        let (left, right) = (self.logic_term(a, scope)?.expr(), self.logic_term(b, scope)?.expr());
        let kind = self.p.types.kind(self.p.type_of(left)).clone();
        let operator = match (&kind, relation) {
            (ir::TypeKind::Float(_), Relation::Equal | Relation::NotEqual) => Binary::FloatEqual,
            (ir::TypeKind::Float(_), Relation::Less) => Binary::FloatLess,
            (ir::TypeKind::Float(_), _) => Binary::FloatLessEqual,
            (_, Relation::Equal | Relation::NotEqual) => Binary::Equal,
            (ir::TypeKind::Pointer, Relation::Less) => Binary::PointerLess,
            (ir::TypeKind::Pointer, _) => Binary::PointerLessEqual,
            _ => return refuse("this comparison", a.span),
        };
        let mut result = self.p.binary(operator, left, right)?;
        if kind == ir::TypeKind::Pointer && !matches!(relation, Relation::Equal | Relation::NotEqual) {
            // Only pointers into one object are ordered.
            let together = self.p.binary(Binary::SameObject, left, right)?;
            result = self.p.binary(Binary::And, together, result)?;
        }
        if relation == Relation::NotEqual { self.not(result) } else { Ok(result) }
    }
    fn compare_numbers(&mut self, relation: Relation, a: ExprId, b: ExprId) -> Lower<ExprId> {
        let operator = match relation {
            Relation::Equal => Binary::Equal,
            Relation::NotEqual => Binary::NotEqual,
            Relation::Less => Binary::MathLess,
            _ => Binary::MathLessEqual,
        };
        Ok(self.p.binary(operator, a, b)?)
    }
}
