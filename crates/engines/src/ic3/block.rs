//! Proof obligations: states that lead to a violation, to be shown out of reach at the levels before.
//!
//! An obligation says that some cube at a place must be excluded at a level. If the level before has a state that leads there, that
//! state becomes an obligation one level earlier; otherwise the cube, [made larger](super::generalise), is excluded. When an
//! obligation is about the first place, executions exist that lead to the violation (Bradley, "SAT-Based Model Checking without
//! Unrolling", 2011, section 4; obligations are kept for the next level as Een, Mishchenko and Brayton do).

use super::circuit::StateBit;
use super::frames::{Asked, Cube, Frames, Inductive};
use super::generalise::generalise;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The earliest level first; of these the one that is nearest to the violation.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Obligation {
    level: usize,
    /// Steps from here to the violation.
    distance: u32,
    place: usize,
    cube: Cube,
}

pub(super) enum Blocked {
    Yes,
    /// An execution of so many steps leads to the violation.
    No(u32),
}

/// Excludes a cube from which a violation is one step away, at the last level.
pub(super) fn block(
    frames: &mut Frames<'_>,
    place: usize,
    cube: Cube,
    rank: &dyn Fn(StateBit) -> u32,
) -> Asked<Blocked> {
    let last = frames.last();
    let mut open = BinaryHeap::from([Reverse(Obligation { level: last, distance: 1, place, cube })]);
    while let Some(Reverse(mut next)) = open.pop() {
        if next.place == 0 {
            return Ok(Blocked::No(next.distance));
        }
        if !frames.is_excluded(next.place, next.level, &next.cube) {
            match frames.is_inductive(next.place, next.level, &next.cube)? {
                Inductive::No { place, states } => {
                    let before = next.level - 1;
                    open.push(Reverse(Obligation { level: before, distance: next.distance + 1, place, cube: states }));
                    open.push(Reverse(next));
                    continue;
                }
                Inductive::Yes(core) => {
                    let mut level = next.level;
                    let mut cube = generalise(frames, next.place, level, core, rank)?;
                    while level < last {
                        let Inductive::Yes(core) = frames.is_inductive(next.place, level + 1, &cube)? else { break };
                        (cube, level) = (core, level + 1);
                    }
                    frames.exclude(next.place, level, cube);
                    next.level = level;
                }
            }
        }
        if next.level < last {
            next.level += 1;
            open.push(Reverse(next));
        }
    }
    Ok(Blocked::Yes)
}
