//! Functions the front end knows by name: assertions, assumptions, nondeterminism, allocation, the end of the
//! program, and what the C library written in C is built on (`__cairn_…`).
//!
//! A function with a body of the user's own is lowered like any other, but for error locations: reaching
//! `reach_error` is what is asked about, whatever its body does; unless it is not asked about.

use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{Block, Builtin, Callee, Cast, CastReason, Expr, ExprKind, FunctionId, StmtKind};
use crate::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{AllocationKind, CheckKind, ExprId, Place, StatementKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// An error location.
    Error,
    /// Condition, and maybe a text.
    Assert,
    /// Where a failed `assert` goes; the text of the condition first.
    AssertFails,
    Assume,
    /// Where a failed `check` or `assume` of `cairn.h` goes.
    CheckFails,
    AssumeFails,
    /// An arbitrary value of the result type.
    Nondet,
    /// Pointer and size.
    NondetMemory,
    /// The program ends at once.
    Stop,
    /// The program ends after what `atexit` registered.
    Exit,
    Malloc,
    Calloc,
    Alloca,
    Free,
    /// A new object of so many bytes that is never counted as a leak.
    Object,
    ObjectSize,
    CheckFree,
    CheckReadable,
    CheckWritable,
    HavocBytes,
    /// What a function of the library demands; a text.
    Require(CheckKind),
    /// Whether the program could see how often a comparison is called.
    ComparisonsAreSeen,
    /// The whole object a pointer points into.
    HavocObject,
    /// A value between two bounds.
    Interval,
    /// One of two values.
    Choice,
    /// Memory at a fixed address; made before the program starts.
    Region,
    /// An operation of the program form.
    Operation(Builtin),
    /// The rounding mode.
    GetRounding,
    SetRounding,
    /// Input by format; the position of the format.
    Scan {
        format: usize,
    },
    /// A question about a pointer or a float, in CBMC's words.
    Question(Question),
    /// What does nothing here.
    Nothing,
    Refused(&'static str),
}

impl Known {
    /// Whether calls have an effect and no result.
    fn gives_nothing(self) -> bool {
        matches!(
            self,
            Known::Error
                | Known::Assert
                | Known::AssertFails
                | Known::Assume
                | Known::CheckFails
                | Known::AssumeFails
                | Known::NondetMemory
                | Known::Stop
                | Known::Exit
                | Known::Free
                | Known::CheckFree
                | Known::CheckReadable
                | Known::CheckWritable
                | Known::HavocBytes
                | Known::Require(_)
                | Known::HavocObject
                | Known::Region
                | Known::Nothing
        )
    }
}

/// What CBMC's primitives ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    SameObject,
    ObjectSize,
    Offset,
    IsLive,
    IsHeap,
    /// Pointer and size.
    IsValid,
    IsWritable,
    /// Pointer and size, in clauses of contracts.
    IsFresh,
    Float(Builtin),
}

