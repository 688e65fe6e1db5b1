//! Floats: constants folded, signs and exact conversions seen through. Little else is sound:
//! float arithmetic is not associative, and `x + 0` is not `x` for `-0`.

use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::softfloat;
use crate::sort::{FloatFormat, RoundingMode};
use crate::terms::Terms;

impl Terms {
    pub fn fp_abs(&mut self, a: TermId) -> TermId {
        match (self.op(a), self.args(a)) {
            // (fp.abs (fp.abs x))  ->  (fp.abs x)
            (Op::FpAbs, _) => a,
            // (fp.abs (fp.neg x))  ->  (fp.abs x)
            (Op::FpNeg, &[x]) => self.fp_abs(x),
            _ => self.fold_or_node(Op::FpAbs, &[a]),
        }
    }
    pub fn fp_neg(&mut self, a: TermId) -> TermId {
        // (fp.neg (fp.neg x))  ->  x
        if let Some(x) = self.as_unary(Op::FpNeg, a) {
            return x;
        }
        self.fold_or_node(Op::FpNeg, &[a])
    }
    pub fn fp_add(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        // Rounding and special cases treat both operands alike: put them in order.
        let (a, b) = self.ordered(a, b);
        self.fold_or_node(Op::FpAdd, &[rm, a, b])
    }
    pub fn fp_sub(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        // (fp.sub rm x y)  ->  (fp.add rm x (fp.neg y))
        let minus = self.fp_neg(b);
        self.fp_add(rm, a, minus)
    }
    pub fn fp_mul(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if let Some(folded) = self.fold(Op::FpMul, &[rm, a, b]) {
            return folded;
        }
        // (fp.mul rm 1.0 x)  ->  x
        if self.is_float_one(a) {
            return b;
        }
        self.raw(Op::FpMul, &[rm, a, b])
    }
    pub fn fp_div(&mut self, rm: TermId, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold(Op::FpDiv, &[rm, a, b]) {
            return folded;
        }
        // (fp.div rm x 1.0)  ->  x
        if self.is_float_one(b) {
            return a;
        }
        self.raw(Op::FpDiv, &[rm, a, b])
    }
    /// `a * b + c`, rounded once.
    pub fn fp_fma(&mut self, rm: TermId, a: TermId, b: TermId, c: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        self.fold_or_node(Op::FpFma, &[rm, a, b, c])
    }
    pub fn fp_sqrt(&mut self, rm: TermId, a: TermId) -> TermId {
        self.fold_or_node(Op::FpSqrt, &[rm, a])
    }
    pub fn fp_rem(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_or_node(Op::FpRem, &[a, b])
    }
    pub fn fp_round_to_integral(&mut self, rm: TermId, a: TermId) -> TermId {
        // (fp.roundToIntegral rm (fp.roundToIntegral rm' x))  ->  (fp.roundToIntegral rm' x)
        if self.op(a) == Op::FpRoundToIntegral {
            return a;
        }
        self.fold_or_node(Op::FpRoundToIntegral, &[rm, a])
    }
    pub fn fp_min(&mut self, a: TermId, b: TermId) -> TermId {
        // (fp.min x x)  ->  x
        if a == b {
            return a;
        }
        // Commutative by our choice for zeros of different sign.
        let (a, b) = self.ordered(a, b);
        self.fold_or_node(Op::FpMin, &[a, b])
    }
    pub fn fp_max(&mut self, a: TermId, b: TermId) -> TermId {
        // (fp.max x x)  ->  x
        if a == b {
            return a;
        }
        // Commutative by our choice for zeros of different sign.
        let (a, b) = self.ordered(a, b);
        self.fold_or_node(Op::FpMax, &[a, b])
    }
    pub fn fp_leq(&mut self, a: TermId, b: TermId) -> TermId {
        // (fp.leq x x)  ->  (not (fp.isNaN x))
        if a == b {
            return self.fp_is_number(a);
        }
        // (fp.leq (fp.neg x) (fp.neg y))  ->  (fp.leq y x)
        if let (Some(x), Some(y)) = (self.as_unary(Op::FpNeg, a), self.as_unary(Op::FpNeg, b)) {
            return self.fp_leq(y, x);
        }
        // (fp.leq (to_fp x) (to_fp y))  ->  (fp.leq x y)          when nothing is rounded
        if let Some((x, y)) = self.both_widened(a, b) {
            return self.fp_leq(x, y);
        }
        self.fold_or_node(Op::FpLeq, &[a, b])
    }
    pub fn fp_lt(&mut self, a: TermId, b: TermId) -> TermId {
        // (fp.lt x x)  ->  false
        if a == b {
            return self.ff();
        }
        // (fp.lt (fp.neg x) (fp.neg y))  ->  (fp.lt y x)
        if let (Some(x), Some(y)) = (self.as_unary(Op::FpNeg, a), self.as_unary(Op::FpNeg, b)) {
            return self.fp_lt(y, x);
        }
        // (fp.lt (to_fp x) (to_fp y))  ->  (fp.lt x y)            when nothing is rounded
        if let Some((x, y)) = self.both_widened(a, b) {
            return self.fp_lt(x, y);
        }
        self.fold_or_node(Op::FpLt, &[a, b])
    }
    pub fn fp_eq(&mut self, a: TermId, b: TermId) -> TermId {
        // (fp.eq x x)  ->  (not (fp.isNaN x))
        if a == b {
            return self.fp_is_number(a);
        }
        // (fp.eq (fp.neg x) (fp.neg y))  ->  (fp.eq x y)
        if let (Some(x), Some(y)) = (self.as_unary(Op::FpNeg, a), self.as_unary(Op::FpNeg, b)) {
            return self.fp_eq(x, y);
        }
        // (fp.eq (to_fp x) (to_fp y))  ->  (fp.eq x y)            when nothing is rounded
        if let Some((x, y)) = self.both_widened(a, b) {
            return self.fp_eq(x, y);
        }
        let (a, b) = self.ordered(a, b);
        self.fold_or_node(Op::FpEq, &[a, b])
    }
    pub fn fp_geq(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_leq(b, a)
    }
    pub fn fp_gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fp_lt(b, a)
    }
    pub fn fp_is_normal(&mut self, a: TermId) -> TermId {
        self.fp_class(Op::FpIsNormal, a)
    }
    pub fn fp_is_subnormal(&mut self, a: TermId) -> TermId {
        self.fp_class(Op::FpIsSubnormal, a)
    }
    pub fn fp_is_zero(&mut self, a: TermId) -> TermId {
        self.fp_class(Op::FpIsZero, a)
    }
    pub fn fp_is_infinite(&mut self, a: TermId) -> TermId {
        self.fp_class(Op::FpIsInfinite, a)
    }
    pub fn fp_is_nan(&mut self, a: TermId) -> TermId {
        match (self.op(a), self.args(a)) {
            // (fp.isNaN (to_fp rm x))  ->  (fp.isNaN x)
            (Op::FpToFp(_), &[_, x]) => self.fp_is_nan(x),
            // (fp.isNaN (to_fp_unsigned rm x))  ->  false             also from signed and real
            (Op::FpFromSigned(_) | Op::FpFromUnsigned(_) | Op::FpFromReal(_), _) => self.ff(),
            _ => self.fp_class(Op::FpIsNaN, a),
        }
    }
    pub fn fp_is_negative(&mut self, a: TermId) -> TermId {
        // (fp.isNegative (fp.neg x))  ->  (fp.isPositive x)
        if let Some(x) = self.as_unary(Op::FpNeg, a) {
            return self.fp_is_positive(x);
        }
        // (fp.isNegative (fp.abs x))  ->  false
        if self.op(a) == Op::FpAbs {
            return self.ff();
        }
        self.fold_or_node(Op::FpIsNegative, &[a])
    }
    pub fn fp_is_positive(&mut self, a: TermId) -> TermId {
        match (self.op(a), self.args(a)) {
            // (fp.isPositive (fp.neg x))  ->  (fp.isNegative x)
            (Op::FpNeg, &[x]) => self.fp_is_negative(x),
            // (fp.isPositive (fp.abs x))  ->  (not (fp.isNaN x))
            (Op::FpAbs, &[x]) => self.fp_is_number(x),
            _ => self.fold_or_node(Op::FpIsPositive, &[a]),
        }
    }
    /// A bit-vector read as IEEE encoding.
    pub fn fp_from_bits(&mut self, format: FloatFormat, a: TermId) -> TermId {
        // (to_fp (bits x))  ->  x
        if let Some(x) = self.as_unary(Op::FpToIeeeBits, a)
            && self.float_format(x) == format
        {
            return x;
        }
        self.fold_or_node(Op::FpFromBits(format), &[a])
    }
    pub fn fp_to_fp(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        // (to_fp rm x)  ->  x                                         already in the format
        if self.float_format(a) == format {
            return a;
        }
        // (to_fp rm (to_fp rm' x))  ->  x                             there and back, nothing rounded
        // (to_fp rm (to_fp rm' x))  ->  (to_fp rm x)                  the inner one rounds nothing
        if let Some(x) = self.as_widened(a) {
            return self.fp_to_fp(format, rm, x);
        }
        self.fold_or_node(Op::FpToFp(format), &[rm, a])
    }
    pub fn fp_from_signed(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.fold_or_node(Op::FpFromSigned(format), &[rm, a])
    }
    pub fn fp_from_unsigned(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.fold_or_node(Op::FpFromUnsigned(format), &[rm, a])
    }
    pub fn fp_from_real(&mut self, format: FloatFormat, rm: TermId, a: TermId) -> TermId {
        self.fold_or_node(Op::FpFromReal(format), &[rm, a])
    }
    pub fn fp_to_ubv(&mut self, width: u32, rm: TermId, a: TermId) -> TermId {
        self.fold_or_node(Op::FpToUbv(width), &[rm, a])
    }
    pub fn fp_to_sbv(&mut self, width: u32, rm: TermId, a: TermId) -> TermId {
        self.fold_or_node(Op::FpToSbv(width), &[rm, a])
    }
    pub fn fp_to_real(&mut self, a: TermId) -> TermId {
        self.fold_or_node(Op::FpToReal, &[a])
    }
    /// The IEEE encoding; the canonical quiet NaN for NaN.
    pub fn fp_to_ieee_bits(&mut self, a: TermId) -> TermId {
        self.fold_or_node(Op::FpToIeeeBits, &[a])
    }

    /// A class that does not depend on the sign.
    fn fp_class(&mut self, op: Op, a: TermId) -> TermId {
        match (self.op(a), self.args(a)) {
            // (fp.isZero (fp.neg x))  ->  (fp.isZero x)               also fp.abs and other classes
            (Op::FpNeg | Op::FpAbs, &[x]) => self.fp_class(op, x),
            _ => self.fold_or_node(op, &[a]),
        }
    }

    /// `(not (fp.isNaN a))`
    fn fp_is_number(&mut self, a: TermId) -> TermId {
        let is_nan = self.fp_is_nan(a);
        self.not(is_nan)
    }

    fn is_float_one(&self, a: TermId) -> bool {
        self.float_value(a).is_some_and(|(format, bits)| {
            let one = BvValue::one(2);
            *bits == softfloat::from_unsigned(format, RoundingMode::NearestEven, &one)
        })
    }

    /// `x` when the term is a conversion of `x` to a format that holds all its values.
    fn as_widened(&self, a: TermId) -> Option<TermId> {
        let (Op::FpToFp(to), &[_, x]) = (self.op(a), self.args(a)) else {
            return None;
        };
        let from = self.float_format(x);
        (from.exponent <= to.exponent && from.significand <= to.significand).then_some(x)
    }

    /// The originals of two terms widened from one format.
    fn both_widened(&self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let (x, y) = (self.as_widened(a)?, self.as_widened(b)?);
        (self.sort_of(x) == self.sort_of(y)).then_some((x, y))
    }
}
