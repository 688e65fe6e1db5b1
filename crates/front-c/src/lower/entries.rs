//! Where executions start and how they end.
//!
//! A program whose `main` takes no arguments and that registers nothing to run before or after it starts in `main`
//! itself. Otherwise a procedure of our own prepares the arguments, runs constructors, calls, and ends the program
//! as returning from `main` does: what `atexit` registered, destructors, the leak check.

use super::{Lower, Lowerer};
use crate::codes;
use crate::sema::tree::{Function, FunctionId};
use crate::types::{TypeId, TypeKind};
use cairn_base::{Diagnostic, Span, similar};
use cairn_ir as ir;
use ir::{AllocationKind, Binary, ExprId, Initial, Place, ProcId, Sign, StatementKind, VariableKind};

/// The kernel accepts no longer arguments (`MAX_ARG_STRLEN`), nor more of them.
const LONGEST_ARGUMENT: u64 = 131_072;
const MOST_ARGUMENTS: i64 = 0x7fff_ffff / 16;

impl Lowerer<'_> {
    /// Finds and prepares the entries; without one a diagnostic says so.
    pub fn entry_points(&mut self) -> bool {
        if self.options.leak {
            let ty = self.p.types.unsigned(64);
            let name = super::numbered(&mut self.global_names, "live allocations");
            let counter = self.p.add_variable(name, ty, VariableKind::Global, None);
            self.p.variables[counter].initial = Initial::Zero;
            self.p.variables[counter].temporary = true;
            self.live_allocations = Some(counter);
        }
        self.prepare_tracked();
        let has_main = || {
            let found = self.function_by_name.get("main").map(|main| &self.c.functions[*main]);
            found.is_some_and(|main| main.body.is_some())
        };
        let names = match self.options.entries.as_slice() {
            _ if self.options.every && !has_main() => Vec::new(),
            _ if self.options.every => vec!["main".to_string()],
            [] if self.options.exports.is_empty() => vec!["main".to_string()],
            given => given.to_vec(),
        };
        for name in names {
            let found = self.function_by_name.get(name.as_str()).copied();
            let Some(function) = found.filter(|f| self.c.functions[*f].body.is_some()) else {
                self.no_entry(&name);
                return false;
            };
            match self.entry(function) {
                Ok(procedure) => self.p.entries.push(procedure),
                Err(refusal) => {
                    let message = format!("`{name}` cannot be an entry: {} is not supported", refusal.what);
                    self.diagnostics.push(Diagnostic::error(codes::NO_ENTRY, message));
                    return false;
                }
            }
        }
        true
    }
    /// What others call. A function whose types are not supported is left out: its callers find nothing.
    pub fn exports(&mut self) {
        for name in &self.options.exports {
            if let Some(function) = self.function_by_name.get(name.as_str()).copied() {
                let _ = self.procedure(function);
            }
        }
        if self.options.every {
            let is_user = |f: &Function| !self.sources.file(f.span.file).name.starts_with(crate::library::PREFIX);
            let own = self.c.functions.iter().filter(|(_, f)| f.body.is_some() && is_user(f));
            for function in own.map(|(id, _)| id).collect::<Vec<_>>() {
                let _ = self.procedure(function);
            }
        }
    }
    /// Globals by name, and what those that are pointers point to. One whose type is not supported is left out.
    pub fn keep_globals(&mut self) {
        let is_file_scope =
            |v: &crate::sema::tree::Variable| v.function.is_none() && v.storage == crate::sema::tree::Storage::Static;
        let wanted: Vec<_> = self
            .c
            .variables
            .iter()
            .filter(|(_, v)| is_file_scope(v) && self.options.kept_globals.iter().any(|name| **name == *v.name))
            .map(|(id, v)| (id, v.ty.ty))
            .collect();
        for (id, ty) in wanted {
            let _ = self.variable(id);
            if let Some(pointee) = self.c.types.pointee(ty) {
                let _ = self.ty(pointee.ty);
            }
        }
    }
    fn no_entry(&mut self, name: &str) {
        let is_user = |f: &&Function| !self.sources.file(f.span.file).name.starts_with(crate::library::PREFIX);
        let with_body = self.c.functions.values().filter(|f| f.body.is_some()).filter(is_user);
        let names: Vec<&str> = with_body.map(|f| &*f.name).collect();
        let quoted = |names: &[&str]| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        let diagnostic = Diagnostic::error(codes::NO_ENTRY, format!("there is no function `{name}` with a body"));
        self.diagnostics.push(match (&similar(name, names.iter().copied())[..], &names[..]) {
            ([], []) => diagnostic.note("the program has no function with a body"),
            ([], all) => diagnostic.help(format!("name another with `--entry`: {}", quoted(&all[..all.len().min(12)]))),
            (close, _) => diagnostic.help(format!("did you mean {}?", quoted(close))),
        });
    }
    /// The program's list of functions, reached or not. Headers hold what many programs share: of those, only what is
    /// used counts.
    pub fn list_subprograms(&mut self) {
        for (id, function) in self.c.functions.iter().filter(|(_, f)| f.body.is_some()) {
            let file = &self.sources.file(function.span.file).name;
            let is_reached = self.procedures.contains_key(&id);
            // Error locations are what is asked about: calls of them are checks, their bodies are nothing to examine.
            let is_asked_about = super::known::is_error_location(&function.name) && !is_reached;
            if is_asked_about || file.starts_with(crate::library::PREFIX) || (!is_reached && file.ends_with(".h")) {
                continue;
            }
            let (name, span) = ((&*function.name).into(), Some(function.span));
            self.p.subprograms.push(ir::SourceSubprogram { name, span, is_reached });
        }
    }
    /// The procedure that executions of an entry start in.
    fn entry(&mut self, function: FunctionId) -> Lower<ProcId> {
        let procedure = self.procedure(function)?;
        let is_plain = self.c.unsupported.is_empty()
            && self.p.procedures[procedure].parameters.is_empty()
            && self.live_allocations.is_none()
            && !self.function_by_name.contains_key("__cairn_run_handlers")
            && self.startup_functions(|a| a.constructor).is_empty()
            && self.startup_functions(|a| a.destructor).is_empty();
        if is_plain {
            return Ok(procedure);
        }
        let name = format!("start of {}", self.c.functions[function].name);
        let name = super::numbered(&mut self.procedure_names, &name);
        let start = self.p.add_procedure(name);
        let span = self.c.functions[function].span;
        self.p.procedures[start].span = Some(span);
        self.p.procedures[start].role = ir::ProcedureRole::Start(self.c.functions[function].name.clone());
        self.begin_procedure(start, None);
        for (place, what) in &self.c.unsupported {
            self.unsupported(&super::Refusal::at(&**what, *place), *place);
        }
        for constructor in self.startup_functions(|a| a.constructor) {
            self.run(constructor, span)?;
        }
        let arguments = if &*self.c.functions[function].name == "main" {
            self.main_arguments(function, procedure, span)?
        } else {
            self.arbitrary_arguments(function, procedure, span)?
        };
        let mut results = Vec::new();
        if let Some(result) = self.p.procedures[procedure].results.first() {
            let ty = self.p.variables[*result].ty;
            results.push(Place::var(self.temporary("result", ty)));
        }
        let callee = ir::Callee::Direct(procedure);
        self.emit(StatementKind::Call { callee, arguments, results }, span);
        self.end_of_program(true, span)?;
        Ok(start)
    }
    fn run(&mut self, function: FunctionId, span: Span) -> Lower<()> {
        let procedure = self.procedure(function)?;
        let mut results = Vec::new();
        if let Some(result) = self.p.procedures[procedure].results.first() {
            let ty = self.p.variables[*result].ty;
            results.push(Place::var(self.temporary("result", ty)));
        }
        let callee = ir::Callee::Direct(procedure);
        self.emit(StatementKind::Call { callee, arguments: Vec::new(), results }, span);
        Ok(())
    }
    /// Functions that run before or after `main`, by priority.
    fn startup_functions(
        &self,
        which: impl Fn(&crate::sema::tree::FunctionAttributes) -> Option<u32>,
    ) -> Vec<FunctionId> {
        let mut found: Vec<(u32, FunctionId)> = self
            .c
            .functions
            .iter()
            .filter(|(_, f)| f.body.is_some() && f.parameters.is_empty())
            .filter_map(|(id, f)| Some((which(&f.attributes)?, id)))
            .collect();
        found.sort_by_key(|(priority, _)| *priority);
        found.into_iter().map(|(_, id)| id).collect()
    }
    /// Returning from `main`, and `exit`.
    pub fn end_of_program(&mut self, returns: bool, span: Span) -> Lower<()> {
        if let Some(handlers) = self.function_by_name.get("__cairn_run_handlers").copied()
            && self.c.functions[handlers].body.is_some()
        {
            self.run(handlers, span)?;
        }
        let mut destructors = self.startup_functions(|a| a.destructor);
        destructors.reverse();
        for destructor in destructors {
            self.run(destructor, span)?;
        }
        match self.tracked {
            Some(tracked) => self.check_tracked(tracked, returns, span)?,
            None => self.check_leak(span)?,
        }
        self.stop(span);
        Ok(())
    }

    // ---- arguments ----

    /// `argc` at least 1, `argv [argc]` null, every other element a text that ends.
    fn main_arguments(&mut self, function: FunctionId, procedure: ProcId, span: Span) -> Lower<Vec<ExprId>> {
        let parameters = self.p.procedures[procedure].parameters.clone();
        let [count, rest @ ..] = parameters.as_slice() else { return Ok(Vec::new()) };
        let count_ty = self.p.variables[*count].ty;
        if self.p.types.int_width(count_ty).is_none() || rest.len() > 2 {
            return self.arbitrary_arguments(function, procedure, span);
        }
        let argc = self.local("argc", count_ty, VariableKind::Local, Some(span));
        self.havoc(Place::var(argc), span, ir::InputRole::ArgumentCount);
        let argc = self.p.var(argc);
        let (one, most) = (self.p.int_const(count_ty, 1)?, self.p.int_const(count_ty, MOST_ARGUMENTS)?);
        let (low, high) = (
            self.p.binary(Binary::LessEqual(Sign::Signed), one, argc)?,
            self.p.binary(Binary::LessEqual(Sign::Signed), argc, most)?,
        );
        self.assume(low, span);
        self.assume(high, span);
        let mut arguments = vec![argc];
        if let [vector, ..] = rest {
            let used = self.is_used(function, 1);
            let pointer = self.p.variables[*vector].ty;
            let wide = self.extend(argc, true, 64)?;
            arguments.push(self.argument_vector(wide, pointer, used, span)?);
        }
        if rest.len() == 2 {
            // The environment: not modelled beyond its end.
            let pointer = self.p.variables[rest[1]].ty;
            let zero = self.number(0);
            arguments.push(self.argument_vector(zero, pointer, false, span)?);
        }
        Ok(arguments)
    }
    /// Whether a parameter is mentioned in the body.
    fn is_used(&self, function: FunctionId, number: usize) -> bool {
        let function = &self.c.functions[function];
        let (Some(parameter), Some(body)) = (function.parameters.get(number), &function.body) else { return false };
        super::visit::mentions(body, *parameter)
    }
    /// A vector of that many texts and a null pointer.
    fn argument_vector(&mut self, count: ExprId, ty: ir::TypeId, used: bool, span: Span) -> Lower<ExprId> {
        let (vector, kind) = (self.temporary("argv", ty), AllocationKind::Stack);
        let one = self.number(1);
        let slots = self.p.binary(Binary::Add, count, one)?;
        let element = self.p.types.pointer();
        let (target, alignment) = (Place::var(vector), u64::from(self.p.target.pointer_bytes));
        self.emit(StatementKind::Allocate { target, element, count: slots, zeroed: true, kind, alignment }, span);
        let base = self.p.var(vector);
        if !used {
            return Ok(base);
        }
        let number = self.p.types.unsigned(64);
        let position = self.temporary("position", number);
        let zero = self.number(0);
        self.assign_var(position, zero, span);
        let (head, body, behind) = (self.new_block("argument"), self.new_block("text"), self.new_block("arguments"));
        self.goto_and_enter(head, span);
        let at = self.p.var(position);
        let more = self.p.binary(Binary::Less(Sign::Unsigned), at, count)?;
        self.branch(more, body, behind, span);
        self.enter(body);
        let length = self.arbitrary("length", number, span, ir::InputRole::Argument);
        let limit = self.number(LONGEST_ARGUMENT);
        let short = self.p.binary(Binary::Less(Sign::Unsigned), length, limit)?;
        self.assume(short, span);
        let bytes = self.p.binary(Binary::Add, length, one)?;
        let text = self.temporary("text", ty);
        let character = self.p.types.int(8);
        let target = Place::var(text);
        let kind =
            StatementKind::Allocate { target, element: character, count: bytes, zeroed: false, kind, alignment: 1 };
        self.emit(kind, span);
        let text = self.p.var(text);
        let end = self.p.binary(Binary::PointerAdd { stride: 1 }, text, length)?;
        let terminator = self.p.int_const(character, 0)?;
        self.assign(Place::deref(end, character), terminator, span);
        let stride = u64::from(self.p.target.pointer_bytes);
        let slot = self.p.binary(Binary::PointerAdd { stride }, base, at)?;
        self.assign(Place::deref(slot, element), text, span);
        let next = self.p.binary(Binary::Add, at, one)?;
        self.assign_var(position, next, span);
        self.goto(head, span);
        self.enter(behind);
        Ok(base)
    }
    /// Arbitrary values; a pointer is null or points to one new object with arbitrary contents, as many elements as it
    /// takes if a contract says how many.
    fn arbitrary_arguments(&mut self, function: FunctionId, procedure: ProcId, span: Span) -> Lower<Vec<ExprId>> {
        let parameters = self.p.procedures[procedure].parameters.clone();
        let types: Vec<Option<TypeId>> = {
            let variables = &self.c.functions[function].parameters;
            parameters.iter().enumerate().map(|(n, _)| variables.get(n).map(|v| self.c.variables[*v].ty.ty)).collect()
        };
        let is_contracted = !self.c.functions[function].contracts.is_empty();
        let mut arguments = Vec::new();
        for (parameter, ty) in parameters.iter().zip(types) {
            let (name, sort) = (self.p.variables[*parameter].name.clone(), self.p.variables[*parameter].ty);
            let var = self.local(&name, sort, VariableKind::Local, self.p.variables[*parameter].span);
            let pointee = ty.and_then(|ty| match self.c.types.kind(ty) {
                TypeKind::Pointer(pointee) => Some(pointee.ty),
                _ => None,
            });
            let element = pointee.and_then(|ty| self.size(ty).filter(|n| *n > 0).and(self.ty(ty).ok()));
            let alignment = pointee.map_or(1, |ty| self.c.types.align_of(ty));
            match element {
                None => self.havoc(Place::var(var), span, ir::InputRole::EntryState),
                Some(element) => self.null_or_object(var, (element, alignment), is_contracted, span)?,
            }
            arguments.push(self.p.var(var));
        }
        Ok(arguments)
    }
    fn null_or_object(
        &mut self,
        var: ir::VarId,
        (element, alignment): (ir::TypeId, u64),
        is_contracted: bool,
        span: Span,
    ) -> Lower<()> {
        let truth = self.p.types.bool();
        let name = format!("{} is null", self.p.variables[var].name);
        let is_null = self.arbitrary(&name, truth, span, ir::InputRole::EntryState);
        let (none, some, join) = (self.new_block("null"), self.new_block("object"), self.new_block("join"));
        self.branch(is_null, none, some, span);
        self.enter(none);
        let null = self.p.null();
        self.assign_var(var, null, span);
        self.goto(join, span);
        self.enter(some);
        let kind = AllocationKind::Stack;
        let count = if is_contracted {
            let number = self.p.types.unsigned(64);
            let name = format!("elements of {}", self.p.variables[var].name);
            self.arbitrary(&name, number, span, ir::InputRole::EntryState)
        } else {
            self.number(1)
        };
        let target = Place::var(var);
        self.emit(StatementKind::Allocate { target, element, count, zeroed: false, kind, alignment }, span);
        self.goto_and_enter(join, span);
        Ok(())
    }
}
