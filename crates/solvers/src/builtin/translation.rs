//! The translation of terms into bits by itself, as [`Netlist`](crate::netlist::Netlist) offers it.

use super::blast::{BlastError, Blaster};
use crate::aig::{Aig, Bit};
use crate::netlist::NoBits;
use cairn_base::Budget;
use cairn_term::{TermId, Terms};

#[derive(Default)]
pub(crate) struct Translation {
    blaster: Blaster,
}

impl Translation {
    pub(crate) fn aig(&self) -> &Aig {
        &self.blaster.aig
    }
    pub(crate) fn aig_mut(&mut self) -> &mut Aig {
        &mut self.blaster.aig
    }
    pub(crate) fn bits(&mut self, terms: &Terms, term: TermId, budget: &Budget) -> Result<Vec<Bit>, NoBits> {
        self.blaster.blast(terms, term, budget).map_err(|error| match error {
            BlastError::Stopped(reason) => NoBits::Stopped(reason),
            BlastError::Unsupported(what) => NoBits::Unsupported(what),
        })?;
        // Reads of arrays would be inputs that nothing constrains.
        if !self.blaster.array_terms.is_empty() || !self.blaster.selects.is_empty() {
            return Err(NoBits::Unsupported("an array that is too large to be taken apart".into()));
        }
        Ok(self.blaster.encoding(terms, term))
    }
}
