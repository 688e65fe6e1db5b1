//! The smallest standard logic some formulas fit in.

use crate::op::{Op, TermId};
use crate::sort::Sort;
use crate::terms::Terms;

#[derive(Default)]
struct Features {
    quantifiers: bool,
    arrays: bool,
    functions: bool,
    bit_vectors: bool,
    floats: bool,
    integers: bool,
    reals: bool,
    nonlinear: bool,
}

/// Combinations that SMT-LIB names, without the `QF_` prefix. Others are `ALL`.
const NAMED: &[&str] = &[
    "UF", "BV", "ABV", "UFBV", "AUFBV", "FP", "BVFP", "ABVFP", "AUFBVFP", "UFBVFP", "LIA", "NIA", "LRA", "NRA", "LIRA",
    "NIRA", "UFLIA", "UFNIA", "UFLRA", "UFNRA", "ALIA", "ANIA", "AUFLIA", "AUFNIA", "AUFLIRA", "AUFNIRA", "AX",
];

/// The name for `set-logic`.
pub fn logic(terms: &Terms, roots: &[TermId]) -> String {
    let mut features = Features::default();
    for term in terms.post_order(roots) {
        features.add_sort(*terms.sort_data(terms.sort_of(term)));
        features.add_operator(terms, term);
    }
    let name = features.name();
    match (NAMED.contains(&name.as_str()), features.quantifiers) {
        (true, true) => name,
        (true, false) => format!("QF_{name}"),
        (false, _) => "ALL".to_owned(),
    }
}

impl Features {
    fn add_sort(&mut self, sort: Sort) {
        match sort {
            Sort::Bool => {}
            Sort::BitVec(_) => self.bit_vectors = true,
            Sort::Float(_) | Sort::RoundingMode => self.floats = true,
            Sort::Array { .. } => self.arrays = true,
            Sort::Int => self.integers = true,
            Sort::Real => self.reals = true,
        }
    }

    fn add_operator(&mut self, terms: &Terms, term: TermId) {
        match terms.op(term) {
            Op::Forall | Op::Exists => self.quantifiers = true,
            Op::Apply(_) => self.functions = true,
            Op::Mul => self.nonlinear |= !terms.args(term).iter().any(|&arg| terms.is_constant(arg)),
            Op::IntDiv | Op::IntMod | Op::RealDiv => self.nonlinear |= !terms.is_constant(terms.args(term)[1]),
            // Printed with bit-vector constants.
            Op::FpToIeeeBits => self.bit_vectors = true,
            _ => {}
        }
    }

    fn name(&self) -> String {
        let mut name = String::new();
        let mut add = |condition: bool, text: &str| {
            if condition {
                name.push_str(text);
            }
        };
        let numbers = self.integers || self.reals;
        let others = self.functions || self.bit_vectors || self.floats || numbers;
        add(self.arrays, if others { "A" } else { "AX" });
        add(self.functions || !(self.arrays || others), "UF");
        add(self.bit_vectors, "BV");
        add(self.floats, "FP");
        if numbers {
            add(true, if self.nonlinear { "N" } else { "L" });
            add(self.integers, "I");
            add(self.reals, "R");
            add(true, "A");
        }
        name
    }
}
