//! Copies of elements whose number is not known: what they leave is said by a quantified condition.
//!
//! The array after the copy is a new one. Each of its elements is one of the source, where it was copied to, and what
//! it was before elsewhere. Solvers without quantifiers are given the instances that a question needs.

use crate::machine::{Machine, State};
use crate::symbolic::{ArraySym, PointerSym, Sym, TheoryArray};
use cairn_ir::{TypeId, TypeKind};
use cairn_passes::scalars;
use cairn_term::TermId;
use std::rc::Rc;

/// An object of elements, and the number of the element that a pointer leads to.
struct Side {
    number: u32,
    ty: TypeId,
    array: TheoryArray,
    first: TermId,
}

impl Machine<'_> {
    /// Copies whole elements from one object of them to another one, where both are known. `name` is of this place alone.
    pub fn copy_many(
        &mut self,
        state: &mut State,
        target: &PointerSym,
        source: &PointerSym,
        bytes: TermId,
        name: &str,
    ) -> bool {
        if self.terms.as_u64(bytes).is_some() {
            return false;
        }
        if self.targets(state, target).is_empty() {
            // Nothing is written outside of objects.
            return true;
        }
        let (Some(to), Some(from)) = (self.side(state, target), self.side(state, source)) else { return false };
        let (index_type, element, _) = self.shapes().array_parts(to.ty);
        let (from_index, from_element, _) = self.shapes().array_parts(from.ty);
        let wide = [index_type, from_index].iter().all(|ty| self.types.int_width(*ty) == Some(64));
        let size = self.size_of(element);
        if !wide || size == 0 || !self.types.same_shape(element, from_element) {
            return false;
        }
        self.only_valid(state, target, bytes);
        self.only_valid(state, source, bytes);
        let each = self.terms.bv_u64(64, size);
        let (rest, zero) = (self.terms.bv_urem(bytes, each), self.terms.bv_u64(64, 0));
        let torn = self.terms.distinct(rest, zero);
        self.leave_out(torn, "copying a part of an element at the end of many");
        let count = self.terms.bv_udiv(bytes, each);
        let sort = self.terms.bv_sort(64);
        let at = self.terms.symbol(&format!("at!{name}"), sort);
        let position = self.terms.bv_sub(at, to.first);
        let copied = self.terms.bv_ult(position, count);
        let other = self.terms.bv_add(position, from.first);
        let mut columns = Vec::new();
        for (n, (old, new)) in to.array.columns.iter().zip(from.array.columns.iter()).enumerate() {
            let array = self.terms.symbol(&format!("copy!{n}!{name}"), self.terms.sort_of(*old));
            let (read, before, taken) =
                (self.terms.select(array, at), self.terms.select(*old, at), self.terms.select(*new, other));
            let value = self.terms.ite(copied, taken, before);
            let same = self.terms.eq(read, value);
            let axiom = self.terms.forall(&[at], same);
            self.axioms.push(axiom);
            columns.push(array);
        }
        let empty = TheoryArray { columns: Rc::new(columns), known: Default::default(), unsaved: Default::default() };
        state.contents.insert(to.number.into(), Sym::Array(ArraySym::Theory(empty)));
        true
    }
    fn side(&mut self, state: &State, pointer: &PointerSym) -> Option<Side> {
        let targets = self.targets(state, pointer);
        let &[(number, _)] = targets.as_slice() else { return None };
        let info = &self.objects[number as usize];
        let ty = info.ty;
        if info.procedure || !matches!(self.types.kind(ty), TypeKind::Array { .. }) {
            return None;
        }
        let content = state.contents.get(number.into())?.clone();
        if self.is_raw(&content, ty) {
            return None;
        }
        let Sym::Array(ArraySym::Theory(array)) = &content else { return None };
        let array = self.save(array, ty);
        let (_, element, _) = self.shapes().array_parts(ty);
        let size = self.size_of(element).max(1);
        let offset = self.offset_within(pointer, number);
        let aligned = offset.constant % size as i64 == 0 && offset.parts.iter().all(|(_, stride)| stride % size == 0);
        if !aligned {
            return None;
        }
        let first = self.index_in(&offset, size);
        Some(Side { number, ty, array, first })
    }

    /// Whether a quantified condition means the same for terms: what stands for NaNs and addresses is not chosen anew
    /// for each value of the bound variable.
    pub fn quantifies_exactly(&self, body: cairn_ir::ExprId) -> bool {
        let (mut open, mut seen) = (vec![body], rustc_hash::FxHashSet::default());
        while let Some(expr) = open.pop() {
            if !seen.insert(expr) {
                continue;
            }
            let node = self.program.expr(expr);
            let converts = matches!(
                node.kind,
                cairn_ir::ExprKind::Convert(
                    cairn_ir::Convert::PointerToInt | cairn_ir::Convert::IntToPointer | cairn_ir::Convert::FloatToBits,
                    _
                )
            );
            if converts || matches!(self.types.kind(node.ty), TypeKind::Float(_) | TypeKind::Union(_)) {
                return false;
            }
            node.kind.for_each_child(|child| open.push(child));
        }
        true
    }
    /// The sort of a bound variable, if it is a number or a truth value.
    pub fn bound_sort(&mut self, ty: TypeId) -> Option<cairn_term::SortId> {
        let types = Rc::clone(&self.types);
        scalars::sort(&mut self.terms, types.kind(ty))
    }
}
