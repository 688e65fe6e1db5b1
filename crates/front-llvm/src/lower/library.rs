//! Functions known by name: memory, assertions, assumptions, ends of the program, nondeterminism, output.
//!
//! The contract of `cairn.h`: `assume(x)` calls `verif_stop`, `check(x)` calls `verif_warn` where `x` is false.

use super::body::Body;
use super::constants::unescape;
use super::{Lowered, Symbol, refuse};
use crate::syntax::module::{BinaryOp, Call, InstructionKind, Ty, Value};
use cairn_ir::{
    AllocationKind, Binary, CheckKind, Convert, ExprId, Place, Pointer, StatementKind, Terminator, TypeId, Unary,
};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

impl<'a> Body<'_, '_, 'a> {
    /// Lowers the call if the function is known by its name; false if it is not.
    pub fn library_call(&mut self, name: &'a str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<bool> {
        let defined = matches!(self.low.symbol(self.unit, name),
            Some(Symbol::Function(u, i)) if !self.low.function((u, i)).blocks.is_empty());
        match name {
            "verif_warn" => self.fail(CheckKind::Assertion, "what is checked here must hold"),
            "reach_error" | "__VERIFIER_error" if !defined || !self.low.options.no_error_locations => {
                self.fail(CheckKind::Reachable, format!("`{name}` must not be reached"));
                self.end(Terminator::Stop);
            }
            "verif_stop" => {
                let never = self.low.program.bool_const(false);
                self.push(StatementKind::Assume(never));
                self.end(Terminator::Stop);
            }
            "__VERIFIER_assume" | "__CPROVER_assume" => {
                let condition = self.truth(call, 0)?;
                self.push(StatementKind::Assume(condition));
            }
            "__VERIFIER_assert" | "__CPROVER_assert" if !defined => {
                let condition = self.truth(call, 0)?;
                let text = self.text_argument(call, 1).unwrap_or_else(|| "assertion".into());
                self.check(CheckKind::Assertion, condition, text);
            }
            "__assert_fail" | "__assert" | "__assert_rtn" if !defined => {
                let position = if name == "__assert_rtn" { 3 } else { 0 };
                let text = self.text_argument(call, position).unwrap_or_else(|| "assertion".into());
                self.fail(CheckKind::Assertion, text);
                self.end(Terminator::Stop);
            }
            "abort" | "exit" | "_exit" | "_Exit" if !defined => {
                self.leaks_are_not_followed();
                self.end(Terminator::Stop);
            }
            _ if defined => return Ok(false),
            _ if name.contains("9panicking") => {
                let (kind, description) = panic_of(name);
                self.fail(kind, description);
                self.end(Terminator::Stop);
            }
            _ if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") => {
                self.settle_reads();
                self.arbitrary_result(call, result)?;
            }
            _ => return self.memory_function(name, call, result),
        }
        Ok(true)
    }

    fn memory_function(&mut self, name: &str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<bool> {
        match name {
            "malloc" | "calloc" | "__rust_alloc" | "__rust_alloc_zeroed" => self.malloc(name, call, result)?,
            "free" => self.free(call)?,
            "memcpy" | "memmove" | "memset" => {
                let words = if name == "memset" { "llvm.memset" } else { "llvm.memcpy" };
                self.intrinsic(words, call, None)?;
                if let Some(result) = result {
                    let Some(first) = call.arguments.first() else { return refuse("a call with too few arguments") };
                    let value = self.operand(&first.operand)?;
                    self.define(result, value, 0, false);
                }
            }
            // Output has no effect that a program can see; the result is arbitrary.
            "printf" | "puts" | "putchar" | "fprintf" | "fputs" | "fputc" | "putc" | "fflush" | "perror" => {
                self.settle_reads();
                self.arbitrary_result(call, result)?;
            }
            // Their results are known to every user, so arbitrary ones would be wrong.
            _ if is_of_the_standard_library(name) => {
                return refuse(format!("`{name}` of the C library is not supported in LLVM modules"));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An argument as a truth value.
    fn truth(&mut self, call: &Call<'a>, position: usize) -> Lowered<ExprId> {
        let Some(argument) = call.arguments.get(position) else { return refuse("a call with too few arguments") };
        self.must_not_be_poison(&argument.operand.value, "the condition")?;
        let value = self.operand(&argument.operand)?;
        if self.low.program.types.is_bool(self.low.program.type_of(value)) {
            return Ok(value);
        }
        let zero = self.is_zero(value)?;
        Ok(self.low.program.not(zero)?)
    }
    /// The text of a constant string argument.
    fn text_argument(&self, call: &Call<'a>, position: usize) -> Option<String> {
        let mut value = &call.arguments.get(position)?.operand.value;
        while let Value::Expression(kind) = value {
            value = match &**kind {
                InstructionKind::GetElementPointer { base, .. } => &base.value,
                InstructionKind::Cast { operand, .. } => &operand.value,
                _ => return None,
            };
        }
        let Value::Global(name) = value else { return None };
        let Some(Symbol::Variable(u, i)) = self.low.symbol(self.unit, name) else { return None };
        let Some(Value::Text(text)) = &self.low.variable((u, i)).initial else { return None };
        let bytes = unescape(text);
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }

    // ---- allocation ----

    fn malloc(&mut self, name: &str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let Some(result) = result else { return Ok(()) };
        let zeroed = matches!(name, "calloc" | "__rust_alloc_zeroed");
        let Some(first) = call.arguments.first() else { return refuse("a call with too few arguments") };
        let wide = self.low.program.types.unsigned(64);
        let element = self.element_of(result, &first.operand.value, call, name == "calloc");
        let size = self.operand(&first.operand)?;
        let mut size = self.low.resize(size, wide)?;
        let mut fits = self.low.program.bool_const(true);
        if name == "calloc" {
            let Some(second) = call.arguments.get(1) else { return refuse("a call with too few arguments") };
            let each = self.operand(&second.operand)?;
            let each = self.low.resize(each, wide)?;
            let overflows = self.low.program.binary(Binary::MultiplyOverflows(cairn_ir::Sign::Unsigned), size, each)?;
            fits = self.low.program.not(overflows)?;
            size = self.low.program.binary(Binary::Multiply, size, each)?;
        }
        let kept = self.fresh(wide);
        self.assign(kept, size);
        // What no object can be as large as fails.
        let size = self.low.program.var(kept);
        let limit = self.low.program.int_const(wide, BigInt::from(Pointer::MAX_OFFSET))?;
        let small = self.low.program.binary(Binary::LessEqual(cairn_ir::Sign::Unsigned), size, limit)?;
        let mut succeeds = self.low.program.binary(Binary::And, fits, small)?;
        if !self.low.options.malloc_succeeds {
            let bool = self.low.program.types.bool();
            let any = self.arbitrary(bool);
            succeeds = self.low.program.binary(Binary::And, succeeds, any)?;
        }
        self.settle_reads();
        self.allocate(result, kept, succeeds, element, zeroed)
    }
    fn allocate(
        &mut self,
        result: &'a str,
        size: cairn_ir::VarId,
        succeeds: ExprId,
        (element, element_size): (TypeId, u64),
        zeroed: bool,
    ) -> Lowered<()> {
        let pointer = self.low.program.types.pointer();
        let wide = self.low.program.types.unsigned(64);
        let target = self.target(result, pointer);
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
        self.push(StatementKind::Allocate { target: place, element, count, zeroed, kind: AllocationKind::Heap });
        self.end(Terminator::Goto(after));
        self.continue_in(failed);
        let null = self.low.program.null();
        self.assign(target, null);
        self.end(Terminator::Goto(after));
        self.continue_in(after);
        Ok(())
    }

    /// What the new object is likely to hold, if its size is a multiple of that: how the pointer is used first.
    /// Only a matter of speed: bytes would do.
    fn element_of(&mut self, result: &'a str, size: &Value<'a>, call: &Call<'a>, calloc: bool) -> (TypeId, u64) {
        let byte = (self.low.program.types.unsigned(8), 1);
        let Some(ty) = self.used_as(&Value::Local(result), 0) else { return byte };
        let Some(each) = self.low.extent(self.unit, ty).filter(|size| *size > 0) else { return byte };
        let multiple = self.is_multiple(size, each, 0)
            || (calloc && call.arguments.get(1).is_some_and(|second| self.is_multiple(&second.operand.value, each, 0)));
        if !multiple || !self.low.is_plain_in_memory(self.unit, ty) {
            return byte;
        }
        self.ty(ty).map_or(byte, |id| (id, each))
    }
    /// The type of the first access through a pointer, through casts and stack slots.
    fn used_as(&self, pointer: &Value<'a>, depth: u32) -> Option<Ty> {
        if depth > 4 {
            return None;
        }
        let instructions = || self.function.blocks.iter().flat_map(|block| &block.instructions);
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
        let words = self.words(&first.operand.value);
        let pointer = self.operand(&first.operand)?;
        let program = &mut self.low.program;
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
        self.check(CheckKind::Free, fine, format!("{words} must be null or the start of a live allocated object"));
        self.settle_reads();
        self.push(StatementKind::Release(pointer));
        Ok(())
    }

    /// `main`'s arguments: at least one, and what they point to is not modelled.
    pub fn main_arguments(&mut self) {
        if self.function.name != "main" {
            return;
        }
        let parameters = self.low.program.procedures[self.procedure].parameters.clone();
        if let Some(&count) = parameters.first()
            && let Some(32) = self.low.program.types.int_width(self.low.program.variables[count].ty)
        {
            let value = self.low.program.var(count);
            let ty = self.low.program.type_of(value);
            let positive = self
                .low
                .program
                .int_const(ty, 1)
                .and_then(|one| self.low.program.binary(Binary::LessEqual(cairn_ir::Sign::Signed), one, value));
            if let Ok(positive) = positive {
                self.push(StatementKind::Assume(positive));
            }
        }
        if let Some(arguments) = self.function.parameters.get(1)
            && self.is_really_used(arguments.name)
        {
            self.fail(CheckKind::Unsupported, "the arguments of `main` are not supported");
        }
    }
    /// Used other than by being kept in a slot that nobody reads.
    fn is_really_used(&self, name: &'a str) -> bool {
        let instructions = || self.function.blocks.iter().flat_map(|block| &block.instructions);
        let uses = |wanted: &Value<'a>, kind: &InstructionKind<'a>| {
            let mut found = false;
            kind.for_each_use(&mut |value, role| found |= role != crate::syntax::visit::Use::Debug && value == wanted);
            found
        };
        instructions().any(|instruction| match &instruction.kind {
            InstructionKind::Store { value, pointer, .. } if value.value == Value::Local(name) => {
                instructions().any(|other| !std::ptr::eq(other, instruction) && uses(&pointer.value, &other.kind))
            }
            kind => uses(&Value::Local(name), kind),
        })
    }
}

/// What a panic of Rust's core library means; mangled names hold the plain one.
fn panic_of(name: &str) -> (CheckKind, String) {
    let says = |word: &str| name.contains(word);
    if says("bounds_check") {
        return (CheckKind::Index, "the index must be within the bounds of the slice".into());
    }
    if says("div_by_zero") || says("rem_by_zero") {
        return (CheckKind::DivisionByZero, "the divisor must not be zero".into());
    }
    if says("shl_overflow") || says("shr_overflow") {
        return (CheckKind::Shift, "the shift amount must be less than the width".into());
    }
    for (word, what) in
        [("add", "sum"), ("sub", "difference"), ("mul", "product"), ("neg", "negation"), ("div", "quotient")]
    {
        if says(&format!("{word}_overflow")) {
            return (CheckKind::Overflow, format!("the {what} must fit its type"));
        }
    }
    (CheckKind::Assertion, "the program must not panic here".into())
}

/// Functions of the C library whose results follow from their arguments.
fn is_of_the_standard_library(name: &str) -> bool {
    const TEXT: [&str; 22] = [
        "strlen",
        "strnlen",
        "strcmp",
        "strncmp",
        "strcasecmp",
        "strncasecmp",
        "strcoll",
        "strchr",
        "strrchr",
        "strstr",
        "strspn",
        "strcspn",
        "strpbrk",
        "memcmp",
        "bcmp",
        "memchr",
        "atoi",
        "atol",
        "atoll",
        "atof",
        "toupper",
        "tolower",
    ];
    const NUMBERS: [&str; 40] = [
        "abs",
        "labs",
        "llabs",
        "div",
        "ldiv",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "exp",
        "exp2",
        "log",
        "log2",
        "log10",
        "pow",
        "sqrt",
        "cbrt",
        "hypot",
        "floor",
        "ceil",
        "trunc",
        "round",
        "rint",
        "nearbyint",
        "fmod",
        "remainder",
        "fabs",
        "copysign",
        "fmin",
        "fmax",
        "fma",
        "ldexp",
        "lround",
        "lrint",
    ];
    let plain = name.strip_suffix(['f', 'l']).filter(|plain| NUMBERS.contains(plain)).unwrap_or(name);
    let class = name.strip_prefix("is").is_some_and(|class| {
        let classes = [
            "alpha", "digit", "alnum", "upper", "lower", "space", "punct", "print", "graph", "cntrl", "xdigit", "blank",
        ];
        classes.contains(&class)
    });
    class || TEXT.contains(&name) || NUMBERS.contains(&plain)
}
