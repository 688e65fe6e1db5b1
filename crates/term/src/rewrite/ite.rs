//! If-then-else.

use crate::op::{Op, TermId};
use crate::terms::Terms;

/// How many constant leaves a nest of `ite`s may have for an operator to be pushed into it.
const CONSTANT_LEAVES: usize = 8;

impl Terms {
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        assert!(self.is_bool(condition), "condition that is not Boolean");
        assert_eq!(self.sort_of(then), self.sort_of(otherwise), "branches of different sorts");
        match self.as_bool_const(condition) {
            // (ite true x y)  ->  x
            Some(true) => return then,
            // (ite false x y)  ->  y
            Some(false) => return otherwise,
            None => {}
        }
        // (ite (not c) x y)  ->  (ite c y x)
        let (c, x, y) = match self.as_unary(Op::Not, condition) {
            Some(positive) => (positive, otherwise, then),
            None => (condition, then, otherwise),
        };
        let (x, y) = self.branches_under(c, x, y);
        // (ite c x x)  ->  x
        if x == y {
            return x;
        }
        if self.is_bool(x)
            && let Some(simpler) = self.ite_boolean(c, x, y)
        {
            return simpler;
        }
        if let Some(simpler) = self.ite_equality(c, x, y).or_else(|| self.ite_nested(c, x, y)) {
            return simpler;
        }
        if let Some(simpler) = self.ite_store(c, x, y) {
            return simpler;
        }
        self.raw(Op::Ite, &[c, x, y])
    }

    /// Takes the decided branch of branches that test the same condition.
    fn branches_under(&self, c: TermId, mut x: TermId, mut y: TermId) -> (TermId, TermId) {
        // (ite c (ite c x z) y)  ->  (ite c x y)
        while let Some((condition, inner, _)) = self.as_ite(x) {
            if condition != c {
                break;
            }
            x = inner;
        }
        // (ite c x (ite c z y))  ->  (ite c x y)
        while let Some((condition, _, inner)) = self.as_ite(y) {
            if condition != c {
                break;
            }
            y = inner;
        }
        (x, y)
    }

    fn ite_boolean(&mut self, c: TermId, x: TermId, y: TermId) -> Option<TermId> {
        let (truth, falsity) = (self.tt(), self.ff());
        // (ite c true y)  ->  (or c y)           (ite c c y)  ->  (or c y)
        if x == truth || x == c {
            return Some(self.or(c, y));
        }
        // (ite c x false)  ->  (and c x)         (ite c x c)  ->  (and c x)
        if y == falsity || y == c {
            return Some(self.and(c, x));
        }
        // (ite c false y)  ->  (and (not c) y)   (ite c (not c) y)  ->  (and (not c) y)
        if x == falsity || self.is_not_of(x, c) {
            let not_c = self.not(c);
            return Some(self.and(not_c, y));
        }
        // (ite c x true)  ->  (or (not c) x)     (ite c x (not c))  ->  (or (not c) x)
        if y == truth || self.is_not_of(y, c) {
            let not_c = self.not(c);
            return Some(self.or(not_c, x));
        }
        // (ite c x (not x))  ->  (= c x)
        if self.are_complements(x, y) {
            return Some(self.eq(c, x));
        }
        None
    }

    fn ite_equality(&self, c: TermId, x: TermId, y: TermId) -> Option<TermId> {
        let (a, b) = self.as_binary(Op::Eq, c)?;
        // (ite (= x y) x y)  ->  y               either way round
        ((a == x && b == y) || (a == y && b == x)).then_some(y)
    }

    fn ite_nested(&mut self, c: TermId, x: TermId, y: TermId) -> Option<TermId> {
        if let Some((d, p, q)) = self.as_ite(x) {
            // (ite c (ite d p y) y)  ->  (ite (and c d) p y)
            if q == y {
                let both = self.and(c, d);
                return Some(self.ite(both, p, y));
            }
            // (ite c (ite d y q) y)  ->  (ite (and c (not d)) q y)
            if p == y {
                let not_d = self.not(d);
                let both = self.and(c, not_d);
                return Some(self.ite(both, q, y));
            }
        }
        if let Some((d, p, q)) = self.as_ite(y) {
            // (ite c x (ite d x q))  ->  (ite (or c d) x q)
            if p == x {
                let either = self.or(c, d);
                return Some(self.ite(either, x, q));
            }
            // (ite c x (ite d p x))  ->  (ite (or c (not d)) x p)
            if q == x {
                let not_d = self.not(d);
                let either = self.or(c, not_d);
                return Some(self.ite(either, x, p));
            }
        }
        None
    }

    fn ite_store(&mut self, c: TermId, x: TermId, y: TermId) -> Option<TermId> {
        let store = |terms: &Self, t| match (terms.op(t), terms.args(t)) {
            (Op::Store, &[array, index, element]) => Some((array, index, element)),
            _ => None,
        };
        match (store(self, x), store(self, y)) {
            // (ite c (store a i v) (store a i w))  ->  (store a i (ite c v w))
            (Some((a, i, v)), Some((b, j, w))) if a == b && i == j => {
                let element = self.ite(c, v, w);
                Some(self.store(a, i, element))
            }
            // (ite c (store a i v) a)  ->  (store a i (ite c v (select a i)))
            (Some((a, i, v)), _) if a == y => {
                let old = self.select(a, i);
                let element = self.ite(c, v, old);
                Some(self.store(a, i, element))
            }
            // (ite c a (store a i v))  ->  (store a i (ite c (select a i) v))
            (_, Some((a, i, v))) if a == x => {
                let old = self.select(a, i);
                let element = self.ite(c, old, v);
                Some(self.store(a, i, element))
            }
            _ => None,
        }
    }

    /// A nest of `ite`s (at least one) with few leaves, all of them constants.
    fn is_constant_choice(&self, term: TermId) -> bool {
        self.op(term) == Op::Ite && self.count_constant_leaves(term, CONSTANT_LEAVES).is_some()
    }

    /// Number of leaves if all are constants and there are at most `most`. The recursion is as
    /// deep as `most` at the worst.
    fn count_constant_leaves(&self, term: TermId, most: usize) -> Option<usize> {
        if most == 0 {
            return None;
        }
        match self.as_ite(term) {
            None => self.is_constant(term).then_some(1),
            Some((_, x, y)) => {
                let left = self.count_constant_leaves(x, most - 1)?;
                Some(left + self.count_constant_leaves(y, most - left)?)
            }
        }
    }

    /// Applies an operator below a choice at one position of its arguments, the others being constants:
    /// `(f (ite c k x))  ->  (ite c (f k) (f x))`. Done where few constants are at the leaves, and where
    /// each branch is a constant or has been done before. So a choice that a loop extends in every
    /// iteration (`ite c2 2 (ite c1 1 0)`) is extended in constant time, however long it has become.
    pub(super) fn push_into_choice(&mut self, op: Op, args: &mut [TermId], position: usize) -> Option<TermId> {
        let (c, x, y) = self.as_ite(args[position])?;
        let key = application(op, args);
        if let Some(&done) = key.and_then(|key| self.pushed.get(&key)) {
            return Some(done);
        }
        let x = self.push_into_branch(op, args, position, x)?;
        let y = self.push_into_branch(op, args, position, y)?;
        let result = self.ite(c, x, y);
        if let Some(key) = key {
            self.pushed.insert(key, result);
        }
        Some(result)
    }
    fn push_into_branch(&mut self, op: Op, args: &mut [TermId], position: usize, branch: TermId) -> Option<TermId> {
        let choice = std::mem::replace(&mut args[position], branch);
        let result = if self.is_constant(branch) {
            Some(self.fold_constants(op, args))
        } else if let Some(&done) = application(op, args).and_then(|key| self.pushed.get(&key)) {
            Some(done)
        } else if self.is_constant_choice(branch) {
            self.push_into_choice(op, args, position)
        } else {
            None
        };
        args[position] = choice;
        result
    }
}

/// What names an application of at most two arguments.
fn application(op: Op, args: &[TermId]) -> Option<(Op, TermId, Option<TermId>)> {
    match *args {
        [a] => Some((op, a, None)),
        [a, b] => Some((op, a, Some(b))),
        _ => None,
    }
}
