//! `cairn prove`: every procedure against its contract, one after the other.
//!
//! Two programs are derived ([`cairn_passes::contracts`]). In the modular one calls and loops are replaced by what is promised of
//! them; what no execution of it violates is proved, as long as every promise is. What is left is asked about the program as it is:
//! an execution that violates it there is real, and a proof there is one as well, of what needs no promise (or of a promise that is
//! true, but says too little). What is left after that is not known, and the modular counterexample tells what promise is too weak.
//!
//! A property of a procedure without contract stands in every procedure that calls it; it is proved if it is proved in each.

use super::cache::{self, Cache};
use super::{Shared, Stage, Subject, ada_goals, examine, load_for, lock, on_worker, part, portfolio, statistics};
use crate::assemble;
use crate::codes;
use crate::evidence::Evidence;
use crate::examined::Examined;
use crate::report::{ExitCode, GoalReport, PropertyVerdict, Report};
use crate::request::Request;
use crate::select;
use crate::settled::{Finding, Ruling, Settled};
use cairn_base::ids::Id;
use cairn_base::{Budget, Diagnostic};
use cairn_engines::bmc;
use cairn_front_ada::lower::Contracts;
use cairn_ir::{
    CheckKind, Language, ProcId, ProcedureRole, Program, Proof, ProofMethod, PropertyId, StatementKind, Terminator,
};
use cairn_passes::CallGraph;
use cairn_passes::contracts::{self, Derived, Goal};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is asked beside the request.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where proofs are kept from run to run.
    pub cache: Option<Cache>,
    /// Nothing is inferred, and nothing is proved but from what is promised.
    pub strict: bool,
    /// For each question about one procedure.
    pub goal_timeout: Duration,
}

const ENGINE: &str = "deductive";

/// What is settled, and the goals in the order of the report.
type Results = (Settled, Vec<GoalReport>);

/// What is known of one procedure.
struct Answer {
    goal: Goal,
    /// Nothing of it can be executed.
    vacuous: bool,
    /// How many proofs were kept from earlier runs.
    kept: usize,
    rulings: BTreeMap<PropertyId, Ruling>,
}

/// What is known of one question.
struct Found {
    rulings: BTreeMap<PropertyId, Ruling>,
    vacuous: bool,
    kept: usize,
}

/// The program as it is where functions without body write nothing but what their arguments lead to.
struct Closed {
    executed: Program,
    calls: CallGraph,
    /// What else they may write is written by this procedure.
    writes: ProcId,
}

impl Closed {
    fn derive(
        program: &Program,
        targets: &[ProcId],
        writes: ProcId,
        request: &Request,
    ) -> Result<Self, cairn_passes::pass::Error> {
        let mut executed = contracts::derive(program, targets)?.executed;
        select::keep_checks(&mut executed, &request.checks);
        Ok(Self { calls: CallGraph::new(&executed), executed, writes })
    }
}

/// Proves the procedures of a program, one by one.
pub fn prove(request: &Request, options: Options, budget: &Budget, tick: &mut dyn FnMut(&super::Snapshot)) -> Report {
    let started = Instant::now();
    let shared = Shared::default();
    let results: Arc<Mutex<Option<Results>>> = Arc::default();
    let stopped = on_worker(budget, &shared, tick, {
        let (request, budget, shared, results) =
            (request.clone(), budget.clone(), Arc::clone(&shared), Arc::clone(&results));
        move || {
            let made = work(&request, &options, &budget, &shared);
            *results.lock().unwrap_or_else(PoisonError::into_inner) = made;
        }
    });
    let mut known = lock(&shared);
    known.stopped = known.stopped.or(stopped);
    let made = results.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (settled, goals) = made.unwrap_or_else(|| (Settled::take(&mut known, None), Vec::new()));
    let mut report = assemble::report(&known, &settled);
    report.request = request.echo();
    report.goals = goals;
    report.statistics = statistics(&known, started);
    if let Some(subject) = settled.subject() {
        report.statistics.examined = Examined::of(subject, report.properties.len());
    }
    debug_assert!(report.internal_error.is_none() || report.exit_code() == ExitCode::InternalError);
    report
}

