//! From an and-inverter graph to clauses, on demand and incrementally.
//!
//! Only nodes below a bit somebody asked for are converted, each at most once (Tseitin: the variable
//! is equivalent to the node, so it may be used in both polarities for ever). Instead of one variable
//! per two-input conjunction, larger gates are recognised: exclusive or of two and three inputs,
//! if-then-else, majority, and conjunctions of many inputs whose inner nodes nobody else reads.
//! Whether a node has other readers is judged when its parent is converted; readers that come later
//! get the node's own definition, so the judgement affects size only, never meaning.
//!
//! An input that a constraint defines ([`Aig::define`]) brings that constraint along, unconditionally.

use cairn_base::{Budget, StopReason};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::{Aig, Bit};
use crate::sat::{ClauseSink, Literal};

/// The gate a node is converted as. Operands are leaves: they get their own variables.
enum Gate {
    And(SmallVec<[Bit; 8]>),
    Xor(Bit, Bit),
    Xor3(Bit, Bit, Bit),
    Mux {
        condition: Bit,
        yes: Bit,
        no: Bit,
    },
    /// The *complement* of the majority of the three.
    Minority(Bit, Bit, Bit),
}

/// Longest conjunction made from inner nodes; longer ones are cut into several.
const WIDEST_AND: usize = 64;

/// How many nodes are converted between two looks at the clock.
const NODES_PER_LOOK: u32 = 16_384;

/// The variables given to nodes so far. Use one converter with one graph and one clause sink.
#[derive(Default)]
pub struct CnfConverter {
    /// Positive literal per node; `None` where not converted.
    literals: Vec<Option<Literal>>,
    pending: Vec<usize>,
    /// Definitions of inputs already asserted or waiting in `facts`.
    seen_facts: FxHashSet<Bit>,
    facts: Vec<Bit>,
}

impl CnfConverter {
    pub fn new() -> Self {
        Self::default()
    }
    /// The literal of a bit if its node has been converted.
    pub fn known(&self, bit: Bit) -> Option<Literal> {
        let literal = (*self.literals.get(bit.node())?)?;
        Some(literal.negated_if(bit.is_complemented()))
    }
    /// The literal equivalent to `bit`, once [`finish`](Self::finish) has converted what lies below it.
    pub fn literal(&mut self, aig: &Aig, sink: &mut impl ClauseSink, bit: Bit) -> Literal {
        self.leaf(aig, sink, bit)
    }
    /// Adds clauses saying that `guard` (or nothing, if absent) implies `bit`. Conjunctions are
    /// asserted part by part and disjunctions as one clause, without variables for themselves. As with
    /// [`literal`](Self::literal), what lies below is converted by [`finish`](Self::finish).
    pub fn assert(&mut self, aig: &Aig, sink: &mut impl ClauseSink, bit: Bit, guard: Option<Literal>) {
        self.assert_parts(aig, sink, bit, guard);
    }
    /// Converts all that was asked for. Must have succeeded before the clauses are solved; when the budget
    /// ends it early, a later call goes on where it stopped.
    pub fn finish(&mut self, aig: &Aig, sink: &mut impl ClauseSink, budget: &Budget) -> Result<(), StopReason> {
        loop {
            self.define_pending(aig, sink, budget)?;
            let Some(fact) = self.facts.pop() else { return Ok(()) };
            self.assert_parts(aig, sink, fact, None);
        }
    }
    fn assert_parts(&mut self, aig: &Aig, sink: &mut impl ClauseSink, bit: Bit, guard: Option<Literal>) {
        let mut work = vec![bit];
        while let Some(bit) = work.pop() {
            if bit == Bit::TRUE {
                continue;
            }
            let converted = self.known(bit).is_some();
            let gate = if converted { None } else { self.gate(aig, bit.node()) };
            let mut clause: SmallVec<[Literal; 8]> = guard.iter().map(|&g| !g).collect();
            match gate {
                Some(Gate::And(operands)) if !bit.is_complemented() => {
                    work.extend(operands);
                    continue;
                }
                Some(Gate::And(operands)) => clause.extend(operands.iter().map(|&o| !self.leaf(aig, sink, o))),
                _ if bit == Bit::FALSE => {}
                _ => clause.push(self.leaf(aig, sink, bit)),
            }
            sink.add_clause(&clause);
        }
    }

