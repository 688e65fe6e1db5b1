//! SMT-LIB solvers as processes: Z3, cvc5, Bitwuzla, MathSAT, Yices, or any command the user names.
//!
//! The layers, from bytes to meaning:
//! - [`cairn_base::process`]: a process with pipes that can neither block us nor outlive us;
//! - [`framing`]: bytes into answers;
//! - [`dialogue`]: commands, answers, budget and log;
//! - [`catalogue`]: the solvers known by name, and which of them are installed;
//! - [`horn`]: the same for solvers of Horn clauses, and the ability they have;
//! - [`ProcessSolver`]: the ability traits on top of it all.
//!
//! A program that is missing, dies or answers nonsense is a typed [`ProcessError`]; a budget that ends is
//! not an error of the solver and says so. Deliberately absent: trust. Models are read back as values
//! and evaluated by whoever asked.

pub mod catalogue;
pub mod dialogue;
mod error;
pub mod framing;
pub mod horn;
mod solver;

pub use catalogue::{Found, SolverCommand, installed, known};
pub use dialogue::Dialogue;
pub use error::ProcessError;
pub use solver::ProcessSolver;
