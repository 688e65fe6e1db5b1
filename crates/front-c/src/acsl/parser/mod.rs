//! Tokens of an annotation to its tree, by recursive descent.
//!
//! `clauses` reads contracts, loop and code annotations; `definitions` what stands at file scope; `predicates` and
//! `terms` formulas, `types` type names. The first mistake ends the annotation: it is reported with its place, and
//! nothing of the annotation is used. Nesting is bounded, and every loop consumes a token per round.
//!
//! Deliberately absent: which names are declared. A parser of C must know which names are types, so it asks.

mod clauses;
mod definitions;
mod predicates;
mod terms;
mod types;

use super::lexer::{Token, TokenKind};
use super::syntax::{Annotation, Ident};
use cairn_base::Span;
use std::sync::Arc;

/// How deep formulas may nest.
const DEPTH_LIMIT: u32 = 400;

/// What is wrong, and where.
#[derive(Clone, Debug)]
pub struct Fault {
    pub span: Span,
    pub message: String,
    /// The construct is ACSL, but not supported: nothing is wrong with it.
    pub is_refused: bool,
}

pub type Parse<T> = Result<T, Fault>;

/// Where an annotation stands: that decides what a contract or `invariant` in it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    File,
    Code,
}

pub struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: u32,
    /// Whether a name means a type here.
    is_type: &'a dyn Fn(&str) -> bool,
    /// Names that binders around have taken from types.
    bound: Vec<Arc<str>>,
    /// Between `?` and `:` a name before a colon is no label of a predicate.
    in_conditional: u32,
}

/// Parses what one comment says.
pub fn parse(tokens: &[Token], position: Position, is_type: &dyn Fn(&str) -> bool) -> Parse<Annotation> {
    let mut parser = Parser { tokens, at: 0, depth: 0, is_type, bound: Vec::new(), in_conditional: 0 };
    parser.annotation(position)
}

/// The words that an annotation begins with. A comment that begins with another one is no annotation.
pub const FIRST_WORDS: [&str; 39] = [
    "requires",
    "ensures",
    "assigns",
    "allocates",
    "frees",
    "terminates",
    "decreases",
    "behavior",
    "complete",
    "disjoint",
    "exits",
    "breaks",
    "continues",
    "returns",
    "assert",
    "check",
    "admit",
    "invariant",
    "loop",
    "for",
    "ghost",
    "predicate",
    "logic",
    "axiomatic",
    "axiom",
    "lemma",
    "inductive",
    "type",
    "global",
    "model",
    "volatile",
    "import",
    "module",
    "assumes",
    "variant",
    "calls",
    "strong",
    "weak",
    "extends",
];

/// The first word, if the tokens begin with one.
pub fn first_word(tokens: &[Token]) -> Option<&str> {
    match &tokens.first()?.kind {
        TokenKind::Word(word) => Some(word),
        _ => None,
    }
}

impl Parser<'_> {
    fn kind(&self) -> &TokenKind {
        self.kind_ahead(0)
    }
    fn kind_ahead(&self, ahead: usize) -> &TokenKind {
        self.tokens.get(self.at + ahead).map_or(&TokenKind::End, |token| &token.kind)
    }
    fn span(&self) -> Span {
        let last = self.tokens.len().saturating_sub(1);
        self.tokens.get(self.at.min(last)).map_or_else(no_place, |token| token.span)
    }
    /// From `start` up to the last consumed token.
    fn span_from(&self, start: Span) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(start, |last| if last.span.file == start.file { start.to(last.span) } else { start })
    }
    fn advance(&mut self) {
        self.at += 1;
    }
    fn is(&self, mark: &str) -> bool {
        matches!(self.kind(), TokenKind::Mark(found) if *found == mark)
    }
    fn is_ahead(&self, ahead: usize, mark: &str) -> bool {
        matches!(self.kind_ahead(ahead), TokenKind::Mark(found) if *found == mark)
    }
    fn is_word(&self, word: &str) -> bool {
        self.is_word_ahead(0, word)
    }
    fn is_word_ahead(&self, ahead: usize, word: &str) -> bool {
        matches!(self.kind_ahead(ahead), TokenKind::Word(found) if **found == *word)
    }
    fn is_end(&self) -> bool {
        matches!(self.kind(), TokenKind::End)
    }
    fn accept(&mut self, mark: &str) -> bool {
        let found = self.is(mark);
        if found {
            self.advance();
        }
        found
    }
    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }
    fn expect(&mut self, mark: &str) -> Parse<()> {
        if self.accept(mark) { Ok(()) } else { Err(self.unexpected(&format!("`{mark}`"))) }
    }
    fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }
    /// A name without a backslash.
    fn name(&mut self) -> Parse<Ident> {
        let span = self.span();
        match self.kind() {
            TokenKind::Word(text) if !text.starts_with('\\') => {
                let text = text.clone();
                self.advance();
                Ok(Ident { text, span })
            }
            _ => Err(self.unexpected("a name")),
        }
    }
    fn names(&mut self) -> Parse<Vec<Ident>> {
        let mut names = vec![self.name()?];
        while self.accept(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }
    /// `{L1, L2}`, if it stands here.
    fn labels(&mut self) -> Parse<Vec<Ident>> {
        if !self.accept("{") {
            return Ok(Vec::new());
        }
        let labels = self.names()?;
        self.expect("}")?;
        Ok(labels)
    }
    fn unexpected(&self, wanted: &str) -> Fault {
        let found = match self.kind() {
            TokenKind::Word(t) | TokenKind::Number(t) | TokenKind::Character(t) | TokenKind::String(t) => {
                format!("`{t}`")
            }
            TokenKind::Mark(mark) => format!("`{mark}`"),
            TokenKind::Unknown(c) => format!("`{}`", c.escape_default()),
            TokenKind::End => "the end of the annotation".to_string(),
        };
        self.fault(format!("expected {wanted}, found {found}"))
    }
    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { span: self.span(), message: message.into(), is_refused: false }
    }
    /// A construct of ACSL that is not supported.
    fn refuse<T>(&self, construct: &str) -> Parse<T> {
        let message = format!("{construct} is not supported");
        Err(Fault { span: self.span(), message, is_refused: true })
    }
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= DEPTH_LIMIT {
            return Err(self.fault("the formula is nested too deep"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}

fn no_place() -> Span {
    Span { file: cairn_base::FileId(0), start: 0, end: 0 }
}
