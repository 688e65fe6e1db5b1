//! Exclusive ors of many bits, brought into one form.
//!
//! An exclusive or does not depend on how its operands are put together, and operands that occur twice cancel. Sums of
//! the same leaves become the same node here, which decides at once whether two ways of computing a checksum agree;
//! by search that takes exponential time (Urquhart, "Hard examples for resolution", 1987).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Aig, Bit};

/// Sums of more leaves than this are leaves themselves.
const MOST_LEAVES: usize = 96;
/// How many leaves of sums are remembered in all.
const MOST_REMEMBERED: usize = 1 << 18;

/// The sums met so far. Leaves are numbers of nodes, in order.
#[derive(Default)]
pub(super) struct Sums {
    leaves: FxHashMap<usize, Rc<[u32]>>,
    nodes: FxHashMap<Rc<[u32]>, Bit>,
    remembered: usize,
}

/// What is known about the exclusive or of two bits.
pub(super) enum Sum {
    Known(Bit),
    /// Nothing, and it will not be remembered.
    Unknown,
    /// A sum of these leaves that has not been met.
    New(Rc<[u32]>),
}

impl Sums {
    /// The sum of two nodes, without complements.
    pub(super) fn find(&self, a: usize, b: usize) -> Sum {
        if self.remembered >= MOST_REMEMBERED {
            return Sum::Unknown;
        }
        let (alone_a, alone_b) = ([a as u32], [b as u32]);
        let left = self.leaves.get(&a).map_or(&alone_a[..], |leaves| leaves);
        let right = self.leaves.get(&b).map_or(&alone_b[..], |leaves| leaves);
        let sum = difference(left, right);
        match *sum {
            [] => Sum::Known(Bit::FALSE),
            [leaf] => Sum::Known(Bit::of_node(leaf as usize)),
            _ if sum.len() > MOST_LEAVES => Sum::Unknown,
            _ => self.nodes.get(&*sum).map_or_else(|| Sum::New(sum.into()), |bit| Sum::Known(*bit)),
        }
    }
    /// Notes what a sum has become.
    pub(super) fn note(&mut self, leaves: Rc<[u32]>, sum: Bit) {
        self.remembered += leaves.len();
        // A complemented node, or one that is no exclusive or of its own, only stands for the sum.
        if !sum.is_complemented() && !sum.is_constant() {
            self.leaves.entry(sum.node()).or_insert_with(|| Rc::clone(&leaves));
        }
        self.nodes.insert(leaves, sum);
    }
}

/// What is in one of two ordered lists, but not in both.
fn difference(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut result = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => {
                result.push(a[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                result.push(b[j]);
                j += 1;
            }
            std::cmp::Ordering::Equal => (i, j) = (i + 1, j + 1),
        }
    }
    result.extend_from_slice(&a[i..]);
    result.extend_from_slice(&b[j..]);
    result
}

impl Aig {
    /// The exclusive or of two bits without complements.
    pub(super) fn sum(&mut self, a: Bit, b: Bit) -> Bit {
        match self.sums.find(a.node(), b.node()) {
            Sum::Known(bit) => bit,
            Sum::Unknown => self.other_operand(a, b).unwrap_or_else(|| self.plain_xor(a, b)),
            Sum::New(leaves) => {
                // Of two leaves the node is made directly, whatever they were parts of.
                let sum = match *leaves {
                    [x, y] => self.plain_xor(Bit::of_node(x as usize), Bit::of_node(y as usize)),
                    _ => self.plain_xor(a, b),
                };
                self.sums.note(leaves, sum);
                sum
            }
        }
    }
    /// `p ^ (p ^ q)  ⇒  q`, where sums are not remembered.
    fn other_operand(&self, a: Bit, b: Bit) -> Option<Bit> {
        [(a, b), (b, a)].into_iter().find_map(|(outer, inner)| match self.xor_operands(inner.node())? {
            (p, q) if p.node() == outer.node() => Some(q.complemented_if(p.is_complemented())),
            (p, q) if q.node() == outer.node() => Some(p.complemented_if(q.is_complemented())),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Aig, read_word};

    #[test]
    fn sums_of_the_same_bits_are_one_node() {
        let mut aig = Aig::new();
        let inputs = aig.inputs(40);
        let forwards = inputs.iter().copied().reduce(|a, b| aig.xor(a, b)).expect("not empty");
        let backwards = inputs.iter().rev().copied().reduce(|a, b| aig.xor(!a, b)).expect("not empty");
        assert_eq!(forwards, !backwards);
        assert_eq!(aig.xor(forwards, inputs[3]), aig.xor(inputs[3], forwards));
    }

    #[test]
    fn sums_mean_what_they_should() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2_000 {
            let mut aig = Aig::new();
            let mut pool: Vec<_> = (0..5).map(|_| (aig.input(), random.u64(..))).collect();
            let patterns: Vec<u64> = pool.iter().map(|(_, word)| *word).collect();
            for _ in 0..20 {
                let [(a, x), (b, y)] = [(); 2].map(|()| pool[random.usize(..pool.len())]);
                let flip = random.bool();
                let (a, x) = (a.complemented_if(flip), if flip { !x } else { x });
                pool.push(if random.u8(..3) == 0 { (aig.and(a, b), x & y) } else { (aig.xor(a, b), x ^ y) });
            }
            let words = aig.simulate(|node| patterns[node - 1]);
            assert!(pool.iter().all(|(bit, word)| read_word(&words, *bit) == *word));
        }
    }
}
