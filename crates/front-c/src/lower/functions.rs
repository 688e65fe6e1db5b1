//! Functions: their procedures, parameters and bodies.

use super::{Frame, Lower, Lowerer, Refusal, numbered};
use crate::sema::tree::{Body, FunctionId};
use crate::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Place, ProcId, Procedure, StatementKind, Terminator, VarId, VariableKind};

impl Lowerer<'_> {
    /// The procedure of a function; its body is lowered later.
    pub fn procedure(&mut self, id: FunctionId) -> Lower<ProcId> {
        let id = self.target_of(id);
        if let Some(&procedure) = self.procedures.get(&id) {
            return Ok(procedure);
        }
        let function = &self.c.functions[id];
        if function.attributes.weak && function.body.is_none() {
            return Err(Refusal::new("a weak function that may be defined nowhere"));
        }
        let types = self.parameter_types(id)?;
        let result = self.result_type(id)?;
        let name = numbered(&mut self.procedure_names, &function.name);
        let procedure = self.p.add_procedure(name);
        self.p.procedures[procedure].span = Some(function.span);
        if self.sources.file(function.span.file).name.starts_with(crate::library::PREFIX) {
            self.p.procedures[procedure].role = ir::ProcedureRole::Library;
        }
        self.procedures.insert(id, procedure);
        for (number, ty) in types.iter().enumerate() {
            let source = function.parameters.get(number).copied();
            let name = source.map(|v| &self.c.variables[v].name).filter(|name| !name.is_empty());
            let name = name.map_or_else(|| format!("argument {}", number + 1), |name| name.to_string());
            let name = self.fresh_name(procedure, name);
            let var = self.p.add_variable(name, *ty, VariableKind::Parameter, Some(procedure));
            if let Some(variable) = source {
                self.describe(variable, var);
            }
        }
        if self.is_variadic(id) {
            let ty = self.p.types.pointer();
            let var = self.p.add_variable("...", ty, VariableKind::Parameter, Some(procedure));
            self.p.variables[var].temporary = true;
        }
        if let Some(ty) = result {
            self.p.add_variable("return value", ty, VariableKind::Result, Some(procedure));
        }
        self.queue.push(id);
        Ok(procedure)
    }
    fn fresh_name(&self, procedure: ProcId, name: String) -> String {
        let taken = |name: &str| {
            let parameters = &self.p.procedures[procedure].parameters;
            parameters.iter().any(|v| &*self.p.variables[*v].name == name)
        };
        if taken(&name) { format!("{name}.{}", self.p.procedures[procedure].parameters.len()) } else { name }
    }
    /// The function behind an alias.
    fn target_of(&self, id: FunctionId) -> FunctionId {
        let id = self.file_local(id);
        let function = &self.c.functions[id];
        match &function.attributes.alias {
            Some(alias) if function.body.is_none() => self.function_by_name.get(&**alias).copied().unwrap_or(id),
            _ => id,
        }
    }
    pub fn is_variadic(&self, id: FunctionId) -> bool {
        self.c.types.function_type(self.c.functions[id].ty).is_some_and(|ty| ty.variadic)
    }
    fn parameter_types(&mut self, id: FunctionId) -> Lower<Vec<ir::TypeId>> {
        let function = &self.c.functions[id];
        let types: Vec<TypeId> = if function.body.is_some() {
            function.parameters.iter().map(|v| self.c.variables[*v].ty.ty).collect()
        } else {
            self.c.types.function_type(function.ty).map_or_else(Vec::new, |ty| ty.parameters.clone())
        };
        types.into_iter().map(|ty| self.ty(ty)).collect()
    }
    fn result_type(&mut self, id: FunctionId) -> Lower<Option<ir::TypeId>> {
        let result = self.c.types.function_type(self.c.functions[id].ty).map(|ty| ty.result);
        match result {
            Some(ty) if !self.c.types.is_void(ty) => Ok(Some(self.ty(ty)?)),
            _ => Ok(None),
        }
    }

    /// Writes the body of a procedure.
    pub fn function(&mut self, id: FunctionId) {
        let procedure = self.procedures[&id];
        let function = &self.c.functions[id];
        self.begin_procedure(procedure, Some(id));
        self.function_contracts(id);
        let outcome = match &function.body {
            Some(body) => {
                self.body(id, body);
                Ok(())
            }
            None => self.body_of_unknown(id),
        };
        if let Err(refusal) = outcome {
            self.unsupported(&refusal, function.span);
            self.stop(function.span);
        }
    }
    /// Starts to write a procedure: its parameters and results are known.
    pub fn begin_procedure(&mut self, procedure: ProcId, function: Option<FunctionId>) {
        let block = self.p.add_block(procedure, "entry");
        debug_assert!(block == Procedure::ENTRY);
        self.frame = Frame::new(procedure, block, function);
        let head = &self.p.procedures[procedure];
        self.frame.result = head.results.first().copied();
        let named: Vec<VarId> = head.parameters.iter().chain(&head.results).copied().collect();
        for var in named {
            let name = self.p.variables[var].name.to_string();
            self.unique(&name);
        }
        let Some(id) = function else { return };
        let file = self.c.functions[id].span.file;
        self.frame.in_library = self.sources.file(file).name.starts_with(crate::library::PREFIX);
        let parameters = self.p.procedures[procedure].parameters.clone();
        for (variable, var) in self.c.functions[id].parameters.iter().zip(&parameters) {
            self.frame.variables.insert(*variable, *var);
        }
        if self.is_variadic(id) {
            self.frame.unnamed = parameters.last().copied();
        }
    }
    fn body(&mut self, id: FunctionId, body: &Body) {
        self.prepare_labels(body);
        self.frame.jumped_over = super::initialization::jumped_over(&body.block);
        if let Err(refusal) = self.receive_carried(id, body.span) {
            self.unsupported(&refusal, body.span);
        }
        if super::visit::has_specifications(&body.block) {
            self.begin_points(body.span);
        }
        body.prologue.iter().for_each(|s| self.statement(s));
        self.open_scope(&body.block.variables, body.span);
        body.block.statements.iter().for_each(|s| self.statement(s));
        self.end_of_body(id, body.block.end);
    }
    /// Control runs off the end: `main` gives 0, another function no value.
    fn end_of_body(&mut self, id: FunctionId, span: Span) {
        if let Some(result) = self.frame.result {
            let ty = self.p.variables[result].ty;
            let is_main = &*self.c.functions[id].name == "main";
            match self.p.int_const(ty, 0) {
                Ok(zero) if is_main => self.assign_var(result, zero, span),
                _ => self.havoc(Place::var(result), span, ir::InputRole::Uninitialized),
            }
            self.watch_return(false, span);
        }
        if let Err(refusal) = self.check_departure(None, span) {
            self.unsupported(&refusal, span);
        }
        self.terminate(Terminator::Return, span);
    }
    /// Static objects whose contents are known only now, or not at all, get them before anything else happens.
    pub fn late_contents(&mut self) {
        let (late, refused) = (std::mem::take(&mut self.late_contents), std::mem::take(&mut self.refused_contents));
        if late.is_empty() && refused.is_empty() {
            return;
        }
        for position in 0..self.p.entries.len() {
            let entry = self.p.entries[position];
            let span = self.p.procedures[entry].span;
            let Some(span) = span else { continue };
            let name = format!("contents before {}", self.p.procedures[entry].name);
            let name = numbered(&mut self.procedure_names, &name);
            let start = self.p.add_procedure(name);
            self.p.procedures[start].span = Some(span);
            let started = self.p.procedures[entry].source_name().clone();
            self.p.procedures[start].role = ir::ProcedureRole::Start(started);
            self.begin_procedure(start, None);
            for refusal in &refused {
                self.unsupported(refusal, span);
            }
            for (var, value, span) in &late {
                self.assign_var(*var, *value, *span);
            }
            let mut results = Vec::new();
            if let Some(result) = self.p.procedures[entry].results.first() {
                let ty = self.p.variables[*result].ty;
                results.push(Place::var(self.temporary("result", ty)));
            }
            let callee = ir::Callee::Direct(entry);
            self.emit(StatementKind::Call { callee, arguments: Vec::new(), results }, span);
            self.terminate(Terminator::Return, span);
            self.p.entries[position] = start;
        }
    }
}

impl Refusal {
    pub fn or_at(self, span: Span) -> Refusal {
        Refusal { span: self.span.or(Some(span)), ..self }
    }
}
