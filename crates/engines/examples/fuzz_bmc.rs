//! Bounded model checking against exhaustive interpretation: `cargo xtask fuzz bmc [--count N] [--seed N]`.

#[path = "../tests/common/exhaustive.rs"]
mod exhaustive;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: u64| {
        let value = arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1));
        value.map_or(default, |v| v.parse().unwrap_or_else(|_| panic!("{name} takes a number, not {v}")))
    };
    let (first, count) = (option("--seed", 0), option("--count", 10_000));
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
