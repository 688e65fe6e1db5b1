//! Functions known by name whose calls are lowered where they stand: memory, assertions, assumptions, ends of the
//! program, nondeterminism, output. The rest of the C library comes through [`super::interface`].
//!
//! The contract of `cairn.h`: `assume(x)` calls `verif_stop`, `check(x)` calls `verif_warn` where `x` is false.

use super::body::Body;
use super::emitter::Emitter;
use super::{Lowered, Lowering, Symbol, refuse};
use crate::syntax::module::{BinaryOp, Call, InstructionKind, IntPredicate, Ty, TypeKind, Value};
use cairn_base::SourceMap;
use cairn_ir::{
    AllocationKind, Binary, CheckKind, Convert, ExprId, ExprKind, Place, Pointer, StatementKind, Terminator, TypeId,
    TypeKind as Shape, Unary, VarId,
};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// What a function without body of the modules' own is known to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// Where a failed `check` or `assume` of `cairn.h` goes.
    CheckFails,
    AssumeFails,
    /// An error location.
    Error,
    Assume,
    /// Condition, and maybe a text.
    Assert,
    /// Where a failed `assert` goes; the position of the text, if it is given one.
    AssertFails(Option<usize>),
    /// The program ends at once.
    Stop,
    /// A panic of Rust's core library.
    Panic,
    /// A check of another language that has failed.
    Fails(CheckKind, &'static str),
    /// Rust's standard library starts the program.
    RustStart,
    /// Rust's vectors cannot grow.
    CapacityError,
    Reallocate,
    /// Of static objects in functions of C++.
    GuardAcquire,
    GuardRelease,
    Nothing,
    /// Gives its first argument back.
    FirstArgument,
    Nondet,
    Allocate {
        zeroed: bool,
        /// The size is a product of two arguments.
        counted: bool,
        /// There is always memory, or an exception.
        surely: bool,
    },
    Free,
    /// As the intrinsic does; gives its first argument.
    Bytes(&'static str),
    /// Formats whose arguments stand in a list.
    ListedArguments,
}

fn known(name: &str) -> Option<Known> {
    Some(match name {
        "verif_warn" => Known::CheckFails,
        "verif_stop" => Known::AssumeFails,
        "reach_error" | "__VERIFIER_error" => Known::Error,
        "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" => Known::Assume,
        "assert"
        | "__VERIFIER_assert"
        | "__CPROVER_assert"
        | "__ESBMC_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition" => Known::Assert,
        "__assert_fail" | "__assert" => Known::AssertFails(Some(0)),
        "__assert_rtn" => Known::AssertFails(Some(3)),
        "abort" | "_exit" | "_Exit" | "quick_exit" => Known::Stop,
        "malloc" => Known::Allocate { zeroed: false, counted: false, surely: false },
        "calloc" => Known::Allocate { zeroed: true, counted: true, surely: false },
        "free" => Known::Free,
        "memcpy" => Known::Bytes("llvm.memcpy"),
        "memmove" => Known::Bytes("llvm.memmove"),
        "memset" => Known::Bytes("llvm.memset"),
        "vprintf" | "vfprintf" | "vsprintf" | "vsnprintf" | "vsscanf" | "vscanf" | "vfscanf" => Known::ListedArguments,
        _ if name.starts_with("__VERIFIER_nondet_") && name != "__VERIFIER_nondet_memory" => Known::Nondet,
        _ if name.starts_with("nondet_") => Known::Nondet,
        _ => return super::runtime::known(name),
    })
}

/// What makes calls of a function without body end elsewhere than behind the call.
pub(super) fn unwinds(name: &str) -> Option<&'static str> {
    match name {
        "longjmp" | "_longjmp" | "siglongjmp" | "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => {
            Some("jumps between functions")
        }
        "__cxa_throw" | "__cxa_rethrow" | "__cxa_throw_bad_array_new_length" | "_d_throw_exception" => {
            Some("exceptions")
        }
        _ if name.starts_with("_Unwind_") => Some("exceptions"),
        // `std::__throw_length_error(char const*)` and its relatives.
        _ if name.starts_with("_ZSt") && name.contains("__throw_") => Some("exceptions"),
        _ => None,
    }
}

