//! Compilation units (RM 10): context clauses, library units, subunits.

use super::{Parse, Parser};
use crate::codes;
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use std::rc::Rc;

impl Parser<'_> {
    /// A whole file.
    pub fn source(&mut self) -> SourceUnits {
        let mut found = SourceUnits::default();
        let mut context = Vec::new();
        loop {
            let mut ignored = Vec::new();
            self.declaration_annotations(&mut ignored);
            if self.is(TokenKind::End) {
                break;
            }
            let before = self.at;
            if self.unit_part(&mut context, &mut found).is_err() {
                self.skip_to_semicolon();
                if self.at == before || self.is_word(Keyword::End) || self.is_word(Keyword::Begin) {
                    self.advance();
                }
            }
        }
        for item in context {
            if let ContextItem::Pragma(pragma) = item {
                found.pragmas.push(pragma);
            }
        }
        if found.units.is_empty() && self.diagnostics.is_empty() && found.pragmas.is_empty() {
            self.warn(codes::OTHER_LANGUAGE, self.span(), "no compilation unit in this file");
        }
        found
    }

    /// One context item or one unit, which takes the context gathered so far.
    fn unit_part(&mut self, context: &mut Vec<ContextItem>, found: &mut SourceUnits) -> Parse<()> {
        let start = self.span();
        match self.kind() {
            TokenKind::Word(Keyword::With) => context.push(self.with_clause(false)?),
            TokenKind::Word(Keyword::Limited) => {
                self.advance();
                self.accept_word(Keyword::Private);
                context.push(self.with_clause(true)?);
            }
            TokenKind::Word(Keyword::Private) if self.kind_ahead(1) == TokenKind::Word(Keyword::With) => {
                self.advance();
                context.push(self.with_clause(false)?);
            }
            TokenKind::Word(Keyword::Use) => context.push(ContextItem::Use(self.use_clause()?)),
            TokenKind::Word(Keyword::Pragma) => {
                let pragma = Rc::new(self.pragma()?);
                context.push(ContextItem::Pragma(pragma));
            }
            _ => {
                let private = self.accept_word(Keyword::Private);
                let kind = self.unit()?;
                let context = std::mem::take(context);
                found.units.push(CompilationUnit { context, kind, private, span: self.span_from(start) });
            }
        }
        Ok(())
    }

    fn with_clause(&mut self, limited: bool) -> Parse<ContextItem> {
        self.expect_word(Keyword::With)?;
        let names = self.list(Self::subtype_mark)?;
        self.semicolon();
        Ok(ContextItem::With { names, limited })
    }

    fn unit(&mut self) -> Parse<UnitKind> {
        if self.accept_word(Keyword::Separate) {
            self.expect(TokenKind::LeftParen)?;
            let parent = self.subtype_mark()?;
            self.expect(TokenKind::RightParen)?;
            let mut declarations = Vec::new();
            self.nested(|p| p.declaration(&mut declarations))?;
            return match declarations.pop() {
                Some(body) => Ok(UnitKind::Subunit(parent, body)),
                None => Err(self.unexpected("a body")),
            };
        }
        let mut declarations = Vec::new();
        let unit_word = matches!(
            self.kind(),
            TokenKind::Word(
                Keyword::Package
                    | Keyword::Procedure
                    | Keyword::Function
                    | Keyword::Generic
                    | Keyword::Task
                    | Keyword::Protected
                    | Keyword::Not
                    | Keyword::Overriding
            )
        );
        if !unit_word {
            return Err(self.unexpected("a compilation unit"));
        }
        self.nested(|p| p.declaration(&mut declarations))?;
        let Some(declaration) = declarations.pop() else { return Err(self.unexpected("a compilation unit")) };
        Ok(match declaration.kind {
            DeclarationKind::Package(package) => UnitKind::Package(package),
            DeclarationKind::PackageBody(body) => UnitKind::PackageBody(body),
            DeclarationKind::Subprogram(subprogram) => UnitKind::Subprogram(subprogram),
            DeclarationKind::Generic(generic) => UnitKind::Generic(generic),
            DeclarationKind::Instance(instance) => UnitKind::Instance(instance),
            DeclarationKind::PackageRenaming { name, target } => UnitKind::PackageRenaming(name, target),
            kind => UnitKind::Other(Declaration { kind, span: declaration.span }),
        })
    }
}
