//! Packages, nested and at library level (RM 7).

use super::entities::*;
use super::{Analyzer, Context, Resolved};
use crate::codes;
use crate::syntax::ast::{self, Package, PackageBody};
use std::rc::Rc;

impl Analyzer<'_> {
    /// Declares a package in the current scope; `instance` gives another name and parent scope.
    pub(super) fn package_declaration(
        &mut self,
        package: &Rc<Package>,
        instance: Option<(ast::Identifier, ScopeId)>,
    ) -> Resolved<EntityId> {
        let (name, parent) = instance.unwrap_or((package.name.last, self.context.scope));
        let visible = self.new_scope(Some(parent));
        let private = self.new_scope(Some(visible));
        let scopes = PackageScopes { visible, private, body: None, formals: instance.map(|i| i.1) };
        let entity = self.declare(name, EntityKind::Package(scopes));
        if let Some((_, formals)) = instance {
            // Inside, the generic's own name means the instance.
            self.bind(formals, package.name.last.symbol, entity);
        }
        self.abstract_states(entity, package);
        let path = self.inner_path(name);
        let outer = self.context.clone();
        self.context = Context { scope: visible, path, region: vec![visible], ..outer.clone() };
        self.declarations(&package.visible);
        let (promised, conditions) = self.gather(|s| s.initial_condition(entity, package));
        self.absorb(promised);
        self.context.scope = private;
        self.context.visible = false;
        self.context.region = vec![private, visible];
        self.declarations(&package.private);
        self.initializes(entity, package);
        self.items.extend(conditions);
        self.context = outer;
        Ok(entity)
    }

    pub(super) fn inner_path(&self, name: ast::Identifier) -> Rc<str> {
        let spelled = self.text(name.span);
        let spelled = if spelled.is_empty() { self.symbol_text(name.symbol) } else { spelled };
        if self.context.path.is_empty() { spelled.into() } else { format!("{}.{spelled}", self.context.path).into() }
    }

    /// A package body in a declarative part: of a package, or of a generic one (kept for instances).
    pub(super) fn package_body(&mut self, body: &Rc<PackageBody>) -> Resolved<()> {
        let symbol = body.name.last.symbol;
        let mut scopes = vec![self.context.scope];
        scopes.extend(self.context.region.iter().copied());
        for scope in scopes {
            for &entity in self.a.scopes[scope].names.get(&symbol).cloned().iter().flatten() {
                match self.a.entities[entity].kind.clone() {
                    EntityKind::Package(_) => {
                        let path = self.inner_path(body.name.last);
                        return self.body_of(entity, body, path, None);
                    }
                    EntityKind::Generic(info) => {
                        let key = info.unit.clone();
                        let context = self.context.clone();
                        self.generic_bodies.insert(key, super::generics::GenericBody::Package(body.clone(), context));
                        return Ok(());
                    }
                    _ => {}
                }
            }
        }
        self.undefined(body.name.span())
    }

    /// Analyses the body of a package entity; items go to the list being gathered.
    pub(super) fn body_of(
        &mut self,
        entity: EntityId,
        body: &Rc<PackageBody>,
        path: Rc<str>,
        context_scope: Option<ScopeId>,
    ) -> Resolved<()> {
        let EntityKind::Package(mut scopes) = self.a.entities[entity].kind.clone() else {
            return self.error(codes::NO_BODY, body.name.span(), "this is not a package");
        };
        let inner = self.new_scope(Some(context_scope.unwrap_or(scopes.private)));
        scopes.body = Some(inner);
        self.a.entities[entity].kind = EntityKind::Package(scopes);
        let outer = self.context.clone();
        let trusted = self.spark_said(&body.aspects, &body.block.declarations).map_or(outer.trusted, |on| !on);
        self.context = Context {
            scope: inner,
            path,
            trusted,
            visible: false,
            region: vec![inner, scopes.private, scopes.visible],
            ..outer.clone()
        };
        body.aspects.iter().for_each(|aspect| self.name_unchecked(aspect));
        let loops = std::mem::take(&mut self.loops);
        self.labels.push(Default::default());
        self.collect_labels(&body.block.statements);
        self.declarations(&body.block.declarations);
        let statements = self.statements(&body.block.statements);
        let handlers = self.handlers(&body.block.handlers);
        self.refined_state(&body.aspects);
        self.labels.pop();
        self.loops = loops;
        self.context = outer;
        if !statements.is_empty() {
            let span = body.span;
            let exit = self.new_loop();
            let kind = super::tree::StatementKind::Block { items: Vec::new(), body: statements, handlers, exit };
            self.items.push(super::tree::Item::Statements(vec![super::tree::Statement { kind, span }]));
        }
        self.initial_condition_after_body(entity);
        Ok(())
    }
}
