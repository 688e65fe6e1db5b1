//! File tests: one text file is the input, says how to run it, and states what must come out.
//!
//! The leading comment lines of the file are the header, in the comment syntax of its language:
//!
//! ```text
//! // run: cairn check %s --unwind 10       the command; %s is this file
//! // exit: 1                              its exit code; 0 when not stated
//! // others: proved 12                    verdict of every property that no line states, and how many they are
//! // diagnostics: warning U0009           diagnostics that have no place
//! ```
//!
//! Expectations stand on the line they concern (`--~` in Ada, `;~` in LLVM), or below it with one
//! `^` per line up. Several are separated by commas:
//!
//! ```text
//!     a[i] = 0;   //~ violated index
//!     x = y / z;  //~ proved division-by-zero, bounded overflow
//!                 //~^ error P0003
//! ```
//!
//! - [`case`] reads such a file, [`report`] reads what `cairn --format json` says, [`compare`] finds
//!   what is wrong between the two, [`run`] starts the command, [`suite`] runs a folder of tests.
//! - [`via`] runs the tests of C programs once more, compiled by a C compiler.
//! - A run that checks properties is compared property by property: *every* property of the report
//!   must be stated, every statement must be met, and every counterexample must have been replayed.
//! - Where a file `<test>.out` stands beside the test, or the command prints something else than
//!   verdicts (`export`, `--show`), the printed text is compared too; [`Mode::Bless`] rewrites it.
//! - A test in `known-gaps` states what *should* happen and must fail, and in `today: exit 2, unknown 1` what happens
//!   instead: a wrong verdict is no gap. A test that cannot be read or whose command crashes is broken, never an
//!   expected failure.
//! - [`bless`]: the number of `others` and what happens `today` are written by [`Mode::Bless`] too.
//!
//! Deliberately absent: skipping. A test runs or is an error.

pub mod bless;
pub mod case;
pub mod compare;
pub mod diff;
pub mod options;
pub mod programs;
pub mod report;
pub mod run;
pub mod scaling;
pub mod scaling_c;
pub mod scaling_memory;
pub mod suite;
pub mod via;

pub use case::{Case, Expectation, Verdict};
pub use run::{Mode, Outcome};
pub use suite::{Suite, Summary};
