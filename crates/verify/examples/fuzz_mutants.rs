//! Mutants of proved programs against the interpreter: `cargo xtask fuzz mutants [--count N] [--seed N] [--seconds S]`,
//! with `--intervals` of what abstract interpretation alone proves, before anybody re-checks it; with `--unbounded`
//! only of programs that need more than complete unwinding.

#[path = "../tests/common/mutants.rs"]
mod mutants;

use cairn_base::Budget;
use cairn_engines::{Observer, bmc, intervals};
use cairn_verify::Request;
use cairn_verify::run::Subject;
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: u64| {
        let value = arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1));
        value.map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name} takes a number, not {v}")))
    };
    let (seed, count, seconds) = (option("--seed", 0), option("--count", 200), option("--seconds", 2));
    let engine = arguments.iter().any(|a| a == "--intervals").then_some(by_intervals as _);
    let effort = mutants::Effort { engine, check: Duration::from_secs(seconds), executions: 400, steps: 500_000 };
    let mut originals = mutants::originals();
    if arguments.iter().any(|a| a == "--unbounded") {
        originals = mutants::with_long_loops(originals, effort.check);
    }
    println!("{} programs to change", originals.len());
    // In portions, so that a long run tells how far it is.
    let mut done = 0;
    while done < count {
        let portion = 50.min(count - done);
        match mutants::attack(&originals, portion as u32, seed + done, &effort) {
            Ok(tally) => println!("{done} and {portion} more, no disagreement: {tally:?}"),
            Err(difference) => {
                println!("with --seed {}: {difference}", seed + done);
                std::process::exit(1);
            }
        }
        done += portion;
    }
}

fn by_intervals(subject: &Subject, _: &Request, budget: &Budget, _: &mut dyn Observer) -> bmc::Outcome {
    let bmc::Options { entries, properties, .. } = subject.options.clone();
    let outcome = intervals::run(&subject.program, &intervals::Options { entries, properties }, budget);
    bmc::Outcome { decisions: outcome.proved, ..bmc::Outcome::default() }
}
