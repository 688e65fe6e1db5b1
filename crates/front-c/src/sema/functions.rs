//! Function definitions, prototyped and old-style.

use super::declarators::ParameterList;
use super::scopes::{Entity, Scope};
use super::tree::{Body, FunctionAttributes, FunctionId, Label, Linkage, Stmt, StmtKind};
use super::{Analyzer, FunctionContext};
use crate::acsl::syntax::Contract;
use crate::codes;
use crate::syntax::ast::{self, Derivation, FunctionDefinition, ParametersKind, Storage};
use crate::syntax::names::Symbol;
use crate::types::{FunctionType, Qualified, TypeKind};
use cairn_base::{Diagnostic, Table};

/// Stands for the function while its parameters are analysed: lengths of arrays among them belong to it.
const UNKNOWN_FUNCTION: FunctionId = FunctionId(u32::MAX);

impl Analyzer<'_> {
    pub(super) fn function_definition(&mut self, definition: &FunctionDefinition) {
        let base = self.specifiers(&definition.specifiers, false);
        let Some(name) = definition.declarator.name else { return };
        let Some((Derivation::Function(parameters), outer)) = definition.declarator.derivations.split_first() else {
            let message = format!("`{}` has a body but is not declared as a function", self.text(name.symbol));
            self.error(codes::BAD_DECLARATION, name.span, message);
            return;
        };
        let result = self.derive(base.ty, outer, definition.declarator.span);
        let void = self.types().void();
        self.function = Some(FunctionContext {
            id: UNKNOWN_FUNCTION,
            result: void,
            labels: Table::new(),
            label_scopes: vec![Default::default()],
            next_case: 0,
            switches: Vec::new(),
            breakable: 0,
            loops: 0,
            locals: Vec::new(),
            blocks: vec![Vec::new()],
            name_string: None,
        });
        let mut list = match &parameters.kind {
            ParametersKind::Names(names) => self.old_parameters(names, &definition.old_parameters),
            _ => self.parameters(parameters, true),
        };
        let context = self.function.take();
        self.check_result(result, name);
        let ty = self.function_type(result, &list, definition.declarator.span);
        let internal = definition.specifiers.storage == Some(Storage::Static);
        if !self.program.types.is_function(ty.ty) {
            return;
        }
        if let Some(entity @ (Entity::Typedef { .. } | Entity::Constant { .. })) =
            self.lookup_here(name.symbol).cloned()
        {
            let message = format!("`{}` is already declared as {}", self.text(name.symbol), entity.word());
            let error = Diagnostic::error(codes::REDEFINED, message).at(name.span, "");
            self.report(error.and_at(entity.span(), "declared here"));
        }
        let id = self.link_function(name.symbol, ty.ty, internal, name.span);
        self.bind(name.symbol, Entity::Function { id, ty: ty.ty, span: name.span });
        let lists =
            [&definition.specifiers.attributes[..], &definition.declarator.attributes[..], &definition.attributes[..]];
        let attributes = self.attributes(lists);
        let attributes = self.function_attributes(&attributes, &definition.specifiers);
        let counts = self.link_definition(id, &attributes, name.span);
        let id = if counts { id } else { self.new_function(name.symbol, ty.ty, Linkage::Internal, name.span) };
        self.adopt(id, context, &mut list, result);
        self.merge_attributes(id, attributes);
        let contracts = self.contracts_of_definition(definition);
        let function = &mut self.program.functions[id];
        function.parameters = list.variables.clone();
        function.span = name.span;
        if self.in_library {
            // Declarations of the user may differ; what is defined returns what the definition says.
            function.ty = ty.ty;
        }
        self.function_body(id, definition, list, contracts);
    }
    fn check_result(&mut self, result: Qualified, name: ast::Identifier) {
        if !self.program.types.is_void(result.ty) && !self.program.types.is_complete(result.ty) {
            let message = format!("the function returns the incomplete type `{}`", self.show(result.ty));
            self.error(codes::INCOMPLETE, name.span, message);
        }
    }
    /// Gives the parameters and hidden lengths to the function, now that it is known.
    fn adopt(&mut self, id: FunctionId, context: Option<FunctionContext>, list: &mut ParameterList, result: Qualified) {
        let Some(mut context) = context else { return };
        context.id = id;
        context.result = result.ty;
        for (_, variable) in self.program.variables.iter_mut().rev() {
            match variable.function {
                Some(UNKNOWN_FUNCTION) => variable.function = Some(id),
                None => {}
                Some(_) => break,
            }
        }
        for &variable in &list.variables {
            let ty = self.program.variables[variable].ty;
            if !self.program.types.is_complete(ty.ty) && !self.program.types.is_error(ty.ty) {
                let span = self.program.variables[variable].span;
                let message = format!("the parameter has the incomplete type `{}`", self.show(ty.ty));
                self.error(codes::INCOMPLETE, span, message);
            }
        }
        self.function = Some(context);
    }
    fn function_body(
        &mut self,
        id: FunctionId,
        definition: &FunctionDefinition,
        list: ParameterList,
        contracts: Vec<Contract>,
    ) {
        let prologue: Vec<Stmt> =
            self.take_lengths().into_iter().map(|e| Stmt { span: e.span, kind: StmtKind::Expr(e) }).collect();
        self.scopes.push(list.scope);
        self.function_contract(id, &contracts, &definition.clauses, list.variables);
        let mut statements = Vec::new();
        self.block_items(&definition.body.items, &mut statements);
        let block = self.close_block(statements, definition.body.end);
        self.forget_behaviors();
        let Some(context) = self.function.take() else { return };
        let mut labels = Table::new();
        for (_, label) in context.labels.iter() {
            let name = self.text(label.name);
            if label.used && !label.defined {
                self.error(codes::BAD_STATEMENT, label.span, format!("the label `{name}` is used but not defined"));
            }
            labels.push(Label { name, address_taken: label.address_taken, span: label.span });
        }
        let body = Body { prologue, block, locals: context.locals, labels, span: definition.body.span };
        self.program.functions[id].body = Some(body);
    }
    /// Types of old-style parameters come from the declarations before the body; `int` without one.
    fn old_parameters(&mut self, names: &[ast::Identifier], declarations: &[ast::Declaration]) -> ParameterList {
        let mut types: Vec<(Symbol, Qualified)> = Vec::new();
        for declaration in declarations {
            let base = self.specifiers(&declaration.specifiers, declaration.declarators.is_empty());
            for item in &declaration.declarators {
                let ty = self.declared_type(base.ty, &item.declarator);
                let ty = self.adjusted_parameter(ty, item.declarator.derivations.first());
                let Some(name) = item.declarator.name else { continue };
                if !names.iter().any(|n| n.symbol == name.symbol) {
                    let message = format!("`{}` is not a parameter of the function", self.text(name.symbol));
                    self.error(codes::BAD_DECLARATION, name.span, message);
                }
                types.push((name.symbol, ty));
            }
        }
        self.scopes.push(Scope::default());
        let mut variables = Vec::new();
        for &name in names {
            let int = Qualified::plain(self.types().int());
            let ty = types.iter().find(|(symbol, _)| *symbol == name.symbol).map_or(int, |(_, ty)| *ty);
            variables.push(self.parameter_variable(Some(name), ty, name.span));
        }
        let scope = self.scopes.pop().unwrap_or_default();
        ParameterList { types: Vec::new(), variables, variadic: false, prototype: false, scope }
    }
    pub(super) fn function_attributes(
        &mut self,
        found: &super::attributes::Attributes,
        specifiers: &ast::Specifiers,
    ) -> FunctionAttributes {
        FunctionAttributes {
            noreturn: found.noreturn || specifiers.is_noreturn,
            weak: found.weak,
            constructor: found.constructor,
            destructor: found.destructor,
            inline: specifiers.is_inline,
            pure: found.pure,
            constant: found.constant,
            alias: found.alias.clone(),
            malloc: found.malloc,
            nonnull: found.nonnull.clone(),
            returns_nonnull: found.returns_nonnull,
        }
    }
    pub(super) fn merge_attributes(&mut self, id: FunctionId, new: FunctionAttributes) {
        let old = &mut self.program.functions[id].attributes;
        old.noreturn |= new.noreturn;
        old.weak |= new.weak;
        old.constructor = old.constructor.or(new.constructor);
        old.destructor = old.destructor.or(new.destructor);
        old.inline |= new.inline;
        old.pure |= new.pure;
        old.constant |= new.constant;
        old.malloc |= new.malloc;
        old.returns_nonnull |= new.returns_nonnull;
        old.nonnull = match (old.nonnull.take(), new.nonnull) {
            (Some(a), Some(b)) => Some(a.and(b)),
            (a, b) => a.or(b),
        };
        if new.alias.is_some() {
            old.alias = new.alias;
        }
    }
    /// GNU's nested functions are refused: the name is known, its body is one unsupported statement.
    pub(super) fn nested_function(&mut self, definition: &FunctionDefinition, out: &mut Vec<Stmt>) {
        let what: std::sync::Arc<str> = "a nested function".into();
        let span = definition.declarator.span;
        out.push(Stmt { kind: StmtKind::Unsupported(what.clone()), span });
        let Some(name) = definition.declarator.name else { return };
        let base = self.specifiers(&definition.specifiers, false);
        let ty = self.declared_type(base.ty, &definition.declarator);
        if !matches!(self.program.types.kind(ty.ty), TypeKind::Function(_)) {
            return;
        }
        let result = self.program.types.function_type(ty.ty).map(|f| f.result).unwrap_or(ty.ty);
        // Without parameters of its own, so that nothing is promised about its arguments.
        let ty = self.types().function(FunctionType { result, parameters: vec![], variadic: false, prototype: false });
        let id = self.new_function(name.symbol, ty, Linkage::None, name.span);
        let statements = vec![Stmt { kind: StmtKind::Unsupported(what), span }];
        let block = super::tree::Block { statements, variables: Vec::new(), end: definition.body.end };
        let body =
            Body { prologue: Vec::new(), block, locals: Vec::new(), labels: Table::new(), span: definition.body.span };
        self.program.functions[id].body = Some(body);
        self.bind(name.symbol, Entity::Function { id, ty, span: name.span });
    }
}
