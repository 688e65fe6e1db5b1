//! What every other crate stands on: source files and places in them, diagnostics, typed ids,
//! the budget that makes a run stop, child processes on a leash, and names that somebody may have meant.
//!
//! Deliberately absent: any knowledge of programs, terms or solvers; any printing. Nothing here
//! reads the file system except [`budget`], which asks the system how much memory the process uses.

pub mod budget;
pub mod diagnostic;
pub mod ids;
pub mod process;
pub mod similar;
pub mod source;

pub use budget::{Budget, StopReason};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use ids::Table;
pub use similar::similar;
pub use source::{FileId, Location, SourceFile, SourceMap, Span, excerpt};
