//! Cubes pushed to later levels, and the invariant that is found when a level has nothing left of its own.

use super::frames::{Asked, Cube, Frames, Inductive};

/// For each place the cubes that no reachable state is in.
pub(super) type Invariant = Vec<Vec<Cube>>;

/// Pushes every cube as far as it goes. When all cubes of a level go on, what is excluded after it is excluded for ever.
pub(super) fn propagate(frames: &mut Frames<'_>) -> Asked<Option<Invariant>> {
    let places = frames.circuit.places.len();
    for level in 1..frames.last() {
        for place in 1..places {
            for cube in frames.cubes[place][level].clone() {
                // A more general cube may have taken its place meanwhile.
                if !frames.cubes[place][level].contains(&cube) {
                    continue;
                }
                if let Inductive::Yes(core) = frames.is_inductive(place, level + 1, &cube)? {
                    frames.exclude(place, level + 1, core);
                    frames.cubes[place][level].retain(|own| *own != cube);
                }
            }
        }
        if (1..places).all(|place| frames.cubes[place][level].is_empty()) {
            let rest = |place: usize| frames.cubes[place][level + 1..].iter().flatten().cloned().collect();
            return Ok(Some((0..places).map(rest).collect()));
        }
    }
    Ok(None)
}
