//! Decides a question: by the automaton that is followed, and for executions without an end by looking for cycles.

use super::question::{Asked, OfFormula, Question};
use super::referee::{Found, Where};
use super::{Told, events, referee, take_over};
use crate::request::Request;
use crate::run::{Judged, Shared, lock, portfolio_on};
use crate::selection::CheckSelection;
use cairn_base::Budget;
use cairn_ir::{CheckKind, Counterexample, Program, ProofMethod, PropertyId, Verdict};
use cairn_temporal::lasso::{self, Derived, Goal};
use cairn_temporal::weave::{self, Ending, Parts, Woven};
use std::sync::Arc;

/// What one derived program came to.
enum Came {
    Proved { ends: bool },
    Violated(Counterexample),
    Open,
}

pub fn decide(question: &Question, request: &Request, budget: &Budget, shared: &Shared) -> Option<Told> {
    let mut checks = CheckSelection::only([CheckKind::Temporal]);
    if question.program.properties.values().any(|p| p.kind != CheckKind::Temporal) {
        for kind in CheckKind::ALL.iter().filter(|kind| request.checks.is_on(**kind)) {
            checks.turn_on(*kind);
        }
    }
    let request = Request { checks, ..request.clone() };
    let decider = Decider { question, request: &request, budget, shared };
    match &question.asked {
        Asked::Followed { monitor, accepting } => {
            let ending = if *accepting { Ending::Accepting } else { Ending::Anything };
            let woven = weave::follow(&question.program, decider.parts(monitor), ending);
            let came = decider.run(woven.program.clone());
            match came {
                Came::Violated(found) => decider.told(&found, &woven, None),
                Came::Proved { ends: false } if *accepting => {
                    let told = decider.cycles(&woven, Goal::NothingAccepting);
                    if !monitor.deterministic {
                        decider.doubt("the automaton is not deterministic, so that its runs without an end are not decided; they have no cycle without an accepting state");
                    }
                    told
                }
                _ => None,
            }
        }
        Asked::Never { automaton, monitor, leaves } => {
            let Some(endings) = question.endings(automaton, leaves) else { return decider.too_large() };
            let woven = weave::choose(&question.program, decider.parts(monitor), &endings);
            decider.cycles(&woven, Goal::AllSeen)
        }
        Asked::Formula(formula) => decider.formula(formula),
    }
}

struct Decider<'a> {
    question: &'a Question,
    request: &'a Request,
    budget: &'a Budget,
    shared: &'a Shared,
}

impl<'a> Decider<'a> {
    fn parts(&self, monitor: &'a cairn_automata::monitor::Monitor) -> Parts<'a> {
        let Question { leaves, points, scope, property, fair, .. } = self.question;
        Parts { monitor, leaves, points, scope, property: *property, fair }
    }
    fn formula(&self, formula: &'a OfFormula) -> Option<Told> {
        let question = self.question;
        if question.fair.is_empty() {
            let Some(endings) = question.endings(&formula.own, &formula.leaves) else { return self.too_large() };
            let parts = self.parts(&formula.own_monitor);
            let woven = weave::follow(&question.program, parts, Ending::Stuttering(&endings));
            match self.run(woven.program.clone()) {
                Came::Violated(found) => return self.told(&found, &woven, None),
                Came::Proved { ends } if ends || formula.is_safety() => return None,
                _ => {}
            }
        }
        let Some(endings) = question.endings(&formula.negated, &formula.leaves) else { return self.too_large() };
        let woven = weave::choose(&question.program, self.parts(&formula.negated_monitor), &endings);
        self.cycles(&woven, Goal::AllSeen)
    }
    /// Looks for runs without an end, and for those that end, in one derived program.
    fn cycles(&self, woven: &Woven, goal: Goal) -> Option<Told> {
        // What functions without body change is decided one way, and is no proof for the other.
        let mut closed = woven.clone();
        let open = closed.program.outside.is_some();
        closed.program.decide_outside(false);
        let derived = match lasso::derive(&closed, &self.question.entries, self.question.property, goal) {
            Ok(derived) => derived,
            Err(why) => {
                self.doubt(&format!("runs without an end are not decided: {why}"));
                return None;
            }
        };
        match self.run(derived.program.clone()) {
            Came::Violated(found) => self.told(&found, woven, Some(&derived)),
            Came::Proved { ends: false } => {
                if let Some(why) = &derived.incomplete {
                    self.doubt(&format!("no run without an end violates it by coming back to a state, but there may be others: {why}"));
                } else if open {
                    self.doubt("it holds if functions without body change nothing that other files can see; `--stub NAME=arguments` says so");
                }
                None
            }
            _ => None,
        }
    }
    fn run(&self, program: Program) -> Came {
        let own = Shared::default();
        lock(&own).sources = lock(self.shared).sources.clone();
        portfolio_on(program, self.request, self.budget, &own);
        let came = match lock(&own).judged.get(&self.question.property) {
            Some(Judged { decision, evidence, .. }) => match &decision.verdict {
                Verdict::Proved(proof) => Came::Proved { ends: proof.by == ProofMethod::UnwindingComplete },
                Verdict::Violated(found) if evidence.is_some() => Came::Violated(found.clone()),
                _ => Came::Open,
            },
            None => Came::Open,
        };
        take_over(self.shared, &own);
        came
    }
    /// The events of a violation, judged once more. What the referee does not confirm is not told as a violation.
    fn told(&self, found: &Counterexample, woven: &Woven, derived: Option<&Derived>) -> Option<Told> {
        let program = {
            let known = lock(self.shared);
            known.subject.as_ref().map(Arc::clone)?
        };
        let place = match derived {
            Some(derived) => Where::in_derived(&program.program, derived, found),
            None => Where::in_woven(&program.program, woven, found),
        };
        match place.and_then(|place| referee::judge(self.question, found, &place)) {
            Ok(Found { steps, cycle_start }) => Some(events::told(self.question, &steps, cycle_start, self.shared)),
            Err(referee::Disagreement::CannotFollow(why)) => {
                self.doubt(&format!("a violation was found, but {why}"));
                None
            }
            Err(referee::Disagreement::Disagrees(why)) => {
                lock(self.shared).internal_error.get_or_insert(format!("the violation is not confirmed: {why}"));
                None
            }
        }
    }
    fn too_large(&self) -> Option<Told> {
        self.run(self.question.program.clone());
        self.doubt("the automaton of the property is too large for its ends to be decided");
        None
    }
    /// Takes back what is known of the property: it is not decided, and why.
    fn doubt(&self, why: &str) {
        let mut known = lock(self.shared);
        let id: PropertyId = self.question.property;
        let stopped = known.stopped;
        let Some(judged) = known.judged.get_mut(&id) else {
            if stopped.is_none() {
                known.unconfirmed.insert(id, why.into());
            }
            return;
        };
        judged.decision.verdict = Verdict::Unknown(why.into());
        judged.evidence = None;
        judged.not_replayed = Some(why.into());
    }
}
