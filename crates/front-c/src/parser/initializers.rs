//! Initialisers with their designators.

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::token::TokenKind;

impl Parser<'_> {
    pub fn initializer(&mut self) -> Parse<Initializer> {
        if self.is(TokenKind::LeftBrace) {
            return Ok(Initializer::List(self.nested(Self::initializer_list)?));
        }
        Ok(Initializer::Expression(self.assignment_expression()?))
    }

    /// `{ items }`; the last comma and, in GNU C, all items may be missing.
    pub fn initializer_list(&mut self) -> Parse<InitializerList> {
        let opened = self.expect(TokenKind::LeftBrace)?;
        let mut items = Vec::new();
        while !self.is(TokenKind::RightBrace) {
            items.push(self.initializer_item()?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RightBrace, opened)?;
        Ok(InitializerList { items, span: self.span_from(opened) })
    }

    fn initializer_item(&mut self) -> Parse<InitializerItem> {
        let start = self.span();
        let designators = self.designators()?;
        let value = self.initializer()?;
        Ok(InitializerItem { designators, value, span: self.span_from(start) })
    }

    fn designators(&mut self) -> Parse<Vec<Designator>> {
        let mut designators = Vec::new();
        if self.is(TokenKind::Identifier) && self.kind_ahead(1) == TokenKind::Colon {
            // The old `name: value`.
            designators.push(Designator::Field(self.identifier()?));
            self.advance();
            return Ok(designators);
        }
        loop {
            match self.kind() {
                TokenKind::Dot => {
                    self.advance();
                    designators.push(Designator::Field(self.identifier()?));
                }
                TokenKind::LeftBracket => designators.push(self.index_designator()?),
                _ => break,
            }
            self.check_chain(designators.len())?;
        }
        let is_old_index = matches!(designators.as_slice(), [Designator::Index(_) | Designator::Range(..)]);
        if !designators.is_empty() && !self.accept(TokenKind::Assign) && !is_old_index {
            return Err(self.unexpected("`=`"));
        }
        Ok(designators)
    }

    fn index_designator(&mut self) -> Parse<Designator> {
        let opened = self.expect(TokenKind::LeftBracket)?;
        let low = self.conditional_expression()?;
        let designator = if self.accept(TokenKind::Ellipsis) {
            Designator::Range(low, self.conditional_expression()?)
        } else {
            Designator::Index(low)
        };
        self.expect_closing(TokenKind::RightBracket, opened)?;
        Ok(designator)
    }

    /// `member.member[index]` of `__builtin_offsetof`.
    pub fn offsetof_path(&mut self) -> Parse<Vec<Designator>> {
        let mut path = vec![Designator::Field(self.identifier()?)];
        loop {
            match self.kind() {
                TokenKind::Dot | TokenKind::Arrow => {
                    self.advance();
                    path.push(Designator::Field(self.identifier()?));
                }
                TokenKind::LeftBracket => {
                    let opened = self.span();
                    self.advance();
                    path.push(Designator::Index(self.expression()?));
                    self.expect_closing(TokenKind::RightBracket, opened)?;
                }
                _ => return Ok(path),
            }
            self.check_chain(path.len())?;
        }
    }
}