impl Lowerer<'_> {
    pub fn known_function(&self, id: FunctionId) -> Option<Known> {
        let function = &self.c.functions[id];
        let name = &*function.name;
        let is_asked_about = !self.options.no_error_locations || function.body.is_none();
        if is_error_location(name) && is_asked_about {
            return Some(Known::Error);
        }
        if function.body.is_some() {
            return None;
        }
        known_by_name(name)
    }

    pub fn known_call(
        &mut self,
        known: Known,
        function: FunctionId,
        arguments: &[Expr],
        ty: TypeId,
        into: Option<Place>,
        span: Span,
    ) -> Lower<ExprId> {
        if known == Known::Nondet {
            let role = ir::InputRole::Result(self.c.functions[function].name.clone());
            return self.nondet(function, arguments, ty, into, (span, role.into()));
        }
        let value = self.known_value(known, function, arguments, ty, span)?;
        if known.gives_nothing() && !self.c.types.is_void(ty) {
            // Declared with a result all the same, or not at all: nothing is known about it.
            return self.nondet(function, &[], ty, into, (span, "a function that gives no value".into()));
        }
        if let Some(place) = into {
            self.assign(place, value, span);
        }
        Ok(value)
    }
    /// What a call gives, and its effect; any value where it gives nothing.
    fn known_value(
        &mut self,
        known: Known,
        function: FunctionId,
        arguments: &[Expr],
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let nothing = self.p.bool_const(false);
        match (known, arguments) {
            (Known::Assert, [condition, rest @ ..]) => {
                let text = rest.first().and_then(|text| self.literal_text(text));
                let text = text.unwrap_or_else(|| format!("assertion `{}`", self.text(condition.span)));
                let condition = self.condition(condition)?;
                self.check(CheckKind::Assertion, condition, text, span);
                Ok(nothing)
            }
            (Known::Require(CheckKind::Unsupported), [text]) => {
                let text = self.literal_text(text).unwrap_or_default();
                self.never(CheckKind::Unsupported, format!("{text} is not supported"), span);
                Ok(nothing)
            }
            (Known::Require(kind), [condition, text]) => {
                let text = self.literal_text(text).unwrap_or_default();
                let condition = self.condition(condition)?;
                self.check(kind, condition, text, span);
                Ok(nothing)
            }
            (Known::ComparisonsAreSeen, _) => {
                let seen = self.comparisons_are_seen();
                Ok(self.p.bool_const(seen))
            }
            (Known::AssertFails, [text, ..]) => {
                let text = self.literal_text(text).unwrap_or_default();
                self.never(CheckKind::Assertion, format!("assertion `{text}`"), span);
                self.stop(span);
                Ok(nothing)
            }
            (Known::Assume, [condition, ..]) => {
                let condition = self.condition(condition)?;
                self.assume(condition, span);
                Ok(nothing)
            }
            (Known::Question(Question::Float(builtin)) | Known::Operation(builtin), _) => {
                let call = Expr { kind: ExprKind::Builtin(builtin, Vec::new()), ty, span };
                self.builtin(builtin, arguments, &call)
            }
            (Known::Scan { format }, _) => self.scan(format, arguments, ty, span),
            (Known::Refused(what), _) => Err(Refusal::at(what, span)),
            (Known::Region, _) => match super::regions::is_constant_region(self.c, arguments) {
                true => Ok(nothing),
                false => Err(Refusal::at("a region whose address or size is not constant", span)),
            },
            _ => {
                let values = self.argument_values(arguments)?;
                let mut types: Vec<TypeId> = arguments.iter().map(|a| a.ty).collect();
                match known {
                    Known::Interval => self.interval(&values, ty, span),
                    Known::Choice => match values[..] {
                        [a, b] => {
                            let truth = self.p.types.bool();
                            let first = self.arbitrary("first", truth, span, "a choice");
                            let sort = self.p.type_of(a);
                            Ok(self.p.add_expr(ir::ExprKind::If(first, a, b), sort, None)?)
                        }
                        _ => Err(Refusal::at("this call", span)),
                    },
                    Known::Question(question) => {
                        // `__CPROVER_r_ok (p)` asks about what the pointer that is written there points to.
                        if let ([pointer], [first]) = (arguments, &mut types[..]) {
                            *first = written_type(pointer);
                        }
                        self.question(question, &values, &types, ty, span)
                    }
                    _ => self.known_operation(known, function, &values, &types, span),
                }
            }
        }
    }
    /// Known functions whose arguments are values.
    pub fn known_operation(
        &mut self,
        known: Known,
        function: FunctionId,
        values: &[ExprId],
        types: &[TypeId],
        span: Span,
    ) -> Lower<ExprId> {
        let nothing = self.p.bool_const(false);
        match (known, values) {
            (Known::Error, _) => {
                let name = &self.c.functions[function].name;
                self.never(CheckKind::Reachable, format!("`{name}` must not be called"), span);
                self.stop(span);
                Ok(nothing)
            }
            (Known::Assert, [condition, ..]) => {
                let condition = self.is_nonzero(*condition)?;
                self.check(CheckKind::Assertion, condition, "assertion", span);
                Ok(nothing)
            }
            (Known::AssertFails, _) => {
                self.never(CheckKind::Assertion, "assertion", span);
                self.stop(span);
                Ok(nothing)
            }
            (Known::Assume, [condition, ..]) => {
                let condition = self.is_nonzero(*condition)?;
                self.assume(condition, span);
                Ok(nothing)
            }
            (Known::CheckFails, _) => {
                let text = self.sources.first_argument(span).map(|text| format!("assertion `{text}`"));
                self.never(CheckKind::Assertion, text.unwrap_or_else(|| "what is checked here must hold".into()), span);
                Ok(nothing)
            }
            (Known::AssumeFails, _) => {
                self.assume(nothing, span);
                Ok(nothing)
            }
            (Known::Stop, _) => {
                self.stop(span);
                Ok(nothing)
            }
            (Known::Exit, _) => {
                self.end_of_program(false, span)?;
                Ok(nothing)
            }
            (Known::Malloc, [size]) => {
                let size = self.as_index(*size, types[0])?;
                self.allocate_bytes(size, false, AllocationKind::Heap, span)
            }
            (Known::Calloc, [count, size]) => {
                let (count, size) = (self.as_index(*count, types[0])?, self.as_index(*size, types[1])?);
                self.calloc(count, size, span)
            }
            (Known::Alloca, [size]) => {
                let size = self.as_index(*size, types[0])?;
                self.allocate_bytes(size, false, AllocationKind::Stack, span)
            }
            (Known::Free, [pointer]) => {
                self.free(*pointer, span)?;
                Ok(nothing)
            }
            (Known::GetRounding, _) => self.rounding_mode(),
            (Known::SetRounding, [mode]) => self.set_rounding_mode(*mode, span),
            (Known::Nothing, _) => Ok(nothing),
            _ => self.primitive(known, values, types, span),
        }
    }
    /// What CBMC's primitives answer.
    fn question(
        &mut self,
        question: Question,
        values: &[ExprId],
        types: &[TypeId],
        ty: TypeId,
        span: Span,
    ) -> Lower<ExprId> {
        let number = |lowerer: &mut Self, value: ExprId| -> Lower<ExprId> {
            let width = lowerer.width(ty)?;
            let to = lowerer.ty(ty)?;
            let narrow = lowerer.extend(value, false, width)?;
            Ok(lowerer.p.convert(ir::Convert::Retype, narrow, to)?)
        };
        let truth = match (question, values) {
            (Question::SameObject, [a, b]) => self.p.binary(ir::Binary::SameObject, *a, *b)?,
            (Question::IsLive, [a]) => self.p.unary(ir::Unary::PointerIsLive, *a)?,
            (Question::IsHeap, [a]) => self.p.unary(ir::Unary::PointerIsHeap, *a)?,
            (Question::IsWritable, _) => {
                let valid = self.valid_bytes(values, types, span)?;
                let changeable = self.is_changeable(values[0])?;
                self.p.binary(ir::Binary::And, valid, changeable)?
            }
            (Question::IsFresh, [pointer, _]) => self.is_fresh(*pointer, values, types, span)?,
            (Question::IsValid, _) => self.valid_bytes(values, types, span)?,
            (Question::ObjectSize, [a]) => {
                let size = self.p.unary(ir::Unary::PointerObjectSize, *a)?;
                return number(self, size);
            }
            (Question::Offset, [a]) => {
                let offset = self.p.unary(ir::Unary::PointerOffset, *a)?;
                return number(self, offset);
            }
            _ => return Err(Refusal::at("this call", span)),
        };
        self.truth_value(truth, ty)
    }
    /// Whether so many bytes, or those of the type pointed to, lie in a live object.
    pub(crate) fn valid_bytes(&mut self, values: &[ExprId], types: &[TypeId], span: Span) -> Lower<ExprId> {
        let (pointer, size) = match values {
            [pointer] => {
                let pointee = self.c.types.pointee(types[0]).and_then(|q| self.stride(q.ty)).unwrap_or(1);
                (*pointer, self.number(pointee))
            }
            [pointer, size] => (*pointer, self.as_index(*size, types[1])?),
            _ => return Err(Refusal::at("this call", span)),
        };
        Ok(self.p.binary(ir::Binary::PointerValid, pointer, size)?)
    }
    /// What the C library is built on.
    fn primitive(&mut self, known: Known, values: &[ExprId], types: &[TypeId], span: Span) -> Lower<ExprId> {
        let nothing = self.p.bool_const(false);
        match (known, values) {
            (Known::Object, [size]) => {
                let count = self.as_index(*size, types[0])?;
                let pointer = self.p.types.pointer();
                let var = self.temporary("object", pointer);
                let (element, kind) = (self.p.types.unsigned(8), AllocationKind::Heap);
                let target = Place::var(var);
                let alignment = super::memory::ALLOCATED_ALIGNMENT;
                self.emit(StatementKind::Allocate { target, element, count, zeroed: false, kind, alignment }, span);
                Ok(self.p.var(var))
            }
            (Known::ObjectSize, [pointer]) => {
                let size = self.p.unary(ir::Unary::PointerObjectSize, *pointer)?;
                let bits = 8 * self.p.target.pointer_bytes;
                self.extend(size, false, bits)
            }
            (Known::CheckFree, [pointer]) => {
                self.check_free(*pointer, "realloc", span)?;
                Ok(nothing)
            }
            (Known::CheckReadable | Known::CheckWritable, [pointer, size]) => {
                let bytes = self.as_index(*size, types[1])?;
                let what = match known {
                    Known::CheckReadable => "what is read must lie in a live object",
                    _ => "the buffer must lie in a live object and be large enough",
                };
                self.check_bytes(*pointer, bytes, what, span)?;
                if known == Known::CheckReadable {
                    self.check_bytes_watched(*pointer, bytes, "what is written out", span)?;
                }
                Ok(nothing)
            }
            (Known::HavocObject, [pointer]) => {
                let one = self.number(1);
                self.check_bytes(*pointer, one, "the object must be alive", span)?;
                let pointee = self.c.types.pointee(types[0]).map(|pointee| pointee.ty);
                self.havoc_object(*pointer, pointee, span)?;
                Ok(nothing)
            }
            (Known::HavocBytes | Known::NondetMemory, [pointer, size]) => {
                let bytes = self.as_index(*size, types[1])?;
                if known == Known::NondetMemory {
                    self.check_bytes(*pointer, bytes, "the memory must lie in a live object", span)?;
                }
                self.havoc_bytes(*pointer, bytes, span)?;
                Ok(nothing)
            }
            _ => Err(Refusal::at("this call", span)),
        }
    }
    /// An arbitrary value, in the place that wants it.
    fn nondet(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        ty: TypeId,
        into: Option<Place>,
        (span, why): (Span, ir::Reason),
    ) -> Lower<ExprId> {
        for argument in arguments {
            self.effect(argument)?;
        }
        if self.c.types.is_void(ty) {
            return Ok(self.p.bool_const(false));
        }
        let name = self.c.functions[function].name.clone();
        if let Some(place) = into {
            self.havoc(place.clone(), span, why);
            return Ok(self.p.read_place(&place)?);
        }
        let ty = self.ty(ty)?;
        let var = self.local(&name, ty, ir::VariableKind::Local, Some(span));
        self.havoc(Place::var(var), span, why);
        Ok(self.p.var(var))
    }

    // ---- assertions ----

    /// `if (condition) ; else __assert_fail (…)` is one check.
    pub fn is_assertion(&mut self, condition: &Expr, then: &Block, otherwise: Option<&Block>) -> Lower<bool> {
        let Some([only]) = otherwise.map(|b| b.statements.as_slice()) else { return Ok(false) };
        let StmtKind::Expr(call) = &only.kind else { return Ok(false) };
        if !then.statements.is_empty() {
            return Ok(false);
        }
        self.assertion(condition, call)
    }
    /// `condition ? (void) 0 : __assert_fail (…)` is one check.
    pub fn asserts(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Lower<bool> {
        if super::visit::has_effects(then) {
            return Ok(false);
        }
        self.assertion(condition, otherwise)
    }
    fn assertion(&mut self, condition: &Expr, call: &Expr) -> Lower<bool> {
        let mut call = call;
        while let ExprKind::Cast(_, inner) = &call.kind {
            call = inner;
        }
        let ExprKind::Call { callee: Callee::Direct(function), arguments } = &call.kind else { return Ok(false) };
        if self.known_function(*function) != Some(Known::AssertFails) {
            return Ok(false);
        }
        let text = arguments.first().and_then(|text| self.literal_text(text));
        let text = text.unwrap_or_else(|| self.text(condition.span));
        let truth = self.condition(condition)?;
        self.check(CheckKind::Assertion, truth, format!("assertion `{text}`"), condition.span);
        Ok(true)
    }
    /// The characters of a string literal.
    pub fn literal_text(&self, e: &Expr) -> Option<String> {
        match &e.kind {
            ExprKind::Cast(_, inner) => self.literal_text(inner),
            ExprKind::Decay(lvalue) => match lvalue.kind {
                crate::sema::tree::LvalueKind::String(id) => {
                    let units = self.c.strings[id].units.iter().take_while(|unit| **unit != 0);
                    Some(units.map(|unit| char::from_u32(*unit).unwrap_or('?')).collect())
                }
                _ => None,
            },
            _ => None,
        }
    }
}

