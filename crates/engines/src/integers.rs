//! Solvers over mathematical integers: formulas of machine integers are translated before they are asked.
//!
//! In: a solver that treats integers, or one that treats bits only. The engine keeps talking of bit-vectors;
//! what it asserts and asks is translated exactly ([`cairn_term::integers`]), and models come back as bits. For a
//! solver without integers the integers, all of which are bounded, are reduced to bit-vectors in which nothing
//! wraps. What cannot be translated makes the answer unknown, with the reason.

use crate::backend::{Backend, Effort};
use cairn_base::Budget;
use cairn_solvers::abilities::{Cores, Limits, ModelError, Models, Outcome, Restarts, Solver, UnknownReason};
use cairn_term::integers::reduce::Reduction;
use cairn_term::integers::{Integers, Refused};
use cairn_term::{Assignment, TermId, Terms};

/// How the solver behind treats integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    Integers,
    BitsOnly,
}

/// A solver that sees integers where the engine has bit-vectors.
pub fn mathematical(inner: Box<dyn Backend>, ability: Ability) -> Box<dyn Backend> {
    let reduction = (ability == Ability::BitsOnly).then(Reduction::new);
    Box::new(Mathematical { inner, integers: Integers::new(), reduction, refused: None, assumed: Vec::new() })
}

struct Mathematical {
    inner: Box<dyn Backend>,
    integers: Integers,
    reduction: Option<Reduction>,
    /// Something asserted could not be translated: no answer counts any more.
    refused: Option<Refused>,
    /// The assumptions of the last check, each with its image.
    assumed: Vec<(TermId, TermId)>,
}

impl Mathematical {
    fn translate(&mut self, terms: &mut Terms, term: TermId) -> Result<TermId, Refused> {
        let image = self.integers.translate(terms, term);
        // Bounds are asserted also if the term is refused half-way: what was met of it is remembered.
        for bound in self.integers.bounds() {
            match self.reduce(terms, bound) {
                Ok(bound) => self.inner.assert(terms, bound),
                Err(what) => self.refused = Some(what),
            }
        }
        self.reduce(terms, image?)
    }
    fn reduce(&mut self, terms: &mut Terms, term: TermId) -> Result<TermId, Refused> {
        match &mut self.reduction {
            Some(reduction) => reduction.reduce(terms, self.integers.ranges(), term),
            None => Ok(term),
        }
    }
}

fn unsupported(what: Refused) -> Outcome {
    Outcome::Unknown(UnknownReason::Unsupported(format!("{what} (with --integers math)")))
}

impl Solver for Mathematical {
    fn name(&self) -> String {
        self.inner.name()
    }
    fn assert(&mut self, terms: &mut Terms, term: TermId) {
        match self.translate(terms, term) {
            Ok(image) => self.inner.assert(terms, image),
            Err(what) => self.refused = Some(what),
        }
    }
    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], budget: &Budget, limits: Limits) -> Outcome {
        self.assumed.clear();
        let images: Result<Vec<TermId>, Refused> = assumptions.iter().map(|t| self.translate(terms, *t)).collect();
        match (images, self.refused) {
            (Ok(images), None) => {
                self.assumed = assumptions.iter().copied().zip(images.iter().copied()).collect();
                self.inner.check(terms, &images, budget, limits)
            }
            (Err(what), _) | (_, Some(what)) => unsupported(what),
        }
    }
}

impl Restarts for Mathematical {
    fn start_over(&mut self) {
        self.inner.start_over();
        self.integers = Integers::new();
        self.reduction = self.reduction.as_ref().map(|_| Reduction::new());
        self.refused = None;
        self.assumed.clear();
    }
}

impl Models for Mathematical {
    fn model(&mut self, terms: &mut Terms) -> Result<Assignment, ModelError> {
        let mut model = self.inner.model(terms)?;
        if let Some(reduction) = &self.reduction {
            model = reduction.back(terms, &model);
        }
        Ok(self.integers.back(terms, &model))
    }
}

impl Cores for Mathematical {
    fn unsat_core(&self) -> Vec<TermId> {
        let core = self.inner.unsat_core();
        self.assumed.iter().filter(|(_, image)| core.contains(image)).map(|(term, _)| *term).collect()
    }
}

impl Backend for Mathematical {
    fn effort(&self) -> Effort {
        self.inner.effort()
    }
}