fn work(request: &Request, options: &Options, budget: &Budget, shared: &Shared) -> Option<Results> {
    let mut program = load_for(request, budget, shared, Contracts::Modular)?;
    // A violation must not need that functions without body write what other files can see.
    let closed = program.outside.map(|outside| {
        let mut closed = program.clone();
        closed.decide_outside(false);
        (closed, outside.writes)
    });
    // A proof must hold whatever they write there.
    program.decide_outside(true);
    let (mut derived, closed) = derived(program, closed, request, budget, shared)?;
    for one in [&mut derived.modular, &mut derived.executed] {
        select::keep_checks(one, &request.checks);
    }
    lock(shared).stage = Stage::Checking;
    let calls = Calls { modular: CallGraph::new(&derived.modular), executed: CallGraph::new(&derived.executed) };
    let all: BTreeSet<PropertyId> = derived
        .goals
        .iter()
        .flat_map(|goal| properties_of(&derived.modular, &calls.modular.reachable(&[goal.entry]), request))
        .collect();
    let subject =
        Arc::new(subject(derived.modular.clone(), derived.modular.entries.clone(), all.iter().copied().collect()));
    lock(shared).subject = Some(Arc::clone(&subject));
    let closed = closed.as_ref();
    let run = Run { derived: &derived, calls: &calls, closed, request, options, budget, shared };
    let answers = run.answers()?;
    answers.iter().filter(|answer| answer.vacuous).for_each(|answer| run.nothing_reachable(&answer.goal));
    let mut rulings = together(&answers, &all);
    if derived.modular.language == Language::Ada {
        // That it is not reached, or that what is taken for granted is so, needs no line of its own.
        let modular = &derived.modular;
        rulings.retain(|id, ruling| modular.properties[*id].kind != CheckKind::Unsupported || ruling.proof().is_none());
    }
    let mut known = lock(shared);
    known.finished = true;
    known.stopped = known.stopped.or(budget.look().err());
    let mut goals: Vec<GoalReport> = answers.iter().map(|answer| goal_report(&derived, answer)).collect();
    assumed(&derived, &mut goals);
    Some((Settled::combined(&known, subject, rulings), goals))
}

/// The programs that are asked about.
fn derived(
    program: Program,
    closed: Option<(Program, ProcId)>,
    request: &Request,
    budget: &Budget,
    shared: &Shared,
) -> Option<(Derived, Option<Closed>)> {
    if program.language == Language::Ada {
        let executed = ada_goals::executed(request, budget)?;
        return Some((ada_goals::derive(program, executed), None));
    }
    let targets = match targets(&program, request) {
        Ok(targets) => targets,
        Err(diagnostic) => {
            lock(shared).diagnostics.push(*diagnostic);
            return None;
        }
    };
    let made = contracts::derive(&program, &targets).and_then(|derived| {
        let closed = closed.map(|(program, writes)| Closed::derive(&program, &targets, writes, request)).transpose()?;
        Ok((derived, closed))
    });
    made.map_err(|error| lock(shared).internal_error = Some(error.to_string())).ok()
}

