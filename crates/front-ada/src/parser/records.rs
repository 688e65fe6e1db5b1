//! Record definitions with variants (RM 3.8), and aspect specifications (RM 13.1.1).

use super::{Parse, Parser};
use crate::syntax::ast::*;
use crate::syntax::names::Keyword;
use crate::syntax::token::TokenKind;
use std::rc::Rc;

impl Parser<'_> {
    /// `record … end record`, or `null record`.
    pub fn record_definition(&mut self, tagged: bool, limited: bool) -> Parse<RecordDefinition> {
        if self.accept_word(Keyword::Null) {
            self.expect_word(Keyword::Record)?;
            return Ok(RecordDefinition { tagged, limited, components: ComponentList::default() });
        }
        self.expect_word(Keyword::Record)?;
        let components = self.component_list()?;
        self.expect_word(Keyword::End)?;
        self.expect_word(Keyword::Record)?;
        if self.is(TokenKind::Identifier) {
            self.advance();
        }
        Ok(RecordDefinition { tagged, limited, components })
    }

    fn component_list(&mut self) -> Parse<ComponentList> {
        let mut list = ComponentList::default();
        loop {
            match self.kind() {
                TokenKind::Word(Keyword::Null) => {
                    self.advance();
                    self.semicolon();
                }
                TokenKind::Word(Keyword::Case) => {
                    list.variant = Some(Box::new(self.nested(Self::variant_part)?));
                }
                TokenKind::Word(Keyword::Pragma) => {
                    self.pragma()?;
                }
                TokenKind::Word(Keyword::For) => {
                    self.representation()?;
                }
                TokenKind::Identifier => list.components.push(self.component()?),
                _ => return Ok(list),
            }
        }
    }

    fn component(&mut self) -> Parse<Component> {
        let names = self.identifiers()?;
        self.expect(TokenKind::Colon)?;
        self.accept_word(Keyword::Aliased);
        let object_type = self.type_reference()?;
        let default = self.initial_value()?;
        let aspects = self.aspects()?;
        self.semicolon();
        Ok(Component { names, object_type, default, aspects })
    }

    fn variant_part(&mut self) -> Parse<VariantPart> {
        self.expect_word(Keyword::Case)?;
        let discriminant = self.identifier()?;
        self.expect_word(Keyword::Is)?;
        let mut arms = Vec::new();
        while self.is_word(Keyword::When) || self.is_word(Keyword::Pragma) {
            if self.is_word(Keyword::Pragma) {
                self.pragma()?;
                continue;
            }
            let start = self.expect_word(Keyword::When)?;
            let choices = self.choices()?;
            self.expect(TokenKind::Arrow)?;
            let body = self.component_list()?;
            arms.push(CaseArm { choices, body, span: self.span_from(start) });
        }
        self.expect_word(Keyword::End)?;
        self.expect_word(Keyword::Case)?;
        self.semicolon();
        Ok(VariantPart { discriminant, arms })
    }

    /// `with Aspect => value, …`, or nothing.
    pub fn aspects(&mut self) -> Parse<Vec<Aspect>> {
        if !self.accept_word(Keyword::With) {
            return Ok(Vec::new());
        }
        self.list(Self::aspect)
    }

    fn aspect(&mut self) -> Parse<Aspect> {
        // Aspect names may be reserved words only through `'Class`, but GNAT has `Ghost`, `Import`, … plain.
        let name = self.identifier()?;
        let class = self.is(TokenKind::Tick);
        if class {
            self.advance();
            self.identifier()?;
        }
        let value = match self.accept(TokenKind::Arrow) {
            true => Some(Rc::new(self.aspect_value()?)),
            false => None,
        };
        Ok(Aspect { name, class, value })
    }

    /// Aspect values are expressions, but some (Global, Depends, Default_Iterator) have forms of their own.
    fn aspect_value(&mut self) -> Parse<Expression> {
        let start = self.span();
        let before = (self.at, self.diagnostics.len());
        match self.open_expression() {
            Ok(value) => Ok(value),
            Err(error) => {
                // `Global => in out all` (Ada 2022), `Depends => (X =>+ Y)`: skip to the next aspect.
                self.at = before.0;
                if !self.skip_aspect_value() {
                    return Err(error);
                }
                self.diagnostics.truncate(before.1);
                Ok(self.make(ExpressionKind::Unsupported("aspect value"), start))
            }
        }
    }

    fn skip_aspect_value(&mut self) -> bool {
        let mut parens = 0i32;
        loop {
            match self.kind() {
                TokenKind::LeftParen => parens += 1,
                TokenKind::RightParen => parens -= 1,
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::Word(Keyword::Is) if parens == 0 => return true,
                TokenKind::Semicolon | TokenKind::End => return false,
                _ => {}
            }
            if parens < 0 {
                return false;
            }
            self.advance();
        }
    }
}
