//! Recursive-descent parser for GNU C11/C17.
//!
//! In: preprocessed text. Out: a tree and diagnostics, always both: after a syntax error the parser skips
//! to the next `;` or brace that fits and goes on. Nesting is bounded ([`DEPTH_LIMIT`], [`CHAIN_LIMIT`]),
//! so no input can exhaust the stack the crate works on, and every loop consumes a token per round, so
//! none can hang.
//!
//! Deliberately absent: any knowledge of names beyond which of them are types; all typing.

mod attributes;
mod declarations;
mod declarators;
mod expressions;
mod initializers;
mod primary;
mod records;
mod scopes;
mod specifiers;
mod statements;

use crate::acsl::lexer::lex as lex_annotation;
use crate::acsl::macros::{Macros, expand};
use crate::codes;
use crate::cprover::Clause;
use crate::syntax::ast::*;
use crate::syntax::lexer::{TEXT_LIMIT, lex};
use crate::syntax::names::{Keyword, Names};
use crate::syntax::places::Regions;
use crate::syntax::token::{Token, TokenKind, TokenStream};
use cairn_base::{Diagnostic, SourceMap, Span};
use scopes::Scopes;

/// How deep expressions, declarators, statements and records may nest.
pub const DEPTH_LIMIT: u32 = 1000;

/// How long a chain that makes a deep tree may be: `a + b + …`, `else if`, `case 1: case 2: …`.
pub const CHAIN_LIMIT: usize = 10_000;

/// Messages after which the parser falls silent.
const MESSAGE_LIMIT: usize = 100;

/// An error that was already reported; whoever catches it recovers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

pub(crate) type Parse<T> = Result<T, Reported>;

pub(crate) struct Parser<'a> {
    pub text: &'a str,
    pub stream: &'a TokenStream,
    pub at: usize,
    pub next_annotation: usize,
    pub names: &'a mut Names,
    pub scopes: Scopes,
    pub diagnostics: &'a mut Vec<Diagnostic>,
    pub depth: u32,
    /// Contract clauses of CBMC behind the last declarator or the head of the last loop.
    pub clauses: Vec<Clause>,
}

/// Parses preprocessed text. Line markers put all places into the files they name; text without
/// markers belongs to the file `name`. `read` is asked for the text of files that `sources` does not
/// hold; without an answer the file is put together from the preprocessed lines.
///
/// Trees may be deep: call this, and drop what it gives, on a stack of [`crate::STACK_BYTES`].
pub fn parse(
    name: &str,
    text: &str,
    sources: &mut SourceMap,
    names: &mut Names,
    read: &mut dyn FnMut(&str) -> Option<String>,
    diagnostics: &mut Vec<Diagnostic>,
) -> TranslationUnit {
    if text.len() > TEXT_LIMIT {
        diagnostics.push(Diagnostic::error(codes::TOO_LARGE, format!("`{name}` is too large")));
        return TranslationUnit { name: name.to_string(), items: Vec::new(), macros: Vec::new(), ghosts: Vec::new() };
    }
    let stream = tokens(name, text, sources, names, read, diagnostics);
    let scopes = Scopes::new(names);
    let mut parser = Parser {
        text,
        stream: &stream,
        at: 0,
        next_annotation: 0,
        names,
        scopes,
        diagnostics,
        depth: 0,
        clauses: Vec::new(),
    };
    let items = parser.external_items();
    let ghosts = stream.ghost_places();
    TranslationUnit { name: name.to_string(), items, macros: stream.macros, ghosts }
}

/// Lexes the text and finds the places of all tokens.
fn tokens(
    name: &str,
    text: &str,
    sources: &mut SourceMap,
    names: &mut Names,
    read: &mut dyn FnMut(&str) -> Option<String>,
    diagnostics: &mut Vec<Diagnostic>,
) -> TokenStream {
    let lexed = lex(text, names);
    let directives = lexed.directives;
    let regions = Regions::resolve(name, text, &lexed.lines, &directives.markers, sources, read);
    let cursor = || regions.cursor(text, &lexed.lines, sources);
    let mut at = cursor();
    let places = lexed.tokens.iter().map(|t| at.place(t.start, t.end)).collect();
    let mut at = cursor();
    let annotations = lexed.annotations.iter().map(|a| (*a, at.place(a.start, a.end))).collect();
    let mut at = cursor();
    let macros = directives.macros.into_iter().map(|m| {
        let span = at.place(m.start, m.end);
        MacroDefinition { name: m.name, parameters: m.parameters, body: m.body, span, at: m.start }
    });
    let macros = macros.collect();
    let mut at = cursor();
    for complaint in lexed.complaints.into_iter().take(MESSAGE_LIMIT) {
        let span = at.place(complaint.start, complaint.end);
        diagnostics.push(Diagnostic::error(complaint.code, complaint.message).at(span, ""));
    }
    TokenStream { tokens: lexed.tokens, places, annotations, packs: directives.packs, macros, ghosts: lexed.ghosts }
}

