//! Changes of width: concatenation, extraction, extension.
//!
//! Concatenations are joined where neighbouring parts fit, but not re-associated: that would make
//! building long ones quadratic. Extracts move inwards, where that makes nothing bigger.

use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::terms::Terms;
use smallvec::SmallVec;

/// How deep one extract is pushed into a term on both sides of a cut.
const SPLITS: usize = 8;

impl Terms {
    /// `a` above `b`.
    pub fn concat(&mut self, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.bv_value(a), self.bv_value(b)) {
            let value = x.concat(y);
            return self.bv(value);
        }
        if let Some(folded) = self.fold_choice(Op::Concat, a, b) {
            return folded;
        }
        // (concat 0 x)  ->  (zero_extend x)
        if self.bv_value(a).is_some_and(BvValue::is_zero) {
            return self.zero_extend(b, self.width(a));
        }
        // (concat (zero_extend x) y)  ->  (zero_extend (concat x y))
        if let (Op::ZeroExtend(by), &[x]) = (self.op(a), self.args(a)) {
            let inner = self.concat(x, b);
            return self.zero_extend(inner, by);
        }
        if let Some(joined) = self.joined(a, b) {
            return joined;
        }
        // (concat (concat x 01) 10)  ->  (concat x 0110)          also adjacent extracts
        if let Some((x, y)) = self.as_binary(Op::Concat, a)
            && let Some(joined) = self.joined(y, b)
        {
            return self.concat(x, joined);
        }
        // (concat 01 (concat 10 x))  ->  (concat 0110 x)          also adjacent extracts
        if let Some((x, y)) = self.as_binary(Op::Concat, b)
            && let Some(joined) = self.joined(a, x)
        {
            return self.concat(joined, y);
        }
        self.raw(Op::Concat, &[a, b])
    }

    /// Two neighbouring parts as one.
    fn joined(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.bv_value(a), self.bv_value(b)) {
            let value = x.concat(y);
            return Some(self.bv(value));
        }
        let (Op::Extract { high, low: middle }, Op::Extract { high: next, low }) = (self.op(a), self.op(b)) else {
            return None;
        };
        let (x, y) = (self.args(a)[0], self.args(b)[0]);
        // (concat (extract h m+1 x) (extract m l x))  ->  (extract h l x)
        (x == y && middle == next + 1).then(|| self.extract(x, high, low))
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&mut self, a: TermId, high: u32, low: u32) -> TermId {
        assert!(low <= high && high < self.width(a), "extract [{high}:{low}] of {} bits", self.width(a));
        self.extract_within(a, high, low, SPLITS)
    }

    fn extract_within(&mut self, a: TermId, high: u32, low: u32, splits: usize) -> TermId {
        let (mut a, mut high, mut low) = (a, high, low);
        loop {
            let width = self.width(a);
            // (extract w-1 0 x)  ->  x
            if low == 0 && high == width - 1 {
                return a;
            }
            let op = Op::Extract { high, low };
            if let Some(folded) = self.fold_unary(op, a) {
                return folded;
            }
            let (inner_op, args) = (self.op(a), self.args(a));
            match (inner_op, args) {
                // (extract h l (extract i j x))  ->  (extract h+j l+j x)
                (Op::Extract { low: offset, .. }, &[x]) => (a, high, low) = (x, high + offset, low + offset),
                (Op::Concat, &[x, y]) => {
                    let cut = self.width(y);
                    // (extract h l (concat x y))  ->  (extract h l y)           when inside y
                    if high < cut {
                        a = y;
                    // (extract h l (concat x y))  ->  (extract h-k l-k x)       when inside x
                    } else if low >= cut {
                        (a, high, low) = (x, high - cut, low - cut);
                    // (extract h l (concat x y))  ->  (concat (extract h-k 0 x) (extract k-1 l y))
                    } else if splits > 0 {
                        let upper = self.extract_within(x, high - cut, 0, splits - 1);
                        let lower = self.extract_within(y, cut - 1, low, splits - 1);
                        return self.concat(upper, lower);
                    } else {
                        return self.raw(op, &[a]);
                    }
                }
                (Op::ZeroExtend(_) | Op::SignExtend(_), &[x]) if high < self.width(x) => a = x,
                (Op::ZeroExtend(_), &[x]) => return self.extract_zero_extended(x, high, low),
                (Op::SignExtend(_), &[x]) => return self.extract_sign_extended(x, high, low),
                _ => return self.extract_operator(a, high, low, splits),
            }
        }
    }

    /// `high` lies in the extension.
    fn extract_zero_extended(&mut self, x: TermId, high: u32, low: u32) -> TermId {
        let own = self.width(x);
        // (extract h l (zero_extend x))  ->  0                                  when above x
        if low >= own {
            return self.bv_u64(high - low + 1, 0);
        }
        // (extract h l (zero_extend x))  ->  (zero_extend (extract w-1 l x))
        let part = self.extract(x, own - 1, low);
        self.zero_extend(part, high + 1 - own)
    }

    /// `high` lies in the extension.
    fn extract_sign_extended(&mut self, x: TermId, high: u32, low: u32) -> TermId {
        let own = self.width(x);
        // (extract h l (sign_extend x))  ->  (sign_extend (extract w-1 l x))    at least the sign bit
        let part = self.extract(x, own - 1, low.min(own - 1));
        self.sign_extend(part, high - low + 1 - self.width(part))
    }

    /// Narrows operators whose low result bits depend only on low argument bits, when narrowing
    /// the arguments costs nothing.
    fn extract_operator(&mut self, a: TermId, high: u32, low: u32, splits: usize) -> TermId {
        let op = self.op(a);
        let is_free = |terms: &Self, t: TermId| terms.narrows_freely(t, high, low);
        let pushes = splits > 0
            && match op {
                // (extract h l (bvnot x))  ->  (bvnot (extract h l x))
                Op::BvNot => true,
                // (extract h l (bvand c x))  ->  (bvand (extract h l c) (extract h l x))   also bvor, bvxor
                Op::BvAnd | Op::BvOr | Op::BvXor => self.args(a).iter().any(|&t| is_free(self, t)),
                // (extract h 0 (bvadd x y))  ->  (bvadd (extract h 0 x) (extract h 0 y))   also others
                Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg => {
                    low == 0 && self.args(a).iter().all(|&t| is_free(self, t))
                }
                // (extract h l (ite c x y))  ->  (ite c (extract h l x) (extract h l y))
                Op::Ite => self.args(a)[1..].iter().all(|&t| is_free(self, t)),
                _ => false,
            };
        if !pushes {
            return self.raw(Op::Extract { high, low }, &[a]);
        }
        let args: SmallVec<[TermId; 3]> = self.args(a).into();
        if op == Op::Ite {
            let x = self.extract_within(args[1], high, low, splits - 1);
            let y = self.extract_within(args[2], high, low, splits - 1);
            return self.ite(args[0], x, y);
        }
        let narrow: SmallVec<[TermId; 3]> =
            args.iter().map(|&t| self.extract_within(t, high, low, splits - 1)).collect();
        self.build(op, &narrow)
    }

    /// Taking these bits of the term makes nothing but a smaller term of its parts.
    fn narrows_freely(&self, term: TermId, high: u32, low: u32) -> bool {
        match self.op(term) {
            Op::BvConst(_) | Op::Extract { .. } => true,
            Op::ZeroExtend(_) | Op::SignExtend(_) => true,
            Op::Concat => {
                let cut = self.width(self.args(term)[1]);
                high < cut || low >= cut
            }
            _ => false,
        }
    }

    pub fn zero_extend(&mut self, a: TermId, by: u32) -> TermId {
        // (zero_extend 0 x)  ->  x
        if by == 0 {
            return a;
        }
        if let Some(folded) = self.fold_unary(Op::ZeroExtend(by), a) {
            return folded;
        }
        // (zero_extend n (zero_extend m x))  ->  (zero_extend n+m x)
        if let (Op::ZeroExtend(inner), &[x]) = (self.op(a), self.args(a)) {
            return self.raw(Op::ZeroExtend(by + inner), &[x]);
        }
        self.raw(Op::ZeroExtend(by), &[a])
    }

    pub fn sign_extend(&mut self, a: TermId, by: u32) -> TermId {
        // (sign_extend 0 x)  ->  x
        if by == 0 {
            return a;
        }
        if let Some(folded) = self.fold_unary(Op::SignExtend(by), a) {
            return folded;
        }
        // (sign_extend n x)  ->  (zero_extend n x)          when x is not negative
        if self.is_nonnegative(a) {
            return self.zero_extend(a, by);
        }
        // (sign_extend n (sign_extend m x))  ->  (sign_extend n+m x)
        if let (Op::SignExtend(inner), &[x]) = (self.op(a), self.args(a)) {
            return self.raw(Op::SignExtend(by + inner), &[x]);
        }
        self.raw(Op::SignExtend(by), &[a])
    }

    // ---- conversions --------------------------------------------------------------------------

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
