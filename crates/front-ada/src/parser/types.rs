//! Subtype indications, constraints and type declarations (RM 3.2–3.6, 3.10).

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;

impl Parser<'_> {
    /// A subtype mark: a name without parenthesised parts.
    pub fn subtype_mark(&mut self) -> Parse<Expression> {
        let start = self.span();
        let symbol = self.identifier()?.symbol;
        let mut mark = self.make(ExpressionKind::Name(symbol), start);
        loop {
            if self.is(TokenKind::Dot) && self.kind_ahead(1) == TokenKind::Identifier {
                self.advance();
                let selector = self.identifier()?;
                mark = self.make(ExpressionKind::Selected(Box::new(mark), selector), start);
            } else if self.is(TokenKind::Tick) && self.kind_ahead(1) == TokenKind::Identifier {
                self.advance();
                let attribute = self.identifier()?;
                mark = self.make(ExpressionKind::Attribute(Box::new(mark), attribute, Vec::new()), start);
            } else {
                return Ok(mark);
            }
        }
    }

    pub fn subtype_indication(&mut self) -> Parse<SubtypeIndication> {
        let start = self.span();
        let not_null = self.accept_word(Keyword::Not);
        if not_null {
            self.expect_word(Keyword::Null)?;
        }
        let mark = self.subtype_mark()?;
        let constraint = match self.kind() {
            TokenKind::LeftParen => {
                self.advance();
                let parts = self.nested(Self::associations)?;
                self.expect(TokenKind::RightParen)?;
                Some(Constraint::Parts(parts))
            }
            _ => self.scalar_constraint()?,
        };
        Ok(SubtypeIndication { not_null, mark, constraint, span: self.span_from(start) })
    }

    /// What `new` may be followed by: also a qualified expression.
    pub fn subtype_indication_loose(&mut self) -> Parse<SubtypeIndication> {
        let start = self.span();
        if self.is_word(Keyword::Not) {
            return self.subtype_indication();
        }
        let mark = self.name()?;
        let constraint = self.scalar_constraint()?;
        Ok(SubtypeIndication { not_null: false, mark, constraint, span: self.span_from(start) })
    }

    /// `range …`, `digits …`, `delta …`, or nothing.
    pub fn scalar_constraint(&mut self) -> Parse<Option<Constraint>> {
        let constraint = match self.kind() {
            TokenKind::Word(Keyword::Range) => {
                self.advance();
                Constraint::Range(self.range()?)
            }
            TokenKind::Word(Keyword::Digits) => {
                self.advance();
                let digits = self.simple_expression()?;
                Constraint::Digits(digits, self.optional_range()?)
            }
            TokenKind::Word(Keyword::Delta) => {
                self.advance();
                let delta = self.simple_expression()?;
                Constraint::Delta(delta, self.optional_range()?)
            }
            _ => return Ok(None),
        };
        Ok(Some(constraint))
    }

    fn optional_range(&mut self) -> Parse<Option<Expression>> {
        match self.accept_word(Keyword::Range) {
            true => self.range().map(Some),
            false => Ok(None),
        }
    }

    /// `low .. high`, or a name ending in `'Range`.
    pub fn range(&mut self) -> Parse<Expression> {
        let start = self.span();
        if self.is(TokenKind::Box) {
            self.advance();
            return Ok(self.make(ExpressionKind::Box, start));
        }
        let low = self.simple_expression()?;
        if self.accept(TokenKind::DotDot) {
            let high = self.simple_expression()?;
            return Ok(self.make(ExpressionKind::Range(Box::new(low), Box::new(high)), start));
        }
        Ok(low)
    }

    fn static_range(&mut self) -> Parse<(Expression, Expression)> {
        let low = self.simple_expression()?;
        self.expect(TokenKind::DotDot)?;
        let high = self.simple_expression()?;
        Ok((low, high))
    }

    /// The type of an object, parameter or component.
    pub fn type_reference(&mut self) -> Parse<TypeReference> {
        let start = self.span();
        match self.kind() {
            TokenKind::Word(Keyword::Array) => {
                let definition = self.array_definition()?;
                Ok(TypeReference::Array(Box::new(definition), self.span_from(start)))
            }
            TokenKind::Word(Keyword::Access) => {
                self.access_definition()?;
                Ok(TypeReference::Access(self.span_from(start)))
            }
            TokenKind::Word(Keyword::Not) if self.kind_ahead(2) == TokenKind::Word(Keyword::Access) => {
                self.advance();
                self.advance();
                self.access_definition()?;
                Ok(TypeReference::Access(self.span_from(start)))
            }
            _ => self.subtype_indication().map(TypeReference::Indication),
        }
    }

    /// `access …`; the designated subtype is returned when it is written out.
    fn access_definition(&mut self) -> Parse<Option<SubtypeIndication>> {
        self.expect_word(Keyword::Access)?;
        let _ = self.accept_word(Keyword::All) || self.accept_word(Keyword::Constant);
        self.accept_word(Keyword::Protected);
        match self.kind() {
            TokenKind::Word(Keyword::Procedure) => {
                self.advance();
                self.parameters()?;
                Ok(None)
            }
            TokenKind::Word(Keyword::Function) => {
                self.advance();
                self.parameters()?;
                self.expect_word(Keyword::Return)?;
                self.nested(Self::type_reference)?;
                Ok(None)
            }
            _ => self.subtype_indication().map(Some),
        }
    }

    pub fn array_definition(&mut self) -> Parse<ArrayDefinition> {
        self.expect_word(Keyword::Array)?;
        self.expect(TokenKind::LeftParen)?;
        let indexes = self.list(Self::array_index)?;
        self.expect(TokenKind::RightParen)?;
        self.expect_word(Keyword::Of)?;
        self.accept_word(Keyword::Aliased);
        let component = self.nested(Self::type_reference)?;
        Ok(ArrayDefinition { indexes, component })
    }

    fn array_index(&mut self) -> Parse<ArrayIndex> {
        let start = self.span();
        let low = self.simple_expression()?;
        if self.is_word(Keyword::Range) && self.kind_ahead(1) == TokenKind::Box {
            self.advance();
            self.advance();
            return Ok(ArrayIndex { range: low, unconstrained: true });
        }
        let range = self.choice_rest(low, start)?;
        Ok(ArrayIndex { range, unconstrained: false })
    }

    /// `type …;`, after the parser has seen `type`.
    pub fn type_declaration(&mut self) -> Parse<TypeDeclaration> {
        let start = self.expect_word(Keyword::Type)?;
        let name = self.identifier()?;
        let (discriminants, unknown_discriminants) = self.discriminants()?;
        let mut aspects = Vec::new();
        let definition = if self.is(TokenKind::Semicolon) {
            TypeDefinition::Incomplete { tagged: false }
        } else {
            if self.is_word(Keyword::With) {
                // Aspects before `is` occur on protected and task types only.
                aspects = self.aspects()?;
            }
            self.expect_word(Keyword::Is)?;
            self.type_definition(start)?
        };
        aspects.extend(self.aspects()?);
        self.semicolon();
        Ok(TypeDeclaration {
            name,
            discriminants,
            unknown_discriminants,
            definition,
            aspects,
            span: self.span_from(start),
        })
    }

    pub fn discriminants(&mut self) -> Parse<(Vec<Discriminant>, bool)> {
        if !self.accept(TokenKind::LeftParen) {
            return Ok((Vec::new(), false));
        }
        if self.accept(TokenKind::Box) {
            self.expect(TokenKind::RightParen)?;
            return Ok((Vec::new(), true));
        }
        let mut discriminants = Vec::new();
        loop {
            let names = self.identifiers()?;
            self.expect(TokenKind::Colon)?;
            let object_type = self.type_reference()?;
            let default = self.initial_value()?;
            self.aspects()?;
            discriminants.push(Discriminant { names, object_type, default });
            if !self.accept(TokenKind::Semicolon) {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok((discriminants, false))
    }

    /// `:= expression`, or nothing.
    pub fn initial_value(&mut self) -> Parse<Option<Expression>> {
        match self.accept(TokenKind::Assign) {
            true => self.open_expression().map(Some),
            false => Ok(None),
        }
    }

    fn type_definition(&mut self, start: Span) -> Parse<TypeDefinition> {
        match self.kind() {
            TokenKind::LeftParen => self.enumeration(),
            TokenKind::Word(word) => self.worded_definition(word, start),
            _ => Err(self.unexpected("a type definition")),
        }
    }

    fn enumeration(&mut self) -> Parse<TypeDefinition> {
        self.expect(TokenKind::LeftParen)?;
        let literals = self.list(Self::designator)?;
        self.expect(TokenKind::RightParen)?;
        Ok(TypeDefinition::Enumeration(literals))
    }

    fn worded_definition(&mut self, word: Keyword, start: Span) -> Parse<TypeDefinition> {
        match word {
            Keyword::Range => {
                self.advance();
                let (low, high) = self.static_range()?;
                Ok(TypeDefinition::Range(low, high))
            }
            Keyword::Mod => {
                self.advance();
                self.expression().map(TypeDefinition::Modular)
            }
            Keyword::Digits => {
                self.advance();
                let digits = self.simple_expression()?;
                Ok(TypeDefinition::Floating(digits, self.real_range()?))
            }
            Keyword::Delta => {
                self.advance();
                let delta = self.simple_expression()?;
                let digits = match self.accept_word(Keyword::Digits) {
                    true => Some(self.simple_expression()?),
                    false => None,
                };
                Ok(TypeDefinition::Fixed { delta, digits, range: self.real_range()? })
            }
            Keyword::Array => self.array_definition().map(TypeDefinition::Array),
            Keyword::Access => {
                let designated = self.access_definition()?;
                Ok(TypeDefinition::Access("access type", designated.map(Box::new)))
            }
            Keyword::Not => {
                self.advance();
                self.expect_word(Keyword::Null)?;
                let designated = self.access_definition()?;
                Ok(TypeDefinition::Access("access type", designated.map(Box::new)))
            }
            Keyword::Interface | Keyword::Task | Keyword::Protected | Keyword::Synchronized => {
                self.interface_definition(word)
            }
            _ => self.composite_definition(start),
        }
    }

    fn interface_definition(&mut self, word: Keyword) -> Parse<TypeDefinition> {
        self.advance();
        if self.is_word(Keyword::New) {
            return self.composite_definition(self.span());
        }
        if word != Keyword::Interface {
            self.expect_word(Keyword::Interface)?;
        }
        while self.accept_word(Keyword::And) {
            self.subtype_mark()?;
        }
        Ok(TypeDefinition::Interface)
    }

    fn real_range(&mut self) -> Parse<Option<(Expression, Expression)>> {
        match self.accept_word(Keyword::Range) {
            true => self.static_range().map(Some),
            false => Ok(None),
        }
    }

    /// Records, derived, private and tagged types, with their leading words in any order.
    fn composite_definition(&mut self, _start: Span) -> Parse<TypeDefinition> {
        let (mut is_abstract, mut tagged, mut limited) = (false, false, false);
        loop {
            match self.kind() {
                TokenKind::Word(Keyword::Abstract) => is_abstract = true,
                TokenKind::Word(Keyword::Tagged) => tagged = true,
                TokenKind::Word(Keyword::Limited | Keyword::Synchronized) => limited = true,
                _ => break,
            }
            self.advance();
        }
        match self.kind() {
            TokenKind::Word(Keyword::Record | Keyword::Null) => {
                self.record_definition(tagged, limited).map(TypeDefinition::Record)
            }
            TokenKind::Word(Keyword::Private) => {
                self.advance();
                Ok(TypeDefinition::Private { tagged, limited })
            }
            TokenKind::Word(Keyword::Interface) => self.interface_definition(Keyword::Interface),
            TokenKind::Word(Keyword::New) => self.derived_definition(is_abstract),
            _ if tagged => Ok(TypeDefinition::Incomplete { tagged }),
            _ => Err(self.unexpected("a type definition")),
        }
    }

    fn derived_definition(&mut self, is_abstract: bool) -> Parse<TypeDefinition> {
        self.expect_word(Keyword::New)?;
        let parent = self.subtype_indication()?;
        while self.accept_word(Keyword::And) {
            self.subtype_mark()?;
        }
        // `with` opens either an extension or aspects: an extension goes on with one of three words.
        let opens_extension = self.is_word(Keyword::With)
            && matches!(self.kind_ahead(1), TokenKind::Word(Keyword::Private | Keyword::Record | Keyword::Null));
        let extension = if opens_extension {
            self.advance();
            match self.accept_word(Keyword::Private) {
                true => Some(None),
                false => Some(Some(self.record_definition(true, false)?)),
            }
        } else {
            None
        };
        Ok(TypeDefinition::Derived { parent, extension, is_abstract })
    }
}
