//! Scalar operations of programs as operations of terms: the one table that engines and encodings share.
//!
//! In: terms of the operands. Out: the term of the result, with the same total meaning. None where a type or an
//! operator is no scalar's: pointers, records, arrays and unions are for the callers, each of whom represents them
//! in its own way.

use cairn_ir::{Binary, Convert, FloatClass, FloatFormat, Rounding, Sign, TypeKind, Unary, Value};
use cairn_term::{BvValue, RoundingMode, SortId, TermId, Terms};
use num_rational::BigRational;

pub fn term_format(format: FloatFormat) -> cairn_term::FloatFormat {
    cairn_term::FloatFormat { exponent: format.exponent_bits(), significand: format.significand_bits() }
}

pub fn sort(terms: &mut Terms, kind: &TypeKind) -> Option<SortId> {
    Some(match kind {
        TypeKind::Bool => terms.bool_sort(),
        TypeKind::Int(width) => terms.bv_sort(*width),
        TypeKind::Float(format) => terms.float_sort(term_format(*format)),
        TypeKind::MathInt => terms.int_sort(),
        TypeKind::Real => terms.real_sort(),
        _ => return None,
    })
}

pub fn constant(terms: &mut Terms, value: &Value) -> Option<TermId> {
    Some(match value {
        Value::Bool(b) => terms.bool_const(*b),
        Value::Int(bits) => terms.bv_big(bits.width(), &bits.unsigned()),
        Value::Float(format, bits) => {
            let bits = BvValue::from_biguint(format.width(), (*bits).into());
            terms.float_const(term_format(*format), bits)
        }
        Value::MathInt(n) => terms.int_const(n.clone()),
        Value::Real(r) => terms.real_const(r.clone()),
        _ => return None,
    })
}

pub fn zero(terms: &mut Terms, kind: &TypeKind) -> Option<TermId> {
    Some(match kind {
        TypeKind::Bool => terms.ff(),
        TypeKind::Int(width) => terms.bv_u64(*width, 0),
        TypeKind::Float(format) => terms.float_const(term_format(*format), BvValue::zero(format.width())),
        TypeKind::MathInt => terms.int_i64(0),
        TypeKind::Real => terms.real_const(BigRational::from_integer(0.into())),
        _ => return None,
    })
}

pub fn rounding(terms: &mut Terms, rounding: Rounding) -> TermId {
    terms.rm_const(match rounding {
        Rounding::NearestEven => RoundingMode::NearestEven,
        Rounding::NearestAway => RoundingMode::NearestAway,
        Rounding::TowardPositive => RoundingMode::TowardPositive,
        Rounding::TowardNegative => RoundingMode::TowardNegative,
        Rounding::TowardZero => RoundingMode::TowardZero,
    })
}

pub fn unary(t: &mut Terms, op: Unary, a: TermId) -> Option<TermId> {
    Some(match op {
        Unary::Not => t.not(a),
        Unary::Negate => t.bv_neg(a),
        Unary::BitNot => t.bv_not(a),
        Unary::NegateOverflows => t.bv_nego(a),
        Unary::FloatNegate => t.fp_neg(a),
        Unary::FloatAbs => t.fp_abs(a),
        Unary::FloatSqrt(mode) => {
            let mode = rounding(t, mode);
            t.fp_sqrt(mode, a)
        }
        Unary::FloatRound(mode) => {
            let mode = rounding(t, mode);
            t.fp_round_to_integral(mode, a)
        }
        Unary::FloatIs(class) => match class {
            FloatClass::Nan => t.fp_is_nan(a),
            FloatClass::Infinite => t.fp_is_infinite(a),
            FloatClass::Zero => t.fp_is_zero(a),
            FloatClass::Subnormal => t.fp_is_subnormal(a),
            FloatClass::Normal => t.fp_is_normal(a),
            FloatClass::Negative => t.fp_is_negative(a),
            FloatClass::Positive => t.fp_is_positive(a),
        },
        Unary::MathNegate => t.neg(a),
        Unary::MathAbs => math_abs(t, a),
        Unary::PointerOffset | Unary::PointerObjectSize | Unary::PointerIsLive | Unary::PointerIsHeap => return None,
    })
}

