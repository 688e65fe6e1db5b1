//! Bit-vector arithmetic.
//!
//! Sums keep their constant outermost and first: `(bvadd 3 (bvadd x y))`. Multiplication and
//! division by powers of two become changes of width, which cost nothing when bit-blasted.

use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::semantics;
use crate::terms::Terms;

impl Terms {
    /// Folds constants (and choices among constants), or gives the arguments in order.
    pub(super) fn fold_binary(&mut self, op: Op, a: TermId, b: TermId) -> Result<TermId, (TermId, TermId)> {
        assert_eq!(self.sort_of(a), self.sort_of(b), "operands of different sorts");
        if let (Some(x), Some(y)) = (self.bv_value(a), self.bv_value(b)) {
            let value = semantics::bv_binary(op, x, y);
            return Ok(self.bv(value));
        }
        if let Some(folded) = self.fold_choice(op, a, b) {
            return Ok(folded);
        }
        Err(if op.is_commutative() { self.ordered(a, b) } else { (a, b) })
    }

    /// `(f (ite c 1 2) (ite c 3 4))  ->  (ite c (f 1 3) (f 2 4))`, and with one side constant.
    pub(super) fn fold_choice(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some((c, x, y)), Some((d, z, w))) = (self.as_ite(a), self.as_ite(b)) {
            if c == d && [x, y, z, w].iter().all(|&leaf| self.is_constant(leaf)) {
                let (left, right) = (self.fold_constants(op, &[x, z]), self.fold_constants(op, &[y, w]));
                return Some(self.ite(c, left, right));
            }
            return None;
        }
        if self.is_constant(a) || self.is_constant(b) { self.fold(op, &[a, b]) } else { None }
    }

    pub(super) fn fold_unary(&mut self, op: Op, a: TermId) -> Option<TermId> {
        if let Some(x) = self.bv_value(a) {
            let value = semantics::bv_unary(op, x);
            return Some(self.bv(value));
        }
        self.fold(op, &[a])
    }

    /// `c` and `x` when the term is `(op c x)`.
    pub(super) fn as_with_constant(&self, op: Op, term: TermId) -> Option<(&BvValue, TermId)> {
        let (c, x) = self.as_binary(op, term)?;
        Some((self.bv_value(c)?, x))
    }

    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        if let Some(folded) = self.fold_unary(Op::BvNeg, a) {
            return folded;
        }
        // (bvneg (bvneg x))  ->  x
        if let Some(x) = self.as_unary(Op::BvNeg, a) {
            return x;
        }
        // (bvneg (bvsub x y))  ->  (bvsub y x)
        if let Some((x, y)) = self.as_binary(Op::BvSub, a) {
            return self.bv_sub(y, x);
        }
        // (bvneg (bvadd c x))  ->  (bvsub -c x)
        if let Some((c, x)) = self.as_with_constant(Op::BvAdd, a) {
            let minus = c.neg();
            let minus = self.bv(minus);
            return self.bv_sub(minus, x);
        }
        self.raw(Op::BvNeg, &[a])
    }

    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_binary(Op::BvAdd, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        match self.bv_value(a).cloned() {
            Some(c) => self.bv_add_constant(&c, a, b),
            None => self.bv_add_terms(a, b),
        }
    }

    /// `a` is the constant `c`, `b` is not constant.
    fn bv_add_constant(&mut self, c: &BvValue, a: TermId, b: TermId) -> TermId {
        // (bvadd 0 x)  ->  x
        if c.is_zero() {
            return b;
        }
        // (bvadd c (bvadd d x))  ->  (bvadd c+d x)
        if let Some((d, x)) = self.as_with_constant(Op::BvAdd, b) {
            let sum = c.add(d);
            let sum = self.bv(sum);
            return self.bv_add(sum, x);
        }
        // (bvadd c (bvsub d x))  ->  (bvsub c+d x)
        if let Some((d, x)) = self.as_with_constant(Op::BvSub, b) {
            let sum = c.add(d);
            let sum = self.bv(sum);
            return self.bv_sub(sum, x);
        }
        // (bvadd 1 (bvnot x))  ->  (bvneg x)          -x is ~x + 1
        if c.is_one()
            && let Some(x) = self.as_unary(Op::BvNot, b)
        {
            return self.bv_neg(x);
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return joined;
        }
        self.raw(Op::BvAdd, &[a, b])
    }

    fn bv_add_terms(&mut self, a: TermId, b: TermId) -> TermId {
        for (x, y) in [(a, b), (b, a)] {
            // (bvadd (bvadd c x) y)  ->  (bvadd c (bvadd x y))
            if let Some((c, inner)) = self.as_with_constant(Op::BvAdd, x) {
                let c = c.clone();
                let (c, sum) = (self.bv(c), self.bv_add(inner, y));
                return self.bv_add(c, sum);
            }
            // (bvadd (bvneg x) y)  ->  (bvsub y x)
            if let Some(minus) = self.as_unary(Op::BvNeg, x) {
                return self.bv_sub(y, minus);
            }
            // (bvadd (bvnot x) x)  ->  11..1
            if self.as_unary(Op::BvNot, x) == Some(y) {
                return self.bv_ones(self.width(x));
            }
            if let Some((p, q)) = self.as_binary(Op::BvSub, x) {
                // (bvadd (bvsub p y) y)  ->  p
                if q == y {
                    return p;
                }
                // (bvadd (bvsub c q) y)  ->  (bvadd c (bvsub y q))
                if self.is_constant(p) {
                    let difference = self.bv_sub(y, q);
                    return self.bv_add(p, difference);
                }
            }
        }
        // (bvadd x x)  ->  (bvmul 2 x)
        if a == b {
            let two = self.bv_u64(self.width(a), 2);
            return self.bv_mul(two, a);
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return joined;
        }
        self.raw(Op::BvAdd, &[a, b])
    }

    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_binary(Op::BvSub, a, b) {
            Ok(folded) => return folded,
            Err(pair) => pair,
        };
        // (bvsub x x)  ->  0
        if a == b {
            return self.bv_u64(self.width(a), 0);
        }
        // (bvsub x c)  ->  (bvadd -c x)
        if let Some(c) = self.bv_value(b) {
            let minus = c.neg();
            let minus = self.bv(minus);
            return self.bv_add(minus, a);
        }
        // (bvsub x (bvneg y))  ->  (bvadd x y)
        if let Some(y) = self.as_unary(Op::BvNeg, b) {
            return self.bv_add(a, y);
        }
        match self.bv_value(a).cloned() {
            Some(c) => self.bv_sub_from_constant(&c, a, b),
            None => self.bv_sub_terms(a, b),
        }
    }

    /// `a` is the constant `c`, `b` is not constant.
    fn bv_sub_from_constant(&mut self, c: &BvValue, a: TermId, b: TermId) -> TermId {
        // (bvsub 0 x)  ->  (bvneg x)
        if c.is_zero() {
            return self.bv_neg(b);
        }
        // (bvsub 11..1 x)  ->  (bvnot x)
        if c.is_ones() {
            return self.bv_not(b);
        }
        // (bvsub c (bvadd d x))  ->  (bvsub c-d x)
        if let Some((d, x)) = self.as_with_constant(Op::BvAdd, b) {
            let difference = c.sub(d);
            let difference = self.bv(difference);
            return self.bv_sub(difference, x);
        }
        // (bvsub c (bvsub d x))  ->  (bvadd c-d x)
        if let Some((d, x)) = self.as_with_constant(Op::BvSub, b) {
            let difference = c.sub(d);
            let difference = self.bv(difference);
            return self.bv_add(difference, x);
        }
        self.raw(Op::BvSub, &[a, b])
    }

    fn bv_sub_terms(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some((p, q)) = self.as_binary(Op::BvAdd, a) {
            // (bvsub (bvadd p q) q)  ->  p            either way round
            if q == b {
                return p;
            }
            if p == b {
                return q;
            }
            // (bvsub (bvadd c x) y)  ->  (bvadd c (bvsub x y))
            if self.is_constant(p) {
                let difference = self.bv_sub(q, b);
                return self.bv_add(p, difference);
            }
        }
        if let Some((p, q)) = self.as_binary(Op::BvAdd, b) {
            // (bvsub x (bvadd x y))  ->  (bvneg y)    either way round
            if p == a {
                return self.bv_neg(q);
            }
            if q == a {
                return self.bv_neg(p);
            }
            // (bvsub x (bvadd c y))  ->  (bvadd -c (bvsub x y))
            if self.is_constant(p) {
                let (minus, difference) = (self.bv_neg(p), self.bv_sub(a, q));
                return self.bv_add(minus, difference);
            }
        }
        self.raw(Op::BvSub, &[a, b])
    }

    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_binary(Op::BvMul, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        let Some(c) = self.bv_value(a).cloned() else {
            return self.raw(Op::BvMul, &[a, b]);
        };
        // (bvmul 0 x)  ->  0
        if c.is_zero() {
            return a;
        }
        // (bvmul 11..1 x)  ->  (bvneg x)
        if c.is_ones() {
            return self.bv_neg(b);
        }
        // (bvmul 2^k x)  ->  (concat x_low 0_k)
        if let Some(k) = c.log2_exact() {
            return self.shift_left_by(b, k);
        }
        // (bvmul c (bvmul d x))  ->  (bvmul c*d x)
        if let Some((d, x)) = self.as_with_constant(Op::BvMul, b) {
            let product = c.mul(d);
            let product = self.bv(product);
            return self.bv_mul(product, x);
        }
        // (bvmul c (bvadd d x))  ->  (bvadd c*d (bvmul c x))
        if let Some((d, x)) = self.as_with_constant(Op::BvAdd, b) {
            let product = c.mul(d);
            let (product, rest) = (self.bv(product), self.bv_mul(a, x));
            return self.bv_add(product, rest);
        }
        self.raw(Op::BvMul, &[a, b])
    }

    pub fn bv_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_binary(Op::BvUdiv, a, b) {
            return folded;
        }
        let width = self.width(a);
        if let Some(c) = self.bv_value(b).cloned() {
            // (bvudiv x 0)  ->  11..1
            if c.is_zero() {
                return self.bv_ones(width);
            }
            // (bvudiv x 2^k)  ->  (zero_extend x_high)
            if let Some(k) = c.log2_exact() {
                return self.shift_right_by(a, k);
            }
            // (bvudiv (zero_extend x) c)  ->  (zero_extend (bvudiv x c_low)), or 0 when c is above every x
            if let (Op::ZeroExtend(by), &[x]) = (self.op(a), self.args(a)) {
                return self.udiv_extended(x, &c, by);
            }
        }
        // (bvudiv x x)  ->  (ite (= x 0) 11..1 1)
        // (bvudiv 0 x)  ->  (ite (= x 0) 11..1 0)
        if a == b || self.bv_value(a).is_some_and(BvValue::is_zero) {
            let zero = self.bv_u64(width, 0);
            let by_zero = self.eq(b, zero);
            let (ones, otherwise) = (self.bv_ones(width), self.bv_u64(width, u64::from(a == b)));
            return self.ite(by_zero, ones, otherwise);
        }
        self.raw(Op::BvUdiv, &[a, b])
    }

    fn udiv_extended(&mut self, x: TermId, c: &BvValue, by: u32) -> TermId {
        let own = self.width(x);
        if own + c.leading_zeros() < c.width() {
            return self.bv_u64(c.width(), 0);
        }
        let low = self.bv(c.extract(own - 1, 0));
        let quotient = self.bv_udiv(x, low);
        self.zero_extend(quotient, by)
    }

    pub fn bv_urem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_binary(Op::BvUrem, a, b) {
            return folded;
        }
        let width = self.width(a);
        // (bvurem x x)  ->  0          (bvurem 0 x)  ->  0
        if a == b || self.bv_value(a).is_some_and(BvValue::is_zero) {
            return self.bv_u64(width, 0);
        }
        if let Some(c) = self.bv_value(b).cloned() {
            // (bvurem x 0)  ->  x
            if c.is_zero() {
                return a;
            }
            // (bvurem x 2^k)  ->  (zero_extend x_low)
            if let Some(k) = c.log2_exact() {
                return self.low_bits(a, k);
            }
            // (bvurem (zero_extend x) c)  ->  (zero_extend (bvurem x c_low)), or x when c is above every x
            if let (Op::ZeroExtend(by), &[x]) = (self.op(a), self.args(a)) {
                let own = self.width(x);
                if own + c.leading_zeros() < width {
                    return a;
                }
                let low = self.bv(c.extract(own - 1, 0));
                let remainder = self.bv_urem(x, low);
                return self.zero_extend(remainder, by);
            }
        }
        self.raw(Op::BvUrem, &[a, b])
    }

    pub fn bv_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_binary(Op::BvSdiv, a, b) {
            return folded;
        }
        let width = self.width(a);
        // (bvsdiv x y)  ->  (bvudiv x y)          when neither can be negative
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.bv_udiv(a, b);
        }
        if let Some(c) = self.bv_value(b).cloned() {
            // (bvsdiv x 0)  ->  (ite (bvslt x 0) 1 -1)
            if c.is_zero() {
                let negative = self.bv_slt(a, b);
                let (one, minus_one) = (self.bv_u64(width, 1), self.bv_ones(width));
                return self.ite(negative, one, minus_one);
            }
            // (bvsdiv x -1)  ->  (bvneg x)
            if c.is_ones() {
                return self.bv_neg(a);
            }
            if let Some(k) = c.log2_exact()
                && k < width - 1
            {
                return self.sdiv_power(a, k);
            }
        }
        self.raw(Op::BvSdiv, &[a, b])
    }

    /// `(bvsdiv x 2^k)  ->  (bvadd x (ite (bvslt x 0) 2^k-1 0)) >> k`, for k below width - 1.
    /// The added bias turns flooring into truncation.
    fn sdiv_power(&mut self, a: TermId, k: u32) -> TermId {
        if k == 0 {
            return a;
        }
        let width = self.width(a);
        let zero = self.bv_u64(width, 0);
        let negative = self.bv_slt(a, zero);
        let bias = self.bv(BvValue::power_of_two(width, k).sub(&BvValue::one(width)));
        let bias = self.ite(negative, bias, zero);
        let sum = self.bv_add(a, bias);
        let high = self.extract(sum, width - 1, k);
        self.sign_extend(high, k)
    }

    pub fn bv_srem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_binary(Op::BvSrem, a, b) {
            return folded;
        }
        let width = self.width(a);
        // (bvsrem x x)  ->  0
        if a == b {
            return self.bv_u64(width, 0);
        }
        // (bvsrem x y)  ->  (bvurem x y)          when neither can be negative
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.bv_urem(a, b);
        }
        if let Some(c) = self.bv_value(b).cloned() {
            // (bvsrem x 0)  ->  x
            if c.is_zero() {
                return a;
            }
            // (bvsrem x 1)  ->  0                     (bvsrem x -1)  ->  0
            if c.is_one() || c.is_ones() {
                return self.bv_u64(width, 0);
            }
            // (bvsrem x -c)  ->  (bvsrem x c)         the sign of the divisor does not matter
            if c.sign_bit() && !c.is_min_signed() {
                let positive = self.bv(c.neg());
                return self.bv_srem(a, positive);
            }
            // (bvsrem x 2^k)  ->  (bvsub x (bvmul 2^k (bvsdiv x 2^k)))
            if let Some(k) = c.log2_exact()
                && k < width - 1
            {
                let quotient = self.sdiv_power(a, k);
                let product = self.shift_left_by(quotient, k);
                return self.bv_sub(a, product);
            }
        }
        self.raw(Op::BvSrem, &[a, b])
    }

    pub fn bv_smod(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_binary(Op::BvSmod, a, b) {
            return folded;
        }
        // (bvsmod x x)  ->  0
        if a == b {
            return self.bv_u64(self.width(a), 0);
        }
        // (bvsmod x y)  ->  (bvurem x y)          when neither can be negative
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            return self.bv_urem(a, b);
        }
        if let Some(c) = self.bv_value(b).cloned() {
            // (bvsmod x 0)  ->  x
            if c.is_zero() {
                return a;
            }
            // (bvsmod x 2^k)  ->  (zero_extend x_low)
            if let Some(k) = c.log2_exact()
                && k < c.width() - 1
            {
                return self.low_bits(a, k);
            }
        }
        self.raw(Op::BvSmod, &[a, b])
    }

    /// 11…1
    pub fn bv_ones(&mut self, width: u32) -> TermId {
        self.bv(BvValue::ones(width))
    }

    /// Surely not negative as a signed number, by a look at the top of the term.
    pub(super) fn is_nonnegative(&self, term: TermId) -> bool {
        if let Some(value) = self.bv_value(term) {
            return !value.sign_bit();
        }
        match self.op(term) {
            Op::ZeroExtend(by) => by > 0,
            Op::Concat => self.bv_value(self.args(term)[0]).is_some_and(|high| !high.sign_bit()),
            _ => false,
        }
    }
}
