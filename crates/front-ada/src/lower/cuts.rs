//! Loops that their invariants stand for.
//!
//! The invariants of a loop hold whenever control comes to them: that is checked at the first time (`invariant-initial`)
//! and after each iteration (`invariant-preserved`). Where a loop is cut, what its iterations write becomes arbitrary at
//! the first time, and the invariants are assumed; control that comes again ends. So one iteration stands for any, and
//! the code before the invariants is followed as it is.
//!
//! Beside the invariants it is known that counters stay in their range, and that what was valid for its type still is:
//! the latter is asked after each iteration.

use super::fillings::Filling;
use super::{Contracts, Lower, Lowerer};
use crate::sema::tree::{AssertKind, Expr, Statement, StatementKind};
use crate::sema::types::{TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, BlockId, CheckKind, ExprId, VarId, VariableKind};
use std::ops::Range;

/// The counter of a loop and its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) variable: VarId,
    pub(super) low: ExprId,
    pub(super) high: ExprId,
    pub(super) index: TypeId,
}

/// A loop that is cut.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// Where the loop is entered: whoever comes from there to the point is there for the first time.
    pub(super) begin: BlockId,
    /// Where control comes to the invariants.
    pub(super) point: BlockId,
    /// Where what the loop writes becomes arbitrary, and what follows.
    pub(super) general: BlockId,
    pub(super) next: BlockId,
    /// Where control that came again ends.
    pub(super) again: BlockId,
    pub(super) met: VarId,
    pub(super) counters: Vec<Counter>,
    /// What is valid at the point stays so.
    pub(super) property: ir::PropertyId,
    pub(super) span: Span,
}

