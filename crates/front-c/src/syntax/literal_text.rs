//! Literals read from their text.

use super::literals::*;
use super::text::raw_byte;

/// Reads a preprocessing number that is an integer literal; `None` if it is not one. The message says
/// what is wrong with an integer that is malformed.
pub fn read_number(text: &str) -> Result<Number, String> {
    let bytes = text.as_bytes();
    let hexadecimal = bytes.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'x' | b'X');
    let floating = text.contains('.')
        || (hexadecimal && text.contains(['p', 'P']))
        || (!hexadecimal && !is_binary(bytes) && text.contains(['e', 'E']));
    if floating { read_float(text, hexadecimal).map(Number::Float) } else { read_integer(text, hexadecimal) }
}

#[derive(Debug)]
pub enum Number {
    Integer(IntegerLiteral),
    Float(FloatLiteral),
}

fn is_binary(bytes: &[u8]) -> bool {
    bytes.len() > 1 && bytes[0] == b'0' && matches!(bytes[1], b'b' | b'B')
}

fn read_integer(text: &str, hexadecimal: bool) -> Result<Number, String> {
    let bytes = text.as_bytes();
    let (radix, skip) = match bytes {
        _ if hexadecimal => (16, 2),
        _ if is_binary(bytes) => (2, 2),
        [b'0', ..] => (8, 0),
        _ => (10, 0),
    };
    let body = &text[skip..];
    let length = body.bytes().take_while(|b| char::from(*b).is_digit(if radix == 8 { 10 } else { radix })).count();
    let (digits, suffix) = body.split_at(length);
    if digits.is_empty() {
        return Err(format!("`{text}` has no digits"));
    }
    // GNU's decimal floating literals without a point: `1df` is not one, `1.df` is.
    let Some((is_unsigned, length, is_imaginary)) = integer_suffix(suffix) else {
        return Err(format!("`{suffix}` is no suffix of an integer"));
    };
    let mut value: u128 = 0;
    for digit in digits.chars() {
        let Some(digit) = digit.to_digit(radix) else {
            return Err(format!("`{digit}` is no octal digit"));
        };
        let next = value.checked_mul(u128::from(radix)).and_then(|v| v.checked_add(u128::from(digit)));
        value = next.ok_or_else(|| "the number is too large for every integer type".to_string())?;
    }
    let literal =
        IntegerLiteral { value, is_decimal: radix == 10, is_unsigned, length, is_imaginary, text: text.into() };
    Ok(Number::Integer(literal))
}

/// Unsigned, length, imaginary: each at most once, in any order.
fn integer_suffix(suffix: &str) -> Option<(bool, IntegerLength, bool)> {
    let mut rest = suffix;
    let (mut is_unsigned, mut length, mut is_imaginary) = (false, IntegerLength::Plain, false);
    while let Some(first) = rest.chars().next() {
        let is_double = rest.starts_with("ll") || rest.starts_with("LL");
        let taken = match first {
            'u' | 'U' if !is_unsigned => {
                is_unsigned = true;
                1
            }
            'l' | 'L' if length == IntegerLength::Plain => {
                length = if is_double { IntegerLength::LongLong } else { IntegerLength::Long };
                1 + usize::from(is_double)
            }
            'i' | 'I' | 'j' | 'J' if !is_imaginary => {
                is_imaginary = true;
                1
            }
            _ => return None,
        };
        rest = &rest[taken..];
    }
    Some((is_unsigned, length, is_imaginary))
}

fn read_float(text: &str, hexadecimal: bool) -> Result<FloatLiteral, String> {
    let split = float_digits(text, hexadecimal);
    let (digits, suffix) = text.split_at(split);
    let lower = suffix.to_ascii_lowercase();
    let (is_imaginary, plain) = match lower.as_str() {
        s if s.starts_with(['i', 'j']) => (true, &lower[1..]),
        s if s.ends_with(['i', 'j']) => (true, &lower[..lower.len() - 1]),
        s => (false, s),
    };
    let suffix = match plain {
        "" => FloatSuffix::None,
        "f" => FloatSuffix::Float,
        "l" => FloatSuffix::LongDouble,
        "f16" => FloatSuffix::Float16,
        "f32" => FloatSuffix::Float32,
        "f64" => FloatSuffix::Float64,
        "f128" | "q" => FloatSuffix::Float128,
        "f32x" => FloatSuffix::Float32x,
        "f64x" | "w" => FloatSuffix::Float64x,
        "df" => FloatSuffix::Decimal32,
        "dd" => FloatSuffix::Decimal64,
        "dl" => FloatSuffix::Decimal128,
        // GNU's `d` says `double`, whatever the default is.
        "d" => FloatSuffix::None,
        _ => return Err(format!("`{suffix}` is no suffix of a floating literal")),
    };
    let exponent = digits.trim_start_matches("0x").trim_start_matches("0X");
    let exponent = exponent.rsplit(if hexadecimal { ['p', 'P'] } else { ['e', 'E'] }).next().unwrap_or("");
    if !exponent.bytes().any(|b| b.is_ascii_hexdigit()) {
        return Err(format!("`{text}` lacks digits"));
    }
    if hexadecimal && !digits.contains(['p', 'P']) {
        return Err(format!("`{text}` lacks an exponent"));
    }
    Ok(FloatLiteral { digits: digits.into(), is_hexadecimal: hexadecimal, suffix, is_imaginary })
}

