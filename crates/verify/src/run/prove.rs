//! `cairn prove`: every procedure against its contract, one after the other.
//!
//! Two programs are derived ([`cairn_passes::contracts`]). In the modular one calls and loops are replaced by what is promised of
//! them; what no execution of it violates is proved, as long as every promise is. What is left is asked about the program as it is:
//! an execution that violates it there is real, and a proof there is one as well, of what needs no promise (or of a promise that is
//! true, but says too little). What is left after that is not known, and the modular counterexample tells what promise is too weak.
//!
//! A property of a procedure without contract stands in every procedure that calls it; it is proved if it is proved in each.

use super::{Shared, Stage, Subject, examine, load, lock, on_worker, portfolio, statistics};
use crate::assemble;
use crate::codes;
use crate::examined::Examined;
use crate::report::{ExitCode, GoalReport, PropertyVerdict, Report};
use crate::request::Request;
use crate::select;
use crate::settled::{Finding, Ruling, Settled};
use cairn_base::{Budget, Diagnostic};
use cairn_engines::bmc;
use cairn_ir::{
    CheckKind, Language, ProcId, ProcedureRole, Program, Proof, ProofMethod, PropertyId, StatementKind, Terminator,
};
use cairn_passes::CallGraph;
use cairn_passes::contracts::{self, Derived, Goal};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is asked beside the request.
#[derive(Clone, Copy, Debug)]
pub struct Options {
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
    rulings: BTreeMap<PropertyId, Ruling>,
}

