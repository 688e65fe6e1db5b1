//! Address clauses (RM 13.3): `for X'Address use A`, `for X use at A`, `with Address => A`.
//!
//! The address is evaluated where it stands, with its checks. One that is a number is fixed: the object is a register,
//! and reading it needs `Volatile`. Any other may be that of another object, whose changes would show in this one: the
//! object is refused, and so is every use of it.

use super::entities::*;
use super::tree::{AttributeKind, Expr, ExprKind, Item, Statement, StatementKind};
use super::types::TypeId;
use super::{Analyzer, Resolved};
use crate::syntax::ast::{Aspect, Expression, ExpressionKind};

/// Where an object is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    /// Nobody says: nowhere else than other objects are.
    Own,
    /// At a number.
    Fixed,
    /// Perhaps where another object is.
    Shared,
}

impl Analyzer<'_> {
    pub(super) fn address_aspect<'e>(&self, aspects: &'e [Aspect]) -> Option<&'e Expression> {
        let found = aspects.iter().find(|aspect| self.symbol_text(aspect.name.symbol) == "address");
        found.and_then(|aspect| aspect.value.as_deref())
    }

    /// Evaluates an address, and says what it is.
    pub(super) fn address(&mut self, source: &Expression) -> Resolved<Address> {
        let value = match self.address_type() {
            Some(ty) => self.resolve(source, ty)?,
            // Without `System` there is only the address of something.
            None => match &source.kind {
                ExpressionKind::Attribute(prefix, ..) => match self.address_prefix(prefix)? {
                    Some(name) => {
                        self.items.push(Item::Named(name));
                        return Ok(Address::Shared);
                    }
                    None => return Ok(Address::Shared),
                },
                _ => self.resolve_any(source)?,
            },
        };
        let address = if self.is_fixed_address(&value) { Address::Fixed } else { Address::Shared };
        let span = value.span;
        self.items.push(Item::Statements(vec![Statement { kind: StatementKind::Evaluate(value), span }]));
        Ok(address)
    }

    fn address_type(&mut self) -> Option<TypeId> {
        let is_address = |a: &super::Analysis, id: TypeId| {
            let ty = &a.types[id];
            ty.root == id
                && ty.name.eq_ignore_ascii_case("address")
                && ty.private_in.is_some_and(|p| {
                    a.entities[p].spelled.eq_ignore_ascii_case("system") && a.entities[p].path.is_empty()
                })
        };
        self.a.types.ids().find(|&id| is_address(&self.a, id))
    }

    /// A number, a constant that is one, or the conversion of one.
    pub(super) fn is_fixed_address(&self, e: &Expr) -> bool {
        match &e.kind {
            _ if e.value.is_some() => true,
            ExprKind::Object(entity) => self.a.fixed_addresses.contains(entity),
            ExprKind::Convert(inner) | ExprKind::Qualify(inner) => self.is_fixed_address(inner),
            ExprKind::Call(id, arguments) => {
                let called = &self.a.subprograms[*id];
                self.is_shipped(called.span) && arguments.iter().all(|argument| self.is_fixed_address(argument))
            }
            ExprKind::Attribute(attribute) => {
                attribute.what != AttributeKind::Address && attribute.arguments.iter().all(|a| self.is_fixed_address(a))
            }
            _ => false,
        }
    }

    /// What the address is taken of, if that is evaluated: an object, or a part of one.
    pub(super) fn address_prefix(&mut self, prefix: &Expression) -> Resolved<Option<Expr>> {
        let is_object = |s: &Self, entity: &EntityId| matches!(s.a.entities[*entity].kind, EntityKind::Object(_));
        match self.entities_of(prefix) {
            Some(found) if !found.iter().any(|entity| is_object(self, entity)) => Ok(None),
            _ => self.resolve_any(prefix).map(Some),
        }
    }

    /// `for X'Address use …`, `for X use at …`
    pub(super) fn address_clause(&mut self, target: &Expression, source: &Expression) -> Resolved<()> {
        let address = self.address(source)?;
        for entity in self.entities_of(target).unwrap_or_default() {
            match (&self.a.entities[entity].kind, address) {
                (EntityKind::Object(_), Address::Fixed) => _ = self.a.at_address.insert(entity),
                (EntityKind::Object(_), _) => {
                    self.a.entities[entity].kind = EntityKind::Refused("object laid over another");
                }
                _ => {}
            }
        }
        // Its initial value, if only by default, is that of the other object too.
        if address == Address::Shared { self.unsupported(target.span, "object laid over another") } else { Ok(()) }
    }
}
