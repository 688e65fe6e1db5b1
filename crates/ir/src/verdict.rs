//! What engines answer about properties: verdicts and the evidence for them.
//!
//! An engine's `Violated` is a claim until `witness` has replayed its counterexample; nothing is
//! reported before that.

use crate::check::PropertyId;
use crate::program::{BlockId, ProcId};
use crate::value::Value;

/// An execution, told by its inputs: what the interpreter is given, in the order it asks.
///
/// The order: globals with [`Initial::Arbitrary`](crate::Initial::Arbitrary) in the order of their ids,
/// then the parameters of the entry, then each `havoc`, each allocation with arbitrary contents, each
/// result of a procedure without body and each exposed base address as the execution reaches it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    pub entry: ProcId,
    pub inputs: Vec<Value>,
}

/// How a property was proved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofMethod {
    /// Every execution is within the bound that was explored.
    UnwindingComplete,
    KInduction(u32),
    Invariant,
    Contract,
    IntervalAnalysis,
}

impl std::fmt::Display for ProofMethod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ProofMethod::UnwindingComplete => f.write_str("unwinding complete"),
            ProofMethod::KInduction(k) => write!(f, "k-induction ({k})"),
            ProofMethod::Invariant => f.write_str("invariant"),
            ProofMethod::Contract => f.write_str("contract"),
            ProofMethod::IntervalAnalysis => f.write_str("interval analysis"),
        }
    }
}

/// Something true whenever a block is reached, in the words of the source language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    pub procedure: ProcId,
    pub block: BlockId,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    pub by: ProofMethod,
    pub invariants: Vec<Invariant>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Proved(Proof),
    Violated(Counterexample),
    /// No violation in executions within the bound; there are longer ones.
    Bounded,
    /// Not decided, and why: time, memory, the solver gave up.
    Unknown(String),
    /// Not decided because an unsupported construct can be reached.
    Unsupported(String),
}

/// What an engine says about one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pub property: PropertyId,
    pub verdict: Verdict,
    /// Whether any execution reaches the check; unknown if nobody asked.
    pub reachable: Option<bool>,
    /// The number of loop iterations (or recursion depth) explored, or needed by the counterexample.
    pub bound: Option<u32>,
    /// The engine that answered: `bmc`.
    pub engine: &'static str,
}
