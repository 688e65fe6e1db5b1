//! What engines answer about properties: verdicts and the evidence for them.
//!
//! An engine's `Violated` is a claim until `witness` has replayed its counterexample; nothing is
//! reported before that.

use crate::check::PropertyId;
use crate::expr::ExprId;
use crate::program::{BlockId, ProcId, Program, VarId};
use crate::types::TypeId;
use crate::value::Value;
use cairn_base::Span;
use std::sync::Arc;

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
    /// Every loop has a ranking that decreases whenever its head is reached again.
    Ranking,
}

impl std::fmt::Display for ProofMethod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ProofMethod::UnwindingComplete => f.write_str("unwinding complete"),
            ProofMethod::KInduction(k) => write!(f, "k-induction ({k})"),
            ProofMethod::Invariant => f.write_str("invariant"),
            ProofMethod::Contract => f.write_str("contract"),
            ProofMethod::IntervalAnalysis => f.write_str("interval analysis"),
            ProofMethod::Ranking => f.write_str("ranking"),
        }
    }
}

/// A call statement on the way from the entry of an execution to one of its activations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallSite {
    pub procedure: ProcId,
    pub block: BlockId,
    /// Position among the statements of the block.
    pub statement: u32,
}

/// A loop of one activation: the calls that lead to it from the entry, or from a procedure with a summary, outermost
/// first, and its head.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopPlace {
    pub calls: Vec<CallSite>,
    pub procedure: ProcId,
    pub head: BlockId,
}

/// What a proof says about one loop: conditions that hold whenever its head is reached. They speak of the
/// globals and the variables of the loop's procedure, as expressions of the program the proof comes with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopProof {
    pub place: LoopPlace,
    pub invariants: Vec<ExprId>,
}

/// What a proof says about one procedure, wherever it is called from: a summary of its activations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcedureProof {
    pub procedure: ProcId,
    /// Parameters that point to the beginning of a live variable of this type whenever it is entered: each to one that no
    /// other of them points to, and that is no global.
    pub pointees: Vec<(VarId, TypeId)>,
    /// Conditions on the parameters and globals that hold whenever it is entered.
    pub requires: Vec<ExprId>,
    /// Conditions that hold whenever it returns: on results, parameters (their values at entry), globals, and by
    /// [`Old`](crate::ExprKind::Old) the globals at entry.
    pub ensures: Vec<ExprId>,
}

/// Why a property holds. Loops that are not listed are short: every execution leaves them, and all their
/// iterations are part of the proof. Those that are listed may go on for ever; what is known of an arbitrary
/// iteration is their invariants, and that the `k - 1` iterations before passed their checks (`k` from
/// [`ProofMethod::KInduction`], else 1).
///
/// Calls are part of the proof as if they were executed in place, except those of the procedures listed: what is
/// known of such a call is the summary. Their bodies are argued about once, so places in them count the calls from
/// there, and invariants of their own loops may use [`Old`](crate::ExprKind::Old).
#[derive(Clone, Debug)]
pub struct Proof {
    pub by: ProofMethod,
    /// These are shared by the proofs of many properties.
    pub loops: Arc<[LoopProof]>,
    pub procedures: Arc<[ProcedureProof]>,
    /// The program with the expressions of the invariants added; none if there are no invariants.
    pub program: Option<Arc<Program>>,
}

impl PartialEq for Proof {
    /// Expressions are ids, so proofs over different programs are different.
    fn eq(&self, other: &Self) -> bool {
        let same_program = match (&self.program, &other.program) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        };
        let same_parts = Arc::ptr_eq(&self.loops, &other.loops) && Arc::ptr_eq(&self.procedures, &other.procedures);
        let same_parts = same_parts || (self.loops == other.loops && self.procedures == other.procedures);
        same_program && self.by == other.by && same_parts
    }
}

impl Eq for Proof {}

impl Proof {
    pub fn by_unwinding() -> Self {
        Self { by: ProofMethod::UnwindingComplete, loops: Arc::default(), procedures: Arc::default(), program: None }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Proved(Proof),
    Violated(Counterexample),
    /// No violation in executions within the bound; there are longer ones.
    Bounded,
    /// Not decided, and why: time, memory, the solver gave up.
    Unknown(String),
    /// Not decided because something unsupported can be reached: what, and where.
    Unsupported(String, Option<Span>),
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
