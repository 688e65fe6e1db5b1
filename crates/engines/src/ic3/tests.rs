//! Small systems with known answers.

use super::{Reached, decide};
use cairn_base::Budget;
use cairn_ir::PropertyId;
use cairn_logic::transition::text;

fn decided(system: &str) -> Reached {
    let system = text::read(system).unwrap();
    let properties: Vec<PropertyId> = system.properties.iter().map(|(property, _)| *property).collect();
    decide(&system, &properties, &Budget::unlimited()).unwrap()
}

/// Counts to ten in steps of two; `nine` is the number that is asked for.
fn counter(asked: &str) -> String {
    format!(
        "transition system main\n\nproperty 0 main.assertion.1\n\nstate i (_ BitVec 8)\n\nplace start\n  go loop\n    i := #x00\n\n\
         place loop (i)\n  when (= i {asked})\n    violates 0\n  when (and (bvult i #x0a) (not (= i {asked})))\n    go loop\n      i := (bvadd i #x02)\n"
    )
}

#[test]
fn what_cannot_be_reached_is_proved() {
    assert!(matches!(decided(&counter("#x07")), Reached::Nothing));
    assert!(matches!(decided(&counter("#x0c")), Reached::Nothing));
}

#[test]
fn what_can_be_reached_is_found_with_its_length() {
    assert!(matches!(decided(&counter("#x00")), Reached::Violation(_, 2)));
    assert!(matches!(decided(&counter("#x0a")), Reached::Violation(_, 7)));
}

#[test]
fn the_first_place_counts() {
    let system = "transition system main\n\nproperty 0 p\n\nstate a Bool\n\ninitially a\n\nplace start (a)\n  when (not a)\n    violates 0\n  when a\n    go loop\n\n\
                  place loop (a)\n  input b Bool\n  when b\n    go loop\n      a := (not a)\n  when (and (not b) a)\n    go loop\n  when (and (not b) (not a))\n    violates 0\n";
    assert!(matches!(decided(system), Reached::Violation(..)));
    let safe = system.replace("a := (not a)", "a := a");
    assert!(matches!(decided(&safe), Reached::Nothing));
}

#[test]
fn what_is_not_followed_proves_nothing() {
    let system = counter("#x07").replace("violates 0", "lost |too far|");
    assert!(matches!(decided(&system), Reached::Nothing));
    let system = counter("#x06").replace("violates 0", "lost |too far|");
    assert!(matches!(decided(&system), Reached::Lost(_)));
}
