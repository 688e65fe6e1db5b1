//! Property-directed reachability on random programs whose inputs can all be tried: what it says of their transition form must be so,
//! and `abc pdr` must say the same of the circuit that is exported.

use cairn_base::Budget;
use cairn_engines::ic3::{self, Reached};
use cairn_export::aiger;
use cairn_ir::interp::{Limits, enumerate_inputs};
use cairn_ir::{ProcId, PropertyId};
use cairn_logic::transition::{System, of_entry};
use cairn_testkit::programs::small;
use std::collections::BTreeSet;
use std::process::Command;

const EXECUTIONS: u64 = 1 << 12;

fn system(seed: u64) -> Option<(System, BTreeSet<PropertyId>, bool)> {
    let program = small(seed);
    let entry = program.entries.first().copied().unwrap_or(ProcId(0));
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let all = enumerate_inputs(&program, entry, &limits, EXECUTIONS);
    let system = of_entry(&program, entry, &Budget::unlimited()).ok()?;
    Some((system, all.violated.keys().copied().collect(), all.complete))
}

#[test]
fn what_is_said_is_so() {
    let (mut proved, mut violated) = (0, 0);
    for seed in 0..400 {
        let Some((system, expected, complete)) = system(seed) else { continue };
        for (property, _) in &system.properties {
            match ic3::decide(&system, &[*property], &Budget::unlimited()) {
                Ok(Reached::Nothing) => {
                    assert!(!expected.contains(property), "seed {seed}: {property:?} is violated, and was proved");
                    proved += 1;
                }
                Ok(Reached::Violation(found, _)) => {
                    assert_eq!(found, *property, "seed {seed}");
                    assert!(!complete || expected.contains(property), "seed {seed}: {property:?} is not violated");
                    violated += 1;
                }
                Ok(Reached::Lost(_) | Reached::Stopped) | Err(_) => {}
            }
        }
    }
    assert!(proved >= 20 && violated >= 20, "only {proved} proofs and {violated} violations");
}

#[test]
fn abc_says_the_same_of_the_circuit() {
    let folder = std::env::temp_dir().join(format!("cairn-aiger-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("model.aig");
    let mut compared = 0;
    for seed in 0..80 {
        let Some((mut system, ..)) = system(seed) else { continue };
        let Some(only) = system.properties.first().cloned() else { continue };
        // One output for one question.
        system.properties.retain(|known| *known == only);
        let Ok(ours) = ic3::decide(&system, &[only.0], &Budget::unlimited()) else { continue };
        let Ok(text) = aiger::write(&system, aiger::Format::Binary, &Budget::unlimited()) else { continue };
        std::fs::write(&file, text).expect("a temporary file");
        let command = format!("read {}; pdr", file.display());
        let output = Command::new("berkeley-abc").args(["-c", &command]).output();
        let output = output.expect("ABC, which `cargo xtask setup` installs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        match ours {
            Reached::Nothing => assert!(said.contains("Property proved"), "seed {seed}: {said}"),
            Reached::Violation(..) => assert!(said.contains("was asserted"), "seed {seed}: {said}"),
            Reached::Lost(_) | Reached::Stopped => continue,
        }
        compared += 1;
    }
    std::fs::remove_dir_all(&folder).expect("the temporary folder");
    assert!(compared >= 30, "only {compared} circuits were compared");
}
