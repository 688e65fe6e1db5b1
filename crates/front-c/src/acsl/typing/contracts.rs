//! Contracts of functions and statements, specifications of loops, assertions.
//!
//! A conjunction becomes several clauses, so that a part that is not supported takes nothing else with it.

use super::super::syntax::{
    Assigns, Behavior, Clause, CodeClause, CodeKind, Contract, Ending, Ident, Infix, LoopAnnotation, Measure, Node,
    NodeKind,
};
use super::super::tree::{
    AssignedPlace, CodeSpecification, Connective, Dropped, Formula, LogicType, LoopSpecification, Specification, Term,
    TermKind,
};
use super::names::boolean;
use super::terms::{all, connect};
use super::{Typed, refused, wrong};
use crate::sema::Analyzer;
use crate::types::TypeId;
use cairn_base::Span;
use std::sync::Arc;

/// What a clause has in common with others of its behaviour.
struct Around<'a> {
    word: &'static str,
    behavior: Option<&'a Arc<str>>,
    when: &'a [Term],
}

impl Analyzer<'_> {
    /// Types a contract; `result` is what the function returns, if the contract is a function's.
    pub(crate) fn contract(&mut self, contract: &Contract, result: Option<TypeId>, into: &mut Specification) {
        let mut assumed: Vec<(Arc<str>, Vec<Term>)> = Vec::new();
        for behavior in &contract.behaviors {
            let when = self.assumptions(behavior, into);
            if let Some(name) = &behavior.name {
                assumed.push((name.text.clone(), when.clone()));
            }
            self.behavior(behavior, &when, result, into);
        }
        for (names, span) in &contract.complete {
            self.complete(names, &assumed, *span, into);
        }
        for (names, span) in &contract.disjoint {
            self.disjoint(names, &assumed, *span, into);
        }
        for clause in &contract.terminates {
            match self.predicate(&clause.predicate) {
                Ok(Term { kind: TermKind::Boolean(true), .. }) => {}
                Ok(_) => {
                    let fault = refused(clause.span, "a `terminates` clause that is not `\\true`");
                    into.dropped.push(self.dropped(&fault, clause.span));
                }
                Err(fault) => into.dropped.push(self.dropped(&fault, clause.span)),
            }
        }
        for measure in &contract.decreases {
            self.measure(measure, "decreases", &mut into.decreases, &mut into.dropped);
        }
        if result.is_some() {
            into.behaviors.extend(assumed.iter().cloned());
            self.logic.behaviors.extend(assumed);
        }
    }
    /// Forgets the behaviours of the last function.
    pub(crate) fn forget_behaviors(&mut self) {
        self.logic.behaviors.clear();
    }
    fn assumptions(&mut self, behavior: &Behavior, into: &mut Specification) -> Vec<Term> {
        let mut found = Vec::new();
        for clause in &behavior.assumes {
            match self.predicate(&clause.predicate) {
                Ok(term) => found.push(term),
                Err(fault) => {
                    into.dropped.push(self.dropped(&fault, clause.span));
                    // What the behaviour says would hold more often than it should.
                    found.push(Term::new(TermKind::Refused("an assumption".into()), LogicType::Boolean, clause.span));
                }
            }
        }
        found
    }
    fn behavior(&mut self, behavior: &Behavior, when: &[Term], result: Option<TypeId>, into: &mut Specification) {
        let name = behavior.name.as_ref().map(|name| &name.text);
        for clause in &behavior.requires {
            let around = Around { word: "requires", behavior: name, when };
            self.clause(clause, &around, &mut into.requires, &mut into.dropped);
        }
        for (ending, clause) in &behavior.ensures {
            let around = Around { word: ending.word(), behavior: name, when };
            let outside = std::mem::replace(&mut self.logic.result, result.filter(|_| *ending != Ending::Exits));
            let mut found = Vec::new();
            self.clause(clause, &around, &mut found, &mut into.dropped);
            self.logic.result = outside;
            into.ensures.extend(found.into_iter().map(|formula| (*ending, formula)));
        }
        for assigns in &behavior.assigns {
            let outside = std::mem::replace(&mut self.logic.result, result);
            match self.assigned(assigns, when) {
                Ok(places) => into.assigns.get_or_insert_default().extend(places),
                Err(fault) => into.dropped.push(self.dropped(&fault, assigns.span)),
            }
            self.logic.result = outside;
        }
        for frees in &behavior.frees {
            for place in &frees.places {
                match self.term(&place.place) {
                    Ok(term) => into.frees.get_or_insert_default().push(term),
                    Err(fault) => into.dropped.push(self.dropped(&fault, frees.span)),
                }
            }
            into.frees.get_or_insert_default();
        }
        for allocates in behavior.allocates.iter().filter(|clause| !clause.places.is_empty()) {
            let fault = refused(allocates.span, "`allocates` of a place");
            into.dropped.push(self.dropped(&fault, allocates.span));
        }
    }
    /// A clause, as one formula for each part of its conjunction.
    fn clause(&mut self, clause: &Clause, around: &Around, found: &mut Vec<Formula>, dropped: &mut Vec<Dropped>) {
        let mut parts = Vec::new();
        conjuncts(&clause.predicate, &mut parts);
        let is_whole = parts.len() == 1;
        for part in parts {
            let span = if is_whole { clause.span } else { part.span };
            match self.predicate(part) {
                Ok(term) => found.push(Formula {
                    word: around.word,
                    behavior: around.behavior.cloned(),
                    when: around.when.to_vec(),
                    force: clause.force,
                    term,
                    span,
                }),
                Err(fault) => dropped.push(self.dropped(&fault, span)),
            }
        }
    }
    fn assigned(&mut self, assigns: &Assigns, when: &[Term]) -> Typed<Vec<AssignedPlace>> {
        let mut found = Vec::new();
        for assigned in &assigns.places {
            let term = self.term(&assigned.place)?;
            // `assigns \result \from x` says what the result depends on.
            if matches!(term.kind, TermKind::Result) {
                continue;
            }
            for place in members_of(term) {
                if !is_place(&place) {
                    return Err(wrong(place.span, "only objects can be assigned"));
                }
                let span = place.span;
                found.push(AssignedPlace { when: when.to_vec(), place, whole_object: false, span });
            }
        }
        Ok(found)
    }
    fn measure(&mut self, measure: &Measure, word: &'static str, found: &mut Vec<Formula>, dropped: &mut Vec<Dropped>) {
        if let Some(relation) = &measure.relation {
            let fault = refused(relation.span, "a measure with a relation of its own");
            dropped.push(self.dropped(&fault, measure.span));
            return;
        }
        let term = self.term(&measure.term).and_then(|term| self.as_integer(term));
        match term {
            Ok(term) => {
                let (force, span) = (measure.force, measure.span);
                found.push(Formula { word, behavior: None, when: Vec::new(), force, term, span });
            }
            Err(fault) => dropped.push(self.dropped(&fault, measure.span)),
        }
    }

    // ---- complete and disjoint behaviours ----

    fn named(&mut self, names: &[Ident], known: &[(Arc<str>, Vec<Term>)], span: Span) -> Typed<Vec<Term>> {
        let mut found = Vec::new();
        if names.is_empty() {
            found.extend(known.iter().map(|(_, when)| all(when.clone(), span)));
        }
        for name in names {
            match known.iter().find(|(known, _)| *known == name.text) {
                Some((_, when)) => found.push(all(when.clone(), span)),
                None => return Err(wrong(name.span, format!("there is no behavior `{}`", name.text))),
            }
        }
        Ok(found)
    }
    fn complete(&mut self, names: &[Ident], known: &[(Arc<str>, Vec<Term>)], span: Span, into: &mut Specification) {
        match self.named(names, known, span) {
            Ok(terms) => {
                let joined = terms.into_iter().reduce(|a, b| connect(Connective::Or, a, b, span));
                let term = joined.unwrap_or_else(|| boolean(true, span));
                into.obligations.push(obligation("complete behaviors", term, span));
            }
            Err(fault) => into.dropped.push(self.dropped(&fault, span)),
        }
    }
    fn disjoint(&mut self, names: &[Ident], known: &[(Arc<str>, Vec<Term>)], span: Span, into: &mut Specification) {
        match self.named(names, known, span) {
            Ok(terms) => {
                let mut parts = Vec::new();
                for (number, a) in terms.iter().enumerate() {
                    for b in &terms[number + 1..] {
                        let both = connect(Connective::And, a.clone(), b.clone(), span);
                        parts.push(Term::new(TermKind::Not(both.boxed()), LogicType::Boolean, span));
                    }
                }
                into.obligations.push(obligation("disjoint behaviors", all(parts, span), span));
            }
            Err(fault) => into.dropped.push(self.dropped(&fault, span)),
        }
    }

    // ---- loops and code ----

    /// What `for b1, b2:` restricts a clause to: a state that one of the behaviours assumed at the entry.
    fn restriction(&mut self, names: &[Ident]) -> Typed<Vec<Term>> {
        let mut found = Vec::new();
        for name in names {
            let Some((_, when)) = self.logic.behaviors.iter().find(|(known, _)| *known == name.text) else {
                return Err(wrong(name.span, format!("the function has no behavior `{}`", name.text)));
            };
            let when = all(when.clone(), name.span);
            let kind = TermKind::At(when.boxed(), super::Label::Pre);
            found.push(Term::new(kind, LogicType::Boolean, name.span));
        }
        let joined = found.into_iter().reduce(|a, b| {
            let span = a.span;
            connect(Connective::Or, a, b, span)
        });
        Ok(joined.into_iter().collect())
    }
    pub(crate) fn loop_specification(&mut self, annotation: &LoopAnnotation, into: &mut LoopSpecification) {
        self.logic.loops += 1;
        for (names, clause) in &annotation.invariants {
            match self.restriction(names) {
                Ok(when) => {
                    let around = Around { word: "loop invariant", behavior: None, when: &when };
                    self.clause(clause, &around, &mut into.invariants, &mut into.dropped);
                }
                Err(fault) => into.dropped.push(self.dropped(&fault, clause.span)),
            }
        }
        for (names, assigns) in &annotation.assigns {
            let places = self.restriction(names).and_then(|when| self.assigned(assigns, &when));
            match places {
                Ok(places) => into.assigns.get_or_insert_default().extend(places),
                Err(fault) => into.dropped.push(self.dropped(&fault, assigns.span)),
            }
        }
        for measure in &annotation.variants {
            self.measure(measure, "loop variant", &mut into.variants, &mut into.dropped);
        }
        for allocates in annotation.allocates.iter().filter(|clause| !clause.places.is_empty()) {
            let fault = refused(allocates.span, "`loop allocates` and `loop frees` of a place");
            into.dropped.push(self.dropped(&fault, allocates.span));
        }
        self.logic.loops -= 1;
    }
    pub(crate) fn code_clauses(&mut self, clauses: &[CodeClause], out: &mut Vec<(CodeSpecification, Span)>) {
        for clause in clauses {
            match clause {
                CodeClause::Calls(names, span) => {
                    // What the pointer leads to is found by the analysis itself; the names must exist.
                    for name in names {
                        if self.names.find(&name.text).and_then(|symbol| self.lookup(symbol)).is_none() {
                            let fault = wrong(name.span, format!("`{}` is not declared", name.text));
                            out.push((CodeSpecification::Dropped(self.dropped(&fault, *span)), *span));
                        }
                    }
                }
                CodeClause::Predicate { kind, behaviors, clause } => {
                    let (mut found, mut dropped) = (Vec::new(), Vec::new());
                    match self.restriction(behaviors) {
                        Ok(when) => {
                            let word = if *kind == CodeKind::Assert { "assert" } else { "invariant" };
                            let around = Around { word, behavior: None, when: &when };
                            self.clause(clause, &around, &mut found, &mut dropped);
                        }
                        Err(fault) => dropped.push(self.dropped(&fault, clause.span)),
                    }
                    out.extend(
                        found.into_iter().map(|f| (f.span, f)).map(|(s, f)| (CodeSpecification::Assertion(f), s)),
                    );
                    out.extend(
                        dropped.into_iter().map(|d| (d.span, d)).map(|(s, d)| (CodeSpecification::Dropped(d), s)),
                    );
                }
            }
        }
    }
}

fn obligation(word: &'static str, term: Term, span: Span) -> Formula {
    Formula { word, behavior: None, when: Vec::new(), force: Default::default(), term, span }
}

/// The parts of a conjunction.
fn conjuncts<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
    match &node.kind {
        NodeKind::Infix(Infix::And, a, b) => {
            conjuncts(a, found);
            conjuncts(b, found);
        }
        NodeKind::Named(_, inner) if matches!(inner.kind, NodeKind::Infix(Infix::And, ..)) => conjuncts(inner, found),
        _ => found.push(node),
    }
}

/// The places that a set lists.
fn members_of(term: Term) -> Vec<Term> {
    match term.kind {
        TermKind::Set(members) => members.into_iter().flat_map(members_of).collect(),
        _ => vec![term],
    }
}

fn is_place(term: &Term) -> bool {
    match &term.kind {
        TermKind::Read(_) => true,
        // A whole array.
        TermKind::AddressOf(_) => true,
        TermKind::At(inner, _) => is_place(inner),
        _ => false,
    }
}
