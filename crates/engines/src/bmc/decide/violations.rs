//! Which properties can be violated within the bounds of a round, and by what.
//!
//! All are asked about at once first, which is fastest when they are easy. What is open after that is
//! asked about in groups of checks, in the order of execution: what earlier checks ensure, later ones may
//! use. Groups that are too hard are halved and asked about again with more effort, so that whatever is
//! easy is decided, however hard the rest is.

use super::{ClearedBy, Decider, ENGINE, Round, SMALL_EFFORT, any};
use crate::observer::Observer;
use cairn_ir::{Counterexample, Decision, PropertyId, Verdict};
use cairn_logic::inputs::inputs_of;
use cairn_solvers::abilities::{Limits, Outcome as Answer};
use cairn_term::{Assignment, Evaluator, TermId};
use rustc_hash::FxHashSet;

/// Conflicts for all properties together.
const TOGETHER: u64 = 5_000;
/// Conflicts for one group on the first pass, and how it grows.
const ALONE: u64 = 2_000;
const GROWTH: u64 = 2;
/// How many groups there are at first.
const GROUPS: usize = 32;

/// A check that may be violated.
#[derive(Clone, Copy)]
struct Candidate {
    property: PropertyId,
    violated: TermId,
}

impl Decider<'_, '_> {
    /// Finds the violations of this round and clears the properties that have none, as far as the effort
    /// for one property allows.
    pub(super) fn find_violations(&mut self, round: &Round, effort: u64, observer: &mut dyn Observer) {
        if !self.together(round, observer) {
            self.by_groups(round, effort, observer);
        }
    }
    fn unclear(&self) -> Vec<PropertyId> {
        self.open.iter().copied().filter(|p| !self.is_clear(*p)).collect()
    }
    /// Asks about all at once; false if that left some undecided.
    fn together(&mut self, round: &Round, observer: &mut dyn Observer) -> bool {
        loop {
            let unclear = self.unclear();
            let candidates = unclear.iter().map(|p| round.violated[p]).collect();
            let candidates = any(&mut self.machine.terms, candidates);
            let limit = (unclear.len() > 1).then_some(TOGETHER);
            match self.ask_within(candidates, limit) {
                Some(true) if self.take_violations(round, observer) => {}
                Some(false) => {
                    unclear.into_iter().for_each(|p| self.clear_property(p, round));
                    return true;
                }
                _ => return self.is_over(),
            }
        }
    }
    /// Asks about groups of checks in the order of execution, and halves groups that are too hard.
    fn by_groups(&mut self, round: &Round, effort: u64, observer: &mut dyn Observer) {
        let mut groups = self.groups(round);
        let mut conflicts = ALONE;
        while !groups.is_empty() {
            let last = groups.len() == 1 && groups[0].len() == 1 || conflicts >= effort;
            let limit = Some(if last { effort } else { conflicts });
            let mut harder = Vec::new();
            let mut groups_left = groups.into_iter();
            while let Some(group) = groups_left.next() {
                let Some(open) = self.ask_group(group.clone(), round, limit, observer) else {
                    harder.push(group);
                    harder.extend(groups_left);
                    return self.clear_all_but(&harder, round);
                };
                match open.len() {
                    0 => {}
                    1 => harder.push(open),
                    n => harder.extend(open.chunks(n.div_ceil(2)).map(<[_]>::to_vec)),
                }
                self.report(observer);
            }
            groups = harder;
            self.clear_all_but(&groups, round);
            if last {
                return;
            }
            conflicts = conflicts.saturating_mul(GROWTH);
        }
    }
    /// Notes which properties cannot fail in this round: those without a check among the undecided ones.
    fn clear_all_but(&mut self, undecided: &[Vec<Candidate>], round: &Round) {
        let unclear = self.unclear();
        let is_undecided = |p: &PropertyId| undecided.iter().flatten().any(|c| c.property == *p);
        unclear.into_iter().filter(|p| !is_undecided(p)).for_each(|p| self.clear_property(p, round));
    }
    /// The checks of unclear properties, in groups of consecutive ones.
    fn groups(&self, round: &Round) -> Vec<Vec<Candidate>> {
        let unclear: FxHashSet<PropertyId> = self.unclear().into_iter().collect();
        let instances = round.logs.iter().flat_map(|log| &log.instances);
        let candidates: Vec<Candidate> = instances
            .filter(|i| unclear.contains(&i.property) && self.machine.terms.as_bool_const(i.violated) != Some(false))
            .map(|i| Candidate { property: i.property, violated: i.violated })
            .collect();
        candidates.chunks(candidates.len().div_ceil(GROUPS).max(1)).map(<[_]>::to_vec).collect()
    }
    /// Decides a group with limited effort. Gives back those checks that were too hard; none if the round
    /// is over.
    fn ask_group(
        &mut self,
        mut group: Vec<Candidate>,
        round: &Round,
        limit: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Option<Vec<Candidate>> {
        loop {
            // Another's counterexample may have violated it too.
            group.retain(|c| self.open.contains(&c.property));
            let violated = any(&mut self.machine.terms, group.iter().map(|c| c.violated).collect());
            match self.ask_within(violated, limit) {
                Some(true) if self.take_violations(round, observer) => {}
                Some(false) => {
                    self.exclude(violated);
                    return Some(Vec::new());
                }
                None if !self.is_over() => return Some(group),
                _ => return None,
            }
        }
    }
    /// Notes that a property has no violation in this round.
    fn clear_property(&mut self, property: PropertyId, round: &Round) {
        self.clear.insert(property, ClearedBy { round: self.round, bound: self.bound });
        self.exclude(round.violated[&property]);
    }
    /// Tells the solver what it found out: this condition is unsatisfiable, which helps with the others.
    fn exclude(&mut self, condition: TermId) {
        let never = self.machine.terms.not(condition);
        if self.machine.terms.as_bool_const(never).is_none() {
            self.solver.assert(&mut self.machine.terms, never);
        }
    }
    /// Decides the properties that the solver's model violates; false if that could not be done.
    fn take_violations(&mut self, round: &Round, observer: &mut dyn Observer) -> bool {
        let Some(model) = self.model() else { return false };
        let found = self.violated_in(&model, round);
        if found.is_empty() && self.has_quantifiers(round) {
            return self.each_alone(round, observer);
        }
        if found.is_empty() {
            self.gave_up = Some("the solver's model does not satisfy the formula".into());
            return false;
        }
        for property in found {
            let Some(decision) = self.counterexample(property, round, &model) else { return false };
            self.open.retain(|p| *p != property);
            self.decide(decision, observer);
        }
        self.report(observer);
        true
    }
    fn has_quantifiers(&self, round: &Round) -> bool {
        let roots: Vec<TermId> = round.violated.values().copied().collect();
        self.machine.terms.post_order(&roots).any(|term| self.machine.terms.op(term).is_quantifier())
    }
    /// Asks about each property by itself: where there are quantifiers a model is a guess, and tells nothing about
    /// the others. A guess is told; if it is no execution that violates the property, that stays unknown.
    fn each_alone(&mut self, round: &Round, observer: &mut dyn Observer) -> bool {
        for property in self.unclear() {
            let violated = round.violated[&property];
            match self.ask(violated) {
                Some(false) => self.clear_property(property, round),
                Some(true) => {
                    let Some(model) = self.model() else { return false };
                    self.open.retain(|p| *p != property);
                    let guess = self.guess(property, round, &model);
                    let decision = guess.filter(|decision| observer.decided(decision));
                    self.decisions.push(decision.unwrap_or_else(|| self.no_execution(property)));
                }
                None => return false,
            }
            self.report(observer);
        }
        true
    }
    fn no_execution(&self, property: PropertyId) -> Decision {
        let reason = "a state that may violate it was found, but it is none of an execution".to_string();
        Decision { property, verdict: Verdict::Unknown(reason), reachable: None, bound: None, engine: ENGINE }
    }
    fn guess(&mut self, property: PropertyId, round: &Round, model: &Assignment) -> Option<Decision> {
        let logs = round.logs.iter().zip(self.entries);
        let mut stands = logs.filter(|(log, _)| log.instances.iter().any(|i| i.property == property));
        let (log, entry) = stands.next()?;
        let inputs = inputs_of(&self.machine, &log.inputs, model).ok()?;
        let verdict = Verdict::Violated(Counterexample { entry: *entry, inputs });
        let bound = Some(self.options.unwind.unwrap_or(self.bound));
        Some(Decision { property, verdict, reachable: Some(true), bound, engine: ENGINE })
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
        for (log, entry) in round.logs.iter().zip(self.entries) {
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
}
