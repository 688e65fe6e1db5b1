//! Bit-fields wider than `int` in arithmetic.
//!
//! C does not say what their type is. For gcc it is one of exactly their width, and what is computed with them has that
//! width too; clang takes the declared type. Where the two give different results, the place is `unsupported`,
//! unless one of them was chosen (`--bit-field-promotion`).

use super::{Lower, Lowerer};
use crate::sema::tree::{BinaryOperator, CastKind, CastReason, Expr, ExprKind};
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId};

/// Which compiler is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BitFieldPromotion {
    /// Either: a difference is `unsupported`.
    #[default]
    Any,
    Gcc,
    Clang,
}

/// The width of `int`.
const INT: u32 = 32;

impl Lowerer<'_> {
    /// The width that gcc computes an expression in, if no declared type has it.
    fn own_width(&self, e: &Expr) -> Option<u32> {
        match &e.kind {
            ExprKind::Cast(cast, inner) => {
                let implied = matches!(cast.reason, CastReason::Promotion | CastReason::Arithmetic);
                let same =
                    matches!(cast.kind, CastKind::Integer | CastKind::Same) && self.size(e.ty) == self.size(inner.ty);
                if implied && same { self.own_width(inner) } else { None }
            }
            ExprKind::Unary(_, inner) => self.own_width(inner),
            ExprKind::Binary(BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight, left, _) => self.own_width(left),
            ExprKind::Binary(_, left, right) => self.common_own_width(left, right),
            _ => {
                let declared = self.width(e.ty).ok()?;
                let bits = crate::sema::value_bits(self.c, e)?;
                (bits > INT && bits < declared).then_some(bits)
            }
        }
    }
    /// The width of what two operands are converted to.
    fn common_own_width(&self, left: &Expr, right: &Expr) -> Option<u32> {
        let is_small = |e: &Expr| self.width(without_implied_casts(e).ty).is_ok_and(|width| width <= INT);
        match (self.own_width(left), self.own_width(right)) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (Some(a), None) if is_small(right) => Some(a),
            (None, Some(b)) if is_small(left) => Some(b),
            _ => None,
        }
    }
    /// The result of an operation, as the compiler that is followed computes it.
    pub fn as_promoted(&mut self, e: &Expr, value: ExprId) -> Lower<ExprId> {
        let Some(width) = self.own_width(e).filter(|_| !self.frame.is_constant) else { return Ok(value) };
        self.in_own_width(e, width, value)
    }
    /// An operand whose value matters as a whole (of a comparison or a division) beside one with a width of its own.
    pub fn operands_as_promoted(
        &mut self,
        (a, b): (&Expr, &Expr),
        (left, right): (ExprId, ExprId),
    ) -> Lower<(ExprId, ExprId)> {
        let Some(width) = self.common_own_width(a, b).filter(|_| !self.frame.is_constant) else {
            return Ok((left, right));
        };
        // What was computed in the width fits it, and so does what has no sign and fewer bits.
        let fits = |lowerer: &Self, e: &Expr| {
            let plain = without_implied_casts(e);
            let positive = matches!(&plain.kind, ExprKind::Integer(n) if n.sign() != num_bigint::Sign::Minus);
            positive || lowerer.own_width(e).is_some() || !lowerer.is_signed(plain.ty)
        };
        let left = if fits(self, a) { left } else { self.in_own_width(a, width, left)? };
        let right = if fits(self, b) { right } else { self.in_own_width(b, width, right)? };
        Ok((left, right))
    }
    fn in_own_width(&mut self, e: &Expr, width: u32, value: ExprId) -> Lower<ExprId> {
        if self.options.bit_field_promotion == BitFieldPromotion::Clang {
            return Ok(value);
        }
        let (signed, ty) = (self.is_signed(e.ty), self.p.type_of(value));
        let narrow = self.extend(value, false, width)?;
        let wide = self.width(e.ty)?;
        let back = self.extend(narrow, signed, wide)?;
        let back = self.p.convert(Convert::Retype, back, ty)?;
        let text = self.text(e.span);
        let same = self.p.binary(Binary::Equal, back, value)?;
        if self.options.bit_field_promotion == BitFieldPromotion::Any {
            let description = format!(
                "`{text}` in {width} bits, as gcc computes it, and in more, as clang does, is not supported where they differ; choose one with `--bit-field-promotion`"
            );
            self.check(CheckKind::Unsupported, same, description, e.span);
            return Ok(value);
        }
        if signed {
            let description = format!("`{text}` must fit a signed {width}-bit integer");
            self.check(CheckKind::Overflow, same, description, e.span);
        }
        Ok(back)
    }
}

fn without_implied_casts(mut e: &Expr) -> &Expr {
    while let ExprKind::Cast(cast, inner) = &e.kind {
        if !matches!(cast.reason, CastReason::Promotion | CastReason::Arithmetic) {
            break;
        }
        e = inner;
    }
    e
}
