//! Abstract interpretation: what values variables can have, without terms or solvers.
//!
//! In: a program, entries, properties. Out: the properties none of whose checks can fail, and for every loop facts
//! that hold at its head, as expressions ([`facts`]) that other engines use as candidates for invariants.
//!
//! The program is walked from each entry ([`walk`], [`statement`]), calls in place, so a procedure is looked at
//! separately for each way it is called. A state ([`state`]) has a set of values ([`value`]) for each variable and
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
mod state;
mod statement;
mod thresholds;
mod value;
mod walk;
mod zone;

#[cfg(test)]
mod tests;

use cairn_base::{Budget, StopReason};
use cairn_ir::{
    Decision, LoopPlace, LoopProof, ProcId, Program, Proof, ProofMethod, PropertyId, StatementKind, Verdict,
};
use facts::Writer;
use std::sync::Arc;
use walk::{EFFORTS, Effort, Findings, Stop, Walker};

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where executions start.
    pub entries: Vec<ProcId>,
    /// The properties to decide.
    pub properties: Vec<PropertyId>,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The properties whose checks never fail; those that are not proved are left out.
    pub proved: Vec<Decision>,
    /// For every loop that can be reached, what holds at its head: facts of their own, of [`Self::program`].
    pub invariants: Vec<LoopProof>,
    /// The program with the expressions of the invariants added.
    pub program: Arc<Program>,
    /// Loops with an upper bound on how often their heads are reached each time they are entered.
    pub bounds: Vec<(LoopPlace, u64)>,
    /// Why the run stopped early, if it did: then it has found out nothing.
    pub stopped: Option<StopReason>,
}

/// Analyses a program from its entries.
pub fn run(program: &Program, options: &Options, budget: &Budget) -> Outcome {
    let mut walked = Err(Stop::TooLarge);
    for effort in EFFORTS {
        if matches!(walked, Err(Stop::TooLarge)) {
            walked = walk(program, options, effort, budget);
        }
    }
    let walker = match walked {
        Ok(walker) => walker,
        Err(stop) => {
            let stopped = match stop {
                Stop::Budget(reason) => Some(reason),
                Stop::TooLarge => None,
            };
            return Outcome { stopped, program: Arc::new(program.clone()), ..Outcome::default() };
        }
    };
    let mut extended = program.clone();
    let invariants: Vec<LoopProof> = walker
        .findings
        .loops
        .iter()
        .map(|(place, finding)| {
            let variables = facts::changed_variables(program, &walker.effects, place);
            let writer = Writer::new(&walker.model, &mut extended);
            LoopProof { place: place.clone(), invariants: writer.facts(finding, place, &variables) }
        })
        .collect();
    let extended = Arc::new(extended);
    let proved = decisions(program, options, &walker.findings, &invariants, &extended);
    let bounds = walker.findings.loops.iter();
    let bounds = bounds.filter_map(|(place, found)| Some((place.clone(), bounds::bound(&walker.model, place, found)?)));
    Outcome { proved, invariants, program: extended, bounds: bounds.collect(), stopped: None }
}

fn walk<'p>(program: &'p Program, options: &Options, effort: Effort, budget: &Budget) -> Result<Walker<'p>, Stop> {
    let mut walker = Walker::new(model::Model::new(program), effort, budget);
    for entry in &options.entries {
        walker.entry(*entry)?;
    }
    Ok(walker)
}

fn decisions(
    program: &Program,
    options: &Options,
    findings: &Findings,
    invariants: &[LoopProof],
    extended: &Arc<Program>,
) -> Vec<Decision> {
    // Properties without checks (bounds on loops, temporal ones) are other engines' work.
    let mut has_check = vec![false; program.properties.len()];
    let blocks = program.procedures.values().flat_map(|procedure| procedure.blocks.values());
    for statement in blocks.flat_map(|block| &block.statements) {
        if let StatementKind::Check { property, .. } = &statement.kind {
            has_check[property.0 as usize] = true;
        }
    }
    let proved = options.properties.iter().filter(|p| has_check[p.0 as usize] && !findings.may_fail[p.0 as usize]);
    proved
        .map(|property| {
            let by = ProofMethod::IntervalAnalysis;
            let proof =
                Proof { by, loops: invariants.to_vec(), procedures: Vec::new(), program: Some(Arc::clone(extended)) };
            let reachable = (!findings.reached[property.0 as usize]).then_some(false);
            Decision {
                property: *property,
                verdict: Verdict::Proved(proof),
                reachable,
                bound: None,
                engine: "intervals",
            }
        })
        .collect()
}

/// Facts that hold at the heads of the loops, and the program they are expressions of.
pub fn invariants(program: &Program, options: &Options, budget: &Budget) -> (Arc<Program>, Vec<LoopProof>) {
    let outcome = run(program, options, budget);
    (outcome.program, outcome.invariants)
}
