//! `llvm.*` that only compute: overflow arithmetic, minimum and maximum, bit counting, reductions. Those of floating-point
//! numbers are in [`super::float_computations`].
//!
//! Of vectors each element is computed by itself. Poison goes through, and some make it.

use super::body::Body;
use super::emitter::Emitter;
use super::poison::Promise;
use super::{Lowered, refuse};
use crate::syntax::module::{BinaryOp, Call, Flags, IntPredicate, Value};
use cairn_ir::{Binary, CheckKind, Convert, ExprId, ExprKind, Sign, TypeId, Unary, VarId};
use num_bigint::BigInt;

/// What has one exact result, whatever `fast` mathematics allows.
const EXACT: [&str; 14] = [
    "fabs",
    "copysign",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "minnum",
    "maxnum",
    "minimum",
    "maximum",
    "is",
];

/// One computation: what is written, and the operands it is for (of one element, if of vectors).
pub(super) struct Computation<'c, 'a> {
    pub name: &'c str,
    pub call: &'c Call<'a>,
    operands: &'c [ExprId],
    pub result: TypeId,
}

impl Computation<'_, '_> {
    pub fn family(&self) -> &str {
        self.name.split('.').next().unwrap_or("")
    }
    pub fn operand(&self, n: usize) -> Lowered<ExprId> {
        match self.operands.get(n) {
            Some(operand) => Ok(*operand),
            None => refuse("a call with too few arguments"),
        }
    }
    fn says(&self, n: usize) -> bool {
        matches!(self.call.arguments.get(n).map(|argument| &argument.operand.value), Some(Value::Bool(true)))
    }
    pub fn refused<T>(&self) -> Lowered<T> {
        refuse(format!("`llvm.{}` is not supported", self.name))
    }
}

impl<'a> Emitter<'_, '_, 'a> {
    fn scalar(&mut self, this: &Computation<'_, 'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        match this.family() {
            "sadd" | "uadd" | "ssub" | "usub" | "smul" | "umul" => self.overflow_intrinsic(this),
            family @ ("smax" | "smin" | "umax" | "umin") => {
                self.extreme(&family[..1], &family[1..], this.operand(0)?, this.operand(1)?)
            }
            "scmp" | "ucmp" => self.three_way(this),
            "abs" => self.absolute(this, promises),
            "ctpop" | "ctlz" | "cttz" | "bswap" | "bitreverse" => self.bit_intrinsic(this, promises),
            "fshl" | "fshr" => self.funnel_shift(this),
            "sshl" | "ushl" => self.saturating_shift(this, promises),
            "expect" | "ssa" | "launder" | "strip" | "threadlocal" | "arithmetic" | "annotation" | "ptr" => {
                this.operand(0)
            }
            // It is for the optimiser to say what it knows, and what it leaves in.
            "is" | "allow" if !this.name.starts_with("is.fpclass") => {
                let bool = self.low.program.types.bool();
                Ok(self.arbitrary(bool))
            }
            "is" => self.float_class(this),
            "objectsize" => self.object_size(this),
            "ptrmask" => self.masked_pointer(this),
            _ => self.float_intrinsic(this),
        }
    }

