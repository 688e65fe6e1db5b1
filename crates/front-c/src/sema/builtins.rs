//! Calls of builtin functions: folded, turned into operations of the tree, or into calls of the C library.

use super::Analyzer;
use super::builtin::{Builtin, OverflowOperation};
use super::constants::{Constant, Evaluator};
use super::expressions::Operand;
use super::floats;
use super::tree::{CastReason, Expr, ExprKind};
use crate::codes;
use crate::syntax::ast::{BinaryOperator, Expression};
use crate::syntax::names::Symbol;
use crate::types::{Float, Integer, RecordKind, TypeId, TypeKind};
use cairn_base::Span;
use num_bigint::BigInt;

/// A family of builtins: gives the arguments back if it does not know the name.
type Family<T> = fn(&mut T, &str, Vec<Expr>, Span) -> Result<Expr, Vec<Expr>>;

impl Analyzer<'_> {
    /// `None` if the name is no builtin (or the program declares a function of that name itself).
    pub(super) fn builtin_call(
        &mut self,
        name: Symbol,
        declared: bool,
        arguments: &[Expression],
        span: Span,
    ) -> Option<Operand> {
        let names = self.names;
        let text = names.text(name);
        if let Some(short) = text.strip_prefix("__builtin_") {
            return Some(Operand::Value(self.named_builtin(text, short, arguments, span)));
        }
        if text == "alloca" && arguments.len() == 1 && !self.defines_function(name) {
            return Some(Operand::Value(self.named_builtin(text, text, arguments, span)));
        }
        if let Some(name) = text.strip_prefix("__CPROVER_overflow_").filter(|_| !self.defines_function(name)) {
            return self.overflow_question(name, arguments, span).map(Operand::Value);
        }
        if declared {
            return None;
        }
        if text.starts_with("__sync_") || text.starts_with("__atomic_") {
            let values = arguments.iter().map(|a| self.value(a)).collect();
            return Some(Operand::Value(self.atomic_call(text, values, span)));
        }
        None
    }
    fn named_builtin(&mut self, full: &str, name: &str, arguments: &[Expression], span: Span) -> Expr {
        match name {
            "constant_p" => self.constant_p(arguments, span),
            "va_start" | "va_end" | "va_copy" => self.va_builtin(name, arguments, span),
            "object_size" | "dynamic_object_size" => self.object_size(arguments, span),
            "classify_type" => self.classify_type(arguments, span),
            _ => {
                let values: Vec<Expr> = arguments.iter().map(|argument| self.value(argument)).collect();
                if values.iter().any(|value| self.program.types.is_error(value.ty)) {
                    return self.error_value(span);
                }
                self.value_builtin(full, name, values, span)
            }
        }
    }
    /// Builtins whose arguments are plain values; the first family that knows the name decides.
    fn value_builtin(&mut self, full: &str, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let families: [Family<Self>; 7] = [
            Self::hint_builtin,
            Self::control_builtin,
            Self::permutation_builtin,
            Self::bit_builtin,
            Self::overflow_builtin,
            Self::float_builtin,
            Self::memory_builtin,
        ];
        let mut values = values;
        for family in families {
            match family(self, name, values, span) {
                Ok(result) => return result,
                Err(back) => values = back,
            }
        }
        self.library_builtin(full, name, values, span)
    }
    pub(super) fn operation(&mut self, builtin: Builtin, arguments: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin(builtin, arguments), ty, span }
    }
    pub(super) fn wrong_arguments(&mut self, name: &str, span: Span) -> Expr {
        self.error(codes::BAD_CALL, span, format!("wrong arguments for `{name}`"));
        self.error_value(span)
    }
    /// Evaluates something for its effects only, before the result; constants leave no trace.
    pub(super) fn also_evaluate(&mut self, values: impl IntoIterator<Item = Expr>, result: Expr) -> Expr {
        values.into_iter().fold(result, |result, value| {
            if matches!(value.kind, ExprKind::Integer(_) | ExprKind::Float(_)) {
                return result;
            }
            let (ty, span) = (result.ty, result.span);
            Expr { kind: ExprKind::Comma(Box::new(value), Box::new(result)), ty, span }
        })
    }

    fn constant_p(&mut self, arguments: &[Expression], span: Span) -> Expr {
        let Some(argument) = arguments.first() else { return self.wrong_arguments("__builtin_constant_p", span) };
        self.unevaluated += 1;
        let value = self.value(argument);
        self.unevaluated -= 1;
        let constant = match Evaluator::new(&self.program, false).expr(&value) {
            Some(Constant::Integer(_) | Constant::Float(_)) => true,
            Some(Constant::Address(super::constants::Base::String(_), offset)) => offset == BigInt::ZERO,
            _ => false,
        };
        self.int_constant(i64::from(constant), span)
    }
    /// gcc's numbers for kinds of types.
    fn classify_type(&mut self, arguments: &[Expression], span: Span) -> Expr {
        let Some(argument) = arguments.first() else { return self.wrong_arguments("__builtin_classify_type", span) };
        self.unevaluated += 1;
        let value = self.value(argument);
        self.unevaluated -= 1;
        let types = &self.program.types;
        let number = match types.kind(value.ty) {
            TypeKind::Void => 0,
            TypeKind::Pointer(_) => 5,
            TypeKind::Float(_) => 8,
            TypeKind::Complex(_) => 9,
            TypeKind::Record(record) if types.records[*record].kind == RecordKind::Union => 13,
            TypeKind::Record(_) => 12,
            _ => 1,
        };
        self.int_constant(number, span)
    }
    fn va_builtin(&mut self, name: &str, arguments: &[Expression], span: Span) -> Expr {
        let ty = self.types().void();
        let Some(list) = arguments.first().and_then(|list| self.va_list(list)) else {
            return self.error_value(span);
        };
        let kind = match (name, arguments) {
            ("va_start", _) => ExprKind::VaStart(Box::new(list)),
            ("va_copy", [_, source]) => match self.va_list(source) {
                Some(source) => ExprKind::VaCopy(Box::new(list), Box::new(source)),
                None => return self.error_value(span),
            },
            ("va_end", _) => ExprKind::VaEnd(Box::new(list)),
            _ => return self.wrong_arguments(name, span),
        };
        Expr { kind, ty, span }
    }
    /// Nothing is known about the object: the answers gcc gives without optimisation.
    fn object_size(&mut self, arguments: &[Expression], span: Span) -> Expr {
        let ty = self.types().size_type();
        let mode = arguments.get(1).and_then(|mode| self.constant_integer(mode)).unwrap_or_default();
        let value = if mode < BigInt::from(2) { BigInt::from(-1) } else { BigInt::ZERO };
        let value = self.program.types.wrap(&value, ty);
        self.integer_constant(value, ty, span)
    }
    fn hint_builtin(&mut self, name: &str, mut values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        let void = self.types().void();
        match name {
            "expect" | "expect_with_probability" if values.len() >= 2 => {
                let rest = values.split_off(1);
                let long = self.types().integer(Integer::Long);
                let value = match values.pop() {
                    Some(value) => self.assign_convert(value, long, CastReason::Argument),
                    None => self.error_value(span),
                };
                Ok(self.also_evaluate(rest, value))
            }
            "assume_aligned" if !values.is_empty() => {
                let rest = values.split_off(1);
                let pointer = self.types().pointer_to(void);
                let value = match values.pop() {
                    Some(value) => self.assign_convert(value, pointer, CastReason::Argument),
                    None => self.error_value(span),
                };
                Ok(self.also_evaluate(rest, value))
            }
            "prefetch" | "__clear_cache" | "ia32_pause" | "ia32_mfence" | "ia32_lfence" | "ia32_sfence" => {
                let nothing = self.int_constant(0, span);
                let nothing = self.implied_cast(nothing, void);
                Ok(self.also_evaluate(values, nothing))
            }
            _ => Err(values),
        }
    }
    fn control_builtin(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        let void = self.types().void();
        match name {
            "unreachable" => Ok(self.operation(Builtin::Unreachable, Vec::new(), void, span)),
            "trap" => Ok(self.operation(Builtin::Trap, Vec::new(), void, span)),
            "alloca" | "alloca_with_align" if !values.is_empty() => {
                let size = self.types().size_type();
                let pointer = self.types().pointer_to(void);
                let bytes = values.into_iter().next();
                let bytes = bytes.map(|bytes| self.assign_convert(bytes, size, CastReason::Argument));
                Ok(self.operation(Builtin::Alloca, bytes.into_iter().collect(), pointer, span))
            }
            "return_address" | "frame_address" | "extract_return_addr" | "setjmp" | "longjmp" | "apply" => {
                let pointer = self.types().pointer_to(void);
                let ty = if name == "setjmp" { self.types().int() } else { pointer };
                Ok(self.unsupported(ty, span, format!("`__builtin_{name}`")))
            }
            _ => Err(values),
        }
    }
    /// `bswap16/32/64`, and clang's `bitreverse8/16/32/64`, `rotateleft…`, `rotateright…`: the name says the type.
    fn permutation_builtin(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let (builtin, count) = match stem {
            "bswap" => (Builtin::ByteSwap, 1),
            "bitreverse" => (Builtin::BitReverse, 1),
            "rotateleft" => (Builtin::RotateLeft, 2),
            "rotateright" => (Builtin::RotateRight, 2),
            _ => return Err(values),
        };
        let long = self.program.types.target.pointer_bytes() == 8;
        let integer = match &name[stem.len()..] {
            "8" => Integer::UnsignedChar,
            "16" => Integer::UnsignedShort,
            "32" => Integer::UnsignedInt,
            "64" if long => Integer::UnsignedLong,
            "64" => Integer::UnsignedLongLong,
            "128" => Integer::UnsignedInt128,
            _ => return Err(values),
        };
        if values.len() != count {
            return Ok(self.wrong_arguments(name, span));
        }
        let ty = self.types().integer(integer);
        let values = values.into_iter().map(|value| self.assign_convert(value, ty, CastReason::Argument)).collect();
        Ok(self.operation(builtin, values, ty, span))
    }
    /// `popcount`, `popcountl`, `popcountll`, …
    fn bit_builtin(&mut self, name: &str, mut values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        if values.len() != 1 {
            return Err(values);
        }
        let (stem, integer) = match name.strip_suffix("ll") {
            Some(stem) => (stem, Integer::UnsignedLongLong),
            None => match name.strip_suffix('l') {
                Some(stem) => (stem, Integer::UnsignedLong),
                None => (name, Integer::UnsignedInt),
            },
        };
        let builtin = match stem {
            "popcount" => Builtin::PopulationCount,
            "parity" => Builtin::Parity,
            "clz" => Builtin::CountLeadingZeros,
            "ctz" => Builtin::CountTrailingZeros,
            "ffs" => Builtin::FindFirstSet,
            "clrsb" => Builtin::CountRedundantSignBits,
            _ => return Err(values),
        };
        let Some(value) = values.pop() else { return Err(values) };
        let signed = builtin == Builtin::CountRedundantSignBits;
        let ty = self.types().integer(if signed { integer.to_signed() } else { integer });
        let value = self.assign_convert(value, ty, CastReason::Argument);
        let int = self.types().int();
        Ok(self.operation(builtin, vec![value], int, span))
    }
    /// `add_overflow`, `sadd_overflow`, `uaddl_overflow`, …, `add_overflow_p`.
    fn overflow_builtin(&mut self, name: &str, mut values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        let (stem, predicate) = match (name.strip_suffix("_overflow"), name.strip_suffix("_overflow_p")) {
            (Some(stem), _) => (stem, false),
            (None, Some(stem)) => (stem, true),
            _ => return Err(values),
        };
        if values.len() != 3 {
            return Ok(self.wrong_arguments(name, span));
        }
        let parse = |stem: &str| {
            Some(match stem {
                "add" => OverflowOperation::Add,
                "sub" => OverflowOperation::Subtract,
                "mul" => OverflowOperation::Multiply,
                _ => return None,
            })
        };
        let (operation, integer) = match parse(stem) {
            Some(operation) => (operation, None),
            None => {
                let (body, rank) = match stem.strip_suffix("ll") {
                    Some(body) if body.len() >= 4 => (body, 2),
                    _ => match stem.strip_suffix('l') {
                        Some(body) if body.len() >= 4 => (body, 1),
                        _ => (stem, 0),
                    },
                };
                let signed = body.starts_with('s');
                let Some(operation) = body.get(1..).and_then(parse) else { return Err(values) };
                let integer = [Integer::Int, Integer::Long, Integer::LongLong][rank];
                (operation, Some(if signed { integer } else { integer.to_unsigned() }))
            }
        };
        if let Some(integer) = integer {
            let ty = self.types().integer(integer);
            let rest = values.split_off(2);
            values = values.into_iter().map(|v| self.assign_convert(v, ty, CastReason::Argument)).collect();
            values.extend(rest);
        }
        let types = &self.program.types;
        let last = &values[2];
        let target = if predicate { Some(last.ty) } else { types.pointee(last.ty).map(|pointee| pointee.ty) };
        let fits = types.is_integer(values[0].ty)
            && types.is_integer(values[1].ty)
            && target.is_some_and(|ty| types.is_integer(ty) && !types.is_bool(ty));
        if !fits {
            return Ok(self.wrong_arguments(name, span));
        }
        let ty = self.types().bool();
        let builtin = if predicate { Builtin::OverflowPredicate(operation) } else { Builtin::Overflow(operation) };
        Ok(self.operation(builtin, values, ty, span))
    }
    /// CBMC's question whether an operation overflows in the type that it has in C.
    fn overflow_question(&mut self, name: &str, arguments: &[Expression], span: Span) -> Option<Expr> {
        let operation = match (name, arguments.len()) {
            ("plus", 2) => OverflowOperation::Add,
            ("minus", 2) | ("unary_minus", 1) => OverflowOperation::Subtract,
            ("mult", 2) => OverflowOperation::Multiply,
            _ => return None,
        };
        let mut values: Vec<Expr> = arguments.iter().map(|argument| self.value(argument)).collect();
        let last = values.pop()?;
        let first = values.pop().unwrap_or_else(|| self.int_constant(0, span));
        if ![&first, &last].iter().all(|value| self.program.types.is_integer(value.ty)) {
            return Some(self.wrong_arguments(&format!("__CPROVER_overflow_{name}"), span));
        }
        let (first, last, common) = self.balance(first, last)?;
        let zero = self.integer_constant(BigInt::ZERO, common, span);
        let ty = self.types().bool();
        Some(self.operation(Builtin::OverflowPredicate(operation), vec![first, last, zero], ty, span))
    }
    fn float_builtin(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        if let Some((stem, float)) = float_suffix(name, &["huge_val", "inf", "nan", "nans"]) {
            let ty = self.types().float(float);
            let value = if stem.starts_with("nan") { floats::nan(float) } else { floats::infinity(float) };
            return Ok(Expr { kind: ExprKind::Float(value), ty, span });
        }
        if let Some(result) = self.float_primitive(name, &values, span) {
            return Ok(result);
        }
        let int = self.types().int();
        let classes = ["isnan", "isinf", "isinf_sign", "isfinite", "finite", "isnormal", "signbit"];
        let class = match float_suffix(name, &classes).map(|(stem, _)| stem) {
            Some("isnan") => Builtin::IsNan,
            Some("isinf") => Builtin::IsInfinite,
            Some("isinf_sign") => Builtin::InfinitySign,
            Some("isfinite" | "finite") => Builtin::IsFinite,
            Some("isnormal") => Builtin::IsNormal,
            Some("signbit") => Builtin::SignBit,
            _ => return self.float_relation(name, values, span),
        };
        let Some(value) = values.into_iter().next() else { return Ok(self.wrong_arguments(name, span)) };
        // `isnanf` and its like convert, the type-generic names take any float.
        let value = self.float_argument(value);
        Ok(self.operation(class, vec![value], int, span))
    }
    /// `isgreater` and its like compare without exceptions, which is all we know of comparing.
    fn float_relation(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        if name == "fpclassify" && values.len() == 6 {
            let int = self.types().int();
            let mut converted: Vec<Expr> = Vec::new();
            for (index, value) in values.into_iter().enumerate() {
                converted.push(if index < 5 {
                    self.assign_convert(value, int, CastReason::Argument)
                } else {
                    self.float_argument(value)
                });
            }
            return Ok(self.operation(Builtin::ClassifyFloat, converted, int, span));
        }
        let operator = match name {
            "isgreater" => Some(BinaryOperator::Greater),
            "isgreaterequal" => Some(BinaryOperator::GreaterEqual),
            "isless" => Some(BinaryOperator::Less),
            "islessequal" => Some(BinaryOperator::LessEqual),
            "islessgreater" | "isunordered" => None,
            _ => return Err(values),
        };
        let Ok([left, right]) = <[Expr; 2]>::try_from(values) else { return Ok(self.wrong_arguments(name, span)) };
        if let Some(operator) = operator {
            return Ok(self.binary_values(operator, left, right, span));
        }
        let (left, right) = (self.float_argument(left), self.float_argument(right));
        let Some((left, right, _)) = self.balance(left, right) else { return Ok(self.error_value(span)) };
        let builtin = if name == "isunordered" { Builtin::IsUnordered } else { Builtin::IsLessGreater };
        let int = self.types().int();
        Ok(self.operation(builtin, vec![left, right], int, span))
    }
    fn float_argument(&mut self, value: Expr) -> Expr {
        if self.program.types.is_float(value.ty) {
            return value;
        }
        let double = self.types().float(Float::Double);
        self.assign_convert(value, double, CastReason::Argument)
    }
    /// Operations every float type has: `fabs`, `sqrtf`, `fmal`, …
    fn float_primitive(&mut self, name: &str, values: &[Expr], span: Span) -> Option<Expr> {
        const PRIMITIVES: &[(&str, Builtin, usize)] = &[
            ("fabs", Builtin::FloatAbs, 1),
            ("copysign", Builtin::CopySign, 2),
            ("sqrt", Builtin::SquareRoot, 1),
            ("fma", Builtin::FusedMultiplyAdd, 3),
            ("floor", Builtin::Floor, 1),
            ("ceil", Builtin::Ceiling, 1),
            ("trunc", Builtin::Truncate, 1),
            ("round", Builtin::Round, 1),
            ("rint", Builtin::RoundByMode, 1),
            ("nearbyint", Builtin::RoundByMode, 1),
            ("roundeven", Builtin::RoundEven, 1),
            ("fmod", Builtin::FloatModulo, 2),
            ("remainder", Builtin::FloatRemainder, 2),
            ("fmin", Builtin::FloatMinimum, 2),
            ("fmax", Builtin::FloatMaximum, 2),
        ];
        let stems: Vec<&str> = PRIMITIVES.iter().map(|p| p.0).collect();
        let (stem, float) = float_suffix(name, &stems)?;
        let (_, builtin, count) = PRIMITIVES.iter().find(|p| p.0 == stem)?;
        if values.len() != *count {
            return Some(self.wrong_arguments(name, span));
        }
        let ty = self.types().float(float);
        let values = values.iter().cloned().map(|v| self.assign_convert(v, ty, CastReason::Argument)).collect();
        Some(self.operation(*builtin, values, ty, span))
    }
    fn memory_builtin(&mut self, name: &str, mut values: Vec<Expr>, span: Span) -> Result<Expr, Vec<Expr>> {
        let checked = name.strip_prefix("__").and_then(|n| n.strip_suffix("_chk"));
        let stem = checked.unwrap_or(name);
        let builtin = match stem {
            "memcpy" => Builtin::MemoryCopy,
            "memmove" => Builtin::MemoryMove,
            "memset" => Builtin::MemorySet,
            _ => return Err(values),
        };
        if checked.is_some() {
            values.pop();
        }
        let function = self.library_type(stem).and_then(|ty| self.program.types.function_type(ty).cloned());
        let Some(function) = function.filter(|f| f.parameters.len() == values.len()) else {
            return Ok(self.wrong_arguments(name, span));
        };
        let pairs = values.into_iter().zip(&function.parameters);
        let values = pairs.map(|(value, &ty)| self.assign_convert(value, ty, CastReason::Argument)).collect();
        Ok(self.operation(builtin, values, function.result, span))
    }
    /// What the C library has too; `_chk` variants have further arguments for checks we do anyway.
    fn library_builtin(&mut self, full: &str, name: &str, mut values: Vec<Expr>, span: Span) -> Expr {
        let mut stem = name;
        // No function of a library that a program could define itself.
        if let Some((_, float)) = float_suffix(name, &["powi"]) {
            stem = match float {
                Float::Float => "__cairn_powif",
                Float::LongDouble => "__cairn_powil",
                _ => "__cairn_powi",
            };
        }
        if let Some(checked) = name.strip_prefix("__").and_then(|n| n.strip_suffix("_chk")) {
            stem = checked;
            let dropped = match checked {
                "sprintf" | "vsprintf" => 1..3,
                "snprintf" | "vsnprintf" => 2..4,
                "printf" | "vprintf" => 0..1,
                "fprintf" | "vfprintf" => 1..2,
                _ => values.len().saturating_sub(1)..values.len(),
            };
            if dropped.end <= values.len() {
                values.drain(dropped);
            }
        }
        match self.library_call(stem, values, span) {
            Some(call) => call,
            None => {
                let ty = self.types().int();
                self.unsupported(ty, span, format!("the builtin function `{full}`"))
            }
        }
    }
}

/// Splits `sqrtf` into a known stem and the type its suffix names.
fn float_suffix<'n>(name: &'n str, stems: &[&str]) -> Option<(&'n str, Float)> {
    const SUFFIXES: &[(&str, Float)] = &[
        ("f128", Float::Float128),
        ("f64x", Float::Float64x),
        ("f32x", Float::Float32x),
        ("f64", Float::Float64),
        ("f32", Float::Float32),
        ("f16", Float::Float16),
        ("q", Float::Float128),
        ("f", Float::Float),
        ("l", Float::LongDouble),
        ("", Float::Double),
    ];
    // The longest stem decides: `fma` is not `fm` with a suffix, `huge_val` does not end in one.
    SUFFIXES.iter().rev().find_map(|(suffix, float)| {
        let stem = name.strip_suffix(suffix)?;
        stems.contains(&stem).then_some((stem, *float))
    })
}
