//! Induction against exhaustive interpretation, on random programs whose inputs can all be tried.

use cairn_base::Budget;
use cairn_engines::{Engine, Problem, Silent, induction};
use cairn_ir::interp::{Limits, enumerate_inputs};
use cairn_ir::{Program, PropertyId, Verdict};
use cairn_testkit::programs::small;
use std::sync::Arc;

#[derive(Default, Debug)]
pub struct Tally {
    pub programs: u32,
    /// Programs with a loop that was cut.
    pub with_loops: u32,
    pub proved: u32,
}

const EXECUTIONS: u64 = 1 << 12;

fn compare(program: &Program, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let entry = program.entries[0];
    let engine = induction::Induction {
        // Every loop is cut that goes on after one iteration, or after two.
        short_loops: Some(1 + (seed % 2) as u32),
        ..Default::default()
    };
    let (shared, properties) = (Arc::new(program.clone()), program.properties.ids().collect::<Vec<PropertyId>>());
    let outcome = engine.run(&Problem::new(&shared, &[entry], &properties), &Budget::unlimited(), &mut Silent);
    tally.programs += 1;
    tally.with_loops += u32::from(!outcome.unrolls);
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let all = enumerate_inputs(program, entry, &limits, EXECUTIONS);
    for decision in &outcome.decisions {
        let name = &program.properties[decision.property].name;
        if matches!(decision.verdict, Verdict::Proved(_)) {
            tally.proved += 1;
            if let Some(inputs) = all.violated.get(&decision.property) {
                return Err(format!("{name}: proved, but violated by {inputs:?}"));
            }
            if decision.reachable == Some(false) && all.reached.contains(&decision.property) {
                return Err(format!("{name}: said to be unreachable, but reached"));
            }
        }
    }
    Ok(())
}

/// Calls are executed in place, each on a piece of our own stack: give it room, as `verify` does.
pub fn compare_seeds(seeds: std::ops::Range<u64>) -> Tally {
    let compare_all = move || {
        let mut tally = Tally::default();
        for seed in seeds {
            let program = small(seed);
            if let Err(difference) = compare(&program, seed, &mut tally) {
                panic!("seed {seed}: {difference}\n{}", cairn_ir::text::print(&program));
            }
        }
        tally
    };
    let worker = std::thread::Builder::new().stack_size(1 << 29).spawn(compare_all).expect("a thread");
    worker.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause))
}
