//! Generic declarations and instantiations (RM 12).

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use cairn_base::Span;
use std::rc::Rc;

impl Parser<'_> {
    pub fn generic(&mut self) -> Parse<DeclarationKind> {
        let start = self.expect_word(Keyword::Generic)?;
        let mut formals = Vec::new();
        loop {
            let place = self.span();
            let kind = match self.kind() {
                TokenKind::Identifier => self.formal_object()?,
                TokenKind::Word(Keyword::Type) => self.formal_type()?,
                TokenKind::Word(Keyword::With) => self.formal_unit()?,
                TokenKind::Word(Keyword::Use) => GenericFormalKind::Use(self.use_clause()?),
                TokenKind::Word(Keyword::Pragma) => {
                    self.pragma()?;
                    GenericFormalKind::Pragma
                }
                _ => break,
            };
            formals.push(GenericFormal { kind, span: self.span_from(place) });
        }
        let unit_start = self.span();
        match self.kind() {
            TokenKind::Word(Keyword::Package) => self.generic_package(formals, start, unit_start),
            TokenKind::Word(Keyword::Procedure | Keyword::Function)
                if self.kind_ahead(2) == TokenKind::Word(Keyword::Renames) =>
            {
                self.advance();
                let name = self.defining_name()?;
                self.advance();
                let target = self.generic_name()?;
                self.semicolon();
                Ok(DeclarationKind::GenericRenaming { name, target })
            }
            TokenKind::Word(Keyword::Procedure | Keyword::Function) => match self.subprogram()? {
                DeclarationKind::Subprogram(subprogram) => {
                    let unit = GenericUnit::Subprogram(subprogram);
                    Ok(DeclarationKind::Generic(Rc::new(Generic { formals, unit, span: self.span_from(start) })))
                }
                _ => Err(self.unexpected("a generic subprogram")),
            },
            TokenKind::Word(Keyword::Not | Keyword::Overriding) => Err(self.unexpected("a generic unit")),
            _ => Err(self.unexpected("`package`, `procedure` or `function`")),
        }
    }

    fn generic_package(&mut self, formals: Vec<GenericFormal>, start: Span, unit: Span) -> Parse<DeclarationKind> {
        self.expect_word(Keyword::Package)?;
        let name = self.defining_name()?;
        if self.accept_word(Keyword::Renames) {
            let target = self.name()?;
            self.semicolon();
            return Ok(DeclarationKind::GenericRenaming { name, target });
        }
        let mut visible = Vec::new();
        self.declaration_annotations(&mut visible);
        let aspects = self.aspects()?;
        self.expect_word(Keyword::Is)?;
        let package = self.package_rest(name, visible, aspects, unit)?;
        let unit = GenericUnit::Package(Rc::new(package));
        Ok(DeclarationKind::Generic(Rc::new(Generic { formals, unit, span: self.span_from(start) })))
    }

    fn formal_object(&mut self) -> Parse<GenericFormalKind> {
        let names = self.identifiers()?;
        self.expect(TokenKind::Colon)?;
        let mode = self.mode();
        let object_type = self.type_reference()?;
        let default = self.initial_value()?;
        self.aspects()?;
        self.semicolon();
        Ok(GenericFormalKind::Object { names, mode, object_type, default })
    }

    fn formal_type(&mut self) -> Parse<GenericFormalKind> {
        self.expect_word(Keyword::Type)?;
        let name = self.identifier()?;
        self.discriminants()?;
        let class = if self.accept_word(Keyword::Is) { self.formal_class()? } else { FormalTypeClass::Other };
        let default = match self.accept_word(Keyword::Or) {
            true => {
                self.expect_word(Keyword::Use)?;
                Some(self.subtype_mark()?)
            }
            false => None,
        };
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(GenericFormalKind::Type { name, class, default, aspects })
    }

    fn formal_class(&mut self) -> Parse<FormalTypeClass> {
        let boxed = |p: &mut Self, class: FormalTypeClass| {
            p.advance();
            p.expect(TokenKind::Box).map(|_| class)
        };
        match self.kind() {
            TokenKind::LeftParen => {
                self.advance();
                self.expect(TokenKind::Box)?;
                self.expect(TokenKind::RightParen)?;
                Ok(FormalTypeClass::Discrete)
            }
            TokenKind::Word(Keyword::Range) => boxed(self, FormalTypeClass::Signed),
            TokenKind::Word(Keyword::Mod) => boxed(self, FormalTypeClass::Modular),
            TokenKind::Word(Keyword::Digits) => boxed(self, FormalTypeClass::Floating),
            TokenKind::Word(Keyword::Delta) => {
                boxed(self, FormalTypeClass::Fixed)?;
                if self.is_word(Keyword::Digits) {
                    return boxed(self, FormalTypeClass::Decimal);
                }
                Ok(FormalTypeClass::Fixed)
            }
            TokenKind::Word(Keyword::Array) => self.array_definition().map(FormalTypeClass::Array),
            _ => self.formal_composite(),
        }
    }

    fn formal_composite(&mut self) -> Parse<FormalTypeClass> {
        while matches!(
            self.kind(),
            TokenKind::Word(Keyword::Abstract | Keyword::Tagged | Keyword::Limited | Keyword::Synchronized)
        ) {
            self.advance();
        }
        match self.kind() {
            TokenKind::Word(Keyword::Private) => {
                self.advance();
                Ok(FormalTypeClass::Private)
            }
            TokenKind::Word(Keyword::New) => {
                self.advance();
                let parent = self.subtype_indication()?;
                while self.accept_word(Keyword::And) {
                    self.subtype_mark()?;
                }
                if self.is_word(Keyword::With) && self.kind_ahead(1) == TokenKind::Word(Keyword::Private) {
                    self.advance();
                    self.advance();
                }
                Ok(FormalTypeClass::Derived(parent))
            }
            TokenKind::Word(Keyword::Access | Keyword::Not) => {
                self.type_reference()?;
                Ok(FormalTypeClass::Other)
            }
            TokenKind::Word(Keyword::Interface | Keyword::Task | Keyword::Protected) => {
                self.advance();
                self.accept_word(Keyword::Interface);
                while self.accept_word(Keyword::And) {
                    self.subtype_mark()?;
                }
                Ok(FormalTypeClass::Other)
            }
            _ => Ok(FormalTypeClass::Other),
        }
    }

    /// `with procedure …`, `with function …` or `with package …`.
    fn formal_unit(&mut self) -> Parse<GenericFormalKind> {
        self.expect_word(Keyword::With)?;
        let function = match self.kind() {
            TokenKind::Word(Keyword::Package) => return self.formal_package(),
            TokenKind::Word(Keyword::Function) => true,
            TokenKind::Word(Keyword::Procedure) => false,
            _ => return Err(self.unexpected("`procedure`, `function` or `package`")),
        };
        self.advance();
        let name = self.designator()?;
        let profile = self.profile(function)?;
        let mut default = FormalDefault::None;
        if self.accept_word(Keyword::Is) {
            let is_abstract = self.accept_word(Keyword::Abstract);
            default = match self.kind() {
                TokenKind::Box => {
                    self.advance();
                    FormalDefault::SameName
                }
                TokenKind::Word(Keyword::Null) => {
                    self.advance();
                    FormalDefault::Null
                }
                _ if is_abstract => FormalDefault::Abstract,
                _ => FormalDefault::Name(self.name()?),
            };
        }
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(GenericFormalKind::Subprogram { name, profile, default, aspects })
    }

    fn formal_package(&mut self) -> Parse<GenericFormalKind> {
        self.expect_word(Keyword::Package)?;
        let name = self.identifier()?;
        self.expect_word(Keyword::Is)?;
        self.expect_word(Keyword::New)?;
        let generic = self.subtype_mark()?;
        let mut actuals = Vec::new();
        if self.accept(TokenKind::LeftParen) {
            actuals = self.associations()?;
            self.expect(TokenKind::RightParen)?;
        }
        self.aspects()?;
        self.semicolon();
        Ok(GenericFormalKind::Package { name, generic, actuals })
    }

    /// `new Generic (…);`, after `is`.
    pub fn instance(&mut self, what: InstanceKind, name: DefiningName, start: Span) -> Parse<Instance> {
        self.expect_word(Keyword::New)?;
        let generic = self.generic_name()?;
        let mut actuals = Vec::new();
        if self.accept(TokenKind::LeftParen) {
            actuals = self.associations()?;
            self.expect(TokenKind::RightParen)?;
        }
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(Instance { what, name, generic, actuals, aspects, span: self.span_from(start) })
    }

    fn generic_name(&mut self) -> Parse<Expression> {
        let start = self.span();
        let first = self.designator()?;
        let mut name = self.make(ExpressionKind::Name(first.symbol), start);
        while self.accept(TokenKind::Dot) {
            let selector = self.designator()?;
            name = self.make(ExpressionKind::Selected(Box::new(name), selector), start);
        }
        Ok(name)
    }
}
