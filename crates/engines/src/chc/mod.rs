//! Horn clauses: proofs of loops of any length and recursions of any depth by programs that solve such clauses (Z3's
//! Spacer, Golem, Eldarica).
//!
//! The calls of each entry are inlined, but for recursive ones; the result becomes clauses: those of its variables
//! ([`cairn_passes::horn`]), or, if it uses memory, those of its transition form ([`cairn_export::transition_horn`]). A solver finds a solution ([`cairn_solvers::process::horn`]), and its predicates come back as conditions of the original program ([`speak`]):
//! those at loop heads as invariants, those at the entry and the return of recursive procedures as their summaries. First
//! all properties are asked at once, then each that is left by itself.
//!
//! That clauses have no solution is no counterexample: bounded model checking looks for an execution, of this property
//! alone and at once as deep as the refutation says. Where it finds none the property is a suspect, and nothing is
//! claimed.

pub(crate) mod speak;

use crate::backend::Solvers;
use crate::bmc;
use crate::engine::{Engine, Outcome, Problem};
use crate::observer::{Observer, Progress};
use cairn_base::{Budget, Table};
use cairn_export::horn::clauses;
use cairn_export::transition_horn::of_transition;
use cairn_ir::{CheckKind, Decision, ProcId, Program, Proof, ProofMethod, PropertyId, Verdict};
use cairn_logic::transition;
use cairn_passes::Derived;
use cairn_passes::horn::{self, Arrays, Parameter, Predicate, PredicateId, Removed, System};
use cairn_passes::recipes::{self, FLAT};
use cairn_solvers::abilities::{HornAnswer as Answer, HornClauses as _};
use cairn_solvers::process::horn::{self as horn_solvers, ClauseSolver};
use std::sync::Arc;
use std::time::Duration;

/// What its decisions carry.
const NAME: &str = "chc";

/// Arrays with at most this many scalars are taken apart: solvers of clauses know little about arrays.
const EXPAND: u64 = 16;
/// How arrays are represented, in the order in which that is tried.
const ARRAYS: [Arrays; 3] = [Arrays::Theory, Arrays::Cells(1), Arrays::Cells(2)];
/// What the question for all properties at once may take, as a part of the time that is left.
const SHARE: u32 = 3;
/// The least time for one question.
const LEAST: Duration = Duration::from_secs(2);

/// Proves by the invariants that a solver of Horn clauses finds.
#[derive(Clone, Debug, Default)]
pub struct HornClauses {
    /// Who solves the clauses; the first that is installed, if nobody is named.
    pub clauses: Option<ClauseSolver>,
    /// With whom executions are looked for where clauses are refuted.
    pub solvers: Solvers,
}

impl Engine for HornClauses {
    fn name(&self) -> &'static str {
        NAME
    }
    fn run(&self, problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
        if problem.properties.iter().all(|p| observer.is_decided(*p)) || budget.check().is_err() {
            return Outcome::default();
        }
        let Some(solver) = self.clauses.clone().or_else(horn_solvers::installed) else {
            return Outcome { refused: Some("no solver of Horn clauses is installed".into()), ..Outcome::default() };
        };
        let mut search = Search { problem, solver, solvers: &self.solvers, budget, outcome: Outcome::default() };
        match search.clauses() {
            Ok(clauses) => search.solve(clauses, observer),
            Err(reason) => search.outcome.refused = Some(reason),
        }
        search.outcome.stopped = budget.look().err();
        search.outcome
    }
}

/// One entry, or all of them where procedures with a summary connect them, as clauses.
struct Clauses {
    flat: Derived,
    /// The recursive procedures: their calls are not inlined.
    summarised: Vec<ProcId>,
    system: System,
    /// What every solution must also say: parameters that were removed because they equal others.
    removed: Table<PredicateId, Vec<Removed>>,
    /// The system with arrays, while another is tried.
    arrays: Option<System>,
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    solver: ClauseSolver,
    solvers: &'a Solvers,
    budget: &'a Budget,
    outcome: Outcome,
}

/// Why there is no proof.
enum NoProof {
    Refuted(Option<u32>),
    Unknown,
}

