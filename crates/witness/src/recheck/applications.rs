//! Logic functions, and contents of objects as arrays.
//!
//! A logic function is any function of its arguments: what is known of it the program says by facts, which are taken for
//! granted. Whether they may be is not the judge's to say.

use super::evaluate::{Scope, one};
use super::memory::{Kind, Object};
use super::shape::{Leaves, no_such_part, zero_of};
use super::state::State;
use super::walk::Walker;
use super::{Judged, Refusal};
use cairn_ir::{ProcId, TypeId, TypeKind};
use cairn_term::{Op, SortId, TermId};

/// Elements of variables that are written down one by one.
const MOST_ELEMENTS: u64 = 256;

impl Walker<'_> {
    pub(super) fn apply(
        &mut self,
        scope: Scope,
        function: ProcId,
        arguments: Vec<Leaves>,
        ty: TypeId,
    ) -> Judged<Leaves> {
        let program = self.program;
        let procedure = program.procedures.get(function).ok_or_else(no_such_part)?;
        if procedure.role.is_fact() {
            return match procedure.definition(program) {
                // A fact speaks of nothing around it.
                Some(condition) => self.evaluate(Scope { bound: &[], entry: None, ..scope }, condition),
                None => Ok(one(self.values.terms.tt())),
            };
        }
        let results = self.values.leaves(ty)?;
        let arguments: Vec<TermId> = arguments.into_iter().flatten().collect();
        let [result] = &results[..] else { return Err(no_function()) };
        if arguments.is_empty() {
            return Err(no_function());
        }
        let terms = &mut self.values.terms;
        let sorts: Vec<SortId> = arguments.iter().map(|argument| terms.sort_of(*argument)).collect();
        let name = format!("logic function {}", function.0);
        let function = terms.function(&name, &sorts, result.sort);
        Ok(one(terms.apply(function, &arguments)))
    }
    pub(super) fn contents(&mut self, state: &State, pointer: &Leaves, ty: TypeId) -> Judged<Leaves> {
        let (number, offset) = (pointer[0], pointer[1]);
        let (element, _) = self.values.array(ty)?;
        let leaves = self.values.leaves(ty)?;
        let [leaf] = &leaves[..] else { return Err(Refusal::CannotFollow("contents of this type".into())) };
        let sort = leaf.sort;
        let mut result = zero_of(&mut self.values.terms, sort);
        if state.strangers && !self.values.terms.is_constant(number) {
            return self.unknown_value(ty);
        }
        let stride = self.layout.size(element).ok_or_else(no_such_part)?.max(1);
        let stride = self.number(stride);
        let zero = self.number(0);
        for (id, same) in self.candidates(state, number) {
            let object = self.objects[id as usize];
            if object.kind == Kind::Procedure {
                continue;
            }
            let contents = state.objects[&id].clone();
            let here = self.values.terms.and(same, contents.live);
            if self.values.terms.as_bool_const(here) == Some(false) {
                continue;
            }
            let rest = self.values.terms.bv_urem(offset, stride);
            let aligned = self.values.terms.eq(rest, zero);
            let held = self.held(&object, &contents.value, element, sort)?;
            let held = match (held, self.values.terms.as_bool_const(aligned)) {
                (Some(held), Some(true)) => held,
                (Some(held), _) => {
                    let unknown = self.unknown(sort)?;
                    self.values.terms.ite(aligned, held, unknown)
                }
                (None, _) => self.unknown(sort)?,
            };
            result = self.values.terms.ite(here, held, result);
        }
        Ok(one(result))
    }
    /// The elements of an object as one array; none if it holds something else.
    fn held(&mut self, object: &Object, value: &Leaves, element: TypeId, sort: SortId) -> Judged<Option<TermId>> {
        let types = &self.program.types;
        let same = |ty: TypeId| types.same_shape(ty, element);
        let is_one = |value: &Leaves| value.len() == 1;
        if object.many {
            let fits = same(object.ty) && is_one(value) && self.values.terms.sort_of(value[0]) == sort;
            return Ok((fits && self.is_zero_beyond(value[0])).then(|| value[0]));
        }
        let mut array = zero_of(&mut self.values.terms, sort);
        if same(object.ty) && is_one(value) {
            let first = self.number(0);
            return Ok(Some(self.values.terms.store(array, first, value[0])));
        }
        let TypeKind::Array { element: own, length: Some(length), .. } = *types.kind(object.ty) else {
            return Ok(None);
        };
        let shape = *types.kind(object.ty) != TypeKind::Bool && same(own) && is_one(value);
        if !shape {
            return Ok(None);
        }
        if length > MOST_ELEMENTS {
            let fits = self.values.terms.sort_of(value[0]) == sort && self.is_zero_beyond(value[0]);
            return Ok(fits.then(|| value[0]));
        }
        let cairn_term::Sort::Array { index, .. } = self.values.terms.sort_data_of(value[0]) else { return Ok(None) };
        let cairn_term::Sort::BitVec(width) = *self.values.terms.sort_data(index) else { return Ok(None) };
        for position in 0..length {
            if width < 64 && position >> width != 0 {
                return Ok(None);
            }
            let (from, to) = (self.values.terms.bv_u64(width, position), self.number(position));
            let item = self.values.terms.select(value[0], from);
            array = self.values.terms.store(array, to, item);
        }
        Ok(Some(array))
    }
    /// What lies behind the end of an object reads as zero: there the array must not say that it is something else.
    fn is_zero_beyond(&mut self, array: TermId) -> bool {
        let (mut open, mut seen) = (vec![array], rustc_hash::FxHashSet::default());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            let args = self.values.terms.args(term).to_vec();
            match self.values.terms.op(term) {
                Op::Symbol(_) => {}
                Op::Store => open.push(args[0]),
                Op::Ite => open.extend(&args[1..]),
                Op::ConstArray(_) => {
                    let sort = self.values.terms.sort_of(args[0]);
                    if args[0] != zero_of(&mut self.values.terms, sort) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }
}

fn no_function() -> Refusal {
    Refusal::CannotFollow("a logic function of this type".into())
}
