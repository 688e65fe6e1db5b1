//! Runtime libraries of other languages than C, whose functions modules call and do not define: panics and allocation of
//! Rust, allocation and objects with lives of their own in C++, failed checks of D.
//!
//! Deliberately absent: exceptions, and the libraries themselves. What is not known here is refused where it is called.

use super::body::Body;
use super::constants::unescape;
use super::emitter::Emitter;
use super::library::Known;
use super::memory::points_to;
use super::{Lowered, Symbol, refuse};
use crate::names::readable;
use crate::syntax::module::{Call, Facts, Operand, TypeKind, Value};
use cairn_ir::{Binary, CheckKind, Convert, ExprId, Place, Sign, StatementKind, Terminator, VarId};

/// What a function of a runtime library is known to do.
pub(super) fn known(symbol: &str) -> Option<Known> {
    match symbol {
        "_d_arraybounds" | "_d_arraybounds_index" | "_d_arrayboundsp" => {
            return Some(Known::Fails(CheckKind::Index, INDEX));
        }
        "_d_arraybounds_slice" => return Some(Known::Fails(CheckKind::Index, SLICE)),
        "_d_assert" | "_d_assertp" | "_d_assert_msg" | "_d_unittest" => {
            return Some(Known::AssertFails(None));
        }
        "__cxa_pure_virtual" | "__cxa_deleted_virtual" => {
            return Some(Known::Fails(CheckKind::Pointer, "a virtual function that has no body must not be called"));
        }
        "__cxa_guard_acquire" => return Some(Known::GuardAcquire),
        "__cxa_guard_release" | "__cxa_guard_abort" => return Some(Known::GuardRelease),
        _ if !symbol.starts_with('_') => return None,
        _ if is_operator(symbol, &["nw", "na"]) => {
            return Some(Known::Allocate { zeroed: false, counted: false, surely: !symbol.contains("nothrow") });
        }
        _ if is_operator(symbol, &["dl", "da"]) => return Some(Known::Free),
        // Output, which gives the stream back.
        _ if symbol.starts_with("_ZNSo") || symbol.starts_with("_ZStls") => return Some(Known::FirstArgument),
        _ if symbol.starts_with("_ZNSt8ios_base4Init") => return Some(Known::Nothing),
        _ => {}
    }
    let name = readable(symbol);
    if name == "std::terminate" || name == "__clang_call_terminate" {
        return Some(Known::Fails(CheckKind::Reachable, "the program must not be terminated here"));
    }
    rust(name.strip_prefix("__rustc::").unwrap_or(&name))
}

fn is_operator(symbol: &str, codes: &[&str]) -> bool {
    let code = symbol.strip_prefix("_Z").and_then(|rest| rest.get(..2));
    code.is_some_and(|code| codes.contains(&code))
}

const INDEX: &str = "the index must be within the bounds of the slice";
const SLICE: &str = "the bounds of the part must be within those of the slice";

fn rust(name: &str) -> Option<Known> {
    let last = name.rsplit("::").next().unwrap_or(name);
    Some(match name {
        "__rust_alloc" => Known::Allocate { zeroed: false, counted: false, surely: false },
        "__rust_alloc_zeroed" => Known::Allocate { zeroed: true, counted: false, surely: false },
        "__rust_realloc" => Known::Reallocate,
        "__rust_dealloc" => Known::Free,
        _ if last.starts_with("__rust_no_alloc_shim") => Known::Nothing,
        "std::rt::lang_start_internal" => Known::RustStart,
        "alloc::raw_vec::handle_error" => Known::CapacityError,
        "alloc::raw_vec::capacity_overflow" => Known::Fails(CheckKind::Overflow, "the capacity must not overflow"),
        "alloc::alloc::handle_alloc_error" => Known::Stop,
        "core::option::unwrap_failed" => Known::Fails(CheckKind::Assertion, "`unwrap` of `None`"),
        "core::option::expect_failed" | "core::result::unwrap_failed" => Known::Panic,
        _ if name.starts_with("core::panicking::") || name.starts_with("std::panicking::") => Known::Panic,
        _ if name.starts_with("core::") && last.contains("len_mismatch_fail") => {
            Known::Fails(CheckKind::Length, "slices that are copied must have the same length")
        }
        _ if name.starts_with("core::slice::") && last.ends_with("_fail") => Known::Fails(CheckKind::Index, SLICE),
        _ if name.starts_with("core::str::") && last.ends_with("_fail") => Known::Fails(CheckKind::Index, SLICE),
        _ if name.starts_with("core::cell::panic_already") => {
            Known::Fails(CheckKind::Assertion, "the cell must not be borrowed already")
        }
        _ => return None,
    })
}

/// Where Rust's `main` for the machine calls the program's own.
pub(super) fn is_rust_start(symbol: &str) -> bool {
    symbol.contains("lang_start") && readable(symbol).starts_with("std::rt::lang_start")
}