fn math_abs(t: &mut Terms, a: TermId) -> TermId {
    if t.sort_of(a) == t.int_sort() {
        return t.int_abs(a);
    }
    let zero = t.real_const(BigRational::from_integer(0.into()));
    let negative = t.lt(a, zero);
    let negated = t.neg(a);
    t.ite(negative, negated, a)
}

/// Equality is that of scalars.
pub fn binary(t: &mut Terms, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    match op {
        Binary::Equal => Some(t.eq(a, b)),
        Binary::NotEqual => {
            let equal = t.eq(a, b);
            Some(t.not(equal))
        }
        _ => binary_int(t, op, a, b).or_else(|| binary_float(t, op, a, b)).or_else(|| binary_math(t, op, a, b)),
    }
}

fn binary_int(t: &mut Terms, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    use Sign::{Signed, Unsigned};
    Some(match op {
        Binary::And => t.and(a, b),
        Binary::Or => t.or(a, b),
        Binary::Implies => t.implies(a, b),
        Binary::Xor => t.xor(a, b),
        Binary::Add => t.bv_add(a, b),
        Binary::Subtract => t.bv_sub(a, b),
        Binary::Multiply => t.bv_mul(a, b),
        Binary::Divide(Unsigned) => t.bv_udiv(a, b),
        Binary::Divide(Signed) => t.bv_sdiv(a, b),
        Binary::Remainder(Unsigned) => t.bv_urem(a, b),
        Binary::Remainder(Signed) => t.bv_srem(a, b),
        Binary::Modulo => t.bv_smod(a, b),
        Binary::ShiftLeft => t.bv_shl(a, b),
        Binary::ShiftRight(Unsigned) => t.bv_lshr(a, b),
        Binary::ShiftRight(Signed) => t.bv_ashr(a, b),
        Binary::BitAnd => t.bv_and(a, b),
        Binary::BitOr => t.bv_or(a, b),
        Binary::BitXor => t.bv_xor(a, b),
        Binary::Less(Unsigned) => t.bv_ult(a, b),
        Binary::Less(Signed) => t.bv_slt(a, b),
        Binary::LessEqual(Unsigned) => t.bv_ule(a, b),
        Binary::LessEqual(Signed) => t.bv_sle(a, b),
        Binary::AddOverflows(Unsigned) => t.bv_uaddo(a, b),
        Binary::AddOverflows(Signed) => t.bv_saddo(a, b),
        Binary::SubtractOverflows(Unsigned) => t.bv_usubo(a, b),
        Binary::SubtractOverflows(Signed) => t.bv_ssubo(a, b),
        Binary::MultiplyOverflows(Unsigned) => t.bv_umulo(a, b),
        Binary::MultiplyOverflows(Signed) => t.bv_smulo(a, b),
        Binary::DivideOverflows => t.bv_sdivo(a, b),
        _ => return None,
    })
}

fn binary_float(t: &mut Terms, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    if let Binary::FloatAdd(r) | Binary::FloatSubtract(r) | Binary::FloatMultiply(r) | Binary::FloatDivide(r) = op {
        let mode = rounding(t, r);
        return Some(match op {
            Binary::FloatAdd(_) => t.fp_add(mode, a, b),
            Binary::FloatSubtract(_) => t.fp_sub(mode, a, b),
            Binary::FloatMultiply(_) => t.fp_mul(mode, a, b),
            _ => t.fp_div(mode, a, b),
        });
    }
    Some(match op {
        Binary::FloatRemainder => t.fp_rem(a, b),
        Binary::FloatModulo => float_modulo(t, a, b),
        Binary::FloatMin => t.fp_min(a, b),
        Binary::FloatMax => t.fp_max(a, b),
        Binary::FloatEqual => t.fp_eq(a, b),
        Binary::FloatLess => t.fp_lt(a, b),
        Binary::FloatLessEqual => t.fp_leq(a, b),
        _ => return None,
    })
}

fn binary_math(t: &mut Terms, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    Some(match op {
        Binary::MathAdd => t.add(a, b),
        Binary::MathSubtract => t.sub(a, b),
        Binary::MathMultiply => t.mul(a, b),
        Binary::MathDivide if t.sort_of(a) == t.int_sort() => t.int_div(a, b),
        Binary::MathDivide => t.real_div(a, b),
        Binary::MathModulo => t.int_mod(a, b),
        Binary::MathLess => t.lt(a, b),
        Binary::MathLessEqual => t.le(a, b),
        _ => return None,
    })
}

