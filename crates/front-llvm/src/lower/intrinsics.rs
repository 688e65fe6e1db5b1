//! `llvm.*`: memory, overflow arithmetic, assumptions, bit counting, minimum and maximum, floating point.

use super::body::{Body, Held};
use super::{Lowered, refuse};
use crate::syntax::module::{Call, IntPredicate, Value};
use cairn_ir::{
    Binary, CheckKind, ExprId, ExprKind, FloatClass, Place, Rounding, Sign, StatementKind, Terminator, TypeId,
    TypeKind as Shape, Unary,
};
use num_bigint::BigInt;

impl<'a> Body<'_, '_, 'a> {
    pub fn intrinsic(&mut self, name: &str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        // The types behind the name (`.i32`, `.p0i8.i64`) say nothing that the arguments do not.
        let family = name.split('.').next().unwrap_or("");
        match family {
            "memcpy" | "memmove" | "memset" => self.memory_intrinsic(family, call),
            "lifetime" => self.lifetime(name, call),
            "assume" => {
                let condition = self.argument(call, 0)?;
                self.push(StatementKind::Assume(condition));
                Ok(())
            }
            "trap" | "ubsantrap" | "debugtrap" => {
                self.end(Terminator::Stop);
                Ok(())
            }
            "donothing" | "prefetch" | "sideeffect" | "var" | "experimental" | "invariant" | "codeview"
            | "annotation"
                if result.is_none() =>
            {
                Ok(())
            }
            // Variable-length arrays: their objects live until the function returns.
            "stackrestore" => Ok(()),
            "va_start" => self.va_start(call),
            "va_copy" => self.va_copy(call),
            "va_end" => Ok(()),
            _ => {
                let value = self.computed_intrinsic(name, family, call)?;
                if let Some(result) = result {
                    self.define(result, value, 0, false);
                }
                Ok(())
            }
        }
    }
    pub fn argument(&mut self, call: &Call<'a>, position: usize) -> Lowered<ExprId> {
        match call.arguments.get(position) {
            Some(argument) => self.operand(&argument.operand),
            None => refuse("a call with too few arguments"),
        }
    }

    // ---- memory ----

    fn memory_intrinsic(&mut self, family: &str, call: &Call<'a>) -> Lowered<()> {
        let [first, second, third, ..] = &call.arguments[..] else { return refuse("a call with too few arguments") };
        for argument in [first, third] {
            self.must_not_be_poison(&argument.operand.value, "the argument")?;
        }
        let (to_words, from_words) = (self.words(&first.operand.value), self.words(&second.operand.value));
        let target = self.operand(&first.operand)?;
        let other = self.operand(&second.operand)?;
        let bytes = self.operand(&third.operand)?;
        let wide = self.low.program.types.unsigned(64);
        let bytes = self.low.resize(bytes, wide)?;
        // Nothing is accessed when there are no bytes.
        let zero = self.low.program.int_const(wide, 0)?;
        let none = self.low.program.binary(Binary::Equal, bytes, zero)?;
        let mut ends = vec![(target, to_words.clone())];
        if family != "memset" {
            ends.push((other, from_words));
        }
        for (pointer, words) in ends {
            let valid = self.low.program.binary(Binary::PointerValid, pointer, bytes)?;
            let fine = self.low.program.binary(Binary::Or, none, valid)?;
            let description = format!("{words} must point to as many bytes of a live object as are accessed");
            self.check(CheckKind::Pointer, fine, description);
        }
        self.check_writable(target, &to_words)?;
        self.settle_reads();
        let statement = if family == "memset" {
            let byte = self.low.program.types.unsigned(8);
            let value = self.low.resize(other, byte)?;
            StatementKind::FillMemory { target, value, bytes }
        } else {
            StatementKind::CopyMemory { target, source: other, bytes }
        };
        self.push(statement);
        Ok(())
    }
    fn lifetime(&mut self, name: &str, call: &Call<'a>) -> Lowered<()> {
        let slot = call.arguments.iter().find_map(|argument| self.slot_behind(&argument.operand.value));
        let Some(variable) = slot else { return Ok(()) };
        self.settle_reads();
        if name.starts_with("lifetime.start") {
            self.push(StatementKind::Live(variable));
            self.push(StatementKind::Havoc { target: Place::var(variable) });
        } else {
            self.push(StatementKind::Dead(variable));
        }
        Ok(())
    }
    /// The slot that a pointer is the address of, through casts.
    fn slot_behind(&self, value: &Value<'a>) -> Option<cairn_ir::VarId> {
        let mut value = value;
        for _ in 0..4 {
            let Value::Local(name) = value else { return None };
            if let Some(Held::Slot(variable)) = self.held.get(name) {
                return Some(*variable);
            }
            let &(b, i) = self.scan.made_by.get(name)?;
            value = match &self.function.blocks[b].instructions[i].kind {
                crate::syntax::module::InstructionKind::Cast { operand, .. } => &operand.value,
                _ => return None,
            };
        }
        None
    }