impl Lowerer<'_> {
    /// The invariants and variants that stand together in a loop.
    fn invariants_of(&self, body: &[Statement]) -> Option<Range<usize>> {
        if self.contracts == Contracts::Checked {
            return None;
        }
        let is_invariant = |s: &Statement| matches!(s.kind, StatementKind::Assert(AssertKind::LoopInvariant, _));
        let is_either = |s: &Statement| is_invariant(s) || matches!(s.kind, StatementKind::LoopVariant(_));
        let first = body.iter().position(is_invariant)?;
        let before = body[..first].iter().rev().take_while(|s| is_either(s)).count();
        let after = body[first..].iter().take_while(|s| is_either(s)).count();
        Some(first - before..first + after)
    }

    /// Before a loop: its invariants were not met yet.
    pub(super) fn begin_cut(&mut self, body: &[Statement]) {
        let Some(group) = self.invariants_of(body) else { return };
        let span = body[group.start].span;
        let boolean = self.p.types.bool();
        let met = self.temporary("invariant_met", boolean);
        let no = self.p.bool_const(false);
        self.assign_var(met, no, span);
        self.frame.met.insert(span, (met, self.frame.block));
    }

    /// The statements of a loop.
    pub(super) fn iteration(&mut self, body: &[Statement], again: &[super::Words]) {
        let Some(group) = self.invariants_of(body) else { return self.statements_before(body, again) };
        let Some(&(met, begin)) = self.frame.met.get(&body[group.start].span) else {
            return self.statements_before(body, again);
        };
        self.statements(&body[..group.start]);
        self.invariant_point(&body[group.clone()], met, begin);
        self.statements_before(&body[group.end..], again);
    }

    fn invariant_point(&mut self, group: &[Statement], met: VarId, begin: BlockId) {
        let span = group[0].span;
        let point = self.new_block("invariants");
        let (first, again, rest) = (self.new_block("first"), self.new_block("again"), self.new_block("iteration"));
        self.goto(point, Some(span));
        self.enter(point);
        let was_met = self.p.var(met);
        self.branch(was_met, again, first, Some(span));
        self.enter(again);
        self.invariants(group, Some(CheckKind::InvariantPreserved));
        if self.contracts == Contracts::Modular {
            self.variants_of(group);
            let kept = self.new_block("kept");
            self.goto(kept, Some(span));
            self.enter(kept);
            self.terminate(ir::Terminator::Stop, Some(span));
            self.enter(first);
            self.invariants(group, Some(CheckKind::InvariantInitial));
            let (general, next) = (self.new_block("general"), self.new_block("any"));
            self.goto(general, Some(span));
            // Filled later; but ways through it belong to loops around.
            self.enter(general);
            self.goto(next, Some(span));
            self.enter(next);
            let property = self.stays_valid(span);
            let counters = self.frame.counters.clone();
            self.frame.cuts.push(Cut { begin, point, general, next, again: kept, met, counters, property, span });
            self.variants_not_met(group);
            self.assuming(|s| s.invariants(group, None));
        } else {
            self.goto(rest, Some(span));
            self.enter(first);
            self.invariants(group, Some(CheckKind::InvariantInitial));
        }
        let yes = self.p.bool_const(true);
        self.assign_var(met, yes, span);
        self.goto(rest, Some(span));
        self.enter(rest);
        self.variants_of(group);
    }

    fn stays_valid(&mut self, span: Span) -> ir::PropertyId {
        let text = "what is valid for its type where the loop's invariants stand must stay so";
        let procedure = self.frame.procedure;
        self.p.add_property(CheckKind::Unsupported, Some(procedure), text, Some(span))
    }

    /// The invariants as checks, or as what is known.
    fn invariants(&mut self, group: &[Statement], check: Option<CheckKind>) {
        for statement in group {
            let StatementKind::Assert(AssertKind::LoopInvariant, condition) = &statement.kind else { continue };
            if let Err(refusal) = self.invariant(condition, check) {
                self.unsupported(&refusal, statement.span);
            }
        }
    }

    fn invariant(&mut self, condition: &Expr, check: Option<CheckKind>) -> Lower<()> {
        let value = self.expression(condition)?;
        let Some(kind) = check else {
            self.assume(value, condition.span, "the loop's invariant");
            return Ok(());
        };
        let text = format!("{} must hold", self.text(condition.span));
        let exception = self.a.standard.assertion_error;
        self.check_or_raise(kind, value, exception, text, condition.span);
        Ok(())
    }

    fn variants_of(&mut self, group: &[Statement]) {
        for statement in group {
            let StatementKind::LoopVariant(list) = &statement.kind else { continue };
            if let Err(refusal) = self.loop_variant(list, statement.span) {
                self.unsupported(&refusal, statement.span);
            }
        }
    }

    /// The iteration that stands for any begins to measure.
    fn variants_not_met(&mut self, group: &[Statement]) {
        for statement in group {
            if let Some((met, _)) = self.frame.variants.get(&statement.span).cloned() {
                let no = self.p.bool_const(false);
                self.assign_var(met, no, statement.span);
            }
        }
    }

    /// At the end of a body: its cuts wait until it is known what all bodies write.
    pub(super) fn leave_cuts_open(&mut self) {
        let cuts = std::mem::take(&mut self.frame.cuts);
        if !cuts.is_empty() {
            let block = cuts[0].general;
            self.leave_open(block, None, Filling::Cuts(cuts));
        }
    }

    /// What a variable may be at the point of a cut, and that this stays so.
    pub(super) fn generalize(&mut self, cut: &Cut, variable: VarId, ty: Option<TypeId>) {
        let span = cut.span;
        self.frame.block = cut.general;
        let before = ty.and_then(|ty| self.validity_now(variable, ty, span));
        let boolean = self.p.types.bool();
        let was = before.map(|before| {
            let was = self.temporary("was_valid", boolean);
            self.assign_var(was, before, span);
            was
        });
        // An object keeps its bounds.
        let mut place = ir::Place::var(variable);
        if let Some(data) = ty.filter(|&ty| self.a.is_array(ty)).and_then(|ty| self.data_field(ty, span)) {
            place = place.then(ir::Projection::Field(data));
        }
        self.havoc(place, span, "what iterations of the loop may have written");
        if let Some(condition) = self.kept_validity(was, variable, ty, span) {
            self.assume(condition, span, "what was valid still is");
        }
        if let Some(counter) = cut.counters.iter().find(|counter| counter.variable == variable).copied() {
            let value = self.p.var(variable);
            if let Ok(within) = self.within(value, counter) {
                self.assume(within, span, "a counter stays in its range");
            }
        }
        self.frame.block = cut.again;
        if let Some(condition) = self.kept_validity(was, variable, ty, span) {
            let origin = ir::Origin::implied(Some(span), "what was valid still is");
            self.emit(ir::StatementKind::Check { property: cut.property, condition }, origin);
        }
    }

    fn within(&mut self, value: ExprId, counter: Counter) -> Lower<ExprId> {
        let above = self.less_equal(counter.low, value, counter.index)?;
        let below = self.less_equal(value, counter.high, counter.index)?;
        self.and(above, below)
    }

    /// If it was valid, it is.
    fn kept_validity(&mut self, was: Option<VarId>, variable: VarId, ty: Option<TypeId>, span: Span) -> Option<ExprId> {
        let now = self.validity_now(variable, ty?, span)?;
        let was = self.p.var(was?);
        self.p.binary(Binary::Implies, was, now).ok()
    }

    /// That a variable holds a valid value, where not every value is one; none too if there is no form for it.
    fn validity_now(&mut self, variable: VarId, ty: TypeId, span: Span) -> Option<ExprId> {
        let value = self.p.var(variable);
        let (procedure, block) = (self.frame.procedure, self.frame.block);
        let length = self.p.procedures[procedure].blocks[block].statements.len();
        self.frame.pure_depth += 1;
        let condition = self.validity(value, ty, span);
        self.frame.pure_depth -= 1;
        let is_pure =
            self.frame.block == block && self.p.procedures[procedure].blocks[block].statements.len() == length;
        self.p.procedures[procedure].blocks[block].statements.truncate(length);
        let condition = condition.ok().filter(|_| is_pure)?;
        (self.constant_bool(condition) != Some(true)).then_some(condition)
    }

    /// That a value is valid for its type, as one condition.
    pub(super) fn validity(&mut self, value: ExprId, ty: TypeId, span: Span) -> Lower<ExprId> {
        match self.a.kind(ty).clone() {
            TypeKind::Array { component, .. } => {
                if self.a.index_types(ty).len() != 1 {
                    return Ok(self.p.bool_const(true));
                }
                let position = self.position_type();
                let name = self.unique("position");
                let procedure = self.frame.procedure;
                let bound = self.p.add_variable(name, position, VariableKind::Bound, Some(procedure));
                let at = self.p.var(bound);
                let array = self.array_value(value, ty, span);
                let data = self.data(&array)?;
                let element = self.p.index(data, at)?;
                let condition = self.validity(element, component, span)?;
                if self.constant_bool(condition) == Some(true) {
                    return Ok(condition);
                }
                let length = self.length(&array, 0, span)?;
                let within = self.p.binary(Binary::Less(ir::Sign::Unsigned), at, length)?;
                let body = self.p.binary(Binary::Implies, within, condition)?;
                let boolean = self.p.types.bool();
                Ok(self.p.add_expr(ir::ExprKind::Forall(vec![bound], body), boolean, Some(span))?)
            }
            TypeKind::Record { components, .. } => {
                let mut all = self.p.bool_const(true);
                if components.iter().any(|c| c.discriminant || !c.guards.is_empty()) {
                    return Ok(all);
                }
                for (at, component) in components.iter().enumerate() {
                    let field = self.p.field(value, at as u32)?;
                    let one = self.validity(field, component.ty, span)?;
                    all = self.and(all, one)?;
                }
                Ok(all)
            }
            _ => self.valid(value, ty, span),
        }
    }
}