impl Search<'_> {
    fn clauses(&self) -> Result<Vec<Clauses>, String> {
        let summarised = recipes::recursive(self.problem.program, self.problem.entries);
        let problem = |entries: &[ProcId]| {
            let flat = recipes::derive(self.problem.program, &FLAT, &cairn_passes::Options::new(entries));
            let flat = flat.map_err(|error| error.to_string())?;
            let options = horn::Options { expand: EXPAND, ..horn::Options::new(entries.to_vec()) };
            let system = horn::encode(&flat.program, &options, self.budget);
            let system = system.or_else(|reason| self.with_memory(&flat, entries).ok_or(reason.to_string()))?;
            let own = |predicate: &Predicate, parameter: &Parameter| {
                speak::is_own(self.problem.program, &flat.back, predicate, parameter)
            };
            let (system, removed) = horn::without_copies(system, own);
            Ok(Clauses { flat, summarised: summarised.clone(), system, removed, arrays: None })
        };
        match summarised.is_empty() {
            true => self.problem.entries.iter().map(|entry| problem(&[*entry])).collect(),
            false => Ok(vec![problem(self.problem.entries)?]),
        }
    }

    /// The clauses of a program that uses memory, from its transition form.
    fn with_memory(&self, flat: &Derived, entries: &[ProcId]) -> Option<System> {
        let &[entry] = entries else { return None };
        let form = transition::of_flat(flat, entry, self.budget).ok()?;
        horn::with_numbers(of_transition(&form, entry), horn::Numbers::Chosen).ok()
    }

    /// With arrays as arrays, then, where something is left, with more and more cells for each.
    fn solve(&mut self, mut problems: Vec<Clauses>, observer: &mut dyn Observer) {
        let has_arrays = problems.iter().any(|problem| problem.system.has_arrays());
        let attempts = if has_arrays { &ARRAYS[..] } else { &ARRAYS[..1] };
        for (n, arrays) in attempts.iter().enumerate() {
            let time = self.budget.remaining().map(|left| (left / (attempts.len() - n) as u32).max(LEAST));
            let budget = time.map_or_else(|| self.budget.clone(), |time| self.budget.within(time));
            let represented = problems.iter().map(|p| horn::with_arrays(p.system.clone(), *arrays));
            let Ok(systems) = represented.collect::<Result<Vec<System>, _>>() else { continue };
            for (problem, system) in problems.iter_mut().zip(systems) {
                let arrays = std::mem::replace(&mut problem.system, system);
                problem.arrays = Some(arrays);
            }
            self.solve_within(&problems, &budget, observer);
            for problem in &mut problems {
                problem.system = problem.arrays.take().unwrap_or_default();
            }
        }
    }

    fn solve_within(&mut self, problems: &[Clauses], budget: &Budget, observer: &mut dyn Observer) {
        let mut open = self.open(observer);
        let time = |parts: usize| budget.remaining().map(|left| (left / parts.max(1) as u32).max(LEAST));
        if open.len() > 1 {
            self.attempt(problems, &open, time(SHARE as usize), observer);
            open = self.open(observer);
        }
        for (n, property) in open.iter().enumerate() {
            if budget.check().is_err() {
                return;
            }
            observer.progress(Progress { open: open.len() - n, ..Progress::default() });
            self.attempt(problems, &[*property], time(open.len() - n), observer);
        }
    }

    fn open(&self, observer: &dyn Observer) -> Vec<PropertyId> {
        let is_open = |p: &PropertyId| {
            let here = self.outcome.decisions.iter().any(|d| d.property == *p) || self.outcome.suspects.contains(p);
            !here && !observer.is_decided(*p) && self.problem.program.properties[*p].kind != CheckKind::Unsupported
        };
        self.problem.properties.iter().copied().filter(is_open).collect()
    }

    /// Asks whether none of these properties can be violated.
    fn attempt(
        &mut self,
        problems: &[Clauses],
        properties: &[PropertyId],
        time: Option<Duration>,
        observer: &mut dyn Observer,
    ) {
        let budget = time.map_or_else(|| self.budget.clone(), |time| self.budget.within(time));
        let mut extended = Arc::clone(self.problem.program);
        let (mut loops, mut procedures) = (Vec::new(), Vec::new());
        for problem in problems {
            let said = match self.solution(problem, properties, &budget, &mut extended) {
                Ok(said) => said,
                Err(NoProof::Unknown) => return,
                Err(NoProof::Refuted(depth)) => return self.refuted(properties, depth, &budget, observer),
            };
            loops.extend(said.loops);
            procedures.extend(said.procedures);
        }
        let proof = Proof {
            by: ProofMethod::Invariant,
            loops: loops.into(),
            procedures: procedures.into(),
            program: Some(extended),
        };
        let decision = |property: &PropertyId| {
            let verdict = Verdict::Proved(proof.clone());
            Decision { property: *property, verdict, reachable: None, bound: None, engine: NAME }
        };
        let decisions: Vec<Decision> = properties.iter().map(decision).collect();
        let convinced = observer.decided_together(&decisions);
        let convincing = decisions.into_iter().zip(convinced).filter(|(_, convinced)| *convinced);
        self.outcome.decisions.extend(convincing.map(|(decision, _)| decision));
    }

    fn solution(
        &mut self,
        problem: &Clauses,
        properties: &[PropertyId],
        budget: &Budget,
        extended: &mut Arc<Program>,
    ) -> Result<speak::Said, NoProof> {
        // An execution ends where something is not supported, so nothing is known about what would follow.
        let kinds = &self.problem.program.properties;
        let is_asked = |p: PropertyId| properties.contains(&p) || kinds[p].kind == CheckKind::Unsupported;
        let text = clauses(&problem.system, is_asked).map_err(|_| NoProof::Unknown)?;
        self.outcome.statistics.questions += 1;
        match self.solver.solve(&text, budget) {
            Answer::Solved(model) => speak::read_back(problem, &model, Arc::make_mut(extended)).ok_or(NoProof::Unknown),
            Answer::Refuted(depth) => Err(NoProof::Refuted(depth)),
            Answer::Unknown => Err(NoProof::Unknown),
        }
    }

    /// Some execution violates one of these properties, if the solver is right: if it is one, it is looked for.
    fn refuted(&mut self, properties: &[PropertyId], depth: Option<u32>, budget: &Budget, observer: &mut dyn Observer) {
        let &[property] = properties else { return };
        self.outcome.suspects.push(property);
        let Some(depth) = depth else { return };
        let options = bmc::Options {
            // A step may be the last part of an iteration and the first of the next.
            unwind: Some(depth.saturating_add(1)),
            unwinding: bmc::Unwinding::Assume,
            ..bmc::Options::default()
        };
        let engine = bmc::BoundedModelChecking { options, solvers: self.solvers.clone() };
        engine.run(&Problem { properties: &[property], ..*self.problem }, budget, observer);
    }
}
