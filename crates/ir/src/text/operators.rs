//! How operators, functions and conversions are spelled: one table each, used by reader and printer.
//!
//! `+ - * / < <= mod` resolve by the type of their operands among machine integers, floats,
//! mathematical numbers and pointers; where machine integers care about signedness the operator says
//! it (`/s`, `<u`), where floats round differently from nearest-even it says that (`+rtz`).

use crate::expr::{Binary, Convert, FloatClass, Rounding, Sign, Unary};
use crate::types::TypeKind;

/// How tightly operators bind; higher binds tighter.
pub mod precedence {
    /// `if`, quantifiers, `with`.
    pub const LOWEST: u8 = 0;
    pub const IMPLIES: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const NOT: u8 = 4;
    pub const COMPARE: u8 = 5;
    pub const BIT_OR: u8 = 6;
    pub const BIT_XOR: u8 = 7;
    pub const BIT_AND: u8 = 8;
    pub const SHIFT: u8 = 9;
    pub const ADD: u8 = 10;
    pub const MULTIPLY: u8 = 11;
    pub const UNARY: u8 = 12;
    pub const POSTFIX: u8 = 13;
}

/// An operator whose meaning depends on the type of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typed {
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    Less,
    LessEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Fixed(Binary),
    Typed(Typed, Option<Rounding>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Infix {
    pub operator: Operator,
    pub precedence: u8,
    /// `a > b` is `b < a`.
    pub swapped: bool,
}

pub const ROUNDINGS: &[(&str, Rounding)] = &[
    ("rne", Rounding::NearestEven),
    ("rna", Rounding::NearestAway),
    ("rtp", Rounding::TowardPositive),
    ("rtn", Rounding::TowardNegative),
    ("rtz", Rounding::TowardZero),
];

pub fn rounding(word: &str) -> Option<Rounding> {
    ROUNDINGS.iter().find(|(name, _)| *name == word).map(|(_, r)| *r)
}

pub fn rounding_name(rounding: Rounding) -> &'static str {
    ROUNDINGS.iter().find(|(_, r)| *r == rounding).map_or("rne", |(name, _)| name)
}

/// The operator a token spells, between two operands.
pub fn infix(token: &str) -> Option<Infix> {
    use Sign::{Signed, Unsigned};
    use precedence::*;
    let fixed = |binary, precedence| Some(Infix { operator: Operator::Fixed(binary), precedence, swapped: false });
    let swapped = |binary| Some(Infix { operator: Operator::Fixed(binary), precedence: COMPARE, swapped: true });
    let typed =
        |typed, precedence, swapped| Some(Infix { operator: Operator::Typed(typed, None), precedence, swapped });
    match token {
        "=>" => fixed(Binary::Implies, IMPLIES),
        "or" => fixed(Binary::Or, OR),
        "xor" => fixed(Binary::Xor, OR),
        "and" => fixed(Binary::And, AND),
        "==" => fixed(Binary::Equal, COMPARE),
        "!=" => fixed(Binary::NotEqual, COMPARE),
        "==." => fixed(Binary::FloatEqual, COMPARE),
        "<s" => fixed(Binary::Less(Signed), COMPARE),
        "<u" => fixed(Binary::Less(Unsigned), COMPARE),
        "<=s" => fixed(Binary::LessEqual(Signed), COMPARE),
        "<=u" => fixed(Binary::LessEqual(Unsigned), COMPARE),
        ">s" => swapped(Binary::Less(Signed)),
        ">u" => swapped(Binary::Less(Unsigned)),
        ">=s" => swapped(Binary::LessEqual(Signed)),
        ">=u" => swapped(Binary::LessEqual(Unsigned)),
        "<" => typed(Typed::Less, COMPARE, false),
        "<=" => typed(Typed::LessEqual, COMPARE, false),
        ">" => typed(Typed::Less, COMPARE, true),
        ">=" => typed(Typed::LessEqual, COMPARE, true),
        "|" => fixed(Binary::BitOr, BIT_OR),
        "^" => fixed(Binary::BitXor, BIT_XOR),
        "&" => fixed(Binary::BitAnd, BIT_AND),
        "<<" => fixed(Binary::ShiftLeft, SHIFT),
        ">>s" => fixed(Binary::ShiftRight(Signed), SHIFT),
        ">>u" => fixed(Binary::ShiftRight(Unsigned), SHIFT),
        "/s" => fixed(Binary::Divide(Signed), MULTIPLY),
        "/u" => fixed(Binary::Divide(Unsigned), MULTIPLY),
        "%s" => fixed(Binary::Remainder(Signed), MULTIPLY),
        "%u" => fixed(Binary::Remainder(Unsigned), MULTIPLY),
        "mod" => typed(Typed::Modulo, MULTIPLY, false),
        _ => arithmetic(token),
    }
}

