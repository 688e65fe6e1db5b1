//! A small batch of what `cargo xtask fuzz bmc` does at length.

#[path = "common/exhaustive.rs"]
mod exhaustive;

#[test]
fn verdicts_agree_with_trying_everything() {
    let tally = exhaustive::compare_seeds(0..400);
    assert!(tally.proved > 0 && tally.violated > 0, "the programs have both: {tally:?}");
    assert!(tally.too_many_inputs * 4 < tally.programs, "most programs can be tried out: {tally:?}");
}