/// The procedures that are asked about: those of the user that have a body.
fn targets(program: &Program, request: &Request) -> Result<Vec<ProcId>, Box<Diagnostic>> {
    let is_assumed = |name: &str| program.assumed.iter().any(|function| *function.name == *name);
    let own = |id: &ProcId| {
        let procedure = &program.procedures[*id];
        let named = request.entries.is_empty() || request.entries.iter().any(|name| *name == *procedure.name);
        procedure.has_body() && procedure.role == ProcedureRole::Source && named && !is_assumed(&procedure.name)
    };
    let found: Vec<ProcId> = program.procedures.ids().filter(own).collect();
    let missing = request.entries.iter().find(|name| !found.iter().any(|id| *program.procedures[*id].name == ***name));
    if let Some(name) = missing {
        let message = format!("there is no procedure `{name}` with a body");
        return Err(Box::new(Diagnostic::error(codes::NO_SUCH_ENTRY, message)));
    }
    if found.is_empty() {
        return Err(Box::new(Diagnostic::error(codes::NO_ENTRY, "the inputs have no procedure with a body")));
    }
    Ok(found)
}

fn subject(program: Program, entries: Vec<ProcId>, properties: Vec<PropertyId>) -> Subject {
    let program = Arc::new(program);
    Subject { program, loop_bounds: None, entries, properties, unrolling: bmc::Options::default(), termination: None }
}

/// The checks in some procedures.
fn properties_of(program: &Program, reached: &[ProcId], request: &Request) -> BTreeSet<PropertyId> {
    let mut found = BTreeSet::new();
    for id in reached {
        for statement in program.procedures[*id].blocks.values().flat_map(|block| &block.statements) {
            if let StatementKind::Check { property, .. } = statement.kind
                && request.checks.is_on(program.properties[property].kind)
                && !is_promise_without_body(program, property)
            {
                found.insert(property);
            }
        }
    }
    found
}

/// What a function without body promises is assumed, and so it is nothing that is proved.
fn is_promise_without_body(program: &Program, property: PropertyId) -> bool {
    let property = &program.properties[property];
    let owner = property.procedure.map(|owner| &program.procedures[owner].name);
    let is_assumed = |name: &str| program.assumed.iter().any(|function| *function.name == *name);
    property.kind != CheckKind::Unsupported && owner.is_some_and(|name| is_assumed(name))
}

/// Who calls whom in the two programs.
struct Calls {
    modular: CallGraph,
    executed: CallGraph,
}

/// A question about what one entry reaches, and what its properties are in the whole program.
struct Question {
    subject: Subject,
    properties: Vec<PropertyId>,
}

impl Question {
    fn of(program: &Program, entry: ProcId, calls: &CallGraph, request: &Request) -> Self {
        if let Some(part) = part::of(program, entry, calls) {
            let reached: Vec<ProcId> = part.program.procedures.ids().collect();
            let own = properties_of(&part.program, &reached, request).into_iter().collect();
            return Self { subject: subject(part.program, vec![part.entry], own), properties: part.properties };
        }
        let reached = calls.reachable(&[entry]);
        let mut own = program.clone();
        own.entries = vec![entry];
        for (id, procedure) in own.procedures.iter_mut() {
            if reached.binary_search(&id).is_ok() {
                continue;
            }
            for (_, block) in procedure.blocks.iter_mut() {
                block.statements.clear();
                block.terminator = Terminator::Stop;
            }
        }
        let properties = program.properties.ids().collect();
        let asked = properties_of(program, &reached, request).into_iter().collect();
        Self { subject: subject(own, vec![entry], asked), properties }
    }
    /// What a property of the question is in the whole program.
    fn whole(&self, own: PropertyId) -> PropertyId {
        self.properties[own.index()]
    }
}

/// What goals are answered with.
struct Run<'r> {
    derived: &'r Derived,
    calls: &'r Calls,
    closed: Option<&'r Closed>,
    request: &'r Request,
    options: &'r Options,
    budget: &'r Budget,
    shared: &'r Shared,
}

