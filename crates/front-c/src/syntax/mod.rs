//! Text to tokens, and the tree the parser builds from them.

pub mod ast;
pub mod directives;
pub mod lexer;
pub mod literal_text;
pub mod literals;
pub mod names;
pub mod places;
pub mod text;
pub mod token;
