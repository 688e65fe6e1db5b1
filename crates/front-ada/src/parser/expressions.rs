//! Expressions (RM 4.4–4.5): operators by precedence, conditional, quantified and declare expressions.

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;

/// Operators in one chain (`A & B & …`) build a tree as deep as the chain is long.
const CHAIN_LIMIT: u32 = 4000;

impl Parser<'_> {
    pub fn expression(&mut self) -> Parse<Expression> {
        self.nested(Self::logical)
    }

    pub fn make(&self, kind: ExpressionKind, start: Span) -> Expression {
        Expression { kind, span: self.span_from(start) }
    }

    fn binary(&self, operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
        let span = left.span.to(right.span);
        Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span }
    }

    fn long_chain(&mut self, length: u32) -> Parse<()> {
        if length < CHAIN_LIMIT {
            return Ok(());
        }
        self.report(crate::codes::TOO_DEEP, self.span(), format!("more than {CHAIN_LIMIT} operators in a row"));
        Err(super::Reported)
    }

    /// `and`, `or`, `xor`, `and then`, `or else`, and SPARK 2005's `->` and `<->` below them.
    fn logical(&mut self) -> Parse<Expression> {
        let mut left = self.conjunction()?;
        let mut length = 0;
        while self.in_annotation && matches!(self.kind(), TokenKind::Implies | TokenKind::Equivalent) {
            length += 1;
            self.long_chain(length)?;
            let operator = match self.advance().kind {
                TokenKind::Implies => BinaryOperator::Implies,
                _ => BinaryOperator::Equivalent,
            };
            let right = self.conjunction()?;
            left = self.binary(operator, left, right);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Parse<Expression> {
        let mut left = self.relation()?;
        let mut length = 0;
        loop {
            let operator = match self.kind() {
                TokenKind::Word(Keyword::And) => BinaryOperator::And,
                TokenKind::Word(Keyword::Or) => BinaryOperator::Or,
                TokenKind::Word(Keyword::Xor) => BinaryOperator::Xor,
                _ => return Ok(left),
            };
            length += 1;
            self.long_chain(length)?;
            self.advance();
            let operator = match operator {
                BinaryOperator::And if self.accept_word(Keyword::Then) => BinaryOperator::AndThen,
                BinaryOperator::Or if self.accept_word(Keyword::Else) => BinaryOperator::OrElse,
                other => other,
            };
            let right = self.relation()?;
            left = self.binary(operator, left, right);
        }
    }

    fn relation(&mut self) -> Parse<Expression> {
        let start = self.span();
        if self.is_word(Keyword::Raise) {
            return self.raise_expression();
        }
        let left = self.simple_expression()?;
        let operator = match self.kind() {
            TokenKind::Equal => BinaryOperator::Equal,
            TokenKind::NotEqual => BinaryOperator::NotEqual,
            TokenKind::Less => BinaryOperator::Less,
            TokenKind::LessEqual => BinaryOperator::LessEqual,
            TokenKind::Greater => BinaryOperator::Greater,
            TokenKind::GreaterEqual => BinaryOperator::GreaterEqual,
            TokenKind::Word(Keyword::In) => return self.membership(left, start, false),
            TokenKind::Word(Keyword::Not) if self.kind_ahead(1) == TokenKind::Word(Keyword::In) => {
                self.advance();
                return self.membership(left, start, true);
            }
            _ => return Ok(left),
        };
        self.advance();
        let right = self.simple_expression()?;
        Ok(self.binary(operator, left, right))
    }

    fn raise_expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        self.advance();
        let name = Box::new(self.name()?);
        let message = match self.accept_word(Keyword::With) {
            true => Some(Box::new(self.simple_expression()?)),
            false => None,
        };
        Ok(self.make(ExpressionKind::Raise(name, message), start))
    }

    fn membership(&mut self, value: Expression, start: Span, negated: bool) -> Parse<Expression> {
        self.expect_word(Keyword::In)?;
        let mut choices = vec![self.choice()?];
        while self.accept(TokenKind::Bar) {
            choices.push(self.choice()?);
        }
        let value = Box::new(value);
        Ok(self.make(ExpressionKind::Membership { negated, value, choices }, start))
    }

    pub fn simple_expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        let sign = match self.kind() {
            TokenKind::Plus => Some(UnaryOperator::Plus),
            TokenKind::Minus => Some(UnaryOperator::Minus),
            _ => None,
        };
        let mut left = match sign {
            Some(sign) => {
                self.advance();
                let operand = self.term()?;
                self.make(ExpressionKind::Unary(sign, Box::new(operand)), start)
            }
            None => self.term()?,
        };
        let mut length = 0;
        loop {
            let operator = match self.kind() {
                TokenKind::Plus => BinaryOperator::Add,
                TokenKind::Minus => BinaryOperator::Subtract,
                TokenKind::Ampersand => BinaryOperator::Concatenate,
                _ => return Ok(left),
            };
            length += 1;
            self.long_chain(length)?;
            self.advance();
            let right = self.term()?;
            left = self.binary(operator, left, right);
        }
    }

    fn term(&mut self) -> Parse<Expression> {
        let mut left = self.factor()?;
        let mut length = 0;
        loop {
            let operator = match self.kind() {
                TokenKind::Star => BinaryOperator::Multiply,
                TokenKind::Slash => BinaryOperator::Divide,
                TokenKind::Word(Keyword::Mod) => BinaryOperator::Mod,
                TokenKind::Word(Keyword::Rem) => BinaryOperator::Rem,
                _ => return Ok(left),
            };
            length += 1;
            self.long_chain(length)?;
            self.advance();
            let right = self.factor()?;
            left = self.binary(operator, left, right);
        }
    }

    fn factor(&mut self) -> Parse<Expression> {
        let start = self.span();
        let operator = match self.kind() {
            TokenKind::Word(Keyword::Abs) => Some(UnaryOperator::Abs),
            TokenKind::Word(Keyword::Not) => Some(UnaryOperator::Not),
            _ => None,
        };
        if let Some(operator) = operator {
            self.advance();
            let operand = self.nested(Self::primary)?;
            return Ok(self.make(ExpressionKind::Unary(operator, Box::new(operand)), start));
        }
        let base = self.primary()?;
        if self.accept(TokenKind::Power) {
            let exponent = self.primary()?;
            return Ok(self.binary(BinaryOperator::Power, base, exponent));
        }
        Ok(base)
    }

    fn primary(&mut self) -> Parse<Expression> {
        let start = self.span();
        match self.kind() {
            TokenKind::Integer => {
                self.advance();
                Ok(self.make(ExpressionKind::Integer, start))
            }
            TokenKind::Real => {
                self.advance();
                Ok(self.make(ExpressionKind::Real, start))
            }
            TokenKind::Word(Keyword::Null) => {
                self.advance();
                Ok(self.make(ExpressionKind::Null, start))
            }
            TokenKind::Word(Keyword::New) => {
                self.advance();
                let operand = self.allocated()?;
                Ok(self.make(ExpressionKind::Allocator(Box::new(operand)), start))
            }
            // Only SPARK 2005 allows these without parentheses around them.
            TokenKind::Word(Keyword::For) if self.in_annotation => self.quantified(start),
            _ => self.name(),
        }
    }

    fn allocated(&mut self) -> Parse<Expression> {
        let start = self.span();
        if self.is(TokenKind::LeftParen) {
            // A subpool: `new (Pool) T`.
            self.advance();
            self.name()?;
            self.expect(TokenKind::RightParen)?;
        }
        let indication = self.subtype_indication_loose()?;
        Ok(self.make(ExpressionKind::Constrained(Box::new(indication)), start))
    }

    /// An expression that may also be conditional, quantified or declare without its own parentheses.
    pub fn open_expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        match self.kind() {
            TokenKind::Word(Keyword::If) => self.nested(|p| p.if_expression(start)),
            TokenKind::Word(Keyword::Case) => self.nested(|p| p.case_expression(start)),
            TokenKind::Word(Keyword::For)
                if matches!(self.kind_ahead(1), TokenKind::Word(Keyword::All | Keyword::Some)) =>
            {
                self.nested(|p| p.quantified(start))
            }
            TokenKind::Word(Keyword::Declare) => self.nested(|p| p.declare_expression(start)),
            _ => self.expression(),
        }
    }

    fn if_expression(&mut self, start: Span) -> Parse<Expression> {
        let mut arms = Vec::new();
        self.advance();
        loop {
            let condition = self.open_expression()?;
            self.expect_word(Keyword::Then)?;
            let value = self.open_expression()?;
            arms.push((condition, value));
            if !self.accept_word(Keyword::Elsif) {
                break;
            }
        }
        let otherwise = match self.accept_word(Keyword::Else) {
            true => Some(Box::new(self.open_expression()?)),
            false => None,
        };
        Ok(self.make(ExpressionKind::If(arms, otherwise), start))
    }

    fn case_expression(&mut self, start: Span) -> Parse<Expression> {
        self.advance();
        let selector = Box::new(self.open_expression()?);
        self.expect_word(Keyword::Is)?;
        let mut arms = Vec::new();
        loop {
            let arm_start = self.expect_word(Keyword::When)?;
            let choices = self.choices()?;
            self.expect(TokenKind::Arrow)?;
            let body = self.open_expression()?;
            arms.push(CaseArm { choices, body, span: self.span_from(arm_start) });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        Ok(self.make(ExpressionKind::Case(selector, arms), start))
    }

    fn quantified(&mut self, start: Span) -> Parse<Expression> {
        self.expect_word(Keyword::For)?;
        let universal = self.accept_word(Keyword::All);
        if !universal {
            self.expect_word(Keyword::Some)?;
        }
        let iteration = Box::new(self.iteration()?);
        self.expect(TokenKind::Arrow)?;
        let body = Box::new(self.open_expression()?);
        Ok(self.make(ExpressionKind::Quantified { universal, iteration, body }, start))
    }

    fn declare_expression(&mut self, start: Span) -> Parse<Expression> {
        self.advance();
        let mut declarations = Vec::new();
        while !self.is_word(Keyword::Begin) && !self.is(TokenKind::End) {
            let before = self.at;
            self.declaration(&mut declarations)?;
            if self.at == before {
                return Err(self.unexpected("`begin`"));
            }
        }
        self.expect_word(Keyword::Begin)?;
        let body = Box::new(self.open_expression()?);
        Ok(self.make(ExpressionKind::Declare(self.shared(declarations), body), start))
    }

    /// `X in [reverse] …` or `X [: T] of …`, after `for` (and `all` or `some`).
    pub fn iteration(&mut self) -> Parse<Iteration> {
        let name = self.identifier()?;
        let subtype = match self.accept(TokenKind::Colon) {
            true => Some(self.subtype_indication()?),
            false => None,
        };
        let of = self.accept_word(Keyword::Of);
        if !of {
            self.expect_word(Keyword::In)?;
        }
        let reverse = self.accept_word(Keyword::Reverse);
        let domain = if of { self.name()? } else { self.choice()? };
        let mut more = Vec::new();
        while !of && self.accept(TokenKind::Bar) {
            more.push(self.choice()?);
        }
        let filter = match self.accept_word(Keyword::When) {
            true => Some(self.expression()?),
            false => None,
        };
        Ok(Iteration { name, of, reverse, subtype, domain, more, filter })
    }

    /// A value, a range, a subtype (constrained or not), or `others`.
    pub fn choice(&mut self) -> Parse<Expression> {
        let start = self.span();
        if self.accept_word(Keyword::Others) {
            return Ok(self.make(ExpressionKind::Others, start));
        }
        let low = self.nested(Self::simple_or_relation)?;
        self.choice_rest(low, start)
    }

    /// In a choice `A in B` cannot be a membership test, but relations do occur (Boolean cases).
    fn simple_or_relation(&mut self) -> Parse<Expression> {
        if self.is_word(Keyword::Raise) {
            return self.raise_expression();
        }
        self.simple_expression()
    }

    /// What may follow the first simple expression of a choice.
    pub fn choice_rest(&mut self, low: Expression, start: Span) -> Parse<Expression> {
        match self.kind() {
            TokenKind::DotDot => {
                self.advance();
                let high = self.simple_expression()?;
                Ok(self.make(ExpressionKind::Range(Box::new(low), Box::new(high)), start))
            }
            TokenKind::Word(Keyword::Range | Keyword::Digits | Keyword::Delta) => {
                let constraint = self.scalar_constraint()?;
                let indication =
                    SubtypeIndication { not_null: false, mark: low, constraint, span: self.span_from(start) };
                Ok(self.make(ExpressionKind::Constrained(Box::new(indication)), start))
            }
            _ => Ok(low),
        }
    }

    pub fn choices(&mut self) -> Parse<Vec<Expression>> {
        let mut choices = vec![self.choice()?];
        while self.accept(TokenKind::Bar) {
            choices.push(self.choice()?);
        }
        Ok(choices)
    }
}
