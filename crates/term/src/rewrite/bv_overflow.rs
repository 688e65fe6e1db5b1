//! Overflow predicates: decided for operands that are surely small, a comparison when one operand
//! is a constant, and otherwise kept for the bit-blaster (or expanded by the printer).

use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::semantics;
use crate::terms::Terms;

impl Terms {
    /// Folds constants (and choices among constants), or gives the arguments in order.
    fn fold_overflow(&mut self, op: Op, a: TermId, b: TermId) -> Result<TermId, (TermId, TermId)> {
        assert_eq!(self.sort_of(a), self.sort_of(b), "operands of different sorts");
        if let (Some(x), Some(y)) = (self.bv_value(a), self.bv_value(b)) {
            return Ok(self.bool_const(semantics::bv_predicate(op, x, y)));
        }
        // (bvuaddo x y), (bvsaddo x y) …  ->  false        where the bounds leave room
        if self.fits_by_bounds(op, a, b) {
            return Ok(self.ff());
        }
        if let Some(folded) = self.fold_choice(op, a, b) {
            return Ok(folded);
        }
        Err(if op.is_commutative() { self.ordered(a, b) } else { (a, b) })
    }

    /// So many low bits hold the unsigned value, the others are surely zero.
    fn unsigned_bits(&self, term: TermId) -> u32 {
        match (self.bv_value(term), self.op(term)) {
            (Some(value), _) => value.width() - value.leading_zeros(),
            (None, Op::ZeroExtend(by)) => self.width(term) - by,
            _ => self.width(term),
        }
    }

    /// So many low bits hold the signed value, the others are surely copies of the sign.
    fn signed_bits(&self, term: TermId) -> u32 {
        match (self.bv_value(term), self.op(term)) {
            (Some(value), _) => {
                let magnitude = if value.sign_bit() { value.not() } else { value.clone() };
                value.width() - magnitude.leading_zeros() + 1
            }
            (None, Op::SignExtend(by)) => self.width(term) - by,
            (None, Op::ZeroExtend(by)) if by > 0 => self.width(term) - by + 1,
            _ => self.width(term),
        }
    }

    /// Does negating `a` overflow?
    pub fn bv_nego(&mut self, a: TermId) -> TermId {
        // (bvnego x)  ->  (= x 10..0)
        let least = self.bv(BvValue::min_signed(self.width(a)));
        self.eq(a, least)
    }

