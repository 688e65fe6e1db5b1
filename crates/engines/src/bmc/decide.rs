//! Rounds of bounded model checking: unroll, ask the solver, unroll further.
//!
//! Every property gets its fair share of the solver's effort, counted in conflicts: a hard one does not
//! keep the others from being decided ([`violations`]). What a round has cleared counts when time runs out.

mod reached;
mod violations;

use super::unroll::{BoundProperties, Unrolling};
use super::{NAME as ENGINE, Options};
use crate::backend::Backend;
use crate::engine::{Outcome, Problem, Statistics};
use crate::observer::{Observer, Progress};
use cairn_base::budget::resident_bytes;
use cairn_base::{Budget, Span, StopReason};
use cairn_ir::{Decision, ProcId, PropertyId, Verdict};
use cairn_logic::execute::{Bounds, Cut, CutReason, Executor, Log};
use cairn_logic::machine::Machine;
use cairn_passes::after::{Places, Suffix};
use cairn_solvers::abilities::{Limits, Outcome as Answer, UnknownReason};
use cairn_term::{Assignment, Evaluator, TermId, Terms};
use rustc_hash::FxHashMap;

/// Statements executed in the first round before loops are cut, and how it grows.
const FIRST_STEPS: u64 = 200_000;
const STEPS_GROWTH: u64 = 4;
/// Bounds that grow by themselves end here, unless a time limit ends them: what is found by then is `bounded`.
const LARGEST_BOUND: u32 = 1 << 14;
const LARGEST_STEPS: u64 = 4_000_000;
/// With a time limit and no memory limit, bounds do not grow any more when so much memory is used.
const LARGEST_BYTES: u64 = 1 << 30;
/// Without a fixed bound, formulas are exported at the bound of this round.
const EXPORT_ROUND: u32 = 4;
/// Conflicts for each property in the first round, and how it grows with the rounds.
const FIRST_EFFORT: u64 = 100_000;
const EFFORT_GROWTH: u64 = 2;
/// The same where bounds grow no more: what is easy gets its verdict before what is hard is tried for long.
const LAST_EFFORT: u64 = 2_000;
const LAST_EFFORT_GROWTH: u64 = 8;
/// Effort of questions whose answer only helps: whether a loop goes on, whether a check is reached.
const SMALL_EFFORT: u64 = 2_000;

pub(super) struct Decider<'p, 's> {
    entries: &'p [ProcId],
    options: &'p Options,
    budget: &'p Budget,
    machine: Machine<'p>,
    solver: &'s mut dyn Backend,
    bound_properties: BoundProperties,
    /// Properties not decided yet.
    open: Vec<PropertyId>,
    decisions: Vec<Decision>,
    stopped: Option<StopReason>,
    /// Properties without a violation in a round, each with the last such round.
    clear: FxHashMap<PropertyId, ClearedBy>,
    /// Where checks and calls are.
    places: Places,
    /// Why the solver could not answer, for the properties left open.
    gave_up: Option<String>,
    round: u32,
    bound: u32,
    steps: u64,
}

/// A round, and how far it went.
#[derive(Clone, Copy)]
struct ClearedBy {
    round: u32,
    bound: u32,
}

/// What one round found about the properties still open.
struct Round {
    logs: Vec<Log>,
    /// Executions that violate each open property.
    violated: FxHashMap<PropertyId, TermId>,
}

impl Round {
    /// Whether nothing was cut, as can be seen without a solver.
    fn is_whole(&self, machine: &Machine<'_>) -> bool {
        let mut cuts = self.logs.iter().flat_map(|log| &log.cuts);
        cuts.all(|cut| machine.terms.as_bool_const(cut.reached) == Some(false))
    }
}

/// Whether there are executions beyond the cuts.
enum Beyond {
    None,
    Longer,
    /// What cannot be followed, and where.
    Unsupported(String, Option<Span>),
    Unknown,
}

