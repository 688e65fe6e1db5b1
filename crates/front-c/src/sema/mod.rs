//! Semantic analysis: syntax trees of all translation units in, one typed and linked program out.
//!
//! - [`tree`]: the typed tree, the contract with lowering; [`builtin`]: builtin functions that stay operations.

pub mod builtin;
pub mod tree;
