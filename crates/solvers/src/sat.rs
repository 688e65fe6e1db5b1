//! Propositional satisfiability: the abilities a SAT solver offers, and CaDiCaL in process.
//!
//! In: clauses over [`Literal`]s. Out: a [`SatOutcome`], then either a model or the failed assumptions.
//! The solver stays usable after every outcome, also after an interrupt. The model is copied out when
//! it is found, so clauses may be added while it is read.
//!
//! On request it tells how its refutations come about ([`crate::proof`]).
//!
//! Deliberately absent: any knowledge of what the variables mean.

use std::cell::RefCell;
use std::ops::Not;
use std::rc::Rc;
use std::time::{Duration, Instant};

use cadical_sys::Status;
use cairn_base::{Budget, StopReason};
use rustc_hash::FxHashSet;

use crate::proof::{ProofSink, SharedTracer, Tracer};

/// A propositional variable or its negation, in DIMACS numbering: never 0, negative means negated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(i32);

impl Literal {
    /// The positive literal of the variable with this number (counted from 1).
    pub fn of_variable(number: u32) -> Self {
        let number = i32::try_from(number).expect("more than 2^31 propositional variables");
        assert!(number != 0, "variables are numbered from 1");
        Self(number)
    }
    pub fn dimacs(self) -> i32 {
        self.0
    }
    pub fn variable(self) -> u32 {
        self.0.unsigned_abs()
    }
    pub fn is_negated(self) -> bool {
        self.0 < 0
    }
    /// `self` when `condition` is false, its negation otherwise.
    pub fn negated_if(self, condition: bool) -> Self {
        if condition { !self } else { self }
    }
}

impl Not for Literal {
    type Output = Self;
    fn not(self) -> Self {
        Self(-self.0)
    }
}

/// Takes variables and clauses; what a CNF converter needs.
pub trait ClauseSink {
    fn new_variable(&mut self) -> Literal;
    /// Adds the disjunction of the literals, for good.
    fn add_clause(&mut self, clause: &[Literal]);
}

/// Why a SAT or SMT solver gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// The run's budget ended it.
    Stopped(StopReason),
    /// The number of conflicts allowed for this call was used up.
    Conflicts,
    /// The formula has something in it that the solver does not treat; what.
    Unsupported(String),
    /// The solver gave up by itself; its words.
    GaveUp(String),
}

impl std::fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnknownReason::Stopped(reason) => f.write_str(reason.words()),
            UnknownReason::Conflicts => f.write_str("conflict limit reached"),
            UnknownReason::Unsupported(what) => write!(f, "not supported by this solver: {what}"),
            UnknownReason::GaveUp(words) => f.write_str(words),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatOutcome {
    Satisfiable,
    Unsatisfiable,
    Unknown(UnknownReason),
}

/// Decides the clauses under assumptions that hold for one call.
pub trait SatSolver: ClauseSink {
    /// `conflicts` limits the effort of this call; `None` means no limit but the budget's.
    fn solve(&mut self, assumptions: &[Literal], budget: &Budget, conflicts: Option<u64>) -> SatOutcome;
}

/// Reads the last model.
pub trait SatModel {
    /// Value in the last model found; variables younger than the model are false.
    fn value(&self, literal: Literal) -> bool;
}

/// Reads which assumptions the last refutation used.
pub trait FailedAssumptions {
    /// Meaningful only directly after [`SatOutcome::Unsatisfiable`], for literals that were assumed.
    fn failed(&self, literal: Literal) -> bool;
}

/// What a solver has done so far.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct SatStatistics {
    pub variables: u64,
    pub clauses: u64,
    pub conflicts: u64,
    pub calls: u64,
}

/// How long CaDiCaL may run between two looks at clock and memory.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// Conflicts after which CaDiCaL simplifies its clauses by probing for the first time. It would do so after a hundred, which
/// takes longer than all of the search in most of our questions.
const INPROBING_INTERVAL: i32 = 5_000;

/// Asks the budget while CaDiCaL runs.
struct Watch {
    budget: Budget,
    last_look: Instant,
    stop: Option<StopReason>,
}

