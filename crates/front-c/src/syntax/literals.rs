//! Literals: what was written and what it means, as far as that needs no target.
//!
//! Which type an integer literal has depends on the data model, so only its value, base and suffix are
//! here. A floating literal keeps its digits: rounding is done once its type is known.

use std::rc::Rc;

#[derive(Clone, PartialEq, Debug)]
pub struct IntegerLiteral {
    pub value: u128,
    /// Octal, hexadecimal and binary literals may get unsigned types without suffix.
    pub is_decimal: bool,
    pub is_unsigned: bool,
    pub length: IntegerLength,
    /// GNU's `i` or `j`.
    pub is_imaginary: bool,
    /// As written.
    pub text: Rc<str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntegerLength {
    Plain,
    Long,
    LongLong,
}

#[derive(Clone, PartialEq, Debug)]
pub struct FloatLiteral {
    /// The number without its suffix: decimal, or hexadecimal with a binary exponent.
    pub digits: Rc<str>,
    pub is_hexadecimal: bool,
    pub suffix: FloatSuffix,
    /// GNU's `i` or `j`.
    pub is_imaginary: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatSuffix {
    /// `double`
    None,
    Float,
    LongDouble,
    Float16,
    Float32,
    Float64,
    /// `f128` and `q`
    Float128,
    Float32x,
    /// `f64x` and `w`
    Float64x,
    Decimal32,
    Decimal64,
    Decimal128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    Plain,
    /// `u8"…"`
    Utf8,
    /// `L`: `wchar_t`
    Wide,
    /// `u`: `char16_t`
    Char16,
    /// `U`: `char32_t`
    Char32,
}

#[derive(Clone, PartialEq, Debug)]
pub struct CharacterLiteral {
    pub encoding: Encoding,
    /// The value with the literal's own type: `int` for plain ones (so `'\xff'` is -1), several
    /// characters packed as gcc does.
    pub value: i64,
    /// As written.
    pub text: Rc<str>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct StringLiteral {
    pub encoding: Encoding,
    /// Code units: bytes for plain and UTF-8 strings, 16 or 32 bits otherwise. No final zero.
    pub units: Rc<[u32]>,
}

impl StringLiteral {
    /// The units as bytes; each is cut to its low eight bits.
    pub fn bytes(&self) -> Vec<u8> {
        self.units.iter().map(|&unit| unit as u8).collect()
    }
    /// The string for messages and comparisons with known words.
    pub fn text(&self) -> String {
        match self.encoding {
            Encoding::Plain | Encoding::Utf8 => String::from_utf8_lossy(&self.bytes()).into_owned(),
            Encoding::Wide | Encoding::Char32 => {
                self.units.iter().map(|&unit| char::from_u32(unit).unwrap_or('\u{fffd}')).collect()
            }
            Encoding::Char16 => {
                let units: Vec<u16> = self.units.iter().map(|&unit| unit as u16).collect();
                String::from_utf16_lossy(&units)
            }
        }
    }
}
