//! The referee: follows the property over the replayed execution of the program that the user wrote.
//!
//! No engine has a part in this, and nothing that was woven is believed: from an engine's counterexample come only the
//! inputs and how many steps it claims. The observed program is run on them in the interpreter; its events are judged by the
//! definitions of [`cairn_automata::monitor`] and [`cairn_automata::words`]. A cycle is run twice.

use super::question::{Asked, Question};
use cairn_automata::atom::AtomId;
use cairn_automata::monitor::{Observation, Observed, Simulation};
use cairn_automata::words::{self, Lasso, Letter};
use cairn_base::ids::Id;
use cairn_ir::interp::{self, Execution, GivenInputs, InputKind, Limits, ResolvedPlace, StepKind};
use cairn_ir::{Counterexample, Program, Value, VarId};
use cairn_temporal::lasso::Derived;
use cairn_temporal::leaves::LeafKind;
use cairn_temporal::observe;
use cairn_temporal::points::PointKind;
use cairn_temporal::weave::{self, Woven};

const MOST_STEPS: u64 = 20_000_000;
const TRACE_STEPS: usize = 1_000_000;
/// How often a cycle is run.
const ROUNDS: usize = 2;

pub enum Disagreement {
    /// The interpreter could not follow so far.
    CannotFollow(String),
    Disagrees(String),
}

fn cannot<T>(why: impl Into<String>) -> Result<T, Disagreement> {
    Err(Disagreement::CannotFollow(why.into()))
}

/// Where a counterexample claims its violation.
pub struct Where {
    /// The inputs of the original program up to the violation, or up to the beginning of the cycle, and inside the cycle.
    inputs: Vec<Value>,
    cycle_inputs: Vec<Value>,
    /// Steps before the cycle, or all.
    steps: usize,
    /// Steps of the cycle; none: the run ends, or a finite part of it violates the property.
    cycle: Option<usize>,
}

impl Where {
    pub fn in_woven(program: &Program, woven: &Woven, found: &Counterexample) -> Result<Self, Disagreement> {
        let run = replayed(program, found)?;
        let steps = steps(&run).len();
        let is_own =
            |input: &&interp::UsedInput| !variable(&input.request.kind).is_some_and(|v| woven.inputs.contains(&v));
        let inputs = run.inputs.iter().filter(is_own).map(|input| input.value.clone()).collect();
        Ok(Self { inputs, cycle_inputs: Vec::new(), steps, cycle: None })
    }
    pub fn in_derived(program: &Program, derived: &Derived, found: &Counterexample) -> Result<Self, Disagreement> {
        let run = replayed(program, found)?;
        let is_own = |var: VarId| derived.inputs.contains(&var);
        let is_save = |input: &interp::UsedInput| {
            variable(&input.request.kind) == Some(derived.save) && input.value.as_bool() == Some(true)
        };
        // Otherwise the check is one where a run ends, or where nothing can help any more.
        let is_cycle = is_set(&run, derived.closed);
        let first = run.inputs.iter().position(is_save).filter(|_| is_cycle);
        let own = |input: &&interp::UsedInput| !variable(&input.request.kind).is_some_and(is_own);
        let split = first.unwrap_or(run.inputs.len());
        let inputs = run.inputs[..split].iter().filter(own).map(|input| input.value.clone()).collect();
        let cycle_inputs = run.inputs[split..].iter().filter(own).map(|input| input.value.clone()).collect();
        let saved_at = first.and_then(|_| {
            run.trace.steps.iter().position(|step| match &step.kind {
                StepKind::Input { kind, value, .. } => {
                    variable(kind) == Some(derived.save) && value.as_bool() == Some(true)
                }
                _ => false,
            })
        });
        let all = steps(&run);
        let before = saved_at.map_or(all.len(), |at| all.iter().filter(|place| **place < at).count());
        Ok(Self { inputs, cycle_inputs, steps: before, cycle: saved_at.map(|_| all.len() - before) })
    }
}

/// The variable that an input was for.
fn variable(kind: &InputKind) -> Option<VarId> {
    match kind {
        InputKind::Havoc(ResolvedPlace::Variable { variable, .. }) => Some(*variable),
        _ => None,
    }
}

