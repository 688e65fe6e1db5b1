//! Examples of states at the heads of loops, from executions that a solver finds; and the candidates they refute.

use super::Options;
use crate::backend::built_in;
use crate::bmc::cutting::{Cutter, HeadState, Plan};

use cairn_base::Budget;
use cairn_ir::{LoopPlace, Program, VarId};
use cairn_solvers::abilities::{Limits, Outcome as Answer};
use cairn_term::{BvValue, Evaluator, TermId, Value};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// Iterations that examples are taken from.
const ITERATIONS: u32 = 7;
/// How many executions are looked for, for each loop.
const EXECUTIONS: usize = 14;
const CONFLICTS: u64 = 2_000;
/// How many values are asked for in each.
const WISHES: usize = 10;
/// Values that are asked for: small, so that the examples differ and do not wrap around.
const WANTED: [i64; 7] = [0, 1, 2, 3, 5, 11, -4];

/// One example: the values of some variables, signed.
pub(super) type Example = BTreeMap<VarId, BigInt>;

/// What examples say of the loops.
#[derive(Default)]
pub(super) struct Learned {
    /// The examples of each loop.
    pub examples: BTreeMap<LoopPlace, Vec<Example>>,
    /// Candidates that some example speaks against.
    pub refuted: BTreeSet<usize>,
}

/// Looks for examples, and for candidates of the plan that they refute.
pub(super) fn learn(program: &Program, options: &Options, plan: &Plan, budget: &Budget) -> Learned {
    let mut cutter = Cutter::new(program, &options.entries, budget);
    let mut plan = Plan { depth: ITERATIONS, examples: true, ..plan.clone() };
    let cut = cutter.cut(&mut plan);
    let mut learned = Learned::default();
    let mut solver = built_in();
    let mut choices = fastrand::Rng::with_seed(1);
    for (place, heads) in &cut.heads {
        let examples = collect(&mut cutter, &mut *solver, heads, budget, &mut choices, &mut learned.refuted);
        learned.examples.insert(place.clone(), examples);
    }
    learned
}

/// Asks for executions that come to the heads, and reads all states at the heads off each.
fn collect(
    cutter: &mut Cutter<'_>,
    solver: &mut dyn crate::backend::Backend,
    heads: &[HeadState],
    budget: &Budget,
    choices: &mut fastrand::Rng,
    refuted: &mut BTreeSet<usize>,
) -> Vec<Example> {
    let mut found = Vec::new();
    for number in 0..EXECUTIONS {
        if budget.check().is_err() || heads.is_empty() {
            break;
        }
        // Mostly long executions; the last heads are those of the latest iterations.
        let head = &heads[heads.len() - 1 - (number % heads.len().min(3))];
        let limits = Limits { conflicts: Some(CONFLICTS) };
        let mut assumptions = vec![head.reached];
        for equation in wanted(cutter, heads, choices) {
            assumptions.push(equation);
            if solver.check(cutter.terms(), &assumptions, budget, limits) != Answer::Sat {
                assumptions.pop();
            }
        }
        if solver.check(cutter.terms(), &assumptions, budget, limits) != Answer::Sat {
            continue;
        }
        let Ok(model) = solver.model(cutter.terms()) else { continue };
        let mut values = Evaluator::new(cutter.terms(), &model);
        for head in heads {
            if values.holds(head.reached).unwrap_or(false) {
                found.push(example(&mut values, head));
                let fails = |(_, holds): &&(usize, TermId)| !values.holds(*holds).unwrap_or(true);
                refuted.extend(head.conditions.iter().filter(fails).map(|(number, _)| *number));
            }
        }
    }
    found
}
/// Equations of some variables with small numbers: at the entry, and later on, so that executions take different ways.
fn wanted(cutter: &mut Cutter<'_>, heads: &[HeadState], choices: &mut fastrand::Rng) -> Vec<TermId> {
    let mut equations = Vec::new();
    for number in 0..WISHES {
        let head = if number % 2 == 0 { &heads[0] } else { &heads[choices.usize(..heads.len())] };
        let Some((_, term)) = choices.choice(&head.values) else { continue };
        let terms = cutter.terms();
        if !terms.is_constant(*term) {
            let value = WANTED[choices.usize(..WANTED.len())];
            let constant = terms.bv(BvValue::from_bigint(terms.width(*term), &value.into()));
            equations.push(terms.eq(*term, constant));
        }
    }
    equations
}
fn example(values: &mut Evaluator<'_>, head: &HeadState) -> Example {
    let mut example = Example::new();
    for (var, term) in &head.values {
        if let Ok(Value::BitVec(bits)) = values.value(*term) {
            example.insert(*var, bits.to_bigint());
        }
    }
    example
}
