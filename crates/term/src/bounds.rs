//! Unsigned bounds of bit-vector terms, computed once when a term is made.
//!
//! A term's bounds are read off its operator and its arguments' bounds, so a comparison with a constant
//! is decided in constant time however deep the term is: of an index that a loop carries as a chain of
//! choices among constants, one knows at once that it is below the array's length.
//!
//! In: a node and the bounds of its arguments. Out: an interval that contains the value under every
//! assignment (`0 ..= 2^w - 1` when nothing better is known; terms wider than 64 bits and other sorts
//! have no bounds). Sound because every case is monotone in its arguments without wrap-around, or falls
//! back to the whole range.

use crate::op::{Op, TermId};
use crate::sort::Sort;
use crate::terms::Terms;

/// `low ..= high`, unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub low: u64,
    pub high: u64,
}

fn largest(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The smallest number of the form `2^n - 1` that is at least `x`.
fn ones_above(x: u64) -> u64 {
    u64::MAX.checked_shr(x.leading_zeros()).unwrap_or(0)
}

impl Terms {
    /// Bounds of a bit-vector of at most 64 bits; none for other terms.
    pub fn bounds(&self, term: TermId) -> Option<Bounds> {
        let bounds = self.stored_bounds(term);
        (bounds.low <= bounds.high).then_some(bounds)
    }
    /// Computed when a node is made. An empty interval stands for "no bounds".
    pub(crate) fn bounds_of_node(&self, op: Op, sort: crate::sort::SortId, args: &[TermId]) -> Bounds {
        let none = Bounds { low: 1, high: 0 };
        match *self.sort_data(sort) {
            Sort::BitVec(width) if (1..=64).contains(&width) => {
                self.tight_bounds(op, width, args).unwrap_or(Bounds { low: 0, high: largest(width) })
            }
            _ => none,
        }
    }
    fn tight_bounds(&self, op: Op, width: u32, args: &[TermId]) -> Option<Bounds> {
        let of = |i: usize| self.bounds(args[i]);
        let limit = largest(width);
        Some(match op {
            Op::BvConst(value) => {
                let value = self.bits_of(value).to_u64()?;
                Bounds { low: value, high: value }
            }
            Op::Ite => {
                let (a, b) = (of(1)?, of(2)?);
                Bounds { low: a.low.min(b.low), high: a.high.max(b.high) }
            }
            Op::ZeroExtend(_) => of(0)?,
            // Only what keeps the sign bit clear.
            Op::SignExtend(_) => of(0).filter(|a| a.high <= largest(self.width(args[0])) >> 1)?,
            Op::Concat => {
                let (high, low) = (of(0)?, of(1)?);
                let shift = self.width(args[1]);
                Bounds { low: high.low << shift | low.low, high: high.high << shift | low.high }
            }
            // The low bits of something that fits into them.
            Op::Extract { high, low: 0 } => of(0).filter(|a| a.high <= largest(high + 1))?,
            Op::Extract { low, .. } => {
                let a = of(0)?;
                let (x, y) = (a.low >> low, a.high >> low);
                (y <= limit).then_some(Bounds { low: x, high: y })?
            }
            Op::BvAdd => {
                let (a, b) = (of(0)?, of(1)?);
                let (low, high) = (u128::from(a.low) + u128::from(b.low), u128::from(a.high) + u128::from(b.high));
                // All sums stay below 2^w, or all wrap once (`x - 1` is `x + (2^w - 1)`).
                let wrapped = if low > u128::from(limit) { u128::from(limit) + 1 } else { 0 };
                let fits = high - wrapped <= u128::from(limit);
                fits.then(|| Bounds { low: (low - wrapped) as u64, high: (high - wrapped) as u64 })?
            }
            Op::BvSub => {
                let (a, b) = (of(0)?, of(1)?);
                (a.low >= b.high).then(|| Bounds { low: a.low - b.high, high: a.high - b.low })?
            }
            Op::BvMul => {
                let (a, b) = (of(0)?, of(1)?);
                let high = a.high.checked_mul(b.high).filter(|product| *product <= limit)?;
                Bounds { low: a.low * b.low, high }
            }
            Op::BvAnd => Bounds { low: 0, high: of(0)?.high.min(of(1)?.high) },
            Op::BvOr => {
                let (a, b) = (of(0)?, of(1)?);
                Bounds { low: a.low.max(b.low), high: ones_above(a.high | b.high) }
            }
            Op::BvXor => Bounds { low: 0, high: ones_above(of(0)?.high | of(1)?.high) },
            Op::BvUdiv => {
                let (a, b) = (of(0)?, of(1)?);
                // Division by zero gives all ones.
                (b.low > 0).then(|| Bounds { low: a.low / b.high, high: a.high / b.low })?
            }
            Op::BvUrem => {
                let (a, b) = (of(0)?, of(1)?);
                // By zero the dividend comes out.
                let high = if b.low > 0 { a.high.min(b.high - 1) } else { a.high };
                Bounds { low: 0, high }
            }
            Op::BvLshr => Bounds { low: 0, high: of(0)?.high },
            _ => return None,
        })
    }

    /// Decides an unsigned `a < b` where the bounds do.
    pub(crate) fn ult_by_bounds(&self, a: TermId, b: TermId) -> Option<bool> {
        let (a, b) = (self.bounds(a)?, self.bounds(b)?);
        if a.high < b.low {
            Some(true)
        } else if a.low >= b.high {
            Some(false)
        } else {
            None
        }
    }
    /// Decides a signed `a < b` where the bounds do: both must stay on one side of the sign.
    pub(crate) fn slt_by_bounds(&self, a: TermId, b: TermId) -> Option<bool> {
        let half = largest(self.width(a).min(64)) >> 1;
        let side = |t: TermId| {
            let bounds = self.bounds(t)?;
            if bounds.high <= half {
                Some(false)
            } else if bounds.low > half {
                Some(true)
            } else {
                None
            }
        };
        match (side(a)?, side(b)?) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => self.ult_by_bounds(a, b),
        }
    }
    /// Whether two terms can never be equal.
    pub(crate) fn distinct_by_bounds(&self, a: TermId, b: TermId) -> bool {
        match (self.bounds(a), self.bounds(b)) {
            (Some(a), Some(b)) => a.high < b.low || b.high < a.low,
            _ => false,
        }
    }
    /// Whether an unsigned sum or product cannot overflow.
    pub(crate) fn fits_by_bounds(&self, op: Op, a: TermId, b: TermId) -> bool {
        let (Some(x), Some(y)) = (self.bounds(a), self.bounds(b)) else { return false };
        let limit = largest(self.width(a));
        let below = |result: Option<u64>, limit: u64| result.is_some_and(|r| r <= limit);
        match op {
            Op::BvUaddO => below(x.high.checked_add(y.high), limit),
            Op::BvUmulO => below(x.high.checked_mul(y.high), limit),
            Op::BvUsubO => x.low >= y.high,
            // Signed: both not negative, and the result neither.
            Op::BvSaddO => below(x.high.checked_add(y.high), limit >> 1),
            Op::BvSmulO => {
                below(x.high.checked_mul(y.high), limit >> 1) && x.high <= limit >> 1 && y.high <= limit >> 1
            }
            Op::BvSsubO => x.high <= limit >> 1 && y.high <= limit >> 1,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Assignment, BvValue, Value, evaluate};

    #[test]
    fn chains_of_choices_are_bounded_at_once() {
        let mut terms = Terms::new();
        let bool_sort = terms.bool_sort();
        let mut index = terms.bv_u64(64, 0);
        for k in 1..1000 {
            let condition = terms.symbol(&format!("c{k}"), bool_sort);
            let constant = terms.bv_u64(64, k);
            index = terms.ite(condition, constant, index);
        }
        let limit = terms.bv_u64(64, 1000);
        assert_eq!(terms.bv_ult(index, limit), terms.tt());
        let less = terms.bv_u64(64, 999);
        assert_ne!(terms.bv_ult(index, less), terms.tt());
    }

    #[test]
    fn a_decremented_index_keeps_its_bounds() {
        let mut terms = Terms::new();
        let byte = terms.bv_sort(8);
        let narrow = terms.symbol("x", byte);
        let (wide, one) = (terms.zero_extend(narrow, 24), terms.bv_u64(32, 1));
        let from_one = terms.bv_add(wide, one);
        let back = terms.raw(Op::BvSub, &[from_one, one]);
        assert_eq!(terms.bounds(back), Some(Bounds { low: 0, high: 255 }));
        let minus_one = terms.bv_u64(32, u64::from(u32::MAX));
        let back = terms.raw(Op::BvAdd, &[from_one, minus_one]);
        assert_eq!(terms.bounds(back), Some(Bounds { low: 0, high: 255 }));
    }

    /// Computing with a choice that grows by one constant per step costs a constant number of nodes.
    #[test]
    fn growing_choices_are_computed_with_step_by_step() {
        let mut terms = Terms::new();
        let (bool_sort, word) = (terms.bool_sort(), terms.bv_sort(32));
        let array_sort = terms.array_sort(word, word);
        let array = terms.symbol("a", array_sort);
        let one = terms.bv_u64(32, 1);
        let mut index = one;
        for k in 2..2_000 {
            let condition = terms.symbol(&format!("c{k}"), bool_sort);
            let constant = terms.bv_u64(32, k);
            index = terms.ite(condition, constant, index);
            let from_zero = terms.bv_sub(index, one);
            assert_eq!(terms.op(from_zero), Op::Ite);
            assert_eq!(terms.bounds(from_zero), Some(Bounds { low: 0, high: k - 1 }));
            let element = terms.select(array, from_zero);
            assert_eq!(terms.op(element), Op::Ite);
        }
        assert!(terms.len() < 20_000);
    }

    #[test]
    fn bounds_hold_on_random_values() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..400 {
            let mut terms = Terms::new();
            let sort = terms.bv_sort(6);
            let symbols: Vec<TermId> = ["x", "y", "z"].iter().map(|n| terms.symbol(n, sort)).collect();
            let mut pool = symbols.clone();
            pool.push(terms.bv_u64(6, random.u64(0..64)));
            pool.push(terms.bv_u64(6, random.u64(0..8)));
            for _ in 0..12 {
                let (a, b) = (pool[random.usize(0..pool.len())], pool[random.usize(0..pool.len())]);
                let op = random.choice([
                    Op::BvAdd,
                    Op::BvSub,
                    Op::BvMul,
                    Op::BvAnd,
                    Op::BvOr,
                    Op::BvXor,
                    Op::BvUdiv,
                    Op::BvUrem,
                    Op::BvLshr,
                ]);
                let term = terms.raw(op.expect("not empty"), &[a, b]);
                pool.push(term);
                let part = terms.extract(term, 4, 1);
                pool.push(terms.zero_extend(part, 2));
            }
            let mut assignment = Assignment::new();
            for symbol in &symbols {
                let id = terms.as_symbol(*symbol).expect("a symbol");
                assignment.set(id, Value::BitVec(BvValue::from_u64(6, random.u64(0..64))));
            }
            for term in pool {
                let value = evaluate(&terms, term, &assignment).unwrap();
                let value = value.as_bv().and_then(|v| v.to_u64()).unwrap();
                let bounds = terms.bounds(term).expect("narrow terms have bounds");
                assert!((bounds.low..=bounds.high).contains(&value));
            }
        }
    }
}
