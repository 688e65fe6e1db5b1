//! Arrays: reads over writes, and choices among arrays and indices.

use crate::bv::BvValue;
use crate::op::{Op, TermId};
use crate::sort::SortId;
use crate::terms::Terms;

/// How many writes one read looks through: bounded, so that building stays linear.
const STORES: usize = 64;
/// How many nested choices of arrays or indices one read is pushed into.
const CHOICES: usize = 6;

impl Terms {
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        // The walk below must not start from an ill-sorted pair.
        if let Err(error) = self.check(Op::Select, &[array, index]) {
            panic!("ill-sorted term: {error}");
        }
        let (inner, found) = self.select_simpler(array, index, CHOICES);
        let Some(result) = found else { return self.raw(Op::Select, &[inner, index]) };
        if self.op(index) == Op::Ite {
            self.pushed.insert((Op::Select, inner, Some(index)), result);
        }
        result
    }

    /// The read if it becomes something other than a read of a plain array, and otherwise the
    /// array that is left after looking through writes to other indices.
    fn select_simpler(&mut self, mut array: TermId, index: TermId, choices: usize) -> (TermId, Option<TermId>) {
        for _ in 0..STORES {
            let (op, args) = (self.op(array), self.args(array));
            match (op, args) {
                // (select (store a i v) i)  ->  v
                (Op::Store, &[_, written, element]) if written == index => return (array, Some(element)),
                // (select (store a i v) j)  ->  (select a j)          i and j surely different
                (Op::Store, &[inner, written, _]) if self.are_distinct(written, index) => array = inner,
                // (select ((as const A) v) i)  ->  v
                (Op::ConstArray(_), &[element]) => return (array, Some(element)),
                _ => break,
            }
        }
        if choices == 0 {
            return (array, None);
        }
        if let Some((c, x, y)) = self.as_ite(index) {
            // What was read before at a choice that this one extends is found at once.
            if let Some(&done) = self.pushed.get(&(Op::Select, array, Some(index))) {
                return (array, Some(done));
            }
            if let Some(choice) = self.select_index_choice(array, c, x, y, choices - 1) {
                return (array, Some(choice));
            }
        }
        if let Some((c, x, y)) = self.as_ite(array) {
            // (select (ite c a b) i)  ->  (ite c (select a i) (select b i))   when both become simpler
            let (_, left) = self.select_simpler(x, index, choices - 1);
            if let Some(left) = left
                && let (_, Some(right)) = self.select_simpler(y, index, choices - 1)
            {
                return (array, Some(self.ite(c, left, right)));
            }
        }
        (array, None)
    }

    /// `(select a (ite c i j))  ->  (ite c (select a i) (select a j))` when one of the two becomes
    /// simpler or one index is a constant.
    fn select_index_choice(
        &mut self,
        array: TermId,
        c: TermId,
        i: TermId,
        j: TermId,
        choices: usize,
    ) -> Option<TermId> {
        let (left_array, left) = self.select_simpler(array, i, choices);
        let (right_array, right) = self.select_simpler(array, j, choices);
        let is_simpler = left.is_some() || right.is_some() || self.is_constant(i) || self.is_constant(j);
        if !is_simpler {
            return None;
        }
        let left = left.unwrap_or_else(|| self.raw(Op::Select, &[left_array, i]));
        let right = right.unwrap_or_else(|| self.raw(Op::Select, &[right_array, j]));
        Some(self.ite(c, left, right))
    }

    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        match (self.op(array), self.args(array)) {
            // (store (store a i v) i w)  ->  (store a i w)
            (Op::Store, &[inner, written, _]) if written == index => return self.store(inner, index, element),
            // (store ((as const A) v) i v)  ->  ((as const A) v)
            (Op::ConstArray(_), &[default]) if default == element => return array,
            _ => {}
        }
        // (store a i (select a i))  ->  a
        if self.as_binary(Op::Select, element) == Some((array, index)) {
            return array;
        }
        self.raw(Op::Store, &[array, index, element])
    }

    /// The array of sort `sort` whose every element is `element`.
    pub fn const_array(&mut self, sort: SortId, element: TermId) -> TermId {
        self.raw(Op::ConstArray(sort), &[element])
    }

    /// Surely different for every assignment, by a look at the top of both terms.
    pub fn are_distinct(&self, a: TermId, b: TermId) -> bool {
        if a == b {
            return false;
        }
        if self.is_constant(a) && self.is_constant(b) {
            return true;
        }
        if self.op(a) == Op::Not || self.op(b) == Op::Not {
            return self.are_complements(a, b);
        }
        // x + 1 and x + 2; x and x + 1
        let ((x, m), (y, n)) = (self.as_offset(a), self.as_offset(b));
        if x == y && m != n {
            return true;
        }
        // concat x 01 and concat y 10
        let low = |t| self.as_binary(Op::Concat, t).and_then(|(_, low)| self.bv_value(low));
        match (low(a), low(b)) {
            (Some(p), Some(q)) => {
                let shared = p.width().min(q.width());
                p.extract(shared - 1, 0) != q.extract(shared - 1, 0)
            }
            _ => false,
        }
    }

    /// `x` and `c` when the term is `(bvadd c x)`; else the term and nothing.
    fn as_offset(&self, term: TermId) -> (TermId, Option<&BvValue>) {
        if let Some((c, x)) = self.as_binary(Op::BvAdd, term)
            && let Some(value) = self.bv_value(c)
        {
            return (x, Some(value));
        }
        (term, None)
    }
}
