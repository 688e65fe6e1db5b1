//! Mathematical integers and reals: constants folded, units dropped, sums with the constant first.

use crate::op::{Op, TermId};
use crate::terms::Terms;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

impl Terms {
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if let Some(folded) = self.fold(Op::Add, &[a, b]) {
            return folded;
        }
        if self.is_constant(a) {
            // (+ 0 x)  ->  x
            if self.number_is(a, 0) {
                return b;
            }
            // (+ c (+ d x))  ->  (+ c+d x)
            if let Some((d, x)) = self.as_number_with_constant(Op::Add, b) {
                let sum = self.fold_constants(Op::Add, &[a, d]);
                return self.add(sum, x);
            }
        }
        self.raw(Op::Add, &[a, b])
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold(Op::Sub, &[a, b]) {
            return folded;
        }
        // (- x x)  ->  0
        if a == b {
            return self.number_like(a, 0);
        }
        // (- x c)  ->  (+ -c x)
        if self.is_constant(b) {
            let minus = self.fold_constants(Op::Neg, &[b]);
            return self.add(minus, a);
        }
        // (- 0 x)  ->  (- x)
        if self.number_is(a, 0) {
            return self.neg(b);
        }
        self.raw(Op::Sub, &[a, b])
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if let Some(folded) = self.fold(Op::Mul, &[a, b]) {
            return folded;
        }
        // (* 0 x)  ->  0
        if self.number_is(a, 0) {
            return a;
        }
        // (* 1 x)  ->  x
        if self.number_is(a, 1) {
            return b;
        }
        if self.is_constant(a) {
            // (* c (* d x))  ->  (* c*d x)
            if let Some((d, x)) = self.as_number_with_constant(Op::Mul, b) {
                let product = self.fold_constants(Op::Mul, &[a, d]);
                return self.mul(product, x);
            }
        }
        self.raw(Op::Mul, &[a, b])
    }

    pub fn neg(&mut self, a: TermId) -> TermId {
        // (- (- x))  ->  x
        if let Some(x) = self.as_unary(Op::Neg, a) {
            return x;
        }
        self.fold_or_node(Op::Neg, &[a])
    }

    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        // (div x 1)  ->  x
        if self.number_is(b, 1) {
            return a;
        }
        self.fold_or_node(Op::IntDiv, &[a, b])
    }

    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        // (mod x 1)  ->  0
        if self.number_is(b, 1) {
            return self.number_like(a, 0);
        }
        self.fold_or_node(Op::IntMod, &[a, b])
    }

    pub fn int_abs(&mut self, a: TermId) -> TermId {
        // (abs (abs x))  ->  (abs x)
        if self.op(a) == Op::IntAbs {
            return a;
        }
        self.fold_or_node(Op::IntAbs, &[a])
    }

    pub fn real_div(&mut self, a: TermId, b: TermId) -> TermId {
        // (/ x 1)  ->  x
        if self.number_is(b, 1) {
            return a;
        }
        self.fold_or_node(Op::RealDiv, &[a, b])
    }

    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        // (<= x x)  ->  true
        if a == b {
            return self.tt();
        }
        self.fold_or_node(Op::Le, &[a, b])
    }

    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        // (< x x)  ->  false
        if a == b {
            return self.ff();
        }
        self.fold_or_node(Op::Lt, &[a, b])
    }

    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.le(b, a)
    }

    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.lt(b, a)
    }

    pub fn to_real(&mut self, a: TermId) -> TermId {
        self.fold_or_node(Op::ToReal, &[a])
    }

    /// Floor.
    pub fn to_int(&mut self, a: TermId) -> TermId {
        // (to_int (to_real x))  ->  x
        if let Some(x) = self.as_unary(Op::ToReal, a) {
            return x;
        }
        self.fold_or_node(Op::ToInt, &[a])
    }

    pub fn is_int(&mut self, a: TermId) -> TermId {
        // (is_int (to_real x))  ->  true
        if self.op(a) == Op::ToReal {
            return self.tt();
        }
        self.fold_or_node(Op::IsInt, &[a])
    }

    /// The unsigned value of a bit-vector.
    pub fn bv_to_nat(&mut self, a: TermId) -> TermId {
        // (bv2nat (zero_extend x))  ->  (bv2nat x)
        if let (Op::ZeroExtend(_), &[x]) = (self.op(a), self.args(a)) {
            return self.bv_to_nat(x);
        }
        self.fold_or_node(Op::BvToNat, &[a])
    }

    /// The two's complement value of a bit-vector.
    pub fn sbv_to_int(&mut self, a: TermId) -> TermId {
        // (sbv_to_int (sign_extend x))  ->  (sbv_to_int x)
        if let (Op::SignExtend(_), &[x]) = (self.op(a), self.args(a)) {
            return self.sbv_to_int(x);
        }
        // (sbv_to_int x)  ->  (bv2nat x)          when x is not negative
        if !self.is_constant(a) && self.is_nonnegative(a) {
            return self.bv_to_nat(a);
        }
        self.fold_or_node(Op::SbvToInt, &[a])
    }

    /// The residue modulo 2^width.
    pub fn int_to_bv(&mut self, width: u32, a: TermId) -> TermId {
        match (self.op(a), self.args(a)) {
            // (int2bv (bv2nat x))  ->  x              cut or zero-extended to the width
            (Op::BvToNat, &[x]) => self.resize_unsigned(x, width),
            // (int2bv (sbv_to_int x))  ->  x          cut or sign-extended to the width
            (Op::SbvToInt, &[x]) => self.resize_signed(x, width),
            _ => self.fold_or_node(Op::IntToBv(width), &[a]),
        }
    }

    // ---- numbers of either sort ---------------------------------------------------------------

    /// `c` and `x` when the term is `(op c x)` with a constant `c`.
    fn as_number_with_constant(&self, op: Op, term: TermId) -> Option<(TermId, TermId)> {
        self.as_binary(op, term).filter(|&(c, _)| self.is_constant(c))
    }

    /// Is the term the constant 0 (or else 1)?
    fn number_is(&self, term: TermId, number: u8) -> bool {
        match (self.int_value(term), self.real_value(term)) {
            (Some(value), _) => {
                if number == 0 {
                    value.is_zero()
                } else {
                    value.is_one()
                }
            }
            (_, Some(value)) => {
                if number == 0 {
                    value.is_zero()
                } else {
                    value.is_one()
                }
            }
            _ => false,
        }
    }

    /// A small number of the sort of `term`.
    fn number_like(&mut self, term: TermId, number: i64) -> TermId {
        let value = BigInt::from(number);
        match self.sort_data_of(term) {
            crate::sort::Sort::Real => self.real_const(BigRational::from_integer(value)),
            _ => self.int_const(value),
        }
    }
}