/// Whether calls of a function without body are lowered here.
pub(super) fn is_known(name: &str) -> bool {
    known(name).is_some()
}

impl Lowering<'_, '_> {
    /// Failures whose condition stands in the source only: `check(x > 0)`, `assert(x > 0)` of D, `assert!(x > 0, "…")`.
    pub(super) fn describe_by_source(&mut self, sources: &SourceMap) {
        for id in std::mem::take(&mut self.stated_in_source) {
            let property = &mut self.program.properties[id];
            let Some(span) = property.span else { continue };
            let word = sources.text(span).to_ascii_lowercase();
            if (word.contains("assert") || word.contains("check"))
                && let Some(condition) = sources.first_argument(span)
            {
                property.description = condition.into();
            }
        }
    }
}

impl<'a> Emitter<'_, '_, 'a> {
    /// A failed assertion whose condition only the source has; the description is for where there is no source.
    pub fn fail_as_stated(&mut self, description: &str) {
        self.low.stated_in_source.push(self.low.program.properties.next_id());
        self.fail(CheckKind::Assertion, description);
    }
    /// The text of a constant string argument.
    fn text_argument(&self, call: &Call<'a>, position: usize) -> Option<String> {
        let bytes = self.low.constant_text(self.unit, &call.arguments.get(position)?.operand.value)?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
    /// Whether a size is a constant that no object has.
    fn is_surely_too_large(&self, size: ExprId) -> bool {
        match &self.low.program.expr(size).kind {
            ExprKind::Convert(Convert::Retype | Convert::ZeroExtend, inner) => self.is_surely_too_large(*inner),
            ExprKind::Const(cairn_ir::Value::Int(bits)) => {
                bits.small().is_none_or(|bytes| bytes > Pointer::MAX_OFFSET.unsigned_abs())
            }
            _ => false,
        }
    }
    fn allocate(
        &mut self,
        target: VarId,
        size: VarId,
        succeeds: ExprId,
        (element, element_size): (TypeId, u64),
        zeroed: bool,
    ) -> Lowered<()> {
        let wide = self.low.program.types.unsigned(64);
        let (made, failed, after) = (self.new_block("allocated"), self.new_block("failed"), self.new_block("after"));
        self.end(Terminator::Branch { condition: succeeds, then: made, otherwise: failed });
        self.continue_in(made);
        let size = self.low.program.var(size);
        let each = self.low.program.int_const(wide, BigInt::from(element_size))?;
        let count = if element_size == 1 {
            size
        } else {
            self.low.program.binary(Binary::Divide(cairn_ir::Sign::Unsigned), size, each)?
        };
        let place = Place::var(target);
        let kind = AllocationKind::Heap;
        self.push(StatementKind::Allocate { target: place, element, count, zeroed, kind, alignment: 16 });
        if !zeroed {
            self.is_not_followed(super::initialization::ALLOCATED);
        }
        self.count_allocation(1)?;
        self.end(Terminator::Goto(after));
        self.continue_in(failed);
        let null = self.low.program.null();
        self.assign(target, null);
        self.end(Terminator::Goto(after));
        self.continue_in(after);
        Ok(())
    }
    /// Keeps count of the objects on the heap, when leaks are checked.
    fn count_allocation(&mut self, change: i64) -> Lowered<()> {
        let Some(counter) = self.low.live_allocations else { return Ok(()) };
        let old = self.low.program.var(counter);
        let change = self.low.program.int_const(self.low.program.type_of(old), change)?;
        let new = self.low.program.binary(Binary::Add, old, change)?;
        self.assign(counter, new);
        Ok(())
    }
}

impl<'a> Body<'_, '_, 'a> {
    /// Lowers the call if the function is known by its name; false if it is not.
    pub fn library_call(&mut self, name: &'a str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<bool> {
        let defined = matches!(self.out.low.symbol(self.out.unit, name),
            Some(Symbol::Function(u, i)) if !self.out.low.function((u, i)).blocks.is_empty());
        let Some(known) = known(name) else { return Ok(false) };
        let is_own = match known {
            // Bodies of panics only write messages.
            Known::CheckFails | Known::AssumeFails | Known::Assume | Known::Panic => true,
            Known::Error => !defined || !self.out.low.options.no_error_locations,
            _ => !defined,
        };
        if is_own {
            self.known_call(known, name, call, result)?;
        }
        Ok(is_own)
    }
    fn known_call(&mut self, known: Known, name: &str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        match known {
            Known::CheckFails => self.out.fail_as_stated("what is checked here must hold"),
            Known::Error => {
                self.out.fail(CheckKind::Reachable, format!("`{name}` must not be reached"));
                self.out.end(Terminator::Stop);
            }
            Known::AssumeFails => {
                let never = self.out.low.program.bool_const(false);
                self.out.push(StatementKind::Assume(never));
                self.out.end(Terminator::Stop);
            }
            Known::Assume => {
                let condition = self.truth(call, 0)?;
                self.out.push(StatementKind::Assume(condition));
                self.arbitrary_result(call, result)?;
            }
            Known::Assert => {
                let words = call.arguments.first().map(|condition| self.words().value(&condition.operand.value));
                let condition = self.truth(call, 0)?;
                let text = self.out.text_argument(call, 1).or(words.filter(|words| !words.starts_with('%')));
                let text = text.unwrap_or_else(|| "assertion".into());
                self.out.check(CheckKind::Assertion, condition, text);
                self.arbitrary_result(call, result)?;
            }
            Known::AssertFails(position) => {
                match position.and_then(|position| self.out.text_argument(call, position)) {
                    Some(text) => self.out.fail(CheckKind::Assertion, text),
                    None => self.out.fail_as_stated("what is asserted here must hold"),
                }
                self.out.end(Terminator::Stop);
            }
            Known::Stop => self.out.end(Terminator::Stop),
            Known::Panic => self.out.panic(name, call),
            Known::Fails(kind, description) => {
                self.out.fail(kind, description);
                self.out.end(Terminator::Stop);
            }
            Known::RustStart => self.rust_start(call, result)?,
            Known::CapacityError => self.capacity_error(call)?,
            Known::Reallocate => self.reallocate(call, result)?,
            Known::GuardAcquire | Known::GuardRelease => self.guard(call, result, known == Known::GuardAcquire)?,
            Known::Nothing => {}
            Known::FirstArgument => self.first_argument(call, result)?,
            Known::ListedArguments => return refuse("a format whose arguments stand in a list"),
            Known::Nondet => {
                self.settle_reads();
                self.arbitrary_result(call, result)?;
            }
            Known::Allocate { zeroed, counted, surely } => self.malloc(call, result, (zeroed, counted, surely))?,
            Known::Free => self.free(call)?,
            Known::Bytes(intrinsic) => {
                if let (Some(_), Some(Value::Local(first))) = (result, call.arguments.first().map(|a| &a.operand.value))
                {
                    // Read again for the result.
                    self.settle(first);
                }
                self.intrinsic(intrinsic, call, None)?;
                if let Some(result) = result {
                    let Some(first) = call.arguments.first() else { return refuse("a call with too few arguments") };
                    let value = self.operand(&first.operand)?;
                    self.define(result, value, 0, false);
                }
            }
        }
        Ok(())
    }

