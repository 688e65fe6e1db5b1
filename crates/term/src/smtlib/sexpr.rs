//! S-expressions: the lexical and bracket structure of SMT-LIB.
//!
//! A text becomes a flat table of nodes that refer to each other by index: nothing here recurses,
//! so nesting may be arbitrarily deep, and dropping the table is cheap.

use super::error::{Place, ReadError, ReadErrorKind};
use cairn_base::define_id;
use cairn_base::ids::Table;
use std::borrow::Cow;

define_id!(
    /// An expression of one [`SExprs`].
    ExprId,
    "expr"
);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A simple symbol, with the reserved words.
    Symbol,
    /// `|…|`
    Quoted,
    Numeral,
    Decimal,
    /// `#x…`
    Hexadecimal,
    /// `#b…`
    Binary,
    /// `"…"`
    String,
    /// `:…`
    Keyword,
    List {
        first: u32,
        count: u32,
    },
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    start: u32,
    end: u32,
}

/// All s-expressions of a text.
#[derive(Debug)]
pub struct SExprs<'t> {
    text: &'t str,
    nodes: Table<ExprId, Node>,
    items: Vec<ExprId>,
    top: Vec<ExprId>,
}

impl<'t> SExprs<'t> {
    pub fn parse(text: &'t str) -> Result<Self, ReadError> {
        let mut exprs = Self { text, nodes: Table::new(), items: Vec::new(), top: Vec::new() };
        let mut lexer = Lexer { text, at: 0 };
        // The open lists: where each began, and its items so far.
        let mut open: Vec<(usize, Vec<ExprId>)> = Vec::new();
        while let Some((start, token)) = lexer.next()? {
            let kind = match token {
                Token::Open => {
                    open.push((start, Vec::new()));
                    continue;
                }
                Token::Close => {
                    let Some((begin, items)) = open.pop() else {
                        return Err(exprs.error_at(start, ReadErrorKind::Unbalanced));
                    };
                    let kind = Kind::List { first: exprs.items.len() as u32, count: items.len() as u32 };
                    exprs.items.extend(items);
                    exprs.push(kind, begin, lexer.at, &mut open);
                    continue;
                }
                Token::Atom(kind) => kind,
            };
            exprs.push(kind, start, lexer.at, &mut open);
        }
        match open.last() {
            Some(&(begin, _)) => Err(exprs.error_at(begin, ReadErrorKind::UnexpectedEnd("a list"))),
            None => Ok(exprs),
        }
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, open: &mut [(usize, Vec<ExprId>)]) {
        let id = self.nodes.push(Node { kind, start: start as u32, end: end as u32 });
        match open.last_mut() {
            Some((_, items)) => items.push(id),
            None => self.top.push(id),
        }
    }

    /// The expressions that are in no list.
    pub fn top(&self) -> &[ExprId] {
        &self.top
    }
    pub fn kind(&self, expr: ExprId) -> Kind {
        self.nodes[expr].kind
    }
    /// The text as written.
    pub fn source(&self, expr: ExprId) -> &'t str {
        let node = &self.nodes[expr];
        &self.text[node.start as usize..node.end as usize]
    }
    /// The items of a list.
    pub fn list(&self, expr: ExprId) -> Option<&[ExprId]> {
        match self.kind(expr) {
            Kind::List { first, count } => Some(&self.items[first as usize..][..count as usize]),
            _ => None,
        }
    }
    /// The name of a symbol, without the bars of a quoted one.
    pub fn symbol(&self, expr: ExprId) -> Option<&'t str> {
        let source = self.source(expr);
        match self.kind(expr) {
            Kind::Symbol => Some(source),
            Kind::Quoted => Some(&source[1..source.len() - 1]),
            _ => None,
        }
    }
    /// Is it this unquoted word?
    pub fn is_word(&self, expr: ExprId, word: &str) -> bool {
        self.kind(expr) == Kind::Symbol && self.source(expr) == word
    }
    /// The contents of a string literal.
    pub fn string(&self, expr: ExprId) -> Option<Cow<'t, str>> {
        if self.kind(expr) != Kind::String {
            return None;
        }
        let source = self.source(expr);
        let inner = &source[1..source.len() - 1];
        Some(if inner.contains("\"\"") { inner.replace("\"\"", "\"").into() } else { inner.into() })
    }
    pub fn place(&self, expr: ExprId) -> Place {
        Place::of(self.text, self.nodes[expr].start as usize)
    }
    pub(super) fn error(&self, expr: ExprId, kind: ReadErrorKind) -> ReadError {
        ReadError { place: self.place(expr), kind }
    }
    fn error_at(&self, offset: usize, kind: ReadErrorKind) -> ReadError {
        ReadError { place: Place::of(self.text, offset), kind }
    }
    pub(super) fn end(&self) -> Place {
        Place::of(self.text, self.text.len())
    }
}

enum Token {
    Open,
    Close,
    Atom(Kind),
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

/// Characters of simple symbols. We also accept what solvers print beyond the standard.
fn is_symbol_character(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/'#,".contains(&byte) || byte >= 0x80
}

impl Lexer<'_> {
    fn error(&self, offset: usize, kind: ReadErrorKind) -> ReadError {
        ReadError { place: Place::of(self.text, offset), kind }
    }

