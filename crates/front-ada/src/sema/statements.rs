//! Statements (RM 5, 11.4).

use super::entities::*;
use super::tree::*;
use super::types::{TypeId, TypeKind};
use super::{ActiveLoop, Analyzer, Resolved, Stop};
use crate::codes;
use crate::syntax::ast::{self, AnnotationKind, Expression, ExpressionKind, StatementKind as Ast};
use crate::syntax::token::Mark;
use cairn_base::Span;
use num_bigint::BigInt;
use std::rc::Rc;

impl Analyzer<'_> {
    /// Labels may be used before they are met: they are collected per body first.
    pub(super) fn collect_labels(&mut self, statements: &[ast::Statement]) {
        for statement in statements {
            for label in &statement.labels {
                let id = self.new_label();
                if let Some(labels) = self.labels.last_mut() {
                    labels.insert(label.symbol, id);
                }
            }
            match &statement.kind {
                Ast::If(arms, otherwise) => {
                    arms.iter().for_each(|a| self.collect_labels(&a.1));
                    self.collect_labels(otherwise.as_deref().unwrap_or_default());
                }
                Ast::Case(_, arms) => arms.iter().for_each(|a| self.collect_labels(&a.body)),
                Ast::Loop(l) => self.collect_labels(&l.body),
                Ast::Block { block, .. } => {
                    self.collect_labels(&block.statements);
                    block.handlers.iter().for_each(|h| self.collect_labels(&h.statements));
                }
                Ast::ExtendedReturn { body: Some(block), .. } => self.collect_labels(&block.statements),
                _ => {}
            }
        }
    }

    pub(super) fn statements(&mut self, statements: &[ast::Statement]) -> Vec<Statement> {
        let mut result = Vec::new();
        for statement in statements {
            for label in &statement.labels {
                if let Some(&id) = self.labels.last().and_then(|l| l.get(&label.symbol)) {
                    result.push(Statement { kind: StatementKind::Label(id), span: label.span });
                }
            }
            // Constraints inside the statement (slices, declare expressions) may gather items of their own.
            let (kind, items) = self.gather(|s| s.statement(statement));
            for item in items {
                let body = vec![Statement { kind: StatementKind::Null, span: statement.span }];
                let _ = body;
                result.push(self.item_statement(item, statement.span));
            }
            match kind {
                Ok(kind) => result.push(Statement { kind, span: statement.span }),
                Err(Stop::Unsupported(what, span)) => {
                    result.push(Statement { kind: StatementKind::Unsupported(what), span });
                }
                Err(Stop::Reported) => {}
            }
        }
        result
    }

    /// An item evaluated between statements: it lives to the end of the enclosing body.
    fn item_statement(&mut self, item: Item, span: Span) -> Statement {
        let exit = self.new_loop();
        let kind = StatementKind::Block { items: vec![item], body: Vec::new(), handlers: Vec::new(), exit };
        Statement { kind, span }
    }

    fn statement(&mut self, statement: &ast::Statement) -> Resolved<StatementKind> {
        self.candidate_cache.clear();
        let span = statement.span;
        match &statement.kind {
            Ast::Null => Ok(StatementKind::Null),
            Ast::Assign(target, value) => self.assignment(target, value),
            Ast::Call(call) => self.call_statement(call),
            Ast::If(arms, otherwise) => {
                let mut resolved = Vec::new();
                let mut failure = None;
                for (condition, body) in arms {
                    let condition = match self.condition(condition) {
                        Ok(condition) => condition,
                        Err(stop) => {
                            failure = Some(stop);
                            continue;
                        }
                    };
                    resolved.push((condition, self.statements(body)));
                }
                let otherwise = self.statements(otherwise.as_deref().unwrap_or_default());
                failure.map_or(Ok(StatementKind::If(resolved, otherwise)), Err)
            }
            Ast::Case(selector, arms) => self.case_statement(selector, arms, span),
            Ast::Loop(source) => self.loop_statement(source),
            Ast::Block { name, block } => self.block_statement(*name, block),
            Ast::Exit { target, condition } => {
                let wanted = target.map(|t| t.symbol);
                let found = self.loops.iter().rev().find(|l| !l.block && (wanted.is_none() || l.name == wanted));
                let Some(id) = found.map(|l| l.id) else {
                    return self.error(codes::BAD_EXIT, span, "there is no such loop around this `exit`");
                };
                let condition = match condition {
                    Some(condition) => Some(self.condition(condition)?),
                    None => None,
                };
                Ok(StatementKind::Exit(id, condition))
            }
            Ast::Goto(label) => match self.labels.last().and_then(|l| l.get(&label.symbol)) {
                Some(&id) => Ok(StatementKind::Goto(id)),
                None => self.error(codes::BAD_EXIT, label.span, "there is no such label"),
            },
            Ast::Return(value) => self.return_statement(value.as_ref(), span),
            Ast::ExtendedReturn { object, body } => self.extended_return(object, body.as_deref(), span),
            Ast::Raise(name, _) => match name {
                Some(name) => Ok(StatementKind::Raise(Some(self.exception_named(name)?))),
                None => Ok(StatementKind::Raise(None)),
            },
            Ast::Pragma(pragma) => self.pragma_statement(pragma).map(|s| s.kind),
            Ast::Annotation(annotation) => self.annotation_statement(annotation),
            Ast::Delay { until: true, time } => self.resolve_any(time).map(StatementKind::Evaluate),
            Ast::Delay { until: false, time } => {
                let duration = self.a.standard.duration;
                self.resolve(time, duration).map(StatementKind::Evaluate)
            }
            Ast::Refused(what) => self.unsupported(span, *what),
        }
    }

    fn assignment(&mut self, target: &Expression, value: &Expression) -> Resolved<StatementKind> {
        let target = self.resolve_any(target)?;
        if let Some(what) = self.a.is_refused(target.ty) {
            return self.unsupported(target.span, what);
        }
        if !self.is_variable(&target) {
            return self.error(codes::NOT_A_VARIABLE, target.span, "this cannot be assigned");
        }
        let outer = self.target.replace(target.clone());
        let value = self.complete(value, target.ty);
        self.target = outer;
        Ok(StatementKind::Assign(target, value?))
    }

    fn call_statement(&mut self, call: &Expression) -> Resolved<StatementKind> {
        let (name, arguments): (&Expression, &[ast::Association]) = match &call.kind {
            ExpressionKind::Apply(prefix, arguments) => (prefix, arguments),
            _ => (call, &[]),
        };
        let mut ids = self.subprograms_named(name);
        ids.retain(|&id| self.a.subprograms[id].result.is_none());
        if ids.is_empty() {
            return match self.entities_of(name) {
                Some(found) => match self.a.entities[found[0]].kind {
                    EntityKind::Refused(what) => self.unsupported(call.span, what),
                    EntityKind::Object(ref object) if matches!(self.a.kind(object.ty), TypeKind::Access { .. }) => {
                        self.unsupported(call.span, "call through an access value")
                    }
                    _ => self.error(codes::NO_MATCH, name.span, "this is not a procedure"),
                },
                None => {
                    // `Object.Operation` of a tagged type, or a plain mistake.
                    if let ExpressionKind::Selected(prefix, _) = &name.kind {
                        let entities = self.entities_of(prefix).unwrap_or_default();
                        let refused = entities.first().is_some_and(|&e| match &self.a.entities[e].kind {
                            EntityKind::Refused(_) => true,
                            EntityKind::Object(object) => self.a.is_refused(object.ty).is_some(),
                            _ => false,
                        });
                        if refused {
                            return self.unsupported(call.span, "operation of a tagged, access or protected object");
                        }
                    }
                    self.undefined_name(name)
                }
            };
        }
        let id = self.choose(&ids, arguments, None, name)?;
        let arguments = self.arguments(id, arguments, call.span)?;
        let (mut id, mut arguments) = (id, arguments);
        while let Meaning::Renames(target) = self.a.subprograms[id].meaning {
            arguments = self.inherited_arguments(target, arguments);
            id = target;
        }
        Ok(StatementKind::Call(id, arguments))
    }

    fn case_statement(
        &mut self,
        selector: &Expression,
        arms: &[ast::CaseArm<Vec<ast::Statement>>],
        span: Span,
    ) -> Resolved<StatementKind> {
        let selector = self.resolve_discrete(selector)?;
        let mut resolved = Vec::new();
        for arm in arms {
            self.candidate_cache.clear();
            let choices = self.case_choices(&arm.choices, selector.ty)?;
            resolved.push((choices, self.statements(&arm.body)));
        }
        let choices: Vec<&[Choice]> = resolved.iter().map(|a| a.0.as_slice()).collect();
        self.check_coverage(&choices, selector.ty, span)?;
        Ok(StatementKind::Case(selector, resolved))
    }

    /// Static choices of a case; `others` is an empty list.
    pub(super) fn case_choices(&mut self, choices: &[Expression], ty: TypeId) -> Resolved<Vec<Choice>> {
        let mut result = Vec::new();
        let root = self.a.root(ty);
        for choice in choices {
            if matches!(choice.kind, ExpressionKind::Others) {
                return Ok(Vec::new());
            }
            let (low, high) = if self.is_range(choice) {
                let (range, named) = self.discrete_range(choice, Some(root))?;
                if !self.a.types[named].predicates.is_empty() && self.type_named(choice).is_some() {
                    let Some(values) = self.a.static_values(named) else {
                        return self.error(codes::NOT_STATIC, choice.span, "choices must be static");
                    };
                    result.extend(values.into_iter().map(|(low, high)| Choice { low, high }));
                    continue;
                }
                match range.static_integers() {
                    Some(bounds) => bounds,
                    None => return self.error(codes::NOT_STATIC, choice.span, "choices must be static"),
                }
            } else {
                let value = self.resolve(choice, root)?;
                match value.value.as_ref().and_then(|v| v.as_int()) {
                    Some(v) => (v.clone(), v.clone()),
                    None => return self.error(codes::NOT_STATIC, choice.span, "choices must be static"),
                }
            };
            result.push(Choice { low, high });
        }
        if result.is_empty() || result.iter().all(|c| c.low > c.high) {
            // An empty range chooses nothing; keep it apart from `others`.
            result.push(Choice { low: BigInt::from(1), high: BigInt::from(0) });
        }
        Ok(result)
    }

    /// Choices must not overlap, and cover every value unless there is `others` (RM 5.4).
    pub(super) fn check_coverage(&mut self, arms: &[&[Choice]], ty: TypeId, span: Span) -> Resolved<()> {
        let mut all: Vec<(BigInt, BigInt)> = Vec::new();
        let others = arms.iter().any(|a| a.is_empty());
        for choice in arms.iter().flat_map(|a| a.iter()) {
            if choice.low <= choice.high {
                all.push((choice.low.clone(), choice.high.clone()));
            }
        }
        all.sort();
        for pair in all.windows(2) {
            if pair[1].0 <= pair[0].1 {
                return self.error(codes::BAD_CASE, span, "two choices of this case overlap");
            }
        }
        if others {
            return Ok(());
        }
        let bounds = || self.a.discrete_bounds(ty).or_else(|| self.a.base_bounds(ty)).into_iter().collect::<Vec<_>>();
        for (mut next, last) in self.a.static_values(ty).unwrap_or_else(bounds) {
            for (low, high) in &all {
                if *low <= next {
                    next = next.max(high + 1);
                }
            }
            if next <= last {
                return self.error(codes::BAD_CASE, span, "this case leaves out values; add `when others`");
            }
        }
        Ok(())
    }

    fn loop_statement(&mut self, source: &ast::Loop) -> Resolved<StatementKind> {
        let id = self.new_loop();
        let name = source.name.map(|n| n.symbol);
        self.in_named_scope(source.name, |s| {
            let scheme = match &source.scheme {
                ast::LoopScheme::Forever => Scheme::Forever,
                ast::LoopScheme::While(condition) => Scheme::While(s.condition(condition)?),
                ast::LoopScheme::For(iteration) => {
                    let (domain, filter) = s.iteration(iteration)?;
                    Scheme::For { domain, reverse: iteration.reverse, filter }
                }
            };
            s.loops.push(ActiveLoop { id, name, block: false });
            let body = s.statements(&source.body);
            s.loops.pop();
            Ok(StatementKind::Loop { id, scheme, body })
        })
    }

    fn block_statement(&mut self, name: Option<ast::Identifier>, block: &ast::Block) -> Resolved<StatementKind> {
        let exit = self.new_loop();
        self.loops.push(ActiveLoop { id: exit, name: name.map(|n| n.symbol), block: true });
        let (parts, items) = self.in_named_scope(name, |s| {
            s.gather(|s| {
                s.declarations(&block.declarations);
                let body = s.statements(&block.statements);
                (body, s.handlers(&block.handlers))
            })
        });
        self.loops.pop();
        let (body, handlers) = parts;
        Ok(StatementKind::Block { items, body, handlers, exit })
    }

    pub(super) fn handlers(&mut self, handlers: &[ast::Handler]) -> Vec<Handler> {
        let mut result = Vec::new();
        for handler in handlers {
            let mut choices = Vec::new();
            let mut others = false;
            for choice in &handler.choices {
                if matches!(choice.kind, ExpressionKind::Others) {
                    others = true;
                } else if let Ok(entity) = self.exception_named(choice) {
                    choices.push(entity);
                }
            }
            let (occurrence, body) = self.in_scope(|s| {
                let occurrence = handler.occurrence.and_then(|name| s.occurrence(name));
                (occurrence, s.statements(&handler.statements))
            });
            result.push(Handler { occurrence, choices, others, body, span: handler.span });
        }
        result
    }

    /// `when E : …`: what E tells about the exception is arbitrary. Where nothing names its type, it is of no use.
    fn occurrence(&mut self, name: ast::Identifier) -> Option<EntityId> {
        match self.occurrence_type() {
            Some(ty) => Some(self.declare_object(name, ty, ObjectRole::Constant)),
            None => {
                self.declare(name, EntityKind::Refused("exception occurrence"));
                None
            }
        }
    }

    fn occurrence_type(&self) -> Option<TypeId> {
        let package = self.unit_entity("ada.exceptions")?;
        let EntityKind::Package(scopes) = &self.a.entities[package].kind else { return None };
        let names = self.a.scopes[scopes.visible].names.iter();
        names.flat_map(|(_, found)| found).find_map(|&entity| match &self.a.entities[entity].kind {
            EntityKind::Type(ty) => Some(*ty),
            _ => None,
        })
    }

    fn return_statement(&mut self, value: Option<&Expression>, span: Span) -> Resolved<StatementKind> {
        let result = self.context.subprogram.and_then(|id| self.a.subprograms[id].result);
        match (value, result) {
            (Some(value), Some(ty)) => Ok(StatementKind::Return(Some(self.complete(value, ty)?))),
            (None, None) => Ok(StatementKind::Return(None)),
            (None, Some(_)) if self.extended_return => Ok(StatementKind::Return(None)),
            (Some(_), None) => self.error(codes::BAD_RETURN, span, "a procedure returns no value"),
            (None, Some(_)) => self.error(codes::BAD_RETURN, span, "a function must return a value"),
        }
    }

    fn extended_return(
        &mut self,
        object: &Rc<ast::ObjectDeclaration>,
        body: Option<&ast::Block>,
        span: Span,
    ) -> Resolved<StatementKind> {
        self.in_scope(|s| {
            let (parts, items) = s.gather(|s| {
                let declaration = ast::Declaration { kind: ast::DeclarationKind::Object(object.clone()), span };
                s.declaration(&declaration)?;
                let empty = ast::Block::default();
                let block = body.unwrap_or(&empty);
                let outer = std::mem::replace(&mut s.extended_return, true);
                let statements = s.statements(&block.statements);
                let handlers = s.handlers(&block.handlers);
                s.extended_return = outer;
                Ok((statements, handlers))
            });
            let (body, handlers) = parts?;
            let found = object.names.first().map(|n| s.lookup(n.symbol)).unwrap_or_default();
            match found.first() {
                Some(&entity) => Ok(StatementKind::ExtendedReturn { entity, items, body, handlers }),
                None => s.undefined(span),
            }
        })
    }

    pub(super) fn annotation_statement(&mut self, annotation: &ast::Annotation) -> Resolved<StatementKind> {
        match &annotation.kind {
            AnnotationKind::Assert(condition) => {
                let kind = match annotation.mark {
                    Mark::Percent => AssertKind::Written,
                    Mark::Hash => AssertKind::Assert,
                };
                Ok(StatementKind::Assert(kind, self.assertion(condition)?))
            }
            AnnotationKind::Check(condition) => {
                Ok(StatementKind::Assert(AssertKind::Check, self.assertion(condition)?))
            }
            AnnotationKind::Assume(condition) => Ok(StatementKind::Assume(self.assertion(condition)?)),
            AnnotationKind::NotOverflow { operator, mark, left, right, guard } => {
                // The paper names types that exist only after its transformations (`ITER`): the operands decide then.
                let ty = match self.type_named(mark) {
                    Some(ty) => ty,
                    None => self.a.standard.integer,
                };
                let guard = match guard {
                    Some(guard) => Some(self.assertion(guard)?),
                    None => None,
                };
                self.candidate_cache.clear();
                let left = self.resolve(left, self.a.root(ty))?;
                let right = self.resolve(right, self.a.root(ty))?;
                Ok(StatementKind::NotOverflow { operator: *operator, ty, left, right, guard })
            }
            _ => Ok(StatementKind::Null),
        }
    }
}
