//! Which proved properties are reached at all.
//!
//! A check that is reached a thousand times is mostly reached by the shortest executions too, so the first
//! instances are asked about first: the conditions of later ones are larger.

use super::{Beyond, Decider, ENGINE, Round, SMALL_EFFORT, any};
use crate::observer::Observer;
use cairn_ir::{Decision, Proof, PropertyId, Verdict};
use cairn_logic::execute::{Cut, CutReason};
use cairn_solvers::abilities::{Limits, Outcome as Answer};
use cairn_term::{Evaluator, TermId};
use rustc_hash::FxHashMap;

/// How many instances of each property are asked about at first, and how that grows.
const FIRST_INSTANCES: usize = 1;
const GROWTH: usize = 8;
/// How many places where executions were cut are asked about one by one.
const MOST_PLACES: usize = 64;

impl Decider<'_, '_> {
    /// Every execution was followed to its end, and none violates these properties.
    pub(super) fn prove(&mut self, properties: &[PropertyId], round: &Round, observer: &mut dyn Observer) {
        let mut reached: FxHashMap<PropertyId, Vec<TermId>> = FxHashMap::default();
        for instance in round.logs.iter().flat_map(|log| &log.instances) {
            reached.entry(instance.property).or_default().push(instance.reached);
        }
        let conditions = properties.iter().map(|p| reached.remove(p).unwrap_or_default()).collect();
        let answers = self.which_reached(conditions);
        for (property, reachable) in properties.iter().zip(answers) {
            let proof = Proof::by_unwinding();
            let decision = Decision {
                property: *property,
                verdict: Verdict::Proved(proof),
                reachable,
                bound: Some(self.bound),
                engine: ENGINE,
            };
            self.decide(decision, observer);
        }
    }
    /// Proves what no cut keeps from being decided: a check that cannot be reached from where executions were cut is
    /// executed only before, by executions that were all followed that far.
    pub(super) fn prove_unaffected(&mut self, round: &Round, beyond: &Beyond, observer: &mut dyn Observer) {
        let all = round.logs.iter().flat_map(|log| &log.cuts);
        let cuts: Vec<&Cut> = match beyond {
            // No execution is longer than the bound.
            Beyond::Unsupported(..) => self.reached_cuts(all.filter(|cut| cut.reason != CutReason::Bound)),
            _ => all.collect(),
        };
        if cuts.is_empty() || self.is_over() {
            return;
        }
        self.prove_before(&cuts, round, observer);
        // A cut that no execution comes to keeps nothing from being decided: a recursion has its own bound, whatever
        // loop beside it never ends.
        if !matches!(beyond, Beyond::Unsupported(..)) && self.open.iter().any(|property| self.is_clear(*property)) {
            let reached = self.reached_places(&cuts);
            if reached.len() < cuts.len() && !self.is_over() {
                self.prove_before(&reached, round, observer);
            }
        }
    }
    /// Proves what cannot be reached from any of these cuts.
    fn prove_before(&mut self, cuts: &[&Cut], round: &Round, observer: &mut dyn Observer) {
        let places = cuts.iter().map(|cut| (cut.at, cut.calls.as_slice()));
        let affected = self.places.properties_from(self.machine.program, places);
        let open = std::mem::take(&mut self.open);
        let (proved, open): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|property| self.is_clear(*property) && !affected.contains(property));
        self.open = open;
        self.prove(&proved, round, observer);
    }
    /// The cuts at places that executions come to, as far as that is soon told: all of them if there are many places.
    fn reached_places<'c>(&mut self, cuts: &[&'c Cut]) -> Vec<&'c Cut> {
        let mut places: Vec<(&'c Cut, Vec<TermId>)> = Vec::new();
        for cut in cuts {
            match places.iter().position(|(other, _)| other.at == cut.at && other.calls == cut.calls) {
                Some(place) => places[place].1.push(cut.reached),
                None if places.len() >= MOST_PLACES => return cuts.to_vec(),
                None => places.push((cut, vec![cut.reached])),
            }
        }
        let (cuts, conditions): (Vec<_>, Vec<_>) = places.into_iter().unzip();
        let answers = self.which_reached(conditions);
        cuts.into_iter().zip(answers).filter(|(_, reached)| *reached != Some(false)).map(|(cut, _)| cut).collect()
    }
    /// The cuts that executions reach, as far as that is soon told.
    fn reached_cuts<'c>(&mut self, cuts: impl Iterator<Item = &'c Cut>) -> Vec<&'c Cut> {
        let cuts: Vec<&Cut> = cuts.collect();
        let answers = self.which_reached(cuts.iter().map(|cut| vec![cut.reached]).collect());
        cuts.into_iter().zip(answers).filter(|(_, reached)| *reached != Some(false)).map(|(cut, _)| cut).collect()
    }
    /// Whether no execution gets to a check or to its end.
    pub(super) fn is_vacuous(&mut self, round: &Round) -> bool {
        if self.decisions.iter().any(|d| d.reachable != Some(false)) || !self.open.is_empty() {
            return false;
        }
        let ends = round.logs.iter().flat_map(|log| log.ends.iter().copied()).collect();
        let ends = any(&mut self.machine.terms, ends);
        self.ask(ends) == Some(false)
    }
    /// For each list of conditions, whether one of them is satisfiable; none where that took too long to say.
    fn which_reached(&mut self, conditions: Vec<Vec<TermId>>) -> Vec<Option<bool>> {
        let terms = &self.machine.terms;
        let quick = |conditions: &Vec<TermId>| {
            if conditions.contains(&terms.tt()) {
                Some(true)
            } else {
                conditions.iter().all(|c| *c == terms.ff()).then_some(false)
            }
        };
        let mut answers: Vec<Option<bool>> = conditions.iter().map(quick).collect();
        let longest = conditions.iter().map(Vec::len).max().unwrap_or(0);
        let mut instances = FIRST_INSTANCES;
        while answers.contains(&None) {
            let first: Vec<&[TermId]> = conditions.iter().map(|c| &c[..c.len().min(instances)]).collect();
            let none_left = self.find_reached(&first, &mut answers);
            if instances >= longest {
                if none_left {
                    answers.iter_mut().for_each(|a| *a = a.or(Some(false)));
                }
                break;
            }
            instances *= GROWTH;
        }
        answers
    }
    /// Marks the lists of which a condition is satisfiable. True if none of the others is.
    fn find_reached(&mut self, conditions: &[&[TermId]], answers: &mut [Option<bool>]) -> bool {
        loop {
            let open: Vec<usize> = (0..answers.len()).filter(|i| answers[*i].is_none()).collect();
            let question = open.iter().flat_map(|i| conditions[*i].iter().copied()).collect();
            let question = any(&mut self.machine.terms, question);
            if open.is_empty() || question == self.machine.terms.ff() {
                return true;
            }
            let limits = Limits { conflicts: Some(10 * SMALL_EFFORT) };
            match self.solver.check(&mut self.machine.terms, &[question], self.budget, limits) {
                Answer::Unsat => return true,
                Answer::Unknown(_) => return false,
                Answer::Sat => {}
            }
            let Some(model) = self.model() else { return false };
            let mut values = Evaluator::new(&self.machine.terms, &model);
            let mut found = false;
            for i in open {
                if conditions[i].iter().any(|c| values.holds(*c).unwrap_or(false)) {
                    answers[i] = Some(true);
                    found = true;
                }
            }
            if !found {
                return false;
            }
        }
    }
}
