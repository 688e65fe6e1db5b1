//! Terms as bits of an and-inverter graph, for those who ask about circuits and not about formulas: a search that sets bits of
//! states one by one, and formats of hardware model checkers.
//!
//! In: terms of truths, bit-vectors and floats. Out: their bits, least significant first; equal terms have equal bits, and a
//! symbol's bits are inputs of the graph. Inputs that are no symbol's are results of divisions and the like, which the graph
//! [defines](Aig::definition).
//!
//! Deliberately absent: arrays, which have no bits, and deciding anything.

use crate::aig::{Aig, Bit};
use crate::builtin::Translation;
use cairn_base::{Budget, StopReason};
use cairn_term::{TermId, Terms};

/// Terms translated so far. Use one with one [`Terms`]: it remembers terms by id.
#[derive(Default)]
pub struct Netlist {
    translation: Translation,
}

/// Why a term has no bits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBits {
    #[error("{}", .0.words())]
    Stopped(StopReason),
    #[error("{0}")]
    Unsupported(String),
}

impl Netlist {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn aig(&self) -> &Aig {
        self.translation.aig()
    }
    pub fn aig_mut(&mut self) -> &mut Aig {
        self.translation.aig_mut()
    }
    /// The bits of a term.
    pub fn bits(&mut self, terms: &Terms, term: TermId, budget: &Budget) -> Result<Vec<Bit>, NoBits> {
        self.translation.bits(terms, term, budget)
    }
}
