//! The engines of a run, side by side: bounded model checking on one thread, and beside it, once loops turn out to
//! go on, the engines that prove loops of any length. When they go on for long, executions on extreme inputs are tried too.
//!
//! Each has its evidence judged on its own thread, so that neither waits for the other. What one has decided, with
//! evidence that convinced, the other leaves alone; when everything is decided, whoever is left is cancelled. Verdicts do not depend on who is faster: violations come
//! from bounded model checking, and of executions too long for it from running the program, and a proof of one engine is never contradicted by another.

use super::{Subject, Watcher};
use crate::request::{EngineChoice, Request};
use cairn_base::{Budget, StopReason};
use cairn_engines::{Observer, Progress, bmc, chc, concrete, ic3, induction, intervals};
use cairn_ir::{Decision, PropertyId, Verdict};
use cairn_passes::{CallGraph, Loops};
use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Iterations, and time, after which provers are started: most programs are decided before.
const LONG_LOOP: u32 = 8;
const PATIENCE: Duration = Duration::from_millis(300);
/// The same for executions on extreme inputs: what they find is longer and says less than a shortest counterexample.
const VERY_LONG_LOOP: u32 = 512;
const MUCH_PATIENCE: Duration = Duration::from_secs(10);
/// Address space only: pages that are not touched cost nothing.
const STACK_BYTES: usize = 1 << 30;

/// Runs the engines that a request asks for.
pub(super) fn run(subject: &Subject, request: &Request, budget: &Budget, watcher: &mut Watcher) -> bmc::Outcome {
    if request.engine == EngineChoice::Bmc || request.unwind.is_some() {
        return bounded_model_checking(subject, request, budget, watcher);
    }
    let (sender, receiver) = mpsc::channel();
    let bounded = Branch { budget: budget.branch(), decided: Arc::default() };
    let unbounded = Branch { budget: budget.branch(), decided: Arc::clone(&bounded.decided) };
    let concrete = Branch { budget: budget.branch(), decided: Arc::clone(&bounded.decided) };
    std::thread::scope(|scope| {
        let start = |branch: &Branch, job: Job| {
            let mut listener = Listener {
                watcher: watcher.beside(&branch.budget),
                sender: sender.clone(),
                decided: Arc::clone(&branch.decided),
                which: job,
            };
            let own = branch.budget.clone();
            let body = move || {
                let sender = listener.sender.clone();
                let work = AssertUnwindSafe(|| match job {
                    Job::Bounded => bounded_model_checking(subject, request, &own, &mut listener),
                    Job::Unbounded => provers(subject, request, &own, &mut listener),
                    Job::Concrete => executions(subject, &own, &mut listener),
                });
                let message = match catch_unwind(work) {
                    Ok(outcome) => Message::Ended(job, outcome),
                    Err(panic) => Message::Panicked(panic),
                };
                // Nobody listens any more only if the coordinator has panicked.
                let _ = sender.send(message);
            };
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, body).is_ok()
        };
        if !start(&bounded, Job::Bounded) {
            return bounded_model_checking(subject, request, budget, watcher);
        }
        let mut coordinator = Coordinator {
            subject,
            bounded: &bounded,
            unbounded: &unbounded,
            concrete: &concrete,
            outcome: None,
            vacuous: false,
            something_reached: false,
        };
        coordinator.listen(&receiver, &mut |job| match job {
            Job::Concrete => start(&concrete, job),
            Job::Bounded | Job::Unbounded => start(&unbounded, job),
        });
        let mut outcome = coordinator.outcome.unwrap_or_default();
        outcome.vacuous |= coordinator.vacuous;
        // Decisions that convinced were told as they fell; of the others, those of other engines may know more.
        let decided = bounded.decided.lock().unwrap_or_else(PoisonError::into_inner);
        outcome.decisions.retain(|d| !decided.contains(&d.property));
        outcome.stopped = outcome.stopped.filter(|stop| *stop != StopReason::Cancelled || budget.is_stopped());
        outcome
    })
}

