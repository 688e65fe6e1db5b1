//! Bitwise operators, shifts and rotations.
//!
//! Shifts and masks by constants become concatenations and extracts, zero bits on top become
//! `zero_extend`: these cost nothing when bit-blasted and are seen through by other rules.

use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::terms::Terms;

impl Terms {
    pub fn bv_not(&mut self, a: TermId) -> TermId {
        if let Some(folded) = self.fold_unary(Op::BvNot, a) {
            return folded;
        }
        // (bvnot (bvnot x))  ->  x
        if let Some(x) = self.as_unary(Op::BvNot, a) {
            return x;
        }
        self.raw(Op::BvNot, &[a])
    }

    fn are_bit_complements(&self, a: TermId, b: TermId) -> bool {
        self.as_unary(Op::BvNot, a) == Some(b) || self.as_unary(Op::BvNot, b) == Some(a)
    }

    pub fn bv_and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_binary(Op::BvAnd, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        // (bvand x x)  ->  x
        if a == b {
            return a;
        }
        // (bvand x (bvnot x))  ->  0
        if self.are_bit_complements(a, b) {
            return self.bv_u64(self.width(a), 0);
        }
        if let Some(c) = self.bv_value(a).cloned() {
            return self.bv_and_constant(&c, a, b);
        }
        for (x, y) in [(a, b), (b, a)] {
            // (bvand x (bvand x y))  ->  (bvand x y)
            if self.has_argument(Op::BvAnd, y, x) {
                return y;
            }
            // (bvand x (bvor x y))  ->  x
            if self.has_argument(Op::BvOr, y, x) {
                return x;
            }
        }
        self.raw(Op::BvAnd, &[a, b])
    }

    /// `a` is the constant `c`, `b` is not constant.
    fn bv_and_constant(&mut self, c: &BvValue, a: TermId, b: TermId) -> TermId {
        // (bvand 0 x)  ->  0
        if c.is_zero() {
            return a;
        }
        // (bvand 11..1 x)  ->  x
        if c.is_ones() {
            return b;
        }
        // (bvand c (bvand d x))  ->  (bvand c&d x)
        if let Some((d, x)) = self.as_with_constant(Op::BvAnd, b) {
            let mask = c.and(d);
            let mask = self.bv(mask);
            return self.bv_and(mask, x);
        }
        // (bvand c (zero_extend x))  ->  (zero_extend (bvand c_low x))
        if let (Op::ZeroExtend(by), &[x]) = (self.op(b), self.args(b)) {
            let low = self.bv(c.extract(self.width(x) - 1, 0));
            let inner = self.bv_and(low, x);
            return self.zero_extend(inner, by);
        }
        // (bvand 0..01..10..0 x)  ->  (zero_extend (concat x_middle 0))
        if let Some((high, low)) = contiguous(c) {
            let middle = self.extract(b, high, low);
            let shifted = self.append_zeros(middle, low);
            return self.zero_extend(shifted, c.width() - 1 - high);
        }
        self.raw(Op::BvAnd, &[a, b])
    }

    pub fn bv_or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_binary(Op::BvOr, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        // (bvor x x)  ->  x
        if a == b {
            return a;
        }
        // (bvor x (bvnot x))  ->  11..1
        if self.are_bit_complements(a, b) {
            return self.bv_ones(self.width(a));
        }
        if let Some(c) = self.bv_value(a).cloned() {
            return self.bv_or_constant(&c, a, b);
        }
        for (x, y) in [(a, b), (b, a)] {
            // (bvor x (bvor x y))  ->  (bvor x y)
            if self.has_argument(Op::BvOr, y, x) {
                return y;
            }
            // (bvor x (bvand x y))  ->  x
            if self.has_argument(Op::BvAnd, y, x) {
                return x;
            }
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return joined;
        }
        self.raw(Op::BvOr, &[a, b])
    }

