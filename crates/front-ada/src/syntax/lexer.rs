//! From text to tokens (Ada 2012/2022, RM chapter 2).
//!
//! In: the text of one file. Out: its tokens, the annotation comments between them, diagnostics.
//! Comments vanish, but a comment opening with `--#` or `--%` is lexed like code and kept apart in
//! [`AnnotationText`], tied to the token it stands before, so ordinary parsing never sees it.
//! Lexing never fails: what starts no token is reported and skipped.

use super::names::{Names, Symbol, keyword_of};
use super::token::{AnnotationText, Mark, Token, TokenKind, Tokens};
use crate::codes;
use cairn_base::{Diagnostic, FileId, Span};

/// The words that open an annotation of either kind.
pub const ANNOTATION_WORDS: &[&str] = &[
    "pre",
    "post",
    "return",
    "assert",
    "check",
    "assume",
    "accept",
    "end",
    "derives",
    "global",
    "own",
    "inherit",
    "initializes",
    "main_program",
    "hide",
    "function",
    "type",
    "declare",
    "for",
    "precondition",
    "postcondition",
    "object",
    "notoverflow",
];

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    file: FileId,
    at: usize,
    names: &'a mut Names,
    out: Vec<Token>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Lexing an annotation line, where a line end closes the text.
    in_annotation: bool,
}

/// Lexes a whole file.
pub fn lex(text: &str, file: FileId, names: &mut Names, diagnostics: &mut Vec<Diagnostic>) -> Tokens {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        file,
        at: 0,
        names,
        out: Vec::with_capacity(text.len() / 6 + 8),
        diagnostics,
        in_annotation: false,
    };
    let mut annotations: Vec<AnnotationText> = Vec::new();
    if text.starts_with('\u{feff}') {
        lexer.at = 3;
    }
    while let Some(mark) = lexer.run() {
        let start = lexer.at;
        lexer.at += 3;
        let before = lexer.out.len() as u32;
        lexer.in_annotation = true;
        let messages = lexer.diagnostics.len();
        lexer.run();
        lexer.in_annotation = false;
        // Garbage behind a mark that opens no annotation is only a comment.
        let continues = annotations.last().is_some_and(|a| a.before == before && a.mark == mark);
        let worded = lexer.out.get(before as usize).is_some_and(|t| lexer.opens_annotation(t));
        if !continues && !worded {
            lexer.diagnostics.truncate(messages);
        }
        let malformed = lexer.diagnostics.len() > messages;
        let mut tokens: Vec<Token> = lexer.out.drain(before as usize..).collect();
        later_words(&mut tokens);
        let span = Span::new(file, start, lexer.at);
        match annotations.last_mut() {
            Some(last) if last.before == before && last.mark == mark => {
                last.tokens.pop();
                last.tokens.extend(tokens);
                last.span = last.span.to(span);
                last.malformed |= malformed;
            }
            _ => annotations.push(AnnotationText { mark, before, tokens, span, malformed }),
        }
        if let Some(last) = annotations.last_mut() {
            let end = lexer.at as u32;
            last.tokens.push(Token { kind: TokenKind::End, start: end, end, symbol: Symbol(0) });
        }
    }
    later_words(&mut lexer.out);
    let end = text.len() as u32;
    lexer.out.push(Token { kind: TokenKind::End, start: end, end, symbol: Symbol(0) });
    Tokens { tokens: lexer.out, annotations }
}

