//! The text of an annotation to tokens.
//!
//! In: the text between the comment's marks and where it stands. Out: tokens with their places, ended by
//! [`TokenKind::End`]. An `@` at the begin or end of a line, and before the end of the comment, is decoration. Words with a backslash are
//! one token; `1..n` is three. What is no token becomes [`TokenKind::Unknown`], which no rule of the parser accepts.
//!
//! Deliberately absent: values of literals, macros (see [`super::macros`]).

use cairn_base::Span;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name, a word of C or ACSL, or a word with a backslash.
    Word(Arc<str>),
    Number(Arc<str>),
    Character(Arc<str>),
    String(Arc<str>),
    Mark(&'static str),
    Unknown(char),
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// Punctuation, longer marks first.
const MARKS: [&str; 50] = [
    "<==>", "<-->", "==>", "-->", "...", "<<=", ">>=", "[|", "|]", "^^", "*^", "..", "->", "++", "--", "<<", ">>",
    "<=", ">=", "==", "!=", "&&", "||", "::", "+=", "-=", "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", ".", "+",
    "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "=",
];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Tokens of a text that begins at `at`; without `at_places`, all tokens stand at `at` itself, as those of a macro do.
pub fn lex(text: &str, at: Span, at_places: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    // Only `@` and blanks on this line so far.
    let mut fresh_line = true;
    while let Some(c) = rest.chars().next() {
        let (kind, length) = match next(rest, c, fresh_line) {
            Found::Skip(length) => {
                if c == '\n' {
                    fresh_line = true;
                }
                rest = rest.get(length..).unwrap_or("");
                continue;
            }
            Found::Token(kind, length) => (kind, length),
        };
        fresh_line = false;
        let start = at.start + (text.len() - rest.len()) as u32;
        let span = if at_places { Span { start, end: start + length as u32, ..at } } else { at };
        tokens.push(Token { kind, span });
        rest = rest.get(length..).unwrap_or("");
    }
    let end = if at_places { at.start + text.len() as u32 } else { at.end };
    tokens.push(Token { kind: TokenKind::End, span: Span { start: end, end, ..at } });
    tokens
}

enum Found {
    Skip(usize),
    Token(TokenKind, usize),
}

fn next(rest: &str, c: char, fresh_line: bool) -> Found {
    let after = rest[c.len_utf8()..].chars().next().unwrap_or(' ');
    match c {
        _ if c.is_whitespace() => Found::Skip(c.len_utf8()),
        '@' if fresh_line || decorates_end(&rest[1..]) => Found::Skip(1),
        '\\' if after == '\n' => Found::Skip(2),
        '\\' if is_word(after) => word(rest, 1),
        '/' if after == '/' => Found::Skip(rest.find('\n').unwrap_or(rest.len())),
        '/' if after == '*' => Found::Skip(rest[2..].find("*/").map_or(rest.len(), |end| end + 4)),
        '"' => quoted(rest, '"', TokenKind::String),
        '\'' => quoted(rest, '\'', TokenKind::Character),
        'L' if after == '\'' || after == '"' => match quoted(&rest[1..], after, TokenKind::Character) {
            Found::Token(_, length) if after == '"' => Found::Token(TokenKind::Unknown('L'), length + 1),
            Found::Token(kind, length) => Found::Token(kind, length + 1),
            skip => skip,
        },
        '0'..='9' => number(rest),
        '.' if after.is_ascii_digit() => number(rest),
        'ℤ' | 'ℝ' | '𝔹' | 'π' => mathematical(c),
        _ if is_word(c) => word(rest, 0),
        _ => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            Some(mark) => Found::Token(TokenKind::Mark(mark), mark.len()),
            None => mathematical(c),
        },
    }
}

/// An `@` with nothing but blanks behind it on its line.
fn decorates_end(rest: &str) -> bool {
    rest.chars().take_while(|c| *c != '\n').all(|c| c.is_whitespace() || c == '@')
}