pub fn is_nondet(name: &str) -> bool {
    ["__VERIFIER_nondet_", "nondet_", "__CPROVER_nondet_", "__nondet_"].iter().any(|prefix| name.starts_with(prefix))
        || name == "nondet"
}

/// A question about a pointer or a float, which changes nothing.
pub fn is_question(name: &str) -> bool {
    matches!(known_by_name(name), Some(Known::Question(_)))
}

/// Whether calls of a function without body have a meaning here.
pub fn is_known(name: &str) -> bool {
    by_name(name).is_some() || operation(name).is_some() || is_nondet(name)
}

/// Functions whose calls are the errors that are asked about.
pub fn is_error_location(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// What a function without body is known as.
pub fn known_by_name(name: &str) -> Option<Known> {
    if is_error_location(name) {
        return Some(Known::Error);
    }
    let known = by_name(name).or_else(|| operation(name).map(Known::Operation));
    known.or_else(|| is_nondet(name).then_some(Known::Nondet))
}

fn by_name(name: &str) -> Option<Known> {
    Some(match name {
        "assert"
        | "__CPROVER_assert"
        | "__ESBMC_assert"
        | "__VERIFIER_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition" => Known::Assert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "_assert" | "__assert_func" | "__assert_perror_fail" => {
            Known::AssertFails
        }
        "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" | "__cairn_assume" => Known::Assume,
        "verif_warn" => Known::CheckFails,
        "verif_stop" => Known::AssumeFails,
        "__VERIFIER_nondet_memory" | "__CPROVER_havoc_slice" | "Frama_C_make_unknown" => Known::NondetMemory,
        "__CPROVER_havoc_object" => Known::HavocObject,
        "__CPROVER_allocated_memory" => Known::Region,
        "Frama_C_interval"
        | "Frama_C_char_interval"
        | "Frama_C_unsigned_char_interval"
        | "Frama_C_schar_interval"
        | "Frama_C_uchar_interval"
        | "Frama_C_short_interval"
        | "Frama_C_unsigned_short_interval"
        | "Frama_C_int_interval"
        | "Frama_C_unsigned_int_interval"
        | "Frama_C_long_interval"
        | "Frama_C_unsigned_long_interval"
        | "Frama_C_long_long_interval"
        | "Frama_C_unsigned_long_long_interval"
        | "Frama_C_size_t_interval"
        | "Frama_C_float_interval"
        | "Frama_C_double_interval" => Known::Interval,
        "Frama_C_nondet" | "Frama_C_nondet_ptr" => Known::Choice,
        "abort" | "_exit" | "_Exit" | "quick_exit" | "__cairn_stop" => Known::Stop,
        "exit" => Known::Exit,
        "malloc" | "valloc" => Known::Malloc,
        "calloc" => Known::Calloc,
        "alloca" | "__builtin_alloca" => Known::Alloca,
        "free" | "cfree" => Known::Free,
        "__cairn_object" => Known::Object,
        "__cairn_object_size" => Known::ObjectSize,
        "__cairn_check_free" => Known::CheckFree,
        "__cairn_check_readable" => Known::CheckReadable,
        "__cairn_check_writable" => Known::CheckWritable,
        "__cairn_havoc_bytes" => Known::HavocBytes,
        "__cairn_require" => Known::Require(CheckKind::Precondition),
        "__cairn_require_pointer" => Known::Require(CheckKind::Pointer),
        "__cairn_unsupported" => Known::Require(CheckKind::Unsupported),
        "__cairn_comparisons_are_seen" => Known::ComparisonsAreSeen,
        "scanf" | "__isoc99_scanf" | "__isoc23_scanf" => Known::Scan { format: 0 },
        "fscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" => Known::Scan { format: 1 },
        "vscanf" | "vfscanf" | "__isoc99_vscanf" | "__isoc99_vfscanf" | "__isoc23_vscanf" | "__isoc23_vfscanf" => {
            Known::Refused("input by a list of arguments")
        }
        "wprintf" | "fwprintf" | "swprintf" | "vwprintf" | "vfwprintf" | "vswprintf" | "wscanf" | "fwscanf"
        | "swscanf" => Known::Refused("a format of wide characters"),
        "__CPROVER_input"
        | "__CPROVER_output"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "__CPROVER_atomic_begin"
        | "__CPROVER_atomic_end"
        | "__sync_synchronize" => Known::Nothing,
        "__CPROVER_cover" => Known::Nothing,
        "__CPROVER_same_object" => Known::Question(Question::SameObject),
        "__CPROVER_OBJECT_SIZE" => Known::Question(Question::ObjectSize),
        "__CPROVER_POINTER_OFFSET" => Known::Question(Question::Offset),
        "__CPROVER_LIVE_OBJECT" => Known::Question(Question::IsLive),
        "__CPROVER_DYNAMIC_OBJECT" => Known::Question(Question::IsHeap),
        "__CPROVER_is_fresh" => Known::Question(Question::IsFresh),
        "__CPROVER_r_ok" => Known::Question(Question::IsValid),
        "__CPROVER_w_ok" | "__CPROVER_rw_ok" => Known::Question(Question::IsWritable),
        "__CPROVER_isnanf" | "__CPROVER_isnand" | "__CPROVER_isnanld" => {
            Known::Question(Question::Float(Builtin::IsNan))
        }
        "__CPROVER_isinff" | "__CPROVER_isinfd" | "__CPROVER_isinfld" => {
            Known::Question(Question::Float(Builtin::IsInfinite))
        }
        "__CPROVER_isfinitef" | "__CPROVER_isfinited" | "__CPROVER_isfiniteld" => {
            Known::Question(Question::Float(Builtin::IsFinite))
        }
        "__CPROVER_isnormalf" | "__CPROVER_isnormald" | "__CPROVER_isnormalld" => {
            Known::Question(Question::Float(Builtin::IsNormal))
        }
        "__CPROVER_signf" | "__CPROVER_signd" | "__CPROVER_signld" => {
            Known::Question(Question::Float(Builtin::SignBit))
        }
        "fegetround" => Known::GetRounding,
        "fesetround" => Known::SetRounding,
        "fesetenv" | "feupdateenv" | "feholdexcept" => {
            Known::Refused("another environment of floating-point arithmetic")
        }
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" => Known::Refused("`setjmp`"),
        "longjmp" | "siglongjmp" | "_longjmp" => Known::Refused("`longjmp`"),
        "pthread_create" | "thrd_create" => Known::Refused("a second thread"),
        "fork" | "vfork" => Known::Refused("a second process"),
        "signal" | "sigaction" => Known::Refused("a signal handler"),
        _ => return None,
    })
}

/// The type of an argument as it is written, before it becomes that of the parameter.
fn written_type(argument: &Expr) -> TypeId {
    match &argument.kind {
        ExprKind::Cast(Cast { reason: CastReason::Argument, .. }, inner) => inner.ty,
        _ => argument.ty,
    }
}

/// Functions of `math.h` and `string.h` that are operations of the program form.
fn operation(name: &str) -> Option<Builtin> {
    let plain = name.strip_prefix("__").unwrap_or(name);
    if matches!(plain, "memcpy" | "memmove" | "memset") {
        return Some(match plain {
            "memcpy" => Builtin::MemoryCopy,
            "memmove" => Builtin::MemoryMove,
            _ => Builtin::MemorySet,
        });
    }
    let float = |name: &str| {
        Some(match name {
            "sqrt" => Builtin::SquareRoot,
            "fabs" => Builtin::FloatAbs,
            "copysign" => Builtin::CopySign,
            "fma" => Builtin::FusedMultiplyAdd,
            "floor" => Builtin::Floor,
            "ceil" => Builtin::Ceiling,
            "trunc" => Builtin::Truncate,
            "round" => Builtin::Round,
            "rint" | "nearbyint" => Builtin::RoundByMode,
            "roundeven" => Builtin::RoundEven,
            "fmod" => Builtin::FloatModulo,
            "remainder" => Builtin::FloatRemainder,
            "fmin" => Builtin::FloatMinimum,
            "fmax" => Builtin::FloatMaximum,
            _ => return None,
        })
    };
    float(name).or_else(|| float(name.strip_suffix(['f', 'l'])?))
}
