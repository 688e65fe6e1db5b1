//! A few mutants of proved programs; `cargo xtask fuzz mutants` makes more.

mod common {
    pub mod mutants;
}

use common::mutants::{Effort, attack, originals};
use std::time::Duration;

#[test]
fn what_is_proved_of_mutants_holds() {
    let originals = originals();
    assert!(originals.len() > 50, "only {} programs to change", originals.len());
    let effort = Effort { engine: None, check: Duration::from_millis(400), executions: 60, steps: 100_000 };
    match attack(&originals, 60, 1, &effort) {
        Ok(tally) => assert!(tally.mutants == 60 && tally.proved > 0, "{tally:?}"),
        Err(difference) => panic!("{difference}"),
    }
}