    /// An argument as a truth value.
    fn truth(&mut self, call: &Call<'a>, position: usize) -> Lowered<ExprId> {
        let Some(argument) = call.arguments.get(position) else { return refuse("a call with too few arguments") };
        self.must_not_be_poison(&argument.operand.value, "the condition")?;
        let value = self.operand(&argument.operand)?;
        if self.out.low.program.types.is_bool(self.out.low.program.type_of(value)) {
            return Ok(value);
        }
        if matches!(self.out.kind(argument.operand.ty), TypeKind::Pointer) {
            let null = self.out.low.program.null();
            return self.out.compare(IntPredicate::Ne, value, null);
        }
        if let Shape::Float(format) = *self.out.low.program.types.kind(self.out.low.program.type_of(value)) {
            let zero = self
                .out
                .low
                .program
                .constant(cairn_ir::Value::Float(format, 0), self.out.low.program.type_of(value))?;
            let zero = self.out.low.program.binary(Binary::FloatEqual, value, zero)?;
            return Ok(self.out.low.program.not(zero)?);
        }
        let zero = self.out.is_zero(value)?;
        Ok(self.out.low.program.not(zero)?)
    }

    // ---- allocation ----

    fn malloc(
        &mut self,
        call: &Call<'a>,
        result: Option<&'a str>,
        (zeroed, counted, surely): (bool, bool, bool),
    ) -> Lowered<()> {
        let Some(first) = call.arguments.first() else { return refuse("a call with too few arguments") };
        let wide = self.out.low.program.types.unsigned(64);
        let byte = (self.out.low.program.types.unsigned(8), 1);
        let element = result.map_or(byte, |result| self.element_of(result, &first.operand.value, call, counted));
        let size = self.operand(&first.operand)?;
        let mut size = self.out.low.resize(size, wide)?;
        let mut fits = self.out.low.program.bool_const(true);
        if counted {
            let Some(second) = call.arguments.get(1) else { return refuse("a call with too few arguments") };
            let each = self.operand(&second.operand)?;
            let each = self.out.low.resize(each, wide)?;
            let overflows =
                self.out.low.program.binary(Binary::MultiplyOverflows(cairn_ir::Sign::Unsigned), size, each)?;
            fits = self.out.low.program.not(overflows)?;
            size = self.out.low.program.binary(Binary::Multiply, size, each)?;
        }
        let pointer = self.out.low.program.types.pointer();
        let target = match result {
            Some(name) => self.target(name, pointer),
            None => self.out.fresh(pointer),
        };
        self.allocate_bytes(target, size, fits, element, zeroed, surely)
    }
    /// A new object, or null if that is not possible or there is no memory.
    pub fn allocate_bytes(
        &mut self,
        target: VarId,
        size: ExprId,
        fits: ExprId,
        element: (TypeId, u64),
        zeroed: bool,
        surely: bool,
    ) -> Lowered<()> {
        let wide = self.out.low.program.types.unsigned(64);
        let too_large = self.out.is_surely_too_large(size);
        let kept = self.out.fresh(wide);
        self.out.assign(kept, size);
        // What no object can be as large as fails.
        let size = self.out.low.program.var(kept);
        let limit = self.out.low.program.int_const(wide, BigInt::from(Pointer::MAX_OFFSET))?;
        let small = self.out.low.program.binary(Binary::LessEqual(cairn_ir::Sign::Unsigned), size, limit)?;
        // What surely gives memory throws an exception instead of giving none, and these are not followed.
        let surely = surely || self.out.low.options.malloc_succeeds;
        if surely && too_large {
            // To assume that it succeeds would be to assume a contradiction.
            return refuse("an object larger than the address space, whose allocation succeeds, is not supported");
        }
        if surely {
            self.out.push(StatementKind::Assume(small));
        }
        self.settle_reads();
        let any = match surely {
            true => small,
            false => {
                let bool = self.out.low.program.types.bool();
                let any = self.out.arbitrary(bool);
                self.out.low.program.binary(Binary::And, small, any)?
            }
        };
        let succeeds = self.out.low.program.binary(Binary::And, fits, any)?;
        self.out.allocate(target, kept, succeeds, element, zeroed)
    }

