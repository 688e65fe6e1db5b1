//! Decides a question: by the automaton that is followed, and for executions without an end by looking for cycles.

use super::question::{Asked, OfFormula, Question};
use super::referee::{Found, Where};
use super::{Told, events, referee, take_over};
use crate::request::{EngineChoice, Request, Unwinding};
use crate::run::{Judged, Shared, lock, portfolio_on, prepare};
use crate::selection::CheckSelection;
use crate::settled::Settled;
use cairn_automata::condition::EventKind;
use cairn_automata::monitor::{Guard, Monitor, State};
use cairn_base::Budget;
use cairn_ir::{CheckKind, Counterexample, Program, ProofMethod, PropertyId, Verdict};
use cairn_passes::{CallGraph, Loops};
use cairn_temporal::lasso::{self, Derived, Goal};
use cairn_temporal::leaves::LeafKind;
use cairn_temporal::stutter::universal;
use cairn_temporal::weave::{self, Ending, Parts, Woven};
use std::sync::Arc;
use std::time::Duration;

/// What a first look at runs with an end may take.
const FIRST_LOOK: Duration = Duration::from_secs(1);

/// What one derived program came to.
enum Came {
    Proved { ends: bool },
    Violated(Counterexample),
    Open,
}

pub fn decide(question: &Question, request: &Request, budget: &Budget, shared: &Shared) -> Option<Told> {
    let mut checks = CheckSelection::only([CheckKind::Temporal]);
    if question.with_checks {
        for kind in CheckKind::ALL.iter().filter(|kind| request.checks.is_on(**kind)) {
            checks.turn_on(*kind);
        }
    }
    let request = Request { checks, ..request.clone() };
    let decider = Decider { question, request: &request, budget, shared };
    decider.begin();
    match &question.asked {
        Asked::Followed { monitor, accepting } => {
            let ending = if *accepting { Ending::Accepting } else { Ending::Anything };
            let woven = weave::follow(&question.program, decider.parts(monitor), ending);
            let (came, own) = decider.run(woven.program.clone());
            if !(*accepting && matches!(came, Came::Proved { ends: false })) {
                take_over(shared, &own);
            }
            let told = match came {
                Came::Violated(found) => return decider.told(&found, &woven, None),
                Came::Proved { ends: false } if *accepting => {
                    let told = decider.cycles(&woven, Goal::NothingAccepting);
                    if told.is_none() && decider.is_proved() && !is_deterministic(question, monitor) {
                        decider.doubt("two alternatives of a state of the automaton may hold together, so that its runs without an end are not decided; they have no cycle without an accepting state");
                    }
                    told
                }
                _ => None,
            };
            told.or_else(|| decider.unused(monitor))
        }
        Asked::Never { automaton, monitor, leaves } => {
            let Some(endings) = question.endings(automaton, leaves) else { return decider.too_large() };
            let woven = weave::choose(&question.program, decider.parts(monitor), &endings, &universal(automaton));
            decider.cycles(&woven, Goal::AllSeen)
        }
        Asked::Formula(formula) => decider.formula(formula),
    }
}

