//! `llvm.*` that only compute with floating-point numbers: rounding, minimum and maximum, parts of numbers, conversions.

use super::computations::Computation;
use super::emitter::Emitter;
use super::{Lowered, refuse};
use crate::syntax::module::Value;
use cairn_ir::{
    Binary, Convert, ExprId, ExprKind, FloatClass, FloatFormat, Rounding, Sign, TypeId, TypeKind as Shape, Unary,
    Value as Constant,
};
use num_bigint::BigInt;

impl<'a> Emitter<'_, '_, 'a> {
    pub fn float_intrinsic(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let family = this.family();
        let unary = match family {
            "fabs" => Some(Unary::FloatAbs),
            "sqrt" => Some(Unary::FloatSqrt(Rounding::NearestEven)),
            "floor" => Some(Unary::FloatRound(Rounding::TowardNegative)),
            "ceil" => Some(Unary::FloatRound(Rounding::TowardPositive)),
            "trunc" => Some(Unary::FloatRound(Rounding::TowardZero)),
            "round" => Some(Unary::FloatRound(Rounding::NearestAway)),
            "rint" | "nearbyint" | "roundeven" => Some(Unary::FloatRound(Rounding::NearestEven)),
            _ => None,
        };
        if let Some(op) = unary {
            return Ok(self.low.program.unary(op, this.operand(0)?)?);
        }
        match family {
            "fma" | "fmuladd" => self.fused(this),
            "copysign" => self.copy_sign(this.operand(0)?, this.operand(1)?),
            "minimum" | "maximum" | "minimumnum" | "maximumnum" | "minnum" | "maxnum" => {
                self.float_extreme(family, this.operand(0)?, this.operand(1)?)
            }
            "canonicalize" => self.with_any_nan(this.operand(0)?),
            "fptosi" | "fptoui" => self.saturating_conversion(this),
            "lround" | "llround" => self.rounded_to_integer(this, Rounding::NearestAway),
            "lrint" | "llrint" => self.rounded_to_integer(this, Rounding::NearestEven),
            "frexp" => self.fraction_and_exponent(this),
            "modf" => self.fraction_and_whole(this),
            _ => this.refused(),
        }
    }
    /// The smaller or greater of two numbers, as the intrinsic of this name has it.
    pub fn float_extreme(&mut self, family: &str, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        // Of zeros with different signs either may come.
        if let "minnum" | "maxnum" = family {
            let op = if family == "minnum" { Binary::FloatMin } else { Binary::FloatMax };
            let result = self.low.program.binary(op, a, b)?;
            let equal = self.low.program.binary(Binary::FloatEqual, a, b)?;
            let bool = self.low.program.types.bool();
            let either = self.arbitrary(bool);
            let any = self.low.program.if_else(either, a, b)?;
            return Ok(self.low.program.if_else(equal, any, result)?);
        }
        let extreme = self.ordered_extreme(family, a, b)?;
        self.with_any_nan(extreme)
    }
    /// A NaN that an operation gives is not the one it got: a constant one, whose bits nothing is proved about.
    fn with_any_nan(&mut self, value: ExprId) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let ty = program.type_of(value);
        let Shape::Float(format) = *program.types.kind(ty) else { return Ok(value) };
        let constant = Constant::Float(format, cairn_ir::layout::canonical_nan(format));
        let constant = program.constant(constant, ty)?;
        let nan = program.unary(Unary::FloatIs(FloatClass::Nan), value)?;
        Ok(program.if_else(nan, constant, value)?)
    }
    /// -0 is less than +0. A NaN counts, or with `num` is left out.
    fn ordered_extreme(&mut self, family: &str, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let (x, y) = if family.starts_with("min") { (a, b) } else { (b, a) };
        let before = program.binary(Binary::FloatLess, x, y)?;
        let equal = program.binary(Binary::FloatEqual, a, b)?;
        let negative = program.unary(Unary::FloatIs(FloatClass::Negative), x)?;
        let same = program.binary(Binary::And, equal, negative)?;
        let first = program.binary(Binary::Or, before, same)?;
        let (nan_a, nan_b) =
            (program.unary(Unary::FloatIs(FloatClass::Nan), a)?, program.unary(Unary::FloatIs(FloatClass::Nan), b)?);
        let ordered = program.if_else(first, a, b)?;
        let (with_a, with_b) = if family.ends_with("num") { (b, a) } else { (a, b) };
        let rest = program.if_else(nan_b, with_b, ordered)?;
        Ok(program.if_else(nan_a, with_a, rest)?)
    }
    /// `fmuladd` may round once or twice.
    fn fused(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let (a, b, c) = (this.operand(0)?, this.operand(1)?, this.operand(2)?);
        let ty = self.low.program.type_of(a);
        let nearest = Rounding::NearestEven;
        let once = self.low.program.add_expr(ExprKind::FusedMultiplyAdd(nearest, [a, b, c]), ty, None)?;
        if this.family() == "fma" {
            return Ok(once);
        }
        let product = self.low.program.binary(Binary::FloatMultiply(nearest), a, b)?;
        let twice = self.low.program.binary(Binary::FloatAdd(nearest), product, c)?;
        let bool = self.low.program.types.bool();
        let fused = self.arbitrary(bool);
        Ok(self.low.program.if_else(fused, once, twice)?)
    }
    fn copy_sign(&mut self, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let magnitude = program.unary(Unary::FloatAbs, a)?;
        let negated = program.unary(Unary::FloatNegate, magnitude)?;
        let negative = program.unary(Unary::FloatIs(FloatClass::Negative), b)?;
        let nan = program.unary(Unary::FloatIs(FloatClass::Nan), b)?;
        // The sign of a NaN is not kept by the program form: either.
        let bool = program.types.bool();
        let any = self.arbitrary(bool);
        let program = &mut self.low.program;
        let negative = program.if_else(nan, any, negative)?;
        Ok(program.if_else(negative, negated, magnitude)?)
    }
    /// What does not fit becomes the nearest number that does, and NaN zero.
    fn saturating_conversion(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let value = this.operand(0)?;
        let sign = if this.family() == "fptosi" { Sign::Signed } else { Sign::Unsigned };
        let program = &mut self.low.program;
        let (Some(width), true) = (program.types.int_width(this.result), this.name.contains(".sat")) else {
            return this.refused();
        };
        let one = BigInt::from(1);
        let (low, high) = match sign {
            Sign::Signed => (-(&one << (width - 1)), (&one << (width - 1)) - 1),
            Sign::Unsigned => (BigInt::from(0), (&one << width) - 1),
        };
        let (format, zero) = (program.type_of(value), Rounding::TowardZero);
        let converted = program.convert(Convert::FloatToInt(sign, zero), value, this.result)?;
        // As in `float_to_integer`: the numbers that fit are those that come back.
        let rounded = program.unary(Unary::FloatRound(zero), value)?;
        let back = program.convert(Convert::IntToFloat(sign, Rounding::NearestEven), converted, format)?;
        let fits = program.binary(Binary::FloatEqual, rounded, back)?;
        let negative = program.unary(Unary::FloatIs(FloatClass::Negative), value)?;
        let nan = program.unary(Unary::FloatIs(FloatClass::Nan), value)?;
        let (low, high) = (program.int_const(this.result, low)?, program.int_const(this.result, high)?);
        let nothing = program.int_const(this.result, 0)?;
        let limit = program.if_else(negative, low, high)?;
        let outside = program.if_else(nan, nothing, limit)?;
        Ok(program.if_else(fits, converted, outside)?)
    }
    /// The classes of LLVM's bit mask, of which the program form knows all but signalling NaNs.
    pub fn float_class(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let value = this.operand(0)?;
        let Some(Value::Int(mask)) = this.call.arguments.get(1).map(|argument| &argument.operand.value) else {
            return refuse("a class of floating-point numbers that is no constant");
        };
        let set = |n: u64| mask.bit(n);
        if set(0) != set(1) {
            return refuse("signalling NaNs are not told from quiet ones");
        }
        let program = &mut self.low.program;
        let mut any = program.bool_const(false);
        if set(0) {
            any = program.unary(Unary::FloatIs(FloatClass::Nan), value)?;
        }
        let classes = [
            (FloatClass::Infinite, 2, 9),
            (FloatClass::Normal, 3, 8),
            (FloatClass::Subnormal, 4, 7),
            (FloatClass::Zero, 5, 6),
        ];
        for (class, negative, positive) in classes {
            let is = program.unary(Unary::FloatIs(class), value)?;
            for (bit, sign) in [(negative, FloatClass::Negative), (positive, FloatClass::Positive)] {
                if set(bit) {
                    let signed = program.unary(Unary::FloatIs(sign), value)?;
                    let both = program.binary(Binary::And, is, signed)?;
                    any = program.binary(Binary::Or, any, both)?;
                }
            }
        }
        Ok(any)
    }

    /// Any number where the rounded one does not fit.
    fn rounded_to_integer(&mut self, this: &Computation<'_, 'a>, rounding: Rounding) -> Lowered<ExprId> {
        let value = this.operand(0)?;
        let (result, any) = (this.result, self.arbitrary(this.result));
        let program = &mut self.low.program;
        let rounded = program.unary(Unary::FloatRound(rounding), value)?;
        let whole = program.convert(Convert::FloatToInt(Sign::Signed, Rounding::TowardZero), rounded, result)?;
        // As in `float_to_integer`: the numbers that fit are those that come back.
        let format = program.type_of(value);
        let back = program.convert(Convert::IntToFloat(Sign::Signed, Rounding::NearestEven), whole, format)?;
        let fits = program.binary(Binary::FloatEqual, rounded, back)?;
        Ok(program.if_else(fits, whole, any)?)
    }
    /// Both with the sign of the number, whose whole part may be infinite.
    fn fraction_and_whole(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let value = this.operand(0)?;
        let value = self.kept(value);
        let whole = self.map_scalar(value, |body, value| {
            Ok(body.low.program.unary(Unary::FloatRound(Rounding::TowardZero), value)?)
        })?;
        let fraction = self.map_scalar(value, |body, value| {
            let program = &mut body.low.program;
            let whole = program.unary(Unary::FloatRound(Rounding::TowardZero), value)?;
            let rest = program.binary(Binary::FloatSubtract(Rounding::NearestEven), value, whole)?;
            let infinite = program.unary(Unary::FloatIs(FloatClass::Infinite), value)?;
            let none = body.low.zero(body.low.program.type_of(value))?;
            let none = body.low.program.constant(none, body.low.program.type_of(value))?;
            let rest = body.low.program.if_else(infinite, none, rest)?;
            body.copy_sign(rest, value)
        })?;
        self.low.aggregate_of(this.result, vec![fraction, whole])
    }
    /// A fraction from 0.5 up to 1 and the power of two it is multiplied by. Nobody says which power infinity and NaN have.
    fn fraction_and_exponent(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let value = this.operand(0)?;
        let value = self.kept(value);
        let exponents = self.part_type(this.result, &[1])?;
        let exponent_type = match *self.low.program.types.kind(exponents) {
            Shape::Array { element, .. } => element,
            _ => exponents,
        };
        let fraction = self.map_scalar(value, |body, value| Ok(body.divided(value, exponent_type)?.0))?;
        let exponent = self.map_scalar(value, |body, value| Ok(body.divided(value, exponent_type)?.1))?;
        self.low.aggregate_of(this.result, vec![fraction, exponent])
    }
    fn divided(&mut self, value: ExprId, exponent_type: TypeId) -> Lowered<(ExprId, ExprId)> {
        let ty = self.low.program.type_of(value);
        let format = match *self.low.program.types.kind(ty) {
            Shape::Float(format) if format != FloatFormat::X87 => format,
            _ => return refuse("`llvm.frexp` of this type is not supported"),
        };
        let any = self.arbitrary(exponent_type);
        let program = &mut self.low.program;
        let bits_type = program.types.int(format.width());
        let (precision, below) = (format.significand_bits(), format.significand_bits() - 1);
        // The exponent that a number from 0.5 up to 1 has in its bits.
        let half: BigInt = (BigInt::from(1) << (format.exponent_bits() - 1)) - 2;
        // Subnormal numbers are scaled up first: that is exact.
        let scale = (&half + 1 + precision) << below;
        let scale = program.int_const(bits_type, scale)?;
        let scale = program.convert(Convert::BitsToFloat, scale, ty)?;
        let scaled = program.binary(Binary::FloatMultiply(Rounding::NearestEven), value, scale)?;
        let subnormal = program.unary(Unary::FloatIs(FloatClass::Subnormal), value)?;
        let normal = program.if_else(subnormal, scaled, value)?;
        let bits = program.convert(Convert::FloatToBits, normal, bits_type)?;
        let mask = ((BigInt::from(1) << format.exponent_bits()) - 1) << below;
        let own = program.int_const(bits_type, mask)?;
        let others = program.unary(Unary::BitNot, own)?;
        let exponent = program.binary(Binary::BitAnd, bits, own)?;
        let amount = program.int_const(bits_type, BigInt::from(below))?;
        let exponent = program.binary(Binary::ShiftRight(Sign::Unsigned), exponent, amount)?;
        let exponent = self.low.resize(exponent, exponent_type)?;
        let program = &mut self.low.program;
        let (plain, more) =
            (program.int_const(exponent_type, half.clone())?, program.int_const(exponent_type, &half + precision)?);
        let excess = program.if_else(subnormal, more, plain)?;
        let exponent = program.binary(Binary::Subtract, exponent, excess)?;
        let fraction = program.binary(Binary::BitAnd, bits, others)?;
        let half = program.int_const(bits_type, half << below)?;
        let fraction = program.binary(Binary::BitOr, fraction, half)?;
        let fraction = program.convert(Convert::BitsToFloat, fraction, ty)?;
        let zero = program.unary(Unary::FloatIs(FloatClass::Zero), value)?;
        let [infinite, nan] =
            [FloatClass::Infinite, FloatClass::Nan].map(|class| program.unary(Unary::FloatIs(class), value));
        let open = program.binary(Binary::Or, infinite?, nan?)?;
        let same = program.binary(Binary::Or, zero, open)?;
        let none = program.int_const(exponent_type, 0)?;
        let fraction = program.if_else(same, value, fraction)?;
        let fraction = self.with_any_nan(fraction)?;
        let program = &mut self.low.program;
        let exponent = program.if_else(zero, none, exponent)?;
        let exponent = program.if_else(open, any, exponent)?;
        Ok((fraction, exponent))
    }
}
