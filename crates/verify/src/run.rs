//! One run: the work on a thread of its own, and the wait for it that never lasts longer than the budget.
//!
//! Everything that can take long (reading, engines, replay) happens on a worker with a deep stack. It puts
//! what it finds into [`Known`] as soon as it is certain. The caller's thread watches the budget; when that
//! is used up and the worker does not end within [`GRACE`], the report is made from what is known and the
//! worker is left behind: the process is expected to exit soon.
//!
//! A panic of the worker is an internal error of the run, never a pass.

use crate::assemble;
use crate::competition;
use crate::evidence::Evidence;
use crate::examined::Examined;
use crate::input::{self, Loaded};
use crate::report::{ExitCode, Report, Statistics};
use crate::request::{InputFile, Request, Unwinding};
use crate::select;
use crate::settled::Settled;
use cairn_base::budget::peak_resident_bytes;
use cairn_base::{Budget, Diagnostic, SourceMap, StopReason};
use cairn_engines::{Outcome, Problem, Progress, bmc};
use cairn_front_ada::lower::Contracts;
use cairn_ir::interp::LoopBounds;
use cairn_ir::{CheckKind, Decision, ProcId, Program, PropertyId};
use cairn_passes::{Derived, Loops, bounds, contracts};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

mod ada_goals;
pub mod cache;
mod judge;
mod outside;
mod part;
mod portfolio;
pub mod prove;
mod strategy;
pub(crate) mod termination;
mod watcher;

pub use judge::Checked;
pub use watcher::Watcher;

/// How long the worker may take to notice that the budget is used up.
const GRACE: Duration = Duration::from_millis(500);
/// How far above the memory limit, as a part of it, a run may be while the worker notices.
const EXCESS: u64 = 16;
/// How often the watch looks: memory can grow by a gigabyte in a second.
const TICK: Duration = Duration::from_millis(10);
/// How often the caller is told how far the run has come, and children are weighed, in looks.
const LOOKS_PER_SNAPSHOT: u32 = 4;
/// Address space only: pages that are not touched cost nothing.
const STACK_BYTES: usize = 1 << 30;

/// How far a run has come, for the progress line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Snapshot {
    pub stage: Stage,
    pub progress: Progress,
    pub properties: usize,
    pub violated: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stage {
    #[default]
    Reading,
    Checking,
    Finishing,
}

/// The program a run is about, ready for an engine.
#[derive(Debug)]
pub struct Subject {
    pub program: Arc<Program>,
    /// Which executions violate the unwinding properties, when there is a bound to assert.
    pub loop_bounds: Option<LoopBounds>,
    /// Where executions start.
    pub entries: Vec<ProcId>,
    /// What is decided, in the order of the report.
    pub properties: Vec<PropertyId>,
    /// How far loops and recursions are unrolled, and what is violated where that does not suffice.
    pub unrolling: bmc::Options,
    /// That every execution ends, if it is asked; engines do not know this property.
    pub termination: Option<PropertyId>,
}

impl Subject {
    /// What engines are asked.
    pub fn problem(&self) -> Problem<'_> {
        Problem::new(&self.program, &self.entries, &self.properties)
    }
}

/// A decision whose evidence has been re-checked. It is no verdict yet: see [`Settled`].
#[derive(Clone, Debug)]
pub struct Judged {
    pub decision: Decision,
    /// The replayed execution of a violation.
    pub evidence: Option<Evidence>,
    /// Why a violation could not be replayed; it is then not reported as one.
    pub not_replayed: Option<String>,
    /// What confirmed a proof.
    pub checked: Option<Checked>,
    /// What else is to be said about it.
    pub remark: Option<String>,
}

