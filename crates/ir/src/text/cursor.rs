//! Walking over the tokens of a text, and collecting diagnostics.
//!
//! A parsing function that meets a mistake reports it and returns [`Abandoned`]; whoever can go on
//! (at the next statement or declaration) does so.

use super::codes;
use super::names;
use super::token::{Kind, Token};
use cairn_base::{Diagnostic, FileId, Span};
use std::sync::Arc;

/// A mistake was reported; what was being read is given up.
#[derive(Clone, Copy, Debug)]
pub struct Abandoned;

pub type Parsed<T> = Result<T, Abandoned>;

/// After this many errors the rest of the text is not read.
const MAX_ERRORS: usize = 100;

pub struct Cursor<'a> {
    text: &'a str,
    file: FileId,
    tokens: &'a [Token],
    pub at: usize,
    /// Open brackets within the current statement: inside them lines do not matter.
    pub open: u32,
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, file: FileId, tokens: &'a [Token]) -> Self {
        Self { text, file, tokens, at: 0, open: 0, diagnostics: Vec::new() }
    }

    // ---- looking ----

    pub fn token(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }
    pub fn token_after(&self, distance: usize) -> Token {
        self.tokens[(self.at + distance).min(self.tokens.len() - 1)]
    }
    pub fn token_text(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }
    pub fn span(&self, token: Token) -> Span {
        Span { file: self.file, start: token.start, end: token.end }
    }
    /// From the start of a token to the end of the one last taken.
    pub fn span_from(&self, start: Token) -> Span {
        let last = self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)];
        Span { file: self.file, start: start.start, end: last.end.max(start.start) }
    }
    pub fn here(&self) -> Span {
        self.span(self.token())
    }
    pub fn at_end(&self) -> bool {
        self.token().kind == Kind::End
    }
    /// Whether the next token is this symbol or word of the language.
    pub fn is(&self, text: &str) -> bool {
        self.token_is(self.token(), text)
    }
    pub fn token_is(&self, token: Token, text: &str) -> bool {
        matches!(token.kind, Kind::Word | Kind::Symbol) && self.token_text(token) == text
    }
    /// Whether the current statement ends before the next token.
    pub fn line_ends(&self) -> bool {
        let token = self.token();
        token.kind == Kind::End || (self.open == 0 && token.first)
    }
    /// Like [`is`](Self::is), within the current statement.
    pub fn continues(&self, text: &str) -> bool {
        !self.line_ends() && self.is(text)
    }

    // ---- taking ----

    pub fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }
    pub fn take(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.advance();
        }
        found
    }
    /// Takes a word or symbol that continues the current statement.
    pub fn take_here(&mut self, text: &str) -> bool {
        self.continues(text) && self.take(text)
    }
    pub fn expect(&mut self, text: &str) -> Parsed<Token> {
        if self.is(text) { Ok(self.advance()) } else { self.expected(&format!("`{text}`")) }
    }
    /// An opening bracket; until its closing one lines do not matter.
    pub fn open(&mut self, bracket: &str) -> Parsed<Token> {
        let token = self.expect(bracket)?;
        self.open += 1;
        Ok(token)
    }
    pub fn close(&mut self, bracket: &str) -> Parsed<Token> {
        let token = self.expect(bracket)?;
        self.open = self.open.saturating_sub(1);
        Ok(token)
    }

    // ---- names and numbers ----

    /// A name: a word that is not reserved, or anything in backticks.
    pub fn name(&mut self, what: &str) -> Parsed<Arc<str>> {
        let token = self.token();
        let text = self.token_text(token);
        match token.kind {
            Kind::Word if names::is_reserved(text) => {
                let message = Diagnostic::error(codes::RESERVED, format!("expected {what}, found the word `{text}`"));
                self.report(message.at(self.here(), "").help(format!("as a name it is written `{text}` in backticks")))
            }
            Kind::Word => {
                self.advance();
                Ok(text.into())
            }
            Kind::Quoted => {
                self.advance();
                self.unquoted(token).map(Into::into)
            }
            _ => self.expected(what),
        }
    }
    /// A name whose parts may be joined by points.
    pub fn dotted_name(&mut self, what: &str) -> Parsed<Arc<str>> {
        let first = self.name(what)?;
        if !self.continues(".") {
            return Ok(first);
        }
        let mut name = first.to_string();
        while self.take_here(".") {
            name.push('.');
            name.push_str(&self.name(what)?);
        }
        Ok(name.into())
    }
    pub fn string(&mut self, what: &str) -> Parsed<Arc<str>> {
        let token = self.token();
        if token.kind != Kind::String {
            return self.expected(what);
        }
        self.advance();
        self.unquoted(token).map(Into::into)
    }
    /// A string here, within the current statement, if there is one.
    pub fn optional_string(&mut self) -> Parsed<Option<Arc<str>>> {
        if self.line_ends() || self.token().kind != Kind::String {
            return Ok(None);
        }
        self.string("a string").map(Some)
    }
    pub fn unquoted(&mut self, token: Token) -> Parsed<String> {
        match names::unquote(self.token_text(token)) {
            Some(text) => Ok(text),
            None => self.fail(codes::UNCLOSED, "unknown escape", self.span(token)),
        }
    }
    /// A plain number, such as a size.
    pub fn count(&mut self, what: &str) -> Parsed<u64> {
        let token = self.token();
        if token.kind != Kind::Integer {
            return self.expected(what);
        }
        self.advance();
        let value = super::literal::integer(self.token_text(token)).and_then(|n| u64::try_from(n).ok());
        match value {
            Some(value) => Ok(value),
            None => self.fail(codes::NUMBER, &format!("expected {what} below 2^64"), self.span(token)),
        }
    }

    // ---- mistakes ----

    pub fn report<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.diagnostics.push(diagnostic);
        Err(Abandoned)
    }
    pub fn fail<T>(&mut self, code: &'static str, message: &str, span: Span) -> Parsed<T> {
        self.report(Diagnostic::error(code, message).at(span, ""))
    }
    pub fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.token();
        let found = match token.kind {
            Kind::End => "the end of the text".to_string(),
            _ => format!("`{}`", shortened(self.token_text(token))),
        };
        self.fail(codes::SYNTAX, &format!("expected {what}, found {found}"), self.span(token))
    }
    pub fn gives_up(&self) -> bool {
        self.diagnostics.len() > MAX_ERRORS
    }
    /// The statement must end here.
    pub fn end_of_line(&mut self) -> Parsed<()> {
        if self.line_ends() || self.is("}") { Ok(()) } else { self.expected("the end of the line") }
    }
    /// After a mistake in what began at token number `begin`: goes to the next token that begins a line,
    /// at least one token on.
    pub fn recover(&mut self, begin: usize) {
        self.open = 0;
        if self.at <= begin && !self.at_end() {
            self.at = begin + 1;
        }
        while !self.line_ends() {
            self.at += 1;
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}
