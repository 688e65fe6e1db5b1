//! Which user-defined operators count at a place (RM 8.4(11), 12.5(8)).
//!
//! In: an operator that lookup found by its name. Out: whether something hides it. Predefined operators have no declarations
//! here, so that lookup cannot see that they hide what a use clause would show; and inside of an instance the types of its
//! formals have their predefined operators, whatever is declared around for the actual types.

use super::Analyzer;
use super::entities::{EntityKind, ScopeId, SubprogramId};
use super::types::TypeId;
use crate::syntax::names::Symbol;

impl Analyzer<'_> {
    /// Whether a user-defined operator is no candidate at the current place, although its name is found.
    pub(super) fn is_hidden_operator(&self, id: SubprogramId, symbol: Symbol) -> bool {
        let subprogram = &self.a.subprograms[id];
        let Some(first) = subprogram.parameters.first().map(|p| self.a.root(p.ty)) else { return false };
        let one_type = subprogram.parameters.iter().all(|p| self.a.root(p.ty) == first);
        let Some(result) = subprogram.result.map(|ty| self.a.root(ty)).filter(|_| one_type) else { return false };
        let text = self.symbol_text(symbol).trim_matches('"');
        self.is_predefined(text, first, result)
            && (self.is_hidden_by_predefined(id, first) || self.is_beyond_instance(id, first, symbol))
    }

    /// Whether the language defines an operator of this profile.
    fn is_predefined(&self, text: &str, ty: TypeId, result: TypeId) -> bool {
        let boolean = self.a.root(self.a.standard.boolean);
        match text {
            "=" | "/=" => result == boolean,
            "<" | "<=" | ">" | ">=" => result == boolean && self.a.is_scalar(ty),
            "+" | "-" | "*" | "/" | "abs" => result == ty && self.a.is_numeric(ty),
            "mod" | "rem" => result == ty && self.a.is_integer(ty),
            "and" | "or" | "xor" | "not" => {
                result == ty && (ty == boolean || matches!(self.a.kind(ty), super::types::TypeKind::Modular { .. }))
            }
            _ => false,
        }
    }

    /// A predefined operator is declared with its type: where that is directly visible, use clauses show no other one of the same
    /// profile.
    fn is_hidden_by_predefined(&self, id: SubprogramId, ty: TypeId) -> bool {
        let (stands_in, home) = (self.a.subprograms[id].declared_in, self.a.types[ty].scope);
        self.is_around(home, self.context.scope) && !self.is_around(stands_in, self.context.scope)
    }

    /// Inside of an instance: whether the type is one of its formals, and the operator comes from outside.
    fn is_beyond_instance(&self, id: SubprogramId, ty: TypeId, symbol: Symbol) -> bool {
        if !self.a.is_scalar(ty) {
            return false;
        }
        let mut at = Some(self.context.scope);
        while let Some(scope) = at {
            if self.instance_formals.contains(&scope) {
                let names = &self.a.scopes[scope].names;
                let is_formal = names.values().flatten().any(|&entity| match self.a.entities[entity].kind {
                    EntityKind::Type(formal) => self.a.root(formal) == ty,
                    _ => false,
                });
                let own = names.get(&symbol).is_some_and(|found| found.contains(&self.a.subprograms[id].entity));
                if is_formal && !own && !self.is_around(scope, self.a.subprograms[id].declared_in) {
                    return true;
                }
            }
            at = self.a.scopes[scope].parent;
        }
        false
    }

    fn is_around(&self, outer: ScopeId, inner: ScopeId) -> bool {
        let mut at = Some(inner);
        while let Some(scope) = at {
            if scope == outer {
                return true;
            }
            at = self.a.scopes[scope].parent;
        }
        false
    }
}
