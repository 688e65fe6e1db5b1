//! Contracts of functions and statements, annotations of loops, and assertions.

use super::super::lexer::TokenKind;
use super::super::syntax::{
    Annotation, Assigned, Assigns, Behavior, Clause, CodeClause, CodeKind, Contract, Ending, Force, Ident,
    LoopAnnotation, Measure, Node, NodeKind,
};
use super::{Parse, Parser, Position, Span};

impl Parser<'_> {
    pub fn annotation(&mut self, position: Position) -> Parse<Annotation> {
        let word = match self.kind() {
            TokenKind::Word(word) => word.clone(),
            _ => return Err(self.unexpected("a clause")),
        };
        match &*word {
            "loop" => Ok(Annotation::Loop(self.loop_annotation(Vec::new())?)),
            "for" => self.for_behaviors(),
            "assert" | "invariant" | "calls" => self.code(Vec::new()),
            "check" | "admit" if self.is_forced_contract(1) => self.contract_annotation(Vec::new()),
            "check" | "admit" if self.is_word_ahead(1, "loop") || self.is_word_ahead(1, "invariant") => {
                if self.is_word_ahead(1, "loop") {
                    return Ok(Annotation::Loop(self.loop_annotation(Vec::new())?));
                }
                self.code(Vec::new())
            }
            "check" | "admit" if position == Position::File || self.is_word_ahead(1, "lemma") => {
                Ok(Annotation::Definitions(self.definitions()?))
            }
            "check" | "admit" => self.code(Vec::new()),
            word if self.begins_contract(word) => self.contract_annotation(Vec::new()),
            _ => Ok(Annotation::Definitions(self.definitions()?)),
        }
    }
    fn begins_contract(&self, word: &str) -> bool {
        matches!(
            word,
            "requires"
                | "ensures"
                | "assigns"
                | "allocates"
                | "frees"
                | "terminates"
                | "decreases"
                | "behavior"
                | "complete"
                | "disjoint"
                | "assumes"
                | "exits"
                | "breaks"
                | "continues"
                | "returns"
        )
    }
    /// `check requires`, `admit ensures`.
    fn is_forced_contract(&self, ahead: usize) -> bool {
        match self.kind_ahead(ahead) {
            TokenKind::Word(word) => {
                matches!(
                    &**word,
                    "requires" | "ensures" | "exits" | "breaks" | "continues" | "returns" | "decreases" | "terminates"
                )
            }
            _ => false,
        }
    }
    /// `for b1, b2:` before a contract, an assertion or an annotation of a loop.
    fn for_behaviors(&mut self) -> Parse<Annotation> {
        self.expect_word("for")?;
        let names = self.names()?;
        self.expect(":")?;
        let forced = self.is_word("check") || self.is_word("admit");
        if self.is_word("loop") || forced && self.is_word_ahead(1, "loop") {
            return Ok(Annotation::Loop(self.loop_annotation(names)?));
        }
        let is_contract = match self.kind() {
            TokenKind::Word(word) => self.begins_contract(word) || forced && self.is_forced_contract(1),
            _ => false,
        };
        if is_contract { self.contract_annotation(names) } else { self.code(names) }
    }
    fn force(&mut self) -> Force {
        if self.accept_word("check") {
            Force::Check
        } else if self.accept_word("admit") {
            Force::Admit
        } else {
            Force::Both
        }
    }
    fn clause(&mut self, force: Force, start: Span) -> Parse<Clause> {
        let predicate = self.inner()?;
        self.expect(";")?;
        Ok(Clause { force, predicate, span: self.span_from(start) })
    }

    // ---- assertions ----

    fn code(&mut self, behaviors: Vec<Ident>) -> Parse<Annotation> {
        let mut clauses = Vec::new();
        let mut behaviors = behaviors;
        while !self.is_end() {
            let start = self.span();
            if self.accept_word("for") {
                behaviors = self.names()?;
                self.expect(":")?;
            }
            if self.accept_word("calls") {
                let names = self.names()?;
                self.expect(";")?;
                clauses.push(CodeClause::Calls(names, self.span_from(start)));
                continue;
            }
            let force = self.force();
            let kind = if self.accept_word("invariant") {
                CodeKind::Invariant
            } else {
                if force == Force::Both {
                    self.expect_word("assert")?;
                }
                CodeKind::Assert
            };
            let clause = self.clause(force, start)?;
            clauses.push(CodeClause::Predicate { kind, behaviors: std::mem::take(&mut behaviors), clause });
        }
        Ok(Annotation::Code(clauses))
    }

    // ---- loops ----

    fn loop_annotation(&mut self, behaviors: Vec<Ident>) -> Parse<LoopAnnotation> {
        let mut found = LoopAnnotation::default();
        let mut behaviors = behaviors;
        while !self.is_end() {
            let start = self.span();
            if self.accept_word("for") {
                behaviors = self.names()?;
                self.expect(":")?;
                if self.is_end() {
                    return Err(self.unexpected("a clause of a loop"));
                }
                continue;
            }
            let force = self.force();
            self.expect_word("loop")?;
            let names = std::mem::take(&mut behaviors);
            match self.kind().clone() {
                TokenKind::Word(word) => {
                    let behind = self.span();
                    self.advance();
                    match &*word {
                        "invariant" => found.invariants.push((names, self.clause(force, start)?)),
                        "assigns" => found.assigns.push((names, self.assigns(start)?)),
                        "allocates" | "frees" => found.allocates.push(self.assigns(start)?),
                        "variant" => found.variants.push(self.measure(force, start)?),
                        "pragma" | "unfold" | "widen_hints" | "unroll" => self.skip_extension(),
                        _ => {
                            let message = format!("`loop {word}` is not supported");
                            return Err(super::Fault { span: behind, message, is_refused: true });
                        }
                    }
                }
                _ => return Err(self.unexpected("`invariant`, `assigns`, `allocates` or `variant`")),
            }
        }
        Ok(found)
    }
    /// What other tools are told: it says nothing about executions.
    fn skip_extension(&mut self) {
        while !self.is_end() && !self.accept(";") {
            self.advance();
        }
    }
    fn measure(&mut self, force: Force, start: Span) -> Parse<Measure> {
        let term = self.inner()?;
        let relation = if self.accept_word("for") { Some(self.name()?) } else { None };
        self.expect(";")?;
        Ok(Measure { force, term, relation, span: self.span_from(start) })
    }

    // ---- contracts ----

    fn contract_annotation(&mut self, behaviors: Vec<Ident>) -> Parse<Annotation> {
        let start = self.span();
        let mut contract = Contract { behaviors: vec![Behavior::default()], ..Contract::default() };
        while !self.is_end() {
            self.contract_clause(&mut contract)?;
        }
        contract.span = Some(self.span_from(start));
        Ok(Annotation::Contract(behaviors, contract))
    }
    fn contract_clause(&mut self, contract: &mut Contract) -> Parse<()> {
        let start = self.span();
        let force = self.force();
        let word = match self.kind() {
            TokenKind::Word(word) => word.clone(),
            _ => return Err(self.unexpected("a clause of a contract")),
        };
        self.advance();
        match &*word {
            "terminates" => contract.terminates.push(self.clause(force, start)?),
            "decreases" => contract.decreases.push(self.measure(force, start)?),
            "behavior" => {
                let name = self.name()?;
                self.expect(":")?;
                contract.behaviors.push(Behavior { name: Some(name), ..Behavior::default() });
            }
            "complete" | "disjoint" => {
                self.expect_word("behaviors")?;
                let names = if self.is(";") { Vec::new() } else { self.names()? };
                self.expect(";")?;
                let item = (names, self.span_from(start));
                if &*word == "complete" { contract.complete.push(item) } else { contract.disjoint.push(item) }
            }
            _ => {
                let Some(behavior) = contract.behaviors.last_mut() else { return Ok(()) };
                self.behavior_clause(&word, force, start, behavior)?;
            }
        }
        Ok(())
    }
    fn behavior_clause(&mut self, word: &str, force: Force, start: Span, behavior: &mut Behavior) -> Parse<()> {
        let ending = match word {
            "requires" => {
                behavior.requires.push(self.clause(force, start)?);
                return Ok(());
            }
            "assumes" => {
                behavior.assumes.push(self.clause(force, start)?);
                return Ok(());
            }
            "assigns" => {
                behavior.assigns.push(self.assigns(start)?);
                return Ok(());
            }
            "allocates" => {
                behavior.allocates.push(self.assigns(start)?);
                return Ok(());
            }
            "frees" => {
                behavior.frees.push(self.assigns(start)?);
                return Ok(());
            }
            "ensures" => Ending::Normal,
            "exits" => Ending::Exits,
            "breaks" => Ending::Breaks,
            "continues" => Ending::Continues,
            "returns" => Ending::Returns,
            _ => {
                self.at -= 1;
                return Err(self.unexpected("a clause of a contract"));
            }
        };
        let clause = self.clause(force, start)?;
        behavior.ensures.push((ending, clause));
        Ok(())
    }
    /// Behind `assigns`: places, with what they are computed from.
    fn assigns(&mut self, start: Span) -> Parse<Assigns> {
        let mut places = Vec::new();
        loop {
            let place = self.range()?;
            let from = if self.accept_word("\\from") { Some(self.sources()?) } else { None };
            if !matches!(&place.kind, NodeKind::Name(name) if matches!(&**name, "\\nothing" | "\\empty")) {
                places.push(Assigned { place, from });
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(Assigns { places, span: self.span_from(start) })
    }
    /// Behind `\from`: places up to the end, since a comma may begin the next place only where `\from` follows it.
    fn sources(&mut self) -> Parse<Vec<Node>> {
        let mut found = Vec::new();
        loop {
            let _ = self.accept_word("\\direct") || self.accept_word("indirect");
            if self.is(":") {
                self.advance();
            }
            let place = self.range()?;
            if !matches!(&place.kind, NodeKind::Name(name) if &**name == "\\nothing") {
                found.push(strip_name(place));
            }
            if !self.is(",") {
                return Ok(found);
            }
            self.advance();
        }
    }
}

/// `indirect: x` and `direct: x` say how a value depends, not what it is.
fn strip_name(node: Node) -> Node {
    match node.kind {
        NodeKind::Named(_, inner) => *inner,
        _ => node,
    }
}
