//! Checks of kind `uninitialized`, made on request: a scalar variable or `out` parameter has a value before
//! it is read.
//!
//! Each such object gets a Boolean beside it that says whether it has a value. A procedure that returns
//! gives its `out` parameters values, which is checked there; so a call gives its actuals values.
//! Absent: components of arrays and records, package variables, and objects that nested subprograms share.

use super::Lowerer;
use crate::sema::entities::{EntityId, SubprogramId};
use crate::sema::tree::{Expr, ExprKind};
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Origin, StatementKind};

impl Lowerer<'_> {
    /// An object begins without a value.
    pub(super) fn begins_without_value(&mut self, entity: EntityId, ty: crate::sema::types::TypeId, span: Span) {
        let watched = self.uninitialized
            && self.a.is_scalar(ty)
            && self.a.entities[entity].owner.is_some()
            && !self.a.is_volatile(entity)
            && !self.captures.values().any(|captured| captured.contains(&entity));
        if !watched {
            return;
        }
        let flag = match self.frame.has_value.get(&entity) {
            Some(&flag) => flag,
            None => {
                let boolean = self.p.types.bool();
                let name = format!("{}'Has_Value", self.a.entities[entity].spelled);
                let flag = self.temporary(&name, boolean);
                self.frame.has_value.insert(entity, flag);
                flag
            }
        };
        let no = self.p.bool_const(false);
        self.assign_var(flag, no, span);
    }

    /// After an assignment to a name.
    pub(super) fn got_value(&mut self, target: &Expr, span: Span) {
        let mut target = target;
        while let ExprKind::Convert(inner) | ExprKind::Qualify(inner) = &target.kind {
            target = inner;
        }
        if let ExprKind::Object(entity) = &target.kind
            && let Some(&flag) = self.frame.has_value.get(entity)
        {
            let yes = self.p.bool_const(true);
            self.assign_var(flag, yes, span);
        }
    }

    /// Where an object is read.
    pub(super) fn needs_value(&mut self, entity: EntityId, span: Span) {
        let Some(&flag) = self.frame.has_value.get(&entity) else { return };
        if self.frame.pure_depth > 0 {
            return;
        }
        let text = format!("{} must have a value", self.a.entities[entity].spelled);
        let condition = self.p.var(flag);
        self.initialization_check(condition, text, span);
    }

    /// Where a procedure returns normally.
    pub(super) fn out_parameters_have_values(&mut self, id: SubprogramId, end: Span) {
        for parameter in self.a.subprograms[id].parameters.clone().iter().filter(|p| p.mode == Mode::Out) {
            let Some(&flag) = self.frame.has_value.get(&parameter.entity) else { continue };
            let name = self.a.entities[parameter.entity].spelled.clone();
            let condition = self.p.var(flag);
            self.initialization_check(condition, format!("{name} must have a value at the end"), end);
        }
    }

    /// No exception belongs to this check: it is a property wherever it stands.
    fn initialization_check(&mut self, condition: ExprId, text: String, span: Span) {
        let condition = match self.frame.guard {
            // Both sides are Boolean, so the builder cannot refuse.
            Some(guard) => self.p.binary(Binary::Implies, guard, condition).unwrap_or(condition),
            None => condition,
        };
        let procedure = self.frame.procedure;
        let property = self.p.add_property(CheckKind::Uninitialized, Some(procedure), text, Some(span));
        let origin = Origin::implied(Some(span), "uninitialized check");
        self.emit(StatementKind::Check { property, condition }, origin);
    }
}
