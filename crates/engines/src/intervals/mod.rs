//! Abstract interpretation: what values variables can have, without terms or solvers.
//!
//! In: a program, entries, properties. Out: the properties none of whose checks can fail, and for every loop facts
//! that hold at its head, as expressions ([`facts`]) that other engines use as candidates for invariants.
//!
//! The program is walked from each entry ([`walk`], [`statement`]), calls in place, so a procedure is looked at
//! separately for each way it is called; or, where that would be too much, once for all its calls ([`shared`]). A state ([`state`]) has a set of values ([`value`]) for each variable and
//! memory object: machine integers as signed and unsigned intervals with a congruence ([`integer`]), floats
//! ([`float`]), mathematical integers ([`math`]), pointers ([`pointer`]), records by component, short arrays by
//! element and others summarised; and relations between the integers that loops work with ([`relations`]). Conditions
//! narrow states ([`refine`]).
//!
//! Cousot and Cousot, "Abstract interpretation: a unified lattice model" (1977); Miné, "Tutorial on static inference
//! of numeric invariants by abstract interpretation" (2017).
//!
//! Deliberately absent: bytes (an access that does not fall on a component reads anything), recursion (a recursive
//! call may change all it could), and real numbers.

mod affine;
mod arithmetic;
mod bounds;
mod effects;
mod eval;
mod facts;
mod float;
mod integer;
mod math;
mod model;
mod places;
mod pointer;
mod refine;
mod relations;
mod shared;
mod state;
mod statement;
mod thresholds;
mod value;
mod walk;
mod zone;

#[cfg(test)]
mod tests;

use crate::engine::{Engine, Facts, Outcome, Problem};
use crate::observer::Observer;
use cairn_base::{Budget, StopReason};
use cairn_ir::{Decision, LoopPlace, LoopProof, ProcedureProof, Program, Proof, ProofMethod, StatementKind, Verdict};
use facts::Writer;
pub use shared::Extent;
use shared::Shared;
use std::sync::Arc;
use walk::{EFFORTS, Effort, Findings, Stop, Walker};

/// What its decisions carry.
const NAME: &str = "intervals";

/// Proves what follows from intervals alone, and hands on what holds at the heads of loops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Intervals;

/// The same with most procedures walked once for all their calls: less is found out, in a time that grows with the size
/// of the program. It hands nothing on.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByProcedure;

impl Engine for Intervals {
    fn name(&self) -> &'static str {
        NAME
    }
    fn run(&self, problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
        told(analyse(problem, budget), observer)
    }
}

impl Engine for ByProcedure {
    fn name(&self) -> &'static str {
        NAME
    }
    fn run(&self, problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
        Outcome { facts: Facts::default(), ..told(analyse_by_procedure(problem, budget), observer) }
    }
}

/// Has the proofs judged.
fn told(analysis: Analysis, observer: &mut dyn Observer) -> Outcome {
    let Analysis { proved, invariants, program, stopped, vacuous, .. } = analysis;
    let proved: Vec<Decision> = proved.into_iter().filter(|d| !observer.is_decided(d.property)).collect();
    let convinced = if proved.is_empty() { Vec::new() } else { observer.decided_together(&proved) };
    let convincing = proved.into_iter().zip(convinced).filter(|(_, convinced)| *convinced);
    let decisions = convincing.map(|(decision, _)| decision).collect();
    let conditions = invariants.iter().map(|of_loop| (of_loop.place.clone(), of_loop.invariants.clone())).collect();
    Outcome { decisions, facts: Facts { program: Some(program), conditions }, vacuous, stopped, ..Outcome::default() }
}

/// All that the analysis finds out.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The properties whose checks never fail; those that are not proved are left out.
    pub proved: Vec<Decision>,
    /// For every loop that can be reached, what holds at its head: facts of their own, of [`Self::program`].
    pub invariants: Vec<LoopProof>,
    /// What holds whenever procedures are entered and return that were walked once for all their calls.
    pub summaries: Vec<ProcedureProof>,
    /// The program with the expressions of the invariants added.
    pub program: Arc<Program>,
    /// Loops with an upper bound on how often their heads are reached each time they are entered.
    pub bounds: Vec<(LoopPlace, u64)>,
    /// No execution comes to a check or to its end.
    pub vacuous: bool,
    /// Why the analysis stopped early, if it did: then it has found out nothing.
    pub stopped: Option<StopReason>,
}

