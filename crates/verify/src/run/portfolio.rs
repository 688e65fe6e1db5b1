//! The engines of a run, side by side: interprets a strategy.
//!
//! Each lane has its evidence judged on its own thread, so that neither waits for the other. What one has decided, with
//! evidence that convinced, the others leave alone; when everything is decided, whoever is left is cancelled. Verdicts do
//! not depend on who is faster: violations come from bounded model checking, and of executions too long for it from
//! running the program, and a proof of one engine is never contradicted by another.

use super::strategy::{
    FIRST_LOOK, FIRST_PATIENCE, FIRST_PATIENCE_FOR_EACH, LARGE, LONG_LOOP, Lane, MUCH_PATIENCE, PATIENCE, Setting,
    Start, Strategy, Tell, VERY_LONG_LOOP, strategy,
};
use super::{Subject, Watcher};
use crate::request::Request;
use cairn_base::{Budget, StopReason};
use cairn_engines::{Facts, Observer, Outcome, Problem, Progress, intervals};
use cairn_ir::{Decision, PropertyId, Verdict};
use cairn_passes::{CallGraph, Loops};
use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Address space only: pages that are not touched cost nothing.
const STACK_BYTES: usize = 1 << 30;
/// The lane that leads.
const LEAD: usize = 0;

/// Runs the engines that a request asks for.
pub(super) fn run(subject: &Subject, request: &Request, budget: &Budget, watcher: &mut Watcher) -> Outcome {
    let strategy = strategy(request);
    let record = watcher.record().clone();
    let setting = Setting { subject, request, record: &record };
    if let [lane] = strategy {
        return work(lane, &setting, budget, watcher);
    }
    let (sender, receiver) = mpsc::channel();
    let decided = Decided::default();
    let mut first = Outcome::default();
    if strategy.len() > 1 && is_large(subject) {
        let properties = u32::try_from(subject.properties.len()).unwrap_or(u32::MAX);
        let own = budget.within(FIRST_PATIENCE.saturating_add(FIRST_PATIENCE_FOR_EACH.saturating_mul(properties)));
        first = work(&FIRST_LOOK, &setting, &own, &mut watcher.beside(&own));
        let found = first.decisions.iter().map(|decision| decision.property);
        decided.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        first.stopped = None;
        if first.decisions.len() == subject.properties.len() {
            return Outcome { decisions: Vec::new(), ..first };
        }
    }
    let setting = &setting;
    let budgets: Vec<Budget> = strategy.iter().map(|_| budget.branch()).collect();
    std::thread::scope(|scope| {
        let start = |number: usize| {
            let own = budgets[number].clone();
            let mut listener = Listener {
                watcher: watcher.beside(&own),
                sender: sender.clone(),
                decided: Arc::clone(&decided),
                lane: number,
            };
            let body = move || {
                let sender = listener.sender.clone();
                let work = || work(&strategy[number], setting, &own, &mut listener);
                let message = match catch_unwind(AssertUnwindSafe(work)) {
                    Ok(outcome) => Message::Ended(number, outcome),
                    Err(panic) => Message::Panicked(panic),
                };
                // Nobody listens any more only if the coordinator has panicked.
                let _ = sender.send(message);
            };
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, body).is_ok()
        };
        if !start(LEAD) {
            return work(&strategy[LEAD], setting, budget, watcher);
        }
        let mut coordinator = Coordinator {
            subject,
            strategy,
            budgets: &budgets,
            decided: &decided,
            outcome: None,
            vacuous: false,
            something_reached: first.decisions.iter().any(|decision| decision.reachable != Some(false)),
        };
        coordinator.listen(&receiver, &start);
        let mut outcome = coordinator.outcome.unwrap_or_default();
        outcome.vacuous |= coordinator.vacuous | first.vacuous;
        // Decisions that convinced were told as they fell; of the others, those of other engines may know more.
        let decided = decided.lock().unwrap_or_else(PoisonError::into_inner);
        outcome.decisions.retain(|d| !decided.contains(&d.property));
        outcome.stopped = outcome.stopped.filter(|stop| *stop != StopReason::Cancelled || budget.is_stopped());
        outcome
    })
}