    pub fn bv_uaddo(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_overflow(Op::BvUaddO, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        // (bvuaddo c x)  ->  (bvult ~c x)                  ~c is the greatest x that fits
        if let Some(c) = self.bv_value(a) {
            let limit = c.not();
            let limit = self.bv(limit);
            return self.bv_ult(limit, b);
        }
        // (bvuaddo x y)  ->  false                         both leave a bit free
        if self.unsigned_bits(a).max(self.unsigned_bits(b)) < self.width(a) {
            return self.ff();
        }
        self.raw(Op::BvUaddO, &[a, b])
    }

    pub fn bv_saddo(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_overflow(Op::BvSaddO, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        if let Some(c) = self.bv_value(a).cloned() {
            return self.sum_overflows(&c, b);
        }
        // (bvsaddo x y)  ->  false                         both leave a bit free
        if self.signed_bits(a).max(self.signed_bits(b)) < self.width(a) {
            return self.ff();
        }
        self.raw(Op::BvSaddO, &[a, b])
    }

    /// `c + x` overflows as a signed number.
    fn sum_overflows(&mut self, c: &BvValue, x: TermId) -> TermId {
        let width = c.width();
        if c.sign_bit() {
            // (bvsaddo c x)  ->  (bvslt x min-c)           c negative
            let limit = self.bv(BvValue::min_signed(width).sub(c));
            return self.bv_slt(x, limit);
        }
        // (bvsaddo c x)  ->  (bvslt max-c x)               c not negative
        let limit = self.bv(BvValue::max_signed(width).sub(c));
        self.bv_slt(limit, x)
    }

    pub fn bv_usubo(&mut self, a: TermId, b: TermId) -> TermId {
        // (bvusubo x y)  ->  (bvult x y)
        self.bv_ult(a, b)
    }

    pub fn bv_ssubo(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_overflow(Op::BvSsubO, a, b) {
            return folded;
        }
        let width = self.width(a);
        // (bvssubo x x)  ->  false
        if a == b {
            return self.ff();
        }
        if let Some(c) = self.bv_value(b).cloned() {
            if c.is_min_signed() {
                // (bvssubo x min)  ->  (not (bvslt x 0))
                let zero = self.bv_u64(width, 0);
                let negative = self.bv_slt(a, zero);
                return self.not(negative);
            }
            // (bvssubo x c)  ->  (bvsaddo -c x)
            return self.sum_overflows(&c.neg(), a);
        }
        if let Some(c) = self.bv_value(a).cloned() {
            if c.sign_bit() {
                // (bvssubo c x)  ->  (bvslt c-min x)       c negative
                let limit = self.bv(c.sub(&BvValue::min_signed(width)));
                return self.bv_slt(limit, b);
            }
            // (bvssubo c x)  ->  (bvslt x c-max)           c not negative
            let limit = self.bv(c.sub(&BvValue::max_signed(width)));
            return self.bv_slt(b, limit);
        }
        // (bvssubo x y)  ->  false                         both leave a bit free
        if self.signed_bits(a).max(self.signed_bits(b)) < width {
            return self.ff();
        }
        self.raw(Op::BvSsubO, &[a, b])
    }

    pub fn bv_umulo(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_overflow(Op::BvUmulO, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        let width = self.width(a);
        if let Some(c) = self.bv_value(a).cloned() {
            // (bvumulo 0 x)  ->  false
            if c.is_zero() {
                return self.ff();
            }
            // (bvumulo c x)  ->  (bvult max/c x)
            let limit = self.bv(BvValue::ones(width).udiv(&c));
            return self.bv_ult(limit, b);
        }
        // (bvumulo x y)  ->  false                         few enough bits for the product
        if self.unsigned_bits(a) + self.unsigned_bits(b) <= width {
            return self.ff();
        }
        self.raw(Op::BvUmulO, &[a, b])
    }

    pub fn bv_smulo(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_overflow(Op::BvSmulO, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        if let Some(c) = self.bv_value(a).cloned() {
            return self.product_overflows(&c, b);
        }
        // (bvsmulo x y)  ->  false                         few enough bits for the product
        if self.signed_bits(a) + self.signed_bits(b) <= self.width(a) {
            return self.ff();
        }
        self.raw(Op::BvSmulO, &[a, b])
    }

    /// `c * x` overflows as a signed number.
    fn product_overflows(&mut self, c: &BvValue, x: TermId) -> TermId {
        let width = c.width();
        // (bvsmulo 0 x)  ->  false
        if c.is_zero() {
            return self.ff();
        }
        // (bvsmulo -1 x)  ->  (= x min). In one bit this is also the constant 1.
        if c.is_ones() {
            return self.bv_nego(x);
        }
        let (greatest, least) = (BvValue::max_signed(width), BvValue::min_signed(width));
        // Truncating division gives the last x that fits on either side.
        let limits = (greatest.sdiv(c), least.sdiv(c));
        // (bvsmulo c x)  ->  (or (bvslt x min/c) (bvslt max/c x))      c positive
        // (bvsmulo c x)  ->  (or (bvslt x max/c) (bvslt min/c x))      c below -1
        let (low, high) = if c.sign_bit() { limits } else { (limits.1, limits.0) };
        let (low, high) = (self.bv(low), self.bv(high));
        let (below, above) = (self.bv_slt(x, low), self.bv_slt(high, x));
        self.or(below, above)
    }

    pub fn bv_sdivo(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_overflow(Op::BvSdivO, a, b) {
            return folded;
        }
        // (bvsdivo x y)  ->  (and (= x min) (= y -1))
        let width = self.width(a);
        let (least, minus_one) = (self.bv(BvValue::min_signed(width)), self.bv_ones(width));
        let (is_least, is_minus_one) = (self.eq(a, least), self.eq(b, minus_one));
        self.and(is_least, is_minus_one)
    }
}
