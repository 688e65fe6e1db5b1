//! Objects the outside may change: `Volatile`, `Atomic`, `Async_Writers`. Reading one gives any valid value each time.

use super::entities::*;
use super::tree::Item;
use super::types::TypeId;
use super::{Analysis, Analyzer};
use crate::syntax::ast::{Aspect, Expression, Pragma};

impl Analysis {
    /// Whether each read of an object may give another value.
    pub fn is_volatile(&self, entity: EntityId) -> bool {
        if self.volatile.is_empty() && self.volatile_types.is_empty() {
            return false;
        }
        self.volatile.contains(&entity)
            || !self.steady.contains(&entity)
                && matches!(&self.entities[entity].kind, EntityKind::Object(object)
                if self.may_be_changed_outside(object)
                    && object.value.is_none()
                    && self.volatile_types.contains(&self.root(object.ty)))
    }
}

impl Analysis {
    /// Parameters of scalar types are copies, those of other volatile types the actual itself (RM C.6(18)).
    fn may_be_changed_outside(&self, object: &Object) -> bool {
        match object.role {
            ObjectRole::Variable | ObjectRole::Constant => true,
            ObjectRole::Parameter(_) => !self.is_scalar(object.ty),
            _ => false,
        }
    }
}

/// What aspects of a declaration say about its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Placed {
    Plain,
    Volatile,
    /// Of a volatile type perhaps, but nobody else writes to it.
    Steady,
}

impl Analyzer<'_> {
    pub(super) fn placed(&self, aspects: &[Aspect]) -> Placed {
        let mut volatile = false;
        let mut properties = false;
        let mut writers = false;
        for aspect in aspects {
            let on = aspect.value.as_ref().is_none_or(|value| !self.is_false(value));
            match self.symbol_text(aspect.name.symbol) {
                "volatile" | "atomic" | "volatile_full_access" | "volatile_components" | "atomic_components" => {
                    volatile |= on
                }
                "async_writers" => {
                    properties = true;
                    writers |= on;
                }
                "async_readers" | "effective_reads" | "effective_writes" | "no_caching" => properties = true,
                _ => {}
            }
        }
        // With some property given, those that are not given are off.
        match (writers || (volatile && !properties), properties) {
            (true, _) => Placed::Volatile,
            (false, true) => Placed::Steady,
            (false, false) => Placed::Plain,
        }
    }

    /// `with Aspect => False`.
    pub(super) fn is_false(&self, value: &Expression) -> bool {
        self.text(value.span).eq_ignore_ascii_case("false")
    }

    pub(super) fn volatile_type(&mut self, ty: TypeId, aspects: &[Aspect]) {
        if self.placed(aspects) == Placed::Volatile {
            let root = self.a.root(ty);
            self.a.volatile_types.insert(root);
        }
    }

    /// Volatile components of other records would make some parts of an object change, and others not.
    pub(super) fn component_aspects(&mut self, aspects: &[Aspect]) {
        aspects.iter().for_each(|aspect| self.name_unchecked(aspect));
        if let (Placed::Volatile, [first, ..]) = (self.placed(aspects), aspects) {
            self.items.push(Item::Unsupported("volatile component".into(), first.name.span));
        }
    }

    /// `pragma Volatile (X)` and its like.
    pub(super) fn volatile_pragma(&mut self, pragma: &Pragma) {
        let off = pragma.arguments.get(1).is_some_and(|a| self.text(a.value.span).eq_ignore_ascii_case("false"));
        let Some(argument) = pragma.arguments.first().filter(|_| !off) else { return };
        for entity in self.entities_of(&argument.value).unwrap_or_default() {
            match self.a.entities[entity].kind {
                EntityKind::Object(_) => {
                    self.a.volatile.insert(entity);
                }
                EntityKind::Type(ty) => {
                    let root = self.a.root(ty);
                    self.a.volatile_types.insert(root);
                }
                _ => {}
            }
        }
    }
}