    /// What is left of the object, or, if the compiler does not know, the largest or smallest answer, as it was asked for.
    fn object_size(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let pointer = this.operand(0)?;
        let bool = self.low.program.types.bool();
        let known = self.arbitrary(bool);
        let program = &mut self.low.program;
        let wide = program.types.unsigned(64);
        let size = program.unary(Unary::PointerObjectSize, pointer)?;
        let offset = program.unary(Unary::PointerOffset, pointer)?;
        let offset = program.convert(Convert::Retype, offset, wide)?;
        let left = program.binary(Binary::Subtract, size, offset)?;
        let inside = program.binary(Binary::LessEqual(Sign::Unsigned), offset, size)?;
        let live = program.unary(Unary::PointerIsLive, pointer)?;
        let known = program.binary(Binary::And, known, inside)?;
        let known = program.binary(Binary::And, known, live)?;
        let unknown = program.int_const(this.result, if this.says(1) { 0 } else { -1 })?;
        let left = self.low.resize(left, this.result)?;
        Ok(self.low.program.if_else(known, left, unknown)?)
    }
    /// The greater or smaller of two numbers.
    pub fn extreme(&mut self, sign: &str, which: &str, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        let predicate = match (sign, which) {
            ("s", "max") => IntPredicate::Sgt,
            ("s", _) => IntPredicate::Slt,
            (_, "max") => IntPredicate::Ugt,
            _ => IntPredicate::Ult,
        };
        let first = self.compare(predicate, a, b)?;
        Ok(self.low.program.if_else(first, a, b)?)
    }
    /// -1, 0 or 1.
    fn three_way(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let (a, b) = (this.operand(0)?, this.operand(1)?);
        let less = if this.family() == "scmp" { IntPredicate::Slt } else { IntPredicate::Ult };
        let (below, above) = (self.compare(less, a, b)?, self.compare(less, b, a)?);
        let program = &mut self.low.program;
        let numbers = [program.int_const(this.result, -1)?, program.int_const(this.result, 0)?];
        let one = program.int_const(this.result, 1)?;
        let rest = program.if_else(above, one, numbers[1])?;
        Ok(program.if_else(below, numbers[0], rest)?)
    }
    fn absolute(&mut self, this: &Computation<'_, 'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        let a = this.operand(0)?;
        let program = &mut self.low.program;
        let zero = program.int_const(this.result, 0)?;
        if this.says(1) {
            let overflows = program.unary(Unary::NegateOverflows, a)?;
            let holds = program.not(overflows)?;
            let description = "the absolute value must fit its type";
            promises.push(Promise::new(CheckKind::Overflow, holds, description));
        }
        let negative = program.binary(Binary::Less(Sign::Signed), a, zero)?;
        let negated = program.unary(Unary::Negate, a)?;
        Ok(program.if_else(negative, negated, a)?)
    }

    /// All elements of a vector as one: `add`, `smax`, … from the first to the last.
    fn reduce(
        &mut self,
        operation: &str,
        call: &Call<'a>,
        operands: &[ExprId],
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let operation = operation.split('.').next().unwrap_or("");
        // Sums and products of floats have a start.
        let (start, vector) = match operands {
            [vector] => (None, *vector),
            [start, vector] => (Some(*start), *vector),
            _ => return refuse("a reduction of something else than a vector"),
        };
        let ty = call.arguments.last().and_then(|argument| self.vector(argument.operand.ty));
        let Some((length, _)) = ty else { return refuse("a reduction of something that is no vector") };
        let op = match operation {
            "add" => Some(BinaryOp::Add),
            "mul" => Some(BinaryOp::Mul),
            "and" => Some(BinaryOp::And),
            "or" => Some(BinaryOp::Or),
            "xor" => Some(BinaryOp::Xor),
            "fadd" => Some(BinaryOp::FAdd),
            "fmul" => Some(BinaryOp::FMul),
            "smax" | "smin" | "umax" | "umin" | "fmax" | "fmin" | "fmaximum" | "fminimum" => None,
            _ => return refuse(format!("`llvm.vector.reduce.{operation}` is not supported")),
        };
        let vector = self.kept(vector);
        let mut result = start;
        for n in 0..length {
            let part = self.element(vector, n)?;
            result = Some(match (result, op) {
                (None, _) => part,
                (Some(sum), Some(op)) => self.binary(op, Flags::default(), sum, part, "the reduction", promises)?,
                (Some(best), None) => match operation {
                    "fmax" => self.float_extreme("maxnum", best, part)?,
                    "fmin" => self.float_extreme("minnum", best, part)?,
                    "fmaximum" | "fminimum" => self.float_extreme(&operation[1..], best, part)?,
                    _ => self.extreme(&operation[..1], &operation[1..], best, part)?,
                },
            });
        }
        match result {
            Some(result) => Ok(result),
            None => refuse("an empty vector"),
        }
    }

