//! Type and subtype declarations (RM 3.2–3.8).

use super::entities::*;
use super::tree::{Expr, ExprKind, Item};
use super::types::*;
use super::value::Value;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{
    self, ArrayDefinition, Constraint, Expression, ExpressionKind, SubtypeIndication, TypeDeclaration, TypeDefinition,
    TypeReference,
};
use cairn_base::Span;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::rc::Rc;

impl Analyzer<'_> {
    /// The subtype a name denotes, or a message.
    pub(super) fn subtype_mark(&mut self, mark: &Expression) -> Resolved<TypeId> {
        if let Some(ty) = self.type_named(mark) {
            return Ok(ty);
        }
        match self.entities_of(mark) {
            Some(found) => match self.a.entities[found[0]].kind {
                EntityKind::Refused(what) => self.unsupported(mark.span, what),
                _ => self.error(codes::NOT_A_TYPE, mark.span, "this is not a type"),
            },
            None => self.undefined_name(mark),
        }
    }

    pub(super) fn type_reference(&mut self, reference: &TypeReference) -> Resolved<TypeId> {
        match reference {
            TypeReference::Indication(indication) => self.subtype_indication(indication),
            TypeReference::Array(definition, _) => self.array_type("", definition, None),
            TypeReference::Access(_) => Ok(self.new_type("", TypeKind::Access { designated: None })),
        }
    }

    pub(super) fn subtype_indication(&mut self, indication: &SubtypeIndication) -> Resolved<TypeId> {
        let parent = self.subtype_mark(&indication.mark)?;
        match &indication.constraint {
            None => Ok(parent),
            Some(constraint) => self.constrain(parent, constraint, indication.span),
        }
    }

    fn constrain(&mut self, parent: TypeId, constraint: &Constraint, span: Span) -> Resolved<TypeId> {
        match constraint {
            Constraint::Range(range) | Constraint::Digits(_, Some(range)) | Constraint::Delta(_, Some(range)) => {
                if !self.a.is_scalar(parent) {
                    return self.error(codes::BAD_DECLARATION, span, "only scalar types have ranges");
                }
                let range = self.range_of(range, self.a.root(parent))?;
                let range = self.freeze_range(range);
                Ok(self.scalar_subtype("", parent, range, span))
            }
            Constraint::Digits(_, None) | Constraint::Delta(_, None) => Ok(parent),
            Constraint::Parts(parts) if self.a.is_array(parent) => self.constrain_array(parent, parts, span),
            Constraint::Parts(parts) => self.constrain_record(parent, parts, span),
        }
    }

    /// A subtype with a range, with the check that it lies in its parent.
    pub(super) fn scalar_subtype(&mut self, name: &str, parent: TypeId, range: Range, span: Span) -> TypeId {
        let ty = self.new_subtype(name, parent);
        self.a.types[ty].range = Some(range.clone());
        let within = match (range.static_bounds(), self.a.types[parent].range.as_ref().map(|r| r.static_bounds())) {
            (Some((low, high)), _) if low.as_rational() > high.as_rational() => true,
            (Some((low, high)), Some(Some((a, b)))) => {
                a.as_rational() <= low.as_rational() && high.as_rational() <= b.as_rational()
            }
            (Some(_), None) => true,
            _ => false,
        };
        if !within {
            self.items.push(Item::ConstraintCheck { ty, parent, span });
        }
        ty
    }

    fn constrain_array(&mut self, parent: TypeId, parts: &[ast::Association], span: Span) -> Resolved<TypeId> {
        let indexes = self.a.index_types(parent).to_vec();
        if parts.len() != indexes.len() {
            return self.error(
                codes::BAD_DECLARATION,
                span,
                format!("{} index ranges are expected here", indexes.len()),
            );
        }
        let mut bounds = Vec::new();
        for (part, index) in parts.iter().zip(indexes) {
            let (range, _) = self.discrete_range(&part.value, Some(self.a.root(index)))?;
            let range = self.freeze_range(range);
            // Non-null ranges must lie in the index subtype (RM 3.6.1(4)).
            self.index_range_check(index, &range, part.value.span);
            bounds.push(range);
        }
        let root = self.a.root(parent);
        let ty = self.new_subtype("", root);
        self.a.types[ty].bounds = Some(bounds);
        Ok(ty)
    }

    fn index_range_check(&mut self, index: TypeId, range: &Range, span: Span) {
        if let (Some((low, high)), Some((a, b))) = (range.static_integers(), self.a.discrete_bounds(index))
            && (low > high || (a <= low && high <= b))
        {
            return;
        }
        let depends = |e: &Expr| matches!(e.kind, ExprKind::Discriminant(_));
        if depends(&range.low) || depends(&range.high) || !self.discriminants.is_empty() {
            return;
        }
        let ty = self.new_subtype("", index);
        self.a.types[ty].range = Some(range.clone());
        self.items.push(Item::ConstraintCheck { ty, parent: index, span });
    }

    fn constrain_record(&mut self, parent: TypeId, parts: &[ast::Association], span: Span) -> Resolved<TypeId> {
        let Some(components) = self.a.components(parent) else {
            if self.a.is_refused(parent).is_some() {
                return Ok(parent);
            }
            return self.error(codes::BAD_DECLARATION, span, "this type takes no constraint");
        };
        let wanted: Vec<&Component> = components.iter().filter(|c| c.discriminant).collect();
        let mut values: Vec<Option<Rc<Expr>>> = vec![None; wanted.len()];
        let mut next = 0;
        for part in parts {
            let mut targets = Vec::new();
            if part.choices.is_empty() {
                targets.push(next);
                next += 1;
            }
            for choice in &part.choices {
                if let ExpressionKind::Name(symbol) = choice.kind {
                    targets.extend(wanted.iter().position(|c| c.symbol == symbol));
                }
            }
            for at in targets {
                let Some(component) = wanted.get(at) else {
                    return self.error(codes::BAD_DECLARATION, span, "there are fewer discriminants");
                };
                let value = self.resolve(&part.value, component.ty)?;
                let value = self.freeze(value);
                values[at] = Some(Rc::new(value));
            }
        }
        let Some(values) = values.into_iter().collect::<Option<Vec<_>>>() else {
            return self.error(codes::BAD_DECLARATION, span, "a discriminant is missing");
        };
        let ty = self.new_subtype("", parent);
        self.a.types[ty].discriminants = Some(values);
        Ok(ty)
    }

    /// A bound that is not static is evaluated once, into a hidden constant (RM 3.2.2, elaboration).
    pub(super) fn freeze(&mut self, e: Expr) -> Expr {
        if e.value.is_some() || matches!(e.kind, ExprKind::Discriminant(_)) || mentions_discriminant(&e) {
            return e;
        }
        if let ExprKind::Object(entity) = e.kind
            && let EntityKind::Object(object) = &self.a.entities[entity].kind
            && matches!(object.role, ObjectRole::Constant | ObjectRole::Iterator)
        {
            return e;
        }
        let span = e.span;
        let number = self.a.entities.len();
        let name = self.identifier_at(&format!("bound.{number}"), Span { end: span.start, ..span });
        let object = Object {
            ty: e.ty,
            role: ObjectRole::Constant,
            value: None,
            renames: None,
            deferred: false,
            initialized: true,
        };
        let ty = e.ty;
        let entity = self.new_entity(name, EntityKind::Object(object));
        self.items.push(Item::Object { entity, init: Some(e), span });
        Expr { kind: ExprKind::Object(entity), ty, span, value: None }
    }

    pub(super) fn freeze_range(&mut self, range: Range) -> Range {
        let low = self.freeze((*range.low).clone());
        let high = self.freeze((*range.high).clone());
        Range { low: Rc::new(low), high: Rc::new(high) }
    }

    /// `low .. high` or `X'Range` of a known type.
    pub(super) fn range_of(&mut self, e: &Expression, root: TypeId) -> Resolved<Range> {
        match &e.kind {
            ExpressionKind::Range(low, high) => {
                let low = Rc::new(self.resolve(low, root)?);
                let high = Rc::new(self.resolve(high, root)?);
                Ok(Range { low, high })
            }
            _ => self.discrete_range(e, Some(root)).map(|r| r.0),
        }
    }

    /// A discrete range, and the subtype its values have. The subtype carries bounds only if they are static.
    pub(super) fn discrete_range(&mut self, e: &Expression, expected: Option<TypeId>) -> Resolved<(Range, TypeId)> {
        let span = e.span;
        let (range, parent) = match &e.kind {
            ExpressionKind::Range(low, high) => {
                let root = match expected {
                    Some(root) => root,
                    None => self.range_type(low, high, span)?,
                };
                let range = Range { low: Rc::new(self.resolve(low, root)?), high: Rc::new(self.resolve(high, root)?) };
                (range, self.a.base(root))
            }
            ExpressionKind::Constrained(indication) => {
                let parent = self.subtype_mark(&indication.mark)?;
                match &indication.constraint {
                    Some(Constraint::Range(range)) => (self.range_of(range, self.a.root(parent))?, parent),
                    _ => return self.discrete_range(&indication.mark, expected),
                }
            }
            ExpressionKind::Attribute(prefix, name, arguments) if self.symbol_text(name.symbol) == "range" => {
                return self.attribute_range(prefix, arguments, span);
            }
            _ => {
                let ty = self.subtype_mark(e)?;
                let Some(range) = self.a.scalar_range(ty, span) else {
                    return self.error(codes::NOT_A_TYPE, span, "a discrete subtype is expected here");
                };
                return Ok((range, ty));
            }
        };
        if let Some(expected) = expected
            && !self.a.fits(parent, expected)
        {
            let (found, wanted) = (self.a.type_name(parent), self.a.type_name(expected));
            return self.error(codes::TYPE_MISMATCH, span, format!("this range is of type {found}, not {wanted}"));
        }
        if range.static_bounds().is_none() {
            return Ok((range, parent));
        }
        let ty = self.new_subtype("", parent);
        self.a.types[ty].range = Some(range.clone());
        Ok((range, ty))
    }

    fn range_type(&mut self, low: &Expression, high: &Expression, span: Span) -> Resolved<TypeId> {
        let (lows, highs) = (self.candidates(low), self.candidates(high));
        let mut common = Vec::new();
        for &a in lows.iter() {
            for &b in highs.iter() {
                if let Some(t) = self.unify(a, b)
                    && (self.a.is_scalar(t) || t == ANY_CHARACTER)
                    && !common.contains(&t)
                {
                    common.push(t);
                }
            }
        }
        if common.is_empty() {
            self.resolve_any(low)?;
            self.resolve_any(high)?;
            return self.error(codes::TYPE_MISMATCH, span, "the bounds have no type in common");
        }
        let ty = self.pick(&common, span)?;
        Ok(if ty == UNIVERSAL_INTEGER { self.a.standard.integer } else { ty })
    }

    fn attribute_range(
        &mut self,
        prefix: &Expression,
        arguments: &[ast::Association],
        span: Span,
    ) -> Resolved<(Range, TypeId)> {
        if let Some(ty) = self.type_named(prefix)
            && let Some(range) = self.a.scalar_range(ty, span).filter(|_| self.a.is_scalar(ty))
        {
            return Ok((range, ty));
        }
        let bound = |s: &mut Self, text: &str| {
            let name = s.identifier_at(text, span);
            s.resolve_attribute(prefix, name, arguments, None, span)
        };
        let (low, high) = (bound(self, "first")?, bound(self, "last")?);
        let array = match &low.kind {
            ExprKind::Attribute(attribute) => Some((attribute.ty, attribute.dimension)),
            _ => None,
        };
        let parent = match array {
            Some((ty, dimension)) => self.a.index_types(ty).get(dimension).copied().unwrap_or(low.ty),
            None => low.ty,
        };
        let range = Range { low: Rc::new(low), high: Rc::new(high) };
        if range.static_bounds().is_none() {
            return Ok((range, parent));
        }
        let ty = self.new_subtype("", parent);
        self.a.types[ty].range = Some(range.clone());
        Ok((range, ty))
    }

    pub(super) fn array_type(
        &mut self,
        name: &str,
        definition: &ArrayDefinition,
        reuse: Option<TypeId>,
    ) -> Resolved<TypeId> {
        let mut indexes = Vec::new();
        let mut constrained = true;
        for index in &definition.indexes {
            if index.unconstrained {
                constrained = false;
                indexes.push(self.subtype_mark(&index.range)?);
                continue;
            }
            let (range, ty) = self.discrete_range(&index.range, None)?;
            if range.static_bounds().is_some() || matches!(self.type_named(&index.range), Some(t) if t == ty) {
                indexes.push(ty);
            } else {
                let range = self.freeze_range(range);
                let subtype = self.new_subtype("", ty);
                self.a.types[subtype].range = Some(range);
                indexes.push(subtype);
            }
        }
        let component = self.type_reference(&definition.component)?;
        let kind = TypeKind::Array { indexes, component, constrained };
        Ok(match reuse {
            Some(ty) => {
                self.a.types[ty].kind = kind;
                ty
            }
            None => self.new_type(name, kind),
        })
    }

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
                    let _ = components;
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
        let target = &mut self.a.types[ty];
        target.bounds = source.bounds;
        target.discriminants = source.discriminants;
        target.predicates = source.predicates;
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
        let in_package = self.a.entities.iter().any(|(_, e)| match e.kind {
            EntityKind::Package(scopes) => scopes.visible == scope || scopes.private == scope,
            _ => false,
        });
        if scope == self.a.standard.scope || !in_package {
            return;
        }
        let swap = |s: &Self, t: TypeId| if s.a.root(t) == parent { derived } else { t };
        for entity in self.a.scopes[scope].order.clone() {
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
            self.bind(self.context.scope, name.symbol, inherited);
        }
    }

    fn enclosing_package(&self) -> Option<EntityId> {
        None
    }
}

fn mentions_discriminant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Discriminant(_) => true,
        ExprKind::Binary(_, a, b) => mentions_discriminant(a) || mentions_discriminant(b),
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Qualify(a) => mentions_discriminant(a),
        _ => false,
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
