//! Subprogram declarations and bodies (RM 6).

use super::entities::*;
use super::types::{TypeId, TypeKind};
use super::{Analyzer, Context, Resolved, Stop};
use crate::codes;
use crate::syntax::ast::{self, Completion, ExpressionKind, Profile, TypeReference};
use cairn_base::Span;
use num_bigint::BigInt;
use std::rc::Rc;

/// Work put off until all declarations are known.
pub(super) enum Delayed {
    Contract(SubprogramId, Rc<ast::Subprogram>, Context),
    Pragma(SubprogramId, Rc<ast::Pragma>, Context),
    Predicate(TypeId, EntityId, Rc<ast::Expression>, Context),
    /// With the first entity and scope made after the declaration.
    Expression(SubprogramId, Rc<ast::Subprogram>, Context, (EntityId, ScopeId)),
}

impl Analyzer<'_> {
    pub(super) fn subprogram_declaration(&mut self, source: &Rc<ast::Subprogram>) -> Resolved<()> {
        if self.generic_subprogram_body(source) {
            return Ok(());
        }
        self.subprogram(source, source.name.last).map(|_| ())
    }

    /// Declares, completes or renames a subprogram under the given name.
    pub(super) fn subprogram(&mut self, source: &Rc<ast::Subprogram>, name: ast::Identifier) -> Resolved<SubprogramId> {
        let (parameters, result, scope) = match self.profile(&source.profile) {
            Ok(profile) => profile,
            Err(stop) => {
                if let Stop::Unsupported(..) = stop {
                    self.declare(name, EntityKind::Refused("subprogram with a refused parameter type"));
                }
                return Err(stop);
            }
        };
        if let Completion::Renames(target) = &source.completion {
            return self.subprogram_renaming(name, parameters, result, scope, target, source.span);
        }
        let completes = match source.completion {
            Completion::Declared | Completion::Abstract => None,
            _ => self.declared_before(name.symbol, &parameters, result),
        };
        let id = match completes {
            Some(id) => {
                // The body uses the parameters of the declaration: conformance makes them the same.
                let inner = self.new_scope(Some(self.context.scope));
                let declared = self.a.subprograms[id].parameters.clone();
                for parameter in declared {
                    self.bind(inner, parameter.symbol, parameter.entity);
                }
                self.a.subprograms[id].scope = inner;
                id
            }
            None => self.new_subprogram(name, parameters, result, scope, source),
        };
        if let Some(address) = self.address_aspect(&source.aspects)
            && !self.is_shipped(source.span)
        {
            // Where the subprogram is says nothing about what it does.
            self.address(address)?;
        }
        let context = Context { scope: self.a.subprograms[id].scope, subprogram: Some(id), ..self.context.clone() };
        if !source.aspects.is_empty() || !source.annotations.is_empty() {
            self.delayed.push(Delayed::Contract(id, source.clone(), context.clone()));
        }
        self.completion(id, source, context)?;
        self.elaborated(id, &source.completion);
        Ok(id)
    }

    /// Notes that the body of a subprogram stands here.
    pub(super) fn elaborated(&mut self, id: SubprogramId, completion: &Completion) {
        let body = matches!(completion, Completion::Body(_) | Completion::Expression(_) | Completion::Separate);
        if body {
            self.items.push(super::tree::Item::Elaborated(id));
        }
    }

    fn completion(&mut self, id: SubprogramId, source: &Rc<ast::Subprogram>, context: Context) -> Resolved<()> {
        if !matches!(source.completion, Completion::Declared) {
            let inside: &[ast::Declaration] = match &source.completion {
                Completion::Body(block) => &block.declarations,
                _ => &[],
            };
            let off = self.spark_said(&source.aspects, inside).map_or(self.context.trusted, |on| !on);
            self.a.subprograms[id].trusted = off;
        }
        match &source.completion {
            Completion::Declared => {
                let has = |s: &Self, name: &str| source.aspects.iter().any(|a| s.symbol_text(a.name.symbol) == name);
                let imported = has(self, "import");
                if imported {
                    self.a.subprograms[id].imported = true;
                    // In the shipped library, intrinsic subprograms have a meaning of their own, the others any
                    // result their contract allows; none changes a variable of the user.
                    if self.is_shipped(source.span) {
                        self.a.subprograms[id].contract.writes = Some(Vec::new());
                        if has(self, "convention") {
                            let name: Rc<str> = self.symbol_text(self.a.subprograms[id].symbol).into();
                            self.a.subprograms[id].meaning = Meaning::Builtin(name);
                        }
                    } else if self.is_intrinsic(source) {
                        self.make_intrinsic(id);
                    }
                }
            }
            Completion::Abstract => {
                self.a.subprograms[id].meaning = Meaning::Unsupported("abstract subprogram".into());
            }
            Completion::Null => self.null_body(id, source.span),
            Completion::Expression(_) => {
                let horizon = (self.a.entities.next_id(), self.a.scopes.next_id());
                self.delayed.push(Delayed::Expression(id, source.clone(), context, horizon));
            }
            Completion::Separate => return self.separate_body(id),
            // A body hidden by `--# hide` is as good as none.
            Completion::Hidden => {}
            Completion::Body(block) => self.subprogram_body(id, block, source.span),
            Completion::Renames(_) => {}
        }
        Ok(())
    }

    /// A null procedure has a body that does nothing (RM 6.7): its contract and the subtypes of its parameters count.
    /// Those of the shipped library stand for output, and their arguments are only evaluated.
    pub(super) fn null_body(&mut self, id: SubprogramId, span: Span) {
        self.a.subprograms[id].meaning = match self.is_shipped(span) {
            true => Meaning::Null,
            false => empty_body(span, Vec::new()),
        };
    }

    fn is_intrinsic(&self, source: &ast::Subprogram) -> bool {
        let convention = source.aspects.iter().find(|a| self.symbol_text(a.name.symbol) == "convention");
        convention.and_then(|a| a.value.as_ref()).is_some_and(|value| self.names_intrinsic(value))
    }
    /// Whether a convention is `Intrinsic`.
    pub(super) fn names_intrinsic(&self, convention: &ast::Expression) -> bool {
        matches!(convention.kind, ExpressionKind::Name(symbol) if self.symbol_text(symbol) == "intrinsic")
    }
    /// A subprogram of the user that the compiler provides: GNAT's shifts and rotations, for its own types too.
    pub(super) fn make_intrinsic(&mut self, id: SubprogramId) {
        let subprogram = &self.a.subprograms[id];
        let name: Rc<str> = self.symbol_text(subprogram.symbol).into();
        let shift = name.starts_with("shift_") || name.starts_with("rotate_");
        let of_word = |ty: TypeId| match self.a.kind(ty) {
            TypeKind::Modular { modulus } => [8u32, 16, 32, 64].iter().any(|w| *modulus == BigInt::from(1) << *w),
            // Every bit pattern must be a value.
            TypeKind::Signed { low, high } => self.a.discrete_bounds(ty) == Some((low.clone(), high.clone())),
            _ => false,
        };
        let known = match (&*subprogram.parameters, subprogram.result) {
            ([value, amount], Some(result)) => {
                let same = self.a.root(value.ty) == self.a.root(result);
                shift && same && of_word(value.ty) && self.a.root(amount.ty) == self.a.root(self.a.standard.integer)
            }
            _ => false,
        };
        self.a.subprograms[id].meaning =
            if known { Meaning::Builtin(name) } else { Meaning::Unsupported("intrinsic subprogram".into()) };
    }

    fn new_subprogram(
        &mut self,
        name: ast::Identifier,
        parameters: Vec<Parameter>,
        result: Option<TypeId>,
        scope: ScopeId,
        source: &ast::Subprogram,
    ) -> SubprogramId {
        let spelled = self.text(name.span).to_string();
        let full = if self.context.path.is_empty() { spelled } else { format!("{}.{spelled}", self.context.path) };
        let id = self.a.subprograms.next_id();
        let entity = self.declare(name, EntityKind::Subprogram(id));
        let main = self.context.path.is_empty() && self.context.subprogram.is_none() && parameters.is_empty();
        self.a.subprograms.push(Subprogram {
            entity,
            symbol: name.symbol,
            name: full.into(),
            span: name.span,
            parameters,
            result,
            meaning: Meaning::Missing,
            contract: Contract { reads_nothing: true, ..Contract::default() },
            outer: self.context.subprogram,
            scope,
            visible: self.context.visible && self.context.user,
            main: main && self.context.user,
            pending_aspects: false,
            no_return: false,
            spark: self.context.spark,
            trusted: false,
            imported: false,
            declared_in: self.context.scope,
            generic_in: None,
        });
        // Parameters belong to the subprogram itself.
        let entities: Vec<EntityId> = self.a.subprograms[id].parameters.iter().map(|p| p.entity).collect();
        let path = self.a.subprograms[id].name.clone();
        for entity in entities {
            self.a.entities[entity].owner = Some(id);
            self.a.entities[entity].path = path.clone();
        }
        let _ = source;
        id
    }

    /// Types, modes and defaults of parameters; the parameters are declared in a scope of their own.
    pub(super) fn profile(&mut self, profile: &Profile) -> Resolved<(Vec<Parameter>, Option<TypeId>, ScopeId)> {
        let scope = self.new_scope(Some(self.context.scope));
        let mut parameters = Vec::new();
        for parameter in &profile.parameters {
            let ty = self.parameter_type(&parameter.object_type)?;
            let default = match &parameter.default {
                Some(default) => Some(Rc::new(self.complete(default, ty)?)),
                None => None,
            };
            for name in &parameter.names {
                let role = ObjectRole::Parameter(parameter.mode);
                let entity = self.within(scope, |s| s.declare_object(*name, ty, role));
                parameters.push(Parameter {
                    entity,
                    symbol: name.symbol,
                    mode: parameter.mode,
                    ty,
                    default: default.clone(),
                });
            }
        }
        let result = match &profile.result {
            Some(reference) => Some(self.parameter_type(reference)?),
            None => None,
        };
        Ok((parameters, result, scope))
    }

    fn parameter_type(&mut self, reference: &TypeReference) -> Resolved<TypeId> {
        self.type_reference(reference)
    }

    /// A subprogram declared before in this region, with the same profile, that has no body yet.
    fn declared_before(
        &self,
        symbol: crate::syntax::names::Symbol,
        parameters: &[Parameter],
        result: Option<TypeId>,
    ) -> Option<SubprogramId> {
        let root = |t: TypeId| self.a.root(t);
        let mut scopes = vec![self.context.scope];
        scopes.extend(self.context.region.iter().copied());
        for scope in scopes {
            for &entity in self.a.scopes[scope].names.get(&symbol).into_iter().flatten() {
                let EntityKind::Subprogram(id) = self.a.entities[entity].kind else { continue };
                let candidate = &self.a.subprograms[id];
                let same = candidate.parameters.len() == parameters.len()
                    && candidate.parameters.iter().zip(parameters).all(|(a, b)| root(a.ty) == root(b.ty))
                    && candidate.result.map(root) == result.map(root);
                if same && matches!(candidate.meaning, Meaning::Missing) {
                    return Some(id);
                }
            }
        }
        None
    }

    pub(super) fn subprogram_body(&mut self, id: SubprogramId, block: &ast::Block, span: Span) {
        let scope = self.a.subprograms[id].scope;
        let context = Context {
            scope,
            subprogram: Some(id),
            path: self.a.subprograms[id].name.clone(),
            visible: false,
            user: self.context.user,
            spark: self.context.spark,
            trusted: self.context.trusted,
            assertion_overflow: self.context.assertion_overflow,
            region: Vec::new(),
        };
        let outer = std::mem::replace(&mut self.context, context);
        let loops = std::mem::take(&mut self.loops);
        let extended_return = std::mem::take(&mut self.extended_return);
        self.labels.push(Default::default());
        self.collect_labels(&block.statements);
        for handler in &block.handlers {
            self.collect_labels(&handler.statements);
        }
        let (parts, items) = self.gather(|s| {
            s.declarations(&block.declarations);
            let statements = s.statements(&block.statements);
            (statements, s.handlers(&block.handlers))
        });
        self.labels.pop();
        self.loops = loops;
        self.extended_return = extended_return;
        self.context = outer;
        let end = block.end.unwrap_or(span);
        let (statements, handlers) = parts;
        self.a.subprograms[id].meaning = Meaning::Body(Rc::new(Body { items, statements, handlers, end }));
    }

    pub(super) fn delayed_work(&mut self) {
        // Expression functions first: a contract that is refused afterwards must have the last word.
        while !self.delayed.is_empty() {
            let mut all = std::mem::take(&mut self.delayed);
            all.sort_by_key(|work| !matches!(work, Delayed::Expression(..)));
            all.into_iter().for_each(|work| self.delayed_step(work));
        }
    }

    fn delayed_step(&mut self, work: Delayed) {
        let result = match work {
            Delayed::Contract(id, source, context) => {
                self.contract_step(id, context, |s| s.subprogram_contract(id, &source))
            }
            Delayed::Predicate(ty, subject, condition, context) => {
                let outer = std::mem::replace(&mut self.context, context);
                let result = self.delayed_predicate(ty, subject, &condition);
                self.context = outer;
                result
            }
            Delayed::Pragma(id, pragma, context) => self.contract_step(id, context, |s| s.contract_pragma(id, &pragma)),
            Delayed::Expression(id, source, context, horizon) => {
                let outer = std::mem::replace(&mut self.context, context);
                self.context.path = self.a.subprograms[id].name.clone();
                self.horizon = Some(horizon);
                let result = self.expression_function(id, &source);
                self.horizon = None;
                self.context = outer;
                if let Err(Stop::Unsupported(what, _)) = &result {
                    self.a.subprograms[id].meaning = Meaning::Unsupported(what.clone());
                }
                result
            }
        };
        let _ = result;
    }

    fn contract_step(
        &mut self,
        id: SubprogramId,
        context: Context,
        work: impl FnOnce(&mut Self) -> Resolved<()>,
    ) -> Resolved<()> {
        let outer = std::mem::replace(&mut self.context, context);
        let result = work(self);
        self.context = outer;
        if let Err(Stop::Unsupported(what, span)) = &result {
            self.warn(codes::UNSUPPORTED, *span, format!("{what} is not supported in a contract"));
            // A contract that cannot be read must not be silently weaker.
            self.a.subprograms[id].meaning = Meaning::Unsupported(format!("contract with {what}").into());
        }
        result
    }

    fn expression_function(&mut self, id: SubprogramId, source: &ast::Subprogram) -> Resolved<()> {
        let Completion::Expression(value) = &source.completion else { return Ok(()) };
        let Some(result) = self.a.subprograms[id].result else {
            return self.error(codes::BAD_RETURN, source.span, "a procedure is no expression function");
        };
        let (value, items) = self.gather(|s| s.complete(value, result));
        let value = value?;
        let span = value.span;
        let statement = super::tree::Statement { kind: super::tree::StatementKind::Return(Some(value)), span };
        let body = Body { items, statements: vec![statement], handlers: Vec::new(), end: span };
        self.a.subprograms[id].meaning = Meaning::Body(Rc::new(body));
        Ok(())
    }

    fn subprogram_renaming(
        &mut self,
        name: ast::Identifier,
        parameters: Vec<Parameter>,
        result: Option<TypeId>,
        scope: ScopeId,
        target: &ast::Expression,
        span: Span,
    ) -> Resolved<SubprogramId> {
        let completes = self.declared_before(name.symbol, &parameters, result);
        let meaning = self.renamed_meaning(&parameters, result, target, completes)?;
        if let Some(id) = completes {
            self.a.subprograms[id].meaning = self.renaming_body(id, meaning, span)?;
            return Ok(id);
        }
        let source = ast::Subprogram {
            name: ast::DefiningName { prefix: Vec::new(), last: name },
            profile: Profile { parameters: Vec::new(), result: None },
            completion: Completion::Declared,
            aspects: Vec::new(),
            annotations: Vec::new(),
            span,
        };
        let id = self.new_subprogram(name, parameters, result, scope, &source);
        self.a.subprograms[id].meaning = meaning;
        self.a.subprograms[id].visible = false;
        Ok(id)
    }

    /// A renaming that completes a declaration is a body that calls what it names (RM 8.5.4(7.1)): the contract and the
    /// parameters' subtypes are those of the declaration.
    fn renaming_body(&mut self, id: SubprogramId, meaning: Meaning, span: Span) -> Resolved<Meaning> {
        let parameters = self.a.subprograms[id].parameters.clone();
        let argument = |p: &Parameter| {
            let kind = super::tree::ExprKind::Object(p.entity);
            super::tree::Expr { kind, ty: p.ty, span, value: None }
        };
        let arguments: Vec<_> = parameters.iter().map(argument).collect();
        let statement = match (self.a.subprograms[id].result, meaning) {
            (_, other @ Meaning::Unsupported(_)) => return Ok(other),
            (None, Meaning::Renames(target)) => {
                let arguments = self.inherited_arguments(target, arguments);
                super::tree::StatementKind::Call(target, arguments)
            }
            (None, other) => return Ok(other),
            (Some(_), meaning) => {
                // The call is built as one of a subprogram that only has the other name.
                self.a.subprograms[id].meaning = meaning;
                let value = self.finish_call(id, arguments, span);
                self.a.subprograms[id].meaning = Meaning::Missing;
                super::tree::StatementKind::Return(Some(value?))
            }
        };
        Ok(empty_body(span, vec![super::tree::Statement { kind: statement, span }]))
    }

    /// What a subprogram name with a known profile means: another subprogram or a predefined operator.
    pub(super) fn renamed_meaning(
        &mut self,
        parameters: &[Parameter],
        result: Option<TypeId>,
        target: &ast::Expression,
        except: Option<SubprogramId>,
    ) -> Resolved<Meaning> {
        let root = |t: TypeId| self.a.types[t].root;
        let wanted: Vec<TypeId> = parameters.iter().map(|p| root(p.ty)).collect();
        let wanted_result = result.map(root);
        for id in self.subprograms_named(target) {
            let candidate = &self.a.subprograms[id];
            let same = candidate.parameters.iter().map(|p| self.a.root(p.ty)).eq(wanted.iter().copied())
                && candidate.result.map(|t| self.a.root(t)) == wanted_result;
            if same && Some(id) != except {
                return Ok(Meaning::Renames(id));
            }
        }
        // Enumeration literals are parameterless functions.
        let operator = match &target.kind {
            ast::ExpressionKind::String(text) => Some(text.to_lowercase()),
            ast::ExpressionKind::Selected(_, selector) => {
                let text = self.symbol_text(selector.symbol);
                text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).map(str::to_string)
            }
            _ => None,
        };
        if let Some(text) = operator {
            let known = match parameters.len() {
                2 => super::calls::binary_operator(&text).is_some(),
                1 => super::calls::unary_operator(&text).is_some(),
                _ => false,
            };
            if known {
                return Ok(Meaning::Operator(text.into()));
            }
        }
        if let ast::ExpressionKind::Attribute(prefix, name, _) = &target.kind {
            let text = self.symbol_text(name.symbol).to_string();
            if let (Some((what, arity)), Some(ty)) =
                (super::attributes::function_attribute(&text), self.type_named(prefix))
                && arity == parameters.len()
            {
                return Ok(Meaning::Attribute(what, ty));
            }
            return Ok(Meaning::Unsupported(format!("attribute {text} as a subprogram").into()));
        }
        if self.entities_of(target).is_none() {
            return self.undefined(target.span);
        }
        self.error(codes::NO_MATCH, target.span, "no subprogram of this name has this profile")
    }
}

/// A body without declarations.
fn empty_body(end: Span, statements: Vec<super::tree::Statement>) -> Meaning {
    Meaning::Body(Rc::new(Body { items: Vec::new(), statements, handlers: Vec::new(), end }))
}
