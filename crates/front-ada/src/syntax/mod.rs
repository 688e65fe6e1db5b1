//! Text to tokens, and the tree the parser builds from them.

pub mod ast;
pub mod lexer;
pub mod names;
pub mod token;