    /// The literal of a bit, whose node is defined later by [`define_pending`](Self::define_pending).
    fn leaf(&mut self, aig: &Aig, sink: &mut impl ClauseSink, bit: Bit) -> Literal {
        let node = bit.node();
        if node >= self.literals.len() {
            self.literals.resize(aig.node_count(), None);
        }
        let literal = *self.literals[node].get_or_insert_with(|| {
            self.pending.push(node);
            sink.new_variable()
        });
        literal.negated_if(bit.is_complemented())
    }
    fn define_pending(&mut self, aig: &Aig, sink: &mut impl ClauseSink, budget: &Budget) -> Result<(), StopReason> {
        let mut count = 0u32;
        while let Some(&node) = self.pending.last() {
            count = count.wrapping_add(1);
            if count.is_multiple_of(NODES_PER_LOOK) {
                budget.look()?;
            }
            self.pending.pop();
            let Some(own) = self.literals[node] else { continue };
            if node == 0 {
                sink.add_clause(&[!own]);
                continue;
            }
            match self.gate(aig, node) {
                None => {
                    let fact = aig.definition(node);
                    self.facts.extend(fact.filter(|&fact| self.seen_facts.insert(fact)));
                }
                Some(Gate::And(operands)) => {
                    let leaves: SmallVec<[Literal; 8]> = operands.iter().map(|&o| self.leaf(aig, sink, o)).collect();
                    define_and(sink, own, &leaves);
                }
                Some(Gate::Xor(a, b)) => {
                    let (a, b) = (self.leaf(aig, sink, a), self.leaf(aig, sink, b));
                    define_xor(sink, own, a, b);
                }
                Some(Gate::Xor3(a, b, c)) => {
                    let [a, b, c] = [a, b, c].map(|o| self.leaf(aig, sink, o));
                    define_xor3(sink, own, a, b, c);
                }
                Some(Gate::Mux { condition, yes, no }) => {
                    let [condition, yes, no] = [condition, yes, no].map(|o| self.leaf(aig, sink, o));
                    define_mux(sink, own, condition, yes, no);
                }
                Some(Gate::Minority(a, b, c)) => {
                    let [a, b, c] = [a, b, c].map(|o| self.leaf(aig, sink, o));
                    define_majority(sink, !own, a, b, c);
                }
            }
        }
        Ok(())
    }

