//! Characters to tokens.
//!
//! The text is split without knowledge of the grammar: words, quoted names, numbers, strings, symbols.
//! A symbol takes the longest spelling there is; signedness (`<s`, `/u`) and rounding (`+rtz`) belong
//! to it if they follow at once and no letter or digit comes after. Tokens remember whether they begin
//! a line: statements end where a line ends outside brackets.

use super::codes;
use cairn_base::{Diagnostic, FileId, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name or a word of the language.
    Word,
    /// A name in backticks: never a word of the language.
    Quoted,
    /// Digits, possibly with a base prefix and underscores.
    Integer,
    /// With a point or an exponent, decimal or hexadecimal.
    Decimal,
    String,
    Character,
    Symbol,
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    /// First on its line.
    pub first: bool,
    pub start: u32,
    pub end: u32,
}

/// Longest first. Those of the second list may carry a suffix.
const PLAIN: &[&str] = &[
    "==.", "!=.", ":=", "==", "!=", "=>", "->", "::", "<<", "&", "|", "^", "~", "(", ")", "[", "]", "{", "}", ",", ":",
    "=", ".", "@", "#",
];
const SUFFIXED: &[(&str, &[&str])] = &[
    ("<=", SIGNS),
    (">=", SIGNS),
    (">>", SIGNS),
    ("<", SIGNS),
    (">", SIGNS),
    ("%", SIGNS),
    ("/", &["s", "u", "rne", "rna", "rtp", "rtn", "rtz"]),
    ("+", ROUNDINGS),
    ("-", ROUNDINGS),
    ("*", ROUNDINGS),
];
const SIGNS: &[&str] = &["s", "u"];
const ROUNDINGS: &[&str] = &["rne", "rna", "rtp", "rtn", "rtz"];

pub fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}
pub fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// All tokens of a text, with one `End` at its end.
pub fn tokens(text: &str, file: FileId) -> (Vec<Token>, Vec<Diagnostic>) {
    // Spans are 32-bit offsets.
    if u32::try_from(text.len()).is_err() {
        let message = Diagnostic::error(codes::LARGE, "program text of more than 4 GiB");
        return (vec![Token { kind: Kind::End, first: true, start: 0, end: 0 }], vec![message]);
    }
    let mut lexer = Lexer { text, at: 0, file, first: true, tokens: Vec::new(), diagnostics: Vec::new() };
    lexer.run();
    (lexer.tokens, lexer.diagnostics)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    file: FileId,
    first: bool,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }
    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }
    fn skip_while(&mut self, accept: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !accept(c)).unwrap_or(rest.len());
    }
    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.push(Token { kind, first: self.first, start: start as u32, end: self.at as u32 });
        self.first = false;
    }
    fn complain(&mut self, code: &'static str, message: String, start: usize) {
        let span = Span::new(self.file, start, self.at);
        self.diagnostics.push(Diagnostic::error(code, message).at(span, ""));
    }

    fn run(&mut self) {
        while let Some(c) = self.peek() {
            let start = self.at;
            match c {
                '\n' => {
                    self.first = true;
                    self.at += 1;
                }
                c if c.is_whitespace() => self.at += c.len_utf8(),
                '/' if self.rest().starts_with("//") => self.skip_while(|c| c != '\n'),
                '0'..='9' => self.number(),
                '"' => self.delimited('"', Kind::String),
                '\'' => self.delimited('\'', Kind::Character),
                '`' => self.delimited('`', Kind::Quoted),
                c if is_word_start(c) => {
                    self.skip_while(is_word_part);
                    self.push(Kind::Word, start);
                }
                c => match self.symbol() {
                    Some(length) => {
                        self.at += length;
                        self.push(Kind::Symbol, start);
                    }
                    None => {
                        self.at += c.len_utf8();
                        // One message for a run of garbage, and none for more than a few runs.
                        if self.diagnostics.len() < 50 {
                            self.complain(codes::CHARACTER, format!("illegal character {c:?}"), start);
                        }
                        let known = |c: char| c.is_ascii() || is_word_start(c) || c.is_whitespace();
                        self.skip_while(|c| !known(c));
                    }
                },
            }
        }
        self.first = true;
        self.push(Kind::End, self.at);
    }

    /// Length of the symbol at the current place.
    fn symbol(&self) -> Option<usize> {
        let rest = self.rest();
        if let Some(symbol) = PLAIN.iter().find(|s| rest.starts_with(**s)) {
            return Some(symbol.len());
        }
        let (symbol, suffixes) = SUFFIXED.iter().find(|(s, _)| rest.starts_with(s))?;
        let after = &rest[symbol.len()..];
        let word = &after[..after.find(|c| !is_word_part(c)).unwrap_or(after.len())];
        Some(symbol.len() + if suffixes.contains(&word) { word.len() } else { 0 })
    }

    /// `12`, `1_000`, `0xff`, `0b11`, `1.5`, `1e-3`, `0x1.8p3`. What letters follow is part of it, so that
    /// `12abc` is one malformed number.
    fn number(&mut self) {
        let start = self.at;
        let hexadecimal = self.rest().starts_with("0x");
        self.skip_while(is_word_part);
        let mut kind = Kind::Integer;
        let bytes = self.text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
        if bytes.get(self.at) == Some(&b'.') && digit(self.at + 1) {
            kind = Kind::Decimal;
            self.at += 1;
            self.skip_while(is_word_part);
        }
        let exponent = if hexadecimal { ['p', 'P'] } else { ['e', 'E'] };
        let so_far = &self.text[start..self.at];
        if so_far.contains(exponent) {
            kind = Kind::Decimal;
        }
        if so_far.ends_with(exponent) && matches!(self.peek(), Some('+' | '-')) && digit(self.at + 1) {
            self.at += 1;
            self.skip_while(is_word_part);
        }
        self.push(kind, start);
    }

    fn delimited(&mut self, delimiter: char, kind: Kind) {
        let start = self.at;
        let mut escaped = false;
        let mut end = None;
        for (offset, c) in self.text[start..].char_indices().skip(1) {
            match c {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == delimiter => {
                    end = Some(start + offset + 1);
                    break;
                }
                _ => {}
            }
        }
        match end {
            Some(end) => {
                self.at = end;
                self.push(kind, start);
            }
            None => {
                self.skip_while(|c| c != '\n');
                self.complain(codes::UNCLOSED, format!("no closing {delimiter} on this line"), start);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        let (tokens, diagnostics) = tokens(text, FileId(0));
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        tokens.iter().map(|t| &text[t.start as usize..t.end as usize]).collect()
    }

    #[test]
    fn symbols_take_their_suffix_only_when_it_stands_alone() {
        assert_eq!(split("a <s b"), ["a", "<s", "b", ""]);
        assert_eq!(split("a <size"), ["a", "<", "size", ""]);
        assert_eq!(split("a /rtz b +rtp c"), ["a", "/rtz", "b", "+rtp", "c", ""]);
        assert_eq!(split("x ==. y != z"), ["x", "==.", "y", "!=", "z", ""]);
    }

    #[test]
    fn numbers() {
        assert_eq!(
            split("1_000 0xff 1.5e-3 0x1.8p+3 1e5 a.#2"),
            ["1_000", "0xff", "1.5e-3", "0x1.8p+3", "1e5", "a", ".", "#", "2", ""]
        );
    }

    #[test]
    fn strings_hold_escapes_and_end_on_their_line() {
        assert_eq!(split(r#""a\"b" `x y`"#), [r#""a\"b""#, "`x y`", ""]);
        assert_eq!(tokens("\"abc\nx", FileId(0)).1.len(), 1);
    }
}
