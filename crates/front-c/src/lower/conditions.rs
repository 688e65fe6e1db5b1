//! Conditions: what C tests, as Booleans and as branches.
//!
//! `a && b` is one Boolean where `b` only computes; where evaluating `b` does or checks something, it is a branch.

use super::order::Region;
use super::{Lower, Lowerer};
use crate::sema::tree::{CastKind, Expr, ExprKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, BlockId, ExprId};

impl Lowerer<'_> {
    /// Whether a scalar is not zero.
    pub fn condition(&mut self, e: &Expr) -> Lower<ExprId> {
        if let Some(value) = self.evaluated(e) {
            return self.is_nonzero(value);
        }
        self.in_order(Region::Whole(e), |lowerer| lowerer.condition_of(e))
    }
    fn condition_of(&mut self, e: &Expr) -> Lower<ExprId> {
        match &e.kind {
            ExprKind::Compare(op, a, b) => {
                if let Some(answer) = self.compared_objects(*op, a, b)? {
                    return Ok(answer);
                }
                let operands = self.two_values(a, b)?;
                let (left, right) = self.operands_as_promoted((a, b), operands)?;
                self.compare(*op, left, right, a.ty, e.span)
            }
            ExprKind::Not(a) => {
                let inner = self.condition(a)?;
                self.not(inner)
            }
            ExprKind::And(a, b) => self.both(a, b, true, e.span),
            ExprKind::Or(a, b) => self.both(a, b, false, e.span),
            // A conversion between integers that keeps every bit keeps the answer.
            ExprKind::Cast(cast, a) if matches!(cast.kind, CastKind::Integer | CastKind::IntegerToBool) => {
                let keeps = match (self.size(a.ty), self.size(e.ty)) {
                    (Some(from), Some(to)) => from <= to,
                    _ => false,
                };
                if keeps || cast.kind == CastKind::IntegerToBool || is_truth(a) {
                    return self.condition(a);
                }
                let value = self.value(e)?;
                self.is_nonzero(value)
            }
            _ => {
                let value = self.value(e)?;
                self.is_nonzero(value)
            }
        }
    }
    /// `a && b` (with `conjunction`) or `a || b`.
    fn both(&mut self, a: &Expr, b: &Expr, conjunction: bool, span: Span) -> Lower<ExprId> {
        let first = self.condition(a)?;
        match self.constant_bool(first) {
            Some(known) if known != conjunction => return Ok(first),
            Some(_) => return self.condition(b),
            None => {}
        }
        let mark = self.mark();
        let second = self.condition(b)?;
        if self.mark() == mark {
            let op = if conjunction { Binary::And } else { Binary::Or };
            return Ok(self.p.binary(op, first, second)?);
        }
        let tail = self.cut(mark, "and");
        let ty = self.p.types.bool();
        let result = self.temporary("truth", ty);
        self.assign_var(result, second, span);
        let join = self.new_block("join");
        self.goto(join, span);
        self.enter(mark.0);
        let decided = self.p.bool_const(!conjunction);
        self.assign_var(result, decided, span);
        let (then, otherwise) = if conjunction { (tail, join) } else { (join, tail) };
        self.branch(first, then, otherwise, a.span);
        self.enter(join);
        Ok(self.p.var(result))
    }
    /// Ends the current block with a branch on a condition.
    pub fn branch_on(&mut self, e: &Expr, then: BlockId, otherwise: BlockId) -> Lower<()> {
        match &e.kind {
            // Any other negation stays in the condition: a trace then shows the value of what is written.
            ExprKind::Not(a) if is_connective(a) => self.branch_on(a, otherwise, then),
            ExprKind::And(a, b) => {
                let second = self.new_block("and");
                self.branch_on(a, second, otherwise)?;
                self.enter(second);
                self.branch_on(b, then, otherwise)
            }
            ExprKind::Or(a, b) => {
                let second = self.new_block("or");
                self.branch_on(a, then, second)?;
                self.enter(second);
                self.branch_on(b, then, otherwise)
            }
            _ => {
                let condition = self.condition(e)?;
                match self.constant_bool(condition) {
                    Some(true) => self.goto(then, e.span),
                    Some(false) => self.goto(otherwise, e.span),
                    None => self.branch(condition, then, otherwise, e.span),
                }
                Ok(())
            }
        }
    }
}

/// Whether branching on the expression makes several branches.
fn is_connective(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Not(a) => is_connective(a),
        _ => false,
    }
}

/// Whether the value is 0 or 1 by construction.
fn is_truth(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..))
}
