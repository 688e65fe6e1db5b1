//! Arrays.

use crate::op::{Op, TermId};
use crate::sort::SortId;
use crate::terms::Terms;

impl Terms {
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        self.raw(Op::Select, &[array, index])
    }

    pub fn store(&mut self, array: TermId, index: TermId, element: TermId) -> TermId {
        self.raw(Op::Store, &[array, index, element])
    }

    /// The array of sort `sort` whose every element is `element`.
    pub fn const_array(&mut self, sort: SortId, element: TermId) -> TermId {
        self.raw(Op::ConstArray(sort), &[element])
    }
}
