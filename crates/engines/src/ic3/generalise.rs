//! Cubes made larger: facts are dropped as long as nothing leads into the larger cube from outside.
//!
//! First all bits of a variable at once, so that a cube soon speaks of few variables; then bit by bit. What invariants cannot say is
//! dropped before all else. (Bradley 2011, section 5, by words where that works.)

use super::circuit::StateBit;
use super::frames::{Asked, Cube, Frames, Inductive};
use std::collections::BTreeSet;

/// So many attempts to drop single bits may fail.
const MOST_FAILURES: usize = 48;

/// A cube with no more facts than the given one that is excluded relative to the level before, as that one is.
pub(super) fn generalise(
    frames: &mut Frames<'_>,
    place: usize,
    level: usize,
    mut cube: Cube,
    rank: &dyn Fn(StateBit) -> u32,
) -> Asked<Cube> {
    let owner = |bit: StateBit, frames: &Frames<'_>| frames.circuit.bits.owner[bit as usize].0;
    let mut variables: Vec<(u32, _)> = cube.iter().map(|(bit, _)| (rank(*bit), owner(*bit, frames))).collect();
    variables.sort_unstable();
    variables.dedup();
    for (_, variable) in variables {
        let fewer: Cube = cube.iter().copied().filter(|(bit, _)| owner(*bit, frames) != variable).collect();
        if fewer.len() < cube.len()
            && let Inductive::Yes(core) = frames.is_inductive(place, level, &fewer)?
        {
            cube = core;
        }
    }
    let mut failures = 0;
    let mut kept = BTreeSet::new();
    while let Some(fact) = cube.iter().copied().find(|fact| !kept.contains(fact)) {
        if failures == MOST_FAILURES {
            break;
        }
        let fewer: Cube = cube.iter().copied().filter(|other| *other != fact).collect();
        match frames.is_inductive(place, level, &fewer)? {
            Inductive::Yes(core) => cube = core,
            Inductive::No { .. } => {
                failures += 1;
                kept.insert(fact);
            }
        }
    }
    Ok(cube)
}
