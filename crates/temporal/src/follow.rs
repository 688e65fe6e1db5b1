//! From properties to monitors: automata in YA with their sequences of calls, and Büchi automata.

pub mod buchi;
mod guards;
mod sequences;
pub mod ya;
