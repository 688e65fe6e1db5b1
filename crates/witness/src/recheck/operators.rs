//! Operators of expressions as operators of terms. Both have SMT-LIB meaning, so each is one line; what terms
//! have no operator for gives none, and the caller takes an unknown value instead.

use cairn_ir::{Binary, Convert, FloatClass, Rounding, Sign, TypeKind, Unary};
use cairn_term::{RoundingMode, TermId, Terms};

use super::shape::float_format;

fn mode(terms: &mut Terms, rounding: Rounding) -> TermId {
    terms.rm_const(match rounding {
        Rounding::NearestEven => RoundingMode::NearestEven,
        Rounding::NearestAway => RoundingMode::NearestAway,
        Rounding::TowardPositive => RoundingMode::TowardPositive,
        Rounding::TowardNegative => RoundingMode::TowardNegative,
        Rounding::TowardZero => RoundingMode::TowardZero,
    })
}

/// Operators on one scalar that is no pointer.
pub fn unary(terms: &mut Terms, op: Unary, a: TermId) -> Option<TermId> {
    Some(match op {
        Unary::Not => terms.not(a),
        Unary::Negate => terms.bv_neg(a),
        Unary::BitNot => terms.bv_not(a),
        Unary::NegateOverflows => terms.bv_nego(a),
        Unary::FloatNegate => terms.fp_neg(a),
        Unary::FloatAbs => terms.fp_abs(a),
        Unary::FloatSqrt(rounding) => {
            let mode = mode(terms, rounding);
            terms.fp_sqrt(mode, a)
        }
        Unary::FloatRound(rounding) => {
            let mode = mode(terms, rounding);
            terms.fp_round_to_integral(mode, a)
        }
        Unary::FloatIs(class) => match class {
            FloatClass::Nan => terms.fp_is_nan(a),
            FloatClass::Infinite => terms.fp_is_infinite(a),
            FloatClass::Zero => terms.fp_is_zero(a),
            FloatClass::Subnormal => terms.fp_is_subnormal(a),
            FloatClass::Normal => terms.fp_is_normal(a),
            FloatClass::Negative => terms.fp_is_negative(a),
            FloatClass::Positive => terms.fp_is_positive(a),
        },
        Unary::MathNegate => terms.neg(a),
        Unary::MathAbs => {
            let sort = terms.sort_of(a);
            let zero = super::shape::zero_of(terms, sort);
            let (below, negated) = (terms.lt(a, zero), terms.neg(a));
            terms.ite(below, negated, a)
        }
        Unary::PointerOffset | Unary::PointerObjectSize | Unary::PointerIsLive | Unary::PointerIsHeap => return None,
    })
}

/// Operators on two scalars that are no pointers, but for equality.
pub fn binary(terms: &mut Terms, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    use Binary::*;
    use Sign::{Signed, Unsigned};
    Some(match op {
        And => terms.and(a, b),
        Or => terms.or(a, b),
        Implies => terms.implies(a, b),
        Xor => terms.xor(a, b),
        Add => terms.bv_add(a, b),
        Subtract => terms.bv_sub(a, b),
        Multiply => terms.bv_mul(a, b),
        Divide(Unsigned) => terms.bv_udiv(a, b),
        Divide(Signed) => terms.bv_sdiv(a, b),
        Remainder(Unsigned) => terms.bv_urem(a, b),
        Remainder(Signed) => terms.bv_srem(a, b),
        Modulo => terms.bv_smod(a, b),
        ShiftLeft => terms.bv_shl(a, b),
        ShiftRight(Unsigned) => terms.bv_lshr(a, b),
        ShiftRight(Signed) => terms.bv_ashr(a, b),
        BitAnd => terms.bv_and(a, b),
        BitOr => terms.bv_or(a, b),
        BitXor => terms.bv_xor(a, b),
        Less(Unsigned) => terms.bv_ult(a, b),
        Less(Signed) => terms.bv_slt(a, b),
        LessEqual(Unsigned) => terms.bv_ule(a, b),
        LessEqual(Signed) => terms.bv_sle(a, b),
        AddOverflows(Unsigned) => terms.bv_uaddo(a, b),
        AddOverflows(Signed) => terms.bv_saddo(a, b),
        SubtractOverflows(Unsigned) => terms.bv_usubo(a, b),
        SubtractOverflows(Signed) => terms.bv_ssubo(a, b),
        MultiplyOverflows(Unsigned) => terms.bv_umulo(a, b),
        MultiplyOverflows(Signed) => terms.bv_smulo(a, b),
        DivideOverflows => terms.bv_sdivo(a, b),
        _ => return float(terms, op, a, b).or_else(|| math(terms, op, a, b)),
    })
}

