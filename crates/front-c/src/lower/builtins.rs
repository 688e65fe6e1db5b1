//! Builtin functions as operations.

use super::convert::range;
use super::places::Spot;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{AtomicOperation, AtomicResult, Builtin, Expr, OverflowOperation};
use crate::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{AllocationKind, Binary, CheckKind, Convert, ExprId, ExprKind, FloatClass, Rounding, Sign, Unary};

impl Lowerer<'_> {
    pub fn builtin(&mut self, builtin: Builtin, arguments: &[Expr], e: &Expr) -> Lower<ExprId> {
        let values = self.argument_values(arguments)?;
        let types: Vec<TypeId> = arguments.iter().map(|a| a.ty).collect();
        self.operation_on(builtin, &values, &types, Some(e.ty), e.span)
    }
    /// A builtin function on values; `result` is the type of its result.
    pub fn operation_on(
        &mut self,
        builtin: Builtin,
        values: &[ExprId],
        types: &[TypeId],
        result: Option<TypeId>,
        span: Span,
    ) -> Lower<ExprId> {
        use Builtin::*;
        let nothing = self.p.bool_const(false);
        match (builtin, values) {
            (Unreachable, _) => {
                self.never(CheckKind::Assertion, "`__builtin_unreachable` must not be reached", span);
                self.stop(span);
                Ok(nothing)
            }
            (Trap, _) => {
                self.stop(span);
                Ok(nothing)
            }
            (Alloca, [size]) => {
                let size = self.as_index(*size, types[0])?;
                self.allocate_bytes(size, false, AllocationKind::Stack, span)
            }
            (Overflow(op), [a, b, target]) => {
                let pointee = self.c.types.pointee(types[2]).ok_or_else(|| Refusal::new("this builtin"))?;
                let (wrapped, overflows) = self.exact(op, (*a, types[0]), (*b, types[1]), pointee.ty)?;
                let overflows = self.keep("overflows", overflows, span);
                let spot = self.pointed_by(*target, pointee.ty, span);
                self.store(&spot, wrapped, span)?;
                Ok(overflows)
            }
            (OverflowPredicate(op), [a, b, _]) => Ok(self.exact(op, (*a, types[0]), (*b, types[1]), types[2])?.1),
            (MemoryCopy | MemoryMove, [target, source, bytes]) => {
                let bytes = self.as_index(*bytes, types[2])?;
                let (name, may_overlap) = if builtin == MemoryCopy { ("memcpy", false) } else { ("memmove", true) };
                self.copy_bytes((*target, *source, bytes), name, may_overlap, span)?;
                Ok(*target)
            }
            (MemorySet, [target, value, bytes]) => {
                let bytes = self.as_index(*bytes, types[2])?;
                self.fill_bytes(*target, *value, bytes, span)?;
                Ok(*target)
            }
            (
                AtomicFetch(..) | AtomicExchange | AtomicCompareSwap | AtomicCompareSwapBool | AtomicCompareExchange,
                _,
            ) => self.atomic(builtin, values, types, span),
            (
                PopulationCount
                | Parity
                | CountLeadingZeros
                | CountTrailingZeros
                | FindFirstSet
                | CountRedundantSignBits
                | ByteSwap
                | BitReverse,
                [value],
            ) => self.bit_count(builtin, *value, types[0], result, span),
            (RotateLeft | RotateRight, [value, distance]) => self.rotate(builtin, *value, *distance),
            _ => self.float_operation(builtin, values, result, span),
        }
    }

    // ---- arithmetic ----

    /// The result modulo the type's width, and whether the exact result did not fit.
    fn exact(
        &mut self,
        op: OverflowOperation,
        (a, a_ty): (ExprId, TypeId),
        (b, b_ty): (ExprId, TypeId),
        ty: TypeId,
    ) -> Lower<(ExprId, ExprId)> {
        // Wide enough for every exact result.
        let width = |lowerer: &Self, ty| if lowerer.c.types.is_bool(ty) { Ok(8) } else { lowerer.width(ty) };
        let (x, y, to) = (width(self, a_ty)?, width(self, b_ty)?, width(self, ty)?);
        let wide = match op {
            OverflowOperation::Multiply => x + y,
            _ => x.max(y) + 1,
        }
        .max(to)
            + 2;
        let (signed_a, signed_b) = (self.is_signed(a_ty), self.is_signed(b_ty));
        let (a, b) = (self.extend(a, signed_a, wide)?, self.extend(b, signed_b, wide)?);
        let op = match op {
            OverflowOperation::Add => Binary::Add,
            OverflowOperation::Subtract => Binary::Subtract,
            OverflowOperation::Multiply => Binary::Multiply,
        };
        let sum = self.p.binary(op, a, b)?;
        let sort = self.p.type_of(sum);
        let (low, high) = if self.c.types.is_bool(ty) { range(1, false) } else { range(to, self.is_signed(ty)) };
        let (low, high) = (self.p.int_const(sort, low)?, self.p.int_const(sort, high)?);
        let below = self.p.binary(Binary::Less(Sign::Signed), sum, low)?;
        let above = self.p.binary(Binary::Less(Sign::Signed), high, sum)?;
        let overflows = self.p.binary(Binary::Or, below, above)?;
        if self.c.types.is_bool(ty) {
            return Ok((self.is_nonzero(sum)?, overflows));
        }
        let target = self.ty(ty)?;
        let wrapped = self.p.convert(Convert::Truncate, sum, target)?;
        Ok((wrapped, overflows))
    }
    fn bit_count(
        &mut self,
        builtin: Builtin,
        value: ExprId,
        ty: TypeId,
        result: Option<TypeId>,
        span: Span,
    ) -> Lower<ExprId> {
        let width = self.width(ty)?;
        let sort = self.p.type_of(value);
        match builtin {
            Builtin::ByteSwap => return self.reversed(value, width, 8),
            Builtin::BitReverse => return self.reversed(value, width, 1),
            _ => {}
        }
        let result = result.ok_or_else(|| Refusal::new("this builtin"))?;
        let answer = self.ty(result)?;
        let zero = self.p.int_const(sort, 0)?;
        if matches!(builtin, Builtin::CountLeadingZeros | Builtin::CountTrailingZeros) {
            let nonzero = self.p.binary(Binary::NotEqual, value, zero)?;
            let description = format!("the argument of `{}` must not be zero", self.text(span));
            self.check(CheckKind::Assertion, nonzero, description, span);
        }
        let bit = |lowerer: &mut Self, value: ExprId, n: u32| -> Lower<ExprId> {
            let distance = lowerer.p.int_const(sort, n)?;
            let low = lowerer.p.binary(Binary::ShiftRight(Sign::Unsigned), value, distance)?;
            let one = lowerer.p.types.unsigned(1);
            let bit = lowerer.p.convert(Convert::Truncate, low, one)?;
            lowerer.is_nonzero(bit)
        };
        match builtin {
            Builtin::PopulationCount | Builtin::Parity => {
                let mut sum = self.p.int_const(answer, 0)?;
                for n in 0..width {
                    let set = bit(self, value, n)?;
                    let one = self.p.convert(Convert::BoolToInt, set, answer)?;
                    sum = self.p.binary(Binary::Add, sum, one)?;
                }
                if builtin == Builtin::Parity {
                    let one = self.p.int_const(answer, 1)?;
                    sum = self.p.binary(Binary::BitAnd, sum, one)?;
                }
                Ok(sum)
            }
            Builtin::CountLeadingZeros | Builtin::CountRedundantSignBits => {
                // Of `x ^ (x >> w-1)` the leading zeros are the copies of the sign bit.
                let (value, least) = if builtin == Builtin::CountRedundantSignBits {
                    let distance = self.p.int_const(sort, width - 1)?;
                    let signs = self.p.binary(Binary::ShiftRight(Sign::Signed), value, distance)?;
                    (self.p.binary(Binary::BitXor, value, signs)?, 1)
                } else {
                    (value, 0)
                };
                let mut count = self.p.int_const(answer, width - least)?;
                for n in 0..width {
                    let set = bit(self, value, n)?;
                    let found = self.p.int_const(answer, i64::from(width - 1 - n) - i64::from(least))?;
                    count = self.p.if_else(set, found, count)?;
                }
                Ok(count)
            }
            _ => {
                let first = u32::from(builtin == Builtin::FindFirstSet);
                let none = if first == 1 { 0 } else { width };
                let mut count = self.p.int_const(answer, none)?;
                for n in (0..width).rev() {
                    let set = bit(self, value, n)?;
                    let found = self.p.int_const(answer, n + first)?;
                    count = self.p.if_else(set, found, count)?;
                }
                Ok(count)
            }
        }
    }
    /// The parts of so many bits in the opposite order.
    fn reversed(&mut self, value: ExprId, width: u32, part: u32) -> Lower<ExprId> {
        let sort = self.p.type_of(value);
        let mask = self.p.int_const(sort, (1 << part) - 1)?;
        let mut sum = self.p.int_const(sort, 0)?;
        for n in 0..width / part {
            let (from, to) = (self.p.int_const(sort, part * n)?, self.p.int_const(sort, width - part - part * n)?);
            let low = self.p.binary(Binary::ShiftRight(Sign::Unsigned), value, from)?;
            let low = self.p.binary(Binary::BitAnd, low, mask)?;
            let moved = self.p.binary(Binary::ShiftLeft, low, to)?;
            sum = self.p.binary(Binary::BitOr, sum, moved)?;
        }
        Ok(sum)
    }
    /// Rotates by a distance modulo the width, which is a power of two.
    fn rotate(&mut self, builtin: Builtin, value: ExprId, distance: ExprId) -> Lower<ExprId> {
        let sort = self.p.type_of(value);
        let width = self.p.types.int_width(sort).ok_or_else(|| Refusal::new("this rotation"))?;
        let mask = self.p.int_const(sort, width - 1)?;
        let forth = self.p.binary(Binary::BitAnd, distance, mask)?;
        let back = self.p.unary(Unary::Negate, forth)?;
        let back = self.p.binary(Binary::BitAnd, back, mask)?;
        let (left, right) = if builtin == Builtin::RotateLeft { (forth, back) } else { (back, forth) };
        let high = self.p.binary(Binary::ShiftLeft, value, left)?;
        let low = self.p.binary(Binary::ShiftRight(Sign::Unsigned), value, right)?;
        Ok(self.p.binary(Binary::BitOr, high, low)?)
    }

    // ---- floats ----

    /// All NaNs are one here: what the sign of one is cannot be told.
    fn check_sign_known(&mut self, value: ExprId, span: Span) -> Lower<()> {
        let nan = self.p.unary(Unary::FloatIs(FloatClass::Nan), value)?;
        self.check_not(CheckKind::Unsupported, nan, "the sign of a NaN is not supported", span)
    }
    fn float_operation(
        &mut self,
        builtin: Builtin,
        values: &[ExprId],
        result: Option<TypeId>,
        span: Span,
    ) -> Lower<ExprId> {
        match (builtin, values) {
            (Builtin::CopySign, [a, b]) => self.copy_sign(*a, *b, span),
            (Builtin::SignBit, [a]) => {
                self.check_sign_known(*a, span)?;
                self.zero_or_not(builtin, values, result, span)
            }
            (Builtin::IsNan | Builtin::IsInfinite | Builtin::InfinitySign, [_])
            | (Builtin::IsFinite | Builtin::IsNormal, [_]) => self.zero_or_not(builtin, values, result, span),
            (Builtin::FloatMinimum, [a, b]) => self.float_extreme(Binary::FloatMin, *a, *b, span),
            (Builtin::FloatMaximum, [a, b]) => self.float_extreme(Binary::FloatMax, *a, *b, span),
            _ => self.rounding_operation(builtin, values, result),
        }
    }
    /// Of the answer only zero or not is promised.
    fn zero_or_not(
        &mut self,
        builtin: Builtin,
        values: &[ExprId],
        result: Option<TypeId>,
        span: Span,
    ) -> Lower<ExprId> {
        let answer = self.float_question(builtin, values, result)?;
        if self.frame.is_constant || self.p.types.is_bool(self.p.type_of(answer)) {
            return Ok(answer);
        }
        let ty = self.p.type_of(answer);
        let zero = self.p.int_const(ty, 0)?;
        let any = self.arbitrary("answer", ty, span, "an answer that is not zero");
        let nonzero = self.p.binary(Binary::NotEqual, any, zero)?;
        self.assume(nonzero, span);
        let holds = self.p.binary(Binary::NotEqual, answer, zero)?;
        Ok(self.p.if_else(holds, any, zero)?)
    }
    /// Of zeros with different signs, C lets either be the smaller one, and libraries differ.
    fn float_extreme(&mut self, op: Binary, a: ExprId, b: ExprId, span: Span) -> Lower<ExprId> {
        let bool = self.p.types.bool();
        let first = self.arbitrary("first", bool, span, ir::InputRole::Choice);
        let either = self.p.if_else(first, a, b)?;
        let equal = self.p.binary(Binary::FloatEqual, a, b)?;
        let extreme = self.p.binary(op, a, b)?;
        Ok(self.p.if_else(equal, either, extreme)?)
    }
    /// Of a NaN the sign is lost anyway.
    fn copy_sign(&mut self, a: ExprId, b: ExprId, span: Span) -> Lower<ExprId> {
        self.check_sign_known(b, span)?;
        let magnitude = self.p.unary(Unary::FloatAbs, a)?;
        let negative = self.p.unary(Unary::FloatNegate, magnitude)?;
        let sign = self.p.unary(Unary::FloatIs(FloatClass::Negative), b)?;
        Ok(self.p.if_else(sign, negative, magnitude)?)
    }
    fn rounding_operation(&mut self, builtin: Builtin, values: &[ExprId], result: Option<TypeId>) -> Lower<ExprId> {
        use Builtin::*;
        let rounded = |lowerer: &mut Self, value: ExprId, rounding: Rounding| -> Lower<ExprId> {
            Ok(lowerer.p.unary(Unary::FloatRound(rounding), value)?)
        };
        match (builtin, values) {
            (FloatAbs, [a]) => Ok(self.p.unary(Unary::FloatAbs, *a)?),
            (SquareRoot, [a]) => self.rounded(|lowerer, mode| Ok(lowerer.p.unary(Unary::FloatSqrt(mode), *a)?)),
            (Floor, [a]) => rounded(self, *a, Rounding::TowardNegative),
            (Ceiling, [a]) => rounded(self, *a, Rounding::TowardPositive),
            (Truncate, [a]) => rounded(self, *a, Rounding::TowardZero),
            (Round, [a]) => rounded(self, *a, Rounding::NearestAway),
            (RoundEven, [a]) => rounded(self, *a, Rounding::NearestEven),
            (RoundByMode, [a]) => self.rounded(|lowerer, mode| rounded(lowerer, *a, mode)),
            (FloatModulo, [a, b]) => Ok(self.p.binary(Binary::FloatModulo, *a, *b)?),
            (FloatRemainder, [a, b]) => Ok(self.p.binary(Binary::FloatRemainder, *a, *b)?),
            (FusedMultiplyAdd, [a, b, c]) => {
                let (operands, ty) = ([*a, *b, *c], self.p.type_of(*a));
                self.rounded(|lowerer, mode| {
                    Ok(lowerer.p.add_expr(ExprKind::FusedMultiplyAdd(mode, operands), ty, None)?)
                })
            }
            _ => self.float_question(builtin, values, result),
        }
    }
    /// Questions about floats, answered by an `int`.
    fn float_question(&mut self, builtin: Builtin, values: &[ExprId], result: Option<TypeId>) -> Lower<ExprId> {
        use Builtin::*;
        let is = |lowerer: &mut Self, class: FloatClass, value: ExprId| lowerer.p.unary(Unary::FloatIs(class), value);
        let truth = match (builtin, values) {
            (IsNan, [a]) => is(self, FloatClass::Nan, *a)?,
            (IsInfinite, [a]) => is(self, FloatClass::Infinite, *a)?,
            (IsNormal, [a]) => is(self, FloatClass::Normal, *a)?,
            (SignBit, [a]) => is(self, FloatClass::Negative, *a)?,
            (IsFinite, [a]) => {
                let (nan, infinite) = (is(self, FloatClass::Nan, *a)?, is(self, FloatClass::Infinite, *a)?);
                let neither = self.p.binary(Binary::Or, nan, infinite)?;
                self.not(neither)?
            }
            (IsUnordered, [a, b]) => {
                let (x, y) = (is(self, FloatClass::Nan, *a)?, is(self, FloatClass::Nan, *b)?);
                self.p.binary(Binary::Or, x, y)?
            }
            (IsLessGreater, [a, b]) => {
                let less = self.p.binary(Binary::FloatLess, *a, *b)?;
                let greater = self.p.binary(Binary::FloatLess, *b, *a)?;
                self.p.binary(Binary::Or, less, greater)?
            }
            (InfinitySign, [a]) => return self.infinity_sign(*a, result),
            (ClassifyFloat, [nan, infinite, normal, subnormal, zero, a]) => {
                let mut answer = *normal;
                let classes = [FloatClass::Subnormal, FloatClass::Zero, FloatClass::Infinite, FloatClass::Nan];
                for (class, value) in classes.into_iter().zip([subnormal, zero, infinite, nan]) {
                    let holds = is(self, class, *a)?;
                    answer = self.p.if_else(holds, *value, answer)?;
                }
                return Ok(answer);
            }
            _ => return Err(Refusal::new("this builtin function")),
        };
        let result = result.ok_or_else(|| Refusal::new("this builtin"))?;
        self.truth_value(truth, result)
    }
    fn infinity_sign(&mut self, value: ExprId, result: Option<TypeId>) -> Lower<ExprId> {
        let answer = self.ty(result.ok_or_else(|| Refusal::new("this builtin"))?)?;
        let infinite = self.p.unary(Unary::FloatIs(FloatClass::Infinite), value)?;
        let negative = self.p.unary(Unary::FloatIs(FloatClass::Negative), value)?;
        let (minus, plus, none) =
            (self.p.int_const(answer, -1)?, self.p.int_const(answer, 1)?, self.p.int_const(answer, 0)?);
        let sign = self.p.if_else(negative, minus, plus)?;
        Ok(self.p.if_else(infinite, sign, none)?)
    }

    // ---- atomic operations: there is one thread ----

    fn atomic(&mut self, builtin: Builtin, values: &[ExprId], types: &[TypeId], span: Span) -> Lower<ExprId> {
        let refused = || Refusal::at("this atomic operation", span);
        let (Some(pointer), Some(ty)) = (values.first(), types.first()) else { return Err(refused()) };
        let pointee = self.c.types.pointee(*ty).ok_or_else(refused)?.ty;
        let spot = self.pointed_by(*pointer, pointee, span);
        let old = self.load(&spot)?;
        if builtin != Builtin::AtomicExchange {
            self.needs_value(&spot)?;
        }
        let old = self.keep("old", old, span);
        let spot = Spot { checked: true, ..spot };
        match (builtin, &values[1..]) {
            (Builtin::AtomicFetch(op, which), [value]) => {
                let new = self.atomic_result(op, old, *value, types[1], pointee)?;
                let new = self.keep("new", new, span);
                self.store(&spot, new, span)?;
                Ok(if which == AtomicResult::Old { old } else { new })
            }
            (Builtin::AtomicExchange, [value]) => {
                self.store(&spot, *value, span)?;
                Ok(old)
            }
            (Builtin::AtomicCompareSwap | Builtin::AtomicCompareSwapBool, [expected, desired]) => {
                let same = self.p.binary(Binary::Equal, old, *expected)?;
                let same = self.keep("same", same, span);
                let new = self.p.if_else(same, *desired, old)?;
                self.store(&spot, new, span)?;
                Ok(if builtin == Builtin::AtomicCompareSwap { old } else { same })
            }
            (Builtin::AtomicCompareExchange, [expected, desired]) => {
                let other = self.pointed_by(*expected, pointee, span);
                let wanted = self.load(&other)?;
                self.needs_value(&other)?;
                let same = self.p.binary(Binary::Equal, old, wanted)?;
                let same = self.keep("same", same, span);
                let found = self.p.if_else(same, wanted, old)?;
                let found = self.keep("found", found, span);
                let new = self.p.if_else(same, *desired, old)?;
                self.store(&spot, new, span)?;
                self.store(&Spot { checked: true, ..other }, found, span)?;
                Ok(same)
            }
            _ => Err(refused()),
        }
    }
    fn atomic_result(
        &mut self,
        op: AtomicOperation,
        old: ExprId,
        value: ExprId,
        value_ty: TypeId,
        ty: TypeId,
    ) -> Lower<ExprId> {
        if self.c.types.is_pointer(ty) {
            let mut distance = self.as_index(value, value_ty)?;
            match op {
                AtomicOperation::Add => {}
                AtomicOperation::Subtract => distance = self.p.unary(Unary::Negate, distance)?,
                _ => return Err(Refusal::new("this atomic operation on pointers")),
            }
            return Ok(self.p.binary(Binary::PointerAdd { stride: 1 }, old, distance)?);
        }
        let inverted = op == AtomicOperation::Nand;
        let op = match op {
            AtomicOperation::Add => Binary::Add,
            AtomicOperation::Subtract => Binary::Subtract,
            AtomicOperation::And | AtomicOperation::Nand => Binary::BitAnd,
            AtomicOperation::Or => Binary::BitOr,
            AtomicOperation::Xor => Binary::BitXor,
        };
        let new = self.p.binary(op, old, value)?;
        if inverted { Ok(self.p.unary(Unary::BitNot, new)?) } else { Ok(new) }
    }
}
