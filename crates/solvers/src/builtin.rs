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
use rustc_hash::FxHashSet;

use crate::abilities::{Cores, Incremental, Limits, ModelError, Models, Outcome, Restarts, Solver, UnknownReason};
use crate::proof::ProofSinks;
use crate::sat::{Cadical, ClauseSink, FailedAssumptions, Literal, SatOutcome, SatSolver};

mod algebra;
mod arrays;
mod blast;
mod blast_float;
mod defaults;
mod narrow;
mod order;
mod propositional;
#[cfg(test)]
mod tests;
mod translation;

use algebra::Algebra;
use arrays::Arrays;
use blast::BlastError;
use narrow::Narrowing;
use order::Order;
use propositional::Propositional;
pub(crate) use translation::Translation;

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

/// Conflicts after which a check is tried with narrow words.
const PATIENCE: u64 = 500;

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
    algebra: Algebra,
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
    narrowed: Option<Box<Narrowed>>,
    /// Conflicts of solvers of narrow formulas that were given up.
    conflicts_before: u64,
    /// Whether this is the solver of narrow formulas.
    is_narrow: bool,
    /// Narrow words are tried at once.
    is_impatient: bool,
    /// Who hears how answers come about.
    sinks: Option<ProofSinks>,
}

/// A solver of the same assertions with narrow words ([`narrow`]).
struct Narrowed {
    solver: Builtin,
    narrowing: Narrowing,
    /// What the solver has been told.
    asserted: FxHashSet<TermId>,
    /// Whether it has answered the last check.
    answered: bool,
}

impl Builtin {
    pub fn new() -> Self {
        Self::default()
    }
    /// A solver that tells how its SAT solvers come to their refutations, each to a sink of its own.
    pub fn traced(sinks: ProofSinks) -> Self {
        let base = Propositional::with(Cadical::traced(sinks.make()));
        Self { base, sinks: Some(sinks), ..Self::default() }
    }
    /// A solver that tries narrow words first, where others wait until a check turns out to be hard.
    pub fn impatient() -> Self {
        Self { is_impatient: true, ..Self::default() }
    }
    pub fn statistics(&self) -> Statistics {
        let sat = self.base.sat.statistics();
        let narrow = self.narrowed.as_ref().map(|narrowed| narrowed.solver.statistics()).unwrap_or_default();
        Statistics {
            checks: self.checks,
            variables: sat.variables + narrow.variables,
            clauses: sat.clauses + narrow.clauses,
            conflicts: sat.conflicts + narrow.conflicts + self.conflicts_before,
            aig_nodes: self.base.blaster.aig.node_count() as u64 + narrow.aig_nodes,
            array_lemmas: self.arrays.lemmas + narrow.array_lemmas,
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
    /// Tries the formula as it is for a while, then with narrow words where there are such.
    fn decide(
        &mut self,
        terms: &mut Terms,
        assumptions: &[TermId],
        budget: &Budget,
        limits: Limits,
    ) -> Result<Outcome, BlastError> {
        if self.is_narrow {
            return self.search(terms, assumptions, budget, limits);
        }
        let mut left = limits.conflicts;
        let answered = self.narrowed.as_ref().is_some_and(|narrowed| narrowed.answered);
        if !answered && !self.is_impatient {
            let first = Limits { conflicts: Some(left.map_or(PATIENCE, |most| most.min(PATIENCE))) };
            let outcome = self.search(terms, assumptions, budget, first)?;
            left = left.map(|most| most.saturating_sub(PATIENCE));
            if outcome != Outcome::Unknown(UnknownReason::Conflicts) || left == Some(0) {
                return Ok(outcome);
            }
        }
        let limits = Limits { conflicts: left };
        match self.search_narrowed(terms, assumptions, budget, limits)? {
            Some(outcome) => Ok(outcome),
            None => self.search(terms, assumptions, budget, limits),
        }
    }
    /// Decides with narrow words; none if there are no such.
    fn search_narrowed(
        &mut self,
        terms: &mut Terms,
        assumptions: &[TermId],
        budget: &Budget,
        limits: Limits,
    ) -> Result<Option<Outcome>, BlastError> {
        let mut roots: Vec<TermId> = self.assertions.iter().map(|assertion| assertion.term).collect();
        roots.extend_from_slice(assumptions);
        let mut narrowed = self.narrowed.take().unwrap_or_else(|| Box::new(Narrowed::new(self.sinks.clone())));
        let mut made = narrowed.narrowing.formulas(terms, &roots, budget)?;
        if made.is_none() && !narrowed.asserted.is_empty() {
            self.conflicts_before += narrowed.solver.statistics().conflicts;
            narrowed = Box::new(Narrowed::new(self.sinks.clone()));
            made = narrowed.narrowing.formulas(terms, &roots, budget)?;
        }
        let Some(made) = made else { return Ok(None) };
        // What holds in an open scope holds for this check.
        let (asserted, assumed) = made.split_at(self.assertions.len());
        let mut for_now = assumed.to_vec();
        for (assertion, narrow) in self.assertions.iter().zip(asserted) {
            if assertion.scope > 0 {
                for_now.push(*narrow);
            } else if narrowed.asserted.insert(*narrow) {
                narrowed.solver.assert(terms, *narrow);
            }
        }
        let outcome = narrowed.solver.check(terms, &for_now, budget, limits);
        match outcome {
            Outcome::Sat => {
                let model = narrowed.solver.read_model(terms);
                self.model = Some(narrowed.narrowing.widen(terms, model));
            }
            Outcome::Unsat => {
                let core = narrowed.solver.unsat_core();
                let pairs = assumptions.iter().zip(assumed);
                self.core = pairs.filter(|(_, narrow)| core.contains(narrow)).map(|(term, _)| *term).collect();
            }
            Outcome::Unknown(_) => {}
        }
        narrowed.answered = !matches!(outcome, Outcome::Unknown(_));
        self.narrowed = Some(narrowed);
        Ok(Some(outcome))
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
            self.algebra.register(terms, &mut self.base);
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
        let model = self.model.take().unwrap_or_else(|| self.read_model(terms));
        let mut evaluator = cairn_term::Evaluator::new(terms, &model);
        let claimed = self.assertions.iter().map(|assertion| assertion.term).chain(assumptions.iter().copied());
        let right = claimed.into_iter().all(|term| evaluator.holds(term) == Ok(true));
        self.model = Some(model);
        right
    }
}

impl Narrowed {
    fn new(sinks: Option<ProofSinks>) -> Self {
        let solver = Builtin { is_narrow: true, ..sinks.map_or_else(Builtin::default, Builtin::traced) };
        Self { solver, narrowing: Narrowing::default(), asserted: FxHashSet::default(), answered: false }
    }
}

impl Restarts for Builtin {
    fn start_over(&mut self) {
        let new = self.sinks.take().map_or_else(Self::default, Self::traced);
        *self = Self { is_impatient: self.is_impatient, ..new };
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
        let outcome = match self.decide(terms, assumptions, budget, limits) {
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
