//! Contracts of procedures, loops and statements, and assertions.
//!
//! A clause that has no form is dropped: its contract says so, a note lists it, and in code an unsupported check stands
//! for it.

use super::super::syntax::{Ending, Force};
use super::super::tree::{CodeSpecification, Formula, LoopSpecification, Specification};
use super::{Part, Scope};
use crate::codes;
use crate::lower::{Lower, Lowerer, Refusal};
use crate::sema::tree::{Block, FunctionId};
use cairn_base::{Diagnostic, FileId, Severity, Span};
use cairn_ir as ir;
use ir::{Binary, CheckKind, ExprId, StatementKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Clauses that a note quotes.
const QUOTED: usize = 6;

impl Lowerer<'_> {
    // ---- functions ----

    /// Attaches what a function promises to its procedure, whose parameters are in scope.
    pub(crate) fn function_contracts(&mut self, id: FunctionId) {
        let c = self.c;
        let function = &c.functions[id];
        let mut contract = ir::Contract::default();
        let parameters = self.p.procedures[self.frame.procedure].parameters.clone();
        for (specification, variables) in &function.contracts {
            for (variable, parameter) in variables.iter().zip(&parameters) {
                self.frame.variables.insert(*variable, *parameter);
            }
            self.add_specification(specification, &mut contract);
        }
        self.global_invariants(id, &mut contract);
        self.p.procedures[self.frame.procedure].contract = contract;
    }
    fn add_specification(&mut self, specification: &Specification, into: &mut ir::Contract) {
        for formula in &specification.requires {
            if formula.force == Force::Admit {
                self.drop_in(into, formula.span, "`admit requires` is not supported");
                continue;
            }
            match self.formula(formula, Part::Before) {
                Ok(condition) => {
                    into.requires.push(condition);
                    into.texts.insert(condition, self.clause_text(formula));
                }
                Err(refusal) => self.drop_clause(into, formula, &refusal),
            }
        }
        for (ending, formula) in &specification.ensures {
            self.add_ensures(*ending, formula, into);
        }
        for formula in &specification.obligations {
            match self.formula(formula, Part::Before) {
                Ok(condition) => {
                    into.obligations.push(condition);
                    into.texts.insert(condition, self.clause_text(formula));
                }
                Err(refusal) => self.drop_clause(into, formula, &refusal),
            }
        }
        for formula in &specification.decreases {
            match self.integer_term(&formula.term, &Scope::new(Part::Before)) {
                Ok(number) => into.decreases.push(number),
                Err(refusal) => self.drop_clause(into, formula, &refusal),
            }
        }
        self.add_frame(specification, into);
        for (name, assumed) in &specification.behaviors {
            let scope = Scope::new(Part::Before);
            let said: Lower<Vec<ExprId>> = assumed.iter().map(|term| self.predicate(term, &scope)).collect();
            // One that cannot be said is missed where a property speaks of it.
            if let Ok(said) = said {
                into.behaviors.push((name.clone(), said));
            }
        }
        for dropped in &specification.dropped {
            self.drop_in(into, dropped.span, &dropped.why);
        }
    }
    fn add_ensures(&mut self, ending: Ending, formula: &Formula, into: &mut ir::Contract) {
        let is_told = matches!(ending, Ending::Normal | Ending::Exits) && formula.force != Force::Admit;
        if !is_told {
            let what = if formula.force == Force::Admit { "`admit`" } else { ending.word() };
            self.drop_in(into, formula.span, &format!("{what} in the contract of a function is not supported"));
            return;
        }
        let condition = self.formula(formula, Part::After).and_then(|condition| self.with_first_parameters(condition));
        match condition {
            Ok(condition) => {
                self.p.set_span(condition, formula.span);
                into.texts.insert(condition, self.clause_text(formula));
                if ending == Ending::Exits { into.exits.push(condition) } else { into.ensures.push(condition) }
            }
            Err(refusal) => self.drop_clause(into, formula, &refusal),
        }
    }
    fn add_frame(&mut self, specification: &Specification, into: &mut ir::Contract) {
        let scope = Scope::new(Part::Before);
        if let Some(places) = &specification.assigns {
            let mut found = Vec::new();
            for place in places {
                match self.assigned_location(place, &scope) {
                    Ok(location) => found.push(location),
                    Err(refusal) => self.drop_in(into, place.span, &refusal.what),
                }
            }
            into.assigns.get_or_insert_default().extend(found);
        }
        if let Some(pointers) = &specification.frees {
            let mut found = Vec::new();
            for pointer in pointers {
                match self.pointer_term(pointer, &scope) {
                    Ok(pointer) => found.push(pointer),
                    Err(refusal) => self.drop_in(into, pointer.span, &refusal.what),
                }
            }
            into.frees.get_or_insert_default().extend(found);
        }
    }
    /// What holds whenever a function begins, holds again when it ends. `main` begins with what is known: there it is shown.
    fn global_invariants(&mut self, id: FunctionId, into: &mut ir::Contract) {
        let c = self.c;
        if c.global_invariants.is_empty() || self.frame.in_library {
            return;
        }
        let is_start = &*c.functions[id].name == "main";
        for (name, term, span) in &c.global_invariants {
            let text: Arc<str> = format!("global invariant {name}").into();
            match self.predicate(term, &Scope::new(Part::Before)) {
                Ok(condition) => {
                    self.p.set_span(condition, *span);
                    into.texts.insert(condition, text);
                    if is_start {
                        into.obligations.push(condition)
                    } else {
                        into.requires.push(condition)
                    }
                    into.ensures.push(condition);
                }
                Err(refusal) => self.drop_in(into, *span, &refusal.what),
            }
        }
    }
    /// The condition of a clause, under what its behaviour assumes.
    fn formula(&mut self, formula: &Formula, part: Part) -> Lower<ExprId> {
        let scope = Scope::new(part);
        let condition = self.predicate(&formula.term, &scope)?;
        let condition = match self.assumed(formula, part)? {
            Some(when) => self.p.binary(Binary::Implies, when, condition)?,
            None => condition,
        };
        self.p.set_span(condition, formula.span);
        Ok(condition)
    }
    /// What a behaviour assumes is read at the entry.
    fn assumed(&mut self, formula: &Formula, part: Part) -> Lower<Option<ExprId>> {
        let before = match part {
            Part::After => Part::Before,
            part => part,
        };
        let Some(when) = self.all_of(&formula.when, &Scope::new(before))? else { return Ok(None) };
        if part == Part::AfterStatement {
            let point = self.frame.points.statement;
            return Ok(Some(point.map_or(when, |point| self.saved(when, point, formula.span))));
        }
        if part != Part::After {
            return Ok(Some(when));
        }
        let truth = self.p.types.bool();
        Ok(Some(self.p.add_expr(ir::ExprKind::Old(when), truth, None)?))
    }
    /// A clause as people read it.
    fn clause_text(&self, formula: &Formula) -> Arc<str> {
        let text = self.text(formula.span);
        let text = text.trim_end_matches(';').trim();
        let text = if text.starts_with(formula.word) || text.starts_with("__CPROVER") || text.contains(formula.word) {
            text.to_string()
        } else {
            format!("{} {text}", formula.word)
        };
        match &formula.behavior {
            Some(behavior) => format!("{text} (behavior {behavior})").into(),
            None => text.into(),
        }
    }
    fn drop_clause(&mut self, into: &mut ir::Contract, formula: &Formula, refusal: &Refusal) {
        let why = format!("{} is not supported in `{}`", refusal.what, self.clause_text(formula));
        self.drop_in(into, formula.span, &why);
    }
    fn drop_in(&mut self, into: &mut ir::Contract, span: Span, why: &str) {
        into.dropped.push(ir::Dropped { text: why.into(), span: Some(span) });
        self.dropped_clauses.push((span, why.into()));
    }

    // ---- loops ----

    /// Attaches what is said about a loop to its head.
    pub(crate) fn loop_contract(&mut self, specification: &LoopSpecification, head: ir::BlockId) {
        let mut contract = ir::LoopContract::default();
        let mut dropped: Vec<(Span, String)> =
            specification.dropped.iter().map(|d| (d.span, d.why.to_string())).collect();
        for formula in &specification.invariants {
            match self.formula(formula, Part::Loop) {
                Ok(condition) => {
                    contract.invariants.push(condition);
                    contract.texts.insert(condition, self.clause_text(formula));
                }
                Err(refusal) => {
                    dropped.push((
                        formula.span,
                        format!("{} is not supported in `{}`", refusal.what, self.clause_text(formula)),
                    ));
                }
            }
        }
        for formula in &specification.variants {
            match self.integer_term(&formula.term, &Scope::new(Part::Loop)) {
                Ok(number) => {
                    self.p.set_span(number, formula.span);
                    contract.variants.push(number);
                    contract.texts.insert(number, self.clause_text(formula));
                }
                Err(refusal) => dropped.push((formula.span, refusal.what.to_string())),
            }
        }
        if let Some(places) = &specification.assigns {
            let found = contract.assigns.get_or_insert_default();
            for place in places {
                match self.assigned_location(place, &Scope::new(Part::Loop)) {
                    Ok(location) => found.push(location),
                    Err(refusal) => dropped.push((place.span, refusal.what.to_string())),
                }
            }
        }
        for (span, why) in dropped {
            contract.dropped.push(ir::Dropped { text: why.as_str().into(), span: Some(span) });
            self.dropped_clauses.push((span, why.into()));
        }
        if contract != ir::LoopContract::default() {
            self.p.procedures[self.frame.procedure].blocks[head].loop_contract = Some(contract);
        }
    }

    // ---- statements ----

    /// An assertion, or a clause that has no form.
    pub(crate) fn code_specification(&mut self, specification: &CodeSpecification) -> Lower<()> {
        match specification {
            CodeSpecification::Assertion(formula) => self.claim(formula, Part::Code, CheckKind::Assertion),
            CodeSpecification::Dropped(dropped) => self.drop_here(&dropped.why, dropped.span),
        }
        Ok(())
    }
    /// A clause that must hold where it stands, or is taken to.
    fn claim(&mut self, formula: &Formula, part: Part, kind: CheckKind) {
        match self.formula(formula, part) {
            Ok(condition) if formula.force == Force::Admit => {
                let condition = ir::defined::as_known(&mut self.p, condition);
                self.emit(StatementKind::Assume(condition), formula.span);
            }
            Ok(condition) => {
                let description = format!("`{}` must hold", self.clause_text(formula));
                let condition = ir::defined::as_goal(&mut self.p, condition);
                self.check(kind, condition, description, formula.span);
            }
            Err(refusal) => {
                let why = format!("{} in `{}`", refusal.what, self.clause_text(formula));
                self.drop_here(&why, formula.span);
            }
        }
    }
    fn drop_here(&mut self, why: &str, span: Span) {
        let why = why.strip_suffix(" is not supported").unwrap_or(why);
        self.unsupported(&Refusal::at(why, span), span);
        let statements = &mut self.p.procedures[self.frame.procedure].blocks[self.frame.block].statements;
        if let Some(last) = statements.last_mut() {
            last.origin.reason = ir::SPECIFICATION.into();
        }
        self.dropped_clauses.push((span, format!("{why} is not supported").into()));
    }
    /// A statement with a contract: what it requires is shown before it, what it ensures behind it.
    pub(crate) fn contracted(&mut self, specification: &Specification, body: &Block, span: Span) -> Lower<()> {
        let point = self.new_point("before", span);
        for formula in specification.requires.iter() {
            self.claim(formula, Part::Code, CheckKind::Precondition);
        }
        for formula in specification.obligations.iter() {
            self.claim(formula, Part::Code, CheckKind::Postcondition);
        }
        for dropped in &specification.dropped {
            self.drop_here(&dropped.why, dropped.span);
        }
        for place in specification.assigns.iter().flatten().take(1) {
            self.drop_here("`assigns` in the contract of a statement", place.span);
        }
        for formula in &specification.decreases {
            self.drop_here("`decreases` in the contract of a statement", formula.span);
        }
        self.block(body, span);
        let outside = self.frame.points.statement.replace(point);
        for (ending, formula) in &specification.ensures {
            if *ending == Ending::Normal {
                self.claim(formula, Part::AfterStatement, CheckKind::Postcondition);
            } else {
                self.drop_here(&format!("`{}` in the contract of a statement", ending.word()), formula.span);
            }
        }
        self.frame.points.statement = outside;
        Ok(())
    }

    // ---- functions without body ----

    /// What a function without body assigns according to its contract becomes arbitrary. `false`: its contract does not
    /// say, or not in places that can be written here.
    pub(crate) fn assigned_by_contract(&mut self, span: Span) -> Lower<bool> {
        let contract = self.p.procedures[self.frame.procedure].contract.clone();
        if contract.is_empty() {
            return Ok(false);
        }
        let point = self.new_point("before", span);
        self.frame.points.entry = Some(point);
        self.frame.points.statement = Some(point);
        let Some(locations) = contract.assigns.as_ref().filter(|_| contract.dropped.is_empty()) else {
            return Ok(false);
        };
        let places: Option<Vec<ir::Place>> =
            locations.iter().map(|location| location.place().filter(|_| location.when.is_none()).cloned()).collect();
        let Some(places) = places else { return Ok(false) };
        let name = self.p.procedures[self.frame.procedure].name.clone();
        for place in places {
            self.havoc(place, span, ir::InputRole::Effect(name.clone()));
        }
        Ok(true)
    }
    /// What a function without body ensures is taken to hold.
    pub(crate) fn assume_contract(&mut self, id: FunctionId) {
        let c = self.c;
        for (specification, _) in &c.functions[id].contracts {
            for (_, formula) in specification.ensures.iter().filter(|(ending, _)| *ending == Ending::Normal) {
                match self.formula(formula, Part::AfterStatement) {
                    Ok(condition) => {
                        let condition = ir::defined::as_known(&mut self.p, condition);
                        self.emit(StatementKind::Assume(condition), formula.span);
                    }
                    Err(_) => {
                        // It could not be shown of what stands here for the body either.
                        self.p.procedures[self.frame.procedure].contract.ensures.clear();
                        let why = format!("`{}` of a function without body is not used", self.clause_text(formula));
                        self.dropped_clauses.push((formula.span, why.into()));
                    }
                }
            }
        }
    }

    // ---- notes ----

    /// One note per file lists the clauses that have no form, and definitions that nothing can use.
    pub(crate) fn note_dropped_clauses(&mut self) {
        let mut files: BTreeMap<FileId, Vec<(Span, Arc<str>)>> = BTreeMap::new();
        let definitions = self.c.dropped_definitions.iter().map(|dropped| (dropped.span, dropped.why.clone()));
        let unused = self.c.lemmas.iter().filter(|lemma| !self.logic_procedures.is_stated(lemma.span));
        let lemmas = unused.map(|lemma| {
            let word = if lemma.is_axiom { "axiom" } else { "lemma" };
            (lemma.span, format!("the {word} `{}` is not used, and not shown", lemma.name).into())
        });
        for (span, why) in definitions.chain(lemmas).chain(std::mem::take(&mut self.dropped_clauses)) {
            files.entry(span.file).or_default().push((span, why));
        }
        for (_, mut found) in files {
            found.sort_by_key(|(span, _)| span.start);
            found.dedup();
            let count = found.len();
            let Some((first, _)) = found.first().cloned() else { continue };
            let words = if count == 1 { "clause of a specification is" } else { "clauses of specifications are" };
            let message = format!("{count} {words} not checked");
            let mut note = Diagnostic::new(Severity::Note, codes::UNCHECKED_ANNOTATION, message).at(first, "the first");
            for (span, why) in found.iter().take(QUOTED) {
                let line = self.sources.location(*span).line;
                note = note.note(format!("line {line}: {why}"));
            }
            if count > QUOTED {
                note = note.note(format!("and {} more", count - QUOTED));
            }
            self.diagnostics.push(note);
        }
    }
}
