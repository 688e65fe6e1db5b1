//! Logic functions as functions of terms, and contents of objects as arrays.
//!
//! A logic function is any function here: what defines it is said by facts, conditions about all its arguments, which
//! whoever asks a solver instantiates. Memory it reads is an argument, an array of what an object holds.

use crate::machine::{Cell, Frame, Machine, State};
use crate::symbolic::{ArraySym, Offset, PointerSym, Sym, TheoryArray};
use cairn_ir::{ExprId, ProcId, TypeId, TypeKind, VarId};
use cairn_term::{Op, SortId, TermId};
use num_integer::Integer;
use std::rc::Rc;

/// Elements of variables that are written down one by one.
const SPELLED_OUT: u64 = 256;

impl Machine<'_> {
    pub(crate) fn apply(
        &mut self,
        state: &State,
        frame: Frame,
        function: ProcId,
        arguments: &[ExprId],
        ty: TypeId,
    ) -> Sym {
        let program = self.program;
        let procedure = &program.procedures[function];
        if procedure.role.is_fact() {
            return match procedure.definition(program) {
                Some(condition) => self.eval(state, frame, condition),
                None => Sym::Scalar(self.terms.tt()),
            };
        }
        let mut terms = Vec::new();
        for argument in arguments {
            let value = self.eval(state, frame, *argument);
            match value {
                Sym::Scalar(term) => terms.push(term),
                Sym::Array(ref array) => {
                    let own = self.theory_of_array(array, program.type_of(*argument));
                    let saved = self.save(&own, program.type_of(*argument));
                    terms.extend(saved.columns.iter().copied());
                }
                _ => self.give_up("a logic function of this type"),
            }
        }
        let types = Rc::clone(&self.types);
        let Some(result) = cairn_passes::scalars::sort(&mut self.terms, types.kind(ty)).filter(|_| !terms.is_empty())
        else {
            self.give_up("a logic function of this type");
            return self.zero(ty);
        };
        let sorts: Vec<SortId> = terms.iter().map(|term| self.terms.sort_of(*term)).collect();
        let known = self.terms.function(&format!("{}!{}", procedure.name, function.0), &sorts, result);
        Sym::Scalar(self.terms.apply(known, &terms))
    }
    /// A bound variable: its symbol, and what a cell for it holds.
    pub(crate) fn bound_value(&mut self, var: VarId, body: ExprId) -> Option<(TermId, Cell)> {
        let program = self.program;
        let variable = &program.variables[var];
        let name = format!("{}!bound!{}", variable.name, var.0);
        if let TypeKind::Array { element, length: None, .. } = *Rc::clone(&self.types).kind(variable.ty) {
            self.bound_sort(element)?;
            let columns = self.shapes().columns(&mut self.terms, variable.ty);
            let [sort] = columns.as_slice() else { return None };
            let symbol = self.terms.symbol(&name, *sort);
            return Some((symbol, Cell { sym: array_of(symbol), ty: variable.ty }));
        }
        let sort = self.bound_sort(variable.ty).filter(|_| self.quantifies_exactly(body))?;
        let symbol = self.terms.symbol(&name, sort);
        Some((symbol, Cell { sym: Sym::Scalar(symbol), ty: variable.ty }))
    }

    // ---- contents ----

    /// What the object holds that a pointer leads to, see [`cairn_ir::ExprKind::Contents`].
    pub(crate) fn contents(&mut self, state: &State, pointer: &PointerSym, ty: TypeId) -> Sym {
        let (_, element, _) = self.shapes().array_parts(ty);
        let columns = self.shapes().columns(&mut self.terms, ty);
        let types = Rc::clone(&self.types);
        let is_float = matches!(types.kind(element), TypeKind::Float(_));
        let ([sort], Some(_), false) = (columns.as_slice(), self.bound_sort(element), is_float) else {
            self.give_up("contents of this type");
            return self.zero(ty);
        };
        let zero = self.zero(element).scalar();
        let mut result = self.terms.const_array(*sort, zero);
        for (number, here) in self.targets(state, pointer) {
            if self.objects[number as usize].procedure {
                continue;
            }
            let live = self.is_live(state, number);
            let here = self.terms.and(here, live);
            let offset = self.offset_within(pointer, number);
            let held = self.under(here, |m| {
                m.leave_out_misaligned(&offset, element);
                m.held(state, number, element, *sort)
            });
            match held {
                Some(held) => result = self.terms.ite(here, held, result),
                None => self.leave_out(here, "the contents of an object of other elements"),
            }
        }
        array_of(result)
    }
    fn leave_out_misaligned(&mut self, offset: &Offset, element: TypeId) {
        let stride = self.size_of(element).max(1);
        let fits = |n: u64| n.is_multiple_of(stride);
        if offset.constant.mod_floor(&(stride as i64)) == 0 && offset.parts.iter().all(|(_, own)| fits(*own)) {
            return;
        }
        let (offset, stride) = (self.offset_term(offset), self.terms.bv_u64(64, stride));
        let (rest, zero) = (self.terms.bv_urem(offset, stride), self.terms.bv_u64(64, 0));
        let aligned = self.terms.eq(rest, zero);
        let misaligned = self.terms.not(aligned);
        self.leave_out(misaligned, "the contents of an object at a misaligned pointer");
    }
    /// The elements of an object as one array term; none if it holds something else.
    fn held(&mut self, state: &State, number: u32, element: TypeId, sort: SortId) -> Option<TermId> {
        let content = state.contents.get(number.into())?.clone();
        let ty = self.objects[number as usize].ty;
        if self.is_raw(&content, ty) {
            return None;
        }
        let types = Rc::clone(&self.types);
        let same = |a: TypeId, b: TypeId| a == b || types.kind(a) == types.kind(b);
        let zero = self.zero(element).scalar();
        let empty = self.terms.const_array(sort, zero);
        if same(ty, element) {
            let at = self.terms.bv_u64(64, 0);
            return Some(self.terms.store(empty, at, content.scalar()));
        }
        let TypeKind::Array { element: own, length, .. } = *types.kind(ty) else { return None };
        if !same(own, element) {
            return None;
        }
        match length.filter(|length| *length <= SPELLED_OUT) {
            Some(length) => {
                let mut array = empty;
                for i in 0..length {
                    let index = self.constant_index(ty, i);
                    let item = self.select_element(&content, ty, index, true).scalar();
                    let at = self.terms.bv_u64(64, i);
                    array = self.terms.store(array, at, item);
                }
                Some(array)
            }
            None => {
                let theory = self.theory_of_array(content.array(), ty);
                let saved = self.save(&theory, ty);
                let column = *saved.columns.first()?;
                let fits = self.terms.sort_of(column) == sort && self.is_zero_beyond(column, zero);
                fits.then_some(column)
            }
        }
    }
    /// Whether no element of an array that nobody has written is known but as zero.
    fn is_zero_beyond(&self, array: TermId, zero: TermId) -> bool {
        let (mut open, mut seen) = (vec![array], rustc_hash::FxHashSet::default());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            let args = self.terms.args(term);
            match self.terms.op(term) {
                Op::Symbol(_) => {}
                Op::Store => open.push(args[0]),
                Op::Ite => open.extend(&args[1..]),
                Op::ConstArray(_) if args[0] == zero => {}
                _ => return false,
            }
        }
        true
    }
}

fn array_of(column: TermId) -> Sym {
    Sym::Array(ArraySym::Theory(TheoryArray {
        columns: Rc::new(vec![column]),
        known: Default::default(),
        unsaved: Default::default(),
    }))
}
