//! Bit-vector comparisons and overflow predicates.

use crate::op::{Op, TermId};
use crate::terms::Terms;

impl Terms {
    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvUlt, a, b)
    }
    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvUle, a, b)
    }
    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvSlt, a, b)
    }
    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvSle, a, b)
    }
    pub fn bv_uaddo(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvUaddO, a, b)
    }
    pub fn bv_saddo(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvSaddO, a, b)
    }
    pub fn bv_usubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvUsubO, a, b)
    }
    pub fn bv_ssubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvSsubO, a, b)
    }
    pub fn bv_umulo(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvUmulO, a, b)
    }
    pub fn bv_smulo(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvSmulO, a, b)
    }
    pub fn bv_sdivo(&mut self, a: TermId, b: TermId) -> TermId {
        self.fold_predicate(Op::BvSdivO, a, b)
    }
    pub fn bv_ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(b, a)
    }
    pub fn bv_uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ule(b, a)
    }
    pub fn bv_sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_slt(b, a)
    }
    pub fn bv_sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_sle(b, a)
    }
    /// Does negating `a` overflow?
    pub fn bv_nego(&mut self, a: TermId) -> TermId {
        // (bvnego x)  ->  (= x 100..0)
        let least = crate::bv::BvValue::min_signed(self.width(a));
        let least = self.bv(least);
        self.eq(a, least)
    }
}
