//! Names (RM 4.1), aggregates (RM 4.3), and everything else in parentheses.

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;
use std::rc::Rc;

impl Parser<'_> {
    /// A name with all its suffixes, a literal that can stand as one, or a parenthesised form.
    pub fn name(&mut self) -> Parse<Expression> {
        let start = self.span();
        let prefix = match self.kind() {
            TokenKind::Identifier => {
                let symbol = self.advance().symbol;
                self.make(ExpressionKind::Name(symbol), start)
            }
            TokenKind::Character => {
                let character = self.character_value();
                let symbol = self.advance().symbol;
                self.make(ExpressionKind::Character(character, symbol), start)
            }
            TokenKind::String => {
                let text = self.string_value();
                self.advance();
                self.make(ExpressionKind::String(text), start)
            }
            TokenKind::At => {
                self.advance();
                self.make(ExpressionKind::Target, start)
            }
            TokenKind::LeftParen => self.nested(Self::parenthesized)?,
            TokenKind::LeftBracket => self.nested(Self::bracketed)?,
            TokenKind::Box => {
                self.advance();
                self.make(ExpressionKind::Box, start)
            }
            _ => return Err(self.unexpected("an expression")),
        };
        self.suffixes(prefix, start)
    }

    fn character_value(&self) -> char {
        let text = self.token_text();
        if let Some(hex) = text.strip_prefix("'[\"").and_then(|t| t.strip_suffix("\"]'")) {
            return u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).unwrap_or(' ');
        }
        text.chars().nth(1).unwrap_or(' ')
    }

    /// The contents of a string literal, doubled quotes made single.
    pub fn string_value(&self) -> Rc<str> {
        let text = self.token_text();
        let inner = text.strip_prefix('"').unwrap_or(text);
        let inner = inner.strip_suffix('"').unwrap_or(inner);
        inner.replace("\"\"", "\"").into()
    }

    fn suffixes(&mut self, mut prefix: Expression, start: Span) -> Parse<Expression> {
        let mut length = 0;
        loop {
            length += 1;
            if length > 500 {
                self.report(crate::codes::TOO_DEEP, self.span(), "name with more than 500 parts");
                return Err(super::Reported);
            }
            let kind = match self.kind() {
                TokenKind::Dot => {
                    self.advance();
                    if self.accept_word(Keyword::All) {
                        ExpressionKind::Dereference(Box::new(prefix))
                    } else {
                        let selector = self.designator()?;
                        ExpressionKind::Selected(Box::new(prefix), selector)
                    }
                }
                TokenKind::LeftParen => {
                    self.advance();
                    let arguments = self.nested(Self::associations)?;
                    self.expect(TokenKind::RightParen)?;
                    ExpressionKind::Apply(Box::new(prefix), arguments)
                }
                TokenKind::Tick => self.after_tick(prefix)?,
                TokenKind::Tilde if self.in_annotation => {
                    self.advance();
                    ExpressionKind::Initial(Box::new(prefix))
                }
                // SPARK 2005: `A [I => V; J => W]`, an updated array or record.
                TokenKind::LeftBracket if self.in_annotation => {
                    self.advance();
                    let mut associations = self.associations()?;
                    while self.accept(TokenKind::Semicolon) {
                        associations.extend(self.associations()?);
                    }
                    self.expect(TokenKind::RightBracket)?;
                    ExpressionKind::Aggregate(Aggregate {
                        base: Some(Box::new(prefix)),
                        form: AggregateForm::Delta,
                        associations,
                    })
                }
                _ => return Ok(prefix),
            };
            prefix = self.make(kind, start);
        }
    }

    fn after_tick(&mut self, prefix: Expression) -> Parse<ExpressionKind> {
        self.advance();
        if self.is(TokenKind::LeftParen) {
            let operand = self.nested(Self::parenthesized)?;
            return Ok(ExpressionKind::Qualified(Box::new(prefix), Box::new(operand)));
        }
        if self.is(TokenKind::LeftBracket) {
            let operand = self.nested(Self::bracketed)?;
            return Ok(ExpressionKind::Qualified(Box::new(prefix), Box::new(operand)));
        }
        let attribute = self.identifier()?;
        let mut arguments = Vec::new();
        // `'Class (X)` and `'Base (X)` are conversions: the parenthesis belongs to the next suffix.
        let text = self.names.text(attribute.symbol);
        if self.is(TokenKind::LeftParen) && !matches!(text, "class" | "base" | "result" | "old" | "loop_entry") {
            self.advance();
            arguments = self.nested(Self::associations)?;
            self.expect(TokenKind::RightParen)?;
        }
        Ok(ExpressionKind::Attribute(Box::new(prefix), attribute, arguments))
    }

    /// `(…)`: an expression, a conditional form, or an aggregate.
    fn parenthesized(&mut self) -> Parse<Expression> {
        let start = self.span();
        self.expect(TokenKind::LeftParen)?;
        let result = self.parenthesized_inner(start, AggregateForm::Plain)?;
        self.expect(TokenKind::RightParen)?;
        Ok(Expression { span: self.span_from(start), ..result })
    }

    fn bracketed(&mut self) -> Parse<Expression> {
        let start = self.span();
        self.expect(TokenKind::LeftBracket)?;
        let mut associations = Vec::new();
        let (mut base, mut form) = (None, AggregateForm::Bracketed);
        if !self.is(TokenKind::RightBracket) {
            associations = self.associations()?;
            if self.is_word(Keyword::With) && associations.len() == 1 && associations[0].choices.is_empty() {
                self.advance();
                self.expect_word(Keyword::Delta)?;
                base = associations.pop().map(|a| Box::new(a.value));
                form = AggregateForm::Delta;
                associations = self.associations()?;
            }
        }
        self.expect(TokenKind::RightBracket)?;
        let aggregate = Aggregate { base, form, associations };
        Ok(self.make(ExpressionKind::Aggregate(aggregate), start))
    }

    fn parenthesized_inner(&mut self, start: Span, form: AggregateForm) -> Parse<Expression> {
        if self.is_word(Keyword::Null) && self.kind_ahead(1) == TokenKind::Word(Keyword::Record) {
            self.advance();
            self.advance();
            let aggregate = Aggregate { base: None, form, associations: Vec::new() };
            return Ok(self.make(ExpressionKind::Aggregate(aggregate), start));
        }
        if self.is(TokenKind::RightParen) {
            // `()`: an empty container aggregate.
            let aggregate = Aggregate { base: None, form, associations: Vec::new() };
            return Ok(self.make(ExpressionKind::Aggregate(aggregate), start));
        }
        let first = self.association()?;
        if first.choices.is_empty() && first.iteration.is_none() {
            match self.kind() {
                TokenKind::RightParen => {
                    return Ok(Expression {
                        kind: ExpressionKind::Parenthesized(Box::new(first.value)),
                        span: self.span_from(start),
                    });
                }
                TokenKind::Word(Keyword::With) => return self.with_aggregate(first.value, start),
                _ => {}
            }
        }
        let mut associations = vec![first];
        while self.accept(TokenKind::Comma) {
            associations.push(self.association()?);
        }
        Ok(self.make(ExpressionKind::Aggregate(Aggregate { base: None, form, associations }), start))
    }

    /// `(base with delta …)` or `(ancestor with …)`, after the first part.
    fn with_aggregate(&mut self, base: Expression, start: Span) -> Parse<Expression> {
        self.expect_word(Keyword::With)?;
        let base = Some(Box::new(base));
        let form = match self.accept_word(Keyword::Delta) {
            true => AggregateForm::Delta,
            false => AggregateForm::Extension,
        };
        let mut associations = Vec::new();
        if form == AggregateForm::Extension
            && self.is_word(Keyword::Null)
            && self.kind_ahead(1) == TokenKind::Word(Keyword::Record)
        {
            self.advance();
            self.advance();
        } else {
            associations = self.associations()?;
        }
        Ok(self.make(ExpressionKind::Aggregate(Aggregate { base, form, associations }), start))
    }

    pub fn associations(&mut self) -> Parse<Vec<Association>> {
        self.list(Self::association)
    }

    /// `value`, `choice | choice => value`, or `for … => value`.
    pub fn association(&mut self) -> Parse<Association> {
        let start = self.span();
        if self.is_word(Keyword::For) && !matches!(self.kind_ahead(1), TokenKind::Word(Keyword::All | Keyword::Some)) {
            self.advance();
            let iteration = Some(Box::new(self.iteration()?));
            if self.is_word(Keyword::Use) {
                self.advance();
                self.expression()?;
            }
            self.expect(TokenKind::Arrow)?;
            let value = self.association_value()?;
            return Ok(Association { choices: Vec::new(), iteration, value });
        }
        let first = match self.kind() {
            TokenKind::Word(Keyword::Others) => self.choice()?,
            _ => {
                let first = self.open_expression()?;
                self.choice_rest(first, start)?
            }
        };
        if !matches!(self.kind(), TokenKind::Bar | TokenKind::Arrow) {
            return Ok(Association { choices: Vec::new(), iteration: None, value: first });
        }
        let mut choices = vec![first];
        while self.accept(TokenKind::Bar) {
            choices.push(self.choice()?);
        }
        self.expect(TokenKind::Arrow)?;
        let value = self.association_value()?;
        Ok(Association { choices, iteration: None, value })
    }

    /// The value of a named association; aspects and pragmas also use ranges here.
    fn association_value(&mut self) -> Parse<Expression> {
        let start = self.span();
        let value = self.open_expression()?;
        self.choice_rest(value, start)
    }
}