impl cadical_sys::Terminator for Watch {
    fn terminated(&mut self) -> bool {
        let now = Instant::now();
        if now.duration_since(self.last_look) >= LOOK_INTERVAL {
            self.last_look = now;
            self.stop = self.budget.look().err();
        }
        self.stop.is_some()
    }
}

/// CaDiCaL, linked into the process.
pub struct Cadical {
    solver: cadical_sys::CaDiCal,
    watch: Rc<RefCell<Watch>>,
    variables: u32,
    /// Value of variable `i` in the last model at index `i`; shorter than the number of variables if some are younger.
    model: Vec<bool>,
    /// The assumptions that the last refutation used.
    failed: FxHashSet<i32>,
    statistics: SatStatistics,
    /// Who hears how answers come about, as long as somebody listens.
    tracer: Option<SharedTracer>,
    /// The clause that is being added, for the tracer.
    clause: Vec<i32>,
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Cadical {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cadical").field("statistics", &self.statistics).finish_non_exhaustive()
    }
}

impl Cadical {
    pub fn new() -> Self {
        let mut solver = cadical_sys::CaDiCal::new();
        solver.set("inprobeint", INPROBING_INTERVAL);
        // Assignments that are lucky guesses (all true, say) are models of clauses alone; where lemmas about arrays are added on
        // demand each is refuted in its turn, and the next guess differs little.
        solver.set("lucky", 0);
        let watch = Watch { budget: Budget::unlimited(), last_look: Instant::now(), stop: None };
        let watch = Rc::new(RefCell::new(watch));
        solver.connect_terminator(Rc::clone(&watch));
        Self {
            solver,
            watch,
            variables: 0,
            model: Vec::new(),
            failed: FxHashSet::default(),
            statistics: SatStatistics::default(),
            tracer: None,
            clause: Vec::new(),
        }
    }
    /// A solver that tells how it comes to its refutations. That costs time.
    pub fn traced(sink: Box<dyn ProofSink>) -> Self {
        let mut new = Self::new();
        let tracer = Tracer::shared(sink);
        new.solver.connect_proof_tracer1(Rc::clone(&tracer), true, false);
        new.tracer = Some(tracer);
        new
    }
    pub fn version() -> String {
        cadical_sys::CaDiCal::signature()
    }
    pub fn statistics(&self) -> SatStatistics {
        let conflicts = self.solver.get_statistic_value("conflicts");
        let conflicts = u64::try_from(conflicts).unwrap_or_default();
        SatStatistics { variables: u64::from(self.variables), conflicts, ..self.statistics }
    }
    fn copy_model(&mut self) {
        self.model.clear();
        self.model.push(false);
        let known = u32::try_from(self.solver.vars()).unwrap_or_default();
        self.model.extend((1..=self.variables.min(known)).map(|v| self.solver.val(v as i32) > 0));
    }
    fn copy_failed(&mut self, assumptions: &[Literal]) {
        for literal in assumptions {
            if self.solver.failed(literal.dimacs()) {
                self.failed.insert(literal.dimacs());
            }
        }
    }
    /// Tells the tracer of a refutation, unless it has had enough.
    fn tell_refutation(&mut self, assumptions: &[Literal]) {
        let Some(tracer) = &self.tracer else { return };
        self.solver.conclude();
        let assumptions: Vec<i32> = assumptions.iter().map(|literal| literal.dimacs()).collect();
        tracer.borrow_mut().refuted(&assumptions);
    }
    fn drop_idle_tracer(&mut self) {
        if self.tracer.as_ref().is_some_and(|tracer| !tracer.borrow().sink.listens()) {
            self.solver.disconnect_proof_tracer1();
            self.tracer = None;
        }
    }
}

impl ClauseSink for Cadical {
    fn new_variable(&mut self) -> Literal {
        self.variables += 1;
        Literal::of_variable(self.variables)
    }
    fn add_clause(&mut self, clause: &[Literal]) {
        self.statistics.clauses += 1;
        self.clause.clear();
        self.clause.extend(clause.iter().map(|literal| literal.dimacs()));
        if let Some(tracer) = &self.tracer {
            tracer.borrow_mut().sink.given(&self.clause);
        }
        self.solver.clause6(&self.clause);
    }
}