/// What is certain so far.
#[derive(Debug, Default)]
pub struct Known {
    pub stage: Stage,
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
    pub subject: Option<Arc<Subject>>,
    pub judged: BTreeMap<PropertyId, Judged>,
    /// Properties that nothing violates within a bound, and the largest such.
    pub cleared: BTreeMap<PropertyId, u32>,
    /// Proofs that the re-check did not confirm, and why; such a property is not proved by them.
    pub unconfirmed: BTreeMap<PropertyId, String>,
    /// What functions without body may change, where they may.
    pub outside: Option<outside::Outside>,
    pub progress: Progress,
    pub statistics: cairn_engines::Statistics,
    /// The engine has ended by itself.
    pub finished: bool,
    pub vacuous: bool,
    pub stopped: Option<StopReason>,
    pub internal_error: Option<String>,
}

pub(crate) type Shared = Arc<Mutex<Known>>;

/// A panic while the lock was held leaves plain data behind that is still worth reporting.
pub(crate) fn lock(shared: &Shared) -> MutexGuard<'_, Known> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The engines of a run.
pub type Engines = fn(&Subject, &Request, &Budget, &mut Watcher) -> Outcome;

/// Checks a program. `tick` is called a few times a second with how far the run has come.
pub fn check(request: &Request, budget: &Budget, tick: &mut dyn FnMut(&Snapshot)) -> Report {
    check_with(request, budget, tick, portfolio::run)
}

/// Checks a program; `more` looks at what is settled in the end.
pub fn check_and_look<T>(
    request: &Request,
    budget: &Budget,
    tick: &mut dyn FnMut(&Snapshot),
    more: impl FnOnce(&Settled, &SourceMap) -> T,
) -> (Report, T) {
    checked(request, budget, tick, portfolio::run, more)
}

/// Checks a program with given engines.
pub fn check_with(request: &Request, budget: &Budget, tick: &mut dyn FnMut(&Snapshot), engines: Engines) -> Report {
    checked(request, budget, tick, engines, |_, _| ()).0
}

/// Checks a program; `more` looks at what is settled in the end.
fn checked<T>(
    request: &Request,
    budget: &Budget,
    tick: &mut dyn FnMut(&Snapshot),
    engines: Engines,
    more: impl FnOnce(&Settled, &SourceMap) -> T,
) -> (Report, T) {
    let started = Instant::now();
    let shared = Shared::default();
    let stopped = on_worker(budget, &shared, tick, {
        let (request, budget, shared) = (request.clone(), budget.clone(), Arc::clone(&shared));
        move || work(&request, &budget, &shared, engines)
    });
    let mut known = lock(&shared);
    known.stopped = known.stopped.or(stopped);
    let settled = Settled::take(&mut known, request.competition.as_ref());
    let mut report = assemble::report(&known, &settled);
    if let Some(question) = &request.competition {
        competition::tell(question, &mut report, &settled);
    }
    report.request = request.echo();
    report.statistics = statistics(&known, started);
    if let Some(subject) = &known.subject {
        report.statistics.examined = Examined::of(subject, report.properties.len());
    }
    debug_assert!(report.internal_error.is_none() || report.exit_code() == ExitCode::InternalError);
    let more = more(&settled, &known.sources);
    (report, more)
}

