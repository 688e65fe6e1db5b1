//! Recursive-descent parser for Ada 2012/2022 and SPARK 83–2005 annotations.
//!
//! In: the tokens of a file. Out: a tree and diagnostics, always both: after a syntax error the parser
//! skips to the next `;` or closing word that fits and goes on. Nesting is bounded ([`DEPTH_LIMIT`]),
//! so no input can exhaust the stack, and every loop consumes a token per round, so none can hang.
//!
//! Deliberately absent: any knowledge of what names mean.

mod annotations;
mod declarations;
mod expressions;
mod generics;
mod names;
mod records;
mod statements;
mod types;
mod units;

use crate::codes;
use crate::syntax::ast::*;
use crate::syntax::lexer::lex;
use crate::syntax::names::{Keyword, Names, Symbol};
use crate::syntax::token::{AnnotationText, Mark, Token, TokenKind};
use cairn_base::{Diagnostic, FileId, Span};
use std::rc::Rc;

/// How deep expressions, statements and declarations may nest.
pub const DEPTH_LIMIT: u32 = 400;

/// Messages after which the parser falls silent.
const MESSAGE_LIMIT: usize = 100;

/// An error that was already reported; whoever catches it recovers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

pub(crate) type Parse<T> = Result<T, Reported>;

pub(crate) struct Parser<'a> {
    pub text: &'a str,
    pub file: FileId,
    pub tokens: &'a [Token],
    pub at: usize,
    pub annotations: &'a [AnnotationText],
    pub next_annotation: usize,
    pub names: &'a mut Names,
    pub diagnostics: &'a mut Vec<Diagnostic>,
    pub depth: u32,
    /// Inside an annotation: SPARK 2005's extra expression forms are accepted.
    pub in_annotation: bool,
    /// Annotations of SPARK 2005 that follow their grammar.
    pub good_annotations: usize,
}

/// Parses one file.
pub fn parse_file(text: &str, file: FileId, names: &mut Names, diagnostics: &mut Vec<Diagnostic>) -> SourceUnits {
    let before = diagnostics.len();
    let tokens = lex(text, file, names, diagnostics);
    let mut parser = Parser {
        text,
        file,
        tokens: &tokens.tokens,
        at: 0,
        annotations: &tokens.annotations,
        next_annotation: 0,
        names,
        diagnostics,
        depth: 0,
        in_annotation: false,
        good_annotations: 0,
    };
    let before = parser.diagnostics.len().min(before);
    let units = parser.source();
    if parser.good_annotations == 0 {
        read_as_comments(&tokens.annotations, before, diagnostics);
    }
    units
}

/// Comments of a file that is not written in SPARK 2005 may begin with the same mark: what looks wrong in them is no
/// mistake then, and the user is told that they count for nothing.
fn read_as_comments(annotations: &[AnnotationText], before: usize, diagnostics: &mut Vec<Diagnostic>) {
    let inside = |d: &Diagnostic, annotation: &AnnotationText| {
        let place = d.primary.as_ref().map(|label| label.span);
        d.is_error() && place.is_some_and(|p| annotation.span.start <= p.start && p.start <= annotation.span.end)
    };
    for annotation in annotations.iter().filter(|annotation| annotation.mark == Mark::Hash) {
        let own = diagnostics.split_off(before);
        let (wrong, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|d| inside(d, annotation));
        diagnostics.extend(others);
        if !wrong.is_empty() {
            let message = "this is no annotation of SPARK 2005; it is read as a comment";
            diagnostics.push(Diagnostic::warning(codes::STRAY_ANNOTATION, message).at(annotation.span, ""));
        }
    }
}

