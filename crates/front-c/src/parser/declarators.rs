//! Declarators, parameter lists and type names.

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    Required,
    /// Parameters.
    Allowed,
    /// Type names.
    Forbidden,
}

impl Parser<'_> {
    pub fn empty_declarator(&self) -> Declarator {
        let here = self.span();
        let span = Span { end: here.start, ..here };
        Declarator { name: None, derivations: Vec::new(), attributes: Vec::new(), span }
    }

    pub fn declarator(&mut self, naming: Naming) -> Parse<Declarator> {
        self.nested(|parser| parser.declarator_here(naming))
    }

    fn declarator_here(&mut self, naming: Naming) -> Parse<Declarator> {
        let start = self.span();
        let first = self.at;
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let mut pointers = Vec::new();
        while self.accept(TokenKind::Star) {
            let mut own = Vec::new();
            let qualifiers = self.qualifiers(&mut own)?;
            pointers.push(Derivation::Pointer { qualifiers, attributes: own });
            self.check_chain(pointers.len())?;
        }
        let (name, mut derivations) = self.direct_declarator(naming, &mut attributes)?;
        self.suffixes(&mut derivations)?;
        derivations.extend(pointers.into_iter().rev());
        let span = if self.at == first { Span { end: start.start, ..start } } else { self.span_from(start) };
        Ok(Declarator { name, derivations, attributes, span })
    }

    /// The name, or the declarator in parentheses.
    fn direct_declarator(
        &mut self,
        naming: Naming,
        attributes: &mut Vec<Attribute>,
    ) -> Parse<(Option<Identifier>, Vec<Derivation>)> {
        match self.kind() {
            TokenKind::Identifier if naming != Naming::Forbidden => Ok((Some(self.identifier()?), Vec::new())),
            TokenKind::LeftParen if naming == Naming::Required || self.parenthesis_groups(naming) => {
                let opened = self.span();
                self.advance();
                let inner = self.declarator(naming)?;
                self.expect_closing(TokenKind::RightParen, opened)?;
                attributes.extend(inner.attributes);
                Ok((inner.name, inner.derivations))
            }
            _ if naming == Naming::Required => Err(self.unexpected("a name")),
            _ => Ok((None, Vec::new())),
        }
    }

    /// The `(` here groups a declarator and does not open parameters. A typedef name behind it is a
    /// parameter's type (C17 6.7.6.3p11).
    fn parenthesis_groups(&self, naming: Naming) -> bool {
        match self.kind_ahead(1) {
            TokenKind::Star | TokenKind::LeftParen => true,
            // `(*[3])` groups, too: `([3])` stands for an array.
            TokenKind::LeftBracket => true,
            TokenKind::Keyword(Keyword::Attribute) => {
                // What stands behind the attributes decides; only a pointer makes sense there.
                true
            }
            TokenKind::Identifier => naming == Naming::Allowed && !self.starts_type_ahead(1),
            _ => false,
        }
    }

    fn suffixes(&mut self, derivations: &mut Vec<Derivation>) -> Parse<()> {
        loop {
            match self.kind() {
                TokenKind::LeftBracket if !self.starts_bracket_attribute() => {
                    let array = self.nested(Self::array_suffix)?;
                    derivations.push(array);
                }
                TokenKind::LeftParen => {
                    let parameters = self.nested(Self::parameters)?;
                    derivations.push(Derivation::Function(parameters));
                }
                _ => return Ok(()),
            }
            self.check_chain(derivations.len())?;
        }
    }

    fn array_suffix(&mut self) -> Parse<Derivation> {
        let opened = self.expect(TokenKind::LeftBracket)?;
        let mut is_static = self.accept_word(Keyword::Static);
        let qualifiers = self.qualifiers(&mut Vec::new())?;
        is_static |= self.accept_word(Keyword::Static);
        let size = match self.kind() {
            TokenKind::RightBracket => ArraySize::Unknown,
            TokenKind::Star if self.kind_ahead(1) == TokenKind::RightBracket => {
                self.advance();
                ArraySize::Star
            }
            _ => ArraySize::Expression(Box::new(self.assignment_expression()?)),
        };
        self.expect_closing(TokenKind::RightBracket, opened)?;
        Ok(Derivation::Array { qualifiers, is_static, size, span: self.span_from(opened) })
    }

    fn parameters(&mut self) -> Parse<Parameters> {
        let opened = self.expect(TokenKind::LeftParen)?;
        self.scopes.open();
        let kind = self.parameters_kind();
        self.scopes.close();
        let kind = kind?;
        self.expect_closing(TokenKind::RightParen, opened)?;
        Ok(Parameters { kind, span: self.span_from(opened) })
    }

    fn parameters_kind(&mut self) -> Parse<ParametersKind> {
        match self.kind() {
            TokenKind::RightParen => return Ok(ParametersKind::Unspecified),
            TokenKind::Keyword(Keyword::Void) if self.kind_ahead(1) == TokenKind::RightParen => {
                self.advance();
                return Ok(ParametersKind::Prototype { parameters: Vec::new(), is_variadic: false });
            }
            TokenKind::Identifier if !self.starts_type() && !self.is_unknown_type() => {
                if matches!(self.kind_ahead(1), TokenKind::Comma | TokenKind::RightParen) {
                    return Ok(ParametersKind::Names(self.identifiers()?));
                }
            }
            _ => {}
        }
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        let mut forward_until = 0;
        while !is_variadic {
            if self.accept(TokenKind::Ellipsis) {
                is_variadic = true;
                break;
            }
            parameters.push(self.parameter()?);
            if self.accept(TokenKind::Semicolon) {
                // GNU: what came before only announces names for sizes.
                forward_until = parameters.len();
            } else if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        for parameter in &mut parameters[..forward_until] {
            parameter.is_forward = true;
        }
        Ok(ParametersKind::Prototype { parameters, is_variadic })
    }

    fn identifiers(&mut self) -> Parse<Vec<Identifier>> {
        let mut names = vec![self.identifier()?];
        while self.accept(TokenKind::Comma) {
            names.push(self.identifier()?);
        }
        Ok(names)
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.span();
        let specifiers = self.type_specifiers()?;
        let declarator = self.declarator(Naming::Allowed)?;
        let mut attributes = Vec::new();
        self.declarator_tail(&mut attributes)?;
        if let Some(name) = declarator.name {
            self.scopes.declare(name.symbol, false);
        }
        Ok(Parameter { specifiers, declarator, attributes, is_forward: false, span: self.span_from(start) })
    }

    pub fn type_name(&mut self) -> Parse<TypeName> {
        let start = self.span();
        let specifiers = self.type_specifiers()?;
        let declarator = self.declarator(Naming::Forbidden)?;
        Ok(TypeName { specifiers, declarator, span: self.span_from(start) })
    }
}
