//! Who points to an object: all pointers of a state, and the terms of a value.

use crate::machine::{Machine, State};
use crate::symbolic::{ArraySym, ByteSym, PointerSym, Sym};
use cairn_ir::TypeId;
use cairn_term::TermId;

impl Machine<'_> {
    /// The condition under which some pointer of a state points to an object, but for those in a cell, in the object itself
    /// and in objects that have ended.
    pub fn is_pointed_to(&mut self, state: &State, number: u32, except: Option<u64>) -> TermId {
        let mut result = self.terms.ff();
        for (key, cell) in state.variables.entries() {
            if Some(key) != except {
                let here = self.value_points_to(&cell.sym, cell.ty, number);
                result = self.terms.or(result, here);
            }
        }
        for (other, content) in state.contents.entries() {
            let ended = self.is_live(state, other as u32) == self.terms.ff();
            if other != u64::from(number) && !ended {
                let here = self.value_points_to(&content, self.objects[other as usize].ty, number);
                result = self.terms.or(result, here);
            }
        }
        result
    }
    fn value_points_to(&mut self, sym: &Sym, ty: TypeId, number: u32) -> TermId {
        let mut result = self.terms.ff();
        match sym {
            Sym::Scalar(_) => {}
            Sym::Pointer(pointer) => return self.pointer_points_to(pointer, number),
            Sym::Record(items) => {
                let fields = self.field_types(ty);
                for (item, field) in items.iter().zip(fields) {
                    let here = self.value_points_to(item, field, number);
                    result = self.terms.or(result, here);
                }
            }
            Sym::Array(ArraySym::Explicit(items)) => {
                let (_, element, _) = self.shapes().array_parts(ty);
                for (_, item) in items.entries() {
                    let here = self.value_points_to(&item, element, number);
                    result = self.terms.or(result, here);
                }
            }
            // Which of many elements do is not looked at.
            Sym::Array(ArraySym::Theory(_)) => return self.terms.bool_const(self.shapes().has_pointers(ty)),
            Sym::Union(bytes) => {
                for byte in bytes.iter() {
                    let here = self.byte_points_to(byte, number);
                    result = self.terms.or(result, here);
                }
            }
        }
        result
    }
    fn pointer_points_to(&mut self, pointer: &PointerSym, number: u32) -> TermId {
        if self.objects_of(pointer.object).is_some_and(|set| !set.contains(&number)) {
            return self.terms.ff();
        }
        let this = self.object_term(number);
        self.terms.eq(pointer.object, this)
    }
    fn byte_points_to(&mut self, byte: &ByteSym, number: u32) -> TermId {
        match byte {
            ByteSym::Part(pointer, _) => self.pointer_points_to(pointer, number),
            ByteSym::Choice(_, a, b) => {
                let (x, y) = (self.byte_points_to(a, number), self.byte_points_to(b, number));
                self.terms.or(x, y)
            }
            ByteSym::Plain(_) | ByteSym::OfFloat { .. } | ByteSym::Unused => self.terms.ff(),
        }
    }
    /// The terms that an input is made of.
    pub fn terms_in(&self, sym: &Sym) -> Vec<TermId> {
        match sym {
            Sym::Scalar(term) => vec![*term],
            Sym::Pointer(pointer) => {
                let mut terms = vec![pointer.object];
                pointer.offset.all(|offset| {
                    terms.extend(offset.parts.iter().map(|(term, _)| *term));
                    true
                });
                terms
            }
            Sym::Record(items) => items.iter().flat_map(|item| self.terms_in(item)).collect(),
            Sym::Array(ArraySym::Explicit(items)) => {
                items.entries().iter().flat_map(|(_, item)| self.terms_in(item)).collect()
            }
            Sym::Array(ArraySym::Theory(array)) => array.columns.to_vec(),
            Sym::Union(bytes) => {
                let plain = |byte: &ByteSym| if let ByteSym::Plain(term) = byte { Some(*term) } else { None };
                bytes.iter().filter_map(plain).collect()
            }
        }
    }
}