impl Run<'_> {
    /// All goals, on all cores.
    fn answers(&self) -> Option<Vec<Answer>> {
        let goals = &self.derived.goals;
        let next = AtomicUsize::new(0);
        let found: Mutex<Vec<Option<Answer>>> = Mutex::new(goals.iter().map(|_| None).collect());
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(goal) = goals.get(number) else { return };
                let answer = self.answer(goal.clone());
                found.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(answer);
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 1..cores.min(goals.len()) {
                // Without further threads this one does all the work.
                let thread = std::thread::Builder::new().name("cairn-goals".into()).stack_size(super::STACK_BYTES);
                let _ = thread.spawn_scoped(scope, work);
            }
            work();
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
    }

    /// What is known of one question, or the engines find out, and whether nothing of it can be executed.
    fn asked(&self, question: &Question, only: Option<Vec<PropertyId>>) -> Found {
        let (program, modular) = (&question.subject.program, only.is_none());
        let properties = only.unwrap_or_else(|| question.subject.properties.clone());
        let cache = self.options.cache.as_ref();
        let place = cache.and_then(|cache| cache::Place::of(cache, program, &properties, self.request));
        let known = place.as_ref().map(cache::Place::read).unwrap_or_default();
        let left: Vec<PropertyId> = properties.into_iter().filter(|id| !known.contains_key(id)).collect();
        let mut found = Found { kept: known.len(), vacuous: false, rulings: known };
        if !left.is_empty() {
            let (new, vacuous) = self.examined(question, left);
            found.vacuous = vacuous;
            found.rulings.extend(new);
            if let Some(place) = place.filter(|_| !vacuous) {
                place.write(&found.rulings, modular);
            }
        }
        found.rulings = found.rulings.into_iter().map(|(id, ruling)| (question.whole(id), ruling)).collect();
        found
    }

    fn examined(&self, question: &Question, properties: Vec<PropertyId>) -> (BTreeMap<PropertyId, Ruling>, bool) {
        let within = self.budget.within(self.options.goal_timeout);
        let own = Shared::default();
        lock(&own).sources = lock(self.shared).sources.clone();
        let asked = &question.subject;
        let asked = Subject {
            program: Arc::clone(&asked.program),
            loop_bounds: None,
            entries: asked.entries.clone(),
            properties,
            unrolling: bmc::Options::default(),
            termination: None,
        };
        examine(&Arc::new(asked), self.request, &within, &own, portfolio::run);
        let mut known = lock(&own);
        let vacuous = known.finished && known.vacuous;
        let settled = Settled::take(&mut known, None);
        if let Some(error) = &known.internal_error {
            lock(self.shared).internal_error.get_or_insert_with(|| error.clone());
            return (BTreeMap::new(), false);
        }
        (settled.rulings().map(|(id, ruling)| (id, ruling.clone())).collect(), vacuous)
    }

    fn answer(&self, goal: Goal) -> Answer {
        let (derived, request) = (self.derived, self.request);
        let question = Question::of(&derived.modular, goal.entry, &self.calls.modular, request);
        if question.subject.properties.is_empty() {
            // Nothing is claimed, so nothing need be executed either.
            return Answer { goal, vacuous: false, kept: 0, rulings: BTreeMap::new() };
        }
        let Found { mut rulings, vacuous, mut kept } = self.asked(&question, None);
        let open: BTreeSet<PropertyId> =
            rulings.iter().filter(|(_, ruling)| ruling.proof().is_none()).map(|(id, _)| *id).collect();
        let mut real = BTreeMap::new();
        if !open.is_empty() && self.budget.look().is_ok() {
            let found = self.executed(&goal, &open);
            kept += found.kept;
            real = found.rulings;
        }
        for (id, ruling) in &mut rulings {
            *ruling = joined(derived, &goal, *id, ruling.clone(), real.remove(id));
        }
        Answer { goal, vacuous, kept, rulings }
    }

    /// What is found out about properties in the program as it is: violations, and proofs that count.
    fn executed(&self, goal: &Goal, open: &BTreeSet<PropertyId>) -> Found {
        let is_violated = |ruling: &Ruling| matches!(ruling.finding, Finding::Violated(_));
        let strict = self.options.strict;
        let counts = |ruling: &Ruling| is_violated(ruling) || ruling.proof().is_some() && !strict;
        let executed = (&self.derived.executed, &self.calls.executed);
        let reached = self.calls.executed.reachable(&[goal.executed]);
        let Some(closed) = self.closed.filter(|closed| reached.contains(&closed.writes)) else {
            let mut found = self.asked_of(executed, goal, open);
            found.rulings.retain(|_, ruling| counts(ruling));
            return found;
        };
        debug_assert_eq!(closed.executed.properties.len(), self.derived.executed.properties.len());
        let mut found = self.asked_of((&closed.executed, &closed.calls), goal, open);
        let left: BTreeSet<PropertyId> =
            found.rulings.iter().filter(|(_, ruling)| ruling.proof().is_some()).map(|(id, _)| *id).collect();
        found.rulings.retain(|_, ruling| is_violated(ruling));
        if !left.is_empty() && !strict && self.budget.look().is_ok() {
            let proofs = self.asked_of(executed, goal, &left);
            found.kept += proofs.kept;
            let is_proof = |(id, ruling): &(PropertyId, Ruling)| left.contains(id) && ruling.proof().is_some();
            found.rulings.extend(proofs.rulings.into_iter().filter(is_proof));
        }
        found
    }

    /// What is known of some properties where everything is executed.
    fn asked_of(&self, (program, calls): (&Program, &CallGraph), goal: &Goal, open: &BTreeSet<PropertyId>) -> Found {
        let question = Question::of(program, goal.executed, calls, self.request);
        // What is proved is not asked again; constructs that are not supported are, because of what comes after them.
        let is_open = |own: &PropertyId| {
            let id = question.whole(*own);
            open.contains(&id) || program.properties[id].kind == CheckKind::Unsupported
        };
        let left: Vec<PropertyId> = question.subject.properties.iter().copied().filter(is_open).collect();
        let stands: BTreeSet<PropertyId> = left.iter().map(|own| question.whole(*own)).collect();
        let mut found = self.asked(&question, Some(left));
        found.rulings.retain(|id, _| stands.contains(id));
        found
    }

    fn nothing_reachable(&self, goal: &Goal) {
        let procedure = &self.derived.modular.procedures[goal.procedure];
        let message = format!("nothing of `{}` can be executed: what it requires contradicts itself", procedure.name);
        let warning = Diagnostic::warning(codes::NOTHING_REACHABLE, message)
            .note("everything holds of no execution at all, so nothing of it counts as verified");
        let mut known = lock(self.shared);
        known.vacuous = true;
        known.diagnostics.push(match procedure.span {
            Some(span) => warning.at(span, "here"),
            None => warning,
        });
    }
}

