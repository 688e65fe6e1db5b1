//! What functions without body may do, and what they may write that other files can see.
//!
//! By default proofs must hold whatever such a function writes into variables that other files can see and into memory
//! that these reach, while violations must not need it. One Boolean of the program says which of the two is asked
//! ([`ir::Outside`]): branches on it guard calls of one procedure that makes all such variables arbitrary. Other files see
//! variables with external linkage and those whose address is used, and change by calling back those that functions with
//! external linkage, or with an address that is used, write by name.

use super::order::Summaries;
use super::reach::Found;
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{FunctionId, Linkage, VariableId};
use crate::types::{TypeId, TypeKind};
use cairn_base::{Diagnostic, Span};
use cairn_ir as ir;
use ir::{CheckKind, Initial, Place, StatementKind, Terminator, VarId, VariableKind};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What a function without body may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stub {
    /// For proofs like `Any`, for violations like `Arguments`.
    #[default]
    Open,
    /// Write everything that its arguments and other files reach.
    Any,
    /// Write everything that its arguments reach.
    Arguments,
    /// Give an arbitrary result.
    Pure,
    /// It must not be called.
    Unreachable,
}

impl Stub {
    pub fn writes_arguments(self) -> bool {
        matches!(self, Stub::Open | Stub::Any | Stub::Arguments)
    }
    /// As `--stub` has it; proofs hold for any.
    pub fn word(self) -> &'static str {
        match self {
            Stub::Open | Stub::Any => "any",
            Stub::Arguments => "arguments",
            Stub::Pure => "pure",
            Stub::Unreachable => "unreachable",
        }
    }
    pub fn meaning(self) -> &'static str {
        match self {
            Stub::Open => {
                "it gives an arbitrary result and writes arbitrary values wherever its non-const pointer arguments lead; \
                 proofs hold whatever it writes into variables that other files can see"
            }
            Stub::Any => {
                "it gives an arbitrary result and writes arbitrary values wherever its non-const pointer arguments lead, \
                 and into variables that other files can see"
            }
            Stub::Arguments => {
                "it gives an arbitrary result and writes arbitrary values wherever its non-const pointer arguments lead"
            }
            Stub::Pure => "it gives an arbitrary result and writes nothing",
            Stub::Unreachable => "it must not be called",
        }
    }
}

/// Whether anything is executed behind a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    Ever,
    Never,
}

