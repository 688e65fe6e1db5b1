//! Conversions between C types.

use super::types::float_format;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{Cast, CastKind, CastReason, FloatValue};
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Rounding, Sign, Value};
use num_bigint::BigInt;

const NEAREST: Rounding = Rounding::NearestEven;

impl Lowerer<'_> {
    pub fn cast(&mut self, cast: Cast, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<ExprId> {
        match cast.kind {
            CastKind::Integer => self.integer_to_integer(cast.reason, value, from, to, span),
            CastKind::IntegerToBool | CastKind::FloatToBool | CastKind::PointerToBool => self.is_nonzero(value),
            CastKind::IntegerToFloat => {
                let (sign, ty) = (self.sign(from), self.ty(to)?);
                let value = self.without_bool(value)?;
                self.rounded(|lowerer, rounding| {
                    Ok(lowerer.p.convert(Convert::IntToFloat(sign, rounding), value, ty)?)
                })
            }
            CastKind::FloatToInteger => self.float_to_integer(value, to, span),
            CastKind::Float => {
                let ty = self.ty(to)?;
                if self.p.types.same_shape(ty, self.p.type_of(value)) {
                    return Ok(self.p.convert(Convert::Retype, value, ty)?);
                }
                self.rounded(|lowerer, rounding| Ok(lowerer.p.convert(Convert::FloatToFloat(rounding), value, ty)?))
            }
            CastKind::NullToPointer => Ok(self.p.null()),
            CastKind::IntegerToPointer => self.integer_to_pointer(value, from),
            CastKind::PointerToInteger => self.pointer_to_integer(value, to),
            CastKind::Pointer | CastKind::FunctionPointer | CastKind::Same => {
                let ty = self.ty(to)?;
                if ty == self.p.type_of(value) || !self.p.types.same_shape(ty, self.p.type_of(value)) {
                    return Ok(value);
                }
                // An address stays recognisable, so that what it is used for can be simplified.
                match self.p.expr(value).kind {
                    ir::ExprKind::AddressOf(_) | ir::ExprKind::Const(_) => Ok(value),
                    _ if matches!(self.p.types.kind(ty), ir::TypeKind::Pointer) => Ok(value),
                    _ => Ok(self.p.convert(Convert::Retype, value, ty)?),
                }
            }
            CastKind::ToVoid => Ok(self.p.bool_const(false)),
        }
    }
    /// A Boolean counts as an integer of 8 bits.
    fn without_bool(&mut self, value: ExprId) -> Lower<ExprId> {
        if !self.p.types.is_bool(self.p.type_of(value)) {
            return Ok(value);
        }
        self.extend(value, false, 8)
    }
    fn integer_to_integer(
        &mut self,
        reason: CastReason,
        value: ExprId,
        from: TypeId,
        to: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        if self.c.types.is_bool(to) {
            return self.is_nonzero(value);
        }
        let (signed, width, ty) = (self.is_signed(from), self.width(to)?, self.ty(to)?);
        if self.checks_conversions() && reason != CastReason::Promotion {
            self.check_conversion(value, from, to, span)?;
        }
        let wide = self.extend(value, signed, width)?;
        if self.p.type_of(wide) == ty {
            return Ok(wide);
        }
        if let ir::ExprKind::Const(number) = self.p.expr(wide).kind.clone() {
            return Ok(self.p.constant(number, ty)?);
        }
        Ok(self.p.convert(Convert::Retype, wide, ty)?)
    }
    /// The library converts on purpose.
    fn checks_conversions(&self) -> bool {
        self.options.conversion && !self.frame.in_library
    }
    /// The value fits the new type.
    fn check_conversion(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<()> {
        if self.c.types.is_bool(from) {
            return Ok(());
        }
        let (old, new) = (self.width(from)?, self.width(to)?);
        let (signed_from, signed_to) = (self.is_signed(from), self.is_signed(to));
        if (signed_from == signed_to && old <= new) || (!signed_from && old < new) {
            return Ok(());
        }
        // In a width that holds all values of both.
        let wide = old.max(new) + 1;
        let number = self.extend(value, signed_from, wide)?;
        let (low, high) = range(new, signed_to);
        let ty = self.p.type_of(number);
        let (low, high) = (self.p.int_const(ty, low)?, self.p.int_const(ty, high)?);
        let above = self.p.binary(Binary::LessEqual(Sign::Signed), low, number)?;
        let below = self.p.binary(Binary::LessEqual(Sign::Signed), number, high)?;
        let fits = self.p.binary(Binary::And, above, below)?;
        let description = format!("`{}` must fit `{}`", self.text(span), self.type_name(to));
        self.check(CheckKind::Conversion, fits, description, span);
        Ok(())
    }
    /// What does not fit is undefined: a check if asked for, an arbitrary value otherwise.
    fn float_to_integer(&mut self, value: ExprId, to: TypeId, span: Span) -> Lower<ExprId> {
        let (width, signed, ty) = (self.width(to)?, self.is_signed(to), self.ty(to)?);
        let convert = Convert::FloatToInt(self.sign(to), Rounding::TowardZero);
        let converted = self.p.convert(convert, value, ty)?;
        if self.frame.is_constant {
            return Ok(converted);
        }
        let fits = self.float_fits(value, width, signed)?;
        if self.checks_conversions() {
            let description = format!("`{}` must fit `{}`", self.text(span), self.type_name(to));
            self.check(CheckKind::Conversion, fits, description, span);
            return Ok(converted);
        }
        let other = self.arbitrary("undefined", ty, span, "a value that does not fit its new type");
        Ok(self.p.if_else(fits, converted, other)?)
    }
    /// Whether the truncated value of a float lies in the range of an integer type.
    fn float_fits(&mut self, value: ExprId, width: u32, signed: bool) -> Lower<ExprId> {
        let ty = self.p.type_of(value);
        let whole = self.p.unary(ir::Unary::FloatRound(Rounding::TowardZero), value)?;
        let (low, high) = range(width, signed);
        // Both limits are powers of two (or 0), so every format has them exactly or as infinity.
        let mut limit = |number: BigInt| -> Lower<ExprId> {
            let wide = self.p.types.int(width + 2);
            let number = self.p.int_const(wide, number)?;
            Ok(self.p.convert(Convert::IntToFloat(Sign::Signed, NEAREST), number, ty)?)
        };
        let (low, beyond) = (limit(low)?, limit(high + 1)?);
        let above = self.p.binary(Binary::FloatLessEqual, low, whole)?;
        let below = self.p.binary(Binary::FloatLess, whole, beyond)?;
        Ok(self.p.binary(Binary::And, above, below)?)
    }
    fn integer_to_pointer(&mut self, value: ExprId, from: TypeId) -> Lower<ExprId> {
        let wide = self.as_index(value, from)?;
        // Addresses have the width of pointers.
        let bits = 8 * self.p.target.pointer_bytes;
        let wide = if bits < 64 {
            let narrow = self.extend(wide, false, bits)?;
            self.extend(narrow, false, 64)?
        } else {
            wide
        };
        let ty = self.p.types.pointer();
        if let Some(number) = self.constant_int(wide).and_then(ir::Bits::small_signed) {
            if let Some(pointer) = self.constant_region_pointer(number)? {
                return Ok(pointer);
            }
            return Ok(self.p.constant(Value::Pointer(ir::Pointer { object: None, offset: number }), ty)?);
        }
        // A pointer that was an integer for a moment is the same pointer.
        if let ir::ExprKind::Convert(Convert::PointerToInt, pointer) = self.p.expr(wide).kind {
            return Ok(pointer);
        }
        let pointer = self.p.convert(Convert::IntToPointer, wide, ty)?;
        self.region_pointer(wide, pointer)
    }
    fn pointer_to_integer(&mut self, value: ExprId, to: TypeId) -> Lower<ExprId> {
        let number = self.p.types.unsigned(64);
        let wide = match self.p.expr(value).kind {
            ir::ExprKind::Const(Value::Pointer(pointer)) => self.number(pointer.offset as u64),
            _ => {
                let address = self.p.convert(Convert::PointerToInt, value, number)?;
                self.region_address(value, address)?
            }
        };
        let (width, ty) = (self.width(to)?, self.ty(to)?);
        let narrow = self.extend(wide, false, width)?;
        match self.p.expr(narrow).kind.clone() {
            ir::ExprKind::Const(number) => Ok(self.p.constant(number, ty)?),
            _ if width == 64 => Ok(narrow),
            _ => Ok(self.p.convert(Convert::Retype, narrow, ty)?),
        }
    }
    /// A scalar compared unequal to zero.
    pub fn is_nonzero(&mut self, value: ExprId) -> Lower<ExprId> {
        let ty = self.p.type_of(value);
        match self.p.types.kind(ty) {
            ir::TypeKind::Bool => Ok(value),
            ir::TypeKind::Int(_) => {
                if let Some(bits) = self.constant_int(value) {
                    let known = !bits.is_zero();
                    return Ok(self.p.bool_const(known));
                }
                if let ir::ExprKind::Convert(Convert::BoolToInt | Convert::ZeroExtend, inner) = self.p.expr(value).kind
                    && self.p.types.is_bool(self.p.type_of(inner))
                {
                    return Ok(inner);
                }
                let zero = self.p.int_const(ty, 0)?;
                Ok(self.p.binary(Binary::NotEqual, value, zero)?)
            }
            ir::TypeKind::Float(_) => {
                let zero = self.zero_of(ty)?;
                let equal = self.p.binary(Binary::FloatEqual, value, zero)?;
                self.not(equal)
            }
            ir::TypeKind::Pointer => {
                if let ir::ExprKind::AddressOf(place) = &self.p.expr(value).kind
                    && matches!(place.base, ir::PlaceBase::Var(_))
                {
                    return Ok(self.p.bool_const(true));
                }
                let null = self.p.null();
                Ok(self.p.binary(Binary::NotEqual, value, null)?)
            }
            _ => Err(Refusal::new("a condition of this type")),
        }
    }
    pub fn float_constant(&mut self, value: FloatValue, ty: TypeId) -> Lower<ExprId> {
        let TypeKind::Float(float) = *self.c.types.kind(ty) else {
            return Err(Refusal::new("a constant of this type"));
        };
        let format = float_format(float);
        let encoding = match format {
            // The leading bit is explicit in memory only.
            ir::FloatFormat::X87 => ((value.bits >> 64) << 63) | (value.bits & ((1 << 63) - 1)),
            _ => value.bits,
        };
        let encoding = ir::layout::canonical_float(format, encoding);
        let ty = self.ty(ty)?;
        Ok(self.p.constant(Value::Float(format, encoding), ty)?)
    }
}

/// Smallest and largest value of an integer type.
pub fn range(width: u32, signed: bool) -> (BigInt, BigInt) {
    let one = BigInt::from(1);
    if signed { (-(&one << (width - 1)), (&one << (width - 1)) - 1) } else { (BigInt::from(0), (&one << width) - 1) }
}
