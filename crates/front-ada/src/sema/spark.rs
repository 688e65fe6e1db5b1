//! What SPARK says about units and subprograms beside checks: `SPARK_Mode`, and what `Global` lets a
//! subprogram change. Only calls of subprograms without a body depend on it.

use super::Analyzer;
use super::entities::*;
use crate::syntax::ast::{
    Aspect, CompilationUnit, ContextItem, Declaration, DeclarationKind, Expression, ExpressionKind, Mode, Pragma,
    UnitKind,
};

impl Analyzer<'_> {
    /// Whether a unit turns `SPARK_Mode` on or off for itself.
    pub(super) fn says_spark(&self, unit: &CompilationUnit) -> Option<bool> {
        let context = unit.context.iter().filter_map(|item| match item {
            ContextItem::Pragma(pragma) => self.spark_pragma(pragma),
            _ => None,
        });
        let (aspects, declarations): (&[Aspect], &[Declaration]) = match &unit.kind {
            UnitKind::Package(package) => (&package.aspects, &package.visible),
            UnitKind::PackageBody(body) => (&body.aspects, &body.block.declarations),
            UnitKind::Subprogram(subprogram) => (&subprogram.aspects, &[]),
            _ => (&[], &[]),
        };
        self.spark_said(aspects, declarations).or_else(|| context.reduce(|_, later| later))
    }

    /// What aspects, and pragmas among declarations, say about `SPARK_Mode`.
    pub(super) fn spark_said(&self, aspects: &[Aspect], declarations: &[Declaration]) -> Option<bool> {
        let pragmas = declarations.iter().filter_map(|declaration| match &declaration.kind {
            DeclarationKind::Pragma(pragma) => self.spark_pragma(pragma),
            _ => None,
        });
        aspects.iter().filter_map(|aspect| self.spark_aspect(aspect)).chain(pragmas).last()
    }

    fn spark_pragma(&self, pragma: &Pragma) -> Option<bool> {
        (self.symbol_text(pragma.name.symbol) == "spark_mode")
            .then(|| pragma.arguments.first().is_none_or(|argument| self.is_on(&argument.value)))
    }

    pub(super) fn spark_aspect(&self, aspect: &Aspect) -> Option<bool> {
        (self.symbol_text(aspect.name.symbol) == "spark_mode")
            .then(|| aspect.value.as_ref().is_none_or(|value| self.is_on(value)))
    }

    fn is_on(&self, value: &Expression) -> bool {
        matches!(value.kind, ExpressionKind::Name(symbol) if self.symbol_text(symbol) == "on")
    }

    /// `Global => …`: the variables it lets the subprogram change, if all are known by name. An abstract
    /// state is no variable, so it leaves everything open.
    pub(super) fn global_aspect(&mut self, value: &Expression) -> Option<Vec<EntityId>> {
        match &value.kind {
            // `null`, or inputs without a mode.
            ExpressionKind::Null | ExpressionKind::Name(_) | ExpressionKind::Selected(..) => Some(Vec::new()),
            ExpressionKind::Parenthesized(_) => Some(Vec::new()),
            ExpressionKind::Aggregate(aggregate) => {
                let mut changed = Vec::new();
                for association in &aggregate.associations {
                    let [mode] = association.choices.as_slice() else { continue };
                    let ExpressionKind::Name(mode) = mode.kind else { return None };
                    match self.symbol_text(mode) {
                        "input" | "proof_in" => {}
                        _ => self.named_variables(&association.value, &mut changed)?,
                    }
                }
                Some(changed)
            }
            _ => None,
        }
    }

    /// `--# global …`
    pub(super) fn global_annotation(&mut self, parts: &[(Mode, Vec<Expression>)]) -> Option<Vec<EntityId>> {
        let mut changed = Vec::new();
        for (mode, names) in parts {
            if *mode != Mode::In {
                names.iter().try_for_each(|name| self.named_variables(name, &mut changed))?;
            }
        }
        Some(changed)
    }

    fn named_variables(&mut self, names: &Expression, changed: &mut Vec<EntityId>) -> Option<()> {
        match &names.kind {
            ExpressionKind::Null => Some(()),
            ExpressionKind::Parenthesized(inner) => self.named_variables(inner, changed),
            ExpressionKind::Aggregate(aggregate) => {
                aggregate.associations.iter().try_for_each(|a| self.named_variables(&a.value, changed))
            }
            _ => {
                let found = self.entities_of(names)?;
                let [entity] = found.as_slice() else { return None };
                match &self.a.entities[*entity].kind {
                    // What a renaming stands for may be a part of another object.
                    EntityKind::Object(object) if object.renames.is_none() => changed.push(*entity),
                    _ => return None,
                }
                Some(())
            }
        }
    }
}
