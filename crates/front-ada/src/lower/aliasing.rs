//! Parameters that overlap with each other, or with objects that the body reaches by name.
//!
//! Scalars are copied; the compiler chooses for arrays and records (RM 6.2(11)), and the order in which results are
//! copied back is open (RM 6.4.1(17)). A program whose outcome depends on that commits a bounded error: the call is
//! `unsupported` where the overlap happens. Indexes are compared as they are at the call. Overlaps that only callers
//! of an entry point could make are not looked for.

use super::effects::{self, Part};
use super::{Lower, Lowerer};
use crate::sema::entities::{Parameter, SubprogramId};
use crate::sema::tree::{Expr, ExprKind};
use crate::sema::types::{Range, TypeId};
use crate::syntax::ast::Mode;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, Origin, Place, Projection, StatementKind};

impl Lowerer<'_> {
    /// Nothing that the outcome depends on overlaps at a call.
    pub(super) fn aliasing_checks(&mut self, id: SubprogramId, arguments: &[Expr], span: Span) -> Lower<()> {
        let parameters = self.a.subprograms[id].parameters.clone();
        let mut actuals: Vec<(&Parameter, &Expr, Part)> = Vec::new();
        for (parameter, actual) in parameters.iter().zip(arguments) {
            if let Some(part) = effects::part(actual, &self.elements) {
                actuals.push((parameter, actual, part));
            }
        }
        for (parameter, actual, part) in &actuals {
            self.reached_by_name(id, parameter, actual, part);
        }
        for (at, one) in actuals.iter().enumerate() {
            for other in &actuals[at + 1..] {
                if effects::overlap(&one.2, &other.2) && self.open_for(one.0, other.0) {
                    self.apart(one.1, other.1, span)?;
                }
            }
        }
        Ok(())
    }

    /// Whether it matters that two parameters overlap: both come back, or one does while the other may be the object itself.
    fn open_for(&self, one: &Parameter, other: &Parameter) -> bool {
        match (one.mode == Mode::In, other.mode == Mode::In) {
            (true, true) => false,
            (false, false) => true,
            _ => !self.a.is_scalar(one.ty) && !self.a.is_scalar(other.ty),
        }
    }

    /// An array or record given to a subprogram that changes it by its name, or reads by name what it changes.
    fn reached_by_name(&mut self, id: SubprogramId, parameter: &Parameter, actual: &Expr, part: &Part) {
        if self.a.is_scalar(parameter.ty) {
            return;
        }
        let Some(effects) = self.effects.get(id.0 as usize) else { return };
        let changed = effects.writes.iter().any(|other| effects::overlap(part, other));
        let read = parameter.mode != Mode::In && effects.reads.iter().any(|other| effects::overlap(part, other));
        if !changed && !read {
            return;
        }
        let (name, how) = (self.a.subprograms[id].name.clone(), if changed { "changes" } else { "reads" });
        let text = format!(
            "{} given to {name}, which also {how} it by name, is not supported: the outcome depends on how it is passed",
            self.text(actual.span)
        );
        let never = self.p.bool_const(false);
        self.must_be_decided(never, text, actual.span);
    }

    /// Two actuals do not overlap, or the outcome is open.
    fn apart(&mut self, one: &Expr, other: &Expr, span: Span) -> Lower<()> {
        let (first, second) = (self.place(before_slices(one))?, self.place(before_slices(other))?);
        let mut condition = self.disjoint(&first, &second)?;
        if let (ExprKind::Slice(array, a), ExprKind::Slice(_, b)) = (&one.kind, &other.kind) {
            let index = self.index_type(array.ty, 0);
            let behind = self.is_behind(a, b, index)?;
            condition = self.or(condition, behind)?;
            let behind = self.is_behind(b, a, index)?;
            condition = self.or(condition, behind)?;
        }
        let text = format!(
            "overlap of {} and {} is not supported: the outcome depends on how they are passed",
            self.text(one.span),
            self.text(other.span)
        );
        self.must_be_decided(condition, text, span);
        Ok(())
    }

    /// Whether one range of indexes begins behind the end of another.
    fn is_behind(&mut self, one: &Range, other: &Range, index: TypeId) -> Lower<ExprId> {
        let (low, high) = (self.bound(&one.low, index)?, self.bound(&other.high, index)?);
        let inside = self.less_equal(low, high, index)?;
        Ok(self.p.not(inside)?)
    }

    fn disjoint(&mut self, one: &Place, other: &Place) -> Lower<ExprId> {
        let mut disjoint = self.p.bool_const(one.base != other.base);
        for steps in one.path.iter().zip(&other.path) {
            match steps {
                (Projection::Field(a), Projection::Field(b)) if a != b => return Ok(self.p.bool_const(true)),
                (Projection::Index(a), Projection::Index(b)) => {
                    let same = self.p.binary(Binary::Equal, *a, *b)?;
                    let differ = self.p.not(same)?;
                    disjoint = self.or(disjoint, differ)?;
                }
                _ => {}
            }
        }
        Ok(disjoint)
    }

    /// Where the condition does not hold, the language leaves open what happens.
    pub(super) fn must_be_decided(&mut self, condition: ExprId, text: String, span: Span) {
        if self.frame.pure_depth > 0 || self.constant_bool(condition) == Some(true) {
            return;
        }
        let procedure = self.frame.procedure;
        let property = self.p.add_property(CheckKind::Unsupported, Some(procedure), text, Some(span));
        self.emit(StatementKind::Check { property, condition }, Origin::implied(Some(span), "what is left open"));
    }
}

/// The name up to its first slice, which counts as the whole array.
fn before_slices(e: &Expr) -> &Expr {
    let (mut at, mut found) = (e, e);
    loop {
        match &at.kind {
            ExprKind::Slice(inner, _) => {
                found = inner;
                at = inner;
            }
            ExprKind::Component(inner, _)
            | ExprKind::Index(inner, _)
            | ExprKind::Convert(inner)
            | ExprKind::Qualify(inner) => at = inner,
            _ => return found,
        }
    }
}
