//! Objects of C in specifications: their values, addresses, and what may be assigned.

use super::super::tree::{AssignedPlace, Location, LocationKind, LogicType, Term, TermKind};
use super::{Scope, Value, refuse};
use crate::lower::places::{Spot, Where};
use crate::lower::types::Slot;
use crate::lower::{Lower, Lowerer, Refusal};
use crate::types::{ArrayLength, RecordId, RecordKind, TypeId};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, Convert, ExprId, Place, Projection};

impl Lowerer<'_> {
    pub(super) fn read(&mut self, location: &Location, scope: &Scope) -> Lower<Value> {
        if let Some(state) = scope.state {
            return self.element_in_definition(location, state, scope);
        }
        let is_constant = std::mem::replace(&mut self.frame.is_constant, true);
        let spot = self.location_spot(location, scope).and_then(|spot| self.behind_pointer(spot));
        let value = spot.and_then(|spot| self.load(&spot));
        self.frame.is_constant = is_constant;
        Ok(Value::C(value?))
    }
    pub(super) fn location_address(&mut self, location: &Location, scope: &Scope) -> Lower<ExprId> {
        let is_constant = std::mem::replace(&mut self.frame.is_constant, true);
        let address = self.location_spot(location, scope).and_then(|spot| self.address(&spot));
        self.frame.is_constant = is_constant;
        address
    }
    fn location_spot(&mut self, location: &Location, scope: &Scope) -> Lower<Spot> {
        let span = location.span;
        let spot = |at, ty| Spot { at, ty, bits: None, checked: true, shadow: None, span };
        match &location.kind {
            LocationKind::Variable(id) => {
                let ty = self.c.variables[*id].ty.ty;
                let var = self.variable(*id)?;
                if self.c.types.is_variable_length(ty) {
                    let pointer = self.p.var(var);
                    return Ok(spot(Where::Address(pointer), ty));
                }
                Ok(spot(Where::Place(Place::var(var)), ty))
            }
            LocationKind::Deref(pointer) => {
                let address = self.pointer_term(pointer, scope)?;
                Ok(self.pointed_by(address, location.ty, span))
            }
            LocationKind::Index(array, index) => {
                let whole = self.location_spot(array, scope)?;
                let position = self.index_term(index, scope)?;
                self.element_of(&whole, position, location.ty, span)
            }
            LocationKind::Member(record, number) => {
                let whole = self.location_spot(record, scope)?;
                self.member_of(&whole, *number, span)
            }
        }
    }
    /// A part of what a pointer leads to, as what lies so many bytes behind the pointer: then the condition can be read in
    /// another state.
    fn behind_pointer(&mut self, spot: Spot) -> Lower<Spot> {
        let Where::Place(place) = &spot.at else { return Ok(spot) };
        let ir::PlaceBase::Deref(mut address, mut ty) = place.base else { return Ok(spot) };
        for step in place.path.clone() {
            let kind = self.p.types.kind(ty).clone();
            let (moved, inner) = match (kind, step) {
                (ir::TypeKind::Record(record), Projection::Field(n))
                | (ir::TypeKind::Union(record), Projection::Member(n)) => {
                    let Some(field) = record.fields.get(n as usize) else { return Ok(spot) };
                    let distance = self.number(field.offset);
                    let moved = match field.offset {
                        0 => address,
                        _ => self.p.binary(Binary::PointerAdd { stride: 1 }, address, distance)?,
                    };
                    (moved, field.ty)
                }
                (ir::TypeKind::Array { element, .. }, Projection::Index(index)) => {
                    let Some(stride) = ir::Layout::new(&self.p.types, self.p.target).size(element) else {
                        return Ok(spot);
                    };
                    (self.p.binary(Binary::PointerAdd { stride }, address, index)?, element)
                }
                _ => return Ok(spot),
            };
            (address, ty) = (moved, inner);
        }
        Ok(Spot { at: Where::Place(Place::deref(address, ty)), ..spot })
    }
    fn element_of(&mut self, whole: &Spot, position: ExprId, element: TypeId, span: Span) -> Lower<Spot> {
        let fixed = matches!(self.c.types.array_parts(whole.ty), Some((_, ArrayLength::Known(n))) if n > 0);
        let at = match &whole.at {
            Where::Place(place) if fixed => Where::Place(place.clone().then(Projection::Index(position))),
            _ => {
                let base = self.address(whole)?;
                let address = self.displaced(base, position, element)?;
                match self.ty(element) {
                    Ok(ty) => Where::Place(Place::deref(address, ty)),
                    Err(_) => Where::Address(address),
                }
            }
        };
        Ok(Spot { at, ty: element, bits: None, checked: true, shadow: None, span })
    }
    /// An index: 64 bits of a mathematical integer, or of a C integer at once.
    pub(super) fn index_term(&mut self, index: &Term, scope: &Scope) -> Lower<ExprId> {
        if let TermKind::Integer(n) = &index.kind {
            let ty = self.p.types.unsigned(64);
            return Ok(self.p.int_const(ty, n.clone())?);
        }
        if let TermKind::Convert(super::super::tree::Conversion::ToInteger, inner) = &index.kind
            && let LogicType::C(ty) = inner.ty
            && let Value::C(value) = self.logic_term(inner, scope)?
        {
            return self.as_index(value, ty);
        }
        if let TermKind::C(inner) = &index.kind
            && let Value::C(value) = self.logic_term(index, scope)?
        {
            return self.as_index(value, inner.ty);
        }
        let number = self.integer_term(index, scope)?;
        let ty = self.p.types.int(64);
        Ok(self.p.convert(Convert::MathToInt, number, ty)?)
    }
    /// A pointer moved by so many elements.
    pub(super) fn moved(&mut self, pointer: &Term, index: &Term, scope: &Scope) -> Lower<ExprId> {
        let element = self.pointed_type(pointer).ok_or_else(|| Refusal::at("this pointer", pointer.span))?;
        let base = self.pointer_term(pointer, scope)?;
        let position = self.index_term(index, scope)?;
        self.displaced(base, position, element)
    }
    pub(super) fn pointed_type(&self, pointer: &Term) -> Option<TypeId> {
        let mut ty = &pointer.ty;
        while let LogicType::Set(inner) = ty {
            ty = inner;
        }
        let LogicType::C(ty) = ty else { return None };
        self.c.types.pointee(*ty).map(|pointee| pointee.ty)
    }
    /// Bytes of what a pointer points to.
    pub(super) fn pointed_size(&self, pointer: &Term) -> Option<u64> {
        self.pointed_type(pointer).and_then(|ty| self.stride(ty))
    }
    pub(super) fn member_of_value(&mut self, whole: ExprId, id: RecordId, number: usize, span: Span) -> Lower<ExprId> {
        let shape = self.record(id)?;
        let ty = self.c.types.records[id].fields().get(number).map(|field| field.ty.ty);
        let (Some(slot), Some(ty)) = (shape.slots.get(number).copied(), ty) else { return refuse("this member", span) };
        let is_union = self.c.types.records[id].kind == RecordKind::Union;
        let component = |lowerer: &mut Self, component| -> Lower<ExprId> {
            Ok(if is_union { lowerer.p.member(whole, component)? } else { lowerer.p.field(whole, component)? })
        };
        match slot {
            Slot::Component(number) => component(self, number),
            Slot::Bits { component: number, bits } => {
                let unit = component(self, number)?;
                self.extract(unit, bits, ty)
            }
            _ => refuse("this member of a value", span),
        }
    }

    // ---- what may be assigned ----

    pub(super) fn assigned_location(&mut self, assigned: &AssignedPlace, scope: &Scope) -> Lower<ir::Location> {
        let when = self.all_of(&assigned.when, scope)?;
        let region = if assigned.whole_object {
            ir::Region::Object(self.pointer_term(&assigned.place, scope)?)
        } else {
            self.region(&assigned.place, scope)?
        };
        Ok(ir::Location { region, when })
    }
    fn region(&mut self, place: &Term, scope: &Scope) -> Lower<ir::Region> {
        match &place.kind {
            TermKind::Read(location) | TermKind::AddressOf(location) => self.region_of(location, scope),
            TermKind::At(inner, _) => self.region(inner, scope),
            _ => refuse("this place", place.span),
        }
    }
    fn region_of(&mut self, location: &Location, scope: &Scope) -> Lower<ir::Region> {
        if let Some(elements) = self.elements(location, scope)? {
            return Ok(elements);
        }
        let is_constant = std::mem::replace(&mut self.frame.is_constant, true);
        let spot = self.location_spot(location, scope);
        self.frame.is_constant = is_constant;
        match spot?.at {
            // Of a bit-field its whole unit: another member there is not told from it.
            Where::Place(place) => Ok(ir::Region::Place(place)),
            Where::Address(_) => refuse("this place", location.span),
        }
    }
    /// `p[a .. b]` and `*(p + (a .. b))`; a range may not stand anywhere else.
    fn elements(&mut self, location: &Location, scope: &Scope) -> Lower<Option<ir::Region>> {
        let (pointer, range, element) = match &location.kind {
            LocationKind::Deref(Term { kind: TermKind::PointerAdd(pointer, index), .. }) => {
                let TermKind::Range(low, high) = &index.kind else { return Ok(None) };
                let element = self.pointed_type(pointer).ok_or_else(|| Refusal::at("this place", location.span))?;
                (self.pointer_term(pointer, scope)?, (low, high), element)
            }
            LocationKind::Index(array, index) => {
                let TermKind::Range(low, high) = &index.kind else { return Ok(None) };
                // All elements of an array that no pointer leads to: the whole variable.
                if self.is_whole(array, low.as_deref(), high.as_deref()) {
                    return self.region_of(array, scope).map(Some);
                }
                (self.location_address(array, scope)?, (low, high), location.ty)
            }
            _ => return Ok(None),
        };
        let (Some(low), Some(high)) = range else { return refuse("a range without ends", location.span) };
        let (low, high) = (self.integer_term(low, scope)?, self.integer_term(high, scope)?);
        let element = self.ty(element)?;
        Ok(Some(ir::Region::Elements { pointer, element, low, high }))
    }
    fn is_whole(&self, array: &Location, low: Option<&Term>, high: Option<&Term>) -> bool {
        let Some((_, ArrayLength::Known(length))) = self.c.types.array_parts(array.ty) else { return false };
        let number = |term: Option<&Term>| match term.map(|term| &term.kind) {
            Some(TermKind::Integer(n)) => Some(n.clone()),
            _ => None,
        };
        let starts = low.is_none() || number(low).is_some_and(|n| n == num_bigint::BigInt::ZERO);
        let ends = high.is_none() || number(high).is_some_and(|n| n + 1 == num_bigint::BigInt::from(length));
        starts && ends
    }
}

/// Calls `visit` with the terms inside of a location.
pub(super) fn terms_of(location: &Location, visit: &mut dyn FnMut(&Term)) {
    match &location.kind {
        LocationKind::Variable(_) => {}
        LocationKind::Deref(pointer) => visit(pointer),
        LocationKind::Index(array, index) => {
            terms_of(array, visit);
            visit(index);
        }
        LocationKind::Member(record, _) => terms_of(record, visit),
    }
}
