//! Satisfiability of propositional formulas and of formulas over bit-vectors, arrays and floats.
//!
//! The road inside: terms → [`circuits`] on an and-inverter graph ([`aig`]) → clauses ([`aig::cnf`]) →
//! CaDiCaL ([`sat`]); [`netlist`] offers the first half by itself. Deliberately absent: any knowledge of programs.

pub mod abilities;
pub mod aig;
pub mod builtin;
pub mod circuits;
pub mod conformance;
pub mod netlist;
pub mod process;
pub mod sat;
