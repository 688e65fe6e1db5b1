//! Programs as texts for other tools.
//!
//! - [`flow_graph`]: the flow graph of Amilon and Gurov, as text, picture or JSON;
//! - [`blocks`]: the formula of Henry, "Analyse de programmes par SMT-solving" (llvm2smt): one Boolean per basic
//!   block.
//! - [`horn`]: the Horn clauses of Beyene et al., "Verification of Ada Programs with AdaHorn" (AdaHorn);
//!   [`transition_horn`]: those of a transition system, which know memory;
//! - [`model`]: a transition system as one relation, from which [`aiger`] and [`btor2`] are written; [`smv`] and [`tla`] keep its
//!   places and steps.
//!
//! Deliberately absent: formulas of bounded model checking, which `engines` makes and `term` prints.

pub mod aiger;
pub mod blocks;
pub mod btor2;
pub mod flow_graph;
pub mod horn;
pub mod model;
pub mod names;
pub mod smv;
pub mod tla;
mod tla_terms;
pub mod transition_horn;

/// Why a program cannot be written in a form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub String);

pub(crate) fn refuse<T>(message: impl Into<String>) -> Result<T, Error> {
    Err(Error(message.into()))
}
