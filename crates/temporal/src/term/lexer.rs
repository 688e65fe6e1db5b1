//! Words of conditions: identifiers, numbers in the notations of C and Ada, characters, punctuation.

use num_bigint::BigInt;
use num_bigint::Sign;

#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    Word(String),
    Number(BigInt),
    Symbol(&'static str),
    End,
}

const SYMBOLS: [&str; 37] = [
    "::", "..", "->", "<<", ">>", "<=", ">=", "==", "!=", "/=", "&&", "||", "**", "(", ")", "[", "]", ".", "*", "/",
    "%", "+", "-", "<", ">", "=", "&", "|", "^", "!", "~", ",", "'", "?", ":", "$", "\\",
];

/// The tokens with the places where they begin.
pub fn tokens(text: &str) -> Result<Vec<(Token, usize)>, usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (token, length) = if c.is_alphabetic() || c == '_' || rest.starts_with("\\result") {
            let first = usize::from(c == '\\');
            let end =
                rest[first..].find(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(rest.len(), |n| n + first);
            (Token::Word(rest[..end].into()), end)
        } else if c.is_ascii_digit() {
            number(rest).ok_or(at)?
        } else if let Some(read) = character(rest) {
            read
        } else {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)).ok_or(at)?;
            (Token::Symbol(symbol), symbol.len())
        };
        found.push((token, at));
        at += length;
    }
    found.push((Token::End, text.len()));
    Ok(found)
}

/// `'a'`, `'\n'`.
fn character(rest: &str) -> Option<(Token, usize)> {
    let mut chars = rest.strip_prefix('\'')?.chars();
    let first = chars.next()?;
    let value = match first {
        '\\' => match chars.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            other @ ('\\' | '\'' | '"') => other,
            _ => return None,
        },
        plain => plain,
    };
    if chars.next()? != '\'' || !value.is_ascii() {
        return None;
    }
    let length = rest.len() - chars.as_str().len();
    Some((Token::Number(BigInt::from(u32::from(value))), length))
}

/// Integers: `12`, `0x1F`, `017`, `0b101` with C's suffixes; `1_000`, `16#FF#` of Ada.
fn number(rest: &str) -> Option<(Token, usize)> {
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let word: String = rest[..end].chars().filter(|c| *c != '_').collect();
    if let Some(behind) = rest[end..].strip_prefix('#') {
        let length = behind.find('#')?;
        let digits: String = behind[..length].chars().filter(|c| *c != '_').collect();
        let base = word.parse().ok().filter(|base| (2..=36).contains(base))?;
        return Some((Token::Number(parsed(&digits, base)?), end + length + 2));
    }
    let plain = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match plain.get(..2) {
        Some("0x" | "0X") => parsed(&plain[2..], 16),
        Some("0b" | "0B") => parsed(&plain[2..], 2),
        Some(octal) if octal.starts_with('0') => parsed(&plain[1..], 8),
        _ => parsed(plain, 10),
    }?;
    // A fraction is no integer.
    let is_fraction = rest[end..].starts_with('.') && rest[end + 1..].starts_with(|c: char| c.is_ascii_digit());
    (!is_fraction).then_some((Token::Number(value), end))
}

fn parsed(digits: &str, base: u32) -> Option<BigInt> {
    let digits: Option<Vec<u8>> = digits.chars().map(|c| c.to_digit(base).map(|d| d as u8)).collect();
    BigInt::from_radix_be(Sign::Plus, &digits?, base)
}
