//! Bounded model checking against exhaustive interpretation, on random programs whose inputs can all
//! be tried.

use cairn_base::Budget;
use cairn_engines::{Engine, Problem, Silent, Solvers, bmc};
use cairn_ir::interp::{self, GivenInputs, Limits, Outcome, enumerate_inputs};
use cairn_ir::{Program, PropertyId, Verdict};
use cairn_solvers::builtin::Builtin;
use cairn_testkit::programs::{reduce, small};
use std::sync::Arc;

/// What came out for programs on which nothing disagrees.
#[derive(Default, Debug)]
pub struct Tally {
    pub programs: u32,
    /// Not every input could be tried.
    pub too_many_inputs: u32,
    pub violated: u32,
    pub proved: u32,
    /// Properties the engine left open, by its words.
    pub open: Vec<String>,
}

const EXECUTIONS: u64 = 1 << 14;

fn limits() -> Limits {
    Limits { steps: 20_000, ..Limits::default() }
}

fn compare(program: &Program, tally: &mut Tally) -> Result<(), String> {
    tally.programs += 1;
    let entry = program.entries[0];
    let all = enumerate_inputs(program, entry, &limits(), EXECUTIONS);
    let options = bmc::Options {
        max_unwind: Some(512),
        // Some programs with loops cut early: what is proved then must not depend on what was cut.
        unwind: tally.programs.is_multiple_of(3).then_some(1 + tally.programs / 3 % 2),
        ..Default::default()
    };
    // Every other program with a solver that does not wait for hard questions to use all it can.
    let is_patient = tally.programs.is_multiple_of(2);
    let solver = move || if is_patient { Builtin::new() } else { Builtin::impatient() };
    let solvers = Solvers::new(move |_| Ok(Box::new(solver())));
    let (shared, properties) = (Arc::new(program.clone()), program.properties.ids().collect::<Vec<PropertyId>>());
    let engine = bmc::BoundedModelChecking { options: options.clone(), solvers };
    let outcome = engine.run(&Problem::new(&shared, &[entry], &properties), &Budget::unlimited(), &mut Silent);
    tally.too_many_inputs += u32::from(!all.complete);
    let mut open = Vec::new();
    for decision in &outcome.decisions {
        let name = &program.properties[decision.property].name;
        match &decision.verdict {
            Verdict::Violated(counterexample) => {
                tally.violated += 1;
                let mut inputs = GivenInputs::new(counterexample.inputs.clone());
                let execution = interp::run(program, entry, &mut inputs, &limits());
                if execution.outcome != Outcome::Violated(decision.property) {
                    return Err(format!("{name}: the counterexample replays to {:?}", execution.outcome));
                }
            }
            Verdict::Proved(_) => {
                tally.proved += 1;
                if let Some(inputs) = all.violated.get(&decision.property) {
                    return Err(format!("{name}: proved, but violated by {inputs:?}"));
                }
                let reached = all.reached.contains(&decision.property);
                let wrong = decision.reachable.is_some_and(|r| r != reached);
                if wrong && (all.complete || reached) {
                    return Err(format!("{name}: reachable is {:?}, not {reached}", decision.reachable));
                }
            }
            other => open.push(format!("{other:?}")),
        }
    }
    let nowhere = all.considered == 0 && all.reached.is_empty();
    // Whether an execution that was cut comes to an end is not known.
    let wrong = if options.unwind.is_none() { outcome.vacuous != nowhere } else { outcome.vacuous && !nowhere };
    if wrong && all.complete && open.is_empty() {
        return Err(format!("vacuous is {}, but {} executions count", outcome.vacuous, all.considered));
    }
    tally.open.append(&mut open);
    Ok(())
}

/// Calls are executed in place, each on a piece of our own stack: give it room, as `verify` does.
pub fn compare_seeds(seeds: std::ops::Range<u64>) -> Tally {
    let worker = std::thread::Builder::new().stack_size(1 << 29);
    let worker = worker.spawn(|| compare_all(seeds)).expect("a thread");
    worker.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause))
}

fn compare_all(seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let program = small(seed);
        if let Err(difference) = compare(&program, &mut tally) {
            let smaller = reduce(&program, |candidate| compare(candidate, &mut Tally::default()).is_err());
            let after = compare(&smaller, &mut Tally::default());
            panic!("seed {seed}: {difference}\nreduced ({after:?}):\n{}", cairn_ir::text::print(&smaller));
        }
    }
    tally
}
