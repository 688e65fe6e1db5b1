//! Checks against what gcc and clang make of random C programs about what the standard leaves open:
//! `cargo xtask fuzz open [--count N] [--seed N] [--check SECONDS] [--clang COMPILER] [--keep FOLDER]`.
//!
//! Both compilers run each program with the address and undefined-behaviour sanitizers, clang with the memory sanitizer
//! too; they evaluate operands in different orders. A program in which a sanitizer finds something must not be verified. What a
//! compiler shows must be an execution that Cairn knows: to claim that it does not exist must not be verified. Of closed
//! programs, which compilers do not tell apart, no check may be violated, nor the claim that this is what they show.

#[path = "../tests/common/open.rs"]
mod open;

use cairn_testkit::options::Options;
use cairn_testkit::programs::c::{Sample, sample};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Programs that are compiled as one.
const BATCH: u64 = 50;

fn main() {
    let options = Options::given();
    let (first, count) = (options.number("--seed", 1), options.number("--count", 200));
    let seconds = options.number("--check", 10);
    let clang = options.text("--clang").map_or("clang", String::as_str);
    let work = std::env::temp_dir().join(format!("cairn-fuzz-open-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder for programs");
    let compilers = open::compilers(&[clang], &work);
    let values = compilers.iter().any(open::Compiler::knows_values);
    assert!(compilers.len() == 3, "gcc and clang with their sanitizers are needed");
    let keep = options.text("--keep").map_or_else(|| work.join("disagreements"), PathBuf::from);
    let mut results = BTreeMap::<String, u64>::new();
    let mut wrong = 0;
    let mut begin = first;
    while begin < first + count {
        let end = (begin + BATCH).min(first + count);
        let samples: Vec<(u64, Sample)> = (begin..end).map(|seed| (seed, sample(seed))).collect();
        let natives = open::run_batch(&samples, &compilers, &work);
        for ((seed, one), natives) in samples.iter().zip(natives) {
            for (what, program) in open::judged(one, &natives, values, seconds, &mut results) {
                wrong += 1;
                println!("seed {seed}: {what}");
                std::fs::create_dir_all(&keep).expect("a folder for disagreements");
                std::fs::write(keep.join(format!("seed{seed}.c")), format!("// {what}\n{program}"))
                    .expect("it is written");
            }
        }
        begin = end;
    }
    println!("{count} programs from seed {first} on, {wrong} disagreements");
    results.iter().for_each(|(what, count)| println!("{count} {what}"));
    let _ = std::fs::remove_dir_all(&work).ok().filter(|()| wrong == 0);
    if wrong > 0 {
        std::process::exit(1);
    }
}
