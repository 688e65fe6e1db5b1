//! `cairn cover`: executions that reach every statement, every outcome of every branch, and for decisions of several
//! conditions each condition with either value where it decides (MC/DC); what no execution reaches is proved dead.
//!
//! In: a request. Out: the goals with what became of each, and a suite of executions. A goal is a check that fails when an
//! input of its own selects it ([`goals`]), so that one run of the engines looks for all of them, and one that is proved is
//! dead. Checks of the program are assumptions here: an execution that fails one is no test of what comes behind.

mod decisions;
mod goals;
mod operands;

pub use goals::{Goal, What};

use crate::codec;
use crate::evidence::Evidence;
use crate::report::Report;
use crate::request::Request;
use crate::run::{self, Known, Shared, Snapshot, lock};
use crate::settled::{Finding, Settled};
use cairn_base::Budget;
use cairn_ir::interp::{self, GivenInputs, InputKind, Limits, UsedInput};
use cairn_ir::{CheckKind, CheckSelection, ProcId, Program, StatementKind, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Executions for the suite take no more steps than this.
const MOST_STEPS: u64 = 5_000_000;

/// What became of a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reached {
    /// By an execution of the suite, by its number.
    By(usize),
    /// No execution does.
    Dead,
    /// Nobody knows, and why.
    Open(String),
}

/// An execution of the suite.
#[derive(Clone, Debug)]
pub struct Execution {
    pub entry: ProcId,
    /// What it asks for, in order, without the choice of a goal.
    pub inputs: Vec<UsedInput>,
    /// The goals that it reaches.
    pub goals: BTreeSet<usize>,
}

/// What a run found.
#[derive(Debug)]
pub struct Covered {
    /// The program with its goals.
    pub program: Arc<Program>,
    pub goals: Vec<(Goal, Reached)>,
    pub suite: Vec<Execution>,
    /// Decisions whose conditions are too many, or do not have two outcomes.
    pub left_out: Vec<cairn_base::Span>,
    /// Subprograms that no entry gets to.
    pub never_called: Vec<Arc<str>>,
}

impl Covered {
    pub fn is_ada(&self) -> bool {
        self.program.language == cairn_ir::Language::Ada
    }
}

/// Covers a program. The report says what was told about the inputs.
pub fn cover(request: &Request, budget: &Budget, tick: &mut dyn FnMut(&Snapshot)) -> (Option<Covered>, Report) {
    let mut own = request.clone();
    own.checks = CheckSelection::only([CheckKind::Reachable]);
    let shared = Shared::default();
    let made: Arc<std::sync::Mutex<Option<goals::Made>>> = Arc::default();
    let started = std::time::Instant::now();
    let stopped = run::on_worker(budget, &shared, tick, {
        let (shared, made, budget, own) = (Arc::clone(&shared), Arc::clone(&made), budget.clone(), own.clone());
        move || {
            let Some(program) = run::load(&own, &budget, &shared) else { return };
            let sources = lock(&shared).sources.clone();
            let mut with_goals = goals::make(program, &own, &sources);
            let program = std::mem::take(&mut with_goals.program);
            *made.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(with_goals);
            run::portfolio_on(program, &own, &budget, &shared);
        }
    });
    let mut known = lock(&shared);
    known.stopped = known.stopped.or(stopped);
    let settled = Settled::take(&mut known, None);
    let mut report = crate::assemble::report(&known, &settled);
    report.request = request.echo();
    report.statistics = run::statistics(&known, started);
    let made = made.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
    let covered = made.and_then(|made| covered(made, &settled, &known));
    (covered, report)
}

