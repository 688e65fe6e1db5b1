//! Subtypes: marks, constraints and ranges (RM 3.2.2, 3.5, 3.6.1, 3.7.1).

use super::entities::*;
use super::tree::{Expr, ExprKind, Item};
use super::types::*;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{
    self, ArrayDefinition, Constraint, Expression, ExpressionKind, SubtypeIndication, TypeReference,
};
use cairn_base::Span;
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

    pub(super) fn constrain(&mut self, parent: TypeId, constraint: &Constraint, span: Span) -> Resolved<TypeId> {
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

    pub(super) fn constrain_array(
        &mut self,
        parent: TypeId,
        parts: &[ast::Association],
        span: Span,
    ) -> Resolved<TypeId> {
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

    pub(super) fn index_range_check(&mut self, index: TypeId, range: &Range, span: Span) {
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

    pub(super) fn constrain_record(
        &mut self,
        parent: TypeId,
        parts: &[ast::Association],
        span: Span,
    ) -> Resolved<TypeId> {
        let partial = self.partial_discriminants.get(&self.a.root(parent)).cloned();
        let Some(components) = self.a.components(parent).or(partial) else {
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

    pub(super) fn range_type(&mut self, low: &Expression, high: &Expression, span: Span) -> Resolved<TypeId> {
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

    pub(super) fn attribute_range(
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
        if reuse.is_some_and(|ty| self.a.has_part(component, ty))
            && let TypeReference::Indication(indication) = &definition.component
        {
            return self.error(codes::BAD_DECLARATION, indication.mark.span, "a type cannot be a part of itself");
        }
        let kind = TypeKind::Array { indexes, component, constrained };
        Ok(match reuse {
            Some(ty) => {
                self.a.types[ty].kind = kind;
                ty
            }
            None => self.new_type(name, kind),
        })
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
