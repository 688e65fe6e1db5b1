//! What a program does, in terms: the one translation of the program form into logic, for everything that is not a
//! referee (the interpreter in `cairn_ir` and the judge in `cairn_witness` have meanings of their own).
//!
//! - Values: [`symbolic`] (what a cell holds), [`values`] (made, merged, compared), [`arrays`], [`bytes`] and [`raw`]
//!   (values as bytes), [`nan`], [`cases`] (choices among a few constants), [`notes`] (what is noted on the way).
//! - Memory: [`memory`] (loads and stores), [`pointers`], [`offsets`], [`addresses`] (pointers as numbers),
//!   [`value_sets`] (what a pointer can point to), [`reach`] (who points to an object), [`transfer`] (bytes copied and filled).
//! - [`machine`] holds what they share, and the state of a merged set of executions; [`eval`] turns expressions into
//!   values.
//! - [`execute`]: forward execution with states merged at joins. A [`execute::Strategy`] says what becomes of loops.
//!   [`inputs`] reads the inputs of an execution off a model.
//! - [`segment`]: from a place to the next places, as guarded updates; over segments the [`transition`] form.
//!
//! Deliberately absent: deciding anything. Clients ask solvers.

pub mod addresses;
pub mod applications;
pub mod arrays;
pub mod bytes;
pub mod cases;
pub mod eval;
pub mod execute;
pub mod inputs;
pub mod long_copies;
pub mod machine;
pub mod memory;
pub mod nan;
pub mod notes;
pub mod offsets;
pub mod persistent;
pub mod pointers;
pub mod raw;
pub mod reach;
pub mod segment;
pub mod symbolic;
pub mod transfer;
pub mod transition;
pub mod value_sets;
pub mod values;