    // ---- values ----

    fn computed_intrinsic(&mut self, name: &str, family: &str, call: &Call<'a>) -> Lowered<ExprId> {
        match family {
            "sadd" | "uadd" | "ssub" | "usub" | "smul" | "umul" => self.overflow_intrinsic(name, family, call),
            "smax" | "smin" | "umax" | "umin" => {
                let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
                let predicate = match family {
                    "smax" => IntPredicate::Sgt,
                    "smin" => IntPredicate::Slt,
                    "umax" => IntPredicate::Ugt,
                    _ => IntPredicate::Ult,
                };
                let first = self.compare(predicate, a, b)?;
                Ok(self.low.program.if_else(first, a, b)?)
            }
            "abs" => {
                let a = self.argument(call, 0)?;
                let ty = self.low.program.type_of(a);
                let zero = self.low.program.int_const(ty, 0)?;
                if let Some(Value::Bool(true)) = call.arguments.get(1).map(|argument| &argument.operand.value) {
                    let overflows = self.low.program.unary(Unary::NegateOverflows, a)?;
                    let holds = self.low.program.not(overflows)?;
                    self.check(CheckKind::Overflow, holds, "the absolute value must fit its type");
                }
                let negative = self.low.program.binary(Binary::Less(Sign::Signed), a, zero)?;
                let negated = self.low.program.unary(Unary::Negate, a)?;
                Ok(self.low.program.if_else(negative, negated, a)?)
            }
            "ctpop" | "ctlz" | "cttz" | "bswap" | "bitreverse" => self.bit_intrinsic(family, call),
            "fshl" | "fshr" => self.funnel_shift(family, call),
            "expect" | "ssa" | "launder" | "strip" | "threadlocal" => self.argument(call, 0),
            "stacksave" => Ok(self.low.program.null()),
            "is" if name.starts_with("is.constant") => Ok(self.low.program.bool_const(false)),
            "is" if name.starts_with("is.fpclass") => self.float_class(call),
            "objectsize" => {
                // The compiler does not know: the largest or smallest answer, as it was asked for.
                let ty = self.ty(call.result)?;
                let smallest = matches!(call.arguments.get(1).map(|a| &a.operand.value), Some(Value::Bool(true)));
                Ok(self.low.program.int_const(ty, if smallest { 0 } else { -1 })?)
            }
            _ => self.float_intrinsic(name, family, call),
        }
    }

