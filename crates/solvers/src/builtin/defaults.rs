//! Constant arrays below equalities, and the values of arrays in models.
//!
//! Under a model, arrays linked by stores, chosen branches and equalities that hold differ at finitely
//! many indices only. If two constant arrays are linked and there are more indices than stores, some
//! index is touched by none of the stores between, so their elements must agree: a lemma. Over
//! fewer indices constant arrays are spelled out as accesses instead ([`arrays`](super::arrays)).

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use cairn_base::Budget;
use cairn_term::{
    ArrayValue, Assignment, BvValue, FloatFormat, Op, RoundingMode, Sort, SortId, TermId, Terms, Value, softfloat,
};
use rustc_hash::FxHashMap;

use super::arrays::{Arrays, Condition, agree};
use super::blast::BlastError;
use super::propositional::Propositional;

impl Arrays {
    /// Spreads the elements of constant arrays over the arrays linked to them; adds a lemma where two
    /// of them meet and differ.
    pub(super) fn fill(
        &mut self,
        terms: &mut Terms,
        base: &mut Propositional,
        budget: &Budget,
    ) -> Result<(), BlastError> {
        self.filled_by.clear();
        for root in self.marked_constants.clone() {
            if self.filled_by.contains_key(&root) || self.is_spelled_out(root) {
                continue;
            }
            let element = terms.args(root)[0];
            let mut came_from: FxHashMap<TermId, (TermId, Condition)> = FxHashMap::default();
            self.filled_by.insert(root, root);
            let mut open = VecDeque::from([root]);
            while let Some(array) = open.pop_front() {
                budget.check().map_err(BlastError::Stopped)?;
                if array != root && matches!(terms.op(array), Op::ConstArray(_)) {
                    let other = terms.args(array)[0];
                    if !agree(terms, base, element, other) {
                        let premises = way_premises(base, &came_from, array);
                        self.add_agreement(terms, base, premises, (element, other), budget)?;
                        continue;
                    }
                }
                for (next, condition) in self.neighbours(terms, base, array) {
                    if let Entry::Vacant(free) = self.filled_by.entry(next) {
                        free.insert(root);
                        came_from.insert(next, (array, condition));
                        open.push_back(next);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the values of array symbols to a model.
    pub(super) fn complete_model(&self, terms: &Terms, base: &mut Propositional, model: &mut Assignment) {
        let mut reader = Reader { contents: self.contents(), arrays: self, known: FxHashMap::default() };
        for term in base.blaster.array_terms.clone() {
            if let Some(symbol) = terms.as_symbol(term) {
                let value = reader.value(terms, base, term);
                model.set(symbol, value);
            }
        }
    }
}

/// The conditions on the way back to the root, but those about indices: some index avoids all stores.
fn way_premises(
    base: &Propositional,
    came_from: &FxHashMap<TermId, (TermId, Condition)>,
    from: TermId,
) -> Vec<crate::aig::Bit> {
    let mut premises = Vec::new();
    let mut at = from;
    while let Some(&(before, condition)) = came_from.get(&at) {
        match condition {
            Condition::Start | Condition::OtherIndex(_) => {}
            Condition::Holds(term) => premises.push(base.blaster.bit(term)),
            Condition::Fails(term) => premises.push(!base.blaster.bit(term)),
        }
        at = before;
    }
    premises
}

/// Reads values of arrays out of the last model. It recurses only into elements, so no deeper than sorts nest.
struct Reader<'a> {
    contents: FxHashMap<TermId, Vec<(TermId, TermId)>>,
    arrays: &'a Arrays,
    known: FxHashMap<TermId, Value>,
}

impl Reader<'_> {
    fn value(&mut self, terms: &Terms, base: &mut Propositional, term: TermId) -> Value {
        if let Some(value) = self.known.get(&term) {
            return value.clone();
        }
        let sort = terms.sort_of(term);
        let Sort::Array { element, .. } = *terms.sort_data(sort) else {
            return base.value(terms, term);
        };
        let fill = self.arrays.filled_by.get(&term).map(|&constant| terms.args(constant)[0]);
        let default = match fill {
            Some(element) => self.value(terms, base, element),
            None => Value::default_of(terms, element),
        };
        let mut array = ArrayValue::constant(sort, default);
        for (index, element) in self.contents.get(&term).cloned().unwrap_or_default() {
            let (index, element) = (base.value(terms, index), self.value(terms, base, element));
            array.store(index, element);
        }
        let value = Value::Array(Arc::new(array));
        self.known.insert(term, value.clone());
        value
    }
}

/// All values of a sort with few of them.
pub(super) fn all_values(terms: &Terms, sort: SortId) -> Vec<Value> {
    let count = Value::count(terms, sort).unwrap_or(0);
    match *terms.sort_data(sort) {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => (0..count).map(|n| Value::BitVec(BvValue::from_u64(width, n))).collect(),
        Sort::RoundingMode => RoundingMode::ALL.map(Value::RoundingMode).to_vec(),
        Sort::Float(format) => all_floats(format),
        Sort::Array { .. } | Sort::Int | Sort::Real => Vec::new(),
    }
}

fn all_floats(format: FloatFormat) -> Vec<Value> {
    let encodings = (0..1u64 << format.width()).map(|n| BvValue::from_u64(format.width(), n));
    let canonical = encodings.filter(|bits| softfloat::canonical(format, bits.clone()) == *bits);
    canonical.map(|bits| Value::Float(format, bits)).collect()
}
