//! The simplifying constructors of terms, one file per family.
//!
//! Each constructor folds constants, orders commutative arguments (constants first, then by id)
//! and applies local rules. A rule is written above its code as `// before  ->  after`. Rules do a
//! bounded amount of work per call, so building a formula is linear in its size, and never recurse
//! along unbounded chains. Ill-sorted arguments are a bug of the caller and asserted.
//!
//! Every rule is tested against evaluation on random terms and values.

mod arith;
mod array;
mod bool;
mod build;
mod bv_arith;
mod bv_bits;
mod bv_compare;
mod bv_overflow;
mod bv_width;
mod equality;
mod float;
mod ite;
#[cfg(test)]
mod tests;

use crate::op::{Op, TermId};
use crate::semantics;
use crate::terms::Terms;
use crate::value::Value;
use smallvec::SmallVec;

impl Terms {
    /// Folds an application to constants, also below a choice among constants:
    /// `(f 1 (ite c 2 3))  ->  (ite c (f 1 2) (f 1 3))`.
    fn fold(&mut self, op: Op, args: &[TermId]) -> Option<TermId> {
        let mut open = args.iter().enumerate().filter(|&(_, &arg)| !self.is_constant(arg));
        match (open.next(), open.next()) {
            (None, _) => Some(self.fold_constants(op, args)),
            (Some((position, _)), None) => {
                let mut args: SmallVec<[TermId; 4]> = args.into();
                self.push_into_choice(op, &mut args, position)
            }
            _ => None,
        }
    }

    /// The constant that an operator gives on constants.
    fn fold_constants(&mut self, op: Op, args: &[TermId]) -> TermId {
        if let Err(error) = self.check(op, args) {
            panic!("ill-sorted term: {error}");
        }
        let values: SmallVec<[Value; 4]> = args.iter().filter_map(|&arg| self.constant_value(arg)).collect();
        let borrowed: SmallVec<[&Value; 4]> = values.iter().collect();
        let value = semantics::apply(self, op, &borrowed);
        self.value_term(&value)
    }

    /// Folds, or makes the node with commutative arguments in order.
    fn fold_or_node(&mut self, op: Op, args: &[TermId]) -> TermId {
        if let Some(folded) = self.fold(op, args) {
            return folded;
        }
        match args {
            &[a, b] if op.is_commutative() => {
                let (a, b) = self.ordered(a, b);
                self.raw(op, &[a, b])
            }
            _ => self.raw(op, args),
        }
    }

    /// Orders the arguments of a commutative operator: constants first, then by age.
    fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.is_constant(a), self.is_constant(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => (a.min(b), a.max(b)),
        }
    }

    /// One of the two is the negation of the other.
    fn are_complements(&self, a: TermId, b: TermId) -> bool {
        self.is_not_of(a, b) || self.is_not_of(b, a)
    }

    /// `a` is `(not b)`.
    fn is_not_of(&self, a: TermId, b: TermId) -> bool {
        self.op(a) == Op::Not && self.args(a)[0] == b
    }

    /// The two arguments of a binary node with this operator.
    fn as_binary(&self, op: Op, term: TermId) -> Option<(TermId, TermId)> {
        if self.op(term) != op {
            return None;
        }
        let args = self.args(term);
        Some((args[0], args[1]))
    }

    /// The argument of a unary node with this operator.
    fn as_unary(&self, op: Op, term: TermId) -> Option<TermId> {
        (self.op(term) == op).then(|| self.args(term)[0])
    }

    /// Condition and branches of an `ite`.
    pub fn as_ite(&self, term: TermId) -> Option<(TermId, TermId, TermId)> {
        if self.op(term) != Op::Ite {
            return None;
        }
        let args = self.args(term);
        Some((args[0], args[1], args[2]))
    }
}
