//! Types to sorts: a value is a list of terms, one for each of its leaves.
//!
//! Records are taken apart; so are small arrays. Another array is one array term for each leaf of its elements.
//! Pointers and unions have no leaves: they are refused.

use super::{Refused, Step, refuse};
use crate::scalars;
use cairn_ir::{Style, TypeId, TypeKind, Types};
use cairn_term::{SortId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub path: Vec<Step>,
    pub sort: SortId,
    /// As an integer it is the value with sign.
    pub is_signed: bool,
}

pub(super) struct Shapes<'p> {
    types: &'p Types,
    expand: u64,
    known: FxHashMap<TypeId, Rc<Vec<Leaf>>>,
}

/// More leaves than this are no parameters of a predicate.
const MOST_LEAVES: usize = 4096;

impl<'p> Shapes<'p> {
    pub fn new(types: &'p Types, expand: u64) -> Self {
        Self { types, expand, known: FxHashMap::default() }
    }

    pub fn leaves(&mut self, terms: &mut Terms, ty: TypeId) -> Result<Rc<Vec<Leaf>>, Refused> {
        if let Some(known) = self.known.get(&ty) {
            return Ok(Rc::clone(known));
        }
        let leaves = Rc::new(self.make(terms, ty)?);
        self.known.insert(ty, Rc::clone(&leaves));
        Ok(leaves)
    }

    fn make(&mut self, terms: &mut Terms, ty: TypeId) -> Result<Vec<Leaf>, Refused> {
        let kind = self.types.kind(ty).clone();
        if let Some(sort) = scalars::sort(terms, &kind) {
            let plain = matches!(self.types.get(ty).display.style, Style::Plain | Style::Fixed(_));
            return Ok(vec![Leaf { path: Vec::new(), sort, is_signed: plain }]);
        }
        let mut leaves = Vec::new();
        match kind {
            TypeKind::Record(record) => {
                for (n, field) in record.fields.iter().enumerate() {
                    let inner = self.leaves(terms, field.ty)?;
                    leaves.extend(inner.iter().map(|leaf| leaf.below(Step::Field(n as u32))));
                }
            }
            TypeKind::Array { index, element, length } => {
                let inner = self.leaves(terms, element)?;
                match length.filter(|_| self.is_expanded(terms, ty)) {
                    Some(length) => {
                        for i in 0..length {
                            leaves.extend(inner.iter().map(|leaf| leaf.below(Step::Element(i))));
                        }
                    }
                    None => {
                        let index = scalars::sort(terms, self.types.kind(index));
                        let index = index.ok_or_else(|| Refused("an index that is no integer".into()))?;
                        for leaf in inner.iter() {
                            let sort = terms.array_sort(index, leaf.sort);
                            leaves.push(Leaf { sort, ..leaf.below(Step::Each) });
                        }
                    }
                }
            }
            TypeKind::Pointer => return refuse("pointers have no Horn clauses"),
            _ => return refuse("unions have no Horn clauses"),
        }
        if leaves.len() > MOST_LEAVES {
            return refuse(format!("a value of more than {MOST_LEAVES} parts has no Horn clauses"));
        }
        Ok(leaves)
    }

    /// Whether an array is taken apart.
    pub fn is_expanded(&mut self, terms: &mut Terms, ty: TypeId) -> bool {
        let TypeKind::Array { element, length: Some(length), .. } = *self.types.kind(ty) else { return false };
        let parts = self.leaves(terms, element).map_or(u64::MAX, |leaves| leaves.len() as u64);
        length > 0 && length.saturating_mul(parts) <= self.expand
    }
}

impl Leaf {
    fn below(&self, step: Step) -> Self {
        let path = std::iter::once(step).chain(self.path.iter().copied()).collect();
        Self { path, ..self.clone() }
    }
}
