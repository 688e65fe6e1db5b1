//! Attributes and `asm`.

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::literals::StringLiteral;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;

impl Parser<'_> {
    /// `[[`; nothing else in C begins so.
    pub fn starts_bracket_attribute(&self) -> bool {
        self.is(TokenKind::LeftBracket) && self.kind_ahead(1) == TokenKind::LeftBracket
    }

    /// Any number of `__attribute__ ((…))` and `[[…]]`.
    pub fn attributes(&mut self, attributes: &mut Vec<Attribute>) -> Parse<()> {
        loop {
            if self.is_word(Keyword::Attribute) {
                self.advance();
                let outer = self.expect(TokenKind::LeftParen)?;
                let inner = self.expect(TokenKind::LeftParen)?;
                self.attribute_list(TokenKind::RightParen, attributes)?;
                self.expect_closing(TokenKind::RightParen, inner)?;
                self.expect_closing(TokenKind::RightParen, outer)?;
            } else if self.starts_bracket_attribute() {
                let outer = self.span();
                self.advance();
                let inner = self.span();
                self.advance();
                self.attribute_list(TokenKind::RightBracket, attributes)?;
                self.expect_closing(TokenKind::RightBracket, inner)?;
                self.expect_closing(TokenKind::RightBracket, outer)?;
            } else {
                return Ok(());
            }
        }
    }

    fn attribute_list(&mut self, close: TokenKind, attributes: &mut Vec<Attribute>) -> Parse<()> {
        loop {
            while self.accept(TokenKind::Comma) {}
            if self.is(close) {
                return Ok(());
            }
            attributes.push(self.attribute()?);
            if !self.is(close) && !self.is(TokenKind::Comma) {
                return Err(self.unexpected("`,` or the end of the attributes"));
            }
        }
    }

    fn attribute(&mut self) -> Parse<Attribute> {
        let mut name = self.attribute_name()?;
        if self.accept(TokenKind::DoubleColon) {
            name = self.attribute_name()?;
        }
        let mut arguments = Vec::new();
        if self.is(TokenKind::LeftParen) {
            let opened = self.span();
            self.advance();
            while !self.is(TokenKind::RightParen) {
                arguments.push(self.attribute_argument()?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
            self.expect_closing(TokenKind::RightParen, opened)?;
        }
        Ok(Attribute { name, arguments })
    }

    /// An identifier or reserved word, without the underscores around it.
    fn attribute_name(&mut self) -> Parse<Identifier> {
        if !matches!(self.kind(), TokenKind::Identifier | TokenKind::Keyword(_)) {
            return Err(self.unexpected("the name of an attribute"));
        }
        let span = self.span();
        let text = self.token_text();
        let bare = text.strip_prefix("__").and_then(|t| t.strip_suffix("__")).filter(|t| !t.is_empty());
        let symbol = self.names.intern(bare.unwrap_or(text));
        self.advance();
        Ok(Identifier { symbol, span })
    }

    fn attribute_argument(&mut self) -> Parse<AttributeArgument> {
        if self.starts_type() {
            return Ok(AttributeArgument::Type(self.nested(Self::type_name)?));
        }
        Ok(AttributeArgument::Expression(self.assignment_expression()?))
    }

    /// `asm ("name")` and attributes behind a declarator, in any order.
    pub fn declarator_tail(&mut self, attributes: &mut Vec<Attribute>) -> Parse<Option<StringLiteral>> {
        let mut label = None;
        loop {
            let clauses = self.contract_clauses()?;
            self.clauses.extend(clauses);
            if self.is_word(Keyword::Asm) {
                self.advance();
                let opened = self.expect(TokenKind::LeftParen)?;
                label = Some(self.string_literal()?);
                self.expect_closing(TokenKind::RightParen, opened)?;
            } else if self.is_word(Keyword::Attribute) || self.starts_bracket_attribute() {
                self.attributes(attributes)?;
            } else {
                return Ok(label);
            }
        }
    }

    /// `asm volatile ("template" : outputs : inputs : clobbers : labels);`
    pub fn asm_statement(&mut self) -> Parse<AsmStatement> {
        let start = self.span();
        self.advance();
        let (mut is_volatile, mut is_goto) = (false, false);
        loop {
            match self.kind() {
                TokenKind::Keyword(Keyword::Volatile) => is_volatile = true,
                TokenKind::Keyword(Keyword::Goto) => is_goto = true,
                TokenKind::Keyword(Keyword::Inline | Keyword::Const) => {}
                _ => break,
            }
            self.advance();
        }
        let opened = self.expect(TokenKind::LeftParen)?;
        let mut asm = AsmStatement {
            is_volatile,
            is_goto,
            template: self.string_literal()?,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
            span: start,
        };
        let mut section = 0;
        loop {
            match self.kind() {
                TokenKind::Colon => section += 1,
                TokenKind::DoubleColon => section += 2,
                _ => break,
            }
            self.advance();
            self.asm_section(section, &mut asm)?;
        }
        self.expect_closing(TokenKind::RightParen, opened)?;
        asm.span = self.span_from(start);
        self.semicolon()?;
        Ok(asm)
    }

    fn asm_section(&mut self, section: u32, asm: &mut AsmStatement) -> Parse<()> {
        while !matches!(self.kind(), TokenKind::Colon | TokenKind::DoubleColon | TokenKind::RightParen) {
            match section {
                1 => {
                    let operand = self.asm_operand()?;
                    asm.outputs.push(operand);
                }
                2 => {
                    let operand = self.asm_operand()?;
                    asm.inputs.push(operand);
                }
                3 => {
                    let clobber = self.string_literal()?;
                    asm.clobbers.push(clobber);
                }
                4 => {
                    let label = self.identifier()?;
                    asm.labels.push(label);
                }
                _ => return Err(self.unexpected("`)`")),
            }
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        Ok(())
    }

    fn asm_operand(&mut self) -> Parse<AsmOperand> {
        let mut name = None;
        if self.is(TokenKind::LeftBracket) {
            let opened = self.span();
            self.advance();
            name = Some(self.identifier()?);
            self.expect_closing(TokenKind::RightBracket, opened)?;
        }
        let constraint = self.string_literal()?;
        let opened = self.expect(TokenKind::LeftParen)?;
        let value = self.expression()?;
        self.expect_closing(TokenKind::RightParen, opened)?;
        Ok(AsmOperand { name, constraint, value })
    }
}
