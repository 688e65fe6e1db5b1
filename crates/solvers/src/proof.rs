//! How a SAT solver tells why clauses have no model, so that somebody else can check it.
//!
//! In: what the solver is given, and each step it takes, while it takes it: nothing is stored here. Clauses are numbers
//! as in DIMACS; each has an id, and a derived one lists the ids of those from which it follows by unit propagation, in that
//! order (the form LRAT of Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, "Efficient Certified RAT Verification", 2017).
//!
//! Deliberately absent: checking. Who checks shares no code with the solver (crate `witness`).

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use cadical_sys::ProofTracer;
use rustc_hash::FxHashSet;

/// Hears all that a SAT solver is given and derives.
pub trait ProofSink {
    /// We give the solver a clause.
    fn given(&mut self, clause: &[i32]);
    /// The solver says which id it gave to the clause that was given last, or, restored, that it uses one again that it had deleted.
    fn original(&mut self, id: i64, clause: &[i32], restored: bool);
    /// The solver derived a clause; not by unit propagation if it has a witness.
    fn derived(&mut self, id: i64, clause: &[i32], antecedents: &[i64], has_witness: bool);
    /// The solver does not use a clause any more; later it may restore it, or not.
    fn deleted(&mut self, id: i64, may_be_restored: bool);
    /// The solver answers that the clauses have no model in which all of these hold, because of one of the clauses with these
    /// ids.
    fn refuted(&mut self, assumptions: &[i32], because: &[i64]);
    /// Whether it makes sense to tell more.
    fn listens(&self) -> bool;
}

/// Makes a sink for each SAT solver that a run starts.
#[derive(Clone)]
pub struct ProofSinks(Arc<dyn Fn() -> Box<dyn ProofSink> + Send + Sync>);

impl ProofSinks {
    pub fn new(make: impl Fn() -> Box<dyn ProofSink> + Send + Sync + 'static) -> Self {
        Self(Arc::new(make))
    }
    pub fn make(&self) -> Box<dyn ProofSink> {
        (self.0)()
    }
}

impl Debug for ProofSinks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ProofSinks")
    }
}

/// What CaDiCaL calls: passes on what a sink wants to know.
pub(crate) struct Tracer {
    pub sink: Box<dyn ProofSink>,
    /// Clauses that may be restored, until they are deleted.
    weakened: FxHashSet<i64>,
    /// The clauses that the last refutation ends in.
    conclusion: Vec<i64>,
}

pub(crate) type SharedTracer = Rc<RefCell<Tracer>>;

impl Tracer {
    pub fn shared(sink: Box<dyn ProofSink>) -> SharedTracer {
        Rc::new(RefCell::new(Self { sink, weakened: FxHashSet::default(), conclusion: Vec::new() }))
    }
    pub fn refuted(&mut self, assumptions: &[i32]) {
        let conclusion = std::mem::take(&mut self.conclusion);
        self.sink.refuted(assumptions, &conclusion);
    }
}

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _: bool, clause: &[i32], restored: bool) {
        self.sink.original(id, clause, restored);
    }
    fn add_derived_clause(&mut self, id: i64, _: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        self.sink.derived(id, clause, antecedents, witness != 0);
    }
    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        let may_be_restored = self.weakened.remove(&id);
        self.sink.deleted(id, may_be_restored);
    }
    fn weaken_minus(&mut self, id: i64, _: &[i32]) {
        self.weakened.insert(id);
    }
    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.sink.derived(id, clause, antecedents, false);
    }
    fn conclude_unsat(&mut self, _: i32, clause_ids: &[i64]) {
        self.conclusion = clause_ids.to_vec();
    }
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}
