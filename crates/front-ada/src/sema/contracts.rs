//! Aspects and pragmas that carry meaning: contracts, predicates, invariants, default values.

use super::entities::*;
use super::tree::{AssertKind, Expr, ExprKind, Statement, StatementKind};
use super::types::*;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::lower::visit::Met;
use crate::syntax::ast::{self, AggregateForm, AnnotationKind, Aspect, Expression, ExpressionKind, Pragma};
use crate::syntax::names::Symbol;
use std::rc::Rc;

impl Analyzer<'_> {
    pub(super) fn type_aspects(&mut self, ty: TypeId, symbol: Symbol, aspects: &[Aspect]) -> Resolved<()> {
        self.volatile_type(ty, aspects);
        let inherited = self.a.types[ty].predicates.len();
        for aspect in aspects {
            self.name_unchecked(aspect);
            let Some(value) = &aspect.value else { continue };
            match self.symbol_text(aspect.name.symbol) {
                "static_predicate" | "dynamic_predicate" | "predicate" | "ghost_predicate" => {
                    let predicate = self.predicate(ty, symbol, aspect)?;
                    self.a.types[ty].predicates.push(predicate);
                }
                "type_invariant" | "invariant" => {
                    let predicate = self.predicate(ty, symbol, aspect)?;
                    self.a.types[ty].invariants.push(predicate);
                }
                "default_initial_condition" if !matches!(value.kind, ExpressionKind::Null) => {
                    let condition = self.predicate(ty, symbol, aspect)?;
                    self.a.types[ty].initial_conditions.push(condition);
                }
                "default_value" => {
                    let value = self.complete(value, ty)?;
                    self.a.types[ty].default = Some(Rc::new(value));
                }
                "default_component_value" => {
                    let component = self.a.component_type(ty).unwrap_or(ty);
                    let value = self.complete(value, component)?;
                    self.a.types[ty].default = Some(Rc::new(value));
                }
                _ => {}
            }
        }
        self.predicate_failure(ty, inherited, aspects)
    }

    /// `Predicate_Failure => raise E`: what is raised where a predicate given with it fails. A message changes nothing.
    fn predicate_failure(&mut self, ty: TypeId, inherited: usize, aspects: &[Aspect]) -> Resolved<()> {
        for aspect in aspects {
            if self.symbol_text(aspect.name.symbol) != "predicate_failure" {
                continue;
            }
            let Some(value) = &aspect.value else { continue };
            let mut form: &Expression = value;
            while let ExpressionKind::Parenthesized(inner) = &form.kind {
                form = inner;
            }
            let exception = match &form.kind {
                ExpressionKind::Raise(name, _) => self.exception_named(name)?,
                ExpressionKind::If(..) | ExpressionKind::Case(..) => {
                    self.failure_by_conditions(ty, inherited, form)?;
                    continue;
                }
                _ => continue,
            };
            for predicate in self.a.types[ty].predicates.iter_mut().skip(inherited) {
                predicate.exception = Some(exception);
            }
        }
        Ok(())
    }

    fn failure_by_conditions(&mut self, ty: TypeId, inherited: usize, form: &Expression) -> Resolved<()> {
        for at in inherited..self.a.types[ty].predicates.len() {
            let subject = self.a.types[ty].predicates[at].subject;
            let string = self.a.standard.string;
            let failure = self.about_subject(ty, subject, |s| s.resolve(form, string))?;
            self.a.types[ty].predicates[at].failure = Some(Rc::new(failure));
        }
        Ok(())
    }

    /// A condition on a value of a type; the type's own name stands for the value. Aspects may name what is
    /// declared later in the same part (RM 13.1.1(11)): then the condition is resolved at the end.
    fn predicate(&mut self, ty: TypeId, symbol: Symbol, aspect: &Aspect) -> Resolved<Predicate> {
        let Some(condition) = &aspect.value else { return self.error(codes::SYNTAX, aspect.name.span, "no condition") };
        let name = ast::Identifier { symbol, span: condition.span };
        let object =
            Object { ty, role: ObjectRole::Subject, value: None, renames: None, deferred: false, initialized: true };
        let subject = self.new_entity(name, EntityKind::Object(object));
        self.a.entities[subject].spelled = self.a.type_name(ty);
        let before = self.diagnostics.len();
        match self.predicate_condition(ty, subject, condition) {
            Err(super::Stop::Reported) => {
                self.diagnostics.truncate(before);
                let context = self.context.clone();
                self.delayed.push(super::subprograms::Delayed::Predicate(ty, subject, condition.clone(), context));
                let boolean = self.a.standard.boolean;
                let kind = super::tree::ExprKind::Unsupported("condition that could not be resolved".into());
                let unresolved = Expr { kind, ty: boolean, span: condition.span, value: None };
                Ok(Predicate { subject, condition: Rc::new(unresolved), exception: None, failure: None })
            }
            result => Ok(Predicate { subject, condition: Rc::new(result?), exception: None, failure: None }),
        }
    }

    /// Resolves a condition that was put off, and gives it to all subtypes that have it.
    pub(super) fn delayed_predicate(&mut self, ty: TypeId, subject: EntityId, condition: &Expression) -> Resolved<()> {
        let condition = Rc::new(self.predicate_condition(ty, subject, condition)?);
        for other in self.a.types.ids().collect::<Vec<_>>() {
            let entry = &mut self.a.types[other];
            let all = entry.predicates.iter_mut().chain(&mut entry.invariants).chain(&mut entry.initial_conditions);
            for predicate in all {
                if predicate.subject == subject {
                    predicate.condition = condition.clone();
                }
            }
        }
        Ok(())
    }

    fn predicate_condition(&mut self, ty: TypeId, subject: EntityId, condition: &Expression) -> Resolved<Expr> {
        self.about_subject(ty, subject, |s| s.assertion(condition))
    }

    /// Resolves an expression in which the type's name, and those of its components, are about one value.
    fn about_subject(
        &mut self,
        ty: TypeId,
        subject: EntityId,
        work: impl FnOnce(&mut Self) -> Resolved<Expr>,
    ) -> Resolved<Expr> {
        let outer = self.subject.replace(subject);
        self.candidate_cache.clear();
        let condition = self.in_scope(|s| {
            for (at, component) in s.a.components(ty).unwrap_or_default().iter().enumerate() {
                let span = component.span;
                let value = Expr { kind: super::tree::ExprKind::Object(subject), ty, span, value: None };
                let kind = super::tree::ExprKind::Component(Box::new(value), at);
                let target = Expr { kind, ty: component.ty, span, value: None };
                let object = Object {
                    ty: component.ty,
                    role: ObjectRole::Constant,
                    value: None,
                    renames: Some(Rc::new(target)),
                    deferred: false,
                    initialized: true,
                };
                let name = ast::Identifier { symbol: component.symbol, span };
                s.declare(name, EntityKind::Object(object));
            }
            work(s)
        });
        self.subject = outer;
        condition
    }

    /// Contract aspects of a subprogram; runs in the scope of its parameters.
    pub(super) fn subprogram_contract(&mut self, id: SubprogramId, source: &ast::Subprogram) -> Resolved<()> {
        for aspect in &source.aspects {
            let name = self.symbol_text(aspect.name.symbol).to_string();
            self.name_unchecked(aspect);
            if let Some(spark) = self.spark_aspect(aspect) {
                self.a.subprograms[id].spark = spark;
            }
            let Some(value) = &aspect.value else {
                match &*name {
                    "no_return" => self.a.subprograms[id].no_return = true,
                    "always_terminates" => self.a.subprograms[id].contract.always_terminates = true,
                    // Each call may give another result.
                    "volatile_function" => self.a.subprograms[id].contract.reads_nothing = false,
                    _ => {}
                }
                continue;
            };
            match &*name {
                "pre" | "precondition" => self.clause(id, value, true)?,
                "post" | "postcondition" => self.clause(id, value, false)?,
                "refined_post" => self.refined_post(id, value)?,
                "contract_cases" => self.contract_cases(id, value)?,
                "subprogram_variant" => self.subprogram_variant(id, value)?,
                "global" => {
                    self.flow_clause(id, &name, value);
                    self.a.subprograms[id].contract.writes = self.global_aspect(value);
                    self.a.subprograms[id].contract.reads_nothing = matches!(value.kind, ExpressionKind::Null);
                }
                "depends" | "refined_global" | "refined_depends" => self.flow_clause(id, &name, value),
                "no_return" => self.a.subprograms[id].no_return = !self.is_false(value),
                "always_terminates" => self.a.subprograms[id].contract.always_terminates = !self.is_false(value),
                "volatile_function" if self.is_false(value) => {}
                "volatile_function" => self.a.subprograms[id].contract.reads_nothing = false,
                _ => {}
            }
        }
        if source.annotations.is_empty() {
            return Ok(());
        }
        let scope = self.annotation_scope(id);
        self.within(scope, |s| source.annotations.iter().try_for_each(|a| s.contract_annotation(id, a)))
    }

    /// `--#` contracts name the own variables of the package, which its body declares: they are read where the
    /// subprogram's body stands, if there is one.
    fn annotation_scope(&mut self, id: SubprogramId) -> ScopeId {
        let around = self.a.scopes[self.a.subprograms[id].scope].parent;
        let scope = self.new_scope(around.or(Some(self.context.scope)));
        for parameter in self.a.subprograms[id].parameters.clone() {
            self.bind(scope, parameter.symbol, parameter.entity);
        }
        scope
    }

    /// A contract written as a pragma after the declaration.
    pub(super) fn contract_pragma(&mut self, id: SubprogramId, pragma: &Pragma) -> Resolved<()> {
        let Some(value) = pragma.arguments.first().map(|argument| &argument.value) else { return Ok(()) };
        match self.symbol_text(pragma.name.symbol) {
            "precondition" | "pre" => self.clause(id, value, true),
            "postcondition" | "post" => self.clause(id, value, false),
            "contract_cases" => self.contract_cases(id, value),
            "refined_post" => self.refined_post(id, value),
            "subprogram_variant" => self.subprogram_variant(id, value),
            "depends" | "refined_global" | "refined_depends" => {
                let name = self.symbol_text(pragma.name.symbol).to_string();
                self.flow_clause(id, &name, value);
                Ok(())
            }
            _ => {
                self.flow_clause(id, "global", value);
                self.a.subprograms[id].contract.writes = self.global_aspect(value);
                self.a.subprograms[id].contract.reads_nothing = matches!(value.kind, ExpressionKind::Null);
                Ok(())
            }
        }
    }

    fn clause(&mut self, id: SubprogramId, condition: &Expression, pre: bool) -> Resolved<()> {
        let resolved = self.assertion(condition)?;
        if pre {
            self.without_old(&resolved)?;
        }
        let clause = Clause { condition: Rc::new(resolved), span: condition.span };
        let contract = &mut self.a.subprograms[id].contract;
        if pre {
            contract.pre.push(clause);
        } else {
            contract.post.push(clause);
        }
        Ok(())
    }

    /// Only where a subprogram has been executed there is a value that was before (RM 6.1.1).
    fn without_old(&mut self, condition: &Expr) -> Resolved<()> {
        let mut found = None;
        crate::lower::visit::expression(condition, &mut |met| {
            if let Met::Expression(e) = met
                && matches!(e.kind, ExprKind::Old(_))
            {
                found.get_or_insert(e.span);
            }
        });
        match found {
            Some(span) => self.error(
                codes::BAD_ATTRIBUTE,
                span,
                "a value at the entry means nothing here: only postconditions speak of it",
            ),
            None => Ok(()),
        }
    }

    fn refined_post(&mut self, id: SubprogramId, condition: &Expression) -> Resolved<()> {
        let resolved = self.assertion(condition)?;
        let clause = Clause { condition: Rc::new(resolved), span: condition.span };
        self.a.subprograms[id].contract.refined_post.push(clause);
        Ok(())
    }

    /// `(Decreases => E, Increases => E)`; a single measure may stand without parentheses around it.
    fn subprogram_variant(&mut self, id: SubprogramId, value: &Expression) -> Resolved<()> {
        let ExpressionKind::Aggregate(aggregate) = &value.kind else {
            return self.unsupported(value.span, "subprogram variant of this form");
        };
        self.a.subprograms[id].contract.variant_span = Some(value.span);
        for association in &aggregate.associations {
            let increases = match association.choices.first().map(|c| &c.kind) {
                Some(ExpressionKind::Name(symbol)) => match self.symbol_text(*symbol) {
                    "increases" => true,
                    "decreases" => false,
                    _ => return self.unsupported(value.span, "subprogram variant of this form"),
                },
                _ => return self.unsupported(value.span, "subprogram variant of this form"),
            };
            self.candidate_cache.clear();
            let measure = self.resolve_discrete(&association.value)?;
            self.a.subprograms[id].contract.variant.push((increases, Rc::new(measure)));
        }
        Ok(())
    }

    fn contract_cases(&mut self, id: SubprogramId, value: &Expression) -> Resolved<()> {
        let ExpressionKind::Aggregate(aggregate) = &value.kind else {
            return self.error(codes::SYNTAX, value.span, "contract cases are written (guard => consequence, …)");
        };
        if aggregate.form != AggregateForm::Plain {
            return self.unsupported(value.span, "contract cases of this form");
        }
        self.a.subprograms[id].contract.cases_span = Some(value.span);
        for association in &aggregate.associations {
            let [guard] = association.choices.as_slice() else {
                return self.error(codes::SYNTAX, value.span, "each case has one guard");
            };
            let guard = match guard.kind {
                ExpressionKind::Others => None,
                _ => {
                    let condition = self.assertion(guard)?;
                    self.without_old(&condition)?;
                    Some(Clause { condition: Rc::new(condition), span: guard.span })
                }
            };
            let consequence = self.assertion(&association.value)?;
            let consequence = Clause { condition: Rc::new(consequence), span: association.value.span };
            self.a.subprograms[id].contract.cases.push((guard, consequence));
        }
        Ok(())
    }

    /// `--#` and `--%` contracts.
    fn contract_annotation(&mut self, id: SubprogramId, annotation: &ast::Annotation) -> Resolved<()> {
        match &annotation.kind {
            AnnotationKind::Pre(condition) => self.clause(id, condition, true),
            AnnotationKind::Post(condition) => self.clause(id, condition, false),
            AnnotationKind::Global(parts) => {
                self.a.subprograms[id].spark = true;
                self.a.subprograms[id].contract.writes = self.global_annotation(parts);
                let clause = self.global_lists(parts, annotation.span);
                self.a.subprograms[id].contract.flow.global = Some(clause);
                self.a.subprograms[id].contract.reads_nothing = false;
                Ok(())
            }
            AnnotationKind::Derives(relations) => {
                let clause = self.derives_clause(relations.as_ref(), annotation.span);
                self.a.subprograms[id].contract.flow.depends = Some(clause);
                Ok(())
            }
            AnnotationKind::Return(None, value) => {
                let Some(ty) = self.a.subprograms[id].result else {
                    return self.error(codes::ANNOTATION, annotation.span, "a procedure returns no value");
                };
                let value = self.complete(value, ty)?;
                let span = value.span;
                let result = Expr { kind: super::tree::ExprKind::Result(id), ty, span, value: None };
                let boolean = self.a.standard.boolean;
                let condition = self.fold_binary(ast::BinaryOperator::Equal, result, value, boolean, span);
                self.a.subprograms[id].contract.post.push(Clause { condition: Rc::new(condition), span });
                Ok(())
            }
            AnnotationKind::Return(Some(name), condition) => {
                let Some(ty) = self.a.subprograms[id].result else {
                    return self.error(codes::ANNOTATION, annotation.span, "a procedure returns no value");
                };
                let (name, span) = (*name, condition.span);
                let condition = self.in_scope(|s| {
                    let result = Expr { kind: super::tree::ExprKind::Result(id), ty, span: name.span, value: None };
                    let object = Object {
                        ty,
                        role: ObjectRole::Constant,
                        value: None,
                        renames: Some(Rc::new(result)),
                        deferred: false,
                        initialized: true,
                    };
                    s.declare(name, EntityKind::Object(object));
                    s.assertion(condition)
                })?;
                self.a.subprograms[id].contract.post.push(Clause { condition: Rc::new(condition), span });
                Ok(())
            }
            // `hide`, flow and proof annotations without run-time meaning.
            _ => Ok(()),
        }
    }

    /// Pragmas among declarations.
    pub(super) fn declaration_pragma(&mut self, pragma: &Rc<Pragma>) -> Resolved<()> {
        let name = self.symbol_text(pragma.name.symbol).to_string();
        if let Some(mode) = self.overflow_mode(pragma) {
            self.context.assertion_overflow = mode;
            return Ok(());
        }
        match &*name {
            "assert" | "assert_and_cut" | "assume" | "check" => {
                let statement = self.pragma_statement(pragma)?;
                self.items.push(super::tree::Item::Statements(vec![statement]));
                Ok(())
            }
            "precondition" | "postcondition" | "pre" | "post" | "contract_cases" | "global" | "refined_post"
            | "subprogram_variant" | "depends" | "refined_global" | "refined_depends" => {
                self.name_unchecked_pragma(pragma);
                // They belong to the subprogram declared last, or to the one whose body begins with them.
                let last =
                    self.a.scopes[self.context.scope].order.iter().rev().find_map(|&e| match self.a.entities[e].kind {
                        EntityKind::Subprogram(id) => Some(id),
                        _ => None,
                    });
                let Some(id) = last.or(self.context.subprogram) else { return Ok(()) };
                let scope = self.a.subprograms[id].scope;
                let context = super::Context { scope, subprogram: Some(id), ..self.context.clone() };
                self.delayed.push(super::subprograms::Delayed::Pragma(id, pragma.clone(), context));
                Ok(())
            }
            "volatile"
            | "atomic"
            | "async_writers"
            | "volatile_components"
            | "atomic_components"
            | "volatile_full_access"
            | "shared" => {
                self.volatile_pragma(pragma);
                Ok(())
            }
            "import" | "interface" => {
                let intrinsic = pragma.arguments.first().is_some_and(|a| self.names_intrinsic(&a.value));
                for argument in &pragma.arguments {
                    for id in self.subprograms_named(&argument.value) {
                        self.a.subprograms[id].imported = true;
                        if intrinsic {
                            self.make_intrinsic(id);
                        }
                    }
                }
                Ok(())
            }
            "predicate" | "type_invariant" | "invariant" | "default_initial_condition" | "type_invariant_class" => {
                self.unsupported(pragma.span, "condition on a type written as a pragma")
            }
            _ => {
                self.name_unchecked_pragma(pragma);
                Ok(())
            }
        }
    }

    /// Pragmas among statements.
    pub(super) fn pragma_statement(&mut self, pragma: &Rc<Pragma>) -> Resolved<Statement> {
        let name = self.symbol_text(pragma.name.symbol).to_string();
        let span = pragma.span;
        let argument = |n: usize| pragma.arguments.get(n).map(|a| &a.value);
        let kind = match (&*name, argument(0)) {
            ("assert", Some(condition)) => StatementKind::Assert(AssertKind::Assert, self.assertion(condition)?),
            ("assert_and_cut", Some(condition)) => {
                StatementKind::Assert(AssertKind::AssertAndCut, self.assertion(condition)?)
            }
            ("assume", Some(condition)) => StatementKind::Assume(self.assertion(condition)?),
            ("loop_invariant", Some(condition)) => {
                StatementKind::Assert(AssertKind::LoopInvariant, self.assertion(condition)?)
            }
            ("check", Some(_)) => match argument(1) {
                Some(condition) => StatementKind::Assert(AssertKind::Check, self.assertion(condition)?),
                None => StatementKind::Null,
            },
            ("loop_variant", Some(_)) => {
                let mut variants = Vec::new();
                for argument in &pragma.arguments {
                    let increases = match argument.choices.first().map(|c| &c.kind) {
                        Some(ExpressionKind::Name(symbol)) => self.symbol_text(*symbol) == "increases",
                        _ => return self.unsupported(span, "loop variant of this form"),
                    };
                    self.candidate_cache.clear();
                    variants.push((increases, self.resolve_discrete(&argument.value)?));
                }
                StatementKind::LoopVariant(variants)
            }
            _ => StatementKind::Null,
        };
        Ok(Statement { kind, span })
    }
}
