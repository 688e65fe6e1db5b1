//! Local two-level simplification of a conjunction about to be built.
//!
//! The rules of R. Brummayer and A. Biere, "Local Two-Level And-Inverter Graph Minimization without
//! Blowup" (MEMICS 2006), optimisation levels 1 to 4, without those that may add nodes. Each rule
//! looks at the two operands and, where those are conjunctions, at their operands. A rewrite into a
//! new conjunction replaces an operand by a node below it, so rewriting ends.

use super::{Aig, Bit};

pub(super) enum Rewrite {
    /// The conjunction is this bit.
    Bit(Bit),
    /// The conjunction equals that of these two, which must be looked at again.
    And(Bit, Bit),
    Keep,
}

impl Aig {
    pub(super) fn rewrite(&self, a: Bit, b: Bit) -> Rewrite {
        if let Some(bit) = one_level(a, b) {
            return Rewrite::Bit(bit);
        }
        let of_a = self.operands(a.node());
        let of_b = self.operands(b.node());
        if let Some(x) = of_a {
            let rewrite = if a.is_complemented() { disjunction_and(x, b) } else { conjunction_and(a, x, b) };
            if let Some(rewrite) = rewrite {
                return rewrite;
            }
        }
        if let Some(y) = of_b {
            let rewrite = if b.is_complemented() { disjunction_and(y, a) } else { conjunction_and(b, y, a) };
            if let Some(rewrite) = rewrite {
                return rewrite;
            }
        }
        let (Some(x), Some(y)) = (of_a, of_b) else { return Rewrite::Keep };
        let found = match (a.is_complemented(), b.is_complemented()) {
            (false, false) => two_conjunctions(a, x, y),
            (true, false) => disjunction_and_conjunction(x, b, y),
            (false, true) => disjunction_and_conjunction(y, a, x),
            (true, true) => two_disjunctions(x, y),
        };
        found.unwrap_or(Rewrite::Keep)
    }
}

fn one_level(a: Bit, b: Bit) -> Option<Bit> {
    if a == b || b == Bit::TRUE {
        return Some(a);
    }
    if a == Bit::TRUE {
        return Some(b);
    }
    (a == !b || a == Bit::FALSE || b == Bit::FALSE).then_some(Bit::FALSE)
}

/// `(x0 & x1) & b`, where `a = x0 & x1`.
fn conjunction_and(a: Bit, (x0, x1): (Bit, Bit), b: Bit) -> Option<Rewrite> {
    if x0 == !b || x1 == !b {
        // Contradiction: (b' & x) & b  ⇒  false
        return Some(Rewrite::Bit(Bit::FALSE));
    }
    // Idempotence: (b & x) & b  ⇒  b & x
    (x0 == b || x1 == b).then_some(Rewrite::Bit(a))
}

/// `!(x0 & x1) & b`.
fn disjunction_and((x0, x1): (Bit, Bit), b: Bit) -> Option<Rewrite> {
    if x0 == !b || x1 == !b {
        // Subsumption: !(b' & x) & b  ⇒  b
        return Some(Rewrite::Bit(b));
    }
    // Substitution: !(b & x) & b  ⇒  !x & b
    if x0 == b {
        return Some(Rewrite::And(!x1, b));
    }
    (x1 == b).then_some(Rewrite::And(!x0, b))
}

/// `(x0 & x1) & (y0 & y1)`, where `a = x0 & x1`.
fn two_conjunctions(a: Bit, (x0, x1): (Bit, Bit), (y0, y1): (Bit, Bit)) -> Option<Rewrite> {
    if x0 == !y0 || x0 == !y1 || x1 == !y0 || x1 == !y1 {
        // Contradiction: (x & p) & (x' & q)  ⇒  false
        return Some(Rewrite::Bit(Bit::FALSE));
    }
    // Idempotence: (x & p) & (x & q)  ⇒  (x & p) & q
    if x0 == y0 || x1 == y0 {
        return Some(Rewrite::And(a, y1));
    }
    (x0 == y1 || x1 == y1).then_some(Rewrite::And(a, y0))
}

/// `!(x0 & x1) & (y0 & y1)`, where `b = y0 & y1`.
fn disjunction_and_conjunction((x0, x1): (Bit, Bit), b: Bit, (y0, y1): (Bit, Bit)) -> Option<Rewrite> {
    if x0 == !y0 || x0 == !y1 || x1 == !y0 || x1 == !y1 {
        // Subsumption: !(y' & p) & (y & q)  ⇒  y & q
        return Some(Rewrite::Bit(b));
    }
    // Substitution: !(y & p) & (y & q)  ⇒  !p & (y & q)
    if x0 == y0 || x0 == y1 {
        return Some(Rewrite::And(!x1, b));
    }
    (x1 == y0 || x1 == y1).then_some(Rewrite::And(!x0, b))
}

/// `!(x0 & x1) & !(y0 & y1)`.
fn two_disjunctions((x0, x1): (Bit, Bit), (y0, y1): (Bit, Bit)) -> Option<Rewrite> {
    // Resolution: !(x & p) & !(x & p')  ⇒  !x
    if (x0 == y0 && x1 == !y1) || (x0 == y1 && x1 == !y0) {
        return Some(Rewrite::Bit(!x0));
    }
    ((x1 == y1 && x0 == !y0) || (x1 == y0 && x0 == !y1)).then_some(Rewrite::Bit(!x1))
}

#[cfg(test)]
mod tests {
    use super::super::{Aig, Bit, read_word};

    /// All conjunctions of two random two-level circuits over four inputs mean what they should.
    #[test]
    fn rewriting_keeps_the_meaning() {
        let mut random = fastrand::Rng::with_seed(7);
        let patterns = [0xFF00_u64, 0xF0F0, 0xCCCC, 0xAAAA];
        for _ in 0..20_000 {
            let mut aig = Aig::new();
            let mut pool: Vec<(Bit, u64)> = patterns.iter().map(|&p| (aig.input(), p)).collect();
            for _ in 0..8 {
                let (a, word_a) = random.choice(&pool).copied().expect("not empty");
                let (b, word_b) = random.choice(&pool).copied().expect("not empty");
                let (flip_a, flip_b) = (random.bool(), random.bool());
                let bit = aig.and(a.complemented_if(flip_a), b.complemented_if(flip_b));
                let word = (if flip_a { !word_a } else { word_a }) & (if flip_b { !word_b } else { word_b });
                pool.push((bit, word));
            }
            let words = aig.simulate(|node| patterns[node - 1]);
            for (bit, word) in pool {
                assert_eq!(read_word(&words, bit) & 0xFFFF, word & 0xFFFF);
            }
        }
    }
}
