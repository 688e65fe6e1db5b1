//! Predefined operators called by name: `"+" (A, B)`, `Standard."-" (X)`, `P."=" (A, B)` (RM 4.5(2), 4.1.3).
//!
//! In: the prefix and the arguments of a call. Out: the operator with its operands, if no declared function
//! of that name takes them. Predefined operators have no declarations of their own here.

use super::calls::{binary_operator, unary_operator};
use super::tree::Expr;
use super::types::TypeId;
use super::{Analyzer, Resolved};
use crate::syntax::ast::{Association, BinaryOperator, Expression, ExpressionKind, UnaryOperator};
use cairn_base::Span;

#[derive(Clone, Copy)]
enum Operation<'e> {
    Unary(UnaryOperator, &'e Expression),
    Binary(BinaryOperator, &'e Expression, &'e Expression),
}

pub(super) struct NamedOperator<'e> {
    operation: Operation<'e>,
    /// Whether the name says in which package to look.
    expanded: bool,
}

impl Analyzer<'_> {
    pub(super) fn named_operator<'e>(
        &mut self,
        prefix: &Expression,
        arguments: &'e [Association],
    ) -> Option<NamedOperator<'e>> {
        let (text, expanded) = match &prefix.kind {
            ExpressionKind::String(text) => (text.to_lowercase(), false),
            ExpressionKind::Selected(_, selector) => {
                let text = self.symbol_text(selector.symbol).strip_prefix('"')?.strip_suffix('"')?;
                (text.to_string(), true)
            }
            _ => return None,
        };
        let operation = match arguments {
            [operand] => Operation::Unary(unary_operator(&text)?, self.operand(operand, "right")?),
            [left, right] => {
                let op = binary_operator(&text)?;
                match (self.operand(left, "left"), self.operand(right, "right")) {
                    (Some(left), Some(right)) => Operation::Binary(op, left, right),
                    _ => Operation::Binary(op, self.operand(right, "left")?, self.operand(left, "right")?),
                }
            }
            _ => return None,
        };
        let declared = self.functions_named(prefix);
        if declared.into_iter().any(|id| self.arguments_fit(id, arguments)) {
            return None;
        }
        Some(NamedOperator { operation, expanded })
    }

    /// The value of an argument given by position or under this name.
    fn operand<'e>(&self, argument: &'e Association, name: &str) -> Option<&'e Expression> {
        let named = match argument.choices.as_slice() {
            [] => true,
            [Expression { kind: ExpressionKind::Name(symbol), .. }] => self.symbol_text(*symbol) == name,
            _ => false,
        };
        (named && argument.iteration.is_none()).then_some(&argument.value)
    }

    pub(super) fn named_operator_candidates(&mut self, operator: &NamedOperator<'_>) -> Vec<TypeId> {
        match operator.operation {
            Operation::Unary(op, operand) => self.unary_candidates(op, operand),
            Operation::Binary(op, left, right) => self.binary_candidates(op, left, right),
        }
    }

    pub(super) fn resolve_named_operator(
        &mut self,
        operator: &NamedOperator<'_>,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        // The name asks for the operator of that package; one that is visible here could be another.
        let others = match operator.operation {
            Operation::Unary(op, operand) => self.user_operator_results(op.text(), &[operand]),
            Operation::Binary(op, left, right) => self.user_operator_results(op.text(), &[left, right]),
        };
        if operator.expanded && !others.is_empty() {
            return self.unsupported(span, "predefined operator where another is visible");
        }
        match operator.operation {
            Operation::Unary(op, operand) => self.resolve_unary(op, operand, expected, span),
            Operation::Binary(op, left, right) => self.resolve_binary(op, left, right, expected, span),
        }
    }
}