fn covered(made: goals::Made, settled: &Settled, known: &Known) -> Option<Covered> {
    let subject = Arc::clone(settled.subject()?);
    let program = Arc::clone(&subject.program);
    let mut found: Vec<Option<Execution>> = Vec::new();
    let mut open: Vec<Option<String>> = vec![None; made.goals.len()];
    for (number, goal) in made.goals.iter().enumerate() {
        let ruling = settled.rulings().find(|(id, _)| *id == goal.property).map(|(_, ruling)| ruling);
        let execution = match ruling.map(|ruling| (&ruling.finding, &ruling.reason)) {
            Some((Finding::Violated(evidence), _)) => {
                executed(&program, given(&program, evidence), made.selector, &made.goals)
                    .filter(|e| e.goals.contains(&number))
            }
            Some((Finding::Proved(_), _)) => {
                found.push(None);
                continue;
            }
            Some((_, reason)) => {
                open[number] = Some(reason.clone().unwrap_or_else(|| "no execution was found within the bound".into()));
                None
            }
            None => None,
        };
        if execution.is_none() && open[number].is_none() {
            let why = known.stopped.map_or("the execution could not be repeated", |reason| reason.words());
            open[number] = Some(why.into());
        }
        found.push(execution);
    }
    let suite = chosen(found.iter().flatten().cloned().collect());
    let by = |number: usize| suite.iter().position(|execution| execution.goals.contains(&number));
    let reached = |number: usize| match (by(number), &open[number]) {
        (Some(test), _) => Reached::By(test),
        (None, None) => Reached::Dead,
        (None, Some(why)) => Reached::Open(why.clone()),
    };
    let goals = made.goals.iter().enumerate().map(|(number, goal)| (goal.clone(), reached(number))).collect();
    Some(Covered { program, goals, suite, left_out: made.left_out, never_called: made.never_called })
}

/// The entry and the inputs of a counterexample.
fn given(program: &Program, evidence: &Evidence) -> Option<(ProcId, Vec<Value>)> {
    let data = evidence.data();
    let inputs = data.inputs.iter().map(|value| codec::json_to_value(value).ok()).collect::<Option<Vec<_>>>()?;
    Some((program.find_procedure(&data.entry)?, inputs))
}

/// The execution of a counterexample that goes on where it was stopped, as long as its inputs last.
fn executed(
    program: &Program,
    given: Option<(ProcId, Vec<Value>)>,
    selector: cairn_ir::VarId,
    goals: &[Goal],
) -> Option<Execution> {
    let (entry, inputs) = given?;
    let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
    let first = interp::run(program, entry, &mut GivenInputs::new(inputs.clone()), &limits);
    let is_choice = |input: &UsedInput| input.request.kind == InputKind::Global(selector);
    let at = first.inputs.iter().position(is_choice);
    let mut free = inputs;
    if let Some(at) = at {
        free[at] = goals::chosen_none(program, selector)?;
    }
    let free = interp::run(program, entry, &mut GivenInputs::new(free), &limits);
    let is_reached = |goal: &Goal| {
        let of = |execution: &interp::Execution| execution.reached.get(goal.property.0 as usize).copied() == Some(true);
        of(&first) || of(&free)
    };
    let reached = goals.iter().enumerate().filter(|(_, goal)| is_reached(goal)).map(|(number, _)| number).collect();
    let inputs = free.inputs.into_iter().filter(|input| !is_choice(input)).collect();
    Some(Execution { entry, inputs, goals: reached })
}

/// As few executions as are needed: always the one that reaches most of what is left.
fn chosen(mut found: Vec<Execution>) -> Vec<Execution> {
    let mut left: BTreeSet<usize> = found.iter().flat_map(|execution| execution.goals.iter().copied()).collect();
    let mut suite = Vec::new();
    while !left.is_empty() {
        let news = |execution: &Execution| execution.goals.intersection(&left).count();
        let Some(best) = (0..found.len()).rev().max_by_key(|at| news(&found[*at])) else { break };
        let best = found.swap_remove(best);
        if news(&best) == 0 {
            break;
        }
        left.retain(|goal| !best.goals.contains(goal));
        suite.push(best);
    }
    suite
}

/// Checks of the program become assumptions; those of constructs that are not supported stay.
fn without_checks(program: &mut Program) {
    let Program { procedures, properties, .. } = program;
    for (_, procedure) in procedures.iter_mut() {
        for (_, block) in procedure.blocks.iter_mut() {
            for statement in &mut block.statements {
                if let StatementKind::Check { property, condition } = statement.kind
                    && properties[property].kind != CheckKind::Unsupported
                {
                    statement.kind = StatementKind::Assume(condition);
                }
            }
        }
    }
}
