//! What stands at file scope: predicates, logic functions, axiomatic and inductive definitions, lemmas, invariants.

use super::super::lexer::TokenKind;
use super::super::syntax::{Body, Definition, DefinitionKind, Force, Ident, Node, Signature};
use super::{Parse, Parser};

impl Parser<'_> {
    /// Definitions up to the end, or up to the brace that closes an axiomatic block.
    pub fn definitions(&mut self) -> Parse<Vec<Definition>> {
        let mut found = Vec::new();
        while !self.is_end() && !self.is("}") {
            let start = self.span();
            let kind = self.nested(Self::definition)?;
            found.push(Definition { kind, span: self.span_from(start) });
            self.accept(";");
        }
        Ok(found)
    }
    fn definition(&mut self) -> Parse<DefinitionKind> {
        let force = if self.accept_word("check") {
            Force::Check
        } else if self.accept_word("admit") {
            Force::Admit
        } else {
            Force::Both
        };
        let word = match self.kind() {
            TokenKind::Word(word) => word.clone(),
            _ => return Err(self.unexpected("a definition")),
        };
        self.advance();
        match &*word {
            "predicate" => {
                let signature = self.signature()?;
                let body = self.body(&signature)?;
                Ok(DefinitionKind::Predicate(signature, body))
            }
            "logic" => {
                let base = self.base_type()?;
                let start = self.span();
                let mut derivations = Vec::new();
                while self.accept("*") {
                    derivations.push(super::super::syntax::Derivation::Pointer);
                }
                let ty = super::super::syntax::TypeName { base, derivations, span: start };
                let signature = self.signature()?;
                let body = self.body(&signature)?;
                Ok(DefinitionKind::Logic(ty, signature, body))
            }
            "inductive" => self.inductive(),
            "lemma" | "axiom" => self.lemma(force, &*word == "axiom"),
            "axiomatic" => {
                let name = self.name()?;
                self.expect("{")?;
                let inner = self.definitions()?;
                self.expect("}")?;
                Ok(DefinitionKind::Axiomatic(name, inner))
            }
            "global" => {
                self.expect_word("invariant")?;
                let name = self.name()?;
                self.expect(":")?;
                let statement = self.ended_formula()?;
                Ok(DefinitionKind::Invariant { name, parameter: None, statement })
            }
            "strong" | "weak" => self.definition(),
            "type" => self.logic_type(),
            "model" => self.refused("a model field"),
            "volatile" => self.refused("a `volatile` clause"),
            "import" | "module" => self.refused("a module"),
            _ => {
                self.at -= 1;
                Err(self.unexpected("a definition"))
            }
        }
    }
    /// Reads over a construct that is refused as a whole.
    fn refused(&mut self, construct: &'static str) -> Parse<DefinitionKind> {
        while !self.is_end() && !self.accept(";") {
            self.advance();
        }
        Ok(DefinitionKind::Refused(construct))
    }
    fn ended_formula(&mut self) -> Parse<Node> {
        let formula = self.inner()?;
        self.expect(";")?;
        Ok(formula)
    }
    fn logic_type(&mut self) -> Parse<DefinitionKind> {
        if self.accept_word("invariant") {
            let name = self.name()?;
            self.expect("(")?;
            let binders = self.binders()?;
            self.expect(")")?;
            self.expect("=")?;
            let statement = self.with_bound(&binders, Self::ended_formula)?;
            return Ok(DefinitionKind::Invariant { name, parameter: binders.into_iter().next(), statement });
        }
        let name = self.name()?;
        if self.accept(";") { Ok(DefinitionKind::Type(name)) } else { self.refused("a defined logic type") }
    }
    /// `name{L}<T>(int x)`.
    fn signature(&mut self) -> Parse<Signature> {
        let name = self.name()?;
        let labels = self.labels()?;
        let type_variables = self.type_variables()?;
        let mut parameters = Vec::new();
        if self.accept("(") {
            if !self.is(")") {
                parameters = self.binders()?;
            }
            self.expect(")")?;
        }
        Ok(Signature { name, labels, type_variables, parameters })
    }
    fn type_variables(&mut self) -> Parse<Vec<Ident>> {
        if !self.accept("<") {
            return Ok(Vec::new());
        }
        let names = self.names()?;
        self.expect(">")?;
        Ok(names)
    }
    fn body(&mut self, signature: &Signature) -> Parse<Body> {
        if self.accept(";") {
            return Ok(Body::None);
        }
        if self.accept("=") {
            return Ok(Body::Is(self.with_bound(&signature.parameters, Self::ended_formula)?));
        }
        if self.accept_word("reads") {
            let parameters = &signature.parameters;
            let places = self.with_bound(parameters, |parser| {
                let mut places = Vec::new();
                loop {
                    places.push(parser.range()?);
                    if !parser.accept(",") {
                        return Ok(places);
                    }
                }
            })?;
            self.expect(";")?;
            return Ok(Body::Reads(places));
        }
        Err(self.unexpected("`=`, `reads` or `;`"))
    }
    fn inductive(&mut self) -> Parse<DefinitionKind> {
        let signature = self.signature()?;
        self.expect("{")?;
        let mut cases = Vec::new();
        while self.accept_word("case") {
            let name = self.name()?;
            let labels = self.labels()?;
            self.type_variables()?;
            self.expect(":")?;
            cases.push((name, labels, self.ended_formula()?));
        }
        self.expect("}")?;
        Ok(DefinitionKind::Predicate(signature, Body::Inductive(cases)))
    }
    fn lemma(&mut self, force: Force, is_axiom: bool) -> Parse<DefinitionKind> {
        let name = self.name()?;
        let labels = self.labels()?;
        self.type_variables()?;
        self.expect(":")?;
        let statement = self.ended_formula()?;
        Ok(DefinitionKind::Lemma { name, labels, statement, force, is_axiom })
    }
}
