//! Children of generic packages (RM 10.1.1(17)).
//!
//! Such a child is a generic itself. Its name is selected from an instance of the parent, and what it sees
//! of the parent is that instance. So each instance of the parent gets a generic of its own, made from the
//! child's when the name is first selected: the same tree, its context in front of the instance's scope.

use super::entities::*;
use super::generics::GenericBody;
use super::units::State;
use super::{Analyzer, Context};
use crate::syntax::ast::Identifier;
use std::rc::Rc;

/// A child of a generic package, seen in one instance of the parent.
#[derive(Clone)]
pub(super) struct Child {
    /// Full name of the child unit.
    unit: String,
    /// The instance of the parent.
    instance: EntityId,
    scopes: PackageScopes,
}

impl Analyzer<'_> {
    /// `Instance.Child`, where the instance's generic has such a child.
    pub(super) fn child_of_instance(&mut self, prefix: &[EntityId], selector: Identifier) -> Option<EntityId> {
        let (&instance, generic) = prefix.iter().find_map(|e| Some((e, self.instances.get(e)?.clone())))?;
        let EntityKind::Package(scopes) = self.a.entities[instance].kind else { return None };
        let parent = self.children.get(&generic).map_or(generic, |child| child.unit.clone());
        let unit = format!("{parent}.{}", self.symbol_text(selector.symbol));
        let template = match self.units.done.get(&unit)? {
            State::Done(Some(entity)) | State::SpecificationDone(Some(entity)) => *entity,
            _ => return None,
        };
        let EntityKind::Generic(info) = self.a.entities[template].kind.clone() else { return None };
        let child = Child { unit: unit.clone(), instance, scopes };
        let key = format!("{unit}@{}", instance.0);
        let package = &self.a.entities[instance];
        let path: Rc<str> = match package.path.is_empty() {
            true => package.spelled.clone(),
            false => format!("{}.{}", package.path, package.spelled).into(),
        };
        let scope = self.seen_from(info.scope, &child);
        let seen = GenericInfo { ast: info.ast.clone(), scope, path, name: info.name.clone(), unit: key.clone() };
        self.children.insert(key, child);
        let name = Identifier { symbol: selector.symbol, span: self.a.entities[template].span };
        Some(self.within(scopes.visible, |s| s.declare(name, EntityKind::Generic(Rc::new(seen)))))
    }

    /// Whether the body of a generic is known; that of a child is made from the child unit's.
    pub(super) fn has_generic_body(&mut self, unit: &str) -> bool {
        if self.generic_bodies.contains_key(unit) {
            return true;
        }
        let Some(child) = self.children.get(unit).cloned() else { return false };
        let (package, subprogram, context) = match self.generic_bodies.get(&child.unit) {
            Some(GenericBody::Package(body, context)) => (Some(body.clone()), None, context.clone()),
            Some(GenericBody::Subprogram(body, context)) => (None, Some(body.clone()), context.clone()),
            None => return false,
        };
        let context = Context { scope: self.seen_from(context.scope, &child), ..context };
        let body = match (package, subprogram) {
            (Some(body), _) => GenericBody::Package(body, context),
            (_, Some(body)) => GenericBody::Subprogram(body, context),
            _ => return false,
        };
        self.generic_bodies.insert(unit.to_string(), body);
        true
    }

    /// A copy of a child's context, in front of what the instance of its parent declares.
    fn seen_from(&mut self, context: ScopeId, child: &Child) -> ScopeId {
        let mut copy = self.a.scopes[context].clone();
        copy.parent = Some(child.scopes.private);
        // The parent's own name stands for the instance.
        let parent = child.unit.rsplit_once('.').map_or(&*child.unit, |p| p.0).to_string();
        if !parent.contains('.') {
            let symbol = self.a.names.intern(&parent);
            copy.names.insert(symbol, vec![child.instance]);
        }
        self.a.scopes.push(copy)
    }
}
