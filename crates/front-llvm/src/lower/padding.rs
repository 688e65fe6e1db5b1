//! Bytes of structures that belong to no component, where a value goes to memory.
//!
//! They are hidden components of the structure (`types.rs`), because memory has them and copies of memory keep them.
//! Values have none: what a store leaves there is undefined (LangRef, "store": "if the value being stored has padding, it is
//! filled with undef"), so it is arbitrary.

use super::emitter::Emitter;
use super::{Lowered, Lowering, refuse};
use cairn_ir::{ExprId, Place, Projection, StatementKind, TypeId, TypeKind as Shape};

/// Arrays of structures with padding have at most this many gaps that one store fills.
const MAX_GAPS: u32 = 1_024;

impl Lowering<'_, '_> {
    pub(super) fn has_padding(&self, ty: TypeId) -> bool {
        match self.program.types.kind(ty) {
            Shape::Record(record) => record.fields.iter().any(|field| field.is_padding() || self.has_padding(field.ty)),
            Shape::Array { element, .. } => self.has_padding(*element),
            _ => false,
        }
    }
}

impl Emitter<'_, '_, '_> {
    /// The value as a store leaves it in memory.
    pub fn with_any_padding(&mut self, value: ExprId) -> Lowered<ExprId> {
        let ty = self.low.program.type_of(value);
        if !self.low.has_padding(ty) {
            return Ok(value);
        }
        let stored = self.fresh(ty);
        self.assign(stored, value);
        self.forget_padding(Place::var(stored), ty, &mut MAX_GAPS.clone())?;
        Ok(self.low.program.var(stored))
    }
    fn forget_padding(&mut self, place: Place, ty: TypeId, left: &mut u32) -> Lowered<()> {
        match self.low.program.types.kind(ty).clone() {
            Shape::Record(record) => {
                for (number, field) in record.fields.iter().enumerate() {
                    let part = place.clone().then(Projection::Field(number as u32));
                    if !field.is_padding() {
                        self.forget_padding(part, field.ty, left)?;
                        continue;
                    }
                    let Some(rest) = left.checked_sub(1) else {
                        return refuse("storing that many structures with padding at once is not supported");
                    };
                    *left = rest;
                    self.push(StatementKind::Havoc { target: part });
                }
                Ok(())
            }
            Shape::Array { index, element, length: Some(length) } if self.low.has_padding(element) => {
                for n in 0..length {
                    let n = self.low.program.int_const(index, num_bigint::BigInt::from(n))?;
                    self.forget_padding(place.clone().then(Projection::Index(n)), element, left)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
