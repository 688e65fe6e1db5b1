//! `llvm.*` with effects: memory, lifetimes, assumptions, variable arguments. What only computes a value is in
//! [`super::computations`].

use super::body::Body;
use super::constants::constant_index;
use super::emitter::Emitter;
use super::interface::called_name;
use super::memory::points_to;
use super::poison::Promise;
use super::{Lowered, Symbol, refuse};
use crate::syntax::module::{Bundle, Call, Facts, Operand, Value};
use cairn_ir::{Binary, CheckKind, ExprId, Place, Sign, StatementKind, Terminator};
use num_bigint::BigInt;

/// Patterns are written at most this often: they are written out.
const MAX_PATTERNS: i64 = 1024;

impl<'a> Emitter<'_, '_, 'a> {
    /// Where code that `-fsanitize-trap` made goes when it has found undefined behaviour.
    fn sanitizer_trap(&mut self, call: &Call<'a>) {
        let number = call.arguments.first().and_then(|argument| constant_index(&argument.operand.value));
        let (kind, description) = match number {
            Some(0) => (CheckKind::Overflow, "the sum must fit its type"),
            Some(1) => (CheckKind::Reachable, "code that the compiler takes to be unreachable must not be reached"),
            Some(3) => (CheckKind::DivisionByZero, "the divisor must not be zero, and the quotient must fit its type"),
            Some(5 | 7) => (CheckKind::Conversion, "the value must be kept when it is converted"),
            Some(10) => (CheckKind::Range, "the loaded value must be one of those that its type has"),
            Some(11) => (CheckKind::Reachable, "the end of a function with a result must not be reached"),
            Some(12) => (CheckKind::Overflow, "the product must fit its type"),
            Some(13) => (CheckKind::Overflow, "the negation must fit its type"),
            Some(14..=17) => (CheckKind::Pointer, "the pointer must not be null"),
            Some(18) => (CheckKind::Index, "the index must be within the bounds of the array"),
            Some(19) => (CheckKind::Pointer, "the computation of an address must not overflow"),
            Some(20) => (CheckKind::Shift, "the shift amount must be less than the width"),
            Some(21) => (CheckKind::Overflow, "the difference must fit its type"),
            Some(22 | 23) => (CheckKind::Pointer, "the pointer must be aligned and point to an object"),
            Some(24) => (CheckKind::Index, "the length of an array must be positive"),
            _ => (CheckKind::Reachable, "what the sanitizer checks must hold"),
        };
        self.fail(kind, description);
        self.end(Terminator::Stop);
    }
    /// What `memcpy` copies does not overlap, unless it is copied onto itself.
    fn check_apart(&mut self, target: ExprId, source: ExprId, bytes: ExprId) -> Lowered<()> {
        let program = &mut self.low.program;
        let same = program.binary(Binary::SameObject, target, source)?;
        let mut fine = program.not(same)?;
        for (one, other) in [(target, source), (source, target)] {
            let distance = program.binary(Binary::PointerDifference, one, other)?;
            let zero = program.int_const(program.type_of(distance), 0)?;
            let none = program.binary(Binary::Equal, distance, zero)?;
            // Both objects are known to hold the bytes, so no distance is near the limits of 64 bits.
            let behind = program.binary(Binary::LessEqual(Sign::Signed), bytes, distance)?;
            fine = program.binary(Binary::Or, fine, none)?;
            fine = program.binary(Binary::Or, fine, behind)?;
        }
        self.check(CheckKind::Pointer, fine, "what is copied must not overlap where it is copied to");
        Ok(())
    }
}