impl SatSolver for Cadical {
    fn solve(&mut self, assumptions: &[Literal], budget: &Budget, conflicts: Option<u64>) -> SatOutcome {
        self.failed.clear();
        if let Err(reason) = budget.look() {
            return SatOutcome::Unknown(UnknownReason::Stopped(reason));
        }
        self.drop_idle_tracer();
        self.statistics.calls += 1;
        if let Some(most) = conflicts {
            self.solver.limit("conflicts", i32::try_from(most).unwrap_or(i32::MAX));
        }
        *self.watch.borrow_mut() = Watch { budget: budget.clone(), last_look: Instant::now(), stop: None };
        for literal in assumptions {
            self.solver.assume(literal.dimacs());
        }
        let answer = self.solver.solve();
        let stop = self.watch.borrow().stop;
        match answer {
            Status::SATISFIABLE => {
                self.copy_model();
                SatOutcome::Satisfiable
            }
            Status::UNSATISFIABLE => {
                self.copy_failed(assumptions);
                self.tell_refutation(assumptions);
                SatOutcome::Unsatisfiable
            }
            Status::UNKNOWN => SatOutcome::Unknown(match (stop, conflicts) {
                (Some(reason), _) => UnknownReason::Stopped(reason),
                (None, Some(_)) => UnknownReason::Conflicts,
                (None, None) => UnknownReason::GaveUp("the SAT solver stopped without an answer".to_string()),
            }),
        }
    }
}

impl SatModel for Cadical {
    fn value(&self, literal: Literal) -> bool {
        let value = self.model.get(literal.variable() as usize).copied().unwrap_or(false);
        value != literal.is_negated()
    }
}

impl FailedAssumptions for Cadical {
    fn failed(&self, literal: Literal) -> bool {
        self.failed.contains(&literal.dimacs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More pigeons than holes: unsatisfiable and hard for resolution.
    fn pigeons(holes: usize) -> Cadical {
        let mut sat = Cadical::new();
        let sits: Vec<Vec<Literal>> = (0..=holes).map(|_| (0..holes).map(|_| sat.new_variable()).collect()).collect();
        for pigeon in &sits {
            sat.add_clause(pigeon);
        }
        for (one, first) in sits.iter().enumerate() {
            for second in &sits[..one] {
                for (&a, &b) in first.iter().zip(second) {
                    sat.add_clause(&[!a, !b]);
                }
            }
        }
        sat
    }

    #[test]
    fn models_and_failed_assumptions() {
        let mut sat = Cadical::new();
        let (a, b, c) = (sat.new_variable(), sat.new_variable(), sat.new_variable());
        sat.add_clause(&[a, b]);
        let budget = Budget::unlimited();
        assert_eq!(sat.solve(&[!a], &budget, None), SatOutcome::Satisfiable);
        assert!(sat.value(b) && !sat.value(a) && sat.value(!a));
        assert_eq!(sat.solve(&[c, !a, !b], &budget, None), SatOutcome::Unsatisfiable);
        assert!(sat.failed(!a) && sat.failed(!b) && !sat.failed(c));
        assert_eq!(sat.solve(&[], &budget, None), SatOutcome::Satisfiable);
    }

    #[test]
    fn a_conflict_limit_leaves_the_solver_usable() {
        let mut sat = pigeons(7);
        let budget = Budget::unlimited();
        assert_eq!(sat.solve(&[], &budget, Some(10)), SatOutcome::Unknown(UnknownReason::Conflicts));
        assert_eq!(sat.solve(&[], &budget, None), SatOutcome::Unsatisfiable);
        assert!(sat.statistics().conflicts > 10);
    }

    #[test]
    fn the_budget_interrupts_and_the_solver_goes_on() {
        let mut sat = pigeons(12);
        let budget = Budget::new(Some(Duration::from_millis(30)), None);
        assert_eq!(sat.solve(&[], &budget, None), SatOutcome::Unknown(UnknownReason::Stopped(StopReason::Time)));
        let a = sat.new_variable();
        let unlimited = Budget::unlimited();
        assert_eq!(sat.solve(&[a], &unlimited, Some(10)), SatOutcome::Unknown(UnknownReason::Conflicts));
        let tiny = Budget::new(None, Some(1));
        assert_eq!(sat.solve(&[a], &tiny, None), SatOutcome::Unknown(UnknownReason::Stopped(StopReason::Memory)));
    }
}
