//! Mutants of proved programs against the interpreter: `cargo xtask fuzz mutants [--count N] [--seed N] [--seconds S]`,
//! with `--intervals` of what abstract interpretation alone proves, before anybody re-checks it; with `--unbounded`
//! only of programs that need more than complete unwinding.

#[path = "../tests/common/mutants.rs"]
mod mutants;

use cairn_base::Budget;
use cairn_engines::{Outcome, intervals};
use cairn_testkit::options::Options;
use cairn_verify::Request;
use cairn_verify::run::{Subject, Watcher};
use std::time::Duration;

fn main() {
    let options = Options::given();
    let (seed, count, seconds) =
        (options.number("--seed", 0), options.number("--count", 200), options.number("--seconds", 2));
    let engine = options.has("--intervals").then_some(by_intervals as _);
    let effort = mutants::Effort { engine, check: Duration::from_secs(seconds), executions: 400, steps: 500_000 };
    let mut originals = mutants::originals();
    if options.has("--unbounded") {
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

fn by_intervals(subject: &Subject, _: &Request, budget: &Budget, _: &mut Watcher) -> Outcome {
    let decisions = intervals::analyse(&subject.problem(), budget).proved;
    Outcome { decisions, ..Outcome::default() }
}
