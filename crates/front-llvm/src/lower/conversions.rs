//! Conversions between integers, floating-point numbers and addresses, and the same bits as another type.

use super::body::Body;
use super::emitter::Emitter;
use super::poison::Promise;
use super::{Lowered, refuse};
use crate::syntax::module::{CastOp, Flags, Operand, Ty};
use cairn_ir::{
    Binary, CheckKind, Convert, ExprId, ExprKind, FloatClass, FloatFormat, Rounding, Sign, TypeId, TypeKind as Shape,
    Unary,
};
use num_bigint::BigInt;

impl Emitter<'_, '_, '_> {
    fn convert(
        &mut self,
        op: CastOp,
        flags: Flags,
        value: ExprId,
        to: TypeId,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => self.convert_integer(op, flags, value, to, words, promises),
            CastOp::PtrToInt => self.low.pointer_to_int(value, to),
            CastOp::IntToPtr => self.low.int_to_pointer(value),
            CastOp::BitCast => self.reinterpret(value, to),
            // What becomes of an address, even of null, is the machine's affair.
            CastOp::AddrSpaceCast => refuse("a conversion between address spaces is not supported"),
            CastOp::FpTrunc | CastOp::FpExt => {
                let result = self.low.program.convert(Convert::FloatToFloat(Rounding::NearestEven), value, to)?;
                Self::refuse_imprecise(flags)?;
                self.float_promises(flags, &[value, result], words, promises)?;
                self.with_any_zero(flags, result)
            }
            CastOp::UiToFp | CastOp::SiToFp => {
                let sign = if op == CastOp::SiToFp { Sign::Signed } else { Sign::Unsigned };
                let value = self.as_integer(value)?;
                if flags.nneg {
                    self.not_negative(value, words, promises)?;
                }
                Ok(self.low.program.convert(Convert::IntToFloat(sign, Rounding::NearestEven), value, to)?)
            }
            CastOp::FpToUi | CastOp::FpToSi => self.float_to_integer(op, value, to, words, promises),
        }
    }
    /// Single bits as integers of one bit.
    pub fn as_integer(&mut self, value: ExprId) -> Lowered<ExprId> {
        if self.low.program.types.is_bool(self.low.program.type_of(value)) {
            let one = self.low.program.types.int(1);
            return Ok(self.low.program.convert(Convert::BoolToInt, value, one)?);
        }
        Ok(value)
    }
    fn convert_integer(
        &mut self,
        op: CastOp,
        flags: Flags,
        value: ExprId,
        to: TypeId,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        if flags.nneg {
            let number = self.as_integer(value)?;
            self.not_negative(number, words, promises)?;
        }
        let program = &mut self.low.program;
        let from = program.type_of(value);
        if program.types.is_bool(from) {
            return if op == CastOp::SExt {
                let (all, none) = (program.int_const(to, -1)?, program.int_const(to, 0)?);
                Ok(program.if_else(value, all, none)?)
            } else {
                Ok(program.convert(Convert::BoolToInt, value, to)?)
            };
        }
        let single = program.types.is_bool(to);
        let to = if single { program.types.int(1) } else { to };
        let conversion = match op {
            CastOp::ZExt => Convert::ZeroExtend,
            CastOp::SExt => Convert::SignExtend,
            _ => Convert::Truncate,
        };
        let result = program.convert(conversion, value, to)?;
        for (wanted, back) in [(flags.nsw, Convert::SignExtend), (flags.nuw, Convert::ZeroExtend)] {
            if wanted && op == CastOp::Trunc {
                let again = program.convert(back, result, from)?;
                let holds = program.binary(Binary::Equal, again, value)?;
                let description = format!("{words} must keep its value when it is truncated");
                promises.push(Promise::new(CheckKind::Overflow, holds, description));
            }
        }
        if single {
            let one = program.int_const(from, 1)?;
            let low = program.binary(Binary::BitAnd, value, one)?;
            return Ok(program.binary(Binary::Equal, low, one)?);
        }
        Ok(result)
    }
    fn not_negative(&mut self, number: ExprId, words: &str, promises: &mut Vec<Promise>) -> Lowered<()> {
        let program = &mut self.low.program;
        let zero = program.int_const(program.type_of(number), 0)?;
        let holds = program.binary(Binary::LessEqual(Sign::Signed), zero, number)?;
        let description = format!("{words} must not be negative");
        promises.push(Promise::new(CheckKind::Overflow, holds, description));
        Ok(())
    }
    /// Poison unless the truncated value fits.
    fn float_to_integer(
        &mut self,
        op: CastOp,
        value: ExprId,
        to: TypeId,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let sign = if op == CastOp::FpToSi { Sign::Signed } else { Sign::Unsigned };
        let Some(width) = self.low.program.types.int_width(to) else {
            return refuse("a conversion of floating-point numbers to single bits is not supported");
        };
        let program = &mut self.low.program;
        let zero = Rounding::TowardZero;
        let result = program.convert(Convert::FloatToInt(sign, zero), value, to)?;
        let format = program.type_of(value);
        let rounded = program.unary(Unary::FloatRound(zero), value)?;
        // The numbers that fit are those that come back: what does not fit gives 0, which comes back only as 0. The
        // way back rounds for wide integers, but then no digits behind the point are left.
        let back = program.convert(Convert::IntToFloat(sign, Rounding::NearestEven), result, format)?;
        let holds = program.binary(Binary::FloatEqual, rounded, back)?;
        let sign_words = if sign == Sign::Signed { "a signed" } else { "an unsigned" };
        let description = format!("{words} must fit {sign_words} {width}-bit integer");
        promises.push(Promise::new(CheckKind::Conversion, holds, description));
        // Conversions are commonly not asked about: then the result is anything, whatever the operation here gives.
        let other = self.arbitrary(to);
        Ok(self.low.program.if_else(holds, result, other)?)
    }

    /// The bits of a number. The program form has one NaN, processors have many: any of them.
    pub fn float_bits(&mut self, format: FloatFormat, value: ExprId) -> Lowered<ExprId> {
        let ty = self.low.program.types.int(format.width());
        let (any, fraction_bits) = (self.arbitrary(ty), format.significand_bits() - 1);
        let program = &mut self.low.program;
        let exponent = ((BigInt::from(1) << format.exponent_bits()) - 1) << fraction_bits;
        let exponent = program.int_const(ty, exponent)?;
        let any = program.binary(Binary::BitOr, any, exponent)?;
        // A fraction of zero would be that of an infinity.
        let fraction = program.int_const(ty, (BigInt::from(1) << fraction_bits) - 1)?;
        let fraction = program.binary(Binary::BitAnd, any, fraction)?;
        let quiet = program.int_const(ty, BigInt::from(1) << (fraction_bits - 1))?;
        let quiet = program.binary(Binary::BitOr, any, quiet)?;
        let infinite = self.is_zero(fraction)?;
        let program = &mut self.low.program;
        let some_nan = program.if_else(infinite, quiet, any)?;
        let bits = program.convert(Convert::FloatToBits, value, ty)?;
        let nan = program.unary(Unary::FloatIs(FloatClass::Nan), value)?;
        Ok(program.if_else(nan, some_nan, bits)?)
    }
    /// The same bits as another type: integers, floats and vectors of them.
    pub fn reinterpret(&mut self, value: ExprId, to: TypeId) -> Lowered<ExprId> {
        let from = self.low.program.type_of(value);
        if self.low.program.types.same_shape(from, to) {
            return Ok(value);
        }
        let program = &mut self.low.program;
        match (program.types.kind(from).clone(), program.types.kind(to).clone()) {
            (Shape::Float(FloatFormat::X87), Shape::Int(80)) => self.extended_bits(value, to),
            (Shape::Int(80), Shape::Float(FloatFormat::X87)) => self.of_extended_bits(value, to),
            (Shape::Float(format), Shape::Int(width)) if format != FloatFormat::X87 && format.width() == width => {
                self.float_bits(format, value)
            }
            (Shape::Int(width), Shape::Float(format)) if format != FloatFormat::X87 && format.width() == width => {
                Ok(program.convert(Convert::BitsToFloat, value, to)?)
            }
            _ => self.reinterpret_vector(value, to),
        }
    }

    /// The bits of a number of 80 bits have the leading digit in them, which is one unless the exponent is zero.
    fn extended_bits(&mut self, value: ExprId, to: TypeId) -> Lowered<ExprId> {
        let encoding = self.float_bits(FloatFormat::X87, value)?;
        let encoding = self.low.resize(encoding, to)?;
        let encoding = self.kept(encoding);
        let fraction = self.field(encoding, 0, 63)?;
        let rest = self.field(encoding, 63, 16)?;
        let exponent = self.field(encoding, 63, 15)?;
        let small = self.is_zero(exponent)?;
        let program = &mut self.low.program;
        let (leading, none) = (program.int_const(to, BigInt::from(1) << 63)?, program.int_const(to, 0)?);
        let leading = program.if_else(small, none, leading)?;
        let amount = program.int_const(to, 64)?;
        let rest = program.binary(Binary::ShiftLeft, rest, amount)?;
        let bits = program.binary(Binary::BitOr, rest, leading)?;
        Ok(program.binary(Binary::BitOr, bits, fraction)?)
    }
    /// A leading digit that does not fit the exponent makes a NaN, except that it counts as exponent 1 beside exponent 0.
    fn of_extended_bits(&mut self, bits: ExprId, to: TypeId) -> Lowered<ExprId> {
        let bits = self.kept(bits);
        let wide = self.low.program.type_of(bits);
        let fraction = self.field(bits, 0, 63)?;
        let leading = self.field(bits, 63, 1)?;
        let rest = self.field(bits, 64, 16)?;
        let exponent = self.field(bits, 64, 15)?;
        let (small, missing) = (self.is_zero(exponent)?, self.is_zero(leading)?);
        let program = &mut self.low.program;
        // Beside exponent 0 the leading digit is that exponent.
        let raised = program.binary(Binary::BitOr, rest, leading)?;
        let rest = program.if_else(small, raised, rest)?;
        let amount = program.int_const(wide, 63)?;
        let encoding = program.binary(Binary::ShiftLeft, rest, amount)?;
        let encoding = program.binary(Binary::BitOr, encoding, fraction)?;
        let nan = program.int_const(wide, BigInt::from(cairn_ir::layout::canonical_nan(FloatFormat::X87)))?;
        let large = program.not(small)?;
        let invalid = program.binary(Binary::And, large, missing)?;
        let encoding = program.if_else(invalid, nan, encoding)?;
        let narrow = program.types.int(FloatFormat::X87.width());
        let encoding = self.low.resize(encoding, narrow)?;
        Ok(self.low.program.convert(Convert::BitsToFloat, encoding, to)?)
    }
    /// Some bits of a number, as a number of the same type.
    fn field(&mut self, bits: ExprId, from: u32, count: u32) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let ty = program.type_of(bits);
        let amount = program.int_const(ty, BigInt::from(from))?;
        let mask = program.int_const(ty, (BigInt::from(1) << count) - 1)?;
        let shifted = program.binary(Binary::ShiftRight(Sign::Unsigned), bits, amount)?;
        Ok(program.binary(Binary::BitAnd, shifted, mask)?)
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn cast(
        &mut self,
        op: CastOp,
        flags: Flags,
        operand: &Operand<'a>,
        to: Ty,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let words = self.words().value(&operand.value);
        let value = self.operand(operand)?;
        let target = self.out.ty(to)?;
        if matches!(op, CastOp::BitCast) {
            return self.out.reinterpret(value, target);
        }
        match (self.out.vector(operand.ty), self.out.vector(to)) {
            (None, None) => self.out.convert(op, flags, value, target, &words, promises),
            (Some((length, _)), Some((_, element))) => {
                let element = self.out.ty(element)?;
                let mut parts = Vec::new();
                for n in 0..length {
                    let part = self.out.element(value, n)?;
                    let before = promises.len();
                    parts.push(self.out.convert(op, flags, part, element, &words, promises)?);
                    Promise::about(&mut promises[before..], n);
                }
                Ok(self.out.low.program.add_expr(ExprKind::ArrayOf(parts), target, None)?)
            }
            _ => refuse("a conversion between a vector and a scalar"),
        }
    }
}