/// The length of the number without its suffix.
fn float_digits(text: &str, hexadecimal: bool) -> usize {
    let bytes = text.as_bytes();
    let mut at = if hexadecimal { 2 } else { 0 };
    let digit = |b: u8| if hexadecimal { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
    while bytes.get(at).is_some_and(|&b| digit(b) || b == b'.') {
        at += 1;
    }
    let exponent = if hexadecimal { *b"pP" } else { *b"eE" };
    if bytes.get(at).is_some_and(|b| exponent.contains(b)) {
        at += 1;
        if bytes.get(at).is_some_and(|b| matches!(b, b'+' | b'-')) {
            at += 1;
        }
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
    }
    at
}

/// Prefix and body of a string or character literal (without its quotes).
fn split_quoted(text: &str) -> (Encoding, &str) {
    let (encoding, skip) = match text.as_bytes() {
        [b'L', ..] => (Encoding::Wide, 1),
        [b'U', ..] => (Encoding::Char32, 1),
        [b'u', b'8', ..] => (Encoding::Utf8, 2),
        [b'u', ..] => (Encoding::Char16, 1),
        _ => (Encoding::Plain, 0),
    };
    let body = text.get(skip + 1..).unwrap_or("");
    let quote = if text[skip..].starts_with('"') { '"' } else { '\'' };
    (encoding, body.strip_suffix(quote).unwrap_or(body))
}

/// One character of a literal: a character of the text, or a number from an escape.
enum Element {
    Character(char),
    Unit(u32),
}

fn elements(body: &str) -> (Vec<Element>, Option<String>) {
    let mut out = Vec::with_capacity(body.len());
    let mut wrong = None;
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        if first != '\\' {
            out.push(Element::Character(first));
            continue;
        }
        let Some(escape) = rest.chars().next() else { break };
        rest = &rest[escape.len_utf8()..];
        match escape {
            '\n' => {}
            '\r' if rest.starts_with('\n') => rest = &rest[1..],
            '0'..='7' => {
                let more = rest.bytes().take(2).take_while(|b| matches!(b, b'0'..=b'7')).count();
                let digits = format!("{escape}{}", &rest[..more]);
                rest = &rest[more..];
                out.push(Element::Unit(u32::from_str_radix(&digits, 8).unwrap_or(0)));
            }
            'x' => {
                let length = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
                if length == 0 {
                    wrong = Some("`\\x` without digits".to_string());
                }
                let low = &rest[length.saturating_sub(8)..length];
                out.push(Element::Unit(u32::from_str_radix(low, 16).unwrap_or(0)));
                rest = &rest[length..];
            }
            'u' | 'U' => {
                let wanted = if escape == 'u' { 4 } else { 8 };
                let length = rest.bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
                let value = u32::from_str_radix(&rest[..length], 16).ok().and_then(char::from_u32);
                match value {
                    Some(character) if length == wanted => out.push(Element::Character(character)),
                    _ => wrong = Some(format!("`\\{escape}` wants {wanted} digits of a character")),
                }
                rest = &rest[length..];
            }
            _ => out.push(simple_escape(escape)),
        }
    }
    (out, wrong)
}

/// `\n` and its like; an unknown escape stands for its character, as in gcc.
fn simple_escape(escape: char) -> Element {
    Element::Unit(match escape {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' | 'E' => 27,
        other => return Element::Character(other),
    })
}

fn units(encoding: Encoding, elements: &[Element]) -> Vec<u32> {
    let mut out = Vec::with_capacity(elements.len());
    for element in elements {
        match (element, encoding) {
            (Element::Unit(unit), Encoding::Plain | Encoding::Utf8) => out.push(unit & 0xff),
            (Element::Unit(unit), Encoding::Char16) => out.push(unit & 0xffff),
            (Element::Unit(unit), Encoding::Wide | Encoding::Char32) => out.push(*unit),
            (Element::Character(character), _) => push_character(&mut out, *character, encoding),
        }
    }
    out
}

fn push_character(out: &mut Vec<u32>, character: char, encoding: Encoding) {
    if let Some(byte) = raw_byte(character) {
        out.push(u32::from(byte));
        return;
    }
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            out.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        Encoding::Char16 => out.extend(character.encode_utf16(&mut [0; 2]).iter().map(|&u| u32::from(u))),
        Encoding::Wide | Encoding::Char32 => out.push(character as u32),
    }
}

/// Reads a character literal; the message says what is wrong with it.
pub fn read_character(text: &str) -> Result<CharacterLiteral, String> {
    let (encoding, body) = split_quoted(text);
    let (elements, wrong) = elements(body);
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let units = units(encoding, &elements);
    let Some(&last) = units.last() else {
        return Err("a character literal without character".to_string());
    };
    let value = match encoding {
        // One character has the value of a `char` turned into `int`; several are packed by gcc.
        Encoding::Plain if units.len() == 1 => i64::from(last as u8 as i8),
        Encoding::Plain => i64::from(units.iter().fold(0u32, |packed, unit| packed << 8 | unit) as i32),
        Encoding::Utf8 => i64::from(last as u8),
        Encoding::Wide => i64::from(last as i32),
        Encoding::Char16 => i64::from(last as u16),
        Encoding::Char32 => i64::from(last),
    };
    Ok(CharacterLiteral { encoding, value, text: text.into() })
}

/// Reads neighbouring string literals as one. A prefix on any of them counts for all.
pub fn read_strings(texts: &[&str]) -> (StringLiteral, Option<String>) {
    let mut encoding = Encoding::Plain;
    let mut wrong = None;
    for text in texts {
        let own = split_quoted(text).0;
        if own != Encoding::Plain && encoding != Encoding::Plain && own != encoding {
            wrong = Some("neighbouring strings with different prefixes".to_string());
        }
        if own != Encoding::Plain {
            encoding = own;
        }
    }
    let mut all = Vec::new();
    for text in texts {
        let (elements, bad) = elements(split_quoted(text).1);
        wrong = wrong.or(bad);
        all.extend(units(encoding, &elements));
    }
    (StringLiteral { encoding, units: all.into() }, wrong)
}
