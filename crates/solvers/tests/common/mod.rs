//! What tests and fuzzers of solvers share. Each uses a part of it.
#![allow(dead_code)]

pub mod formulas;
pub mod reduce;
pub mod referee;
