//! Calls: direct, through pointers, with a variable number of arguments.
//!
//! The unnamed arguments of a call lie in a record, each at a multiple of 8 bytes (of 16 where its type asks for
//! it), with a number before it that tells its kind; the callee gets a pointer to it, and a `va_list` is a pointer to
//! the next one. Reading past the last argument is reading past the record, and reading with another type is
//! finding another kind.

use super::order::Region;
use super::places::Purpose;
use super::visit::has_effects;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{Callee, Expr, ExprKind, FunctionId, Lvalue};
use crate::types::{FunctionType, TypeId};
use cairn_base::{Diagnostic, Severity, Span};
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, Place, ProcId, StatementKind};
use std::sync::Arc;

/// Bytes of the number that tells the kind of an unnamed argument.
const KIND_BYTES: u64 = 8;

impl Lowerer<'_> {
    /// A call; the result goes to `into` if that is given.
    pub fn call(
        &mut self,
        callee: &Callee,
        arguments: &[Expr],
        ty: TypeId,
        into: Option<Place>,
        span: Span,
    ) -> Lower<ExprId> {
        let region = Region::Call(callee, arguments);
        self.in_order(region, |lowerer| lowerer.call_of(callee, arguments, ty, into, span))
    }
    fn call_of(
        &mut self,
        callee: &Callee,
        arguments: &[Expr],
        ty: TypeId,
        into: Option<Place>,
        span: Span,
    ) -> Lower<ExprId> {
        match callee {
            Callee::Direct(function) => {
                let function = &self.file_local(*function);
                self.check_prototype(*function, span)?;
                self.check_members(*function, arguments, span)?;
                if let Some(known) = self.known_function(*function) {
                    return self.known_call(known, *function, arguments, ty, into, span);
                }
                if let Some(format) = self.printed_format(*function, arguments) {
                    return self.print(&format, *function, arguments, ty, into, span);
                }
                if let Some(refusal) = self.unknown_intrinsic(*function) {
                    return Err(refusal.or_at(span));
                }
                if !super::intrinsics::is_uninterpreted(&self.c.functions[*function].name) {
                    self.report_unknown(*function, span);
                }
                if self.is_unknown_without_prototype(*function) {
                    return self.unknown_call(*function, arguments, ty, into, span);
                }
                let procedure = self.procedure(*function)?;
                let values = self.argument_values(arguments)?;
                self.check_arguments(*function, &values, arguments)?;
                let extra = self.unnamed_targets(*function, &values, arguments, span)?;
                let passed = self.passed(procedure, self.is_variadic(*function), values, arguments, span)?;
                let result = self.emit_call(ir::Callee::Direct(procedure), procedure, passed, ty, into, span)?;
                if let Some(format) = self.read_format(*function, arguments) {
                    self.check_targets(&format, result, arguments)?;
                }
                for (pointer, element) in extra {
                    self.havoc_object(pointer, Some(element), span)?;
                }
                Ok(result)
            }
            Callee::Pointer(pointer) => self.indirect_call(pointer, arguments, ty, into, span),
        }
    }
    /// A function that this file declares with another type than the one it is defined with.
    pub fn check_prototype(&self, id: FunctionId, span: Span) -> Lower<()> {
        let function = &self.c.functions[id];
        if function.body.is_some() || function.linkage != crate::sema::tree::Linkage::External {
            return Ok(());
        }
        match self.function_by_name.get(&*function.name) {
            Some(other) if *other != id && self.c.functions[*other].body.is_some() => {
                let what = format!("`{}`, which is defined with another type than this file says,", function.name);
                Err(Refusal::at(what, span))
            }
            _ => Ok(()),
        }
    }
    fn is_unknown_without_prototype(&self, id: FunctionId) -> bool {
        let function = &self.c.functions[id];
        let prototype = self.c.types.function_type(function.ty).is_some_and(|ty| ty.prototype);
        function.body.is_none() && function.attributes.alias.is_none() && !prototype
    }
    /// A call of a function of which nothing is known, not even its parameters.
    fn unknown_call(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        ty: TypeId,
        into: Option<Place>,
        span: Span,
    ) -> Lower<ExprId> {
        let values = self.argument_values(arguments)?;
        self.check_arguments(function, &values, arguments)?;
        let stub = self.stub_of(function);
        let mut found = Vec::new();
        for (value, argument) in values.iter().zip(arguments).filter(|_| stub.writes_arguments()) {
            self.reached_by_argument(stub, *value, argument, None, &mut found, span)?;
        }
        if self.effects_of_stub(function, stub, found, span)? == super::outside::Returns::Never {
            return self.never_returned(ty);
        }
        if self.c.functions[function].attributes.noreturn {
            self.stop(span);
            return self.never_returned(ty);
        }
        if self.c.types.is_void(ty) {
            return Ok(self.p.bool_const(false));
        }
        let why = "a function without body";
        if let Some(place) = into {
            self.havoc(place.clone(), span, why);
            return Ok(self.p.read_place(&place)?);
        }
        let ty = self.ty(ty)?;
        Ok(self.arbitrary("result", ty, span, why))
    }
    /// The value of a call behind which nothing is executed.
    fn never_returned(&mut self, ty: TypeId) -> Lower<ExprId> {
        if self.c.types.is_void(ty) {
            return Ok(self.p.bool_const(false));
        }
        let ty = self.ty(ty)?;
        self.zero_of(ty)
    }
    /// What a function without body may write beyond what its declaration tells: behind unnamed arguments, and behind
    /// pointers inside what is passed as a pointer to anything.
    fn unnamed_targets(
        &mut self,
        id: FunctionId,
        values: &[ExprId],
        arguments: &[Expr],
        span: Span,
    ) -> Lower<Vec<(ExprId, TypeId)>> {
        let mut found = Vec::new();
        let function = &self.c.functions[id];
        let stub = self.stub_of(id);
        if function.body.is_some() || function.attributes.alias.is_some() || !stub.writes_arguments() {
            return Ok(found);
        }
        let parameters = self.c.types.function_type(function.ty).map_or_else(Vec::new, |ty| ty.parameters.clone());
        for (number, (value, argument)) in values.iter().zip(arguments).enumerate() {
            self.reached_by_argument(stub, *value, argument, parameters.get(number).copied(), &mut found, span)?;
        }
        Ok(found)
    }
    /// The arguments from left to right; one is kept where a later one may change it.
    pub fn argument_values(&mut self, arguments: &[Expr]) -> Lower<Vec<ExprId>> {
        let mut values = Vec::with_capacity(arguments.len());
        let mut carried = Vec::new();
        for (number, argument) in arguments.iter().enumerate() {
            let mut value = self.value(argument)?;
            carried.push(self.carried(argument.ty, argument.span));
            if arguments[number + 1..].iter().any(has_effects) {
                value = self.keep("argument", value, argument.span);
            }
            values.push(value);
        }
        if let Some(last) = arguments.last() {
            self.pass_carried(&carried, last.span);
        }
        Ok(values)
    }
    /// The arguments as the procedure takes them.
    fn passed(
        &mut self,
        procedure: ProcId,
        variadic: bool,
        mut values: Vec<ExprId>,
        arguments: &[Expr],
        span: Span,
    ) -> Lower<Vec<ExprId>> {
        let parameters = self.p.procedures[procedure].parameters.clone();
        let named = parameters.len() - usize::from(variadic);
        if values.len() < named || (values.len() > named && !variadic) {
            let what = format!("a call with {} arguments of a function that has {named}", values.len());
            return Err(Refusal::at(what, span));
        }
        for (value, parameter) in values.iter_mut().zip(&parameters[..named]) {
            let wanted = self.p.variables[*parameter].ty;
            *value = self.fitted(*value, wanted).map_err(|r| r.or_at(span))?;
        }
        if variadic {
            let rest = values.split_off(named);
            let types: Vec<TypeId> = arguments[named..].iter().map(|a| a.ty).collect();
            self.unnamed_carry_nothing(&types, named, span)?;
            values.push(self.unnamed_arguments(rest, &types, span)?);
        }
        Ok(values)
    }
    /// An argument of a function declared without parameter types may have to be narrowed.
    fn fitted(&mut self, value: ExprId, wanted: ir::TypeId) -> Lower<ExprId> {
        let found = self.p.type_of(value);
        if self.p.types.same_shape(found, wanted) {
            return Ok(value);
        }
        match (self.p.types.kind(found), self.p.types.kind(wanted)) {
            (ir::TypeKind::Int(_), ir::TypeKind::Bool) => self.is_nonzero(value),
            (ir::TypeKind::Int(old), ir::TypeKind::Int(new)) if new <= old => {
                Ok(self.p.convert(Convert::Truncate, value, wanted)?)
            }
            (ir::TypeKind::Float(_), ir::TypeKind::Float(_)) => {
                Ok(self.p.convert(Convert::FloatToFloat(ir::Rounding::NearestEven), value, wanted)?)
            }
            _ => Err(Refusal::new("an argument of another type than the parameter")),
        }
    }
    fn emit_call(
        &mut self,
        callee: ir::Callee,
        example: ProcId,
        arguments: Vec<ExprId>,
        ty: TypeId,
        into: Option<Place>,
        span: Span,
    ) -> Lower<ExprId> {
        let Some(&result) = self.p.procedures[example].results.first() else {
            self.emit(StatementKind::Call { callee, arguments, results: Vec::new() }, span);
            if self.c.types.is_void(ty) {
                return Ok(self.p.bool_const(false));
            }
            // Declared with a result elsewhere, defined without: no value.
            let ty = self.ty(ty)?;
            return Ok(self.arbitrary("result", ty, span, "a function that gives no value"));
        };
        let result_ty = self.p.variables[result].ty;
        let wanted = if self.c.types.is_void(ty) { None } else { Some(self.ty(ty)?) };
        if let Some(wanted) = wanted.filter(|wanted| !self.p.types.same_shape(*wanted, result_ty)) {
            return self.narrowed_result(callee, arguments, (result_ty, wanted), into, span);
        }
        if let Some(place) = into {
            let value = self.p.read_place(&place)?;
            self.emit(StatementKind::Call { callee, arguments, results: vec![place] }, span);
            return Ok(value);
        }
        let var = self.temporary("result", wanted.unwrap_or(result_ty));
        self.emit(StatementKind::Call { callee, arguments, results: vec![Place::var(var)] }, span);
        Ok(self.p.var(var))
    }

    /// A function that is declared with a smaller result than it has (`unsigned strlen ()`): the caller looks at
    /// the lower part of the register.
    fn narrowed_result(
        &mut self,
        callee: ir::Callee,
        arguments: Vec<ExprId>,
        (found, wanted): (ir::TypeId, ir::TypeId),
        into: Option<Place>,
        span: Span,
    ) -> Lower<ExprId> {
        let widths = (self.p.types.int_width(found), self.p.types.int_width(wanted));
        let (Some(old), Some(new)) = widths else {
            return Err(Refusal::at("a call with another result type than the function's", span));
        };
        if new > old {
            return Err(Refusal::at("a call with a larger result type than the function's", span));
        }
        let var = self.temporary("result", found);
        self.emit(StatementKind::Call { callee, arguments, results: vec![Place::var(var)] }, span);
        let whole = self.p.var(var);
        let value = self.p.convert(Convert::Truncate, whole, wanted)?;
        if let Some(place) = into {
            self.assign(place, value, span);
        }
        Ok(value)
    }

    // ---- function pointers ----

    fn indirect_call(
        &mut self,
        pointer: &Expr,
        arguments: &[Expr],
        ty: TypeId,
        into: Option<Place>,
        span: Span,
    ) -> Lower<ExprId> {
        // `(&f) (…)` and `(*f) (…)`.
        if let ExprKind::FunctionAddress(function) = pointer.kind {
            return self.call(&Callee::Direct(function), arguments, ty, into, span);
        }
        let pointee = self.c.types.pointee(pointer.ty).map(|q| q.ty);
        let called = pointee.and_then(|ty| self.c.types.function_type(ty)).cloned();
        let called = called.ok_or_else(|| Refusal::at("a call of what is no function", span))?;
        let address = self.value(pointer)?;
        let address = self.keep("function", address, pointer.span);
        let candidates = self.candidates(&called, arguments.len())?;
        let mut values = self.argument_values(arguments)?;
        let mut is_one = self.p.bool_const(false);
        let sort = self.p.types.pointer();
        for candidate in &candidates {
            let known = self.p.add_expr(ir::ExprKind::ProcedureAddress(*candidate), sort, None)?;
            let equal = self.p.binary(Binary::Equal, address, known)?;
            is_one = match self.constant_bool(is_one) {
                Some(_) => equal,
                None => self.p.binary(Binary::Or, is_one, equal)?,
            };
        }
        let description = format!("`{}` must point to a function of this type", self.shown(pointer));
        // A call of anything else ends the execution: nothing behind it may count as proved for that.
        let kind = if self.options.no_pointer_checks { CheckKind::Unsupported } else { CheckKind::Pointer };
        self.check(kind, is_one, description, span);
        let Some(&example) = candidates.first() else {
            self.stop(span);
            if self.c.types.is_void(ty) {
                return Ok(self.p.bool_const(false));
            }
            let ty = self.ty(ty)?;
            return self.zero_of(ty);
        };
        if called.variadic {
            let named = called.parameters.len();
            if values.len() < named {
                return Err(Refusal::at("a call with too few arguments", span));
            }
            let rest = values.split_off(named);
            let types: Vec<TypeId> = arguments[named..].iter().map(|a| a.ty).collect();
            self.unnamed_carry_nothing(&types, named, span)?;
            values.push(self.unnamed_arguments(rest, &types, span)?);
        }
        let callee = ir::Callee::Indirect { pointer: address, candidates };
        self.emit_call(callee, example, values, ty, into, span)
    }
    /// Functions a pointer of a type can point to: those whose address is used, with parameters and result that look
    /// the same in the machine.
    fn candidates(&mut self, called: &Arc<FunctionType>, given: usize) -> Lower<Vec<ProcId>> {
        let mut found = Vec::new();
        for function in self.address_taken.clone() {
            let Some(ty) = self.c.types.function_type(self.c.functions[function].ty).cloned() else { continue };
            if ty.variadic != called.variadic {
                continue;
            }
            let Ok(procedure) = self.procedure(function) else { continue };
            let parameters = &self.p.procedures[procedure].parameters;
            let shapes: Vec<ir::TypeId> = parameters.iter().map(|v| self.p.variables[*v].ty).collect();
            let result = self.p.procedures[procedure].results.first().map(|v| self.p.variables[*v].ty);
            let named = shapes.len() - usize::from(ty.variadic);
            let fits = match called.prototype {
                true => named == called.parameters.len() && self.same_shapes(&shapes[..named], &called.parameters),
                false => named == given,
            };
            let wanted = if self.c.types.is_void(called.result) { None } else { Some(self.ty(called.result)?) };
            let same_result = match (result, wanted) {
                (None, None) => true,
                (Some(a), Some(b)) => self.p.types.same_shape(a, b),
                _ => false,
            };
            if fits && same_result {
                found.push(procedure);
            }
        }
        Ok(found)
    }
    fn same_shapes(&mut self, found: &[ir::TypeId], wanted: &[TypeId]) -> bool {
        found.iter().zip(wanted).all(|(a, b)| self.ty(*b).is_ok_and(|b| self.p.types.same_shape(*a, b)))
    }

    // ---- variable arguments ----

    /// A record with the unnamed arguments, each with its kind before it; gives its address.
    fn unnamed_arguments(&mut self, values: Vec<ExprId>, types: &[TypeId], span: Span) -> Lower<ExprId> {
        if values.is_empty() {
            return Ok(self.p.null());
        }
        let (mut fields, mut parts) = (Vec::new(), Vec::new());
        let mut size = 0;
        for (number, (value, ty)) in values.into_iter().zip(types).enumerate() {
            let (bytes, alignment) = self.argument_room(*ty)?;
            let kind = self.argument_kind(*ty)?;
            size = u64::next_multiple_of(size + KIND_BYTES, alignment);
            let before = size - KIND_BYTES;
            let mut add = |name: String, part: ExprId, ty: ir::TypeId, offset: u64| {
                fields.push(ir::Field { name: name.into(), ty, offset });
                parts.push(part);
            };
            add(format!("kind {}", number + 1), kind, self.p.type_of(kind), before);
            add(format!("argument {}", number + 1), value, self.p.type_of(value), size);
            size += bytes;
        }
        let kind = ir::TypeKind::Record(Arc::new(ir::RecordType { fields, size }));
        let ty = self.p.types.intern(kind, ir::Display::plain());
        let var = self.temporary("arguments", ty);
        (self.p.variables[var].addressable, self.p.variables[var].alignment) = (true, 16);
        // A new object for each call: an earlier one may be in use by a list that is still alive.
        self.emit_implied(StatementKind::Live(var), span, "unnamed arguments");
        let record = self.p.add_expr(ir::ExprKind::RecordOf(parts), ty, None)?;
        self.assign_var(var, record, span);
        Ok(self.p.address_of(Place::var(var))?)
    }
    /// Bytes an unnamed argument takes up, and the multiple its place is of.
    fn argument_room(&self, ty: TypeId) -> Lower<(u64, u64)> {
        let size = self.size(ty).ok_or_else(|| Refusal::new("an argument of this type"))?;
        let wide = size > 8 && self.c.types.is_arithmetic(ty);
        Ok((size.max(1).next_multiple_of(8), if wide { 16 } else { 8 }))
    }
    /// What an unnamed argument must have in common with the type it is read as: C lets only the sign of a number, and what a
    /// pointer points to, differ.
    fn argument_kind(&mut self, ty: TypeId) -> Lower<ExprId> {
        let sort = self.ty(ty)?;
        let kind = match self.p.types.kind(sort) {
            ir::TypeKind::Pointer => 1,
            ir::TypeKind::Bool => 2,
            ir::TypeKind::Int(width) => 0x100 + u64::from(*width),
            ir::TypeKind::Float(format) => 0x400 + u64::from(format.width()),
            _ => 0x1000 + self.size(ty).unwrap_or(0),
        };
        Ok(self.number(kind))
    }
    pub fn va_start(&mut self, list: &Lvalue, span: Span) -> Lower<ExprId> {
        let unnamed = self.frame.unnamed.ok_or_else(|| Refusal::at("`va_start` here", span))?;
        let spot = self.spot(list, Purpose::Access)?;
        let value = self.p.var(unnamed);
        self.store(&spot, value, span)?;
        Ok(self.p.bool_const(false))
    }
    pub fn va_copy(&mut self, target: &Lvalue, source: &Lvalue, span: Span) -> Lower<ExprId> {
        let from = self.spot(source, Purpose::Access)?;
        let value = self.load(&from)?;
        self.needs_value(&from)?;
        let spot = self.spot(target, Purpose::Access)?;
        self.store(&spot, value, span)?;
        Ok(self.p.bool_const(false))
    }
    pub fn va_arg(&mut self, list: &Lvalue, ty: TypeId, span: Span) -> Lower<ExprId> {
        let mut spot = self.spot(list, Purpose::Access)?;
        let next = self.load(&spot)?;
        self.needs_value(&spot)?;
        spot.checked = true;
        let (bytes, alignment) = self.argument_room(ty)?;
        let before = self.number(KIND_BYTES);
        let first = self.p.binary(Binary::PointerAdd { stride: 1 }, next, before)?;
        let mut at = self.keep("next", first, span);
        if alignment > 8 {
            // The record's offsets are multiples of 8: step over the gap, if there is one.
            let offset = self.p.unary(ir::Unary::PointerOffset, at)?;
            let mask = self.p.int_const(self.p.type_of(offset), 8)?;
            let gap = self.p.binary(Binary::BitAnd, offset, mask)?;
            let moved = self.p.binary(Binary::PointerAdd { stride: 1 }, at, gap)?;
            at = self.keep("next", moved, span);
        }
        let sort = self.ty(ty)?;
        let size = self.size(ty).unwrap_or(bytes);
        let count = self.number(size);
        let valid = self.p.binary(Binary::PointerValid, at, count)?;
        let signed = self.p.types.int(64);
        let back = self.p.int_const(signed, -(KIND_BYTES as i64))?;
        let before = self.p.binary(Binary::PointerAdd { stride: 1 }, at, back)?;
        let kind = self.argument_kind(ty)?;
        let found = self.p.load(before, self.p.type_of(kind))?;
        let same = self.p.binary(Binary::Equal, found, kind)?;
        let valid = self.p.binary(Binary::And, valid, same)?;
        let description = format!("there must be another argument of type `{}`", self.type_name(ty));
        self.check(CheckKind::Pointer, valid, description, span);
        let value = self.p.load(at, sort)?;
        let value = self.keep("argument", value, span);
        let distance = self.number(bytes);
        let behind = self.p.binary(Binary::PointerAdd { stride: 1 }, at, distance)?;
        self.store(&spot, behind, span)?;
        Ok(value)
    }
    /// Says once that a function has no body.
    fn report_unknown(&mut self, id: FunctionId, span: Span) {
        let function = &self.c.functions[id];
        if function.body.is_some() || function.attributes.alias.is_some() || !self.reported.insert(id) {
            return;
        }
        let message = format!("the function `{}` has no body", function.name);
        let stub = self.stub_of(id);
        let diagnostic = Diagnostic::new(Severity::Note, crate::codes::NO_BODY, message)
            .at(span, "called here")
            .note(stub.meaning())
            .help("give the file that defines it, or say with `--stub` what it may do");
        let name = std::sync::Arc::clone(&function.name);
        self.p.assumed.push(ir::AssumedFunction { name, stub: stub.word(), span: Some(span) });
        self.diagnostics.push(diagnostic);
    }
}
