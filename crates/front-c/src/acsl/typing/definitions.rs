//! Predicates, logic functions, axioms and lemmas.
//!
//! A definition is known from its own body on. Mutual recursion is that of an axiomatic block, whose names are all known
//! only behind their declarations.

use super::super::syntax::{Body, Definition, DefinitionKind, Force, Ident, Node, Signature};
use super::super::tree::{Lemma, LogicBody, LogicFunction, LogicFunctionId, LogicType, LogicVariableId};
use super::Typed;
use crate::sema::Analyzer;
use cairn_base::Span;
use std::sync::Arc;

impl Analyzer<'_> {
    pub(crate) fn definitions(&mut self, definitions: &[Definition]) {
        for definition in definitions {
            if let Err(fault) = self.definition(definition) {
                let dropped = self.dropped(&fault, definition.span);
                self.program.dropped_definitions.push(dropped);
            }
        }
    }
    fn definition(&mut self, definition: &Definition) -> Typed<()> {
        let span = definition.span;
        match &definition.kind {
            DefinitionKind::Predicate(signature, body) => self.function(LogicType::Boolean, signature, body, span),
            DefinitionKind::Logic(ty, signature, body) => {
                let known = self.logic.types.len();
                self.logic.types.extend(signature.type_variables.iter().map(|name| name.text.clone()));
                let result = self.logic_type(ty);
                self.logic.types.truncate(known);
                self.function(result?, signature, body, span)
            }
            DefinitionKind::Lemma { name, labels, statement, force, is_axiom } => {
                self.lemma(name, labels, statement, *force, *is_axiom, span)
            }
            DefinitionKind::Axiomatic(name, inner) => {
                let outside = self.logic.axiomatic.replace(name.text.clone());
                self.definitions(inner);
                self.logic.axiomatic = outside;
                Ok(())
            }
            DefinitionKind::Type(name) => {
                if !self.logic.types.contains(&name.text) {
                    self.logic.types.push(name.text.clone());
                }
                Ok(())
            }
            DefinitionKind::Invariant { name, parameter: None, statement } => {
                let term = self.in_definition(&[], &[], |typer| typer.predicate(statement))?;
                self.program.global_invariants.push((name.text.clone(), term, span));
                Ok(())
            }
            DefinitionKind::Invariant { name, .. } => Err(super::refused(name.span, "a type invariant")),
            DefinitionKind::Refused(construct) => Err(super::refused(span, construct)),
        }
    }
    /// Types something with the labels and variables of a definition in scope, and nothing of the code around.
    fn in_definition<T>(
        &mut self,
        labels: &[Ident],
        bound: &[(Arc<str>, LogicVariableId)],
        work: impl FnOnce(&mut Self) -> Typed<T>,
    ) -> Typed<T> {
        let labels = labels.iter().map(|label| label.text.clone()).collect();
        let outside_labels = std::mem::replace(&mut self.logic.labels, labels);
        let outside_bound = std::mem::replace(&mut self.logic.bound, bound.to_vec());
        let outside_result = self.logic.result.take();
        let result = work(self);
        self.logic.labels = outside_labels;
        self.logic.bound = outside_bound;
        self.logic.result = outside_result;
        result
    }
    fn function(&mut self, result: LogicType, signature: &Signature, body: &Body, span: Span) -> Typed<()> {
        let known = self.logic.types.len();
        self.logic.types.extend(signature.type_variables.iter().map(|name| name.text.clone()));
        let outcome = self.function_with_types(result, signature, body, span);
        self.logic.types.truncate(known);
        outcome
    }
    fn function_with_types(&mut self, result: LogicType, signature: &Signature, body: &Body, span: Span) -> Typed<()> {
        let before = self.logic.bound.len();
        let parameters = self.bind_logic(&signature.parameters);
        self.logic.bound.truncate(before);
        let parameters = parameters?;
        let name = signature.name.text.clone();
        let labels: Vec<Arc<str>> = signature.labels.iter().map(|label| label.text.clone()).collect();
        // Without a label parameter the body is evaluated in the state of whoever applies it.
        let id = self.program.logic_functions.push(LogicFunction {
            name: name.clone(),
            labels,
            parameters: parameters.clone(),
            result: result.clone(),
            body: LogicBody::Open,
            span,
        });
        self.logic.functions.entry(name).or_default().push(id);
        let typed = self.definition_body(id, &result, signature, body);
        match typed {
            Ok(body) => {
                self.program.logic_functions[id].body = body;
                Ok(())
            }
            Err(fault) => {
                // Applications stay possible: they are what is not supported then.
                self.program.logic_functions[id].body = LogicBody::Open;
                Err(fault)
            }
        }
    }
    fn definition_body(
        &mut self,
        id: LogicFunctionId,
        result: &LogicType,
        signature: &Signature,
        body: &Body,
    ) -> Typed<LogicBody> {
        let names = signature.parameters.iter().map(|binder| binder.name.text.clone());
        let parameters = self.program.logic_functions[id].parameters.clone();
        let bound: Vec<(Arc<str>, LogicVariableId)> = names.zip(parameters).collect();
        match body {
            Body::None | Body::Reads(_) => {
                if let Body::Reads(places) = body {
                    self.in_definition(&signature.labels, &bound, |typer| {
                        places.iter().try_for_each(|place| typer.term(place).map(|_| ()))
                    })?;
                }
                let block = self.logic.axiomatic.clone().unwrap_or_else(|| "a declaration without a body".into());
                Ok(LogicBody::Axioms(block))
            }
            Body::Is(node) => {
                let result = result.clone();
                let term = self.in_definition(&signature.labels, &bound, |typer| {
                    let term = typer.term(node)?;
                    let span = term.span;
                    match result {
                        LogicType::Boolean => typer.as_boolean(term),
                        LogicType::Integer => typer.as_integer(term),
                        LogicType::Real => typer.as_real(term),
                        LogicType::C(_) if term.ty != result => typer.logic_cast(term, result, span),
                        _ => Ok(term),
                    }
                })?;
                Ok(LogicBody::Is(Box::new(term)))
            }
            Body::Inductive(cases) => {
                let mut found = Vec::new();
                for (_, labels, statement) in cases {
                    let labels = if labels.is_empty() { &signature.labels } else { labels };
                    found.push(self.in_definition(labels, &[], |typer| typer.predicate(statement))?);
                }
                Ok(LogicBody::Inductive(found))
            }
        }
    }
    fn lemma(
        &mut self,
        name: &Ident,
        labels: &[Ident],
        statement: &Node,
        force: Force,
        is_axiom: bool,
        span: Span,
    ) -> Typed<()> {
        let statement = self.in_definition(labels, &[], |typer| typer.predicate(statement))?;
        let (name, labels) = (name.text.clone(), labels.len());
        self.program.lemmas.push(Lemma { name, labels, statement, force, is_axiom, span });
        Ok(())
    }
}
