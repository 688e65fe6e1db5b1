//! If-then-else.

use crate::op::{Op, TermId};
use crate::terms::Terms;

impl Terms {
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        match self.as_bool_const(condition) {
            // (ite true x y)  ->  x
            Some(true) => return then,
            // (ite false x y)  ->  y
            Some(false) => return otherwise,
            None => {}
        }
        // (ite c x x)  ->  x
        if then == otherwise {
            return then;
        }
        self.raw(Op::Ite, &[condition, then, otherwise])
    }
}
