//! Induction against exhaustive interpretation: `fuzz_induction [FIRST [COUNT]]`.

#[path = "../tests/common/inductive.rs"]
mod inductive;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("a number"));
    let (first, count) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(10_000));
    let tally = inductive::compare_seeds(first..first + count);
    println!("no disagreement: {tally:?}");
}
