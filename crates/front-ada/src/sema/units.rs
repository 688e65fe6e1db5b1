//! Library units (RM 10): finding them, in which order to analyse and elaborate them.
//!
//! Units are found among the inputs, then through the caller's closure under GNAT's file naming, then in
//! the shipped library. Each unit is analysed after those its context names; a body right after its
//! specification and after all units that body names.

use super::elaboration::{self, Part};
use super::entities::*;
use super::overflow::OverflowMode;
use super::standard::Library;
use super::target::TargetConfig;
use super::{Analysis, Analyzer, Context, Resolved, Stop};
use crate::codes;
use crate::parser::parse_file;
use crate::syntax::ast::{self, CompilationUnit, ContextItem, Expression, ExpressionKind, UnitKind};
use cairn_base::{Diagnostic, FileId, SourceMap, Span};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// Gives the display name and text of a file, asked for by its GNAT file name.
pub type FindUnit<'a> = dyn FnMut(&str) -> Option<(String, String)> + 'a;

/// What names of files of the shipped library begin with.
pub(crate) const SHIPPED: &str = "<cairn>/";

/// What stands for a unit that is named by `limited with`, until the unit itself is there.
pub(super) const LIMITED_VIEW: &str = "limited view of a unit";

#[derive(Default)]
pub(super) struct Units {
    specs: FxHashMap<String, Source>,
    bodies: FxHashMap<String, Source>,
    /// Subunits, by `parent.name`.
    subunits: FxHashMap<String, Source>,
    pub(super) done: FxHashMap<String, State>,
    /// Names in the order the inputs give them.
    order: Vec<String>,
    tried: FxHashMap<String, ()>,
    /// Units whose body is still to be analysed, in the order of their specifications.
    bodies_pending: VecDeque<String>,
    /// What elaboration executes, in the order it was analysed.
    parts: Vec<Part>,
}

#[derive(Clone)]
struct Source {
    unit: Rc<CompilationUnit>,
    user: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Specification,
    SpecificationDone(Option<EntityId>),
    Done(Option<EntityId>),
}

/// Analyses the inputs and everything they name.
pub fn analyze(
    sources: &mut SourceMap,
    inputs: &[FileId],
    target: &TargetConfig,
    overflow: OverflowMode,
    find_unit: &mut FindUnit<'_>,
) -> (Analysis, Vec<Diagnostic>) {
    let start = Span { file: inputs.first().copied().unwrap_or(FileId(0)), start: 0, end: 0 };
    let context = Context {
        scope: ScopeId(0),
        subprogram: None,
        path: "".into(),
        visible: false,
        user: false,
        spark: false,
        trusted: false,
        assertion_overflow: overflow,
        region: Vec::new(),
    };
    let mut analyzer = Analyzer {
        a: Analysis::default(),
        sources,
        find_unit,
        diagnostics: Vec::new(),
        context,
        items: Vec::new(),
        loops: Vec::new(),
        labels: Vec::new(),
        candidate_cache: FxHashMap::default(),
        horizon: None,
        extended_return: false,
        target: None,
        discriminants: Vec::new(),
        pending: Vec::new(),
        generic_bodies: FxHashMap::default(),
        instantiated: Default::default(),
        instances: FxHashMap::default(),
        children: FxHashMap::default(),
        units: Units::default(),
        partial_discriminants: FxHashMap::default(),
        subject: None,
        instance_formals: Default::default(),
        instance_depth: 0,
        delayed: Vec::new(),
        default_overflow: overflow,
        unchecked: Default::default(),
        refused_uses: Vec::new(),
    };
    let standard = analyzer.new_scope(None);
    analyzer.context.scope = standard;
    analyzer.standard_package(start);
    analyzer.run(inputs, target);
    (analyzer.a, analyzer.diagnostics)
}

