//! Arithmetic, comparisons and pointer arithmetic, each with the checks C asks for.

use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{BinaryOperator, Comparison, UnaryOperator};
use crate::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, ExprKind, FloatClass, Sign, Unary, Value};

impl Lowerer<'_> {
    pub fn unary(&mut self, op: UnaryOperator, value: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        if self.c.types.is_float(ty) {
            return match op {
                UnaryOperator::Negate => Ok(self.p.unary(Unary::FloatNegate, value)?),
                UnaryOperator::BitNot => Err(Refusal::at("`~` of a float", span)),
            };
        }
        match op {
            UnaryOperator::BitNot => Ok(self.p.unary(Unary::BitNot, value)?),
            UnaryOperator::Negate => {
                if let Some(folded) = self.constant_int(value).map(|bits| -bits.signed())
                    && let Some(folded) = self.fitting(folded, value, ty)?
                {
                    return Ok(folded);
                }
                if self.is_signed(ty) {
                    let overflows = self.p.unary(Unary::NegateOverflows, value)?;
                    let description = format!("`{}` must fit `{}`", self.text(span), self.type_name(ty));
                    self.check_not(CheckKind::Overflow, overflows, description, span)?;
                }
                Ok(self.p.unary(Unary::Negate, value)?)
            }
        }
    }

    /// Both operands of type `ty`; the right one of a shift of type `right_ty`.
    pub fn binary(
        &mut self,
        op: BinaryOperator,
        (left, right): (ExprId, ExprId),
        ty: TypeId,
        right_ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        if self.c.types.is_float(ty) {
            return self.float_binary(op, left, right, span);
        }
        use BinaryOperator::*;
        let sign = self.sign(ty);
        match op {
            Add => self.may_overflow(Binary::Add, Binary::AddOverflows(Sign::Signed), (left, right), ty, span),
            Subtract => {
                self.may_overflow(Binary::Subtract, Binary::SubtractOverflows(Sign::Signed), (left, right), ty, span)
            }
            Multiply => {
                self.may_overflow(Binary::Multiply, Binary::MultiplyOverflows(Sign::Signed), (left, right), ty, span)
            }
            Divide => self.division(Binary::Divide(sign), (left, right), ty, span),
            Remainder => self.division(Binary::Remainder(sign), (left, right), ty, span),
            ShiftLeft => self.shift_left((left, right), ty, right_ty, span),
            ShiftRight => {
                let amount = self.shift_amount(right, ty, right_ty, span)?;
                Ok(self.p.binary(Binary::ShiftRight(sign), left, amount)?)
            }
            BitAnd => Ok(self.p.binary(Binary::BitAnd, left, right)?),
            BitXor => Ok(self.p.binary(Binary::BitXor, left, right)?),
            BitOr => Ok(self.p.binary(Binary::BitOr, left, right)?),
        }
    }
    fn may_overflow(
        &mut self,
        op: Binary,
        overflows: Binary,
        (left, right): (ExprId, ExprId),
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        if let (Some(a), Some(b)) = (self.constant_int(left), self.constant_int(right)) {
            let (a, b) = (a.signed(), b.signed());
            let exact = match op {
                Binary::Add => a + b,
                Binary::Subtract => a - b,
                _ => a * b,
            };
            if let Some(folded) = self.fitting(exact, left, ty)? {
                return Ok(folded);
            }
        }
        if self.is_signed(ty) {
            let bad = self.p.binary(overflows, left, right)?;
            let description = format!("`{}` must fit `{}`", self.text(span), self.type_name(ty));
            self.check_not(CheckKind::Overflow, bad, description, span)?;
        }
        Ok(self.p.binary(op, left, right)?)
    }
    /// An exact result of constants as a constant, if it fits its signed type.
    fn fitting(&mut self, exact: num_bigint::BigInt, like: ExprId, ty: TypeId) -> Lower<Option<ExprId>> {
        let (low, high) = super::convert::range(self.width(ty)?, true);
        if !self.is_signed(ty) || exact < low || exact > high {
            return Ok(None);
        }
        let sort = self.p.type_of(like);
        Ok(Some(self.p.int_const(sort, exact)?))
    }
    fn division(&mut self, op: Binary, (left, right): (ExprId, ExprId), ty: TypeId, span: Span) -> Lower<ExprId> {
        let constant = self.constant_int(right).cloned();
        let zero = self.p.int_const(self.p.type_of(right), 0)?;
        if constant.as_ref().is_none_or(ir::Bits::is_zero) {
            let nonzero = self.p.binary(Binary::NotEqual, right, zero)?;
            let description = format!("the divisor of `{}` must not be zero", self.text(span));
            self.check(CheckKind::DivisionByZero, nonzero, description, span);
        }
        let may_be_minus_one = constant.is_none_or(|bits| bits.signed() == (-1).into());
        if self.is_signed(ty) && may_be_minus_one {
            let bad = self.p.binary(Binary::DivideOverflows, left, right)?;
            let description = format!("`{}` must fit `{}`", self.text(span), self.type_name(ty));
            self.check_not(CheckKind::Overflow, bad, description, span)?;
        }
        Ok(self.p.binary(op, left, right)?)
    }
    /// The amount in the type of the shifted value, checked.
    fn shift_amount(&mut self, amount: ExprId, ty: TypeId, amount_ty: TypeId, span: Span) -> Lower<ExprId> {
        let width = self.width(ty)?;
        let amount_sort = self.p.type_of(amount);
        let constant = self.constant_int(amount).and_then(ir::Bits::small);
        if constant.is_none_or(|n| n >= u64::from(width)) {
            let limit = self.p.int_const(amount_sort, width)?;
            let fits = self.p.binary(Binary::Less(Sign::Unsigned), amount, limit)?;
            let description = format!("the shift amount of `{}` must be in 0 .. {}", self.text(span), width - 1);
            self.check(CheckKind::Shift, fits, description, span);
        }
        let signed = self.is_signed(amount_ty);
        self.extend(amount, signed, width)
    }
    /// A signed value must not be negative, and no bit may be lost (C11 6.5.7).
    fn shift_left(
        &mut self,
        (left, right): (ExprId, ExprId),
        ty: TypeId,
        right_ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let amount = self.shift_amount(right, ty, right_ty, span)?;
        let shifted = self.p.binary(Binary::ShiftLeft, left, amount)?;
        if self.is_signed(ty) {
            let back = self.p.binary(Binary::ShiftRight(Sign::Signed), shifted, amount)?;
            let same = self.p.binary(Binary::Equal, back, left)?;
            let zero = self.p.int_const(self.p.type_of(left), 0)?;
            let positive = self.p.binary(Binary::LessEqual(Sign::Signed), zero, left)?;
            let fits = match self.fold_shift(left, amount) {
                Some(true) => self.p.bool_const(true),
                _ => self.p.binary(Binary::And, positive, same)?,
            };
            let description = format!("`{}` must fit `{}`", self.text(span), self.type_name(ty));
            self.check(CheckKind::Overflow, fits, description, span);
        }
        Ok(shifted)
    }
    /// Whether a shift of a constant by a constant keeps every bit.
    fn fold_shift(&self, left: ExprId, amount: ExprId) -> Option<bool> {
        let (value, amount) = (self.constant_int(left)?, self.constant_int(amount)?.small()?);
        let width = u64::from(value.width());
        let used = value.unsigned().bits();
        Some(!value.is_negative() && amount < width && used + amount < width)
    }
    fn float_binary(&mut self, op: BinaryOperator, left: ExprId, right: ExprId, span: Span) -> Lower<ExprId> {
        let result = self.rounded(|lowerer, rounding| {
            let op = match op {
                BinaryOperator::Add => Binary::FloatAdd(rounding),
                BinaryOperator::Subtract => Binary::FloatSubtract(rounding),
                BinaryOperator::Multiply => Binary::FloatMultiply(rounding),
                BinaryOperator::Divide => Binary::FloatDivide(rounding),
                _ => return Err(Refusal::at("this operator on floats", span)),
            };
            Ok(lowerer.p.binary(op, left, right)?)
        })?;
        self.check_finite(result, span)?;
        Ok(result)
    }
    /// On request: the result is a number, and no infinity.
    fn check_finite(&mut self, result: ExprId, span: Span) -> Lower<()> {
        if !self.options.float {
            return Ok(());
        }
        let nan = self.p.unary(Unary::FloatIs(FloatClass::Nan), result)?;
        let infinite = self.p.unary(Unary::FloatIs(FloatClass::Infinite), result)?;
        let bad = self.p.binary(Binary::Or, nan, infinite)?;
        let description = format!("`{}` must be a finite number", self.text(span));
        self.check_not(CheckKind::Float, bad, description, span)
    }

    // ---- comparisons ----

    /// Both operands of type `ty`; gives a Boolean.
    pub fn compare(&mut self, op: Comparison, left: ExprId, right: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        use Comparison::*;
        let (op, left, right) = match op {
            Greater => (Less, right, left),
            GreaterEqual => (LessEqual, right, left),
            other => (other, left, right),
        };
        let sort = self.p.type_of(left);
        match self.p.types.kind(sort) {
            ir::TypeKind::Float(_) => match op {
                Equal => Ok(self.p.binary(Binary::FloatEqual, left, right)?),
                NotEqual => {
                    let equal = self.p.binary(Binary::FloatEqual, left, right)?;
                    self.not(equal)
                }
                Less => Ok(self.p.binary(Binary::FloatLess, left, right)?),
                _ => Ok(self.p.binary(Binary::FloatLessEqual, left, right)?),
            },
            ir::TypeKind::Pointer => {
                let pointee = self.c.types.pointee(ty).map(|pointee| pointee.ty);
                let of_characters = pointee.is_none_or(|ty| self.c.types.is_void(ty) || self.c.types.is_integer(ty));
                self.compare_pointers(op, left, right, of_characters, span)
            }
            ir::TypeKind::Int(_) => {
                let sign = self.sign(ty);
                let op = match op {
                    Equal => Binary::Equal,
                    NotEqual => Binary::NotEqual,
                    Less => Binary::Less(sign),
                    _ => Binary::LessEqual(sign),
                };
                Ok(self.p.binary(op, left, right)?)
            }
            ir::TypeKind::Bool => match op {
                Equal => Ok(self.p.binary(Binary::Equal, left, right)?),
                NotEqual => Ok(self.p.binary(Binary::NotEqual, left, right)?),
                _ => {
                    let (left, right) = (self.extend(left, false, 8)?, self.extend(right, false, 8)?);
                    let op = if op == Less { Binary::Less(Sign::Unsigned) } else { Binary::LessEqual(Sign::Unsigned) };
                    Ok(self.p.binary(op, left, right)?)
                }
            },
            _ => Err(Refusal::at("a comparison of this type", span)),
        }
    }
    fn compare_pointers(
        &mut self,
        op: Comparison,
        left: ExprId,
        right: ExprId,
        of_characters: bool,
        span: Span,
    ) -> Lower<ExprId> {
        match op {
            Comparison::Equal => self.equal_pointers(left, right, of_characters, span),
            Comparison::NotEqual => {
                let equal = self.equal_pointers(left, right, of_characters, span)?;
                self.not(equal)
            }
            _ => {
                self.check_same_object(left, right, span)?;
                let op = if op == Comparison::Less { Binary::PointerLess } else { Binary::PointerLessEqual };
                Ok(self.p.binary(op, left, right)?)
            }
        }
    }
    /// Whether one of two pointers may be a number that happens to be the address of what the other points to.
    fn by_address(&self, left: ExprId, right: ExprId) -> bool {
        let null = |e| matches!(&self.p.expr(e).kind, ExprKind::Const(Value::Pointer(p)) if p.is_null());
        self.numbers_become_pointers && !self.frame.is_constant && !null(left) && !null(right)
    }
    /// Pointers to objects are equal if object and place are; a number and a pointer to an object if the number is
    /// its address.
    fn equal_pointers(&mut self, left: ExprId, right: ExprId, of_characters: bool, span: Span) -> Lower<ExprId> {
        if !self.by_address(left, right) {
            return self.same_place(left, right, of_characters, span);
        }
        let (left, right) = (self.keep("left", left, span), self.keep("right", right, span));
        let null = self.p.null();
        let [mut no_object, mut points] = [Vec::new(), Vec::new()];
        for side in [left, right] {
            no_object.push(self.p.binary(Binary::SameObject, side, null)?);
            points.push(self.p.binary(Binary::NotEqual, side, null)?);
        }
        let one = self.p.binary(Binary::NotEqual, no_object[0], no_object[1])?;
        let both = self.p.binary(Binary::And, points[0], points[1])?;
        let undecided = self.p.binary(Binary::And, one, both)?;
        let truth = self.p.types.bool();
        let result = self.temporary("equal", truth);
        let (places, addresses, join) = (self.new_block("places"), self.new_block("addresses"), self.new_block("join"));
        self.branch(undecided, addresses, places, span);
        self.enter(places);
        let equal = self.same_place(left, right, of_characters, span)?;
        self.assign_var(result, equal, span);
        self.goto(join, span);
        self.enter(addresses);
        let number = self.p.types.unsigned(64);
        let left = self.p.convert(Convert::PointerToInt, left, number)?;
        let right = self.p.convert(Convert::PointerToInt, right, number)?;
        let equal = self.p.binary(Binary::Equal, left, right)?;
        self.assign_var(result, equal, span);
        self.goto_and_enter(join, span);
        Ok(self.p.var(result))
    }
    fn check_same_object(&mut self, left: ExprId, right: ExprId, span: Span) -> Lower<()> {
        let same = self.p.binary(Binary::SameObject, left, right)?;
        // The value of a pointer to an object whose life is over says nothing any more.
        let gone = self.is_gone(left)?;
        let usable = self.not(gone)?;
        let same = self.p.binary(Binary::And, same, usable)?;
        let description = format!("the pointers in `{}` must point into the same live object", self.text(span));
        self.check(CheckKind::Pointer, same, description, span);
        Ok(())
    }

    // ---- pointers ----

    /// Moves a pointer by so many elements.
    pub fn pointer_add(
        &mut self,
        pointer: ExprId,
        pointer_ty: TypeId,
        (index, index_ty): (ExprId, TypeId),
        negative: bool,
    ) -> Lower<ExprId> {
        let element = self.c.types.pointee(pointer_ty).ok_or_else(|| Refusal::new("this pointer arithmetic"))?.ty;
        let mut index = self.as_index(index, index_ty)?;
        if negative {
            index = match self.constant_int(index).map(ir::Bits::signed) {
                Some(number) => self.p.int_const(self.p.type_of(index), -number)?,
                None => self.p.unary(Unary::Negate, index)?,
            };
        }
        self.displaced(pointer, index, element)
    }
    /// Number of elements between two pointers.
    pub fn pointer_difference(
        &mut self,
        left: ExprId,
        right: ExprId,
        pointer_ty: TypeId,
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let element = self.c.types.pointee(pointer_ty).ok_or_else(|| Refusal::new("this pointer arithmetic"))?.ty;
        self.check_same_object(left, right, span)?;
        let bytes = self.p.binary(Binary::PointerDifference, left, right)?;
        let sort = self.p.type_of(bytes);
        let count = match self.stride(element) {
            Some(0 | 1) => bytes,
            Some(stride) if stride.is_power_of_two() => {
                let distance = self.p.int_const(sort, stride.trailing_zeros())?;
                self.p.binary(Binary::ShiftRight(Sign::Signed), bytes, distance)?
            }
            Some(stride) => {
                let stride = self.p.int_const(sort, stride)?;
                self.p.binary(Binary::Divide(Sign::Signed), bytes, stride)?
            }
            None => {
                let stride = self.dynamic_size(element)?;
                self.p.binary(Binary::Divide(Sign::Signed), bytes, stride)?
            }
        };
        let (width, to) = (self.width(ty)?, self.ty(ty)?);
        let count = self.extend(count, true, width)?;
        Ok(self.p.convert(Convert::Retype, count, to)?)
    }
}
