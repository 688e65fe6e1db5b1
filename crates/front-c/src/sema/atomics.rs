//! `__sync_…` and `__atomic_…`: in a program of one thread they are plain operations that wrap around.

use super::Analyzer;
use super::builtin::{AtomicOperation, AtomicResult, Builtin};
use super::expressions::Operand;
use super::tree::{CastReason, Expr, ExprKind, Lvalue};
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;

fn operation_named(name: &str) -> Option<AtomicOperation> {
    Some(match name {
        "add" => AtomicOperation::Add,
        "sub" => AtomicOperation::Subtract,
        "and" => AtomicOperation::And,
        "or" => AtomicOperation::Or,
        "xor" => AtomicOperation::Xor,
        "nand" => AtomicOperation::Nand,
        _ => return None,
    })
}

/// `fetch_and_add`, `fetch_add`, `add_and_fetch`, `add_fetch`.
fn fetch_named(name: &str) -> Option<(AtomicOperation, AtomicResult)> {
    if let Some(rest) = name.strip_prefix("fetch_") {
        return Some((operation_named(rest.strip_prefix("and_").unwrap_or(rest))?, AtomicResult::Old));
    }
    let stem = name.strip_suffix("_fetch")?;
    Some((operation_named(stem.strip_suffix("_and").unwrap_or(stem))?, AtomicResult::New))
}

impl Analyzer<'_> {
    pub(super) fn atomic_call(&mut self, full: &str, values: Vec<Expr>, span: Span) -> Expr {
        if values.iter().any(|v| self.program.types.is_error(v.ty)) {
            return self.error_value(span);
        }
        let name = full.trim_start_matches("__sync_").trim_start_matches("__atomic_");
        // `__atomic_load_4` and its like: the pointer says the same.
        let name = match name.rsplit_once('_') {
            Some((stem, "1" | "2" | "4" | "8" | "16")) => stem,
            _ => name,
        };
        match name {
            "synchronize" | "thread_fence" | "signal_fence" => {
                let void = self.types().void();
                let nothing = self.int_constant(0, span);
                let nothing = self.implied_cast(nothing, void);
                return self.also_evaluate(values, nothing);
            }
            "always_lock_free" | "is_lock_free" => {
                let ty = self.types().bool();
                return self.integer_constant(1, ty, span);
            }
            _ => {}
        }
        let mut values = values.into_iter();
        let Some(pointer) = values.next() else { return self.wrong_arguments(full, span) };
        let Some(pointee) = self.program.types.pointee(pointer.ty) else { return self.wrong_arguments(full, span) };
        let rest: Vec<Expr> = values.collect();
        match self.atomic_operation(name, pointer, pointee.ty, rest, span) {
            Some(result) => result,
            None => self.wrong_arguments(full, span),
        }
    }
    fn atomic_operation(&mut self, name: &str, pointer: Expr, ty: TypeId, rest: Vec<Expr>, span: Span) -> Option<Expr> {
        let mut rest = rest.into_iter();
        if let Some((operation, result)) = fetch_named(name) {
            let value = rest.next()?;
            let wanted = match self.program.types.kind(ty) {
                TypeKind::Pointer(_) => self.types().difference_type(),
                _ => ty,
            };
            let value = self.assign_convert(value, wanted, CastReason::Argument);
            let call = self.operation(Builtin::AtomicFetch(operation, result), vec![pointer, value], ty, span);
            return Some(self.also_evaluate(rest, call));
        }
        let bool_type = self.types().bool();
        let call = match name {
            "load" | "load_n" => {
                let target = if name == "load" { Some(rest.next()?) } else { None };
                let object = self.pointed(pointer, span)?;
                let value = self.load(object);
                match target {
                    Some(target) => self.store(target, value, span)?,
                    None => value,
                }
            }
            "store" | "store_n" | "lock_release" | "clear" => {
                let value = match name {
                    "store_n" => rest.next()?,
                    "store" => self.read_through(rest.next()?, span)?,
                    _ => self.int_constant(0, span),
                };
                self.store(pointer, value, span)?
            }
            "exchange_n" | "lock_test_and_set" => {
                let value = self.assign_convert(rest.next()?, ty, CastReason::Argument);
                self.operation(Builtin::AtomicExchange, vec![pointer, value], ty, span)
            }
            "exchange" => {
                let value = self.read_through(rest.next()?, span)?;
                let target = rest.next()?;
                let old = self.operation(Builtin::AtomicExchange, vec![pointer, value], ty, span);
                self.store(target, old, span)?
            }
            "test_and_set" => {
                // The first byte becomes 1; was it set?
                let byte = self.types().integer(crate::types::Integer::UnsignedChar);
                let byte_pointer = self.types().pointer_to(byte);
                let pointer = self.implied_cast(pointer, byte_pointer);
                let one = self.integer_constant(1, byte, span);
                let old = self.operation(Builtin::AtomicExchange, vec![pointer, one], byte, span);
                self.implied_cast(old, bool_type)
            }
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let expected = self.assign_convert(rest.next()?, ty, CastReason::Argument);
                let desired = self.assign_convert(rest.next()?, ty, CastReason::Argument);
                let arguments = vec![pointer, expected, desired];
                if name == "bool_compare_and_swap" {
                    self.operation(Builtin::AtomicCompareSwapBool, arguments, bool_type, span)
                } else {
                    self.operation(Builtin::AtomicCompareSwap, arguments, ty, span)
                }
            }
            "compare_exchange" | "compare_exchange_n" => {
                let expected = rest.next()?;
                let desired = rest.next()?;
                let desired = if name == "compare_exchange" { self.read_through(desired, span)? } else { desired };
                let desired = self.assign_convert(desired, ty, CastReason::Argument);
                self.operation(Builtin::AtomicCompareExchange, vec![pointer, expected, desired], bool_type, span)
            }
            _ => return None,
        };
        Some(self.also_evaluate(rest, call))
    }
    fn pointed(&mut self, pointer: Expr, span: Span) -> Option<Lvalue> {
        match self.dereference(pointer, span) {
            Operand::Object(lvalue) => Some(lvalue),
            _ => None,
        }
    }
    fn read_through(&mut self, pointer: Expr, span: Span) -> Option<Expr> {
        let object = self.pointed(pointer, span)?;
        Some(self.load(object))
    }
    /// `*pointer = value`, of type `void`.
    fn store(&mut self, pointer: Expr, value: Expr, span: Span) -> Option<Expr> {
        let object = self.pointed(pointer, span)?;
        let ty = object.ty.ty;
        // `void *` to a generic target, as `clear` may have: one byte.
        if self.program.types.is_void(ty) {
            return None;
        }
        let value = self.assign_convert(value, ty, CastReason::Assignment);
        let assign = Expr { kind: ExprKind::Assign(Box::new(object), Box::new(value)), ty, span };
        let void = self.types().void();
        Some(self.implied_cast(assign, void))
    }
}