/// C's `fmod` from the IEEE remainder: with `r = rem(|a|, |b|)` (nearest quotient), a negative `r`
/// means the quotient was rounded up, and `r + |b|` is the truncated remainder. It is representable
/// (it is the exact answer), so the addition does not round. The result has the sign of `a`.
fn float_modulo(t: &mut Terms, a: TermId, b: TermId) -> TermId {
    let mode = rounding(t, Rounding::NearestEven);
    let (x, y) = (t.fp_abs(a), t.fp_abs(b));
    let nearest = t.fp_rem(x, y);
    let zero = t.fp_is_zero(nearest);
    let negative = t.fp_is_negative(nearest);
    let not_zero = t.not(zero);
    let low = t.and(negative, not_zero);
    let raised = t.fp_add(mode, nearest, y);
    let positive = t.ite(low, raised, nearest);
    let magnitude = t.fp_abs(positive);
    let negated = t.fp_neg(magnitude);
    let a_negative = t.fp_is_negative(a);
    t.ite(a_negative, negated, magnitude)
}

/// A conversion to a scalar type.
pub fn convert(t: &mut Terms, op: Convert, a: TermId, to: &TypeKind) -> Option<TermId> {
    match (op, to) {
        (Convert::Retype, _) => Some(a),
        (Convert::MathToReal, _) => Some(t.to_real(a)),
        (Convert::RealToMath, _) => Some(t.to_int(a)),
        (Convert::IntToMath(Sign::Signed), _) => Some(t.sbv_to_int(a)),
        (Convert::IntToMath(Sign::Unsigned), _) => Some(t.bv_to_nat(a)),
        (Convert::FloatToReal, _) => Some(float_to_real(t, a)),
        (_, TypeKind::Int(width)) => to_int(t, op, a, *width),
        (_, TypeKind::Float(format)) => to_float(t, op, a, term_format(*format)),
        _ => None,
    }
}

fn to_int(t: &mut Terms, op: Convert, a: TermId, width: u32) -> Option<TermId> {
    Some(match op {
        Convert::ZeroExtend | Convert::Truncate => t.resize_unsigned(a, width),
        Convert::SignExtend => t.resize_signed(a, width),
        Convert::BoolToInt => t.bool_to_bv(a, width),
        Convert::FloatToBits => t.fp_to_ieee_bits(a),
        Convert::MathToInt => t.int_to_bv(width, a),
        Convert::FloatToInt(sign, mode) => {
            let mode = rounding(t, mode);
            match sign {
                Sign::Signed => t.fp_to_sbv(width, mode, a),
                Sign::Unsigned => t.fp_to_ubv(width, mode, a),
            }
        }
        _ => return None,
    })
}

fn to_float(t: &mut Terms, op: Convert, a: TermId, format: cairn_term::FloatFormat) -> Option<TermId> {
    Some(match op {
        Convert::BitsToFloat => t.fp_from_bits(format, a),
        Convert::IntToFloat(sign, mode) => {
            let mode = rounding(t, mode);
            match sign {
                Sign::Signed => t.fp_from_signed(format, mode, a),
                Sign::Unsigned => t.fp_from_unsigned(format, mode, a),
            }
        }
        Convert::FloatToFloat(mode) => {
            let mode = rounding(t, mode);
            t.fp_to_fp(format, mode, a)
        }
        Convert::RealToFloat(mode) => {
            let mode = rounding(t, mode);
            t.fp_from_real(format, mode, a)
        }
        _ => return None,
    })
}

/// NaN and infinities give 0, which SMT-LIB leaves open.
fn float_to_real(t: &mut Terms, a: TermId) -> TermId {
    let (nan, infinite) = (t.fp_is_nan(a), t.fp_is_infinite(a));
    let special = t.or(nan, infinite);
    let zero = t.real_const(BigRational::from_integer(0.into()));
    let real = t.fp_to_real(a);
    t.ite(special, zero, real)
}
