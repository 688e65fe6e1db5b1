//! From an operator and its arguments to the simplifying constructor: for whoever rebuilds terms
//! generically (substitution, the SMT-LIB reader).

use crate::op::{Op, TermId};
use crate::terms::Terms;

impl Terms {
    /// Applies `op` through its simplifying constructor. The arguments must be well-sorted (see
    /// [`check`](Terms::check)) and `op` must not be a leaf.
    pub fn build(&mut self, op: Op, args: &[TermId]) -> TermId {
        match op {
            Op::Not => self.not(args[0]),
            Op::And => self.and(args[0], args[1]),
            Op::Or => self.or(args[0], args[1]),
            Op::Xor => self.xor(args[0], args[1]),
            Op::Implies => self.implies(args[0], args[1]),
            Op::Eq => self.eq(args[0], args[1]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            Op::Apply(function) => self.apply(function, args),
            Op::Forall => self.quantifier(Op::Forall, args),
            Op::Exists => self.quantifier(Op::Exists, args),
            Op::Select => self.select(args[0], args[1]),
            Op::Store => self.store(args[0], args[1], args[2]),
            Op::ConstArray(sort) => self.const_array(sort, args[0]),
            _ => self.build_bit_vector(op, args),
        }
    }

    fn build_bit_vector(&mut self, op: Op, args: &[TermId]) -> TermId {
        match op {
            Op::BvNot => self.bv_not(args[0]),
            Op::BvNeg => self.bv_neg(args[0]),
            Op::BvAnd => self.bv_and(args[0], args[1]),
            Op::BvOr => self.bv_or(args[0], args[1]),
            Op::BvXor => self.bv_xor(args[0], args[1]),
            Op::BvAdd => self.bv_add(args[0], args[1]),
            Op::BvSub => self.bv_sub(args[0], args[1]),
            Op::BvMul => self.bv_mul(args[0], args[1]),
            Op::BvUdiv => self.bv_udiv(args[0], args[1]),
            Op::BvUrem => self.bv_urem(args[0], args[1]),
            Op::BvSdiv => self.bv_sdiv(args[0], args[1]),
            Op::BvSrem => self.bv_srem(args[0], args[1]),
            Op::BvSmod => self.bv_smod(args[0], args[1]),
            Op::BvShl => self.bv_shl(args[0], args[1]),
            Op::BvLshr => self.bv_lshr(args[0], args[1]),
            Op::BvAshr => self.bv_ashr(args[0], args[1]),
            Op::BvUlt => self.bv_ult(args[0], args[1]),
            Op::BvUle => self.bv_ule(args[0], args[1]),
            Op::BvSlt => self.bv_slt(args[0], args[1]),
            Op::BvSle => self.bv_sle(args[0], args[1]),
            Op::Concat => self.concat(args[0], args[1]),
            Op::Extract { high, low } => self.extract(args[0], high, low),
            Op::ZeroExtend(by) => self.zero_extend(args[0], by),
            Op::SignExtend(by) => self.sign_extend(args[0], by),
            Op::RotateLeft(by) => self.rotate_left(args[0], by),
            Op::RotateRight(by) => self.rotate_right(args[0], by),
            Op::BvNegO => self.bv_nego(args[0]),
            Op::BvUaddO => self.bv_uaddo(args[0], args[1]),
            Op::BvSaddO => self.bv_saddo(args[0], args[1]),
            Op::BvUsubO => self.bv_usubo(args[0], args[1]),
            Op::BvSsubO => self.bv_ssubo(args[0], args[1]),
            Op::BvUmulO => self.bv_umulo(args[0], args[1]),
            Op::BvSmulO => self.bv_smulo(args[0], args[1]),
            Op::BvSdivO => self.bv_sdivo(args[0], args[1]),
            _ => self.build_float(op, args),
        }
    }

    fn build_float(&mut self, op: Op, args: &[TermId]) -> TermId {
        match op {
            Op::FpAbs => self.fp_abs(args[0]),
            Op::FpNeg => self.fp_neg(args[0]),
            Op::FpAdd => self.fp_add(args[0], args[1], args[2]),
            Op::FpSub => self.fp_sub(args[0], args[1], args[2]),
            Op::FpMul => self.fp_mul(args[0], args[1], args[2]),
            Op::FpDiv => self.fp_div(args[0], args[1], args[2]),
            Op::FpFma => self.fp_fma(args[0], args[1], args[2], args[3]),
            Op::FpSqrt => self.fp_sqrt(args[0], args[1]),
            Op::FpRem => self.fp_rem(args[0], args[1]),
            Op::FpRoundToIntegral => self.fp_round_to_integral(args[0], args[1]),
            Op::FpMin => self.fp_min(args[0], args[1]),
            Op::FpMax => self.fp_max(args[0], args[1]),
            Op::FpLeq => self.fp_leq(args[0], args[1]),
            Op::FpLt => self.fp_lt(args[0], args[1]),
            Op::FpEq => self.fp_eq(args[0], args[1]),
            Op::FpIsNormal => self.fp_is_normal(args[0]),
            Op::FpIsSubnormal => self.fp_is_subnormal(args[0]),
            Op::FpIsZero => self.fp_is_zero(args[0]),
            Op::FpIsInfinite => self.fp_is_infinite(args[0]),
            Op::FpIsNaN => self.fp_is_nan(args[0]),
            Op::FpIsNegative => self.fp_is_negative(args[0]),
            Op::FpIsPositive => self.fp_is_positive(args[0]),
            Op::FpFromBits(format) => self.fp_from_bits(format, args[0]),
            Op::FpToFp(format) => self.fp_to_fp(format, args[0], args[1]),
            Op::FpFromSigned(format) => self.fp_from_signed(format, args[0], args[1]),
            Op::FpFromUnsigned(format) => self.fp_from_unsigned(format, args[0], args[1]),
            Op::FpFromReal(format) => self.fp_from_real(format, args[0], args[1]),
            Op::FpToUbv(width) => self.fp_to_ubv(width, args[0], args[1]),
            Op::FpToSbv(width) => self.fp_to_sbv(width, args[0], args[1]),
            Op::FpToReal => self.fp_to_real(args[0]),
            Op::FpToIeeeBits => self.fp_to_ieee_bits(args[0]),
            _ => self.build_arithmetic(op, args),
        }
    }

    fn build_arithmetic(&mut self, op: Op, args: &[TermId]) -> TermId {
        match op {
            Op::Add => self.add(args[0], args[1]),
            Op::Sub => self.sub(args[0], args[1]),
            Op::Mul => self.mul(args[0], args[1]),
            Op::Neg => self.neg(args[0]),
            Op::IntDiv => self.int_div(args[0], args[1]),
            Op::IntMod => self.int_mod(args[0], args[1]),
            Op::IntAbs => self.int_abs(args[0]),
            Op::RealDiv => self.real_div(args[0], args[1]),
            Op::Le => self.le(args[0], args[1]),
            Op::Lt => self.lt(args[0], args[1]),
            Op::ToReal => self.to_real(args[0]),
            Op::ToInt => self.to_int(args[0]),
            Op::IsInt => self.is_int(args[0]),
            Op::BvToNat => self.bv_to_nat(args[0]),
            Op::SbvToInt => self.sbv_to_int(args[0]),
            Op::IntToBv(width) => self.int_to_bv(width, args[0]),
            _ => unreachable!("leaves have their own constructors: {op:?}"),
        }
    }
}