    /// `a` is the constant `c`, `b` is not constant.
    fn bv_or_constant(&mut self, c: &BvValue, a: TermId, b: TermId) -> TermId {
        // (bvor 0 x)  ->  x
        if c.is_zero() {
            return b;
        }
        // (bvor 11..1 x)  ->  11..1
        if c.is_ones() {
            return a;
        }
        // (bvor c (bvor d x))  ->  (bvor c|d x)
        if let Some((d, x)) = self.as_with_constant(Op::BvOr, b) {
            let mask = c.or(d);
            let mask = self.bv(mask);
            return self.bv_or(mask, x);
        }
        // (bvor 0..01..10..0 x)  ->  (concat x_high 1..1 x_low)
        if let Some((high, low)) = contiguous(c) {
            let mut result = self.bv_ones(high - low + 1);
            if low > 0 {
                let below = self.extract(b, low - 1, 0);
                result = self.concat(result, below);
            }
            if high < c.width() - 1 {
                let above = self.extract(b, c.width() - 1, high + 1);
                result = self.concat(above, result);
            }
            return result;
        }
        self.raw(Op::BvOr, &[a, b])
    }

    pub fn bv_xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.fold_binary(Op::BvXor, a, b) {
            Ok(folded) => return folded,
            Err(ordered) => ordered,
        };
        // (bvxor x x)  ->  0
        if a == b {
            return self.bv_u64(self.width(a), 0);
        }
        // (bvxor x (bvnot x))  ->  11..1
        if self.are_bit_complements(a, b) {
            return self.bv_ones(self.width(a));
        }
        if let Some(c) = self.bv_value(a).cloned() {
            // (bvxor 0 x)  ->  x
            if c.is_zero() {
                return b;
            }
            // (bvxor 11..1 x)  ->  (bvnot x)
            if c.is_ones() {
                return self.bv_not(b);
            }
            // (bvxor c (bvnot x))  ->  (bvxor ~c x)
            if let Some(x) = self.as_unary(Op::BvNot, b) {
                let mask = self.bv(c.not());
                return self.bv_xor(mask, x);
            }
            // (bvxor c (bvxor d x))  ->  (bvxor c^d x)
            if let Some((d, x)) = self.as_with_constant(Op::BvXor, b) {
                let mask = c.xor(d);
                let mask = self.bv(mask);
                return self.bv_xor(mask, x);
            }
            return self.raw(Op::BvXor, &[a, b]);
        }
        // (bvxor (bvnot x) y)  ->  (bvnot (bvxor x y))
        let positive = |terms: &Self, t| terms.as_unary(Op::BvNot, t).unwrap_or(t);
        let (x, y) = (positive(self, a), positive(self, b));
        if x != a || y != b {
            let inner = self.bv_xor(x, y);
            return if (x != a) != (y != b) { self.bv_not(inner) } else { inner };
        }
        for (x, y) in [(a, b), (b, a)] {
            // (bvxor x (bvxor x y))  ->  y
            match self.as_binary(Op::BvXor, y) {
                Some((p, q)) if p == x => return q,
                Some((p, q)) if q == x => return p,
                _ => {}
            }
        }
        self.raw(Op::BvXor, &[a, b])
    }

    /// Is `argument` one of the arguments of the binary `term`?
    fn has_argument(&self, op: Op, term: TermId, argument: TermId) -> bool {
        self.as_binary(op, term).is_some_and(|(x, y)| x == argument || y == argument)
    }

    /// The sum or union of two terms that share no bit position, when that shows at the top:
    /// `(bvor (concat x 0_k) (zero_extend y))  ->  (concat x (zero_extend y))`   y of at most k bits.
    pub(super) fn join_disjoint(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        self.join_high_low(a, b).or_else(|| self.join_high_low(b, a))
    }

    fn join_high_low(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let (x, zeros) = self.as_binary(Op::Concat, high)?;
        if !self.bv_value(zeros)?.is_zero() {
            return None;
        }
        let room = self.width(zeros);
        let used = match self.bv_value(low) {
            Some(value) => value.width() - value.leading_zeros(),
            None => match self.op(low) {
                Op::ZeroExtend(by) => self.width(low) - by,
                _ => return None,
            },
        };
        if used > room {
            return None;
        }
        let low = self.extract(low, room - 1, 0);
        Some(self.concat(x, low))
    }

    // ---- shifts -------------------------------------------------------------------------------

    /// The distance of a shift by a constant; the width for everything at or beyond it.
    fn shift_distance(&self, by: TermId) -> Option<u32> {
        let value = self.bv_value(by)?;
        let width = value.width();
        Some(value.to_u64().map_or(width, |n| n.min(u64::from(width)) as u32))
    }

    pub fn bv_shl(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_binary(Op::BvShl, a, b) {
            return folded;
        }
        // (bvshl x k)  ->  (concat x_low 0_k)
        if let Some(k) = self.shift_distance(b) {
            return self.shift_left_by(a, k);
        }
        // (bvshl 0 x)  ->  0
        if self.bv_value(a).is_some_and(BvValue::is_zero) {
            return a;
        }
        self.raw(Op::BvShl, &[a, b])
    }

    pub fn bv_lshr(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_binary(Op::BvLshr, a, b) {
            return folded;
        }
        // (bvlshr x k)  ->  (zero_extend x_high)
        if let Some(k) = self.shift_distance(b) {
            return self.shift_right_by(a, k);
        }
        // (bvlshr 0 x)  ->  0
        if self.bv_value(a).is_some_and(BvValue::is_zero) {
            return a;
        }
        self.raw(Op::BvLshr, &[a, b])
    }

    pub fn bv_ashr(&mut self, a: TermId, b: TermId) -> TermId {
        if let Ok(folded) = self.fold_binary(Op::BvAshr, a, b) {
            return folded;
        }
        // (bvashr x k)  ->  (sign_extend x_high)
        if let Some(k) = self.shift_distance(b) {
            let width = self.width(a);
            let k = k.min(width - 1);
            let high = self.extract(a, width - 1, k);
            return self.sign_extend(high, k);
        }
        // (bvashr 0 x)  ->  0          (bvashr 11..1 x)  ->  11..1
        if self.bv_value(a).is_some_and(|c| c.is_zero() || c.is_ones()) {
            return a;
        }
        // (bvashr x y)  ->  (bvlshr x y)          when x is not negative
        if self.is_nonnegative(a) {
            return self.bv_lshr(a, b);
        }
        self.raw(Op::BvAshr, &[a, b])
    }

    /// `x * 2^k`; zero when k reaches the width.
    pub(super) fn shift_left_by(&mut self, a: TermId, k: u32) -> TermId {
        let width = self.width(a);
        if k >= width {
            return self.bv_u64(width, 0);
        }
        let low = self.extract(a, width - 1 - k, 0);
        self.append_zeros(low, k)
    }

    /// `x / 2^k`; zero when k reaches the width.
    pub(super) fn shift_right_by(&mut self, a: TermId, k: u32) -> TermId {
        let width = self.width(a);
        if k >= width {
            return self.bv_u64(width, 0);
        }
        let high = self.extract(a, width - 1, k);
        self.zero_extend(high, k)
    }

    /// `x mod 2^k` in the width of `x`, k below the width.
    pub(super) fn low_bits(&mut self, a: TermId, k: u32) -> TermId {
        let width = self.width(a);
        if k == 0 {
            return self.bv_u64(width, 0);
        }
        let low = self.extract(a, k - 1, 0);
        self.zero_extend(low, width - k)
    }

    fn append_zeros(&mut self, a: TermId, count: u32) -> TermId {
        if count == 0 {
            return a;
        }
        let zeros = self.bv_u64(count, 0);
        self.concat(a, zeros)
    }

    pub fn rotate_left(&mut self, a: TermId, by: u32) -> TermId {
        let width = self.width(a);
        let by = by % width;
        // (rotate_left 0 x)  ->  x
        if by == 0 {
            return a;
        }
        // (rotate_left k x)  ->  (concat x_low x_high)
        let (low, high) = (self.extract(a, width - 1 - by, 0), self.extract(a, width - 1, width - by));
        self.concat(low, high)
    }

    pub fn rotate_right(&mut self, a: TermId, by: u32) -> TermId {
        let width = self.width(a);
        // (rotate_right k x)  ->  (rotate_left w-k x)
        self.rotate_left(a, width - by % width)
    }
}

/// Highest and lowest position when the set bits are one run.
fn contiguous(mask: &BvValue) -> Option<(u32, u32)> {
    let low = mask.trailing_zeros();
    let high = mask.width() - 1 - mask.leading_zeros().min(mask.width() - 1);
    let run = BvValue::ones(mask.width()).lshr_by(mask.width() - 1 - high + low).shl_by(low);
    (low < mask.width() && run == *mask).then_some((high, low))
}