pub(crate) fn statistics(known: &Known, started: Instant) -> Statistics {
    let engine = known.statistics;
    Statistics {
        seconds: (started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
        peak_memory_mib: peak_resident_bytes().unwrap_or(0) >> 20,
        bound: engine.bound.max(known.progress.bound),
        steps: engine.steps,
        terms: engine.terms.max(known.progress.terms),
        sat_variables: engine.sat_variables,
        sat_clauses: engine.sat_clauses,
        conflicts: engine.conflicts.max(known.progress.conflicts),
        examined: Examined::default(),
    }
}

/// Runs `work` on a thread with a deep stack and waits for it, as long as the budget allows. A panic
/// becomes the internal error of what is known. Gives the reason if the wait was given up.
pub(crate) fn on_worker(
    budget: &Budget,
    shared: &Shared,
    tick: &mut dyn FnMut(&Snapshot),
    work: impl FnOnce() + Send + 'static,
) -> Option<StopReason> {
    let (sender, receiver) = mpsc::channel();
    let body = move || {
        // The receiver may have given up: then nobody wants to know.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)).map_err(|payload| panic_text(&*payload)));
    };
    if let Err(error) = std::thread::Builder::new().name("cairn-worker".into()).stack_size(STACK_BYTES).spawn(body) {
        lock(shared).internal_error = Some(format!("no thread could be started: {error}"));
        return None;
    }
    wait(&receiver, budget, shared, tick)
}

fn wait(
    receiver: &Receiver<Result<(), String>>,
    budget: &Budget,
    shared: &Shared,
    tick: &mut dyn FnMut(&Snapshot),
) -> Option<StopReason> {
    let mut stopped: Option<(StopReason, Instant)> = None;
    for look in 0u32.. {
        match receiver.recv_timeout(TICK) {
            Ok(Ok(())) => return None,
            Ok(Err(panic)) => {
                lock(shared).internal_error.get_or_insert(panic);
                return None;
            }
            Err(RecvTimeoutError::Disconnected) => {
                lock(shared).internal_error.get_or_insert_with(|| "the worker ended without an answer".into());
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let is_time_to_tell = look.is_multiple_of(LOOKS_PER_SNAPSHOT);
        if is_time_to_tell {
            budget.weigh_children();
        }
        match (stopped, budget.look()) {
            (None, Err(reason)) => stopped = Some((reason, Instant::now())),
            (Some((reason, since)), _) if since.elapsed() >= GRACE || is_far_above(budget) => return Some(reason),
            _ => {}
        }
        if !is_time_to_tell {
            continue;
        }
        // A worker that holds the lock for long must not hold up the watch.
        if let Ok(known) = shared.try_lock() {
            let snapshot = snapshot(&known);
            drop(known);
            tick(&snapshot);
        }
    }
    None
}

/// Whether so much more memory is used than allowed that there is no time to wait for the worker.
fn is_far_above(budget: &Budget) -> bool {
    budget.memory_limit_bytes().is_some_and(|limit| budget.excess_bytes() > limit / EXCESS)
}

/// The report of a run that ended before anything was known.
pub fn nothing_known(stopped: StopReason) -> Report {
    let mut known = Known { stopped: Some(stopped), ..Known::default() };
    let settled = Settled::take(&mut known, None);
    assemble::report(&known, &settled)
}

fn snapshot(known: &Known) -> Snapshot {
    let violated = known.judged.values().filter(|judged| judged.evidence.is_some()).count();
    let properties = known.subject.as_ref().map_or(0, |subject| subject.properties.len());
    Snapshot { stage: known.stage, progress: known.progress, properties, violated }
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without message".into())
}

/// Reads the inputs; what was said about them is known from then on.
pub(crate) fn load(request: &Request, budget: &Budget, shared: &Shared) -> Option<Program> {
    load_for(request, budget, shared, Contracts::Checked)
}

/// Reads the inputs; contracts of Ada are taken for what is said.
fn load_for(request: &Request, budget: &Budget, shared: &Shared, contracts: Contracts) -> Option<Program> {
    let Loaded { program, sources, diagnostics } = input::load_for(request, budget, contracts);
    let mut known = lock(shared);
    known.sources = sources;
    known.diagnostics = diagnostics;
    program
}

/// The whole road, on the worker.
fn work(request: &Request, budget: &Budget, shared: &Shared, engines: Engines) {
    let Some(program) = load(request, budget, shared) else { return };
    work_on(program, request, budget, shared, engines);
}

/// The road of a program that is there already, by the portfolio.
pub(crate) fn portfolio_on(program: Program, request: &Request, budget: &Budget, shared: &Shared) {
    work_on(program, request, budget, shared, portfolio::run);
}

fn work_on(program: Program, request: &Request, budget: &Budget, shared: &Shared, engines: Engines) {
    let open = program.outside.map(|_| program.clone());
    let original = request.checks.is_on(CheckKind::Termination).then(|| program.clone());
    let subject = match prepare(program, request) {
        Ok(subject) => Arc::new(subject),
        Err(diagnostic) => return lock(shared).diagnostics.push(*diagnostic),
    };
    if open.is_some() {
        // Until it is known, nothing is proved.
        lock(shared).outside = Some(outside::Outside::undecided(&subject));
    }
    let ends = subject.termination.zip(original).map(|(property, original)| {
        lock(shared).subject = Some(Arc::clone(&subject));
        lock(shared).stage = Stage::Checking;
        // Other properties need time too.
        let others = !subject.properties.is_empty();
        let share = budget.remaining().filter(|_| others).map(|left| budget.within(left / 2));
        let own = share.as_ref().unwrap_or(budget);
        termination::decide(&subject, property, original, request, (own, shared, engines))
    });
    examine(&subject, request, budget, shared, engines);
    if let Some(open) = open {
        outside::confirm(open, request, budget, shared, engines);
    }
    if let Some((ends, property)) = ends.zip(subject.termination) {
        lock(shared).judged.insert(property, ends);
    }
}

/// Lets engines decide the properties of a subject.
fn examine(subject: &Arc<Subject>, request: &Request, budget: &Budget, shared: &Shared, engines: Engines) {
    {
        let mut known = lock(shared);
        known.subject = Some(Arc::clone(subject));
        known.stage = Stage::Checking;
    }
    let only_termination = subject.termination.is_some() && subject.properties.is_empty();
    if subject.entries.is_empty() || only_termination {
        // No execution starts anywhere, or what is asked is not the engines' question: there is nothing to look for.
        lock(shared).finished = true;
        return;
    }
    let mut watcher = Watcher::new(subject, shared, request, budget);
    let outcome = engines(subject, request, budget, &mut watcher);
    lock(shared).stage = Stage::Finishing;
    for decision in &outcome.decisions {
        watcher.settle(decision);
    }
    let mut known = lock(shared);
    known.statistics = outcome.statistics;
    known.stopped = outcome.stopped;
    known.vacuous = outcome.vacuous;
    known.finished = true;
}

/// What is proved of the properties of a subject, on a worker and within the budget.
pub fn proved(subject: Subject, request: &Request, budget: &Budget) -> BTreeSet<PropertyId> {
    let shared = Shared::default();
    on_worker(budget, &shared, &mut |_| {}, {
        let (request, budget, shared) = (request.clone(), budget.clone(), Arc::clone(&shared));
        move || examine(&Arc::new(subject), &request, &budget, &shared, portfolio::run)
    });
    let mut known = lock(&shared);
    let settled = Settled::take(&mut known, None);
    // Whatever made a run fail may have spoilt its answers.
    if known.internal_error.is_some() {
        return BTreeSet::new();
    }
    settled.proofs().map(|(property, _)| property).collect()
}

/// Turns a program into the subject of the request: functions without body write no more than violations may need.
pub fn prepare(mut program: Program, request: &Request) -> Result<Subject, Box<Diagnostic>> {
    program.decide_outside(false);
    let mut entries = select::entries(&program, request)?;
    contracts::execute(&mut program, &mut entries);
    let mut properties = select::keep_checks(&mut program, &request.checks);
    let asserts_bound = request.unwind.is_some() && request.unwinding == Unwinding::Assert;
    let mut unrolling = bmc::Options {
        unwind: request.unwind,
        unwinding: match request.unwinding {
            Unwinding::Assert => bmc::Unwinding::Assert,
            Unwinding::Assume => bmc::Unwinding::Assume,
        },
        ..bmc::Options::default()
    };
    let mut loop_bounds = None;
    if let Some(bound) = request.unwind.filter(|_| asserts_bound) {
        let bounded = bounds::add(Derived::of(&program));
        properties.extend(bounded.program.properties.ids().filter(|id| bounded.back.property(*id).is_none()));
        let bounds = bounds_of(&bounded, bound);
        unrolling.loops = bounds.loops.iter().map(|(head, (_, property))| (*head, *property)).collect();
        unrolling.recursions = bounds.recursion.clone();
        loop_bounds = Some(bounds);
        program = bounded.program;
    }
    let asked = request.checks.is_on(CheckKind::Termination) && !entries.is_empty();
    let termination = asked.then(|| {
        let entry = match entries[..] {
            [entry] => Some(entry),
            _ => None,
        };
        let span = entry.and_then(|entry| program.procedures[entry].span);
        program.add_property(CheckKind::Termination, entry, "every execution must end", span)
    });
    Ok(Subject { program: Arc::new(program), loop_bounds, entries, properties, unrolling, termination })
}

/// What the interpreter must know to fail where an engine says that a bound does not suffice.
fn bounds_of(bounded: &Derived, bound: u32) -> LoopBounds {
    let mut bounds = LoopBounds { bound: bound.max(1), ..LoopBounds::default() };
    for (procedure, body) in bounded.program.procedures.iter() {
        let loops = Loops::new(body);
        for (index, info) in loops.loops.iter().enumerate() {
            if let Some(property) = bounded.back.loop_bound(procedure, info.head) {
                let blocks = loops.blocks(index).iter().copied().collect();
                bounds.loops.insert((procedure, info.head), (blocks, property));
            }
        }
    }
    bounds.recursion = bounded.back.recursion_bounds().clone();
    bounds
}

/// Loads the program of a request and works on it, on the worker and within the budget. Without an answer
/// the report says why: a diagnostic, an internal error, or a limit.
pub fn with_program<T: Send + 'static>(
    request: &Request,
    budget: &Budget,
    job: impl FnOnce(Program, &Request, &Budget) -> Result<T, Box<Diagnostic>> + Send + 'static,
) -> (Option<T>, Report) {
    let (request, own) = (request.clone(), budget.clone());
    making(budget, move |shared| {
        let made = job(load(&request, &own, shared)?, &request, &own);
        made.map_err(|diagnostic| lock(shared).diagnostics.push(*diagnostic)).ok()
    })
}

/// What executions of each input of C come by, on the worker and within the budget; none where the program cannot be read.
pub fn sites(request: &Request, budget: &Budget) -> (Option<Vec<cairn_front_c::sites::Sites>>, Report) {
    let (request, own) = (request.clone(), budget.clone());
    making(budget, move |shared| {
        load(&request, &own, shared)?;
        let mut sources = SourceMap::new();
        let found = input::sites(&request, &mut sources, &own);
        let mut known = lock(shared);
        known.sources = sources;
        found.map_err(|diagnostics| known.diagnostics = diagnostics).ok()
    })
}

/// The inputs with the checks they imply written in, on the worker and within the budget.
pub fn annotated(request: &Request, budget: &Budget) -> (Option<Vec<InputFile>>, Report) {
    let request = request.clone();
    making(budget, move |shared| {
        let (texts, sources, diagnostics) = input::annotate(&request);
        let mut known = lock(shared);
        (known.sources, known.diagnostics) = (sources, diagnostics);
        texts
    })
}

pub(crate) fn making<T: Send + 'static>(
    budget: &Budget,
    job: impl FnOnce(&Shared) -> Option<T> + Send + 'static,
) -> (Option<T>, Report) {
    let shared = Shared::default();
    let answer: Arc<Mutex<Option<T>>> = Arc::default();
    let stopped = on_worker(budget, &shared, &mut |_| {}, {
        let (shared, answer) = (Arc::clone(&shared), Arc::clone(&answer));
        move || {
            let made = job(&shared);
            *answer.lock().unwrap_or_else(PoisonError::into_inner) = made;
        }
    });
    let mut known = lock(&shared);
    known.stopped = known.stopped.or(stopped);
    let answer = answer.lock().unwrap_or_else(PoisonError::into_inner).take();
    let settled = Settled::take(&mut known, None);
    (answer, assemble::report(&known, &settled))
}

#[cfg(test)]
mod tests;