/// Whether executing all calls in place takes many statements, most of which are in procedures that need be looked at only once.
fn is_large(subject: &Subject) -> bool {
    let extent = intervals::Extent::of(&subject.program, &subject.entries);
    extent.in_place > LARGE && extent.shared > extent.by_procedure / 2
}

/// The engines of a lane, one after the other.
fn work(lane: &Lane, setting: &Setting<'_>, budget: &Budget, observer: &mut dyn Observer) -> Outcome {
    let mut whole = Outcome::default();
    if lane.needs_cycles && !has_cycles(setting.subject) {
        return whole;
    }
    let (mut facts, mut held) = (Facts::default(), Vec::new());
    for (number, stage) in lane.stages.iter().enumerate() {
        let all_decided = || setting.subject.properties.iter().all(|property| observer.is_decided(*property));
        if number > 0 && (budget.check().is_err() || all_decided()) {
            break;
        }
        let engine = (stage.make)(setting);
        let problem = Problem { facts: &facts, ..setting.subject.problem() };
        let own = budget.remaining().filter(|_| stage.share > 1).map(|left| budget.within(left / stage.share));
        let own = own.as_ref().unwrap_or(budget);
        let outcome = match stage.tell {
            Tell::AtOnce => {
                let outcome = engine.run(&problem, own, observer);
                held.retain(|decision: &Decision| !observer.is_decided(decision.property));
                if !outcome.unrolls && !held.is_empty() && budget.check().is_ok() {
                    observer.decided_together(&held);
                }
                held.clear();
                outcome
            }
            Tell::AfterNext => engine.run(&problem, own, &mut Keeper { observer, held: &mut held }),
        };
        if outcome.facts.program.is_some() {
            facts = outcome.facts;
        }
        whole.vacuous |= outcome.vacuous;
        whole.stopped = outcome.stopped;
        whole.decisions.extend(outcome.decisions);
        if number == 0 {
            whole.statistics = outcome.statistics;
        }
    }
    whole
}

/// Whether there is anything to prove beyond what bounded model checking comes to the end of: loops and recursions.
fn has_cycles(subject: &Subject) -> bool {
    let program = &subject.program;
    let calls = CallGraph::new(program);
    let loops = program.procedures.values().any(|body| !Loops::new(body).loops.is_empty());
    loops || program.procedures.ids().any(|id| calls.is_recursive(id))
}

/// Keeps decisions to itself until another engine has had its say.
struct Keeper<'a> {
    observer: &'a mut dyn Observer,
    held: &'a mut Vec<Decision>,
}

impl Observer for Keeper<'_> {
    fn progress(&mut self, progress: Progress) {
        self.observer.progress(progress);
    }
    fn decided(&mut self, decision: &Decision) -> bool {
        self.held.push(decision.clone());
        true
    }
    fn is_decided(&self, property: PropertyId) -> bool {
        self.observer.is_decided(property)
    }
}

enum Message {
    /// How many iterations of loops the leading lane has explored.
    Explored(u32),
    /// A lane decided something, with evidence that convinced; and whether executions reach a check, as far as is known.
    Decided {
        by: usize,
        reached: bool,
    },
    Ended(usize, Outcome),
    Panicked(Box<dyn Any + Send>),
}

/// Properties with a verdict that convinced.
type Decided = Arc<Mutex<BTreeSet<PropertyId>>>;

/// Has what a lane says judged, and tells the coordinator what came of it.
struct Listener {
    watcher: Watcher,
    sender: Sender<Message>,
    decided: Decided,
    lane: usize,
}

impl Listener {
    /// Nobody listens any more only if the coordinator has panicked.
    fn tell(&self, message: Message) {
        let _ = self.sender.send(message);
    }
}

