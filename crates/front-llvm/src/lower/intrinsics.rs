//! `llvm.*` with effects: memory, lifetimes, assumptions, variable arguments. What only computes a value is in
//! [`super::computations`].

use super::body::Body;
use super::{Lowered, refuse};
use crate::syntax::module::{Call, Value};
use cairn_ir::{Binary, CheckKind, ExprId, Sign, StatementKind, Terminator};

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
            "stacksave" => {
                if let Some(result) = result {
                    let nowhere = self.low.program.null();
                    self.define(result, nowhere, 0, false);
                }
                Ok(())
            }
            _ => refuse(format!("`llvm.{name}` is not supported")),
        }
    }
    /// What the compiler takes to be true: if it is false, behaviour is undefined, as at `unreachable`.
    fn assumption(&mut self, call: &Call<'a>) -> Lowered<()> {
        if let Some(argument) = call.arguments.first() {
            self.must_not_be_poison(&argument.operand.value, "what is assumed")?;
        }
        let condition = self.argument(call, 0)?;
        self.check(CheckKind::Reachable, condition, "what the compiler takes to be true must hold");
        Ok(())
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
        let known = (self.slot_of(&first.operand.value), self.slot_of(&second.operand.value));
        if family == "memcpy" && !matches!(known, (Some(to), Some(from)) if to != from) {
            self.check_apart(target, other, bytes)?;
        }
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
