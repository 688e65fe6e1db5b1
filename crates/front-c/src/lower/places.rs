//! Objects: from lvalues to places, and loading, storing and taking addresses there.
//!
//! An access through a pointer is checked when it happens, for the bytes of what is accessed; an index is checked
//! where it stands, for the array it belongs to. Taking an address checks nothing but inner indices: like pointer
//! arithmetic, it may lead out of the array, and what is accessed there is checked then.

use super::types::{BitSlice, Slot};
use super::{Lower, Lowerer, Refusal};
use crate::sema::tree::{Expr, Lvalue, LvalueKind, Storage};
use crate::types::{ArrayLength, RecordKind, TypeId, TypeKind};
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, CheckKind, Convert, ExprId, ExprKind, Place, PlaceBase, Projection, Sign, VarId};
use std::rc::Rc;

/// Where an object is.
#[derive(Clone, Debug)]
pub enum Where {
    Place(Place),
    /// An array the types of the program form do not know: its address.
    Address(ExprId),
}

#[derive(Clone, Debug)]
pub struct Spot {
    pub at: Where,
    /// Type of the object.
    pub ty: TypeId,
    /// For a bit-field: its part of the unit at the place.
    pub bits: Option<BitSlice>,
    /// An access has been checked already.
    pub checked: bool,
    /// The shadow that says whether it has a value.
    pub shadow: Option<Place>,
    pub span: Span,
}

/// What an lvalue is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Access,
    /// Only the address.
    Address,
}

