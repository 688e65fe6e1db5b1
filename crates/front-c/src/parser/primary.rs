//! Postfix operators, literals, names, and the builtins that take types.

use super::declarations::Declared;
use super::{Parse, Parser, Reported};
use crate::codes;
use crate::syntax::ast::*;
use crate::syntax::literal_text::{Number, read_character, read_number, read_strings};
use crate::syntax::literals::StringLiteral;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;

impl Parser<'_> {
    pub fn postfix_expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        let primary = self.primary()?;
        self.postfix_operators(primary, start)
    }

    pub fn postfix_operators(&mut self, mut value: Expression, start: Span) -> Parse<Expression> {
        let mut length = 0;
        loop {
            let kind = match self.kind() {
                TokenKind::LeftParen => ExpressionKind::Call(Box::new(value), self.nested(Self::arguments)?),
                TokenKind::LeftBracket => {
                    let opened = self.span();
                    self.advance();
                    let index = self.nested(Self::expression)?;
                    self.expect_closing(TokenKind::RightBracket, opened)?;
                    ExpressionKind::Index(Box::new(value), Box::new(index))
                }
                TokenKind::Dot => {
                    self.advance();
                    ExpressionKind::Member(Box::new(value), self.identifier()?)
                }
                TokenKind::Arrow => {
                    self.advance();
                    ExpressionKind::Arrow(Box::new(value), self.identifier()?)
                }
                TokenKind::PlusPlus => {
                    self.advance();
                    ExpressionKind::Unary(UnaryOperator::PostIncrement, Box::new(value))
                }
                TokenKind::MinusMinus => {
                    self.advance();
                    ExpressionKind::Unary(UnaryOperator::PostDecrement, Box::new(value))
                }
                _ => return Ok(value),
            };
            length += 1;
            self.check_chain(length)?;
            value = Expression { kind, span: self.span_from(start) };
        }
    }

    fn arguments(&mut self) -> Parse<Vec<Expression>> {
        let opened = self.expect(TokenKind::LeftParen)?;
        let mut arguments = Vec::new();
        while !self.is(TokenKind::RightParen) {
            arguments.push(self.assignment_expression()?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RightParen, opened)?;
        Ok(arguments)
    }

    fn primary(&mut self) -> Parse<Expression> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Identifier => ExpressionKind::Name(self.advance().symbol),
            TokenKind::Number => self.number()?,
            TokenKind::Character => self.character()?,
            TokenKind::String => ExpressionKind::String(self.string_literal()?),
            TokenKind::LeftParen => return self.nested(Self::parenthesized),
            TokenKind::Keyword(word) => return self.nested(|parser| parser.keyword_primary(word)),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Expression { kind, span: self.span_from(start) })
    }

    /// `(expression)` or `({ … })`. The place includes the parentheses.
    fn parenthesized(&mut self) -> Parse<Expression> {
        let opened = self.expect(TokenKind::LeftParen)?;
        let kind = if self.is(TokenKind::LeftBrace) {
            ExpressionKind::Statement(Box::new(self.compound()?))
        } else {
            self.expression()?.kind
        };
        self.expect_closing(TokenKind::RightParen, opened)?;
        Ok(Expression { kind, span: self.span_from(opened) })
    }

    fn number(&mut self) -> Parse<ExpressionKind> {
        let kind = match read_number(self.token_text()) {
            Ok(Number::Integer(literal)) => ExpressionKind::Integer(literal),
            Ok(Number::Float(literal)) => ExpressionKind::Float(literal),
            Err(message) => return Err(self.bad_literal(message)),
        };
        self.advance();
        Ok(kind)
    }

    fn character(&mut self) -> Parse<ExpressionKind> {
        match read_character(self.token_text()) {
            Ok(literal) => {
                self.advance();
                Ok(ExpressionKind::Character(literal))
            }
            Err(message) => Err(self.bad_literal(message)),
        }
    }

    fn bad_literal(&mut self, message: String) -> Reported {
        let span = self.span();
        self.report(codes::BAD_LITERAL, span, message);
        Reported
    }

    /// One or more neighbouring string literals.
    pub fn string_literal(&mut self) -> Parse<StringLiteral> {
        let start = self.span();
        if !self.is(TokenKind::String) {
            return Err(self.unexpected("a string"));
        }
        let mut texts = Vec::new();
        while self.is(TokenKind::String) {
            texts.push(self.token_text());
            self.advance();
        }
        let (literal, wrong) = read_strings(&texts);
        if let Some(message) = wrong {
            let span = self.span_from(start);
            self.report(codes::BAD_LITERAL, span, message);
        }
        Ok(literal)
    }

    /// Builtins with their own grammar.
    fn keyword_primary(&mut self, word: Keyword) -> Parse<Expression> {
        let start = self.span();
        let is_quantifier = matches!(word, Keyword::Forall | Keyword::Exists);
        let has_parentheses = matches!(
            word,
            Keyword::VaArg
                | Keyword::Offsetof
                | Keyword::TypesCompatible
                | Keyword::ChooseExpression
                | Keyword::ConvertVector
                | Keyword::Generic
        );
        if !is_quantifier && !has_parentheses {
            return Err(self.unexpected("an expression"));
        }
        self.advance();
        if is_quantifier {
            let kind = self.quantifier(word == Keyword::Forall)?;
            return Ok(Expression { kind, span: self.span_from(start) });
        }
        let opened = self.expect(TokenKind::LeftParen)?;
        let kind = self.builtin(word)?;
        self.expect_closing(TokenKind::RightParen, opened)?;
        Ok(Expression { kind, span: self.span_from(start) })
    }

    /// What stands between the parentheses of a builtin.
    fn builtin(&mut self, word: Keyword) -> Parse<ExpressionKind> {
        Ok(match word {
            Keyword::VaArg => {
                let list = self.value_and_comma()?;
                ExpressionKind::VaArg(list, Box::new(self.type_name()?))
            }
            Keyword::ConvertVector => {
                let value = self.value_and_comma()?;
                ExpressionKind::ConvertVector(value, Box::new(self.type_name()?))
            }
            Keyword::Offsetof => {
                let type_name = Box::new(self.type_name()?);
                self.expect(TokenKind::Comma)?;
                ExpressionKind::Offsetof(type_name, self.offsetof_path()?)
            }
            Keyword::TypesCompatible => {
                let left = Box::new(self.type_name()?);
                self.expect(TokenKind::Comma)?;
                ExpressionKind::TypesCompatible(left, Box::new(self.type_name()?))
            }
            Keyword::ChooseExpression => {
                let condition = self.value_and_comma()?;
                let then = self.value_and_comma()?;
                ExpressionKind::Choose(condition, then, Box::new(self.assignment_expression()?))
            }
            _ => self.generic()?,
        })
    }

    fn value_and_comma(&mut self) -> Parse<BoxExpression> {
        let value = self.assignment_expression()?;
        self.expect(TokenKind::Comma)?;
        Ok(Box::new(value))
    }

    fn generic(&mut self) -> Parse<ExpressionKind> {
        let selector = Box::new(self.assignment_expression()?);
        let mut associations = Vec::new();
        while self.accept(TokenKind::Comma) {
            let type_name = if self.accept_word(Keyword::Default) { None } else { Some(self.type_name()?) };
            self.expect(TokenKind::Colon)?;
            let value = self.assignment_expression()?;
            associations.push((type_name, value));
        }
        Ok(ExpressionKind::Generic { selector, associations })
    }

    /// `{ int i; condition }` behind `__CPROVER_forall` or `__CPROVER_exists`.
    fn quantifier(&mut self, is_universal: bool) -> Parse<ExpressionKind> {
        let opened = self.expect(TokenKind::LeftBrace)?;
        self.scopes.open();
        let result = self.quantified();
        self.scopes.close();
        let (variables, body) = result?;
        self.accept(TokenKind::Semicolon);
        self.expect_closing(TokenKind::RightBrace, opened)?;
        Ok(ExpressionKind::Quantified { is_universal, variables, body: Box::new(body) })
    }

    fn quantified(&mut self) -> Parse<(Vec<Declaration>, Expression)> {
        let mut variables = Vec::new();
        while self.starts_type() {
            match self.declaration()? {
                Declared::Declaration(declaration) => variables.push(declaration),
                Declared::Function(_) => return Err(self.unexpected("`;`")),
            }
        }
        Ok((variables, self.expression()?))
    }
}
