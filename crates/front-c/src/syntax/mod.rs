//! Tokens, names, literals and the tree.

pub mod ast;
pub mod literals;
pub mod names;
