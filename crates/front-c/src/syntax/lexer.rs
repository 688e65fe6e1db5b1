//! Preprocessed text to tokens.
//!
//! Lines that begin with `#` are no tokens: line markers are collected for [`super::places`], `#define`
//! and `#undef` (left by `-dD`) for annotations, `#pragma pack` for layouts; other pragmas mean nothing
//! here. Every loop consumes a byte per round. Messages carry ranges of the preprocessed text, since
//! places are known only when all markers are.
//!
//! Deliberately absent: values of literals (the parser asks [`super::literal_text`] for those it uses).

use super::directives::Directives;
use super::names::{Names, Symbol, keyword_of};
use super::token::{AnnotationText, Token, TokenKind};
use crate::codes;

/// A message about a range of the preprocessed text.
#[derive(Clone, Debug)]
pub struct Complaint {
    pub code: &'static str,
    pub start: u32,
    pub end: u32,
    pub message: String,
}

/// All the lexer finds.
#[derive(Debug, Default)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub annotations: Vec<AnnotationText>,
    /// From which token to before which other one ghost code goes.
    pub ghosts: Vec<(u32, u32)>,
    /// Where each line of the text begins.
    pub lines: Vec<u32>,
    pub directives: Directives,
    pub complaints: Vec<Complaint>,
}

const NO_SYMBOL: Symbol = Symbol(u32::MAX);

/// Text longer than this cannot be addressed by 32-bit offsets.
pub const TEXT_LIMIT: usize = u32::MAX as usize - 1;

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// No token yet on this line: `#` begins a directive.
    fresh_line: bool,
    names: &'a mut Names,
    out: Lexed,
}