    fn skip_blank(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if byte == b';' {
                self.at = self.text[self.at..].find('\n').map_or(bytes.len(), |n| self.at + n);
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// The next token and where it begins.
    fn next(&mut self) -> Result<Option<(usize, Token)>, ReadError> {
        self.skip_blank();
        let start = self.at;
        let Some(&byte) = self.text.as_bytes().get(start) else {
            return Ok(None);
        };
        let token = match byte {
            b'(' | b')' => {
                self.at += 1;
                if byte == b'(' { Token::Open } else { Token::Close }
            }
            b'|' => Token::Atom(self.quoted()?),
            b'"' => Token::Atom(self.string()?),
            b'#' => Token::Atom(self.radix()?),
            b':' => {
                self.at += 1;
                self.word();
                Token::Atom(Kind::Keyword)
            }
            _ if byte.is_ascii_digit() => Token::Atom(self.number()),
            _ if is_symbol_character(byte) => {
                self.word();
                Token::Atom(Kind::Symbol)
            }
            _ => {
                let character = self.text[start..].chars().next().unwrap_or('?');
                return Err(self.error(start, ReadErrorKind::Character(character)));
            }
        };
        Ok(Some((start, token)))
    }

    fn word(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|&&byte| is_symbol_character(byte)).count();
    }

    fn quoted(&mut self) -> Result<Kind, ReadError> {
        match self.text[self.at + 1..].find('|') {
            Some(length) => {
                self.at += length + 2;
                Ok(Kind::Quoted)
            }
            None => Err(self.error(self.at, ReadErrorKind::UnexpectedEnd("a quoted symbol"))),
        }
    }

    fn string(&mut self) -> Result<Kind, ReadError> {
        let start = self.at;
        loop {
            match self.text[self.at + 1..].find('"') {
                Some(length) => self.at += length + 2,
                None => return Err(self.error(start, ReadErrorKind::UnexpectedEnd("a string"))),
            }
            // A doubled quote stands for itself.
            if self.text.as_bytes().get(self.at) != Some(&b'"') {
                return Ok(Kind::String);
            }
        }
    }

    fn radix(&mut self) -> Result<Kind, ReadError> {
        let start = self.at;
        let (kind, is_digit): (Kind, fn(&u8) -> bool) = match self.text.as_bytes().get(start + 1) {
            Some(b'x') => (Kind::Hexadecimal, u8::is_ascii_hexdigit),
            Some(b'b') => (Kind::Binary, |byte| matches!(byte, b'0' | b'1')),
            _ => return Err(self.error(start, ReadErrorKind::Character('#'))),
        };
        self.at += 2;
        let digits = self.text.as_bytes()[self.at..].iter().take_while(|byte| is_digit(byte)).count();
        if digits == 0 {
            return Err(self.error(start, ReadErrorKind::Expected("digits")));
        }
        self.at += digits;
        Ok(kind)
    }

    fn digits(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    }

    fn number(&mut self) -> Kind {
        self.digits();
        let rest = &self.text.as_bytes()[self.at..];
        if rest.first() == Some(&b'.') && rest.get(1).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
            self.digits();
            return Kind::Decimal;
        }
        Kind::Numeral
    }
}

/// Whether a stream of text has come to the end of an expression: for reading a solver's answers
/// from a pipe without parsing them again and again.
#[derive(Clone, Debug, Default)]
pub struct Balance {
    depth: usize,
    inside: Option<u8>,
    seen: bool,
}

impl Balance {
    pub fn new() -> Self {
        Self::default()
    }
    /// Takes a piece of text; is everything seen so far closed, and not all blank?
    pub fn feed(&mut self, piece: &str) -> bool {
        for byte in piece.bytes() {
            match (self.inside, byte) {
                (Some(b';'), b'\n') => self.inside = None,
                (Some(end), _) if end != b';' && byte == end => self.inside = None,
                (Some(_), _) => {}
                (None, b'|' | b'"' | b';') => self.inside = Some(byte),
                (None, b'(') => self.depth += 1,
                (None, b')') => self.depth = self.depth.saturating_sub(1),
                (None, _) => {}
            }
            self.seen |= !byte.is_ascii_whitespace() && self.inside != Some(b';');
        }
        self.seen && self.depth == 0 && self.inside.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_and_lists() {
        let text = "(a |b c| #xAf #b01 12 1.50 :key \"s\"\"t\" ()) ; done\nx";
        let exprs = SExprs::parse(text).unwrap();
        assert_eq!(exprs.top().len(), 2);
        let items = exprs.list(exprs.top()[0]).unwrap();
        let kinds: Vec<Kind> = items.iter().map(|&item| exprs.kind(item)).collect();
        assert_eq!(kinds[..4], [Kind::Symbol, Kind::Quoted, Kind::Hexadecimal, Kind::Binary]);
        assert_eq!(kinds[4..8], [Kind::Numeral, Kind::Decimal, Kind::Keyword, Kind::String]);
        assert_eq!(exprs.symbol(items[1]), Some("b c"));
        assert_eq!(exprs.string(items[7]).as_deref(), Some("s\"t"));
        assert_eq!(exprs.place(exprs.top()[1]), Place { line: 2, column: 1 });
    }

    #[test]
    fn deep_nesting_is_no_problem() {
        let text = "(".repeat(300_000) + &")".repeat(300_000);
        assert_eq!(SExprs::parse(&text).unwrap().top().len(), 1);
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text| SExprs::parse(text).unwrap_err().to_string();
        assert_eq!(error("(a\n (b"), "2:2: the text ends inside a list");
        assert_eq!(error("a )"), "1:3: `)` without `(`");
        assert_eq!(error("|a"), "1:1: the text ends inside a quoted symbol");
        assert_eq!(error("#y"), "1:1: character `#` cannot begin anything here");
        assert_eq!(error("é ["), "1:3: character `[` cannot begin anything here");
    }

    #[test]
    fn balance_follows_a_stream() {
        let mut balance = Balance::new();
        assert!(!balance.feed("  ; sat (\n"));
        assert!(!balance.feed("((x |)|"));
        assert!(!balance.feed(" \")\")"));
        assert!(balance.feed(")"));
        assert!(Balance::new().feed("sat"));
    }
}
