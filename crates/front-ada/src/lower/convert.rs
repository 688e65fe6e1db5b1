//! Conversions between subtypes and types, with their range, length and predicate checks (RM 4.6).

use super::{Lower, Lowerer};
use crate::sema::tree::Expr;
use crate::sema::types::*;
use crate::sema::value::Value;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Rounding, Sign, Unary};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

impl Lowerer<'_> {
    pub(super) fn and(&mut self, a: ExprId, b: ExprId) -> Lower<ExprId> {
        match (self.constant_bool(a), self.constant_bool(b)) {
            (Some(true), _) => Ok(b),
            (_, Some(true)) => Ok(a),
            _ => Ok(self.p.binary(Binary::And, a, b)?),
        }
    }
    pub(super) fn or(&mut self, a: ExprId, b: ExprId) -> Lower<ExprId> {
        match (self.constant_bool(a), self.constant_bool(b)) {
            (Some(false), _) => Ok(b),
            (_, Some(false)) => Ok(a),
            _ => Ok(self.p.binary(Binary::Or, a, b)?),
        }
    }

    /// `a <= b` for values of one scalar type.
    pub(super) fn less_equal(&mut self, a: ExprId, b: ExprId, ty: TypeId) -> Lower<ExprId> {
        if self.a.is_float(ty) {
            return Ok(self.p.binary(Binary::FloatLessEqual, a, b)?);
        }
        if self.a.is_boolean(ty) {
            return Ok(self.p.binary(Binary::Implies, a, b)?);
        }
        let sign = self.sign(ty);
        Ok(self.p.binary(Binary::LessEqual(sign), a, b)?)
    }

    /// Whether every value of `from` is one of `to` (static bounds only).
    fn included(&self, from: TypeId, to: TypeId) -> bool {
        if from == to {
            return true;
        }
        let Some(target) = &self.a.types[to].range else { return self.a.is_discrete(to) || self.a.is_fixed(to) };
        let Some((low, high)) = target.static_bounds() else { return false };
        let source = match &self.a.types[from].range {
            Some(range) => range.static_bounds().map(|(a, b)| (a.as_rational(), b.as_rational())),
            None => None,
        };
        let source = source.or_else(|| {
            let (a, b) = self.a.base_bounds(from)?;
            Some((BigRational::from_integer(a), BigRational::from_integer(b)))
        });
        match source {
            Some((a, b)) => low.as_rational() <= a && b <= high.as_rational(),
            None => false,
        }
    }

    /// `low <= value <= high` for the range of a scalar subtype; `None` if it holds by itself.
    pub(super) fn in_range(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<Option<ExprId>> {
        let Some(range) = self.a.types[ty].range.clone() else { return Ok(None) };
        let natural = self.a.base_bounds(ty);
        let mut condition = self.p.bool_const(true);
        // Bounds that the machine type implies need no comparison.
        let width = self.width(ty);
        let machine = match self.sign(ty) {
            Sign::Signed => (-(BigInt::one() << (width - 1)), (BigInt::one() << (width - 1)) - 1),
            Sign::Unsigned => (BigInt::from(0), (BigInt::one() << width) - 1),
        };
        let is_machine = |bound: &Expr, machine: &BigInt| {
            natural.is_some() && matches!(&bound.value, Some(Value::Int(v)) if v == machine)
        };
        if !is_machine(&range.low, &machine.0) {
            let low = self.bound(&range.low, ty)?;
            let above = self.less_equal(low, value, ty)?;
            condition = self.and(condition, above)?;
        }
        if !is_machine(&range.high, &machine.1) {
            let high = self.bound(&range.high, ty)?;
            let below = self.less_equal(value, high, ty)?;
            condition = self.and(condition, below)?;
        }
        let _ = span;
        Ok((self.constant_bool(condition) != Some(true)).then_some(condition))
    }

    /// A bound of a range as a value of the type.
    pub(super) fn bound(&mut self, bound: &Expr, ty: TypeId) -> Lower<ExprId> {
        match &bound.value {
            Some(value) => self.constant(value, self.a.base(ty), bound.span),
            None => {
                let value = self.expression(bound)?;
                if self.a.root(bound.ty) == self.a.root(ty) {
                    Ok(value)
                } else {
                    self.represent(value, bound.ty, ty, bound.span)
                }
            }
        }
    }

    /// Range of a subtype in words: `1 .. 10`.
    pub(super) fn range_text(&self, ty: TypeId) -> String {
        match &self.a.types[ty].range {
            Some(range) => {
                let side = |e: &Expr| match &e.value {
                    Some(Value::Int(v)) => self.literal_text(v, ty),
                    Some(Value::Real(v)) => real_text(v),
                    None => self.text(e.span),
                };
                format!("{} .. {}", side(&range.low), side(&range.high))
            }
            None => self.a.type_name(ty).to_string(),
        }
    }

    pub(super) fn literal_text(&self, value: &BigInt, ty: TypeId) -> String {
        match self.a.kind(ty) {
            TypeKind::Enumeration { literals, .. } => {
                let at = usize::try_from(value).ok().and_then(|i| literals.get(i));
                at.map_or_else(|| value.to_string(), |l| l.spelled.to_string())
            }
            _ => value.to_string(),
        }
    }

    /// A scalar value given to a subtype: checks range and predicates.
    pub(super) fn give_subtype(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        if !self.included(from, to)
            && !self.constant_within(value, to)
            && let Some(condition) = self.in_range(value, to, span)?
        {
            let text = format!("{} must be in {}", self.text(span), self.range_text(to));
            self.check(CheckKind::Range, condition, text, span);
        }
        if from != to {
            self.predicate_checks(value, to, span)?;
        }
        Ok(value)
    }

    /// Whether a constant lies in a discrete subtype with static bounds.
    fn constant_within(&self, value: ExprId, ty: TypeId) -> bool {
        let ir::ExprKind::Const(ir::Value::Int(bits)) = &self.p.expr(value).kind else { return false };
        let number = match self.sign(ty) {
            Sign::Signed => bits.signed(),
            Sign::Unsigned => BigInt::from(bits.unsigned().clone()),
        };
        !self.a.is_fixed(ty) && self.a.discrete_bounds(ty).is_some_and(|(low, high)| low <= number && number <= high)
    }

    /// Changes the representation of a scalar that is known to fit, without checks.
    pub(super) fn represent(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let (from, to) = (self.settle(from), self.settle(to));
        let target = self.ir_type(self.a.base(to), span)?;
        if self.a.is_boolean(to) || self.a.is_boolean(from) {
            return Ok(value);
        }
        let (a, b) = (self.width(from), self.width(to));
        let op = if a == b {
            Convert::Retype
        } else if a > b {
            Convert::Truncate
        } else if self.sign(from) == Sign::Signed {
            Convert::SignExtend
        } else {
            Convert::ZeroExtend
        };
        Ok(self.p.convert(op, value, target)?)
    }

    /// An explicit conversion of a scalar to another type, with its check against the target subtype.
    pub(super) fn convert_scalar(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let (from, to) = (self.settle(from), self.settle(to));
        if self.a.root(from) == self.a.root(to) {
            return self.give_subtype(value, from, to, span);
        }
        let query = self.a;
        let converted = match (query.is_real(from), query.is_real(to)) {
            (false, false) => return self.convert_discrete(value, from, to, span),
            (false, true) if query.is_float(to) => self.integer_to_float(value, from, to, span)?,
            (true, true) if query.is_float(from) && query.is_float(to) => self.float_to_float(value, from, to, span)?,
            (true, false) if query.is_float(from) => return self.float_to_integer(value, from, to, span),
            _ => return self.convert_fixed(value, from, to, span),
        };
        self.give_subtype(converted, self.a.base(to), to, span)
    }

    /// Between discrete types: the value must be in the target's range before it is narrowed.
    fn convert_discrete(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        if self.a.is_boolean(from) || self.a.is_boolean(to) {
            return Ok(value);
        }
        let width = self.width(from).max(self.width(to)) + 1;
        let wide = self.extend(value, from, width)?;
        if !self.included(from, to) {
            let range = match self.a.types[to].range.clone() {
                Some(range) => range,
                None => self.a.scalar_range(to, span).unwrap_or_else(|| unreachable_range(span)),
            };
            let low = self.bound(&range.low, to)?;
            let high = self.bound(&range.high, to)?;
            let (low, high) = (self.extend(low, to, width)?, self.extend(high, to, width)?);
            let above = self.p.binary(Binary::LessEqual(Sign::Signed), low, wide)?;
            let below = self.p.binary(Binary::LessEqual(Sign::Signed), wide, high)?;
            let condition = self.and(above, below)?;
            let text = format!("{} must be in {}", self.text(span), self.range_text(to));
            self.check(CheckKind::Range, condition, text, span);
        }
        let target = self.ir_type(self.a.base(to), span)?;
        let result = self.p.convert(Convert::Truncate, wide, target)?;
        self.predicate_checks(result, to, span)?;
        Ok(result)
    }

    /// A discrete value as a signed number of `width` bits (more than its own).
    pub(super) fn extend(&mut self, value: ExprId, ty: TypeId, width: u32) -> Lower<ExprId> {
        let target = self.p.types.int(width);
        let op = match self.sign(ty) {
            Sign::Signed => Convert::SignExtend,
            Sign::Unsigned => Convert::ZeroExtend,
        };
        Ok(self.p.convert(op, value, target)?)
    }

    pub(super) fn finite(&mut self, value: ExprId) -> Lower<ExprId> {
        let nan = self.p.unary(Unary::FloatIs(ir::FloatClass::Nan), value)?;
        let infinite = self.p.unary(Unary::FloatIs(ir::FloatClass::Infinite), value)?;
        let bad = self.p.binary(Binary::Or, nan, infinite)?;
        Ok(self.p.not(bad)?)
    }

    fn integer_to_float(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let target = self.ir_type(self.a.base(to), span)?;
        let sign = self.sign(from);
        Ok(self.p.convert(Convert::IntToFloat(sign, Rounding::NearestEven), value, target)?)
    }

    fn float_to_float(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let target = self.ir_type(self.a.base(to), span)?;
        if self.format(from) == self.format(to) {
            return Ok(self.p.convert(Convert::Retype, value, target)?);
        }
        let result = self.p.convert(Convert::FloatToFloat(Rounding::NearestEven), value, target)?;
        let finite = self.finite(result)?;
        let text = format!("{} must fit {}", self.text(span), self.a.type_name(to));
        self.check(CheckKind::Float, finite, text, span);
        Ok(result)
    }

    /// Rounds to nearest, ties away from zero (RM 4.6(33)), after checking against the target's range.
    fn float_to_integer(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        let rounded = self.p.unary(Unary::FloatRound(Rounding::NearestAway), value)?;
        let range = self.a.scalar_range(to, span).unwrap_or_else(|| unreachable_range(span));
        let target = self.ir_type(self.a.base(to), span)?;
        if let Some((low, high)) = range.static_integers() {
            // Bounds as floats, rounded inwards, so that what passes the test fits exactly.
            let low = self.float_bound(&low, from, true, span)?;
            let high = self.float_bound(&high, from, false, span)?;
            let above = self.p.binary(Binary::FloatLessEqual, low, rounded)?;
            let below = self.p.binary(Binary::FloatLessEqual, rounded, high)?;
            let condition = self.and(above, below)?;
            let text = format!("{} must be in {}", self.text(span), self.range_text(to));
            self.check(CheckKind::Range, condition, text, span);
        } else {
            return self.refuse("conversion of a float to a subtype with dynamic bounds", span);
        }
        let sign = self.sign(to);
        let result = self.p.convert(Convert::FloatToInt(sign, Rounding::TowardZero), rounded, target)?;
        self.predicate_checks(result, to, span)?;
        Ok(result)
    }

    fn float_bound(&mut self, bound: &BigInt, ty: TypeId, up: bool, span: Span) -> Lower<ExprId> {
        let TypeKind::Float { size, .. } = self.a.kind(ty) else { return self.refuse("float", span) };
        let mut value = bound.clone();
        let exact = |v: &BigInt| {
            crate::sema::value::to_float(&BigRational::from_integer(v.clone()), *size)
                .is_some_and(|f| f.1 == BigRational::from_integer(v.clone()))
        };
        // Integers beyond the precision: the nearest representable one inside the range.
        let precision = u64::from(size.format().0);
        if !exact(&value) {
            let drop = value.bits().saturating_sub(precision);
            let unit = BigInt::one() << drop;
            let floor = num_integer::Integer::div_floor(&value, &unit) * &unit;
            value = if up && floor < value { floor + unit } else { floor };
        }
        self.constant(&Value::Real(BigRational::from_integer(value)), ty, span)
    }
}

/// Stands for a range that every scalar type has.
fn unreachable_range(span: Span) -> Range {
    let make = |v: i64| {
        std::rc::Rc::new(Expr {
            kind: crate::sema::tree::ExprKind::Static,
            ty: UNIVERSAL_INTEGER,
            span,
            value: Some(Value::int(v)),
        })
    };
    Range { low: make(0), high: make(0) }
}

/// A bound as Ada writes real numbers: `512.0`, or a quotient where no short decimal is exact.
fn real_text(value: &num_rational::BigRational) -> String {
    let thousandths = value * num_rational::BigRational::from_integer(BigInt::from(1000));
    if !thousandths.is_integer() {
        return format!("{value}");
    }
    let units = thousandths.to_integer();
    let (sign, digits) = match units.sign() {
        num_bigint::Sign::Minus => ("-", (-units).to_string()),
        _ => ("", units.to_string()),
    };
    let digits = format!("{digits:0>4}");
    let (whole, part) = digits.split_at(digits.len() - 3);
    let part = part.trim_end_matches('0');
    format!("{sign}{whole}.{}", if part.is_empty() { "0" } else { part })
}