    fn gate(&self, aig: &Aig, node: usize) -> Option<Gate> {
        let (left, right) = aig.operands(node)?;
        if let Some((a, b)) = aig.xor_operands(node) {
            for (outer, inner) in [(a, b), (b, a)] {
                // An inner exclusive or that only this one reads, through its two conjunctions, which nobody
                // else reads either (in an adder the carry does).
                let private =
                    aig.readers(inner.node()) == 2 && aig.readers(left.node()) == 1 && aig.readers(right.node()) == 1;
                if private
                    && self.known(inner).is_none()
                    && let Some((p, q)) = aig.xor_operands(inner.node())
                {
                    return Some(Gate::Xor3(outer.complemented_if(inner.is_complemented()), p, q));
                }
            }
            return Some(Gate::Xor(a, b));
        }
        if left.is_complemented()
            && right.is_complemented()
            && let (Some(x), Some(y)) = (aig.operands(left.node()), aig.operands(right.node()))
            && let Some(gate) = mux_gate(x, y).or_else(|| minority_gate(aig, x, y))
        {
            return Some(gate);
        }
        Some(Gate::And(self.conjuncts(aig, left, right)))
    }
    /// Leaves of the conjunction of `left` and `right`, looking through conjunctions that nobody else reads.
    fn conjuncts(&self, aig: &Aig, left: Bit, right: Bit) -> SmallVec<[Bit; 8]> {
        let mut leaves: SmallVec<[Bit; 8]> = SmallVec::new();
        let mut open: SmallVec<[Bit; 8]> = SmallVec::from_slice(&[left, right]);
        while let Some(bit) = open.pop() {
            let inner = !bit.is_complemented()
                && aig.readers(bit.node()) == 1
                && leaves.len() + open.len() < WIDEST_AND
                && self.known(bit).is_none()
                && aig.xor_operands(bit.node()).is_none();
            match aig.operands(bit.node()) {
                Some((a, b)) if inner => open.extend([a, b]),
                _ => leaves.push(bit),
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }
}

/// `!(c & x) & !(!c & y)` is `if c then !x else !y`.
fn mux_gate((x0, x1): (Bit, Bit), (y0, y1): (Bit, Bit)) -> Option<Gate> {
    let (condition, yes, no) = if x0 == !y0 {
        (x0, !x1, !y1)
    } else if x0 == !y1 {
        (x0, !x1, !y0)
    } else if x1 == !y0 {
        (x1, !x0, !y1)
    } else if x1 == !y1 {
        (x1, !x0, !y0)
    } else {
        return None;
    };
    Some(Gate::Mux { condition, yes, no })
}

/// `!(a & b) & !(c & !(!a & !b))` is the complement of the majority of `a`, `b` and `c`.
fn minority_gate(aig: &Aig, x: (Bit, Bit), y: (Bit, Bit)) -> Option<Gate> {
    for ((a, b), (y0, y1)) in [(x, y), (y, x)] {
        for (c, either) in [(y0, y1), (y1, y0)] {
            if !either.is_complemented() {
                continue;
            }
            let Some((p, q)) = aig.operands(either.node()) else { continue };
            if (p == !a && q == !b) || (p == !b && q == !a) {
                return Some(Gate::Minority(a, b, c));
            }
        }
    }
    None
}

fn define_and(sink: &mut impl ClauseSink, own: Literal, operands: &[Literal]) {
    for &operand in operands {
        sink.add_clause(&[!own, operand]);
    }
    let mut long: SmallVec<[Literal; 16]> = operands.iter().map(|&o| !o).collect();
    long.push(own);
    sink.add_clause(&long);
}

fn define_xor(sink: &mut impl ClauseSink, own: Literal, a: Literal, b: Literal) {
    sink.add_clause(&[!own, a, b]);
    sink.add_clause(&[!own, !a, !b]);
    sink.add_clause(&[own, !a, b]);
    sink.add_clause(&[own, a, !b]);
}

fn define_xor3(sink: &mut impl ClauseSink, own: Literal, a: Literal, b: Literal, c: Literal) {
    for pattern in 0..8u32 {
        let [p, q, r] = [0, 1, 2].map(|i| pattern >> i & 1 == 1);
        // When a = p, b = q, c = r the result is p ^ q ^ r.
        let sum = p ^ q ^ r;
        sink.add_clause(&[a.negated_if(p), b.negated_if(q), c.negated_if(r), own.negated_if(!sum)]);
    }
}

fn define_mux(sink: &mut impl ClauseSink, own: Literal, condition: Literal, yes: Literal, no: Literal) {
    sink.add_clause(&[!condition, !yes, own]);
    sink.add_clause(&[!condition, yes, !own]);
    sink.add_clause(&[condition, !no, own]);
    sink.add_clause(&[condition, no, !own]);
    // The two implied clauses for equal branches were measured to slow the search down by a tenth.
}

fn define_majority(sink: &mut impl ClauseSink, own: Literal, a: Literal, b: Literal, c: Literal) {
    for (p, q) in [(a, b), (a, c), (b, c)] {
        sink.add_clause(&[!p, !q, own]);
        sink.add_clause(&[p, q, !own]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aig::read_word;
    use crate::sat::{Cadical, SatModel, SatOutcome, SatSolver};

    /// Random circuits: a satisfying assignment of the clauses agrees with simulation, and a bit that
    /// simulation never sees true is unsatisfiable.
    #[test]
    fn clauses_mean_what_the_graph_means() {
        let mut random = fastrand::Rng::with_seed(3);
        let patterns = [0xAAAA_AAAA_AAAA_AAAA, 0xCCCC_CCCC_CCCC_CCCC, 0xF0F0_F0F0_F0F0_F0F0, 0xFF00_FF00_FF00_FF00];
        for _ in 0..400 {
            let mut aig = Aig::new();
            let mut pool = aig.inputs(4);
            for _ in 0..25 {
                let mut pick = || pool[random.usize(..pool.len())].complemented_if(random.bool());
                let (a, b, c) = (pick(), pick(), pick());
                let bit = match random.u8(..5) {
                    0 => aig.and(a, b),
                    1 => aig.xor(a, b),
                    2 => aig.mux(a, b, c),
                    3 => aig.majority(a, b, c),
                    _ => aig.and_all([a, b, c]),
                };
                pool.push(bit);
            }
            let words = aig.simulate(|node| patterns[node - 1]);
            let (mut sat, mut cnf) = (Cadical::new(), CnfConverter::new());
            for _ in 0..6 {
                let bit = pool[random.usize(..pool.len())].complemented_if(random.bool());
                let possible = read_word(&words, bit) & 0xFFFF != 0;
                let assumption = if random.bool() {
                    cnf.literal(&aig, &mut sat, bit)
                } else {
                    let guard = sat.new_variable();
                    cnf.assert(&aig, &mut sat, bit, Some(guard));
                    guard
                };
                cnf.finish(&aig, &mut sat, &Budget::unlimited()).expect("no limit");
                let outcome = sat.solve(&[assumption], &Budget::unlimited(), None);
                assert_eq!(outcome == SatOutcome::Satisfiable, possible);
                if possible {
                    let value = |node: usize| cnf.known(Bit::of_node(node)).is_some_and(|l| sat.value(l));
                    let once = aig.simulate(|node| u64::from(value(node)));
                    assert_eq!(read_word(&once, bit) & 1, 1);
                    for node in (0..aig.node_count()).filter(|&n| cnf.known(Bit::of_node(n)).is_some()) {
                        assert_eq!(once[node] & 1 == 1, value(node));
                    }
                }
            }
        }
    }

    #[test]
    fn gates_need_no_inner_variables() {
        let size = |make: fn(&mut Aig, [Bit; 3]) -> Bit| {
            let mut aig = Aig::new();
            let inputs = [aig.input(), aig.input(), aig.input()];
            let bit = make(&mut aig, inputs);
            let (mut sat, mut cnf) = (Cadical::new(), CnfConverter::new());
            cnf.literal(&aig, &mut sat, bit);
            cnf.finish(&aig, &mut sat, &Budget::unlimited()).expect("no limit");
            (sat.statistics().variables, sat.statistics().clauses)
        };
        assert_eq!(size(|aig, [a, b, c]| aig.majority(a, b, c)), (4, 6));
        assert_eq!(size(|aig, [a, b, c]| aig.mux(a, b, c)), (4, 4));
        assert_eq!(size(|aig, [a, b, c]| aig.and_all([a, !b, c])), (4, 4));
        let xor3 = |aig: &mut Aig, [a, b, c]: [Bit; 3]| {
            let inner = aig.xor(a, b);
            aig.xor(inner, c)
        };
        assert_eq!(size(xor3), (4, 8));
    }
}
