//! Integer arithmetic inside of assertions where overflow is eliminated or minimized (`pragma Overflow_Mode`).
//!
//! Intermediate results are computed in integers wide enough that nothing can overflow. What leaves the arithmetic (an
//! argument, an index, a result) must fit its base type again; comparisons are made in the wide type. Where a form is
//! not computed exactly it is refused, so that no overflow is reported that GNAT does not have, and none is missed.

use super::{Lower, Lowerer};
use crate::sema::overflow::OverflowMode;
use crate::sema::tree::{BinaryOperator, Expr, ExprKind, UnaryOperator};
use crate::sema::types::*;
use crate::sema::value::Value;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Sign, Unary};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

/// Wider results are refused.
const WIDEST: u32 = 512;
/// What `Minimized` computes in.
const MINIMIZED_WIDTH: u32 = 64;

/// A signed integer of any width.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    value: ExprId,
    width: u32,
}

impl Lowerer<'_> {
    /// Whether an expression is signed arithmetic that is computed exactly.
    pub(super) fn is_exact(&self, e: &Expr) -> bool {
        (is_arithmetic(e) || hides_arithmetic(e)) && self.is_exact_at(e.ty, e.span)
    }
    fn is_exact_at(&self, ty: TypeId, span: Span) -> bool {
        let signed = matches!(self.a.kind(self.settle(ty)), TypeKind::Signed { .. });
        signed && !self.a.exact.is_empty() && self.a.overflow_mode_at(span) != OverflowMode::Strict
    }

    /// The value in its base type again, where it must fit.
    pub(super) fn exact_result(&mut self, e: &Expr) -> Lower<ExprId> {
        let wide = self.exact(e)?;
        let ty = self.settle(e.ty);
        let target = self.ir_type(self.a.base(ty), e.span)?;
        let width = self.width(ty);
        if wide.width <= width {
            return Ok(self.p.convert(Convert::SignExtend, wide.value, target)?);
        }
        let bounds = self.a.base_bounds(ty);
        let fits = match bounds {
            Some((low, high)) => self.wide_between(wide, &low, &high)?,
            None => return self.refuse("arithmetic of this type without overflow", e.span),
        };
        let text = format!("{} must not overflow", self.text(e.span));
        self.check(CheckKind::Overflow, fits, text, e.span);
        Ok(self.p.convert(Convert::Truncate, wide.value, target)?)
    }

    fn wide_between(&mut self, wide: Wide, low: &BigInt, high: &BigInt) -> Lower<ExprId> {
        let ty = self.p.types.int(wide.width);
        let (low, high) = (self.p.int_const(ty, low.clone())?, self.p.int_const(ty, high.clone())?);
        let above = self.p.binary(Binary::LessEqual(Sign::Signed), low, wide.value)?;
        let below = self.p.binary(Binary::LessEqual(Sign::Signed), wide.value, high)?;
        self.and(above, below)
    }

    /// A comparison of exact values.
    pub(super) fn exact_relation(&mut self, op: BinaryOperator, l: &Expr, r: &Expr) -> Lower<ExprId> {
        use BinaryOperator::*;
        let (a, b) = (self.exact(l)?, self.exact(r)?);
        let width = a.width.max(b.width);
        let (a, b) = (self.widen(a, width)?.value, self.widen(b, width)?.value);
        let (op, a, b) = match op {
            Equal => (Binary::Equal, a, b),
            NotEqual => (Binary::NotEqual, a, b),
            Less => (Binary::Less(Sign::Signed), a, b),
            LessEqual => (Binary::LessEqual(Sign::Signed), a, b),
            Greater => (Binary::Less(Sign::Signed), b, a),
            _ => (Binary::LessEqual(Sign::Signed), b, a),
        };
        Ok(self.p.binary(op, a, b)?)
    }

    fn widen(&mut self, wide: Wide, width: u32) -> Lower<Wide> {
        if wide.width >= width {
            return Ok(wide);
        }
        let target = self.p.types.int(width);
        Ok(Wide { value: self.p.convert(Convert::SignExtend, wide.value, target)?, width })
    }

    fn exact(&mut self, e: &Expr) -> Lower<Wide> {
        if let Some(Value::Int(value)) = &e.value {
            let width = value.bits() as u32 + 1;
            let ty = self.p.types.int(width);
            return Ok(Wide { value: self.p.int_const(ty, value.clone())?, width });
        }
        match &e.kind {
            ExprKind::Unary(op, operand) if is_arithmetic(e) => self.exact_unary(*op, operand, e.span),
            ExprKind::Binary(op, l, r) if is_arithmetic(e) => self.exact_binary(*op, l, r, e.span),
            _ if hides_arithmetic(e) => self.refuse("arithmetic of this form where overflow is eliminated", e.span),
            _ => {
                let (value, width) = (self.expression(e)?, self.width(self.settle(e.ty)));
                Ok(Wide { value, width })
            }
        }
    }

    fn exact_unary(&mut self, op: UnaryOperator, operand: &Expr, span: Span) -> Lower<Wide> {
        let operand = self.exact(operand)?;
        if op == UnaryOperator::Plus {
            return Ok(operand);
        }
        let wide = self.widen(operand, operand.width + 1)?;
        let negated = self.p.unary(Unary::Negate, wide.value)?;
        let value = match op {
            UnaryOperator::Abs => {
                let zero = self.zero_like(wide.value)?;
                let negative = self.p.binary(Binary::Less(Sign::Signed), wide.value, zero)?;
                self.p.if_else(negative, negated, wide.value)?
            }
            _ => negated,
        };
        self.minimized(Wide { value, ..wide }, span)
    }

    fn exact_binary(&mut self, op: BinaryOperator, l: &Expr, r: &Expr, span: Span) -> Lower<Wide> {
        use BinaryOperator::*;
        if op == Power {
            return self.exact_power(l, r, span);
        }
        let (a, b) = (self.exact(l)?, self.exact(r)?);
        self.exact_operation(op, a, b, span)
    }

    fn exact_operation(&mut self, op: BinaryOperator, a: Wide, b: Wide, span: Span) -> Lower<Wide> {
        use BinaryOperator::*;
        let width = match op {
            Multiply => a.width + b.width,
            _ => a.width.max(b.width) + 1,
        };
        if width > WIDEST {
            return self.refuse("arithmetic with so large values where overflow is eliminated", span);
        }
        if matches!(op, Divide | Mod | Rem) {
            self.nonzero_check(b.value, span)?;
        }
        let (a, b) = (self.widen(a, width)?.value, self.widen(b, width)?.value);
        let binary = match op {
            Add => Binary::Add,
            Subtract => Binary::Subtract,
            Multiply => Binary::Multiply,
            Divide => Binary::Divide(Sign::Signed),
            Mod => Binary::Modulo,
            Rem => Binary::Remainder(Sign::Signed),
            _ => return self.refuse(format!("`{}` where overflow is eliminated", op.text()), span),
        };
        let value = self.p.binary(binary, a, b)?;
        self.minimized(Wide { value, width }, span)
    }

    fn exact_power(&mut self, l: &Expr, r: &Expr, span: Span) -> Lower<Wide> {
        let exponent = r.value.as_ref().and_then(Value::as_int).and_then(|v| v.to_u32()).filter(|&n| n <= 64);
        let Some(exponent) = exponent else {
            return self.refuse("`**` with this exponent where overflow is eliminated", span);
        };
        let base = self.exact(l)?;
        let ty = self.p.types.int(2);
        let mut result = Wide { value: self.p.int_const(ty, 1)?, width: 2 };
        for i in 0..exponent {
            result = if i == 0 { base } else { self.exact_operation(BinaryOperator::Multiply, result, base, span)? };
        }
        Ok(result)
    }

    /// `Minimized`: the result must fit 64 bits, and is kept in no more.
    fn minimized(&mut self, wide: Wide, span: Span) -> Lower<Wide> {
        if wide.width <= MINIMIZED_WIDTH || self.a.overflow_mode_at(span) != OverflowMode::Minimized {
            return Ok(wide);
        }
        let half = BigInt::one() << (MINIMIZED_WIDTH - 1);
        let fits = self.wide_between(wide, &-&half, &(half.clone() - 1))?;
        let text = format!("{} must not overflow", self.text(span));
        self.check(CheckKind::Overflow, fits, text, span);
        let target = self.p.types.int(MINIMIZED_WIDTH);
        Ok(Wide { value: self.p.convert(Convert::Truncate, wide.value, target)?, width: MINIMIZED_WIDTH })
    }
}

fn is_arithmetic(e: &Expr) -> bool {
    use BinaryOperator::*;
    if e.value.is_some() {
        return false;
    }
    match &e.kind {
        ExprKind::Unary(op, _) => *op != UnaryOperator::Not,
        ExprKind::Binary(op, ..) => matches!(op, Add | Subtract | Multiply | Divide | Mod | Rem | Power),
        _ => false,
    }
}

/// Forms that hand the value of arithmetic inside of them on, which is not followed through them.
fn hides_arithmetic(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::If(arms, otherwise) => {
            arms.iter().any(|(_, value)| is_arithmetic(value) || hides_arithmetic(value))
                || is_arithmetic(otherwise)
                || hides_arithmetic(otherwise)
        }
        ExprKind::Case(..) | ExprKind::Let(..) => true,
        ExprKind::Convert(inner) => is_arithmetic(inner) || hides_arithmetic(inner),
        _ => false,
    }
}
