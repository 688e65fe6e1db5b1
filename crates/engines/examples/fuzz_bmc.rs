//! Bounded model checking against exhaustive interpretation: `cargo xtask fuzz bmc [--count N] [--seed N]`.

#[path = "../tests/common/exhaustive.rs"]
mod exhaustive;

use cairn_testkit::options::Options;

fn main() {
    let options = Options::given();
    let (first, count) = (options.number("--seed", 0), options.number("--count", 10_000));
    let mut tally = exhaustive::compare_seeds(first..first + count);
    tally.open.sort();
    tally.open.dedup();
    println!(
        "{} programs, no disagreement: {} properties violated, {} proved; {} programs with too many inputs",
        tally.programs, tally.violated, tally.proved, tally.too_many_inputs
    );
    for reason in &tally.open {
        println!("left open: {reason}");
    }
}
