//! The propositional side of the solver: terms become bits, bits become clauses, and the SAT solver's
//! model is read back as values of terms.

use cairn_base::Budget;
use cairn_term::{Sort, TermId, Terms, Value};

use super::blast::{BlastError, Blaster};
use super::blast_float::value_of_bits;
use crate::aig::Bit;
use crate::aig::cnf::CnfConverter;
use crate::sat::{Cadical, Literal, SatModel};

#[derive(Default)]
pub(super) struct Propositional {
    pub(super) blaster: Blaster,
    cnf: CnfConverter,
    pub(super) sat: Cadical,
}

impl Propositional {
    pub(super) fn with(sat: Cadical) -> Self {
        Self { sat, ..Self::default() }
    }
    /// Asserts a Boolean term, if `guard` holds (or always, without one).
    pub(super) fn assert(
        &mut self,
        terms: &Terms,
        term: TermId,
        guard: Option<Literal>,
        budget: &Budget,
    ) -> Result<(), BlastError> {
        self.blaster.blast(terms, term, budget)?;
        let bit = self.blaster.bit(term);
        self.cnf.assert(&self.blaster.aig, &mut self.sat, bit, guard);
        Ok(())
    }
    /// Turns all that was asserted, asked for or exposed into clauses; before every call of the SAT solver.
    pub(super) fn finish(&mut self, budget: &Budget) -> Result<(), BlastError> {
        self.cnf.finish(&self.blaster.aig, &mut self.sat, budget).map_err(BlastError::Stopped)
    }
    /// Asserts a bit for good.
    pub(super) fn assert_bit(&mut self, bit: Bit) {
        self.cnf.assert(&self.blaster.aig, &mut self.sat, bit, None);
    }
    /// The literal of a Boolean term.
    pub(super) fn literal(&mut self, terms: &Terms, term: TermId, budget: &Budget) -> Result<Literal, BlastError> {
        self.blaster.blast(terms, term, budget)?;
        let bit = self.blaster.bit(term);
        Ok(self.cnf.literal(&self.blaster.aig, &mut self.sat, bit))
    }
    /// Gives every bit of a term (not an array) a variable, so that models define its value.
    pub(super) fn expose(&mut self, terms: &Terms, term: TermId) {
        for bit in self.blaster.encoding(terms, term) {
            if !bit.is_constant() {
                self.cnf.literal(&self.blaster.aig, &mut self.sat, bit);
            }
        }
    }
    /// The value of a bit in the last model; false if it has no variable.
    fn bit_value(&self, bit: Bit) -> bool {
        bit.as_constant().unwrap_or_else(|| self.cnf.known(bit).is_some_and(|literal| self.sat.value(literal)))
    }
    /// The truth of a translated Boolean term in the last model.
    pub(super) fn holds(&self, term: TermId) -> bool {
        self.bit_value(self.blaster.bit(term))
    }
    /// The bits of an exposed term in the last model, packed into words.
    pub(super) fn word_value(&mut self, terms: &Terms, term: TermId) -> Vec<u64> {
        let bits = self.blaster.encoding(terms, term);
        let mut words = vec![0u64; bits.len().div_ceil(64)];
        for (i, &bit) in bits.iter().enumerate() {
            words[i / 64] |= u64::from(self.bit_value(bit)) << (i % 64);
        }
        words
    }
    /// The value of an exposed term in the last model.
    pub(super) fn value(&mut self, terms: &Terms, term: TermId) -> Value {
        let bits = self.blaster.encoding(terms, term);
        let sort: Sort = terms.sort_data_of(term);
        let value = value_of_bits(sort, bits.iter().map(|&bit| self.bit_value(bit)));
        value.unwrap_or_else(|| Value::default_of(terms, terms.sort_of(term)))
    }
}
