//! Operators, from the comma down to casts.

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;

impl Parser<'_> {
    pub fn expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        let mut left = self.assignment_expression()?;
        let mut length = 0;
        while self.accept(TokenKind::Comma) {
            let right = self.assignment_expression()?;
            length += 1;
            self.check_chain(length)?;
            let kind = ExpressionKind::Binary(BinaryOperator::Comma, Box::new(left), Box::new(right));
            left = Expression { kind, span: self.span_from(start) };
        }
        Ok(left)
    }

    pub fn assignment_expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        let target = self.conditional_expression()?;
        let Some(operator) = assignment_operator(self.kind()) else {
            return Ok(target);
        };
        self.advance();
        let value = self.nested(Self::assignment_expression)?;
        let kind = ExpressionKind::Assign(operator, Box::new(target), Box::new(value));
        Ok(Expression { kind, span: self.span_from(start) })
    }

    pub fn conditional_expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        let condition = self.binary_expression(0)?;
        if !self.accept(TokenKind::Question) {
            return Ok(condition);
        }
        let then = if self.is(TokenKind::Colon) { None } else { Some(Box::new(self.nested(Self::expression)?)) };
        self.expect(TokenKind::Colon)?;
        let otherwise = self.nested(Self::conditional_expression)?;
        let kind = ExpressionKind::Conditional(Box::new(condition), then, Box::new(otherwise));
        Ok(Expression { kind, span: self.span_from(start) })
    }

    /// Binary operators that bind at least as strongly as `level`, by precedence climbing.
    fn binary_expression(&mut self, level: u8) -> Parse<Expression> {
        let start = self.span();
        let mut left = self.cast_expression()?;
        let mut length = 0;
        while let Some((operator, strength)) = binary_operator(self.kind()) {
            if strength < level {
                break;
            }
            self.advance();
            // `==>` groups to the right, all others to the left.
            let next = if operator == BinaryOperator::Implies { strength } else { strength + 1 };
            let right = self.nested(|parser| parser.binary_expression(next))?;
            length += 1;
            self.check_chain(length)?;
            let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
            left = Expression { kind, span: self.span_from(start) };
        }
        Ok(left)
    }

    pub fn cast_expression(&mut self) -> Parse<Expression> {
        if !self.is(TokenKind::LeftParen) || !self.starts_type_ahead(1) {
            return self.unary_expression();
        }
        let start = self.span();
        self.advance();
        let type_name = self.nested(Self::type_name)?;
        self.expect_closing(TokenKind::RightParen, start)?;
        if self.is(TokenKind::LeftBrace) {
            let literal = self.compound_literal(type_name, start)?;
            return self.postfix_operators(literal, start);
        }
        let value = self.nested(Self::cast_expression)?;
        let kind = ExpressionKind::Cast(Box::new(type_name), Box::new(value));
        Ok(Expression { kind, span: self.span_from(start) })
    }

    fn compound_literal(&mut self, type_name: TypeName, start: cairn_base::Span) -> Parse<Expression> {
        let list = self.nested(Self::initializer_list)?;
        let kind = ExpressionKind::CompoundLiteral(Box::new(type_name), list);
        Ok(Expression { kind, span: self.span_from(start) })
    }

    fn unary_expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        let operator = match self.kind() {
            TokenKind::Plus => UnaryOperator::Plus,
            TokenKind::Minus => UnaryOperator::Minus,
            TokenKind::Not => UnaryOperator::Not,
            TokenKind::Tilde => UnaryOperator::Complement,
            TokenKind::Star => UnaryOperator::Dereference,
            TokenKind::And => UnaryOperator::AddressOf,
            TokenKind::PlusPlus => UnaryOperator::PreIncrement,
            TokenKind::MinusMinus => UnaryOperator::PreDecrement,
            TokenKind::AndAnd => {
                self.advance();
                let label = self.identifier()?;
                return Ok(Expression { kind: ExpressionKind::LabelAddress(label), span: self.span_from(start) });
            }
            TokenKind::Keyword(Keyword::Real) => UnaryOperator::Real,
            TokenKind::Keyword(Keyword::Imag) => UnaryOperator::Imaginary,
            TokenKind::Keyword(Keyword::Extension) => {
                self.advance();
                return self.nested(Self::cast_expression);
            }
            TokenKind::Keyword(Keyword::Sizeof | Keyword::Alignof) => return self.sizeof_expression(),
            _ => return self.postfix_expression(),
        };
        self.advance();
        let operand = self.nested(Self::cast_expression)?;
        let kind = ExpressionKind::Unary(operator, Box::new(operand));
        Ok(Expression { kind, span: self.span_from(start) })
    }

    fn sizeof_expression(&mut self) -> Parse<Expression> {
        let start = self.span();
        let is_sizeof = self.is_word(Keyword::Sizeof);
        self.advance();
        let of_expression = |operand: Expression| match is_sizeof {
            true => ExpressionKind::SizeofExpression(Box::new(operand)),
            false => ExpressionKind::AlignofExpression(Box::new(operand)),
        };
        if !self.is(TokenKind::LeftParen) || !self.starts_type_ahead(1) {
            let kind = of_expression(self.nested(Self::unary_expression)?);
            return Ok(Expression { kind, span: self.span_from(start) });
        }
        let opened = self.span();
        self.advance();
        let type_name = self.nested(Self::type_name)?;
        self.expect_closing(TokenKind::RightParen, opened)?;
        let kind = if self.is(TokenKind::LeftBrace) {
            let literal = self.compound_literal(type_name, opened)?;
            of_expression(self.postfix_operators(literal, opened)?)
        } else if is_sizeof {
            ExpressionKind::SizeofType(Box::new(type_name))
        } else {
            ExpressionKind::AlignofType(Box::new(type_name))
        };
        Ok(Expression { kind, span: self.span_from(start) })
    }
}

