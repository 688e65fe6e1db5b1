//! Passes: analyses of programs, and steps that turn a program into another one.
//!
//! Analyses, which change nothing:
//! - [`flow`] (order, dominators), [`loops`] (weak topological order), [`live`] (locals that are still read) of one
//!   procedure; [`call_graph`] between procedures; [`after`] (checks that come after a place).
//!
//! Passes, from one [`derived`] program to the next: [`bounds`], [`inline`], [`simplify`], [`promote`], [`by_value`],
//! [`lower_switch`], [`unwind`]. [`recipes`] says which of them run for what, in which order and why.
//!
//! Forms that are not programs any more, after Lourenço et al., "SPARK-BMC": [`single_assignment`] and [`guarded`]
//! (conditional normal form, and the formulas C and P). After Beyene et al.,
//! "Verification of Ada Programs with AdaHorn": [`horn`], constrained Horn clauses, over terms; [`scalars`] says
//! which operations of terms those of programs are.
//!
//! Deliberately absent: solvers. Bounded model checking explores programs on the fly and uses the
//! analyses only.

pub mod after;
pub mod bounds;
pub mod by_value;
pub mod call_graph;
pub mod contracts;
pub mod derived;
pub mod flow;
pub mod guarded;
pub mod horn;
pub mod inline;
mod layout;
pub mod library_calls;
pub mod live;
pub mod loops;
pub mod lower_switch;
mod notation;
pub mod pass;
pub mod promote;
pub mod recipes;
mod rewrite;
pub mod scalars;
pub mod simplify;
pub mod single_assignment;
mod structure;
pub mod unwind;
mod zero;

pub use call_graph::CallGraph;
pub use derived::{ActivationVariable, Back, BlockPlace, Derived, Pointee};
pub use flow::{Dominators, FlowGraph};
pub use live::LiveLocals;
pub use loops::{LoopInfo, Loops, Wto, WtoElement};
pub use pass::{Error, Options, Unwinding};
pub use recipes::{Recipe, derive};
pub use rewrite::{assigned_places, expressions_take_inputs, for_each_expr, with_children};

#[cfg(test)]
mod tests;
