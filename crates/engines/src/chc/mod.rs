//! Horn clauses: proofs of loops of any length and recursions of any depth by programs that solve such clauses (Z3's
//! Spacer, Golem, Eldarica).
//!
//! The calls of each entry are inlined, but for recursive ones; the result becomes clauses: those of its variables
//! ([`cairn_passes::horn`]), or, if it uses memory, those of its transition form ([`cairn_export::transition_horn`]). A solver finds a solution ([`ask`]), and its predicates come back as conditions of the original program ([`speak`]):
//! those at loop heads as invariants, those at the entry and the return of recursive procedures as their summaries. First
//! all properties are asked at once, then each that is left by itself.
//!
//! That clauses have no solution is no counterexample: bounded model checking looks for an execution, of this property
//! alone and at once as deep as the refutation says. Where it finds none the property is a suspect, and nothing is
//! claimed.

mod ask;
pub(crate) mod speak;

use crate::backend::Backend;
use crate::bmc;
use crate::observer::{Observer, Progress};
use ask::{Answer, ask};
use cairn_base::{Budget, StopReason, Table};
use cairn_export::horn::clauses;
use cairn_export::transition_horn::of_transition;
use cairn_ir::{CheckKind, Decision, ProcId, Program, Proof, ProofMethod, PropertyId, Verdict};
use cairn_logic::transition;
use cairn_passes::Derived;
use cairn_passes::horn::{self, Arrays, Parameter, Predicate, PredicateId, Removed, System};
use cairn_passes::recipes::{self, FLAT};
use std::sync::Arc;
use std::time::Duration;

pub use ask::{ClauseSolver, find, installed, known, solves_only_clauses};

/// Arrays with at most this many scalars are taken apart: solvers of clauses know little about arrays.
const EXPAND: u64 = 16;
/// How arrays are represented, in the order in which that is tried.
const ARRAYS: [Arrays; 3] = [Arrays::Theory, Arrays::Cells(1), Arrays::Cells(2)];
/// What the question for all properties at once may take, as a part of the time that is left.
const SHARE: u32 = 3;
/// The least time for one question.
const LEAST: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub struct Options {
    /// Where executions start.
    pub entries: Vec<ProcId>,
    /// The properties to decide.
    pub properties: Vec<PropertyId>,
    /// Who solves the clauses.
    pub solver: ClauseSolver,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The properties that were proved.
    pub decisions: Vec<Decision>,
    /// Properties that some execution violates, if the solver is right.
    pub suspects: Vec<PropertyId>,
    /// Why there are no clauses.
    pub refused: Option<String>,
    pub stopped: Option<StopReason>,
    /// How many questions were asked.
    pub questions: u32,
}

/// One entry, or all of them where procedures with a summary connect them, as clauses.
struct Problem {
    flat: Derived,
    /// The recursive procedures: their calls are not inlined.
    summarised: Vec<ProcId>,
    system: System,
    /// What every solution must also say: parameters that were removed because they equal others.
    removed: Table<PredicateId, Vec<Removed>>,
    /// The system with arrays, while another is tried.
    arrays: Option<System>,
}

/// Proves properties of a program by the invariants that a solver of Horn clauses finds. `start` gives the solver with
/// which executions are looked for.
pub fn run(
    program: &Program,
    options: &Options,
    budget: &Budget,
    start: &mut dyn FnMut() -> Option<Box<dyn Backend>>,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut engine = Engine { program, options, budget, start, outcome: Outcome::default() };
    match engine.problems() {
        Ok(problems) => engine.solve(problems, observer),
        Err(reason) => engine.outcome.refused = Some(reason),
    }
    engine.outcome.stopped = budget.look().err();
    engine.outcome
}

struct Engine<'a> {
    program: &'a Program,
    options: &'a Options,
    budget: &'a Budget,
    start: &'a mut dyn FnMut() -> Option<Box<dyn Backend>>,
    outcome: Outcome,
}

/// Why there is no proof.
enum NoProof {
    Refuted(Option<u32>),
    Unknown,
}

