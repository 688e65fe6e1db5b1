//! A small batch of what `cargo run --example fuzz_intervals` does at length.

#[path = "common/sound.rs"]
mod sound;

#[test]
fn nothing_proved_fails_and_facts_hold() {
    let tally = sound::compare_seeds(0..300);
    assert!(tally.proved > 0 && tally.facts > 0, "something is found out: {tally:?}");
}