/// Whether a function belongs to a library that comes with a compiler, so that nobody calls it to leave something open.
pub(super) fn is_of_library(symbol: &str) -> bool {
    let name = readable(symbol);
    let mangled = name != symbol;
    symbol.starts_with("_ZNSt")
        || symbol.starts_with("_ZNKSt")
        || symbol.starts_with("_ZSt")
        || symbol.starts_with("__cxa_")
        || mangled && ["core::", "alloc::", "std::", "<"].iter().any(|start| name.starts_with(start))
        || symbol.starts_with("_R")
}

impl<'a> Emitter<'_, '_, 'a> {
    /// A panic: what it says, where that is a constant.
    pub fn panic(&mut self, symbol: &str, call: &Call<'a>) {
        match (panic_of(&readable(symbol)), self.message(call)) {
            (Some((kind, description)), _) => self.fail(kind, description),
            (None, Some(text)) if text.contains("entered unreachable code") => self.fail(CheckKind::Reachable, text),
            (None, Some(text)) => {
                self.fail(CheckKind::Assertion, text.strip_prefix("assertion failed: ").unwrap_or(&text));
            }
            (None, None) => self.fail_as_stated("the program must not panic here"),
        }
        self.end(Terminator::Stop);
    }
    /// A text that is given with its length.
    fn message(&self, call: &Call<'a>) -> Option<String> {
        let [text, length, ..] = &call.arguments[..] else { return None };
        let length = super::constants::constant_index(&length.operand.value)?;
        let Value::Global(name) = text.operand.value else { return None };
        let Some(Symbol::Variable(u, i)) = self.low.symbol(self.unit, name) else { return None };
        let initial = match self.low.variable((u, i)).initial.as_ref()? {
            Value::Aggregate(items) => &items.first()?.value,
            value => value,
        };
        let Value::Text(text) = initial else { return None };
        let bytes = unescape(text);
        Some(String::from_utf8_lossy(bytes.get(..usize::try_from(length).ok()?)?).into_owned())
    }
    fn last_function(&self, table: &Value<'a>) -> Option<&'a str> {
        let Value::Global(name) = table else { return None };
        let Some(Symbol::Variable(u, i)) = self.low.symbol(self.unit, name) else { return None };
        let mut last = None;
        self.low.variable((u, i)).initial.as_ref()?.for_each_symbol(&mut |name| last = Some(name));
        last
    }
}

impl<'a> Body<'_, '_, 'a> {
    /// The standard library's start calls the closure it is given, whose table of functions has that call last.
    pub fn rust_start(&mut self, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let [closure, table, ..] = &call.arguments[..] else { return refuse("a call with too few arguments") };
        let Some(function) = self.out.last_function(&table.operand.value) else {
            return refuse("the start of this program is not understood");
        };
        let Some(Symbol::Function(u, i)) = self.out.low.symbol(self.out.unit, function) else {
            return refuse("the start of this program is not understood");
        };
        let code = self.out.low.function((u, i)).result;
        let inner = Call {
            result: code,
            function_type: None,
            callee: Value::Global(function),
            arguments: vec![closure.clone()],
            bundles: Vec::new(),
            result_facts: Facts::default(),
            ..call.clone()
        };
        let name = matches!(self.out.kind(code), TypeKind::Int(32)).then_some("exit code");
        self.call(&inner, name)?;
        if let (Some(result), Some(name)) = (result, name) {
            let value = self.local_value(name)?;
            let ty = self.out.ty(call.result)?;
            let value = self.out.low.program.convert(Convert::SignExtend, value, ty)?;
            self.define(result, value, 0, false);
        }
        Ok(())
    }
    /// Capacities that overflow are panics; that there is no memory left is not.
    pub fn capacity_error(&mut self, call: &Call<'a>) -> Lowered<()> {
        let alignment = self.argument(call, 0)?;
        let overflowed = self.out.is_zero(alignment)?;
        let fine = self.out.low.program.not(overflowed)?;
        self.out.check(CheckKind::Overflow, fine, "the capacity must not overflow");
        self.out.end(Terminator::Stop);
        Ok(())
    }
    /// `realloc(pointer, old size, alignment, new size)`: a new object with what was in the old one.
    pub fn reallocate(&mut self, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let [old, old_size, _, new_size, ..] = &call.arguments[..] else {
            return refuse("a call with too few arguments");
        };
        let sort = self.out.low.program.types.pointer();
        let pointer = self.operand(&old.operand)?;
        let pointer = self.out.kept(pointer);
        let (old_size, new_size) = (self.kept_size(&old_size.operand)?, self.kept_size(&new_size.operand)?);
        let target = match result {
            Some(name) => self.target(name, sort),
            None => self.out.fresh(sort),
        };
        let size = self.out.low.program.var(new_size);
        let byte = (self.out.low.program.types.unsigned(8), 1);
        let fits = self.out.low.program.bool_const(true);
        self.allocate_bytes(target, size, fits, byte, false, false)?;
        let (moved, after) = (self.out.new_block("moved"), self.out.new_block("after"));
        let null = self.out.low.program.null();
        let made = self.out.low.program.var(target);
        let failed = self.out.low.program.binary(Binary::Equal, made, null)?;
        self.out.end(Terminator::Branch { condition: failed, then: after, otherwise: moved });
        self.out.continue_in(moved);
        let (old_size, new_size) = (self.out.low.program.var(old_size), self.out.low.program.var(new_size));
        let shrinks = self.out.low.program.binary(Binary::Less(Sign::Unsigned), new_size, old_size)?;
        let bytes = self.out.low.program.if_else(shrinks, new_size, old_size)?;
        let valid = self.out.low.program.binary(Binary::PointerValid, pointer, bytes)?;
        self.out.check(
            CheckKind::Pointer,
            valid,
            "what is reallocated must be a live object of the size that is given",
        );
        let made = self.out.low.program.var(target);
        self.out.push(StatementKind::CopyMemory { target: made, source: pointer, bytes });
        self.release(pointer, "what is reallocated")?;
        self.out.end(Terminator::Goto(after));
        self.out.continue_in(after);
        Ok(())
    }
    fn kept_size(&mut self, operand: &Operand<'a>) -> Lowered<VarId> {
        let wide = self.out.low.program.types.unsigned(64);
        let value = self.operand(operand)?;
        let value = self.out.low.resize(value, wide)?;
        let variable = self.out.fresh(wide);
        self.out.assign(variable, value);
        Ok(variable)
    }