fn bounded_model_checking(
    subject: &Subject,
    request: &Request,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> bmc::Outcome {
    match request.solver.start_for(request.mathematical, budget) {
        Ok(mut solver) => bmc::run(&subject.program, &subject.options, budget, &mut *solver, observer),
        Err(reason) => {
            let unknown = |property: &PropertyId| Decision {
                property: *property,
                verdict: Verdict::Unknown(reason.clone()),
                reachable: None,
                bound: None,
                engine: "bmc",
            };
            bmc::Outcome {
                decisions: subject.properties.iter().map(unknown).collect(),
                stopped: budget.look().err(),
                ..bmc::Outcome::default()
            }
        }
    }
}

/// Executions on extreme inputs.
fn executions(subject: &Subject, budget: &Budget, observer: &mut dyn Observer) -> bmc::Outcome {
    let (entries, properties) = (subject.options.entries.clone(), subject.properties.clone());
    concrete::run(&subject.program, &concrete::Options { entries, properties }, budget, observer);
    bmc::Outcome::default()
}

/// The engines that prove loops of any length, one after the other: what intervals find is suggested to induction,
/// whose proofs need less, and counts by itself where induction finds nothing. What is left is looked at bit by bit, then put
/// into Horn clauses.
fn provers(subject: &Subject, request: &Request, budget: &Budget, observer: &mut dyn Observer) -> bmc::Outcome {
    let mut vacuous = false;
    if !has_cycles(subject) {
        return bmc::Outcome::default();
    }
    let runs = |engine: EngineChoice| matches!(request.engine, EngineChoice::Auto) || request.engine == engine;
    if runs(EngineChoice::KInduction) {
        vacuous = induction_with_intervals(subject, request, budget, observer);
    }
    if runs(EngineChoice::Ic3) {
        // What comes after it needs time too; alone it has all there is.
        let share = budget.remaining().filter(|_| request.engine == EngineChoice::Auto).map(|left| left / 2);
        let own = share.map_or_else(|| budget.clone(), |time| budget.within(time));
        reachability(subject, request, &own, observer);
    }
    if runs(EngineChoice::Chc) {
        horn_clauses(subject, request, budget, observer);
    }
    bmc::Outcome { vacuous, ..bmc::Outcome::default() }
}

/// Property-directed reachability.
fn reachability(subject: &Subject, request: &Request, budget: &Budget, observer: &mut dyn Observer) {
    let options = ic3::Options { entries: subject.options.entries.clone(), properties: open(subject, observer) };
    if options.properties.is_empty() || budget.check().is_err() {
        return;
    }
    let mut start = || request.solver.start_for(request.mathematical, budget).ok();
    ic3::run(&subject.program, &options, budget, &mut start, observer);
}

/// The properties that nobody has decided yet.
fn open(subject: &Subject, observer: &dyn Observer) -> Vec<PropertyId> {
    subject.properties.iter().copied().filter(|property| !observer.is_decided(*property)).collect()
}

/// Whether there is anything to prove beyond what bounded model checking comes to the end of: loops and recursions.
fn has_cycles(subject: &Subject) -> bool {
    let program = &subject.program;
    let calls = CallGraph::new(program);
    let loops = program.procedures.values().any(|body| !Loops::new(body).loops.is_empty());
    loops || program.procedures.ids().any(|id| calls.is_recursive(id))
}

/// Horn clauses, where a solver for them is installed.
fn horn_clauses(subject: &Subject, request: &Request, budget: &Budget, observer: &mut dyn Observer) {
    let properties = open(subject, observer);
    if properties.is_empty() || budget.check().is_err() {
        return;
    }
    let Some(solver) = request.clauses.clone().or_else(chc::installed) else { return };
    let options = chc::Options { entries: subject.options.entries.clone(), properties, solver };
    let mut start = || request.solver.start_for(request.mathematical, budget).ok();
    chc::run(&subject.program, &options, budget, &mut start, observer);
}

fn induction_with_intervals(
    subject: &Subject,
    request: &Request,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> bool {
    let (entries, properties) = (subject.options.entries.clone(), subject.properties.clone());
    let options = intervals::Options { entries: entries.clone(), properties: properties.clone() };
    let found = intervals::run(&subject.program, &options, budget);
    let conditions = found.invariants.iter().map(|l| (l.place.clone(), l.invariants.clone()));
    let suggestions =
        induction::Suggestions { program: Some((*found.program).clone()), conditions: conditions.collect() };
    let options = induction::Options { entries, properties, suggestions, short_loops: None };
    let mut start = || request.solver.start_for(request.mathematical, budget).ok();
    let outcome = induction::run(&subject.program, &options, budget, &mut start, observer);
    // Without long loops bounded model checking comes to an end by itself.
    let left: Vec<Decision> = found.proved.into_iter().filter(|d| !observer.is_decided(d.property)).collect();
    if outcome.long_loops && budget.check().is_ok() && !left.is_empty() {
        observer.decided_together(&left);
    }
    outcome.vacuous
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Job {
    Bounded,
    Unbounded,
    Concrete,
}

enum Message {
    /// How many iterations of loops bounded model checking has explored.
    Explored(u32),
    /// Something was decided, with evidence that convinced; and whether executions reach a check, as far as is known.
    Decided {
        by: Job,
        reached: bool,
    },
    Ended(Job, bmc::Outcome),
    Panicked(Box<dyn Any + Send>),
}

/// One thread's part of the run.
struct Branch {
    budget: Budget,
    /// Properties with a verdict that convinced.
    decided: Arc<Mutex<BTreeSet<PropertyId>>>,
}

/// Has what an engine says judged, and tells the coordinator what came of it.
struct Listener {
    watcher: Watcher,
    sender: Sender<Message>,
    decided: Arc<Mutex<BTreeSet<PropertyId>>>,
    which: Job,
}

impl Listener {
    /// Nobody listens any more only if the coordinator has panicked.
    fn tell(&self, message: Message) {
        let _ = self.sender.send(message);
    }
}

impl Observer for Listener {
    fn progress(&mut self, progress: Progress) {
        if self.which == Job::Bounded {
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
        self.tell(Message::Decided { by: self.which, reached });
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
    bounded: &'a Branch,
    unbounded: &'a Branch,
    concrete: &'a Branch,
    /// What bounded model checking came to.
    outcome: Option<bmc::Outcome>,
    /// The provers found that nothing is reachable.
    vacuous: bool,
    /// Some check is reached, as far as is known.
    something_reached: bool,
}

impl Coordinator<'_> {
    fn listen(&mut self, receiver: &Receiver<Message>, start: &mut dyn FnMut(Job) -> bool) {
        let (mut started, mut tried, mut running) = (false, false, 1);
        let since = Instant::now();
        while running > 0 {
            let message = match receiver.recv_timeout(PATIENCE) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let mut goes_far = since.elapsed() >= MUCH_PATIENCE;
            let goes_on = match message {
                Some(Message::Explored(bound)) => {
                    goes_far |= bound >= VERY_LONG_LOOP;
                    bound >= LONG_LOOP
                }
                Some(Message::Decided { by, reached }) => {
                    self.something_reached |= reached;
                    self.decided(by);
                    false
                }
                Some(Message::Ended(job, outcome)) => {
                    running -= 1;
                    goes_far |= job == Job::Bounded;
                    self.ended(job, outcome)
                }
                Some(Message::Panicked(panic)) => {
                    self.bounded.budget.cancel();
                    self.unbounded.budget.cancel();
                    self.concrete.budget.cancel();
                    resume_unwind(panic);
                }
                None => true,
            };
            if goes_on && !started && !self.is_done() {
                started = true;
                running += u32::from(start(Job::Unbounded));
            }
            if goes_far && !tried && !self.is_done() {
                tried = true;
                running += u32::from(start(Job::Concrete));
            }
        }
    }
    /// Where no check is reached, whoever decides last still has to find out whether anything is.
    fn decided(&self, by: Job) {
        if !self.is_done() {
            return;
        }
        self.concrete.budget.cancel();
        if by == Job::Bounded || self.something_reached {
            self.unbounded.budget.cancel();
        }
        if by == Job::Unbounded || self.something_reached {
            self.bounded.budget.cancel();
        }
    }
    /// An engine has ended; true if the other should have its turn.
    fn ended(&mut self, job: Job, outcome: bmc::Outcome) -> bool {
        if job != Job::Bounded {
            self.vacuous |= outcome.vacuous;
            return false;
        }
        self.outcome = Some(outcome);
        true
    }
    fn is_done(&self) -> bool {
        let decided = self.bounded.decided.lock().unwrap_or_else(PoisonError::into_inner);
        self.subject.properties.iter().all(|property| decided.contains(property))
    }
}
