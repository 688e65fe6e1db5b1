//! Statements and blocks.

use super::declarations::Declared;
use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;

/// A label in front of a statement.
enum Prefix {
    Label(Identifier, Vec<Attribute>),
    Case(Expression, Option<Expression>),
    Default,
}

impl Parser<'_> {
    pub fn compound(&mut self) -> Parse<Compound> {
        self.scopes.open();
        let result = self.nested(Self::compound_here);
        self.scopes.close();
        result
    }

    fn compound_here(&mut self) -> Parse<Compound> {
        let opened = self.expect(TokenKind::LeftBrace)?;
        let mut items = Vec::new();
        loop {
            items.extend(self.annotations_here().into_iter().map(BlockItem::Annotation));
            if matches!(self.kind(), TokenKind::RightBrace | TokenKind::End) {
                break;
            }
            let before = self.at;
            match self.block_item() {
                Ok(item) => items.push(item),
                Err(_) => {
                    self.skip_to_semicolon();
                    if self.at == before && !self.is(TokenKind::RightBrace) {
                        self.advance();
                    }
                }
            }
        }
        let end = self.expect_closing(TokenKind::RightBrace, opened)?;
        Ok(Compound { items, span: self.span_from(opened), end })
    }

    /// The current token begins a declaration and not a label or an expression.
    fn starts_declaration(&self) -> bool {
        if self.is(TokenKind::Identifier) && self.kind_ahead(1) == TokenKind::Colon {
            return false;
        }
        if self.is_word(Keyword::Attribute) {
            // `__attribute__ ((fallthrough));` is a statement.
            return !self.is_attribute_statement();
        }
        self.starts_type() || self.is_unknown_type()
    }

    /// Attributes with nothing but `;` behind them.
    fn is_attribute_statement(&self) -> bool {
        let mut ahead = 1;
        let mut depth = 0usize;
        loop {
            match self.kind_ahead(ahead) {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen if depth <= 1 => break,
                TokenKind::RightParen => depth -= 1,
                TokenKind::End => return false,
                _ => {}
            }
            ahead += 1;
        }
        self.kind_ahead(ahead + 1) == TokenKind::Semicolon
    }

    fn block_item(&mut self) -> Parse<BlockItem> {
        match self.kind() {
            TokenKind::Keyword(Keyword::Label) => return self.local_labels(),
            TokenKind::Keyword(Keyword::StaticAssert) => return Ok(BlockItem::StaticAssert(self.static_assert()?)),
            _ => {}
        }
        if self.starts_declaration() {
            return Ok(match self.declaration()? {
                Declared::Declaration(declaration) => BlockItem::Declaration(declaration),
                Declared::Function(function) => BlockItem::Function(function),
            });
        }
        Ok(BlockItem::Statement(self.statement()?))
    }

    fn local_labels(&mut self) -> Parse<BlockItem> {
        self.advance();
        let mut labels = vec![self.identifier()?];
        while self.accept(TokenKind::Comma) {
            labels.push(self.identifier()?);
        }
        self.semicolon()?;
        Ok(BlockItem::Labels(labels))
    }

    pub fn statement(&mut self) -> Parse<Statement> {
        self.nested(Self::labelled_statement)
    }

    /// The statement that a control structure governs. A declaration is no statement.
    fn governed(&mut self) -> Parse<BoxStatement> {
        self.scopes.open();
        let result = self.statement();
        self.scopes.close();
        Ok(Box::new(result?))
    }

    /// Labels are collected in a loop, since a `switch` may have thousands in a row.
    fn labelled_statement(&mut self) -> Parse<Statement> {
        let annotations = self.annotations_here();
        if !annotations.is_empty() {
            let start = annotations[0].span;
            let body = self.nested(Self::labelled_statement)?;
            let span = self.span_from(start);
            return Ok(Statement { kind: StatementKind::Annotated(annotations, Box::new(body)), span });
        }
        let mut prefixes: Vec<(Prefix, Span)> = Vec::new();
        while let Some(prefix) = self.prefix()? {
            prefixes.push(prefix);
            self.check_chain(prefixes.len())?;
        }
        let mut statement = if prefixes.is_empty() { self.plain_statement()? } else { self.labelled_body()? };
        for (prefix, start) in prefixes.into_iter().rev() {
            let body = Box::new(statement);
            let kind = match prefix {
                Prefix::Label(name, attributes) => StatementKind::Label { name, attributes, body },
                Prefix::Case(low, high) => StatementKind::Case { low, high, body },
                Prefix::Default => StatementKind::Default(body),
            };
            statement = Statement { kind, span: self.span_from(start) };
        }
        Ok(statement)
    }

    /// What a label stands before; an empty statement if a declaration or the end of the block follows.
    fn labelled_body(&mut self) -> Parse<Statement> {
        let has_annotation =
            self.stream.annotations.get(self.next_annotation).is_some_and(|(a, _)| a.before == self.at as u32);
        let is_assertion = self.is_word(Keyword::StaticAssert);
        if self.is(TokenKind::RightBrace) || self.starts_declaration() || is_assertion {
            return Ok(Statement { kind: StatementKind::Empty, span: self.end_of_previous() });
        }
        if has_annotation { self.labelled_statement() } else { self.plain_statement() }
    }

    fn prefix(&mut self) -> Parse<Option<(Prefix, Span)>> {
        let start = self.span();
        let prefix = match self.kind() {
            TokenKind::Identifier if self.kind_ahead(1) == TokenKind::Colon => {
                let name = self.identifier()?;
                self.advance();
                let mut attributes = Vec::new();
                // Attributes before a declaration belong to it.
                if self.is_word(Keyword::Attribute) {
                    let behind = self.at;
                    self.attributes(&mut attributes)?;
                    if self.starts_type() {
                        self.at = behind;
                        attributes.clear();
                    }
                }
                Prefix::Label(name, attributes)
            }
            TokenKind::Keyword(Keyword::Case) => {
                self.advance();
                let low = self.conditional_expression()?;
                let high = if self.accept(TokenKind::Ellipsis) { Some(self.conditional_expression()?) } else { None };
                self.expect(TokenKind::Colon)?;
                Prefix::Case(low, high)
            }
            TokenKind::Keyword(Keyword::Default) => {
                self.advance();
                self.expect(TokenKind::Colon)?;
                Prefix::Default
            }
            _ => return Ok(None),
        };
        Ok(Some((prefix, start)))
    }

    fn plain_statement(&mut self) -> Parse<Statement> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Semicolon => {
                self.advance();
                StatementKind::Empty
            }
            TokenKind::LeftBrace => StatementKind::Compound(self.compound()?),
            TokenKind::Keyword(Keyword::If) => return self.if_statement(),
            TokenKind::Keyword(Keyword::Switch) => {
                self.advance();
                let value = self.condition()?;
                StatementKind::Switch { value, body: self.governed()? }
            }
            TokenKind::Keyword(Keyword::While) => {
                self.advance();
                let condition = self.condition()?;
                let clauses = self.contract_clauses()?;
                StatementKind::While { condition, body: self.governed()?, clauses }
            }
            TokenKind::Keyword(Keyword::Do) => self.do_statement()?,
            TokenKind::Keyword(Keyword::For) => {
                self.scopes.open();
                let result = self.for_statement();
                self.scopes.close();
                result?
            }
            TokenKind::Keyword(Keyword::Asm) => StatementKind::Asm(Box::new(self.asm_statement()?)),
            TokenKind::Keyword(Keyword::Attribute) => {
                self.attributes(&mut Vec::new())?;
                self.semicolon()?;
                StatementKind::Empty
            }
            TokenKind::LeftBracket if self.starts_bracket_attribute() => {
                self.attributes(&mut Vec::new())?;
                return self.labelled_statement();
            }
            TokenKind::Keyword(word) => match self.jump(word)? {
                Some(kind) => kind,
                None => self.expression_statement()?,
            },
            _ => self.expression_statement()?,
        };
        Ok(Statement { kind, span: self.span_from(start) })
    }

    fn expression_statement(&mut self) -> Parse<StatementKind> {
        if self.starts_type() && !self.is_word(Keyword::Extension) {
            return Err(self.unexpected("a statement"));
        }
        let expression = self.expression()?;
        self.semicolon()?;
        Ok(StatementKind::Expression(expression))
    }

    fn jump(&mut self, word: Keyword) -> Parse<Option<StatementKind>> {
        if !matches!(word, Keyword::Goto | Keyword::Continue | Keyword::Break | Keyword::Return) {
            return Ok(None);
        }
        self.advance();
        let kind = match word {
            Keyword::Goto if self.accept(TokenKind::Star) => StatementKind::ComputedGoto(self.expression()?),
            Keyword::Goto => StatementKind::Goto(self.identifier()?),
            Keyword::Continue => StatementKind::Continue,
            Keyword::Break => StatementKind::Break,
            _ if self.is(TokenKind::Semicolon) => StatementKind::Return(None),
            _ => StatementKind::Return(Some(self.expression()?)),
        };
        self.semicolon()?;
        Ok(Some(kind))
    }

    fn condition(&mut self) -> Parse<Expression> {
        let opened = self.expect(TokenKind::LeftParen)?;
        let condition = self.expression()?;
        self.expect_closing(TokenKind::RightParen, opened)?;
        Ok(condition)
    }

    /// A chain of `else if` is read in a loop, since generated code has thousands.
    fn if_statement(&mut self) -> Parse<Statement> {
        let mut arms: Vec<(Span, Expression, BoxStatement)> = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.span();
            self.advance();
            let condition = self.condition()?;
            let then = self.governed()?;
            arms.push((start, condition, then));
            self.check_chain(arms.len())?;
            if !self.accept_word(Keyword::Else) {
                break;
            }
            if !self.is_word(Keyword::If) {
                otherwise = Some(self.governed()?);
                break;
            }
        }
        for (start, condition, then) in arms.into_iter().rev() {
            let kind = StatementKind::If { condition, then, otherwise: otherwise.take() };
            let statement = Statement { kind, span: self.span_from(start) };
            otherwise = Some(Box::new(statement));
        }
        match otherwise {
            Some(statement) => Ok(*statement),
            None => Err(self.unexpected("a statement")),
        }
    }

    fn do_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        let mut clauses = self.contract_clauses()?;
        let body = self.governed()?;
        if !self.accept_word(Keyword::While) {
            return Err(self.unexpected("`while`"));
        }
        let condition = self.condition()?;
        clauses.extend(self.contract_clauses()?);
        self.semicolon()?;
        Ok(StatementKind::DoWhile { body, condition, clauses })
    }

    fn for_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        let opened = self.expect(TokenKind::LeftParen)?;
        let start = self.for_start()?;
        let condition = if self.is(TokenKind::Semicolon) { None } else { Some(self.expression()?) };
        self.expect(TokenKind::Semicolon)?;
        let step = if self.is(TokenKind::RightParen) { None } else { Some(self.expression()?) };
        self.expect_closing(TokenKind::RightParen, opened)?;
        let clauses = self.contract_clauses()?;
        Ok(StatementKind::For { start, condition, step, body: self.governed()?, clauses })
    }

    fn for_start(&mut self) -> Parse<ForStart> {
        if self.accept(TokenKind::Semicolon) {
            return Ok(ForStart::None);
        }
        if self.starts_declaration() {
            return match self.declaration()? {
                Declared::Declaration(declaration) => Ok(ForStart::Declaration(Box::new(declaration))),
                Declared::Function(_) => Err(self.unexpected("`;`")),
            };
        }
        let expression = self.expression()?;
        self.expect(TokenKind::Semicolon)?;
        Ok(ForStart::Expression(expression))
    }
}
