//! Checks: what is written before an operation that C does not define everywhere.

use super::{Lower, Lowerer, Refusal};
use cairn_base::{Span, excerpt};
use cairn_ir as ir;
use ir::{CheckKind, ExprId, StatementKind};

impl Lowerer<'_> {
    /// A check, unless its condition is true anyway.
    pub fn check(&mut self, kind: CheckKind, condition: ExprId, description: impl Into<String>, span: Span) {
        if self.frame.is_constant || self.constant_bool(condition) == Some(true) {
            return;
        }
        let procedure = self.frame.procedure;
        let property = self.p.add_property(kind, Some(procedure), description.into(), Some(span));
        self.emit(StatementKind::Check { property, condition }, span);
    }
    /// A check that fails wherever it is reached.
    pub fn never(&mut self, kind: CheckKind, description: impl Into<String>, span: Span) {
        let condition = self.p.bool_const(false);
        self.check(kind, condition, description, span);
    }
    /// A check that an expression of type Boolean does not hold.
    pub fn check_not(&mut self, kind: CheckKind, bad: ExprId, description: impl Into<String>, span: Span) -> Lower<()> {
        let condition = self.not(bad)?;
        self.check(kind, condition, description, span);
        Ok(())
    }
    pub fn not(&mut self, condition: ExprId) -> Lower<ExprId> {
        if let Some(known) = self.constant_bool(condition) {
            return Ok(self.p.bool_const(!known));
        }
        if let ir::ExprKind::Unary(ir::Unary::Not, inner) = self.p.expr(condition).kind {
            return Ok(inner);
        }
        Ok(self.p.not(condition)?)
    }
    /// The failing check that stands for a construct we do not translate.
    pub fn unsupported(&mut self, refusal: &Refusal, place: Span) {
        let span = refusal.span.unwrap_or(place);
        self.never(CheckKind::Unsupported, format!("{} is not supported", refusal.what), span);
    }

    /// Source text on one line, not too long.
    pub fn text(&self, span: Span) -> String {
        if let Some(text) = self.spelled.get(&span) {
            return text.clone();
        }
        excerpt(self.sources.text(span))
    }
}