fn replayed(program: &Program, found: &Counterexample) -> Result<Execution, Disagreement> {
    let limits = Limits { steps: MOST_STEPS, trace_steps: TRACE_STEPS, ..Limits::default() };
    let mut inputs = GivenInputs::new(found.inputs.clone());
    let run = interp::run(program, found.entry, &mut inputs, &limits);
    if run.trace.dropped > 0 {
        return cannot("its execution is too long to be followed");
    }
    Ok(run)
}

/// The places of the trace where the automaton made a step.
fn steps(run: &Execution) -> Vec<usize> {
    let is_step = |kind: &StepKind| matches!(kind, StepKind::Event { name, .. } if &**name == weave::STEP);
    run.trace.steps.iter().enumerate().filter(|(_, step)| is_step(&step.kind)).map(|(at, _)| at).collect()
}

/// Whether a variable was set to true.
fn is_set(run: &Execution, wanted: VarId) -> bool {
    run.trace.steps.iter().any(|step| match &step.kind {
        StepKind::Assign { place: ResolvedPlace::Variable { variable, .. }, value, .. } => {
            *variable == wanted && value.as_bool() == Some(true)
        }
        _ => false,
    })
}

/// One step of the run.
#[derive(Clone, Debug)]
pub struct Happened {
    /// Which point, by its place in the list of what is told.
    pub told: usize,
    pub letter: Observation,
    /// Values of parameters or results: type and value.
    pub arguments: Vec<(cairn_ir::TypeId, Value)>,
}

pub struct Found {
    pub steps: Vec<Happened>,
    pub cycle_start: Option<usize>,
}

/// Runs the observed program from one of its entries, and judges what it tells.
pub fn judge(question: &Question, entry: usize, place: &Where) -> Result<Found, Disagreement> {
    let Some(&entry) = question.observed_entries.get(entry) else { return cannot("its entry is not known") };
    let mut inputs = place.inputs.clone();
    for _ in 0..ROUNDS {
        inputs.extend(place.cycle_inputs.iter().cloned());
    }
    let limits = Limits { steps: MOST_STEPS / 20, trace_steps: TRACE_STEPS, ..Limits::default() };
    let run = interp::run(&question.observed, entry, &mut GivenInputs::new(inputs), &limits);
    let mut steps = Vec::new();
    for step in &run.trace.steps {
        let StepKind::Event { name, arguments } = &step.kind else { continue };
        if &**name != observe::STEP {
            continue;
        }
        let Some((told, letter)) = observe::decode(&question.told, arguments) else { continue };
        let number = question.told.iter().position(|own| std::ptr::eq(own, told)).unwrap_or(0);
        steps.push(Happened { told: number, letter, arguments: arguments.clone() });
    }
    if run.trace.dropped > 0 {
        return cannot("its execution is too long to be followed");
    }
    match place.cycle {
        Some(cycle) => of_cycle(question, steps, place.steps, cycle),
        None => of_end(question, steps, place.steps),
    }
}

fn is_end(question: &Question, step: &Happened) -> bool {
    question.told[step.told].point.kind == PointKind::End
}

/// A run that ends, or a finite part that violates the property.
fn of_end(question: &Question, mut steps: Vec<Happened>, claimed: usize) -> Result<Found, Disagreement> {
    if let Asked::Followed { monitor, accepting } = &question.asked {
        let mut run = Simulation::new(monitor);
        for (place, step) in steps.iter().enumerate() {
            if is_end(question, step) {
                let ok = !accepting || run.accepts();
                steps.truncate(place + 1);
                return if ok {
                    disagrees("the run ends as it should")
                } else {
                    Ok(Found { steps, cycle_start: None })
                };
            }
            run.step(&step.letter);
            if run.is_stuck() {
                steps.truncate(place + 1);
                return Ok(Found { steps, cycle_start: None });
            }
        }
        return disagrees("every event is consumed");
    }
    let ends = steps.iter().position(|step| is_end(question, step));
    let (stem, period) = match ends {
        Some(end) if claimed >= end => {
            steps.truncate(end + 1);
            (letters(question, &steps[..end]), vec![letter(question, &steps[end].letter)])
        }
        _ => {
            // The step that failed was not counted any more.
            steps.truncate(claimed + 1);
            if steps.len() <= claimed {
                return disagrees("the execution does not come so far");
            }
            let all = letters(question, &steps);
            if let Asked::Formula(formula) = &question.asked
                && is_possible(&formula.own, &all)
            {
                return disagrees("the run can still be continued to one that satisfies the formula");
            }
            let last = all.last().cloned().unwrap_or_default();
            (all, vec![last])
        }
    };
    violates(question, Lasso { stem, period })?;
    Ok(Found { steps, cycle_start: None })
}

