//! `pragma Overflow_Mode`, as GNAT defines it: how integer arithmetic inside of assertions is computed.
//!
//! Outside of assertions arithmetic is always checked for overflow, as the language has it; a pragma that asks for
//! something else is told to be ignored there.

use super::tree::Expr;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{CompilationUnit, ContextItem, Expression, ExpressionKind, Pragma};
use cairn_base::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OverflowMode {
    /// Every result must fit its base type.
    #[default]
    Strict,
    /// Results must fit 64 bits; only what leaves the expression must fit its base type.
    Minimized,
    /// Arithmetic is that of mathematics.
    Eliminated,
}

impl Analyzer<'_> {
    /// A condition of an assertion, a contract or a type.
    pub(super) fn assertion(&mut self, e: &Expression) -> Resolved<Expr> {
        let mode = self.context.assertion_overflow;
        if mode != OverflowMode::Strict {
            self.a.exact.push((e.span, mode));
        }
        self.condition(e)
    }

    /// What the configuration pragmas before a unit say.
    pub(super) fn unit_overflow_mode(&mut self, unit: &CompilationUnit) -> OverflowMode {
        let mut mode = self.default_overflow;
        for item in &unit.context {
            if let ContextItem::Pragma(pragma) = item
                && let Some(said) = self.overflow_mode(pragma)
            {
                mode = said;
            }
        }
        mode
    }

    /// The mode of assertions that a pragma sets, if it is one of these.
    pub(super) fn overflow_mode(&mut self, pragma: &Pragma) -> Option<OverflowMode> {
        if self.symbol_text(pragma.name.symbol) != "overflow_mode" {
            return None;
        }
        let (mut general, mut assertions) = (None, None);
        for (position, argument) in pragma.arguments.iter().enumerate() {
            let name = match argument.choices.first().map(|choice| &choice.kind) {
                Some(ExpressionKind::Name(symbol)) => self.symbol_text(*symbol).to_string(),
                _ => ["general", "assertions"].get(position).copied().unwrap_or("").to_string(),
            };
            let mode = match &argument.value.kind {
                ExpressionKind::Name(symbol) => match self.symbol_text(*symbol) {
                    "minimized" => OverflowMode::Minimized,
                    "eliminated" => OverflowMode::Eliminated,
                    _ => OverflowMode::Strict,
                },
                _ => OverflowMode::Strict,
            };
            match &*name {
                "general" => general = Some(mode),
                _ => assertions = Some(mode),
            }
        }
        if general.is_some_and(|mode| mode != OverflowMode::Strict) {
            let message = "outside of assertions every overflow is reported, whatever this pragma says";
            self.warn(codes::NOT_CHECKED, pragma.span, message);
        }
        // One mode alone stands for both.
        assertions.or(general)
    }
}

impl super::Analysis {
    /// How arithmetic at a place is computed.
    pub fn overflow_mode_at(&self, span: Span) -> OverflowMode {
        let around = |own: &Span| own.file == span.file && own.start <= span.start && span.end <= own.end;
        self.exact.iter().find(|(own, _)| around(own)).map_or(OverflowMode::Strict, |(_, mode)| *mode)
    }
}