/// Words that later editions of Ada reserved are names in older sources: they are reserved words only where the
/// grammar has them.
fn later_words(tokens: &mut [Token]) {
    use super::names::Keyword::{
        And, Delay, For, Function, Interface, Is, Limited, New, Overriding, Procedure, Protected, Some as ForSome,
        Synchronized, Task, Until, With,
    };
    use TokenKind::{Identifier, Semicolon, Word};
    for at in 0..tokens.len() {
        let before = at.checked_sub(1).map(|i| tokens[i].kind);
        let after = tokens.get(at + 1).map(|t| t.kind);
        let reserved = match tokens[at].kind {
            Word(Interface) => {
                matches!(before, Some(Word(Is | Limited | Task | Protected | Synchronized)))
                    && matches!(after, Some(Semicolon | Word(And | With)))
            }
            Word(Overriding) => matches!(after, Some(Word(Procedure | Function))),
            Word(Synchronized) => matches!(after, Some(Word(Interface | New))),
            Word(ForSome) => before == Some(Word(For)) && after == Some(Identifier),
            Word(Until) => before == Some(Word(Delay)),
            _ => true,
        };
        if !reserved {
            tokens[at].kind = Identifier;
        }
    }
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Lexes up to the end of the text, of the annotation line, or up to an annotation comment.
    fn run(&mut self) -> Option<Mark> {
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            match byte {
                b'\n' | b'\r' if self.in_annotation => return None,
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'-' if self.peek(1) == b'-' => {
                    if !self.in_annotation {
                        match self.peek(2) {
                            b'#' => return Some(Mark::Hash),
                            b'%' => return Some(Mark::Percent),
                            _ => {}
                        }
                    }
                    self.skip_line();
                }
                b'a'..=b'z' | b'A'..=b'Z' => self.identifier(),
                b'0'..=b'9' => self.number(),
                b'"' => self.string(),
                b'\'' => self.tick(),
                0x1a if self.at + 1 >= self.bytes.len() => self.at += 1,
                _ if byte >= 0x80 => self.non_ascii(),
                _ => self.punctuation(byte),
            }
        }
        None
    }

    fn opens_annotation(&self, token: &Token) -> bool {
        let word = self.text.get(token.start as usize..token.end as usize).unwrap_or("").to_ascii_lowercase();
        ANNOTATION_WORDS.contains(&&*word)
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(rest.len());
    }

    fn push(&mut self, kind: TokenKind, start: usize, symbol: Symbol) {
        self.out.push(Token { kind, start: start as u32, end: self.at as u32, symbol });
    }

    fn error(&mut self, code: &'static str, start: usize, message: impl Into<String>) {
        // A run of garbage is one mistake, not thousands.
        if self.diagnostics.len() < 200 {
            self.diagnostics.push(Diagnostic::error(code, message).at(Span::new(self.file, start, self.at), ""));
        }
    }

    fn identifier(&mut self) {
        let start = self.at;
        let bytes = self.bytes;
        let mut at = self.at;
        loop {
            while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
                at += 1;
            }
            if at < bytes.len() && bytes[at] >= 0x80 {
                match self.text[at..].chars().next() {
                    Some(c) if c.is_alphanumeric() => at += c.len_utf8(),
                    _ => break,
                }
            } else {
                break;
            }
        }
        self.at = at;
        let symbol = self.names.fold(&self.text[start..at]);
        // After a tick, reserved words are attribute names (`Access`, `Digits`, `Range`, …).
        let after_tick = self.out.last().is_some_and(|t| t.kind == TokenKind::Tick);
        let kind = match keyword_of(symbol) {
            Some(keyword) if !after_tick => TokenKind::Word(keyword),
            _ => TokenKind::Identifier,
        };
        self.push(kind, start, symbol);
    }

    fn non_ascii(&mut self) {
        match self.text[self.at..].chars().next() {
            Some(c) if c.is_alphabetic() => self.identifier(),
            c => {
                let start = self.at;
                self.at += c.map_or(1, char::len_utf8);
                if !c.is_some_and(char::is_whitespace) {
                    self.error(codes::ILLEGAL_CHARACTER, start, "this character starts no Ada token");
                }
            }
        }
    }

    fn digits(&mut self, based: bool) {
        while self.peek(0).is_ascii_digit() || (based && self.peek(0).is_ascii_hexdigit()) || self.peek(0) == b'_' {
            self.at += 1;
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let mut kind = TokenKind::Integer;
        self.digits(false);
        if self.peek(0) == b'#' {
            self.at += 1;
            self.digits(true);
            if self.peek(0) == b'.' && self.peek(1) != b'.' {
                kind = TokenKind::Real;
                self.at += 1;
                self.digits(true);
            }
            if self.peek(0) == b'#' {
                self.at += 1;
            } else {
                // The whole of it is one mistake.
                while matches!(self.peek(0), b'#' | b'_') || self.peek(0).is_ascii_alphanumeric() {
                    self.at += 1;
                }
                self.error(codes::BAD_LITERAL, start, "malformed based number: digits of its base between two `#`");
            }
        } else if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            kind = TokenKind::Real;
            self.at += 1;
            self.digits(false);
        }
        let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
        if matches!(self.peek(0), b'e' | b'E') && self.peek(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.digits(false);
        }
        if self.peek(0).is_ascii_alphabetic() {
            while self.peek(0) == b'_' || self.peek(0).is_ascii_alphanumeric() {
                self.at += 1;
            }
            self.error(codes::BAD_LITERAL, start, "a number and a word run together");
        }
        self.push(kind, start, Symbol(0));
    }

    fn string(&mut self) {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek(0) {
                b'"' if self.peek(1) == b'"' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    break;
                }
                b'\n' | b'\r' => {
                    self.error(codes::BAD_LITERAL, start, "string literal not closed before the end of the line");
                    break;
                }
                _ if self.at >= self.bytes.len() => {
                    self.error(codes::BAD_LITERAL, start, "string literal not closed before the end of the text");
                    break;
                }
                _ => self.at += 1,
            }
        }
        self.push(TokenKind::String, start, Symbol(0));
    }

    /// `'` is an attribute's tick after a name, otherwise it opens a character literal (RM 2.2, 2.5).
    fn tick(&mut self) {
        let start = self.at;
        let after_name = match self.out.last().map(|t| t.kind) {
            Some(TokenKind::Identifier | TokenKind::RightParen | TokenKind::RightBracket | TokenKind::String) => true,
            Some(TokenKind::Character | TokenKind::At) => true,
            Some(TokenKind::Word(word)) => word == super::names::Keyword::All,
            _ => false,
        };
        // Brackets notation of a character: '["00E9"]'.
        if !after_name && self.bytes[self.at..].starts_with(b"'[\"") {
            let rest = &self.text[self.at..];
            if let Some(end) = rest.find("\"]'").filter(|&end| end <= 11) {
                self.at += end + 3;
                let symbol = self.names.intern(&self.text[start..self.at]);
                self.push(TokenKind::Character, start, symbol);
                return;
            }
        }
        let inside = self.text.get(self.at + 1..).and_then(|rest| rest.chars().next());
        if let (false, Some(c)) = (after_name, inside)
            && self.peek(1 + c.len_utf8()) == b'\''
        {
            self.at += 2 + c.len_utf8();
            let symbol = self.names.intern(&self.text[start..self.at]);
            self.push(TokenKind::Character, start, symbol);
            return;
        }
        self.at += 1;
        self.push(TokenKind::Tick, start, Symbol(0));
    }

    fn punctuation(&mut self, byte: u8) {
        use TokenKind::*;
        let start = self.at;
        let next = self.peek(1);
        let (kind, length) = match (byte, next) {
            (b'*', b'*') => (Power, 2),
            (b'.', b'.') => (DotDot, 2),
            (b':', b'=') => (Assign, 2),
            (b'/', b'=') => (NotEqual, 2),
            (b'>', b'=') => (GreaterEqual, 2),
            (b'>', b'>') => (RightLabel, 2),
            (b'<', b'=') => (LessEqual, 2),
            (b'<', b'<') => (LeftLabel, 2),
            (b'<', b'>') => (Box, 2),
            (b'=', b'>') => (Arrow, 2),
            (b'<', b'-') if self.in_annotation && self.peek(2) == b'>' => (Equivalent, 3),
            (b'-', b'>') if self.in_annotation => (Implies, 2),
            (b'~', _) => (Tilde, 1),
            (b'&', _) => (Ampersand, 1),
            (b'(', _) => (LeftParen, 1),
            (b')', _) => (RightParen, 1),
            (b'[', _) => (LeftBracket, 1),
            (b']', _) => (RightBracket, 1),
            (b'*', _) => (Star, 1),
            (b'+', _) => (Plus, 1),
            (b',', _) => (Comma, 1),
            (b'-', _) => (Minus, 1),
            (b'.', _) => (Dot, 1),
            (b'/', _) => (Slash, 1),
            (b':', _) => (Colon, 1),
            (b';', _) => (Semicolon, 1),
            (b'<', _) => (Less, 1),
            (b'>', _) => (Greater, 1),
            (b'=', _) => (Equal, 1),
            (b'|' | b'!', _) => (Bar, 1),
            (b'@', _) => (At, 1),
            _ => {
                self.at += 1;
                self.error(codes::ILLEGAL_CHARACTER, start, "this character starts no Ada token");
                return;
            }
        };
        self.at += length;
        self.push(kind, start, Symbol(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> (Vec<TokenKind>, Tokens, usize) {
        let (mut names, mut diagnostics) = (Names::default(), Vec::new());
        let tokens = lex(text, FileId(0), &mut names, &mut diagnostics);
        (tokens.tokens.iter().map(|t| t.kind).collect(), tokens, diagnostics.len())
    }

    #[test]
    fn ticks_and_characters_are_told_apart() {
        use TokenKind::*;
        let (kinds, _, errors) = kinds("Character'(''') & X'Range 'a'");
        assert_eq!(errors, 0);
        assert_eq!(
            kinds,
            [
                Identifier, Tick, LeftParen, Character, RightParen, Ampersand, Identifier, Tick, Identifier, Tick,
                Identifier, Tick, End
            ]
        );
    }

    #[test]
    fn numbers_of_every_form() {
        let (kinds, _, errors) = kinds("1 1_000 16#FF#E2 2#1.0#E-3 1.5E+3 1..2 1E6");
        use TokenKind::*;
        assert_eq!(errors, 0);
        assert_eq!(kinds, [Integer, Integer, Integer, Real, Real, Integer, DotDot, Integer, Integer, End]);
    }

    #[test]
    fn annotations_stand_before_their_token() {
        let (kinds, tokens, errors) = kinds("a;\n--# pre X~ = 1 ->\n--#   Y;\nb; -- plain\n--% assert x;\n");
        assert_eq!((kinds.len(), errors), (5, 0));
        assert_eq!(tokens.annotations.len(), 2);
        assert_eq!(tokens.annotations[0].before, 2);
        assert_eq!(tokens.annotations[0].tokens.len(), 9);
        assert_eq!(tokens.annotations[1].before, 4);
    }

    #[test]
    fn later_words_are_names_where_the_grammar_has_none_of_them() {
        use super::super::names::Keyword;
        use TokenKind::*;
        let first = |text: &str, word: &str| {
            let (kinds, tokens, _) = kinds(text);
            let at = tokens.tokens.iter().position(|t| text.get(t.start as usize..t.end as usize) == Some(word));
            at.map(|at| kinds[at])
        };
        assert_eq!(first("Interface : Integer;", "Interface"), Some(Identifier));
        assert_eq!(first("type T is interface;", "interface"), Some(Word(Keyword::Interface)));
        assert_eq!(first("type T is limited interface and A;", "interface"), Some(Word(Keyword::Interface)));
        assert_eq!(first("Some := Some + 1;", "Some"), Some(Identifier));
        assert_eq!(first("(for some X in T => X)", "some"), Some(Word(Keyword::Some)));
        assert_eq!(first("for Some in 1 .. 2 loop", "Some"), Some(Identifier));
        assert_eq!(first("not overriding procedure P;", "overriding"), Some(Word(Keyword::Overriding)));
        assert_eq!(first("X.Overriding (1);", "Overriding"), Some(Identifier));
    }

    #[test]
    fn unclosed_things_are_reported() {
        for text in ["\"abc", "16#FF", "\u{1}", "1x"] {
            assert!(kinds(text).2 > 0, "{text}");
        }
    }
}
