//! Examples of states at the heads of loops, from executions with chosen inputs; and the candidates they refute.
//!
//! A few iterations of every loop are executed with symbols for the inputs. Most examples then cost an evaluation:
//! symbols get small numbers, mostly. Where that does not lead to a loop, a solver finds inputs that do. Executions
//! through an arbitrary state, which need not be executions of the program, count only for loops that no others
//! lead to.

use super::cutting::{BEYOND, Cutter, HeadState, Plan};
use crate::backend::{Backend, built_in};

use cairn_base::Budget;
use cairn_ir::{LoopPlace, ProcId, Program, VarId};
use cairn_solvers::abilities::{Limits, Outcome as Answer};
use cairn_term::{ArrayValue, Assignment, BvValue, Evaluator, Sort, SortId, SymbolId, TermId, Terms, Value};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Iterations that examples are taken from: the more the better, as long as there are not too many terms.
const ITERATIONS: [u32; 3] = [2, 4, 7];
const MOST_TERMS: usize = 20_000;
/// Formulas with more terms are not given to a solver.
const MOST_TERMS_TO_SOLVE: usize = 100_000;
/// Choices of inputs.
const CHOICES: usize = 120;
/// Examples of one loop that are enough, and fewer than which a solver is asked for more.
const ENOUGH: usize = 80;
const FEW: usize = 6;
/// How many executions a solver looks for, for each loop.
const EXECUTIONS: usize = 14;
const CONFLICTS: u64 = 2_000;
/// How many values are asked for in each.
const WISHES: usize = 10;
/// Values that are tried: small, so that the examples differ and do not wrap around.
const WANTED: [i64; 9] = [0, 1, 1, 2, 3, 4, 5, 11, -4];
/// Elements of arrays that have values of their own.
const ELEMENTS: u64 = 8;

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
pub(super) fn learn(program: &Program, entries: &[ProcId], plan: &Plan, budget: &Budget) -> Learned {
    let mut cutter = Cutter::new(program, entries, budget);
    let mut heads = BTreeMap::new();
    for depth in ITERATIONS {
        let mut plan = Plan { depth, examples: true, ..plan.clone() };
        heads = cutter.cut(&mut plan).heads;
        if cutter.terms().len() > MOST_TERMS {
            break;
        }
    }
    let mut learned = Learned::default();
    let mut choices = fastrand::Rng::with_seed(1);
    for number in 0..CHOICES {
        let open = heads.iter().filter(|(place, _)| learned.count(place) < ENOUGH);
        let open: Vec<(&LoopPlace, &Vec<HeadState>)> = open.collect();
        if open.is_empty() || budget.check().is_err() {
            break;
        }
        let model = chosen(cutter.terms(), &mut choices, number);
        let mut values = Evaluator::new(cutter.terms(), &model);
        open.into_iter().for_each(|(place, heads)| learned.look(&mut values, place, heads));
    }
    let mut solver = built_in();
    for beyond in [false, true] {
        for (place, heads) in &heads {
            let enough = if beyond { 1 } else { FEW };
            if learned.count(place) < enough && cutter.terms().len() < MOST_TERMS_TO_SOLVE {
                search(&mut cutter, &mut *solver, (place, heads), beyond, budget, &mut choices, &mut learned);
            }
        }
    }
    learned
}

impl Learned {
    fn count(&self, place: &LoopPlace) -> usize {
        self.examples.get(place).map_or(0, Vec::len)
    }
    /// Reads all states at the heads of a loop off an execution.
    fn look(&mut self, values: &mut Evaluator<'_>, place: &LoopPlace, heads: &[HeadState]) {
        let own = self.examples.entry(place.clone()).or_default();
        for head in heads {
            if !values.holds(head.reached).unwrap_or(false) {
                continue;
            }
            let example = example(values, head);
            if !own.contains(&example) {
                own.push(example);
            }
            for (number, holds) in &head.conditions {
                if !self.refuted.contains(number) && !values.holds(*holds).unwrap_or(true) {
                    self.refuted.insert(*number);
                }
            }
        }
    }
}

// ---- chosen values ----

/// Values for all symbols; the executions are some of the program's own.
fn chosen(terms: &Terms, choices: &mut fastrand::Rng, number: usize) -> Assignment {
    // Often there are one or two different numbers only, so that what must be equal is equal now and then.
    let different = [WANTED.len(), 2, 2, 1][number % 4];
    let any = |choices: &mut fastrand::Rng| WANTED[choices.usize(..WANTED.len())];
    let numbers = if different < WANTED.len() { (0..different).map(|_| any(choices)).collect() } else { WANTED.into() };
    let mut chooser = Chooser { terms, numbers, choices };
    let mut model = Assignment::new();
    for symbol in terms.symbols() {
        let value = match terms.symbol_name(symbol) {
            BEYOND => Value::Bool(false),
            _ => chooser.value(terms.symbol_sort(symbol)),
        };
        model.set(symbol, value);
    }
    model
}

