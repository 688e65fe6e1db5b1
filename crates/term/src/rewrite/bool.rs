//! Boolean connectives, quantifiers and applications.
//!
//! Conjunction and disjunction are one operation on literals: `a or b` is `not (not a and not b)`,
//! and a node is stored as `And` unless both sides are negated, when it is the negation of an `Or`.
//! So a formula and its De Morgan dual share one node, and complements are always visible as
//! `Not`. `Xor` and `Implies` nodes are never made here (only by `raw`).

use crate::op::{FunId, Op, TermId};
use crate::terms::Terms;

/// A Boolean term or its negation, without making a `Not` node.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Literal {
    term: TermId,
    negated: bool,
}

impl std::ops::Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        Literal { term: self.term, negated: !self.negated }
    }
}

/// What a rule about `(and x y)` answers.
enum Step {
    /// The conjunction is this.
    Done(Literal),
    /// The conjunction is that of these two, whose size is smaller.
    Again(Literal, Literal),
}

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
        let both = self.conjoin(self.literal(a), self.literal(b));
        self.literal_term(both)
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let neither = self.conjoin(!self.literal(a), !self.literal(b));
        self.literal_term(!neither)
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        // (xor x y)  ->  (not (= x y))
        assert!(self.is_bool(a), "xor of a term that is not Boolean");
        self.distinct(a, b)
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        // (=> x y)  ->  (not (and x (not y)))
        let refuted = self.conjoin(self.literal(a), !self.literal(b));
        self.literal_term(!refuted)
    }

    /// The conjunction of all, `true` for none.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        terms.iter().fold(self.tt(), |all, &term| self.and(all, term))
    }

    /// The disjunction of all, `false` for none.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        terms.iter().fold(self.ff(), |all, &term| self.or(all, term))
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
        // (forall (..) true)  ->  true: no sort is empty
        if bound.is_empty() || self.is_constant(body) {
            return body;
        }
        let mut args = bound.to_vec();
        args.push(body);
        self.raw(op, &args)
    }

    // ---- literals -----------------------------------------------------------------------------

    fn literal(&self, term: TermId) -> Literal {
        match self.op(term) {
            Op::Not => Literal { term: self.args(term)[0], negated: true },
            Op::False => Literal { term: self.tt(), negated: true },
            _ => Literal { term, negated: false },
        }
    }

    fn literal_term(&mut self, literal: Literal) -> TermId {
        if literal.negated { self.not(literal.term) } else { literal.term }
    }

    /// `x` and `y` when the literal is `(and x y)` or `(not (or (not x) (not y)))`.
    fn conjuncts(&self, literal: Literal) -> Option<(Literal, Literal)> {
        let (a, b) = self.as_binary(if literal.negated { Op::Or } else { Op::And }, literal.term)?;
        let (a, b) = (self.literal(a), self.literal(b));
        Some(if literal.negated { (!a, !b) } else { (a, b) })
    }

    /// `x` and `y` when the literal is `(or x y)` or `(not (and (not x) (not y)))`.
    fn disjuncts(&self, literal: Literal) -> Option<(Literal, Literal)> {
        let (a, b) = self.conjuncts(!literal)?;
        Some((!a, !b))
    }

    /// `(and a b)`. Every rule makes the operands smaller, so the loop ends.
    fn conjoin(&mut self, mut a: Literal, mut b: Literal) -> Literal {
        assert!(self.is_bool(a.term) && self.is_bool(b.term), "connective of a term that is not Boolean");
        loop {
            if let Some(done) = self.conjoin_trivial(a, b) {
                return done;
            }
            match self.conjoin_rules(a, b).or_else(|| self.conjoin_rules(b, a)) {
                Some(Step::Done(literal)) => return literal,
                Some(Step::Again(x, y)) => (a, b) = (x, y),
                None => break,
            }
        }
        // (and (not x) (not y))  ->  (not (or x y))
        if a.negated && b.negated {
            let (x, y) = self.ordered(a.term, b.term);
            return !Literal { term: self.raw(Op::Or, &[x, y]), negated: false };
        }
        let (x, y) = (self.literal_term(a), self.literal_term(b));
        let (x, y) = self.ordered(x, y);
        Literal { term: self.raw(Op::And, &[x, y]), negated: false }
    }

    fn conjoin_trivial(&self, a: Literal, b: Literal) -> Option<Literal> {
        let truth = Literal { term: self.tt(), negated: false };
        // (and true x)  ->  x          (and x x)  ->  x
        if a == truth || a == b {
            return Some(b);
        }
        if b == truth {
            return Some(a);
        }
        // (and false x)  ->  false     (and x (not x))  ->  false
        if a == !truth || b == !truth || a == !b {
            return Some(!truth);
        }
        None
    }

    /// Rules about `(and x y)` that look into `y`.
    fn conjoin_rules(&self, x: Literal, y: Literal) -> Option<Step> {
        if let Some(parts) = self.conjuncts(y) {
            return self.conjoin_with_conjunction(x, y, parts);
        }
        if let Some(parts) = self.disjuncts(y) {
            return self.conjoin_with_disjunction(x, parts);
        }
        self.conjoin_equalities(x, y)
    }

    fn conjoin_with_conjunction(&self, x: Literal, y: Literal, (p, q): (Literal, Literal)) -> Option<Step> {
        let falsity = Literal { term: self.tt(), negated: true };
        // (and x (and x q))  ->  (and x q)
        if x == p || x == q {
            return Some(Step::Done(y));
        }
        // (and x (and (not x) q))  ->  false
        if x == !p || x == !q {
            return Some(Step::Done(falsity));
        }
        let (r, s) = self.conjuncts(x)?;
        // (and (and r s) (and (not r) q))  ->  false
        if r == !p || r == !q || s == !p || s == !q {
            return Some(Step::Done(falsity));
        }
        // (and (and r s) (and r q))  ->  (and s (and r q))
        if r == p || r == q {
            return Some(Step::Again(y, s));
        }
        if s == p || s == q {
            return Some(Step::Again(y, r));
        }
        None
    }

    fn conjoin_with_disjunction(&self, x: Literal, (p, q): (Literal, Literal)) -> Option<Step> {
        // (and x (or x q))  ->  x
        if x == p || x == q {
            return Some(Step::Done(x));
        }
        // (and x (or (not x) q))  ->  (and x q)
        if x == !p {
            return Some(Step::Again(x, q));
        }
        if x == !q {
            return Some(Step::Again(x, p));
        }
        if let Some((r, s)) = self.conjuncts(x) {
            // (and (and r s) (or r q))  ->  (and r s)
            if r == p || r == q || s == p || s == q {
                return Some(Step::Done(x));
            }
            // (and (and r s) (or (not r) q))  ->  (and (and r s) q)
            if r == !p || s == !p {
                return Some(Step::Again(x, q));
            }
            if r == !q || s == !q {
                return Some(Step::Again(x, p));
            }
            return None;
        }
        let (r, s) = self.disjuncts(x)?;
        // (and (or p q) (or p (not q)))  ->  p, and so dually (or (and p q) (and p (not q)))  ->  p
        if (p == r && q == !s) || (p == s && q == !r) {
            return Some(Step::Done(p));
        }
        if (q == r && p == !s) || (q == s && p == !r) {
            return Some(Step::Done(q));
        }
        None
    }

    fn conjoin_equalities(&self, x: Literal, y: Literal) -> Option<Step> {
        if x.negated {
            return None;
        }
        let (k, a) = self.as_binary(Op::Eq, x.term)?;
        let (l, b) = self.as_binary(Op::Eq, y.term)?;
        if a != b || k == l || !self.is_constant(k) || !self.is_constant(l) {
            return None;
        }
        // (and (= 1 a) (= 2 a))  ->  false
        // (and (= 1 a) (not (= 2 a)))  ->  (= 1 a)
        Some(Step::Done(if y.negated { x } else { Literal { term: self.tt(), negated: true } }))
    }
}