    /// `{ result, overflowed }`, or the nearest representable number for `.sat`.
    fn overflow_intrinsic(&mut self, name: &str, family: &str, call: &Call<'a>) -> Lowered<ExprId> {
        let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let sign = if family.starts_with('s') { Sign::Signed } else { Sign::Unsigned };
        let (op, overflow) = match &family[1..] {
            "add" => (Binary::Add, Binary::AddOverflows(sign)),
            "sub" => (Binary::Subtract, Binary::SubtractOverflows(sign)),
            _ => (Binary::Multiply, Binary::MultiplyOverflows(sign)),
        };
        let result = self.low.program.binary(op, a, b)?;
        let overflows = self.low.program.binary(overflow, a, b)?;
        let ty = self.low.program.type_of(a);
        if name.contains(".with.overflow") {
            let pair = self.ty(call.result)?;
            return Ok(self.low.program.add_expr(ExprKind::RecordOf(vec![result, overflows]), pair, None)?);
        }
        let (Some(width), true) = (self.low.program.types.int_width(ty), name.contains(".sat")) else {
            return refuse(format!("`llvm.{name}` is not supported"));
        };
        let limit = match (sign, family) {
            (Sign::Unsigned, "usub") => self.low.program.int_const(ty, 0)?,
            (Sign::Unsigned, _) => self.low.program.int_const(ty, -1)?,
            (Sign::Signed, _) => {
                let largest = (BigInt::from(1) << (width - 1)) - 1;
                let smallest = -(BigInt::from(1) << (width - 1));
                let zero = self.low.program.int_const(ty, 0)?;
                let negative = self.low.program.binary(Binary::Less(Sign::Signed), a, zero)?;
                let (low, high) = (self.low.program.int_const(ty, smallest)?, self.low.program.int_const(ty, largest)?);
                self.low.program.if_else(negative, low, high)?
            }
        };
        Ok(self.low.program.if_else(overflows, limit, result)?)
    }

    fn bit_intrinsic(&mut self, family: &str, call: &Call<'a>) -> Lowered<ExprId> {
        let a = self.argument(call, 0)?;
        let ty = self.low.program.type_of(a);
        let Some(width) = self.low.program.types.int_width(ty) else {
            return refuse(format!("`llvm.{family}` of this type is not supported"));
        };
        let kept = self.fresh(ty);
        self.assign(kept, a);
        match family {
            "ctpop" => {
                let mut sum = self.low.program.int_const(ty, 0)?;
                for n in 0..width {
                    let bit = self.bit(kept, ty, n)?;
                    sum = self.low.program.binary(Binary::Add, sum, bit)?;
                }
                Ok(sum)
            }
            "bswap" | "bitreverse" => {
                let unit = if family == "bswap" { 8 } else { 1 };
                let mut value = self.low.program.int_const(ty, 0)?;
                let mask = self.low.program.int_const(ty, (BigInt::from(1) << unit) - 1)?;
                for n in 0..width / unit {
                    let amount = self.low.program.int_const(ty, BigInt::from(n * unit))?;
                    let whole = self.low.program.var(kept);
                    let part = self.low.program.binary(Binary::ShiftRight(Sign::Unsigned), whole, amount)?;
                    let part = self.low.program.binary(Binary::BitAnd, part, mask)?;
                    let place = self.low.program.int_const(ty, BigInt::from(width - (n + 1) * unit))?;
                    let part = self.low.program.binary(Binary::ShiftLeft, part, place)?;
                    value = self.low.program.binary(Binary::BitOr, value, part)?;
                }
                Ok(value)
            }
            _ => self.count_zeros(family, call, kept, ty, width),
        }
    }
    fn bit(&mut self, variable: cairn_ir::VarId, ty: TypeId, n: u32) -> Lowered<ExprId> {
        let amount = self.low.program.int_const(ty, BigInt::from(n))?;
        let one = self.low.program.int_const(ty, 1)?;
        let whole = self.low.program.var(variable);
        let shifted = self.low.program.binary(Binary::ShiftRight(Sign::Unsigned), whole, amount)?;
        Ok(self.low.program.binary(Binary::BitAnd, shifted, one)?)
    }
    /// Leading or trailing zeros: the position of the bit that is set last, seen from the other side.
    fn count_zeros(
        &mut self,
        family: &str,
        call: &Call<'a>,
        kept: cairn_ir::VarId,
        ty: TypeId,
        width: u32,
    ) -> Lowered<ExprId> {
        if let Some(Value::Bool(true)) = call.arguments.get(1).map(|argument| &argument.operand.value) {
            let value = self.low.program.var(kept);
            let zero = self.is_zero(value)?;
            let holds = self.low.program.not(zero)?;
            self.check(CheckKind::Overflow, holds, "a number whose zeros are counted must not be zero");
        }
        let mut count = self.low.program.int_const(ty, BigInt::from(width))?;
        for n in 0..width {
            // The outermost choice is the first bit met: the lowest for trailing, the highest for leading zeros.
            let (position, zeros) = if family == "cttz" { (width - 1 - n, width - 1 - n) } else { (n, width - 1 - n) };
            let bit = self.bit(kept, ty, position)?;
            let clear = self.is_zero(bit)?;
            let here = self.low.program.int_const(ty, BigInt::from(zeros))?;
            count = self.low.program.if_else(clear, count, here)?;
        }
        Ok(count)
    }
    /// Two numbers side by side, shifted; the amount counts modulo the width.
    fn funnel_shift(&mut self, family: &str, call: &Call<'a>) -> Lowered<ExprId> {
        let (a, b, c) = (self.argument(call, 0)?, self.argument(call, 1)?, self.argument(call, 2)?);
        let ty = self.low.program.type_of(a);
        let Some(width) = self.low.program.types.int_width(ty) else {
            return refuse(format!("`llvm.{family}` of this type is not supported"));
        };
        let program = &mut self.low.program;
        let modulus = program.int_const(ty, BigInt::from(width))?;
        let amount = program.binary(Binary::Remainder(Sign::Unsigned), c, modulus)?;
        let rest = program.binary(Binary::Subtract, modulus, amount)?;
        let (left, right) = if family == "fshl" { (amount, rest) } else { (rest, amount) };
        // A shift by the whole width gives zero, as is wanted when the amount is zero.
        let high = program.binary(Binary::ShiftLeft, a, left)?;
        let low = program.binary(Binary::ShiftRight(Sign::Unsigned), b, right)?;
        Ok(program.binary(Binary::BitOr, high, low)?)
    }