struct Chooser<'a> {
    terms: &'a Terms,
    /// What numbers are chosen from, mostly.
    numbers: Vec<i64>,
    choices: &'a mut fastrand::Rng,
}

impl Chooser<'_> {
    fn value(&mut self, sort: SortId) -> Value {
        let number = match self.choices.u8(..16) {
            0 => WANTED[self.choices.usize(..WANTED.len())],
            _ => self.numbers[self.choices.usize(..self.numbers.len())],
        };
        match *self.terms.sort_data(sort) {
            Sort::Bool => Value::Bool(self.choices.bool()),
            Sort::BitVec(width) if self.choices.u8(..24) == 0 => {
                Value::BitVec(BvValue::from_bigint(width, &self.choices.i128(..).into()))
            }
            Sort::BitVec(width) => Value::BitVec(BvValue::from_i64(width, number)),
            Sort::Int => Value::Int(number.into()),
            Sort::Float(format) => {
                // A power of two, or zero.
                let bias = (1u64 << (format.exponent - 1)) - 1;
                let exponent = if number == 0 { 0 } else { bias.saturating_add_signed(number - 2).min(2 * bias) };
                let magnitude = BigInt::from(exponent) << (format.significand - 1);
                let sign = BigInt::from(u8::from(self.choices.bool())) << (format.width() - 1);
                Value::Float(format, BvValue::from_bigint(format.width(), &(sign + magnitude)))
            }
            Sort::Array { index, element } => {
                let mut array = ArrayValue::constant(sort, self.value(element));
                if let Sort::BitVec(width) = *self.terms.sort_data(index) {
                    for place in 0..ELEMENTS {
                        let value = self.value(element);
                        array.store(Value::BitVec(BvValue::from_u64(width, place)), value);
                    }
                }
                Value::Array(Arc::new(array))
            }
            _ => Value::default_of(self.terms, sort),
        }
    }
}

// ---- values that a solver finds ----

/// Asks for executions that come to the heads of a loop.
fn search(
    cutter: &mut Cutter<'_>,
    solver: &mut dyn Backend,
    (place, heads): (&LoopPlace, &[HeadState]),
    beyond: bool,
    budget: &Budget,
    choices: &mut fastrand::Rng,
    learned: &mut Learned,
) {
    let marked = symbol_named(cutter.terms(), BEYOND).map(|symbol| cutter.terms().symbol_term(symbol));
    for number in 0..EXECUTIONS {
        if budget.check().is_err() || heads.is_empty() {
            break;
        }
        // Mostly long executions; the last heads are those of the latest iterations.
        let head = &heads[heads.len() - 1 - (number % heads.len().min(3))];
        let limits = Limits { conflicts: Some(CONFLICTS) };
        let mut assumptions = vec![head.reached];
        if let Some(marked) = marked.filter(|_| !beyond) {
            assumptions.push(cutter.terms().not(marked));
        }
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
        learned.look(&mut Evaluator::new(cutter.terms(), &model), place, heads);
    }
}
fn symbol_named(terms: &Terms, name: &str) -> Option<SymbolId> {
    terms.symbols().find(|symbol| terms.symbol_name(*symbol) == name)
}
/// Equations of some variables with small numbers: at the entry, and later on, so that executions take different ways.
fn wanted(cutter: &mut Cutter<'_>, heads: &[HeadState], choices: &mut fastrand::Rng) -> Vec<TermId> {
    let mut equations = Vec::new();
    for number in 0..WISHES {
        let head = if number % 2 == 0 { &heads[0] } else { &heads[choices.usize(..heads.len())] };
        let Some((_, term)) = choices.choice(&head.values) else { continue };
        let terms = cutter.terms();
        let is_number = matches!(terms.sort_data_of(*term), Sort::BitVec(_));
        if is_number && !terms.is_constant(*term) {
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
        match values.value(*term) {
            Ok(Value::BitVec(bits)) => drop(example.insert(*var, bits.to_bigint())),
            Ok(Value::Bool(flag)) => drop(example.insert(*var, u8::from(flag).into())),
            _ => {}
        }
    }
    example
}
