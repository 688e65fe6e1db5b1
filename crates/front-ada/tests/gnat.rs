//! A small batch of random programs against GNAT; `cargo xtask fuzz ada` runs more.

#[path = "common/gnat.rs"]
mod gnat;

#[test]
fn random_programs_do_what_gnat_does() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("gnat-batch");
    let mut tally = gnat::Tally::default();
    gnat::compare(&gnat::sources(0..16), &folder, &mut tally);
    let differences: Vec<String> = tally.disagreements.iter().map(|(name, _, how)| format!("{name}: {how}")).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(tally.refused.is_empty(), "GNAT does not compile: {:?}", tally.refused);
    assert!(tally.agreed >= 14, "{} agree; left open: {:?}", tally.agreed, tally.open);
}