impl<'p, 's> Decider<'p, 's> {
    pub fn new(problem: &Problem<'p>, options: &'p Options, budget: &'p Budget, solver: &'s mut dyn Backend) -> Self {
        Self {
            entries: problem.entries,
            options,
            budget,
            machine: Machine::new(problem.program, budget),
            solver,
            bound_properties: BoundProperties { loops: options.loops.clone(), recursions: options.recursions.clone() },
            open: problem.properties.to_vec(),
            decisions: Vec::new(),
            clear: FxHashMap::default(),
            stopped: None,
            places: Places::of(problem.program),
            gave_up: None,
            round: 0,
            bound: 0,
            steps: 0,
        }
    }

    pub fn run(mut self, observer: &mut dyn Observer) -> Outcome {
        let mut vacuous = false;
        loop {
            self.open.retain(|property| !observer.is_decided(*property));
            if self.round > 0 && self.open.is_empty() {
                break;
            }
            let bounds = self.bounds(self.round);
            let round = self.unroll(bounds);
            self.report(observer);
            if self.stopped.is_some() {
                break;
            }
            if round.is_whole(&self.machine) {
                vacuous = self.last_round(&round, &Beyond::None, observer);
                break;
            }
            // Properties that take longer than this wait until it is clear whether there is a larger bound:
            // their violation may be easier to see there.
            let effort = FIRST_EFFORT.saturating_mul(EFFORT_GROWTH.saturating_pow(self.round));
            self.find_violations(&round, effort, observer);
            let clear: Vec<PropertyId> = self.open.iter().copied().filter(|p| self.is_clear(*p)).collect();
            observer.cleared(&clear, self.options.unwind.unwrap_or(self.bound));
            if self.is_over() {
                break;
            }
            let beyond = self.beyond(&round);
            self.prove_unaffected(&round, &beyond, observer);
            let grows = self.options.unwind.is_none() && self.may_grow(bounds) && !self.open.is_empty();
            match beyond {
                Beyond::Longer if grows => self.round += 1,
                Beyond::Unknown => break,
                last => {
                    vacuous = self.last_round(&round, &last, observer);
                    break;
                }
            }
        }
        self.finish(vacuous, observer)
    }
    /// Decides what is left where bounds do not grow any more, the easier properties first. Gives back
    /// whether no execution gets anywhere.
    fn last_round(&mut self, round: &Round, beyond: &Beyond, observer: &mut dyn Observer) -> bool {
        self.settle(round, beyond, observer);
        let mut effort = LAST_EFFORT;
        while !self.open.is_empty() && !self.is_over() {
            self.find_violations(round, effort, observer);
            self.settle(round, beyond, observer);
            effort = effort.saturating_mul(LAST_EFFORT_GROWTH);
        }
        matches!(beyond, Beyond::None) && self.is_vacuous(round)
    }
    /// The verdict of the properties that are not violated in the last round.
    fn settle(&mut self, round: &Round, beyond: &Beyond, observer: &mut dyn Observer) {
        let (settled, open): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.open).into_iter().partition(|p| self.is_clear(*p));
        self.open = open;
        match beyond {
            Beyond::None => self.prove(&settled, round, observer),
            Beyond::Unsupported(what, span) => {
                self.decide_all(settled, &Verdict::Unsupported(what.clone(), *span), observer);
            }
            Beyond::Longer | Beyond::Unknown => self.decide_all(settled, &Verdict::Bounded, observer),
        }
    }
    fn is_over(&self) -> bool {
        self.stopped.is_some() || self.gave_up.is_some()
    }
    /// Whether a property has no violation within the bounds of this round.
    fn is_clear(&self, property: PropertyId) -> bool {
        self.clear.get(&property).is_some_and(|cleared| cleared.round == self.round)
    }

    fn bounds(&self, round: u32) -> Bounds {
        match self.options.unwind {
            Some(bound) => Bounds { iterations: bound.max(1), count_all: true, steps: u64::MAX },
            None => Bounds {
                iterations: 1u32.checked_shl(round + 1).unwrap_or(u32::MAX).min(self.largest_bound()),
                count_all: false,
                steps: FIRST_STEPS.saturating_mul(STEPS_GROWTH.saturating_pow(round)),
            },
        }
    }
    fn largest_bound(&self) -> u32 {
        let largest = if self.budget.remaining().is_some() { u32::MAX } else { LARGEST_BOUND };
        self.options.max_unwind.unwrap_or(largest)
    }
    fn may_grow(&self, bounds: Bounds) -> bool {
        let has_room = match self.budget.remaining() {
            None => self.steps < LARGEST_STEPS,
            Some(_) if self.budget.memory_limit_bytes().is_some() => true,
            Some(_) => resident_bytes().unwrap_or(0) < LARGEST_BYTES,
        };
        bounds.iterations < self.largest_bound() && has_room
    }

    /// Executes the program from every entry.
    fn unroll(&mut self, bounds: Bounds) -> Round {
        let mut logs = Vec::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let (solver, budget) = (&mut self.solver, self.budget);
            let mut feasible = |machine: &mut Machine<'_>, term: TermId| {
                let limits = Limits { conflicts: Some(SMALL_EFFORT) };
                solver.check(&mut machine.terms, &[term], budget, limits) != Answer::Unsat
            };
            let properties = &self.bound_properties;
            let strategy = Unrolling { bounds, properties, feasible: &mut feasible };
            let (log, _) = Executor::new(&mut self.machine, strategy).run(*entry, number as u32);
            logs.push(log);
        }
        self.stopped = self.machine.stopped();
        self.bound = logs.iter().map(|log| log.deepest).max().unwrap_or(0);
        self.steps = logs.iter().map(|log| log.steps).sum();
        let mut violated = FxHashMap::default();
        for property in &self.open {
            violated.insert(*property, Vec::new());
        }
        for instance in logs.iter().flat_map(|log| &log.instances) {
            if let Some(terms) = violated.get_mut(&instance.property) {
                terms.push(instance.violated);
            }
        }
        let terms = &mut self.machine.terms;
        let violated = violated.into_iter().map(|(p, v)| (p, any(terms, v))).collect();
        Round { logs, violated }
    }

    /// Whether any execution was cut.
    fn beyond(&mut self, round: &Round) -> Beyond {
        let cuts = |bound: bool| -> Vec<TermId> {
            let cuts = round.logs.iter().flat_map(|log| &log.cuts);
            cuts.filter(|cut| (cut.reason == CutReason::Bound) == bound).map(|cut| cut.reached).collect()
        };
        let longer = any(&mut self.machine.terms, cuts(true));
        match self.ask(longer) {
            Some(true) => return Beyond::Longer,
            None => return Beyond::Unknown,
            Some(false) => {}
        }
        let unsupported = any(&mut self.machine.terms, cuts(false));
        match self.ask(unsupported) {
            Some(false) => Beyond::None,
            Some(true) => self.unsupported_at(round),
            None => Beyond::Unknown,
        }
    }
    /// The cut that the execution just found reaches.
    fn unsupported_at(&mut self, round: &Round) -> Beyond {
        let model = self.solver.model(&mut self.machine.terms).unwrap_or_default();
        let mut values = Evaluator::new(&self.machine.terms, &model);
        let cuts = round.logs.iter().flat_map(|log| &log.cuts);
        let unsupported: Vec<(&Cut, &String)> = cuts
            .filter_map(|cut| match &cut.reason {
                CutReason::Unsupported(what) => Some((cut, what)),
                CutReason::Bound => None,
            })
            .collect();
        let mut is_reached = |cut: &Cut| values.holds(cut.reached).unwrap_or(false);
        let reached = unsupported.iter().find(|(cut, _)| is_reached(cut)).or(unsupported.first());
        let Some((cut, what)) = reached else { return Beyond::Unknown };
        Beyond::Unsupported((*what).clone(), self.span_of(cut.at))
    }
    fn span_of(&self, (procedure, block, position): Suffix) -> Option<Span> {
        let block = &self.machine.program.procedures[procedure].blocks[block];
        let origin = block.statements.get(position).map_or(&block.terminator_origin, |statement| &statement.origin);
        origin.span
    }

    // ---- the solver ----

    /// Whether the condition is satisfiable; none if that could not be told (and why is noted).
    fn ask(&mut self, question: TermId) -> Option<bool> {
        self.ask_within(question, None)
    }
    /// The same with a limit of conflicts: none also if that was not enough (and nothing is noted).
    fn ask_within(&mut self, question: TermId, conflicts: Option<u64>) -> Option<bool> {
        if self.machine.terms.as_bool_const(question) == Some(false) {
            return Some(false);
        }
        match self.solver.check(&mut self.machine.terms, &[question], self.budget, Limits { conflicts }) {
            Answer::Sat => Some(true),
            Answer::Unsat => Some(false),
            Answer::Unknown(UnknownReason::Conflicts) if conflicts.is_some() => None,
            Answer::Unknown(reason) => {
                match reason {
                    UnknownReason::Stopped(stop) => self.stopped = Some(stop),
                    other => self.gave_up = Some(other.to_string()),
                }
                None
            }
        }
    }
    fn model(&mut self) -> Option<Assignment> {
        match self.solver.model(&mut self.machine.terms) {
            Ok(model) => Some(model),
            Err(error) => {
                self.gave_up = Some(error.to_string());
                None
            }
        }
    }

    // ---- reporting ----

    fn report(&mut self, observer: &mut dyn Observer) {
        observer.progress(Progress {
            bound: self.bound,
            open: self.open.len(),
            conflicts: self.solver.effort().conflicts,
            terms: self.machine.terms.len() as u64,
        });
    }
    fn decide_all(&mut self, properties: Vec<PropertyId>, verdict: &Verdict, observer: &mut dyn Observer) {
        for property in properties {
            let bound = Some(self.options.unwind.unwrap_or(self.bound));
            self.decide(
                Decision { property, verdict: verdict.clone(), reachable: None, bound, engine: ENGINE },
                observer,
            );
        }
    }
    fn decide(&mut self, decision: Decision, observer: &mut dyn Observer) {
        if observer.decided(&decision) {
            self.decisions.push(decision);
        }
    }
    /// What is left open is bounded where a round cleared it, and unknown otherwise.
    fn finish(mut self, vacuous: bool, observer: &mut dyn Observer) -> Outcome {
        let reason = match (self.stopped, &self.gave_up) {
            (Some(stop), _) => stop.words().to_string(),
            (None, Some(reason)) => reason.clone(),
            (None, None) => "not decided".into(),
        };
        for property in std::mem::take(&mut self.open) {
            let (verdict, bound) = match self.clear.get(&property) {
                Some(cleared) => (Verdict::Bounded, cleared.bound),
                None => (Verdict::Unknown(reason.clone()), self.bound),
            };
            let bound = Some(self.options.unwind.unwrap_or(bound));
            self.decide(Decision { property, verdict, reachable: None, bound, engine: ENGINE }, observer);
        }
        let effort = self.solver.effort();
        let statistics = Statistics {
            terms: self.machine.terms.len() as u64,
            sat_variables: effort.variables,
            sat_clauses: effort.clauses,
            conflicts: effort.conflicts,
            bound: self.bound,
            steps: self.steps,
            ..Statistics::default()
        };
        self.decisions.sort_by_key(|d| d.property);
        Outcome { decisions: self.decisions, stopped: self.stopped, vacuous, statistics, ..Outcome::default() }
    }
}

/// A balanced disjunction.
pub(crate) fn any(terms: &mut Terms, mut parts: Vec<TermId>) -> TermId {
    if parts.is_empty() {
        return terms.ff();
    }
    while parts.len() > 1 {
        parts = parts.chunks(2).map(|pair| if let [a, b] = *pair { terms.or(a, b) } else { pair[0] }).collect();
    }
    parts[0]
}

/// A property and the formula that is satisfiable exactly if an execution within the bound violates it.
pub struct Formula {
    pub property: PropertyId,
    pub violated: TermId,
}

/// The formulas of a program at a bound, for export: one per property.
pub fn formulas(
    problem: &Problem<'_>,
    options: &Options,
    budget: &Budget,
    solver: &mut dyn Backend,
) -> Result<(Terms, Vec<Formula>), StopReason> {
    let mut decider = Decider::new(problem, options, budget, solver);
    let bounds = decider.bounds(EXPORT_ROUND);
    let round = decider.unroll(bounds);
    if let Some(stop) = decider.stopped {
        return Err(stop);
    }
    let formulas = decider.open.iter().map(|p| Formula { property: *p, violated: round.violated[p] }).collect();
    Ok((decider.machine.terms, formulas))
}