/// The operator of an assignment: `Some(None)` for `=`.
fn assignment_operator(kind: TokenKind) -> Option<Option<BinaryOperator>> {
    use BinaryOperator::*;
    Some(match kind {
        TokenKind::Assign => None,
        TokenKind::PlusAssign => Some(Add),
        TokenKind::MinusAssign => Some(Subtract),
        TokenKind::StarAssign => Some(Multiply),
        TokenKind::SlashAssign => Some(Divide),
        TokenKind::PercentAssign => Some(Remainder),
        TokenKind::AndAssign => Some(BitAnd),
        TokenKind::OrAssign => Some(BitOr),
        TokenKind::XorAssign => Some(BitXor),
        TokenKind::ShiftLeftAssign => Some(ShiftLeft),
        TokenKind::ShiftRightAssign => Some(ShiftRight),
        _ => return None,
    })
}

/// A binary operator and how strongly it binds.
fn binary_operator(kind: TokenKind) -> Option<(BinaryOperator, u8)> {
    use BinaryOperator::*;
    Some(match kind {
        TokenKind::Implies => (Implies, 0),
        TokenKind::OrOr => (LogicalOr, 1),
        TokenKind::AndAnd => (LogicalAnd, 2),
        TokenKind::Or => (BitOr, 3),
        TokenKind::Xor => (BitXor, 4),
        TokenKind::And => (BitAnd, 5),
        TokenKind::Equal => (Equal, 6),
        TokenKind::NotEqual => (NotEqual, 6),
        TokenKind::Less => (Less, 7),
        TokenKind::Greater => (Greater, 7),
        TokenKind::LessEqual => (LessEqual, 7),
        TokenKind::GreaterEqual => (GreaterEqual, 7),
        TokenKind::ShiftLeft => (ShiftLeft, 8),
        TokenKind::ShiftRight => (ShiftRight, 8),
        TokenKind::Plus => (Add, 9),
        TokenKind::Minus => (Subtract, 9),
        TokenKind::Star => (Multiply, 10),
        TokenKind::Slash => (Divide, 10),
        TokenKind::Percent => (Remainder, 10),
        _ => return None,
    })
}
