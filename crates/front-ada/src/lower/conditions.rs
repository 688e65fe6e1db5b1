//! Conditions on types: predicates (RM 3.2.4), type invariants (RM 7.3.2), default initial conditions (RM 7.3.3).
//!
//! A scalar keeps its predicate from one assignment to the next. A composite value does not: its components may
//! have changed since it was checked, so it is checked at every place where it is given to a subtype. Invariants are
//! checked for every part of a value whose type has one.

use super::{Lower, Lowerer};
use crate::sema::entities::{EntityKind, ObjectRole, SubprogramId};
use crate::sema::tree::{Expr, ExprKind};
use crate::sema::types::*;
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{CheckKind, ExprId, Sign};

/// Elements of arrays with at most this many are checked one by one, of others in a loop.
const WRITTEN_OUT: u64 = 16;

/// How many elements or rows there are.
enum Count {
    Known(u64),
    Computed(ExprId),
}

impl Lowerer<'_> {
    /// The predicates of a composite subtype hold for a value that is given to it.
    pub(super) fn given_predicates(&mut self, e: &Expr, value: ExprId, ty: TypeId) -> Lower<()> {
        // Checked by the callee where it returned, or by the conversion itself.
        let checked = matches!(e.kind, ExprKind::Call(..) | ExprKind::Qualify(_) | ExprKind::Convert(_));
        if self.a.types[ty].predicates.is_empty() || (checked && e.ty == ty) {
            return Ok(());
        }
        self.predicate_checks(value, ty, e.span)
    }

    /// The predicates of a subtype hold for a value.
    pub(super) fn predicate_checks(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<()> {
        for predicate in self.a.types[ty].predicates.clone() {
            let condition = self.predicate(&predicate, value, ty)?;
            let text = format!("the predicate of {} must hold", self.a.type_name(ty));
            let exception = predicate.exception.unwrap_or(self.a.standard.assertion_error);
            match predicate.failure.clone() {
                None => self.check_or_raise(CheckKind::Assertion, condition, exception, text, span),
                Some(failure) => self.failed_as_said(&predicate, &failure, (condition, value, ty), text, span)?,
            }
        }
        Ok(())
    }

    /// Where a predicate does not hold, its `Predicate_Failure` is evaluated, which may raise an exception of its own.
    fn failed_as_said(
        &mut self,
        predicate: &Predicate,
        failure: &Expr,
        (condition, value, ty): (ExprId, ExprId, TypeId),
        text: String,
        span: Span,
    ) -> Lower<()> {
        if self.without_checks() {
            return Ok(());
        }
        if self.frame.whole.is_some() {
            return self.refuse("Predicate_Failure under a quantifier", span);
        }
        let (bad, good) = (self.new_block("fails"), self.new_block("holds"));
        self.branch(condition, good, bad, Some(span));
        self.enter(bad);
        let value = self.as_subject(predicate, value, ty)?;
        let outer = self.frame.substitutes.insert(predicate.subject, value);
        let message = self.expression(failure);
        match outer {
            Some(outer) => self.frame.substitutes.insert(predicate.subject, outer),
            None => self.frame.substitutes.remove(&predicate.subject),
        };
        message?;
        let never = self.p.bool_const(false);
        let exception = self.a.standard.assertion_error;
        self.check_or_raise(CheckKind::Assertion, never, exception, text, span);
        self.goto(good, Some(span));
        self.enter(good);
        Ok(())
    }

    /// The condition of a predicate or invariant for a value of a subtype.
    pub(super) fn predicate(&mut self, predicate: &Predicate, value: ExprId, ty: TypeId) -> Lower<ExprId> {
        let value = self.as_subject(predicate, value, ty)?;
        let kept = self.keep("value", value, predicate.condition.span);
        let outer = self.frame.substitutes.insert(predicate.subject, kept);
        let condition = self.expression(&predicate.condition);
        match outer {
            Some(outer) => self.frame.substitutes.insert(predicate.subject, outer),
            None => self.frame.substitutes.remove(&predicate.subject),
        };
        condition
    }

    /// A value in the representation of the type that a condition was written for: one without bounds, a parent type.
    fn as_subject(&mut self, predicate: &Predicate, value: ExprId, ty: TypeId) -> Lower<ExprId> {
        let EntityKind::Object(subject) = &self.a.entities[predicate.subject].kind else { return Ok(value) };
        let (wanted, span) = (subject.ty, predicate.condition.span);
        if self.a.is_scalar(ty) {
            return Ok(value);
        }
        let target = self.ir_type(wanted, span)?;
        if self.p.type_of(value) == target {
            return Ok(value);
        }
        if self.a.is_array(ty) && self.static_shape(wanted, span).is_none() {
            let array = self.array_value(value, ty, span);
            return self.array_in_subtype(array, wanted, wanted, span);
        }
        Ok(self.p.convert(ir::Convert::Retype, value, target)?)
    }

    /// Whether a type or a part of it has an invariant.
    pub(super) fn has_invariant(&self, ty: TypeId) -> bool {
        if !self.a.types[self.a.root(ty)].invariants.is_empty() {
            return true;
        }
        match self.a.kind(ty) {
            TypeKind::Record { components, .. } => components.iter().any(|c| self.has_invariant(c.ty)),
            TypeKind::Array { component, .. } => self.has_invariant(*component),
            _ => false,
        }
    }

    /// Invariants hold for what a subprogram that is visible outside of the type's package gives back or was given.
    pub(super) fn invariants_at_return(&mut self, id: SubprogramId, end: Span) -> Lower<()> {
        let subprogram = self.a.subprograms[id].clone();
        let mut given: Vec<(ir::VarId, TypeId)> = Vec::new();
        if let (Some(variable), Some(ty)) = (self.frame.result, subprogram.result) {
            given.push((variable, ty));
        }
        // Parameters of mode `in` count for procedures (RM 7.3.2(19.4)).
        for parameter in subprogram.parameters.iter().filter(|p| p.mode != Mode::In || subprogram.result.is_none()) {
            if self.has_invariant(parameter.ty) {
                given.push((self.variable(parameter.entity, end)?, parameter.ty));
            }
        }
        for (variable, ty) in given {
            let value = self.p.var(variable);
            self.invariant_checks(value, ty, Some(id), end)?;
        }
        Ok(())
    }

    /// Invariants hold for all parts of a value: those that matter to a subprogram's callers, or all of them.
    pub(super) fn invariant_checks(
        &mut self,
        value: ExprId,
        ty: TypeId,
        boundary: Option<SubprogramId>,
        span: Span,
    ) -> Lower<()> {
        if !self.has_invariant(ty) {
            return Ok(());
        }
        let root = self.a.root(ty);
        if boundary.is_none_or(|id| self.is_visible_beside(id, root)) {
            let invariants = self.a.types[root].invariants.clone();
            self.conditions_of_type(&invariants, value, ty, "invariant", span)?;
        }
        match self.a.kind(ty).clone() {
            TypeKind::Record { components, .. } => {
                for (at, component) in components.iter().enumerate() {
                    if !self.has_invariant(component.ty) {
                        continue;
                    }
                    let field = self.p.field(value, at as u32)?;
                    self.where_it_exists(component, &components, value, span, |s| {
                        s.invariant_checks(field, component.ty, boundary, span)
                    })?;
                }
                Ok(())
            }
            TypeKind::Array { component, .. } => {
                self.for_elements(value, ty, span, |s, element| s.invariant_checks(element, component, boundary, span))
            }
            _ => Ok(()),
        }
    }

    fn conditions_of_type(
        &mut self,
        conditions: &[Predicate],
        value: ExprId,
        ty: TypeId,
        what: &str,
        span: Span,
    ) -> Lower<()> {
        for one in conditions {
            let condition = self.predicate(one, value, ty)?;
            let text = format!("the {what} of {} must hold", self.a.type_name(ty));
            let exception = self.a.standard.assertion_error;
            self.check_or_raise(CheckKind::Assertion, condition, exception, text, span);
        }
        Ok(())
    }

    /// A component of a variant counts only where its variant is the present one.
    fn where_it_exists(
        &mut self,
        component: &Component,
        components: &[Component],
        record: ExprId,
        span: Span,
        work: impl FnOnce(&mut Self) -> Lower<()>,
    ) -> Lower<()> {
        if component.guards.is_empty() {
            return work(self);
        }
        let mut exists = self.p.bool_const(true);
        for guard in &component.guards {
            let holds = self.guard_holds(guard, record, components, span)?;
            exists = self.and(exists, holds)?;
        }
        let (inside, after) = (self.new_block("exists"), self.new_block("variant"));
        self.branch(exists, inside, after, Some(span));
        self.enter(inside);
        work(self)?;
        self.goto(after, Some(span));
        self.enter(after);
        Ok(())
    }

    /// Every element of an array.
    pub(super) fn for_elements(
        &mut self,
        value: ExprId,
        ty: TypeId,
        span: Span,
        mut work: impl FnMut(&mut Self, ExprId) -> Lower<()>,
    ) -> Lower<()> {
        let array = self.array_value(value, ty, span);
        let data = self.data(&array)?;
        let mut dimensions = Vec::new();
        for dimension in 0..self.a.index_types(ty).len() {
            dimensions.push(match &array.shape {
                Some(shape) => Count::Known(super::arrays::length_of(&shape[dimension])),
                None => Count::Computed(self.length(&array, dimension, span)?),
            });
        }
        self.for_rows(data, &dimensions, span, &mut work)
    }

    /// Rows of rows, down to the elements.
    fn for_rows(
        &mut self,
        data: ExprId,
        dimensions: &[Count],
        span: Span,
        work: &mut dyn FnMut(&mut Self, ExprId) -> Lower<()>,
    ) -> Lower<()> {
        let Some((count, rest)) = dimensions.split_first() else { return work(self, data) };
        let count = match *count {
            Count::Known(length) if length <= WRITTEN_OUT => {
                for i in 0..length {
                    let position = self.position(i)?;
                    let row = self.p.index(data, position)?;
                    self.for_rows(row, rest, span, work)?;
                }
                return Ok(());
            }
            Count::Known(length) => self.position(length)?,
            Count::Computed(length) => length,
        };
        let position = self.position_type();
        self.count_loop_typed(count, position, Sign::Unsigned, span, |s, i| {
            let row = s.p.index(data, i)?;
            s.for_rows(row, rest, span, work)
        })
    }

    /// Whether a subprogram is declared where the users of a private type see it: in the visible part of the type's
    /// package, of a package in it, or of a child. Outside of the package an instance counts where its generic unit stands.
    fn is_visible_beside(&self, id: SubprogramId, root: TypeId) -> bool {
        let home = self.a.types[root].scope;
        let subprogram = &self.a.subprograms[id];
        let mut around = Some(subprogram.declared_in);
        while around.is_some_and(|scope| scope != home) {
            around = around.and_then(|scope| self.a.scopes[scope].parent);
        }
        let stands_in = if around.is_some() { None } else { subprogram.generic_in };
        let packages = || {
            self.a.entities.iter().filter_map(|(_, e)| match e.kind {
                EntityKind::Package(scopes) => Some(scopes),
                _ => None,
            })
        };
        let mut at = stands_in.unwrap_or(subprogram.declared_in);
        if !packages().any(|p| p.visible == at) {
            return false;
        }
        loop {
            if at == home {
                return true;
            }
            let Some(parent) = self.a.scopes[at].parent else { return false };
            // Units stand in a scope of their own, so only what is nested has such a parent.
            let nested = packages().any(|p| p.visible == at);
            let hidden =
                packages().any(|p| p.body == Some(parent) || (nested && p.private == parent && p.visible != parent));
            if hidden {
                return false;
            }
            at = parent;
        }
    }

    /// Whether default initialization of an object of a type is checked, for itself or a part.
    pub(super) fn checks_default(&self, ty: TypeId) -> bool {
        let root = &self.a.types[self.a.root(ty)];
        if !root.invariants.is_empty() || !root.initial_conditions.is_empty() {
            return true;
        }
        match self.a.kind(ty) {
            TypeKind::Record { components, .. } => {
                components.iter().any(|c| c.default.is_none() && self.checks_default(c.ty))
            }
            TypeKind::Array { component, .. } => self.checks_default(*component),
            _ => false,
        }
    }

    /// What holds for an object that was initialized by default, beside what holds for its parts.
    pub(super) fn default_conditions(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<()> {
        let root = self.a.root(ty);
        let (invariants, conditions) =
            (self.a.types[root].invariants.clone(), self.a.types[root].initial_conditions.clone());
        self.conditions_of_type(&conditions, value, ty, "default initial condition", span)?;
        self.conditions_of_type(&invariants, value, ty, "invariant", span)
    }

    /// A value converted to a type keeps the type's invariant (RM 7.3.2(12)).
    pub(super) fn converted_invariants(&mut self, value: ExprId, from: TypeId, to: TypeId, span: Span) -> Lower<()> {
        let root = self.a.root(to);
        if self.a.root(from) == root {
            return Ok(());
        }
        let invariants = self.a.types[root].invariants.clone();
        self.conditions_of_type(&invariants, value, to, "invariant", span)
    }
}

/// What entry points take for granted about package variables.
impl Lowerer<'_> {
    /// Behind an entry point: package variables keep the conditions of composite types that other entry points assume of them.
    /// Ada does not check that there, so it is no violation where one does not: the assumption was too strong.
    pub(super) fn kept_globals(&mut self) -> Lower<()> {
        let mut globals: Vec<_> = self.globals.iter().map(|(&entity, &variable)| (variable, entity)).collect();
        globals.sort();
        for (variable, entity) in globals {
            let EntityKind::Object(object) = &self.a.entities[entity].kind else { continue };
            let (ty, span) = (object.ty, self.a.entities[entity].span);
            if object.role == ObjectRole::Constant || !self.has_lasting_condition(ty) {
                continue;
            }
            let text = format!("the condition of {} that entry points assume must last", self.a.type_name(ty));
            let procedure = self.frame.procedure;
            let property = self.p.add_property(CheckKind::Unsupported, Some(procedure), text, Some(span));
            let value = self.p.var(variable);
            self.lasting_conditions(property, value, ty, span)?;
        }
        Ok(())
    }

    /// Whether a composite type or a part of one has a predicate, or anything an invariant.
    fn has_lasting_condition(&self, ty: TypeId) -> bool {
        let own = !self.a.types[self.a.root(ty)].invariants.is_empty()
            || (!self.a.is_scalar(ty) && !self.a.types[ty].predicates.is_empty());
        own || match self.a.kind(ty) {
            TypeKind::Record { components, .. } => components.iter().any(|c| self.has_lasting_condition(c.ty)),
            TypeKind::Array { component, .. } => self.has_lasting_condition(*component),
            _ => false,
        }
    }

    fn lasting_conditions(&mut self, property: ir::PropertyId, value: ExprId, ty: TypeId, span: Span) -> Lower<()> {
        if !self.has_lasting_condition(ty) {
            return Ok(());
        }
        let mut conditions = self.a.types[self.a.root(ty)].invariants.clone();
        if !self.a.is_scalar(ty) {
            conditions.extend(self.a.types[ty].predicates.iter().cloned());
        }
        for one in conditions {
            let condition = self.predicate(&one, value, ty)?;
            let origin = ir::Origin::implied(Some(span), "assumed of package variables");
            self.emit(ir::StatementKind::Check { property, condition }, origin);
        }
        match self.a.kind(ty).clone() {
            TypeKind::Record { components, .. } => {
                for (at, component) in components.iter().enumerate() {
                    let field = self.p.field(value, at as u32)?;
                    self.where_it_exists(component, &components, value, span, |s| {
                        s.lasting_conditions(property, field, component.ty, span)
                    })?;
                }
                Ok(())
            }
            TypeKind::Array { component, .. } => self
                .for_elements(value, ty, span, |s, element| s.lasting_conditions(property, element, component, span)),
            _ => Ok(()),
        }
    }
}
