//! Arithmetic, comparisons, conversions, selection; and the way to the other families.
//!
//! Vectors are lowered element by element by [`super::vectors`]; everything here is about scalars.

use super::body::{Body, Held};
use super::emitter::Emitter;
use super::poison::Promise;
use super::{Lowered, refuse};
use crate::syntax::module::{
    BinaryOp, Flags, FloatPredicate, FloatRelation, Instruction, InstructionKind, IntPredicate, Operand, Value,
};
use cairn_ir::{
    Binary, CheckKind, Convert, ExprId, ExprKind, FloatClass, Rounding, Sign, Terminator, TypeId, TypeKind as Shape,
    Unary,
};
use num_bigint::BigInt;

impl<'a> Emitter<'_, '_, 'a> {
    // ---- arithmetic ----

    pub fn binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        a: ExprId,
        b: ExprId,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let ty = self.low.program.type_of(a);
        match *self.low.program.types.kind(ty) {
            Shape::Bool => self.boolean_binary(op, flags, a, b, words, promises),
            Shape::Int(width) => self.integer_binary(op, flags, (a, b, width), words, promises),
            Shape::Float(_) => self.float_binary(op, flags, a, b, words, promises),
            _ => refuse("arithmetic on this type is not supported"),
        }
    }

    /// Integers of one bit: addition is exclusive or, multiplication is and.
    fn boolean_binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        a: ExprId,
        b: ExprId,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let plain = match op {
            BinaryOp::And | BinaryOp::Mul => Binary::And,
            BinaryOp::Or => Binary::Or,
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => Binary::Xor,
            _ => {
                let one = self.low.program.types.int(1);
                let a = self.low.program.convert(Convert::BoolToInt, a, one)?;
                let b = self.low.program.convert(Convert::BoolToInt, b, one)?;
                let result = self.integer_binary(op, flags, (a, b, 1), words, promises)?;
                let set = self.low.program.int_const(one, 1)?;
                return Ok(self.low.program.binary(Binary::Equal, result, set)?);
            }
        };
        let arithmetic = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
        if arithmetic && (flags.nsw || flags.nuw) || flags.disjoint {
            return refuse("arithmetic of single bits that promises not to overflow is not supported");
        }
        Ok(self.low.program.binary(plain, a, b)?)
    }
    fn integer_binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        (a, b, width): (ExprId, ExprId, u32),
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        let plain = match op {
            BinaryOp::Add => Binary::Add,
            BinaryOp::Sub => Binary::Subtract,
            BinaryOp::Mul => Binary::Multiply,
            BinaryOp::And => Binary::BitAnd,
            BinaryOp::Or => Binary::BitOr,
            BinaryOp::Xor => Binary::BitXor,
            BinaryOp::Shl => Binary::ShiftLeft,
            BinaryOp::LShr => Binary::ShiftRight(Sign::Unsigned),
            BinaryOp::AShr => Binary::ShiftRight(Sign::Signed),
            BinaryOp::UDiv => Binary::Divide(Sign::Unsigned),
            BinaryOp::SDiv => Binary::Divide(Sign::Signed),
            BinaryOp::URem => Binary::Remainder(Sign::Unsigned),
            BinaryOp::SRem => Binary::Remainder(Sign::Signed),
            _ => return refuse("floating-point arithmetic on integers"),
        };
        let program = &mut self.low.program;
        let result = program.binary(plain, a, b)?;
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                self.no_overflow(op, flags, a, b, width, words, promises)?;
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                self.shift_promises(op, flags, (a, b, width), result, words, promises)?;
            }
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                self.division_checks(op, flags, (a, b, width), words, promises)?;
            }
            BinaryOp::Or if flags.disjoint => {
                let both = self.low.program.binary(Binary::BitAnd, a, b)?;
                let holds = self.is_zero(both)?;
                let description = format!("the operands of {words} must have no bit in common");
                promises.push(Promise::new(CheckKind::Overflow, holds, description));
            }
            _ => {}
        }
        Ok(result)
    }
    pub fn is_zero(&mut self, value: ExprId) -> Lowered<ExprId> {
        let ty = self.low.program.type_of(value);
        let zero = self.low.program.int_const(ty, 0)?;
        Ok(self.low.program.binary(Binary::Equal, value, zero)?)
    }
    #[allow(clippy::too_many_arguments)]
    fn no_overflow(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        a: ExprId,
        b: ExprId,
        width: u32,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<()> {
        for (wanted, sign, sign_words) in
            [(flags.nsw, Sign::Signed, "a signed"), (flags.nuw, Sign::Unsigned, "an unsigned")]
        {
            if !wanted {
                continue;
            }
            let overflows = match op {
                BinaryOp::Add => Binary::AddOverflows(sign),
                BinaryOp::Sub => Binary::SubtractOverflows(sign),
                _ => Binary::MultiplyOverflows(sign),
            };
            let overflows = self.low.program.binary(overflows, a, b)?;
            let holds = self.low.program.not(overflows)?;
            let description = format!("{words} must fit {sign_words} {width}-bit integer");
            promises.push(Promise::new(CheckKind::Overflow, holds, description));
        }
        Ok(())
    }
    fn shift_promises(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        (a, b, width): (ExprId, ExprId, u32),
        result: ExprId,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<()> {
        let program = &mut self.low.program;
        let ty = program.type_of(b);
        let limit = program.int_const(ty, BigInt::from(width))?;
        let holds = program.binary(Binary::Less(Sign::Unsigned), b, limit)?;
        let description = format!("the amount of {words} must be less than {width}");
        promises.push(Promise::new(CheckKind::Shift, holds, description));
        let mut undone = |back: Binary, why: &str| -> Lowered<()> {
            let again = program.binary(back, result, b)?;
            let holds = program.binary(Binary::Equal, again, a)?;
            promises.push(Promise::new(CheckKind::Overflow, holds, format!("{words} must {why}")));
            Ok(())
        };
        match op {
            BinaryOp::Shl => {
                if flags.nsw {
                    undone(Binary::ShiftRight(Sign::Signed), "not overflow (signed)")?;
                }
                if flags.nuw {
                    undone(Binary::ShiftRight(Sign::Unsigned), "not overflow (unsigned)")?;
                }
            }
            _ if flags.exact => undone(Binary::ShiftLeft, "lose no bits")?,
            _ => {}
        }
        Ok(())
    }
    /// Division by zero and the overflow of the smallest number by -1 are undefined at once, not poison.
    fn division_checks(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        (a, b, width): (ExprId, ExprId, u32),
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<()> {
        let zero = self.is_zero(b)?;
        let nonzero = self.low.program.not(zero)?;
        self.check(CheckKind::DivisionByZero, nonzero, format!("the divisor of {words} must not be zero"));
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            let overflows = self.low.program.binary(Binary::DivideOverflows, a, b)?;
            let holds = self.low.program.not(overflows)?;
            self.check(CheckKind::Overflow, holds, format!("{words} must fit a signed {width}-bit integer"));
        }
        if flags.exact {
            let sign = if op == BinaryOp::SDiv { Sign::Signed } else { Sign::Unsigned };
            let rest = self.low.program.binary(Binary::Remainder(sign), a, b)?;
            let holds = self.is_zero(rest)?;
            let description = format!("{words} must leave no remainder");
            promises.push(Promise::new(CheckKind::Overflow, holds, description));
        }
        Ok(())
    }
    fn float_binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        a: ExprId,
        b: ExprId,
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        Self::refuse_imprecise(flags)?;
        // The sign of a zero divisor decides which infinity comes.
        let divides = op == BinaryOp::FDiv;
        let (a, b) = if divides { (self.with_any_zero(flags, a)?, self.with_any_zero(flags, b)?) } else { (a, b) };
        let nearest = Rounding::NearestEven;
        let op = match op {
            BinaryOp::FAdd => Binary::FloatAdd(nearest),
            BinaryOp::FSub => Binary::FloatSubtract(nearest),
            BinaryOp::FMul => Binary::FloatMultiply(nearest),
            BinaryOp::FDiv => Binary::FloatDivide(nearest),
            BinaryOp::FRem => Binary::FloatModulo,
            _ => return refuse("integer arithmetic on floating-point numbers"),
        };
        let result = self.low.program.binary(op, a, b)?;
        if self.low.options.finite {
            let program = &mut self.low.program;
            let nan = program.unary(Unary::FloatIs(FloatClass::Nan), result)?;
            let infinite = program.unary(Unary::FloatIs(FloatClass::Infinite), result)?;
            let bad = program.binary(Binary::Or, nan, infinite)?;
            let finite = program.not(bad)?;
            self.check(CheckKind::Float, finite, format!("{words} must be a finite number"));
        }
        let words = format!("operands and result of {words}");
        self.float_promises(flags, &[a, b, result], &words, promises)?;
        self.with_any_zero(flags, result)
    }

    // ---- comparisons ----

    /// With `samesign`, the operands have the same sign or the result is poison.
    pub fn compare_promising(
        &mut self,
        predicate: IntPredicate,
        flags: Flags,
        a: ExprId,
        b: ExprId,
        promises: &mut Vec<Promise>,
    ) -> Lowered<ExprId> {
        if flags.samesign {
            let (a, b) = (self.as_integer(a)?, self.as_integer(b)?);
            let zero = self.low.program.int_const(self.low.program.type_of(a), 0)?;
            let first = self.compare(IntPredicate::Slt, a, zero)?;
            let second = self.compare(IntPredicate::Slt, b, zero)?;
            let holds = self.low.program.binary(Binary::Equal, first, second)?;
            let description = "numbers that are compared must have the same sign";
            promises.push(Promise::new(CheckKind::Overflow, holds, description));
        }
        self.compare(predicate, a, b)
    }
    pub fn compare(&mut self, predicate: IntPredicate, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        let ty = self.low.program.type_of(a);
        match self.low.program.types.kind(ty) {
            Shape::Pointer => self.compare_pointers(predicate, a, b),
            Shape::Bool if !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) => {
                let one = self.low.program.types.int(1);
                let a = self.low.program.convert(Convert::BoolToInt, a, one)?;
                let b = self.low.program.convert(Convert::BoolToInt, b, one)?;
                self.compare(predicate, a, b)
            }
            _ => {
                let (op, a, b) = comparison(predicate, a, b);
                Ok(self.low.program.binary(op, a, b)?)
            }
        }
    }
    /// Equality is that of addresses, and so is the order. In C the order of addresses in different objects is undefined, which
    /// is a check as long as the source is what was compiled; optimisers compare such addresses on purpose.
    fn compare_pointers(&mut self, predicate: IntPredicate, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        if matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) && self.low.compares_by_address(a, b) {
            let wide = self.low.program.types.unsigned(64);
            let a = self.low.program.convert(Convert::PointerToInt, a, wide)?;
            let b = self.low.program.convert(Convert::PointerToInt, b, wide)?;
            return self.compare(predicate, a, b);
        }
        if matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
            let equal = self.same_place(a, b)?;
            return Ok(if predicate == IntPredicate::Eq { equal } else { self.low.program.not(equal)? });
        }
        let program = &mut self.low.program;
        let op = match predicate {
            IntPredicate::Ult | IntPredicate::Ugt => Binary::PointerLess,
            IntPredicate::Ule | IntPredicate::Uge => Binary::PointerLessEqual,
            _ => return refuse("signed comparison of pointers is not supported"),
        };
        let same = program.binary(Binary::SameObject, a, b)?;
        let (x, y) = if matches!(predicate, IntPredicate::Ugt | IntPredicate::Uge) { (b, a) } else { (a, b) };
        let by_offset = program.binary(op, x, y)?;
        if self.low.debugs[self.unit].is_c_as_written() {
            self.check(CheckKind::Pointer, same, "pointers that are compared must point into the same object");
            return Ok(by_offset);
        }
        let wide = self.low.program.types.unsigned(64);
        let [first, second] = [a, b].map(|pointer| self.low.program.convert(Convert::PointerToInt, pointer, wide));
        let by_address = self.compare(predicate, first?, second?)?;
        self.one_of(same, by_offset, by_address)
    }
    /// Whether two pointers are equal. Where an object lay whose life is over, another one may lie now.
    fn same_place(&mut self, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let equal = program.binary(Binary::Equal, a, b)?;
        let is_constant = |e: ExprId| matches!(program.expr(e).kind, ExprKind::Const(_));
        if is_constant(a) || is_constant(b) {
            return Ok(equal);
        }
        let null = program.null();
        let mut all_live = program.bool_const(true);
        let mut both_point = program.bool_const(true);
        for side in [a, b] {
            let live = program.unary(Unary::PointerIsLive, side)?;
            all_live = program.binary(Binary::And, all_live, live)?;
            let number = program.binary(Binary::SameObject, side, null)?;
            let points = program.not(number)?;
            both_point = program.binary(Binary::And, both_point, points)?;
        }
        let same = program.binary(Binary::SameObject, a, b)?;
        let settled = program.binary(Binary::Or, same, all_live)?;
        let open = program.not(settled)?;
        let open = program.binary(Binary::And, open, both_point)?;
        let truth = program.types.bool();
        let chance = self.arbitrary(truth);
        let chance = self.low.program.binary(Binary::And, open, chance)?;
        Ok(self.low.program.binary(Binary::Or, equal, chance)?)
    }
    /// One of two values, each computed only where it is meant: to compute an address as a number makes it known.
    fn one_of(&mut self, condition: ExprId, first: ExprId, second: ExprId) -> Lowered<ExprId> {
        let result = self.fresh(self.low.program.type_of(first));
        let [then, otherwise, after] = ["same", "other", "compared"].map(|what| self.new_block(what));
        self.end(Terminator::Branch { condition, then, otherwise });
        for (block, value) in [(then, first), (otherwise, second)] {
            self.continue_in(block);
            self.assign(result, value);
            self.end(Terminator::Goto(after));
        }
        self.continue_in(after);
        Ok(self.low.program.var(result))
    }
    pub fn float_compare(&mut self, predicate: FloatPredicate, a: ExprId, b: ExprId) -> Lowered<ExprId> {
        let program = &mut self.low.program;
        let nan_a = program.unary(Unary::FloatIs(FloatClass::Nan), a)?;
        let nan_b = program.unary(Unary::FloatIs(FloatClass::Nan), b)?;
        let unordered = program.binary(Binary::Or, nan_a, nan_b)?;
        // False when unordered.
        let relation = match predicate.relation {
            FloatRelation::False => return Ok(program.bool_const(false)),
            FloatRelation::True => return Ok(program.bool_const(true)),
            FloatRelation::Comparable if predicate.ordered => return Ok(program.not(unordered)?),
            FloatRelation::Comparable => return Ok(unordered),
            FloatRelation::Equal => program.binary(Binary::FloatEqual, a, b)?,
            FloatRelation::Less => program.binary(Binary::FloatLess, a, b)?,
            FloatRelation::LessEqual => program.binary(Binary::FloatLessEqual, a, b)?,
            FloatRelation::Greater => program.binary(Binary::FloatLess, b, a)?,
            FloatRelation::GreaterEqual => program.binary(Binary::FloatLessEqual, b, a)?,
            FloatRelation::NotEqual => {
                let equal = program.binary(Binary::FloatEqual, a, b)?;
                let different = program.not(equal)?;
                if !predicate.ordered {
                    return Ok(different);
                }
                let ordered = program.not(unordered)?;
                return Ok(program.binary(Binary::And, ordered, different)?);
            }
        };
        if predicate.ordered {
            return Ok(relation);
        }
        Ok(program.binary(Binary::Or, unordered, relation)?)
    }

    /// The type of an instruction's result.
    pub fn result_type(&mut self, kind: &InstructionKind<'a>) -> Lowered<TypeId> {
        use InstructionKind::*;
        match kind {
            Binary { ty, .. } | Phi { ty, .. } | Load { ty, .. } => self.ty(*ty),
            FNeg { operand, .. } | Freeze(operand) => self.ty(operand.ty),
            Select { then, .. } => self.ty(then.ty),
            Compare { ty, .. } | FloatCompare { ty, .. } => {
                let bool = self.low.program.types.bool();
                Ok(match self.vector(*ty) {
                    Some((length, _)) => self.low.program.types.array(bool, length),
                    None => bool,
                })
            }
            Cast { to, .. } => self.ty(*to),
            Alloca { .. } => Ok(self.low.program.types.pointer()),
            GetElementPointer { base, indices, .. } => {
                let vector = indices.iter().map(|index| index.ty).chain([base.ty]).find_map(|ty| self.vector(ty));
                let pointer = self.low.program.types.pointer();
                Ok(match vector {
                    Some((length, _)) => self.low.program.types.array(pointer, length),
                    None => pointer,
                })
            }
            ExtractValue { aggregate, path } => {
                let ty = self.ty(aggregate.ty)?;
                self.part_type(ty, path)
            }
            InsertValue { aggregate, .. } => self.ty(aggregate.ty),
            ExtractElement { vector, .. } => match self.vector(vector.ty) {
                Some((_, element)) => self.ty(element),
                None => refuse("an element of something that is no vector"),
            },
            InsertElement { vector, .. } => self.ty(vector.ty),
            ShuffleVector { left, mask, .. } => match (self.vector(left.ty), self.vector(mask.ty)) {
                (Some((_, element)), Some((length, _))) => {
                    let element = self.ty(element)?;
                    Ok(self.low.program.types.array(element, length))
                }
                _ => refuse("a shuffle of something that is no vector"),
            },
            Call(call) | Invoke { call, .. } => self.ty(call.result),
            AtomicReadModifyWrite { value, .. } => self.ty(value.ty),
            VariadicArgument { ty, .. } => self.ty(*ty),
            CompareExchange { result, .. } => self.ty(*result),
            _ => refuse("an instruction without a result"),
        }
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn instruction(&mut self, instruction: &Instruction<'a>) -> Lowered<()> {
        use InstructionKind::*;
        match &instruction.kind {
            Binary { .. }
            | FNeg { .. }
            | Compare { .. }
            | FloatCompare { .. }
            | Cast { .. }
            | Select { .. }
            | Freeze(_)
            | ExtractValue { .. }
            | InsertValue { .. }
            | ExtractElement { .. }
            | InsertElement { .. }
            | ShuffleVector { .. }
            | GetElementPointer { .. } => self.computed(instruction),
            Load { ty, pointer, alignment, .. } => {
                self.check_aligned(*ty, pointer, *alignment)?;
                self.load(instruction)
            }
            Store { value, pointer, alignment, .. } => {
                self.check_aligned(value.ty, pointer, *alignment)?;
                self.store(value, pointer)
            }
            Alloca { ty, count, alignment } => self.alloca(instruction.result, *ty, count.as_ref(), *alignment),
            Call(call) if call.computes().is_some() => self.computed(instruction),
            Call(call) => match call.masked() {
                Some(masked) => self.masked_access(instruction, &masked),
                None => self.call(call, instruction.result),
            },
            AtomicReadModifyWrite { operation, pointer, value } => {
                self.read_modify_write(instruction.result, operation, pointer, value)
            }
            CompareExchange { pointer, expected, new, result } => {
                self.compare_exchange(instruction.result.map(|name| (name, *result)), pointer, expected, new)
            }
            DebugDeclare { address, .. } => {
                if let Value::Local(name) = address.value
                    && let Some(Held::Slot(variable)) = self.held.get(name)
                {
                    self.given.begin_again(&mut self.out, *variable);
                }
                Ok(())
            }
            Fence | Phi { .. } => Ok(()),
            DebugValue { value, variable, whole } => self.debug_value(value, *variable, *whole),
            VariadicArgument { list, ty } => self.va_arg(instruction.result, list, *ty),
            Other { opcode, .. } => refuse(format!("`{opcode}` is not supported")),
            _ => refuse("a terminator inside a block"),
        }
    }

    /// An instruction without effects: its value, its promises, its poison.
    fn computed(&mut self, instruction: &Instruction<'a>) -> Lowered<()> {
        let Some(name) = instruction.result else { return Ok(()) };
        if matches!(self.held.get(name), Some(Held::Slot(_))) {
            return Ok(());
        }
        let (mut depth, mut reads) = (0, false);
        instruction.kind.for_each_use(&mut |value, _| {
            let (d, r) = self.depth_of(value);
            depth = depth.max(d);
            reads |= r;
        });
        self.operands_matter(&instruction.kind)?;
        if let Some(operand) = Emitter::read_twice(&instruction.kind).filter(|_| self.poison.contains_key(name)) {
            self.settle(operand);
        }
        let mut promises = Vec::new();
        let value = self.compute(&instruction.kind, &mut promises)?;
        self.keep_promises(name, &instruction.kind, promises)?;
        if let Some(Held::InSlot { offset, .. }) = self.held.get(name).copied() {
            return self.out.keep_offset(offset, value);
        }
        self.define(name, value, depth, reads);
        Ok(())
    }
    /// Operands that must not be poison: divisors.
    fn operands_matter(&mut self, kind: &InstructionKind<'a>) -> Lowered<()> {
        match kind {
            InstructionKind::Binary { op, right, .. } if op.is_division() => {
                self.must_not_be_poison(right, "the divisor")
            }
            _ => Ok(()),
        }
    }
    pub fn compute(&mut self, kind: &InstructionKind<'a>, promises: &mut Vec<Promise>) -> Lowered<ExprId> {
        match kind {
            InstructionKind::Binary { op, flags, ty, left, right } => {
                if let Some((length, element)) = self.out.vector(*ty) {
                    return self.vector_binary(*op, *flags, *ty, (length, element), left, right, promises);
                }
                let words = self.words().operation(kind);
                let a = self.value(*ty, left)?;
                let b = self.value(*ty, right)?;
                self.out.binary(*op, *flags, a, b, &words, promises)
            }
            InstructionKind::Compare { predicate, ty, left, right, flags } => {
                if let Some(vector) = self.out.vector(*ty) {
                    return self.vector_compare(*predicate, *flags, (*ty, vector), left, right, promises);
                }
                let a = self.value(*ty, left)?;
                let b = self.value(*ty, right)?;
                self.out.compare_promising(*predicate, *flags, a, b, promises)
            }
            InstructionKind::FloatCompare { predicate, flags, ty, left, right } => {
                let words = format!(
                    "operands of the comparison of {} and {}",
                    self.words().value(left),
                    self.words().value(right)
                );
                let (a, b) = (self.value(*ty, left)?, self.value(*ty, right)?);
                self.out.float_promises(*flags, &[a, b], &words, promises)?;
                match self.out.vector(*ty) {
                    Some((length, _)) => self.out.vector_float_compare(*predicate, length, a, b),
                    None => self.out.float_compare(*predicate, a, b),
                }
            }
            InstructionKind::FNeg { operand, flags } => {
                let words = format!("the operand of -{}", self.words().value(&operand.value));
                let a = self.operand(operand)?;
                self.out.float_promises(*flags, &[a], &words, promises)?;
                self.out.map_scalar(a, |body, a| {
                    let negated = body.low.program.unary(Unary::FloatNegate, a)?;
                    body.with_any_zero(*flags, negated)
                })
            }
            InstructionKind::Cast { op, flags, operand, to } => self.cast(*op, *flags, operand, *to, promises),
            InstructionKind::Select { flags, condition, then, otherwise } => {
                // Whether a promise is about the operand that is not chosen too is not clear.
                Emitter::refuse_imprecise(Flags { imprecise: flags.nnan || flags.ninf, ..*flags })?;
                let chosen = self.select(condition, then, otherwise)?;
                self.out.with_any_zeros(*flags, chosen)
            }
            // Where the operand is poison or undefined, any value, the same for every use.
            InstructionKind::Freeze(operand) => self.frozen(operand),
            InstructionKind::GetElementPointer { inbounds, flags, source, base, indices } => {
                self.get_element_pointer((*inbounds, *flags), *source, base, indices, promises)
            }
            InstructionKind::Call(call) => match call.computes() {
                Some(name) => self.computation(name, call, promises),
                None => refuse("a call where a value is computed"),
            },
            other => self.composite(other, promises),
        }
    }

    // ---- selection ----

    fn select(&mut self, condition: &Operand<'a>, then: &Operand<'a>, otherwise: &Operand<'a>) -> Lowered<ExprId> {
        if let Some((length, _)) = self.out.vector(condition.ty) {
            return self.vector_select(length, condition, then, otherwise);
        }
        let test = self.operand(condition)?;
        let a = self.operand(then)?;
        let b = self.operand(otherwise)?;
        Ok(self.out.low.program.if_else(test, a, b)?)
    }
}

fn comparison(predicate: IntPredicate, a: ExprId, b: ExprId) -> (Binary, ExprId, ExprId) {
    use IntPredicate::*;
    match predicate {
        Eq => (Binary::Equal, a, b),
        Ne => (Binary::NotEqual, a, b),
        Ult => (Binary::Less(Sign::Unsigned), a, b),
        Ule => (Binary::LessEqual(Sign::Unsigned), a, b),
        Ugt => (Binary::Less(Sign::Unsigned), b, a),
        Uge => (Binary::LessEqual(Sign::Unsigned), b, a),
        Slt => (Binary::Less(Sign::Signed), a, b),
        Sle => (Binary::LessEqual(Sign::Signed), a, b),
        Sgt => (Binary::Less(Sign::Signed), b, a),
        Sge => (Binary::LessEqual(Sign::Signed), b, a),
    }
}
