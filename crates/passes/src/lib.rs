//! Passes: analyses of programs, and steps that turn a program into another one.
//!
//! - [`flow`], [`loops`]: control flow of one procedure; [`call_graph`]: calls between them;
//! - [`unwinding`]: the properties of loops and recursions.

pub mod call_graph;
pub mod control;
pub mod flow;
pub mod guarded;
pub mod inline;
mod layout;
pub mod loops;
pub mod lower_switch;
mod notation;
pub mod pass;
pub mod promote;
mod rewrite;
pub mod show;
pub mod simplify;
pub mod single_assignment;
pub mod slice;
mod structure;
pub mod unwind;
pub mod unwinding;
mod zero;

pub use call_graph::CallGraph;
pub use flow::{Dominators, FlowGraph};
pub use loops::{LoopInfo, Loops, Wto, WtoElement};
pub use pass::{BackMap, Error, Options, Passed, Unwinding};
pub use unwinding::{UnwindingProperties, unwinding_properties};

#[cfg(test)]
mod tests;
