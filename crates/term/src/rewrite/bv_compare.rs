//! Bit-vector comparisons and overflow predicates.
//!
//! `<=` becomes `not >`, so that a comparison and its opposite share one node. Comparisons of
//! extended terms are done in the narrow width, and overflow against a constant is a comparison.

use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::semantics;
use crate::terms::Terms;

impl Terms {
    /// Folds constants (and choices among constants).
    fn fold_predicate(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        assert_eq!(self.sort_of(a), self.sort_of(b), "operands of different sorts");
        if let (Some(x), Some(y)) = (self.bv_value(a), self.bv_value(b)) {
            return Some(self.bool_const(semantics::bv_predicate(op, x, y)));
        }
        // (bvult x y), (bvslt x y)  ->  true or false                      where the bounds decide
        let decided = match op {
            Op::BvSlt => self.slt_by_bounds(a, b),
            _ => self.ult_by_bounds(a, b),
        };
        if let Some(decided) = decided {
            return Some(self.bool_const(decided));
        }
        self.fold_choice(op, a, b)
    }

    pub fn bv_ult(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold_predicate(Op::BvUlt, a, b) {
            return folded;
        }
        // (bvult x x)  ->  false
        if a == b {
            return self.ff();
        }
        if let Some(k) = self.bv_value(b).cloned() {
            return self.ult_below(a, b, &k);
        }
        if let Some(k) = self.bv_value(a).cloned() {
            return self.ult_above(a, b, &k);
        }
        match (self.op(a), self.op(b)) {
            // (bvult (zero_extend n x) (zero_extend m y))  ->  without the zeros they share
            (Op::ZeroExtend(n), Op::ZeroExtend(m)) => {
                let width = self.width(a) - n.min(m);
                let (x, y) = (self.extract(a, width - 1, 0), self.extract(b, width - 1, 0));
                self.bv_ult(x, y)
            }
            // (bvult (sign_extend n x) (sign_extend n y))  ->  (bvult x y)      extension keeps the order
            (Op::SignExtend(n), Op::SignExtend(m)) if n == m => {
                let (x, y) = (self.args(a)[0], self.args(b)[0]);
                self.bv_ult(x, y)
            }
            (Op::Concat, Op::Concat) => self.ult_concat(a, b),
            _ => self.raw(Op::BvUlt, &[a, b]),
        }
    }

    /// `a < k`
    fn ult_below(&mut self, a: TermId, b: TermId, k: &BvValue) -> TermId {
        // (bvult x 0)  ->  false
        if k.is_zero() {
            return self.ff();
        }
        // (bvult x 1)  ->  (= x 0)
        if k.is_one() {
            let zero = self.bv_u64(k.width(), 0);
            return self.eq(a, zero);
        }
        // (bvult x 11..1)  ->  (not (= x 11..1))
        if k.is_ones() {
            return self.distinct(a, b);
        }
        if let (Op::ZeroExtend(_), &[x]) = (self.op(a), self.args(a)) {
            let own = self.width(x);
            // (bvult (zero_extend x) k)  ->  true                              k above every x
            if own + k.leading_zeros() < k.width() {
                return self.tt();
            }
            // (bvult (zero_extend x) k)  ->  (bvult x k_low)
            let low = self.bv(k.extract(own - 1, 0));
            return self.bv_ult(x, low);
        }
        self.raw(Op::BvUlt, &[a, b])
    }

    /// `k < b`
    fn ult_above(&mut self, a: TermId, b: TermId, k: &BvValue) -> TermId {
        // (bvult 11..1 x)  ->  false
        if k.is_ones() {
            return self.ff();
        }
        // (bvult 0 x)  ->  (not (= x 0))
        if k.is_zero() {
            return self.distinct(a, b);
        }
        // (bvult 11..10 x)  ->  (= x 11..1)
        let next = k.add(&BvValue::one(k.width()));
        if next.is_ones() {
            let ones = self.bv(next);
            return self.eq(b, ones);
        }
        if let (Op::ZeroExtend(_), &[x]) = (self.op(b), self.args(b)) {
            let own = self.width(x);
            // (bvult k (zero_extend x))  ->  false                             k above every x
            if own + k.leading_zeros() < k.width() {
                return self.ff();
            }
            // (bvult k (zero_extend x))  ->  (bvult k_low x)
            let low = self.bv(k.extract(own - 1, 0));
            return self.bv_ult(low, x);
        }
        self.raw(Op::BvUlt, &[a, b])
    }

