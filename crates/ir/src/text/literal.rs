//! Literals of numbers, in both directions: what the printer writes, the reader reads as the same value.

use crate::types::{FloatFormat, Style, Type, TypeKind};
use crate::value::{Bits, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round};

/// More digits than the widest integer has.
const MAX_DIGITS: usize = 20_000;
/// Integers of more bits are refused.
pub const MAX_WIDTH: u32 = 1 << 16;

/// A non-negative number in base 10, 16 (`0x`) or 2 (`0b`), with underscores.
pub fn integer(text: &str) -> Option<BigUint> {
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0b") => (&text[2..], 2),
        _ => (text, 10),
    };
    if digits.len() > MAX_DIGITS || !digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
        return None;
    }
    let digits: Vec<u8> = digits.bytes().filter(|b| *b != b'_').collect();
    BigUint::parse_bytes(&digits, radix)
}

/// The exact value of a decimal: `1.25e3`.
pub fn decimal(text: &str) -> Option<BigRational> {
    let text = text.replace('_', "");
    if text.len() > MAX_DIGITS || text.starts_with("0x") {
        return None;
    }
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
        None => (text.as_str(), 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let exponent = i64::from(exponent) - fraction.len() as i64;
    let power = u32::try_from(exponent.unsigned_abs()).ok().filter(|n| *n as usize <= MAX_DIGITS)?;
    let (number, scale) = (BigInt::parse_bytes(digits.as_bytes(), 10)?, BigInt::from(10).pow(power));
    Some(if exponent < 0 { BigRational::new(number, scale) } else { BigRational::from(number * scale) })
}

/// A number as a finite decimal with a point, if it has one that is not too long.
pub fn decimal_text(value: &BigRational) -> Option<String> {
    let ten = BigInt::from(10);
    let mut denominator = value.denom().clone();
    for prime in [2, 5] {
        while (&denominator % BigInt::from(prime)).is_zero() {
            denominator /= BigInt::from(prime);
        }
    }
    if !denominator.is_one() {
        return None;
    }
    let mut scaled = value.abs();
    let mut places = 0;
    while !scaled.is_integer() {
        scaled *= &ten;
        places += 1;
        if places > 400 {
            return None;
        }
    }
    let places = places.max(1);
    if scaled.is_integer() && value.is_integer() {
        scaled *= &ten;
    }
    let digits = scaled.to_integer().to_string();
    let digits = format!("{digits:0>width$}", width = places + 1);
    let sign = if value.is_negative() { "-" } else { "" };
    let (whole, fraction) = digits.split_at(digits.len() - places);
    (digits.len() <= MAX_DIGITS).then(|| format!("{sign}{whole}.{fraction}"))
}

/// Whether a number is a value of a machine integer, read signed or unsigned.
pub fn fits(value: &BigInt, width: u32) -> bool {
    let limit: BigInt = BigInt::one() << width;
    *value < limit && *value >= -(limit >> 1u32)
}

/// A machine integer as a literal of its type.
pub fn bits_text(bits: &Bits, style: &Style) -> String {
    match style {
        Style::Unsigned => bits.unsigned().to_string(),
        Style::Hexadecimal => format!("{:#x}", bits.unsigned()),
        Style::Character => match character(&BigInt::from(bits.unsigned().clone())) {
            Some(c) => super::names::quote(&c.to_string(), '\''),
            None => bits.unsigned().to_string(),
        },
        Style::Enumeration(literals) => {
            match literals.iter().find(|(v, _)| Bits::from_signed(bits.width(), v) == *bits) {
                Some((_, name)) => format!("#{}", super::names::name_text(name)),
                None => bits.signed().to_string(),
            }
        }
        _ => number_text(&bits.signed(), style),
    }
}

/// An integer as a literal of a type with that style.
pub fn number_text(value: &BigInt, style: &Style) -> String {
    match style {
        Style::Hexadecimal if !value.is_negative() => format!("{value:#x}"),
        Style::Character => match character(value) {
            Some(c) => super::names::quote(&c.to_string(), '\''),
            None => value.to_string(),
        },
        Style::Enumeration(literals) => match literals.iter().find(|(v, _)| v == value) {
            Some((_, name)) => format!("#{}", super::names::name_text(name)),
            None => value.to_string(),
        },
        Style::Fixed(small) => {
            decimal_text(&(small * BigRational::from(value.clone()))).unwrap_or_else(|| value.to_string())
        }
        _ => value.to_string(),
    }
}

fn character(value: &BigInt) -> Option<char> {
    u32::try_from(value).ok().and_then(char::from_u32)
}

/// A real number: a decimal, or a ratio.
pub fn real_text(value: &BigRational) -> String {
    decimal_text(value).unwrap_or_else(|| format!("ratio({}, {})", value.numer(), value.denom()))
}

// ---- floats ----

/// A float of any format in the encoding of `Value::Float`, through one of the formats of `rustc_apfloat`.
macro_rules! with_format {
    ($format:expr, $float:ident => $body:expr) => {
        match $format {
            FloatFormat::Half => {
                type $float = Half;
                $body
            }
            FloatFormat::BFloat => {
                type $float = BFloat;
                $body
            }
            FloatFormat::Single => {
                type $float = Single;
                $body
            }
            FloatFormat::Double => {
                type $float = Double;
                $body
            }
            FloatFormat::X87 => {
                type $float = X87DoubleExtended;
                $body
            }
            FloatFormat::Quad => {
                type $float = Quad;
                $body
            }
        }
    };
}

/// Inserts the explicit leading bit that the x87 format has in memory.
fn to_memory(format: FloatFormat, bits: u128) -> u128 {
    if format != FloatFormat::X87 {
        return bits;
    }
    let fraction = bits & ((1 << 63) - 1);
    let exponent = bits >> 63;
    let leading = u128::from(exponent & 0x7fff != 0) << 63;
    (exponent << 64) | leading | fraction
}

fn from_memory(format: FloatFormat, bits: u128) -> u128 {
    if format != FloatFormat::X87 {
        return bits;
    }
    ((bits >> 64) << 63) | (bits & ((1 << 63) - 1))
}

/// The one NaN there is.
pub fn nan(format: FloatFormat) -> u128 {
    let fraction = format.significand_bits() - 1;
    (((1 << format.exponent_bits()) - 1) << fraction) | (1 << (fraction - 1))
}

pub fn infinity(format: FloatFormat) -> u128 {
    ((1 << format.exponent_bits()) - 1) << (format.significand_bits() - 1)
}

pub fn sign_bit(format: FloatFormat) -> u128 {
    1 << (format.width() - 1)
}

/// The nearest float to a decimal or hexadecimal literal.
pub fn float(format: FloatFormat, text: &str) -> Option<u128> {
    let text = text.replace('_', "");
    if text.len() > MAX_DIGITS {
        return None;
    }
    // The library wants an exponent in hexadecimal floats, and none that is out of all proportion.
    let exponent = text.rsplit(['e', 'E', 'p', 'P']).next().filter(|e| e.len() < text.len());
    if exponent.is_some_and(|e| e.len() > 6) {
        return None;
    }
    let text = if text.starts_with("0x") && !text.contains(['p', 'P']) { format!("{text}p0") } else { text };
    let bits = with_format!(format, F => F::from_str_r(&text, Round::NearestTiesToEven).ok()?.value.to_bits());
    Some(from_memory(format, bits))
}

/// The shortest decimal that [`float`] reads as the same value; `nan` and `inf` by name.
pub fn float_text(format: FloatFormat, bits: u128) -> String {
    let magnitude = bits & !sign_bit(format);
    let sign = if bits & sign_bit(format) != 0 { "-" } else { "" };
    if magnitude == infinity(format) {
        return format!("{sign}inf");
    }
    if magnitude > infinity(format) {
        return "nan".into();
    }
    format!("{sign}{}", shortest(format, magnitude))
}

fn shortest(format: FloatFormat, magnitude: u128) -> String {
    match format {
        FloatFormat::Double => return format!("{:?}", f64::from_bits(magnitude as u64)),
        FloatFormat::Single => return format!("{:?}", f32::from_bits(magnitude as u32)),
        _ => {}
    }
    let memory = to_memory(format, magnitude);
    let with_digits = |digits: usize| with_format!(format, F => format!("{:.digits$}", F::from_bits(memory)));
    // 36 digits tell all values of these formats apart, and more digits never tell fewer.
    let (mut few, mut enough) = (0, 36);
    while enough - few > 1 {
        let middle = (few + enough) / 2;
        if float(format, &with_digits(middle)) == Some(magnitude) {
            enough = middle;
        } else {
            few = middle;
        }
    }
    with_point(with_digits(enough))
}

/// A float literal has a point or an exponent.
fn with_point(text: String) -> String {
    let text = text.replace('E', "e").replace("e+", "e");
    if text.contains(['.', 'e']) { text } else { format!("{text}.0") }
}

/// A scalar constant as a literal of its type; `None` for aggregates.
pub fn scalar_text(value: &Value, ty: &Type) -> Option<String> {
    Some(match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(bits) => bits_text(bits, &ty.display.style),
        Value::MathInt(n) => number_text(n, &ty.display.style),
        Value::Real(r) => real_text(r),
        Value::Float(format, bits) => float_text(*format, *bits),
        Value::Pointer(p) if p.is_null() => "null".into(),
        Value::Pointer(p) => format!("stray({})", p.offset),
        Value::Array(_) | Value::Record(_) | Value::Union(_) => return None,
    })
}

