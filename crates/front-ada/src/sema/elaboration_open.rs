//! Where the order of elaboration is left open and matters (RM 10.2(18)).
//!
//! In: the parts of all units and which must come before which. Out: for each part whose elaboration reads or writes a variable
//! that a part in no order with it writes, an item that refuses it: any one order would be a guess. Calls are ordered by
//! [`super::elaboration`]; what they read and write counts for the part that calls.

use super::Analysis;
use super::elaboration::Part;
use super::tree::Item;
use crate::lower::effects::{self, Effects};
use std::collections::BTreeSet;

/// The parts that come before each part, directly or through others.
pub(super) fn closure(direct: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let mut all = direct.to_vec();
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..all.len() {
            let more: BTreeSet<usize> = all[at].iter().flat_map(|&before| all[before].iter().copied()).collect();
            let before = all[at].len();
            all[at].extend(more);
            changed |= all[at].len() > before;
        }
    }
    all
}

/// The items to put before those of a part.
pub(super) fn refused(a: &Analysis, parts: &[Part], direct: &[BTreeSet<usize>]) -> Vec<Vec<Item>> {
    let mut result: Vec<Vec<Item>> = parts.iter().map(|_| Vec::new()).collect();
    if parts.iter().filter(|part| !part.items.is_empty()).count() < 2 {
        return result;
    }
    let before = closure(direct);
    let (subprograms, elements) = effects::effects(a);
    let of_part = |part: &Part| effects::of_items(a, &part.items, &subprograms, &elements);
    let all: Vec<Effects> = parts.iter().map(of_part).collect();
    for one in 0..parts.len() {
        for other in one + 1..parts.len() {
            // Bodies of instances that wait until the end have no unit.
            let at_the_end = parts[one].unit.is_empty() || parts[other].unit.is_empty();
            let ordered = at_the_end || before[one].contains(&other) || before[other].contains(&one);
            if ordered || !conflict(&all[one], &all[other]) {
                continue;
            }
            let text = format!(
                "elaboration of {} and {} in either order, which the language leaves open and the outcome depends on,",
                parts[one].name(),
                parts[other].name()
            );
            for at in [one, other] {
                let span = parts[at].items.iter().find_map(super::elaboration::item_span);
                result[at].extend(span.map(|span| Item::Unsupported(text.clone().into(), span)));
            }
        }
    }
    result
}

fn conflict(one: &Effects, other: &Effects) -> bool {
    let meet = |writes: &Effects, also: &Effects| {
        writes.writes.iter().any(|a| also.reads.iter().chain(&also.writes).any(|b| effects::overlap(a, b)))
    };
    meet(one, other) || meet(other, one)
}