/// ACSL also has the signs of mathematics.
fn mathematical(c: char) -> Found {
    let kind = match c {
        '∀' => TokenKind::Word("\\forall".into()),
        '∃' => TokenKind::Word("\\exists".into()),
        'ℤ' => TokenKind::Word("integer".into()),
        'ℝ' => TokenKind::Word("real".into()),
        '𝔹' => TokenKind::Word("boolean".into()),
        'π' => TokenKind::Word("\\pi".into()),
        '∈' => TokenKind::Word("\\in".into()),
        '≤' => TokenKind::Mark("<="),
        '≥' => TokenKind::Mark(">="),
        '≢' | '≠' => TokenKind::Mark("!="),
        '≡' => TokenKind::Mark("=="),
        '∧' => TokenKind::Mark("&&"),
        '∨' => TokenKind::Mark("||"),
        '¬' => TokenKind::Mark("!"),
        '⊻' => TokenKind::Mark("^^"),
        '⇒' => TokenKind::Mark("==>"),
        '⇔' => TokenKind::Mark("<==>"),
        '−' => TokenKind::Mark("-"),
        _ => TokenKind::Unknown(c),
    };
    Found::Token(kind, c.len_utf8())
}

fn word(rest: &str, skip: usize) -> Found {
    let length = rest[skip..].find(|c| !is_word(c)).map_or(rest.len(), |end| end + skip);
    Found::Token(TokenKind::Word(rest[..length].into()), length)
}

/// A number: a dot belongs to it unless another one follows.
fn number(rest: &str) -> Found {
    let bytes = rest.as_bytes();
    let hexadecimal = bytes.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'x' | b'X');
    let mut end = 0;
    while let Some(&byte) = bytes.get(end) {
        let next = bytes.get(end + 1).copied().unwrap_or(0);
        let exponent = matches!(byte, b'p' | b'P') && hexadecimal || matches!(byte, b'e' | b'E') && !hexadecimal;
        match byte {
            _ if exponent && matches!(next, b'+' | b'-') => end += 2,
            b'.' if next == b'.' => break,
            b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => end += 1,
            _ => break,
        }
    }
    Found::Token(TokenKind::Number(rest[..end].into()), end.max(1))
}

fn quoted(rest: &str, quote: char, kind: fn(Arc<str>) -> TokenKind) -> Found {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => break,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Found::Token(kind(rest[..=at].into()), at + 1),
            _ => {}
        }
    }
    Found::Token(TokenKind::Unknown(quote), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_base::FileId;

    fn shown(text: &str) -> String {
        let at = Span { file: FileId(0), start: 0, end: 0 };
        let words = lex(text, at, true).into_iter().map(|token| match token.kind {
            TokenKind::Word(t) | TokenKind::Number(t) | TokenKind::Character(t) | TokenKind::String(t) => t.to_string(),
            TokenKind::Mark(mark) => mark.to_string(),
            TokenKind::Unknown(c) => format!("<{c}>"),
            TokenKind::End => "$".to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tokens_are_split_as_acsl_says() {
        assert_eq!(shown(" requires 0<=n..m;"), "requires 0 <= n .. m ; $");
        assert_eq!(shown("a[0..9] + 1.5e-3 .. 0x1FUL"), "a [ 0 .. 9 ] + 1.5e-3 .. 0x1FUL $");
        assert_eq!(shown("\n  @ \\valid(p) ==> x\n  @*"), "\\valid ( p ) ==> x * $");
        assert_eq!(shown("a<==>b<-->c-->d ^^ '\\n' \"x\" 1..2"), "a <==> b <--> c --> d ^^ '\\n' \"x\" 1 .. 2 $");
        assert_eq!(shown("x // comment\n y @"), "x y $");
        assert_eq!(shown("∀ ℤ x; x ≥ 0 ⇒ `"), "\\forall integer x ; x >= 0 ==> <`> $");
        assert_eq!(shown("'a"), "<'> a $");
    }
}