fn of_cycle(question: &Question, mut steps: Vec<Happened>, before: usize, cycle: usize) -> Result<Found, Disagreement> {
    let all = before + ROUNDS * cycle;
    if steps.len() < all {
        return cannot("its cycle could not be run twice");
    }
    let has_returned = steps.iter().take(all).any(|step| is_end(question, step));
    if has_returned {
        return disagrees("the run ends instead of coming back");
    }
    steps.truncate(all);
    let told = letters(question, &steps);
    let (first, second) = (&told[before..before + cycle], &told[before + cycle..]);
    if first != second {
        return disagrees("the second round of the cycle is not like the first");
    }
    let stem = told[..before].to_vec();
    if let Asked::Followed { monitor, .. } = &question.asked {
        let mut run = Simulation::new(monitor);
        let mut accepted = false;
        for (place, step) in steps.iter().enumerate() {
            run.step(&step.letter);
            accepted |= place >= before && run.accepts();
        }
        accepted |= cycle == 0 && run.accepts();
        steps.truncate(before + cycle);
        return match accepted {
            true => disagrees("an accepting state is active on the cycle"),
            false => Ok(Found { steps, cycle_start: Some(before) }),
        };
    }
    let period = if cycle == 0 { vec![silent(question, &steps)] } else { first.to_vec() };
    let judged = violates(question, Lasso { stem, period });
    if cycle == 0 && judged.is_err() {
        return cannot("the values in a loop without events were not observed");
    }
    judged?;
    steps.truncate(before + cycle);
    Ok(Found { steps, cycle_start: Some(before) })
}

fn disagrees<T>(why: &str) -> Result<T, Disagreement> {
    Err(Disagreement::Disagrees(why.into()))
}

/// Whether the property is violated by a word.
fn violates(question: &Question, word: Lasso) -> Result<(), Disagreement> {
    let bad = match &question.asked {
        Asked::Formula(formula) => !words::satisfies(&word, &formula.formula),
        Asked::Never { automaton, .. } => words::accepts(automaton, &word),
        Asked::Followed { .. } => return disagrees("an automaton that is followed says nothing about words"),
    };
    // A run that is not fair does not count.
    if bad { Ok(()) } else { disagrees("the events satisfy the property") }
}

fn is_possible(automaton: &cairn_automata::buchi::Automaton, letters: &[Letter]) -> bool {
    let mut active: std::collections::BTreeSet<_> = automaton.initial.iter().copied().collect();
    for letter in letters {
        let moved = active.iter().flat_map(|state| &automaton.states[*state].transitions);
        active = moved.filter(|t| t.guard.holds(letter)).map(|t| t.target).collect();
    }
    !active.is_empty()
}

fn letters(question: &Question, steps: &[Happened]) -> Vec<Letter> {
    steps.iter().map(|step| letter(question, &step.letter)).collect()
}

/// The atoms that hold.
fn letter(question: &Question, observed: &Observation) -> Letter {
    let of_atoms: &[usize] = match &question.asked {
        Asked::Formula(formula) => &formula.leaves,
        Asked::Never { leaves, .. } => leaves,
        Asked::Followed { .. } => &[],
    };
    let holds = |leaf: usize| matches!(observed[leaf], Some(Observed::Truth(true)));
    let all = of_atoms.iter().enumerate().filter(|(_, leaf)| holds(**leaf));
    all.map(|(atom, _)| AtomId::from_index(atom)).collect()
}

/// What holds while nothing happens: the conditions of the last step, without its event.
fn silent(question: &Question, steps: &[Happened]) -> Letter {
    let mut observed = match steps.last() {
        Some(last) => last.letter.clone(),
        None => vec![Some(Observed::Truth(false)); question.leaves.len()],
    };
    for (leaf, value) in question.leaves.iter().zip(&mut observed) {
        if matches!(leaf.kind, LeafKind::Event(..) | LeafKind::Place { .. } | LeafKind::End) {
            *value = Some(Observed::Truth(false));
        }
    }
    letter(question, &observed)
}