/// `+ - * /`, possibly with a rounding.
fn arithmetic(token: &str) -> Option<Infix> {
    let (symbol, suffix) = token.split_at_checked(1)?;
    let (typed, precedence) = match symbol {
        "+" => (Typed::Plus, precedence::ADD),
        "-" => (Typed::Minus, precedence::ADD),
        "*" => (Typed::Times, precedence::MULTIPLY),
        "/" => (Typed::Divide, precedence::MULTIPLY),
        _ => return None,
    };
    let rounding = if suffix.is_empty() { None } else { Some(rounding(suffix)?) };
    Some(Infix { operator: Operator::Typed(typed, rounding), precedence, swapped: false })
}

/// The operation an operator means for operands of a type.
pub fn resolve(operator: Operator, kind: &TypeKind) -> Option<Binary> {
    let (typed, rounding) = match operator {
        Operator::Fixed(binary) => return Some(binary),
        Operator::Typed(typed, rounding) => (typed, rounding),
    };
    let nearest = rounding.unwrap_or(Rounding::NearestEven);
    Some(match (kind, typed) {
        (TypeKind::Float(_), Typed::Plus) => Binary::FloatAdd(nearest),
        (TypeKind::Float(_), Typed::Minus) => Binary::FloatSubtract(nearest),
        (TypeKind::Float(_), Typed::Times) => Binary::FloatMultiply(nearest),
        (TypeKind::Float(_), Typed::Divide) => Binary::FloatDivide(nearest),
        _ if rounding.is_some() => return None,
        (TypeKind::Float(_), Typed::Less) => Binary::FloatLess,
        (TypeKind::Float(_), Typed::LessEqual) => Binary::FloatLessEqual,
        (TypeKind::Int(_), Typed::Plus) => Binary::Add,
        (TypeKind::Int(_), Typed::Minus) => Binary::Subtract,
        (TypeKind::Int(_), Typed::Times) => Binary::Multiply,
        (TypeKind::Int(_), Typed::Modulo) => Binary::Modulo,
        (TypeKind::MathInt | TypeKind::Real, Typed::Plus) => Binary::MathAdd,
        (TypeKind::MathInt | TypeKind::Real, Typed::Minus) => Binary::MathSubtract,
        (TypeKind::MathInt | TypeKind::Real, Typed::Times) => Binary::MathMultiply,
        (TypeKind::MathInt | TypeKind::Real, Typed::Divide) => Binary::MathDivide,
        (TypeKind::MathInt, Typed::Modulo) => Binary::MathModulo,
        (TypeKind::MathInt | TypeKind::Real, Typed::Less) => Binary::MathLess,
        (TypeKind::MathInt | TypeKind::Real, Typed::LessEqual) => Binary::MathLessEqual,
        (TypeKind::Pointer, Typed::Less) => Binary::PointerLess,
        (TypeKind::Pointer, Typed::LessEqual) => Binary::PointerLessEqual,
        _ => return None,
    })
}

