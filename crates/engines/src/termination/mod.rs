//! Rankings of loops: which machine integers might decrease at every visit of a loop head.
//!
//! In: a program, its loops, executions to learn from. Out: for each loop a list of expressions that decreased in lexicographic order in all
//! executions seen ([`choose`]), out of those that the conditions and variables of the loop suggest ([`candidates`]). Differences are
//! made in integers wide enough for them, so that nothing wraps around.
//!
//! Templates as in Podelski, Rybalchenko, "A Complete Method for the Synthesis of Linear Ranking Functions" (2004), lexicographic
//! as in Bradley, Manna, Sipma, "Linear Ranking with Reachability" (2005); departing from both, coefficients are
//! guessed and executions refute the guesses.
//!
//! Deliberately absent: proofs. Whoever uses a ranking has it judged, and gives executions that refute it back.

mod candidates;
mod choose;
mod samples;

pub use candidates::{Candidate, Candidates, candidates};
pub use choose::choose;
pub use samples::{Samples, Visits};

use cairn_ir::{BlockId, ProcId};
use std::collections::BTreeSet;

/// A loop of a procedure: its head, and its blocks.
#[derive(Clone, Debug)]
pub struct LoopBody {
    pub procedure: ProcId,
    pub head: BlockId,
    pub body: BTreeSet<BlockId>,
}