/// Analyses a program from its entries, calls in place.
pub fn analyse(problem: &Problem<'_>, budget: &Budget) -> Analysis {
    let mut walked = Err(Stop::TooLarge);
    for effort in EFFORTS {
        if matches!(walked, Err(Stop::TooLarge)) {
            walked = walk(problem, effort, budget);
        }
    }
    written(problem, walked)
}

/// Analyses a program with most procedures walked once for all their calls. Finds out nothing where there are none such.
pub fn analyse_by_procedure(problem: &Problem<'_>, budget: &Budget) -> Analysis {
    written(problem, walk(problem, walk::by_procedure(problem.program), budget))
}

/// What was found out, in terms of the program.
fn written(problem: &Problem<'_>, walked: Result<Walker, Stop>) -> Analysis {
    let program = problem.program;
    let walker = match walked {
        Ok(walker) => walker,
        Err(stop) => {
            let stopped = match stop {
                Stop::Budget(reason) => Some(reason),
                Stop::TooLarge => None,
            };
            return Analysis {
                proved: Vec::new(),
                invariants: Vec::new(),
                summaries: Vec::new(),
                program: Arc::clone(program),
                bounds: Vec::new(),
                vacuous: false,
                stopped,
            };
        }
    };
    let mut extended = Arc::clone(program);
    let invariants = walker.findings.loops.iter().map(|(place, finding)| {
        let variables = facts::changed_variables(program, &walker.effects, place);
        let writer = Writer::new(&walker.model, Arc::make_mut(&mut extended));
        LoopProof { place: place.clone(), invariants: writer.facts(finding, place, &variables) }
    });
    let invariants: Vec<LoopProof> = invariants.collect();
    let summaries = match walker.shared.summaries.is_empty() {
        true => Vec::new(),
        false => walker.summaries(Arc::make_mut(&mut extended)),
    };
    let proved = decisions(problem, &walker.findings, &invariants, &summaries, &extended);
    let bounds = walker.findings.loops.iter();
    let bounds = bounds.filter_map(|(place, found)| Some((place.clone(), bounds::bound(&walker.model, place, found)?)));
    let vacuous = !walker.findings.ends && !walker.findings.reached.contains(&true);
    Analysis { proved, invariants, summaries, bounds: bounds.collect(), program: extended, vacuous, stopped: None }
}

fn walk<'p>(problem: &Problem<'p>, effort: Effort, budget: &Budget) -> Result<Walker<'p>, Stop> {
    let shared = if effort.shared { Shared::new(problem.program, problem.entries) } else { Shared::default() };
    if effort.shared && shared.is_empty() {
        return Err(Stop::TooLarge);
    }
    let mut walker = Walker::new(model::Model::new(problem.program), shared, effort, budget);
    if effort.shared {
        walker.with_shared(problem.entries)?;
        return Ok(walker);
    }
    for entry in problem.entries {
        walker.entry(*entry, true)?;
    }
    Ok(walker)
}

fn decisions(
    problem: &Problem<'_>,
    findings: &Findings,
    invariants: &[LoopProof],
    summaries: &[ProcedureProof],
    extended: &Arc<Program>,
) -> Vec<Decision> {
    // Properties without checks (bounds on loops, temporal ones) are other engines' work.
    let program = problem.program;
    let mut has_check = vec![false; program.properties.len()];
    let blocks = program.procedures.values().flat_map(|procedure| procedure.blocks.values());
    for statement in blocks.flat_map(|block| &block.statements) {
        if let StatementKind::Check { property, .. } = &statement.kind {
            has_check[property.0 as usize] = true;
        }
    }
    let (loops, procedures): (Arc<[LoopProof]>, Arc<[ProcedureProof]>) = (invariants.into(), summaries.into());
    let proved = problem.properties.iter().filter(|p| has_check[p.0 as usize] && !findings.may_fail[p.0 as usize]);
    proved
        .map(|property| {
            let proof = Proof {
                by: ProofMethod::IntervalAnalysis,
                loops: Arc::clone(&loops),
                procedures: Arc::clone(&procedures),
                program: Some(Arc::clone(extended)),
            };
            let reachable = (!findings.reached[property.0 as usize]).then_some(false);
            Decision { property: *property, verdict: Verdict::Proved(proof), reachable, bound: None, engine: NAME }
        })
        .collect()
}
