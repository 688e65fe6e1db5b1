//! And-inverter graphs: the one form every circuit is built in.
//!
//! A [`Bit`] is a node and a complement flag. Nodes are inputs or two-input conjunctions; they are
//! shared by structural hashing and simplified while they are built ([`rewrite`]), so equal circuits
//! mostly become equal bits. Children always have smaller node numbers than their parents, so a
//! single pass in node order evaluates everything and nothing here recurses.
//!
//! [`cnf`] turns the part of the graph that matters into clauses.

use std::ops::Not;

use rustc_hash::FxHashMap;

pub mod cnf;
mod linear;
mod rewrite;

/// A signal of an [`Aig`]: a node, possibly complemented.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(u32);

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);

    pub fn constant(value: bool) -> Self {
        Bit(u32::from(value))
    }
    /// The value if this is a constant.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }
    pub fn is_constant(self) -> bool {
        self.0 < 2
    }
    /// Number of the node this bit reads.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
    pub fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }
    pub fn complemented_if(self, condition: bool) -> Self {
        Bit(self.0 ^ u32::from(condition))
    }
    fn of_node(node: usize) -> Self {
        Bit((node as u32) << 1)
    }
}

impl Not for Bit {
    type Output = Self;
    fn not(self) -> Self {
        Bit(self.0 ^ 1)
    }
}

impl std::fmt::Debug for Bit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}{}", if self.is_complemented() { "!" } else { "" }, self.node()),
        }
    }
}

/// The two operands of a conjunction; `left < right`. Inputs (and the constant, node 0) carry [`NOT_AN_AND`].
#[derive(Clone, Copy)]
struct Node {
    left: Bit,
    right: Bit,
}

const NOT_AN_AND: Bit = Bit(u32::MAX);

/// The graph. Nodes are only ever added.
pub struct Aig {
    nodes: Vec<Node>,
    /// How many operands of other nodes read each node (saturating); what CNF conversion goes by.
    readers: Vec<u32>,
    /// Open-addressing hash table of conjunctions by their operands: node numbers, 0 for a free place.
    table: Vec<u32>,
    ands: usize,
    /// For inputs that stand for the result of a constraint: the bit that must hold whenever they are read.
    definitions: FxHashMap<usize, Bit>,
    sums: linear::Sums,
}

impl Default for Aig {
    fn default() -> Self {
        Self::new()
    }
}

