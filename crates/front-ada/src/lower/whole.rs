//! Quantifiers that stay quantifiers, with the checks of their bodies for all values.
//!
//! Where calls and loops are what is promised of them, nothing may run: a loop over an array of unknown length would have
//! to be followed to its end. So a quantified expression without calls is one condition there, and a check inside of it
//! holds for all values that Ada may try. Ada stops at the first decisive value; that the checks behind it hold too is
//! more than it asks for. Whatever has no such form runs as a loop.

use super::{Lower, Lowerer};
use crate::sema::entities::{EntityId, EntityKind};
use crate::sema::tree::{Domain, Expr, ExprKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Origin, StatementKind, VarId, VariableKind};

/// The quantifiers around, and under what conditions their values are looked at.
#[derive(Default)]
pub(super) struct Whole {
    bounds: Vec<VarId>,
    guards: Vec<ExprId>,
}

impl Lowerer<'_> {
    /// Whether checks are left out: in specifications, but not in those parts of code that only have their form.
    pub(super) fn without_checks(&self) -> bool {
        self.frame.pure_depth > 0 && self.frame.whole.is_none()
    }

    /// Writes something whose checks count only where a condition has a value.
    pub(super) fn where_it_counts<T>(
        &mut self,
        condition: ExprId,
        wanted: bool,
        work: impl FnOnce(&mut Self) -> Lower<T>,
    ) -> Lower<T> {
        if self.frame.whole.is_none() {
            return work(self);
        }
        let guard = if wanted { condition } else { self.p.not(condition)? };
        self.guarded(guard, work)
    }

    fn guarded<T>(&mut self, guard: ExprId, work: impl FnOnce(&mut Self) -> Lower<T>) -> Lower<T> {
        if let Some(whole) = &mut self.frame.whole {
            whole.guards.push(guard);
        }
        let result = work(self);
        if let Some(whole) = &mut self.frame.whole {
            whole.guards.pop();
        }
        result
    }

    /// A check for all values of the quantifiers around it.
    pub(super) fn check_of_all(&mut self, kind: CheckKind, condition: ExprId, text: String, span: Span) {
        let Some(whole) = &self.frame.whole else { return };
        let (bounds, guards) = (whole.bounds.clone(), whole.guards.clone());
        let mut condition = condition;
        for guard in guards.into_iter().rev() {
            // Both sides are Boolean, so the builder cannot refuse.
            condition = self.p.binary(Binary::Implies, guard, condition).unwrap_or(condition);
        }
        if !bounds.is_empty() {
            let boolean = self.p.types.bool();
            let all = ir::ExprKind::Forall(bounds, condition);
            condition = self.p.add_expr(all, boolean, Some(span)).unwrap_or(condition);
        }
        let procedure = self.frame.procedure;
        let property = self.p.add_property(kind, Some(procedure), text, Some(span));
        let origin = Origin::implied(Some(span), format!("{kind} check"));
        self.emit(StatementKind::Check { property, condition }, origin);
    }

    /// A quantified expression as one condition, if that is wanted and possible.
    pub(super) fn kept_whole(
        &mut self,
        universal: bool,
        domain: &Domain,
        filter: Option<&Expr>,
        body: &Expr,
        span: Span,
    ) -> Option<ExprId> {
        let wanted = self.contracts == super::Contracts::Modular && !self.uninitialized;
        if !wanted || self.handles() || self.frame.guard.is_some() || !is_plain(body) {
            return None;
        }
        let (procedure, block) = (self.frame.procedure, self.frame.block);
        let blocks = self.p.procedures[procedure].blocks.len();
        let length = self.p.procedures[procedure].blocks[block].statements.len();
        self.frame.whole = Some(Whole::default());
        self.frame.pure_depth += 1;
        let made = self.quantified_whole(universal, domain, filter, body, span);
        self.frame.pure_depth -= 1;
        self.frame.whole = None;
        let is_flat = self.frame.block == block && self.p.procedures[procedure].blocks.len() == blocks;
        debug_assert!(is_flat, "a specification has no blocks");
        if made.is_err() {
            self.p.procedures[procedure].blocks[block].statements.truncate(length);
        }
        made.ok().filter(|_| is_flat)
    }

    pub(super) fn quantified_whole(
        &mut self,
        universal: bool,
        domain: &Domain,
        filter: Option<&Expr>,
        body: &Expr,
        span: Span,
    ) -> Lower<ExprId> {
        let (entity, bound, value, within) = self.any_of(domain, span)?;
        let outer = self.frame.substitutes.insert(entity, value);
        if let Some(whole) = &mut self.frame.whole {
            whole.bounds.push(bound);
        }
        let inner = self.guarded(within, |s| {
            let Some(filter) = filter else { return Ok((within, s.expression(body)?)) };
            let filter = s.expression(filter)?;
            let inner = s.guarded(filter, |s| s.expression(body))?;
            Ok((s.and(within, filter)?, inner))
        });
        if let Some(whole) = &mut self.frame.whole {
            whole.bounds.pop();
        }
        match outer {
            Some(outer) => self.frame.substitutes.insert(entity, outer),
            None => self.frame.substitutes.remove(&entity),
        };
        let (within, inner) = inner?;
        let boolean = self.p.types.bool();
        let kind = if universal {
            ir::ExprKind::Forall(vec![bound], self.p.binary(Binary::Implies, within, inner)?)
        } else {
            ir::ExprKind::Exists(vec![bound], self.p.binary(Binary::And, within, inner)?)
        };
        Ok(self.p.add_expr(kind, boolean, Some(span))?)
    }

    /// Any value of a domain: what it is the value of, the quantified variable, the value, and where there is one.
    fn any_of(&mut self, domain: &Domain, span: Span) -> Lower<(EntityId, VarId, ExprId, ExprId)> {
        match domain {
            Domain::Range(entity, range) => {
                let EntityKind::Object(object) = &self.a.entities[*entity].kind else {
                    return self.refuse("quantifier", span);
                };
                let ty = object.ty;
                let base = self.a.base(self.settle(ty));
                if !self.a.is_discrete(base) || self.a.is_boolean(base) {
                    return self.refuse("quantifier over these values in a specification", span);
                }
                let (low, high) = (self.bound(&range.low, base)?, self.bound(&range.high, base)?);
                if range.static_bounds().is_none() {
                    self.range_compatible(range, low, high, ty, span)?;
                }
                let name = self.a.entities[*entity].spelled.to_string();
                let (bound, value, within) = self.between_bounds(&name, low, high, base, span)?;
                Ok((*entity, bound, value, within))
            }
            Domain::Elements(entity, array) => {
                if self.a.index_types(array.ty).len() != 1 {
                    return self.refuse("iteration over a multi-dimensional array", span);
                }
                let whole = self.array(array)?;
                let (low, high) = self.bounds(&whole, 0, span)?;
                let index = self.a.base(self.index_type(array.ty, 0));
                if self.a.is_boolean(index) {
                    return self.refuse("quantifier over these values in a specification", span);
                }
                let (bound, value, within) = self.between_bounds("index", low, high, index, span)?;
                let position = self.position_between(low, value, index)?;
                let data = self.data(&whole)?;
                Ok((*entity, bound, self.p.index(data, position)?, within))
            }
        }
    }

    fn between_bounds(
        &mut self,
        name: &str,
        low: ExprId,
        high: ExprId,
        ty: crate::sema::types::TypeId,
        span: Span,
    ) -> Lower<(VarId, ExprId, ExprId)> {
        let ir_type = self.ir_type(ty, span)?;
        let name = self.unique(name);
        let procedure = self.frame.procedure;
        let bound = self.p.add_variable(name, ir_type, VariableKind::Bound, Some(procedure));
        let value = self.p.var(bound);
        let above = self.less_equal(low, value, ty)?;
        let below = self.less_equal(value, high, ty)?;
        Ok((bound, value, self.and(above, below)?))
    }
}

/// Whether an expression neither calls nor declares anything.
fn is_plain(e: &Expr) -> bool {
    let mut plain = true;
    super::visit::expression(e, &mut |met| {
        plain &= match met {
            super::visit::Met::Expression(e) => !matches!(e.kind, ExprKind::Raise(_) | ExprKind::Let(..)),
            _ => false,
        };
    });
    plain
}
