//! The built-in solver: quantifier-free formulas over bit-vectors, floats and arrays.
//!
//! Assertions are bit-blasted once and for all into one incremental SAT solver; scopes are activation
//! literals, assumptions are assumed literals. Arrays are decided by lemmas on demand. What the solver
//! does not treat (quantifiers, mathematical integers and reals, uninterpreted functions, arrays
//! indexed by arrays) makes checks answer `Unknown` and say so.
//!
//! Always use one solver with one [`Terms`]: it remembers terms by id.

use cairn_base::Budget;
use cairn_term::{Assignment, TermId, Terms, Value};

use crate::abilities::{Cores, Incremental, Limits, ModelError, Models, Outcome, Solver, UnknownReason};
use crate::sat::{Cadical, ClauseSink, FailedAssumptions, Literal, SatOutcome, SatSolver};

mod arrays;
mod blast;
mod blast_float;
mod defaults;
mod order;
mod propositional;
#[cfg(test)]
mod tests;

use arrays::Arrays;
use blast::BlastError;
use order::Order;
use propositional::Propositional;

/// What a solver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub checks: u64,
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
    pub aig_nodes: u64,
    pub array_lemmas: u64,
}

/// A term that holds in a scope; scope 0 is the outermost and never closed.
#[derive(Clone, Copy)]
struct Assertion {
    term: TermId,
    scope: usize,
}

#[derive(Default)]
pub struct Builtin {
    base: Propositional,
    arrays: Arrays,
    order: Order,
    assertions: Vec<Assertion>,
    /// How many of the assertions are in the SAT solver already.
    translated: usize,
    /// Per open scope, the literal that makes its assertions hold.
    scopes: Vec<Literal>,
    core: Vec<TermId>,
    has_model: bool,
    model: Option<Assignment>,
    checks: u64,
}

impl Builtin {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn statistics(&self) -> Statistics {
        let sat = self.base.sat.statistics();
        Statistics {
            checks: self.checks,
            variables: sat.variables,
            clauses: sat.clauses,
            conflicts: sat.conflicts,
            aig_nodes: self.base.blaster.aig.node_count() as u64,
            array_lemmas: self.arrays.lemmas,
        }
    }

    fn translate_assertions(&mut self, terms: &Terms, budget: &Budget) -> Result<(), BlastError> {
        while let Some(&Assertion { term, scope }) = self.assertions.get(self.translated) {
            let guard = scope.checked_sub(1).map(|scope| self.scopes[scope]);
            self.base.assert(terms, term, guard, budget)?;
            self.translated += 1;
        }
        Ok(())
    }
    fn search(
        &mut self,
        terms: &mut Terms,
        assumptions: &[TermId],
        budget: &Budget,
        limits: Limits,
    ) -> Result<Outcome, BlastError> {
        self.translate_assertions(terms, budget)?;
        let mut literals = self.scopes.clone();
        for &assumption in assumptions {
            literals.push(self.base.literal(terms, assumption, budget)?);
        }
        let before = self.base.sat.statistics().conflicts;
        loop {
            self.arrays.register(terms, &mut self.base, budget)?;
            self.order.register(terms, &mut self.base);
            self.base.finish(budget)?;
            let used = self.base.sat.statistics().conflicts - before;
            let left = limits.conflicts.map(|limit| limit.saturating_sub(used));
            match self.base.sat.solve(&literals, budget, left) {
                SatOutcome::Unknown(reason) => return Ok(Outcome::Unknown(reason)),
                SatOutcome::Unsatisfiable => {
                    let assumed = literals[self.scopes.len()..].iter().zip(assumptions);
                    let failed = assumed.filter(|(literal, _)| self.base.sat.failed(**literal));
                    self.core = failed.map(|(_, &term)| term).collect();
                    return Ok(Outcome::Unsat);
                }
                SatOutcome::Satisfiable => {
                    if self.arrays.check(terms, &mut self.base, budget)? {
                        return Ok(Outcome::Sat);
                    }
                }
            }
        }
    }
    /// Values of all symbols met. Only right after a satisfiable check.
    fn read_model(&mut self, terms: &Terms) -> Assignment {
        let mut model = Assignment::new();
        for term in self.base.blaster.symbols.clone() {
            if let Some(symbol) = terms.as_symbol(term) {
                let value = self.base.value(terms, term);
                model.set(symbol, value);
            }
        }
        self.arrays.complete_model(terms, &mut self.base, &mut model);
        model
    }
    /// Evaluates what was asserted and assumed under the model: the referee of this module in debug builds.
    fn model_is_right(&mut self, terms: &Terms, assumptions: &[TermId]) -> bool {
        let model = self.read_model(terms);
        let mut evaluator = cairn_term::Evaluator::new(terms, &model);
        let claimed = self.assertions.iter().map(|assertion| assertion.term).chain(assumptions.iter().copied());
        let right = claimed.into_iter().all(|term| evaluator.holds(term) == Ok(true));
        self.model = Some(model);
        right
    }
}

impl Solver for Builtin {
    fn name(&self) -> String {
        format!("built-in ({})", Cadical::version())
    }
    fn assert(&mut self, _terms: &mut Terms, term: TermId) {
        self.has_model = false;
        self.assertions.push(Assertion { term, scope: self.scopes.len() });
    }
    fn check(&mut self, terms: &mut Terms, assumptions: &[TermId], budget: &Budget, limits: Limits) -> Outcome {
        self.checks += 1;
        self.core.clear();
        self.model = None;
        let outcome = match self.search(terms, assumptions, budget, limits) {
            Ok(outcome) => outcome,
            Err(BlastError::Stopped(reason)) => Outcome::Unknown(UnknownReason::Stopped(reason)),
            Err(BlastError::Unsupported(what)) => Outcome::Unknown(UnknownReason::Unsupported(what)),
        };
        self.has_model = outcome == Outcome::Sat;
        debug_assert!(!self.has_model || self.model_is_right(terms, assumptions), "a model that is none");
        outcome
    }
}

impl Incremental for Builtin {
    fn push(&mut self) {
        let activation = self.base.sat.new_variable();
        self.scopes.push(activation);
    }
    fn pop(&mut self) {
        let Some(activation) = self.scopes.pop() else { return };
        // Never assumed again: the scope's clauses are satisfied for good.
        self.base.sat.add_clause(&[!activation]);
        let scope = self.scopes.len();
        self.assertions.retain(|assertion| assertion.scope <= scope);
        self.translated = self.translated.min(self.assertions.len());
        self.has_model = false;
    }
}

impl Models for Builtin {
    fn model(&mut self, terms: &mut Terms) -> Result<Assignment, ModelError> {
        if !self.has_model {
            return Err(ModelError::NoModel);
        }
        if self.model.is_none() {
            self.model = Some(self.read_model(terms));
        }
        self.model.clone().ok_or(ModelError::NoModel)
    }
    fn value(&mut self, terms: &mut Terms, term: TermId) -> Result<Value, ModelError> {
        if self.model.is_none() {
            self.model(terms)?;
        }
        let model = self.model.as_ref().filter(|_| self.has_model).ok_or(ModelError::NoModel)?;
        Ok(cairn_term::evaluate(terms, term, model)?)
    }
}

impl Cores for Builtin {
    fn unsat_core(&self) -> Vec<TermId> {
        self.core.clone()
    }
}