    /// What the new object is likely to hold, if its size is a multiple of that: how the pointer is used first.
    /// Only a matter of speed: bytes would do.
    fn element_of(&mut self, result: &'a str, size: &Value<'a>, call: &Call<'a>, calloc: bool) -> (TypeId, u64) {
        let byte = (self.out.low.program.types.unsigned(8), 1);
        let Some(ty) = self.used_as(&Value::Local(result), 0) else { return byte };
        let Some(each) = self.out.low.extent(self.out.unit, ty).filter(|size| *size > 0) else { return byte };
        let multiple = self.is_multiple(size, each, 0)
            || (calloc && call.arguments.get(1).is_some_and(|second| self.is_multiple(&second.operand.value, each, 0)));
        if !multiple || !self.out.low.is_plain_in_memory(self.out.unit, ty) {
            return byte;
        }
        self.out.ty(ty).map_or(byte, |id| (id, each))
    }
    /// The type of the first access through a pointer, through casts and stack slots.
    fn used_as(&self, pointer: &Value<'a>, depth: u32) -> Option<Ty> {
        if depth > 4 {
            return None;
        }
        let instructions = || self.function.instructions();
        for instruction in instructions() {
            let found = match &instruction.kind {
                InstructionKind::GetElementPointer { source, base, .. } if base.value == *pointer => Some(*source),
                InstructionKind::Load { ty, pointer: from, .. } if from.value == *pointer => Some(*ty),
                InstructionKind::Store { value, pointer: to, .. } if to.value == *pointer => Some(value.ty),
                InstructionKind::Cast { operand, .. } if operand.value == *pointer => {
                    instruction.result.and_then(|name| self.used_as(&Value::Local(name), depth + 1))
                }
                // The pointer is kept in a slot: what is loaded from there is the pointer again.
                InstructionKind::Store { value, pointer: to, .. } if value.value == *pointer => {
                    let again = instructions().filter(
                        |i| matches!(&i.kind, InstructionKind::Load { pointer: from, .. } if from.value == to.value),
                    );
                    again.filter_map(|i| i.result).find_map(|name| self.used_as(&Value::Local(name), depth + 1))
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }
    /// Whether a number is certainly a multiple of another.
    fn is_multiple(&self, value: &Value<'a>, of: u64, depth: u32) -> bool {
        match value {
            Value::Int(number) => number.to_u64().is_some_and(|number| number % of == 0),
            Value::Local(name) if depth < 4 => {
                let made_by = self.scan.made_by.get(name).map(|&(b, i)| &self.function.blocks[b].instructions[i].kind);
                match made_by {
                    // Products may wrap around, which keeps multiples of powers of two only.
                    Some(InstructionKind::Binary { op: BinaryOp::Mul, left, right, .. }) if of.is_power_of_two() => {
                        self.is_multiple(left, of, depth + 1) || self.is_multiple(right, of, depth + 1)
                    }
                    Some(InstructionKind::Binary { op: BinaryOp::Shl, right: Value::Int(amount), .. }) => {
                        of.is_power_of_two() && amount.to_u32().is_some_and(|n| n < 63 && of <= 1 << n)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }
    fn free(&mut self, call: &Call<'a>) -> Lowered<()> {
        let Some(first) = call.arguments.first() else { return refuse("a call with too few arguments") };
        let words = self.words().value(&first.operand.value);
        let pointer = self.operand(&first.operand)?;
        let pointer = self.out.kept(pointer);
        self.release(pointer, &words)
    }
    /// The end of an allocated object, by a pointer that is kept in a variable.
    pub fn release(&mut self, pointer: ExprId, words: &str) -> Lowered<()> {
        let program = &mut self.out.low.program;
        let null = program.null();
        let is_null = program.binary(Binary::Equal, pointer, null)?;
        let live = program.unary(Unary::PointerIsLive, pointer)?;
        let heap = program.unary(Unary::PointerIsHeap, pointer)?;
        let offset = program.unary(Unary::PointerOffset, pointer)?;
        let wide = program.types.unsigned(64);
        let offset = program.convert(Convert::Retype, offset, wide)?;
        let zero = program.int_const(wide, 0)?;
        let start = program.binary(Binary::Equal, offset, zero)?;
        let own = program.binary(Binary::And, live, heap)?;
        let own = program.binary(Binary::And, own, start)?;
        let fine = program.binary(Binary::Or, is_null, own)?;
        self.out.check(CheckKind::Free, fine, format!("{words} must be null or the start of a live allocated object"));
        self.settle_reads();
        self.out.push(StatementKind::Release(pointer));
        if self.out.low.live_allocations.is_some() {
            let (then, join) = (self.out.new_block("release"), self.out.new_block("released"));
            self.out.end(Terminator::Branch { condition: is_null, then: join, otherwise: then });
            self.out.continue_in(then);
            self.out.count_allocation(-1)?;
            self.out.end(Terminator::Goto(join));
            self.out.continue_in(join);
        }
        Ok(())
    }
}
