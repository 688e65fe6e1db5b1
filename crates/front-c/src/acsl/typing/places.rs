//! Objects of C in specifications: variables, what pointers point to, elements, members, and sets of these.

use super::super::syntax::{Ident, Node};
use super::super::tree::{Location, LocationKind, LogicType, Term, TermKind};
use super::{Typed, refused, wrong};
use crate::sema::Analyzer;
use crate::types::{TypeId, TypeKind};
use cairn_base::Span;

impl Analyzer<'_> {
    /// The value of an object; of an array, the address of its first element.
    pub(super) fn value_of(&mut self, location: Location) -> Term {
        let span = location.span;
        let contains_set = has_set(&location);
        let (kind, ty) = match self.program.types.array_parts(location.ty) {
            Some((element, _)) => {
                let ty = self.program.types.pointer(element);
                (TermKind::AddressOf(Box::new(location)), ty)
            }
            None => {
                let ty = location.ty;
                (TermKind::Read(Box::new(location)), ty)
            }
        };
        let ty = LogicType::C(ty);
        Term::new(kind, if contains_set { LogicType::Set(Box::new(ty)) } else { ty }, span)
    }
    /// The object that a term designates, if it does.
    pub(super) fn location_of(&mut self, term: Term) -> Typed<Location> {
        match term.kind {
            TermKind::Read(location) => Ok(*location),
            // The address of an array's first element stands for the array.
            TermKind::AddressOf(location) if self.program.types.is_array(location.ty) => Ok(*location),
            _ => Err(wrong(term.span, "this is no object")),
        }
    }
    pub(super) fn logic_dereference(&mut self, pointer: Term, span: Span) -> Typed<Term> {
        let Some(ty) = self.pointee_of(&pointer.ty) else {
            return Err(wrong(span, format!("`*` wants a pointer, not `{}`", self.show_logic(&pointer.ty))));
        };
        if self.program.types.is_function(ty) {
            return Err(refused(span, "the function that a pointer points to"));
        }
        if self.program.types.is_void(ty) {
            return Err(wrong(span, "a pointer to `void` points to no object of a known type"));
        }
        Ok(self.value_of(Location { kind: LocationKind::Deref(pointer), ty, span }))
    }
    pub(super) fn logic_address(&mut self, operand: Term, span: Span) -> Typed<Term> {
        if let TermKind::FunctionAddress(_) = operand.kind {
            return Ok(operand);
        }
        let location = self.location_of(operand)?;
        let is_set = has_set(&location);
        let ty = LogicType::C(self.program.types.pointer_to(location.ty));
        let ty = if is_set { LogicType::Set(Box::new(ty)) } else { ty };
        Ok(Term::new(TermKind::AddressOf(Box::new(location)), ty, span))
    }
    /// `a[i]`: of an array object its element, of a pointer what it points to.
    pub(super) fn element(&mut self, base: Term, index: Term, span: Span) -> Typed<Term> {
        if let TermKind::AddressOf(location) = &base.kind
            && let Some((element, _)) = self.program.types.array_parts(location.ty)
        {
            let location = location.as_ref().clone();
            let kind = LocationKind::Index(Box::new(location), index);
            return Ok(self.value_of(Location { kind, ty: element.ty, span }));
        }
        if !self.is_c_pointer(&base.ty) && self.pointee_of(&base.ty).is_none() {
            return Err(wrong(span, format!("`{}` has no elements", self.show_logic(&base.ty))));
        }
        let moved = self.moved_pointer(base, index, span);
        self.logic_dereference(moved, span)
    }
    pub(super) fn moved_pointer(&mut self, pointer: Term, index: Term, span: Span) -> Term {
        let is_set = is_set(&pointer) || is_set(&index);
        let ty = match pointer.ty.clone() {
            LogicType::Set(inner) => *inner,
            ty => ty,
        };
        let ty = if is_set { LogicType::Set(Box::new(ty)) } else { ty };
        Term::new(TermKind::PointerAdd(pointer.boxed(), index.boxed()), ty, span)
    }
    pub(super) fn logic_member(&mut self, record: Term, name: &Ident, span: Span) -> Typed<Term> {
        let ty = match &record.ty {
            LogicType::C(ty) => *ty,
            LogicType::Set(inner) => match **inner {
                LogicType::C(ty) => ty,
                _ => return Err(wrong(span, "this has no members")),
            },
            other => return Err(wrong(span, format!("`{}` has no members", self.show_logic(other)))),
        };
        let path = self.logic_member_path(ty, name)?;
        if let TermKind::Read(location) = record.kind {
            let mut location = *location;
            for number in path {
                let ty = self.field_type(location.ty, number, name)?;
                location = Location { kind: LocationKind::Member(Box::new(location), number), ty, span };
            }
            return Ok(self.value_of(location));
        }
        let mut term = record;
        let mut ty = ty;
        for number in path {
            ty = self.field_type(ty, number, name)?;
            if self.program.types.is_array(ty) {
                return Err(refused(span, "an array inside a value that is no object"));
            }
            term = Term::new(TermKind::Field(term.boxed(), number), LogicType::C(ty), span);
        }
        Ok(term)
    }
    fn logic_member_path(&mut self, ty: TypeId, name: &Ident) -> Typed<Vec<usize>> {
        let TypeKind::Record(record) = *self.program.types.kind(ty) else {
            return Err(wrong(name.span, format!("`{}` has no members", self.program.types.show(ty))));
        };
        self.program.types.find_member(record, &name.text).ok_or_else(|| {
            let message = format!("`{}` has no member `{}`", self.program.types.show(ty), name.text);
            wrong(name.span, message)
        })
    }
    fn field_type(&self, ty: TypeId, number: usize, name: &Ident) -> Typed<TypeId> {
        let field = self.program.types.members(ty).and_then(|members| members.fields.get(number));
        field.map(|field| field.ty.ty).ok_or_else(|| wrong(name.span, "this member has no type"))
    }
    /// `p->m`.
    pub(super) fn arrow(&mut self, pointer: &Node, name: &Ident, span: Span) -> Typed<Term> {
        let pointer = self.term(pointer)?;
        let record = self.logic_dereference(pointer, span)?;
        self.logic_member(record, name, span)
    }
}

/// Whether a term is a set of values.
pub(super) fn is_set(term: &Term) -> bool {
    matches!(term.ty, LogicType::Set(_))
}

fn has_set(location: &Location) -> bool {
    match &location.kind {
        LocationKind::Variable(_) => false,
        LocationKind::Deref(pointer) => is_set(pointer),
        LocationKind::Index(array, index) => has_set(array) || is_set(index),
        LocationKind::Member(record, _) => has_set(record),
    }
}