impl Analyzer<'_> {
    fn run(&mut self, inputs: &[FileId], target: &TargetConfig) {
        if let Some((name, text)) = target {
            let _ = self.configure(name, text);
        }
        for &file in inputs {
            let text = self.sources.file(file).text.clone();
            let units = parse_file(&text, file, &mut self.a.names, &mut self.diagnostics);
            self.register(units, true);
        }
        let order = self.units.order.clone();
        for name in order {
            self.complete_unit(&name);
        }
        self.delayed_work();
        let items = self.pending_instances();
        if !items.is_empty() {
            let (needs, elaborates) = (Vec::new(), Vec::new());
            self.units.parts.push(Part { unit: "".into(), body: true, needs, elaborates, with_body: false, items });
        }
        self.delayed_work();
        self.report_unchecked();
        self.report_without_instance();
        self.elaboration_order();
    }

    fn elaboration_order(&mut self) {
        let parts = std::mem::take(&mut self.units.parts);
        let (sorted, too_early) = elaboration::order(&self.a, parts);
        self.a.elaboration = sorted;
        for call in too_early {
            let (name, span) =
                (self.a.subprograms[call.subprogram].name.clone(), self.a.subprograms[call.subprogram].span);
            let message = format!("{name} is called before its body is elaborated");
            self.report(
                Diagnostic::error(codes::ELABORATION, message).at(call.place, "").and_at(span, "declared here"),
            );
        }
    }

    /// A part of a unit, with the units it names and its parent.
    fn part(&self, unit: &str, source: Option<&Source>, body: bool, items: Vec<super::tree::Item>) -> Part {
        let mut needs: Vec<String> = unit.rsplit_once('.').map(|p| p.0.to_string()).into_iter().collect();
        let mut elaborates = Vec::new();
        for item in source.iter().flat_map(|s| &s.unit.context) {
            if let ContextItem::Pragma(pragma) = item {
                let all = match self.symbol_text(pragma.name.symbol) {
                    "elaborate" => false,
                    "elaborate_all" => true,
                    _ => continue,
                };
                elaborates.extend(pragma.arguments.iter().filter_map(|a| Some((self.dotted(&a.value)?, all))));
            }
            let ContextItem::With { names, limited: false } = item else { continue };
            for name in names.iter().filter_map(|n| self.dotted(n)) {
                // `with A.B.C` names A and A.B too.
                let ends = name.match_indices('.').map(|(at, _)| at).chain([name.len()]);
                needs.extend(ends.map(|end| name[..end].to_string()));
            }
        }
        let with_body = !body && source.is_some_and(|s| self.has_elaborate_body(&s.unit.kind));
        Part { unit: unit.into(), body, needs, elaborates, with_body, items }
    }

    /// Whether the body of a package follows its specification at once, by aspect or pragma.
    fn has_elaborate_body(&self, unit: &UnitKind) -> bool {
        let package = match unit {
            UnitKind::Package(package) => package,
            UnitKind::Generic(generic) => match &generic.unit {
                ast::GenericUnit::Package(package) => package,
                ast::GenericUnit::Subprogram(_) => return false,
            },
            _ => return false,
        };
        let means = |name: ast::Identifier| self.symbol_text(name.symbol) == "elaborate_body";
        package.aspects.iter().any(|aspect| means(aspect.name))
            || package.visible.iter().any(|declaration| match &declaration.kind {
                ast::DeclarationKind::Pragma(pragma) => means(pragma.name),
                _ => false,
            })
    }

    /// The entity of a unit that was analysed already.
    pub(super) fn unit_entity(&self, name: &str) -> Option<EntityId> {
        match self.units.done.get(name)? {
            State::Done(entity) | State::SpecificationDone(entity) => *entity,
            State::Specification => None,
        }
    }

    /// Whether a place is in the library that comes with Cairn.
    pub(super) fn is_shipped(&self, span: Span) -> bool {
        self.sources.file(span.file).name.starts_with(SHIPPED)
    }

    pub(super) fn parse(&mut self, name: String, text: String) -> ast::SourceUnits {
        let file = self.sources.add(name, text.clone());
        parse_file(&text, file, &mut self.a.names, &mut self.diagnostics)
    }

    fn register(&mut self, units: ast::SourceUnits, user: bool) {
        for unit in units.units {
            let unit = Rc::new(unit);
            let source = Source { unit: unit.clone(), user };
            let name = |s: &Self, n: &ast::DefiningName| {
                n.symbols().iter().map(|&x| s.symbol_text(x).to_string()).collect::<Vec<_>>().join(".")
            };
            let (key, body) = match &unit.kind {
                UnitKind::Package(package) => (name(self, &package.name), false),
                UnitKind::PackageBody(body) => (name(self, &body.name), true),
                UnitKind::Subprogram(subprogram) => {
                    let body =
                        !matches!(subprogram.completion, ast::Completion::Declared | ast::Completion::Renames(_));
                    (name(self, &subprogram.name), body)
                }
                UnitKind::Generic(generic) => match &generic.unit {
                    ast::GenericUnit::Package(package) => (name(self, &package.name), false),
                    ast::GenericUnit::Subprogram(subprogram) => (name(self, &subprogram.name), false),
                },
                UnitKind::Instance(instance) => (name(self, &instance.name), false),
                UnitKind::PackageRenaming(defining, _) => (name(self, defining), false),
                UnitKind::Subunit(parent, declaration) => {
                    let parent = self.dotted(parent).unwrap_or_default();
                    if let Some(symbol) = declared_symbol(declaration) {
                        let key = format!("{parent}.{}", self.symbol_text(symbol));
                        let before = self.units.subunits.insert(key.clone(), source);
                        self.report_twice("subunit", &key, before, unit.span);
                    }
                    continue;
                }
                UnitKind::Other(_) => continue,
            };
            if user && !self.units.order.contains(&key) {
                self.units.order.push(key.clone());
            }
            let table = if body { &mut self.units.bodies } else { &mut self.units.specs };
            let before = table.insert(key.clone(), source);
            self.report_twice(if body { "body" } else { "specification" }, &key, before, unit.span);
        }
    }

    /// Two files with one unit: which of them counts must not depend on their order.
    fn report_twice(&mut self, part: &str, name: &str, before: Option<Source>, span: Span) {
        let Some(before) = before.map(|source| source.unit.span) else { return };
        let files = [before, span].map(|span| self.sources.file(span.file).name.clone());
        let message = format!("`{}` and `{}` both hold the {part} of the unit `{name}`", files[0], files[1]);
        // Its first line is enough to know it by.
        let begin = |s: &Self, span: Span| {
            let length = s.text(span).lines().next().map_or(0, str::len) as u32;
            Span { end: span.start + length, ..span }
        };
        let diagnostic = Diagnostic::error(codes::UNIT_TWICE, message).at(begin(self, span), "");
        let diagnostic = diagnostic.and_at(begin(self, before), "the other one");
        self.report(diagnostic);
    }

    fn dotted(&self, name: &Expression) -> Option<String> {
        match &name.kind {
            ExpressionKind::Name(symbol) => Some(self.symbol_text(*symbol).to_string()),
            ExpressionKind::Selected(prefix, selector) => {
                Some(format!("{}.{}", self.dotted(prefix)?, self.symbol_text(selector.symbol)))
            }
            _ => None,
        }
    }

    /// Brings a unit's text in if it is not there: caller's files first, then the shipped library.
    fn fetch(&mut self, name: &str, body: bool) {
        let table = if body { &self.units.bodies } else { &self.units.specs };
        let key = format!("{name}{}", if body { "%b" } else { "%s" });
        if table.contains_key(name) || self.units.tried.contains_key(&key) {
            return;
        }
        self.units.tried.insert(key, ());
        let file = format!("{}.{}", name.replace('.', "-"), if body { "adb" } else { "ads" });
        if let Some((display, text)) = (self.find_unit)(&file) {
            let units = self.parse(display, text);
            // Found units are analysed on demand, they are no entry points by themselves.
            let order = self.units.order.clone();
            self.register(units, true);
            self.units.order = order;
            return;
        }
        if !body && let Some(text) = Library::find(name) {
            let units = self.parse(format!("{SHIPPED}{file}"), text.to_string());
            self.register(units, false);
        }
    }

    /// Analyses specification and body of a unit.
    fn complete_unit(&mut self, name: &str) {
        if matches!(self.units.done.get(name), Some(State::Done(_))) {
            return;
        }
        let _ = self.require(name, None);
        // A body may name units whose specifications name its own: bodies come after all of those.
        while let Some(next) = self.units.bodies_pending.pop_front() {
            self.complete_body(&next);
        }
    }

    /// The entity of a unit, analysed now if need be.
    fn require(&mut self, name: &str, place: Option<Span>) -> Resolved<Option<EntityId>> {
        match self.units.done.get(name) {
            Some(State::Done(entity) | State::SpecificationDone(entity)) => return Ok(*entity),
            Some(State::Specification) => {
                let span = place.unwrap_or(Span { file: FileId(0), start: 0, end: 0 });
                return self.error(codes::ELABORATION, span, format!("unit `{name}` depends on itself"));
            }
            None => {}
        }
        self.fetch(name, false);
        self.fetch(name, true);
        if !self.units.specs.contains_key(name) && !self.units.bodies.contains_key(name) {
            return match place {
                Some(span) => self.missing_unit(name, span),
                None => Ok(None),
            };
        }
        self.units.done.insert(name.to_string(), State::Specification);
        let saved = (self.context.clone(), std::mem::take(&mut self.items), std::mem::take(&mut self.loops));
        let entity = match self.units.specs.get(name).cloned() {
            Some(source) => self.unit_specification(name, &source),
            None => Ok(None),
        };
        let entity = match entity {
            Ok(entity) => entity,
            Err(stop) => {
                self.absorb(Err(stop));
                None
            }
        };
        self.units.done.insert(name.to_string(), State::SpecificationDone(entity));
        self.units.bodies_pending.push_back(name.to_string());
        let items = std::mem::replace(&mut self.items, saved.1);
        let source = self.units.specs.get(name).cloned();
        let part = self.part(name, source.as_ref(), false, items);
        self.units.parts.push(part);
        self.context = saved.0;
        self.loops = saved.2;
        // A library subprogram without a separate specification is declared by its body.
        if entity.is_none() && !self.units.specs.contains_key(name) {
            self.units.bodies_pending.pop_back();
            self.complete_body(name);
            if let Some(State::Done(entity)) = self.units.done.get(name) {
                return Ok(*entity);
            }
        }
        Ok(entity)
    }

    fn complete_body(&mut self, name: &str) {
        let Some(State::SpecificationDone(entity)) = self.units.done.get(name).copied() else { return };
        let saved = (self.context.clone(), std::mem::take(&mut self.items), std::mem::take(&mut self.loops));
        let mut found = entity;
        if let Some(source) = self.units.bodies.get(name).cloned() {
            match self.unit_body(name, &source, entity) {
                Ok(body) => found = body.or(entity),
                Err(stop) => self.absorb(Err(stop)),
            }
        }
        self.units.done.insert(name.to_string(), State::Done(found));
        let items = std::mem::replace(&mut self.items, saved.1);
        let source = self.units.bodies.get(name).cloned();
        let part = self.part(name, source.as_ref(), true, items);
        self.units.parts.push(part);
        self.context = saved.0;
        self.loops = saved.2;
    }

    fn missing_unit<T>(&mut self, name: &str, span: Span) -> Resolved<T> {
        if name == "spark"
            || name == "gnat"
            || name.starts_with("ada.")
            || name.starts_with("gnat.")
            || name.starts_with("spark.")
            || name.starts_with("interfaces.")
            || name.starts_with("system.")
        {
            return Err(Stop::Unsupported(format!("library unit {name}").into(), span));
        }
        self.error(codes::NO_UNIT, span, format!("unit `{name}` was not found"))
    }

    /// A scope that holds what a context clause makes visible.
    fn context_scope(&mut self, unit: &CompilationUnit, parent: ScopeId) -> ScopeId {
        let scope = self.new_scope(Some(parent));
        let outer = self.context.clone();
        self.context.scope = scope;
        for item in &unit.context {
            let result = match item {
                ContextItem::With { names, limited } => self.with_clause(names, *limited),
                ContextItem::Use(clause) => self.use_clause(clause),
                ContextItem::Pragma(_) => Ok(()),
            };
            // What a refused unit declares is refused where it is used.
            let _ = result;
        }
        self.context = outer;
        scope
    }

    /// A limited view of a unit shows incomplete types only, and asks for nothing: it is refused where it is used.
    fn with_clause(&mut self, names: &[Expression], limited: bool) -> Resolved<()> {
        for name in names {
            let Some(text) = self.dotted(name) else { continue };
            let scope = self.context.scope;
            let mut prefix = String::new();
            for part in text.split('.') {
                let root = prefix.is_empty();
                if !root {
                    prefix.push('.');
                }
                prefix.push_str(part);
                let symbol = self.a.names.intern(part);
                if limited && prefix == text && self.unit_entity(&prefix).is_none() {
                    self.refuse_unit(LIMITED_VIEW, &prefix, symbol, root, scope, name.span);
                    break;
                }
                let found = self.require(&prefix, Some(name.span));
                match found {
                    Ok(Some(entity)) if root => self.bind(scope, symbol, entity),
                    Ok(_) => {}
                    Err(Stop::Unsupported(what, span)) => {
                        self.refuse_unit("library unit that is not shipped", &prefix, symbol, root, scope, name.span);
                        self.warn(codes::UNSUPPORTED, span, format!("{what} is not supported"));
                        break;
                    }
                    Err(stop) => {
                        // One mistake, one message: what the unit would declare is not missed again.
                        self.refuse_unit("library unit that is not shipped", &prefix, symbol, root, scope, name.span);
                        return Err(stop);
                    }
                }
            }
        }
        Ok(())
    }

    /// Declares a unit that cannot be had as refused, below its parent if there is one.
    fn refuse_unit(
        &mut self,
        what: &'static str,
        full: &str,
        symbol: crate::syntax::names::Symbol,
        root: bool,
        scope: ScopeId,
        span: Span,
    ) {
        let name = ast::Identifier { symbol, span: Span { end: span.start, ..span } };
        let entity = self.new_entity(name, EntityKind::Refused(what));
        let parent = full.rsplit_once('.').map(|p| p.0.to_string());
        let target = match (root, parent.and_then(|p| self.units.done.get(&p).copied())) {
            (false, Some(State::Done(Some(parent)) | State::SpecificationDone(Some(parent)))) => {
                match self.a.entities[parent].kind {
                    EntityKind::Package(scopes) => scopes.visible,
                    _ => scope,
                }
            }
            _ => scope,
        };
        self.bind(target, symbol, entity);
    }

    /// The scope a unit is declared in: that of its parent's private part, or Standard.
    fn parent_scope(&mut self, name: &str, span: Span) -> Resolved<(ScopeId, Option<PackageScopes>, Rc<str>)> {
        let standard = self.a.standard.scope;
        let Some((parent, _)) = name.rsplit_once('.') else { return Ok((standard, None, "".into())) };
        let entity = self.require(parent, Some(span))?;
        match entity.map(|e| (e, self.a.entities[e].kind.clone())) {
            Some((e, EntityKind::Package(scopes))) => {
                let package = &self.a.entities[e];
                let path: Rc<str> = match package.path.is_empty() {
                    true => package.spelled.clone(),
                    false => format!("{}.{}", package.path, package.spelled).into(),
                };
                Ok((scopes.private, Some(scopes), path))
            }
            // A child of a generic package is a generic too; it is expanded in instances of its parent.
            Some((_, EntityKind::Generic(info))) => {
                let path = if info.path.is_empty() {
                    info.name.clone()
                } else {
                    format!("{}.{}", info.path, info.name).into()
                };
                Ok((info.scope, None, path))
            }
            _ => self.error(codes::NO_UNIT, span, format!("parent unit `{parent}` was not found")),
        }
    }

    fn unit_specification(&mut self, name: &str, source: &Source) -> Resolved<Option<EntityId>> {
        let unit = source.unit.clone();
        let (parent, package, path) = self.parent_scope(name, unit.span)?;
        self.context = Context {
            scope: self.a.standard.scope,
            subprogram: None,
            path: path.clone(),
            visible: true,
            user: source.user,
            spark: self.says_spark(&unit) == Some(true),
            trusted: self.says_spark(&unit) == Some(false),
            assertion_overflow: self.unit_overflow_mode(&unit),
            region: Vec::new(),
        };
        let scope = self.context_scope(&unit, parent);
        // Parents' names are visible by their simple names.
        if let Some((ancestors, _)) = name.rsplit_once('.') {
            let root = ancestors.split('.').next().unwrap_or(ancestors).to_string();
            if let Ok(Some(entity)) = self.require(&root, None) {
                let symbol = self.a.names.intern(&root);
                self.bind(scope, symbol, entity);
            }
        }
        self.context.scope = scope;
        self.context.region = vec![scope];
        let before = self.a.scopes[scope].order.len();
        match &unit.kind {
            UnitKind::Package(source) => {
                self.package_declaration(source, None)?;
            }
            UnitKind::Subprogram(subprogram) => {
                self.subprogram(subprogram, subprogram.name.last)?;
            }
            UnitKind::Generic(generic) => self.generic_declaration(generic, Some(name))?,
            UnitKind::Instance(instance) => self.instantiate(instance)?,
            UnitKind::PackageRenaming(defining, target) => {
                let (entity, _) = self.package_named(target)?;
                self.bind(scope, defining.last.symbol, entity);
            }
            _ => {}
        }
        let entity = self.a.scopes[scope].order.get(before).copied();
        if let (Some(entity), Some(package)) = (entity, package) {
            let symbol = self.a.entities[entity].symbol;
            let last = self.a.names.intern(name.rsplit('.').next().unwrap_or(name));
            self.bind(package.visible, last, entity);
            let _ = symbol;
        }
        Ok(entity)
    }

    fn unit_body(&mut self, name: &str, source: &Source, spec: Option<EntityId>) -> Resolved<Option<EntityId>> {
        let unit = source.unit.clone();
        let (parent, _, path) = self.parent_scope(name, unit.span)?;
        self.context = Context {
            scope: self.a.standard.scope,
            subprogram: None,
            path: path.clone(),
            visible: true,
            user: source.user,
            spark: self.says_spark(&unit) == Some(true),
            trusted: self.says_spark(&unit) == Some(false),
            assertion_overflow: self.unit_overflow_mode(&unit),
            region: Vec::new(),
        };
        match (&unit.kind, spec.map(|e| self.a.entities[e].kind.clone())) {
            (UnitKind::PackageBody(body), Some(EntityKind::Package(scopes))) => {
                let scope = self.context_scope(&unit, scopes.private);
                let path = self.inner_path(body.name.last);
                let Some(entity) = spec else { return Ok(None) };
                self.body_of(entity, body, path, Some(scope))?;
                Ok(spec)
            }
            (UnitKind::PackageBody(body), Some(EntityKind::Generic(info))) => {
                let scope = self.context_scope(&unit, info.scope);
                let context = Context { scope, ..self.context.clone() };
                self.generic_bodies
                    .insert(info.unit.clone(), super::generics::GenericBody::Package(body.clone(), context));
                Ok(spec)
            }
            (UnitKind::Subprogram(subprogram), Some(EntityKind::Generic(info))) => {
                let scope = self.context_scope(&unit, info.scope);
                let context = Context { scope, ..self.context.clone() };
                let body = super::generics::GenericBody::Subprogram(subprogram.clone(), context);
                self.generic_bodies.insert(info.unit.clone(), body);
                Ok(spec)
            }
            (UnitKind::Subprogram(subprogram), declared) => {
                let scope = self.context_scope(&unit, parent);
                self.context.scope = scope;
                self.context.region = vec![scope];
                if let (Some(EntityKind::Subprogram(_)), Some(entity)) = (declared, spec) {
                    self.bind(scope, subprogram.name.last.symbol, entity);
                }
                let id = self.subprogram(subprogram, subprogram.name.last)?;
                Ok(Some(self.a.subprograms[id].entity))
            }
            (UnitKind::PackageBody(body), None) => {
                self.error(codes::NO_UNIT, body.name.span(), "the specification of this package was not found")
            }
            _ => Ok(spec),
        }
    }

    /// `is separate`: the body stands in a unit of its own.
    pub(super) fn separate_body(&mut self, id: SubprogramId) -> Resolved<()> {
        let span = self.a.subprograms[id].span;
        let full = self.a.subprograms[id].name.to_lowercase();
        let Some(source) = self.subunit(&full) else {
            return self.unsupported(span, "body of a subunit that was not found");
        };
        let UnitKind::Subunit(_, declaration) = &source.unit.kind else { return Ok(()) };
        let ast::DeclarationKind::Subprogram(subprogram) = &declaration.kind else { return Ok(()) };
        let scope = self.context_scope(&source.unit, self.context.scope);
        let outer = std::mem::replace(&mut self.context.scope, scope);
        let inner = self.new_scope(Some(scope));
        for parameter in self.a.subprograms[id].parameters.clone() {
            self.bind(inner, parameter.symbol, parameter.entity);
        }
        self.a.subprograms[id].scope = inner;
        if let ast::Completion::Body(block) = &subprogram.completion {
            self.subprogram_body(id, block, subprogram.span);
        }
        self.context.scope = outer;
        Ok(())
    }

    pub(super) fn package_stub(&mut self, name: ast::Identifier) -> Resolved<()> {
        let full = self.inner_path(name).to_lowercase();
        let Some(source) = self.subunit(&full) else {
            return self.unsupported(name.span, "body of a subunit that was not found");
        };
        let UnitKind::Subunit(_, declaration) = &source.unit.kind else { return Ok(()) };
        let ast::DeclarationKind::PackageBody(body) = &declaration.kind else { return Ok(()) };
        let found = self.lookup(name.symbol);
        let Some(&entity) = found.first() else { return self.undefined(name.span) };
        let EntityKind::Package(scopes) = self.a.entities[entity].kind else { return self.package_body(body) };
        // The stub's place decides what is visible; the subunit's context adds to it.
        let scope = self.context_scope(&source.unit, scopes.private);
        let path = self.inner_path(name);
        self.body_of(entity, body, path, Some(scope))
    }

    fn subunit(&mut self, full: &str) -> Option<Source> {
        if !self.units.subunits.contains_key(full) {
            let file = format!("{}.adb", full.replace('.', "-"));
            if let Some((display, text)) = (self.find_unit)(&file) {
                let units = self.parse(display, text);
                let order = self.units.order.clone();
                self.register(units, true);
                self.units.order = order;
            }
        }
        self.units.subunits.get(full).cloned()
    }
}

fn declared_symbol(declaration: &ast::Declaration) -> Option<crate::syntax::names::Symbol> {
    match &declaration.kind {
        ast::DeclarationKind::Subprogram(s) => Some(s.name.last.symbol),
        ast::DeclarationKind::PackageBody(b) => Some(b.name.last.symbol),
        ast::DeclarationKind::Refused { name, .. } => name.map(|n| n.symbol),
        _ => None,
    }
}
