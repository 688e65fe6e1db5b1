//! Structures, unions and enumerations.

use super::declarators::Naming;
use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;

impl Parser<'_> {
    pub fn record_specifier(&mut self) -> Parse<RecordSpecifier> {
        let start = self.span();
        let is_union = self.is_word(Keyword::Union);
        self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = if self.is(TokenKind::Identifier) { Some(self.identifier()?) } else { None };
        self.attributes(&mut attributes)?;
        let mut members = None;
        let mut pack = None;
        if self.is(TokenKind::LeftBrace) {
            members = Some(self.members()?);
            pack = self.pack_at(self.at.saturating_sub(1));
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            return Err(self.unexpected("a tag or `{`"));
        }
        let span = self.span_from(start);
        Ok(RecordSpecifier { is_union, tag, members, attributes, pack, span })
    }

    /// The `#pragma pack` in force at a token.
    fn pack_at(&self, token: usize) -> Option<u32> {
        let packs = &self.stream.packs;
        let index = packs.partition_point(|(from, _)| *from as usize <= token);
        index.checked_sub(1).and_then(|i| packs[i].1)
    }

    fn members(&mut self) -> Parse<Vec<Member>> {
        let opened = self.expect(TokenKind::LeftBrace)?;
        let mut members = Vec::new();
        loop {
            members.extend(self.annotations_here().into_iter().map(Member::Annotation));
            match self.kind() {
                TokenKind::RightBrace | TokenKind::End => break,
                TokenKind::Semicolon => {
                    self.advance();
                }
                TokenKind::Keyword(Keyword::StaticAssert) => members.push(Member::StaticAssert(self.static_assert()?)),
                _ => match self.member() {
                    Ok(member) => members.push(member),
                    Err(_) => {
                        let before = self.at;
                        self.skip_to_semicolon();
                        if self.at == before && !self.is(TokenKind::RightBrace) {
                            break;
                        }
                    }
                },
            }
        }
        self.expect_closing(TokenKind::RightBrace, opened)?;
        Ok(members)
    }

    fn member(&mut self) -> Parse<Member> {
        let start = self.span();
        let specifiers = self.type_specifiers()?;
        let mut declarators = Vec::new();
        while !self.is(TokenKind::Semicolon) {
            declarators.push(self.field_declarator()?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        let span = self.span_from(start);
        // The last `;` may be missing, as gcc allows.
        if !self.is(TokenKind::RightBrace) {
            self.semicolon()?;
        }
        Ok(Member::Field { specifiers, declarators, span })
    }

    fn field_declarator(&mut self) -> Parse<FieldDeclarator> {
        let start = self.span();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let declarator =
            if self.is(TokenKind::Colon) { self.empty_declarator() } else { self.declarator(Naming::Required)? };
        let width = if self.accept(TokenKind::Colon) { Some(self.conditional_expression()?) } else { None };
        self.attributes(&mut attributes)?;
        Ok(FieldDeclarator { declarator, width, attributes, span: self.span_from(start) })
    }

    pub fn enum_specifier(&mut self) -> Parse<EnumSpecifier> {
        let start = self.span();
        self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = if self.is(TokenKind::Identifier) { Some(self.identifier()?) } else { None };
        self.attributes(&mut attributes)?;
        // A bit-field without a name has a number behind the colon.
        let mut underlying = None;
        if self.is(TokenKind::Colon) && self.starts_type_ahead(1) {
            self.advance();
            underlying = Some(self.type_name()?);
        }
        let mut enumerators = None;
        if self.is(TokenKind::LeftBrace) {
            enumerators = Some(self.enumerators()?);
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            return Err(self.unexpected("a tag or `{`"));
        }
        let span = self.span_from(start);
        Ok(EnumSpecifier { tag, underlying, enumerators, attributes, span })
    }

    fn enumerators(&mut self) -> Parse<Vec<Enumerator>> {
        let opened = self.expect(TokenKind::LeftBrace)?;
        let mut enumerators = Vec::new();
        while !self.is(TokenKind::RightBrace) {
            let name = self.identifier()?;
            let mut attributes = Vec::new();
            self.attributes(&mut attributes)?;
            let value = if self.accept(TokenKind::Assign) { Some(self.conditional_expression()?) } else { None };
            self.scopes.declare(name.symbol, false);
            enumerators.push(Enumerator { name, attributes, value });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_closing(TokenKind::RightBrace, opened)?;
        Ok(enumerators)
    }
}