/// The verdict of a modular question and, where it was asked, of the real one.
fn joined(derived: &Derived, goal: &Goal, id: PropertyId, modular: Ruling, real: Option<Ruling>) -> Ruling {
    if modular.proof().is_some() {
        let proof =
            Proof { by: ProofMethod::Contract, loops: Arc::default(), procedures: Arc::default(), program: None };
        return Ruling { finding: Finding::Proved(proof), engine: Some(ENGINE), bound: None, reason: None, ..modular };
    }
    if let Some(real) = real {
        // What was masked is said of all verdicts together.
        return Ruling { reason: None, ..real };
    }
    let kind = derived.modular.properties[id].kind;
    match modular.finding {
        Finding::Unsupported(_) => modular,
        Finding::Violated(evidence) => Ruling {
            finding: Finding::Unknown,
            reachable: None,
            bound: None,
            engine: Some(ENGINE),
            reason: Some(too_weak(goal, kind, &evidence)),
            modular: Some(evidence),
            checked: None,
        },
        _ if kind == CheckKind::Unsupported => modular,
        _ => Ruling { finding: Finding::Unknown, bound: None, modular: None, ..modular },
    }
}

/// Which promise a modular counterexample shows to say too little.
fn too_weak(goal: &Goal, kind: CheckKind, evidence: &Evidence) -> String {
    let about_loops = matches!(kind, CheckKind::InvariantPreserved | CheckKind::Variant);
    // Where calls are executed as stand-ins, the execution shows them; elsewhere it is one of those there are.
    let called = evidence.last_called(&goal.called);
    match called.or_else(|| goal.called.first()) {
        Some(name) if called.is_some() && !goal.cuts => {
            format!("contract of {name} is too weak: the state shown satisfies all that is promised")
        }
        Some(name) if !about_loops || !goal.cuts => {
            format!(
                "contract of {name} is too weak, or an invariant is: the state shown satisfies all that is promised"
            )
        }
        _ if goal.cuts => "invariant is too weak: the state shown satisfies all that is promised".into(),
        _ => "no execution was found for the state shown".into(),
    }
}

