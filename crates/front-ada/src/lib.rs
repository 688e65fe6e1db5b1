//! The Ada and SPARK front end: text to program.
//!
//! `syntax` holds tokens, names and the tree; `parser` builds the tree; `codes` lists every diagnostic.
//!
//! Deliberately absent: file access. Text of further units comes through a closure of the caller.

pub mod codes;
pub mod parser;
pub mod sema;
pub mod syntax;
