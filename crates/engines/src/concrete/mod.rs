//! Executions on extreme inputs: finds violations that need so many iterations that no formula holds them.
//!
//! A loop that goes wrong after 65,000 rounds mostly does so for the largest count its input may have. So the program
//! is run with every input at an end of its type, at a number the program mentions, or beside one ([`extremes`]), and
//! with mixtures of these. An assumption that fails moves the last input that was asked for to its next value. Executions
//! that are not over when their steps are used up run again with more.
//!
//! It uses the interpreter, which then replays what was found like any other counterexample. The interpreter decides
//! some things that languages leave open (what the bytes of a pointer are as a number, say), and only the symbolic
//! engines notice where a program depends on them: programs that could are left to those ([`plain`]).
//!
//! Deliberately absent: proofs. That nothing was found says nothing.

mod extremes;
mod plain;
#[cfg(test)]
mod tests;

use crate::engine::{self, Engine, Problem};
use crate::observer::Observer;
use cairn_base::Budget;
use cairn_ir::interp::{Interpreter, Limits, Outcome};
use cairn_ir::{CheckKind, Counterexample, Decision, ProcId, PropertyId, Verdict};
use extremes::{Chosen, Extremes};

const ENGINE: &str = "concrete";
/// Steps of each execution in the first round, how they grow, and where that ends: a replay may take no longer.
const FIRST_STEPS: u64 = 100_000;
const GROWTH: u64 = 10;
const LARGEST_STEPS: u64 = 100_000_000;
/// Mixtures of extremes that are tried.
const MIXTURES: usize = 60;
/// Executions that end at an assumption, in search of one that does not.
const REPAIRS: usize = 200;
/// Steps of all executions together where no time limit ends the search.
const ALL_STEPS: u64 = 20_000_000;
const MEMORY: u64 = 1 << 28;

/// Looks for violations of what is open until there is nothing left to try.
#[derive(Clone, Copy, Debug, Default)]
pub struct Executions;

impl Engine for Executions {
    fn name(&self) -> &'static str {
        ENGINE
    }
    fn run(&self, problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer) -> engine::Outcome {
        let mut decisions = Vec::new();
        if plain::is_plain(problem.program) {
            search(problem, budget, observer, &mut decisions);
        }
        engine::Outcome { decisions, ..engine::Outcome::default() }
    }
}

fn search(problem: &Problem<'_>, budget: &Budget, observer: &mut dyn Observer, decisions: &mut Vec<Decision>) {
    let mut search = Search {
        interpreter: Interpreter::new(problem.program),
        extremes: Extremes::of(problem.program),
        problem,
        budget,
        observer,
        decisions,
        steps_left: if budget.remaining().is_some() { u64::MAX } else { ALL_STEPS },
    };
    let mut open: Vec<(ProcId, Vec<usize>)> = Vec::new();
    for entry in problem.entries {
        open.extend(search.extremes.starts(MIXTURES).into_iter().map(|start| (*entry, start)));
    }
    let mut steps = FIRST_STEPS;
    while !open.is_empty() && steps <= LARGEST_STEPS {
        // What was not over in time is tried again with more; what was over is done with.
        open.retain_mut(|(entry, choices)| search.is_open() && search.goes_on(*entry, choices, steps));
        steps *= GROWTH;
    }
}

struct Search<'a> {
    interpreter: Interpreter<'a>,
    extremes: Extremes<'a>,
    problem: &'a Problem<'a>,
    budget: &'a Budget,
    observer: &'a mut dyn Observer,
    decisions: &'a mut Vec<Decision>,
    steps_left: u64,
}

impl Search<'_> {
    /// Whether there is something left to find, and the budget for it.
    fn is_open(&self) -> bool {
        self.steps_left > 0
            && self.budget.check().is_ok()
            && self.problem.properties.iter().any(|p| !self.observer.is_decided(*p))
    }
    /// Runs once, and again with other inputs where an assumption fails. True if the last execution had too few steps.
    fn goes_on(&mut self, entry: ProcId, choices: &mut Vec<usize>, steps: u64) -> bool {
        let limits = Limits { steps, memory_bytes: MEMORY, budget: Some(self.budget.clone()), ..Limits::default() };
        for _ in 0..REPAIRS {
            let mut inputs = Chosen::new(&self.extremes, choices);
            let execution = self.interpreter.run(entry, &mut inputs, &limits);
            let asked = inputs.asked();
            self.steps_left = self.steps_left.saturating_sub(execution.steps);
            match execution.outcome {
                Outcome::OutOfSteps => return true,
                Outcome::AssumptionFailed if self.extremes.next(choices, asked) => {}
                Outcome::Violated(property) => {
                    let values = execution.inputs.into_iter().map(|input| input.value).collect();
                    self.tell(property, Counterexample { entry, inputs: values });
                    return false;
                }
                _ => return false,
            }
            if self.steps_left == 0 || self.budget.check().is_err() {
                return false;
            }
        }
        false
    }
    fn tell(&mut self, property: PropertyId, counterexample: Counterexample) {
        let is_wanted = self.problem.properties.contains(&property) && !self.observer.is_decided(property);
        // What is not supported, and bounds, are for the symbolic engines to speak of.
        let kind = self.problem.program.properties[property].kind;
        let is_ours = !matches!(kind, CheckKind::Unsupported | CheckKind::Unwinding | CheckKind::Recursion);
        if is_wanted && is_ours {
            let verdict = Verdict::Violated(counterexample);
            let decision = Decision { property, verdict, reachable: Some(true), bound: None, engine: ENGINE };
            if self.observer.decided(&decision) {
                self.decisions.push(decision);
            }
        }
    }
}
