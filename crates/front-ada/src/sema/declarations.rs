//! Declarations of objects, numbers, exceptions, renamings and clauses (RM 3.3, 8.4, 8.5, 11.1, 13).

use super::addresses::Address;
use super::entities::*;
use super::tree::{Expr, ExprKind, Item};
use super::types::*;
use super::value::{Value, to_float};
use super::volatile::Placed;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{
    self, AnnotationKind, Declaration, DeclarationKind, Expression, ExpressionKind, ObjectDeclaration, Representation,
    TypeReference, UseClause,
};
use crate::syntax::token::Mark;
use cairn_base::Span;
use num_bigint::BigInt;
use std::rc::Rc;

impl Analyzer<'_> {
    /// Analyses declarations in order; one that fails does not stop the others.
    pub(super) fn declarations(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            let result = self.declaration(declaration);
            if result.is_err() {
                self.declare_refused(declaration);
            }
            self.absorb(result);
        }
    }

    /// The names of a declaration that failed exist all the same: using them is unsupported, not undefined.
    fn declare_refused(&mut self, declaration: &Declaration) {
        let names: Vec<ast::Identifier> = match &declaration.kind {
            DeclarationKind::Object(object) => object.names.clone(),
            DeclarationKind::Number { names, .. } | DeclarationKind::Exception { names, .. } => names.clone(),
            DeclarationKind::Type(declaration) => vec![declaration.name],
            DeclarationKind::Subtype { name, .. } => vec![*name],
            DeclarationKind::Subprogram(subprogram) => vec![subprogram.name.last],
            DeclarationKind::Instance(instance) => vec![instance.name.last],
            DeclarationKind::PackageRenaming { name, .. } => vec![name.last],
            _ => Vec::new(),
        };
        for name in names {
            if !self.a.scopes[self.context.scope].names.contains_key(&name.symbol) {
                self.declare(name, EntityKind::Refused("use of a refused declaration"));
            }
        }
    }

    pub(super) fn declaration(&mut self, declaration: &Declaration) -> Resolved<()> {
        self.candidate_cache.clear();
        match &declaration.kind {
            DeclarationKind::Object(object) => self.object_declaration(object, declaration.span),
            DeclarationKind::Number { names, value } => {
                let value = self.static_value(value)?;
                for name in names {
                    self.declare(*name, EntityKind::Number(value.clone()));
                }
                Ok(())
            }
            DeclarationKind::Type(declaration) => self.type_declaration(declaration),
            DeclarationKind::Subtype { name, indication, aspects } => {
                let parent = self.subtype_indication(indication)?;
                let spelled = self.text(name.span).to_string();
                let ty = self.new_subtype(&spelled, parent);
                self.a.types[ty].span = Some(name.span);
                self.declare(*name, EntityKind::Type(ty));
                self.type_aspects(ty, name.symbol, aspects)
            }
            DeclarationKind::Subprogram(subprogram) => self.subprogram_declaration(subprogram),
            DeclarationKind::Package(package) => self.package_declaration(package, None).map(|_| ()),
            DeclarationKind::PackageBody(body) => self.package_body(body),
            DeclarationKind::PackageStub(name) => self.package_stub(*name),
            DeclarationKind::Generic(generic) => self.generic_declaration(generic, None),
            DeclarationKind::Instance(instance) => self.instantiate(instance),
            DeclarationKind::PackageRenaming { name, target } => {
                let (entity, _) = self.package_named(target)?;
                self.bind(self.context.scope, name.last.symbol, entity);
                Ok(())
            }
            DeclarationKind::GenericRenaming { name, target } => {
                let entity = self.single_entity(target)?;
                self.bind(self.context.scope, name.last.symbol, entity);
                Ok(())
            }
            DeclarationKind::Exception { names, renames } => self.exception_declaration(names, renames.as_ref()),
            DeclarationKind::Use(clause) => self.use_clause(clause),
            DeclarationKind::Pragma(pragma) => self.declaration_pragma(pragma),
            DeclarationKind::Representation(clause) => self.representation(clause),
            DeclarationKind::Refused { name, what } => {
                let Some(name) = name else { return Ok(()) };
                self.declare(*name, EntityKind::Refused(what));
                // A task runs by itself once it is elaborated, whether or not somebody names it.
                if *what == "task" { self.unsupported(name.span, *what) } else { Ok(()) }
            }
            DeclarationKind::Annotation(annotation) => self.declaration_annotation(annotation),
        }
    }

    fn declaration_annotation(&mut self, annotation: &ast::Annotation) -> Resolved<()> {
        match &annotation.kind {
            // Proof functions have no body: a condition that calls one is unsupported where it stands.
            // One on a proof type is refused where it is called.
            AnnotationKind::ProofFunction(function) => match self.subprogram_declaration(function) {
                Err(super::Stop::Unsupported(..)) => Ok(()),
                result => result,
            },
            AnnotationKind::ProofType(name) => {
                self.declare(*name, EntityKind::Refused("proof type"));
                Ok(())
            }
            AnnotationKind::Assert(_)
            | AnnotationKind::Check(_)
            | AnnotationKind::Assume(_)
            | AnnotationKind::NotOverflow { .. }
                if annotation.mark == Mark::Percent =>
            {
                let kind = self.annotation_statement(annotation)?;
                let statement = super::tree::Statement { kind, span: annotation.span };
                self.items.push(super::tree::Item::Statements(vec![statement]));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn exception_declaration(&mut self, names: &[ast::Identifier], renames: Option<&Expression>) -> Resolved<()> {
        for name in names {
            match renames {
                Some(target) => {
                    let entity = self.exception_named(target)?;
                    self.bind(self.context.scope, name.symbol, entity);
                }
                None => {
                    self.declare(*name, EntityKind::Exception);
                }
            }
        }
        Ok(())
    }

    pub(super) fn exception_named(&mut self, name: &Expression) -> Resolved<EntityId> {
        let entity = self.single_entity(name)?;
        match self.a.entities[entity].kind {
            EntityKind::Exception => {
                // The shipped Ada.Assertions declares the exception that failed assertions raise.
                let spelled = &self.a.entities[entity].spelled;
                let path = &self.a.entities[entity].path;
                if spelled.eq_ignore_ascii_case("assertion_error") && path.eq_ignore_ascii_case("ada.assertions") {
                    return Ok(self.a.standard.assertion_error);
                }
                Ok(entity)
            }
            _ => self.error(codes::UNDEFINED, name.span, "this is not an exception"),
        }
    }

    pub(super) fn use_clause(&mut self, clause: &UseClause) -> Resolved<()> {
        let scope = self.context.scope;
        match clause {
            UseClause::Packages(names) => {
                for name in names {
                    let package = match self.package_named(name) {
                        Ok((_, package)) => package,
                        Err(super::Stop::Unsupported(..)) => {
                            self.refused_uses.push(scope);
                            continue;
                        }
                        Err(stop) => return Err(stop),
                    };
                    if !self.a.scopes[scope].uses.contains(&package.visible) {
                        self.a.scopes[scope].uses.push(package.visible);
                    }
                }
            }
            UseClause::Types { marks, .. } => {
                for mark in marks {
                    let ty = self.subtype_mark(mark)?;
                    self.a.scopes[scope].use_types.push(ty);
                }
            }
        }
        Ok(())
    }

    fn object_declaration(&mut self, declaration: &Rc<ObjectDeclaration>, span: Span) -> Resolved<()> {
        declaration.aspects.iter().for_each(|aspect| self.name_unchecked(aspect));
        if let Some(target) = &declaration.renames {
            return self.object_renaming(declaration, target);
        }
        let ty = match self.type_reference(&declaration.object_type) {
            Ok(ty) => ty,
            Err(stop) => {
                // The names exist all the same: using them is unsupported, not undefined.
                for name in &declaration.names {
                    self.declare(*name, EntityKind::Refused("object of a refused type"));
                }
                return Err(stop);
            }
        };
        let placed = self.placed(&declaration.aspects);
        let imported = declaration.aspects.iter().any(|a| self.symbol_text(a.name.symbol) == "import");
        let address = match self.address_aspect(&declaration.aspects) {
            Some(address) => self.address(address)?,
            None => Address::Own,
        };
        if address == Address::Shared {
            for name in &declaration.names {
                self.declare(*name, EntityKind::Refused("object laid over another"));
            }
            // Its initial value, if only by default, is that of the other object too.
            return if imported { Ok(()) } else { self.unsupported(span, "object laid over another") };
        }
        let volatile = imported || placed == Placed::Volatile;
        let mut failure = None;
        for (at, name) in declaration.names.iter().enumerate() {
            // Several names in one declaration: constraint and initial value are evaluated for each (RM 3.3.1(7)).
            self.candidate_cache.clear();
            let ty = if at == 0 { ty } else { self.type_reference(&declaration.object_type)? };
            let init = match &declaration.init {
                Some(init) => match self.resolve(init, ty) {
                    Ok(init) => Some(init),
                    Err(stop) => {
                        failure = Some(stop);
                        None
                    }
                },
                None => None,
            };
            let entity = self.declare_variable(*name, declaration.constant, ty, init, volatile, span);
            self.part_of(entity, &declaration.aspects);
            if address == Address::Fixed {
                self.a.at_address.insert(entity);
            }
            match placed {
                Placed::Volatile => _ = self.a.volatile.insert(entity),
                Placed::Steady => _ = self.a.steady.insert(entity),
                _ => {}
            }
        }
        failure.map_or(Ok(()), Err)
    }

    fn declare_variable(
        &mut self,
        name: ast::Identifier,
        constant: bool,
        ty: TypeId,
        init: Option<Expr>,
        volatile: bool,
        span: Span,
    ) -> EntityId {
        let completed = self.deferred_constant(name.symbol).filter(|_| constant && init.is_some());
        let ty = match &init {
            Some(init) => self.take_bounds(ty, init),
            None => ty,
        };
        let value = match &init {
            Some(init) if constant && !volatile => self.constant_value(init, ty),
            _ => None,
        };
        let role = if constant { ObjectRole::Constant } else { ObjectRole::Variable };
        let deferred = constant && init.is_none();
        let object = Object { ty, role, value, renames: None, deferred, initialized: init.is_some() };
        let entity = match completed {
            Some(entity) => {
                self.a.entities[entity].kind = EntityKind::Object(object);
                self.a.completed_constants.insert(entity);
                entity
            }
            None => self.declare(name, EntityKind::Object(object)),
        };
        if constant && init.as_ref().is_some_and(|init| self.is_fixed_address(init)) {
            self.a.fixed_addresses.insert(entity);
        }
        if !deferred {
            self.items.push(Item::Object { entity, init, span });
        }
        entity
    }

    /// An object of an unconstrained array type takes the bounds of its initial value.
    fn take_bounds(&mut self, ty: TypeId, init: &Expr) -> TypeId {
        if !self.a.is_array(ty) || self.a.array_bounds(ty, init.span).is_some() {
            return ty;
        }
        let Some(bounds) = self.static_bounds_of(init) else { return ty };
        let root = self.a.root(ty);
        let indexes = self.a.index_types(root).to_vec();
        let subtype = self.new_subtype("", ty);
        let ranges = bounds.into_iter().zip(indexes).map(|((low, high), index)| {
            self.static_range(self.a.base(index), Value::Int(low), Value::Int(high), init.span)
        });
        let ranges: Vec<Range> = ranges.collect();
        self.a.types[subtype].bounds = Some(ranges);
        subtype
    }

    /// Bounds of an array value that are known statically.
    pub(super) fn static_bounds_of(&self, e: &Expr) -> Option<Vec<(BigInt, BigInt)>> {
        if let Some(bounds) = self.a.static_array_bounds(e.ty, e.span) {
            return Some(bounds);
        }
        let index = *self.a.index_types(e.ty).first()?;
        let (first, _) = self.a.discrete_bounds(index)?;
        match &e.kind {
            ExprKind::Text(text) => Some(vec![(first.clone(), first + BigInt::from(text.len()) - 1)]),
            ExprKind::Qualify(inner) => self.static_bounds_of(inner),
            ExprKind::ArrayAggregate(aggregate) if self.a.index_types(e.ty).len() == 1 => {
                if !aggregate.positional.is_empty() && aggregate.others.is_none() {
                    let length = BigInt::from(aggregate.positional.len());
                    return Some(vec![(first.clone(), first + length - 1)]);
                }
                if aggregate.others.is_some() {
                    return None;
                }
                let mut span: Option<(BigInt, BigInt)> = None;
                for part in &aggregate.named {
                    for choice in &part.choices {
                        let (low, high) = match choice {
                            super::tree::PartChoice::Value(v) => {
                                let v = v.value.as_ref()?.as_int()?.clone();
                                (v.clone(), v)
                            }
                            super::tree::PartChoice::Range(range) => range.static_integers()?,
                        };
                        span = Some(match span {
                            Some((a, b)) => (a.min(low), b.max(high)),
                            None => (low, high),
                        });
                    }
                }
                span.map(|s| vec![s])
            }
            ExprKind::Binary(ast::BinaryOperator::Concatenate, left, right) => {
                let length = |part: &Expr| -> Option<(Option<BigInt>, BigInt)> {
                    if self.a.root(part.ty) != self.a.root(e.ty) {
                        return Some((None, BigInt::from(1)));
                    }
                    let bounds = self.static_bounds_of(part)?;
                    let (low, high) = bounds.first()?;
                    Some((Some(low.clone()), (high - low + BigInt::from(1)).max(BigInt::from(0))))
                };
                let ((low, a), (right_low, b)) = (length(left)?, length(right)?);
                if a == BigInt::from(0) {
                    let low = right_low.unwrap_or(first);
                    return Some(vec![(low.clone(), low + b - 1)]);
                }
                let low = low.unwrap_or(first);
                Some(vec![(low.clone(), low + a + b - 1)])
            }
            _ => None,
        }
    }

    /// The value of a scalar constant whose initial value and subtype are static.
    fn constant_value(&self, init: &Expr, ty: TypeId) -> Option<Value> {
        let value = init.value.clone()?;
        if !self.a.is_scalar(ty) || !self.in_static_range(&value, ty) || !self.a.types[ty].predicates.is_empty() {
            return None;
        }
        match (&value, self.a.kind(ty)) {
            (Value::Real(v), TypeKind::Float { size, .. }) => to_float(v, *size).map(|f| Value::Real(f.1)),
            (Value::Real(v), TypeKind::Fixed { small, .. }) => {
                let units = super::value::round_away(&(v / small));
                Some(Value::Real(small * num_rational::BigRational::from_integer(units)))
            }
            _ => Some(value),
        }
    }

    fn deferred_constant(&self, symbol: crate::syntax::names::Symbol) -> Option<EntityId> {
        for scope in &self.context.region {
            for &entity in self.a.scopes[*scope].names.get(&symbol).into_iter().flatten() {
                if matches!(&self.a.entities[entity].kind, EntityKind::Object(o) if o.deferred) {
                    return Some(entity);
                }
            }
        }
        None
    }

    fn object_renaming(&mut self, declaration: &ObjectDeclaration, target: &Expression) -> Resolved<()> {
        let untyped = matches!(&declaration.object_type, TypeReference::Indication(i) if matches!(i.mark.kind, ExpressionKind::Box));
        let target = if untyped {
            self.resolve_any(target)?
        } else {
            let ty = self.type_reference(&declaration.object_type)?;
            self.resolve(target, self.a.root(ty))?
        };
        // The prefix is evaluated once: bounds and indexes that may change are frozen here.
        let target = self.freeze_name(target);
        let object = Object {
            ty: target.ty,
            role: ObjectRole::Variable,
            value: None,
            renames: Some(Rc::new(target)),
            deferred: false,
            initialized: true,
        };
        for name in &declaration.names {
            self.declare(*name, EntityKind::Object(object.clone()));
        }
        Ok(())
    }

    /// A name with everything evaluated that it is found by: indexes and bounds keep their present values, and are checked.
    pub(super) fn freeze_name(&mut self, e: Expr) -> Expr {
        let name = self.frozen(e);
        if matches!(name.kind, ExprKind::Index(..) | ExprKind::Component(..) | ExprKind::Slice(..)) {
            self.items.push(Item::Named(name.clone()));
        }
        name
    }

    fn frozen(&mut self, e: Expr) -> Expr {
        let Expr { kind, ty, span, value } = e;
        let kind = match kind {
            ExprKind::Index(array, indexes) => {
                let array = Box::new(self.frozen(*array));
                ExprKind::Index(array, indexes.into_iter().map(|i| self.freeze(i)).collect())
            }
            ExprKind::Component(inner, at) => ExprKind::Component(Box::new(self.frozen(*inner)), at),
            ExprKind::Slice(inner, range) => {
                let inner = Box::new(self.frozen(*inner));
                ExprKind::Slice(inner, self.freeze_range(range))
            }
            ExprKind::Convert(inner) if is_name(&inner) => ExprKind::Convert(Box::new(self.frozen(*inner))),
            kind @ (ExprKind::Object(_) | ExprKind::Convert(_) | ExprKind::Static | ExprKind::Unsupported(_)) => kind,
            kind => return self.freeze(Expr { kind, ty, span, value }),
        };
        Expr { kind, ty, span, value }
    }

    fn representation(&mut self, clause: &Representation) -> Resolved<()> {
        if let Representation::Attribute(target, value) = clause
            && let ExpressionKind::Attribute(prefix, name, _) = &target.kind
            && self.symbol_text(name.symbol) == "address"
        {
            self.address_clause(prefix, value)?;
        }
        if let Representation::At(target, value) = clause {
            self.address_clause(target, value)?;
        }
        if let Representation::Attribute(target, value) = clause
            && let ExpressionKind::Attribute(prefix, name, _) = &target.kind
            && self.symbol_text(name.symbol) == "small"
            && let Some(ty) = self.type_named(prefix)
        {
            let small = self.static_real(value)?;
            let root = self.a.root(ty);
            if let TypeKind::Fixed { small: target, .. } = &mut self.a.types[root].kind {
                *target = small;
            }
        }
        // Other clauses choose representations, which no sequential meaning depends on.
        Ok(())
    }
}

fn is_name(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Object(_) | ExprKind::Index(..) | ExprKind::Component(..) | ExprKind::Slice(..))
}

/// Objects that no declaration of their own declares: parameters of loops, occurrences of exceptions.
impl Analyzer<'_> {
    pub(super) fn declare_object(
        &mut self,
        name: crate::syntax::ast::Identifier,
        ty: TypeId,
        role: ObjectRole,
    ) -> EntityId {
        let object = Object { ty, role, value: None, renames: None, deferred: false, initialized: true };
        self.declare(name, EntityKind::Object(object))
    }
}
