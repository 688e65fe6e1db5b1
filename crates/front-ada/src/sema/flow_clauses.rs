//! Clauses about data flow, names resolved: `Global`, `Depends`, their refined forms, `Abstract_State`, `Refined_State`, `Part_Of`,
//! and SPARK 2005's `global` and `derives`.
//!
//! In: aspects and annotations where they stand. Out: clauses on the contracts of subprograms, and the states of packages with
//! their constituents. Whether the clauses are true is the business of `flow`. A name that nothing is known of makes its clause
//! `open`: it may cover anything.

use super::Analyzer;
use super::entities::*;
use crate::syntax::ast::{
    AggregateForm, Aspect, Association, DeclarationKind, Derivation, Expression, ExpressionKind, Mode, Package,
    UnaryOperator,
};
use crate::syntax::names::Symbol;
use cairn_base::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a clause about data flow names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Flowing {
    Object(EntityId),
    /// The number of an abstract state.
    State(usize),
    Result,
}

/// How a global may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlowMode {
    Input,
    Output,
    InOut,
    ProofIn,
}

#[derive(Clone, Debug)]
pub struct GlobalClause {
    pub span: Span,
    pub parts: Vec<(FlowMode, Flowing)>,
    /// It has names that nothing is known of.
    pub open: bool,
}

#[derive(Clone, Debug)]
pub struct DependsClause {
    pub span: Span,
    /// Outputs (none: what has no effect), and what they depend on.
    pub relations: Vec<(Vec<Flowing>, Vec<Flowing>)>,
    pub open: bool,
}

/// What a subprogram states about its data flow.
#[derive(Clone, Debug, Default)]
pub struct FlowContract {
    pub global: Option<GlobalClause>,
    pub refined_global: Option<GlobalClause>,
    pub depends: Option<DependsClause>,
    pub refined_depends: Option<DependsClause>,
}

/// A state that a package shows in place of its variables.
#[derive(Clone, Debug)]
pub struct AbstractState {
    pub package: EntityId,
    pub symbol: Symbol,
    pub spelled: Rc<str>,
    pub parts: Vec<Flowing>,
    /// All parts are known.
    pub refined: bool,
}

/// What a package promises to give a value.
#[derive(Clone, Debug)]
pub struct InitializesClause {
    pub package: EntityId,
    pub span: Span,
    pub names: Vec<Flowing>,
    pub open: bool,
}

/// The states of all packages.
#[derive(Clone, Debug, Default)]
pub struct States {
    pub initialized: Vec<InitializesClause>,
    pub all: Vec<AbstractState>,
    /// What each object or state is a part of.
    pub part_of: FxHashMap<Flowing, usize>,
}

impl States {
    /// Whether a name covers an object or state: it is the same, or what that is a part of.
    pub fn covers(&self, name: Flowing, what: Flowing) -> bool {
        let mut at = what;
        // States may not be parts of themselves; the count guards against sources that say so.
        for _ in 0..=self.all.len() {
            if at == name {
                return true;
            }
            match self.part_of.get(&at) {
                Some(&state) => at = Flowing::State(state),
                None => return false,
            }
        }
        false
    }
}

