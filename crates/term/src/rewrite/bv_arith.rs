//! Bit-vector arithmetic.

use crate::op::{Op, TermId};
use crate::terms::Terms;

impl Terms {
    pub(super) fn fold_binary(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.bv_value(a), self.bv_value(b)) {
            let value = crate::semantics::bv_binary(op, x, y);
            return self.bv(value);
        }
        let (a, b) = if op.is_commutative() { self.ordered(a, b) } else { (a, b) };
        self.raw(op, &[a, b])
    }

    pub(super) fn fold_unary(&mut self, op: Op, a: TermId) -> TermId {
        if let Some(x) = self.bv_value(a) {
            let value = crate::semantics::bv_unary(op, x);
            return self.bv(value);
        }
        self.raw(op, &[a])
    }

    pub(super) fn fold_predicate(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.bv_value(a), self.bv_value(b)) {
            return self.bool_const(crate::semantics::bv_predicate(op, x, y));
        }
        let (a, b) = if op.is_commutative() { self.ordered(a, b) } else { (a, b) };
        self.raw(op, &[a, b])
    }

    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        self.fold_unary(Op::BvNeg, a)
    }
    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvAdd, a, b)
    }
    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvSub, a, b)
    }
    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvMul, a, b)
    }
    pub fn bv_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvUdiv, a, b)
    }
    pub fn bv_urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvUrem, a, b)
    }
    pub fn bv_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvSdiv, a, b)
    }
    pub fn bv_srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvSrem, a, b)
    }
    pub fn bv_smod(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_binary(Op::BvSmod, a, b)
    }
}
