//! The table behind hash-consing: open addressing over `(hash, id)` pairs.
//!
//! It stores no keys: the caller compares candidates with the node itself. Hashes are kept beside
//! the ids, so growing never looks at a node, and most unequal nodes are told apart without one.

/// Slots hold the upper hash half and `id + 1`; 0 is an empty slot. The length is a power of two.
#[derive(Clone, Debug)]
pub(crate) struct UniqueTable {
    slots: Vec<u64>,
    used: usize,
}

const INITIAL_SLOTS: usize = 1 << 10;
const HASH_HALF: u64 = 0xffff_ffff_0000_0000;

impl UniqueTable {
    pub(crate) fn new() -> Self {
        Self { slots: vec![0; INITIAL_SLOTS], used: 0 }
    }

    /// The id for which `is_same` holds among those inserted with this hash.
    pub(crate) fn find(&self, hash: u64, mut is_same: impl FnMut(u32) -> bool) -> Option<u32> {
        let last = self.slots.len() - 1;
        let mut at = start(hash) & last;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let id = (slot as u32) - 1;
            if slot & HASH_HALF == hash & HASH_HALF && is_same(id) {
                return Some(id);
            }
            at = (at + 1) & last;
        }
    }

    /// Adds an id that is not in the table yet.
    pub(crate) fn insert(&mut self, hash: u64, id: u32) {
        if self.used * 2 >= self.slots.len() {
            self.grow();
        }
        self.used += 1;
        place(&mut self.slots, hash & HASH_HALF | (u64::from(id) + 1));
    }

    fn grow(&mut self) {
        let mut slots = vec![0; self.slots.len() * 2];
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            place(&mut slots, slot);
        }
        self.slots = slots;
    }
}

/// Where probing begins. Only the upper half of the hash is kept, so it must come from there.
fn start(hash: u64) -> usize {
    (hash >> 32) as usize
}

fn place(slots: &mut [u64], slot: u64) {
    let last = slots.len() - 1;
    let mut at = start(slot) & last;
    while slots[at] != 0 {
        at = (at + 1) & last;
    }
    slots[at] = slot;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Op;
    use crate::terms::Terms;

    impl UniqueTable {
        /// Slots looked at on average to find what is in the table.
        fn mean_probes(&self) -> f64 {
            let last = self.slots.len() - 1;
            let distance = |(at, &slot): (usize, &u64)| (at.wrapping_sub(start(slot)) & last) + 1;
            let all: usize = self.slots.iter().enumerate().filter(|&(_, &slot)| slot != 0).map(distance).sum();
            all as f64 / self.used as f64
        }
    }

    /// Ids are small, consecutive numbers; the hash must spread them all the same.
    #[test]
    fn typical_nodes_spread_evenly() {
        let mut terms = Terms::new();
        let sort = terms.bv_sort(32);
        let symbols: Vec<_> = (0..300).map(|n| terms.symbol(&format!("x{n}"), sort)).collect();
        let mut chain = symbols[0];
        for n in 0..100_000 {
            let x = symbols[n % 300];
            chain = terms.raw(Op::BvAdd, &[chain, x]);
            terms.raw(Op::BvUlt, &[x, chain]);
            terms.raw(Op::BvMul, &[x, symbols[n / 300 % 300]]);
            terms.raw(Op::Extract { high: 7, low: 0 }, &[chain]);
        }
        assert!(terms.unique_table().mean_probes() < 1.6, "{}", terms.unique_table().mean_probes());
    }
}