/// How an operation is written between its operands; `None` for those written as functions.
pub fn infix_text(binary: Binary) -> Option<(String, u8)> {
    use Binary::*;
    use precedence::*;
    let sign = |symbol: &str, sign: Sign| format!("{symbol}{}", if sign == Sign::Signed { "s" } else { "u" });
    let rounded = |symbol: &str, rounding: Rounding| match rounding {
        Rounding::NearestEven => symbol.to_string(),
        other => format!("{symbol}{}", rounding_name(other)),
    };
    Some(match binary {
        And => ("and".into(), AND),
        Or => ("or".into(), OR),
        Xor => ("xor".into(), OR),
        Implies => ("=>".into(), IMPLIES),
        Equal => ("==".into(), COMPARE),
        NotEqual => ("!=".into(), COMPARE),
        FloatEqual => ("==.".into(), COMPARE),
        Less(s) => (sign("<", s), COMPARE),
        LessEqual(s) => (sign("<=", s), COMPARE),
        FloatLess | MathLess | PointerLess => ("<".into(), COMPARE),
        FloatLessEqual | MathLessEqual | PointerLessEqual => ("<=".into(), COMPARE),
        BitOr => ("|".into(), BIT_OR),
        BitXor => ("^".into(), BIT_XOR),
        BitAnd => ("&".into(), BIT_AND),
        ShiftLeft => ("<<".into(), SHIFT),
        ShiftRight(s) => (sign(">>", s), SHIFT),
        Add | MathAdd => ("+".into(), ADD),
        Subtract | MathSubtract => ("-".into(), ADD),
        Multiply | MathMultiply => ("*".into(), MULTIPLY),
        Divide(s) => (sign("/", s), MULTIPLY),
        Remainder(s) => (sign("%", s), MULTIPLY),
        Modulo | MathModulo => ("mod".into(), MULTIPLY),
        MathDivide => ("/".into(), MULTIPLY),
        FloatAdd(r) => (rounded("+", r), ADD),
        FloatSubtract(r) => (rounded("-", r), ADD),
        FloatMultiply(r) => (rounded("*", r), MULTIPLY),
        FloatDivide(r) => (rounded("/", r), MULTIPLY),
        _ => return None,
    })
}

/// Whether the result has the type of the operands (and not a type of its own).
pub fn keeps_type(binary: Binary) -> bool {
    use Binary::*;
    match binary {
        Add | Subtract | Multiply | Divide(_) | Remainder(_) | Modulo | ShiftLeft | ShiftRight(_) | BitAnd | BitOr
        | BitXor | FloatAdd(_) | FloatSubtract(_) | FloatMultiply(_) | FloatDivide(_) | FloatRemainder
        | FloatModulo | FloatMin | FloatMax | MathAdd | MathSubtract | MathMultiply | MathDivide | MathModulo => true,
        And
        | Or
        | Implies
        | Xor
        | Equal
        | NotEqual
        | Less(_)
        | LessEqual(_)
        | AddOverflows(_)
        | SubtractOverflows(_)
        | MultiplyOverflows(_)
        | DivideOverflows
        | FloatEqual
        | FloatLess
        | FloatLessEqual
        | MathLess
        | MathLessEqual
        | PointerAdd { .. }
        | PointerDifference
        | SameObject
        | PointerLess
        | PointerLessEqual
        | PointerValid => false,
    }
}

/// What operands and result of a function are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Operands and result of one type.
    Same,
    /// Operands of one type, a Boolean result.
    Test,
    /// Pointers, and a result of a fixed type.
    PointerTest,
    PointerToSigned,
    PointerToUnsigned,
    /// A pointer and a size in bytes, a Boolean result.
    PointerSize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    Unary(Unary),
    Binary(Binary),
    FusedMultiplyAdd(Rounding),
    /// Floats or mathematical numbers.
    Abs,
}

/// A function by name. `rounded` tells that a rounding may follow the operands; it is nearest-even here.
#[derive(Clone, Copy, Debug)]
pub struct FunctionEntry {
    pub name: &'static str,
    pub function: Function,
    pub operands: usize,
    pub scheme: Scheme,
    pub rounded: bool,
}

const fn entry(name: &'static str, function: Function, operands: usize, scheme: Scheme) -> FunctionEntry {
    FunctionEntry { name, function, operands, scheme, rounded: false }
}

const fn rounded(name: &'static str, function: Function, operands: usize) -> FunctionEntry {
    FunctionEntry { name, function, operands, scheme: Scheme::Same, rounded: true }
}

const NEAREST: Rounding = Rounding::NearestEven;

