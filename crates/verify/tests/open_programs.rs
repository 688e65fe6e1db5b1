//! A fixed batch of random C programs about what the standard leaves open, against gcc and clang as far as they are
//! installed with their sanitizers. `cargo xtask fuzz open` tries more.

#[path = "common/open.rs"]
mod open;

use cairn_testkit::programs::c::{Sample, sample};
use std::collections::BTreeMap;

#[test]
fn checks_agree_with_compilers_about_a_batch() {
    let work = std::env::temp_dir().join(format!("cairn-open-{}", std::process::id()));
    std::fs::create_dir_all(&work).expect("a folder");
    let compilers = open::compilers(&["clang", "clang-22", "clang-14"], &work);
    let values = compilers.iter().any(open::Compiler::knows_values);
    let samples: Vec<(u64, Sample)> = (1..31).map(|seed| (seed, sample(seed))).collect();
    let natives = open::run_batch(&samples, &compilers, &work);
    let mut wrong = Vec::new();
    for ((seed, one), natives) in samples.iter().zip(natives) {
        for (what, program) in open::judged(one, &natives, values, 60, &mut BTreeMap::new()) {
            wrong.push(format!("seed {seed}: {what}\n{program}"));
        }
    }
    let _ = std::fs::remove_dir_all(&work);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
