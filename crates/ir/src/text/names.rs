//! Names in the text: which need quoting, how quoted text is escaped, and how clashes are avoided.

use super::token::{is_word_part, is_word_start};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Words that cannot be names of variables, procedures or blocks unless quoted.
pub const RESERVED: &[&str] = &[
    "language",
    "target",
    "type",
    "global",
    "entry",
    "proc",
    "property",
    "local",
    "requires",
    "ensures",
    "assigns",
    "invariant",
    "variant",
    "check",
    "assume",
    "havoc",
    "call",
    "alloc",
    "release",
    "live",
    "dead",
    "copy",
    "fill",
    "event",
    "goto",
    "branch",
    "switch",
    "return",
    "stop",
    "if",
    "then",
    "else",
    "and",
    "or",
    "xor",
    "not",
    "mod",
    "forall",
    "exists",
    "with",
    "const",
    "all",
    "true",
    "false",
    "null",
    "nan",
    "inf",
    "old",
    "apply",
    "contents",
];

/// Words of the type syntax, which cannot be names of types unless quoted.
const TYPE_WORDS: &[&str] = &[
    "bool", "ptr", "int", "real", "f16", "bf16", "f32", "f64", "f80", "f128", "enum", "fixed", "hex", "char", "text",
    "record", "union",
];

pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// The width in `i32`, `u8`, `x16`, `char8`: a prefix and digits.
pub fn width_word<'a>(word: &'a str, prefix: &str) -> Option<&'a str> {
    let digits = word.strip_prefix(prefix)?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

pub fn is_type_word(word: &str) -> bool {
    TYPE_WORDS.contains(&word) || ["i", "u", "x", "char"].iter().any(|prefix| width_word(word, prefix).is_some())
}

fn is_word(name: &str) -> bool {
    name.starts_with(is_word_start) && name.chars().all(is_word_part)
}

/// The name of a variable, procedure, block, component or enumeration literal.
pub fn name_text(name: &str) -> String {
    if is_word(name) && !is_reserved(name) { name.to_string() } else { quote(name, '`') }
}

/// The name of a procedure: dotted words need no quotes there.
pub fn dotted_text(name: &str) -> String {
    if name.split('.').all(|part| is_word(part) && !is_reserved(part)) { name.to_string() } else { quote(name, '`') }
}

pub fn type_name_text(name: &str) -> String {
    if is_word(name) && !is_reserved(name) && !is_type_word(name) { name.to_string() } else { quote(name, '`') }
}

pub fn string_text(text: &str) -> String {
    quote(text, '"')
}

pub fn quote(text: &str, delimiter: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(delimiter);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            c if c == delimiter => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push(delimiter);
    out
}

/// The text between delimiters, escapes replaced; `None` for an unknown escape.
pub fn unquote(quoted: &str) -> Option<String> {
    let inner = quoted.get(1..quoted.len().checked_sub(1)?)?;
    if !inner.contains('\\') {
        return Some(inner.to_string());
    }
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let escape = rest.chars().next()?;
        rest = &rest[escape.len_utf8()..];
        match escape {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            '0' => out.push('\0'),
            '\\' | '"' | '\'' | '`' => out.push(escape),
            'u' => {
                let close = rest.find('}')?;
                let digits = rest[..close].strip_prefix('{')?;
                out.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                rest = &rest[close + 1..];
            }
            _ => return None,
        }
    }
    out.push_str(rest);
    Some(out)
}

/// Gives out names that differ from all it knows.
#[derive(Clone, Default)]
pub struct Unique {
    taken: FxHashSet<String>,
    /// The next number to try for a name, so that many clashes do not cost quadratic time.
    next: FxHashMap<String, u64>,
}

impl Unique {
    pub fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }
    /// `name`, or `name_2`, `name_3`, … if it is taken.
    pub fn take(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_string()) {
            return name.to_string();
        }
        let number = self.next.entry(name.to_string()).or_insert(2);
        loop {
            let candidate = format!("{name}_{number}");
            *number += 1;
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
    pub fn release(&mut self, name: &str) {
        self.taken.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_reads_back() {
        for text in ["", "a b", "a\"b\\c`d'", "line\nbreak\t\u{1}", "é…"] {
            for delimiter in ['"', '`', '\''] {
                assert_eq!(unquote(&quote(text, delimiter)).as_deref(), Some(text));
            }
        }
        assert_eq!(unquote(r#""\q""#), None);
    }

    #[test]
    fn only_strange_names_are_quoted() {
        assert_eq!(name_text("x1"), "x1");
        assert_eq!(name_text("goto"), "`goto`");
        assert_eq!(name_text("a.b"), "`a.b`");
        assert_eq!(dotted_text("A.B"), "A.B");
        assert_eq!(type_name_text("i32"), "`i32`");
    }
}