impl Aig {
    pub fn new() -> Self {
        let constant = Node { left: NOT_AN_AND, right: NOT_AN_AND };
        Self {
            nodes: vec![constant],
            readers: vec![0],
            table: vec![0; 1024],
            ands: 0,
            definitions: FxHashMap::default(),
            sums: linear::Sums::default(),
        }
    }
    /// All nodes, the constant and inputs included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }
    pub fn and_count(&self) -> usize {
        self.ands
    }
    /// A fresh input.
    pub fn input(&mut self) -> Bit {
        self.push(Node { left: NOT_AN_AND, right: NOT_AN_AND })
    }
    /// Fresh inputs, as a word of this width.
    pub fn inputs(&mut self, width: usize) -> Vec<Bit> {
        (0..width).map(|_| self.input()).collect()
    }
    /// Says that `inputs` are defined by `fact`: whoever reads one of them must also assert the fact
    /// ([`cnf`] does). The fact must have a solution for every value of the other inputs.
    pub fn define(&mut self, inputs: &[Bit], fact: Bit) {
        for input in inputs {
            self.definitions.insert(input.node(), fact);
        }
    }
    /// The fact that defines this input, if there is one.
    pub fn definition(&self, node: usize) -> Option<Bit> {
        self.definitions.get(&node).copied()
    }
    /// The operands if the node is a conjunction.
    pub fn operands(&self, node: usize) -> Option<(Bit, Bit)> {
        let Node { left, right } = self.nodes[node];
        (left != NOT_AN_AND).then_some((left, right))
    }
    fn readers(&self, node: usize) -> u32 {
        self.readers[node]
    }
    fn push(&mut self, node: Node) -> Bit {
        let index = self.nodes.len();
        assert!(index < (u32::MAX / 2) as usize, "and-inverter graph with more than 2^31 nodes");
        self.nodes.push(node);
        self.readers.push(0);
        Bit::of_node(index)
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        use rewrite::Rewrite;
        let (mut a, mut b) = (a, b);
        loop {
            match self.rewrite(a, b) {
                Rewrite::Bit(bit) => return bit,
                Rewrite::And(x, y) => (a, b) = (x, y),
                Rewrite::Keep => return self.hashed_and(a.min(b), a.max(b)),
            }
        }
    }
    fn hashed_and(&mut self, left: Bit, right: Bit) -> Bit {
        let mask = self.table.len() - 1;
        let mut place = hash(left, right) & mask;
        while self.table[place] != 0 {
            let node = self.table[place] as usize;
            if self.nodes[node].left == left && self.nodes[node].right == right {
                return Bit::of_node(node);
            }
            place = (place + 1) & mask;
        }
        let bit = self.push(Node { left, right });
        self.table[place] = bit.node() as u32;
        for operand in [left, right] {
            let count = &mut self.readers[operand.node()];
            *count = count.saturating_add(1);
        }
        self.ands += 1;
        if self.ands * 2 > self.table.len() {
            self.grow_table();
        }
        bit
    }
    fn grow_table(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let old = std::mem::replace(&mut self.table, vec![0; mask + 1]);
        for node in old.into_iter().filter(|&n| n != 0) {
            let Node { left, right } = self.nodes[node as usize];
            let mut place = hash(left, right) & mask;
            while self.table[place] != 0 {
                place = (place + 1) & mask;
            }
            self.table[place] = node;
        }
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }
    pub fn implies(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(a, !b)
    }
    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        // Complements are pulled out, so that x, !x and swapped operands share nodes.
        let complemented = a.is_complemented() != b.is_complemented();
        let (a, b) = (Bit(a.0 & !1), Bit(b.0 & !1));
        if a == Bit::FALSE || b == Bit::FALSE {
            return Bit(a.0 | b.0).complemented_if(complemented);
        }
        self.sum(a, b).complemented_if(complemented)
    }
    /// Built as `!(a b) & !(!a !b)`, the shape [`cnf`] recognises.
    fn plain_xor(&mut self, a: Bit, b: Bit) -> Bit {
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither)
    }
    /// The operands if the node is an exclusive or: `!(a & b) & !(!a & !b)`.
    fn xor_operands(&self, node: usize) -> Option<(Bit, Bit)> {
        let (left, right) = self.operands(node)?;
        if !left.is_complemented() || !right.is_complemented() {
            return None;
        }
        let (x0, x1) = self.operands(left.node())?;
        let (y0, y1) = self.operands(right.node())?;
        ((x0 == !y0 && x1 == !y1) || (x0 == !y1 && x1 == !y0)).then_some((x0, x1))
    }
    pub fn equal(&mut self, a: Bit, b: Bit) -> Bit {
        !self.xor(a, b)
    }
    /// `if condition then yes else no`.
    pub fn mux(&mut self, condition: Bit, yes: Bit, no: Bit) -> Bit {
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.equal(condition, yes);
        }
        let (condition, yes, no) =
            if condition.is_complemented() { (!condition, no, yes) } else { (condition, yes, no) };
        let first = self.and(condition, yes);
        let second = self.and(!condition, no);
        self.or(first, second)
    }
    /// At least two of three; the shape [`cnf`] recognises.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let both = self.and(a, b);
        let some = self.or(a, b);
        let carried = self.and(c, some);
        self.or(both, carried)
    }
    /// Sum and carry of three bits.
    ///
    /// The carry is `a b | (a ^ b) c`, which shares the inner exclusive or with the sum. Measured against
    /// the majority as one gate and against `if a ^ b then c else a`, on sums, products, divisions,
    /// sorting and float formulas (geometric mean of CaDiCaL's time): 1 to 1.25 and 1.02.
    pub fn full_adder(&mut self, a: Bit, b: Bit, c: Bit) -> (Bit, Bit) {
        let partial = self.xor(a, b);
        let (both, carried) = (self.and(a, b), self.and(partial, c));
        (self.xor(partial, c), self.or(both, carried))
    }
    /// Conjunction of all, as a balanced tree.
    pub fn and_all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let mut layer: Vec<Bit> = bits.into_iter().collect();
        while layer.len() > 1 {
            let mut next = Vec::with_capacity(layer.len().div_ceil(2));
            for pair in layer.chunks(2) {
                next.push(if let [a, b] = *pair { self.and(a, b) } else { pair[0] });
            }
            layer = next;
        }
        layer.first().copied().unwrap_or(Bit::TRUE)
    }
    pub fn or_all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        !self.and_all(bits.into_iter().map(|b| !b))
    }

    /// Evaluates 64 patterns at once: `inputs` gives the word of each input node, the result holds the
    /// word of every node. Read it with [`read_word`].
    pub fn simulate(&self, mut inputs: impl FnMut(usize) -> u64) -> Vec<u64> {
        let mut words = Vec::with_capacity(self.nodes.len());
        words.push(0);
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            let word = if node.left == NOT_AN_AND {
                inputs(index)
            } else {
                read_word(&words, node.left) & read_word(&words, node.right)
            };
            words.push(word);
        }
        words
    }
}

