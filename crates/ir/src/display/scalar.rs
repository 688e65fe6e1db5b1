//! Scalars and texts as each source language writes them.

use crate::layout::canonical_nan;
use crate::program::Language;
use crate::text::literal;
use crate::types::{FloatFormat, Style, Type};
use crate::value::{Bits, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Signed;

/// A scalar value. What does not fit its type (nothing the program form allows) is written plainly.
pub fn text(language: Language, ty: &Type, value: &Value) -> String {
    match value {
        Value::Bool(b) => match (language, b) {
            (Language::Ada, true) => "True".into(),
            (Language::Ada, false) => "False".into(),
            (_, b) => b.to_string(),
        },
        Value::Int(bits) => machine_integer(language, &ty.display.style, bits),
        Value::MathInt(number) => integer(language, &ty.display.style, number),
        Value::Real(number) => literal::decimal_text(number).unwrap_or_else(|| number.to_string()),
        Value::Float(format, bits) => float(language, *format, *bits),
        other => format!("{other:?}"),
    }
}

fn machine_integer(language: Language, style: &Style, bits: &Bits) -> String {
    let unsigned = || BigInt::from(bits.unsigned().clone());
    match style {
        Style::Unsigned => bits.unsigned().to_string(),
        Style::Hexadecimal | Style::Character => integer(language, style, &unsigned()),
        Style::Enumeration(literals) => {
            let literal = literals.iter().find(|(n, _)| Bits::from_signed(bits.width(), n) == *bits);
            literal.map_or_else(|| bits.signed().to_string(), |(_, name)| name.to_string())
        }
        _ => integer(language, style, &bits.signed()),
    }
}

fn integer(language: Language, style: &Style, number: &BigInt) -> String {
    match style {
        Style::Hexadecimal if !number.is_negative() => match language {
            Language::Ada => format!("16#{number:X}#"),
            _ => format!("{number:#x}"),
        },
        Style::Character => character(language, number),
        Style::Enumeration(literals) => {
            let literal = literals.iter().find(|(n, _)| n == number);
            literal.map_or_else(|| number.to_string(), |(_, name)| name.to_string())
        }
        Style::Fixed(small) => {
            let exact = small * BigRational::from(number.clone());
            literal::decimal_text(&exact).unwrap_or_else(|| format!("{number} * {}/{}", small.numer(), small.denom()))
        }
        _ => number.to_string(),
    }
}

fn as_char(number: &BigInt) -> Option<char> {
    u32::try_from(number).ok().and_then(char::from_u32)
}

fn character(language: Language, number: &BigInt) -> String {
    match (language, as_char(number)) {
        (Language::Ada, Some(c)) if !c.is_control() => format!("'{c}'"),
        (Language::Ada, _) => format!("Character'Val ({number})"),
        (Language::C, Some(c)) => format!("'{}'", c_escape(c, '\'')),
        (_, Some(c)) => crate::text::names::quote(&c.to_string(), '\''),
        (_, None) => number.to_string(),
    }
}

/// A character within a C literal. Above 127 it is one byte or more only the compiler knows.
fn c_escape(c: char, delimiter: char) -> String {
    match c {
        '\n' => "\\n".into(),
        '\t' => "\\t".into(),
        '\r' => "\\r".into(),
        '\0' => "\\0".into(),
        '\\' => "\\\\".into(),
        c if c == delimiter => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        c => format!("\\x{:02x}", u32::from(c)),
    }
}

/// An array of characters as a string literal; `None` if an element is not a character.
pub fn string(language: Language, items: &[Value], limit: usize) -> Option<String> {
    let characters: Option<Vec<char>> = items
        .iter()
        .map(|item| item.as_bits().and_then(|bits| as_char(&BigInt::from(bits.unsigned().clone()))))
        .collect();
    let characters = characters?;
    // The zeros that fill up a C array are not worth writing, but for one that ends the text.
    let used = match language {
        Language::C => characters.iter().rposition(|c| *c != '\0').map_or(0, |last| last + 1),
        _ => characters.len(),
    };
    let shown = &characters[..used.min(limit)];
    let text = match language {
        Language::Ada => ada_string(shown),
        Language::C => format!("\"{}\"", c_string(shown)),
        Language::Cairn | Language::Llvm => crate::text::names::string_text(&shown.iter().collect::<String>()),
    };
    let hidden = used - shown.len();
    Some(if hidden > 0 { format!("{text} … {hidden} more") } else { text })
}

/// After `\0` or `\x..` a digit would join the escape: the literal is split there.
fn c_string(characters: &[char]) -> String {
    let mut out = String::new();
    let mut open_escape = false;
    for &c in characters {
        let piece = c_escape(c, '"');
        if open_escape && c.is_ascii_hexdigit() {
            out.push_str("\" \"");
        }
        open_escape = piece.starts_with("\\x") || piece == "\\0";
        out.push_str(&piece);
    }
    out
}

fn ada_string(characters: &[char]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut graphic = String::new();
    for &c in characters {
        if c.is_control() {
            if !graphic.is_empty() {
                parts.push(format!("\"{}\"", std::mem::take(&mut graphic)));
            }
            parts.push(format!("Character'Val ({})", u32::from(c)));
        } else {
            graphic.push(c);
            if c == '"' {
                graphic.push(c);
            }
        }
    }
    if !graphic.is_empty() || parts.is_empty() {
        parts.push(format!("\"{graphic}\""));
    }
    parts.join(" & ")
}

/// The shortest decimal that reads back as the same value; the bits of a NaN that is not the usual one.
fn float(language: Language, format: FloatFormat, bits: u128) -> String {
    let text = literal::float_text(format, bits);
    if text == "nan" && bits != canonical_nan(format) {
        let usual = float(language, format, canonical_nan(format));
        return format!("{usual} (bits {bits:#x})");
    }
    match (language, text.as_str()) {
        (Language::Ada, "nan") => "NaN".into(),
        (Language::Ada, "inf") => "+Inf".into(),
        (Language::Ada, "-inf") => "-Inf".into(),
        (Language::C, "nan") => "NAN".into(),
        (Language::C, "inf") => "INFINITY".into(),
        (Language::C, "-inf") => "-INFINITY".into(),
        // Ada wants digits on both sides of a point, and writes E.
        (Language::Ada, _) => match text.split_once('e') {
            Some((digits, exponent)) if digits.contains('.') => format!("{digits}E{exponent}"),
            Some((digits, exponent)) => format!("{digits}.0E{exponent}"),
            None => text,
        },
        _ => text,
    }
}