/// Whether it can be seen that no two transitions of a state are taken together: their guards ask for different events, or the
/// second is for what the others leave.
fn is_deterministic(question: &Question, monitor: &Monitor) -> bool {
    let event = |guard: &Guard| {
        let parts = match guard {
            Guard::And(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        parts.iter().find_map(|part| match part {
            Guard::Leaf(leaf) => match question.leaves[*leaf].kind {
                LeafKind::Event(kind, Some(function)) if kind != EventKind::CallOrReturn => Some((kind, function)),
                _ => None,
            },
            _ => None,
        })
    };
    let apart = |a: &Guard, b: &Guard| {
        let others =
            matches!(b, Guard::Not(inner) if **inner == *a || matches!(&**inner, Guard::Or(all) if all.contains(a)));
        others || matches!((event(a), event(b)), (Some(a), Some(b)) if a != b)
    };
    let alone = |state: &State| {
        let all = &state.transitions;
        (0..all.len()).all(|i| (i + 1..all.len()).all(|j| apart(&all[i].guard, &all[j].guard)))
    };
    monitor.initial.len() <= 1 && monitor.states.iter().all(alone)
}

struct Decider<'a> {
    question: &'a Question,
    request: &'a Request,
    budget: &'a Budget,
    shared: &'a Shared,
}

impl<'a> Decider<'a> {
    /// The question is known before it is answered, so that a run that is ended early says what is open.
    fn begin(&self) {
        if let Ok(subject) = prepare(self.question.program.clone(), self.request) {
            lock(self.shared).subject = Some(Arc::new(subject));
        }
    }
    fn parts(&self, monitor: &'a cairn_automata::monitor::Monitor) -> Parts<'a> {
        let Question { leaves, points, scope, property, fair, .. } = self.question;
        Parts { monitor, leaves, points, scope, property: *property, fair }
    }
    /// A formula whose violations all show in a finite part is followed; of others one run of the automaton of the negation is.
    fn formula(&self, formula: &'a OfFormula) -> Option<Told> {
        let question = self.question;
        let is_followed = question.fair.is_empty() && question.shows_at_steps(formula);
        if !is_followed
            && question.fair.is_empty()
            && let Some(decided) = self.at_ends(formula)
        {
            return decided;
        }
        if !is_followed {
            let Some(endings) = question.endings(&formula.negated, &formula.leaves) else { return self.too_large() };
            let universal =
                if question.fair.is_empty() { universal(&formula.negated) } else { vec![false; endings.len()] };
            let parts = self.parts(&formula.negated_monitor);
            let woven = weave::choose(&question.program, parts, &endings, &universal);
            match self.derived(&woven, Goal::AllSeen) {
                Ok(derived) => return self.on_cycles(&woven, &derived),
                Err(why) if !question.fair.is_empty() => {
                    self.doubt(&why);
                    return None;
                }
                Err(_) => {}
            }
        }
        let Some(endings) = question.endings(&formula.own, &formula.leaves) else { return self.too_large() };
        let woven = weave::follow(&question.program, self.parts(&formula.own_monitor), Ending::Stuttering(&endings));
        let (came, own) = self.run(woven.program.clone());
        take_over(self.shared, &own);
        match came {
            Came::Violated(found) => self.told(&found, &woven, None),
            Came::Proved { ends } if !is_followed && !ends => {
                self.doubt("every run that ends satisfies it, but runs without an end are not decided: the program is recursive");
                None
            }
            _ => None,
        }
    }
    /// Of a proof: what of the automaton no execution uses.
    fn unused(&self, monitor: &'a Monitor) -> Option<Told> {
        if !self.is_proved() {
            return None;
        }
        let parts = self.parts(monitor);
        let unused = super::unused::unused(self.question, monitor, parts, self.request, self.budget, self.shared);
        Some(Told { unused, ..Told::default() })
    }
    /// Looks, for a part of the time, for a violation that shows in a finite part of a run or at its end; and if every run has
    /// an end, that is all there is.
    fn at_ends(&self, formula: &'a OfFormula) -> Option<Option<Told>> {
        let endings = self.question.endings(&formula.own, &formula.leaves)?;
        let parts = self.parts(&formula.own_monitor);
        let woven = weave::follow(&self.question.program, parts, Ending::Stuttering(&endings));
        let most = self.budget.remaining().map_or(FIRST_LOOK, |left| (left / 4).min(FIRST_LOOK));
        let request = Request { engine: EngineChoice::Bmc, ..self.request.clone() };
        let (came, own) = self.run_within(woven.program.clone(), &request, &self.budget.within(most));
        match came {
            Came::Violated(found) => {
                take_over(self.shared, &own);
                Some(self.told(&found, &woven, None))
            }
            Came::Proved { ends: true } => {
                take_over(self.shared, &own);
                Some(None)
            }
            _ => None,
        }
    }
    fn derived(&self, woven: &Woven, goal: Goal) -> Result<Derived, String> {
        // What functions without body change is decided one way, and is no proof for the other.
        let mut closed = woven.clone();
        closed.program.decide_outside(false);
        lasso::derive(&closed, &self.question.entries, self.question.property, goal)
            .map_err(|why| format!("runs without an end are not decided: {why}"))
    }
    /// Looks for runs without an end, and for those that end, in one derived program.
    fn cycles(&self, woven: &Woven, goal: Goal) -> Option<Told> {
        match self.derived(woven, goal) {
            Ok(derived) => self.on_cycles(woven, &derived),
            Err(why) => {
                self.doubt(&why);
                None
            }
        }
    }
    fn on_cycles(&self, woven: &Woven, derived: &Derived) -> Option<Told> {
        let open = woven.program.outside.is_some();
        let (came, own) = self.run(derived.program.clone());
        take_over(self.shared, &own);
        match came {
            Came::Violated(found) => self.told(&found, woven, Some(derived)),
            Came::Proved { ends: false } => {
                if let Some(why) = &derived.incomplete {
                    self.doubt(&format!(
                        "no run without an end violates it by coming back to a state, but there may be others: {why}"
                    ));
                } else if open {
                    self.doubt("it holds if functions without body change nothing that other files can see; `--stub NAME=arguments` says so");
                }
                None
            }
            _ => None,
        }
    }
    /// Decides a derived program. Nobody is told before it is known what that says about the question.
    fn run(&self, program: Program) -> (Came, Shared) {
        self.run_within(program, self.request, self.budget)
    }
    fn run_within(&self, program: Program, request: &Request, budget: &Budget) -> (Came, Shared) {
        let own = Shared::default();
        lock(&own).sources = lock(self.shared).sources.clone();
        portfolio_on(program, request, budget, &own);
        let mut bound = None;
        let mut came = match lock(&own).judged.get(&self.question.property) {
            Some(Judged { decision, evidence, .. }) => match &decision.verdict {
                Verdict::Proved(proof) => {
                    bound = decision.bound.filter(|_| proof.by == ProofMethod::UnwindingComplete);
                    Came::Proved { ends: false }
                }
                Verdict::Violated(found) if evidence.is_some() => Came::Violated(found.clone()),
                _ => Came::Open,
            },
            None => Came::Open,
        };
        if let (Came::Proved { ends }, Some(bound)) = (&mut came, bound) {
            *ends = self.all_end(bound, budget);
        }
        (came, own)
    }
    /// Whether every execution ends, its loops within so many iterations. That all checks of a program were seen does not say so: a
    /// loop without any may go on for ever.
    fn all_end(&self, bound: u32, budget: &Budget) -> bool {
        let program = self.question.program.clone();
        let (unwind, unwinding) = (Some(bound.saturating_add(1)), Unwinding::Assert);
        let checks = CheckSelection::only([CheckKind::Unwinding]);
        let request = Request { engine: EngineChoice::Bmc, unwind, unwinding, checks, ..self.request.clone() };
        let own = Shared::default();
        lock(&own).sources = lock(self.shared).sources.clone();
        portfolio_on(program, &request, budget, &own);
        let mut known = lock(&own);
        let settled = Settled::take(&mut known, None);
        let bounds: Vec<bool> = settled
            .rulings()
            .filter(|(id, _)| {
                let kind = settled.subject().map(|subject| subject.program.properties[*id].kind);
                matches!(kind, Some(CheckKind::Unwinding | CheckKind::Recursion))
            })
            .map(|(_, ruling)| ruling.proof().is_some())
            .collect();
        let has_cycles = settled.subject().is_none_or(|subject| {
            let loops = |procedure: &cairn_ir::Procedure| !Loops::new(procedure).loops.is_empty();
            let program = &subject.program;
            let calls = CallGraph::new(program);
            let mut all = program.procedures.iter().filter(|(_, procedure)| procedure.has_body());
            all.any(|(id, procedure)| loops(procedure) || calls.is_recursive(id))
        });
        known.internal_error.is_none() && bounds.iter().all(|proved| *proved) && (!has_cycles || !bounds.is_empty())
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
        let entry = program.entries.iter().position(|entry| *entry == found.entry).unwrap_or(usize::MAX);
        match place.and_then(|place| referee::judge(self.question, entry, &place)) {
            Ok(Found { steps, cycle_start }) => {
                let told = events::told(self.question, &steps, cycle_start, self.shared);
                let inputs = derived.map_or(&woven.inputs, |derived| &derived.inputs);
                let own = inputs.iter().map(|var| program.program.variables[*var].name.to_string());
                Some(Told { own: own.chain([weave::STEP.to_string()]).collect(), ..told })
            }
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
        self.doubt("the automaton of the property is too large for its ends to be decided");
        None
    }
    fn is_proved(&self) -> bool {
        let known = lock(self.shared);
        let judged = known.judged.get(&self.question.property);
        matches!(judged, Some(judged) if matches!(judged.decision.verdict, Verdict::Proved(_)))
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
