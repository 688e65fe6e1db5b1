//! Boolean connectives, equality, quantifiers and applications.

use crate::op::{FunId, Op, TermId};
use crate::terms::Terms;

impl Terms {
    pub fn not(&mut self, a: TermId) -> TermId {
        match self.op(a) {
            // (not true)  ->  false
            Op::True => self.ff(),
            // (not false)  ->  true
            Op::False => self.tt(),
            // (not (not x))  ->  x
            Op::Not => self.args(a)[0],
            _ => self.raw(Op::Not, &[a]),
        }
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        match self.as_bool_const(a) {
            // (and true x)  ->  x
            Some(true) => return b,
            // (and false x)  ->  false
            Some(false) => return a,
            None => {}
        }
        // (and x x)  ->  x
        if a == b {
            return a;
        }
        // (and x (not x))  ->  false
        if self.are_complements(a, b) {
            return self.ff();
        }
        self.raw(Op::And, &[a, b])
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        match self.as_bool_const(a) {
            // (or true x)  ->  true
            Some(true) => return a,
            // (or false x)  ->  x
            Some(false) => return b,
            None => {}
        }
        // (or x x)  ->  x
        if a == b {
            return a;
        }
        // (or x (not x))  ->  true
        if self.are_complements(a, b) {
            return self.tt();
        }
        self.raw(Op::Or, &[a, b])
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The conjunction of all, `true` for none, as a balanced chain.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        self.all(terms, Terms::and, self.tt())
    }

    /// The disjunction of all, `false` for none.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        self.all(terms, Terms::or, self.ff())
    }

    fn all(&mut self, terms: &[TermId], join: fn(&mut Self, TermId, TermId) -> TermId, unit: TermId) -> TermId {
        terms.iter().fold(unit, |all, &term| join(self, all, term))
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        // (= x x)  ->  true
        if a == b {
            return self.tt();
        }
        // different constants are different values: encodings are unique
        if self.is_constant(a) && self.is_constant(b) {
            return self.ff();
        }
        let (a, b) = self.ordered(a, b);
        match self.as_bool_const(a) {
            // (= true x)  ->  x
            Some(true) => return b,
            // (= false x)  ->  (not x)
            Some(false) => return self.not(b),
            None => {}
        }
        self.raw(Op::Eq, &[a, b])
    }

    /// `(not (= a b))`
    pub fn distinct(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Pairwise different.
    pub fn distinct_all(&mut self, terms: &[TermId]) -> TermId {
        let mut all = self.tt();
        for (position, &a) in terms.iter().enumerate() {
            for &b in &terms[position + 1..] {
                let different = self.distinct(a, b);
                all = self.and(all, different);
            }
        }
        all
    }

    pub fn apply(&mut self, function: FunId, args: &[TermId]) -> TermId {
        self.raw(Op::Apply(function), args)
    }

    pub fn forall(&mut self, bound: &[TermId], body: TermId) -> TermId {
        self.quantify(Op::Forall, bound, body)
    }

    pub fn exists(&mut self, bound: &[TermId], body: TermId) -> TermId {
        self.quantify(Op::Exists, bound, body)
    }

    pub(super) fn quantifier(&mut self, op: Op, args: &[TermId]) -> TermId {
        let (&body, bound) = args.split_last().expect("a quantifier has a body");
        self.quantify(op, bound, body)
    }

    fn quantify(&mut self, op: Op, bound: &[TermId], body: TermId) -> TermId {
        // (forall () x)  ->  x
        if bound.is_empty() {
            return body;
        }
        // (forall (..) true)  ->  true: no sort is empty
        if self.is_constant(body) {
            return body;
        }
        let mut args = bound.to_vec();
        args.push(body);
        self.raw(op, &args)
    }
}
