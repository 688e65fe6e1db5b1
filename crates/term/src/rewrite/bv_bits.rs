//! Bitwise operators, shifts, and changes of width.

use crate::op::{Op, TermId};
use crate::terms::Terms;

impl Terms {
    pub fn bv_not(&mut self, a: TermId) -> TermId {
        self.fold_unary(Op::BvNot, a)
    }
    pub fn bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvAnd, a, b)
    }
    pub fn bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvOr, a, b)
    }
    pub fn bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvXor, a, b)
    }
    pub fn bv_shl(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvShl, a, b)
    }
    pub fn bv_lshr(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvLshr, a, b)
    }
    pub fn bv_ashr(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvAshr, a, b)
    }
    /// `a` above `b`.
    pub fn concat(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::Concat, a, b)
    }
    /// Bits `high` down to `low`, both included.
    pub fn extract(&mut self, a: TermId, high: u32, low: u32) -> TermId {
        self.fold_unary(Op::Extract { high, low }, a)
    }
    pub fn zero_extend(&mut self, a: TermId, by: u32) -> TermId {
        self.fold_unary(Op::ZeroExtend(by), a)
    }
    pub fn sign_extend(&mut self, a: TermId, by: u32) -> TermId {
        self.fold_unary(Op::SignExtend(by), a)
    }
    pub fn rotate_left(&mut self, a: TermId, by: u32) -> TermId {
        self.fold_unary(Op::RotateLeft(by), a)
    }
    pub fn rotate_right(&mut self, a: TermId, by: u32) -> TermId {
        self.fold_unary(Op::RotateRight(by), a)
    }
    /// 1 or 0 in `width` bits.
    pub fn bool_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bv_u64(width, 1), self.bv_u64(width, 0));
        self.ite(a, one, zero)
    }
    /// Is any bit set?
    pub fn bv_is_nonzero(&mut self, a: TermId) -> TermId {
        let zero = self.bv_u64(self.width(a), 0);
        self.distinct(a, zero)
    }
    /// The low `width` bits, or zero-extended to `width`.
    pub fn resize_unsigned(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        if width <= from { self.extract(a, width - 1, 0) } else { self.zero_extend(a, width - from) }
    }
    /// The low `width` bits, or sign-extended to `width`.
    pub fn resize_signed(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        if width <= from { self.extract(a, width - 1, 0) } else { self.sign_extend(a, width - from) }
    }
}