/// A property is proved if it is proved wherever it stands, and violated if it is anywhere.
fn together(answers: &[Answer], all: &BTreeSet<PropertyId>) -> BTreeMap<PropertyId, Ruling> {
    let rank = |ruling: &Ruling| match ruling.verdict() {
        PropertyVerdict::Violated => 0,
        PropertyVerdict::Unsupported => 1,
        PropertyVerdict::Unknown => 2,
        PropertyVerdict::Bounded => 3,
        PropertyVerdict::Proved => 4,
    };
    let mut rulings = BTreeMap::new();
    for id in all {
        let found = answers.iter().filter_map(|answer| answer.rulings.get(id));
        if let Some(worst) = found.min_by_key(|ruling| rank(ruling)) {
            let mut worst = worst.clone();
            let reached = answers.iter().filter_map(|answer| answer.rulings.get(id)?.reachable);
            if worst.proof().is_some() && reached.clone().any(|reachable| reachable) {
                worst.reachable = Some(true);
            }
            rulings.insert(*id, worst);
        }
    }
    rulings
}

fn goal_report(derived: &Derived, answer: &Answer) -> GoalReport {
    let name = derived.modular.procedures[answer.goal.procedure].name.to_string();
    let own = |id: &PropertyId| {
        let owner = derived.modular.properties[*id].procedure;
        owner == Some(answer.goal.procedure) || owner == Some(answer.goal.entry)
    };
    let is_said = |id: &PropertyId, ruling: &Ruling| {
        let is_construct = derived.modular.properties[*id].kind == CheckKind::Unsupported;
        derived.modular.language != Language::Ada || !is_construct || ruling.proof().is_none()
    };
    let count = |is: &dyn Fn(PropertyVerdict) -> bool| {
        answer.rulings.iter().filter(|(id, ruling)| own(id) && is_said(id, ruling) && is(ruling.verdict())).count()
    };
    GoalReport {
        procedure: name,
        proved: count(&|verdict| verdict == PropertyVerdict::Proved),
        violated: count(&|verdict| verdict == PropertyVerdict::Violated),
        open: count(&|verdict| !matches!(verdict, PropertyVerdict::Proved | PropertyVerdict::Violated)),
        kept: answer.kept,
        inferred: answer.goal.inferred.clone(),
        assumed: answer.goal.called.clone(),
    }
}

/// Of the contracts that stand for calls, those that are proved in this run are not assumed.
fn assumed(derived: &Derived, goals: &mut [GoalReport]) {
    let names = derived.goals.iter().map(|goal| derived.modular.procedures[goal.procedure].name.to_string());
    let is_proved = |goal: &GoalReport| goal.open == 0 && goal.violated == 0;
    let proved: BTreeSet<String> =
        names.zip(goals.iter()).filter(|(_, goal)| is_proved(goal)).map(|(name, _)| name).collect();
    for goal in goals {
        goal.assumed.retain(|name| !proved.contains(name));
        goal.assumed.dedup();
    }
}