    /// A static object of C++ in a function is made once: a byte before it tells whether that has been.
    pub fn guard(&mut self, call: &Call<'a>, result: Option<&'a str>, acquires: bool) -> Lowered<()> {
        let Some(first) = call.arguments.first() else { return refuse("a call with too few arguments") };
        let words = self.words().pointer(&first.operand.value);
        let address = self.operand(&first.operand)?;
        self.out.check_valid(address, 1, CheckKind::Pointer, points_to(&words, 1))?;
        let byte = self.out.low.program.types.unsigned(8);
        if !acquires {
            let one = self.out.low.program.int_const(byte, 1)?;
            self.settle_reads();
            self.out.push(StatementKind::Assign { target: Place::deref(address, byte), value: one });
            return Ok(());
        }
        let Some(result) = result else { return Ok(()) };
        let made = self.out.low.program.load(address, byte)?;
        let not_yet = self.out.is_zero(made)?;
        let ty = self.out.ty(call.result)?;
        let value = self.out.low.program.convert(Convert::BoolToInt, not_yet, ty)?;
        let value = self.out.kept(value);
        self.define(result, value, 0, false);
        Ok(())
    }
    pub fn first_argument(&mut self, call: &Call<'a>, result: Option<&'a str>) -> Lowered<()> {
        let value: ExprId = self.argument(call, 0)?;
        if let Some(result) = result {
            self.define(result, value, 0, false);
        }
        Ok(())
    }
}

/// What panics of Rust's core library mean by their names alone.
const PANICS: [(&str, CheckKind, &str); 15] = [
    ("bounds_check", CheckKind::Index, INDEX),
    ("div_by_zero", CheckKind::DivisionByZero, "the divisor must not be zero"),
    ("rem_by_zero", CheckKind::DivisionByZero, "the divisor must not be zero"),
    ("shl_overflow", CheckKind::Shift, "the shift amount must be less than the width"),
    ("shr_overflow", CheckKind::Shift, "the shift amount must be less than the width"),
    ("add_overflow", CheckKind::Overflow, "the sum must fit its type"),
    ("sub_overflow", CheckKind::Overflow, "the difference must fit its type"),
    ("mul_overflow", CheckKind::Overflow, "the product must fit its type"),
    ("neg_overflow", CheckKind::Overflow, "the negation must fit its type"),
    ("div_overflow", CheckKind::Overflow, "the quotient must fit its type"),
    ("rem_overflow", CheckKind::Overflow, "the quotient must fit its type"),
    ("null_pointer", CheckKind::Pointer, "the pointer must not be null"),
    ("misaligned_pointer", CheckKind::Pointer, "the pointer must be aligned"),
    ("panic_nounwind", CheckKind::Precondition, "what an unsafe function demands must hold"),
    ("assert_failed", CheckKind::Assertion, "what is asserted to be equal, or not to be, must be so"),
];

fn panic_of(name: &str) -> Option<(CheckKind, &'static str)> {
    let found = PANICS.iter().find(|(word, ..)| name.contains(word));
    found.map(|(_, kind, description)| (*kind, *description))
}