impl<'a> Body<'_, '_, 'a> {
    pub fn intrinsic(&mut self, name: &str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        // The types behind the name (`.i32`, `.p0i8.i64`) say nothing that the arguments do not.
        let family = name.split('.').next().unwrap_or("");
        match family {
            "memcpy" | "memmove" | "memset" => self.memory_intrinsic(family, call),
            "lifetime" => {
                self.lifetime(call);
                Ok(())
            }
            "assume" => self.assumption(call),
            "trap" => {
                self.out.end(Terminator::Stop);
                Ok(())
            }
            "ubsantrap" => {
                self.out.sanitizer_trap(call);
                Ok(())
            }
            // A debugger may let the program go on.
            "donothing" | "prefetch" | "sideeffect" | "codeview" | "debugtrap" | "pseudoprobe" | "instrprof"
            | "clear_cache" => Ok(()),
            "var" | "annotation" | "invariant" | "fake" if result.is_none() => Ok(()),
            "experimental" => self.experimental(name, call),
            // Variable-length arrays: their objects live until the function returns.
            "stackrestore" => Ok(()),
            "va_start" => self.va_start(call),
            "va_copy" => self.va_copy(call),
            "va_end" => Ok(()),
            // Tokens that only go to the matching end.
            "stacksave" | "invariant" => {
                if let Some(result) = result {
                    let nowhere = self.out.low.program.null();
                    self.define(result, nowhere, 0, false);
                }
                Ok(())
            }
            // Time is anything.
            "readcyclecounter" | "readsteadycounter" => self.arbitrary_result(call, result),
            // To nearest: to change that is refused.
            "get" | "flt" if name.starts_with("get.rounding") || name.starts_with("flt.rounds") => {
                if let Some(result) = result {
                    let ty = self.out.ty(call.result)?;
                    let nearest = self.out.low.program.int_const(ty, 1)?;
                    self.define(result, nearest, 0, false);
                }
                Ok(())
            }
            "load" if name.starts_with("load.relative") => self.load_relative(call, result),
            _ => self.library_intrinsic(name, call, result),
        }
    }
    /// Mathematics that C's library has too.
    fn library_intrinsic(&mut self, name: &str, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let symbol = called_name(call).and_then(|symbol| self.out.low.symbol(self.out.unit, symbol));
        let procedure = match symbol {
            Some(Symbol::Function(u, i)) => self.out.low.procedures.get(&(u, i)).copied(),
            _ => None,
        };
        match procedure {
            Some(procedure) if !call.flags.is_fast() => self.call_library(procedure, call, result),
            Some(_) => refuse("fast-math is not supported: its results are not determined"),
            None => refuse(format!("`llvm.{name}` is not supported")),
        }
    }
    /// A table of distances from its own start, which compilers make of a switch that chooses addresses.
    fn load_relative(&mut self, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let [table, offset, ..] = &call.arguments[..] else { return refuse("a call with too few arguments") };
        let Some(targets) = self.out.low.relative_table(self.out.unit, &table.operand.value) else {
            return refuse("a table of distances that is not a constant of the module is not supported");
        };
        self.must_not_be_poison(&offset.operand.value, "the offset")?;
        let words = self.words().value(&offset.operand.value);
        let offset = self.operand(&offset.operand)?;
        let offset = self.out.kept(offset);
        let ty = self.out.low.program.type_of(offset);
        let mut known = self.out.low.program.bool_const(false);
        let mut chosen = self.out.low.program.null();
        for (n, target) in targets.iter().enumerate() {
            let place = self.out.low.program.int_const(ty, BigInt::from(4 * n))?;
            let here = self.out.low.program.binary(Binary::Equal, offset, place)?;
            let address = self.operand(target)?;
            chosen = self.out.low.program.if_else(here, address, chosen)?;
            known = self.out.low.program.binary(Binary::Or, known, here)?;
        }
        self.out.check(CheckKind::Pointer, known, format!("{words} must be the place of an element of the table"));
        if let Some(result) = result {
            let chosen = self.out.kept(chosen);
            self.define(result, chosen, 0, false);
        }
        Ok(())
    }
    /// What the compiler takes to be true: if it is false, behaviour is undefined, as at `unreachable`.
    fn assumption(&mut self, call: &Call<'a>) -> Lowered<()> {
        if let Some(argument) = call.arguments.first() {
            self.must_not_be_poison(&argument.operand.value, "what is assumed")?;
        }
        let condition = self.argument(call, 0)?;
        let truth = matches!(call.arguments.first().map(|a| &a.operand.value), Some(Value::Bool(true)));
        if !truth || call.bundles.is_empty() {
            self.out.check(CheckKind::Reachable, condition, "what the compiler takes to be true must hold");
        }
        call.bundles.iter().try_for_each(|bundle| self.bundled_assumption(bundle))
    }
    /// `[ "align"(ptr %p, i64 8) ]`: facts about operands.
    fn bundled_assumption(&mut self, bundle: &Bundle<'a>) -> Lowered<()> {
        let [first, rest @ ..] = &bundle.operands[..] else { return Ok(()) };
        self.must_not_be_poison(&first.value, "what is assumed of")?;
        let words = self.words().value(&first.value);
        let number = rest.first().and_then(|operand| constant_index(&operand.value)).unwrap_or(0);
        let mut promises = Vec::new();
        match bundle.tag {
            "nonnull" => {
                let value = self.operand(first)?;
                let facts = Facts { nonnull: true, ..Facts::default() };
                self.out.fact_promises(&facts, value, &words, &mut promises)?;
            }
            "dereferenceable" => {
                let value = self.operand(first)?;
                let facts = Facts { dereferenceable: number.try_into().unwrap_or(0), ..Facts::default() };
                self.out.fact_promises(&facts, value, &words, &mut promises)?;
            }
            "align" => self.aligned(first, rest, &words, &mut promises)?,
            "noundef" | "cold" | "ignore" => {}
            other => return refuse(format!("`llvm.assume` of \"{other}\" is not supported")),
        }
        self.out.check_promises(&mut promises);
        Ok(())
    }
    /// A pointer, less an offset, is a multiple of a power of two.
    fn aligned(
        &mut self,
        pointer: &Operand<'a>,
        rest: &[Operand<'a>],
        words: &str,
        promises: &mut Vec<Promise>,
    ) -> Lowered<()> {
        let [alignment, offset @ ..] = rest else { return Ok(()) };
        let wide = self.out.low.program.types.unsigned(64);
        let pointer = self.operand(pointer)?;
        let alignment = self.operand(alignment)?;
        let alignment = self.out.low.resize(alignment, wide)?;
        let mut address = self.out.low.pointer_to_int(pointer, wide)?;
        if let Some(offset) = offset.first() {
            let offset = self.operand(offset)?;
            let offset = self.out.low.resize(offset, wide)?;
            address = self.out.low.program.binary(Binary::Subtract, address, offset)?;
        }
        let one = self.out.low.program.int_const(wide, 1)?;
        let mask = self.out.low.program.binary(Binary::Subtract, alignment, one)?;
        let rest = self.out.low.program.binary(Binary::BitAnd, address, mask)?;
        let holds = self.out.is_zero(rest)?;
        promises.push(Promise::new(CheckKind::Pointer, holds, format!("{words} must be aligned as is assumed")));
        Ok(())
    }
    fn experimental(&mut self, name: &str, call: &Call<'a>) -> Lowered<()> {
        if name.starts_with("experimental.noalias.scope.decl") {
            return Ok(());
        }
        if name.starts_with("experimental.memset.pattern") {
            return self.fill_with_pattern(call);
        }
        refuse(format!("`llvm.{name}` is not supported"))
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
        for argument in [first, second, third] {
            if argument.operand.value != Value::Undef {
                self.must_not_be_poison(&argument.operand.value, "the argument")?;
            }
        }
        let [to_words, from_words] = [first, second].map(|argument| self.words().pointer(&argument.operand.value));
        let target = self.operand(&first.operand)?;
        let other = self.operand(&second.operand)?;
        let bytes = self.operand(&third.operand)?;
        let wide = self.out.low.program.types.unsigned(64);
        let bytes = self.out.low.resize(bytes, wide)?;
        // Nothing is accessed when there are no bytes.
        let zero = self.out.low.program.int_const(wide, 0)?;
        let none = self.out.low.program.binary(Binary::Equal, bytes, zero)?;
        let mut ends = vec![(target, to_words)];
        if family != "memset" {
            ends.push((other, from_words));
        }
        for (pointer, words) in ends {
            let valid = self.out.low.program.binary(Binary::PointerValid, pointer, bytes)?;
            let fine = self.out.low.program.binary(Binary::Or, none, valid)?;
            let description = format!("{words} must point to as many bytes of a live object as are accessed");
            self.out.check(CheckKind::Pointer, fine, description);
        }
        if self.out.is_constant(&first.operand.value) {
            let words = self.words().value(&first.operand.value);
            self.out.check(CheckKind::Pointer, none, format!("{words} is a constant and must not be written"));
        } else if self.slot_of(&first.operand.value).is_none() {
            self.out.check_writable(target, &self.words().target(&first.operand.value))?;
        }
        let known = (self.slot_of(&first.operand.value), self.slot_of(&second.operand.value));
        if family == "memcpy" && !matches!(known, (Some(to), Some(from)) if to != from) {
            self.out.check_apart(target, other, bytes)?;
        }
        self.settle_reads();
        let statement = if family == "memset" {
            let byte = self.out.low.program.types.unsigned(8);
            let value = self.out.low.resize(other, byte)?;
            StatementKind::FillMemory { target, value, bytes }
        } else {
            StatementKind::CopyMemory { target, source: other, bytes }
        };
        self.out.push(statement);
        Ok(())
    }
    /// The same value again and again.
    fn fill_with_pattern(&mut self, call: &Call<'a>) -> Lowered<()> {
        let [target, pattern, count, ..] = &call.arguments[..] else { return refuse("a call with too few arguments") };
        let count = constant_index(&count.operand.value).filter(|count| (0..=MAX_PATTERNS).contains(count));
        let (Some(count), Some(size)) = (count, self.out.low.extent(self.out.unit, pattern.operand.ty)) else {
            return refuse("filling memory with a pattern, so many times, is not supported");
        };
        if count == 0 {
            return Ok(());
        }
        for argument in [target, pattern] {
            self.must_not_be_poison(&argument.operand.value, "the argument")?;
        }
        let words = self.words().pointer(&target.operand.value);
        let id = self.out.ty(pattern.operand.ty)?;
        let value = self.operand(&pattern.operand)?;
        let value = self.out.kept(value);
        let address = self.operand(&target.operand)?;
        let address = self.out.kept(address);
        let bytes = size.saturating_mul(count as u64);
        self.out.check_valid(address, bytes, CheckKind::Pointer, points_to(&words, bytes))?;
        self.out.check_writable(address, &self.words().target(&target.operand.value))?;
        self.settle_reads();
        let wide = self.out.low.program.types.int(64);
        for n in 0..count {
            let n = self.out.low.program.int_const(wide, BigInt::from(n))?;
            let place = self.out.low.program.binary(Binary::PointerAdd { stride: size }, address, n)?;
            self.out.push(StatementKind::Assign { target: Place::deref(place, id), value });
        }
        Ok(())
    }
}
