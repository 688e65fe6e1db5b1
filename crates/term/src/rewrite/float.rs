//! Floats.

use crate::op::{Op, TermId};
use crate::sort::FloatFormat;
use crate::terms::Terms;

impl Terms {
    pub fn fp_abs(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpAbs, &[a])
    }
    pub fn fp_neg(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpNeg, &[a])
    }
    pub fn fp_add(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpAdd, &[rm, a, b])
    }
    pub fn fp_sub(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpSub, &[rm, a, b])
    }
    pub fn fp_mul(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpMul, &[rm, a, b])
    }
    pub fn fp_div(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpDiv, &[rm, a, b])
    }
    /// `a * b + c`, rounded once.
    pub fn fp_fma(&mut self, rm: TermId, a: TermId, b: TermId, c: TermId) -> TermId {
        self.fold_float(Op::FpFma, &[rm, a, b, c])
    }
    pub fn fp_sqrt(&mut self, rm: TermId, a: TermId) -> TermId {
        self.fold_float(Op::FpSqrt, &[rm, a])
    }
    pub fn fp_rem(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpRem, &[a, b])
    }
    pub fn fp_round_to_integral(&mut self, rm: TermId, a: TermId) -> TermId {
        self.fold_float(Op::FpRoundToIntegral, &[rm, a])
    }
    pub fn fp_min(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpMin, &[a, b])
    }
    pub fn fp_max(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpMax, &[a, b])
    }
    pub fn fp_leq(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpLeq, &[a, b])
    }
    pub fn fp_lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpLt, &[a, b])
    }
    pub fn fp_eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_float(Op::FpEq, &[a, b])
    }
    pub fn fp_geq(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_leq(b, a)
    }
    pub fn fp_gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_lt(b, a)
    }
    pub fn fp_is_normal(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpIsNormal, &[a])
    }
    pub fn fp_is_subnormal(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpIsSubnormal, &[a])
    }
    pub fn fp_is_zero(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpIsZero, &[a])
    }
    pub fn fp_is_infinite(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpIsInfinite, &[a])
    }
    pub fn fp_is_nan(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpIsNaN, &[a])
    }
    pub fn fp_is_negative(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpIsNegative, &[a])
    }
    pub fn fp_is_positive(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpIsPositive, &[a])
    }
    /// A bit-vector read as IEEE encoding.
    pub fn fp_from_bits(&mut self, format: FloatFormat, a: TermId) -> TermId {
        self.fold_float(Op::FpFromBits(format), &[a])
    }
    pub fn fp_to_fp(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.fold_float(Op::FpToFp(format), &[rm, a])
    }
    pub fn fp_from_signed(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.fold_float(Op::FpFromSigned(format), &[rm, a])
    }
    pub fn fp_from_unsigned(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.fold_float(Op::FpFromUnsigned(format), &[rm, a])
    }
    pub fn fp_from_real(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.fold_float(Op::FpFromReal(format), &[rm, a])
    }
    pub fn fp_to_ubv(&mut self, width: u32, rm: TermId, a: TermId) -> TermId {
        self.fold_float(Op::FpToUbv(width), &[rm, a])
    }
    pub fn fp_to_sbv(&mut self, width: u32, rm: TermId, a: TermId) -> TermId {
        self.fold_float(Op::FpToSbv(width), &[rm, a])
    }
    pub fn fp_to_real(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpToReal, &[a])
    }
    /// The IEEE encoding; the canonical quiet NaN for NaN.
    pub fn fp_to_ieee_bits(&mut self, a: TermId) -> TermId {
        self.fold_float(Op::FpToIeeeBits, &[a])
    }

    fn fold_float(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.fold_or_node(op, args)
    }
}
