//! Type declarations (RM 3.2.1, 3.4–3.8).

use super::entities::*;
use super::types::*;
use super::value::Value;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{self, Expression, ExpressionKind, SubtypeIndication, TypeDeclaration, TypeDefinition};
use crate::syntax::names::Symbol;
use cairn_base::Span;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::rc::Rc;

impl Analyzer<'_> {
    pub(super) fn type_declaration(&mut self, declaration: &TypeDeclaration) -> Resolved<()> {
        let spelled = self.text(declaration.name.span).to_string();
        let existing = self.incomplete_type(declaration.name.symbol);
        let ty = match existing {
            Some(ty) => ty,
            None => {
                let ty = self.new_type(&spelled, TypeKind::Private);
                self.a.types[ty].span = Some(declaration.name.span);
                self.declare(declaration.name, EntityKind::Type(ty));
                ty
            }
        };
        if existing.is_none() && matches!(declaration.definition, TypeDefinition::Private { .. }) {
            self.a.types[ty].private_in = self.enclosing_package();
        }
        self.define(ty, declaration, &spelled)?;
        self.type_aspects(ty, declaration.name.symbol, &declaration.aspects)
    }

    /// An incomplete or private type of this name that waits for its full declaration.
    fn incomplete_type(&self, symbol: crate::syntax::names::Symbol) -> Option<TypeId> {
        let here = self.context.scope;
        let scopes = [Some(here), self.a.scopes[here].parent];
        for scope in scopes.into_iter().flatten() {
            for &entity in self.a.scopes[scope].names.get(&symbol).into_iter().flatten() {
                if let EntityKind::Type(ty) = self.a.entities[entity].kind
                    && matches!(self.a.types[ty].kind, TypeKind::Private)
                    && self.a.types[ty].root == ty
                {
                    return Some(ty);
                }
            }
        }
        None
    }

    fn define(&mut self, ty: TypeId, declaration: &TypeDeclaration, spelled: &str) -> Resolved<()> {
        let span = declaration.span;
        match &declaration.definition {
            TypeDefinition::Private { .. } | TypeDefinition::Incomplete { .. } => {
                if !declaration.discriminants.is_empty() {
                    // The discriminants of the partial view are needed before the full one is seen.
                    self.candidate_cache.clear();
                    let components = self.discriminant_components(declaration)?;
                    self.partial_discriminants.insert(ty, Rc::new(components));
                }
                Ok(())
            }
            TypeDefinition::Enumeration(literals) => self.define_enumeration(ty, literals),
            TypeDefinition::Range(low, high) => {
                self.candidate_cache.clear();
                let (low, high) = (self.static_integer(low)?, self.static_integer(high)?);
                self.define_signed(ty, low, high, span)
            }
            TypeDefinition::Modular(modulus) => {
                self.candidate_cache.clear();
                let modulus = self.static_integer(modulus)?;
                if modulus < BigInt::one() {
                    return self.error(codes::BAD_DECLARATION, span, "a modulus must be positive");
                }
                self.a.types[ty].kind = TypeKind::Modular { modulus: modulus.clone() };
                self.set_first_subtype_range(ty, Value::Int(BigInt::zero()), Value::Int(modulus - 1), span);
                Ok(())
            }
            TypeDefinition::Floating(digits, range) => self.define_float(ty, digits, range.as_ref(), span),
            TypeDefinition::Fixed { delta, digits, range } => {
                self.define_fixed(ty, delta, digits.as_ref(), range.as_ref(), declaration)
            }
            TypeDefinition::Array(definition) => {
                self.candidate_cache.clear();
                self.array_type(spelled, definition, Some(ty)).map(|_| ())
            }
            TypeDefinition::Record(definition) => {
                self.candidate_cache.clear();
                self.define_record(ty, declaration, definition)
            }
            TypeDefinition::Derived { parent, extension, .. } => {
                self.candidate_cache.clear();
                self.define_derived(ty, parent, extension.is_some(), declaration)
            }
            TypeDefinition::Access(_, designated) => {
                let designated = match designated {
                    Some(indication) => self.subtype_indication(indication).ok(),
                    None => None,
                };
                self.a.types[ty].kind = TypeKind::Access { designated };
                Ok(())
            }
            TypeDefinition::Interface => {
                self.a.types[ty].kind = TypeKind::Refused("interface type");
                Ok(())
            }
            TypeDefinition::Task | TypeDefinition::Protected => {
                self.a.types[ty].kind = TypeKind::Refused("task or protected type");
                Ok(())
            }
        }
    }

    fn define_enumeration(&mut self, ty: TypeId, literals: &[ast::Identifier]) -> Resolved<()> {
        let list: Vec<Literal> =
            literals.iter().map(|l| Literal { symbol: l.symbol, spelled: self.text(l.span).into() }).collect();
        let character = list.iter().any(|l| l.spelled.starts_with('\''));
        self.a.types[ty].kind = TypeKind::Enumeration { literals: Rc::new(list), character, boolean: false };
        for (position, literal) in literals.iter().enumerate() {
            self.declare(*literal, EntityKind::Literal { ty, position: position as u32 });
        }
        Ok(())
    }

    /// The base type is the smallest machine type that holds the range, as GNAT chooses it.
    fn define_signed(&mut self, ty: TypeId, low: BigInt, high: BigInt, span: Span) -> Resolved<()> {
        let fits = |bits: u32| {
            let top = BigInt::one() << (bits - 1);
            -top.clone() <= low && high < top
        };
        let Some(bits) = [8, 16, 32, 64, 128].into_iter().find(|&b| fits(b)) else {
            return self.error(codes::BAD_DECLARATION, span, "no machine integer holds this range");
        };
        let top = BigInt::one() << (bits - 1);
        self.a.types[ty].kind = TypeKind::Signed { low: -top.clone(), high: top - 1 };
        self.set_first_subtype_range(ty, Value::Int(low), Value::Int(high), span);
        Ok(())
    }

    fn define_float(
        &mut self,
        ty: TypeId,
        digits: &Expression,
        range: Option<&(Expression, Expression)>,
        span: Span,
    ) -> Resolved<()> {
        self.candidate_cache.clear();
        let digits = self.static_integer(digits)?.to_u32().unwrap_or(u32::MAX);
        let size = match digits {
            0..=6 => FloatSize::Single,
            7..=15 => FloatSize::Double,
            16..=18 => FloatSize::Extended,
            _ => return self.error(codes::BAD_DECLARATION, span, "no machine type has that many digits"),
        };
        self.a.types[ty].kind = TypeKind::Float { size, digits };
        if let Some((low, high)) = range {
            let (low, high) = (self.static_real(low)?, self.static_real(high)?);
            let machine = |v: BigRational| super::value::to_float(&v, size).map_or(v, |f| f.1);
            self.set_first_subtype_range(ty, Value::Real(machine(low)), Value::Real(machine(high)), span);
        }
        Ok(())
    }

    fn define_fixed(
        &mut self,
        ty: TypeId,
        delta: &Expression,
        digits: Option<&Expression>,
        range: Option<&(Expression, Expression)>,
        declaration: &TypeDeclaration,
    ) -> Resolved<()> {
        let span = declaration.span;
        self.candidate_cache.clear();
        let delta = self.static_real(delta)?;
        if delta <= BigRational::zero() {
            return self.error(codes::BAD_DECLARATION, span, "a delta must be positive");
        }
        let mut small = match digits {
            Some(_) => delta.clone(),
            None => largest_power_of_two(&delta),
        };
        for aspect in &declaration.aspects {
            if let (Some(value), "small") = (&aspect.value, self.symbol_text(aspect.name.symbol)) {
                small = self.static_real(value)?;
            }
        }
        let digits = match digits {
            Some(digits) => self.static_integer(digits)?.to_u32(),
            None => None,
        };
        let (low, high) = match (range, digits) {
            (Some((low, high)), _) => (self.static_real(low)?, self.static_real(high)?),
            (None, Some(digits)) => {
                let top = (BigInt::from(10).pow(digits.min(38)) - 1) * BigInt::one();
                let top = BigRational::from_integer(top) * &small;
                (-top.clone(), top)
            }
            (None, None) => return self.error(codes::BAD_DECLARATION, span, "a fixed-point type needs a range"),
        };
        let largest = (low.numer().bits().max(1) + 200).max(high.numer().bits());
        let _ = largest;
        let units = |v: &BigRational| super::value::round_away(&(v / &small));
        let (low_units, high_units) = (units(&low), units(&high));
        let fits = |bits: u32| {
            let top = BigInt::one() << (bits - 1);
            // A bound given as 2**n stands for the largest multiple below it (RM 3.5.9(13)).
            -top.clone() <= low_units && high_units <= top
        };
        let Some(bits) = [8, 16, 32, 64, 128].into_iter().find(|&b| fits(b)) else {
            return self.error(codes::BAD_DECLARATION, span, "no machine integer holds this fixed-point type");
        };
        let top = BigInt::one() << (bits - 1);
        let high_units = high_units.min(top - 1);
        let value = |units: BigInt| Value::Real(&small * BigRational::from_integer(units));
        let (low, high) = (value(low_units), value(high_units));
        self.a.types[ty].kind = TypeKind::Fixed { small, delta, digits, bits };
        self.set_first_subtype_range(ty, low, high, span);
        Ok(())
    }

    fn discriminant_components(&mut self, declaration: &TypeDeclaration) -> Resolved<Vec<Component>> {
        let mut components = Vec::new();
        for discriminant in &declaration.discriminants {
            let ty = self.type_reference(&discriminant.object_type)?;
            let default = match &discriminant.default {
                Some(default) => Some(Rc::new(self.resolve(default, ty)?)),
                None => None,
            };
            for name in &discriminant.names {
                components.push(Component {
                    symbol: name.symbol,
                    spelled: self.text(name.span).into(),
                    ty,
                    default: default.clone(),
                    discriminant: true,
                    guards: Vec::new(),
                    span: name.span,
                });
            }
        }
        Ok(components)
    }

    fn define_record(
        &mut self,
        ty: TypeId,
        declaration: &TypeDeclaration,
        definition: &ast::RecordDefinition,
    ) -> Resolved<()> {
        let mut components = self.discriminant_components(declaration)?;
        let outer = std::mem::take(&mut self.discriminants);
        self.discriminants = components.iter().map(|c| (c.symbol, c.ty)).collect();
        let result = self.component_list(&definition.components, &mut components, &[]);
        self.discriminants = outer;
        if let Some(within) = components.iter().find(|c| self.a.has_part(c.ty, ty)) {
            return self.error(codes::BAD_DECLARATION, within.span, "a type cannot be a part of itself");
        }
        self.a.types[ty].kind = TypeKind::Record { components: Rc::new(components), tagged: definition.tagged };
        result
    }

    fn component_list(
        &mut self,
        list: &ast::ComponentList,
        out: &mut Vec<Component>,
        guards: &[Guard],
    ) -> Resolved<()> {
        for component in &list.components {
            let ty = self.type_reference(&component.object_type)?;
            let default = match &component.default {
                Some(default) => Some(Rc::new(self.resolve(default, ty)?)),
                None => None,
            };
            self.component_aspects(&component.aspects);
            for name in &component.names {
                if out.iter().any(|c| c.symbol == name.symbol) {
                    let text = self.text(name.span).to_string();
                    return self.error(codes::DUPLICATE, name.span, format!("component `{text}` is declared twice"));
                }
                out.push(Component {
                    symbol: name.symbol,
                    spelled: self.text(name.span).into(),
                    ty,
                    default: default.clone(),
                    discriminant: false,
                    guards: guards.to_vec(),
                    span: name.span,
                });
            }
        }
        let Some(variant) = &list.variant else { return Ok(()) };
        let Some(discriminant) = out.iter().position(|c| c.discriminant && c.symbol == variant.discriminant.symbol)
        else {
            return self.undefined(variant.discriminant.span);
        };
        let selector = out[discriminant].ty;
        let mut taken: Vec<(BigInt, BigInt)> = Vec::new();
        for arm in &variant.arms {
            let others = matches!(arm.choices.as_slice(), [Expression { kind: ExpressionKind::Others, .. }]);
            let guard = if others {
                Guard { discriminant, ranges: taken.clone(), negated: true }
            } else {
                let choices = self.case_choices(&arm.choices, selector)?;
                let ranges: Vec<(BigInt, BigInt)> = choices.into_iter().map(|c| (c.low, c.high)).collect();
                taken.extend(ranges.iter().cloned());
                Guard { discriminant, ranges, negated: false }
            };
            let mut inner = guards.to_vec();
            inner.push(guard);
            self.component_list(&arm.body, out, &inner)?;
        }
        Ok(())
    }

    fn define_derived(
        &mut self,
        ty: TypeId,
        parent: &SubtypeIndication,
        extension: bool,
        declaration: &TypeDeclaration,
    ) -> Resolved<()> {
        let parent = self.subtype_indication(parent)?;
        if extension || matches!(self.a.kind(parent), TypeKind::Record { tagged: true, .. } | TypeKind::Refused(_)) {
            self.a.types[ty].kind = TypeKind::Refused("tagged type");
            return Ok(());
        }
        let root = self.a.root(parent);
        let kind = self.a.types[root].kind.clone();
        let source = self.a.types[parent].clone();
        self.a.types[ty].kind = kind.clone();
        self.a.types[ty].parent = Some(parent);
        if self.a.is_scalar(root) {
            let base = self.new_subtype("", ty);
            let name = format!("{}'Base", self.a.types[ty].name);
            self.a.types[base].name = name.into();
            self.a.types[base].base = base;
            self.a.types[ty].base = base;
            self.a.types[ty].range = source.range.or(self.a.types[root].range.clone());
        }
        // A default initial condition holds for descendants too (RM 7.3.3(6)).
        let initial_conditions = self.a.types[root].initial_conditions.clone();
        let target = &mut self.a.types[ty];
        target.bounds = source.bounds;
        target.discriminants = source.discriminants;
        target.predicates = source.predicates;
        target.initial_conditions = initial_conditions;
        target.default = source.default;
        if let TypeKind::Enumeration { literals, .. } = kind {
            for (position, literal) in literals.iter().enumerate() {
                let name = ast::Identifier { symbol: literal.symbol, span: declaration.name.span };
                let entity = self.declare(name, EntityKind::Literal { ty, position: position as u32 });
                self.a.entities[entity].spelled = literal.spelled.clone();
            }
        }
        self.inherit_operations(root, ty);
        Ok(())
    }

    /// Primitive subprograms of the parent exist for the derived type too (RM 3.4(17)).
    fn inherit_operations(&mut self, parent: TypeId, derived: TypeId) {
        let scope = self.a.types[parent].scope;
        let Some(package) = self.package_around(scope).filter(|_| scope != self.a.standard.scope) else { return };
        // Constraints of the derived type are not those of its operations (RM 3.4(20)).
        let open = match self.a.is_scalar(derived) {
            true => self.a.base(derived),
            false => {
                let open = self.new_subtype("", derived);
                self.a.types[open].bounds = None;
                self.a.types[open].discriminants = None;
                open
            }
        };
        let swap = |s: &Self, t: TypeId| if s.a.root(t) == parent { open } else { t };
        for entity in self.primitive_candidates(package) {
            let EntityKind::Subprogram(id) = self.a.entities[entity].kind else { continue };
            let original = self.a.subprograms[id].clone();
            let touches = original.parameters.iter().any(|p| self.a.root(p.ty) == parent)
                || original.result.is_some_and(|r| self.a.root(r) == parent);
            if !touches {
                continue;
            }
            let mut copy = original.clone();
            for parameter in &mut copy.parameters {
                parameter.ty = swap(self, parameter.ty);
            }
            copy.result = copy.result.map(|r| swap(self, r));
            copy.meaning = Meaning::Renames(id);
            copy.visible = false;
            let id = self.a.subprograms.push(copy);
            let name = ast::Identifier { symbol: original.symbol, span: self.a.entities[entity].span };
            let inherited = self.new_entity(name, EntityKind::Subprogram(id));
            self.a.subprograms[id].entity = inherited;
            if !self.hidden_from_the_start(inherited, name.symbol) {
                self.bind(self.context.scope, name.symbol, inherited);
            }
        }
    }

    fn package_around(&self, scope: ScopeId) -> Option<PackageScopes> {
        self.a.entities.iter().find_map(|(_, e)| match e.kind {
            EntityKind::Package(scopes) if scopes.visible == scope || scopes.private == scope => Some(scopes),
            _ => None,
        })
    }

    /// What a package declares, as seen from here: its private part counts inside the package only, and a later
    /// declaration overrides an inherited one of the same profile (RM 8.3(9)).
    fn primitive_candidates(&self, package: PackageScopes) -> Vec<EntityId> {
        let mut all = self.a.scopes[package.visible].order.clone();
        if package.private != package.visible && self.is_inside(package.private) {
            all.extend(&self.a.scopes[package.private].order);
        }
        if let Some(body) = package.body.filter(|&b| self.is_inside(b)) {
            // What the body declares is primitive if it overrides (RM 3.2.3(7)).
            let overriding = |e: &&EntityId| all.iter().any(|&other| self.overrides(**e, other));
            let more: Vec<EntityId> = self.a.scopes[body].order.iter().filter(overriding).copied().collect();
            all.extend(more);
        }
        let overridden = |at: usize| all[at + 1..].iter().any(|&e| self.overrides(e, all[at]));
        (0..all.len()).filter(|&at| !overridden(at)).map(|at| all[at]).collect()
    }

    /// Whether two different subprograms have one name and profile.
    fn overrides(&self, later: EntityId, earlier: EntityId) -> bool {
        let name = |e: EntityId| match self.a.entities[e].kind {
            EntityKind::Subprogram(id) => Some(self.a.subprograms[id].symbol),
            _ => None,
        };
        later != earlier && name(earlier).is_some() && name(later) == name(earlier) && self.homographs(later, earlier)
    }

    /// Whether the package that is being declared has an explicit subprogram of this profile already: the
    /// inherited one, implicit in its private part, is hidden by it from the start (RM 8.3(10)).
    fn hidden_from_the_start(&self, inherited: EntityId, symbol: Symbol) -> bool {
        let here = self.context.scope;
        let Some(package) = self.package_around(here).filter(|p| p.private == here) else { return false };
        let visible = self.a.scopes[package.visible].names.get(&symbol).into_iter().flatten();
        visible
            .copied()
            .any(|e| matches!(self.a.entities[e].kind, EntityKind::Subprogram(_)) && self.homographs(e, inherited))
    }

    fn enclosing_package(&self) -> Option<EntityId> {
        let here = self.context.scope;
        let is_here = |kind: &EntityKind| matches!(kind, EntityKind::Package(scopes) if scopes.visible == here);
        self.a.entities.iter().find(|(_, entity)| is_here(&entity.kind)).map(|(id, _)| id)
    }
}

/// The largest power of two that is not above a positive number.
fn largest_power_of_two(value: &BigRational) -> BigRational {
    let mut exponent = value.numer().bits() as i64 - value.denom().bits() as i64;
    while super::value::power_of_two(exponent) > *value {
        exponent -= 1;
    }
    while super::value::power_of_two(exponent + 1) <= *value {
        exponent += 1;
    }
    super::value::power_of_two(exponent)
}
