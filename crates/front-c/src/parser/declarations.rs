//! Declarations and function definitions, outside of functions and inside.

use super::declarators::Naming;
use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;

/// What specifiers and declarators turned out to be.
pub(crate) enum Declared {
    Declaration(Declaration),
    Function(Box<FunctionDefinition>),
}

impl Parser<'_> {
    pub fn external_items(&mut self) -> Vec<ExternalItem> {
        let mut items = Vec::new();
        loop {
            items.extend(self.annotations_here().into_iter().map(ExternalItem::Annotation));
            match self.kind() {
                TokenKind::End => return items,
                TokenKind::Semicolon => {
                    self.advance();
                    continue;
                }
                _ => {}
            }
            let before = self.at;
            match self.external_item() {
                Ok(item) => items.push(item),
                Err(_) => self.recover_outside(before),
            }
        }
    }

    fn recover_outside(&mut self, before: usize) {
        self.skip_to_semicolon();
        while self.is(TokenKind::RightBrace) {
            self.advance();
        }
        if self.at == before {
            self.advance();
        }
    }

    fn external_item(&mut self) -> Parse<ExternalItem> {
        match self.kind() {
            TokenKind::Keyword(Keyword::Asm) => return Ok(ExternalItem::Asm(Box::new(self.asm_statement()?))),
            TokenKind::Keyword(Keyword::StaticAssert) => {
                return Ok(ExternalItem::StaticAssert(self.static_assert()?));
            }
            _ => {}
        }
        let implicit = self.is(TokenKind::Identifier) || matches!(self.kind(), TokenKind::Star | TokenKind::LeftParen);
        if !self.starts_type() && !implicit && !self.starts_bracket_attribute() {
            return Err(self.unexpected("a declaration"));
        }
        Ok(match self.declaration()? {
            Declared::Declaration(declaration) => ExternalItem::Declaration(declaration),
            Declared::Function(function) => ExternalItem::Function(function),
        })
    }

    /// A declaration up to its `;`, or a function definition.
    pub fn declaration(&mut self) -> Parse<Declared> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        let mut declarators = Vec::new();
        if self.is(TokenKind::Semicolon) {
            let span = self.span_from(start);
            self.advance();
            return Ok(Declared::Declaration(Declaration { specifiers, declarators, span }));
        }
        let is_typedef = specifiers.storage == Some(Storage::Typedef);
        loop {
            let at = self.span();
            let mut attributes = Vec::new();
            self.attributes(&mut attributes)?;
            let declarator = self.declarator(Naming::Required)?;
            self.clauses.clear();
            let asm_label = self.declarator_tail(&mut attributes)?;
            if let Some(name) = declarator.name {
                self.scopes.declare(name.symbol, is_typedef);
            }
            if declarators.is_empty() && self.opens_body(&declarator) {
                let head = Head { specifiers, declarator, asm_label, attributes, start };
                return Ok(Declared::Function(Box::new(self.function_definition(head)?)));
            }
            let initializer = if self.accept(TokenKind::Assign) { Some(self.initializer()?) } else { None };
            let span = self.span_from(at);
            let clauses = std::mem::take(&mut self.clauses);
            declarators.push(InitDeclarator { declarator, asm_label, attributes, initializer, clauses, span });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        let span = self.span_from(start);
        self.semicolon()?;
        Ok(Declared::Declaration(Declaration { specifiers, declarators, span }))
    }

    /// A body follows, or the parameter declarations of an old-style definition.
    fn opens_body(&self, declarator: &Declarator) -> bool {
        let Some(Derivation::Function(parameters)) = declarator.derivations.first() else {
            return self.is(TokenKind::LeftBrace);
        };
        let old = matches!(parameters.kind, ParametersKind::Names(_) | ParametersKind::Unspecified);
        self.is(TokenKind::LeftBrace) || (old && self.starts_type())
    }

    fn function_definition(&mut self, head: Head) -> Parse<FunctionDefinition> {
        self.scopes.open();
        let result = self.function_rest(head);
        self.scopes.close();
        result
    }

    fn function_rest(&mut self, head: Head) -> Parse<FunctionDefinition> {
        if let Some(Derivation::Function(parameters)) = head.declarator.derivations.first() {
            self.declare_parameters(parameters);
        }
        let clauses = std::mem::take(&mut self.clauses);
        let mut old_parameters = Vec::new();
        while self.starts_type() {
            match self.declaration()? {
                Declared::Declaration(declaration) => old_parameters.push(declaration),
                Declared::Function(_) => return Err(self.unexpected("the body of the function")),
            }
        }
        let annotations = self.annotations_here();
        let body = self.compound()?;
        Ok(FunctionDefinition {
            specifiers: head.specifiers,
            declarator: head.declarator,
            asm_label: head.asm_label,
            attributes: head.attributes,
            old_parameters,
            annotations,
            clauses,
            body,
            span: self.span_from(head.start),
        })
    }

    fn declare_parameters(&mut self, parameters: &Parameters) {
        match &parameters.kind {
            ParametersKind::Unspecified => {}
            ParametersKind::Names(names) => {
                for name in names {
                    self.scopes.declare(name.symbol, false);
                }
            }
            ParametersKind::Prototype { parameters, .. } => {
                for name in parameters.iter().filter_map(|p| p.declarator.name) {
                    self.scopes.declare(name.symbol, false);
                }
            }
        }
    }
}

/// Everything in front of a function's body.
struct Head {
    specifiers: Specifiers,
    declarator: Declarator,
    asm_label: Option<crate::syntax::literals::StringLiteral>,
    attributes: Vec<Attribute>,
    start: Span,
}
