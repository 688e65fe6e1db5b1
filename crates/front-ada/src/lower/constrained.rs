//! Whether the discriminants of an object can change (RM 3.7.2(3)).
//!
//! Those of a variable can if its type has defaults for them and its declaration gives no values. Those of a
//! parameter that comes out can if those of the actual can: each such parameter `M` brings a Boolean `M'Constrained` with
//! it, behind all other parameters of the procedure. So do captured parameters of enclosing subprograms.

use super::{Lower, Lowerer};
use crate::sema::entities::{EntityId, EntityKind, Object, ObjectRole, SubprogramId};
use crate::sema::tree::{Expr, ExprKind};
use crate::sema::types::TypeId;
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{ExprId, ProcId, VariableKind};

impl Lowerer<'_> {
    /// Whether variables of a subtype have discriminants that can change.
    fn is_mutable(&self, ty: TypeId) -> bool {
        let components = self.a.components(ty).unwrap_or_default();
        let mut discriminants = components.iter().filter(|c| c.discriminant).peekable();
        discriminants.peek().is_some()
            && discriminants.all(|c| c.default.is_some())
            && self.a.types[ty].discriminants.is_none()
    }
    /// The parameters, of a subprogram and captured ones, that come with a Boolean.
    pub(super) fn flagged(&self, id: SubprogramId) -> Vec<EntityId> {
        let own = self.a.subprograms[id].parameters.iter().map(|p| p.entity);
        let captured = self.captures.get(&id).cloned().unwrap_or_default();
        own.chain(captured.iter().copied()).filter(|&entity| self.is_flagged(entity)).collect()
    }
    fn is_flagged(&self, entity: EntityId) -> bool {
        let EntityKind::Object(object) = &self.a.entities[entity].kind else { return false };
        matches!(object.role, ObjectRole::Parameter(mode) if mode != Mode::In) && self.is_mutable(object.ty)
    }
    /// A parameter of the procedure being made that tells of a parameter whether it is constrained.
    pub(super) fn add_flag(&mut self, entity: EntityId) -> ir::VarId {
        let (name, place) = (self.a.entities[entity].spelled.to_string(), self.a.entities[entity].span);
        let boolean = self.p.types.bool();
        self.local(&format!("{name}'Constrained"), boolean, VariableKind::Parameter, Some(place))
    }
    /// Makes the Booleans of a procedure known, which are its last parameters.
    pub(super) fn know_flags(&mut self, id: SubprogramId, procedure: ProcId) {
        let flagged = self.flagged(id);
        let parameters = self.p.procedures[procedure].parameters.clone();
        let first = parameters.len().saturating_sub(flagged.len());
        for (entity, variable) in flagged.into_iter().zip(&parameters[first..]) {
            let flag = self.p.var(*variable);
            self.frame.constrained.insert(entity, flag);
        }
    }
    /// The Booleans for a call.
    pub(super) fn flags_of_call(&mut self, id: SubprogramId, arguments: &[Expr]) -> Lower<Vec<(EntityId, ExprId)>> {
        let parameters = self.a.subprograms[id].parameters.clone();
        let mut flags = Vec::new();
        for entity in self.flagged(id) {
            let own = parameters.iter().position(|p| p.entity == entity).and_then(|i| arguments.get(i));
            let flag = match own {
                Some(actual) => self.is_constrained(actual)?,
                None => self.object_is_constrained(entity)?,
            };
            flags.push((entity, flag));
        }
        Ok(flags)
    }
    /// Sets the Booleans of a subprogram's parameters, and gives back what they were.
    pub(super) fn set_flags(&mut self, flags: &[(EntityId, ExprId)]) -> Vec<(EntityId, Option<ExprId>)> {
        flags.iter().map(|&(entity, flag)| (entity, self.frame.constrained.insert(entity, flag))).collect()
    }
    pub(super) fn restore_flags(&mut self, before: Vec<(EntityId, Option<ExprId>)>) {
        for (entity, flag) in before {
            match flag {
                Some(flag) => self.frame.constrained.insert(entity, flag),
                None => self.frame.constrained.remove(&entity),
            };
        }
    }

    /// Whether the discriminants of what a name stands for cannot change.
    pub(super) fn is_constrained(&mut self, name: &Expr) -> Lower<ExprId> {
        if !self.is_mutable(name.ty) {
            return Ok(self.p.bool_const(true));
        }
        match &name.kind {
            ExprKind::Object(entity) => self.object_is_constrained(*entity),
            ExprKind::Convert(inner) => self.is_constrained(inner),
            ExprKind::Component(whole, _) | ExprKind::Index(whole, _) | ExprKind::Slice(whole, _) => {
                let constant = self.is_constant_view(whole);
                Ok(self.p.bool_const(constant))
            }
            _ => Ok(self.p.bool_const(true)),
        }
    }
    fn object_is_constrained(&mut self, entity: EntityId) -> Lower<ExprId> {
        if let Some(flag) = self.frame.constrained.get(&entity) {
            return Ok(*flag);
        }
        let EntityKind::Object(object) = self.a.entities[entity].kind.clone() else {
            return Ok(self.p.bool_const(true));
        };
        if let Some(renamed) = &object.renames {
            return self.is_constrained(renamed);
        }
        match object.role {
            ObjectRole::Parameter(mode) if mode != Mode::In => {
                self.refuse("attribute Constrained here", self.a.entities[entity].span)
            }
            role => {
                let constrained = matches!(role, ObjectRole::Constant | ObjectRole::Parameter(_));
                Ok(self.p.bool_const(constrained))
            }
        }
    }
    /// Whether a name is (part of) a constant.
    fn is_constant_view(&self, name: &Expr) -> bool {
        match &name.kind {
            ExprKind::Object(entity) => match &self.a.entities[*entity].kind {
                EntityKind::Object(Object { renames: Some(renamed), .. }) => self.is_constant_view(renamed),
                EntityKind::Object(object) => {
                    matches!(object.role, ObjectRole::Constant | ObjectRole::Parameter(Mode::In))
                }
                _ => true,
            },
            ExprKind::Component(whole, _) | ExprKind::Index(whole, _) | ExprKind::Slice(whole, _) => {
                self.is_constant_view(whole)
            }
            ExprKind::Convert(inner) => self.is_constant_view(inner),
            _ => true,
        }
    }

    /// Assignment must not change the discriminants of a constrained object.
    pub(super) fn kept_discriminants(&mut self, target: &Expr, value: ExprId, span: Span) -> Lower<()> {
        let components = self.a.components(target.ty).unwrap_or_default();
        if self.a.types[target.ty].discriminants.is_some() || !components.iter().any(|c| c.discriminant) {
            return Ok(());
        }
        let constrained = self.is_constrained(target)?;
        let certain = match self.p.expr(constrained).kind {
            ir::ExprKind::Const(ir::Value::Bool(certain)) => Some(certain),
            _ => None,
        };
        if certain == Some(false) {
            return Ok(());
        }
        let current = self.expression(target)?;
        for (i, component) in components.iter().enumerate().filter(|(_, c)| c.discriminant) {
            let (a, b) = (self.p.field(current, i as u32)?, self.p.field(value, i as u32)?);
            let same = self.p.binary(ir::Binary::Equal, a, b)?;
            let kept = match certain {
                Some(_) => same,
                None => self.p.binary(ir::Binary::Implies, constrained, same)?,
            };
            let text = format!("discriminant {} must not change", component.spelled);
            self.check(ir::CheckKind::Discriminant, kept, text, span);
        }
        Ok(())
    }
}