    fn ult_concat(&mut self, a: TermId, b: TermId) -> TermId {
        if let (Some((x, y)), Some((z, w))) = (self.as_binary(Op::Concat, a), self.as_binary(Op::Concat, b)) {
            // (bvult (concat x y) (concat x w))  ->  (bvult y w)
            if x == z {
                return self.bv_ult(y, w);
            }
            // (bvult (concat x y) (concat z y))  ->  (bvult x z)
            if y == w {
                return self.bv_ult(x, z);
            }
        }
        self.raw(Op::BvUlt, &[a, b])
    }

    pub fn bv_ule(&mut self, a: TermId, b: TermId) -> TermId {
        // (bvule x y)  ->  (not (bvult y x))
        let above = self.bv_ult(b, a);
        self.not(above)
    }

    pub fn bv_ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ult(b, a)
    }

    pub fn bv_uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_ule(b, a)
    }

    pub fn bv_slt(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fold_predicate(Op::BvSlt, a, b) {
            return folded;
        }
        // (bvslt x x)  ->  false
        if a == b {
            return self.ff();
        }
        match (self.is_nonnegative(a), self.is_nonnegative(b)) {
            // (bvslt x y)  ->  (bvult x y)                                     neither can be negative
            (true, true) => return self.bv_ult(a, b),
            // (bvslt x k)  ->  false                                           x not negative, k negative
            (true, false) if self.is_constant(b) => return self.ff(),
            // (bvslt k x)  ->  true                                            k negative, x not
            (false, true) if self.is_constant(a) => return self.tt(),
            _ => {}
        }
        if let Some(k) = self.bv_value(b).cloned() {
            return self.slt_below(a, b, &k);
        }
        if let Some(k) = self.bv_value(a).cloned() {
            return self.slt_above(a, b, &k);
        }
        match (self.op(a), self.op(b)) {
            // (bvslt (sign_extend n x) (sign_extend m y))  ->  without the copies they share
            (Op::SignExtend(n), Op::SignExtend(m)) => {
                let width = self.width(a) - n.min(m);
                let (x, y) = (self.extract(a, width - 1, 0), self.extract(b, width - 1, 0));
                self.bv_slt(x, y)
            }
            _ => self.raw(Op::BvSlt, &[a, b]),
        }
    }

    /// `a < k`
    fn slt_below(&mut self, a: TermId, b: TermId, k: &BvValue) -> TermId {
        // (bvslt x 10..0)  ->  false
        if k.is_min_signed() {
            return self.ff();
        }
        // (bvslt x 10..01)  ->  (= x 10..0)
        let before = k.sub(&BvValue::one(k.width()));
        if before.is_min_signed() {
            let least = self.bv(before);
            return self.eq(a, least);
        }
        // (bvslt x 01..1)  ->  (not (= x 01..1))
        if k.is_max_signed() {
            return self.distinct(a, b);
        }
        if let (Op::SignExtend(_), &[x]) = (self.op(a), self.args(a)) {
            // (bvslt (sign_extend x) k)  ->  (bvslt x k_low), or decided when k is beyond every x
            let own = self.width(x);
            let low = k.extract(own - 1, 0);
            if low.sign_extend(k.width() - own) == *k {
                let low = self.bv(low);
                return self.bv_slt(x, low);
            }
            return self.bool_const(!k.sign_bit());
        }
        self.raw(Op::BvSlt, &[a, b])
    }

    /// `k < b`
    fn slt_above(&mut self, a: TermId, b: TermId, k: &BvValue) -> TermId {
        // (bvslt 01..1 x)  ->  false
        if k.is_max_signed() {
            return self.ff();
        }
        // (bvslt 01..10 x)  ->  (= x 01..1)
        let next = k.add(&BvValue::one(k.width()));
        if next.is_max_signed() {
            let greatest = self.bv(next);
            return self.eq(b, greatest);
        }
        // (bvslt 10..0 x)  ->  (not (= x 10..0))
        if k.is_min_signed() {
            return self.distinct(a, b);
        }
        if let (Op::SignExtend(_), &[x]) = (self.op(b), self.args(b)) {
            // (bvslt k (sign_extend x))  ->  (bvslt k_low x), or decided when k is beyond every x
            let own = self.width(x);
            let low = k.extract(own - 1, 0);
            if low.sign_extend(k.width() - own) == *k {
                let low = self.bv(low);
                return self.bv_slt(low, x);
            }
            return self.bool_const(k.sign_bit());
        }
        self.raw(Op::BvSlt, &[a, b])
    }

    pub fn bv_sle(&mut self, a: TermId, b: TermId) -> TermId {
        // (bvsle x y)  ->  (not (bvslt y x))
        let above = self.bv_slt(b, a);
        self.not(above)
    }

    pub fn bv_sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_slt(b, a)
    }

    pub fn bv_sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_sle(b, a)
    }
}
