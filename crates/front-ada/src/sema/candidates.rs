//! First pass of overload resolution: which types an expression could have (RM 8.6).
//!
//! The answer is a list of root types, pseudo-types for literals and the like; empty if nothing fits.
//! No messages come from here: [`resolve`](super::resolve) reports, knowing what was expected.

use super::Analyzer;
use super::entities::*;
use super::types::*;
use crate::syntax::ast::{Association, Expression, ExpressionKind, UnaryOperator};
use std::rc::Rc;

impl Analyzer<'_> {
    pub(super) fn candidates(&mut self, e: &Expression) -> Rc<Vec<TypeId>> {
        let key: *const Expression = e;
        if let Some(found) = self.candidate_cache.get(&key) {
            return found.clone();
        }
        let mut found = self.fresh_candidates(e);
        found.sort_unstable();
        found.dedup();
        let found = Rc::new(found);
        self.candidate_cache.insert(key, found.clone());
        found
    }

    fn fresh_candidates(&mut self, e: &Expression) -> Vec<TypeId> {
        use ExpressionKind as K;
        let boolean = self.a.standard.boolean;
        match &e.kind {
            K::Integer => vec![UNIVERSAL_INTEGER],
            K::Real => vec![UNIVERSAL_REAL],
            K::Character(_, symbol) => {
                let mut found = vec![ANY_CHARACTER];
                for entity in self.lookup(*symbol) {
                    found.extend(self.value_type(entity));
                }
                found
            }
            K::String(_) => vec![ANY_STRING],
            K::Null => vec![ANY_ACCESS],
            K::Name(_) => self.name_candidates(e),
            K::Selected(prefix, selector) => {
                if self.entities_of(e).is_some() {
                    return self.name_candidates(e);
                }
                let prefixes = self.candidates(prefix);
                prefixes
                    .iter()
                    .filter_map(|&t| self.component_of(t, selector.symbol))
                    .map(|c| self.a.root(c.1))
                    .collect()
            }
            K::Apply(prefix, arguments) => self.apply_candidates(prefix, arguments),
            K::Attribute(prefix, name, arguments) => self.attribute_candidates(prefix, name.symbol, arguments),
            K::Qualified(mark, _) => self.type_named(mark).map(|t| self.a.root(t)).into_iter().collect(),
            K::Unary(operator, operand) => self.unary_candidates(*operator, operand),
            K::Binary(operator, left, right) => self.binary_candidates(*operator, left, right),
            K::Membership { .. } | K::Quantified { .. } => vec![boolean],
            K::If(arms, otherwise) => {
                let mut found = Vec::new();
                for (_, value) in arms {
                    found.extend(self.candidates(value).iter());
                }
                match otherwise {
                    Some(value) => found.extend(self.candidates(value).iter()),
                    None => found.push(boolean),
                }
                self.narrow(found)
            }
            K::Case(_, arms) => {
                let mut found = Vec::new();
                for arm in arms {
                    found.extend(self.candidates(&arm.body).iter());
                }
                self.narrow(found)
            }
            K::Declare(declarations, body) => self.in_scope(|s| {
                let messages = s.diagnostics.len();
                let (found, _) = s.gather(|s| {
                    for declaration in declarations.iter() {
                        let _ = s.declaration(declaration);
                    }
                    s.candidates(body).to_vec()
                });
                s.diagnostics.truncate(messages);
                found
            }),
            K::Raise(..) => vec![ANY_TYPE],
            K::Aggregate(aggregate) => match &aggregate.base {
                Some(base) => self.candidates(base).to_vec(),
                None => vec![ANY_COMPOSITE],
            },
            K::Parenthesized(inner) | K::Initial(inner) => self.candidates(inner).to_vec(),
            K::Target => self.target.as_ref().map(|t| self.a.root(t.ty)).into_iter().collect(),
            K::Allocator(_) => vec![ANY_ACCESS],
            K::Dereference(inner) => {
                let inner = self.candidates(inner);
                inner.iter().filter_map(|&t| self.designated(t)).map(|t| self.a.root(t)).collect()
            }
            K::Range(..) | K::Constrained(_) | K::Box | K::Others | K::Unsupported(_) => Vec::new(),
        }
    }

    /// With a real type among the candidates of the branches, pseudo-types that fit it say nothing new.
    fn narrow(&self, found: Vec<TypeId>) -> Vec<TypeId> {
        let real: Vec<TypeId> = found.iter().copied().filter(|&t| !self.a.is_pseudo(t)).collect();
        if real.is_empty() { found } else { real }
    }

    pub(super) fn designated(&self, ty: TypeId) -> Option<TypeId> {
        match self.a.kind(ty) {
            TypeKind::Access { designated } => *designated,
            _ => None,
        }
    }

    /// The type of an entity used as a value without arguments.
    pub(super) fn value_type(&self, entity: EntityId) -> Option<TypeId> {
        match &self.a.entities[entity].kind {
            EntityKind::Object(object) => Some(self.a.root(object.ty)),
            EntityKind::Number(super::value::Value::Int(_)) => Some(UNIVERSAL_INTEGER),
            EntityKind::Number(_) => Some(UNIVERSAL_REAL),
            EntityKind::Literal { ty, .. } => Some(self.a.root(*ty)),
            EntityKind::Subprogram(id) => {
                let subprogram = &self.a.subprograms[*id];
                let callable = subprogram.parameters.iter().all(|p| p.default.is_some());
                subprogram.result.filter(|_| callable).map(|t| self.a.root(t))
            }
            EntityKind::Type(ty) => {
                let subject = self.subject?;
                let EntityKind::Object(object) = &self.a.entities[subject].kind else { return None };
                (self.a.root(object.ty) == self.a.root(*ty)).then(|| self.a.root(*ty))
            }
            _ => None,
        }
    }

    fn name_candidates(&mut self, e: &Expression) -> Vec<TypeId> {
        if let ExpressionKind::Name(symbol) = &e.kind
            && let Some(found) = self.discriminants.iter().find(|d| d.0 == *symbol)
        {
            return vec![self.a.root(found.1)];
        }
        let entities = self.entities_of(e).unwrap_or_default();
        entities.into_iter().filter_map(|entity| self.value_type(entity)).collect()
    }

    /// Position and subtype of a record component; access prefixes are followed.
    pub(super) fn component_of(&self, ty: TypeId, symbol: crate::syntax::names::Symbol) -> Option<(usize, TypeId)> {
        let ty = self.designated(ty).unwrap_or(ty);
        let components = self.a.components(ty)?;
        let at = components.iter().position(|c| c.symbol == symbol)?;
        Some((at, components[at].ty))
    }

    /// Whether the arguments of an application make it a slice.
    pub(super) fn is_slice(&mut self, arguments: &[Association]) -> bool {
        let [argument] = arguments else { return false };
        argument.choices.is_empty() && self.is_range(&argument.value)
    }

    /// Whether an expression denotes a range rather than a value.
    pub(super) fn is_range(&mut self, e: &Expression) -> bool {
        match &e.kind {
            ExpressionKind::Range(..) | ExpressionKind::Constrained(_) => true,
            ExpressionKind::Attribute(_, name, _) => self.symbol_text(name.symbol) == "range",
            ExpressionKind::Name(_) | ExpressionKind::Selected(..) => self.type_named(e).is_some(),
            _ => false,
        }
    }

    /// The type a name denotes (`T`, `P.T`, `T'Base`), silently.
    pub(super) fn type_named(&mut self, e: &Expression) -> Option<TypeId> {
        match &e.kind {
            ExpressionKind::Attribute(prefix, name, _) => {
                let ty = self.type_named(prefix)?;
                match self.symbol_text(name.symbol) {
                    "base" => Some(self.a.base(ty)),
                    "class" => Some(ty),
                    _ => None,
                }
            }
            _ => {
                let found = self.entities_of(e)?;
                match self.a.entities[*found.first()?].kind {
                    EntityKind::Type(ty) if self.is_subject(ty) => None,
                    EntityKind::Type(ty) => Some(ty),
                    _ => None,
                }
            }
        }
    }

    /// The prefix of `X'Loop_Entry (Name)` where the name is that of a loop around.
    pub(super) fn named_loop_entry<'e>(
        &self,
        prefix: &'e Expression,
        arguments: &[Association],
    ) -> Option<&'e Expression> {
        let ExpressionKind::Attribute(inner, name, _) = &prefix.kind else { return None };
        let [Association { value: Expression { kind: ExpressionKind::Name(symbol), .. }, .. }] = arguments else {
            return None;
        };
        let named = self.loops.iter().any(|l| l.name == Some(*symbol));
        (named && self.symbol_text(name.symbol) == "loop_entry").then_some(inner)
    }

    fn apply_candidates(&mut self, prefix: &Expression, arguments: &[Association]) -> Vec<TypeId> {
        if let Some(inner) = self.named_loop_entry(prefix, arguments) {
            return self.candidates(inner).to_vec();
        }
        if let Some(ty) = self.type_named(prefix) {
            return vec![self.a.root(ty)];
        }
        if let Some(operator) = self.named_operator(prefix, arguments) {
            return self.named_operator_candidates(&operator);
        }
        let mut found = Vec::new();
        for id in self.functions_named(prefix) {
            let result = self.a.subprograms[id].result;
            if let Some(result) = result
                && self.arguments_fit(id, arguments)
            {
                found.push(self.a.root(result));
            }
        }
        let slice = self.is_slice(arguments);
        for &ty in self.candidates(prefix).iter() {
            let array = self.designated(ty).unwrap_or(ty);
            if let Some(component) = self.a.component_type(array) {
                let fits = slice || self.indexes_fit(array, arguments);
                if fits {
                    found.push(if slice { self.a.root(array) } else { self.a.root(component) });
                }
            }
        }
        found
    }

    fn indexes_fit(&mut self, array: TypeId, arguments: &[Association]) -> bool {
        let indexes = self.a.index_types(array).to_vec();
        indexes.len() == arguments.len()
            && arguments.iter().zip(indexes).all(|(argument, index)| {
                let types = self.candidates(&argument.value);
                types.iter().any(|&t| self.a.fits(t, index))
            })
    }

    /// Whether a type's name stands for the value its predicate tests.
    fn is_subject(&self, ty: TypeId) -> bool {
        self.subject.is_some_and(|s| matches!(&self.a.entities[s].kind, EntityKind::Object(o) if o.ty == ty))
    }

    pub(super) fn unary_candidates(&mut self, operator: UnaryOperator, operand: &Expression) -> Vec<TypeId> {
        let operands = self.candidates(operand);
        let mut found = self.user_operator_results(operator.text(), &[operand]);
        for &ty in operands.iter() {
            let fits = match operator {
                UnaryOperator::Not => self.a.is_boolean(ty) || self.a.is_modular(ty) || self.a.is_boolean_array(ty),
                _ => self.a.is_numeric(ty),
            };
            // `not 0` is of whatever modular type the context wants.
            let later = operator == UnaryOperator::Not && ty == UNIVERSAL_INTEGER;
            if fits || later || ty == ANY_TYPE {
                found.push(ty);
            }
        }
        found
    }
}