/// The word of a bit in a result of [`Aig::simulate`].
pub fn read_word(words: &[u64], bit: Bit) -> u64 {
    let word = words[bit.node()];
    if bit.is_complemented() { !word } else { word }
}

fn hash(left: Bit, right: Bit) -> usize {
    let key = u64::from(left.0) << 32 | u64::from(right.0);
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 29) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_circuits_are_one_node() {
        let mut aig = Aig::new();
        let (a, b, c) = (aig.input(), aig.input(), aig.input());
        assert_eq!(aig.and(a, b), aig.and(b, a));
        let xor = aig.xor(a, b);
        assert_eq!(xor, !aig.xor(!b, a));
        assert_eq!(aig.xor(xor, !b), !a);
        assert_eq!(aig.xor(a, !xor), !b);
        assert_eq!(aig.mux(c, a, b), aig.mux(!c, b, a));
        assert_eq!(aig.and(a, !a), Bit::FALSE);
        assert_eq!(aig.and_all([]), Bit::TRUE);
    }

    #[test]
    fn the_table_grows() {
        let mut aig = Aig::new();
        let inputs = aig.inputs(100);
        let mut made = Vec::new();
        for &a in &inputs {
            for &b in &inputs {
                made.push(aig.and(a, !b));
            }
        }
        let count = aig.node_count();
        let again: Vec<Bit> =
            inputs.iter().flat_map(|&a| inputs.iter().map(move |&b| (a, b))).map(|(a, b)| aig.and(!b, a)).collect();
        assert_eq!(made, again);
        assert_eq!(count, aig.node_count());
    }

    #[test]
    fn helpers_compute_what_they_say() {
        let mut aig = Aig::new();
        let (a, b, c) = (aig.input(), aig.input(), aig.input());
        let (sum, carry) = aig.full_adder(a, b, c);
        let mux = aig.mux(a, b, c);
        let words = aig.simulate(|node| [0xF0, 0xCC, 0xAA][node - 1]);
        assert_eq!(read_word(&words, sum) & 0xFF, 0x96);
        assert_eq!(read_word(&words, carry) & 0xFF, 0xE8);
        assert_eq!(read_word(&words, mux) & 0xFF, 0xCA);
    }
}