impl Engine<'_> {
    fn problems(&self) -> Result<Vec<Problem>, String> {
        let summarised = recipes::recursive(self.program, &self.options.entries);
        let problem = |entries: &[ProcId]| {
            let flat = recipes::derive(self.program, &FLAT, &cairn_passes::Options::new(entries));
            let flat = flat.map_err(|error| error.to_string())?;
            let options = horn::Options { expand: EXPAND, ..horn::Options::new(entries.to_vec()) };
            let system = horn::encode(&flat.program, &options, self.budget);
            let system = system.or_else(|reason| self.with_memory(&flat, entries).ok_or(reason.to_string()))?;
            let own = |predicate: &Predicate, parameter: &Parameter| {
                speak::is_own(self.program, &flat.back, predicate, parameter)
            };
            let (system, removed) = horn::without_copies(system, own);
            Ok(Problem { flat, summarised: summarised.clone(), system, removed, arrays: None })
        };
        match summarised.is_empty() {
            true => self.options.entries.iter().map(|entry| problem(&[*entry])).collect(),
            false => Ok(vec![problem(&self.options.entries)?]),
        }
    }

    /// The clauses of a program that uses memory, from its transition form.
    fn with_memory(&self, flat: &Derived, entries: &[ProcId]) -> Option<System> {
        let &[entry] = entries else { return None };
        let form = transition::of_flat(flat, entry, self.budget).ok()?;
        horn::with_numbers(of_transition(&form, entry), horn::Numbers::Chosen).ok()
    }

    /// With arrays as arrays, then, where something is left, with more and more cells for each.
    fn solve(&mut self, mut problems: Vec<Problem>, observer: &mut dyn Observer) {
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

    fn solve_within(&mut self, problems: &[Problem], budget: &Budget, observer: &mut dyn Observer) {
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
            !here && !observer.is_decided(*p) && self.program.properties[*p].kind != CheckKind::Unsupported
        };
        self.options.properties.iter().copied().filter(is_open).collect()
    }

    /// Asks whether none of these properties can be violated.
    fn attempt(
        &mut self,
        problems: &[Problem],
        properties: &[PropertyId],
        time: Option<Duration>,
        observer: &mut dyn Observer,
    ) {
        let budget = time.map_or_else(|| self.budget.clone(), |time| self.budget.within(time));
        let mut extended = self.program.clone();
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
        let proof = Proof { by: ProofMethod::Invariant, loops, procedures, program: Some(Arc::new(extended)) };
        let decision = |property: &PropertyId| {
            let verdict = Verdict::Proved(proof.clone());
            Decision { property: *property, verdict, reachable: None, bound: None, engine: "chc" }
        };
        let decisions: Vec<Decision> = properties.iter().map(decision).collect();
        let convinced = observer.decided_together(&decisions);
        let convincing = decisions.into_iter().zip(convinced).filter(|(_, convinced)| *convinced);
        self.outcome.decisions.extend(convincing.map(|(decision, _)| decision));
    }

    fn solution(
        &mut self,
        problem: &Problem,
        properties: &[PropertyId],
        budget: &Budget,
        extended: &mut Program,
    ) -> Result<speak::Said, NoProof> {
        // An execution ends where something is not supported, so nothing is known about what would follow.
        let kinds = &self.program.properties;
        let is_asked = |p: PropertyId| properties.contains(&p) || kinds[p].kind == CheckKind::Unsupported;
        let text = clauses(&problem.system, is_asked).map_err(|_| NoProof::Unknown)?;
        self.outcome.questions += 1;
        match ask(&self.options.solver, &text, budget) {
            Answer::Solved(model) => speak::read_back(problem, &model, extended).ok_or(NoProof::Unknown),
            Answer::Refuted(depth) => Err(NoProof::Refuted(depth)),
            Answer::Unknown => Err(NoProof::Unknown),
        }
    }

    /// Some execution violates one of these properties, if the solver is right: if it is one, it is looked for.
    fn refuted(&mut self, properties: &[PropertyId], depth: Option<u32>, budget: &Budget, observer: &mut dyn Observer) {
        let &[property] = properties else { return };
        self.outcome.suspects.push(property);
        let Some((depth, mut solver)) = depth.zip((self.start)()) else { return };
        let options = bmc::Options {
            entries: self.options.entries.clone(),
            // A step may be the last part of an iteration and the first of the next.
            unwind: Some(depth.saturating_add(1)),
            unwinding: bmc::Unwinding::Assume,
            properties: vec![property],
            ..bmc::Options::default()
        };
        bmc::run(self.program, &options, budget, &mut *solver, observer);
    }
}
