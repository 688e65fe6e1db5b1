//! Declaring names and looking them up (RM 8).
//!
//! Names of enclosing regions are found from the inside out; one that cannot be overloaded hides all
//! outer ones, overloadable ones hide only outer homographs. Names made visible by `use` come last.

use super::entities::*;
use super::types::TypeId;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{Expression, ExpressionKind, Identifier};
use crate::syntax::names::Symbol;
use cairn_base::Span;
use std::rc::Rc;

impl Analyzer<'_> {
    pub(super) fn new_scope(&mut self, parent: Option<ScopeId>) -> ScopeId {
        self.a.scopes.push(Scope { parent, ..Scope::default() })
    }

    /// Makes an entity without declaring it.
    pub(super) fn new_entity(&mut self, name: Identifier, kind: EntityKind) -> EntityId {
        let text = self.sources.text(name.span);
        let spelled: Rc<str> = if text.is_empty() { self.symbol_text(name.symbol).into() } else { text.into() };
        self.a.entities.push(Entity {
            symbol: name.symbol,
            spelled,
            span: name.span,
            kind,
            owner: self.context.subprogram,
            path: self.context.path.clone(),
        })
    }

    pub(super) fn declare(&mut self, name: Identifier, kind: EntityKind) -> EntityId {
        let entity = self.new_entity(name, kind);
        self.bind(self.context.scope, name.symbol, entity);
        entity
    }

    pub(super) fn bind(&mut self, scope: ScopeId, symbol: Symbol, entity: EntityId) {
        let (scope, entities) = (&mut self.a.scopes[scope], &self.a.entities);
        let entry = scope.names.entry(symbol).or_default();
        let is_limited = |e: &EntityId| matches!(entities[*e].kind, EntityKind::Refused(super::units::LIMITED_VIEW));
        entry.retain(|other| !is_limited(other));
        if !entry.contains(&entity) {
            entry.push(entity);
        }
        scope.order.push(entity);
    }

    fn overloadable(&self, entity: EntityId) -> bool {
        matches!(self.a.entities[entity].kind, EntityKind::Subprogram(_) | EntityKind::Literal { .. })
    }

    /// All meanings of a simple name at the current place.
    pub(super) fn lookup(&self, symbol: Symbol) -> Vec<EntityId> {
        let found = self.lookup_before(symbol, self.horizon);
        if found.is_empty() && self.horizon.is_some() && !self.symbol_text(symbol).starts_with('"') {
            // Full views and refinements come later and are wanted all the same.
            return self.lookup_before(symbol, None);
        }
        found
    }

    /// Leaves out what is declared behind the horizon, in scopes that were there before it.
    fn lookup_before(&self, symbol: Symbol, horizon: Option<(EntityId, ScopeId)>) -> Vec<EntityId> {
        let seen = |scope: ScopeId, entity: EntityId| horizon.is_none_or(|(e, s)| entity < e || scope >= s);
        let mut found: Vec<EntityId> = Vec::new();
        let mut scope = Some(self.context.scope);
        while let Some(id) = scope {
            let here = &self.a.scopes[id];
            if let Some(entities) = here.names.get(&symbol) {
                // The latest declaration of a name that cannot be overloaded is the one in force.
                if let Some(&last) = entities.iter().rev().find(|&&e| !self.overloadable(e) && seen(id, e)) {
                    if found.is_empty() {
                        return vec![last];
                    }
                    return found;
                }
                for &entity in entities.iter().rev().filter(|&&e| seen(id, e)) {
                    if !found.iter().any(|&f| self.homographs(f, entity)) {
                        found.push(entity);
                    }
                }
            }
            scope = here.parent;
        }
        self.lookup_used(symbol, &mut found);
        found
    }

    fn lookup_used(&self, symbol: Symbol, found: &mut Vec<EntityId>) {
        let operator = self.symbol_text(symbol).starts_with('"');
        let direct = !found.is_empty();
        let mut scope = Some(self.context.scope);
        let mut single: Option<EntityId> = None;
        while let Some(id) = scope {
            let here = &self.a.scopes[id];
            let mut candidates: Vec<EntityId> = Vec::new();
            for &used in &here.uses {
                candidates.extend(self.a.scopes[used].names.get(&symbol).into_iter().flatten().rev());
            }
            for &ty in &here.use_types {
                let declared = self.a.types[self.a.types[ty].root].scope;
                let all = self.a.scopes[declared].names.get(&symbol).into_iter().flatten();
                candidates.extend(all.filter(|&&e| operator || self.overloadable(e)));
            }
            for entity in candidates {
                if self.overloadable(entity) {
                    if !found.iter().any(|&f| self.homographs(f, entity)) {
                        found.push(entity);
                    }
                } else if !direct && single.is_none() {
                    single = Some(entity);
                }
            }
            scope = here.parent;
        }
        if found.is_empty() {
            found.extend(single);
        }
    }

    /// Whether two overloadable entities have the same profile.
    pub(super) fn homographs(&self, a: EntityId, b: EntityId) -> bool {
        if a == b {
            return true;
        }
        self.profile_of(a) == self.profile_of(b)
    }

    fn profile_of(&self, entity: EntityId) -> (Vec<TypeId>, Option<TypeId>) {
        let root = |t: TypeId| self.a.types[t].root;
        match &self.a.entities[entity].kind {
            EntityKind::Subprogram(id) => {
                let subprogram = &self.a.subprograms[*id];
                (subprogram.parameters.iter().map(|p| root(p.ty)).collect(), subprogram.result.map(root))
            }
            EntityKind::Literal { ty, .. } => (Vec::new(), Some(root(*ty))),
            _ => (Vec::new(), None),
        }
    }

    /// The entities a (possibly selected) name denotes, or `None` if it is not such a name.
    pub(super) fn entities_of(&mut self, name: &Expression) -> Option<Vec<EntityId>> {
        match &name.kind {
            ExpressionKind::Name(symbol) => {
                let found = self.lookup(*symbol);
                (!found.is_empty()).then_some(found)
            }
            ExpressionKind::String(text) => {
                let symbol = self.a.names.find(&format!("\"{}\"", text.to_lowercase()))?;
                let found = self.lookup(symbol);
                (!found.is_empty()).then_some(found)
            }
            ExpressionKind::Selected(prefix, selector) => {
                let prefix = self.entities_of(prefix)?;
                let scope = self.scope_behind(&prefix)?;
                let found = self.selected(scope, selector.symbol);
                if found.is_empty()
                    && let Some(child) = self.own_unit(&prefix, selector.symbol)
                {
                    return Some(vec![child]);
                }
                if found.is_empty() {
                    return self.child_of_instance(&prefix, *selector).map(|child| vec![child]);
                }
                Some(found)
            }
            _ => None,
        }
    }

    /// A child unit inside itself: its parent does not show it to others before it is complete.
    fn own_unit(&self, parent: &[EntityId], symbol: Symbol) -> Option<EntityId> {
        let &parent = parent.first()?;
        let EntityKind::Package(scopes) = self.a.entities[parent].kind else { return None };
        let package = &self.a.entities[parent];
        let full = match package.path.is_empty() {
            true => package.spelled.to_string(),
            false => format!("{}.{}", package.path, package.spelled),
        };
        let mut at = Some(self.context.scope);
        while let Some(id) = at {
            let here = &self.a.scopes[id];
            if here.parent == Some(scopes.private) {
                let own = here.names.get(&symbol).into_iter().flatten();
                return own.copied().find(|&e| self.a.entities[e].path.eq_ignore_ascii_case(&full));
            }
            at = here.parent;
        }
        None
    }

    /// The scopes a prefix opens: a package, or an enclosing subprogram, block or loop.
    fn scope_behind(&self, prefix: &[EntityId]) -> Option<Vec<ScopeId>> {
        for &entity in prefix {
            match &self.a.entities[entity].kind {
                EntityKind::Package(scopes) => {
                    let mut visible = vec![scopes.visible];
                    for inner in [Some(scopes.private), scopes.body].into_iter().flatten() {
                        if self.is_inside(inner) {
                            visible.push(inner);
                        }
                    }
                    visible.extend(scopes.formals);
                    return Some(visible);
                }
                EntityKind::Subprogram(id) => {
                    let scope = self.a.subprograms[*id].scope;
                    // Parameters and declarations of the body share a scope; those of inner subprograms and blocks
                    // are not selected by its name.
                    if self.is_inside(scope) {
                        return Some(vec![scope]);
                    }
                }
                EntityKind::Block(scope) if self.is_inside(*scope) => return Some(vec![*scope]),
                _ => {}
            }
        }
        None
    }

    pub(super) fn is_inside(&self, scope: ScopeId) -> bool {
        let mut at = Some(self.context.scope);
        while let Some(id) = at {
            if id == scope {
                return true;
            }
            at = self.a.scopes[id].parent;
        }
        false
    }

    fn selected(&self, scopes: Vec<ScopeId>, symbol: Symbol) -> Vec<EntityId> {
        let mut found: Vec<EntityId> = Vec::new();
        for scope in scopes {
            for &entity in self.a.scopes[scope].names.get(&symbol).into_iter().flatten().rev() {
                if !self.overloadable(entity) {
                    if found.is_empty() {
                        return vec![entity];
                    }
                    continue;
                }
                if !found.iter().any(|&f| self.homographs(f, entity)) {
                    found.push(entity);
                }
            }
        }
        found
    }

    /// The single entity a name denotes, of whatever kind.
    pub(super) fn single_entity(&mut self, name: &Expression) -> Resolved<EntityId> {
        match self.entities_of(name) {
            Some(found) if found.len() == 1 => Ok(found[0]),
            Some(found) => {
                // Overloaded: the first is the innermost; only contexts that do not care ask here.
                Ok(found[0])
            }
            None => self.undefined_name(name),
        }
    }

    /// The package a name denotes, renamings followed.
    pub(super) fn package_named(&mut self, name: &Expression) -> Resolved<(EntityId, PackageScopes)> {
        let entity = self.single_entity(name)?;
        match &self.a.entities[entity].kind {
            EntityKind::Package(scopes) => Ok((entity, *scopes)),
            EntityKind::Refused(what) => {
                let what = *what;
                self.unsupported(name.span, what)
            }
            _ => self.error(codes::UNDEFINED, name.span, "this is not a package"),
        }
    }

    pub(super) fn identifier_at(&mut self, text: &str, span: Span) -> Identifier {
        Identifier { symbol: self.a.names.intern(text), span }
    }
}