pub const FUNCTIONS: &[FunctionEntry] = &[
    entry("negate_overflows", Function::Unary(Unary::NegateOverflows), 1, Scheme::Test),
    entry("add_overflows_s", Function::Binary(Binary::AddOverflows(Sign::Signed)), 2, Scheme::Test),
    entry("add_overflows_u", Function::Binary(Binary::AddOverflows(Sign::Unsigned)), 2, Scheme::Test),
    entry("subtract_overflows_s", Function::Binary(Binary::SubtractOverflows(Sign::Signed)), 2, Scheme::Test),
    entry("subtract_overflows_u", Function::Binary(Binary::SubtractOverflows(Sign::Unsigned)), 2, Scheme::Test),
    entry("multiply_overflows_s", Function::Binary(Binary::MultiplyOverflows(Sign::Signed)), 2, Scheme::Test),
    entry("multiply_overflows_u", Function::Binary(Binary::MultiplyOverflows(Sign::Unsigned)), 2, Scheme::Test),
    entry("divide_overflows", Function::Binary(Binary::DivideOverflows), 2, Scheme::Test),
    entry("abs", Function::Abs, 1, Scheme::Same),
    rounded("sqrt", Function::Unary(Unary::FloatSqrt(NEAREST)), 1),
    rounded("round", Function::Unary(Unary::FloatRound(NEAREST)), 1),
    rounded("fma", Function::FusedMultiplyAdd(NEAREST), 3),
    entry("ieee_remainder", Function::Binary(Binary::FloatRemainder), 2, Scheme::Same),
    entry("fmod", Function::Binary(Binary::FloatModulo), 2, Scheme::Same),
    entry("min", Function::Binary(Binary::FloatMin), 2, Scheme::Same),
    entry("max", Function::Binary(Binary::FloatMax), 2, Scheme::Same),
    entry("is_nan", Function::Unary(Unary::FloatIs(FloatClass::Nan)), 1, Scheme::Test),
    entry("is_infinite", Function::Unary(Unary::FloatIs(FloatClass::Infinite)), 1, Scheme::Test),
    entry("is_zero", Function::Unary(Unary::FloatIs(FloatClass::Zero)), 1, Scheme::Test),
    entry("is_subnormal", Function::Unary(Unary::FloatIs(FloatClass::Subnormal)), 1, Scheme::Test),
    entry("is_normal", Function::Unary(Unary::FloatIs(FloatClass::Normal)), 1, Scheme::Test),
    entry("is_negative", Function::Unary(Unary::FloatIs(FloatClass::Negative)), 1, Scheme::Test),
    entry("is_positive", Function::Unary(Unary::FloatIs(FloatClass::Positive)), 1, Scheme::Test),
    entry("offset", Function::Unary(Unary::PointerOffset), 1, Scheme::PointerToSigned),
    entry("object_size", Function::Unary(Unary::PointerObjectSize), 1, Scheme::PointerToUnsigned),
    entry("is_live", Function::Unary(Unary::PointerIsLive), 1, Scheme::PointerTest),
    entry("is_heap", Function::Unary(Unary::PointerIsHeap), 1, Scheme::PointerTest),
    entry("ptr_difference", Function::Binary(Binary::PointerDifference), 2, Scheme::PointerToSigned),
    entry("same_object", Function::Binary(Binary::SameObject), 2, Scheme::PointerTest),
    entry("valid", Function::Binary(Binary::PointerValid), 2, Scheme::PointerSize),
];

pub fn function(name: &str) -> Option<FunctionEntry> {
    FUNCTIONS.iter().find(|entry| entry.name == name).copied()
}

/// A function with another rounding.
pub fn with_rounding(function: Function, rounding: Rounding) -> Function {
    match function {
        Function::Unary(Unary::FloatSqrt(_)) => Function::Unary(Unary::FloatSqrt(rounding)),
        Function::Unary(Unary::FloatRound(_)) => Function::Unary(Unary::FloatRound(rounding)),
        Function::FusedMultiplyAdd(_) => Function::FusedMultiplyAdd(rounding),
        other => other,
    }
}

