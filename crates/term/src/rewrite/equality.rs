//! Equality, of every sort.

use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::terms::Terms;
use smallvec::SmallVec;

/// How many rules one equality applies in a row: bounds the work on long sums, nested `ite`s and
/// concatenations.
const LEVELS: usize = 32;

impl Terms {
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.sort_of(a), self.sort_of(b), "equality of different sorts");
        // (= x y)  ->  false                                             where the bounds are apart
        if self.distinct_by_bounds(a, b) {
            return self.ff();
        }
        let (mut a, mut b) = self.ordered(a, b);
        // Conditions met on the way, to be joined with the equality that is left, innermost first.
        let mut pending: SmallVec<[Pending; 4]> = SmallVec::new();
        let mut decided = None;
        for _ in 0..LEVELS {
            match self.eq_step(a, b) {
                EqStep::Decided(equal) => {
                    decided = Some(equal);
                    break;
                }
                EqStep::Again(x, y) => (a, b) = self.ordered(x, y),
                EqStep::Under(condition, x, y) => {
                    pending.push(condition);
                    (a, b) = self.ordered(x, y);
                }
                EqStep::Stuck => break,
            }
        }
        let mut result = match decided {
            Some(result) => result,
            None => self.eq_node(a, b),
        };
        while let Some(condition) = pending.pop() {
            result = match condition {
                Pending::And(term) => self.and(term, result),
                Pending::Or(term) => self.or(term, result),
            };
        }
        result
    }

    /// `(not (= a b))`
    pub fn distinct(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// The node, with the trivial cases decided: rules may stop anywhere.
    fn eq_node(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.tt();
        }
        // different constants are different values: encodings are unique
        if self.is_constant(a) && self.is_constant(b) {
            return self.ff();
        }
        self.raw(Op::Eq, &[a, b])
    }

    /// Rules about `(= a b)`, arguments in order.
    fn eq_step(&mut self, a: TermId, b: TermId) -> EqStep {
        // (= x x)  ->  true            (= 1 2)  ->  false
        if a == b || (self.is_constant(a) && self.is_constant(b)) {
            return EqStep::Decided(self.eq_node(a, b));
        }
        match self.as_bool_const(a) {
            // (= true x)  ->  x
            Some(true) => return EqStep::Decided(b),
            // (= false x)  ->  (not x)
            Some(false) => return EqStep::Decided(self.not(b)),
            None => {}
        }
        if self.is_bool(a) {
            return EqStep::Decided(self.eq_boolean(a, b));
        }
        if self.is_constant(a) {
            return self.eq_constant(a, b);
        }
        match self.eq_terms(a, b) {
            EqStep::Stuck => self.eq_terms(b, a),
            step => step,
        }
    }

    fn eq_boolean(&mut self, a: TermId, b: TermId) -> TermId {
        // (= x (not x))  ->  false
        if self.are_complements(a, b) {
            return self.ff();
        }
        // (= (not x) y)  ->  (not (= x y))
        let positive = |terms: &Self, t| terms.as_unary(Op::Not, t).unwrap_or(t);
        let (x, y) = (positive(self, a), positive(self, b));
        let negated = (x != a) != (y != b);
        // (= x (= x y))  ->  y
        let inside = |terms: &Self, x, y| match terms.as_binary(Op::Eq, y) {
            Some((p, q)) if p == x => Some(q),
            Some((p, q)) if q == x => Some(p),
            _ => None,
        };
        let equal = match inside(self, x, y).or_else(|| inside(self, y, x)) {
            Some(other) => other,
            None => {
                let (x, y) = self.ordered(x, y);
                self.raw(Op::Eq, &[x, y])
            }
        };
        if negated { self.not(equal) } else { equal }
    }

    /// `(= constant b)`, undoing on the constant what `b` does.
    fn eq_constant(&mut self, k: TermId, b: TermId) -> EqStep {
        if let Some((c, x, y)) = self.as_ite(b) {
            return self.eq_constant_ite(k, c, x, y);
        }
        match self.bv_value(k).cloned() {
            Some(value) => self.eq_constant_bits(&value, b),
            None => EqStep::Stuck,
        }
    }

    fn eq_constant_ite(&mut self, k: TermId, c: TermId, x: TermId, y: TermId) -> EqStep {
        // (= k (ite c k y))  ->  (or c (= k y))
        if x == k {
            return EqStep::Under(Pending::Or(c), k, y);
        }
        // (= k (ite c 1 y))  ->  (and (not c) (= k y))      k other than 1
        if self.is_constant(x) {
            let not_c = self.not(c);
            return EqStep::Under(Pending::And(not_c), k, y);
        }
        // (= k (ite c x k))  ->  (or (not c) (= k x))
        if y == k {
            let not_c = self.not(c);
            return EqStep::Under(Pending::Or(not_c), k, x);
        }
        // (= k (ite c x 1))  ->  (and c (= k x))            k other than 1
        if self.is_constant(y) {
            return EqStep::Under(Pending::And(c), k, x);
        }
        EqStep::Stuck
    }

    fn eq_constant_bits(&mut self, k: &BvValue, b: TermId) -> EqStep {
        let args = self.args(b);
        let first = args.first().copied().unwrap_or(b);
        let second = args.get(1).copied().unwrap_or(b);
        let (value, rest) = match self.op(b) {
            // (= k (bvnot x))  ->  (= ~k x)
            Op::BvNot => (k.not(), first),
            // (= k (bvneg x))  ->  (= -k x)
            Op::BvNeg => (k.neg(), first),
            Op::BvAdd | Op::BvXor => match self.bv_value(first) {
                // (= k (bvadd c x))  ->  (= k-c x)
                Some(c) if self.op(b) == Op::BvAdd => (k.sub(c), second),
                // (= k (bvxor c x))  ->  (= k^c x)
                Some(c) => (k.xor(c), second),
                None => return EqStep::Stuck,
            },
            Op::BvSub => match self.bv_value(first) {
                // (= k (bvsub c x))  ->  (= c-k x)
                Some(c) => (c.sub(k), second),
                // (= 0 (bvsub x y))  ->  (= x y)
                None if k.is_zero() => return EqStep::Again(first, second),
                None => return EqStep::Stuck,
            },
            Op::Concat => return self.eq_constant_concat(k, first, second),
            Op::ZeroExtend(_) | Op::SignExtend(_) => {
                let narrow = k.extract(self.width(first) - 1, 0);
                let by = k.width() - narrow.width();
                let wide = if matches!(self.op(b), Op::ZeroExtend(_)) {
                    narrow.zero_extend(by)
                } else {
                    narrow.sign_extend(by)
                };
                // (= k (zero_extend x))  ->  false                when k is no extension
                if wide != *k {
                    return EqStep::Decided(self.ff());
                }
                // (= k (zero_extend x))  ->  (= k_low x)
                (narrow, first)
            }
            _ => return EqStep::Stuck,
        };
        EqStep::Again(self.bv(value), rest)
    }

    /// `(= k (concat x y))  ->  (and (= k_high x) (= k_low y))`, going on with the part that is a
    /// concatenation itself. (Of two such parts one is left alone, which bounds the recursion.)
    fn eq_constant_concat(&mut self, k: &BvValue, x: TermId, y: TermId) -> EqStep {
        let low_width = self.width(y);
        let low = self.bv(k.extract(low_width - 1, 0));
        let high = self.bv(k.extract(k.width() - 1, low_width));
        let (now, (next_k, next)) = match (self.op(x), self.op(y)) {
            (Op::Concat, Op::Concat) => (self.eq_node(low, y), (high, x)),
            (Op::Concat, _) => (self.eq(low, y), (high, x)),
            _ => (self.eq(high, x), (low, y)),
        };
        EqStep::Under(Pending::And(now), next_k, next)
    }

    /// Rules about two terms that are not constants and not Boolean.
    fn eq_terms(&mut self, a: TermId, b: TermId) -> EqStep {
        match (self.op(a), self.op(b)) {
            (Op::Ite, _) => self.eq_ite(a, b),
            // (= (bvnot x) (bvnot y))  ->  (= x y)            also bvneg and equal extensions
            (Op::BvNot, Op::BvNot) | (Op::BvNeg, Op::BvNeg) => EqStep::Again(self.args(a)[0], self.args(b)[0]),
            (Op::ZeroExtend(n), Op::ZeroExtend(m)) | (Op::SignExtend(n), Op::SignExtend(m)) if n == m => {
                EqStep::Again(self.args(a)[0], self.args(b)[0])
            }
            (Op::BvAdd | Op::BvXor, _) => self.eq_sum(a, b),
            (Op::Concat, Op::Concat) => self.eq_concat(a, b),
            // (= (store x i v) x)  ->  (= (select x i) v)
            (Op::Store, _) if self.args(a)[0] == b => {
                let (index, element) = (self.args(a)[1], self.args(a)[2]);
                EqStep::Again(self.select(b, index), element)
            }
            _ => EqStep::Stuck,
        }
    }

    fn eq_ite(&mut self, a: TermId, b: TermId) -> EqStep {
        match self.as_ite(a) {
            // (= (ite c x y) x)  ->  (or c (= y x))
            Some((c, x, y)) if x == b => EqStep::Under(Pending::Or(c), y, b),
            // (= (ite c x y) y)  ->  (or (not c) (= x y))
            Some((c, x, y)) if y == b => {
                let not_c = self.not(c);
                EqStep::Under(Pending::Or(not_c), x, b)
            }
            _ => EqStep::Stuck,
        }
    }

    fn eq_sum(&mut self, a: TermId, b: TermId) -> EqStep {
        let op = self.op(a);
        // (= (bvadd x y) (bvadd x z))  ->  (= y z)            also bvxor
        if let Some((y, z)) = self.without_shared(op, a, b) {
            return EqStep::Again(y, z);
        }
        // (= (bvadd x y) x)  ->  (= 0 y)                      also bvxor
        match self.as_binary(op, a) {
            Some((x, y)) if x == b || y == b => {
                let zero = self.bv_u64(self.width(b), 0);
                EqStep::Again(zero, if x == b { y } else { x })
            }
            _ => EqStep::Stuck,
        }
    }

    fn eq_concat(&mut self, a: TermId, b: TermId) -> EqStep {
        let (Some((x, y)), Some((z, w))) = (self.as_binary(Op::Concat, a), self.as_binary(Op::Concat, b)) else {
            return EqStep::Stuck;
        };
        if self.width(y) != self.width(w) {
            return EqStep::Stuck;
        }
        let is_decided = |p, q| p == q || (self.is_constant(p) && self.is_constant(q));
        // (= (concat x y) (concat z w))  ->  (and (= x z) (= y w))      when one of the two is decided
        if is_decided(x, z) {
            return EqStep::Under(Pending::And(self.eq_node(x, z)), y, w);
        }
        if is_decided(y, w) {
            return EqStep::Under(Pending::And(self.eq_node(y, w)), x, z);
        }
        EqStep::Stuck
    }

    /// What remains of two applications of a commutative operator that share an argument.
    fn without_shared(&self, op: Op, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let ((x, y), (z, w)) = (self.as_binary(op, a)?, self.as_binary(op, b)?);
        if x == z {
            Some((y, w))
        } else if x == w {
            Some((y, z))
        } else if y == z {
            Some((x, w))
        } else if y == w {
            Some((x, z))
        } else {
            None
        }
    }
}

/// One step of an equality with a constant.
enum EqStep {
    Decided(TermId),
    /// The equality is that of these two.
    Again(TermId, TermId),
    /// The equality is the condition joined with that of these two.
    Under(Pending, TermId, TermId),
    Stuck,
}

enum Pending {
    And(TermId),
    Or(TermId),
}