/// Splits the text, which must be at most [`TEXT_LIMIT`] long, into tokens.
pub fn lex(text: &str, names: &mut Names) -> Lexed {
    let mut out = Lexed { lines: vec![0], ..Lexed::default() };
    out.tokens.reserve(text.len() / 6);
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, fresh_line: true, names, out };
    while lexer.at < lexer.bytes.len() {
        lexer.step();
    }
    let end = text.len() as u32;
    lexer.out.tokens.push(Token { kind: TokenKind::End, symbol: NO_SYMBOL, start: end, end });
    lexer.out
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Whether a byte may continue an identifier.
pub fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit()
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Consumes one token, comment, directive or white space.
    fn step(&mut self) {
        let byte = self.bytes[self.at];
        match byte {
            b'\n' => self.newline(),
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
            b'#' if self.fresh_line => self.directive(),
            b'/' if matches!(self.byte(1), b'/' | b'*') => self.comment(),
            b'"' => self.quoted(self.at, TokenKind::String),
            b'\'' => self.quoted(self.at, TokenKind::Character),
            b'0'..=b'9' => self.number(),
            b'.' if self.byte(1).is_ascii_digit() => self.number(),
            b'\\' if self.splice() => {}
            _ if is_word_start(byte) || byte == b'\\' && matches!(self.byte(1), b'u' | b'U') => self.word(),
            _ => self.mark(),
        }
    }

    fn newline(&mut self) {
        self.at += 1;
        self.out.lines.push(self.at as u32);
        self.fresh_line = true;
    }

    /// A backslash at the end of a line joins it with the next one.
    fn splice(&mut self) -> bool {
        let length = match (self.byte(1), self.byte(2)) {
            (b'\n', _) => 2,
            (b'\r', b'\n') => 3,
            _ => return false,
        };
        let fresh = self.fresh_line;
        self.at += length - 1;
        self.newline();
        self.fresh_line = fresh;
        true
    }

    fn push(&mut self, kind: TokenKind, symbol: Symbol, start: usize) {
        self.fresh_line = false;
        self.out.tokens.push(Token { kind, symbol, start: start as u32, end: self.at as u32 });
    }

    fn complain(&mut self, code: &'static str, start: usize, end: usize, message: impl Into<String>) {
        let complaint = Complaint { code, start: start as u32, end: end as u32, message: message.into() };
        self.out.complaints.push(complaint);
    }

    fn word(&mut self) {
        let start = self.at;
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            let named = byte == b'\\' && matches!(self.byte(1), b'u' | b'U');
            if !is_word(byte) && !named {
                break;
            }
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let quote = self.byte(0);
        if (quote == b'"' || quote == b'\'') && matches!(word, "L" | "u" | "U" | "u8") {
            let kind = if quote == b'"' { TokenKind::String } else { TokenKind::Character };
            return self.quoted(start, kind);
        }
        let symbol = self.names.intern(word);
        let kind = keyword_of(symbol).map_or(TokenKind::Identifier, TokenKind::Keyword);
        self.push(kind, symbol, start);
    }

    /// A preprocessing number: digits, letters, dots, and signs behind an exponent letter.
    fn number(&mut self) {
        let start = self.at;
        let hexadecimal = self.byte(0) == b'0' && matches!(self.byte(1), b'x' | b'X');
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            let exponent = matches!(byte, b'p' | b'P') || (!hexadecimal && matches!(byte, b'e' | b'E'));
            if exponent && matches!(self.byte(1), b'+' | b'-') {
                self.at += 2;
            } else if is_word(byte) || byte == b'.' {
                self.at += 1;
            } else {
                break;
            }
        }
        self.push(TokenKind::Number, NO_SYMBOL, start);
    }

    /// A string or character literal whose opening quote is the current byte.
    fn quoted(&mut self, start: usize, kind: TokenKind) {
        let quote = self.byte(0);
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                Some(b'\\') if self.splice() => {}
                Some(b'\\') if self.at + 1 < self.bytes.len() && self.byte(1) != b'\n' => {
                    // A whole character, since the text is cut at character boundaries only.
                    let length = self.text[self.at + 1..].chars().next().map_or(1, char::len_utf8);
                    self.at += 1 + length;
                }
                Some(&byte) if byte == quote => {
                    self.at += 1;
                    break;
                }
                None | Some(b'\n') => {
                    self.complain(codes::BAD_LITERAL, start, self.at, format!("missing closing {}", quote as char));
                    break;
                }
                Some(_) => self.at += 1,
            }
        }
        self.push(kind, NO_SYMBOL, start);
    }

    fn comment(&mut self) {
        let start = self.at;
        let block = self.byte(1) == b'*';
        if self.ghost_code(block) {
            return;
        }
        self.at += 2;
        if block {
            self.block_comment(start)
        } else {
            self.line_comment()
        }
        let body = self.bytes.get(start + 2).copied();
        if body == Some(b'@') && !is_splint(&self.text[start + 3..self.at.max(start + 3)]) {
            let before = self.out.tokens.len() as u32;
            self.out.annotations.push(AnnotationText { before, start: start as u32, end: self.at as u32 });
        }
    }

    /// `//@ ghost x = 1;`: what stands behind the word is code like any other, and remembered as ghost code. Annotations
    /// inside stand between `/@` and `@/`.
    fn ghost_code(&mut self, block: bool) -> bool {
        let Some(body) = self.text[self.at..].get(3..).filter(|_| self.byte(2) == b'@') else { return false };
        let length = if block { body.find("*/") } else { Some(body.find('\n').unwrap_or(body.len())) };
        let Some(length) = length else { return false };
        let decoration = |c: char| c == '@' || c.is_whitespace();
        let code = body[..length].trim_start_matches(decoration);
        let Some(rest) =
            code.strip_prefix("ghost").filter(|rest| !rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()))
        else {
            return false;
        };
        let begin = self.at + 3 + (length - rest.len());
        let end = self.at + 3 + length;
        let skipped = &self.text[self.at..begin];
        for (position, _) in skipped.match_indices('\n') {
            self.out.lines.push((self.at + position + 1) as u32);
        }
        let first = self.out.tokens.len() as u32;
        let mut inner = Lexer {
            text: &self.text[..end],
            bytes: &self.bytes[..end],
            at: begin,
            fresh_line: false,
            names: &mut *self.names,
            out: std::mem::take(&mut self.out),
        };
        while inner.at < inner.bytes.len() {
            match (inner.bytes[inner.at], inner.byte(1)) {
                (b'/', b'@') => inner.inner_annotation(),
                (b'@', _) => inner.at += 1,
                _ => {
                    inner.fresh_line = false;
                    inner.step();
                }
            }
        }
        self.out = inner.out;
        self.out.ghosts.push((first, self.out.tokens.len() as u32));
        self.at = if block { end + 2 } else { end };
        true
    }
    /// `/@ loop invariant … @/` in ghost code.
    fn inner_annotation(&mut self) {
        let start = self.at;
        let length = self.text[start..].find("@/").map_or(self.text.len() - start, |at| at + 2);
        for (position, _) in self.text[start..start + length].match_indices('\n') {
            self.out.lines.push((start + position + 1) as u32);
        }
        self.at = start + length;
        let before = self.out.tokens.len() as u32;
        self.out.annotations.push(AnnotationText { before, start: start as u32, end: self.at as u32 });
    }

    fn line_comment(&mut self) {
        while self.at < self.bytes.len() && self.bytes[self.at] != b'\n' {
            if !(self.bytes[self.at] == b'\\' && self.splice()) {
                self.at += 1;
            }
        }
    }

    fn block_comment(&mut self, start: usize) {
        loop {
            match self.bytes.get(self.at) {
                Some(b'*') if self.byte(1) == b'/' => {
                    self.at += 2;
                    return;
                }
                Some(b'\n') => {
                    self.at += 1;
                    self.out.lines.push(self.at as u32);
                }
                Some(_) => self.at += 1,
                None => {
                    self.complain(codes::UNCLOSED, start, start + 2, "this comment is not closed");
                    return;
                }
            }
        }
    }

    /// A line that begins with `#`, with the lines a backslash joins to it and comments over lines.
    fn directive(&mut self) {
        let start = self.at;
        while self.at < self.bytes.len() && self.bytes[self.at] != b'\n' {
            match (self.bytes[self.at], self.byte(1)) {
                (b'\\', _) if self.splice() => {}
                (b'"' | b'\'', _) => self.directive_quote(),
                (b'/', b'*') => {
                    let comment = self.at;
                    self.at += 2;
                    self.block_comment(comment);
                }
                (b'/', b'/') => self.line_comment(),
                _ => self.at += 1,
            }
        }
        let line = &self.text[start..self.at];
        let next_token = self.out.tokens.len() as u32;
        let next_line = self.out.lines.len() as u32;
        if !self.out.directives.read(line, start as u32, next_line, next_token, self.names) {
            let end = start + line.find(char::is_whitespace).unwrap_or(line.len());
            self.complain(
                codes::NOT_PREPROCESSED,
                start,
                end,
                "a preprocessor directive in text that should be preprocessed",
            );
        }
    }

    /// Skips a quoted part of a directive, so that `//` inside it begins no comment. An apostrophe
    /// without partner is a letter of a message.
    fn directive_quote(&mut self) {
        let quote = self.byte(0);
        let mut end = self.at + 1;
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'\n' => break,
                b'\\' if self.bytes.get(end + 1).is_some_and(|&b| b != b'\n' && b < 0x80) => end += 2,
                _ if byte == quote => {
                    self.at = end + 1;
                    return;
                }
                _ => end += 1,
            }
        }
        self.at += 1;
    }

    fn mark(&mut self) {
        let start = self.at;
        let bytes = [self.byte(0), self.byte(1), self.byte(2)];
        let (kind, length) = mark_of(bytes);
        match kind {
            Some(kind) => {
                self.at += length;
                self.push(kind, NO_SYMBOL, start);
            }
            None => {
                self.at += 1;
                let shown = char::from(bytes[0]).escape_default();
                self.complain(codes::ILLEGAL_CHARACTER, start, self.at, format!("`{shown}` starts no token"));
            }
        }
    }
}