impl Lowerer<'_> {
    pub fn stub_of(&self, id: FunctionId) -> Stub {
        let function = &self.c.functions[id];
        let named = self.options.stubs.iter().rev().find(|(name, _)| **name == *function.name);
        match named {
            Some((_, stub)) => *stub,
            None if function.attributes.constant || function.attributes.pure => Stub::Pure,
            None => self.options.other_stubs,
        }
    }
    /// Every `--stub` must speak of a function without body that has no meaning of its own.
    pub fn check_stub_names(&mut self) {
        if !self.options.exports.is_empty() {
            return;
        }
        for (name, _) in &self.options.stubs {
            let function = self.function_by_name.get(name.as_str()).map(|id| &self.c.functions[*id]);
            let why = match function {
                None => "there is no such function",
                Some(function) if function.body.is_some() => "it has a body",
                Some(_) if crate::library::knows(name) => "it has a meaning of its own",
                Some(_) => continue,
            };
            let message = format!("`--stub {name}` says nothing: {why}");
            self.diagnostics.push(Diagnostic::error(crate::codes::WRONG_STUB, message));
        }
    }
    /// What a call of a function without body does, beside giving a result.
    pub fn effects_of_stub(&mut self, id: FunctionId, stub: Stub, found: Found, span: Span) -> Lower<Returns> {
        if stub == Stub::Unreachable {
            let name = &self.c.functions[id].name;
            self.never(CheckKind::Reachable, format!("`{name}` must not be called"), span);
            self.stop(span);
            return Ok(Returns::Never);
        }
        if matches!(stub, Stub::Open | Stub::Any) {
            self.for_proofs(stub, span, |lowerer| {
                let callee = ir::Callee::Direct(lowerer.outside().writes);
                let call = StatementKind::Call { callee, arguments: Vec::new(), results: Vec::new() };
                lowerer.emit_implied(call, span, "a function without body");
                Ok(())
            })?;
        }
        for (pointer, ty) in found {
            self.havoc_object(pointer, Some(ty), span)?;
        }
        Ok(Returns::Ever)
    }
    /// Writes what only proofs must reckon with, unless the user has decided.
    pub fn for_proofs(&mut self, stub: Stub, span: Span, write: impl FnOnce(&mut Self) -> Lower<()>) -> Lower<()> {
        if stub != Stub::Open {
            return write(self);
        }
        let flag = self.outside().flag;
        let condition = self.p.var(flag);
        let (then, join) = (self.new_block("outside"), self.new_block("inside"));
        self.branch(condition, then, join, span);
        self.enter(then);
        let written = write(self);
        self.goto_and_enter(join, span);
        written
    }
    fn outside(&mut self) -> ir::Outside {
        if let Some(outside) = self.outside {
            return outside;
        }
        let ty = self.p.types.bool();
        let name = super::numbered(&mut self.global_names, "functions without body write variables of other files");
        let flag = self.p.add_variable(name, ty, VariableKind::Global, None);
        let truth = self.p.bool_const(true);
        self.p.variables[flag].initial = Initial::Value(truth);
        self.p.variables[flag].temporary = true;
        let name = super::numbered(&mut self.procedure_names, "functions of other files");
        let writes = self.p.add_procedure(name);
        let outside = ir::Outside { flag, writes };
        self.outside = Some(outside);
        self.p.outside = Some(outside);
        outside
    }

    // ---- what other files can see ----

    /// Writes the procedure that makes it arbitrary; everything else has been lowered.
    pub fn write_outside(&mut self) {
        let Some(ir::Outside { writes, .. }) = self.outside else { return };
        self.begin_procedure(writes, None);
        let mut seen = self.seen_outside();
        seen.sort_by_key(|(_, var)| *var);
        let mut found = Vec::new();
        for (id, var) in &seen {
            if let Err(refusal) = self.reached_by_global(*id, *var, &mut found) {
                self.unsupported(&refusal, self.c.variables[*id].span);
            }
        }
        for (id, var) in &seen {
            let span = self.c.variables[*id].span;
            self.havoc(Place::var(*var), span, "a function without body may write it");
        }
        let span = seen.first().map(|(id, _)| self.c.variables[*id].span);
        let Some(span) = span.or_else(|| self.c.functions.values().next().map(|f| f.span)) else { return };
        for (pointer, ty) in found {
            if let Err(refusal) = self.havoc_object(pointer, Some(ty), span) {
                self.unsupported(&refusal, span);
            }
        }
        self.p.procedures[writes].span = Some(span);
        self.terminate(Terminator::Return, span);
    }
    fn reached_by_global(&mut self, id: VariableId, var: VarId, found: &mut Found) -> Lower<()> {
        let variable = &self.c.variables[id];
        let (ty, span) = (variable.ty, variable.span);
        let value = self.p.var(var);
        self.reached_by_value(Stub::Any, value, ty.ty, found, span)
    }
    /// Variables that functions of other files may change.
    fn seen_outside(&mut self) -> Vec<(VariableId, VarId)> {
        let called_back = self.changed_by_callbacks();
        let is_seen = |id: VariableId| {
            let variable = &self.c.variables[id];
            let file = &self.sources.file(variable.span.file).name;
            let is_own = !file.starts_with(crate::library::PREFIX) || file.contains("errno");
            let open = variable.linkage == Linkage::External || variable.address_taken || called_back.contains(&id);
            is_own && open && !self.is_standard_stream(id) && !self.is_constant_object(variable.ty)
        };
        self.globals.iter().map(|(id, var)| (*id, *var)).filter(|(id, _)| is_seen(*id)).collect()
    }
    fn is_constant_object(&self, mut ty: crate::types::Qualified) -> bool {
        while let Some((element, _)) = self.c.types.array_parts(ty.ty).filter(|_| !ty.qualifiers.constant) {
            ty = element;
        }
        ty.qualifiers.constant
    }
    fn changed_by_callbacks(&mut self) -> FxHashSet<VariableId> {
        let summaries = self.function_summaries();
        let is_entry = |name: &str| name == "main" || self.options.entries.iter().any(|entry| entry == name);
        let is_callable = |id: &FunctionId| {
            let function = &self.c.functions[*id];
            let is_own = !self.sources.file(function.span.file).name.starts_with(crate::library::PREFIX);
            let open = function.linkage == Linkage::External || self.address_taken.contains(id);
            function.body.is_some() && is_own && open && !is_entry(&function.name)
        };
        let callable = self.c.functions.ids().filter(is_callable);
        callable.flat_map(|id| summaries.variables_written(id).collect::<Vec<_>>()).collect()
    }
    /// What functions read and write.
    pub fn function_summaries(&mut self) -> Rc<Summaries> {
        match &self.summaries {
            Some(summaries) => Rc::clone(summaries),
            None => Rc::clone(self.summaries.insert(Rc::new(Summaries::new(self.c)))),
        }
    }
    pub fn holds_pointers(&self, ty: TypeId) -> bool {
        match self.c.types.kind(ty) {
            TypeKind::Pointer(_) => true,
            TypeKind::Array(element, _) => self.holds_pointers(element.ty),
            TypeKind::Record(_) => {
                self.c.types.members(ty).is_some_and(|m| m.fields.iter().any(|f| self.holds_pointers(f.ty.ty)))
            }
            _ => false,
        }
    }
    fn has_prototype(&self, id: FunctionId) -> bool {
        self.c.types.function_type(self.c.functions[id].ty).is_some_and(|ty| ty.prototype && !ty.variadic)
    }
    /// A function without body that has the name of a verification tool's or a compiler's own, and that nobody here knows:
    /// to take it for an arbitrary function would be wrong.
    pub fn unknown_intrinsic(&self, id: FunctionId) -> Option<Refusal> {
        const PREFIXES: [&str; 4] = ["__CPROVER_", "__VERIFIER_", "__builtin_", "Frama_C_"];
        let function = &self.c.functions[id];
        let name = &function.name;
        let is_named = self.options.stubs.iter().any(|(stub, _)| **stub == **name);
        let has_meaning = super::intrinsics::is_uninterpreted(name) && self.has_prototype(id);
        let is_one = !has_meaning && PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        let is_missing = function.body.is_none() && function.attributes.alias.is_none() && !is_named;
        (is_one && is_missing).then(|| Refusal::new(format!("`{name}`")))
    }
}