    // ---- floating point ----

    fn float_intrinsic(&mut self, name: &str, family: &str, call: &Call<'a>) -> Lowered<ExprId> {
        if call.flags.imprecise {
            return refuse("fast-math is not supported: its results are not determined");
        }
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
            let value = self.argument(call, 0)?;
            return self.map_scalar(value, |body, value| Ok(body.low.program.unary(op, value)?));
        }
        match family {
            "fma" | "fmuladd" => self.fused(family, call),
            "copysign" => {
                let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
                self.copy_sign(a, b)
            }
            // Of zeros with different signs either may come; so it is refused unless the program form's answer is one.
            "minnum" | "maxnum" => {
                let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
                let op = if family == "minnum" { Binary::FloatMin } else { Binary::FloatMax };
                let result = self.low.program.binary(op, a, b)?;
                let equal = self.low.program.binary(Binary::FloatEqual, a, b)?;
                let bool = self.low.program.types.bool();
                let either = self.arbitrary(bool);
                let any = self.low.program.if_else(either, a, b)?;
                Ok(self.low.program.if_else(equal, any, result)?)
            }
            "fptosi" | "fptoui" if name.contains(".sat") => refuse(format!("`llvm.{name}` is not supported")),
            _ => refuse(format!("`llvm.{name}` is not supported")),
        }
    }
    /// `fmuladd` may round once or twice.
    fn fused(&mut self, family: &str, call: &Call<'a>) -> Lowered<ExprId> {
        let (a, b, c) = (self.argument(call, 0)?, self.argument(call, 1)?, self.argument(call, 2)?);
        let ty = self.low.program.type_of(a);
        if !matches!(self.low.program.types.kind(ty), Shape::Float(_)) {
            return refuse(format!("`llvm.{family}` of vectors is not supported"));
        }
        let nearest = Rounding::NearestEven;
        let once = self.low.program.add_expr(ExprKind::FusedMultiplyAdd(nearest, [a, b, c]), ty, None)?;
        if family == "fma" {
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
    /// The classes of LLVM's bit mask, of which the program form knows all but signalling NaNs.
    fn float_class(&mut self, call: &Call<'a>) -> Lowered<ExprId> {
        let value = self.argument(call, 0)?;
        let Some(Value::Int(mask)) = call.arguments.get(1).map(|argument| &argument.operand.value) else {
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
}