/// `/*@null@*/` and the like: one word between two `@`, as the checker Splint reads them.
fn is_splint(body: &str) -> bool {
    let Some(body) = body.strip_suffix("@*/") else {
        return false;
    };
    !body.contains([';', ':', '{', '\n'])
}

/// The longest punctuation mark these bytes begin with, and its length.
fn mark_of(bytes: [u8; 3]) -> (Option<TokenKind>, usize) {
    use TokenKind::*;
    match bytes {
        [b'.', b'.', b'.'] => (Some(Ellipsis), 3),
        [b'<', b'<', b'='] => (Some(ShiftLeftAssign), 3),
        [b'>', b'>', b'='] => (Some(ShiftRightAssign), 3),
        [b'=', b'=', b'>'] => (Some(Implies), 3),
        [a, b, _] => match mark_of_two(a, b) {
            Some(kind) => (Some(kind), 2),
            None => (mark_of_one(a), 1),
        },
    }
}

fn mark_of_two(first: u8, second: u8) -> Option<TokenKind> {
    use TokenKind::*;
    Some(match (first, second) {
        (b'-', b'>') => Arrow,
        (b'+', b'+') => PlusPlus,
        (b'-', b'-') => MinusMinus,
        (b'<', b'<') => ShiftLeft,
        (b'>', b'>') => ShiftRight,
        (b'<', b'=') => LessEqual,
        (b'>', b'=') => GreaterEqual,
        (b'=', b'=') => Equal,
        (b'!', b'=') => NotEqual,
        (b'&', b'&') => AndAnd,
        (b'|', b'|') => OrOr,
        (b'+', b'=') => PlusAssign,
        (b'-', b'=') => MinusAssign,
        (b'*', b'=') => StarAssign,
        (b'/', b'=') => SlashAssign,
        (b'%', b'=') => PercentAssign,
        (b'&', b'=') => AndAssign,
        (b'|', b'=') => OrAssign,
        (b'^', b'=') => XorAssign,
        (b':', b':') => DoubleColon,
        (b'<', b':') => LeftBracket,
        (b':', b'>') => RightBracket,
        (b'<', b'%') => LeftBrace,
        (b'%', b'>') => RightBrace,
        _ => return None,
    })
}

fn mark_of_one(byte: u8) -> Option<TokenKind> {
    use TokenKind::*;
    Some(match byte {
        b'(' => LeftParen,
        b')' => RightParen,
        b'{' => LeftBrace,
        b'}' => RightBrace,
        b'[' => LeftBracket,
        b']' => RightBracket,
        b';' => Semicolon,
        b',' => Comma,
        b':' => Colon,
        b'?' => Question,
        b'.' => Dot,
        b'=' => Assign,
        b'+' => Plus,
        b'-' => Minus,
        b'*' => Star,
        b'/' => Slash,
        b'%' => Percent,
        b'&' => And,
        b'|' => Or,
        b'^' => Xor,
        b'~' => Tilde,
        b'!' => Not,
        b'<' => Less,
        b'>' => Greater,
        _ => return None,
    })
}
