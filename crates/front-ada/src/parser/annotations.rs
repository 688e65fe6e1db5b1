//! Annotations: SPARK 83–2005 (`--#`) and the bounded checker's own (`--%`).
//!
//! An annotation's tokens were set apart by the lexer; here they are parsed by a parser of their own, so
//! a mistake in an annotation points into it and never disturbs the code around it. A `--#` comment
//! whose first word opens no annotation is a plain comment, with a warning.

use super::{Parse, Parser};
use crate::codes;
use crate::syntax::ast::*;
use crate::syntax::lexer::ANNOTATION_WORDS;
use crate::syntax::names::Keyword;
use crate::syntax::token::{AnnotationText, Mark, TokenKind};
use cairn_base::Span;
use std::rc::Rc;

impl Parser<'_> {
    /// Annotations between statements become statements.
    pub fn statement_annotations(&mut self, out: &mut Vec<Statement>) {
        for text in self.annotations_here() {
            for annotation in self.parse_annotation(text) {
                let span = annotation.span;
                out.push(self.empty_statement(StatementKind::Annotation(Rc::new(annotation)), span));
            }
        }
    }

    /// Annotations between declarations become declarations.
    pub fn declaration_annotations(&mut self, out: &mut Vec<Declaration>) {
        for text in self.annotations_here() {
            for annotation in self.parse_annotation(text) {
                let span = annotation.span;
                out.push(Declaration { kind: DeclarationKind::Annotation(Rc::new(annotation)), span });
            }
        }
    }

    /// Annotations behind a subprogram's specification.
    pub fn subprogram_annotations(&mut self) -> Vec<Rc<Annotation>> {
        // `hide` belongs to the body and is looked at there.
        let mut found = Vec::new();
        let mut texts = self.annotations_here();
        // Checks belong to the declaration or statement that follows.
        if let Some(first) = texts.iter().position(|text| self.is_check(text)) {
            self.next_annotation -= texts.len() - first;
            texts.truncate(first);
        }
        for text in texts {
            found.extend(self.parse_annotation(text).into_iter().map(Rc::new));
        }
        found
    }

    fn is_check(&self, text: &AnnotationText) -> bool {
        let word = text.tokens.first().and_then(|t| self.text.get(t.start as usize..t.end as usize));
        let opens = |word: &str| matches!(&*word.to_ascii_lowercase(), "assert" | "assume" | "check" | "notoverflow");
        text.mark == Mark::Percent && word.is_some_and(opens)
    }

    fn parse_annotation(&mut self, text: &AnnotationText) -> Vec<Annotation> {
        let mut parser = Parser {
            text: self.text,
            file: self.file,
            tokens: &text.tokens,
            at: 0,
            annotations: &[],
            next_annotation: 0,
            names: self.names,
            diagnostics: self.diagnostics,
            depth: self.depth,
            in_annotation: true,
            good_annotations: 0,
        };
        if text.malformed {
            return Vec::new();
        }
        let mut found = Vec::new();
        while !parser.is(TokenKind::End) {
            let start = parser.span();
            if !parser.opens_annotation(text.mark) {
                parser.skip_line();
                let message = "this does not begin like an annotation; it is read as a comment";
                let span = parser.span_from(start);
                parser.warn(codes::STRAY_ANNOTATION, span, message);
                continue;
            }
            match parser.annotation() {
                Ok(kind) => found.push(Annotation { mark: text.mark, kind, span: parser.span_from(start) }),
                Err(_) => parser.skip_annotation(),
            }
        }
        if text.mark == Mark::Hash {
            self.good_annotations += found.len();
        }
        found
    }

    /// Skips what stands on the line of the current token.
    fn skip_line(&mut self) {
        let start = self.token().start as usize;
        while !self.is(TokenKind::End) {
            self.advance();
            let next = self.token().start as usize;
            if self.text.get(start..next).is_none_or(|between| between.contains('\n')) {
                break;
            }
        }
    }

    fn skip_annotation(&mut self) {
        while !self.is(TokenKind::End) && !self.accept(TokenKind::Semicolon) {
            self.advance();
        }
    }

    fn opens_annotation(&self, mark: Mark) -> bool {
        let word = self.token_text().to_ascii_lowercase();
        match mark {
            Mark::Percent => matches!(&*word, "assert" | "assume" | "notoverflow" | "pre" | "post" | "check"),
            Mark::Hash => ANNOTATION_WORDS.contains(&&*word) && word != "notoverflow",
        }
    }

    fn annotation(&mut self) -> Parse<AnnotationKind> {
        let word = self.token_text().to_ascii_lowercase();
        match &*word {
            "function" => return self.proof_function(),
            "for" => {
                self.skip_annotation();
                return Ok(AnnotationKind::Declare);
            }
            _ => {
                self.advance();
            }
        }
        let kind = match &*word {
            "pre" | "precondition" => AnnotationKind::Pre(self.predicate()?),
            "post" | "postcondition" => AnnotationKind::Post(self.predicate()?),
            "assert" => self.assert_annotation()?,
            "check" => AnnotationKind::Check(self.predicate()?),
            "assume" => AnnotationKind::Assume(self.predicate()?),
            "return" => self.return_annotation()?,
            "notoverflow" => self.not_overflow()?,
            "global" => AnnotationKind::Global(self.globals()?),
            "own" => AnnotationKind::Own(self.own_list()?),
            "inherit" => AnnotationKind::Inherit(self.list(Self::subtype_mark)?),
            "initializes" => AnnotationKind::Initializes(self.list(Self::subtype_mark)?),
            "hide" => AnnotationKind::Hide(self.identifier()?),
            "type" => {
                let name = self.identifier()?;
                self.skip_annotation();
                return Ok(AnnotationKind::ProofType(name));
            }
            "derives" => {
                let messages = self.diagnostics.len();
                let relations = self.derivations().ok();
                if relations.is_none() {
                    self.diagnostics.truncate(messages);
                    self.skip_annotation();
                    return Ok(AnnotationKind::Derives(None));
                }
                AnnotationKind::Derives(relations)
            }
            "main_program" => AnnotationKind::MainProgram,
            "accept" | "end" => {
                self.skip_annotation();
                return Ok(AnnotationKind::Accept);
            }
            _ => {
                self.skip_annotation();
                return Ok(AnnotationKind::Declare);
            }
        };
        self.semicolon();
        Ok(kind)
    }

    fn predicate(&mut self) -> Parse<Expression> {
        self.open_expression()
    }

    /// `assert C`, or the base type assertion `assert T'Base is U`, which the target settles for us.
    fn assert_annotation(&mut self) -> Parse<AnnotationKind> {
        let condition = self.predicate()?;
        if self.is_word(Keyword::Is) {
            self.advance();
            self.subtype_mark()?;
            return Ok(AnnotationKind::Declare);
        }
        Ok(AnnotationKind::Assert(condition))
    }

    /// `return E` or `return X => C`.
    fn return_annotation(&mut self) -> Parse<AnnotationKind> {
        let mut name = None;
        if self.is(TokenKind::Identifier) && self.kind_ahead(1) == TokenKind::Arrow {
            name = Some(self.identifier()?);
            self.advance();
        }
        Ok(AnnotationKind::Return(name, self.predicate()?))
    }

    /// `notOverflow (op, type, e1, e2) [when guard]`, after the word.
    fn not_overflow(&mut self) -> Parse<AnnotationKind> {
        self.expect(TokenKind::LeftParen)?;
        let operator = match self.kind() {
            TokenKind::Plus => BinaryOperator::Add,
            TokenKind::Minus => BinaryOperator::Subtract,
            TokenKind::Star => BinaryOperator::Multiply,
            TokenKind::Slash => BinaryOperator::Divide,
            TokenKind::Power => BinaryOperator::Power,
            TokenKind::Word(Keyword::Mod) => BinaryOperator::Mod,
            TokenKind::Word(Keyword::Rem) => BinaryOperator::Rem,
            _ => return Err(self.unexpected("an arithmetic operator")),
        };
        self.advance();
        self.expect(TokenKind::Comma)?;
        let mark = self.subtype_mark()?;
        self.expect(TokenKind::Comma)?;
        let left = self.expression()?;
        self.expect(TokenKind::Comma)?;
        let right = self.expression()?;
        self.expect(TokenKind::RightParen)?;
        let guard = if self.accept_word(Keyword::When) { Some(self.predicate()?) } else { None };
        Ok(AnnotationKind::NotOverflow { operator, mark, left, right, guard })
    }

    /// `in A, B; out C; in out D`, the last `;` left to the caller.
    fn globals(&mut self) -> Parse<Vec<(Mode, Vec<Expression>)>> {
        let mut groups = Vec::new();
        loop {
            let mode = self.mode();
            groups.push((mode, self.list(Self::subtype_mark)?));
            let more = self.is(TokenKind::Semicolon)
                && matches!(self.kind_ahead(1), TokenKind::Word(Keyword::In | Keyword::Out));
            if !more {
                return Ok(groups);
            }
            self.advance();
        }
    }

    /// `A, B from C & D from *, E & null from F`, the last `;` left to the caller.
    fn derivations(&mut self) -> Parse<Vec<Derivation>> {
        let mut relations = Vec::new();
        if self.is(TokenKind::Semicolon) {
            return Ok(relations);
        }
        loop {
            let from = |s: &Self| s.token_text().eq_ignore_ascii_case("from");
            let outputs = match self.accept_word(Keyword::Null) || from(self) {
                true => Vec::new(),
                false => self.list(Self::subtype_mark)?,
            };
            if !from(self) {
                return Err(self.unexpected("`from`"));
            }
            self.advance();
            let itself = self.accept(TokenKind::Star);
            let more = if itself { self.accept(TokenKind::Comma) } else { self.is(TokenKind::Identifier) };
            let inputs = if more { self.list(Self::subtype_mark)? } else { Vec::new() };
            relations.push((outputs, itself, inputs));
            if !self.accept(TokenKind::Ampersand) {
                break;
            }
        }
        match self.is(TokenKind::Semicolon) {
            true => Ok(relations),
            false => Err(self.unexpected("`;`")),
        }
    }

    /// `own` variables, with their optional types and refinements.
    fn own_list(&mut self) -> Parse<Vec<Expression>> {
        let mut found = Vec::new();
        loop {
            let _ = self.accept_word(Keyword::In) || self.accept_word(Keyword::Out);
            if self.accept_word(Keyword::Protected) || self.accept_word(Keyword::Task) {
                self.accept_word(Keyword::In);
            }
            found.push(self.subtype_mark()?);
            while !matches!(self.kind(), TokenKind::Comma | TokenKind::Semicolon | TokenKind::End) {
                // `: Type`, `(Property)`, `is Constituent` — without meaning for us.
                self.advance();
            }
            let more = self.accept(TokenKind::Comma)
                || (self.is(TokenKind::Semicolon)
                    && self.kind_ahead(1) == TokenKind::Identifier
                    && self.kind_ahead(2) == TokenKind::Colon
                    && self.accept(TokenKind::Semicolon));
            if !more {
                return Ok(found);
            }
        }
    }

    fn proof_function(&mut self) -> Parse<AnnotationKind> {
        let start: Span = self.span();
        self.advance();
        let name = self.defining_name()?;
        let profile = self.profile(true)?;
        self.semicolon();
        // A proof function may carry its own pre and return annotations; they follow as annotations.
        let subprogram = Subprogram {
            name,
            profile,
            completion: Completion::Declared,
            aspects: Vec::new(),
            annotations: Vec::new(),
            span: self.span_from(start),
        };
        Ok(AnnotationKind::ProofFunction(Rc::new(subprogram)))
    }
}
