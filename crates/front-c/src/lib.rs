//! The C front end: text to program.
//!
//! `syntax` holds tokens, names, literals and the tree; `codes` lists every diagnostic.

pub mod codes;
pub mod syntax;
