//! What induction proves, against exhaustive interpretation of random programs: with all loops cut at once.

#[path = "common/inductive.rs"]
mod inductive;

#[test]
fn nothing_proved_by_induction_fails() {
    let tally = inductive::compare_seeds(0..150);
    assert!(tally.with_loops > 0 && tally.proved > 0, "loops are cut, and something is proved: {tally:?}");
}