/// How a function is spelled, and its rounding if that has to be said.
pub fn function_entry(function: Function) -> Option<(FunctionEntry, Option<Rounding>)> {
    let (plain, rounding) = match function {
        Function::Unary(Unary::FloatSqrt(r) | Unary::FloatRound(r)) | Function::FusedMultiplyAdd(r) => {
            (with_rounding(function, NEAREST), Some(r).filter(|r| *r != NEAREST))
        }
        Function::Unary(Unary::FloatAbs | Unary::MathAbs) => (Function::Abs, None),
        other => (other, None),
    };
    FUNCTIONS.iter().find(|entry| entry.function == plain).map(|entry| (*entry, rounding))
}

/// Conversions by name; the rounding, where there is one, is nearest-even here.
pub const CONVERSIONS: &[(&str, Convert)] = &[
    ("retype", Convert::Retype),
    ("zext", Convert::ZeroExtend),
    ("sext", Convert::SignExtend),
    ("trunc", Convert::Truncate),
    ("bool_to_int", Convert::BoolToInt),
    ("int_to_float_s", Convert::IntToFloat(Sign::Signed, NEAREST)),
    ("int_to_float_u", Convert::IntToFloat(Sign::Unsigned, NEAREST)),
    ("float_to_int_s", Convert::FloatToInt(Sign::Signed, NEAREST)),
    ("float_to_int_u", Convert::FloatToInt(Sign::Unsigned, NEAREST)),
    ("float_to_float", Convert::FloatToFloat(NEAREST)),
    ("float_to_bits", Convert::FloatToBits),
    ("bits_to_float", Convert::BitsToFloat),
    ("int_to_math_s", Convert::IntToMath(Sign::Signed)),
    ("int_to_math_u", Convert::IntToMath(Sign::Unsigned)),
    ("math_to_int", Convert::MathToInt),
    ("math_to_real", Convert::MathToReal),
    ("real_to_math", Convert::RealToMath),
    ("float_to_real", Convert::FloatToReal),
    ("real_to_float", Convert::RealToFloat(NEAREST)),
    ("ptr_to_int", Convert::PointerToInt),
    ("int_to_ptr", Convert::IntToPointer),
];

pub fn conversion(name: &str) -> Option<Convert> {
    CONVERSIONS.iter().find(|(spelling, _)| *spelling == name).map(|(_, convert)| *convert)
}

/// A conversion with another rounding; `None` if it does not round.
pub fn convert_rounding(convert: Convert, rounding: Rounding) -> Option<Convert> {
    Some(match convert {
        Convert::IntToFloat(sign, _) => Convert::IntToFloat(sign, rounding),
        Convert::FloatToInt(sign, _) => Convert::FloatToInt(sign, rounding),
        Convert::FloatToFloat(_) => Convert::FloatToFloat(rounding),
        Convert::RealToFloat(_) => Convert::RealToFloat(rounding),
        _ => return None,
    })
}

/// How a conversion is spelled, and its rounding if that has to be said.
pub fn conversion_text(convert: Convert) -> (&'static str, Option<Rounding>) {
    let rounding = match convert {
        Convert::IntToFloat(_, r) | Convert::FloatToInt(_, r) | Convert::FloatToFloat(r) | Convert::RealToFloat(r) => {
            Some(r).filter(|r| *r != NEAREST)
        }
        _ => None,
    };
    let plain = convert_rounding(convert, NEAREST).unwrap_or(convert);
    let name = CONVERSIONS.iter().find(|(_, c)| *c == plain).map_or("retype", |(name, _)| name);
    (name, rounding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::FloatFormat;

    #[test]
    fn spellings_read_back() {
        for (name, convert) in CONVERSIONS {
            assert_eq!(conversion_text(*convert), (*name, None));
        }
        for item in FUNCTIONS {
            if item.function != Function::Abs {
                assert_eq!(function_entry(item.function).unwrap().0.name, item.name);
            }
        }
        for (binary, kind) in [
            (Binary::FloatAdd(Rounding::TowardZero), TypeKind::Float(FloatFormat::Single)),
            (Binary::Divide(Sign::Unsigned), TypeKind::Int(8)),
            (Binary::MathModulo, TypeKind::MathInt),
            (Binary::PointerLess, TypeKind::Pointer),
        ] {
            let (text, precedence) = infix_text(binary).unwrap();
            let read = infix(&text).unwrap();
            assert_eq!((resolve(read.operator, &kind), read.precedence), (Some(binary), precedence));
        }
    }
}