    /// `{ result, overflowed }`, or the nearest representable number for `.sat`.
    fn overflow_intrinsic(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let (a, b) = (this.operand(0)?, this.operand(1)?);
        let (name, family) = (this.name, this.family());
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
            return self.low.aggregate_of(this.result, vec![result, overflows]);
        }
        // Saturating products are those of fixed-point numbers, which are scaled.
        let saturates = name.contains(".sat") && !family.ends_with("mul");
        let (Some(width), true) = (self.low.program.types.int_width(ty), saturates) else { return this.refused() };
        let limit = match family {
            "usub" => self.low.program.int_const(ty, 0)?,
            _ => self.limit(sign, a, width)?,
        };
        Ok(self.low.program.if_else(overflows, limit, result)?)
    }
    /// The largest number of a type, or the smallest if a number is negative.
    fn limit(&mut self, sign: Sign, of: ExprId, width: u32) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let ty = program.type_of(of);
        if sign == Sign::Unsigned {
            return Ok(program.int_const(ty, -1)?);
        }
        let half = BigInt::from(1) << (width - 1);
        let zero = program.int_const(ty, 0)?;
        let negative = program.binary(Binary::Less(Sign::Signed), of, zero)?;
        let (low, high) = (program.int_const(ty, -&half)?, program.int_const(ty, half - 1)?);
        Ok(program.if_else(negative, low, high)?)
    }
    /// Shifted to the left, or the limit where bits that count are lost. By too much it gives poison.
    fn saturating_shift(&mut self, this: &Computation<'_, 'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        let (a, b) = (this.operand(0)?, this.operand(1)?);
        let Some(width) = self.low.program.types.int_width(this.result) else { return this.refused() };
        let sign = if this.family() == "sshl" { Sign::Signed } else { Sign::Unsigned };
        let limit = self.limit(sign, a, width)?;
        let program = &mut self.low.program;
        let most = program.int_const(this.result, BigInt::from(width))?;
        let holds = program.binary(Binary::Less(Sign::Unsigned), b, most)?;
        promises.push(Promise::new(CheckKind::Shift, holds, format!("the shift amount must be less than {width}")));
        let shifted = program.binary(Binary::ShiftLeft, a, b)?;
        let back = program.binary(Binary::ShiftRight(sign), shifted, b)?;
        let same = program.binary(Binary::Equal, back, a)?;
        Ok(program.if_else(same, shifted, limit)?)
    }
    fn bit_intrinsic(&mut self, this: &Computation<'_, 'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        let a = this.operand(0)?;
        let family = this.family();
        let ty = self.low.program.type_of(a);
        let Some(width) = self.low.program.types.int_width(ty) else { return this.refused() };
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
            _ => {
                if this.says(1) {
                    let value = self.low.program.var(kept);
                    let zero = self.is_zero(value)?;
                    let holds = self.low.program.not(zero)?;
                    let description = "a number whose zeros are counted must not be zero";
                    promises.push(Promise::new(CheckKind::Overflow, holds, description));
                }
                self.count_zeros(family == "cttz", kept, ty, width)
            }
        }
    }
    fn bit(&mut self, variable: VarId, ty: TypeId, n: u32) -> Lowered<ExprId> {
        let amount = self.low.program.int_const(ty, BigInt::from(n))?;
        let one = self.low.program.int_const(ty, 1)?;
        let whole = self.low.program.var(variable);
        let shifted = self.low.program.binary(Binary::ShiftRight(Sign::Unsigned), whole, amount)?;
        Ok(self.low.program.binary(Binary::BitAnd, shifted, one)?)
    }
    /// Leading or trailing zeros: the position of the bit that is set last, seen from the other side.
    fn count_zeros(&mut self, trailing: bool, kept: VarId, ty: TypeId, width: u32) -> Lowered<ExprId> {
        let mut count = self.low.program.int_const(ty, BigInt::from(width))?;
        for n in 0..width {
            // The outermost choice is the first bit met: the lowest for trailing, the highest for leading zeros.
            let (position, zeros) = if trailing { (width - 1 - n, width - 1 - n) } else { (n, width - 1 - n) };
            let bit = self.bit(kept, ty, position)?;
            let clear = self.is_zero(bit)?;
            let here = self.low.program.int_const(ty, BigInt::from(zeros))?;
            count = self.low.program.if_else(clear, count, here)?;
        }
        Ok(count)
    }
    /// Two numbers side by side, shifted; the amount counts modulo the width.
    fn funnel_shift(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let (a, b, c) = (this.operand(0)?, this.operand(1)?, this.operand(2)?);
        let ty = self.low.program.type_of(a);
        let Some(width) = self.low.program.types.int_width(ty) else { return this.refused() };
        let program = &mut self.low.program;
        let modulus = program.int_const(ty, BigInt::from(width))?;
        let amount = program.binary(Binary::Remainder(Sign::Unsigned), c, modulus)?;
        let rest = program.binary(Binary::Subtract, modulus, amount)?;
        let (left, right) = if this.family() == "fshl" { (amount, rest) } else { (rest, amount) };
        // A shift by the whole width gives zero, as is wanted when the amount is zero.
        let high = program.binary(Binary::ShiftLeft, a, left)?;
        let low = program.binary(Binary::ShiftRight(Sign::Unsigned), b, right)?;
        Ok(program.binary(Binary::BitOr, high, low)?)
    }
    /// An address with some of its bits cleared, in the same object.
    fn masked_pointer(&mut self, this: &Computation<'_, 'a>) -> Lowered<ExprId> {
        let (pointer, mask) = (this.operand(0)?, this.operand(1)?);
        let wide = self.low.program.types.unsigned(64);
        let signed = self.low.program.types.int(64);
        let mask = self.low.resize(mask, wide)?;
        let address = self.low.pointer_to_int(pointer, wide)?;
        let program = &mut self.low.program;
        let kept = program.binary(Binary::BitAnd, address, mask)?;
        let distance = program.binary(Binary::Subtract, kept, address)?;
        let distance = program.convert(Convert::Retype, distance, signed)?;
        Ok(program.binary(Binary::PointerAdd { stride: 1 }, pointer, distance)?)
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn computation(&mut self, name: &str, call: &Call<'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        let value = self.computed_value(name, call, promises)?;
        self.out.float_promises(call.flags, &[value], "the result", promises)?;
        self.out.with_any_zeros(call.flags, value)
    }
    fn computed_value(&mut self, name: &str, call: &Call<'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        let family = name.split('.').next().unwrap_or("");
        if !EXACT.contains(&family) {
            Emitter::refuse_imprecise(call.flags)?;
        }
        let mut operands = Vec::new();
        for argument in &call.arguments {
            let operand = self.operand(&argument.operand)?;
            self.out.float_promises(call.flags, &[operand], "the operand", promises)?;
            operands.push(self.out.with_any_zeros(call.flags, operand)?);
        }
        let result = self.out.ty(call.result)?;
        if let Some(operation) = name.strip_prefix("vector.reduce.") {
            return self.out.reduce(operation, call, &operands, promises);
        }
        if name.starts_with("x86.") {
            return self.out.x86(name, call, &operands);
        }
        let Some((length, element)) = self.out.vector(call.result) else {
            return self.out.scalar(&Computation { name, call, operands: &operands, result }, promises);
        };
        let element = self.out.ty(element)?;
        let kept: Vec<ExprId> = operands.iter().map(|&operand| self.out.kept(operand)).collect();
        let mut parts = Vec::new();
        for n in 0..length {
            let mut lane = Vec::new();
            for (&operand, argument) in kept.iter().zip(&call.arguments) {
                lane.push(match self.out.vector(argument.operand.ty) {
                    Some(_) => self.out.element(operand, n)?,
                    None => operand,
                });
            }
            let before = promises.len();
            parts.push(self.out.scalar(&Computation { name, call, operands: &lane, result: element }, promises)?);
            Promise::about(&mut promises[before..], n);
        }
        Ok(self.out.low.program.add_expr(ExprKind::ArrayOf(parts), result, None)?)
    }
}
