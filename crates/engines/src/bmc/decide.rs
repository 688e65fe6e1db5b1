//! Rounds of bounded model checking: unroll, ask the solver, unroll further.

use super::exec::{BoundProperties, Bounds, CutReason, Executor, Log};
use super::inputs::inputs_of;
use super::machine::Machine;
use super::{Options, Outcome, Statistics};
use crate::backend::Backend;
use crate::observer::{Observer, Progress};
use cairn_base::{Budget, StopReason};
use cairn_ir::{Counterexample, Decision, Program, Proof, ProofMethod, PropertyId, Verdict};
use cairn_solvers::abilities::{Limits, Outcome as Answer, UnknownReason};
use cairn_term::{Assignment, Evaluator, TermId, Terms};
use rustc_hash::FxHashMap;

const ENGINE: &str = "bmc";
/// Statements executed in the first round before loops are cut, and how it grows.
const FIRST_STEPS: u64 = 200_000;
const STEPS_GROWTH: u64 = 4;
/// Bounds that grow by themselves end here: what is found by then is `bounded`.
const LARGEST_BOUND: u32 = 1 << 14;
const LARGEST_STEPS: u64 = 4_000_000;
/// Without a fixed bound, formulas are exported at the bound of this round.
const EXPORT_ROUND: u32 = 4;
/// Effort of questions whose answer only helps: whether a loop goes on, whether a check is reached.
const SMALL_EFFORT: u64 = 2_000;

pub(super) struct Decider<'p, 's> {
    options: &'p Options,
    budget: &'p Budget,
    machine: Machine<'p>,
    solver: &'s mut dyn Backend,
    bound_properties: BoundProperties,
    /// Properties not decided yet.
    open: Vec<PropertyId>,
    decisions: Vec<Decision>,
    stopped: Option<StopReason>,
    /// Why the solver could not answer, for the properties left open.
    gave_up: Option<String>,
    bound: u32,
    steps: u64,
}

/// What one round found about the properties still open.
struct Round {
    logs: Vec<Log>,
    /// Executions that violate each open property.
    violated: FxHashMap<PropertyId, TermId>,
}

/// Whether there are executions beyond the cuts.
enum Beyond {
    None,
    Longer,
    Unsupported(String),
    Unknown,
}

impl<'p, 's> Decider<'p, 's> {
    pub fn new(program: &'p Program, options: &'p Options, budget: &'p Budget, solver: &'s mut dyn Backend) -> Self {
        Self {
            options,
            budget,
            machine: Machine::new(program, budget),
            solver,
            bound_properties: BoundProperties { loops: options.loops.clone(), recursions: options.recursions.clone() },
            open: options.properties.clone(),
            decisions: Vec::new(),
            stopped: None,
            gave_up: None,
            bound: 0,
            steps: 0,
        }
    }

    pub fn run(mut self, observer: &mut dyn Observer) -> Outcome {
        let mut vacuous = false;
        let mut number = 0;
        loop {
            let bounds = self.bounds(number);
            let round = self.unroll(bounds);
            self.report(observer);
            if self.stopped.is_some() {
                break;
            }
            self.find_violations(&round, observer);
            if self.stopped.is_some() || self.gave_up.is_some() {
                break;
            }
            match self.beyond(&round) {
                Beyond::None => {
                    vacuous = self.prove_rest(&round, observer);
                    break;
                }
                Beyond::Longer if self.options.unwind.is_none() && self.may_grow(bounds) && !self.open.is_empty() => {
                    number += 1;
                }
                Beyond::Longer => {
                    self.leave_rest(Verdict::Bounded, observer);
                    break;
                }
                Beyond::Unsupported(what) => {
                    self.leave_rest(Verdict::Unsupported(what), observer);
                    break;
                }
                Beyond::Unknown => break,
            }
        }
        self.finish(vacuous, observer)
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
        self.options.max_unwind.unwrap_or(LARGEST_BOUND)
    }
    fn may_grow(&self, bounds: Bounds) -> bool {
        bounds.iterations < self.largest_bound() && self.steps < LARGEST_STEPS
    }