impl Analyzer<'_> {
    /// `Abstract_State`: names for what the package hides.
    pub(super) fn abstract_states(&mut self, entity: EntityId, package: &Package) {
        for aspect in &package.aspects {
            if self.symbol_text(aspect.name.symbol) == "abstract_state"
                && let Some(value) = &aspect.value
            {
                self.states_named(entity, value);
            }
        }
    }

    /// `Initializes => (A, B => C)`; what the values come from is not looked at here.
    pub(super) fn initializes(&mut self, entity: EntityId, package: &Package) {
        let is = |s: &Self, symbol| s.symbol_text(symbol) == "initializes";
        let aspects = package.aspects.iter().filter(|aspect| is(self, aspect.name.symbol));
        let values = aspects.filter_map(|aspect| aspect.value.as_deref());
        let pragmas = package.visible.iter().filter_map(|declaration| match &declaration.kind {
            DeclarationKind::Pragma(pragma) if is(self, pragma.name.symbol) => {
                pragma.arguments.first().map(|a| &a.value)
            }
            _ => None,
        });
        let values: Vec<&Expression> = values.chain(pragmas).collect();
        for value in values {
            let mut clause = InitializesClause { package: entity, span: value.span, names: Vec::new(), open: false };
            match &value.kind {
                ExpressionKind::Aggregate(aggregate) => {
                    for association in &aggregate.associations {
                        let names = if association.choices.is_empty() {
                            std::slice::from_ref(&association.value)
                        } else {
                            &association.choices
                        };
                        names.iter().for_each(|name| self.flowing_list(name, &mut clause.names, &mut clause.open));
                    }
                }
                _ => self.flowing_list(value, &mut clause.names, &mut clause.open),
            }
            if self.context.user {
                self.a.states.initialized.push(clause);
            }
        }
    }

    fn states_named(&mut self, package: EntityId, value: &Expression) {
        match &value.kind {
            ExpressionKind::Name(symbol) => {
                let spelled = self.text(value.span).into();
                let state = AbstractState { package, symbol: *symbol, spelled, parts: Vec::new(), refined: false };
                self.a.states.all.push(state);
            }
            ExpressionKind::Parenthesized(inner) => self.states_named(package, inner),
            ExpressionKind::Aggregate(aggregate) => {
                if let Some(base) = &aggregate.base {
                    let first = self.a.states.all.len();
                    self.states_named(package, base);
                    self.state_options(first, &aggregate.associations);
                    return;
                }
                aggregate.associations.iter().for_each(|a| self.states_named(package, &a.value));
            }
            _ => {}
        }
    }

    /// `(State with Part_Of => Outer)`
    fn state_options(&mut self, state: usize, options: &[Association]) {
        for option in options {
            if let [Expression { kind: ExpressionKind::Name(symbol), .. }] = option.choices.as_slice()
                && self.symbol_text(*symbol) == "part_of"
                && let Some(Flowing::State(outer)) = self.flowing(&option.value)
            {
                self.add_part(outer, Flowing::State(state));
            }
        }
    }

    fn add_part(&mut self, state: usize, part: Flowing) {
        self.a.states.all[state].parts.push(part);
        self.a.states.part_of.insert(part, state);
    }

    /// `Part_Of` of an object.
    pub(super) fn part_of(&mut self, entity: EntityId, aspects: &[Aspect]) {
        for aspect in aspects {
            if self.symbol_text(aspect.name.symbol) == "part_of"
                && let Some(value) = &aspect.value
                && let Some(Flowing::State(state)) = self.flowing(value)
            {
                self.add_part(state, Flowing::Object(entity));
            }
        }
    }

    /// `Refined_State => (State => (A, B), …)`, at the end of the package body, where all parts are declared.
    pub(super) fn refined_state(&mut self, aspects: &[Aspect]) {
        for aspect in aspects {
            if self.symbol_text(aspect.name.symbol) != "refined_state" {
                continue;
            }
            let Some(ExpressionKind::Aggregate(aggregate)) = aspect.value.as_ref().map(|value| &value.kind) else {
                continue;
            };
            for association in &aggregate.associations {
                let [state] = association.choices.as_slice() else { continue };
                let Some(Flowing::State(state)) = self.flowing(state) else { continue };
                let (mut parts, mut open) = (Vec::new(), false);
                self.flowing_list(&association.value, &mut parts, &mut open);
                parts.into_iter().for_each(|part| self.add_part(state, part));
                self.a.states.all[state].refined = !open;
            }
        }
    }

    /// What a name in a clause stands for.
    fn flowing(&mut self, name: &Expression) -> Option<Flowing> {
        if let ExpressionKind::Attribute(_, attribute, _) = &name.kind {
            return (self.symbol_text(attribute.symbol) == "result").then_some(Flowing::Result);
        }
        if let Some(found) = self.entities_of(name) {
            for entity in found {
                match &self.a.entities[entity].kind {
                    EntityKind::Object(object) if object.renames.is_none() => return Some(Flowing::Object(entity)),
                    _ => {}
                }
            }
        }
        self.state_of(name).map(Flowing::State)
    }

    fn state_of(&mut self, name: &Expression) -> Option<usize> {
        let (symbol, package) = match &name.kind {
            ExpressionKind::Name(symbol) => (*symbol, None),
            ExpressionKind::Selected(prefix, selector) => (selector.symbol, Some(self.entities_of(prefix)?)),
            _ => return None,
        };
        let states: Vec<usize> =
            (0..self.a.states.all.len()).filter(|&at| self.a.states.all[at].symbol == symbol).collect();
        let is_meant = |at: &usize| {
            let owner = self.a.states.all[*at].package;
            match &package {
                Some(packages) => packages.contains(&owner),
                None => match self.a.entities[owner].kind {
                    EntityKind::Package(scopes) => self.is_inside(scopes.visible) || self.is_used(scopes.visible),
                    _ => false,
                },
            }
        };
        // The innermost package is declared last.
        states.into_iter().rev().find(is_meant)
    }

    fn is_used(&self, package: ScopeId) -> bool {
        let mut at = Some(self.context.scope);
        while let Some(scope) = at {
            if self.a.scopes[scope].uses.contains(&package) {
                return true;
            }
            at = self.a.scopes[scope].parent;
        }
        false
    }

    fn flowing_list(&mut self, names: &Expression, found: &mut Vec<Flowing>, open: &mut bool) {
        match &names.kind {
            ExpressionKind::Null => {}
            ExpressionKind::Parenthesized(inner) => self.flowing_list(inner, found, open),
            ExpressionKind::Aggregate(aggregate) if aggregate.form == AggregateForm::Plain => {
                for association in &aggregate.associations {
                    *open |= !association.choices.is_empty();
                    self.flowing_list(&association.value, found, open);
                }
            }
            _ => match self.flowing(names) {
                Some(name) => found.push(name),
                None => *open |= !self.is_no_variable(names),
            },
        }
    }

    /// Constants, types and the like hold no state: a clause may name them all the same.
    fn is_no_variable(&mut self, name: &Expression) -> bool {
        let found = self.entities_of(name).unwrap_or_default();
        let is_other = |entity: &EntityId| {
            matches!(
                self.a.entities[*entity].kind,
                EntityKind::Number(_) | EntityKind::Literal { .. } | EntityKind::Type(_)
            )
        };
        !found.is_empty() && found.iter().all(is_other)
    }

    /// `Global => …`
    pub(super) fn global_clause(&mut self, value: &Expression) -> GlobalClause {
        let mut clause = GlobalClause { span: value.span, parts: Vec::new(), open: false };
        let moded = match &value.kind {
            ExpressionKind::Aggregate(aggregate) if aggregate.associations.iter().any(|a| !a.choices.is_empty()) => {
                aggregate
            }
            _ => {
                self.global_part(FlowMode::Input, value, &mut clause);
                return clause;
            }
        };
        for association in &moded.associations {
            let mode = match association.choices.first().map(|choice| &choice.kind) {
                Some(ExpressionKind::Name(symbol)) => match self.symbol_text(*symbol) {
                    "input" => Some(FlowMode::Input),
                    "output" => Some(FlowMode::Output),
                    "in_out" => Some(FlowMode::InOut),
                    "proof_in" => Some(FlowMode::ProofIn),
                    _ => None,
                },
                _ => None,
            };
            match mode {
                Some(mode) => self.global_part(mode, &association.value, &mut clause),
                None => clause.open = true,
            }
        }
        clause
    }

    fn global_part(&mut self, mode: FlowMode, names: &Expression, clause: &mut GlobalClause) {
        let mut found = Vec::new();
        self.flowing_list(names, &mut found, &mut clause.open);
        clause.parts.extend(found.into_iter().map(|name| (mode, name)));
    }

    /// `--# global in A; out B;`
    pub(super) fn global_lists(&mut self, parts: &[(Mode, Vec<Expression>)], span: Span) -> GlobalClause {
        let mut clause = GlobalClause { span, parts: Vec::new(), open: false };
        for (mode, names) in parts {
            let mode = match mode {
                Mode::In => FlowMode::Input,
                Mode::Out => FlowMode::Output,
                Mode::InOut => FlowMode::InOut,
            };
            names.iter().for_each(|name| self.global_part(mode, name, &mut clause));
        }
        clause
    }

    /// `Depends => (A => B, (C, D) =>+ (E, F), null => G)`
    pub(super) fn depends_clause(&mut self, value: &Expression) -> DependsClause {
        let mut clause = DependsClause { span: value.span, relations: Vec::new(), open: false };
        match &value.kind {
            ExpressionKind::Null => {}
            ExpressionKind::Aggregate(aggregate) => {
                for association in &aggregate.associations {
                    match association.choices.as_slice() {
                        [] => clause.open |= !matches!(association.value.kind, ExpressionKind::Null),
                        choices => {
                            let outputs: Vec<&Expression> = choices.iter().collect();
                            self.relation(&outputs, &association.value, &mut clause);
                        }
                    }
                }
            }
            _ => clause.open = true,
        }
        clause
    }

    fn relation(&mut self, outputs: &[&Expression], inputs: &Expression, clause: &mut DependsClause) {
        let (itself, inputs) = match &inputs.kind {
            ExpressionKind::Unary(UnaryOperator::Plus, inner) => (true, &**inner),
            _ => (false, inputs),
        };
        let (mut to, mut from) = (Vec::new(), Vec::new());
        outputs.iter().for_each(|output| self.flowing_list(output, &mut to, &mut clause.open));
        self.flowing_list(inputs, &mut from, &mut clause.open);
        if !itself {
            clause.relations.push((to, from));
            return;
        }
        for output in to {
            let own = from.iter().copied().chain([output]).collect();
            clause.relations.push((vec![output], own));
        }
    }

    /// `--# derives A from B, C & D from *;`
    pub(super) fn derives_clause(&mut self, relations: Option<&Vec<Derivation>>, span: Span) -> DependsClause {
        let mut clause = DependsClause { span, relations: Vec::new(), open: relations.is_none() };
        for (outputs, itself, inputs) in relations.into_iter().flatten() {
            let (mut to, mut from) = (Vec::new(), Vec::new());
            outputs.iter().for_each(|output| self.flowing_list(output, &mut to, &mut clause.open));
            inputs.iter().for_each(|input| self.flowing_list(input, &mut from, &mut clause.open));
            for output in to {
                let own = from.iter().copied().chain(itself.then_some(output)).collect();
                clause.relations.push((vec![output], own));
            }
        }
        clause
    }

    /// A clause of a subprogram's contract, if it is about data flow.
    pub(super) fn flow_clause(&mut self, id: SubprogramId, name: &str, value: &Expression) {
        match name {
            "global" => {
                let clause = self.global_clause(value);
                self.a.subprograms[id].contract.flow.global = Some(clause);
            }
            "refined_global" => {
                let clause = self.global_clause(value);
                self.a.subprograms[id].contract.flow.refined_global = Some(clause);
            }
            "depends" => {
                let clause = self.depends_clause(value);
                self.a.subprograms[id].contract.flow.depends = Some(clause);
            }
            "refined_depends" => {
                let clause = self.depends_clause(value);
                self.a.subprograms[id].contract.flow.refined_depends = Some(clause);
            }
            _ => {}
        }
    }
}
