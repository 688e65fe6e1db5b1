//! Checks of kind `uninitialized`, made on request: an automatic variable, or a part of one, has a value before it is
//! read.
//!
//! A variable that is declared without an initialiser gets a shadow beside it: the same shape, with a Boolean for
//! every scalar part. A store sets the parts it writes, and a read of a scalar checks its part. A structure that is copied
//! as a whole counts as complete, since copying one with holes is no mistake. Once the address of a variable has been used,
//! anybody may have written to it: from there on it counts as complete too, and a warning says so. What has no shadow
//! is told by the same warning: unions, arrays of variable length, and what `malloc` gives.

use super::places::Spot;
use super::{Lower, Lowerer};
use crate::sema::tree::{Storage, VariableId, VariableRole};
use crate::types::{ArrayLength, RecordKind, TypeId, TypeKind};
use cairn_base::{Diagnostic, Severity, Span};
use cairn_ir as ir;
use ir::{ArrayValue, CheckKind, Display, Place, PlaceBase, StatementKind, Style, Value, VarId};
use std::sync::Arc;

impl Lowerer<'_> {
    /// A variable is declared and has no value yet.
    pub fn begins_without_value(&mut self, id: VariableId, span: Span) {
        let variable = &self.c.variables[id];
        let is_source = variable.role == VariableRole::Source && variable.storage == Storage::Automatic;
        if !self.options.uninitialized || self.frame.in_library || !is_source {
            return;
        }
        let (name, ty) = (variable.name.clone(), variable.ty.ty);
        let Some(shape) = self.shadow_type(ty) else {
            return self.not_watched(format!("it is not checked that `{name}` has a value before it is read"), span);
        };
        if variable.address_taken {
            self.not_watched(format!("it is not checked that `{name}` has a value once its address is used"), span);
        }
        let shadow = match self.frame.shadows.get(&id) {
            Some(shadow) => *shadow,
            None => {
                let shadow = self.temporary(&format!("{name} has a value"), shape);
                self.frame.shadows.insert(id, shadow);
                shadow
            }
        };
        self.mark_parts(Place::var(shadow), false, span);
    }
    /// The shadow of a variable, if it has one.
    pub fn shadow_of(&self, id: VariableId) -> Option<Place> {
        self.frame.shadows.get(&id).map(|shadow| Place::var(*shadow))
    }
    /// What was stored at a spot is a value.
    pub fn has_value(&mut self, shadow: Option<Place>, span: Span) {
        if let Some(place) = shadow {
            self.mark_parts(place, true, span);
        }
    }
    /// The address of (a part of) a variable is used: others may write to it.
    pub fn escapes(&mut self, spot: &Spot) {
        if let Some(Place { base: PlaceBase::Var(shadow), .. }) = spot.shadow {
            self.mark_parts(Place::var(shadow), true, spot.span);
        }
    }
    /// Before a read.
    pub fn needs_value(&mut self, spot: &Spot) -> Lower<()> {
        let Some(place) = &spot.shadow else { return Ok(()) };
        let flag = self.p.read_place(place)?;
        if self.p.types.is_bool(self.p.type_of(flag)) {
            let description = format!("`{}` must have a value", self.text(spot.span));
            self.check(CheckKind::Uninitialized, flag, description, spot.span);
        }
        Ok(())
    }
    /// Memory that nothing was written to is not watched.
    pub fn allocated_without_value(&mut self, span: Span) {
        if self.options.uninitialized && !self.frame.in_library {
            self.not_watched("it is not checked that allocated memory has a value before it is read".into(), span);
        }
    }

    fn not_watched(&mut self, message: String, span: Span) {
        if self.not_watched.insert(span) {
            let diagnostic = Diagnostic::new(Severity::Warning, crate::codes::NOT_WATCHED, message);
            self.diagnostics.push(diagnostic.at(span, "here"));
        }
    }
    fn mark_parts(&mut self, place: Place, full: bool, span: Span) {
        let value = ir::typing::place_type(&self.p, &place).ok();
        let value = value.and_then(|ty| Some((uniform(&self.p.types, ty, full)?, ty)));
        let Some(value) = value.and_then(|(value, ty)| self.p.constant(value, ty).ok()) else { return };
        self.emit_implied(StatementKind::Assign { target: place, value }, span, "uninitialized check");
    }
    /// The type of a shadow: a Boolean for every scalar, records with a field per member. None for what holds a union,
    /// has no length that is known, or no parts.
    fn shadow_type(&mut self, ty: TypeId) -> Option<ir::TypeId> {
        match self.c.types.kind(ty).clone() {
            TypeKind::Array(element, ArrayLength::Known(length)) if length > 0 => {
                let element = self.shadow_type(element.ty)?;
                Some(self.p.types.array(element, length))
            }
            TypeKind::Record(id) if self.c.types.records[id].kind == RecordKind::Struct => {
                let members: Vec<TypeId> = self.c.types.records[id].fields().iter().map(|f| f.ty.ty).collect();
                let mut fields: Vec<ir::Field> = Vec::new();
                let mut size = 0;
                for (number, member) in members.into_iter().enumerate() {
                    let ty = self.shadow_type(member)?;
                    let name: Arc<str> = number.to_string().into();
                    fields.push(ir::Field { name, ty, offset: size });
                    size += ir::layout::size_of(&self.p.types, self.p.target, ty);
                }
                let kind = ir::TypeKind::Record(Arc::new(ir::RecordType { fields, size }));
                (size > 0).then(|| self.p.types.intern(kind, Display::styled(Style::Plain)))
            }
            TypeKind::Bool | TypeKind::Integer(_) | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::Pointer(_) => {
                Some(self.p.types.bool())
            }
            _ => None,
        }
    }
}

/// The shadow of an object all of whose parts have a value, or none has.
fn uniform(types: &ir::Types, ty: ir::TypeId, full: bool) -> Option<Value> {
    Some(match types.kind(ty) {
        ir::TypeKind::Bool => Value::Bool(full),
        ir::TypeKind::Array { element, length, .. } => {
            Value::Array(ArrayValue::filled(*length, uniform(types, *element, full)?))
        }
        ir::TypeKind::Record(record) => {
            Value::Record(record.fields.iter().map(|f| uniform(types, f.ty, full)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Shadows of the variables of a call.
pub type Shadows = rustc_hash::FxHashMap<VariableId, VarId>;