fn float(terms: &mut Terms, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    use Binary::*;
    Some(match op {
        FloatAdd(rounding) => {
            let mode = mode(terms, rounding);
            terms.fp_add(mode, a, b)
        }
        FloatSubtract(rounding) => {
            let mode = mode(terms, rounding);
            terms.fp_sub(mode, a, b)
        }
        FloatMultiply(rounding) => {
            let mode = mode(terms, rounding);
            terms.fp_mul(mode, a, b)
        }
        FloatDivide(rounding) => {
            let mode = mode(terms, rounding);
            terms.fp_div(mode, a, b)
        }
        FloatRemainder => terms.fp_rem(a, b),
        FloatMin => terms.fp_min(a, b),
        FloatMax => terms.fp_max(a, b),
        FloatEqual => terms.fp_eq(a, b),
        FloatLess => terms.fp_lt(a, b),
        FloatLessEqual => terms.fp_leq(a, b),
        _ => return None,
    })
}

fn math(terms: &mut Terms, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    use Binary::*;
    let integers = terms.sort_data_of(a) == cairn_term::Sort::Int;
    Some(match op {
        MathAdd => terms.add(a, b),
        MathSubtract => terms.sub(a, b),
        MathMultiply => terms.mul(a, b),
        MathDivide if integers => terms.int_div(a, b),
        MathDivide => terms.real_div(a, b),
        MathModulo => terms.int_mod(a, b),
        MathLess => terms.lt(a, b),
        MathLessEqual => terms.le(a, b),
        _ => return None,
    })
}

pub fn fused(terms: &mut Terms, rounding: Rounding, [a, b, c]: [TermId; 3]) -> TermId {
    let mode = mode(terms, rounding);
    terms.fp_fma(mode, a, b, c)
}

/// Conversions between scalars that are no pointers.
pub fn convert(terms: &mut Terms, op: Convert, a: TermId, to: &TypeKind) -> Option<TermId> {
    Some(match (op, to) {
        (Convert::ZeroExtend | Convert::Truncate, TypeKind::Int(width)) => terms.resize_unsigned(a, *width),
        (Convert::SignExtend, TypeKind::Int(width)) => terms.resize_signed(a, *width),
        (Convert::BoolToInt, TypeKind::Int(width)) => terms.bool_to_bv(a, *width),
        (Convert::IntToFloat(sign, rounding), TypeKind::Float(format)) => {
            let (mode, format) = (mode(terms, rounding), float_format(*format));
            match sign {
                Sign::Signed => terms.fp_from_signed(format, mode, a),
                Sign::Unsigned => terms.fp_from_unsigned(format, mode, a),
            }
        }
        (Convert::FloatToInt(sign, rounding), TypeKind::Int(width)) => {
            let mode = mode(terms, rounding);
            match sign {
                Sign::Signed => terms.fp_to_sbv(*width, mode, a),
                Sign::Unsigned => terms.fp_to_ubv(*width, mode, a),
            }
        }
        (Convert::FloatToFloat(rounding), TypeKind::Float(format)) => {
            let mode = mode(terms, rounding);
            terms.fp_to_fp(float_format(*format), mode, a)
        }
        (Convert::FloatToBits, _) => terms.fp_to_ieee_bits(a),
        (Convert::BitsToFloat, TypeKind::Float(format)) => terms.fp_from_bits(float_format(*format), a),
        (Convert::IntToMath(Sign::Signed), _) => terms.sbv_to_int(a),
        (Convert::IntToMath(Sign::Unsigned), _) => terms.bv_to_nat(a),
        (Convert::MathToInt, TypeKind::Int(width)) => terms.int_to_bv(*width, a),
        (Convert::MathToReal, _) => terms.to_real(a),
        (Convert::RealToMath, _) => terms.to_int(a),
        (Convert::FloatToReal, _) => terms.fp_to_real(a),
        (Convert::RealToFloat(rounding), TypeKind::Float(format)) => {
            let mode = mode(terms, rounding);
            terms.fp_from_real(float_format(*format), mode, a)
        }
        _ => return None,
    })
}