/// A number literal (with its sign) as a value of a type; the error says why not.
pub fn value_of_integer(number: &BigInt, ty: &Type, name: &str) -> Result<Value, String> {
    match &ty.kind {
        TypeKind::Int(width) if fits(number, *width) => Ok(Value::Int(Bits::from_signed(*width, number))),
        TypeKind::Int(_) => Err(format!("{number} is not a value of {name}")),
        TypeKind::MathInt => Ok(Value::MathInt(number.clone())),
        TypeKind::Float(_) | TypeKind::Real => Err(format!("a {name} is written with a point: {number}.0")),
        _ => Err(format!("a number is not a value of {name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_in_every_base() {
        assert_eq!(integer("1_000"), Some(1000u32.into()));
        assert_eq!(integer("0xFf"), Some(255u32.into()));
        assert_eq!(integer("0b101"), Some(5u32.into()));
        assert_eq!(integer("12abc"), None);
        assert_eq!(integer("0x"), None);
    }

    #[test]
    fn decimals_are_exact() {
        let text = |n: i64, d: i64| decimal_text(&BigRational::new(n.into(), d.into()));
        assert_eq!(text(5, 4).as_deref(), Some("1.25"));
        assert_eq!(text(-1, 8).as_deref(), Some("-0.125"));
        assert_eq!(text(7, 1).as_deref(), Some("7.0"));
        assert_eq!(text(0, 1).as_deref(), Some("0.0"));
        assert_eq!(text(1, 3), None);
        assert_eq!(decimal("1.25e1"), Some(BigRational::new(25.into(), 2.into())));
        assert_eq!(decimal("1e99999999"), None);
    }

    #[test]
    fn floats_of_every_format_read_back() {
        let mut random = fastrand::Rng::with_seed(7);
        for format in FloatFormat::ALL {
            // The library is slow on large exponents.
            let count = if format.exponent_bits() > 11 { 30 } else { 2000 };
            for _ in 0..count {
                let bits = random.u128(..) & (sign_bit(format) | (sign_bit(format) - 1));
                let text = float_text(format, bits);
                let digits = text.trim_start_matches('-');
                if matches!(digits, "nan" | "inf") {
                    continue;
                }
                let magnitude = float(format, digits).unwrap();
                assert_eq!(magnitude, bits & !sign_bit(format), "{format:?} {bits:x} {text}");
            }
        }
        assert_eq!(float_text(FloatFormat::Double, 0.1f64.to_bits().into()), "0.1");
        assert_eq!(float_text(FloatFormat::Half, sign_bit(FloatFormat::Half)), "-0.0");
        assert_eq!(float_text(FloatFormat::X87, float(FloatFormat::X87, "0.1").unwrap()), "0.1");
        assert_eq!(float(FloatFormat::Single, "0x1.8p1"), Some(3.0f32.to_bits().into()));
    }
}
