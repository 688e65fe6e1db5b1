//! What tests and fuzzers of solvers share.

pub mod formulas;
