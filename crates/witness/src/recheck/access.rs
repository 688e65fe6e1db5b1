//! From an offset in an object to the component of its type that lies there.

use super::memory::{Object, not_storable};
use super::shape::Step;
use super::walk::Walker;
use super::{Judged, Refusal};
use cairn_ir::{TypeId, TypeKind};
use cairn_term::TermId;

/// So many ways to lead an access to a component are followed.
const MAX_ACCESSES: usize = 256;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// The component is the value.
    Exact,
    /// The component is an array of bytes; the value is made of those from this index on.
    Bytes(TermId),
    /// The component is a union: what is in it is not known.
    Opaque,
}

/// One way an access may go.
#[derive(Clone, Debug)]
pub struct Access {
    /// When it goes this way; no two ways at once.
    pub guard: TermId,
    /// The element, in an allocation.
    pub first: Option<TermId>,
    pub steps: Vec<Step>,
    pub how: How,
}

impl Walker<'_> {
    /// The ways in which a value of a type may lie at an offset. The offset is such that all of the value lies in
    /// the object. Offsets for which it is no component are in no way.
    pub fn accesses(&mut self, object: &Object, offset: TermId, ty: TypeId) -> Judged<Vec<Access>> {
        let mut found = Vec::new();
        let always = self.values.terms.tt();
        if !object.many {
            let start = Access { guard: always, first: None, steps: Vec::new(), how: How::Exact };
            self.descend(start, object.ty, offset, ty, &mut found)?;
            return Ok(found);
        }
        let element = self.layout.size(object.ty).ok_or_else(not_storable)?;
        if element == 0 {
            return Ok(found);
        }
        if self.is_byte(object.ty) && !self.is_byte(ty) {
            found.push(Access { guard: always, first: None, steps: Vec::new(), how: How::Bytes(offset) });
            return Ok(found);
        }
        let (index, rest) = self.divide(offset, element);
        let start = Access { guard: always, first: Some(index), steps: Vec::new(), how: How::Exact };
        self.descend(start, object.ty, rest, ty, &mut found)?;
        Ok(found)
    }
    pub fn is_byte(&self, ty: TypeId) -> bool {
        self.program.types.int_width(ty) == Some(8)
    }
    fn divide(&mut self, offset: TermId, by: u64) -> (TermId, TermId) {
        let by = self.number(by);
        (self.values.terms.bv_udiv(offset, by), self.values.terms.bv_urem(offset, by))
    }

    /// `access` leads to a value of type `at`, and the wanted one is `offset` further.
    fn descend(
        &mut self,
        access: Access,
        at: TypeId,
        offset: TermId,
        wanted: TypeId,
        found: &mut Vec<Access>,
    ) -> Judged<()> {
        if self.values.terms.as_bool_const(access.guard) == Some(false) {
            return Ok(());
        }
        if found.len() >= MAX_ACCESSES {
            return Err(Refusal::CannotFollow("a pointer into an object of too many parts".into()));
        }
        let (room, size) = (self.layout.size(at), self.layout.size(wanted));
        let (room, size) = (room.ok_or_else(not_storable)?, size.ok_or_else(not_storable)?);
        if self.program.types.same_shape(at, wanted) {
            let zero = self.number(0);
            let here = self.values.terms.eq(offset, zero);
            let guard = self.values.terms.and(access.guard, here);
            found.push(Access { guard, how: How::Exact, ..access });
            return Ok(());
        }
        if size > room {
            return Ok(());
        }
        let types = self.program;
        match types.types.kind(at) {
            TypeKind::Union(_) => {
                let guard = self.within(access.guard, offset, 0, room - size);
                found.push(Access { guard, how: How::Opaque, ..access });
                Ok(())
            }
            TypeKind::Record(record) => {
                for (n, field) in record.fields.iter().enumerate() {
                    let part = self.layout.size(field.ty).ok_or_else(not_storable)?;
                    if part < size {
                        continue;
                    }
                    let guard = self.within(access.guard, offset, field.offset, field.offset + (part - size));
                    let start = self.number(field.offset);
                    let rest = self.values.terms.bv_sub(offset, start);
                    let mut steps = access.steps.clone();
                    steps.push(Step::Field(n as u32));
                    self.descend(Access { guard, steps, ..access.clone() }, field.ty, rest, wanted, found)?;
                }
                Ok(())
            }
            TypeKind::Array { index, element, length } => {
                self.descend_array(access, (*index, *element, *length), offset, wanted, found)
            }
            _ => Ok(()),
        }
    }
    fn descend_array(
        &mut self,
        mut access: Access,
        (index, element, length): (TypeId, TypeId, Option<u64>),
        offset: TermId,
        wanted: TypeId,
        found: &mut Vec<Access>,
    ) -> Judged<()> {
        let (Some(width), Some(length)) = (self.program.types.int_width(index), length) else { return Ok(()) };
        let part = self.layout.size(element).ok_or_else(not_storable)?;
        let size = self.layout.size(wanted).ok_or_else(not_storable)?;
        // Elements that no index names are no components.
        if part == 0 || (width < 64 && length > 1 << width) {
            return Ok(());
        }
        if self.is_byte(element) {
            access.guard = self.within(access.guard, offset, 0, length - size);
            let start = self.values.terms.resize_unsigned(offset, width.max(64));
            found.push(Access { how: How::Bytes(start), ..access });
            return Ok(());
        }
        access.guard = self.within(access.guard, offset, 0, part * length - size);
        let (number, rest) = self.divide(offset, part);
        access.steps.push(Step::Index(self.values.terms.resize_unsigned(number, width)));
        self.descend(access, element, rest, wanted, found)
    }
    /// `guard`, and the offset lies between two numbers.
    fn within(&mut self, guard: TermId, offset: TermId, low: u64, high: u64) -> TermId {
        let (low, high) = (self.number(low), self.number(high));
        let terms = &mut self.values.terms;
        let (above, below) = (terms.bv_ule(low, offset), terms.bv_ule(offset, high));
        terms.and_all(&[guard, above, below])
    }
}