/// The program as it is where functions without body write nothing but what their arguments lead to.
struct Closed {
    executed: Program,
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
        Ok(Self { executed, writes })
    }
    /// Whether it differs from the program that proofs are about, as far as this procedure comes.
    fn concerns(&self, derived: &Derived, goal: &Goal) -> bool {
        debug_assert_eq!(self.executed.properties.len(), derived.executed.properties.len());
        CallGraph::new(&derived.executed).reachable(&[goal.entry]).contains(&self.writes)
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
            let made = work(&request, options, &budget, &shared);
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

fn work(request: &Request, options: Options, budget: &Budget, shared: &Shared) -> Option<Results> {
    let mut program = load(request, budget, shared)?;
    // A violation must not need that functions without body write what other files can see.
    let closed = program.outside.map(|outside| {
        let mut closed = program.clone();
        closed.decide_outside(false);
        (closed, outside.writes)
    });
    // A proof must hold whatever they write there.
    program.decide_outside(true);
    let targets = match targets(&program, request) {
        Ok(targets) => targets,
        Err(diagnostic) => {
            lock(shared).diagnostics.push(*diagnostic);
            return None;
        }
    };
    let mut derived = match contracts::derive(&program, &targets) {
        Ok(derived) => derived,
        Err(error) => {
            lock(shared).internal_error = Some(error.to_string());
            return None;
        }
    };
    for one in [&mut derived.modular, &mut derived.executed] {
        select::keep_checks(one, &request.checks);
    }
    let closed = match closed.map(|(program, writes)| Closed::derive(&program, &targets, writes, request)).transpose() {
        Ok(closed) => closed,
        Err(error) => {
            lock(shared).internal_error = Some(error.to_string());
            return None;
        }
    };
    lock(shared).stage = Stage::Checking;
    let all: BTreeSet<PropertyId> =
        derived.goals.iter().flat_map(|goal| properties_of(&derived.modular, goal.entry, request)).collect();
    let subject =
        Arc::new(subject(derived.modular.clone(), derived.modular.entries.clone(), all.iter().copied().collect()));
    lock(shared).subject = Some(Arc::clone(&subject));
    let mut answers = Vec::new();
    for goal in derived.goals.clone() {
        let closed = closed.as_ref().filter(|closed| closed.concerns(&derived, &goal));
        answers.push(answer(&derived, goal, closed, request, options, budget, shared));
    }
    let rulings = together(&answers, &all);
    let mut known = lock(shared);
    known.finished = true;
    known.stopped = known.stopped.or(budget.look().err());
    let goals = answers.iter().map(|answer| goal_report(&derived, answer)).collect();
    Some((Settled::combined(&known, subject, rulings), goals))
}

/// The procedures that are asked about: those of the user that have a body.
fn targets(program: &Program, request: &Request) -> Result<Vec<ProcId>, Box<Diagnostic>> {
    if program.language == Language::Ada {
        return select::entries(program, request);
    }
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

/// The checks that executions from an entry may come to.
fn properties_of(program: &Program, entry: ProcId, request: &Request) -> BTreeSet<PropertyId> {
    let mut found = BTreeSet::new();
    for id in CallGraph::new(program).reachable(&[entry]) {
        for statement in program.procedures[id].blocks.values().flat_map(|block| &block.statements) {
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

/// A program in which only what an entry reaches is left.
fn restricted(program: &Program, entry: ProcId, request: &Request) -> Subject {
    let reached: BTreeSet<ProcId> = CallGraph::new(program).reachable(&[entry]).into_iter().collect();
    let mut own = program.clone();
    own.entries = vec![entry];
    for (id, procedure) in own.procedures.iter_mut() {
        if reached.contains(&id) {
            continue;
        }
        for (_, block) in procedure.blocks.iter_mut() {
            block.statements.clear();
            block.terminator = Terminator::Stop;
        }
    }
    let properties = properties_of(program, entry, request).into_iter().collect();
    subject(own, vec![entry], properties)
}

/// What the engines find out about one program.
fn asked(
    subject: Subject,
    request: &Request,
    budget: &Budget,
    shared: &Shared,
) -> (BTreeMap<PropertyId, Ruling>, bool) {
    let own = Shared::default();
    lock(&own).sources = lock(shared).sources.clone();
    examine(&Arc::new(subject), request, budget, &own, portfolio::run);
    let mut known = lock(&own);
    let vacuous = known.finished && known.vacuous;
    let settled = Settled::take(&mut known, None);
    if let Some(error) = &known.internal_error {
        lock(shared).internal_error.get_or_insert_with(|| error.clone());
        return (BTreeMap::new(), false);
    }
    (settled.rulings().map(|(id, ruling)| (id, ruling.clone())).collect(), vacuous)
}

#[allow(clippy::too_many_arguments)]
fn answer(
    derived: &Derived,
    goal: Goal,
    closed: Option<&Closed>,
    request: &Request,
    options: Options,
    budget: &Budget,
    shared: &Shared,
) -> Answer {
    let within = budget.within(options.goal_timeout);
    let subject = restricted(&derived.modular, goal.entry, request);
    if subject.properties.is_empty() {
        // Nothing is claimed, so nothing need be executed either.
        return Answer { goal, rulings: BTreeMap::new() };
    }
    let (mut rulings, vacuous) = asked(subject, request, &within, shared);
    if vacuous {
        let name = &derived.modular.procedures[goal.procedure].name;
        let message = format!("nothing of `{name}` can be executed: what it requires contradicts itself");
        let warning = Diagnostic::warning(codes::NOTHING_REACHABLE, message)
            .note("everything holds of no execution at all, so nothing of it counts as verified");
        let mut known = lock(shared);
        known.vacuous = true;
        known.diagnostics.push(match derived.modular.procedures[goal.procedure].span {
            Some(span) => warning.at(span, "here"),
            None => warning,
        });
    }
    let open: BTreeSet<PropertyId> =
        rulings.iter().filter(|(_, ruling)| ruling.proof().is_none()).map(|(id, _)| *id).collect();
    let mut real = BTreeMap::new();
    if !open.is_empty() && derived.modular.language != Language::Ada && budget.look().is_ok() {
        real = executed(derived, &goal, closed, &open, request, options, budget, shared);
    }
    for (id, ruling) in &mut rulings {
        *ruling = joined(derived, &goal, *id, ruling.clone(), real.remove(id));
    }
    Answer { goal, rulings }
}

/// What is found out about properties in the program as it is: violations, and proofs that count.
#[allow(clippy::too_many_arguments)]
fn executed(
    derived: &Derived,
    goal: &Goal,
    closed: Option<&Closed>,
    open: &BTreeSet<PropertyId>,
    request: &Request,
    options: Options,
    budget: &Budget,
    shared: &Shared,
) -> BTreeMap<PropertyId, Ruling> {
    let ask = |program: &Program, open: &BTreeSet<PropertyId>| {
        let mut subject = restricted(program, goal.entry, request);
        // What is proved is not asked again; constructs that are not supported are, because of what comes after them.
        let is_open =
            |id: &PropertyId| open.contains(id) || subject.program.properties[*id].kind == CheckKind::Unsupported;
        let left: Vec<PropertyId> = subject.properties.iter().copied().filter(is_open).collect();
        subject.properties = left;
        let stands: BTreeSet<PropertyId> = subject.properties.iter().copied().collect();
        let within = budget.within(options.goal_timeout);
        let mut found = asked(subject, request, &within, shared).0;
        found.retain(|id, _| stands.contains(id));
        found
    };
    let is_violated = |ruling: &Ruling| matches!(ruling.finding, Finding::Violated(_));
    let counts = |ruling: &Ruling| is_violated(ruling) || ruling.proof().is_some() && !options.strict;
    let Some(closed) = closed else {
        let mut found = ask(&derived.executed, open);
        found.retain(|_, ruling| counts(ruling));
        return found;
    };
    let mut found = ask(&closed.executed, open);
    let left: BTreeSet<PropertyId> =
        found.iter().filter(|(_, ruling)| ruling.proof().is_some()).map(|(id, _)| *id).collect();
    found.retain(|_, ruling| is_violated(ruling));
    if !left.is_empty() && !options.strict && budget.look().is_ok() {
        let proofs = ask(&derived.executed, &left);
        found.extend(proofs.into_iter().filter(|(id, ruling)| left.contains(id) && ruling.proof().is_some()));
    }
    found
}

/// The verdict of a modular question and, where it was asked, of the real one.
fn joined(derived: &Derived, goal: &Goal, id: PropertyId, modular: Ruling, real: Option<Ruling>) -> Ruling {
    if derived.modular.language == Language::Ada {
        // Its contracts are checks already: nothing was replaced.
        return modular;
    }
    if modular.proof().is_some() {
        let proof = Proof { by: ProofMethod::Contract, loops: Vec::new(), procedures: Vec::new(), program: None };
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
            reason: Some(too_weak(goal, kind)),
            modular: Some(evidence),
            checked: None,
        },
        _ if kind == CheckKind::Unsupported => modular,
        _ => Ruling { finding: Finding::Unknown, bound: None, modular: None, ..modular },
    }
}

/// Which promise a modular counterexample shows to say too little.
fn too_weak(goal: &Goal, kind: CheckKind) -> String {
    let about_loops = matches!(kind, CheckKind::InvariantPreserved | CheckKind::Variant);
    match goal.called.first() {
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
    let own = |id: &PropertyId| derived.modular.properties[*id].procedure == Some(answer.goal.procedure);
    let count = |is: &dyn Fn(PropertyVerdict) -> bool| {
        answer.rulings.iter().filter(|(id, ruling)| own(id) && is(ruling.verdict())).count()
    };
    GoalReport {
        procedure: name,
        proved: count(&|verdict| verdict == PropertyVerdict::Proved),
        violated: count(&|verdict| verdict == PropertyVerdict::Violated),
        open: count(&|verdict| !matches!(verdict, PropertyVerdict::Proved | PropertyVerdict::Violated)),
        inferred: answer.goal.inferred.clone(),
    }
}
