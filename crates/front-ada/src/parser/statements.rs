//! Statements (RM 5, 6.5, 11.2–11.3); tasking statements are read and marked as refused.

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;
use std::rc::Rc;

impl Parser<'_> {
    /// Statements up to a word that closes or divides the construct around them.
    pub fn statements(&mut self) -> Vec<Statement> {
        let mut found = Vec::new();
        loop {
            self.statement_annotations(&mut found);
            match self.kind() {
                TokenKind::End => return found,
                TokenKind::Word(
                    Keyword::End | Keyword::Elsif | Keyword::Else | Keyword::When | Keyword::Exception | Keyword::Or,
                ) => return found,
                // `then abort` of an asynchronous select.
                TokenKind::Word(Keyword::Then) => return found,
                _ => {}
            }
            let before = self.at;
            match self.nested(Self::statement) {
                Ok(statement) => found.push(statement),
                Err(_) => {
                    self.skip_to_semicolon();
                    if self.at == before {
                        self.advance();
                    }
                }
            }
        }
    }

    /// Statements and handlers, after `begin`.
    pub fn handled_statements(&mut self, block: &mut Block) -> Parse<()> {
        block.statements = self.statements();
        if !self.accept_word(Keyword::Exception) {
            return Ok(());
        }
        while self.is_word(Keyword::When) || self.is_word(Keyword::Pragma) {
            if self.is_word(Keyword::Pragma) {
                self.pragma()?;
                continue;
            }
            block.handlers.push(self.handler()?);
        }
        Ok(())
    }

    fn handler(&mut self) -> Parse<Handler> {
        let start = self.expect_word(Keyword::When)?;
        let mut occurrence = None;
        if self.is(TokenKind::Identifier) && self.kind_ahead(1) == TokenKind::Colon {
            occurrence = Some(self.identifier()?);
            self.advance();
        }
        let choices = self.choices()?;
        self.expect(TokenKind::Arrow)?;
        let span = self.span_from(start);
        let statements = self.statements();
        Ok(Handler { occurrence, choices, statements, span })
    }

    fn statement(&mut self) -> Parse<Statement> {
        let start = self.span();
        let mut labels = Vec::new();
        while self.accept(TokenKind::LeftLabel) {
            labels.push(self.identifier()?);
            self.expect(TokenKind::RightLabel)?;
        }
        if !labels.is_empty()
            && matches!(
                self.kind(),
                TokenKind::Word(Keyword::End | Keyword::When | Keyword::Else | Keyword::Elsif | Keyword::Exception)
            )
        {
            // Ada 2012: a label may end a statement list.
            return Ok(Statement { kind: StatementKind::Null, labels, span: self.span_from(start) });
        }
        let kind = match self.kind() {
            TokenKind::Word(word) => self.worded_statement(word)?,
            TokenKind::Identifier if self.kind_ahead(1) == TokenKind::Colon => self.named_statement()?,
            _ => self.simple_statement()?,
        };
        Ok(Statement { kind, labels, span: self.span_from(start) })
    }

    fn named_statement(&mut self) -> Parse<StatementKind> {
        let name = self.identifier()?;
        self.advance();
        match self.kind() {
            TokenKind::Word(Keyword::Loop | Keyword::While | Keyword::For) => self.loop_statement(Some(name)),
            TokenKind::Word(Keyword::Declare | Keyword::Begin) => self.block_statement(Some(name)),
            _ => Err(self.unexpected("a loop or block")),
        }
    }

    fn simple_statement(&mut self) -> Parse<StatementKind> {
        let target = self.name()?;
        if self.accept(TokenKind::Assign) {
            let value = self.open_expression()?;
            self.semicolon();
            return Ok(StatementKind::Assign(target, value));
        }
        if self.is(TokenKind::Equal) {
            return Err(self.unexpected("`:=`"));
        }
        self.semicolon();
        Ok(StatementKind::Call(target))
    }

    fn worded_statement(&mut self, word: Keyword) -> Parse<StatementKind> {
        match word {
            Keyword::Null => {
                self.advance();
                self.semicolon();
                Ok(StatementKind::Null)
            }
            Keyword::If => self.if_statement(),
            Keyword::Case => self.case_statement(),
            Keyword::Loop | Keyword::While | Keyword::For => self.loop_statement(None),
            Keyword::Declare | Keyword::Begin => self.block_statement(None),
            Keyword::Exit => self.exit_statement(),
            Keyword::Goto => {
                self.advance();
                let label = self.identifier()?;
                self.semicolon();
                Ok(StatementKind::Goto(label))
            }
            Keyword::Return => self.return_statement(),
            Keyword::Raise => self.raise_statement(),
            Keyword::Pragma => self.pragma().map(|p| StatementKind::Pragma(Rc::new(p))),
            Keyword::Delay => {
                self.advance();
                let until = self.accept(TokenKind::Word(Keyword::Until));
                let time = self.expression()?;
                self.semicolon();
                Ok(StatementKind::Delay { until, time })
            }
            Keyword::Abort | Keyword::Requeue | Keyword::Terminate => {
                self.skip_to_semicolon();
                Ok(StatementKind::Refused("tasking statement"))
            }
            Keyword::Accept => self.accept_statement(),
            Keyword::Select => self.select_statement(),
            _ => Err(self.unexpected("a statement")),
        }
    }

    fn if_statement(&mut self) -> Parse<StatementKind> {
        let mut arms = Vec::new();
        self.advance();
        loop {
            let condition = self.open_expression()?;
            self.closing_word(Keyword::Then)?;
            arms.push((condition, self.statements()));
            if !self.accept_word(Keyword::Elsif) {
                break;
            }
        }
        let otherwise = match self.accept_word(Keyword::Else) {
            true => Some(self.statements()),
            false => None,
        };
        self.expect_word(Keyword::End)?;
        self.expect_word(Keyword::If)?;
        self.semicolon();
        Ok(StatementKind::If(arms, otherwise))
    }

    fn case_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        let selector = self.open_expression()?;
        self.expect_word(Keyword::Is)?;
        let mut arms = Vec::new();
        while self.is_word(Keyword::When) || self.is_word(Keyword::Pragma) {
            if self.is_word(Keyword::Pragma) {
                self.pragma()?;
                continue;
            }
            let start = self.expect_word(Keyword::When)?;
            let choices = self.choices()?;
            self.expect(TokenKind::Arrow)?;
            let span = self.span_from(start);
            arms.push(CaseArm { choices, body: self.statements(), span });
        }
        self.expect_word(Keyword::End)?;
        self.expect_word(Keyword::Case)?;
        self.semicolon();
        Ok(StatementKind::Case(selector, arms))
    }

    fn loop_statement(&mut self, name: Option<Identifier>) -> Parse<StatementKind> {
        let scheme = match self.kind() {
            TokenKind::Word(Keyword::While) => {
                self.advance();
                LoopScheme::While(self.open_expression()?)
            }
            TokenKind::Word(Keyword::For) => {
                self.advance();
                LoopScheme::For(Box::new(self.iteration()?))
            }
            _ => LoopScheme::Forever,
        };
        // SPARK 2005 also allows the loop's assertion before the word `loop`.
        let mut body = Vec::new();
        self.statement_annotations(&mut body);
        self.expect_word(Keyword::Loop)?;
        body.extend(self.statements());
        self.expect_word(Keyword::End)?;
        self.expect_word(Keyword::Loop)?;
        let defining = name.map(|last| DefiningName { prefix: Vec::new(), last });
        self.end_name(defining.as_ref());
        Ok(StatementKind::Loop(Box::new(Loop { name, scheme, body })))
    }

    fn block_statement(&mut self, name: Option<Identifier>) -> Parse<StatementKind> {
        self.accept_word(Keyword::Declare);
        let defining = name.map(|last| DefiningName { prefix: Vec::new(), last });
        let block = self.block(defining.as_ref())?;
        Ok(StatementKind::Block { name, block: Box::new(block) })
    }

    fn exit_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        let target = match self.is(TokenKind::Identifier) {
            true => Some(self.identifier()?),
            false => None,
        };
        let condition = match self.accept_word(Keyword::When) {
            true => Some(self.open_expression()?),
            false => None,
        };
        self.semicolon();
        Ok(StatementKind::Exit { target, condition })
    }

    fn return_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        if self.accept(TokenKind::Semicolon) {
            return Ok(StatementKind::Return(None));
        }
        if self.is(TokenKind::Identifier) && self.kind_ahead(1) == TokenKind::Colon {
            return self.extended_return();
        }
        let value = self.open_expression()?;
        self.semicolon();
        Ok(StatementKind::Return(Some(value)))
    }

    fn extended_return(&mut self) -> Parse<StatementKind> {
        let names = vec![self.identifier()?];
        self.expect(TokenKind::Colon)?;
        let aliased = self.accept_word(Keyword::Aliased);
        let constant = self.accept_word(Keyword::Constant);
        let object_type = self.type_reference()?;
        let init = self.initial_value()?;
        let aspects = self.aspects()?;
        let object = ObjectDeclaration { names, constant, aliased, object_type, init, renames: None, aspects };
        let mut body = None;
        if self.accept_word(Keyword::Do) {
            let mut block = Block::default();
            self.handled_statements(&mut block)?;
            block.end = Some(self.expect_word(Keyword::End)?);
            self.expect_word(Keyword::Return)?;
            body = Some(Box::new(block));
        }
        self.semicolon();
        Ok(StatementKind::ExtendedReturn { object: Rc::new(object), body })
    }

    fn raise_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        let mut message = None;
        let exception = match self.is(TokenKind::Semicolon) {
            true => None,
            false => Some(self.name()?),
        };
        if self.accept_word(Keyword::With) {
            message = Some(self.open_expression()?);
        }
        self.semicolon();
        Ok(StatementKind::Raise(exception, message))
    }

    fn accept_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        self.identifier()?;
        // `(Index) (Parameters)`: skip both lists whatever they hold.
        while self.is(TokenKind::LeftParen) {
            self.skip_parentheses();
        }
        if self.accept_word(Keyword::Do) {
            let mut block = Block::default();
            self.handled_statements(&mut block)?;
            self.expect_word(Keyword::End)?;
            if self.is(TokenKind::Identifier) {
                self.advance();
            }
        }
        self.semicolon();
        Ok(StatementKind::Refused("accept statement"))
    }

    pub fn skip_parentheses(&mut self) {
        let mut depth = 0;
        while !self.is(TokenKind::End) {
            match self.kind() {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen => depth -= 1,
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return;
            }
        }
    }

    fn select_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        loop {
            if self.accept_word(Keyword::When) {
                self.expression()?;
                self.expect(TokenKind::Arrow)?;
            }
            self.statements();
            match self.kind() {
                TokenKind::Word(Keyword::Or | Keyword::Else) => {
                    self.advance();
                }
                TokenKind::Word(Keyword::Then) => {
                    self.advance();
                    self.expect_word(Keyword::Abort)?;
                }
                _ => break,
            }
        }
        self.expect_word(Keyword::End)?;
        self.expect_word(Keyword::Select)?;
        self.semicolon();
        Ok(StatementKind::Refused("select statement"))
    }

    pub fn empty_statement(&self, kind: StatementKind, span: Span) -> Statement {
        Statement { kind, labels: Vec::new(), span }
    }
}