impl<'a> Parser<'a> {
    pub fn token(&self) -> Token {
        self.token_ahead(0)
    }
    /// The current token or one behind it; the end of the text if there are not so many.
    pub fn token_ahead(&self, ahead: usize) -> Token {
        let tokens = &self.stream.tokens;
        tokens[(self.at + ahead).min(tokens.len() - 1)]
    }
    pub fn kind(&self) -> TokenKind {
        self.token().kind
    }
    pub fn kind_ahead(&self, ahead: usize) -> TokenKind {
        self.token_ahead(ahead).kind
    }
    pub fn span(&self) -> Span {
        let places = &self.stream.places;
        places[self.at.min(places.len() - 1)]
    }
    /// Just behind the last consumed token.
    pub fn end_of_previous(&self) -> Span {
        match self.at.checked_sub(1).and_then(|i| self.stream.places.get(i)) {
            Some(span) => Span { start: span.end, ..*span },
            None => self.span(),
        }
    }
    /// The span from `start` up to the last consumed token.
    pub fn span_from(&self, start: Span) -> Span {
        match self.at.checked_sub(1).and_then(|i| self.stream.places.get(i)) {
            Some(last) => start.to(*last),
            None => start,
        }
    }
    pub fn advance(&mut self) -> Token {
        let token = self.token();
        if self.at < self.stream.tokens.len() - 1 {
            self.at += 1;
        }
        token
    }
    pub fn is(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }
    pub fn is_word(&self, word: Keyword) -> bool {
        self.kind() == TokenKind::Keyword(word)
    }
    pub fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.is(kind);
        if found {
            self.advance();
        }
        found
    }
    pub fn accept_word(&mut self, word: Keyword) -> bool {
        self.accept(TokenKind::Keyword(word))
    }
    pub fn expect(&mut self, kind: TokenKind) -> Parse<Span> {
        let span = self.span();
        if self.accept(kind) { Ok(span) } else { Err(self.unexpected(&words(kind))) }
    }
    /// The bracket that closes the one at `opened`.
    pub fn expect_closing(&mut self, kind: TokenKind, opened: Span) -> Parse<Span> {
        let span = self.span();
        if self.accept(kind) {
            return Ok(span);
        }
        let (code, found) = match self.kind() {
            TokenKind::End => (codes::UNCLOSED, "the end of the file".to_string()),
            _ => (codes::SYNTAX, self.found()),
        };
        let message = format!("expected {}, found {found}", words(kind));
        let diagnostic = Diagnostic::error(code, message).at(span, "").and_at(opened, "opened here");
        self.report_whole(diagnostic);
        Err(Reported)
    }
    /// A missing `;` is reported but not fatal if a new line or a closing brace follows: the text up
    /// to here was complete.
    pub fn semicolon(&mut self) -> Parse<()> {
        if self.accept(TokenKind::Semicolon) {
            return Ok(());
        }
        let span = self.end_of_previous();
        let found = self.found();
        self.report(codes::SYNTAX, span, format!("expected `;` before {found}"));
        if self.is(TokenKind::RightBrace) || self.begins_line() { Ok(()) } else { Err(Reported) }
    }
    /// The current token is the first of its line.
    fn begins_line(&self) -> bool {
        let Some(previous) = self.at.checked_sub(1).and_then(|i| self.stream.tokens.get(i)) else {
            return true;
        };
        let between = self.text.as_bytes().get(previous.end as usize..self.token().start as usize);
        between.is_some_and(|bytes| bytes.contains(&b'\n'))
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
        self.report_whole(Diagnostic::error(code, message).at(span, ""));
    }
    pub fn report_whole(&mut self, diagnostic: Diagnostic) {
        // One mistake, one message: the same place is not reported twice.
        let place = |d: &Diagnostic| d.primary.as_ref().map(|l| (l.span.file, l.span.start));
        let repeated = self.diagnostics.last().is_some_and(|d| d.is_error() && place(d) == place(&diagnostic));
        // After giving up, everything would seem to end too early.
        let gave_up = self.diagnostics.last().is_some_and(|d| d.code == codes::TOO_DEEP);
        if self.diagnostics.len() < MESSAGE_LIMIT && !repeated && !gave_up {
            self.diagnostics.push(diagnostic);
        }
    }
    /// What stands here, in words for a message.
    pub fn found(&self) -> String {
        let text = self.token_text();
        match self.kind() {
            TokenKind::End => "the end of the file".to_string(),
            TokenKind::String => "a string".to_string(),
            _ => format!("`{text}`"),
        }
    }
    pub fn unexpected(&mut self, wanted: &str) -> Reported {
        let found = self.found();
        let code = if self.is(TokenKind::End) { codes::UNCLOSED } else { codes::SYNTAX };
        self.report(code, self.span(), format!("expected {wanted}, found {found}"));
        Reported
    }
    pub fn token_text(&self) -> &'a str {
        let token = self.token();
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }
    /// Runs `parse` one level deeper, or reports that nesting is too deep.
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= DEPTH_LIMIT {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
    /// Refuses a chain that has grown too long.
    pub fn check_chain(&mut self, length: usize) -> Parse<()> {
        if length <= CHAIN_LIMIT { Ok(()) } else { Err(self.too_deep()) }
    }
    fn too_deep(&mut self) -> Reported {
        self.report(codes::TOO_DEEP, self.span(), "nested too deep");
        // Nothing that follows could be read in its context.
        self.at = self.stream.tokens.len() - 1;
        Reported
    }
    /// Skips to just behind the next `;` of this level or the `}` of a block opened meanwhile, or to
    /// before the brace that closes this level.
    pub fn skip_to_semicolon(&mut self) {
        let mut braces = 0usize;
        let mut parens = 0usize;
        loop {
            match self.kind() {
                TokenKind::End => return,
                TokenKind::LeftParen => parens += 1,
                TokenKind::RightParen => parens = parens.saturating_sub(1),
                TokenKind::LeftBrace => braces += 1,
                TokenKind::RightBrace if braces == 0 => return,
                TokenKind::RightBrace => {
                    braces -= 1;
                    if braces == 0 && parens == 0 {
                        self.advance();
                        self.accept(TokenKind::Semicolon);
                        return;
                    }
                }
                TokenKind::Semicolon if braces == 0 && parens == 0 => {
                    self.advance();
                    return;
                }
                // A `;` inside of parentheses on the way: the parenthesis was never closed.
                TokenKind::Semicolon if braces == 0 => parens = 0,
                _ => {}
            }
            self.advance();
        }
    }
    /// Annotations that stand before the current token and were not taken yet.
    pub fn annotations_here(&mut self) -> Vec<Annotation> {
        let here = self.at as u32;
        let mut found = Vec::new();
        while let Some((annotation, span)) = self.stream.annotations.get(self.next_annotation) {
            if annotation.before > here {
                break;
            }
            self.next_annotation += 1;
            if annotation.before < here {
                self.stray(*span);
                continue;
            }
            let whole = self.text.get(annotation.start as usize..annotation.end as usize).unwrap_or("");
            let inner = whole.strip_prefix("/@").map(|body| body.strip_suffix("@/").unwrap_or(body));
            let body = inner.unwrap_or_else(|| whole.get(3..).unwrap_or(""));
            let body = if whole.starts_with("/*") { body.strip_suffix("*/").unwrap_or(body) } else { body };
            let skipped = if inner.is_some() { 2 } else { 3 };
            let text_span = Span { start: (span.start + skipped).min(span.end), ..*span };
            let tokens = lex_annotation(body, text_span, true);
            let macros = Macros { all: &self.stream.macros, names: &*self.names, until: annotation.start };
            let tokens = expand(tokens, macros).into();
            found.push(Annotation { text: body.into(), span: *span, text_span, tokens });
        }
        found
    }
    fn stray(&mut self, span: Span) {
        let message = "no annotation may stand here; it is read as a comment";
        self.diagnostics.push(Diagnostic::warning(codes::STRAY_ANNOTATION, message).at(span, ""));
    }
}

/// A punctuation mark or class of tokens in words for a message.
fn words(kind: TokenKind) -> String {
    match kind {
        TokenKind::Identifier => "an identifier".to_string(),
        TokenKind::Number => "a number".to_string(),
        TokenKind::String => "a string".to_string(),
        TokenKind::Character => "a character".to_string(),
        TokenKind::End => "the end of the file".to_string(),
        TokenKind::Keyword(word) => {
            let text = crate::syntax::names::KEYWORDS.iter().find(|(_, w)| *w == word).map_or("?", |k| k.0);
            format!("`{text}`")
        }
        _ => format!("`{}`", kind.mark().unwrap_or("?")),
    }
}
