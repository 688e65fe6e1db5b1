//! Readers of the languages in which temporal properties are written. Each returns what it read or diagnostics that
//! point into the text; none of them panics, whatever the text.

pub mod aorai_formula;
pub mod condition;
pub mod cursor;
pub mod formula;
pub mod hoa;
pub mod never;
pub mod tokens;
pub mod ya;

/// Parentheses and operators may be nested this deeply; beyond it a text is refused rather than the stack exhausted.
pub const DEEPEST: usize = 500;
