//! Attributes with a run-time value.

use super::visit::is_evaluated;
use super::{Lower, Lowerer};
use crate::sema::tree::{Attribute, AttributeKind, BinaryOperator, ExprKind};
use crate::sema::types::*;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Rounding, Sign, Unary};
use num_bigint::BigInt;

impl Lowerer<'_> {
    pub(super) fn attribute(&mut self, attribute: &Attribute, ty: TypeId, span: Span) -> Lower<ExprId> {
        use AttributeKind as K;
        match attribute.what {
            K::First | K::Last | K::Length => self.array_attribute(attribute, ty, span),
            K::Valid => match &attribute.prefix {
                Some(prefix) => {
                    // Asking whether a value is valid is not reading it.
                    let watched = std::mem::take(&mut self.frame.has_value);
                    let value = self.expression(prefix);
                    self.frame.has_value = watched;
                    self.valid(value?, prefix.ty, span)
                }
                None => self.refuse("attribute Valid here", span),
            },
            K::Address if self.frame.pure_depth == 0 => {
                if let Some(prefix) = &attribute.prefix {
                    self.evaluate_name(prefix)?;
                }
                let ir_type = self.ir_type(ty, span)?;
                let var = self.temporary("address", ir_type);
                self.havoc(ir::Place::var(var), span, "address");
                Ok(self.p.var(var))
            }
            K::Constrained => match &attribute.prefix {
                Some(prefix) if self.frame.pure_depth == 0 && is_evaluated(prefix) => {
                    self.evaluate_name(prefix)?;
                    let of_conversion = matches!(prefix.kind, ExprKind::Convert(_));
                    if of_conversion { Ok(self.p.bool_const(true)) } else { self.is_constrained(prefix) }
                }
                // A conversion is a value here, not the view of an object.
                Some(prefix) if matches!(prefix.kind, ExprKind::Convert(_)) => Ok(self.p.bool_const(true)),
                Some(prefix) => self.is_constrained(prefix),
                None => self.refuse("attribute Constrained here", span),
            },
            K::Image => match (&attribute.prefix, attribute.arguments.as_slice()) {
                (_, [value]) | (Some(value), []) => {
                    let of = if attribute.arguments.is_empty() { value.ty } else { attribute.ty };
                    let value = self.expression(value)?;
                    self.image(value, of, span).map(|image| image.value)
                }
                _ => self.refuse("attribute Image here", span),
            },
            K::Value | K::EnumRep | K::EnumVal | K::Adjacent => {
                self.refuse(format!("attribute {:?}", attribute.what), span)
            }
            _ => self.function_attribute(attribute, ty, span),
        }
    }

    fn array_attribute(&mut self, attribute: &Attribute, ty: TypeId, span: Span) -> Lower<ExprId> {
        let array = match &attribute.prefix {
            Some(prefix) => self.array(prefix)?,
            None => {
                let Some(ranges) = self.a.array_bounds(attribute.ty, span) else {
                    return self.refuse("bounds of an unconstrained type", span);
                };
                let index = self.a.index_types(attribute.ty)[attribute.dimension];
                let range = ranges[attribute.dimension].clone();
                return match attribute.what {
                    AttributeKind::First => self.bound(&range.low, index),
                    AttributeKind::Last => self.bound(&range.high, index),
                    _ => self.refuse("length of a type with dynamic bounds", span),
                };
            }
        };
        let (low, high) = self.bounds(&array, attribute.dimension, span)?;
        match attribute.what {
            AttributeKind::First => Ok(low),
            AttributeKind::Last => Ok(high),
            _ => {
                let target = self.settle(ty);
                let ir_type = self.ir_type(target, span)?;
                let length = self.length(&array, attribute.dimension, span)?;
                let width = self.width(target);
                let op = match width.cmp(&32) {
                    std::cmp::Ordering::Less => Convert::Truncate,
                    std::cmp::Ordering::Equal => Convert::Retype,
                    std::cmp::Ordering::Greater => Convert::ZeroExtend,
                };
                Ok(self.p.convert(op, length, ir_type)?)
            }
        }
    }

    fn function_attribute(&mut self, attribute: &Attribute, ty: TypeId, span: Span) -> Lower<ExprId> {
        use AttributeKind as K;
        let [first, rest @ ..] = attribute.arguments.as_slice() else {
            return self.refuse("attribute without argument", span);
        };
        let value = self.expression(first)?;
        let of = attribute.ty;
        match attribute.what {
            K::Pos => self.pos(value, first.ty, self.settle(ty), span),
            K::Val => self.val(value, first.ty, of, span),
            K::Succ | K::Pred => self.step(value, of, attribute.what == K::Succ, span),
            K::Min | K::Max => {
                let [second] = rest else { return self.refuse("attribute with one argument", span) };
                let other = self.expression(second)?;
                let below = self.less_equal(value, other, self.settle(of))?;
                let (a, b) = if attribute.what == K::Min { (value, other) } else { (other, value) };
                Ok(self.p.if_else(below, a, b)?)
            }
            K::Mod => self.modulus(value, first.ty, of, span),
            K::Floor => Ok(self.p.unary(Unary::FloatRound(Rounding::TowardNegative), value)?),
            K::Ceiling => Ok(self.p.unary(Unary::FloatRound(Rounding::TowardPositive), value)?),
            K::Rounding => Ok(self.p.unary(Unary::FloatRound(Rounding::NearestAway), value)?),
            K::Truncation => Ok(self.p.unary(Unary::FloatRound(Rounding::TowardZero), value)?),
            K::UnbiasedRounding | K::MachineRounding => {
                Ok(self.p.unary(Unary::FloatRound(Rounding::NearestEven), value)?)
            }
            // Values are machine numbers already.
            K::Machine => Ok(value),
            K::CopySign => {
                let [second] = rest else { return self.refuse("attribute with one argument", span) };
                let other = self.expression(second)?;
                let (here, there) = (self.sign_bit(value)?, self.sign_bit(other)?);
                let same = self.p.binary(Binary::Equal, here, there)?;
                let negated = self.p.unary(Unary::FloatNegate, value)?;
                Ok(self.p.if_else(same, value, negated)?)
            }
            K::Remainder => {
                let [second] = rest else { return self.refuse("attribute with one argument", span) };
                let other = self.expression(second)?;
                let result = self.p.binary(Binary::FloatRemainder, value, other)?;
                self.float_check(result, span)?;
                Ok(result)
            }
            _ => self.refuse(format!("attribute {:?}", attribute.what), span),
        }
    }

    fn sign_bit(&mut self, value: ExprId) -> Lower<ExprId> {
        let ir::TypeKind::Float(format) = self.p.types.kind(self.p.type_of(value)).clone() else {
            return Err(super::Refusal { what: "sign of this".into(), span: None });
        };
        let ty = self.p.types.int(format.width());
        let bits = self.p.convert(Convert::FloatToBits, value, ty)?;
        let zero = self.p.int_const(ty, 0)?;
        Ok(self.p.binary(Binary::Less(Sign::Signed), bits, zero)?)
    }

    /// Positions are the representation; Booleans become 0 and 1.
    fn pos(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let target = self.ir_type(to, span)?;
        if self.a.is_boolean(from) {
            return Ok(self.p.convert(Convert::BoolToInt, value, target)?);
        }
        self.represent(value, from, to, span)
    }

    fn val(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let (from, to) = (self.settle(from), self.settle(to));
        let Some((low, high)) = self.a.base_bounds(to) else { return self.refuse("attribute Val", span) };
        let width = self.width(from).max(self.width(to)) + 1;
        let wide_type = self.p.types.int(width);
        let wide = self.extend(value, from, width)?;
        let (low, high) = (self.p.int_const(wide_type, low)?, self.p.int_const(wide_type, high)?);
        let above = self.p.binary(Binary::LessEqual(Sign::Signed), low, wide)?;
        let below = self.p.binary(Binary::LessEqual(Sign::Signed), wide, high)?;
        let condition = self.and(above, below)?;
        let text = format!("{} must be a position of {}", self.text(span), self.a.type_name(to));
        self.check(CheckKind::Range, condition, text, span);
        if self.a.is_boolean(to) {
            let zero = self.p.int_const(wide_type, 0)?;
            return Ok(self.p.binary(Binary::NotEqual, wide, zero)?);
        }
        let target = self.ir_type(self.a.base(to), span)?;
        Ok(self.p.convert(Convert::Truncate, wide, target)?)
    }

    fn step(&mut self, value: ExprId, ty: TypeId, up: bool, span: Span) -> Lower<ExprId> {
        let ty = self.settle(ty);
        let op = if up { BinaryOperator::Add } else { BinaryOperator::Subtract };
        if self.a.is_boolean(ty) {
            let condition = if up { self.p.not(value)? } else { value };
            self.check(CheckKind::Range, condition, "there must be a next value", span);
            return Ok(self.p.not(value)?);
        }
        if self.a.is_float(ty) {
            return self.next_float(value, ty, up, span);
        }
        let one = self.integer(1, ty, span)?;
        if self.a.is_integer(ty) {
            return self.arithmetic(op, value, one, ty, span);
        }
        let Some((low, high)) = self.a.base_bounds(ty) else { return self.refuse("attribute Succ or Pred", span) };
        let limit = self.integer(if up { high } else { low }, ty, span)?;
        let condition = self.p.binary(Binary::NotEqual, value, limit)?;
        let text = format!("{} must have a {}", self.text(span), if up { "successor" } else { "predecessor" });
        self.check(CheckKind::Range, condition, text, span);
        Ok(self.p.binary(if up { Binary::Add } else { Binary::Subtract }, value, one)?)
    }

    /// `T'Mod (X)`: X reduced modulo T's modulus.
    fn modulus(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let TypeKind::Modular { modulus } = self.a.kind(to).clone() else { return self.refuse("attribute Mod", span) };
        let from = self.settle(from);
        let width = self.width(from).max(modulus.bits() as u32) + 2;
        let wide_type = self.p.types.int(width);
        let wide = self.extend(value, from, width)?;
        let m = self.p.int_const(wide_type, modulus)?;
        let reduced = self.p.binary(Binary::Modulo, wide, m)?;
        let target = self.ir_type(self.a.base(to), span)?;
        Ok(self.p.convert(Convert::Truncate, reduced, target)?)
    }

    /// Whether a value is a valid one of its subtype: what inputs are assumed to be.
    pub(super) fn valid(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        let mut result = self.represented(value, ty, span)?;
        for predicate in self.a.types[ty].predicates.clone() {
            // Predicates are conditions on values of the type: of others they are not asked.
            result = self.decided_by(BinaryOperator::AndThen, result, span, |s| s.predicate(&predicate, value, ty))?;
        }
        Ok(result)
    }

    /// Whether a value is one of its type, before predicates.
    pub(super) fn represented(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        let mut result = self.p.bool_const(true);
        if self.a.is_float(ty) {
            result = self.finite(value)?;
        }
        if self.a.is_scalar(ty) {
            match self.in_range(value, ty, span)? {
                Some(within) => result = self.and(result, within)?,
                None if self.a.is_discrete(ty) && !self.a.is_boolean(ty) => {
                    // Codes beyond the last literal or modulus exist in the machine type only.
                    if let Some((_, high)) = self.a.base_bounds(ty) {
                        let full = (BigInt::from(1) << self.width(ty)) - 1;
                        if self.sign(ty) == Sign::Unsigned && high != full {
                            let high = self.integer(high, ty, span)?;
                            result = self.p.binary(Binary::LessEqual(Sign::Unsigned), value, high)?;
                        }
                    }
                }
                None => {}
            }
        }
        Ok(result)
    }
}