    /// Executes the program from every entry.
    fn unroll(&mut self, bounds: Bounds) -> Round {
        let mut logs = Vec::new();
        for (number, entry) in self.options.entries.iter().enumerate() {
            let (solver, budget) = (&mut self.solver, self.budget);
            let mut feasible = |machine: &mut Machine<'_>, term: TermId| {
                let limits = Limits { conflicts: Some(SMALL_EFFORT) };
                solver.check(&mut machine.terms, &[term], budget, limits) != Answer::Unsat
            };
            let executor = Executor::new(&mut self.machine, bounds, &self.bound_properties, &mut feasible);
            logs.push(executor.run(*entry, number as u32));
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

    /// Asks until no open property can be violated within the bounds.
    fn find_violations(&mut self, round: &Round, observer: &mut dyn Observer) {
        loop {
            let candidates: Vec<TermId> = self.open.iter().map(|p| round.violated[p]).collect();
            let candidates = any(&mut self.machine.terms, candidates);
            match self.ask(&[candidates]) {
                Some(true) => {}
                _ => return,
            }
            let Some(model) = self.model() else { return };
            let found = self.violated_in(&model, round);
            if found.is_empty() {
                self.gave_up = Some("the solver's model does not satisfy the formula".into());
                return;
            }
            for property in found {
                let decision = self.counterexample(property, round, &model);
                let Some(decision) = decision else { return };
                self.open.retain(|p| *p != property);
                observer.decided(&decision);
                self.decisions.push(decision);
            }
            self.report(observer);
        }
    }
    /// The open properties a model violates.
    fn violated_in(&self, model: &Assignment, round: &Round) -> Vec<PropertyId> {
        let mut values = Evaluator::new(&self.machine.terms, model);
        self.open.iter().copied().filter(|p| values.holds(round.violated[p]).unwrap_or(false)).collect()
    }
    /// The counterexample with the fewest iterations that is found with small effort.
    fn counterexample(&mut self, property: PropertyId, round: &Round, model: &Assignment) -> Option<Decision> {
        let mut best = self.extract(property, round, model)?;
        let mut low = 1;
        while low < best.1 {
            let middle = low + (best.1 - low) / 2;
            let too_long = round.logs.iter().flat_map(|log| &log.arrivals).filter(|(n, _)| *n > middle);
            let too_long: Vec<TermId> = too_long.map(|(_, reached)| *reached).collect();
            let too_long = any(&mut self.machine.terms, too_long);
            let short = self.machine.terms.not(too_long);
            let limits = Limits { conflicts: Some(SMALL_EFFORT) };
            let question = [round.violated[&property], short];
            match self.solver.check(&mut self.machine.terms, &question, self.budget, limits) {
                Answer::Sat => {
                    let model = self.model()?;
                    let shorter = self.extract(property, round, &model)?;
                    if shorter.1 >= best.1 {
                        break;
                    }
                    best = shorter;
                }
                Answer::Unsat => low = middle + 1,
                Answer::Unknown(_) => break,
            }
        }
        let (counterexample, bound) = best;
        Some(Decision {
            property,
            verdict: Verdict::Violated(counterexample),
            reachable: Some(true),
            bound: Some(self.options.unwind.unwrap_or(bound)),
            engine: ENGINE,
        })
    }
    /// The execution of a model that violates a property, and how many iterations it needs.
    fn extract(&mut self, property: PropertyId, round: &Round, model: &Assignment) -> Option<(Counterexample, u32)> {
        let mut values = Evaluator::new(&self.machine.terms, model);
        for (log, entry) in round.logs.iter().zip(&self.options.entries) {
            let mut instances = log.instances.iter().filter(|i| i.property == property);
            if !instances.any(|i| values.holds(i.violated).unwrap_or(false)) {
                continue;
            }
            let mut arrivals = log.arrivals.iter().filter(|(_, reached)| values.holds(*reached).unwrap_or(false));
            let bound = arrivals.by_ref().map(|(n, _)| *n).max().unwrap_or(1);
            return match inputs_of(&self.machine, &log.inputs, model) {
                Ok(inputs) => Some((Counterexample { entry: *entry, inputs }, bound)),
                Err(error) => {
                    self.gave_up = Some(format!("the model cannot be read: {error}"));
                    None
                }
            };
        }
        self.gave_up = Some("the model violates no check".into());
        None
    }

    /// Whether any execution was cut.
    fn beyond(&mut self, round: &Round) -> Beyond {
        let cuts = |bound: bool| -> Vec<TermId> {
            let cuts = round.logs.iter().flat_map(|log| &log.cuts);
            cuts.filter(|cut| (cut.reason == CutReason::Bound) == bound).map(|cut| cut.reached).collect()
        };
        let longer = any(&mut self.machine.terms, cuts(true));
        match self.ask(&[longer]) {
            Some(true) => return Beyond::Longer,
            None => return Beyond::Unknown,
            Some(false) => {}
        }
        let unsupported = any(&mut self.machine.terms, cuts(false));
        match self.ask(&[unsupported]) {
            Some(false) => Beyond::None,
            Some(true) => {
                let reasons = round.logs.iter().flat_map(|log| &log.cuts).find_map(|cut| match &cut.reason {
                    CutReason::Unsupported(what) => Some(what.clone()),
                    CutReason::Bound => None,
                });
                Beyond::Unsupported(reasons.unwrap_or_default())
            }
            None => Beyond::Unknown,
        }
    }

    /// Every execution was followed to its end, and none violates an open property. Gives back whether no
    /// execution gets anywhere.
    fn prove_rest(&mut self, round: &Round, observer: &mut dyn Observer) -> bool {
        let mut reached: FxHashMap<PropertyId, Vec<TermId>> = FxHashMap::default();
        for instance in round.logs.iter().flat_map(|log| &log.instances) {
            reached.entry(instance.property).or_default().push(instance.reached);
        }
        let terms = &mut self.machine.terms;
        let reached: FxHashMap<PropertyId, TermId> = reached.into_iter().map(|(p, r)| (p, any(terms, r))).collect();
        let nowhere = self.machine.terms.ff();
        let questions: Vec<TermId> = self.open.iter().map(|p| *reached.get(p).unwrap_or(&nowhere)).collect();
        let answers = self.which_reached(&questions);
        for (property, reachable) in std::mem::take(&mut self.open).into_iter().zip(answers) {
            let proof = Proof { by: ProofMethod::UnwindingComplete, invariants: Vec::new() };
            let decision = Decision {
                property,
                verdict: Verdict::Proved(proof),
                reachable,
                bound: Some(self.bound),
                engine: ENGINE,
            };
            observer.decided(&decision);
            self.decisions.push(decision);
        }
        let somewhere = self.decisions.iter().any(|d| d.reachable != Some(false));
        if somewhere {
            return false;
        }
        let ends = round.logs.iter().flat_map(|log| log.ends.iter().copied()).collect();
        let ends = any(&mut self.machine.terms, ends);
        self.ask(&[ends]) == Some(false)
    }
    /// Which of some conditions are satisfiable; none where that took too long to say.
    fn which_reached(&mut self, conditions: &[TermId]) -> Vec<Option<bool>> {
        let terms = &self.machine.terms;
        let mut answers: Vec<Option<bool>> = conditions.iter().map(|c| terms.as_bool_const(*c)).collect();
        loop {
            let open: Vec<usize> = (0..answers.len()).filter(|i| answers[*i].is_none()).collect();
            if open.is_empty() {
                return answers;
            }
            let question = any(&mut self.machine.terms, open.iter().map(|i| conditions[*i]).collect());
            let limits = Limits { conflicts: Some(10 * SMALL_EFFORT) };
            match self.solver.check(&mut self.machine.terms, &[question], self.budget, limits) {
                Answer::Unsat => {
                    open.iter().for_each(|i| answers[*i] = Some(false));
                    return answers;
                }
                Answer::Unknown(_) => return answers,
                Answer::Sat => {
                    let Some(model) = self.model() else { return answers };
                    let mut values = Evaluator::new(&self.machine.terms, &model);
                    let before = open.len();
                    for i in open {
                        if values.holds(conditions[i]).unwrap_or(false) {
                            answers[i] = Some(true);
                        }
                    }
                    if answers.iter().filter(|a| a.is_none()).count() == before {
                        return answers;
                    }
                }
            }
        }
    }

    // ---- the solver ----

    /// Whether the conjunction is satisfiable; none if that could not be told (and why is noted).
    fn ask(&mut self, question: &[TermId]) -> Option<bool> {
        if question.iter().any(|t| self.machine.terms.as_bool_const(*t) == Some(false)) {
            return Some(false);
        }
        match self.solver.check(&mut self.machine.terms, question, self.budget, Limits::default()) {
            Answer::Sat => Some(true),
            Answer::Unsat => Some(false),
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
    fn leave_rest(&mut self, verdict: Verdict, observer: &mut dyn Observer) {
        for property in std::mem::take(&mut self.open) {
            let decision = Decision {
                property,
                verdict: verdict.clone(),
                reachable: None,
                bound: Some(self.options.unwind.unwrap_or(self.bound)),
                engine: ENGINE,
            };
            observer.decided(&decision);
            self.decisions.push(decision);
        }
    }
    fn finish(mut self, vacuous: bool, observer: &mut dyn Observer) -> Outcome {
        if !self.open.is_empty() {
            let reason = match (self.stopped, &self.gave_up) {
                (Some(stop), _) => stop.words().to_string(),
                (None, Some(reason)) => reason.clone(),
                (None, None) => "not decided".into(),
            };
            self.leave_rest(Verdict::Unknown(reason), observer);
        }
        let effort = self.solver.effort();
        let statistics = Statistics {
            terms: self.machine.terms.len() as u64,
            sat_variables: effort.variables,
            sat_clauses: effort.clauses,
            conflicts: effort.conflicts,
            bound: self.bound,
            steps: self.steps,
        };
        self.decisions.sort_by_key(|d| d.property);
        Outcome { decisions: self.decisions, stopped: self.stopped, vacuous, statistics }
    }
}

/// A balanced disjunction.
fn any(terms: &mut Terms, mut parts: Vec<TermId>) -> TermId {
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
    program: &Program,
    options: &Options,
    budget: &Budget,
    solver: &mut dyn Backend,
) -> Result<(Terms, Vec<Formula>), StopReason> {
    let mut decider = Decider::new(program, options, budget, solver);
    let bounds = decider.bounds(EXPORT_ROUND);
    let round = decider.unroll(bounds);
    if let Some(stop) = decider.stopped {
        return Err(stop);
    }
    let formulas = decider.open.iter().map(|p| Formula { property: *p, violated: round.violated[p] }).collect();
    Ok((decider.machine.terms, formulas))
}
