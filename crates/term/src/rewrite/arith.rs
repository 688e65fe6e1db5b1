//! Mathematical integers and reals.

use crate::op::{Op, TermId};
use crate::terms::Terms;

impl Terms {
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_number(Op::Add, &[a, b])
    }
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_number(Op::Sub, &[a, b])
    }
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_number(Op::Mul, &[a, b])
    }
    pub fn int_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_number(Op::IntDiv, &[a, b])
    }
    pub fn int_mod(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_number(Op::IntMod, &[a, b])
    }
    pub fn real_div(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_number(Op::RealDiv, &[a, b])
    }
    pub fn le(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_number(Op::Le, &[a, b])
    }
    pub fn lt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_number(Op::Lt, &[a, b])
    }
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.fold_number(Op::Neg, &[a])
    }
    pub fn int_abs(&mut self, a: TermId) -> TermId {
        self.fold_number(Op::IntAbs, &[a])
    }
    pub fn to_real(&mut self, a: TermId) -> TermId {
        self.fold_number(Op::ToReal, &[a])
    }
    pub fn to_int(&mut self, a: TermId) -> TermId {
        self.fold_number(Op::ToInt, &[a])
    }
    pub fn is_int(&mut self, a: TermId) -> TermId {
        self.fold_number(Op::IsInt, &[a])
    }
    pub fn bv_to_nat(&mut self, a: TermId) -> TermId {
        self.fold_number(Op::BvToNat, &[a])
    }
    pub fn sbv_to_int(&mut self, a: TermId) -> TermId {
        self.fold_number(Op::SbvToInt, &[a])
    }
    pub fn int_to_bv(&mut self, width: u32, a: TermId) -> TermId {
        self.fold_number(Op::IntToBv(width), &[a])
    }
    pub fn ge(&mut self, a: TermId, b: TermId) -> TermId {
        self.le(b, a)
    }
    pub fn gt(&mut self, a: TermId, b: TermId) -> TermId {
        self.lt(b, a)
    }

    fn fold_number(&mut self, op: Op, args: &[TermId]) -> TermId {
        self.fold_or_node(op, args)
    }
}