impl<'a> Parser<'a> {
    pub fn token(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }
    pub fn kind(&self) -> TokenKind {
        self.token().kind
    }
    pub fn kind_ahead(&self, ahead: usize) -> TokenKind {
        self.tokens[(self.at + ahead).min(self.tokens.len() - 1)].kind
    }
    pub fn span(&self) -> Span {
        let token = self.token();
        Span { file: self.file, start: token.start, end: token.end }
    }
    /// The span from `start` up to the last consumed token.
    pub fn span_from(&self, start: Span) -> Span {
        match self.at.checked_sub(1).and_then(|i| self.tokens.get(i)) {
            Some(token) if token.end >= start.start => Span { file: self.file, start: start.start, end: token.end },
            _ => start,
        }
    }
    pub fn advance(&mut self) -> Token {
        let token = self.token();
        if self.at < self.tokens.len() - 1 {
            self.at += 1;
        }
        token
    }
    pub fn is(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }
    pub fn is_word(&self, word: Keyword) -> bool {
        self.kind() == TokenKind::Word(word)
    }
    pub fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.is(kind);
        if found {
            self.advance();
        }
        found
    }
    pub fn accept_word(&mut self, word: Keyword) -> bool {
        self.accept(TokenKind::Word(word))
    }
    pub fn expect(&mut self, kind: TokenKind) -> Parse<Span> {
        let span = self.span();
        if self.accept(kind) { Ok(span) } else { Err(self.unexpected(&kind.words())) }
    }
    pub fn expect_word(&mut self, word: Keyword) -> Parse<Span> {
        self.expect(TokenKind::Word(word))
    }
    /// A missing `;` is reported but not fatal: the text up to here was complete.
    pub fn semicolon(&mut self) {
        if !self.accept(TokenKind::Semicolon) {
            let end = self.at.checked_sub(1).map_or(0, |i| self.tokens[i].end);
            let span = Span { file: self.file, start: end, end };
            let found = self.kind().words();
            self.report(codes::SYNTAX, span, format!("`;` is missing before {found}"));
            // What can begin nothing belongs to the mistake.
            let begins_nothing = matches!(
                self.kind(),
                TokenKind::Integer | TokenKind::Real | TokenKind::String | TokenKind::Character | TokenKind::RightParen
            );
            if begins_nothing {
                self.skip_to_semicolon();
            }
        }
    }
    /// A word at the end of a line: where it is missing, the next line is read as if it stood there.
    pub fn closing_word(&mut self, word: Keyword) -> Parse<()> {
        if self.accept_word(word) {
            return Ok(());
        }
        let end = self.at.checked_sub(1).map_or(0, |i| self.tokens[i].end) as usize;
        let start = self.token().start as usize;
        let new_line = self.text.get(end..start).is_some_and(|between| between.contains('\n'));
        let wrong = self.unexpected(&TokenKind::Word(word).words());
        if new_line { Ok(()) } else { Err(wrong) }
    }
    pub fn identifier(&mut self) -> Parse<Identifier> {
        if self.is(TokenKind::Identifier) {
            let span = self.span();
            let symbol = self.advance().symbol;
            return Ok(Identifier { symbol, span });
        }
        Err(self.unexpected("an identifier"))
    }
    pub fn report(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        let code = if self.in_annotation && code == codes::SYNTAX { codes::ANNOTATION } else { code };
        let severity_free = self.diagnostics.len() < MESSAGE_LIMIT;
        // One mistake, one message: the same place is not reported twice.
        let repeated = self.diagnostics.last().is_some_and(|d| {
            d.is_error() && d.primary.as_ref().is_some_and(|l| l.span.file == span.file && l.span.start == span.start)
        });
        if severity_free && !repeated {
            self.diagnostics.push(Diagnostic::error(code, message).at(span, ""));
        }
    }
    pub fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(code, message).at(span, ""));
    }
    pub fn unexpected(&mut self, wanted: &str) -> Reported {
        let found = match self.kind() {
            TokenKind::Identifier => format!("`{}`", self.token_text()),
            kind => kind.words(),
        };
        self.report(codes::SYNTAX, self.span(), format!("expected {wanted}, found {found}"));
        Reported
    }
    pub fn token_text(&self) -> &'a str {
        let token = self.token();
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }
    /// Runs `parse` one level deeper, or reports that nesting is too deep.
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= DEPTH_LIMIT {
            self.report(codes::TOO_DEEP, self.span(), format!("nested deeper than {DEPTH_LIMIT} levels"));
            return Err(Reported);
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
    /// Skips to just behind the next `;` at this level, or before a word that closes or opens a part.
    pub fn skip_to_semicolon(&mut self) {
        let mut parens = 0i32;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::LeftParen => parens += 1,
                TokenKind::RightParen => parens -= 1,
                TokenKind::Semicolon if parens <= 0 => {
                    self.advance();
                    return;
                }
                TokenKind::Word(
                    Keyword::End | Keyword::Begin | Keyword::Exception | Keyword::Private | Keyword::Elsif,
                ) => return,
                _ => {}
            }
            self.advance();
        }
    }
    /// Annotations that stand before the current token and were not taken yet.
    pub fn annotations_here(&mut self) -> Vec<&'a AnnotationText> {
        let here = self.at as u32;
        let mut found = Vec::new();
        while let Some(annotation) = self.annotations.get(self.next_annotation) {
            if annotation.before > here {
                break;
            }
            self.next_annotation += 1;
            if annotation.before == here {
                found.push(annotation);
            } else {
                self.stray(annotation);
            }
        }
        found
    }
    fn stray(&mut self, annotation: &AnnotationText) {
        self.warn(codes::STRAY_ANNOTATION, annotation.span, "no annotation may stand here; it is read as a comment");
    }
    /// A list separated by commas.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept(TokenKind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }
    pub fn identifiers(&mut self) -> Parse<Vec<Identifier>> {
        self.list(Self::identifier)
    }
    /// `end [name];` of a construct called `name`.
    pub fn end_name(&mut self, name: Option<&DefiningName>) {
        if matches!(self.kind(), TokenKind::Identifier | TokenKind::String | TokenKind::Character) {
            let start = self.span();
            match (self.defining_name(), name) {
                (Ok(found), Some(name)) => {
                    if found.last.symbol != name.last.symbol {
                        let wanted = self.names.text(name.last.symbol).to_string();
                        self.report(codes::END_NAME, found.span(), format!("`end` of `{wanted}` expected here"));
                    }
                }
                (Ok(_), None) => {
                    let span = self.span_from(start);
                    self.report(codes::END_NAME, span, "this construct has no name");
                }
                (Err(_), _) => self.skip_to_semicolon(),
            }
        }
        self.semicolon();
    }
    /// `A.B.C`, or an operator symbol such as `"+"`.
    pub fn defining_name(&mut self) -> Parse<DefiningName> {
        let mut prefix = Vec::new();
        let mut last = self.designator()?;
        while self.is(TokenKind::Dot) {
            self.advance();
            prefix.push(last);
            last = self.designator()?;
        }
        Ok(DefiningName { prefix, last })
    }
    /// An identifier, operator symbol or character literal in the place of a name.
    pub fn designator(&mut self) -> Parse<Identifier> {
        let span = self.span();
        match self.kind() {
            TokenKind::String => {
                let symbol = self.operator_symbol();
                self.advance();
                Ok(Identifier { symbol, span })
            }
            TokenKind::Character => Ok(Identifier { symbol: self.advance().symbol, span }),
            _ => self.identifier(),
        }
    }
    /// The symbol of a string literal read as an operator: quotes kept, lower case.
    pub fn operator_symbol(&mut self) -> Symbol {
        self.names.fold(self.token_text())
    }
    pub fn shared<T>(&self, value: T) -> Rc<T> {
        Rc::new(value)
    }
}
