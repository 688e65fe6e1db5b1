//! Aggregates (RM 4.3): record, array, delta; `'Update` is a delta in another dress.

use super::entities::ObjectRole;
use super::tree::{ArrayAggregate, ArrayPart, ArrayValue, Expr, ExprKind, PartChoice};
use super::types::*;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{Aggregate, AggregateForm, Association, Expression, ExpressionKind};
use cairn_base::Span;
use std::rc::Rc;

impl Analyzer<'_> {
    pub(super) fn resolve_aggregate(
        &mut self,
        aggregate: &Aggregate,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        match (&aggregate.base, aggregate.form) {
            (Some(base), AggregateForm::Delta) => {
                let base = match expected {
                    Some(ty) if self.a.is_composite(ty) => self.resolve(base, self.a.root(ty))?,
                    _ => self.resolve_any(base)?,
                };
                return self.resolve_delta(base, &aggregate.associations, span);
            }
            (Some(_), _) => return self.unsupported(span, "extension aggregate"),
            _ => {}
        }
        let Some(ty) = expected.filter(|&t| !self.a.is_pseudo(t)) else {
            return self.error(codes::AMBIGUOUS, span, "the type of this aggregate is not known here");
        };
        match self.a.kind(ty) {
            TypeKind::Record { .. } => self.resolve_record(ty, &aggregate.associations, span),
            TypeKind::Array { .. } => self.resolve_array(ty, &aggregate.associations, 0, span),
            TypeKind::Access { .. } | TypeKind::Refused(_) | TypeKind::Private => {
                self.unsupported(span, "aggregate of an access, tagged or private type")
            }
            _ => {
                let name = self.a.type_name(ty);
                self.error(codes::BAD_AGGREGATE, span, format!("{name} has no aggregates"))
            }
        }
    }

    fn resolve_record(&mut self, ty: TypeId, associations: &[Association], span: Span) -> Resolved<Expr> {
        let components = self.a.components(ty).unwrap_or_default();
        let mut values: Vec<Option<Expr>> = vec![None; components.len()];
        let mut given = vec![false; components.len()];
        let mut next = 0;
        for association in associations {
            if association.iteration.is_some() {
                return self.error(codes::BAD_AGGREGATE, span, "records are not iterated over");
            }
            let targets = self.record_targets(association, &components, &given, &values, &mut next, span)?;
            for at in targets {
                if given[at] {
                    let name = &components[at].spelled;
                    return self.error(
                        codes::BAD_AGGREGATE,
                        association.value.span,
                        format!("`{name}` is given twice"),
                    );
                }
                given[at] = true;
                if !matches!(association.value.kind, ExpressionKind::Box) {
                    values[at] = Some(self.resolve(&association.value, components[at].ty)?);
                }
            }
        }
        self.check_record_complete(&components, &given, &values, span)?;
        Ok(Expr { kind: ExprKind::RecordAggregate(values), ty, span, value: None })
    }

    /// Which components an association gives.
    fn record_targets(
        &mut self,
        association: &Association,
        components: &Rc<Vec<Component>>,
        given: &[bool],
        values: &[Option<Expr>],
        next: &mut usize,
        span: Span,
    ) -> Resolved<Vec<usize>> {
        if association.choices.is_empty() {
            // Components of variants that the discriminants given so far exclude are passed over.
            while components.get(*next).is_some_and(|c| !self.component_exists(c, values)) {
                *next += 1;
            }
            let at = *next;
            *next += 1;
            if at >= components.len() {
                return self.error(
                    codes::BAD_AGGREGATE,
                    association.value.span,
                    "there are fewer components than values",
                );
            }
            return Ok(vec![at]);
        }
        let mut targets = Vec::new();
        for choice in &association.choices {
            match &choice.kind {
                ExpressionKind::Name(symbol) => match components.iter().position(|c| c.symbol == *symbol) {
                    Some(at) => targets.push(at),
                    None => {
                        let text = self.text(choice.span).to_string();
                        return self.error(
                            codes::BAD_AGGREGATE,
                            choice.span,
                            format!("there is no component `{text}`"),
                        );
                    }
                },
                ExpressionKind::Others => targets.extend((0..components.len()).filter(|&i| !given[i])),
                _ => return self.error(codes::BAD_AGGREGATE, span, "a component name is expected here"),
            }
        }
        // `others` covers only components of one type; those that other variants hold are dropped.
        if matches!(association.choices.last().map(|c| &c.kind), Some(ExpressionKind::Others))
            && !matches!(association.value.kind, ExpressionKind::Box)
        {
            let types = self.candidates(&association.value);
            targets.retain(|&i| types.iter().any(|&t| self.a.fits(t, components[i].ty)));
        }
        Ok(targets)
    }

    fn check_record_complete(
        &mut self,
        components: &Rc<Vec<Component>>,
        given: &[bool],
        values: &[Option<Expr>],
        span: Span,
    ) -> Resolved<()> {
        for (at, component) in components.iter().enumerate() {
            if given[at] || !self.component_exists(component, values) {
                continue;
            }
            let message = format!("the value of component `{}` is missing", component.spelled);
            return self.error(codes::BAD_AGGREGATE, span, message);
        }
        Ok(())
    }

    /// Whether a variant component exists, given static discriminant values (unknown: it may be left out).
    fn component_exists(&self, component: &Component, values: &[Option<Expr>]) -> bool {
        component.guards.iter().all(|guard| {
            let value = values.get(guard.discriminant).and_then(|v| v.as_ref()).and_then(|v| v.value.as_ref());
            match value.and_then(super::value::Value::as_int) {
                Some(v) => guard.ranges.iter().any(|(low, high)| low <= v && v <= high) != guard.negated,
                None => false,
            }
        })
    }

    fn resolve_array(&mut self, ty: TypeId, list: &[Association], dimension: usize, span: Span) -> Resolved<Expr> {
        let indexes = self.a.index_types(ty).to_vec();
        let index = indexes.get(dimension).copied().unwrap_or(self.a.standard.positive);
        let mut aggregate = ArrayAggregate { positional: Vec::new(), named: Vec::new(), others: None, dimension };
        for association in list {
            if let Some(iteration) = &association.iteration {
                let part = self.in_scope(|s| {
                    if iteration.of {
                        return s.unsupported(span, "iterated element association");
                    }
                    let mut choices = Vec::new();
                    let mut subtype = index;
                    for choice in [&iteration.domain].into_iter().chain(&iteration.more) {
                        let (choice, ty) = s.part_choice(choice, index)?;
                        choices.push(choice);
                        if iteration.more.is_empty() {
                            subtype = ty;
                        }
                    }
                    let entity = s.declare_object(iteration.name, subtype, ObjectRole::Iterator);
                    let value = s.array_value(&association.value, ty, dimension)?;
                    Ok(ArrayPart { choices, iterator: Some(entity), value, span: association.value.span })
                })?;
                aggregate.named.push(part);
                continue;
            }
            match association.choices.as_slice() {
                [] => match self.array_value(&association.value, ty, dimension)? {
                    ArrayValue::Value(value) => aggregate.positional.push(value),
                    ArrayValue::Default => return self.error(codes::BAD_AGGREGATE, span, "`<>` needs a choice"),
                },
                [Expression { kind: ExpressionKind::Others, .. }] => {
                    aggregate.others = Some(self.array_value(&association.value, ty, dimension)?);
                }
                choices => {
                    let mut parts = Vec::new();
                    for choice in choices {
                        parts.push(self.part_choice(choice, index)?.0);
                    }
                    let value = self.array_value(&association.value, ty, dimension)?;
                    aggregate.named.push(ArrayPart {
                        choices: parts,
                        iterator: None,
                        value,
                        span: association.value.span,
                    });
                }
            }
        }
        Ok(Expr { kind: ExprKind::ArrayAggregate(Box::new(aggregate)), ty, span, value: None })
    }

    fn part_choice(&mut self, choice: &Expression, index: TypeId) -> Resolved<(PartChoice, TypeId)> {
        let root = self.a.root(index);
        if self.is_range(choice) {
            let (range, ty) = self.discrete_range(choice, Some(root))?;
            return Ok((PartChoice::Range(range), ty));
        }
        Ok((PartChoice::Value(self.resolve(choice, root)?), index))
    }

    fn array_value(&mut self, value: &Expression, ty: TypeId, dimension: usize) -> Resolved<ArrayValue> {
        if matches!(value.kind, ExpressionKind::Box) {
            return Ok(ArrayValue::Default);
        }
        let dimensions = self.a.index_types(ty).len();
        if dimension + 1 < dimensions {
            // The sub-aggregate of a further dimension; a string literal may stand for the last one.
            return match &value.kind {
                ExpressionKind::Aggregate(inner) if inner.base.is_none() => {
                    self.resolve_array(ty, &inner.associations, dimension + 1, value.span).map(ArrayValue::Value)
                }
                ExpressionKind::Parenthesized(inner) => {
                    // `(1 => (X))` with one positional value needs named notation; keep it out.
                    self.error(codes::BAD_AGGREGATE, inner.span, "an aggregate is expected here")
                }
                _ => self.unsupported(value.span, "string literal as a row of a two-dimensional array"),
            };
        }
        let component = self.a.component_type(ty).unwrap_or(ty);
        self.resolve(value, component).map(ArrayValue::Value)
    }

    pub(super) fn resolve_delta(&mut self, base: Expr, list: &[Association], span: Span) -> Resolved<Expr> {
        let ty = base.ty;
        if self.a.is_array(ty) {
            let root = self.a.root(ty);
            let Expr { kind, .. } =
                self.resolve_array(root, list, self.a.index_types(ty).len().saturating_sub(1), span)?;
            let ExprKind::ArrayAggregate(aggregate) = kind else { return self.undefined(span) };
            if self.a.index_types(ty).len() != 1 {
                return self.unsupported(span, "delta aggregate of a multi-dimensional array");
            }
            return Ok(Expr { kind: ExprKind::DeltaArray(Box::new(base), aggregate.named), ty, span, value: None });
        }
        let Some(components) = self.a.components(ty) else {
            return self.error(codes::BAD_AGGREGATE, span, "a delta aggregate needs a record or array");
        };
        let mut changes = Vec::new();
        for association in list {
            for choice in &association.choices {
                let at = match &choice.kind {
                    ExpressionKind::Name(symbol) => components.iter().position(|c| c.symbol == *symbol),
                    _ => None,
                };
                let Some(at) = at else {
                    return self.error(codes::BAD_AGGREGATE, choice.span, "there is no such component");
                };
                changes.push((at, self.resolve(&association.value, components[at].ty)?));
            }
        }
        Ok(Expr { kind: ExprKind::DeltaRecord(Box::new(base), changes), ty, span, value: None })
    }

    pub(super) fn resolve_update(
        &mut self,
        prefix: &Expression,
        arguments: &[Association],
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        let base = match expected {
            Some(ty) if self.a.is_composite(ty) => self.resolve(prefix, self.a.root(ty))?,
            _ => self.resolve_any(prefix)?,
        };
        self.resolve_delta(base, arguments, span)
    }
}
