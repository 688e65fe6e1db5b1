//! Clauses of CBMC's contracts, read by the parser of C.

use super::{Clause, ClauseKind, Targets};
use crate::parser::{Parse, Parser};
use crate::syntax::token::TokenKind;

/// Clauses that are read.
const CLAUSES: [&str; 9] = [
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_loop_invariant",
    "__CPROVER_decreases",
    "__CPROVER_loop_assigns",
    "__CPROVER_requires_contract",
    "__CPROVER_ensures_contract",
];

impl Parser<'_> {
    /// The clauses at the current place.
    pub(crate) fn contract_clauses(&mut self) -> Parse<Vec<Clause>> {
        let mut found = Vec::new();
        while self.is(TokenKind::Identifier)
            && CLAUSES.contains(&self.token_text())
            && self.kind_ahead(1) == TokenKind::LeftParen
        {
            let (name, start) = (self.token_text(), self.span());
            self.advance();
            let opened = self.expect(TokenKind::LeftParen)?;
            let kind = match name {
                "__CPROVER_requires" => ClauseKind::Requires(self.expression()?),
                "__CPROVER_ensures" => ClauseKind::Ensures(self.expression()?),
                "__CPROVER_loop_invariant" => ClauseKind::LoopInvariant(self.expression()?),
                "__CPROVER_decreases" => ClauseKind::Decreases(self.measures()?),
                "__CPROVER_frees" => ClauseKind::Frees(self.targets()?),
                "__CPROVER_assigns" | "__CPROVER_loop_assigns" => ClauseKind::Assigns(self.targets()?),
                other => {
                    self.expression()?;
                    ClauseKind::Refused(format!("`{other}`"))
                }
            };
            self.expect_closing(TokenKind::RightParen, opened)?;
            found.push(Clause { kind, span: self.span_from(start) });
        }
        Ok(found)
    }
    fn measures(&mut self) -> Parse<Vec<crate::syntax::ast::Expression>> {
        let mut found = vec![self.assignment_expression()?];
        while self.accept(TokenKind::Comma) {
            found.push(self.assignment_expression()?);
        }
        Ok(found)
    }
    /// `a, b; condition: c`.
    fn targets(&mut self) -> Parse<Vec<Targets>> {
        let mut groups = Vec::new();
        while !self.is(TokenKind::RightParen) {
            let mut group = Targets { condition: None, targets: Vec::new() };
            loop {
                if matches!(self.kind(), TokenKind::RightParen | TokenKind::Semicolon) {
                    break;
                }
                let expression = self.assignment_expression()?;
                if self.accept(TokenKind::Colon) {
                    group.condition = Some(expression);
                    continue;
                }
                group.targets.push(expression);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
            groups.push(group);
            if !self.accept(TokenKind::Semicolon) {
                break;
            }
        }
        Ok(groups)
    }
}