impl Observer for Listener {
    fn progress(&mut self, progress: Progress) {
        if self.lane == LEAD {
            self.watcher.progress(progress);
            self.tell(Message::Explored(progress.bound));
        }
    }
    fn decided(&mut self, decision: &Decision) -> bool {
        // What is not conclusive waits until the engines have ended: another may know more.
        if !matches!(decision.verdict, Verdict::Proved(_) | Verdict::Violated(_)) {
            return true;
        }
        self.decided_together(std::slice::from_ref(decision)).first().copied().unwrap_or(false)
    }
    fn decided_together(&mut self, decisions: &[Decision]) -> Vec<bool> {
        let new: Vec<Decision> = decisions.iter().filter(|d| !self.is_decided(d.property)).cloned().collect();
        let answers = self.watcher.decided_together(&new);
        let convinced = new.iter().zip(answers).filter(|(_, convinced)| *convinced).map(|(d, _)| d.property);
        self.decided.lock().unwrap_or_else(PoisonError::into_inner).extend(convinced);
        let reached = decisions.iter().any(|d| d.reachable != Some(false));
        self.tell(Message::Decided { by: self.lane, reached });
        decisions.iter().map(|d| self.is_decided(d.property)).collect()
    }
    fn cleared(&mut self, properties: &[PropertyId], bound: u32) {
        self.watcher.cleared(properties, bound);
    }
    fn is_decided(&self, property: PropertyId) -> bool {
        self.decided.lock().unwrap_or_else(PoisonError::into_inner).contains(&property)
    }
}

struct Coordinator<'a> {
    subject: &'a Subject,
    strategy: Strategy,
    /// Of each lane.
    budgets: &'a [Budget],
    decided: &'a Decided,
    /// What the leading lane came to.
    outcome: Option<Outcome>,
    /// Another lane found that nothing is reachable.
    vacuous: bool,
    /// Some check is reached, as far as is known.
    something_reached: bool,
}

impl Coordinator<'_> {
    fn listen(&mut self, receiver: &Receiver<Message>, start: &dyn Fn(usize) -> bool) {
        let mut waiting: Vec<usize> = (0..self.strategy.len()).filter(|lane| *lane != LEAD).collect();
        let mut running = 1;
        let since = Instant::now();
        while running > 0 {
            let message = match receiver.recv_timeout(PATIENCE) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let mut goes_on = message.is_none();
            let mut goes_far = since.elapsed() >= MUCH_PATIENCE;
            match message {
                None => {}
                Some(Message::Explored(bound)) => {
                    goes_on = bound >= LONG_LOOP;
                    goes_far |= bound >= VERY_LONG_LOOP;
                }
                Some(Message::Decided { by, reached }) => {
                    self.something_reached |= reached;
                    self.decided(by);
                }
                Some(Message::Ended(lane, outcome)) => {
                    running -= 1;
                    self.vacuous |= outcome.vacuous;
                    if lane == LEAD {
                        self.outcome = Some(outcome);
                        (goes_on, goes_far) = (true, true);
                    }
                }
                Some(Message::Panicked(panic)) => {
                    self.budgets.iter().for_each(Budget::cancel);
                    resume_unwind(panic);
                }
            }
            if self.is_done() {
                continue;
            }
            waiting.retain(|lane| {
                let is_time = match self.strategy[*lane].start {
                    Start::AtOnce => true,
                    Start::LoopsGoOn => goes_on,
                    Start::LoopsGoFar => goes_far,
                };
                running += u32::from(is_time && start(*lane));
                !is_time
            });
        }
    }
    /// Where no check is reached, whoever decides last still has to find out whether anything is.
    fn decided(&self, by: usize) {
        if !self.is_done() {
            return;
        }
        for (number, (lane, budget)) in self.strategy.iter().zip(self.budgets).enumerate() {
            if number != by || self.something_reached || !lane.sees_vacuity {
                budget.cancel();
            }
        }
    }
    fn is_done(&self) -> bool {
        let decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner);
        self.subject.properties.iter().all(|property| decided.contains(property))
    }
}
