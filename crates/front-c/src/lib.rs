//! The C front end: text to program.
//!
//! `syntax` holds tokens, names, literals and the tree; `sema` makes one typed program of all translation units,
//! with the types of `types`; `codes` lists every diagnostic.

pub mod codes;
pub mod sema;
pub mod syntax;
pub mod types;