impl Lowerer<'_> {
    pub fn spot(&mut self, lvalue: &Lvalue, purpose: Purpose) -> Lower<Spot> {
        let spot = self.find_spot(lvalue, purpose)?;
        self.note_lvalue(lvalue);
        Ok(spot)
    }
    fn find_spot(&mut self, lvalue: &Lvalue, purpose: Purpose) -> Lower<Spot> {
        let span = lvalue.span;
        let spot = |at, ty| Spot { at, ty, bits: None, checked: false, shadow: None, span };
        match &lvalue.kind {
            LvalueKind::Variable(id) => {
                let variable = &self.c.variables[*id];
                let ty = variable.ty.ty;
                let var = self.variable(*id)?;
                if self.c.types.is_variable_length(ty) {
                    let pointer = self.p.var(var);
                    return Ok(spot(Where::Address(pointer), ty));
                }
                Ok(Spot { shadow: self.shadow_of(*id), ..spot(Where::Place(Place::var(var)), ty) })
            }
            LvalueKind::Deref(pointer) => self.pointed(pointer, lvalue),
            LvalueKind::Index(array, index) => self.element(array, index, span, purpose),
            LvalueKind::Member(record, number) => self.member(record, *number, span),
            LvalueKind::String(id) => {
                let var = self.string(*id)?;
                Ok(spot(Where::Place(Place::var(var)), lvalue.ty.ty))
            }
            LvalueKind::CompoundLiteral(id, initializer) => {
                let variable = &self.c.variables[*id];
                let (ty, storage) = (variable.ty.ty, variable.storage);
                let var = self.variable(*id)?;
                if storage == Storage::Automatic {
                    let value = self.initial_value(ty, initializer)?;
                    self.assign_var(var, value, span);
                    self.watch_stored(&spot(Where::Place(Place::var(var)), ty), span)?;
                }
                Ok(spot(Where::Place(Place::var(var)), ty))
            }
            LvalueKind::Temporary(id, value) => {
                let ty = self.c.variables[*id].ty.ty;
                let value = self.value(value)?;
                let var = self.variable(*id)?;
                self.assign_var(var, value, span);
                let made = spot(Where::Place(Place::var(var)), ty);
                self.watch_stored(&made, span)?;
                Ok(made)
            }
            LvalueKind::Unsupported(what) => Err(Refusal::at(&**what, span)),
        }
    }
    /// What a pointer points to.
    fn pointed(&mut self, pointer: &Expr, lvalue: &Lvalue) -> Lower<Spot> {
        let mut address = self.value(pointer)?;
        let alignment = self.c.types.align_of_qualified(lvalue.ty);
        if self.options.alignment && alignment > 1 && !self.frame.in_library && !self.frame.is_constant {
            address = self.keep("address", address, lvalue.span);
            let wide = self.p.types.unsigned(64);
            let number = self.p.convert(Convert::PointerToInt, address, wide)?;
            let (low, zero) = (self.number(alignment - 1), self.number(0));
            let rest = self.p.binary(Binary::BitAnd, number, low)?;
            let aligned = self.p.binary(Binary::Equal, rest, zero)?;
            let description = format!("the address of `{}` must be a multiple of {alignment}", self.text(lvalue.span));
            self.check(CheckKind::Pointer, aligned, description, lvalue.span);
        }
        Ok(self.pointed_by(address, lvalue.ty.ty, lvalue.span))
    }
    pub fn pointed_by(&mut self, address: ExprId, ty: TypeId, span: Span) -> Spot {
        let at = match self.ty(ty) {
            Err(_) => Where::Address(address),
            Ok(wanted) => match self.known_place(address, wanted) {
                Some(place) => Where::Place(place),
                None => Where::Place(Place::deref(address, wanted)),
            },
        };
        Spot { at, ty, bits: None, checked: false, shadow: None, span }
    }
    /// `*&x` is `x`, unless an index on the way could lead out of its array.
    fn known_place(&self, address: ExprId, wanted: ir::TypeId) -> Option<Place> {
        let ExprKind::AddressOf(place) = &self.p.expr(address).kind else { return None };
        // A constant is written only through a pointer: its check needs the address.
        if matches!(place.base, PlaceBase::Var(var) if self.is_exposed_constant(var)) {
            return None;
        }
        let no_index = place.path.iter().all(|step| !matches!(step, Projection::Index(_)));
        let ty = ir::typing::place_type(&self.p, place).ok()?;
        (no_index && self.p.types.same_shape(ty, wanted)).then(|| place.clone())
    }
    fn is_exposed_constant(&self, var: VarId) -> bool {
        let is_it = |id| self.frame.variables.get(id).or_else(|| self.globals.get(id)) == Some(&var);
        self.exposed_constants.iter().any(is_it)
    }
    fn element(&mut self, array: &Lvalue, index: &Expr, span: Span, purpose: Purpose) -> Lower<Spot> {
        let whole = self.spot(array, Purpose::Access)?;
        let array_text = self.text(array.span);
        let (element, length) =
            self.c.types.array_parts(whole.ty).ok_or_else(|| Refusal::at("an index of what is no array", span))?;
        let position = self.value(index)?;
        self.note_expr(index);
        let index_text = self.text(index.span);
        let position = self.as_index(position, index.ty)?;
        // The object of a variable-length array has exactly its length: the index says all.
        let checked = matches!((&array.kind, length), (LvalueKind::Variable(_), ArrayLength::Variable(_)));
        let limit = match length {
            ArrayLength::Known(n) if n > 0 => Some((self.number(n), (n - 1).to_string())),
            ArrayLength::Variable(id) => {
                let variable = self.c.lengths[id];
                let var = self.variable(variable)?;
                let value = self.p.var(var);
                let length = self.as_index(value, self.c.variables[variable].ty.ty)?;
                Some((length, "its length - 1".to_string()))
            }
            _ => None,
        };
        let open_ended = self.is_open_ended(array);
        if let Some((limit, last)) = limit.filter(|_| purpose == Purpose::Access && !open_ended) {
            let known = match (self.constant_int(position), self.constant_int(limit)) {
                (Some(p), Some(l)) => p < l,
                _ => false,
            };
            if !known {
                let inside = self.p.binary(Binary::Less(Sign::Unsigned), position, limit)?;
                let description = format!("index `{index_text}` of `{array_text}` must be in 0 .. {last}");
                self.check(CheckKind::Index, inside, description, span);
            }
        }
        let fixed = matches!(length, ArrayLength::Known(n) if n > 0) && !open_ended;
        let at = match whole.at {
            Where::Place(place) if fixed => Where::Place(place.then(Projection::Index(position))),
            _ => {
                let base = self.address(&whole)?;
                let address = self.displaced(base, position, element.ty)?;
                match self.ty(element.ty) {
                    Ok(ty) => Where::Place(Place::deref(address, ty)),
                    Err(_) => Where::Address(address),
                }
            }
        };
        Ok(Spot { at, ty: element.ty, bits: None, checked, shadow: None, span })
    }
    /// Whether an array of one element is the last member of what a pointer points to: programs older than flexible
    /// array members use it as a longer one, as far as the object reaches.
    fn is_open_ended(&self, array: &Lvalue) -> bool {
        let LvalueKind::Member(record, number) = &array.kind else { return false };
        let is_short = matches!(self.c.types.array_parts(array.ty.ty), Some((_, ArrayLength::Known(1))));
        is_short && self.is_last_member(record, *number)
    }
    fn is_last_member(&self, record: &Lvalue, number: usize) -> bool {
        let fields = self.c.types.members(record.ty.ty).map_or(0, |members| members.fields.len());
        let is_structure = matches!(self.c.types.kind(record.ty.ty), TypeKind::Record(id) if self.c.types.records[*id].kind == RecordKind::Struct);
        is_structure
            && number + 1 == fields
            && match &record.kind {
                LvalueKind::Deref(_) => true,
                LvalueKind::Member(outer, number) => self.is_last_member(outer, *number),
                _ => false,
            }
    }
    fn member(&mut self, record: &Lvalue, number: usize, span: Span) -> Lower<Spot> {
        let whole = self.spot(record, Purpose::Access)?;
        self.member_of(&whole, number, span)
    }
    /// A member of what lies at a spot.
    pub fn member_of(&mut self, whole: &Spot, number: usize, span: Span) -> Lower<Spot> {
        let TypeKind::Record(id) = *self.c.types.kind(whole.ty) else {
            return Err(Refusal::at("a member of what is no structure", span));
        };
        let shape = self.record(id)?;
        let ty = self.c.types.records[id].fields().get(number).map(|f| f.ty.ty);
        let (Some(slot), Some(ty)) = (shape.slots.get(number).copied(), ty) else {
            return Err(Refusal::at("this member", span));
        };
        let (component, bits) = match slot {
            Slot::Component(component) => (component, None),
            Slot::Bits { component, bits } => (component, Some(bits)),
            Slot::Raw(bytes) => return self.raw_member(whole, bytes, ty, span),
            Slot::Behind(bytes) => {
                let base = self.address(whole)?;
                let distance = self.number(bytes);
                let address = self.p.binary(Binary::PointerAdd { stride: 1 }, base, distance)?;
                return Ok(Spot { at: Where::Address(address), ty, bits: None, checked: false, shadow: None, span });
            }
        };
        let Where::Place(place) = whole.at.clone() else { return Err(Refusal::at("this member", span)) };
        let step = match self.c.types.records[id].kind {
            RecordKind::Struct => Projection::Field(component),
            RecordKind::Union => Projection::Member(component),
        };
        Ok(Spot { at: Where::Place(place.then(step)), ty, bits, checked: false, shadow: None, span })
    }

    /// A member of a large union: an access of its type to the bytes of the union.
    fn raw_member(&mut self, whole: &Spot, bytes: u64, ty: TypeId, span: Span) -> Lower<Spot> {
        let in_variable = matches!(&whole.at, Where::Place(place) if matches!(place.base, PlaceBase::Var(_)));
        let base = self.address(whole)?;
        let distance = self.number(bytes);
        let address = self.p.binary(Binary::PointerAdd { stride: 1 }, base, distance)?;
        let at = Where::Place(Place::deref(address, self.ty(ty)?));
        Ok(Spot { at, ty, bits: None, checked: whole.checked || in_variable, shadow: None, span })
    }

    // ---- addresses ----

    pub fn address(&mut self, spot: &Spot) -> Lower<ExprId> {
        if spot.bits.is_some() {
            return Err(Refusal::at("the address of a bit-field", spot.span));
        }
        match &spot.at {
            Where::Address(address) => Ok(*address),
            Where::Place(place) => self.address_of_place(place),
        }
    }
    pub fn address_of_place(&mut self, place: &Place) -> Lower<ExprId> {
        match place.base {
            PlaceBase::Deref(pointer, _) if place.path.is_empty() => Ok(pointer),
            _ => Ok(self.p.address_of(place.clone())?),
        }
    }
    /// An address moved by so many elements.
    pub fn displaced(&mut self, base: ExprId, index: ExprId, element: TypeId) -> Lower<ExprId> {
        if self.constant_int(index).is_some_and(ir::Bits::is_zero) {
            return Ok(base);
        }
        if let Some(stride) = self.stride(element) {
            return Ok(self.p.binary(Binary::PointerAdd { stride }, base, index)?);
        }
        let size = self.dynamic_size(element)?;
        let distance = self.p.binary(Binary::Multiply, index, size)?;
        Ok(self.p.binary(Binary::PointerAdd { stride: 1 }, base, distance)?)
    }
    /// Bytes that `p + 1` moves a pointer. (GNU C: 1 for `void` and functions.)
    pub fn stride(&self, element: TypeId) -> Option<u64> {
        match self.c.types.kind(element) {
            TypeKind::Void | TypeKind::Function(_) => Some(1),
            _ => self.size(element),
        }
    }
    /// Size (64 bits) of a type with variable lengths.
    pub fn dynamic_size(&mut self, ty: TypeId) -> Lower<ExprId> {
        if let Some(size) = self.size(ty) {
            return Ok(self.number(size));
        }
        let Some((element, ArrayLength::Variable(id))) = self.c.types.array_parts(ty) else {
            return Err(Refusal::new("the size of this type"));
        };
        let variable = self.c.lengths[id];
        let var = self.variable(variable)?;
        let length = self.p.var(var);
        let length = self.as_index(length, self.c.variables[variable].ty.ty)?;
        let size = self.dynamic_size(element.ty)?;
        Ok(self.p.binary(Binary::Multiply, length, size)?)
    }
    /// Whether the size of such a type is that of an object at all: no machine has larger ones, and their sizes
    /// wrap around.
    pub fn size_fits(&mut self, ty: TypeId) -> Lower<ExprId> {
        let Some((element, ArrayLength::Variable(id))) = self.c.types.array_parts(ty) else {
            return Ok(self.p.bool_const(true));
        };
        let variable = self.c.lengths[id];
        let var = self.variable(variable)?;
        let length = self.p.var(var);
        let length = self.as_index(length, self.c.variables[variable].ty.ty)?;
        let inner = self.size_fits(element.ty)?;
        let size = self.dynamic_size(element.ty)?;
        let wraps = self.p.binary(Binary::MultiplyOverflows(Sign::Unsigned), length, size)?;
        let exact = self.not(wraps)?;
        let (whole, limit) = (self.dynamic_size(ty)?, self.number(self.largest_object()));
        let small = self.p.binary(Binary::LessEqual(Sign::Unsigned), whole, limit)?;
        let fits = self.p.binary(Binary::And, exact, small)?;
        Ok(self.p.binary(Binary::And, inner, fits)?)
    }
    /// An integer of 64 bits with the same value (negative numbers are large).
    pub fn as_index(&mut self, value: ExprId, ty: TypeId) -> Lower<ExprId> {
        let signed = self.is_signed(ty);
        self.extend(value, signed, 64)
    }
    /// Extends or truncates to a width.
    pub fn extend(&mut self, value: ExprId, signed: bool, width: u32) -> Lower<ExprId> {
        let ty = if signed { self.p.types.int(width) } else { self.p.types.unsigned(width) };
        if let Some(bits) = self.constant_int(value) {
            let number = if signed { bits.signed() } else { bits.unsigned().into() };
            return Ok(self.p.int_const(ty, number)?);
        }
        let from = self.p.type_of(value);
        if self.p.types.is_bool(from) {
            return Ok(self.p.convert(Convert::BoolToInt, value, ty)?);
        }
        let how = match self.p.types.int_width(from) {
            Some(old) if old == width => return Ok(value),
            Some(old) if old > width => Convert::Truncate,
            Some(_) if signed => Convert::SignExtend,
            _ => Convert::ZeroExtend,
        };
        Ok(self.p.convert(how, value, ty)?)
    }

    // ---- loading and storing ----

    /// Checks that an object may be accessed.
    fn check_access(&mut self, spot: &Spot) -> Lower<()> {
        let Where::Place(place) = &spot.at else { return Ok(()) };
        if spot.checked || matches!(place.base, PlaceBase::Var(_)) {
            return Ok(());
        }
        let bytes = match spot.bits {
            Some(bits) => u64::from(bits.unit / 8),
            // C's is larger than the pointer that stands for it.
            None if matches!(self.c.types.kind(spot.ty), TypeKind::VaList) => u64::from(self.p.target.pointer_bytes),
            None => self.size(spot.ty).ok_or_else(|| Refusal::at("an object of this type", spot.span))?,
        };
        let address = self.address_of_place(place)?;
        let bytes = self.number(bytes);
        let valid = self.p.binary(Binary::PointerValid, address, bytes)?;
        let mut description = format!("`{}` must lie in a live object", self.text(spot.span));
        if self.is_fixed_address(place) {
            description.push_str("; `--region ADDRESS:SIZE` declares memory at a fixed address");
        }
        self.check(CheckKind::Pointer, valid, description, spot.span);
        Ok(())
    }
    /// Whether a place is at a constant address that is not null.
    fn is_fixed_address(&self, place: &Place) -> bool {
        let PlaceBase::Deref(pointer, _) = place.base else { return false };
        let mut pointer = pointer;
        while let ir::ExprKind::Binary(Binary::PointerAdd { .. }, base, _) = self.p.expr(pointer).kind {
            pointer = base;
        }
        let constant = &self.p.expr(pointer).kind;
        matches!(constant, ir::ExprKind::Const(ir::Value::Pointer(p)) if p.object.is_none() && p.offset != 0)
    }
    pub fn load(&mut self, spot: &Spot) -> Lower<ExprId> {
        let content = self.content(spot)?;
        self.of_content(content, spot)
    }
    /// The value that an lvalue has where the program reads it: any, if the object is volatile.
    pub fn seen(&mut self, lvalue: &Lvalue, spot: &Spot) -> Lower<ExprId> {
        let mut content = self.content(spot)?;
        self.needs_value(spot)?;
        if lvalue.ty.qualifiers.volatile && !self.is_private(lvalue) {
            let ty = self.p.type_of(content);
            if holds_addresses(&self.p.types, ty) {
                return Err(Refusal::at("reading a volatile object that holds a pointer", spot.span));
            }
            content = self.arbitrary("volatile", ty, spot.span, ir::InputRole::Volatile);
        } else if let Where::Place(place) = &spot.at
            && !matches!(place.base, PlaceBase::Var(_))
            && self.regions.iter().any(|(region, _)| region.volatile)
        {
            let address = self.address_of_place(place)?;
            content = self.read_of_region(address, content, spot.span)?;
        }
        self.of_content(content, spot)
    }
    /// Part of a variable that lives in a call and that nothing but its name reaches: no device can know it.
    fn is_private(&self, lvalue: &Lvalue) -> bool {
        match &lvalue.kind {
            LvalueKind::Variable(id) => {
                let variable = &self.c.variables[*id];
                matches!(variable.storage, Storage::Automatic | Storage::Parameter) && !variable.address_taken
            }
            LvalueKind::Member(whole, _) | LvalueKind::Index(whole, _) => self.is_private(whole),
            _ => false,
        }
    }
    /// What is stored at a spot: for a bit-field the unit it is part of.
    fn content(&mut self, spot: &Spot) -> Lower<ExprId> {
        let Where::Place(place) = &spot.at else { return Err(Refusal::at("an object of this type", spot.span)) };
        self.check_access(spot)?;
        Ok(match place.base {
            PlaceBase::Var(_) => self.p.read_place(place)?,
            PlaceBase::Deref(..) => {
                let ty = ir::typing::place_type(&self.p, place)?;
                let address = self.address_of_place(place)?;
                self.p.load(address, ty)?
            }
        })
    }
    fn of_content(&mut self, content: ExprId, spot: &Spot) -> Lower<ExprId> {
        match spot.bits {
            None => Ok(content),
            Some(bits) => self.extract(content, bits, spot.ty),
        }
    }
    pub fn store(&mut self, spot: &Spot, value: ExprId, span: Span) -> Lower<()> {
        let Where::Place(place) = &spot.at else { return Err(Refusal::at("an object of this type", spot.span)) };
        let Some(bits) = spot.bits else {
            self.check_access(spot)?;
            if let PlaceBase::Deref(..) = place.base {
                let address = self.address_of_place(place)?;
                let what = format!("`{}`", self.text(spot.span));
                self.check_writable(address, self.size(spot.ty), &what, spot.span)?;
            }
            self.assign(place.clone(), value, span);
            return self.has_value(spot, span);
        };
        let unit_spot = Spot { bits: None, ..spot.clone() };
        self.check_access(spot)?;
        if let PlaceBase::Deref(..) = place.base {
            let address = self.address_of_place(place)?;
            let what = format!("`{}`", self.text(spot.span));
            self.check_writable(address, Some(u64::from(bits.unit / 8)), &what, spot.span)?;
        }
        let old = self.load(&Spot { checked: true, ..unit_spot })?;
        let new = self.insert(old, bits, value)?;
        self.assign(place.clone(), new, span);
        self.has_value(spot, span)
    }
    /// A string literal must not be written, nor an object declared `const`. Only literals that became pointers to what
    /// is not `const` can be, and constants of which such a pointer was made; those of other calls are not known here.
    /// `bytes` is how many are written, if that is known: what is written at once lies in an object of that size.
    pub fn check_writable(&mut self, address: ExprId, bytes: Option<u64>, what: &str, span: Span) -> Lower<()> {
        if bytes.is_none_or(|n| n == 1) {
            let literals: Lower<Vec<VarId>> =
                Rc::clone(&self.exposed_strings).iter().map(|id| self.string(*id)).collect();
            self.check_elsewhere(address, &literals?, format!("{what} must not be part of a string literal"), span)?;
        }
        let mut constants = Vec::new();
        for id in Rc::clone(&self.exposed_constants).iter() {
            let variable = &self.c.variables[*id];
            let is_known = variable.storage == Storage::Static || self.frame.variables.contains_key(id);
            if is_known && bytes.is_none_or(|n| self.size(variable.ty.ty).is_none_or(|size| n <= size)) {
                constants.push(self.variable(*id)?);
            }
        }
        self.check_elsewhere(address, &constants, format!("{what} must not be part of a constant object"), span)
    }
    /// Whether an address lies in no string literal and no object declared `const`.
    pub fn is_changeable(&mut self, address: ExprId) -> Lower<ExprId> {
        let mut objects = Vec::new();
        for id in self.c.strings.ids() {
            objects.push(self.string(id)?);
        }
        for (id, variable) in self.c.variables.iter() {
            let constant =
                variable.ty.qualifiers.constant || self.c.types.innermost_element(variable.ty).qualifiers.constant;
            let is_known =
                variable.storage == Storage::Static && !variable.weak || self.frame.variables.contains_key(&id);
            if constant && variable.address_taken && is_known && self.size(variable.ty.ty).is_some() {
                objects.push(self.variable(id)?);
            }
        }
        let mut changeable = self.p.bool_const(true);
        for object in objects {
            let object = self.p.address_of(Place::var(object))?;
            let same = self.p.binary(Binary::SameObject, address, object)?;
            let other = self.not(same)?;
            changeable = self.p.binary(Binary::And, changeable, other)?;
        }
        Ok(changeable)
    }
    /// An address lies in none of some objects.
    fn check_elsewhere(&mut self, address: ExprId, objects: &[VarId], description: String, span: Span) -> Lower<()> {
        let mut fine: Option<ExprId> = None;
        for object in objects {
            let object = self.p.address_of(Place::var(*object))?;
            let same = self.p.binary(Binary::SameObject, address, object)?;
            let other = self.not(same)?;
            fine = Some(match fine {
                Some(all) => self.p.binary(Binary::And, all, other)?,
                None => other,
            });
        }
        if let Some(fine) = fine {
            self.check(CheckKind::Pointer, fine, description, span);
        }
        Ok(())
    }
    /// A unit of bit-fields as one integer.
    fn unit_number(&mut self, unit: ExprId, bits: BitSlice) -> Lower<ExprId> {
        if !bits.in_bytes {
            return Ok(unit);
        }
        let wide = self.p.types.unsigned(bits.unit);
        let mut sum = self.p.int_const(wide, 0)?;
        for position in 0..u64::from(bits.unit / 8) {
            let index = self.number(position);
            let byte = self.p.index(unit, index)?;
            let byte = self.p.convert(Convert::ZeroExtend, byte, wide)?;
            let distance = self.p.int_const(wide, 8 * position)?;
            let byte = self.p.binary(Binary::ShiftLeft, byte, distance)?;
            sum = self.p.binary(Binary::BitOr, sum, byte)?;
        }
        Ok(sum)
    }
    pub fn extract(&mut self, unit: ExprId, bits: BitSlice, ty: TypeId) -> Lower<ExprId> {
        let number = self.unit_number(unit, bits)?;
        let distance = self.p.int_const(self.p.type_of(number), bits.shift)?;
        let low = self.p.binary(Binary::ShiftRight(Sign::Unsigned), number, distance)?;
        let slice = self.p.types.unsigned(bits.width);
        let slice = self.p.convert(Convert::Truncate, low, slice)?;
        if self.c.types.is_bool(ty) {
            let zero = self.p.int_const(self.p.type_of(slice), 0)?;
            return Ok(self.p.binary(Binary::NotEqual, slice, zero)?);
        }
        let (signed, width, to) = (self.is_signed(ty), self.width(ty)?, self.ty(ty)?);
        let wide = self.extend(slice, signed, width)?;
        Ok(self.p.convert(Convert::Retype, wide, to)?)
    }
    fn insert(&mut self, unit: ExprId, bits: BitSlice, value: ExprId) -> Lower<ExprId> {
        let number = self.unit_number(unit, bits)?;
        let wide = self.p.type_of(number);
        let slice = self.extend(value, false, bits.width)?;
        let slice = self.extend(slice, false, bits.unit)?;
        let distance = self.p.int_const(wide, bits.shift)?;
        let slice = self.p.binary(Binary::ShiftLeft, slice, distance)?;
        let ones = (num_bigint::BigInt::from(1) << bits.width) - 1;
        let others = self.p.int_const(wide, -1 - (ones << bits.shift))?;
        let kept = self.p.binary(Binary::BitAnd, number, others)?;
        let new = self.p.binary(Binary::BitOr, kept, slice)?;
        if !bits.in_bytes {
            return Ok(new);
        }
        let byte = self.p.types.unsigned(8);
        let mut items = Vec::new();
        for position in 0..bits.unit / 8 {
            let distance = self.p.int_const(wide, 8 * position)?;
            let low = self.p.binary(Binary::ShiftRight(Sign::Unsigned), new, distance)?;
            items.push(self.p.convert(Convert::Truncate, low, byte)?);
        }
        let ty = self.p.type_of(unit);
        Ok(self.p.add_expr(ExprKind::ArrayOf(items), ty, None)?)
    }
    /// The value of a bit-field after a value was stored there.
    pub fn as_stored(&mut self, spot: &Spot, value: ExprId) -> Lower<ExprId> {
        let Some(bits) = spot.bits.filter(|_| !self.c.types.is_bool(spot.ty)) else { return Ok(value) };
        let slice = self.extend(value, false, bits.width)?;
        let (signed, width, to) = (self.is_signed(spot.ty), self.width(spot.ty)?, self.ty(spot.ty)?);
        let wide = self.extend(slice, signed, width)?;
        Ok(self.p.convert(Convert::Retype, wide, to)?)
    }
    /// A unit of bit-fields with some of them set, for initialisers.
    pub fn with_bits(&mut self, unit: ExprId, bits: BitSlice, value: ExprId) -> Lower<ExprId> {
        self.insert(unit, bits, value)
    }
}

/// Whether a value of the type has a pointer in it.
fn holds_addresses(types: &ir::Types, ty: ir::TypeId) -> bool {
    match types.kind(ty) {
        ir::TypeKind::Pointer => true,
        ir::TypeKind::Array { element, .. } => holds_addresses(types, *element),
        ir::TypeKind::Record(record) | ir::TypeKind::Union(record) => {
            record.fields.iter().any(|field| holds_addresses(types, field.ty))
        }
        _ => false,
    }
}
