//! Floating-point and fixed-point arithmetic (RM 4.5.5, G.2).

use super::{Lower, Lowerer};
use crate::sema::tree::{BinaryOperator, Expr};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Rounding, Sign, Unary};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

impl Lowerer<'_> {
    pub(super) fn float_binary(
        &mut self,
        op: BinaryOperator,
        l: ExprId,
        r: ExprId,
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let rounding = Rounding::NearestEven;
        if op == BinaryOperator::Divide {
            let zero = self.constant(&crate::sema::value::Value::Real(BigRational::zero()), ty, span)?;
            let is_zero = self.p.binary(Binary::FloatEqual, r, zero)?;
            let nonzero = self.p.not(is_zero)?;
            let text = format!("the divisor in {} must not be zero", self.text(span));
            self.check(CheckKind::DivisionByZero, nonzero, text, span);
        }
        let binary = match op {
            BinaryOperator::Add => Binary::FloatAdd(rounding),
            BinaryOperator::Subtract => Binary::FloatSubtract(rounding),
            BinaryOperator::Multiply => Binary::FloatMultiply(rounding),
            BinaryOperator::Divide => Binary::FloatDivide(rounding),
            _ => return self.refuse(format!("`{}` on floats", op.text()), span),
        };
        let result = self.p.binary(binary, l, r)?;
        self.float_check(result, span)?;
        Ok(result)
    }

    /// The result must be a number within the range of the machine type.
    pub(super) fn float_check(&mut self, result: ExprId, span: Span) -> Lower<()> {
        if self.without_checks() {
            return Ok(());
        }
        let finite = self.finite(result)?;
        let text = format!("{} must not overflow", self.text(span));
        self.check(CheckKind::Float, finite, text, span);
        Ok(())
    }

    /// The next machine number above or below (RM A.5.3(38)): the order of the bits is that of the magnitudes.
    pub(super) fn next_float(&mut self, value: ExprId, ty: TypeId, up: bool, span: Span) -> Lower<ExprId> {
        let format = self.format(ty);
        if format == ir::FloatFormat::X87 {
            return self.refuse("attribute Succ or Pred of this float type", span);
        }
        let width = format.width();
        let int = self.p.types.int(width);
        let float = self.p.type_of(value);
        let bits = self.p.convert(ir::Convert::FloatToBits, value, int)?;
        let bits = self.keep("bits", bits, span);
        let (zero, one) = (self.p.int_const(int, 0)?, self.p.int_const(int, 1)?);
        let minus_zero = self.p.int_const(int, BigInt::one() << (width - 1))?;
        let minus_one = self.p.binary(Binary::Add, minus_zero, one)?;
        let negative = self.p.binary(Binary::Less(ir::Sign::Signed), bits, zero)?;
        let (away, towards) = (self.p.binary(Binary::Add, bits, one)?, self.p.binary(Binary::Subtract, bits, one)?);
        // Either zero is followed by the smallest number of the direction's sign.
        let is_zero = {
            let (a, b) = (self.p.binary(Binary::Equal, bits, zero)?, self.p.binary(Binary::Equal, bits, minus_zero)?);
            self.or(a, b)?
        };
        let from_zero = if up { one } else { minus_one };
        let moved = if up { (towards, away) } else { (away, towards) };
        let moved = self.p.if_else(negative, moved.0, moved.1)?;
        let next = self.p.if_else(is_zero, from_zero, moved)?;
        let result = self.p.convert(ir::Convert::BitsToFloat, next, float)?;
        self.float_check(result, span)?;
        Ok(result)
    }

    /// `X ** N` with a static exponent, by repeated multiplication.
    pub(super) fn float_power(&mut self, base: ExprId, exponent: &Expr, ty: TypeId, span: Span) -> Lower<ExprId> {
        let n = exponent.value.as_ref().and_then(|v| v.as_int()).and_then(|v| i32::try_from(v).ok());
        let Some(n) = n.filter(|n| n.abs() <= 64) else {
            return self.refuse("`**` of a float with an exponent that is not static and small", span);
        };
        let one = self.constant(&crate::sema::value::Value::Real(BigRational::one()), ty, span)?;
        let mut result = one;
        for i in 0..n.unsigned_abs() {
            result = if i == 0 { base } else { self.float_binary(BinaryOperator::Multiply, result, base, ty, span)? };
        }
        if n < 0 {
            result = self.float_binary(BinaryOperator::Divide, one, result, ty, span)?;
        }
        Ok(result)
    }

    fn small(&self, ty: TypeId) -> Option<BigRational> {
        match self.a.kind(ty) {
            TypeKind::Fixed { small, .. } => Some(small.clone()),
            TypeKind::Signed { .. } | TypeKind::Modular { .. } => Some(BigRational::one()),
            _ => None,
        }
    }

    /// `round(value * factor)` toward zero or to nearest, in a width that cannot overflow; signed.
    fn scale(&mut self, value: ExprId, width: u32, factor: &BigRational, nearest: bool) -> Lower<(ExprId, u32)> {
        let bits = factor.numer().bits().max(1) as u32;
        let wide = width + bits + 2;
        let wide_type = self.p.types.int(wide);
        let extended = self.p.convert(Convert::SignExtend, value, wide_type)?;
        let numerator = self.p.int_const(wide_type, factor.numer().clone())?;
        let mut result = self.p.binary(Binary::Multiply, extended, numerator)?;
        if !factor.denom().is_one() {
            let wider = wide.max(factor.denom().bits() as u32 + 2);
            let wider_type = self.p.types.int(wider);
            let value = self.p.convert(Convert::SignExtend, result, wider_type)?;
            let denominator = self.p.int_const(wider_type, factor.denom().clone())?;
            result = if nearest {
                self.divide_nearest(value, denominator, wider_type)?
            } else {
                self.p.binary(Binary::Divide(Sign::Signed), value, denominator)?
            };
            return Ok((result, wider));
        }
        Ok((result, wide))
    }

    /// Division rounded to nearest, ties away from zero, by a positive constant.
    fn divide_nearest(&mut self, value: ExprId, by: ExprId, ty: ir::TypeId) -> Lower<ExprId> {
        let two = self.p.int_const(ty, 2)?;
        let half = self.p.binary(Binary::Divide(Sign::Signed), by, two)?;
        let zero = self.p.int_const(ty, 0)?;
        let negative = self.p.binary(Binary::Less(Sign::Signed), value, zero)?;
        let minus = self.p.binary(Binary::Subtract, value, half)?;
        let plus = self.p.binary(Binary::Add, value, half)?;
        let shifted = self.p.if_else(negative, minus, plus)?;
        Ok(self.p.binary(Binary::Divide(Sign::Signed), shifted, by)?)
    }

    /// Narrows a signed number to the machine type of a fixed-point or integer type, checking that it fits.
    fn narrow(&mut self, value: ExprId, width: u32, to: TypeId, kind: CheckKind, span: Span) -> Lower<ExprId> {
        let target = self.ir_type(self.a.base(to), span)?;
        let wanted = self.width(to) + u32::from(self.sign(to) == Sign::Unsigned);
        if width > wanted {
            let wide = self.p.types.int(width);
            let top = BigInt::one() << (wanted - 1);
            let (low, high) = match self.a.base_bounds(to) {
                Some(bounds) => bounds,
                None => (-top.clone(), top - 1),
            };
            let (low, high) = (self.p.int_const(wide, low)?, self.p.int_const(wide, high)?);
            let above = self.p.binary(Binary::LessEqual(Sign::Signed), low, value)?;
            let below = self.p.binary(Binary::LessEqual(Sign::Signed), value, high)?;
            let condition = self.and(above, below)?;
            let text = format!("{} must fit {}", self.text(span), self.a.type_name(to));
            self.check(kind, condition, text, span);
        }
        let op = if width >= self.width(to) { Convert::Truncate } else { Convert::SignExtend };
        Ok(self.p.convert(op, value, target)?)
    }

    /// Conversions that involve a fixed-point type.
    pub(super) fn convert_fixed(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let (Some(a), Some(b)) = (self.small(from), self.small(to)) else {
            return self.refuse("conversion between fixed and floating point", span);
        };
        // To integers the value is rounded, between fixed-point types it is truncated as GNAT does.
        let nearest = !self.a.is_fixed(to);
        let width = self.width(from) + u32::from(self.sign(from) == Sign::Unsigned);
        let start = self.extend(value, from, width.max(self.width(from)))?;
        let (scaled, width) = self.scale(start, width, &(a / b), nearest)?;
        let result = self.narrow(scaled, width, to, CheckKind::Range, span)?;
        self.give_subtype(result, self.a.base(to), to, span)
    }

    /// `*` and `/` with fixed-point operands; the result is of type `ty`.
    pub(super) fn fixed_product(
        &mut self,
        op: BinaryOperator,
        l: (ExprId, TypeId),
        r: (ExprId, TypeId),
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let (Some(a), Some(b), Some(c)) = (self.small(l.1), self.small(r.1), self.small(ty)) else {
            return self.refuse("fixed-point operation with this result type", span);
        };
        let (lw, rw) = (self.width(l.1) + 1, self.width(r.1) + 1);
        let multiply = op == BinaryOperator::Multiply;
        let factor = if multiply { a * b / c } else { a / (b * c) };
        if !multiply {
            let divisor_type = self.p.type_of(r.0);
            let zero = self.p.int_const(divisor_type, 0)?;
            let nonzero = self.p.binary(Binary::NotEqual, r.0, zero)?;
            let text = format!("the divisor in {} must not be zero", self.text(span));
            self.check(CheckKind::DivisionByZero, nonzero, text, span);
        }
        let width = lw + rw + factor.numer().bits() as u32 + factor.denom().bits() as u32 + 2;
        let wide = self.p.types.int(width);
        let (x, y) = (self.extend(l.0, l.1, width)?, self.extend(r.0, r.1, width)?);
        let numerator = self.p.int_const(wide, factor.numer().clone())?;
        let denominator = self.p.int_const(wide, factor.denom().clone())?;
        let result = if multiply {
            let product = self.p.binary(Binary::Multiply, x, y)?;
            let scaled = self.p.binary(Binary::Multiply, product, numerator)?;
            self.p.binary(Binary::Divide(Sign::Signed), scaled, denominator)?
        } else {
            let above = self.p.binary(Binary::Multiply, x, numerator)?;
            let below = self.p.binary(Binary::Multiply, y, denominator)?;
            self.p.binary(Binary::Divide(Sign::Signed), above, below)?
        };
        self.narrow(result, width, ty, CheckKind::Overflow, span)
    }

    pub(super) fn float_unary(&mut self, op: crate::sema::tree::UnaryOperator, value: ExprId) -> Lower<ExprId> {
        use crate::sema::tree::UnaryOperator as U;
        Ok(match op {
            U::Minus => self.p.unary(Unary::FloatNegate, value)?,
            U::Abs => self.p.unary(Unary::FloatAbs, value)?,
            _ => value,
        })
    }
}
