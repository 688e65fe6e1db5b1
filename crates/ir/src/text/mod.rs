//! The text form of programs, `.cairn`: [`read`] and [`print`].
//!
//! `docs/text-form.md` describes the language. The road of reading, one file each:
//!
//! - [`token`]: characters to tokens; [`cursor`]: walking over tokens, diagnostics;
//! - [`items`]: declarations; [`type_syntax`]: types; [`statement`]: procedure bodies;
//!   [`contracts`]: what procedures and loops promise;
//! - [`expression`]: tokens to [`node`]s; [`elaborate`]: nodes to typed expressions;
//! - [`operators`], [`literal`], [`names`]: what reader and printer must agree on.
//!
//! The printer ([`printer`], [`print_expr`]) writes what the reader reads back as the same program:
//! equal up to ids, spans and sharing of expressions, which is what [`difference`] compares.
//!
//! Invariants: reading never panics, takes time linear in the text, and recurses only as deep as
//! brackets nest, which is limited ([`MAX_NESTING`](expression::MAX_NESTING)).

pub(crate) mod codes;
mod contracts;
mod cursor;
pub mod difference;
mod elaborate;
mod expression;
mod items;
pub(crate) mod literal;
pub(crate) mod names;
mod node;
pub(crate) mod operators;
mod print_expr;
pub(crate) mod printer;
mod properties;
mod statement;
mod token;
mod type_syntax;

pub use codes::CODES;
pub use difference::difference;
pub use items::read;
pub use printer::{print, print_type};

#[cfg(test)]
mod tests;
