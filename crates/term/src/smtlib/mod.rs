//! SMT-LIB: the text form of terms, and what solvers answer.
//!
//! [`mod@print`] writes terms, declarations and scripts (version 2.6, with 2.7 names on request);
//! [`read`] and [`command`] read terms and scripts; [`model`] reads models and `get-value` answers.
//! What we fix and SMT-LIB leaves open (see [`semantics`](crate::semantics)) is printed with guards, so
//! that every solver means the same. Reading and printing are iterative and linear in the size of
//! the text and of the term graph.
//!
//! Deliberately absent: datatypes, strings, recursive functions, and running solvers.

mod apply;
pub mod command;
mod error;
mod expand;
pub mod logic;
pub mod model;
mod name;
mod operators;
pub mod print;
pub mod read;
pub mod script;
pub mod sexpr;
#[cfg(test)]
mod tests;
mod text;

pub use command::{Command, read_script};
pub use error::{Place, ReadError, ReadErrorKind};
pub use logic::logic;
pub use model::{read_model, read_values};
pub use print::{PrintError, PrintOptions, Printer, term_text, term_text_named};
pub use read::{Reader, read_term};
pub use script::Script;
pub use sexpr::{Balance, ExprId, SExprs};
pub use text::{sort_text, value_text};
