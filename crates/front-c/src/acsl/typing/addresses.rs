//! Objects whose address a specification uses must have one: they become objects in memory.

use super::super::tree::{
    CodeSpecification, Formula, Location, LocationKind, LoopSpecification, Specification, Term, TermKind,
};
use crate::sema::Analyzer;
use crate::sema::tree::VariableId;

impl Analyzer<'_> {
    pub(crate) fn keep_addresses(&mut self, specification: &Specification) {
        let mut found = Vec::new();
        let ensures = specification.ensures.iter().map(|(_, formula)| formula);
        let formulas = specification.requires.iter().chain(ensures).chain(&specification.obligations);
        formulas.for_each(|formula| of_formula(formula, &mut found));
        specification.decreases.iter().for_each(|formula| of_formula(formula, &mut found));
        for place in specification.assigns.iter().flatten() {
            of_place(&place.place, &mut found);
        }
        self.keep(&found);
    }
    pub(crate) fn keep_loop_addresses(&mut self, specification: &LoopSpecification) {
        let mut found = Vec::new();
        specification.invariants.iter().chain(&specification.variants).for_each(|f| of_formula(f, &mut found));
        for place in specification.assigns.iter().flatten() {
            of_place(&place.place, &mut found);
        }
        self.keep(&found);
    }
    pub(crate) fn keep_code_addresses(&mut self, specification: &CodeSpecification) {
        let mut found = Vec::new();
        if let CodeSpecification::Assertion(formula) = specification {
            of_formula(formula, &mut found);
        }
        self.keep(&found);
    }
    fn keep(&mut self, variables: &[VariableId]) {
        for id in variables {
            self.program.variables[*id].address_taken = true;
        }
    }
}

fn of_formula(formula: &Formula, found: &mut Vec<VariableId>) {
    of_term(&formula.term, found);
    formula.when.iter().for_each(|term| of_term(term, found));
}

/// A whole array that may be assigned needs no address; what its parts are reached by may.
fn of_place(place: &Term, found: &mut Vec<VariableId>) {
    match &place.kind {
        TermKind::AddressOf(location) => of_location(location, found),
        _ => of_term(place, found),
    }
}

fn of_location(location: &Location, found: &mut Vec<VariableId>) {
    match &location.kind {
        LocationKind::Variable(_) => {}
        LocationKind::Deref(pointer) => of_term(pointer, found),
        LocationKind::Index(array, index) => {
            of_location(array, found);
            of_term(index, found);
        }
        LocationKind::Member(record, _) => of_location(record, found),
    }
}

fn root(location: &Location) -> Option<VariableId> {
    match &location.kind {
        LocationKind::Variable(id) => Some(*id),
        LocationKind::Deref(_) => None,
        LocationKind::Index(inner, _) | LocationKind::Member(inner, _) => root(inner),
    }
}

fn of_term(term: &Term, found: &mut Vec<VariableId>) {
    match &term.kind {
        TermKind::AddressOf(location) => {
            found.extend(root(location));
            of_location(location, found);
        }
        TermKind::Read(location) => of_location(location, found),
        _ => term.for_each_child(|child| of_term(child, found)),
    }
}
