//! Generics (RM 12), expanded at instantiation: the generic's tree is analysed again, in a scope where
//! its formals stand for the actuals.

use super::entities::*;
use super::tree::Item;
use super::{Analyzer, Context, Resolved};
use crate::codes;
use crate::syntax::ast::{
    self, Association, Expression, ExpressionKind, FormalDefault, Generic, GenericFormalKind, GenericUnit, Instance,
    Mode,
};
use crate::syntax::names::Symbol;
use cairn_base::{Diagnostic, Severity};
use std::rc::Rc;

/// Up to this many generic units without an instance are told one by one, more in one note.
const GENERICS_TOLD_ALONE: usize = 3;
/// Instances inside instances, as deep as this.
const INSTANCE_DEPTH: u32 = 40;

pub(super) enum GenericBody {
    Package(Rc<ast::PackageBody>, Context),
    Subprogram(Rc<ast::Subprogram>, Context),
}

/// An instance whose generic body was not known yet.
pub(super) struct PendingInstance {
    what: Expanded,
    unit: String,
    formals: ScopeId,
    context: Context,
}

#[derive(Clone, Copy)]
enum Expanded {
    Package(EntityId),
    Subprogram(SubprogramId),
}

impl Analyzer<'_> {
    pub(super) fn generic_declaration(&mut self, generic: &Rc<Generic>, unit: Option<&str>) -> Resolved<()> {
        let name = match &generic.unit {
            GenericUnit::Package(package) => package.name.last,
            GenericUnit::Subprogram(subprogram) => subprogram.name.last,
        };
        let path = self.inner_path(name);
        let info = GenericInfo {
            ast: generic.clone(),
            scope: self.context.scope,
            path: self.context.path.clone(),
            name: self.text(name.span).into(),
            unit: unit.map_or_else(|| path.to_lowercase(), str::to_string),
        };
        self.declare(name, EntityKind::Generic(Rc::new(info)));
        Ok(())
    }

    /// Generic units of the inputs that nothing instantiates: nothing in them is examined.
    pub(super) fn report_without_instance(&mut self) {
        let mut found = Vec::new();
        for entity in self.a.entities.values() {
            let EntityKind::Generic(info) = &entity.kind else { continue };
            // What is declared inside of a generic unit exists only in its instances, which are entities of their own.
            let is_told = self.instantiated.contains(&info.unit) || self.is_shipped(entity.span);
            if !is_told && !found.iter().any(|(span, _)| *span == entity.span) {
                found.push((entity.span, info.unit.clone()));
            }
        }
        if found.len() > GENERICS_TOLD_ALONE {
            let names: Vec<String> = found.iter().take(8).map(|(_, name)| format!("`{name}`")).collect();
            let more = if found.len() > names.len() { ", …" } else { "" };
            let names = names.join(", ");
            let message = format!(
                "{} generic units have no instance, so nothing in them was examined: {names}{more}",
                found.len()
            );
            self.report(
                Diagnostic::new(Severity::Note, codes::NO_INSTANCE, message).at(found[0].0, "the first of them"),
            );
            return;
        }
        for (span, name) in found {
            let message = format!("the generic unit `{name}` has no instance, so nothing in it was examined");
            self.report(Diagnostic::new(Severity::Note, codes::NO_INSTANCE, message).at(span, ""));
        }
    }

    /// Keeps the body of a generic subprogram; says whether the body was one.
    pub(super) fn generic_subprogram_body(&mut self, source: &Rc<ast::Subprogram>) -> bool {
        if matches!(source.completion, ast::Completion::Declared | ast::Completion::Renames(_)) {
            return false;
        }
        let symbol = source.name.last.symbol;
        let mut scopes = vec![self.context.scope];
        scopes.extend(self.context.region.iter().copied());
        for scope in scopes {
            for &entity in self.a.scopes[scope].names.get(&symbol).cloned().iter().flatten() {
                if let EntityKind::Generic(info) = &self.a.entities[entity].kind {
                    let key = info.unit.clone();
                    let context = self.context.clone();
                    self.generic_bodies.insert(key, GenericBody::Subprogram(source.clone(), context));
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn instantiate(&mut self, instance: &Rc<Instance>) -> Resolved<()> {
        let result = self.instantiate_inner(instance);
        if result.is_err() && !self.a.scopes[self.context.scope].names.contains_key(&instance.name.last.symbol) {
            self.declare(instance.name.last, EntityKind::Refused("generic instance"));
        }
        result
    }

    fn instantiate_inner(&mut self, instance: &Rc<Instance>) -> Resolved<()> {
        let entity = match self.entities_of(&instance.generic) {
            Some(found) => found[0],
            None => return self.undefined_name(&instance.generic),
        };
        let info = match &self.a.entities[entity].kind {
            EntityKind::Generic(info) => info.clone(),
            EntityKind::Refused(what) => {
                let what = *what;
                return self.unsupported(instance.span, what);
            }
            _ => return self.error(codes::BAD_INSTANCE, instance.generic.span, "this is not a generic unit"),
        };
        if self.instance_depth >= INSTANCE_DEPTH {
            return self.error(codes::BAD_INSTANCE, instance.span, "instances nest too deep");
        }
        self.instantiated.insert(info.unit.clone());
        self.instance_depth += 1;
        let result = self.expand(instance, &info);
        self.instance_depth -= 1;
        result
    }

    fn expand(&mut self, instance: &Rc<Instance>, info: &Rc<GenericInfo>) -> Resolved<()> {
        let formals = self.new_scope(Some(info.scope));
        self.instance_formals.insert(formals);
        self.bind_formals(&info.ast, instance, formals)?;
        let name = instance.name.last;
        let what = match &info.ast.unit {
            GenericUnit::Package(package) => {
                Expanded::Package(self.package_declaration(package, Some((name, formals)))?)
            }
            GenericUnit::Subprogram(subprogram) => {
                let outer = self.context.scope;
                let id = self.within(formals, |s| s.subprogram(subprogram, name))?;
                let entity = self.a.subprograms[id].entity;
                self.a.subprograms[id].declared_in = outer;
                self.a.subprograms[id].generic_in = Some(info.scope);
                self.bind(outer, name.symbol, entity);
                self.bind(formals, subprogram.name.last.symbol, entity);
                if self.a.subprograms[id].imported {
                    // Unchecked_Conversion and its like are intrinsic.
                    let builtin: Rc<str> = info.name.to_lowercase().into();
                    self.a.subprograms[id].meaning = Meaning::Builtin(builtin);
                    return Ok(());
                }
                Expanded::Subprogram(id)
            }
        };
        if let Expanded::Package(entity) = what {
            self.instances.insert(entity, info.unit.clone());
        }
        let pending = PendingInstance { what, unit: info.unit.clone(), formals, context: self.context.clone() };
        if self.has_generic_body(&pending.unit) {
            self.expand_body(pending);
        } else {
            self.pending.push(pending);
        }
        Ok(())
    }

    /// Bodies of instances made before their generic's body was met.
    pub(super) fn pending_instances(&mut self) -> Vec<Item> {
        let (_, items) = self.gather(|s| {
            while let Some(pending) = s.pending.pop() {
                if s.has_generic_body(&pending.unit) {
                    s.expand_body(pending);
                }
            }
        });
        items
    }

    fn expand_body(&mut self, pending: PendingInstance) {
        let Some(body) = self.generic_bodies.remove(&pending.unit) else { return };
        let outer = std::mem::replace(&mut self.context, pending.context.clone());
        match (&body, pending.what) {
            (GenericBody::Package(source, context), Expanded::Package(entity)) => {
                self.a.scopes[pending.formals].parent = Some(context.scope);
                let path = self.instance_path(entity);
                let source = source.clone();
                self.generic_bodies.insert(pending.unit, body);
                let result = self.body_of(entity, &source, path, None);
                self.absorb(result);
            }
            (GenericBody::Subprogram(source, context), Expanded::Subprogram(id)) => {
                self.a.scopes[pending.formals].parent = Some(context.scope);
                let source = source.clone();
                self.generic_bodies.insert(pending.unit, body);
                self.subprogram_instance_body(id, &source, pending.formals);
            }
            _ => {
                self.generic_bodies.insert(pending.unit, body);
            }
        }
        self.context = outer;
    }

    fn instance_path(&self, entity: EntityId) -> Rc<str> {
        let entity = &self.a.entities[entity];
        if entity.path.is_empty() {
            entity.spelled.clone()
        } else {
            format!("{}.{}", entity.path, entity.spelled).into()
        }
    }

    fn subprogram_instance_body(&mut self, id: SubprogramId, source: &Rc<ast::Subprogram>, formals: ScopeId) {
        let inner = self.new_scope(Some(formals));
        for parameter in self.a.subprograms[id].parameters.clone() {
            self.bind(inner, parameter.symbol, parameter.entity);
        }
        self.a.subprograms[id].scope = inner;
        match &source.completion {
            ast::Completion::Body(block) => self.subprogram_body(id, block, source.span),
            ast::Completion::Expression(_) => {
                let context = Context { scope: inner, subprogram: Some(id), ..self.context.clone() };
                let horizon = (self.a.entities.next_id(), self.a.scopes.next_id());
                self.delayed.push(super::subprograms::Delayed::Expression(id, source.clone(), context, horizon));
            }
            ast::Completion::Null => self.null_body(id, source.span),
            _ => {}
        }
        self.elaborated(id, &source.completion);
    }

    /// Makes each formal's name stand for its actual, in order.
    fn bind_formals(&mut self, generic: &Rc<Generic>, instance: &Rc<Instance>, formals: ScopeId) -> Resolved<()> {
        let mut position = 0;
        let mut take = |symbol: Symbol| -> Option<usize> {
            let named = instance.actuals.iter().position(|a| match a.choices.as_slice() {
                [Expression { kind: ExpressionKind::Name(s), .. }] => *s == symbol,
                [Expression { kind: ExpressionKind::String(_), span: _ }] => false,
                _ => false,
            });
            if named.is_some() {
                return named;
            }
            let at = position;
            position += 1;
            instance.actuals.get(at).filter(|a| a.choices.is_empty()).map(|_| at)
        };
        let mut plan: Vec<(usize, Option<usize>, ast::Identifier)> = Vec::new();
        for (i, formal) in generic.formals.iter().enumerate() {
            match &formal.kind {
                GenericFormalKind::Object { names, .. } => {
                    plan.extend(names.iter().map(|n| (i, take(n.symbol), *n)));
                }
                GenericFormalKind::Type { name, .. }
                | GenericFormalKind::Subprogram { name, .. }
                | GenericFormalKind::Package { name, .. } => plan.push((i, take(name.symbol), *name)),
                GenericFormalKind::Use(_) | GenericFormalKind::Pragma => {}
            }
        }
        for (i, actual, name) in plan {
            let actual = actual.or_else(|| self.operator_actual(instance, name.symbol));
            let actual = actual.map(|at| &instance.actuals[at]);
            let actual = actual.filter(|a| !matches!(a.value.kind, ExpressionKind::Box));
            self.candidate_cache.clear();
            self.bind_formal(&generic.formals[i].kind, name, actual, instance, formals)?;
        }
        for formal in &generic.formals {
            if let GenericFormalKind::Use(clause) = &formal.kind {
                self.within(formals, |s| s.use_clause(clause))?;
            }
        }
        Ok(())
    }

    /// `"<" => …` names a formal operator.
    fn operator_actual(&mut self, instance: &Instance, symbol: Symbol) -> Option<usize> {
        let wanted = self.symbol_text(symbol).to_string();
        instance.actuals.iter().position(|a| match a.choices.as_slice() {
            [Expression { kind: ExpressionKind::String(text), .. }] => format!("\"{}\"", text.to_lowercase()) == wanted,
            _ => false,
        })
    }

    fn bind_formal(
        &mut self,
        formal: &GenericFormalKind,
        name: ast::Identifier,
        actual: Option<&Association>,
        instance: &Instance,
        formals: ScopeId,
    ) -> Resolved<()> {
        let missing = |s: &mut Self| {
            let text = s.symbol_text(name.symbol).to_string();
            s.error(codes::BAD_INSTANCE, instance.span, format!("there is no actual for `{text}`"))
        };
        match formal {
            GenericFormalKind::Object { mode, object_type, default, .. } => {
                let ty = self.within(formals, |s| s.type_reference(object_type))?;
                let value = match (actual, default) {
                    (Some(actual), _) => self.resolve(&actual.value, ty)?,
                    (None, Some(default)) => self.within(formals, |s| s.resolve(default, ty))?,
                    (None, None) => return missing(self),
                };
                // A variable is a view of its actual, whose name is evaluated here (RM 12.4(9)).
                let value = if *mode == Mode::In { value } else { self.freeze_name(value) };
                self.within(formals, |s| s.bind_formal_object(name, *mode, ty, value));
                Ok(())
            }
            GenericFormalKind::Type { default, aspects, .. } => {
                self.formal_aspects(aspects);
                let ty = match (actual, default) {
                    (Some(actual), _) => self.subtype_mark(&actual.value)?,
                    (None, Some(default)) => self.within(formals, |s| s.subtype_mark(default))?,
                    (None, None) => return missing(self),
                };
                self.within(formals, |s| s.declare(name, EntityKind::Type(ty)));
                Ok(())
            }
            GenericFormalKind::Subprogram { profile, default, aspects, .. } => {
                self.formal_aspects(aspects);
                self.bind_formal_subprogram(name, profile, default, actual, instance, formals)
            }
            GenericFormalKind::Package { .. } => {
                let Some(actual) = actual else { return missing(self) };
                let (entity, _) = self.package_named(&actual.value)?;
                self.bind(formals, name.symbol, entity);
                Ok(())
            }
            GenericFormalKind::Use(_) | GenericFormalKind::Pragma => Ok(()),
        }
    }

    fn bind_formal_object(
        &mut self,
        name: ast::Identifier,
        mode: Mode,
        ty: super::types::TypeId,
        value: super::tree::Expr,
    ) {
        let span = value.span;
        let mut object = Object {
            ty,
            role: ObjectRole::Constant,
            // A value that must pass a predicate is given where the instance stands.
            value: value
                .value
                .clone()
                .filter(|v| self.in_static_range(v, ty) && self.a.types[ty].predicates.is_empty()),
            renames: None,
            deferred: false,
            initialized: true,
        };
        if mode == Mode::In {
            let entity = self.declare(name, EntityKind::Object(object));
            self.items.push(Item::Object { entity, init: Some(value), span });
            return;
        }
        object.role = ObjectRole::Variable;
        object.value = None;
        object.renames = Some(Rc::new(value));
        self.declare(name, EntityKind::Object(object));
    }

    fn bind_formal_subprogram(
        &mut self,
        name: ast::Identifier,
        profile: &ast::Profile,
        default: &FormalDefault,
        actual: Option<&Association>,
        instance: &Instance,
        formals: ScopeId,
    ) -> Resolved<()> {
        let (parameters, result, scope) = self.within(formals, |s| s.profile(profile))?;
        let same_name = |s: &Self| {
            let text = s.symbol_text(name.symbol);
            match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
                Some(operator) => ExpressionKind::String(operator.into()),
                None => ExpressionKind::Name(name.symbol),
            }
        };
        let meaning = match (actual, default) {
            (Some(actual), _) => self.renamed_meaning(&parameters, result, &actual.value, None)?,
            (None, FormalDefault::SameName) => {
                let target = Expression { kind: same_name(self), span: instance.span };
                self.renamed_meaning(&parameters, result, &target, None)?
            }
            (None, FormalDefault::Null) => Meaning::Null,
            (None, FormalDefault::Name(target)) => {
                self.within(formals, |s| s.renamed_meaning(&parameters, result, target, None))?
            }
            (None, FormalDefault::None | FormalDefault::Abstract) => {
                let text = self.symbol_text(name.symbol).to_string();
                let message = format!("there is no actual for `{text}`");
                return self.error(codes::BAD_INSTANCE, instance.span, message);
            }
        };
        self.within(formals, |s| {
            let id = s.formal_subprogram(name, parameters, result, scope);
            match meaning {
                Meaning::Null => s.null_body(id, name.span),
                meaning => s.a.subprograms[id].meaning = meaning,
            }
        });
        Ok(())
    }

    fn formal_subprogram(
        &mut self,
        name: ast::Identifier,
        parameters: Vec<Parameter>,
        result: Option<super::types::TypeId>,
        scope: ScopeId,
    ) -> SubprogramId {
        let id = self.a.subprograms.next_id();
        let entity = self.declare(name, EntityKind::Subprogram(id));
        let spelled = self.text(name.span).to_string();
        self.a.subprograms.push(Subprogram {
            entity,
            symbol: name.symbol,
            name: spelled.into(),
            span: name.span,
            parameters,
            result,
            meaning: Meaning::Missing,
            contract: Contract::default(),
            outer: self.context.subprogram,
            scope,
            visible: false,
            main: false,
            pending_aspects: false,
            no_return: false,
            spark: self.context.spark,
            trusted: false,
            imported: false,
            declared_in: self.context.scope,
            generic_in: None,
        })
    }
}
